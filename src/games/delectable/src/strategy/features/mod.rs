//! The features of Delectable. Costly ones are computed only when a formula reads them.

mod roll;
mod standing;
mod theft;
mod turn;
mod worth;

use super::vocabulary::Context;
use crate::rules::{
    Observation, ROUNDS, Scores,
    components::Kind,
    variant::{CLASSES, class},
};
pub use roll::{Top, cards, need, piles};
use sim_engine::Seat;
use sim_script::{
    evaluator::rivals,
    overview::{self, Overview},
};
pub use standing::Standing;
pub use theft::{losses, thefts, victims};
#[cfg(test)]
mod tests;
pub use turn::{Reviews, commits};

fn total(scores: &Scores) -> i32 {
    scores.iter().sum()
}

/// Converts half points to the points that scripts read.
fn points(half: i32) -> f64 {
    f64::from(half) * 0.5
}

#[inline]
pub fn context(me: &Standing<'_>, wanted: u128, values: &mut [f64]) {
    use Context as F;
    let values: &mut [f64; F::COUNT] =
        values.first_chunk_mut().expect("an evaluator has room for all context features");
    let (seen, rules) = (me.seen, me.seen.rules);
    let overview = Overview {
        seat: me.seat,
        players: rules.players,
        round: f64::from(seen.round() + 1),
        rounds_left: f64::from(ROUNDS - 1 - seen.round()),
    };
    overview.fill(|seat| points(seen.points(seat)), wanted, values);
    let mut done = !overview::OWN;
    let mut put = |feature: F, value: f64| {
        values[feature as usize] = value;
        done |= feature.bit();
    };
    put(F::LowestScore, points(me.prospect));
    put(F::MyQuality, f64::from(me.quality));
    put(F::HandSize, me.cards as f64);
    put(F::HandRoom, rules.variant.hand_limit as f64 - me.cards as f64);
    put(F::ReviewsHeld, f64::from(me.reviews_held()));
    put(F::Bonus, f64::from(seen.bonus()));
    let left = wanted & !done;
    if left != 0 {
        F::read(left).for_each(|feature| values[feature as usize] = context_feature(me, feature));
    }
}

/// Computes a costly context feature; [`context`] has set the others.
fn context_feature(me: &Standing<'_>, feature: Context) -> f64 {
    use Context as F;
    let (seen, rules) = (me.seen, me.seen.rules);
    let players = rules.players;
    match feature {
        F::Round | F::RoundsLeft | F::Players | F::MyPoints | F::LeaderPoints | F::NextPoints => 0.0,
        F::LowestScore | F::MyQuality | F::HandSize | F::HandRoom | F::ReviewsHeld | F::Bonus => 0.0,
        F::DeckLeft => seen.deck_left() as f64,
        F::RollsLeft => seen.deck_left() as f64 / players as f64,
        F::RunsHeld => f64::from(me.runs_held()),
        F::MyTotal => points(total(me.scores())),
        F::QualityMargin => {
            let reviews = seen.restaurant(me.seat).reviews;
            let own = class(me.quality);
            let others = (0..CLASSES).filter(|&at| at != own).map(|at| reviews[at]).max().unwrap_or(0);
            f64::from(reviews[own].saturating_sub(others))
        }
    }
}

/// The highest final score among the rivals of the observing seat, in half points.
fn leader_points(seen: Observation<'_>) -> i32 {
    rivals(seen.rules.players, seen.seat).map(|rival| seen.points(rival)).max().unwrap_or(0)
}

/// Half points, to me, of the least valuable card of a kind in a rival's hand.
fn cheapest(me: &Standing<'_>, rival: Seat, kind: Kind) -> Option<i32> {
    me.seen.hand(rival).filter(|face| face.kind == kind).map(|face| me.value(face)).min()
}
