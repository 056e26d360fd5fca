//! Card values, resource scores, final scores and places (DE-54..63). Points are half points.

use super::{
    Delectable,
    components::{Face, Kind, RESOURCES},
    state::{Restaurant, Scores, State},
    variant::{CLASSES, TieBreak, class},
};
use sim_engine::{
    outcome::Outcome,
    seat::{BySeat, Seat},
};

impl Delectable {
    /// Half points that the `nth` card of a resource and star class adds at a quality (DE-56, DE-58).
    #[inline]
    pub fn further_card(&self, at: usize, nth: u8, quality: u8) -> i32 {
        let matching = class(quality);
        if at == matching && nth > self.variant.match_cards {
            return self.variant.plain[at];
        }
        self.variant.value[matching][at]
    }

    /// Half points of a restaurant's four resources at another quality and with additional cards; reviews
    /// among them do not count.
    #[inline]
    pub fn scores_with<'a>(
        &self,
        restaurant: &Restaurant,
        faces: impl Iterator<Item = &'a Face>,
        quality: u8,
    ) -> Scores {
        let (mut cards, mut scores) = (restaurant.cards, *restaurant.scores_at(quality));
        for face in faces {
            let (kind, at) = (face.kind.index(), class(face.stars));
            if let (Some(cards), Some(score)) = (cards.get_mut(kind), scores.get_mut(kind)) {
                cards[at] += 1;
                *score += self.further_card(at, cards[at], quality);
            }
        }
        scores
    }

    /// The most frequent star number among the reviews; ties go to the lowest (DE-19..21).
    #[inline]
    pub fn quality(&self, reviews: &[u8; CLASSES]) -> u8 {
        // Packs the count, then the lower class, into one comparable number.
        let rank = |at: usize| usize::from(reviews[at]) * CLASSES + (CLASSES - 1 - at);
        let top = rank(0).max(rank(1)).max(rank(2).max(rank(3)));
        if top < CLASSES { self.variant.default_quality } else { (CLASSES + 1 - top % CLASSES) as u8 }
    }

    #[inline]
    pub fn add(&self, restaurant: &mut Restaurant, face: &Face) {
        let at = class(face.stars);
        if face.kind == Kind::Review {
            restaurant.reviews[at] += 1;
            restaurant.quality = self.quality(&restaurant.reviews);
        } else {
            let cards = &mut restaurant.cards[face.kind.index()];
            cards[at] += 1;
            for (quality, scores) in (2..).zip(&mut restaurant.scores) {
                scores[face.kind.index()] += self.further_card(at, cards[at], quality);
            }
        }
        restaurant.points = self.final_score(restaurant.scores());
    }

    /// The lowest of the counted scores; counting the highest is always best (DE-59..62).
    #[inline]
    pub fn final_score(&self, scores: &Scores) -> i32 {
        if self.variant.counted == RESOURCES {
            let [a, b, c, d] = *scores;
            return a.min(b).min(c.min(d));
        }
        let mut sorted = *scores;
        sort_four(&mut sorted);
        sorted[self.variant.counted - 1]
    }

    /// Scores in the order of comparison: the lowest counted one first, then the next lowest (DE-62, DE-63).
    /// Scores that break no ties are 0.
    pub fn ranking(&self, scores: &Scores) -> Scores {
        let mut sorted = *scores;
        sort_four(&mut sorted);
        let counted = self.variant.counted;
        sorted[..counted].reverse();
        if self.variant.tie_break == TieBreak::Counted {
            sorted[counted..].fill(0);
        }
        sorted
    }

    pub(super) fn outcome_of(&self, state: &State) -> Outcome {
        let ranking = |seat: Seat| self.ranking(state.table.restaurants[seat.index()].scores());
        let rankings = BySeat::from_fn(self.players, ranking);
        let points = BySeat::from_fn(self.players, |seat| rankings[seat][0]);
        Outcome::ranked(points, self.players, 0, |seat| rankings[seat])
    }
}

/// Sorts four numbers in descending order with the optimal sorting network of five exchanges.
#[inline]
fn sort_four(values: &mut [i32; 4]) {
    for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        let (high, low) = (values[a].max(values[b]), values[a].min(values[b]));
        values[a] = high;
        values[b] = low;
    }
}
