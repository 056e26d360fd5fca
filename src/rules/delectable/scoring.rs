//! Card values, resource scores, final scores and places (DE-54..63). Points are half points.

use super::{
    Delectable,
    card::{CLASSES, RESOURCES, class},
    state::{Restaurant, State},
    variant::TieBreak,
};
use crate::rules::{
    outcome::Outcome,
    seat::{BySeat, Seat},
};

/// Half points of the four resources.
pub type Scores = [i32; RESOURCES];

impl Delectable {
    /// Half points of one resource: the values of its cards at this quality (DE-56, DE-58).
    #[inline]
    pub fn resource_score(&self, cards: &[u8; CLASSES], quality: u8) -> i32 {
        let variant = &self.variant;
        let matching = class(quality);
        let value = &variant.value[matching];
        let mut sum = 0;
        for at in 0..CLASSES {
            sum += i32::from(cards[at]) * value[at];
        }
        let plain = cards[matching].saturating_sub(variant.match_cards);
        sum - i32::from(plain) * (value[matching] - variant.plain[matching])
    }

    /// Half points of the four resources at a quality.
    #[inline]
    pub fn scores_at(&self, restaurant: &Restaurant, quality: u8) -> Scores {
        std::array::from_fn(|resource| self.resource_score(&restaurant.cards[resource], quality))
    }

    /// Half points of the four resources as the restaurant stands.
    #[inline]
    pub fn scores(&self, restaurant: &Restaurant) -> Scores {
        self.scores_at(restaurant, self.quality(restaurant))
    }

    #[inline]
    pub fn quality(&self, restaurant: &Restaurant) -> u8 {
        restaurant.quality(self.variant.default_quality)
    }

    /// The lowest of the counted scores; counting the highest is always best (DE-59..62).
    #[inline]
    pub fn final_score(&self, scores: &Scores) -> i32 {
        self.ranking(scores)[0]
    }

    /// Scores in the order in which they are compared: the lowest counted one first, then the
    /// next lowest (DE-62, DE-63). What does not count is the same for all.
    pub fn ranking(&self, scores: &Scores) -> Scores {
        let mut sorted = *scores;
        // Four elements, highest first.
        sort_four(&mut sorted);
        let counted = self.variant.counted;
        sorted[..counted].reverse();
        if self.variant.tie_break == TieBreak::Counted {
            sorted[counted..].fill(0);
        }
        sorted
    }

    pub(super) fn outcome_of(&self, state: &State) -> Outcome {
        let mut points = BySeat::default();
        let mut rankings = [[0; RESOURCES]; super::state::PLAYERS];
        for seat in Seat::all(self.players) {
            rankings[seat.index()] = self.ranking(&self.scores(&state.table.restaurants[seat.index()]));
            points[seat] = rankings[seat.index()][0];
        }
        Outcome::ranked(points, self.players, 0, |seat| rankings[seat.index()])
    }
}

/// Sorts four numbers, highest first, by the five exchanges of the optimal network.
#[inline]
fn sort_four(values: &mut [i32; 4]) {
    for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        let (high, low) = (values[a].max(values[b]), values[a].min(values[b]));
        values[a] = high;
        values[b] = low;
    }
}
