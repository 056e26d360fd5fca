//! How much of the variance of the outcome strategies, seats and luck explain. Every deal is played twice, with the
//! same set-up and different later draws.

use serde::{Deserialize, Serialize};
use sim_engine::{Objective, Seat, text::people};
use sim_play::{
    Schedule,
    arm::{Arm, Named, Twice},
    tally::{LineupStrata, WIN},
};
use sim_stats::{
    Estimate, Interval,
    nested::{self, Budget, GROUPS, Play, Stratum},
};

use crate::{
    bench::{Event, Lab},
    command::{Command, Verb},
    error::Error,
    spec::ArmSpec,
};

#[derive(Clone)]
pub struct VarianceSpec {
    pub arms: Vec<ArmSpec>,
    /// Games at each table, two for each seating of a deal, rounded up so that every line-up plays as many deals as
    /// the groups of the error need; `None` for the fewest that do.
    pub games: Option<u64>,
}

impl VarianceSpec {
    pub fn open(&self) -> Result<Vec<Named>, Error> {
        let named = |spec: &ArmSpec| {
            let name = people::counted(spec.players as u64, "player", "players");
            Ok(Named { name, arm: spec.open()? })
        };
        self.arms.iter().map(named).collect()
    }

    /// `None` without a table.
    pub fn command(&self) -> Result<Option<Command>, Error> {
        let sizes = self.arms.iter().map(|spec| spec.players).collect();
        let command = self.arms.first().map(|spec| spec.command(Verb::Skill, self.games)).transpose()?;
        Ok(command.map(|command| command.at_sizes(sizes)))
    }
}

sim_engine::labels! {
    /// What varies, in the order of drawing.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum VarianceSource {
        OwnStrategy = "own strategy",
        Opponents = "opponents",
        Seating = "seating",
        Deal = "deal",
        /// What luck decides after it, and how strategies choose between equals.
        LaterDraws = "later draws",
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct VarianceShares {
    pub players: usize,
    /// Deals that were played, each of them twice.
    pub deals: u64,
    pub games: u64,
    /// The variance of whether a seat wins, in squares of a win; none where it does not vary.
    pub wins: Option<Budget>,
    /// The variance of its points, in squares of a point.
    pub points: Option<Budget>,
    #[serde(default, skip_serializing_if = "Objective::is_wins")]
    pub objective: Objective,
}

impl VarianceShares {
    /// The variance of the objective: of winning, or of the points. None where it does not vary.
    pub fn of_objective(&self) -> Option<Budget> {
        match self.objective {
            Objective::Wins => self.wins,
            Objective::Points => self.points,
        }
    }

    /// The share of that variance that a part explains, clipped at 0: only together do shares need unbiased estimates, to
    /// add up. None where the objective does not vary.
    pub fn share_of_winning(&self, of: VarianceSource) -> Option<Estimate> {
        self.of_objective().map(|budget| budget.shares[of as usize].clipped(Interval::SHARE))
    }
}

#[derive(Debug, Clone)]
pub struct Variances {
    /// What the game is called; empty without a table.
    pub title: &'static str,
    /// In the order of the spec.
    pub tables: Vec<VarianceShares>,
}

/// Plays every deal of each table twice and splits the variance of the outcome by source. A table comes whole or not
/// at all.
///
/// ```
/// use sim_lab::{Lab, Stop, skill::{self, VarianceSpec, VarianceSource}, player::Player, spec::{ArmSpec, Field, RulesSpec}};
///
/// let entry = &sim_delectable::ENTRY;
/// let pool = ["raider", "balancer"].map(|name| Player::shipped(entry, name));
/// let pool = pool.into_iter().filter_map(Result::transpose).collect::<Result<_, _>>()?;
/// let rules = RulesSpec::printed(entry);
/// let arm = ArmSpec { rules, players: 2, field: Field::Pool(pool), seed: 1 };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let budgets = skill::skill(&VarianceSpec { arms: vec![arm], games: None }, &mut lab)?;
/// for (part, share) in VarianceSource::ALL.iter().zip(&budgets.tables[0].wins.expect("somebody wins").shares) {
///     println!("{}: {:?} in {:?}", part.word(), share.value, share.interval);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn skill(spec: &VarianceSpec, lab: &mut Lab<'_>) -> Result<Variances, Error> {
    let arms = spec.open()?;
    let deals = |arm: &Arm| deals(arm, spec.games.unwrap_or(0));
    let all = arms.iter().map(|one| games(&one.arm, deals(&one.arm))).sum();
    lab.progress.see(Event::Plan { arms: arms.len(), games: all });
    let title = arms.first().map_or("", |one| one.arm.info.title);
    let mut budgets = Variances { title, tables: Vec::new() };
    for named in &arms {
        let deals = deals(&named.arm);
        let played = lab.twice(named, deals)?;
        budgets.tables.push(budget(&named.arm, deals, &played));
    }
    Ok(budgets)
}

