//! The challenge meals of a day as an optimization problem.
//!
//! The worth of a set of meals is the worth of its stars minus the `keep` of everything it spends. Two solvers
//! decide what each meal spends: [`exact`] proves the optimum, [`greedy`] does not. At the end, [`dress`]
//! arranges the tokens of each meal.
//!
//! Benefit of the proof: among default scripts with greedy meals, a script that proves its meals wins 4.1
//! percentage points more often at tables of four, and 4.9 at tables of two (95 % intervals of 0.6 points;
//! 16,000 games each on the same deals). An expert that tries every order of the challenges without proof loses
//! 2.0 and 3.3 points.
//!
//! A search without proof does not replace it. Solving each meal alone and resolving shared tokens in 20
//! branches takes half the time, and loses 1.0 points at tables of four and 1.3 at tables of two (8,000 games
//! of the expert; 95 % intervals of 0.6 and 0.8 points). Without a limit on branches it loses nothing and saves
//! nothing.

mod dress;
mod exact;
mod front;
mod greedy;
mod soup;
#[cfg(test)]
mod tests;
mod ways;

pub use exact::Scratch;

use crate::rules::{token::Token, variant::DAY};

/// Maximum number of tokens in a problem, which are bits of a mask.
pub const TOKENS: usize = 64;

#[derive(Debug, Clone, Copy, Default)]
pub struct Pot {
    pub count: u8,
    pub keep: f64,
}

/// The restaurateur's effect on serving; a kitchen has one at most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Perk {
    #[default]
    None,
    /// `more` is added to every ingredient of this printed value (CK-186).
    LowValue { value: u8, more: u8 },
    /// An ingredient doubles a higher one of its type that it lies under (CK-188).
    Under,
    /// In each meal one typed spice may be served with an ingredient of another type.
    OtherSpice,
}

#[derive(Debug, Clone)]
pub struct Problem {
    /// Tokens of one type are in descending order of value.
    pub tokens: [Token; TOKENS],
    pub keep: [f64; TOKENS],
    pub count: usize,
    pub soup: Pot,
    pub bisque: Pot,
    pub bisque_value: u16,
    /// Masks of each challenge's open requirements; 0 for a challenge that is over.
    pub needs: [u8; DAY],
    /// Lowest quality of each bracket, ascending, and the worth of reaching it.
    pub brackets: [(u16, f64); 3],
    /// Extra worth of a meal without soup.
    pub no_soup: f64,
    /// Extra worth of a meal of at least this quality.
    pub grand: Option<(u16, f64)>,
    pub perk: Perk,
    /// Whether soup alone makes a meal (CK-124).
    pub soup_alone: bool,
}

/// A meal: the mask of its tokens' positions, and its soup. An empty meal is not presented.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Meal {
    pub spent: u64,
    pub soups: u8,
    pub bisques: u8,
}

impl Meal {
    pub fn is_presented(&self) -> bool {
        *self != Meal::default()
    }
}

impl Problem {
    /// Returns the best meals, one for each challenge, and their total worth; proven best where the brackets
    /// allow (see [`exact`]).
    pub fn solve(&self, scratch: &mut Scratch) -> ([Meal; DAY], f64) {
        match exact::solve(self, scratch) {
            Some(solution) => solution,
            None => greedy::solve(self),
        }
    }

    /// Returns greedy meals and their total worth, without proof, in a fraction of the time.
    pub fn climb(&self) -> ([Meal; DAY], f64) {
        greedy::climb(self)
    }

    /// Returns the undoubled quality of an ingredient.
    fn value(&self, at: usize) -> u16 {
        let printed = self.tokens[at].value();
        let bonus = match self.perk {
            Perk::LowValue { value, more } if value == printed => more,
            _ => 0,
        };
        u16::from(printed + bonus)
    }
}
