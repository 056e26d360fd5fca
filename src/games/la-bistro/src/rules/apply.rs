use super::{
    LaBistro,
    action::{Action, Decision},
    event::Emit,
    state::{PLAYERS, Phase, Public, Secret, State},
};
use sim_engine::Luck;

impl LaBistro {
    pub(super) fn set_up(&self, _: &Luck, _: Emit<'_>) -> State {
        let mut state = State { table: Public::new(self), hidden: [Secret::REST; PLAYERS] };
        self.begin_round(&mut state.table);
        state
    }

    pub(super) fn make(&self, state: &mut State, action: Action, event: Emit<'_>) {
        let (seat, decision) = match (state.table.phase, action) {
            (Phase::Price { seat, .. }, Action::Price { slot, price }) => {
                return self.set_price(state, seat, Some((slot, price)), event);
            }
            (Phase::Price { seat, .. }, _) => return self.set_price(state, seat, None, event),
            (Phase::Ask(seat, decision), _) => (seat, decision),
            (phase, action) => unreachable!("{action} is no answer to {phase:?}"),
        };
        match (decision, action) {
            (Decision::Option, Action::Choose { option }) => self.select(state, seat, option),
            (Decision::Building, Action::Offer { building }) => self.put_up(state, seat, building, event),
            (Decision::Building, _) => self.decline_building(state, seat, event),
            (_, Action::Amount { amount }) if decision.is_limit() => {
                self.commit_limit(state, (decision, seat), Some(amount), event);
            }
            (_, Action::Pass) if decision.is_limit() => {
                self.commit_limit(state, (decision, seat), None, event);
            }
            (Decision::Menu, Action::Cuisine { slot, cuisine }) => {
                self.set_cuisine(&mut state.table, seat, (slot, cuisine), event);
            }
            (Decision::Menu, _) => state.table.phase = Phase::Price { seat, touched: None },
            (Decision::Bank, Action::Borrow) => self.borrow(state, seat, event),
            (Decision::Bank, Action::Repay { loans }) => self.repay(state, seat, loans, event),
            (Decision::AdPlace, Action::Advertise { slot }) => {
                state.hidden[seat.index()].ad_place = slot;
                state.table.phase = Phase::Ask(seat, Decision::Ads);
            }
            (Decision::Ads, Action::Amount { amount }) => {
                self.order_ads(state, seat, amount as u16, event);
            }
            (Decision::Hire, Action::Hire { slot, employee }) => {
                self.hire(state, seat, (slot, employee), event);
            }
            (Decision::Renovation, Action::Renovate { slot, renovation }) => {
                self.renovate(state, seat, (slot, renovation), event);
            }
            (Decision::Hire | Decision::Renovation, _) => self.waive(state, seat, event),
            (decision, action) => unreachable!("{action} is no answer to {decision:?}"),
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
