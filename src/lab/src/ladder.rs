//! Levels of skill: players from random to champion, and how far each is ahead of the next.
//!
//! A rung is a strategy, or several ways to play. On each step, one player of the upper rung meets players of the
//! lower, and one of the lower meets players of the upper, on different deals. Both yield a distance: in Elo points,
//! of which 400 are odds of ten to one, or, if points are the objective, in points per game. The length of the ladder
//! is the depth of the game, as far as these players reach.

use serde::{Deserialize, Serialize};
use sim_engine::{Info, Objective};
use sim_play::{
    Entry, Schedule,
    arm::{Contest, OpenGame, Score, Stopped},
};
use sim_script::Strategy;
use sim_stats::{Estimate, Interval, estimate::MIN_DEALS, grouped::apart};

use crate::{
    Error, Event, Lab, Stop, Work,
    command::{Command, Verb},
    player::{Player, archetypes},
    spec::RulesSpec,
};

/// Default number of games per seating of a step.
pub const GAMES: u64 = 4_000;
/// The rungs that games have, from the lowest; archetypes stand in between.
const BELOW: [&str; 2] = ["random", "greedy"];
const ABOVE: [&str; 3] = ["default", "expert", "champion"];
const ARCHETYPES: &str = "archetypes";
/// Elo points of odds of ten to one.
const SCALE: f64 = 400.0;
/// Offset between the first deals of consecutive seatings.
const APART: u64 = 1 << 32;
/// Why a step with enough deals has no length.
const ALL_OR_NOTHING: &str = "wins all or nothing";

#[derive(Debug, Clone)]
pub struct Rung {
    pub name: String,
    /// One or more, each equally often.
    pub players: Vec<Player>,
}

impl Rung {
    pub fn single(player: Player) -> Rung {
        Rung { name: player.named.clone(), players: vec![player] }
    }
}

/// The rungs that a game comes with, from the lowest.
pub fn usual_rungs(entry: &Entry) -> Result<Vec<Rung>, Error> {
    let each =
        |names: &[&str]| Ok::<_, Error>(Player::all_shipped(entry, names)?.into_iter().map(Rung::single));
    let mut rungs: Vec<Rung> = each(&BELOW)?.collect();
    let mut ways = archetypes(entry);
    ways.retain(|name| !BELOW.contains(&name.as_str()) && !ABOVE.contains(&name.as_str()));
    let players = Player::all_shipped(entry, &ways)?;
    if !players.is_empty() {
        rungs.push(Rung { name: ARCHETYPES.to_owned(), players });
    }
    rungs.extend(each(&ABOVE)?);
    // The `default` of a game without strategies reads nothing and plays like `random`: it is no level of its own.
    rungs.retain(|rung| !rung.players.iter().all(|one| one.strategy.reads_nothing()));
    Ok(rungs)
}

#[derive(Clone)]
pub struct LadderSpec {
    pub rules: RulesSpec,
    /// Seats per table, each 2 or more.
    pub players: Vec<usize>,
    /// From the lowest, two or more.
    pub rungs: Vec<Rung>,
    /// Games per seating of a step, in whole deals.
    pub games: u64,
    pub seed: u64,
}

#[derive(Debug, Clone)]
pub struct Ladders {
    pub info: &'static Info,
    pub tables: Vec<Ladder>,
}

