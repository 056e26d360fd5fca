//! What people would end up playing, and what nobody would.

use super::{
    Audit, Finding, Part, Tone,
    checks::{Checks, Figure},
    words,
};
use crate::tables::{Cell, Table};
use sim_engine::text::people;
use sim_script::library::BASELINES;

const RATINGS: &str = "tournament_ratings";
/// A strategy that more of a crowd plays has taken the game over.
const MOST: f64 = 0.5;
/// A strategy that less of a crowd plays is not played: one in a hundred picks anything.
const LEAST: f64 = 0.02;
const NAMES: usize = 6;

pub fn findings(checks: Checks<'_>) -> Vec<Finding> {
    let taken = || taken_over(checks);
    taken().into_iter().chain(open_field(checks)).chain(unplayed(checks)).collect()
}

/// The strategy that most of the crowd plays in the end.
struct Leader<'a> {
    name: &'a str,
    played: Figure<'a>,
}

/// The part of a crowd that plays a strategy.
fn played<'a>(checks: Checks<'a>, part: &'a Part, table: &Table, row: &[Cell]) -> Option<Figure<'a>> {
    checks.figure(part, (table, row), ["played", "played_low", "played_high"])
}

fn leader<'a>(checks: Checks<'a>, part: &'a Part) -> Option<Leader<'a>> {
    let table = part.table(RATINGS)?;
    let all = table.rows.iter().filter_map(|row| {
        Some(Leader { name: table.text(row, "strategy"), played: played(checks, part, table, row)? })
    });
    all.max_by(|a, b| a.played.value.total_cmp(&b.played.value))
}

impl Leader<'_> {
    fn size(&self) -> String {
        let [low, high] = [self.played.ends.0, self.played.ends.1].map(|end| people::fixed(end * 100.0, 0));
        let played = people::fixed(self.played.value * 100.0, 0);
        format!("{played} % of a crowd ({low} to {high}); up to {} % is fine", people::short(MOST * 100.0))
    }

    fn severity(&self) -> f64 {
        self.played.value / MOST - 1.0
    }
}

/// Strategies that take the game over, each at all numbers of players where it does.
fn taken_over(checks: Checks<'_>) -> Vec<Finding> {
    let leaders = checks
        .audit
        .parts
        .iter()
        .filter_map(|part| leader(checks, part))
        .filter(|leader| leader.played.sure.0 > MOST);
    let groups = words::grouped(leaders.map(|leader| (leader.name.to_owned(), leader)));
    let finding = |(name, group): (String, Vec<Leader<'_>>)| {
        let worst = group.iter().max_by(|a, b| a.played.value.total_cmp(&b.played.value))?;
        let sizes: Vec<usize> = group.iter().map(|one| one.played.part.players).collect();
        let plan = if name == "expert" { ", the strongest script that was found" } else { "" };
        Some(Finding {
            tone: Tone::Off,
            severity: worst.severity(),
            text: format!("One plan takes over {}: people would end up playing `{name}`{plan}.", words::with(&sizes)),
            size: worst.size(),
            verdict: words::DECIDED.to_owned(),
            scene: None,
            table: RATINGS,
            command: command(checks.audit, worst.played.part),
            but: vec!["Only the scripts that are shipped took part; another plan may beat it: `sim league` looks for one.".to_owned()],
        })
    };
    groups.into_iter().filter_map(finding).collect()
}

/// The numbers of players at which no strategy takes over.
fn open_field(checks: Checks<'_>) -> Option<Finding> {
    let leaders: Vec<Leader<'_>> = checks
        .audit
        .parts
        .iter()
        .filter_map(|part| leader(checks, part))
        .filter(|leader| leader.played.sure.1 <= MOST)
        .collect();
    let most = leaders.iter().max_by(|a, b| a.played.value.total_cmp(&b.played.value))?;
    let sizes: Vec<usize> = leaders.iter().map(|one| one.played.part.players).collect();
    Some(Finding {
        tone: Tone::Fine,
        severity: most.severity(),
        text: format!(
            "No plan takes over {}: several strategies are played in the end.",
            words::with(&sizes)
        ),
        size: format!(
            "most is `{}` {}: {}",
            most.name,
            words::with(&[most.played.part.players]),
            most.size()
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: RATINGS,
        command: command(checks.audit, most.played.part),
        but: Vec::new(),
    })
}

/// Strategies that nobody would play at any number of players.
fn unplayed(checks: Checks<'_>) -> Option<Finding> {
    let tables: Vec<(&Part, &Table)> =
        checks.audit.parts.iter().filter_map(|part| Some((part, part.table(RATINGS)?))).collect();
    let (part, first) = tables.first()?;
    let is_nowhere = |name: &&str| {
        tables.iter().all(|(part, table)| {
            let row = table.rows.iter().find(|row| table.text(row, "strategy") == *name);
            let played = row.and_then(|row| played(checks, part, table, row));
            played.is_some_and(|played| played.sure.1 < LEAST)
        })
    };
    let names = first.rows.iter().map(|row| first.text(row, "strategy"));
    let archetypes: Vec<&str> = names.filter(|name| !BASELINES.contains(name)).collect();
    let unplayed = archetypes.iter().copied().filter(is_nowhere);
    let named: Vec<String> = unplayed.map(|name| format!("`{name}`")).collect();
    // Where a baseline beats them all, that one takes over, and this says nothing more.
    if named.is_empty() || named.len() == archetypes.len() {
        return None;
    }
    let share = named.len() as f64 / archetypes.len() as f64;
    Some(Finding {
        tone: Tone::Off,
        severity: share,
        text: format!(
            "{} would be played by nobody in the end: {}.",
            people::counted(named.len() as u64, "plan", "plans"),
            words::names(&named, NAMES)
        ),
        size: format!(
            "less than {} % of a crowd each, at every number of players",
            people::short(LEAST * 100.0)
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: RATINGS,
        command: command(checks.audit, part),
        but: vec![
            "A plan may lose because its script plays it badly: `sim tune` looks for better numbers."
                .to_owned(),
        ],
    })
}

fn command(audit: &Audit, part: &Part) -> String {
    format!("sim tournament {} --players {}", audit.options, part.players)
}
