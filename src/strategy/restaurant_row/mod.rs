//! How scripts play Restaurant Row.

#[cfg(test)]
mod promises;
pub mod vocabulary;

use crate::{
    rules::{
        Game, Offer,
        restaurant_row::{Action, RestaurantRow},
    },
    strategy::{Ask, Desk, Script, Scripted, Vocabulary, spec::flag},
};
use vocabulary::{Answer, Context, VOCABULARY};

impl Scripted for RestaurantRow {
    type Memo = ();

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn decide(ask: &Ask<'_, Self>, script: &Script, desk: &mut Desk, (): &mut (), answer: &mut Vec<Action>) {
        let (seen, table) = (ask.seen, ask.seen.table());
        desk.context[Context::Round as usize] = f64::from(table.round) + 1.0;
        desk.context[Context::Players as usize] = ask.game.players_at_table() as f64;
        desk.context[Context::Cash as usize] = seen.cash().into();
        desk.context[Context::Least as usize] = table.lot.least.into();
        desk.context[Context::Most as usize] = ask.game.variant.loan_max.into();
        let columns = desk.columns(ask.decision, 0);
        for at in 0..ask.legal.len().max(1) {
            columns.set(Answer::Place as usize, at, at as f64);
            columns.set(Answer::IsLast as usize, at, flag(at + 1 >= ask.legal.len()));
        }
        match ask.offer {
            Offer::Actions => desk.pick(ask, script, answer),
            Offer::Amount(limits) => {
                let amount = desk.amount(script, ask.decision, limits);
                answer.extend(ask.game.amount_action(amount));
            }
        }
    }
}
