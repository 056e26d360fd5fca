//! The exact solver of a Roll Action: which cards to discard, and which pile to name.
//!
//! The worth of discards S and pile p is
//!
//! ```text
//! chance(S, p) * value(p) + anyway(p) - sum of keep over S
//! ```
//!
//! Most piles are settled by a look at the hand as a whole: without discards the worth is known,
//! and one pip on the die is worth at most `value / faces`, so a bound tells what discards could add.
//! Where it is above the best plan so far, the set is built card by card from the right, because the
//! three rightmost cards that stay modify the roll; a branch is cut when all pips that the cards
//! further left could still give would not pay for what has been given up.

use crate::rules::delectable::{
    HAND,
    card::{KINDS, LANES, Modifiers},
};

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
    pub to: Modifiers,
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
        let piles = &self.piles[..self.pile_count];
        let survey = Survey::new(self);
        let mut best = Plan { discards: 0, pile: piles[0].kind, worth: f64::NEG_INFINITY };
        // Rolling with the hand as it is gives a floor that prunes the search of every pile.
        let mut chances = [0.0; KINDS];
        for (chance, pile) in chances.iter_mut().zip(piles) {
            *chance = Self::chance(pile.need - i32::from(survey.window[pile.kind]), self.die_faces);
            let worth = *chance * pile.value + pile.anyway;
            if self.surplus == 0 && worth > best.worth {
                best = Plan { discards: 0, pile: pile.kind, worth };
            }
        }
        for (&chance, &pile) in chances.iter().zip(piles) {
            if survey.most(self, &pile, chance) > best.worth {
                let mut search = Search::new(self, pile, best);
                search.descend(self.cards, pile.need, self.places, 0.0, 0);
                best = search.best;
            }
        }
        best
    }
}

/// One look at the hand, for all piles at once.
struct Survey {
    /// Pips of the modifiers that count without any discard.
    window: [i16; LANES],
    /// Pips of all helpful modifiers, and of the best one.
    helpful: [i16; LANES],
    most_helpful: [i16; LANES],
    /// What the discards that gain earn together, or the least loss if none does: by pips of the
    /// pile worth most, and by keep alone.
    gain: f64,
    spare: f64,
}

impl Survey {
    fn new(problem: &Problem) -> Survey {
        let values = problem.piles[..problem.pile_count].iter().map(|pile| pile.value);
        let pip = values.fold(0.0, f64::max) / f64::from(problem.die_faces);
        let (mut window, mut helpful, mut most_helpful) = ([0; LANES], [0; LANES], [0; LANES]);
        let (mut gain, mut least_loss) = (0.0, f64::NEG_INFINITY);
        let (mut spare, mut least_keep) = (0.0, f64::NEG_INFINITY);
        let mut places = problem.places;
        for card in problem.hand[..problem.cards].iter().rev() {
            let counts = card.fills_place && places > 0;
            places -= usize::from(counts);
            let mask = -i16::from(counts);
            for lane in 0..LANES {
                let to = card.to[lane];
                window[lane] += to & mask;
                helpful[lane] += to.max(0);
                most_helpful[lane] = to.max(most_helpful[lane]);
            }
            let earned = pip * f64::from(card.bonus.max(0)) - card.keep;
            gain += if earned > 0.0 { earned } else { 0.0 };
            least_loss = if earned > least_loss { earned } else { least_loss };
            spare += if card.keep < 0.0 { -card.keep } else { 0.0 };
            least_keep = if -card.keep > least_keep { -card.keep } else { least_keep };
        }
        Survey {
            window,
            helpful,
            most_helpful,
            gain: if gain > 0.0 { gain } else { least_loss },
            spare: if spare > 0.0 { spare } else { least_keep },
        }
    }