impl Ladders {
    pub fn objective(&self) -> Objective {
        self.tables.first().map_or(Objective::Wins, |ladder| ladder.objective)
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Ladder {
    pub players: usize,
    /// From the lowest, one for each pair of adjacent rungs.
    pub steps: Vec<Step>,
    /// Distance between its [`ends`](Ladder::ends), in points.
    pub length: Estimate,
    #[serde(default, skip_serializing_if = "Objective::is_wins")]
    pub objective: Objective,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Step {
    pub upper: String,
    pub lower: String,
    pub games: u64,
    /// Win rate of one player of the upper rung among the lower or, for points, its lead per game over each of them.
    pub upper_wins: Estimate,
    /// Likewise for one player of the lower rung among the upper.
    pub lower_wins: Estimate,
    /// Lead of the upper rung, in Elo points or in points per game.
    pub points: Estimate,
}

impl Ladder {
    /// The lowest rung with a known distance to the highest, and the highest. Below, somebody wins every game, or too
    /// few deals were played. `None` if the top step has no length.
    pub fn ends(&self) -> Option<(&str, &str)> {
        let (last, first) = (self.steps.last()?, self.measured_steps().last()?);
        Some((&first.lower, &last.upper))
    }

    /// Whether somebody wins every game below the lower end; otherwise too few deals were played there.
    pub fn is_decided_below(&self) -> bool {
        let below = self.steps.iter().rev().nth(self.measured_steps().count());
        below.is_some_and(|step| step.points.note == ALL_OR_NOTHING)
    }

    /// The steps with a length, from the top down to the first without one.
    fn measured_steps(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().rev().take_while(|step| step.points.value.is_some())
    }
}

/// At a table of two, the games of one strategy are also those of the other.
fn seatings(players: usize) -> u64 {
    if players == 2 { 1 } else { 2 }
}

impl LadderSpec {
    pub(crate) fn work(&self, players: usize) -> Work {
        let steps = self.rungs.len().saturating_sub(1) as u64;
        Work::played(self.games).times(steps * seatings(players))
    }

    pub fn command(&self) -> Result<Command, Error> {
        let rules = self.rules.resolve()?;
        let command = Command::new(Verb::Skill).of_tables(&rules, &self.players);
        Ok(command.games(self.games).seed(self.seed).flag("levels"))
    }
}

/// Plays every step of a ladder at each number of players. A ladder is never partial.
///
/// ```
/// use sim_lab::{Lab, Stop, ladder::{LadderSpec, ladder, usual_rungs}, spec::RulesSpec};
///
/// let entry = &sim_delectable::ENTRY;
/// let mut rungs = usual_rungs(entry)?;
/// rungs.truncate(2);
/// let rules = RulesSpec::printed(entry);
/// let spec = LadderSpec { rules, players: vec![2], rungs, games: 200, seed: 1 };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// for step in &ladder(&spec, &mut lab)?.tables[0].steps {
///     println!("{:?} points ahead", step.points.value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ladder(spec: &LadderSpec, lab: &mut Lab<'_>) -> Result<Ladders, Error> {
    let entry = spec.rules.entry;
    let rules = spec.rules.resolve()?;
    let mut ladders = Ladders { info: entry.info(), tables: Vec::new() };
    lab.expect(spec.players.iter().map(|players| spec.work(*players)).sum());
    for &players in &spec.players {
        let game = entry.open(&rules.settings, players)?;
        let seatings = seatings(players);
        lab.progress.on_event(Event::Plan { arms: 1, games: spec.work(players).played });
        let mut found = Vec::new();
        for (at, pair) in spec.rungs.windows(2).enumerate() {
            let [lower, upper] = pair else { continue };
            let table = Seating { game: &*game, players, games: spec.games, seed: spec.seed, stop: lab.stop };
            let first = 2 * at as u64 * APART;
            let ahead = lab.threads.install(|| table.measure_rung(upper, lower, first))?;
            let objective = rules.settings.objective;
            let behind = match (players, objective) {
                // At a table of two, these are the same games.
                (2, Objective::Wins) => ahead.scaled(-1.0).moved(1.0),
                (2, Objective::Points) => ahead.scaled(-1.0),
                _ => lab.threads.install(|| table.measure_rung(lower, upper, first + APART))?,
            };
            let distance = |found: &Estimate| match objective {
                Objective::Wins => distance(found, players),
                Objective::Points => *found,
            };
            lab.progress.on_event(Event::Step { games: (at as u64 + 1) * seatings * spec.games });
            let points = match players {
                2 => distance(&ahead),
                _ => apart(&[(0.5, distance(&ahead)), (-0.5, distance(&behind))]),
            };
            found.push(Step {
                upper: upper.name.clone(),
                lower: lower.name.clone(),
                games: spec.games,
                upper_wins: ahead,
                lower_wins: behind,
                points,
            });
        }
        let objective = rules.settings.objective;
        let ladder = Ladder { players, steps: found, length: Estimate::MISSING, objective };
        let all: Vec<(f64, Estimate)> = ladder.measured_steps().map(|step| (1.0, step.points)).collect();
        ladders.tables.push(Ladder { length: apart(&all), ..ladder });
    }
    Ok(ladders)
}

struct Seating<'a> {
    game: &'a dyn OpenGame,
    players: usize,
    games: u64,
    seed: u64,
    stop: &'a Stop,
}

impl Seating<'_> {
    /// Win rate of `rung` among `others`, or its lead over each; all players of the rung play equally often.
    fn measure_rung(&self, rung: &Rung, others: &Rung, first: u64) -> Result<Estimate, Stopped> {
        let Some(schedule) = Schedule::against(others.players.len(), self.players) else {
            return Ok(Estimate { note: "too many tables", ..Estimate::MISSING });
        };
        let games = self.games.div_ceil(rung.players.len() as u64);
        let deals = schedule.deals_for(games).0;
        let field: Vec<&Strategy> = others.players.iter().map(|player| &player.strategy).collect();
        let contest = |(at, player): (u64, &Player)| {
            let strategies = std::iter::once(&player.strategy).chain(field.iter().copied()).collect();
            let first = first + at * deals;
            let contest = Contest { strategies, schedule: &schedule, deals: first..first + deals };
            self.game.contests(&[contest], self.seed, self.stop)
        };
        let scores: Vec<Vec<Vec<Score>>> =
            (0..).zip(&rung.players).map(contest).collect::<Result<_, Stopped>>()?;
        let scores: Vec<Score> = scores.into_iter().flatten().flatten().collect();
        let utility = self.game.utility();
        Ok(match utility.objective {
            Objective::Wins => utility.of_contest(&scores),
            Objective::Points => utility.ahead(&scores),
        })
    }
}