fn budget(arm: &Arm, deals: u64, played: &[Twice]) -> VarianceShares {
    let of = |unit: f64, outcome: &dyn Fn(&Twice) -> [i32; 2]| {
        let mut budget = nested::budget(&strata(&arm.schedule, played.iter().map(outcome)))?;
        budget.whole = budget.whole.scaled(unit * unit);
        budget.parts = budget.parts.map(|part| part.scaled(unit * unit));
        Some(budget)
    };
    VarianceShares {
        players: arm.inputs.rules.players,
        deals,
        games: games(arm, deals),
        wins: of(1.0 / WIN as f64, &|twice| twice.wins),
        points: of(arm.subject().points_scale(), &|twice| twice.points),
        objective: arm.subject().objective,
    }
}

/// The fewest games that the line-ups of a table and the groups of its error ask for.
pub fn least(arm: &Arm) -> u64 {
    games(arm, deals(arm, 0))
}

/// Deals for at least so many games: as many of each line-up, two or more for each group of the error.
fn deals(arm: &Arm, asked: u64) -> u64 {
    let (lineups, groups) = (arm.schedule.len() as u64, GROUPS as u64);
    let each = asked.div_ceil(games(arm, lineups).max(1));
    lineups * each.div_ceil(groups).max(2) * groups
}

fn games(arm: &Arm, deals: u64) -> u64 {
    2 * arm.schedule.games_of(0..deals)
}

/// Line-ups of a schedule with what each seat of each deal came to, deal by deal, as strata; of a line-up with
/// few rotations each counts for more, so that every seat of every deal weighs the same.
fn strata(schedule: &Schedule, outcomes: impl Iterator<Item = [i32; 2]>) -> Vec<Stratum> {
    let lineup_strata = LineupStrata::new(schedule);
    let players = schedule.players();
    let mut strata: Vec<Stratum> = (0..schedule.len() as u64)
        .map(|lineup| {
            let company = lineup_strata.at(lineup);
            let tables: Vec<_> = schedule.tables(lineup).collect();
            let weight = 1.0 / (tables.len() * players) as f64;
            let seats =
                tables.iter().flat_map(|table| Seat::all(players).map(|seat| usize::from(table[seat])));
            let of = |strategy| Play { weight, strategy, company: company * usize::from(u8::MAX) + strategy };
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
    use crate::{
        Stop,
        player::Player,
        spec::{Field, RulesSpec},
    };

    #[test]
    fn every_seat_of_every_deal_weighs_the_same_in_its_line_up() {
        // Two strategies in four seats: AABB turns in four ways, ABAB in two.
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
        // The second line-up follows the first, and the cycle begins again.
        assert_eq!(strata[1].outcomes[0], [16, -16]);
        assert_eq!(strata[0].outcomes[16], [24, -24]);
    }

    fn played(is_stopped: bool) -> (VarianceSpec, Result<Variances, Error>) {
        let entry = &sim_delectable::ENTRY;
        let player = |name| Player::shipped(entry, name).unwrap().unwrap();
        let arm = |players| {
            let field = Field::Pool(vec![player("raider"), player("random")]);
            ArmSpec { rules: RulesSpec::printed(entry), players, field, seed: 1 }
        };
        let spec = VarianceSpec { arms: vec![arm(2), arm(3)], games: None };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let stop = Stop::new();
        if is_stopped {
            stop.ask();
        }
        let mut lab = Lab { threads: &threads, stop: &stop, progress: &mut (), store: &mut () };
        let budgets = skill(&spec, &mut lab);
        (spec, budgets)
    }

    #[test]
    fn the_shares_of_a_budget_add_up() {
        let (spec, budgets) = played(false);
        let budgets = budgets.unwrap();
        assert_eq!(budgets.tables.iter().map(|table| table.players).collect::<Vec<_>>(), [2, 3]);
        for (table, named) in budgets.tables.iter().zip(spec.open().unwrap()) {
            assert_eq!(table.games, least(&named.arm));
            for budget in [table.wins, table.points] {
                let sum: f64 = budget.unwrap().shares.iter().filter_map(|share| share.value).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            }
            // Against one who plays at random most of winning is skill.
            assert!(table.wins.unwrap().shares[0].value > Some(0.3));
        }
    }

    #[test]
    fn a_budget_comes_whole_or_not_at_all() {
        let (_, budgets) = played(true);
        assert!(matches!(budgets, Err(Error::Stopped)));
    }

    #[test]
    fn its_command_is_of_all_tables_and_says_games_where_they_were_asked_for() {
        let (mut spec, _) = played(true);
        let command = |spec: &VarianceSpec| spec.command().unwrap().unwrap().to_string();
        let words = "sim skill --game delectable --players 2,3 --strategies raider,random --seed 1";
        assert_eq!(command(&spec), words);
        spec.games = Some(900);
        assert_eq!(command(&spec), words.replace(" --seed", " --n 900 --seed"));
    }
}
