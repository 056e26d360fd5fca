//! Phase 7: lay-offs (RR-161, RR-A34, RR-A41).

use crate::rules::{
    Decision, RestaurantRow,
    action::Action,
    event::{Emit, Event},
    state::State,
    variant::ManagerTwo,
    words::bits,
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    /// Whether a manager makes places for staff and renovations (RR-83, RR-A35).
    #[inline]
    pub fn manager_brings_places(&self) -> bool {
        !self.variant.is_two || self.variant.manager_two == ManagerTwo::Extra
    }

    /// Whether a manager may be hired into the place that he brings (RR-A47).
    #[inline]
    pub fn manager_brings_own_place(&self) -> bool {
        self.variant.manager_last && self.manager_brings_places()
    }

    /// Asks the next seat with staff, or carries out all lay-offs.
    pub(super) fn ask_lay_off(&self, state: &mut State, from: usize, event: Emit<'_>) {
        if !self.ask(state, Decision::LayOff, from, |table, seat| table.house(seat).staff != 0) {
            self.lay_off_all(state, event);
        }
    }

    /// Lays off one more employee, or ends the seat's choice.
    ///
    /// Every set of employees may be laid off: a manager brings one place and takes one, so laying one off
    /// keeps the restaurant within the limit.
    pub(in crate::rules) fn lay_off(&self, state: &mut State, seat: Seat, action: Action, event: Emit<'_>) {
        if let Action::LayOff { row } = action {
            state.secret(seat).lay_offs |= 1 << row;
            return;
        }
        self.ask_lay_off(state, seat.index() + 1, event);
    }

    fn lay_off_all(&self, state: &mut State, event: Emit<'_>) {
        let State { table, hidden } = state;
        for seat in Seat::all(self.players) {
            let gone = std::mem::take(&mut hidden.secrets[seat.index()].lay_offs);
            if gone == 0 {
                continue;
            }
            table.returning |= gone;
            let house = table.house_mut(seat);
            house.staff &= !gone;
            house.add_up(self);
            for row in bits(gone) {
                event(Event::LaidOff { seat, employee: self.supplies.employee_id(row) });
            }
        }
        self.end_round(state, event);
    }
}
