//! Arranges the tokens that a meal spends into servings of the highest quality.

use super::{Meal, Perk, Problem, TOKENS};
use crate::rules::{
    With,
    token::{TYPES, Token},
};
use sim_engine::bits;

struct Table<'a> {
    problem: &'a Problem,
    /// Positions of the ingredients, grouped by type, the best first.
    order: [u8; TOKENS],
    /// Start of each type in `order`, and the end.
    starts: [usize; TYPES + 1],
    /// Number of typed spices of each type, and of allspices.
    typed: [usize; TYPES],
    allspices: usize,
}

struct Spread {
    /// The type whose spice is served with another type.
    lent: Option<usize>,
    spiced: [usize; TYPES],
}

impl Problem {
    /// Calls `serve` for the ingredients of a meal with their additions, in chain order. The arrangement has
    /// the highest quality of all ways to serve the meal's tokens.
    pub fn dress(&self, meal: &Meal, mut serve: impl FnMut(Token, With)) {
        if meal.spent == 0 {
            return;
        }
        let table = Table::new(self, meal.spent);
        let mut spread = table.spread(None);
        if self.perk == Perk::OtherSpice {
            let mut most = table.score(&spread);
            for lent in (0..TYPES).filter(|&course| table.typed[course] > 0) {
                let other = table.spread(Some(lent));
                let score = table.score(&other);
                if score > most {
                    (spread, most) = (other, score);
                }
            }
        }
        let mut lent = spread.lent;
        for course in 0..TYPES {
            let all = table.ingredients(course);
            if all.is_empty() {
                continue;
            }
            let spiced = spread.spiced[course];
            let stacks = table.stacks(course, spiced);
            let typed = table.typed[course] - usize::from(spread.lent == Some(course));
            let typed = typed.min(spiced);
            // The lent spice goes to the first other type that its own spices do not cover.
            let other = lent.take_if(|lent| *lent != course && spiced > typed);
            let allspices = spiced - typed - usize::from(other.is_some());
            let (tops, below) = all.split_at(all.len() - stacks);
            let mut served = [(Token(0), false); TOKENS];
            for (at, (served, &top)) in served.iter_mut().zip(tops).enumerate() {
                *served = (self.tokens[usize::from(top)], at < spiced + stacks);
            }
            // Equal tokens are served plain first; additions come in ascending order.
            let served = &mut served[..tops.len()];
            served.sort_unstable();
            let below = below.iter().rev().map(|&at| With::Under(self.tokens[usize::from(at)].value()));
            let mut with = std::iter::repeat_n(With::Spice, typed)
                .chain(std::iter::repeat_n(With::Allspice, allspices))
                .chain(below)
                .chain(other.map(|other| With::Other(other as u8)));
            for &mut (token, is_doubled) in served {
                let with = if is_doubled { with.next() } else { None };
                serve(token, with.unwrap_or(With::Nothing));
            }
        }
    }
}

impl<'a> Table<'a> {
    fn new(problem: &'a Problem, spent: u64) -> Table<'a> {
        let mut table =
            Table { problem, order: [0; TOKENS], starts: [0; TYPES + 1], typed: [0; TYPES], allspices: 0 };
        let mut count = 0;
        for at in bits(spent) {
            let token = problem.tokens[at];
            match token.course() {
                None => table.allspices += 1,
                Some(course) if token.is_spice() => table.typed[course] += 1,
                Some(course) => {
                    table.order[count] = at as u8;
                    count += 1;
                    table.starts[course + 1] += 1;
                }
            }
        }
        for course in 0..TYPES {
            table.starts[course + 1] += table.starts[course];
        }
        let rank = |at: usize| (problem.tokens[at].course(), std::cmp::Reverse(problem.value(at)), at);
        table.order[..count].sort_unstable_by_key(|&at| rank(at.into()));
        table
    }

    fn ingredients(&self, course: usize) -> &[u8] {
        &self.order[self.starts[course]..self.starts[course + 1]]
    }

    fn value(&self, course: usize, at: usize) -> u16 {
        self.problem.value(self.ingredients(course)[at].into())
    }

    /// Returns the number of a type's ingredients that lie under others if the best `spiced` have a spice. The
    /// lowest go under the best of the others, as long as that pays.
    fn stacks(&self, course: usize, spiced: usize) -> usize {
        let count = self.ingredients(course).len();
        let pays = |&stacks: &usize| {
            let (top, below) = (spiced + stacks, count - 1 - stacks);
            top < below && self.value(course, top) > self.value(course, below)
        };
        match self.problem.perk {
            Perk::Under => (0..count / 2).take_while(pays).count(),
            _ => 0,
        }
    }

    fn quality(&self, course: usize, spiced: usize) -> u16 {
        let all = self.ingredients(course);
        let stacks = self.stacks(course, spiced);
        let sum = |part: &[u8]| part.iter().map(|&at| self.problem.value(at.into())).sum::<u16>();
        sum(&all[..all.len() - stacks]) + sum(&all[..spiced + stacks])
    }

    /// Assigns typed spices to their own type, then each wild spice where it adds most. Greedy is optimal here,
    /// as the gain of a spice never rises with the spices already there.
    fn spread(&self, lent: Option<usize>) -> Spread {
        let mut spread = Spread { lent, spiced: self.typed };
        if let Some(lent) = lent {
            spread.spiced[lent] -= 1;
        }
        for course in 0..TYPES {
            spread.spiced[course] = spread.spiced[course].min(self.ingredients(course).len());
        }
        for _ in 0..self.allspices + usize::from(lent.is_some()) {
            let gain = |course: usize| {
                let spiced = spread.spiced[course];
                let next = *self.ingredients(course).get(spiced)?;
                let gain = self.quality(course, spiced + 1) - self.quality(course, spiced);
                Some((gain, std::cmp::Reverse(next), course))
            };
            let Some((.., course)) = (0..TYPES).filter_map(gain).max() else { break };
            spread.spiced[course] += 1;
        }
        spread
    }

    /// Returns the number of spices in use, and the quality.
    fn score(&self, spread: &Spread) -> (usize, u16) {
        let quality = (0..TYPES).map(|course| self.quality(course, spread.spiced[course])).sum();
        (spread.spiced.iter().sum(), quality)
    }
}
