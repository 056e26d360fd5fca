//! How games run: whether the first round decides, whether the lead changes, how games end, and how hard the
//! game is alone.

use super::{
    Audit, Finding, Part, Tone,
    checks::{Checks, Figure},
    words,
};
use crate::tables::{Cell, Table};
use sim_engine::text::people;

/// Where more pairs of players end in the order of the first round, the rest of the game decides too little.
const SETTLED: f64 = 0.75;
/// Half of all pairs end in the order of the first round if it says nothing.
const NOTHING: f64 = 0.5;
/// Where whoever leads goes on to win more often than this, it is over.
const OVER: f64 = 0.9;
/// Rounds after which it may be over without harm: a race is won before its last step.
const LAST: usize = 2;
/// Fewer changes of the lead than this a game leave nothing to see.
const CHANGES: f64 = 1.0;
/// An ending of fewer games hardly exists.
const RARE: f64 = 0.01;
/// Alone, more or fewer wins than these are no contest.
const ALONE: (f64, f64) = (0.1, 0.9);

fn figure<'a>(
    checks: Checks<'a>,
    part: &'a Part,
    (table, row): (&Table, &[Cell]),
    name: &str,
) -> Option<Figure<'a>> {
    checks.figure(part, (table, row), [name, "low", "high"])
}

fn of_shape<'a>(checks: Checks<'a>, part: &'a Part, quantity: &str) -> Option<Figure<'a>> {
    // Alone nobody passes anybody.
    let table = part.table("shape").filter(|_| part.players > 1)?;
    let row = table.rows.iter().find(|row| table.text(row, "quantity") == quantity)?;
    figure(checks, part, (table, row), "mean")
}

pub fn findings(checks: Checks<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    found.extend(settled(checks));
    found.extend(still(checks));
    found.extend(over(checks));
    found.extend(cut_off(checks));
    found.extend(endings(checks));
    found.extend(alone(checks));
    found
}

fn run(audit: &Audit, part: &Part) -> String {
    format!("sim run {} --players {} --n {}", audit.options, part.players, part.games)
}

