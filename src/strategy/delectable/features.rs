//! The features of Delectable, each computed only when a formula reads it, or when it is no more than
//! a look at a card.

mod roll;
mod standing;
mod theft;
mod turn;

use super::vocabulary::Context;
use crate::{
    rules::{
        Seat,
        delectable::{
            Observation, ROUNDS,
            card::{CLASSES, Kind, class},
        },
    },
    strategy::desk::rivals,
};
pub use roll::{Top, cards, need, piles};
pub use standing::Standing;
pub use theft::{losses, thefts, victims};
pub use turn::{Reviews, commits};

/// Half points as the points that scripts read.
fn points(half: i32) -> f64 {
    f64::from(half) * 0.5
}

/// Fills the context features that are read.
pub fn context(me: &Standing<'_>, wanted: u128, values: &mut [f64]) {
    use Context as F;
    let (seen, rules) = (me.seen, me.seen.rules());
    let players = rules.players_at_table();
    for feature in F::read(wanted) {
        values[feature as usize] = match feature {
            F::Round => f64::from(seen.round() + 1),
            F::RoundsLeft => f64::from(ROUNDS - 1 - seen.round()),
            F::DeckLeft => seen.deck_left() as f64,
            F::RollsLeft => seen.deck_left() as f64 / players as f64,
            F::Players => players as f64,
            F::MyPoints => points(rules.final_score(me.scores())),
            F::LeaderPoints => points(leader_points(seen)),
            F::NextPoints => points(seen.points(seen.seat().after(1, players))),
            F::LowestScore => points(me.prospect),
            F::MyTotal => points(me.scores().iter().sum()),
            F::MyQuality => f64::from(me.quality),
            F::QualityMargin => {
                let reviews = seen.restaurant(me.seat).reviews;
                let own = class(me.quality);
                let others = (0..CLASSES).filter(|&at| at != own).map(|at| reviews[at]).max().unwrap_or(0);
                f64::from(reviews[own].saturating_sub(others))
            }
            F::HandSize => me.cards as f64,
            F::HandRoom => rules.variant.hand_limit as f64 - me.cards as f64,
            F::ReviewsHeld => me.held(Kind::Review) as f64,
            F::Bonus => f64::from(seen.bonus()),
        };
    }
}

/// The highest final score among the rivals of the seat that looks, in half points.
fn leader_points(seen: Observation<'_>) -> i32 {
    rivals(seen.rules().players_at_table(), seen.seat()).map(|rival| seen.points(rival)).max().unwrap_or(0)
}

/// Half points to me of the card of a kind that a rival would rather give up.
fn cheapest(me: &Standing<'_>, rival: Seat, kind: Kind) -> Option<i32> {
    me.seen.hand(rival).filter(|face| face.kind == kind).map(|face| me.value(face)).min()
}
