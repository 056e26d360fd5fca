//! Dispatches actions to the phases of a round, and rejects settings that cannot be played.

use super::{
    Decision, RestaurantRow,
    action::Action,
    components::MAX_TOKENS,
    event::{Emit, Place},
    state::{Phase, State},
    words::ShillUse,
};
use sim_engine::{Luck, settings::SettingError};

impl RestaurantRow {
    pub(super) fn make(&self, state: &mut State, action: Action, event: Emit<'_>) {
        let Phase::Ask(seat, decision) = state.table.phase else {
            unreachable!("{action} answers nothing");
        };
        match (decision, action) {
            (Decision::Early, action) => self.buy_early(state, seat, action, event),
            (Decision::Store, Action::Visit { stores }) => self.choose_stores(state, seat, stores, event),
            (Decision::Basket, Action::Ingredient { row }) => self.add_to_basket(state, seat, row),
            (Decision::Hire | Decision::Renovate | Decision::Basket, action) => {
                self.at_counter(state, seat, action, event);
            }
            (Decision::Bid | Decision::ShillBid, action) => self.bid(state, seat, action, event),
            (Decision::Borrow, Action::Amount { amount }) => self.borrow(state, seat, amount, event),
            (Decision::Display, action) => self.display(state, seat, action, event),
            (Decision::Price, Action::Price { die }) => self.choose_price(state, seat, die, event),
            (Decision::Room, Action::MainRoom) => self.choose_room(state, seat, Place::Main, event),
            (Decision::Room, Action::SecondRoom) => self.choose_room(state, seat, Place::Second, event),
            (Decision::Shill, Action::Star) => self.use_shill(state, seat, ShillUse::Star, event),
            (Decision::Shill, Action::Word) => self.use_shill(state, seat, ShillUse::Word, event),
            (Decision::Promote, Action::Promote { category }) => {
                self.promote(state, seat, Some(category), event);
            }
            (Decision::Promote, _) => self.promote(state, seat, None, event),
            (Decision::Repay, Action::Amount { amount }) => self.repay(state, seat, amount, event),
            (Decision::LayOff, action) => self.lay_off(state, seat, action, event),
            (decision, action) => unreachable!("{action} is no answer to {decision:?}"),
        }
    }

    pub(super) fn make_chance(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        match state.table.phase {
            Phase::Stock => self.stock(state, luck, event),
            _ => self.open_doors(state, luck, event),
        }
    }

    /// Checks constraints that span several settings.
    pub(super) fn check_size(&self) -> Result<(), SettingError> {
        let staff = self.supplies.employees.iter().filter(|one| one.is_in).count();
        let tokens: usize = self.supplies.renovations.iter().map(|kind| usize::from(kind.tokens)).sum();
        if staff < self.variant.staff_out || tokens < self.variant.renovations_out || tokens > MAX_TOKENS {
            return Err(SettingError::new(
                "more employees or renovations are removed at set-up than there are",
                "lower staff_out or renovations_out of this number of players",
            )
            .about(["players"]));
        }
        if self.supplies.customers.len() < 2 {
            return Err(
                SettingError::new("no customers", "add rows to table `customers`").about(["customers"])
            );
        }
        Ok(())
    }
}
