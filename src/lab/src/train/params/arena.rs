use std::ops::Range;

use crate::{
    Stop,
    experiment::{Contest, OpenGame, Score},
};
use sim_play::{Schedule, arm::Stopped};
use sim_script::Strategy;

/// Deals of ordinary runs have smaller numbers, so that none of them repeats what a tuning has seen.
const FIRST_DEAL: u64 = 1 << 40;
/// Deals of a phase; and of one sort of table within it.
const PHASE: u64 = 1 << 40;
const TABLE: u64 = 1 << 32;

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Objective {
        /// The mean over tables.
        Share = "share",
        /// The least over tables that hold more and more copies of the strategy.
        Worst = "worst",
    }
}

/// What deals are played for. Each phase has deals of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Search,
    Choice,
    Test,
}

/// One sort of table: how many seats the strategy holds there, and who may hold the others.
#[derive(Debug, Clone)]
pub struct Board {
    pub label: String,
    schedule: Schedule,
    /// Places in the field, behind the strategy itself.
    field: Vec<usize>,
}

/// Numerator and denominator of a figure over some games.
pub type Sum = (i64, i64);

pub struct Arena<'a> {
    pub game: &'a dyn OpenGame,
    pub players: usize,
    pub objective: Objective,
    pub field: &'a [Strategy],
    pub boards: Vec<Board>,
    pub seed: u64,
    pub stop: &'a Stop,
}

impl<'a> Arena<'a> {
    /// The tables of `players` that an objective asks for against this field; `None` where there are too
    /// many. With two players each rival has tables of its own. With more, the field is mixed around one
    /// copy of the strategy, and for the worst case around two and so on; each rival alone among copies
    /// comes last.
    pub fn new(
        game: &'a dyn OpenGame,
        players: usize,
        objective: Objective,
        field: &'a [Strategy],
        seed: u64,
        stop: &'a Stop,
    ) -> Option<Arena<'a>> {
        let everybody: Vec<usize> = (0..field.len()).collect();
        let mixed = |copies: usize| {
            let schedule = Schedule::among(copies, field.len(), players)?;
            let label = format!("{copies} of {players}, with the field");
            Some(Board { label, schedule, field: everybody.clone() })
        };
        let alone = |at: usize| {
            let schedule = Schedule::among(players - 1, 1, players)?;
            let name = field[at].name();
            let label =
                if players == 2 { name.to_owned() } else { format!("{} of {players}, {name}", players - 1) };
            Some(Board { label, schedule, field: vec![at] })
        };
        let boards: Option<Vec<Board>> = match (players, objective) {
            (1, _) => Schedule::pool(1, 1)
                .map(|schedule| vec![Board { label: "alone".to_owned(), schedule, field: Vec::new() }]),
            (2, _) => everybody.iter().map(|&at| alone(at)).collect(),
            (_, Objective::Share) => mixed(1).map(|board| vec![board]),
            (_, Objective::Worst) => {
                (1..players - 1).map(mixed).chain(everybody.iter().map(|&at| alone(at))).collect()
            }
        };
        let boards = boards.filter(|boards| !boards.is_empty() && (boards.len() as u64) < PHASE / TABLE)?;
        Some(Arena { game, players, objective, field, boards, seed, stop })
    }

    /// Games of one deal at every sort of table.
    pub fn games_a_round(&self) -> f64 {
        self.boards.iter().map(|board| board.schedule.games_a_deal()).sum()
    }

    pub fn games_of(&self, phase: Phase, rounds: &Range<u64>) -> u64 {
        let games = |(at, board): (usize, &Board)| board.schedule.games_of(deals(phase, at, rounds));
        self.boards.iter().enumerate().map(games).sum()
    }

    /// Plays rounds, a deal at every sort of table each, with every trial in turn: for each trial
    /// and sort of table what each round came to. All trials meet the same deals.
    pub fn play(
        &self,
        trials: &[&Strategy],
        phase: Phase,
        rounds: &Range<u64>,
    ) -> Result<Vec<Vec<Vec<Score>>>, Stopped> {
        let mut contests = Vec::new();
        for trial in trials {
            for (at, Board { schedule, field, .. }) in self.boards.iter().enumerate() {
                let rivals = field.iter().map(|&rival| &self.field[rival]);
                let strategies = std::iter::once(*trial).chain(rivals).collect();
                contests.push(Contest { strategies, schedule, deals: deals(phase, at, rounds) });
            }
        }
        let mut scores = self.game.contests(&contests, self.seed, self.stop)?.into_iter();
        let mut next = || scores.by_ref().take(self.boards.len()).collect();
        Ok(trials.iter().map(|_| next()).collect())
    }

    /// The figure of a deal: what a seat held won or scored; for the worst case, where tables hold different
    /// numbers of copies, the part that one own seat has of the wins of one own and one other seat, which is a
    /// half among equals at every table.
    pub fn sum(&self, score: &Score) -> Sum {
        match self.objective {
            Objective::Worst if self.players > 1 => {
                let own = score.wins * score.rival_seats;
                (own, own + score.rival_wins * score.seats)
            }
            _ => self.game.utility().ratio(score),
        }
    }

    pub fn sums(&self, scores: &[Vec<Score>]) -> Vec<Sum> {
        scores.iter().map(|scores| total(scores.iter().map(|score| self.sum(score)))).collect()
    }

    /// How good sums are. The worst case counts all tables, those where it goes badly most, because the
    /// least of several shares of few games is rather a matter of luck.
    pub fn worth(&self, sums: &[Sum]) -> f64 {
        /// How much better a table has to be to count a third as much.
        const SOFTNESS: f64 = 0.05;
        match self.objective {
            Objective::Share => ratio(total(sums.iter().copied())),
            Objective::Worst => {
                let parts = sums.iter().map(|&sum| libm::exp(-ratio(sum) / SOFTNESS));
                -SOFTNESS * libm::log(parts.sum::<f64>() / sums.len() as f64)
            }
        }
    }
}

fn deals(phase: Phase, table: usize, rounds: &Range<u64>) -> Range<u64> {
    let first = FIRST_DEAL + phase as u64 * PHASE + table as u64 * TABLE;
    first + rounds.start..first + rounds.end
}

pub fn total(sums: impl Iterator<Item = Sum>) -> Sum {
    sums.fold((0, 0), |all, sum| (all.0 + sum.0, all.1 + sum.1))
}

/// A share; 0 where nothing was played.
pub fn ratio((y, x): Sum) -> f64 {
    if x > 0 { y as f64 / x as f64 } else { 0.0 }
}
