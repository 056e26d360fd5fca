//! Shares of the outcome's variance that strategies, seats and luck explain, at each level of play. Every deal is
//! played twice, with the same set-up and different later draws.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sim_engine::{BySeat, Luck, Objective, Purpose, Seat, Stream, text::people};
use sim_play::{
    Schedule,
    arm::{Arm, NamedArm, PairedOutcome},
    tally::WIN,
};
use sim_script::Level;
use sim_stats::{
    Estimate, Interval,
    nested::{
        self, Budget, GROUPS, Play, Stratum,
        sampled::{self, LEAST_CLUSTERS, LEAST_DEALS, Seating},
    },
};

use crate::{
    Error, Event, Lab,
    command::{Command, Verb},
    panel::Panel,
    spec::{ArmSpec, Field},
};

/// Default number of games per table.
pub const GAMES: u64 = 10_000;
const LINEUPS: Purpose = Purpose::new("skill.lineups");

/// A table whose players stand for a level of play.
#[derive(Clone)]
pub struct LevelSpec {
    pub level: String,
    pub arm: ArmSpec,
}

impl LevelSpec {
    pub fn named(arm: ArmSpec) -> LevelSpec {
        LevelSpec { level: arm.level().to_string(), arm }
    }

    /// The levels that a game comes with: its panel, if it has one, and this table of beginners.
    pub fn usual(beginners: &ArmSpec) -> Result<Vec<LevelSpec>, Error> {
        let panel = Panel::shipped(beginners.rules.entry)?;
        let strong = panel.map(|panel| ArmSpec { field: Field::Panel(panel), ..beginners.clone() });
        let beginners = LevelSpec { level: Level::Archetypes.to_string(), arm: beginners.clone() };
        Ok(strong.map(LevelSpec::named).into_iter().chain([beginners]).collect())
    }
}

#[derive(Clone)]
pub struct VarianceSpec {
    pub tables: Vec<LevelSpec>,
    /// Approximate games per table. If these are too few for every line-up, the seed draws line-ups.
    pub games: u64,
}

impl VarianceSpec {
    pub fn open(&self) -> Result<Vec<NamedArm>, Error> {
        let named = |LevelSpec { level, arm }: &LevelSpec| {
            let name = people::counted(arm.players as u64, "player", "players");
            Ok(NamedArm { name: format!("{name}, {level}"), arm: arm.open()? })
        };
        self.tables.iter().map(named).collect()
    }

    /// `None` without a table.
    pub fn command(&self) -> Result<Option<Command>, Error> {
        let Some(LevelSpec { level, arm }) = self.tables.first() else { return Ok(None) };
        let mut sizes: Vec<usize> = self.tables.iter().map(|table| table.arm.players).collect();
        sizes.dedup();
        let is_usual = self.tables.iter().any(|table| table.level != *level);
        let command = match is_usual {
            // The levels that the game comes with.
            true => {
                let command = Command::new(Verb::Skill).of_tables(&arm.rules.resolve()?, &sizes);
                command.games(self.games).seed(arm.seed)
            }
            false => arm.command(Verb::Skill, Some(self.games))?.at_sizes(&sizes),
        };
        Ok(Some(command))
    }
}