fn sizes(all: &[Figure<'_>]) -> String {
    words::with(&all.iter().map(|one| one.part.players).collect::<Vec<usize>>())
}

fn worst<'a>(all: &[Figure<'a>], by: impl Fn(&Figure<'_>) -> f64) -> Option<Figure<'a>> {
    all.iter().copied().max_by(|a, b| by(a).total_cmp(&by(b)))
}

/// Runaway leaders: the first round settles the order.
fn settled(checks: Checks<'_>) -> Option<Finding> {
    let all = checks.audit.parts.iter().filter_map(|part| of_shape(checks, part, "early_order"));
    let all: Vec<Figure<'_>> = all.filter(|one| one.sure.0 > SETTLED).collect();
    let most = worst(&all, |one| one.value)?;
    Some(Finding {
        tone: Tone::Off,
        severity: (most.value - NOTHING) / (SETTLED - NOTHING) - 1.0,
        text: format!("Whoever leads after the first round mostly stays ahead {}.", sizes(&all)),
        size: format!(
            "{} of pairs end in that order {}; 50 % if the first round said nothing, up to {} % is fine",
            people::percent_within(most.value, Some(most.ends)),
            words::with(&[most.part.players]),
            people::short(SETTLED * 100.0)
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "shape",
        command: run(checks.audit, most.part),
        but: Vec::new(),
    })
}

/// Games in which the lead never changes.
fn still(checks: Checks<'_>) -> Option<Finding> {
    let all = checks.audit.parts.iter().filter_map(|part| of_shape(checks, part, "lead_changes"));
    let all: Vec<Figure<'_>> = all.filter(|one| one.sure.1 < CHANGES).collect();
    let least = worst(&all, |one| -one.value)?;
    Some(Finding {
        tone: Tone::Off,
        severity: 1.0 - least.value / CHANGES,
        text: format!("The lead seldom passes to another {}.", sizes(&all)),
        size: format!(
            "{} changes a game {}; {} or more is fine",
            people::number_within(least.value, Some(least.ends)),
            words::with(&[least.part.players]),
            people::short(CHANGES)
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "shape",
        command: run(checks.audit, least.part),
        but: Vec::new(),
    })
}

fn share<'a>(checks: Checks<'a>, part: &'a Part, ending: &str) -> Option<Figure<'a>> {
    let table = part.table("ends")?;
    let row = table.rows.iter().find(|row| table.text(row, "ending") == ending)?;
    figure(checks, part, (table, row), "share")
}

/// Games that go on though they are over.
fn over(checks: Checks<'_>) -> Option<Finding> {
    // The round after which it is over, and how many follow in most games.
    let read = |part| -> Option<(Figure<'_>, usize, usize)> {
        let table = Part::table(part, "leader_by_round").filter(|_| part.players > 1)?;
        let rows: Vec<(usize, Figure<'_>)> = table
            .rows
            .iter()
            .filter(|row| table.number(row, "n").is_some_and(|n| n * 2.0 > part.games as f64))
            .filter_map(|row| {
                Some((
                    table.number(row, "round")? as usize,
                    figure(checks, part, (table, row), "leader_wins")?,
                ))
            })
            .collect();
        let last = rows.last()?.0 + 1;
        let (round, figure) = rows.into_iter().find(|(_, figure)| figure.sure.0 > OVER)?;
        (last - round > LAST).then_some((figure, round, last - round))
    };
    let all: Vec<(Figure<'_>, usize, usize)> = checks.audit.parts.iter().filter_map(read).collect();
    let (most, round, rest) = *all.iter().max_by_key(|(_, _, rest)| *rest)?;
    let players: Vec<usize> = all.iter().map(|(figure, ..)| figure.part.players).collect();
    Some(Finding {
        tone: Tone::Off,
        severity: rest as f64 / LAST as f64 - 1.0,
        text: format!("Games go on after they are won {}.", words::with(&players)),
        size: format!(
            "{}, whoever leads after round {round} wins {}, and {rest} rounds follow; up to {LAST} are fine",
            words::with(&[most.part.players]),
            people::percent_within(most.value, Some(most.ends))
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "leader_by_round",
        command: run(checks.audit, most.part),
        but: Vec::new(),
    })
}

/// Games that do not end by themselves.
fn cut_off(checks: Checks<'_>) -> Option<Finding> {
    let all: Vec<Figure<'_>> = checks
        .audit
        .parts
        .iter()
        .filter_map(|part| share(checks, part, "truncated"))
        .filter(|one| one.value > 0.0)
        .collect();
    let most = worst(&all, |one| one.value)?;
    Some(Finding {
        tone: Tone::Off,
        severity: most.value / RARE,
        text: format!(
            "Some games do not end by themselves {}: they were cut off at the ply limit.",
            sizes(&all)
        ),
        size: format!(
            "{} of games {}",
            people::percent_within(most.value, Some(most.ends)),
            words::with(&[most.part.players])
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "ends",
        command: run(checks.audit, most.part),
        but: Vec::new(),
    })
}

/// Endings of the rules that hardly ever come about, at any number of players.
fn endings(checks: Checks<'_>) -> Vec<Finding> {
    let mut names: Vec<&str> = Vec::new();
    for table in checks.audit.parts.iter().filter_map(|part| part.table("ends")) {
        for row in &table.rows {
            let name = table.text(row, "ending");
            if name != "truncated" && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let finding = |name: &str| {
        let all: Vec<Figure<'_>> =
            checks.audit.parts.iter().filter_map(|part| share(checks, part, name)).collect();
        if !all.iter().all(|one| one.sure.1 < RARE) {
            return None;
        }
        let most = worst(&all, |one| one.sure.1)?;
        Some(Finding {
            tone: Tone::Off,
            severity: 1.0 - most.sure.1 / RARE,
            text: format!("Games hardly ever end by `{name}` {}.", sizes(&all)),
            size: format!(
                "{} of games {}; {} % or more is fine",
                people::percent_within(most.value, Some(most.ends)),
                words::with(&[most.part.players]),
                people::short(RARE * 100.0)
            ),
            verdict: words::DECIDED.to_owned(),
            scene: None,
            table: "ends",
            command: run(checks.audit, most.part),
            but: vec![
                "Whether people who aim at this ending reach it more often is another question.".to_owned(),
            ],
        })
    };
    names.into_iter().filter_map(finding).collect()
}

/// Too easy or too hard alone.
fn alone(checks: Checks<'_>) -> Option<Finding> {
    let part = checks.audit.parts.iter().find(|part| part.players == 1)?;
    let table = part.table("win_rate_overall")?;
    let one = figure(checks, part, (table, table.rows.first()?), "win_rate")?;
    let (low, high) = ALONE;
    let is_easy = one.sure.0 > high;
    let is_off = is_easy || one.sure.1 < low;
    let is_fine = one.sure.0 >= low && one.sure.1 <= high;
    if !is_off && !is_fine {
        return None;
    }
    let (tone, text) = match (is_off, is_easy) {
        (true, true) => (Tone::Off, "Alone the game is hardly ever lost."),
        (true, false) => (Tone::Off, "Alone the game is hardly ever won."),
        (false, _) => (Tone::Fine, "Alone the game is a contest."),
    };
    let middle = (low + high) / 2.0;
    Some(Finding {
        tone,
        severity: (one.value - middle).abs() / (high - middle) - 1.0,
        text: text.to_owned(),
        size: format!(
            "{} of the games are won by the archetypes; {} to {} % is fine",
            people::percent_within(one.value, Some(one.ends)),
            people::short(low * 100.0),
            people::short(high * 100.0)
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "win_rate_overall",
        command: run(checks.audit, part),
        but: Vec::new(),
    })
}
