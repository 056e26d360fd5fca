use super::{
    Audit, TableAudit,
    checks::{Checks, Figure},
    grouped, sizes,
};
use crate::{
    command::{Command, Verb},
    finding::{Caveat, Finding, GameFinding, Tone},
    tournament::{Rating, Standings},
};
use sim_script::library::BASELINES;
use sim_stats::estimate::MIN_DEALS;

/// A strategy played by a larger share of the population has taken the game over.
const MOST: f64 = 0.5;
/// A strategy played by a smaller share of the population counts as unplayed: one in a hundred picks at random.
const LEAST: f64 = 0.02;
const TABLE: &str = "tournament_ratings";

pub fn findings(checks: Checks<'_>) -> Vec<Finding> {
    taken_over(checks).into_iter().chain(open_field(checks)).chain(unplayed(checks)).collect()
}

struct Leader<'a> {
    name: &'a str,
    played: Figure<'a>,
}

fn played<'a>(checks: Checks<'a>, part: &'a TableAudit, rating: &Rating) -> Figure<'a> {
    checks.figure(part, rating.played.value, rating.played.ends)
}

fn name<'a>(standings: &'a Standings, rating: &Rating) -> &'a str {
    &standings.strategies[rating.strategy]
}

fn leader<'a>(checks: Checks<'a>, part: &'a TableAudit) -> Option<Leader<'a>> {
    let standings = part.standings.as_ref().filter(|_| part.summary.deals >= MIN_DEALS)?;
    let leader = |rating| Leader { name: name(standings, rating), played: played(checks, part, rating) };
    let all = standings.ratings.iter().map(leader);
    all.max_by(|a, b| a.played.value.total_cmp(&b.played.value))
}

fn leaders(checks: Checks<'_>) -> impl Iterator<Item = Leader<'_>> {
    checks.audit.parts.iter().filter_map(move |part| leader(checks, part))
}

impl Leader<'_> {
    fn severity(&self) -> f64 {
        self.played.value / MOST - 1.0
    }
}

fn taken_over(checks: Checks<'_>) -> Vec<Finding> {
    let leaders = leaders(checks)
        .filter(|leader| leader.played.sure.low > MOST)
        // A baseline may be trained or tuned; that it beats scripts of one plan says nothing about the game.
        .filter(|leader| !BASELINES.contains(&leader.name));
    let groups = grouped(leaders.map(|leader| (leader.name, leader)));
    let finding = |(name, group): (&str, Vec<Leader<'_>>)| {
        let worst = group.iter().max_by(|a, b| a.played.value.total_cmp(&b.played.value))?;
        let what = GameFinding::TakenOver {
            strategy: name.to_owned(),
            sizes: sizes(group.iter().map(|one| one.played.part)),
            played: worst.played.at(),
            most: MOST,
        };
        let command = command(checks.audit, worst.played.part);
        let found = Audit::finding(Tone::Off, worst.severity(), what, TABLE, command);
        let exploit = named(checks.audit, Verb::Train, name, worst.played.part).flag("exploit");
        Some(Finding { but: vec![Caveat::ShippedAlone(exploit)], ..found })
    };
    groups.into_iter().filter_map(finding).collect()
}

fn open_field(checks: Checks<'_>) -> Option<Finding> {
    let leaders: Vec<Leader<'_>> = leaders(checks).filter(|leader| leader.played.sure.high <= MOST).collect();
    let most = leaders.iter().max_by(|a, b| a.played.value.total_cmp(&b.played.value))?;
    let what = GameFinding::OpenField {
        strategy: most.name.to_owned(),
        sizes: sizes(leaders.iter().map(|one| one.played.part)),
        played: most.played.at(),
        most: MOST,
    };
    let command = command(checks.audit, most.played.part);
    Some(Audit::finding(Tone::Fine, most.severity(), what, TABLE, command))
}

fn unplayed(checks: Checks<'_>) -> Option<Finding> {
    // Where a baseline takes over, that says nothing about the archetypes among themselves.
    let is_theirs = |part: &&TableAudit| {
        leader(checks, part).is_some_and(|one| one.played.sure.low <= MOST || !BASELINES.contains(&one.name))
    };
    let theirs = checks.audit.parts.iter().filter(is_theirs);
    let all: Vec<(&TableAudit, &Standings)> =
        theirs.filter_map(|part| Some((part, part.standings.as_ref()?))).collect();
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
    let strategies: Vec<String> = unplayed.map(str::to_owned).collect();
    // If a baseline beats them all, it takes over, and this finding adds nothing.
    if strategies.is_empty() || strategies.len() == archetypes.len() {
        return None;
    }
    let share = strategies.len() as f64 / archetypes.len() as f64;
    let tuned = named(checks.audit, Verb::Train, &strategies[0], part).option("params", "all");
    let has_trained = archetypes.len() < first.ratings.len();
    let what = GameFinding::Unplayed { strategies, has_trained, least: LEAST };
    let found = Audit::finding(Tone::Off, share, what, TABLE, command(checks.audit, part));
    Some(Finding { but: vec![Caveat::PlayedBadly(tuned)], ..found })
}

fn command(audit: &Audit, part: &TableAudit) -> Command {
    named(audit, Verb::Compare, "all", part)
}

fn named(audit: &Audit, verb: Verb, name: &str, part: &TableAudit) -> Command {
    let command = Command::new(verb).names([name]);
    audit.words(vec![part.players()]).fold(command, Command::with)
}
