//! How games run: whether the first round decides, whether the lead changes, how games end, and how hard the
//! game is alone.

use super::{
    Finding, Part, Tone,
    checks::{Checks, Figure},
    words,
};
use crate::summary::Ending;
use sim_engine::text::people;
use sim_play::tally::Shape;

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

fn of_shape<'a>(checks: Checks<'a>, part: &'a Part, shape: Shape) -> Option<Figure<'a>> {
    // Alone nobody passes anybody.
    let rows = part.summary.course.shape.iter().filter(|_| part.players() > 1);
    let row = rows.into_iter().find(|row| row.shape == shape)?;
    checks.estimate(part, &row.mean)
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

fn sizes(all: &[Figure<'_>]) -> String {
    words::with(&words::sizes(all.iter().map(|one| one.part)))
}

fn worst<'a>(all: &[Figure<'a>], by: impl Fn(&Figure<'_>) -> f64) -> Option<Figure<'a>> {
    all.iter().copied().max_by(|a, b| by(a).total_cmp(&by(b)))
}

/// Runaway leaders: the first round settles the order.
fn settled(checks: Checks<'_>) -> Option<Finding> {
    let all = checks.audit.parts.iter().filter_map(|part| of_shape(checks, part, Shape::EarlyOrder));
    let all: Vec<Figure<'_>> = all.filter(|one| one.sure.low > SETTLED).collect();
    let most = worst(&all, |one| one.value)?;
    Some(Finding {
        tone: Tone::Off,
        severity: (most.value - NOTHING) / (SETTLED - NOTHING) - 1.0,
        text: format!("Whoever leads after the first round mostly stays ahead {}.", sizes(&all)),
        size: format!(
            "{} of pairs end in that order {}; 50 % if the first round said nothing, up to {} % is fine",
            people::percent_within(most.value, Some(words::ends(most.ends))),
            words::with(&[most.part.players()]),
            people::short(SETTLED * 100.0)
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "shape",
        command: checks.audit.run(most.part),
        but: Vec::new(),
    })
}

/// Games in which the lead never changes.
fn still(checks: Checks<'_>) -> Option<Finding> {
    let all = checks.audit.parts.iter().filter_map(|part| of_shape(checks, part, Shape::LeadChanges));
    let all: Vec<Figure<'_>> = all.filter(|one| one.sure.high < CHANGES).collect();
    let least = worst(&all, |one| -one.value)?;
    Some(Finding {
        tone: Tone::Off,
        severity: 1.0 - least.value / CHANGES,
        text: format!("The lead seldom passes to another {}.", sizes(&all)),
        size: format!(
            "{} changes a game {}; {} or more is fine",
            people::number_within(least.value, Some(words::ends(least.ends))),
            words::with(&[least.part.players()]),
            people::short(CHANGES)
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "shape",
        command: checks.audit.run(least.part),
        but: Vec::new(),
    })
}

fn share<'a>(checks: Checks<'a>, part: &'a Part, ending: Ending) -> Option<Figure<'a>> {
    let row = part.summary.course.ends.iter().find(|row| row.ending == ending)?;
    checks.estimate(part, &row.share)
}

/// Games that go on though they are over.
fn over<'a>(checks: Checks<'a>) -> Option<Finding> {
    // The round after which it is over, and how many follow in most games.
    let read = |part: &'a Part| -> Option<(Figure<'a>, usize, usize)> {
        // After a round that most games do not get to, hardly any follow.
        let is_met = |n: u64| n as f64 * 2.0 > part.games() as f64;
        let leaders = part.summary.course.leaders.iter().filter(|_| part.players() > 1);
        let rows: Vec<(usize, Figure<'_>)> = leaders
            .filter(|row| is_met(row.wins.n))
            .filter_map(|row| Some((row.round, checks.estimate(part, &row.wins)?)))
            .collect();
        let last = rows.last()?.0 + 1;
        let (round, figure) = rows.into_iter().find(|(_, figure)| figure.sure.low > OVER)?;
        (last - round > LAST).then_some((figure, round, last - round))
    };
    let all: Vec<(Figure<'_>, usize, usize)> = checks.audit.parts.iter().filter_map(read).collect();
    let (most, round, rest) = *all.iter().max_by_key(|(_, _, rest)| *rest)?;
    let players = words::sizes(all.iter().map(|(figure, ..)| figure.part));
    Some(Finding {
        tone: Tone::Off,
        severity: rest as f64 / LAST as f64 - 1.0,
        text: format!("Games go on after they are won {}.", words::with(&players)),
        size: format!(
            "{}, whoever leads after round {round} wins {}, and {rest} rounds follow; up to {LAST} are fine",
            words::with(&[most.part.players()]),
            people::percent_within(most.value, Some(words::ends(most.ends)))
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "leader_by_round",
        command: checks.audit.run(most.part),
        but: Vec::new(),
    })
}

/// Games that do not end by themselves.
fn cut_off(checks: Checks<'_>) -> Option<Finding> {
    let all: Vec<Figure<'_>> = checks
        .audit
        .parts
        .iter()
        .filter_map(|part| share(checks, part, Ending::CutOff))
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
            people::percent_within(most.value, Some(words::ends(most.ends))),
            words::with(&[most.part.players()])
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "ends",
        command: checks.audit.run(most.part),
        but: Vec::new(),
    })
}

/// Endings of the rules that hardly ever come about, at any number of players.
fn endings(checks: Checks<'_>) -> Vec<Finding> {
    let mut endings: Vec<Ending> = Vec::new();
    for row in checks.audit.parts.iter().flat_map(|part| &part.summary.course.ends) {
        if row.ending != Ending::CutOff && !endings.contains(&row.ending) {
            endings.push(row.ending);
        }
    }
    let finding = |ending: Ending| {
        let all: Vec<Figure<'_>> =
            checks.audit.parts.iter().filter_map(|part| share(checks, part, ending)).collect();
        if !all.iter().all(|one| one.sure.high < RARE) {
            return None;
        }
        let most = worst(&all, |one| one.sure.high)?;
        Some(Finding {
            tone: Tone::Off,
            severity: 1.0 - most.sure.high / RARE,
            text: format!("Games hardly ever end by `{}` {}.", ending.word(), sizes(&all)),
            size: format!(
                "{} of games {}; {} % or more is fine",
                people::percent_within(most.value, Some(words::ends(most.ends))),
                words::with(&[most.part.players()]),
                people::short(RARE * 100.0)
            ),
            verdict: words::DECIDED.to_owned(),
            scene: None,
            table: "ends",
            command: checks.audit.run(most.part),
            but: vec![
                "Whether people who aim at this ending reach it more often is another question.".to_owned(),
            ],
        })
    };
    endings.into_iter().filter_map(finding).collect()
}

/// Too easy or too hard alone.
fn alone(checks: Checks<'_>) -> Option<Finding> {
    let part = checks.audit.parts.iter().find(|part| part.players() == 1)?;
    let one = checks.estimate(part, &part.summary.rates.overall.as_ref()?.estimate)?;
    let (low, high) = ALONE;
    let is_easy = one.sure.low > high;
    let is_off = is_easy || one.sure.high < low;
    let is_fine = one.sure.low >= low && one.sure.high <= high;
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
            people::percent_within(one.value, Some(words::ends(one.ends))),
            people::short(low * 100.0),
            people::short(high * 100.0)
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "win_rate_overall",
        command: checks.audit.run(part),
        but: Vec::new(),
    })
}
