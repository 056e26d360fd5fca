//! The exact solver of a Roll Action: which cards to discard, and which pile to name.
//!
//! The worth of discards S and pile p is
//!
//! ```text
//! chance(S, p) * value(p) + anyway(p) - sum of keep over S
//! ```
//!
//! The set is built card by card from the right, because the three rightmost cards that stay
//! modify the roll; piles are compared only where a set is complete. A branch is cut when even
//! a certain success could not pay for the cards already given up.

use crate::rules::delectable::{HAND, card::KINDS};

/// Worth of something whose formula gave no number, and the bound of all others: far below any
/// honest worth, and small enough that sums of them stay numbers.
const LOWEST: f64 = -1e15;

/// A card of the hand.
#[derive(Debug, Clone, Copy, Default)]
pub struct HandCard {
    pub keep: f64,
    /// Modifier if discarded.
    pub bonus: i32,
    /// Modifiers to each pile, as far as the card gives any.
    pub to: [i32; KINDS],
    /// Whether the card fills one of the places that modify a roll.
    pub fills_place: bool,
}

/// A pile that may be named.
#[derive(Debug, Clone, Copy, Default)]
pub struct PileOffer {
    /// Index of the pile's kind.
    pub kind: usize,
    pub value: f64,
    pub anyway: f64,
    /// Die face that succeeds without any discard or hand modifier.
    pub need: i32,
}

/// A Roll Action to be decided.
#[derive(Debug, Clone)]
pub struct Problem {
    /// From left to right.
    pub hand: [HandCard; HAND],
    pub cards: usize,
    pub piles: [PileOffer; KINDS],
    pub pile_count: usize,
    /// Fewest discards.
    pub surplus: usize,
    /// Rightmost cards that modify a roll.
    pub places: usize,
    pub die_faces: i32,
}

/// The best answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Plan {
    /// Positions to discard, as a mask.
    pub discards: u16,
    /// Index of the pile's kind.
    pub pile: usize,
    pub worth: f64,
}

impl Problem {
    pub fn new() -> Problem {
        Problem {
            hand: [HandCard::default(); HAND],
            cards: 0,
            piles: [PileOffer::default(); KINDS],
            pile_count: 0,
            surplus: 0,
            places: 0,
            die_faces: 20,
        }
    }

    /// Chance that a die reaches `need`.
    #[inline]
    pub fn chance(need: i32, die_faces: i32) -> f64 {
        f64::from((die_faces + 1 - need).clamp(0, die_faces)) / f64::from(die_faces)
    }

    /// The plan of highest worth; of equal ones the first with the fewest discards on the right.
    pub fn solve(&mut self) -> Plan {
        for pile in &mut self.piles[..self.pile_count] {
            pile.value = pile.value.clamp(LOWEST, -LOWEST);
            pile.anyway = pile.anyway.clamp(LOWEST, -LOWEST);
        }
        // What giving up all cards left of a position could still earn by itself.
        let mut relief = [0.0; HAND + 1];
        for at in 0..self.cards {
            let keep = self.hand[at].keep.clamp(LOWEST, -LOWEST);
            self.hand[at].keep = keep;
            relief[at + 1] = relief[at] + (-keep).max(0.0);
        }
        let ceiling = self.piles[..self.pile_count]
            .iter()
            .map(|pile| pile.anyway + pile.value.max(0.0))
            .fold(f64::NEG_INFINITY, f64::max);
        let mut search = Search {
            problem: self,
            relief,
            ceiling,
            best: Plan { discards: 0, pile: self.piles[0].kind, worth: f64::NEG_INFINITY },
        };
        let needs = std::array::from_fn(|at| self.piles[at].need);
        search.descend(self.cards, Branch { needs, places: self.places, loss: 0.0, discards: 0 });
        search.best
    }
}

/// A set that is decided from some position on to the right.
#[derive(Clone, Copy)]
struct Branch {
    /// Die face that each offered pile needs by now.
    needs: [i32; KINDS],
    /// Places that modify a roll and are still open.
    places: usize,
    loss: f64,
    discards: u16,
}

struct Search<'a> {
    problem: &'a Problem,
    relief: [f64; HAND + 1],
    ceiling: f64,
    best: Plan,
}

