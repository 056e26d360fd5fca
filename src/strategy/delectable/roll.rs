//! The exact solver of a Roll Action: which cards to discard, and which pile to name.
//!
//! The worth of discards S and pile p is
//!
//! ```text
//! chance(S, p) * value(p) + anyway(p) - sum of keep over S
//! ```
//!
//! The set is built card by card from the right, because the three rightmost cards that stay
//! modify the roll; each pile is searched on its own against the best plan of all. One pip on the
//! die is worth at most `value / faces`, so a branch is cut when all pips that the cards further left
//! could still give would not pay for what has been given up.

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

    /// The plan of highest worth; of equal ones the first in the order of the piles, and of those
    /// the one that keeps its cards further right.
    pub fn solve(&mut self) -> Plan {
        for pile in &mut self.piles[..self.pile_count] {
            pile.value = pile.value.clamp(LOWEST, -LOWEST);
            pile.anyway = pile.anyway.clamp(LOWEST, -LOWEST);
        }
        for card in &mut self.hand[..self.cards] {
            card.keep = card.keep.clamp(LOWEST, -LOWEST);
        }
        let mut best = Plan { discards: 0, pile: self.piles[0].kind, worth: f64::NEG_INFINITY };
        // Rolling with the hand as it is gives each pile a floor that prunes the search of all.
        if self.surplus == 0 {
            for pile in &self.piles[..self.pile_count] {
                let kept = self.hand[..self.cards].iter().rev().filter(|card| card.fills_place);
                let hand: i32 = kept.take(self.places).map(|card| card.to[pile.kind]).sum();
                let worth = Self::chance(pile.need - hand, self.die_faces) * pile.value + pile.anyway;
                if worth > best.worth {
                    best = Plan { discards: 0, pile: pile.kind, worth };
                }
            }
        }
        for at in 0..self.pile_count {
            if self.hope(&self.piles[at]) > best.worth {
                let mut search = Search::new(self, self.piles[at], best);
                let whole = Branch { need: self.piles[at].need, places: self.places, loss: 0.0, discards: 0 };
                search.descend(self.cards, whole);
                best = search.best;
            }
        }
        best
    }

    /// No set can make a pile worth more than this: every helpful modifier in place, and every
    /// discard that pays in pips.
    fn hope(&self, pile: &PileOffer) -> f64 {
        let value = pile.value.max(0.0);
        let pip = value / f64::from(self.die_faces);
        let mut relief = 0.0;
        let mut help = 0;
        for card in &self.hand[..self.cards] {
            relief += (pip * f64::from(card.bonus.max(0)) - card.keep).max(0.0);
            help += card.to[pile.kind].max(0);
        }
        Self::chance(pile.need - help, self.die_faces) * value + pile.anyway + relief
    }
}

/// A set that is decided from some position on to the right.
#[derive(Clone, Copy)]
struct Branch {
    /// Die face that the pile needs by now.
    need: i32,
    /// Places that modify a roll and are still open.
    places: usize,
    loss: f64,
    discards: u16,
}

/// The search for the best discards for one pile.
struct Search<'a> {
    problem: &'a Problem,
    pile: PileOffer,
    /// Worth of one pip.
    pip: f64,
    /// The most that discards left of a position could earn, by pips or by a negative keep.
    relief: [f64; HAND + 1],
    /// Pips of all helpful modifiers left of a position, and of the best one.
    helpful: [(i32, i32); HAND + 1],
    best: Plan,
}

impl<'a> Search<'a> {
    fn new(problem: &'a Problem, pile: PileOffer, best: Plan) -> Search<'a> {
        let pip = pile.value.max(0.0) / f64::from(problem.die_faces);
        let mut relief = [0.0; HAND + 1];
        let mut helpful = [(0, 0); HAND + 1];
        for (at, card) in problem.hand[..problem.cards].iter().enumerate() {
            relief[at + 1] = relief[at] + (pip * f64::from(card.bonus.max(0)) - card.keep).max(0.0);
            let help = card.to[pile.kind].max(0);
            let (sum, best) = helpful[at];
            helpful[at + 1] = (sum + help, best.max(help));
        }
        Search { problem, pile, pip, relief, helpful, best }
    }

    /// Decides the positions `0..left`.
    fn descend(&mut self, left: usize, branch: Branch) {
        let chance = Problem::chance(branch.need, self.problem.die_faces);
        let Some(at) = left.checked_sub(1) else { return self.finish(&branch, chance) };
        let (sum, best) = self.helpful[left];
        let pips = f64::from(sum.min(best * branch.places as i32));
        let stand = chance * self.pile.value.max(0.0) + self.pile.anyway - branch.loss;
        if stand + self.relief[left] + self.pip * pips <= self.best.worth {
            return;
        }
        let card = &self.problem.hand[at];
        let discarded = branch.discards.count_ones() as usize;
        // Keeping this card must leave enough cards further left for the discards still owed.
        if self.problem.surplus <= discarded + at {
            let mut kept = branch;
            if branch.places > 0 && card.fills_place {
                kept.places -= 1;
                kept.need -= card.to[self.pile.kind];
            }
            self.descend(at, kept);
        }
        let gone = Branch {
            need: branch.need - card.bonus,
            loss: branch.loss + card.keep,
            discards: branch.discards | 1 << at,
            ..branch
        };
        self.descend(at, gone);
    }

    fn finish(&mut self, branch: &Branch, chance: f64) {
        let worth = chance * self.pile.value + self.pile.anyway - branch.loss;
        if worth > self.best.worth {
            self.best = Plan { discards: branch.discards, pile: self.pile.kind, worth };
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
