use super::{
    LaBistro,
    action::Action,
    event::Emit,
    state::{Hidden, Phase, Public, State},
};
use sim_engine::Luck;

impl LaBistro {
    pub(super) fn set_up(&self, _: &Luck, _: Emit<'_>) -> State {
        let mut state = State { table: Public::new(self), hidden: Hidden::REST };
        self.begin_round(&mut state.table);
        state
    }

    pub(super) fn make(&self, state: &mut State, action: Action, event: Emit<'_>) {
        match (state.table.phase, action) {
            (Phase::Select { seat }, Action::Choose { option }) => self.select(state, seat, option),
            (Phase::Building { seat }, Action::Offer { building }) => {
                self.put_up(state, seat, building, event);
            }
            (Phase::Building { seat }, _) => self.decline_building(state, seat, event),
            (Phase::Limit { sale, seat }, Action::Amount { amount }) => {
                self.commit_limit(state, (sale, seat), Some(amount), event);
            }
            (Phase::Limit { sale, seat }, _) => self.commit_limit(state, (sale, seat), None, event),
            (Phase::Cuisine { seat }, Action::Cuisine { slot, cuisine }) => {
                self.set_cuisine(&mut state.table, seat, (slot, cuisine), event);
            }
            (Phase::Cuisine { seat }, _) => state.table.phase = Phase::Price { seat, touched: None },
            (Phase::Price { seat, .. }, Action::Price { slot, price }) => {
                self.set_price(state, seat, Some((slot, price)), event);
            }
            (Phase::Price { seat, .. }, _) => self.set_price(state, seat, None, event),
            (Phase::Bank { seat }, Action::Borrow) => self.borrow(state, seat, event),
            (Phase::Bank { seat }, Action::Repay { loans }) => self.repay(state, seat, loans, event),
            (Phase::AdPlace { seat }, Action::Advertise { slot }) => {
                state.hidden.ad_places[seat.index()] = slot;
                state.table.phase = Phase::Ads { seat };
            }
            (Phase::Ads { seat }, Action::Amount { amount }) => {
                self.order_ads(state, seat, amount as u16, event);
            }
            (Phase::Hire { seat }, Action::Hire { slot, employee }) => {
                self.hire(state, seat, (slot, employee), event);
            }
            (Phase::Renovate { seat }, Action::Renovate { slot, renovation }) => {
                self.renovate(state, seat, (slot, renovation), event);
            }
            (Phase::Hire { seat } | Phase::Renovate { seat }, _) => self.waive(state, seat, event),
            (phase, action) => unreachable!("{action} is no answer to {phase:?}"),
        }
    }
    pub(super) fn make_chance(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        match state.table.phase {
            Phase::Generate => self.generate(&mut state.table, luck, event),
            Phase::Reveal => self.reveal(state, luck, event),
            Phase::Clock => self.pass_time(&mut state.table, luck, event),
            _ => self.pay_out(&mut state.table, luck, event),
        }
    }
}
