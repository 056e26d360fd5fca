//! What is counted of a game of Delectable.

use super::{
    Delectable,
    card::{CLASSES, RESOURCES, class},
    event::Event,
    state::State,
};
use crate::rules::{
    record::{Axis, GameRecord, Measure, MeasureKind, count, cross, measure},
    seat::Seat,
};

const RESOURCE: Axis = Axis { name: "resource", labels: &["servers", "chefs", "food", "equipment"] };
const LOWEST: Axis = Axis { name: "resource", labels: &["servers", "chefs", "food", "equipment", "several"] };
const KIND: Axis = Axis { name: "kind", labels: &["servers", "chefs", "food", "equipment", "review"] };
const STARS: Axis = Axis { name: "stars", labels: &["2", "3", "4", "5"] };
const RESULT: Axis = Axis { name: "result", labels: &["missed", "acquired"] };
const SIZE: Axis = Axis { name: "size", labels: &["1", "2", "3", "4", "5+"] };
const THEFT: Axis = Axis { name: "result", labels: &["stolen", "empty-handed"] };
const TARGET: Axis = Axis { name: "target", labels: &["own", "opponent"] };
const TENTH: Axis = Axis { name: "tenth", labels: &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] };

/// Indexes into [`MEASURES`].
mod index {
    pub const ROLLS: usize = 0;
    pub const BY_KIND: usize = 1;
    pub const BY_STARS: usize = 2;
    pub const EXTRA_ROLLS: usize = 3;
    pub const DISCARDS: usize = 4;
    pub const OVER_LIMIT: usize = 5;
    pub const HAND_MODIFIER: usize = 6;
    pub const DISCARD_MODIFIER: usize = 7;
    pub const COMMITS: usize = 8;
    pub const THEFTS: usize = 9;
    pub const LOSSES: usize = 10;
    pub const REVIEWS: usize = 11;
    pub const FLIPS: usize = 12;
    pub const QUALITY: usize = 13;
    pub const SCORES: usize = 14;
    pub const BOTTLENECK: usize = 15;
    pub const CARDS: usize = 16;
    pub const ZERO: usize = 17;
    pub const LEFT_IN_HAND: usize = 18;
}

/// The measures of this game, in the order of [`index`].
pub const MEASURES: &[Measure] = &[
    measure("rolls", "rolls", MeasureKind::Scalar, "Roll Actions."),
    measure("rolls_by_kind", "rolls", cross(KIND, RESULT), "Rolls by the named pile and their result."),
    measure("rolls_by_stars", "rolls", cross(STARS, RESULT), "Rolls by the stars of the card rolled for."),
    measure("extra_rolls", "rolls", MeasureKind::Histogram { bins: 16 }, "Extra rolls earned."),
    measure("discards", "cards", MeasureKind::Scalar, "Cards discarded."),
    measure(
        "over_limit",
        "rolls",
        MeasureKind::Scalar,
        "Roll Actions begun with more cards than the hand limit.",
    ),
    measure("hand_modifiers", "pips", MeasureKind::Scalar, "Sum of the hand's modifiers over all rolls."),
    measure(
        "discard_modifiers",
        "pips",
        MeasureKind::Scalar,
        "Sum of the discards' modifiers over all rolls.",
    ),
    measure("commits", "commits", count(SIZE), "Commits by number of cards."),
    measure("thefts", "thefts", count(THEFT), "Thefts by the thief, and their result."),
    measure("cards_lost", "cards", MeasureKind::Scalar, "Cards lost to thieves."),
    measure("reviews", "reviews", count(TARGET), "Reviews given, to the own restaurant or another."),
    measure(
        "quality_flips",
        "reviews",
        count(TENTH),
        "Reviews that changed an opponent's quality, by tenth of the deck.",
    ),
    measure("final_quality", "restaurants", count(STARS), "Quality of the restaurant at the end."),
    measure("resource_scores", "half points", count(RESOURCE), "Score of each resource at the end."),
    measure(
        "bottleneck",
        "restaurants",
        count(LOWEST),
        "The resource whose score is the final score; several, where more than one has it.",
    ),
    measure("cards_committed", "cards", cross(RESOURCE, STARS), "Cards in the restaurant at the end."),
    measure("zero_scores", "games", MeasureKind::Scalar, "Games that end with a final score of zero."),
    measure("left_in_hand", "cards", MeasureKind::Scalar, "Hand cards that count for nothing at the end."),
];

