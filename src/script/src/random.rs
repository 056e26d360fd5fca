//! The strategy `random`: uniform over the legal actions, one micro-action at a time.
//!
//! In a chain this is not uniform over the results: each step is drawn evenly from its options. In an amount, a
//! legal pass is as likely as each amount.

use crate::Ask;
use sim_engine::{Game, Offer};

/// The description in `sim list`.
pub const ABOUT: &str = "Uniform over the legal actions, one step of a chain at a time.";

/// Draws one action.
///
/// # Panics
/// If a game offers an amount and has no action for it, which its law tests rule out.
pub fn choose<G: Game>(ask: &Ask<'_, G>) -> G::Action {
    match ask.offer {
        Offer::Actions => ask.legal[ask.luck.index(ask.legal.len())],
        Offer::Amount(limits) => {
            let amounts = ((limits.max - limits.min) / limits.step + 1).max(0) as usize;
            let drawn = ask.luck.index(amounts + usize::from(limits.may_pass));
            let amount = (drawn < amounts).then_some(limits.min + drawn as i32 * limits.step);
            ask.game.amount_action(amount).expect("a game that offers amounts has actions for them")
        }
    }
}
