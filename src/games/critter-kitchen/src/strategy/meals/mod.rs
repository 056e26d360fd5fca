//! The challenge meals of a day: what there is to decide, and what a decision comes to.
//!
//! The worth of a set of meals is the worth of its stars less the keep of all it spends. Two
//! solvers answer with what each meal spends: [`exact`] proves the best, [`greedy`] climbs without
//! proof. How the tokens of a meal go together is worked out at the end, in [`dress`].
//!
//! What the proof brings: among default scripts that climb, one that proves its meals wins 4.1 percentage points more
//! often at tables of four, 4.9 at tables of two (95 % intervals of 0.6 points, 16,000 games each on the same deals). Trying every order of the challenges without proof, an expert loses 2.0 and 3.3 points.
//!
//! A search without proof does not replace it. Solving each meal alone and resolving tokens that two meals want, in
//! 20 branches, takes half of the time and loses 1.0 points at tables of four and 1.3 at tables of two (8,000 games of
//! the expert; 95 % intervals of 0.6 and 0.8 points). Without a limit on branches it loses nothing and saves nothing.

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

/// The most tokens a problem holds: bits of a mask.
pub const TOKENS: usize = 64;

#[derive(Debug, Clone, Copy, Default)]
pub struct Pot {
    pub count: u8,
    pub keep: f64,
}

/// What the restaurateur of the kitchen changes about serving; a kitchen has one at most.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Perk {
    #[default]
    None,
    /// `more` is added to every ingredient of this printed value (CK-186).
    LowValue { value: u8, more: u8 },
    /// An ingredient doubles a higher one of its type that it lies under (CK-188).
    Under,
    /// In each meal one typed spice goes with an ingredient of another type.
    OtherSpice,
}

#[derive(Debug, Clone)]
pub struct Problem {
    /// Those of a type stand in descending order of value.
    pub tokens: [Token; TOKENS],
    pub keep: [f64; TOKENS],
    pub count: usize,
    pub soup: Pot,
    pub bisque: Pot,
    pub bisque_value: u16,
    /// Open requirements of each challenge, as masks of types; none for a challenge that is over.
    pub needs: [u8; DAY],
    /// Lowest quality of each bracket, ascending, and the worth of reaching it, never falling.
    pub brackets: [(u16, f64); 3],
    /// Worth of a meal without soup, beside its stars.
    pub no_soup: f64,
    /// Worth of a meal of at least this quality, beside its stars.
    pub grand: Option<(u16, f64)>,
    pub perk: Perk,
    /// Whether soup alone makes a meal (CK-124).
    pub soup_alone: bool,
}

/// A meal: positions of its tokens as a mask, and its soup. Without any it is not presented.
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
    /// The best meals, one for each challenge, and what they are worth together; proven best
    /// where the brackets allow (see [`exact`]).
    pub fn solve(&self, scratch: &mut Scratch) -> ([Meal; DAY], f64) {
        match exact::solve(self, scratch) {
            Some(solution) => solution,
            None => greedy::solve(self),
        }
    }

    /// Meals found without proof, in a fraction of the time.
    pub fn climb(&self) -> ([Meal; DAY], f64) {
        greedy::climb(self)
    }

    /// Quality of an ingredient that nothing doubles.
    fn value(&self, at: usize) -> u16 {
        let printed = self.tokens[at].value();
        let bonus = match self.perk {
            Perk::LowValue { value, more } if value == printed => more,
            _ => 0,
        };
        u16::from(printed + bonus)
    }
}