impl Delectable {
    pub(super) fn count_event(&self, event: &Event, record: &mut GameRecord) {
        match *event {
            Event::Opened { .. } | Event::Drawn { .. } | Event::Renamed { .. } => {}
            Event::Reviewed { seat, to, card, quality_before, quality, round } => {
                let target = usize::from(seat != to);
                record.add(index::REVIEWS, target, Seat(seat), 1);
                if seat != to && quality != quality_before {
                    record.add(index::FLIPS, usize::from(round), Seat(seat), 1);
                }
                record.use_mut(card.row.into(), Seat(seat)).used += 1;
            }
            Event::Committed { seat, card } => record.use_mut(card.row.into(), Seat(seat)).used += 1,
            Event::CommitEnded { seat, size, .. } => {
                let size = usize::from(size).clamp(1, SIZE.labels.len());
                record.add(index::COMMITS, size - 1, Seat(seat), 1);
            }
            Event::OverLimit { seat, .. } => record.add(index::OVER_LIMIT, 0, Seat(seat), 1),
            Event::Discarded { seat, .. } => record.add(index::DISCARDS, 0, Seat(seat), 1),
            Event::Named { seat, tops, .. } => {
                for row in tops.into_iter().flatten() {
                    record.use_mut(row.into(), Seat(seat)).offered += 1;
                }
            }
            Event::Rolled { seat, card, discards, hand, success, .. } => {
                record.add(index::ROLLS, 0, Seat(seat), 1);
                record.add(index::HAND_MODIFIER, 0, Seat(seat), hand.into());
                record.add(index::DISCARD_MODIFIER, 0, Seat(seat), discards.into());
                let (results, result) = (RESULT.labels.len(), usize::from(success));
                record.add(index::BY_KIND, card.kind.index() * results + result, Seat(seat), 1);
                record.add(index::BY_STARS, class(card.stars) * results + result, Seat(seat), 1);
            }
            Event::Acquired { seat, card } => {
                record.use_mut(card.row.into(), Seat(seat)).taken += 1;
            }
            Event::ExtraRoll { seat } => record.add(index::EXTRA_ROLLS, 0, Seat(seat), 1),
            Event::Robbed { thief, victim, card } => {
                record.add(index::THEFTS, 0, Seat(thief), 1);
                record.add(index::LOSSES, 0, Seat(victim), 1);
                let mine = record.use_mut(card.row.into(), Seat(thief));
                mine.taken += 1;
                mine.used += 1;
            }
            Event::EmptyHanded { thief, .. } => record.add(index::THEFTS, 1, Seat(thief), 1),
            Event::TookCard { thief, victim, card } => {
                record.add(index::THEFTS, 0, Seat(thief), 1);
                record.add(index::LOSSES, 0, Seat(victim), 1);
                record.use_mut(card.row.into(), Seat(thief)).taken += 1;
            }
            Event::TookDraw { thief, card, .. } => record.use_mut(card.row.into(), Seat(thief)).taken += 1,
        }
    }

    pub(super) fn count_final(&self, state: &State, record: &mut GameRecord) {
        for seat in Seat::all(self.players) {
            let restaurant = &state.table.restaurants[seat.index()];
            let scores = restaurant.scores();
            let score = restaurant.points();
            record.add(index::QUALITY, usize::from(restaurant.quality() - 2), seat, 1);
            for (resource, &score) in scores.iter().enumerate() {
                record.add(index::SCORES, resource, seat, score);
            }
            let mut lowest = (0..RESOURCES).filter(|&resource| scores[resource] == score);
            let bottleneck = match (lowest.next(), lowest.next()) {
                (Some(alone), None) => alone,
                _ => LOWEST.labels.len() - 1,
            };
            record.add(index::BOTTLENECK, bottleneck, seat, 1);
            for (resource, cards) in restaurant.cards.iter().enumerate() {
                for (class, &cards) in cards.iter().enumerate() {
                    record.add(index::CARDS, resource * CLASSES + class, seat, cards.into());
                }
            }
            record.add(index::ZERO, 0, seat, i32::from(score == 0));
            record.add(index::LEFT_IN_HAND, 0, seat, state.table.hand(seat).len() as i32);
        }
    }
}
