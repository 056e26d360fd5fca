//! Open rulings and reconstructions that results hang on.

use super::{Audit, Finding, Part, Tone, words};
use crate::{
    command::Verb,
    figure::Owner,
    robust::{Alternative, Kind, Robustness, ShareRow},
};
use sim_engine::text::people;
use sim_stats::Interval;

/// Most rulings that have a finding each.
const MOST: usize = 4;

/// A win rate that surely moves with a ruling, with reconstructed data or with a number.
#[derive(Clone, Copy)]
pub struct Moved<'a> {
    pub part: &'a Part,
    alternative: &'a Alternative,
    row: &'a ShareRow,
    pub by: f64,
    ends: Interval,
}

impl<'a> Moved<'a> {
    /// A win rate that moves by more is another result.
    pub const TOLERANCE: f64 = 0.05;

    /// Those of some rows of every part, other players left out.
    pub fn all(audit: &'a Audit, rows: impl Fn(&'a Robustness) -> &'a Vec<ShareRow>) -> Vec<Moved<'a>> {
        let of = |part: &'a Part| Some((part, part.robust.as_ref()?));
        let of_part = |(part, robust): (&'a Part, &'a Robustness)| {
            rows(robust).iter().filter_map(move |row| {
                let moved = row.difference.difference;
                let (by, ends) = moved.value.zip(moved.interval)?;
                let is_far = ends.low > Self::TOLERANCE || ends.high < -Self::TOLERANCE;
                let alternative = &robust.alternatives[row.alternative];
                let is_of_the_game = alternative.kind != Kind::Players;
                let is_it = row.is_found() && is_far && is_of_the_game;
                is_it.then_some(Moved { part, alternative, row, by, ends })
            })
        };
        audit.parts.iter().filter_map(of).flat_map(of_part).collect()
    }

    /// What is changed.
    pub fn name(&self) -> &'a str {
        &self.alternative.name
    }

    pub fn whose(&self) -> String {
        match &self.row.owner {
            Owner::Strategy(name) => format!("`{name}`"),
            owner => owner.to_string(),
        }
    }

    /// The win rate in the standard run, and what becomes of it.
    pub fn shift(&self) -> String {
        let share = |share: Option<f64>| share.map_or(String::new(), |share| people::percent(share, None));
        format!("from {} to {}", share(self.row.standard), share(self.row.win_rate.value))
    }

    pub fn size(&self) -> String {
        format!("{}; {}", words::points(self.by, Some(self.ends)), words::tolerance(Self::TOLERANCE))
    }

    pub fn severity(&self) -> f64 {
        self.by.abs() / Self::TOLERANCE - 1.0
    }
}

pub fn findings(audit: &Audit) -> Vec<Finding> {
    let all = Moved::all(audit, |robust| &robust.shares);
    let groups = words::grouped(all.into_iter().map(|one| (one.name(), one)));
    let mut found: Vec<Finding> =
        groups.iter().filter_map(|(name, group)| finding(audit, name, group)).collect();
    found.sort_by(Finding::order);
    found.truncate(MOST);
    found
}

fn finding(audit: &Audit, name: &str, group: &[Moved<'_>]) -> Option<Finding> {
    let most = group.iter().max_by(|a, b| a.by.abs().total_cmp(&b.by.abs()))?;
    let mut sizes = words::sizes(group.iter().map(|one| one.part));
    sizes.sort_unstable();
    sizes.dedup();
    let (what, over, setting) = match most.alternative.kind {
        Kind::Data => ("The reconstruction", "data", "preset"),
        _ => ("The ruling", "rulings", "set"),
    };
    let players = most.part.players();
    Some(Finding {
        tone: Tone::Off,
        severity: most.severity(),
        text: format!(
            "{what} `{name}` would change who wins {}: {} goes {} {}.",
            words::with(&sizes),
            most.whose(),
            most.shift(),
            words::with(&[players])
        ),
        size: most.size(),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "robust",
        command: audit.command(Verb::Diff, vec![players]).option(setting, name),
        but: vec![format!(
            "The strategies were written for the rules as they are, and do not adapt. `sim robust --over {over}` shows all."
        )],
    })
}
