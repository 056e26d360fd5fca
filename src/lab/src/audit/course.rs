use super::{
    Audit, TableAudit,
    answer::CourseAt,
    checks::{Checks, Figure},
};
use crate::{
    finding::{Caveat, Contest, Finding, GameFinding, Tone},
    summary::{Ending, LeaderRow},
};
use sim_play::tally::Shape;
use sim_stats::Interval;

/// If a larger share of pairs finishes in the order of the first round, the rest of the game decides too little.
pub const SETTLED: f64 = 0.75;
/// Share of pairs that finish in the order of the first round if that order predicts nothing.
pub const NOTHING: f64 = 0.5;
/// A game is over once its leader goes on to win more often than this.
const OVER: f64 = 0.9;
/// Rounds that may follow without harm once the game is over: a race is won before its last step.
const LAST: usize = 2;
/// With fewer lead changes per game there is little to watch, provided that the winner leads for good before the
/// fraction [`EARLY`] of the game. Where points come late the lead cannot change often, and nothing is decided early.
const CHANGES: f64 = 1.0;
const EARLY: f64 = 0.5;
/// An ending of a smaller share of games hardly exists.
const RARE: f64 = 0.01;
/// A solo win rate outside this range is no contest.
const ALONE: Interval = Interval { low: 0.1, high: 0.9 };

fn of_shape<'a>(checks: Checks<'a>, part: &'a TableAudit, shape: Shape) -> Option<Figure<'a>> {
    // A solo player has nobody to overtake.
    let rows = part.course().shape.iter().filter(|_| part.players() > 1);
    let row = rows.into_iter().find(|row| row.shape == shape)?;
    checks.estimate(part, &row.mean)
}

pub fn findings(checks: Checks<'_>) -> Vec<Finding> {
    let all = [settled(checks), still(checks), over(checks), cut_off(checks)];
    all.into_iter().flatten().chain(endings(checks)).chain(alone(checks)).collect()
}

