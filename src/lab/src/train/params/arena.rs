use std::ops::Range;

use crate::{
    Stop,
    experiment::{Contest, OpenGame, Score},
};
use sim_play::{Schedule, arm::Stopped};
use sim_script::Strategy;

/// Ordinary runs use smaller deal numbers, so that they never repeat deals of a tuning run.
const FIRST_DEAL: u64 = 1 << 40;
/// Deal numbers per phase, and per kind of table within a phase.
const PHASE: u64 = 1 << 40;
const TABLE: u64 = 1 << 32;

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Objective {
        /// The mean over tables.
        Share = "share",
        /// The minimum over tables with increasing numbers of copies of the strategy.
        Worst = "worst",
    }
}

/// Purpose of a deal. Each phase has its own deals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Search,
    Choice,
    Test,
}

/// A kind of table: how many seats the strategy holds, and who may hold the others.
#[derive(Debug, Clone)]
pub struct Board {
    pub label: String,
    schedule: Schedule,
    /// Indices into the field; its strategies come after the strategy itself.
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
    /// The tables of `players` that an objective needs against this field; `None` if there are too many. With two
    /// players each rival has its own tables. With more, the field is mixed around one copy of the strategy, for the
    /// worst case also around two copies and so on; finally each rival sits alone among copies.
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
            let schedule = Schedule::copies_against(copies, field.len(), players)?;
            let label = format!("{copies} of {players}, with the field");
            Some(Board { label, schedule, field: everybody.clone() })
        };
        let alone = |at: usize| {
            let schedule = Schedule::copies_against(players - 1, 1, players)?;
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

    /// Games of one deal at every kind of table.
    pub fn games_a_round(&self) -> f64 {
        self.boards.iter().map(|board| board.schedule.games_a_deal()).sum()
    }

    pub fn games_of(&self, phase: Phase, rounds: &Range<u64>) -> u64 {
        let games = |(at, board): (usize, &Board)| board.schedule.games_of(deals(phase, at, rounds));
        self.boards.iter().enumerate().map(games).sum()
    }

    /// Plays rounds with each trial; a round is one deal at every kind of table. All trials get the same deals.
    /// Returns the scores by trial, kind of table and round.
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

    /// The figure of a deal: wins or points per seat held. For the worst case, where tables hold different numbers of
    /// copies: one own seat's share of the wins of one own and one other seat, which is a half among equals at every
    /// table.
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

    /// The quality of a strategy with these sums. The worst case is a soft minimum over tables, because the minimum
    /// of several noisy shares is mostly luck.
    pub fn worth(&self, sums: &[Sum]) -> f64 {
        /// A table that is better by this counts about a third as much.
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

/// A share; 0 if nothing was played.
pub fn ratio((y, x): Sum) -> f64 {
    if x > 0 { y as f64 / x as f64 } else { 0.0 }
}