    /// The most that a pile can be worth with some discard, from its chance without any.
    fn most(&self, problem: &Problem, pile: &PileOffer, chance: f64) -> f64 {
        let value = pile.value.max(0.0);
        let places = i32::from(self.most_helpful[pile.kind]) * problem.places as i32;
        // Discards make room for more helpful cards, and every pip is worth as much at most; all pips
        // together make certain at most.
        let pips = i32::from(self.helpful[pile.kind]).min(places) - i32::from(self.window[pile.kind]);
        let by_pips = value * (chance + f64::from(pips) / f64::from(problem.die_faces)) + self.gain;
        by_pips.min(value + self.spare) + pile.anyway
    }
}

/// What the cards left of a position could still do for a pile.
#[derive(Clone, Copy, Default)]
struct Ahead {
    /// The most that their discards could earn, by pips or by a negative keep.
    relief: f64,
    /// The most that they could earn by a negative keep alone.
    spare: f64,
    /// Pips of all helpful modifiers, and of the best one.
    helpful: i32,
    most_helpful: i32,
}

/// The search for the best discards for one pile.
struct Search<'a> {
    problem: &'a Problem,
    pile: PileOffer,
    /// Worth of one pip.
    pip: f64,
    ahead: [Ahead; HAND + 1],
    best: Plan,
}

impl<'a> Search<'a> {
    fn new(problem: &'a Problem, pile: PileOffer, best: Plan) -> Search<'a> {
        let pip = pile.value.max(0.0) / f64::from(problem.die_faces);
        let mut search = Search { problem, pile, pip, ahead: [Ahead::default(); HAND + 1], best };
        let mut ahead = Ahead::default();
        for (slot, card) in search.ahead[1..].iter_mut().zip(&problem.hand[..problem.cards]) {
            let help = i32::from(card.to[pile.kind]);
            ahead.relief += (pip * f64::from(card.bonus.max(0)) - card.keep).max(0.0);
            ahead.spare += (-card.keep).max(0.0);
            ahead.helpful += help.max(0);
            ahead.most_helpful = ahead.most_helpful.max(help);
            *slot = ahead;
        }
        search
    }

    /// Decides the positions `0..left`.
    ///
    /// By then the pile needs the die face `need`, `places` that modify a roll are open, and the
    /// `discards` further right have cost `loss`.
    fn descend(&mut self, left: usize, need: i32, places: usize, loss: f64, discards: u16) {
        let chance = Problem::chance(need, self.problem.die_faces);
        let Some(at) = left.checked_sub(1) else {
            let worth = chance * self.pile.value + self.pile.anyway - loss;
            if worth > self.best.worth {
                self.best = Plan { discards, pile: self.pile.kind, worth };
            }
            return;
        };
        let value = self.pile.value.max(0.0);
        let Ahead { relief, spare, helpful, most_helpful } = self.ahead[left];
        let pips = f64::from(helpful.min(most_helpful * places as i32));
        let most = (chance * value + relief + self.pip * pips).min(value + spare);
        if most + self.pile.anyway - loss <= self.best.worth {
            return;
        }
        let card = &self.problem.hand[at];
        // Keeping this card must leave enough cards further left for the discards still owed.
        if self.problem.surplus <= discards.count_ones() as usize + at {
            let counts = card.fills_place && places > 0;
            let to = if counts { i32::from(card.to[self.pile.kind]) } else { 0 };
            self.descend(at, need - to, places - usize::from(counts), loss, discards);
        }
        self.descend(at, need - card.bonus, places, loss + card.keep, discards | 1 << at);
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
                let hand: i32 =
                    stay.take(problem.places).map(|at| i32::from(problem.hand[at].to[pile.kind])).sum();
                let chance = Problem::chance(pile.need - bonus - hand, problem.die_faces);
                best = best.max(chance * pile.value + pile.anyway - loss);
            }
        }
        best
    }

    fn problems() -> impl Strategy<Value = Problem> {
        let to = prop::array::uniform5(-3..4i16)
            .prop_map(|to| std::array::from_fn(|at| to.get(at).copied().unwrap_or(0)));
        let card = (-2.0..8.0f64, -3..10, to, prop::bool::weighted(0.9));
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