sim_engine::labels! {
    /// Sources of variance, in the order of drawing.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum VarianceSource {
        Strategies = "strategies",
        Seats = "seats",
        Deal = "deal",
        /// Luck after the deal, and how strategies choose between equals.
        LaterDraws = "later draws",
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct VarianceShares {
    pub players: usize,
    pub level: String,
    pub strategies: Vec<String>,
    /// Deals, each played twice.
    pub deals: u64,
    pub games: u64,
    /// Whether line-ups were drawn at random rather than all played.
    pub is_sampled: bool,
    /// Variance of whether a seat wins, in squared wins; `None` if it does not vary.
    pub wins: Option<Budget>,
    /// Variance of a seat's points, in squared points.
    pub points: Option<Budget>,
    #[serde(default, skip_serializing_if = "Objective::is_wins")]
    pub objective: Objective,
}

impl VarianceShares {
    /// Variance of the objective, wins or points; `None` if it does not vary.
    pub fn of_objective(&self) -> Option<Budget> {
        match self.objective {
            Objective::Wins => self.wins,
            Objective::Points => self.points,
        }
    }

    /// Share of that variance that a source explains, clipped at 0: only shares that must add up need unbiased
    /// estimates. `None` if the objective does not vary.
    pub fn share_of_winning(&self, of: VarianceSource) -> Option<Estimate> {
        self.of_objective().map(|budget| budget.shares[of as usize].clipped(Interval::SHARE))
    }

    pub fn is_of_beginners(&self) -> bool {
        self.level == Level::Archetypes.to_string()
    }
}

#[derive(Debug, Clone)]
pub struct Variances {
    /// Title of the game; empty without a table.
    pub title: &'static str,
    /// In the order of the spec.
    pub tables: Vec<VarianceShares>,
}

/// Plays every deal of each table twice and splits the variance of the outcome by source. A table is never partial.
///
/// ```
/// use sim_lab::{Lab, Stop, skill::{self, LevelSpec, VarianceSpec, VarianceSource}, spec::ArmSpec};
///
/// let arm = ArmSpec::of_shipped(&sim_delectable::ENTRY, 2, &["raider", "balancer"])?;
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let spec = VarianceSpec { tables: vec![LevelSpec::named(arm)], games: 400 };
/// let found = skill::skill(&spec, &mut lab)?;
/// for (part, share) in VarianceSource::ALL.iter().zip(&found.tables[0].wins.expect("somebody wins").shares) {
///     println!("{}: {:?} in {:?}", part.word(), share.value, share.interval);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn skill(spec: &VarianceSpec, lab: &mut Lab<'_>) -> Result<Variances, Error> {
    let mut arms = spec.open()?;
    let designs: Vec<Design> = arms.iter_mut().map(|one| Design::seat(&mut one.arm, spec.games)).collect();
    let games = arms.iter().zip(&designs).map(|(one, design)| design.games(&one.arm)).sum();
    lab.progress.on_event(Event::Plan { arms: arms.len(), games });
    let title = arms.first().map_or("", |one| one.arm.info.title);
    let mut found = Variances { title, tables: Vec::new() };
    for ((named, design), table) in arms.iter().zip(&designs).zip(&spec.tables) {
        let played = lab.twice(named, design.deals)?;
        found.tables.push(design.shares(&named.arm, table, &played));
    }
    Ok(found)
}

/// Minimum number of games per table.
pub const FEWEST: u64 = 2 * (LEAST_CLUSTERS * 2 * LEAST_DEALS) as u64;

struct Design {
    deals: u64,
    /// Deals per seating of a cluster; `None` if every line-up is played.
    sampled: Option<usize>,
}

impl Design {
    /// Uses every line-up if the games suffice; otherwise the seed draws line-ups into the arm's schedule.
    fn seat(arm: &mut Arm, asked: u64) -> Design {
        let (lineups, groups) = (arm.schedule.len() as u64, GROUPS as u64);
        let each = 2 * groups;
        let asked = asked.max(FEWEST);
        let whole = 2 * each * arm.schedule.games_of(0..lineups);
        if whole <= asked {
            return Design { deals: lineups * (each * asked / whole / groups * groups), sampled: None };
        }
        // A compromise: few clusters of many games resolve small effects of strategies, and many clusters of few
        // games show how strategies of large effect differ.
        let deals = ((asked as f64).sqrt() / 8.0) as usize;
        let deals = deals.max(LEAST_DEALS);
        let clusters = (asked / (4 * deals as u64)).max(LEAST_CLUSTERS as u64);
        arm.schedule = drawn(&arm.schedule, arm.inputs.seed, clusters, deals);
        Design { deals: arm.schedule.len() as u64, sampled: Some(deals) }
    }

    fn games(&self, arm: &Arm) -> u64 {
        2 * arm.schedule.games_of(0..self.deals)
    }

    fn shares(&self, arm: &Arm, table: &LevelSpec, played: &[PairedOutcome]) -> VarianceShares {
        let of = |unit: f64, outcome: fn(&PairedOutcome) -> [i32; 2]| {
            let outcomes = played.iter().map(outcome);
            let mut budget = match self.sampled {
                Some(deals) => sampled::budget(&clusters(&arm.schedule, deals, outcomes)),
                None => nested::budget(&strata(&arm.schedule, outcomes)),
            }?;
            budget.whole = budget.whole.scaled(unit * unit);
            budget.parts = budget.parts.map(|part| part.scaled(unit * unit));
            Some(budget)
        };
        VarianceShares {
            players: arm.inputs.rules.players,
            level: table.level.clone(),
            strategies: arm.strategies.iter().map(|one| one.name().to_owned()).collect(),
            deals: self.deals,
            games: self.games(arm),
            is_sampled: self.sampled.is_some(),
            wins: of(1.0 / WIN as f64, |twice| twice.wins),
            points: of(arm.subject().points_scale(), |twice| twice.points),
            objective: arm.subject().objective,
        }
    }
}

/// The strategies at the tables of a line-up, in ascending order.
fn members(schedule: &Schedule, lineup: u64) -> Vec<u8> {
    let first = schedule.tables(lineup).take(1);
    let mut members: Vec<u8> =
        first.flat_map(|table| Seat::all(schedule.players()).map(move |seat| table[seat])).collect();
    members.sort_unstable();
    members
}

