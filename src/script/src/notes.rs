//! What seats that learn decided, as numbers: written by the evaluator while games are played, read by a learner.

use crate::formula::{MAX_CANDIDATES, compile::Scale};
use sim_engine::Seat;

/// The most rows of a plan.
pub const PLAN: usize = 4;

/// A whole answer, as the candidates that it is joined of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Plan {
    rows: [u8; PLAN],
    count: u8,
}

impl Plan {
    pub fn single(row: usize) -> Plan {
        Plan::of(&[row])
    }

    /// An answer of several candidates, at most [`PLAN`].
    pub fn of(rows: &[usize]) -> Plan {
        debug_assert!(rows.len() <= PLAN && rows.iter().all(|&row| row < MAX_CANDIDATES));
        let mut plan = Plan { count: rows.len() as u8, ..Plan::default() };
        for (slot, &row) in plan.rows.iter_mut().zip(rows) {
            *slot = row as u8;
        }
        plan
    }

    /// An answer of the candidates whose bits are set, at most [`PLAN`].
    pub fn of_bits(bits: u32) -> Plan {
        let mut plan = Plan::default();
        for row in sim_engine::bits(bits).take(PLAN) {
            plan.rows[usize::from(plan.count)] = row as u8;
            plan.count += 1;
        }
        plan
    }

    #[inline]
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        self.rows[..usize::from(self.count)].iter().map(|&row| usize::from(row))
    }
}

/// How learning seats decide while trajectories are sampled.
#[derive(Debug, Clone, PartialEq)]
pub enum BehaviorPolicy {
    /// As their script would if nothing was learned. Features are noted as they are.
    Survey,
    /// By these weights in place of the script's: for each decision the score's, whose temperature is the
    /// script's, and those of its terms.
    Weights(Vec<Vec<f64>>),
}

/// One decision. Values stand in [`Notes::values`]: for each candidate its score by the temperature, then its
/// terms.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DecisionNote {
    /// Index of the decision in the vocabulary.
    pub point: u8,
    pub seat: Seat,
    /// Candidates, and where their values begin.
    pub candidates: u16,
    pub values: usize,
    /// Whole answers, where they begin among [`Notes::plans`], and which of them was given.
    pub plans: u16,
    pub first_plan: usize,
    pub chosen: u16,
    /// The logarithm of its chance.
    pub log_chance: f64,
}

/// The decisions of some games.
#[derive(Debug, Clone)]
pub struct Notes {
    pub policy: BehaviorPolicy,
    /// Seats that learn, as bits.
    seats: u32,
    /// In the order in which they were taken.
    pub decisions: Vec<DecisionNote>,
    pub values: Vec<f32>,
    pub plans: Vec<Plan>,
    /// Context features of each decision, all of them.
    pub context: Vec<f32>,
    pub games: Vec<NotedGame>,
}

/// A game in which seats learn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotedGame {
    /// How many decisions were noted before it.
    pub first: usize,
    /// Seats that learn, as bits.
    pub seats: u32,
}

impl Notes {
    pub fn new(policy: BehaviorPolicy) -> Notes {
        Notes {
            policy,
            seats: 0,
            decisions: Vec::new(),
            values: Vec::new(),
            plans: Vec::new(),
            context: Vec::new(),
            games: Vec::new(),
        }
    }

    /// Another game begins, in which these seats learn.
    pub fn begin(&mut self, seats: impl Iterator<Item = Seat>) {
        self.seats = seats.fold(0, |seats, seat| seats | 1 << seat.0);
        self.games.push(NotedGame { first: self.decisions.len(), seats: self.seats });
    }

    #[inline]
    pub fn learns(&self, seat: Seat) -> bool {
        self.seats >> seat.0 & 1 == 1
    }

    /// Values of a term as a learner reads them.
    pub(crate) fn placed(&self, value: f64, scale: Scale) -> f32 {
        match self.policy {
            BehaviorPolicy::Survey => value as f32,
            BehaviorPolicy::Weights(_) => scale.place(value) as f32,
        }
    }

    /// Weights of a decision, the score's first; none while all decide by the script.
    pub(crate) fn weights(&self, point: usize) -> Option<&[f64]> {
        match &self.policy {
            BehaviorPolicy::Survey => None,
            BehaviorPolicy::Weights(weights) => Some(&weights[point]),
        }
    }
}
