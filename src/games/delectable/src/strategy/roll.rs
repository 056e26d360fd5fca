//! The exact solver of a Roll Action: which cards to discard, and which pile to name.
//!
//! The worth of discards S and pile p is
//!
//! ```text
//! chance(S, p) * value(p) + anyway(p) - sum of keep over S
//! ```
//!
//! The search is a branch and bound. The worth without discards is known, and one pip on the die is worth at
//! most `value / faces`; this bounds what discards could add. Where the bound exceeds the best choice so far,
//! the search decides card by card from the right, because the three rightmost kept cards modify the roll. It
//! cuts a branch when the cards further left cannot add enough pips to pay for the discards so far.

use crate::rules::{
    HAND,
    components::{Face, KINDS, LANES, Modifiers, modifier},
};

/// Worth of a candidate whose formula gave no number, and the lower bound of all others: far below any
/// regular worth, but small enough that sums of it stay finite.
const LOWEST: f64 = -1e15;

#[derive(Debug, Clone, Copy, Default)]
pub struct PileOffer {
    pub kind: usize,
    /// Value of acquiring its card divided by the number of die faces: the worth of each successful face.
    pub per_face: f64,
    pub anyway: f64,
    /// Die face that succeeds without any discard or hand modifier.
    pub need: i32,
}

#[derive(Debug, Clone)]
pub struct Problem<'a> {
    /// From left to right.
    pub hand: &'a [&'a Face],
    pub keeps: &'a [f64],
    /// At least one.
    pub piles: &'a [PileOffer],
    /// Minimum number of discards.
    pub surplus: usize,
    /// Number of rightmost cards that modify a roll.
    pub places: usize,
    pub die_faces: i32,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RollChoice {
    /// Positions to discard, as a mask.
    pub discards: u16,
    /// Index of the pile's kind.
    pub pile: usize,
    pub worth: f64,
}

impl PileOffer {
    pub fn new(kind: usize, value: f64, anyway: f64, need: i32, die_faces: i32) -> PileOffer {
        PileOffer { kind, per_face: bounded(value) / f64::from(die_faces), anyway: bounded(anyway), need }
    }
}

#[inline]
fn hits(need: i32, die_faces: i32) -> f64 {
    f64::from((die_faces + 1 - need).clamp(0, die_faces))
}

#[inline]
fn bounded(worth: f64) -> f64 {
    lesser(greater(worth, LOWEST), -LOWEST)
}

// Unlike `f64::max` and `f64::min`, these compile to one instruction, as no worth here is NaN.
#[inline]
fn greater(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

#[inline]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

impl Problem<'_> {
    #[inline]
    pub fn chance(need: i32, die_faces: i32) -> f64 {
        hits(need, die_faces) / f64::from(die_faces)
    }

    pub fn success(&self, choice: &RollChoice) -> f64 {
        let gone = |at: &usize| choice.discards >> at & 1 == 1;
        let (discarded, kept): (Vec<usize>, Vec<usize>) = (0..self.hand.len()).rev().partition(gone);
        let bonus: i32 = discarded.iter().map(|&at| i32::from(self.hand[at].discard)).sum();
        let to = modifier(kept.iter().map(|&at| self.hand[at]), self.places, choice.pile);
        let need = self.piles.iter().find(|pile| pile.kind == choice.pile).map_or(0, |pile| pile.need);
        Self::chance(need - bonus - to, self.die_faces)
    }

    /// The choice with the highest worth. Ties go to the first pile, then to the choice that keeps cards
    /// further right.
    #[inline]
    pub fn solve(&self) -> RollChoice {
        let survey = Survey::new(self);
        let mut best = RollChoice { discards: 0, pile: self.piles[0].kind, worth: f64::NEG_INFINITY };
        // Rolling without discards gives a floor that prunes the search of every pile.
        let mut all_hits = [0.0; KINDS];
        for (hits_now, pile) in all_hits.iter_mut().zip(self.piles) {
            let need = pile.need - i32::from(survey.window[pile.kind % LANES]);
            *hits_now = hits(need, self.die_faces);
            let worth = *hits_now * pile.per_face + pile.anyway;
            if self.surplus == 0 && worth > best.worth {
                (best.pile, best.worth) = (pile.kind, worth);
            }
        }
        for (&hits_now, pile) in all_hits.iter().zip(self.piles) {
            if survey.most(self, pile, hits_now) > best.worth {
                best = Search::new(self, &survey, pile, best).run();
            }
        }
        best
    }
}