impl Search<'_> {
    /// Decides the positions `0..left`.
    fn descend(&mut self, left: usize, branch: Branch) {
        if self.ceiling - branch.loss + self.relief[left] <= self.best.worth {
            return;
        }
        let Some(at) = left.checked_sub(1) else { return self.finish(branch) };
        let card = &self.problem.hand[at];
        let discarded = branch.discards.count_ones() as usize;
        // Keeping this card must leave enough cards further left for the discards still owed.
        if self.problem.surplus <= discarded + at {
            let mut kept = branch;
            if branch.places > 0 && card.fills_place {
                kept.places -= 1;
                for (need, pile) in kept.needs.iter_mut().zip(&self.problem.piles[..self.problem.pile_count])
                {
                    *need -= card.to[pile.kind];
                }
            }
            self.descend(at, kept);
        }
        let mut gone = branch;
        for need in &mut gone.needs {
            *need -= card.bonus;
        }
        gone.loss += card.keep;
        gone.discards |= 1 << at;
        self.descend(at, gone);
    }

    fn finish(&mut self, branch: Branch) {
        for (pile, &need) in self.problem.piles[..self.problem.pile_count].iter().zip(&branch.needs) {
            let chance = Problem::chance(need, self.problem.die_faces);
            let worth = chance * pile.value + pile.anyway - branch.loss;
            if worth > self.best.worth {
                self.best = Plan { discards: branch.discards, pile: pile.kind, worth };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every subset and every pile, as the rules say it.
    fn brute_force(problem: &Problem) -> f64 {
        let mut best = f64::NEG_INFINITY;
        for discards in 0..1u16 << problem.cards {
            if (discards.count_ones() as usize) < problem.surplus {
                continue;
            }
            let gone = |at: &usize| discards >> at & 1 == 1;
            let loss: f64 = (0..problem.cards).rev().filter(gone).map(|at| problem.hand[at].keep).sum();
            let bonus: i32 = (0..problem.cards).filter(gone).map(|at| problem.hand[at].bonus).sum();
            for pile in &problem.piles[..problem.pile_count] {
                let stay = (0..problem.cards).rev().filter(|at| !gone(at) && problem.hand[*at].fills_place);
                let hand: i32 = stay.take(problem.places).map(|at| problem.hand[at].to[pile.kind]).sum();
                let chance = Problem::chance(pile.need - bonus - hand, problem.die_faces);
                best = best.max(chance * pile.value + pile.anyway - loss);
            }
        }
        best
    }

    fn problems() -> impl Strategy<Value = Problem> {
        let card = (-2.0..8.0f64, -3..10, prop::array::uniform5(-3..4), prop::bool::weighted(0.9));
        let pile = (-1.0..10.0f64, -1.0..2.0f64, 0..30);
        (prop::collection::vec(card, 0..9), prop::collection::vec(pile, 1..=KINDS), 0..3usize, 0..5usize)
            .prop_map(|(cards, piles, surplus, places)| {
                let mut problem = Problem::new();
                problem.cards = cards.len();
                problem.surplus = surplus.min(cards.len());
                problem.places = places;
                for (slot, (keep, bonus, to, fills_place)) in problem.hand.iter_mut().zip(cards) {
                    *slot = HandCard { keep, bonus, to, fills_place };
                }
                problem.pile_count = piles.len();
                for (kind, (slot, (value, anyway, need))) in problem.piles.iter_mut().zip(piles).enumerate() {
                    *slot = PileOffer { kind, value, anyway, need };
                }
                problem
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        /// No discard set and pile is better than the plan.
        #[test]
        fn the_plan_is_the_best_of_all(mut problem in problems()) {
            let expected = brute_force(&problem);
            let plan = problem.solve();
            prop_assert!((plan.worth - expected).abs() < 1e-9, "{plan:?} but {expected} in {problem:?}");
            prop_assert!(plan.discards.count_ones() as usize >= problem.surplus);
        }
    }

    #[test]
    fn formulas_without_a_number_still_give_a_plan() {
        let mut problem = Problem::new();
        problem.pile_count = 1;
        problem.cards = 1;
        problem.piles[0] =
            PileOffer { kind: 3, value: f64::NEG_INFINITY, anyway: f64::NEG_INFINITY, need: 5 };
        problem.hand[0].keep = f64::NEG_INFINITY;
        let plan = problem.solve();
        assert_eq!((plan.pile, plan.discards), (3, 1));
        assert!(plan.worth.is_finite());
    }
}
