//! How scripts play Restaurant Row.

mod census;
mod demand;
mod features;
mod lots;
mod me;
mod memo;
mod night;
#[cfg(test)]
mod promises;
mod reputation;
mod solve;
mod specials;
mod street;
#[cfg(test)]
mod tests;
pub mod vocabulary;

use crate::rules::{Action, Decision, RestaurantRow, words::STORES};
use lots::Lots;
use me::Me;
pub use memo::Memo;
use sim_engine::{Game, Offer};
use sim_script::{Ask, Desk, Script, Scripted, Shipped, Vocabulary, notes::Plan};
use vocabulary::{Hire, Renovation, VOCABULARY};

impl Scripted for RestaurantRow {
    type Memo = Memo;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn shipped() -> &'static [Shipped] {
        crate::SHIPPED
    }

    /// What is kept follows from the rules and from the number of customers.
    fn forget(_: &mut Memo) {}

    fn decide(
        ask: &Ask<'_, Self>,
        script: &Script,
        desk: &mut Desk,
        memo: &mut Memo,
        answer: &mut Vec<Action>,
    ) {
        let me = Me::new(ask.seen, ask.seat, memo);
        features::context(&me, &ask.luck, context_mask(script, ask.decision), &mut desk.context);
        let wanted = script.point(ask.decision).part_masks[0];
        match ask.decision {
            Decision::Early | Decision::Hire | Decision::Renovate => {
                Lots::of(&me, ask.decision, ask.legal).fill(&me, wanted, desk.columns(ask.decision, 0));
                desk.pick(ask, script, answer);
            }
            Decision::Store => {
                features::stores(&me, script, desk);
                desk.score(script, ask.decision, 0, STORES, features::store_name);
                let plan = |action: &Action| match *action {
                    Action::Visit { stores } => Plan::of_bits(stores.into()),
                    _ => Plan::default(),
                };
                desk.pick_joined(ask, script, STORES, answer, plan, features::store_name);
            }
            Decision::Price => {
                features::prices(&me, ask.legal, wanted, desk.columns(ask.decision, 0));
                desk.pick(ask, script, answer);
            }
            Decision::Room => {
                features::room(&me, ask.legal, wanted, desk.columns(ask.decision, 0));
                desk.pick(ask, script, answer);
            }
            Decision::Shill => {
                features::shill_uses(&me, ask.legal, wanted, desk.columns(ask.decision, 0));
                desk.pick(ask, script, answer);
            }
            Decision::Promote => {
                features::promotions(&me, ask.legal, wanted, desk.columns(ask.decision, 0));
                desk.pick(ask, script, answer);
            }
            Decision::Basket => solve::basket(&me, ask, script, desk, answer),
            Decision::Display => solve::display(&me, script, desk, answer),
            Decision::LayOff => solve::lay_off(&me, script, desk, answer),
            Decision::Bid | Decision::Borrow | Decision::ShillBid | Decision::Repay => {
                let Offer::Amount(limits) = ask.offer else { return };
                match ask.decision {
                    Decision::Bid => features::lot(&me, script, desk),
                    Decision::Borrow => features::loan(&me, script, desk),
                    Decision::ShillBid => features::shill(&me, wanted, desk.columns(ask.decision, 0)),
                    _ => features::debt(&me, limits.max, desk.columns(ask.decision, 0)),
                }
                let amount = desk.amount(ask, script, limits);
                answer.extend(ask.game.amount_action(amount));
            }
        }
    }
}

/// The context features that a decision reads, and those of the formulas whose worth it reads.
fn context_mask(script: &Script, decision: Decision) -> u128 {
    let mask = |decision: Decision| script.point(decision).context_mask;
    let shops = || mask(Decision::Hire) | mask(Decision::Renovate) | mask(Decision::Basket);
    mask(decision)
        | match decision {
            Decision::Store | Decision::Bid | Decision::Borrow => shops(),
            _ => 0,
        }
}

const _: () = assert!(
    Hire::IsPass as usize == 0 && Renovation::IsPass as usize == 0,
    "to take nothing is a feature of its own"
);