struct Survey {
    keeps: [f64; HAND],
    /// Pips of the modifiers that count without any discard.
    window: Modifiers,
    /// The most pips that discards could add by making room for helpful modifiers.
    room: Modifiers,
    /// Total gain of all profitable discards, or the smallest loss if none is. `gain` counts pips at the
    /// value of the best pile, `spare` counts `keep` alone.
    gain: f64,
    spare: f64,
}

impl Survey {
    #[inline]
    fn new(problem: &Problem<'_>) -> Survey {
        let pip = problem.piles.iter().map(|pile| pile.per_face).fold(0.0, greater);
        let mut keeps = [0.0; HAND];
        let (mut window, mut helpful, mut most_helpful) = ([0; LANES], [0; LANES], [0; LANES]);
        let (mut gain, mut least_loss) = (0.0, f64::NEG_INFINITY);
        let (mut spare, mut least_keep) = (0.0, f64::NEG_INFINITY);
        let mut places = problem.places;
        let own = &mut keeps[..problem.hand.len()];
        for ((slot, face), &keep) in own.iter_mut().zip(problem.hand).zip(problem.keeps).rev() {
            let keep = bounded(keep);
            *slot = keep;
            let counts = face.fills_place && places > 0;
            places -= usize::from(counts);
            let mask = -i16::from(counts);
            for lane in 0..LANES {
                let to = face.in_place[lane];
                window[lane] += to & mask;
                helpful[lane] += to.max(0);
                most_helpful[lane] = to.max(most_helpful[lane]);
            }
            let earned = pip * f64::from(face.discard.max(0)) - keep;
            gain += greater(earned, 0.0);
            least_loss = greater(earned, least_loss);
            spare += greater(-keep, 0.0);
            least_keep = greater(-keep, least_keep);
        }
        // At most `places` cards help, each at most as much as the best one.
        let mut room = [0; LANES];
        for lane in 0..LANES {
            room[lane] = helpful[lane].min(most_helpful[lane] * problem.places as i16) - window[lane];
        }
        Survey {
            keeps,
            window,
            room,
            gain: if gain > 0.0 { gain } else { least_loss },
            spare: if spare > 0.0 { spare } else { least_keep },
        }
    }

    /// Upper bound on a pile's worth with some discard, given the faces that succeed without any.
    #[inline]
    fn most(&self, problem: &Problem<'_>, pile: &PileOffer, hits: f64) -> f64 {
        let pip = greater(pile.per_face, 0.0);
        // A pip adds at most one successful face; all pips together at most reach certainty.
        let pips = self.room[pile.kind % LANES];
        let by_pips = pip * (hits + f64::from(pips)) + self.gain;
        lesser(by_pips, pip * f64::from(problem.die_faces) + self.spare) + pile.anyway
    }
}

/// Bounds on what the cards left of a position could still add for a pile.
#[derive(Clone, Copy, Default)]
struct Ahead {
    /// Maximum gain of discarding them, by pips or by a negative keep.
    relief: f64,
    /// Maximum gain of discarding them by a negative keep alone.
    spare: f64,
    /// Pips of all helpful modifiers, and of the best one.
    helpful: i32,
    most_helpful: i32,
}

struct Search<'a> {
    problem: &'a Problem<'a>,
    keeps: &'a [f64; HAND],
    pile: &'a PileOffer,
    /// The value of the pile, at least 0, and that of one pip.
    value: f64,
    pip: f64,
    ahead: [Ahead; HAND + 1],
    best: RollChoice,
}