fn sizes(all: &[Figure<'_>]) -> Vec<usize> {
    super::sizes(all.iter().map(|one| one.part))
}

fn finding(
    checks: Checks<'_>,
    part: &TableAudit,
    severity: f64,
    what: GameFinding,
    table: &'static str,
) -> Finding {
    Audit::finding(Tone::Off, severity, what, table, checks.audit.run(part))
}

fn worst<'a>(all: &[Figure<'a>], by: impl Fn(&Figure<'_>) -> f64) -> Option<Figure<'a>> {
    all.iter().copied().max_by(|a, b| by(a).total_cmp(&by(b)))
}

fn settled(checks: Checks<'_>) -> Option<Finding> {
    let all = checks.audit.parts.iter().filter_map(|part| of_shape(checks, part, Shape::EarlyOrder));
    let all: Vec<Figure<'_>> = all.filter(|one| one.sure.low > SETTLED).collect();
    let most = worst(&all, |one| one.value)?;
    let severity = (most.value - NOTHING) / (SETTLED - NOTHING) - 1.0;
    let (sizes, pairs) = (sizes(&all), most.at());
    let unit = most.part.summary.info.round_unit;
    let what = GameFinding::Settled { sizes, unit, pairs, most: SETTLED };
    Some(finding(checks, most.part, severity, what, "shape"))
}

fn still(checks: Checks<'_>) -> Option<Finding> {
    let is_early =
        |part: &&TableAudit| Pace::new(part).is_some_and(|pace| pace.after < EARLY * pace.rounds as f64);
    let early = checks.audit.parts.iter().filter(is_early);
    let all = early.filter_map(|part| of_shape(checks, part, Shape::LeadChanges));
    let all: Vec<Figure<'_>> = all.filter(|one| one.sure.high < CHANGES).collect();
    let least = worst(&all, |one| -one.value)?;
    let what = GameFinding::Still { sizes: sizes(&all), changes: least.at(), least: CHANGES };
    Some(finding(checks, least.part, 1.0 - least.value / CHANGES, what, "shape"))
}

fn share<'a>(checks: Checks<'a>, part: &'a TableAudit, ending: Ending) -> Option<Figure<'a>> {
    let row = part.course().ends.iter().find(|row| row.ending == ending)?;
    checks.estimate(part, &row.share)
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// The round after which the winner leads for good, on average.
    pub after: f64,
    /// Rounds that most games have.
    pub rounds: usize,
    pub unit: &'static str,
}

impl Pace {
    /// `None` in solo play, where nobody is overtaken, and for games without rounds.
    pub fn new(part: &TableAudit) -> Option<Pace> {
        let course = part.course();
        let row = course.shape.iter().find(|row| row.shape == Shape::DecidedAfter && part.players() > 1)?;
        let rounds = met(part).last()?.round + 1;
        Some(Pace { after: row.mean.value?, rounds, unit: part.summary.info.round_unit })
    }
}

/// Leaders' results after the rounds that more than half of the games reach and continue from.
fn met(part: &TableAudit) -> impl DoubleEndedIterator<Item = &LeaderRow> {
    let is_met = |row: &&LeaderRow| row.wins.n as f64 * 2.0 > part.played_best().games as f64;
    part.course().leaders.iter().filter(is_met)
}

pub fn at(part: &TableAudit) -> CourseAt {
    let shape = |shape: Shape| part.course().shape.iter().find(|row| row.shape == shape).map(|row| row.mean);
    CourseAt {
        players: part.players(),
        plies: part.course().length.first().and_then(|row| row.mean.value),
        pace: Pace::new(part),
        changes: shape(Shape::LeadChanges),
        early: shape(Shape::EarlyOrder),
    }
}

fn over<'a>(checks: Checks<'a>) -> Option<Finding> {
    // The round after which the game is over, and how many rounds follow in most games.
    let read = |part: &'a TableAudit| -> Option<(Figure<'a>, usize, usize)> {
        // Few rounds follow one that most games do not reach.
        let leaders = met(part).filter(|_| part.players() > 1);
        let rows: Vec<(usize, Figure<'_>)> =
            leaders.filter_map(|row| Some((row.round, checks.estimate(part, &row.wins)?))).collect();
        let last = rows.last()?.0 + 1;
        let (round, figure) = rows.into_iter().find(|(_, figure)| figure.sure.low > OVER)?;
        (last - round > LAST).then_some((figure, round, last - round))
    };
    let all: Vec<(Figure<'_>, usize, usize)> = checks.audit.parts.iter().filter_map(read).collect();
    let (most, round, rest) = *all.iter().max_by_key(|(_, _, rest)| *rest)?;
    let sizes = super::sizes(all.iter().map(|(figure, ..)| figure.part));
    let what = GameFinding::Over { sizes, wins: most.at(), after: round, rest, most: LAST };
    Some(finding(checks, most.part, rest as f64 / LAST as f64 - 1.0, what, "leader_by_round"))
}

fn cut_off(checks: Checks<'_>) -> Option<Finding> {
    let all = checks.audit.parts.iter().filter_map(|part| share(checks, part, Ending::CutOff));
    let all: Vec<Figure<'_>> = all.filter(|one| one.value > 0.0).collect();
    let most = worst(&all, |one| one.value)?;
    let what = GameFinding::Endless { sizes: sizes(&all), games: most.at() };
    Some(finding(checks, most.part, most.value / RARE, what, "ends"))
}

fn endings(checks: Checks<'_>) -> Vec<Finding> {
    let mut endings: Vec<Ending> = Vec::new();
    for row in checks.audit.parts.iter().flat_map(|part| &part.course().ends) {
        if row.ending != Ending::CutOff && !endings.contains(&row.ending) {
            endings.push(row.ending);
        }
    }
    let rare = |ending: Ending| {
        let all: Vec<Figure<'_>> =
            checks.audit.parts.iter().filter_map(|part| share(checks, part, ending)).collect();
        if !all.iter().all(|one| one.sure.high < RARE) {
            return None;
        }
        let most = worst(&all, |one| one.sure.high)?;
        let what = GameFinding::RareEnding { ending, sizes: sizes(&all), games: most.at(), least: RARE };
        let found = finding(checks, most.part, 1.0 - most.sure.high / RARE, what, "ends");
        Some(Finding { but: vec![Caveat::NobodyAimed], ..found })
    };
    endings.into_iter().filter_map(rare).collect()
}

fn alone(checks: Checks<'_>) -> Option<Finding> {
    let part = checks.audit.parts.iter().find(|part| part.players() == 1)?;
    let one = checks.estimate(part, &part.summary.rates.overall.as_ref()?.estimate)?;
    let Interval { low, high } = ALONE;
    let (tone, contest) = match one.sure {
        sure if sure.low > high => (Tone::Off, Contest::HardlyLost),
        sure if sure.high < low => (Tone::Off, Contest::HardlyWon),
        sure if sure.low >= low && sure.high <= high => (Tone::Fine, Contest::Even),
        _ => return None,
    };
    let middle = (low + high) / 2.0;
    let severity = (one.value - middle).abs() / (high - middle) - 1.0;
    let what = GameFinding::Alone { contest, won: one.at(), fine: ALONE };
    let found = finding(checks, part, severity, what, "win_rate_overall");
    Some(Finding { tone, ..found })
}