/// Draws two seatings of the same strategies for each cluster, each played for `deals` deals.
fn drawn(schedule: &Schedule, seed: u64, clusters: u64, deals: usize) -> Schedule {
    let mut with_members: BTreeMap<Vec<u8>, Vec<u64>> = BTreeMap::new();
    for lineup in 0..schedule.len() as u64 {
        with_members.entry(members(schedule, lineup)).or_default().push(lineup);
    }
    let mut tables = Vec::new();
    for cluster in 0..clusters {
        let mut luck = Luck::new(seed, cluster).stream(LINEUPS, 0);
        let turned = |lineup: u64, luck: &mut Stream| {
            let all: Vec<BySeat<u8>> = schedule.tables(lineup).collect();
            all[luck.index(all.len())]
        };
        let lineup = luck.index(schedule.len()) as u64;
        let one = turned(lineup, &mut luck);
        let other = match schedule.players() {
            // In solo play, the strategy stays the same.
            1 => one,
            _ => {
                let alike = &with_members[&members(schedule, lineup)];
                let lineup = alike[luck.index(alike.len())];
                turned(lineup, &mut luck)
            }
        };
        tables.extend([one, other].into_iter().flat_map(|table| vec![table; deals]));
    }
    Schedule::of_tables(schedule.players(), tables)
}

/// The clusters of a [`drawn`] schedule, with the outcomes of each seat of each deal, deal by deal.
fn clusters(
    schedule: &Schedule,
    deals: usize,
    mut outcomes: impl Iterator<Item = [i32; 2]>,
) -> Vec<[Seating; 2]> {
    let players = schedule.players();
    let mut seating = |first: usize| {
        let tables = schedule.tables(first as u64);
        let seats = tables.flat_map(|table| Seat::all(players).map(move |seat| usize::from(table[seat])));
        let strategies = seats.collect();
        Seating { strategies, outcomes: outcomes.by_ref().take(deals * players).collect() }
    };
    let firsts = (0..schedule.len()).step_by(2 * deals);
    firsts.map(|first| [first, first + deals].map(&mut seating)).collect()
}

