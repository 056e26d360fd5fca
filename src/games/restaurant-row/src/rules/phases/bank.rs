//! The bank, and how cash moves (RR-61, RR-90, RR-91, RR-156..160).

use crate::rules::{
    Decision, RestaurantRow,
    event::{Emit, Event},
    house::House,
    state::{Phase, State},
    variant::CashSeen,
    words::bits,
};
use sim_engine::seat::Seat;

impl House {
    /// Records public income.
    fn count_in(&mut self, amount: i32) {
        self.earned += amount;
        self.cash_low += amount;
        self.cash_high += amount;
    }

    /// Records a public payment: the cash was at least `amount`.
    fn count_out(&mut self, amount: i32) {
        self.cash_low = (self.cash_low - amount).max(0);
        self.cash_high -= amount;
    }
}

impl State {
    /// Pays in a shop or for the Shill.
    pub(in crate::rules) fn spend(&mut self, seat: Seat, amount: i32) {
        self.hidden.cash[seat.index()] -= amount;
        self.hidden.spent[seat.index()] += amount;
        let house = self.table.house_mut(seat);
        house.spent_now += amount;
        house.count_out(amount);
    }

    /// Takes income or a loan.
    pub(super) fn receive(&mut self, seat: Seat, amount: i32) {
        self.hidden.cash[seat.index()] += amount;
        self.table.house_mut(seat).count_in(amount);
    }

    /// Pays wages or interest, or repays a loan.
    pub(super) fn pay(&mut self, seat: Seat, amount: i32) {
        self.hidden.cash[seat.index()] -= amount;
        let house = self.table.house_mut(seat);
        house.earned -= amount;
        house.count_out(amount);
    }
}

impl RestaurantRow {
    /// Asks the visitors of the bank in turn order from the pawn; they do not compete (RR-61).
    pub(super) fn open_bank(&self, state: &mut State, event: Emit<'_>) {
        let table = &mut state.table;
        match table.closest(table.here, self.players) {
            Some(seat) => table.phase = Phase::Ask(seat, Decision::Borrow),
            None => {
                let next = usize::from(table.at) + 1;
                self.enter_store(state, next, event);
            }
        }
    }

    pub(in crate::rules) fn borrow(&self, state: &mut State, seat: Seat, amount: i32, event: Emit<'_>) {
        state.table.here &= !(1 << seat.0);
        if amount > 0 {
            state.table.house_mut(seat).loan += amount;
            state.receive(seat, amount);
            event(Event::Borrowed { seat, loan: self.supplies.loan_id(), amount });
        }
        self.open_bank(state, event);
    }

    /// Interest per round on a debt, in dollars (RR-157, RR-158).
    #[inline]
    pub fn interest_on(&self, loan: i32) -> i32 {
        loan / 10 * self.variant.interest
    }

    /// The smallest loan that, added to the cash, covers what is due and the loan's own interest (RR-156,
    /// RR-159, RR-A37).
    pub fn forced_loan(&self, cash: i32, due: i32) -> i32 {
        if cash >= due {
            return 0;
        }
        // Each $10 lent yields $10 less its interest, which the data keep below $10.
        let gain = 10 - self.variant.interest;
        (due - cash + gain - 1) / gain * 10
    }

    /// Takes a forced loan if the cash is short of what is due, and returns its amount. The caller pays.
    pub(super) fn pay_due(&self, state: &mut State, seat: Seat, due: i32, event: Emit<'_>) -> i32 {
        let loan = self.forced_loan(state.hidden.cash[seat.index()], due);
        let house = state.table.house_mut(seat);
        if loan == 0 {
            house.cash_low = house.cash_low.max(due);
            return 0;
        }
        // The loan bounds the cash: $10 less would not have been enough.
        let gain = 10 - self.variant.interest;
        house.cash_low = house.cash_low.max(due - loan / 10 * gain);
        house.cash_high = house.cash_high.min(due - (loan / 10 - 1) * gain - 1);
        house.loan += loan;
        state.receive(seat, loan);
        event(Event::ForcedLoan { seat, loan: self.supplies.loan_id(), amount: loan });
        loan
    }

    /// Forgets the payments in shops, except the base prices of visible renovations (RR-19).
    pub(super) fn forget_payments(&self, state: &mut State, seat: Seat) {
        let house = state.table.house_mut(seat);
        house.spent_now = 0;
        if self.variant.cash == CashSeen::Secret {
            let built = bits(house.renovations).map(|row| self.supplies.renovations[row].cost);
            house.cash_low = 0;
            house.cash_high = house.earned - built.sum::<i32>();
        }
    }

    /// Asks the next seat that owes money whether it repays (RR-160).
    pub(super) fn ask_repay(&self, state: &mut State, from: usize, event: Emit<'_>) {
        if !self.ask(state, Decision::Repay, from, |table, seat| table.house(seat).loan > 0) {
            self.ask_lay_off(state, 0, event);
        }
    }

    pub(in crate::rules) fn repay(&self, state: &mut State, seat: Seat, amount: i32, event: Emit<'_>) {
        if amount > 0 {
            state.table.house_mut(seat).loan -= amount;
            state.pay(seat, amount);
            event(Event::Repaid { seat, amount });
        }
        self.ask_repay(state, seat.index() + 1, event);
    }
}
