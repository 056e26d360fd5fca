//! What a card may become worth: at another quality, as a review, or in a thief's hand.

use super::{Standing, points, total};
use crate::{
    rules::{
        components::{Face, Kind},
        variant::class,
    },
    strategy::vocabulary::Worth,
};
use sim_script::{evaluator::rivals, formula::Columns};

/// Fills the [`Worth`] features in the mask `wanted`; they start at column `first`.
pub fn fill<'a>(
    me: &Standing<'_>,
    faces: impl Iterator<Item = &'a Face> + Clone,
    (first, wanted): (usize, u128),
    columns: &mut Columns,
) {
    for feature in Worth::read(wanted >> first) {
        columns.fill(first + feature as usize, faces.clone().map(|face| value(me, face, feature)));
    }
}

fn value(me: &Standing<'_>, face: &Face, feature: Worth) -> f64 {
    match feature {
        Worth::Copies => f64::from(me.seen.unseen_like(face)),
        Worth::KindLeft => f64::from(me.seen.unseen()[face.kind.index()]),
        Worth::ValueAt2 => value_at(me, face, 2),
        Worth::ValueAt3 => value_at(me, face, 3),
        Worth::ValueAt4 => value_at(me, face, 4),
        Worth::ValueAt5 => value_at(me, face, 5),
        Worth::ReviewGain => review_gain(me, face).0,
        Worth::ReviewTotalGain => review_gain(me, face).1,
        Worth::ReviewHarm => review_harm(me, face),
        Worth::Threat => theft_threat(me, face.kind),
    }
}

/// Points of a card in a restaurant of a quality; 0 for reviews.
pub fn value_at(me: &Standing<'_>, face: &Face, quality: u8) -> f64 {
    let values = &me.seen.rules.variant.value[class(quality)];
    if face.is_resource() { points(values[class(face.stars)]) } else { 0.0 }
}

/// Gains with the whole hand committed, of the final score and of the sum of resource scores, if the seat
/// gives itself this review; zeros for other cards.
pub fn review_gain(me: &Standing<'_>, face: &Face) -> (f64, f64) {
    let rules = me.seen.rules;
    let mut reviews = me.seen.restaurant(me.seat).reviews;
    reviews[class(face.stars)] += 1;
    let quality = rules.quality(&reviews);
    if face.is_resource() || quality == me.quality {
        return (0.0, 0.0);
    }
    let after = me.prospects_at(quality);
    (points(rules.final_score(&after) - me.prospect), points(total(&after) - total(&me.prospects)))
}

/// Largest loss of a rival's summed resource scores by this review; 0 for other cards.
pub fn review_harm(me: &Standing<'_>, face: &Face) -> f64 {
    if face.is_resource() {
        return 0.0;
    }
    let rules = me.seen.rules;
    let harms = rivals(rules.players, me.seat).map(|rival| {
        let restaurant = me.seen.restaurant(rival);
        let mut reviews = restaurant.reviews;
        reviews[class(face.stars)] += 1;
        total(restaurant.scores()) - total(restaurant.scores_at(rules.quality(&reviews)))
    });
    points(harms.max().unwrap_or(0).max(0))
}

/// Longest run of a kind in a rival's hand over the shortest run that steals; 0 for reviews.
pub fn theft_threat(me: &Standing<'_>, kind: Kind) -> f64 {
    if kind == Kind::Review {
        return 0.0;
    }
    let rules = me.seen.rules;
    let longest = rivals(rules.players, me.seat).map(|rival| {
        let (mut longest, mut run) = (0_usize, 0);
        for face in me.seen.hand(rival) {
            run = match face.kind == kind {
                true => run + 1,
                // Where cards need not be neighbours, those in between break no run.
                false if rules.variant.adjacency => 0,
                false => run,
            };
            longest = longest.max(run);
        }
        longest
    });
    longest.max().unwrap_or(0) as f64 / rules.variant.theft_min.max(1) as f64
}
