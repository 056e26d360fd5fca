//! The challenge meals of a day: what there is to decide, and what a decision comes to.
//!
//! The worth of a set of meals is the worth of its stars less the keep of all it spends. Two
//! solvers answer: [`exact`] proves the best, [`greedy`] is a fixed recipe without proof.

mod exact;
mod greedy;
mod soup;
#[cfg(test)]
mod tests;
mod ways;

pub use exact::Scratch;

use crate::rules::critter_kitchen::{
    With,
    token::{Token, Tokens},
    variant::DAY,
};

/// The most tokens a problem holds: bits of a mask.
pub const TOKENS: usize = 64;

/// Soups, or bisques: how many, and what keeping one is worth.
#[derive(Debug, Clone, Copy, Default)]
pub struct Pot {
    pub count: u8,
    pub keep: f64,
}

/// A storage, what keeping each token is worth, and the challenges of the day.
#[derive(Debug, Clone)]
pub struct Problem {
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
    /// What is added to an ingredient of this printed value.
    pub low_bonus: Option<(u8, u8)>,
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

/// Positions in a mask, ascending.
fn positions(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let at = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            at
        })
    })
}

impl Problem {
    /// The best meals, one for each challenge, and what they are worth together; proven best
    /// where the brackets allow (see [`exact`]).
    pub fn solve(&self, scratch: &mut Scratch) -> ([Meal; DAY], f64) {
        match exact::solve(self, scratch) {
            Some(solution) => solution,
            None => self.solve_greedily(),
        }
    }

    /// Meals found without proof, in a fraction of the steps where storages are large.
    pub fn solve_greedily(&self) -> ([Meal; DAY], f64) {
        greedy::solve(self)
    }

    /// Quality of an ingredient without spice (CK-186).
    fn value(&self, at: usize) -> u16 {
        let token = self.tokens[at];
        let bonus = self.low_bonus.filter(|&(value, _)| value == token.value()).map_or(0, |(_, more)| more);
        u16::from(token.value() + bonus)
    }

    /// The ingredients of a meal in ascending order, each with what raises the quality most: typed
    /// spices on the highest of their type, then allspice on the highest that are left.
    pub fn dress(&self, meal: &Meal, mut serve: impl FnMut(Token, With)) {
        let mut plain = meal.spent;
        let mut dressed = [With::Nothing; TOKENS];
        let mut left = Tokens::default();
        for at in positions(meal.spent).filter(|&at| self.tokens[at].is_spice()) {
            left.add(self.tokens[at], 1);
            plain &= !(1 << at);
        }
        let mut by_value = [0; TOKENS];
        let mut count = 0;
        for at in positions(plain) {
            by_value[count] = at;
            count += 1;
        }
        by_value[..count].sort_unstable_by_key(|&at| std::cmp::Reverse(self.value(at)));
        for (spice, with) in [(None, With::Spice), (Some(Token::ALLSPICE), With::Allspice)] {
            for &at in &by_value[..count] {
                let own = || Token::spice(self.tokens[at].course().unwrap_or(0));
                let spice = spice.unwrap_or_else(own);
                if dressed[at] == With::Nothing && left.has(spice) {
                    left.remove(spice, 1);
                    dressed[at] = with;
                }
            }
        }
        // Equal tokens are served plain first.
        by_value[..count].sort_unstable_by_key(|&at| (self.tokens[at], dressed[at]));
        for &at in &by_value[..count] {
            serve(self.tokens[at], dressed[at]);
        }
    }
}
