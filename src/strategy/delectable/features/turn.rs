//! Features of the actions of a turn.

use super::{Standing, cheapest, leader_points, points};
use crate::{
    rules::{
        Seat,
        delectable::{
            Action, PLAYERS,
            card::{CLASSES, Face, Kind, class},
        },
    },
    strategy::{
        delectable::vocabulary::{Commit, Review},
        desk::rivals,
        formula::Columns,
        spec::flag,
    },
};

/// What a review does to a restaurant, in half points.
#[derive(Debug, Clone, Copy, Default)]
struct ReviewEffect {
    stars: u8,
    to: Seat,
    /// Quality afterwards.
    quality: u8,
    flips: bool,
    change: i32,
    total_change: i32,
    /// Change of the final score with all hand cards committed, if it is the own restaurant.
    prospect_gain: i32,
}

impl ReviewEffect {
    fn new(me: &Standing<'_>, review: &Face, to: Seat) -> ReviewEffect {
        let (seen, rules) = (me.seen, me.seen.rules());
        let restaurant = seen.restaurant(to);
        let mut reviews = restaurant.reviews;
        reviews[class(review.stars)] += 1;
        let (stars, quality) = (review.stars, rules.quality(&reviews));
        let flips = quality != restaurant.quality();
        let mut effect = ReviewEffect { stars, to, quality, flips, ..ReviewEffect::default() };
        if flips {
            let (was, is) = (restaurant.scores(), rules.scores_at(&restaurant.cards, quality));
            effect.change = rules.final_score(&is) - rules.final_score(was);
            effect.total_change = is.iter().sum::<i32>() - was.iter().sum::<i32>();
            if to == me.seat {
                effect.prospect_gain = rules.final_score(&me.prospects_at(quality)) - me.prospect;
            }
        }
        effect
    }

    /// A change as points, if the review is for the own restaurant.
    fn mine(&self, me: &Standing<'_>, change: i32) -> f64 {
        if self.to == me.seat { points(change) } else { 0.0 }
    }

    /// A change as points, if the review is for a rival's restaurant.
    fn theirs(&self, me: &Standing<'_>, change: i32) -> f64 {
        if self.to == me.seat { 0.0 } else { points(change) }
    }
}

/// The reviews among the actions of a turn. Two with the same stars do the same to a restaurant, so
/// each sort is looked at once.
pub struct Reviews {
    sorts: [ReviewEffect; CLASSES * PLAYERS],
    count: usize,
    /// The sort of each review, by class of stars and restaurant.
    sort_of: [[u8; PLAYERS]; CLASSES],
}

impl Reviews {
    /// The sorts that the hand holds, in the order of the hand.
    pub fn new(me: &Standing<'_>) -> Reviews {
        let mut reviews = Reviews {
            sorts: [ReviewEffect::default(); CLASSES * PLAYERS],
            count: 0,
            sort_of: [[u8::MAX; PLAYERS]; CLASSES],
        };
        for face in me.hand().filter(|face| !face.is_resource()) {
            let sort_of = &mut reviews.sort_of[class(face.stars)];
            if sort_of[0] == u8::MAX {
                for to in Seat::all(me.seen.rules().players_at_table()) {
                    sort_of[to.index()] = reviews.count as u8;
                    reviews.sorts[reviews.count] = ReviewEffect::new(me, face, to);
                    reviews.count += 1;
                }
            }
        }
        reviews
    }

    pub fn count(&self) -> usize {
        self.count
    }

    /// Index of the sort that a review is of.
    pub fn sort_of(&self, review: &Face, to: Seat) -> usize {
        usize::from(self.sort_of[class(review.stars)][to.index()])
    }

    /// Features of the sorts.
    #[inline(never)]
    pub fn fill(&self, me: &Standing<'_>, wanted: u128, columns: &mut Columns) {
        use Review as F;
        if self.count == 0 {
            return;
        }
        for feature in F::read(wanted) {
            for (at, sort) in self.sorts[..self.count].iter().enumerate() {
                let value = match feature {
                    F::Stars => f64::from(sort.stars),
                    F::IsMine => flag(sort.to == me.seat),
                    F::Flips => flag(sort.flips),
                    F::NewQuality => f64::from(sort.quality),
                    F::Gain => sort.mine(me, sort.change),
                    F::TotalGain => sort.mine(me, sort.total_change),
                    F::ProspectGain => sort.mine(me, sort.prospect_gain),
                    F::RivalChange => sort.theirs(me, sort.change),
                    F::RivalTotalChange => sort.theirs(me, sort.total_change),
                    F::RivalPoints => sort.theirs(me, me.seen.points(sort.to)),
                    F::IsLeader if sort.to == me.seat => 0.0,
                    F::IsLeader => flag(me.seen.points(sort.to) == leader_points(me.seen)),
                };
                columns.set(feature as usize, at, value);
            }
        }
    }
}

/// Features of the commits among the actions of a turn.
#[inline(never)]
pub fn commits(me: &Standing<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Commit as F;
    if legal.is_empty() {
        return;
    }
    let (seen, rules) = (me.seen, me.seen.rules());
    let others = || rivals(rules.players_at_table(), me.seat);
    let scores = me.scores();
    let final_score = rules.final_score(scores);
    for (at, action) in legal.iter().enumerate() {
        let Action::Commit { cards } = *action else { continue };
        let size = cards.count_ones();
        let steals = size as usize >= rules.variant.theft_min;
        let mut row = [0; CLASSES];
        let mut stars = 0;
        let mut kind = Kind::Servers;
        for face in (0..me.cards).filter(|at| cards >> at & 1 == 1).map(|at| me.faces[at]) {
            kind = face.kind;
            row[class(face.stars)] += 1;
            stars += u32::from(face.stars);
        }
        let resource = kind.index();
        let committed = seen.restaurant(me.seat).cards[resource];
        (0..CLASSES).for_each(|at| row[at] += committed[at]);
        let mut after = *scores;
        after[resource] = rules.resource_score(&row, me.quality);
        for feature in F::read(wanted) {
            let value = match feature {
                F::Stars => f64::from(stars) / f64::from(size),
                F::Size => f64::from(size),
                F::Gain => points(rules.final_score(&after) - final_score),
                F::TotalGain => points(after[resource] - scores[resource]),
                F::Steals => flag(steals),
                F::TheftValue if !steals => 0.0,
                F::TheftValue => {
                    points(others().filter_map(|rival| cheapest(me, rival, kind)).max().unwrap_or(0))
                }
                F::CanGrow => flag(usize::from(cards.leading_zeros() as u8) + me.cards == 16),
                F::ResourceScore => points(scores[resource]),
                F::RivalHolds => {
                    let held =
                        others().map(|rival| seen.hand(rival).filter(|face| face.kind == kind).count());
                    held.max().unwrap_or(0) as f64
                }
            };
            columns.set(feature as usize, at, value);
        }
    }
}