/// Line-ups of a schedule as strata, with the outcomes of each seat of each deal, deal by deal. Each rotation of a
/// line-up with few rotations weighs more, so that every seat of every deal weighs the same.
fn strata(schedule: &Schedule, outcomes: impl Iterator<Item = [i32; 2]>) -> Vec<Stratum> {
    let mut places: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let players = schedule.players();
    let mut strata: Vec<Stratum> = (0..schedule.len() as u64)
        .map(|lineup| {
            let next = places.len();
            let place = *places.entry(members(schedule, lineup)).or_insert(next);
            let tables: Vec<_> = schedule.tables(lineup).collect();
            let weight = 1.0 / (tables.len() * players) as f64;
            let seats =
                tables.iter().flat_map(|table| Seat::all(players).map(|seat| usize::from(table[seat])));
            let of = |strategy| Play { weight, cell: place * usize::from(u8::MAX) + strategy };
            Stratum { plays: seats.map(of).collect(), outcomes: Vec::new() }
        })
        .collect();
    let mut outcomes = outcomes.peekable();
    let mut lineup = 0;
    while outcomes.peek().is_some() {
        let count = strata.len();
        let Some(stratum) = strata.get_mut(lineup % count.max(1)) else { break };
        stratum.outcomes.extend(outcomes.by_ref().take(stratum.plays.len()));
        lineup += 1;
    }
    strata
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Stop, player::Player, spec::RulesSpec};

    #[test]
    fn every_seat_of_every_deal_weighs_the_same_in_its_line_up() {
        // Two strategies in four seats: AABB has four rotations, ABAB two.
        let schedule = Schedule::pool(2, 4).unwrap();
        let games: usize = (0..schedule.len() as u64).map(|deal| schedule.tables(deal).count()).sum();
        let outcomes = (0..3 * games as i32 * 4).map(|at| [at, -at]);
        let strata = strata(&schedule, outcomes);
        let sizes: Vec<usize> = strata.iter().map(|stratum| stratum.plays.len()).collect();
        assert_eq!(sizes, [16, 8]);
        for stratum in &strata {
            assert_eq!(stratum.outcomes.len(), 3 * stratum.plays.len());
            let weight: f64 = stratum.plays.iter().map(|play| play.weight).sum();
            assert!((weight - 1.0).abs() < 1e-12);
        }
        // The second line-up follows the first, then the cycle repeats.
        assert_eq!(strata[1].outcomes[0], [16, -16]);
        assert_eq!(strata[0].outcomes[16], [24, -24]);
    }

    fn pool(names: &[&str], players: usize) -> LevelSpec {
        let entry = &sim_delectable::ENTRY;
        let pool = names.iter().map(|name| Player::shipped(entry, name).unwrap().unwrap()).collect();
        let rules = RulesSpec::printed(entry);
        LevelSpec::named(ArmSpec { rules, players, field: Field::Pool(pool), seed: 1 })
    }

    fn played(games: u64, is_stopped: bool) -> (VarianceSpec, Result<Variances, Error>) {
        let tables = [2, 3].map(|players| pool(&["raider", "random"], players)).to_vec();
        let spec = VarianceSpec { tables, games };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let stop = Stop::new();
        if is_stopped {
            stop.ask();
        }
        let mut lab = Lab { threads: &threads, stop: &stop, progress: &mut (), store: &mut () };
        let found = skill(&spec, &mut lab);
        (spec, found)
    }

    #[test]
    fn the_shares_of_a_table_add_up_in_about_the_games_asked_for() {
        // With three players, all line-ups take 720 games.
        for (asked, games) in [(1, [240, 240]), (500, [480, 496]), (1500, [1440, 1440])] {
            let (_, found) = played(asked, false);
            let tables = found.unwrap().tables;
            assert_eq!(tables.iter().map(|table| table.players).collect::<Vec<_>>(), [2, 3]);
            assert_eq!(tables.iter().map(|table| table.games).collect::<Vec<_>>(), games, "{asked}");
            assert_eq!(tables.iter().map(|table| table.is_sampled).collect::<Vec<_>>(), [false, asked < 720]);
            for table in tables {
                for budget in [table.wins, table.points] {
                    let sum: f64 = budget.unwrap().shares.iter().filter_map(|share| share.value).sum();
                    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
                }
                // Against a random player, skill explains much of winning.
                assert!(table.wins.unwrap().shares[0].value > Some(0.3));
            }
        }
    }

    #[test]
    fn seatings_of_a_cluster_have_the_same_strategies_in_all_orders() {
        let schedule = Schedule::pool(6, 4).unwrap();
        let drawn = drawn(&schedule, 1, 200, 3);
        assert_eq!(drawn.games_of(0..drawn.len() as u64), 200 * 2 * 3);
        let zeros = std::iter::repeat([0; 2]);
        let clusters = clusters(&drawn, 3, zeros);
        let (mut first, mut alike) = ([0; 6], 0);
        for [one, other] in &clusters {
            let mut members = [one, other].map(|seating| seating.strategies.clone());
            assert!(members[0].len() == 4 && one.outcomes.len() == 12);
            alike += u32::from(members[0] == members[1]);
            first[members[0][0]] += 1;
            members.iter_mut().for_each(|members| members.sort_unstable());
            assert_eq!(members[0], members[1]);
        }
        // Expected: one of 24 seatings repeats in 8 of 200 clusters, and each strategy sits first in 33.
        assert!(alike < 25 && first.iter().all(|count| (10..60).contains(count)), "{alike} {first:?}");
    }

    #[test]
    fn sampled_line_ups_come_near_what_all_of_them_have() {
        let names = ["raider", "balancer", "fuel-engine", "greedy", "random"];
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
        // 20 line-ups with three rotations take 7,200 games.
        let [all, some] = [7_200, 3_000].map(|games| {
            let spec = VarianceSpec { tables: vec![pool(&names, 3)], games };
            skill(&spec, &mut lab).unwrap().tables.remove(0)
        });
        assert!(!all.is_sampled && some.is_sampled);
        for (one, other) in all.wins.unwrap().shares.iter().zip(some.wins.unwrap().shares) {
            let error = one.standard_error.unwrap().hypot(other.standard_error.unwrap());
            let apart = one.value.unwrap() - other.value.unwrap();
            assert!(apart.abs() < 4.0 * error, "{one:?} {other:?}");
        }
    }

    #[test]
    fn a_table_comes_whole_or_not_at_all() {
        let (_, found) = played(240, true);
        assert!(matches!(found, Err(Error::Stopped)));
    }

    #[test]
    fn its_command_names_the_strategies_unless_they_are_the_levels_of_the_game() {
        let (spec, _) = played(900, true);
        let command = |spec: &VarianceSpec| spec.command().unwrap().unwrap().to_string();
        let words = "sim skill --game delectable --players 2,3 --strategies raider,random --n 900 --seed 1";
        assert_eq!(command(&spec), words);
        let tables: Vec<LevelSpec> =
            spec.tables.iter().flat_map(|table| LevelSpec::usual(&table.arm).unwrap()).collect();
        let levels: Vec<&str> = tables.iter().map(|table| table.level.as_str()).collect();
        assert_eq!(levels, ["strong players", "beginners", "strong players", "beginners"]);
        let usual = VarianceSpec { tables, ..spec };
        assert_eq!(command(&usual), words.replace(" --strategies raider,random", ""));
    }
}
