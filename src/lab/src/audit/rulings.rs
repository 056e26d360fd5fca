use super::{Audit, TableAudit, grouped};
use crate::{
    command::{Command, Verb},
    finding::{AlternativeEffect, Caveat, Finding, GameFinding, Tone},
    robust::{Alternative, Kind, Robustness, ShareRow},
};
use sim_stats::Interval;

const MOST: usize = 4;

#[derive(Clone, Copy)]
pub struct AlternativeShift<'a> {
    pub part: &'a TableAudit,
    /// Whether the shift is among strong players.
    pub is_of_best: bool,
    alternative: &'a Alternative,
    row: &'a ShareRow,
    pub by: f64,
    ends: Interval,
    large: f64,
}

impl<'a> AlternativeShift<'a> {
    pub fn all(
        audit: &'a Audit,
        rows: impl Fn(&'a Robustness) -> &'a Vec<ShareRow>,
    ) -> Vec<AlternativeShift<'a>> {
        let best = audit.parts.iter().filter_map(|part| Some((part, &part.best.as_ref()?.robust, true)));
        let others = audit.parts.iter().filter_map(|part| Some((part, part.robust.as_ref()?, false)));
        let of_part = |(part, robust, is_of_best): (&'a TableAudit, &'a Robustness, bool)| {
            rows(robust).iter().filter_map(move |row| {
                let moved = row.difference.difference;
                let (by, ends) = moved.value.zip(moved.interval)?;
                let is_far = ends.low > robust.large || ends.high < -robust.large;
                let alternative = &robust.alternatives[row.alternative];
                let is_of_the_game = alternative.kind != Kind::Players;
                let is_it = row.is_found() && is_far && is_of_the_game;
                is_it.then_some(AlternativeShift {
                    part,
                    is_of_best,
                    alternative,
                    row,
                    by,
                    ends,
                    large: robust.large,
                })
            })
        };
        best.chain(others).flat_map(of_part).collect()
    }

    pub fn command(&self, audit: &Audit, verb: Verb) -> Command {
        let command = audit.command(verb, vec![self.part.players()]);
        match verb {
            _ if self.is_of_best => Audit::with_strong_players(self.part, command),
            Verb::Robust => Audit::of_beginners(command),
            _ => command,
        }
    }

    pub fn name(&self) -> &'a str {
        &self.alternative.name
    }

    pub fn moved(&self, audit: &Audit) -> AlternativeEffect {
        let ShareRow { owner, standard, win_rate, .. } = self.row;
        let path = self.name().split('=').next();
        let about = audit.abouts.iter().find(|(name, _)| Some(name.as_str()) == path);
        AlternativeEffect {
            name: self.name().to_owned(),
            about: about.map_or(String::new(), |(_, about)| about.clone()),
            whose: owner.clone(),
            standard: *standard,
            changed: win_rate.value,
            by: self.part.value(self.by, Some(self.ends)),
            tolerance: self.large,
        }
    }

    pub fn severity(&self) -> f64 {
        self.by.abs() / self.large - 1.0
    }
}

pub fn findings(audit: &Audit) -> Vec<Finding> {
    let all = AlternativeShift::all(audit, |robust| &robust.shares);
    let groups = grouped(all.into_iter().map(|one| (one.name(), one)));
    let mut found: Vec<Finding> =
        groups.iter().filter_map(|(name, group)| finding(audit, name, group)).collect();
    found.sort_by(Finding::order);
    found.truncate(MOST);
    found
}

fn finding(audit: &Audit, name: &str, group: &[AlternativeShift<'_>]) -> Option<Finding> {
    let most = group.iter().max_by(|a, b| a.by.abs().total_cmp(&b.by.abs()))?;
    let kind = most.alternative.kind;
    let setting = if kind == Kind::Data { "preset" } else { "set" };
    let command = most.command(audit, Verb::Diff).option(setting, name);
    let what = GameFinding::Ruling { kind, moved: most.moved(audit) };
    let found = Audit::finding(Tone::Off, most.severity(), what, "robust", command);
    let over = if kind == Kind::Data { "data" } else { "rulings" };
    let all = most.command(audit, Verb::Robust).option("over", over);
    Some(Finding { but: vec![Caveat::RulesAsTheyAre(kind, all)], ..found })
}

/// One finding: the number that moves a win rate most, and the other numbers that move one significantly.
pub fn of_numbers(audit: &Audit) -> Vec<Finding> {
    let mut all = AlternativeShift::all(audit, |robust| &robust.numbers);
    // Archetypes are written for the current numbers, more so than the strongest players.
    if audit.parts.iter().any(|part| part.best.is_some()) {
        all.retain(|one| one.is_of_best);
    }
    // Without any of a thing it is another game, not an adjustment.
    all.retain(|one| !one.name().ends_with("=0"));
    let Some(most) = all.iter().max_by(|a, b| a.by.abs().total_cmp(&b.by.abs())) else { return Vec::new() };
    let groups = grouped(all.iter().map(|one| (path(one), ())));
    let others = groups.into_iter().map(|(name, _)| name).filter(|name| *name != path(most));
    let others = others.map(str::to_owned).collect();
    let command = most.command(audit, Verb::Sweep).option("vary", path(most));
    let what = GameFinding::Number { moved: most.moved(audit), others };
    let found = Audit::finding(Tone::Fine, most.severity(), what, "numbers", command);
    vec![Finding { but: vec![Caveat::NumbersAsTheyAre], ..found }]
}

/// The name of the number, before `=`.
fn path<'a>(one: &AlternativeShift<'a>) -> &'a str {
    one.name().split('=').next().unwrap_or_default()
}
