//! Card values, resource scores, final scores and places (DE-54..63). Points are half points.

use super::{
    Delectable,
    card::{CLASSES, Face, Kind, RESOURCES, class},
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

    /// Half points of one more card of a class, the `nth` of its resource and class (DE-58).
    #[inline]
    pub fn further_card(&self, at: usize, nth: u8, quality: u8) -> i32 {
        let matching = class(quality);
        if at == matching && nth > self.variant.match_cards {
            return self.variant.plain[at];
        }
        self.variant.value[matching][at]
    }

    /// Half points of the four resources, for cards by resource and class of stars.
    #[inline]
    pub fn scores_at(&self, cards: &[[u8; CLASSES]; RESOURCES], quality: u8) -> Scores {
        let mut scores = Scores::default();
        for (score, cards) in scores.iter_mut().zip(cards) {
            *score = self.resource_score(cards, quality);
        }
        scores
    }

    /// The star number most frequent among the reviews, the lowest if several are (DE-19..21).
    #[inline]
    pub fn quality(&self, reviews: &[u8; CLASSES]) -> u8 {
        // Number first, then the lower class, in one number to be compared.
        let rank = |at: usize| usize::from(reviews[at]) * CLASSES + (CLASSES - 1 - at);
        let top = rank(0).max(rank(1)).max(rank(2).max(rank(3)));
        if top < CLASSES { self.variant.default_quality } else { (CLASSES + 1 - top % CLASSES) as u8 }
    }

    /// Lays a card in a restaurant, and adds up anew what it changes.
    #[inline]
    pub fn add(&self, restaurant: &mut Restaurant, face: &Face) {
        let at = class(face.stars);
        if face.kind == Kind::Review {
            restaurant.reviews[at] += 1;
            let quality = self.quality(&restaurant.reviews);
            if quality != restaurant.quality {
                restaurant.quality = quality;
                restaurant.scores = self.scores_at(&restaurant.cards, quality);
            }
        } else {
            let cards = &mut restaurant.cards[face.kind.index()];
            cards[at] += 1;
            restaurant.scores[face.kind.index()] = self.resource_score(cards, restaurant.quality);
        }
        restaurant.points = self.final_score(&restaurant.scores);
    }

    /// The lowest of the counted scores; counting the highest is always best (DE-59..62).
    #[inline]
    pub fn final_score(&self, scores: &Scores) -> i32 {
        let mut sorted = *scores;
        sort_four(&mut sorted);
        sorted[self.variant.counted - 1]
    }

    /// Scores in the order in which they are compared: the lowest counted one first, then the
    /// next lowest (DE-62, DE-63). What does not count is the same for all.
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
        let mut points = BySeat::default();
        let mut rankings = [[0; RESOURCES]; super::state::PLAYERS];
        for seat in Seat::all(self.players) {
            rankings[seat.index()] = self.ranking(state.table.restaurants[seat.index()].scores());
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
