//! What people would end up playing, and what nobody would.

use super::{
    Audit, Finding, Part, Tone,
    checks::{Checks, Figure},
    words,
};
use crate::{
    command::{Command, Verb},
    tournament::{Rating, Standings},
};
use sim_engine::text::people;
use sim_script::library::BASELINES;

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
fn played<'a>(checks: Checks<'a>, part: &'a Part, rating: &Rating) -> Figure<'a> {
    checks.figure(part, rating.played.value, rating.played.ends)
}

fn name<'a>(standings: &'a Standings, rating: &Rating) -> &'a str {
    &standings.strategies[rating.strategy]
}

fn leader<'a>(checks: Checks<'a>, part: &'a Part) -> Option<Leader<'a>> {
    let standings = part.standings.as_ref()?;
    let leader = |rating| Leader { name: name(standings, rating), played: played(checks, part, rating) };
    let all = standings.ratings.iter().map(leader);
    all.max_by(|a, b| a.played.value.total_cmp(&b.played.value))
}

impl Leader<'_> {
    fn size(&self) -> String {
        let [low, high] =
            [self.played.ends.low, self.played.ends.high].map(|end| people::fixed(end * 100.0, 0));
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
        .filter(|leader| leader.played.sure.low > MOST);
    let groups = words::grouped(leaders.map(|leader| (leader.name, leader)));
    let finding = |(name, group): (&str, Vec<Leader<'_>>)| {
        let worst = group.iter().max_by(|a, b| a.played.value.total_cmp(&b.played.value))?;
        let sizes = words::sizes(group.iter().map(|one| one.played.part));
        let plan = if name == "expert" { ", the strongest script that was found" } else { "" };
        Some(Finding {
            tone: Tone::Off,
            severity: worst.severity(),
            text: format!("One plan takes over {}: people would end up playing `{name}`{plan}.", words::with(&sizes)),
            size: worst.size(),
            verdict: words::DECIDED.to_owned(),
            scene: None,
            table: "tournament_ratings",
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
        .filter(|leader| leader.played.sure.high <= MOST)
        .collect();
    let most = leaders.iter().max_by(|a, b| a.played.value.total_cmp(&b.played.value))?;
    let sizes = words::sizes(leaders.iter().map(|one| one.played.part));
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
            words::with(&[most.played.part.players()]),
            most.size()
        ),
        verdict: words::DECIDED.to_owned(),
        scene: None,
        table: "tournament_ratings",
        command: command(checks.audit, most.played.part),
        but: Vec::new(),
    })
}

/// Strategies that nobody would play at any number of players.
fn unplayed(checks: Checks<'_>) -> Option<Finding> {
    let all: Vec<(&Part, &Standings)> =
        checks.audit.parts.iter().filter_map(|part| Some((part, part.standings.as_ref()?))).collect();
    let (part, first) = all.first()?;
    let is_nowhere = |wanted: &&str| {
        all.iter().all(|(part, standings)| {
            let rating = standings.ratings.iter().find(|rating| name(standings, rating) == *wanted);
            rating.is_some_and(|rating| played(checks, part, rating).sure.high < LEAST)
        })
    };
    let names = first.ratings.iter().map(|rating| name(first, rating));
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
        table: "tournament_ratings",
        command: command(checks.audit, part),
        but: vec![
            "A plan may lose because its script plays it badly: `sim tune` looks for better numbers."
                .to_owned(),
        ],
    })
}

fn command(audit: &Audit, part: &Part) -> Command {
    audit.command(Verb::Tournament, vec![part.players()])
}