/// Lead over equals of a player with this share of wins, in Elo points: its odds relative to those of an equal share.
/// Missing with too few deals, without a standard error, and if it wins all or nothing.
fn distance(share: &Estimate, players: usize) -> Estimate {
    let others = players as f64 - 1.0;
    let missing = |note| Estimate { value: None, standard_error: None, interval: None, note, ..*share };
    let Some(value) = share.value.filter(|_| share.deals >= MIN_DEALS) else { return missing(share.note) };
    if value <= 0.0 || value >= 1.0 {
        return missing(ALL_OR_NOTHING);
    }
    let Some(error) = share.standard_error else { return missing(share.note) };
    let points = |value: f64| SCALE * libm::log10(value * others / (1.0 - value));
    let slope = SCALE / std::f64::consts::LN_10 / (value * (1.0 - value));
    // From the ends of the share's interval, which accounts for the bounds 0 and 1.
    let inside = |end: f64| end > 0.0 && end < 1.0;
    let interval = share.interval.filter(|ends| inside(ends.low) && inside(ends.high));
    let interval = interval.map(|ends| Interval { low: points(ends.low), high: points(ends.high) });
    Estimate { value: Some(points(value)), standard_error: Some(slope * error), interval, ..*share }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(value: f64) -> Estimate {
        Estimate { n: 400, deals: 400, degrees: 399, value: Some(value), ..Estimate::MISSING }
            .with_error((value * (1.0 - value) / 400.0).sqrt())
    }

    #[test]
    fn points_are_those_of_chess_and_of_equals_none() {
        // Elo's scale: 64.0 % are 100 points, 75.97 % are 200, and odds of ten to one are 400.
        for (value, points) in [(0.5, 0.0), (0.640_065, 100.0), (0.759_747, 200.0), (10.0 / 11.0, 400.0)] {
            let found = distance(&share(value), 2).value.unwrap();
            assert!((found - points).abs() < 1e-2, "{value}: {found}");
        }
        // The fair share of any table size is 0 points.
        for players in 2..=6 {
            let found = distance(&share(1.0 / players as f64), players).value.unwrap();
            assert!(found.abs() < 1e-9, "{players}: {found}");
        }
        let none = distance(&Estimate { value: Some(1.0), ..share(0.5) }, 2);
        assert_eq!((none.value, none.note), (None, "wins all or nothing"));
        // Two deals give no distance, whether the players share them or one wins both.
        for value in [0.5, 1.0] {
            let few = Estimate { deals: 2, interval: None, note: "fewer than 30 deals", ..share(value) };
            assert_eq!((distance(&few, 2).value, distance(&few, 2).note), (None, "fewer than 30 deals"));
        }
    }

    #[test]
    fn errors_of_steps_add_up_in_squares() {
        let one = distance(&share(0.6), 2);
        let all = apart(&[(1.0, one); 3]);
        assert!((all.value.unwrap() - 3.0 * one.value.unwrap()).abs() < 1e-9);
        let error = one.standard_error.unwrap() * 3.0_f64.sqrt();
        assert!((all.standard_error.unwrap() - error).abs() < 1e-9);
        let half = apart(&[(0.5, one); 2]);
        assert!((half.standard_error.unwrap() - one.standard_error.unwrap() / 2.0_f64.sqrt()).abs() < 1e-9);
        assert_eq!(apart(&[(1.0, one), (1.0, Estimate::MISSING)]).value, None);
    }

    fn played(rungs: &[&str], players: usize, games: u64) -> Ladder {
        let entry = &sim_delectable::ENTRY;
        let rung = |name: &&str| Rung::single(Player::shipped(entry, name).unwrap().unwrap());
        let spec = LadderSpec {
            rules: RulesSpec::printed(entry),
            players: vec![players],
            rungs: rungs.iter().map(rung).collect(),
            games,
            seed: 3,
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
        ladder(&spec, &mut lab).unwrap().tables.remove(0)
    }

    #[test]
    fn who_plays_better_stands_higher() {
        for players in [2, 3] {
            let found = played(&["greedy", "default", "expert"], players, 600);
            assert_eq!(found.steps.len(), 2);
            for step in &found.steps {
                let fair = 1.0 / players as f64;
                let won = [step.upper_wins, step.lower_wins].map(|won| won.value.unwrap());
                assert!(won[0] > fair && won[1] < fair, "{step:?}");
                assert!(step.points.interval.unwrap().low > 0.0, "{step:?}");
            }
            let length: f64 = found.steps.iter().map(|step| step.points.value.unwrap()).sum();
            assert!((found.length.value.unwrap() - length).abs() < 1e-9);
        }
    }

    #[test]
    fn a_ladder_is_as_long_as_its_steps_are_known() {
        let step = |upper: &str, lower: &str, points: Option<f64>| Step {
            upper: upper.to_owned(),
            lower: lower.to_owned(),
            games: 400,
            upper_wins: Estimate::MISSING,
            lower_wins: Estimate::MISSING,
            points: Estimate { value: points, ..Estimate::MISSING },
        };
        let ladder =
            |steps| Ladder { players: 2, steps, length: Estimate::MISSING, objective: Objective::Wins };
        let (top, middle) = (step("champion", "expert", Some(30.0)), step("expert", "greedy", Some(200.0)));
        let all = ladder(vec![step("greedy", "random", None), middle.clone(), top.clone()]);
        assert_eq!(all.ends(), Some(("greedy", "champion")));
        assert!(!all.is_decided_below());
        let mut decided = step("greedy", "random", None);
        decided.points.note = ALL_OR_NOTHING;
        assert!(ladder(vec![decided, middle.clone(), top.clone()]).is_decided_below());
        let none = ladder(vec![middle, Step { points: Estimate::MISSING, ..top }]);
        assert_eq!((none.ends(), none.is_decided_below()), (None, false));
    }

    #[test]
    fn a_step_is_the_same_from_either_side() {
        let up = played(&["default", "expert"], 3, 400).steps.remove(0);
        let down = played(&["expert", "default"], 3, 400).steps.remove(0);
        let error = up.points.standard_error.unwrap().hypot(down.points.standard_error.unwrap());
        let apart = up.points.value.unwrap() + down.points.value.unwrap();
        assert!(apart.abs() < 4.0 * error, "{apart}, error {error}");
    }

    #[test]
    fn every_rung_of_a_game_is_there_once() {
        let rungs = usual_rungs(&sim_delectable::ENTRY).unwrap();
        let names: Vec<&str> = rungs.iter().map(|rung| rung.name.as_str()).collect();
        assert_eq!(names, ["random", "greedy", "archetypes", "default", "expert", "champion"]);
        assert_eq!(rungs[2].players.len(), archetypes(&sim_delectable::ENTRY).len());
    }
}