#[derive(Clone, Copy)]
struct Node {
    need: i32,
    /// Open places among those that modify a roll.
    places: i32,
    /// Cost of the discards, and their mask.
    loss: f64,
    discards: u16,
    owed: usize,
}

impl<'a> Search<'a> {
    fn new(
        problem: &'a Problem<'a>,
        survey: &'a Survey,
        pile: &'a PileOffer,
        best: RollChoice,
    ) -> Search<'a> {
        let pip = greater(pile.per_face, 0.0);
        let value = pip * f64::from(problem.die_faces);
        let keeps = &survey.keeps;
        let mut search =
            Search { problem, keeps, pile, value, pip, ahead: [Ahead::default(); HAND + 1], best };
        let mut ahead = Ahead::default();
        for ((slot, face), &keep) in search.ahead[1..].iter_mut().zip(problem.hand).zip(keeps) {
            let help = i32::from(face.in_place[pile.kind % LANES]);
            ahead.relief += greater(pip * f64::from(face.discard.max(0)) - keep, 0.0);
            ahead.spare += greater(-keep, 0.0);
            ahead.helpful += help.max(0);
            ahead.most_helpful = ahead.most_helpful.max(help);
            *slot = ahead;
        }
        search
    }

    fn run(mut self) -> RollChoice {
        let (need, places) = (self.pile.need, self.problem.places as i32);
        let start = Node { need, places, loss: 0.0, discards: 0, owed: self.problem.surplus };
        self.consider(self.problem.hand.len(), start);
        self.best
    }

    #[inline]
    fn worth(&self, node: Node) -> f64 {
        hits(node.need, self.problem.die_faces) * self.pile.per_face + self.pile.anyway - node.loss
    }

    #[inline]
    fn node_if_kept(&self, at: usize, node: Node) -> Node {
        let face = self.problem.hand[at];
        let counts = i32::from(face.fills_place && node.places > 0);
        let to = counts * i32::from(face.in_place[self.pile.kind % LANES]);
        Node { need: node.need - to, places: node.places - counts, ..node }
    }

    #[inline]
    fn node_if_discarded(&self, at: usize, node: Node) -> Node {
        Node {
            need: node.need - i32::from(self.problem.hand[at].discard),
            loss: node.loss + self.keeps[at % HAND],
            discards: node.discards | 1 << at,
            owed: node.owed.saturating_sub(1),
            ..node
        }
    }

    /// Records a complete choice, or descends if the bound still allows a better one.
    #[inline]
    fn consider(&mut self, left: usize, node: Node) {
        if left == 0 {
            let worth = self.worth(node);
            if worth > self.best.worth {
                self.best = RollChoice { discards: node.discards, pile: self.pile.kind, worth };
            }
            return;
        }
        let hits = hits(node.need, self.problem.die_faces);
        let ahead = &self.ahead[left % (HAND + 1)];
        let pips = f64::from(ahead.helpful.min(ahead.most_helpful * node.places));
        let by_pips = self.pip * (hits + pips) + ahead.relief;
        let most = lesser(by_pips, self.value + ahead.spare);
        if most + self.pile.anyway - node.loss > self.best.worth {
            self.descend(left - 1, node);
        }
    }

    fn descend(&mut self, at: usize, node: Node) {
        // Keeping this card must leave enough cards further left for the discards still owed.
        if node.owed <= at {
            self.consider(at, self.node_if_kept(at, node));
        }
        self.consider(at, self.node_if_discarded(at, node));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::components::Kind;

    #[derive(Debug, Clone)]
    struct Case {
        hand: Vec<Face>,
        keeps: Vec<f64>,
        piles: Vec<PileOffer>,
        surplus: usize,
        places: usize,
    }

    impl Case {
        fn with<T>(&self, ask: impl FnOnce(&Problem<'_>) -> T) -> T {
            ask(&Problem {
                hand: &self.hand.iter().collect::<Vec<_>>(),
                keeps: &self.keeps,
                piles: &self.piles,
                surplus: self.surplus,
                places: self.places,
                die_faces: 20,
            })
        }

        fn solve(&self) -> RollChoice {
            self.with(|problem| problem.solve())
        }
    }

    fn face(discard: i16, in_place: Modifiers, fills_place: bool) -> Face {
        let (kind, to) = (Kind::Food, [0; KINDS]);
        Face { kind, stars: 2, worth: 0, cost: 15, to, discard, fills_place, in_place }
    }

    fn brute_force(case: &Case) -> f64 {
        let Case { hand, keeps, .. } = case;
        let mut best = f64::NEG_INFINITY;
        for discards in 0..1u16 << hand.len() {
            if (discards.count_ones() as usize) < case.surplus {
                continue;
            }
            let gone = |at: &usize| discards >> at & 1 == 1;
            let loss: f64 = (0..hand.len()).rev().filter(gone).map(|at| keeps[at]).sum();
            let bonus: i32 = (0..hand.len()).filter(gone).map(|at| i32::from(hand[at].discard)).sum();
            for pile in &case.piles {
                let stay = (0..hand.len()).rev().filter(|at| !gone(at) && hand[*at].fills_place);
                let to = stay.take(case.places).map(|at| i32::from(hand[at].in_place[pile.kind]));
                let chance = Problem::chance(pile.need - bonus - to.sum::<i32>(), 20);
                best = best.max(chance * pile.per_face * 20.0 + pile.anyway - loss);
            }
        }
        best
    }

    fn cases() -> impl Strategy<Value = Case> {
        let to = prop::array::uniform5(-3..4i16)
            .prop_map(|to| std::array::from_fn(|at| to.get(at).copied().unwrap_or(0)));
        let card = (-2.0..8.0f64, -3..10i16, to, prop::bool::weighted(0.9));
        let pile = (-1.0..10.0f64, -1.0..2.0f64, 0..30);
        (prop::collection::vec(card, 0..9), prop::collection::vec(pile, 1..=KINDS), 0..3usize, 0..5usize)
            .prop_map(|(cards, piles, surplus, places)| {
                let piles = piles.into_iter().enumerate();
                Case {
                    surplus: surplus.min(cards.len()),
                    places,
                    keeps: cards.iter().map(|card| card.0).collect(),
                    hand: cards.into_iter().map(|(_, bonus, to, fills)| face(bonus, to, fills)).collect(),
                    piles: piles
                        .map(|(kind, (value, anyway, need))| PileOffer::new(kind, value, anyway, need, 20))
                        .collect(),
                }
            })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn the_plan_is_the_best_of_all(case in cases()) {
            let expected = brute_force(&case);
            let choice = case.solve();
            prop_assert!((choice.worth - expected).abs() < 1e-9, "{choice:?} but {expected} in {case:?}");
            prop_assert!(choice.discards.count_ones() as usize >= case.surplus);
            let pile = case.piles.iter().find(|pile| pile.kind == choice.pile).unwrap();
            let gone = (0..case.hand.len()).filter(|at| choice.discards >> at & 1 == 1);
            let loss: f64 = gone.map(|at| case.keeps[at]).sum();
            let worth = case.with(|problem| problem.success(&choice)) * pile.per_face * 20.0 + pile.anyway - loss;
            prop_assert!((choice.worth - worth).abs() < 1e-9, "{choice:?} but {worth} in {case:?}");
        }
    }

    #[test]
    fn formulas_without_a_number_still_give_a_plan() {
        let case = Case {
            hand: vec![face(0, [0; LANES], true)],
            keeps: vec![f64::NEG_INFINITY],
            piles: vec![PileOffer::new(3, f64::NEG_INFINITY, f64::NEG_INFINITY, 5, 20)],
            surplus: 0,
            places: 0,
        };
        let choice = case.solve();
        assert_eq!((choice.pile, choice.discards), (3, 1));
        assert!(choice.worth.is_finite());
    }
}
