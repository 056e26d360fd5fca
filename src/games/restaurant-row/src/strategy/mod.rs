mod cache;
mod census;
mod demand;
mod features;
mod lots;
mod me;
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
pub use cache::Cache;
use lots::Lots;
use me::Me;
use sim_engine::Offer;
use sim_script::{Ask, CompiledTitle, Evaluator, Script, Scripted, Vocabulary, notes::Plan, title::title};
use vocabulary::{Hire, Renovation, VOCABULARY};

/// The game with its script vocabulary, shipped strategies, strong players and experiments.
pub static TITLE: CompiledTitle<RestaurantRow> = title!(RestaurantRow, &VOCABULARY);

impl Scripted for RestaurantRow {
    type Cache = Cache;

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    /// The cache depends only on the rules and on the number of customers.
    fn forget(_: &mut Cache) {}

    fn decide(
        ask: &Ask<'_, Self>,
        script: &Script,
        evaluator: &mut Evaluator,
        cache: &mut Cache,
        answer: &mut Vec<Action>,
    ) {
        let me = Me::new(ask.seen, ask.seat, cache);
        features::context(&me, &ask.luck, context_mask(script, ask.decision), &mut evaluator.context);
        let wanted = script.point(ask.decision).part_masks[0];
        let columns = |evaluator| Evaluator::columns(evaluator, ask.decision, 0);
        match ask.decision {
            Decision::Early | Decision::Hire | Decision::Renovate => {
                Lots::of(&me, ask.decision, ask.legal).fill(&me, wanted, columns(evaluator));
            }
            Decision::Store => {
                features::stores(&me, script, evaluator);
                evaluator.score(script, ask.decision, 0, STORES, features::store_name);
                let plan = |action: &Action| match *action {
                    Action::Visit { stores } => Plan::of_bits(stores.into()),
                    _ => Plan::default(),
                };
                return evaluator.pick_joined(ask, script, STORES, answer, plan, features::store_name);
            }
            Decision::Price => features::prices(&me, ask.legal, wanted, columns(evaluator)),
            Decision::Room => features::room(&me, ask.legal, wanted, columns(evaluator)),
            Decision::Shill => features::shill_uses(&me, ask.legal, wanted, columns(evaluator)),
            Decision::Promote => features::promotions(&me, ask.legal, wanted, columns(evaluator)),
            Decision::Basket => return solve::basket(&me, ask, script, evaluator, answer),
            Decision::Display => return solve::display(&me, script, evaluator, answer),
            Decision::LayOff => return solve::lay_off(&me, script, evaluator, answer),
            Decision::Bid => features::lot(&me, script, evaluator),
            Decision::Borrow => features::loan(&me, script, evaluator),
            Decision::ShillBid => features::shill(&me, wanted, columns(evaluator)),
            Decision::Repay => {
                let Offer::Amount(limits) = ask.offer else { return };
                features::debt(&me, limits.max, columns(evaluator));
            }
        }
        evaluator.answer(ask, script, answer);
    }
}

/// Context features that a decision reads, including those of the shop formulas whose worth it uses.
fn context_mask(script: &Script, decision: Decision) -> u128 {
    let borrowed = |decision: Decision| script.point(decision).formula_context;
    let shops = || borrowed(Decision::Hire) | borrowed(Decision::Renovate) | borrowed(Decision::Basket);
    script.point(decision).context_mask
        | match decision {
            Decision::Store | Decision::Bid | Decision::Borrow => shops(),
            _ => 0,
        }
}

const _: () = assert!(
    Hire::IsPass as usize == 0 && Renovation::IsPass as usize == 0,
    "to take nothing is a feature of its own"
);
