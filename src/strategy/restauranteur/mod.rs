//! How scripts play Restauranteur.

#[cfg(test)]
mod promises;
pub mod vocabulary;

use crate::{
    rules::{
        Seat,
        restauranteur::{Action, Decision, Restauranteur, components::Face},
    },
    strategy::{Ask, Desk, Script, Scripted, Vocabulary, spec::flag},
};
use vocabulary::{Context, Discarding, Dropping, Improving, Income, Step, VOCABULARY};

impl Scripted for Restauranteur {
    type Memo = ();

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn decide(ask: &Ask<'_, Self>, script: &Script, desk: &mut Desk, (): &mut (), answer: &mut Vec<Action>) {
        let table = ask.seen.table();
        desk.context[Context::Round as usize] = f64::from(table.round + 1);
        desk.context[Context::Players as usize] = f64::from(ask.seen.rules().players_at_table() as u8);
        desk.context[Context::Cash as usize] = f64::from(table.coins[ask.seat]);
        let columns = desk.columns(ask.decision, 0);
        for (at, &action) in ask.legal.iter().enumerate() {
            match ask.decision {
                Decision::Build => {
                    let served = match action {
                        Action::Site { cell } => (cell.near() & table.district_cells).count_ones(),
                        _ => 0,
                    };
                    columns.set(Step::IsStop as usize, at, flag(action == Action::Stop));
                    columns.set(Step::Served as usize, at, f64::from(served));
                }
                Decision::Improve => {
                    columns.set(Improving::IsPass as usize, at, flag(action == Action::Pass))
                }
                Decision::Income => {
                    let seats = Seat::all(ask.seen.rules().players_at_table());
                    let mut gains = [0.0; 2];
                    for seat in seats {
                        gains[usize::from(seat != ask.seat)] += match action {
                            Action::Income { target } => f64::from(ask.seen.payout(target)[seat]),
                            Action::Roll { .. } => ask.seen.mean_roll(seat),
                            _ => 0.0,
                        };
                    }
                    columns.set(Income::IsRest as usize, at, flag(action == Action::Rest));
                    columns.set(Income::Gain as usize, at, gains[0]);
                    columns.set(Income::RivalGain as usize, at, gains[1]);
                }
                Decision::Drop => columns.set(Dropping::IsKeep as usize, at, flag(action == Action::Keep)),
                Decision::Discard => {
                    let is_number =
                        matches!(action, Action::Discard { face } if Face::NUMBERS & face.bit() != 0);
                    columns.set(Discarding::IsNumber as usize, at, flag(is_number));
                }
            }
        }
        desk.pick(ask, script, answer);
    }
}
