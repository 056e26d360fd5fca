//! Phases 5 and 6: income, wages and interest (RR-148..160).

use crate::rules::{
    RestaurantRow,
    event::{Emit, Event},
    house::House,
    state::State,
    variant::ManagerWage,
    words::Guest,
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    /// Number of paying guests: all but the Shill (RR-152).
    #[inline]
    pub fn paying(&self, house: &House) -> u8 {
        house.guests_tonight() - house.guests[Guest::Shill.index()]
    }

    /// Income of a night (RR-148..152).
    pub fn income(&self, house: &House) -> i32 {
        Guest::all().map(|guest| i32::from(house.guests[guest.index()]) * self.brings(house, guest)).sum()
    }

    /// Dollars that a guest of this type pays; 0 for the Shill.
    #[inline]
    pub fn brings(&self, house: &House, guest: Guest) -> i32 {
        if guest == Guest::Shill {
            return 0;
        }
        self.price(house.die) + i32::from(house.earns) + self.supplies.pays[guest.index()]
    }

    /// Wages of a round (RR-153..155, RR-A32).
    pub fn wages(&self, house: &House) -> i32 {
        let managers = i32::from(house.managers);
        let others = house.staff.count_ones() as i32 - managers;
        let scale = match usize::try_from(others) {
            Ok(0) | Err(_) => 0,
            Ok(count) => self.variant.wages[count.min(self.variant.wages.len()) - 1],
        };
        let is_flat = managers > 0 && self.variant.manager_wage == ManagerWage::Flat;
        managers * self.variant.manager_pay + if is_flat { 5 * others } else { scale }
    }

    /// Collects income and pays wages, then interest, seat by seat; then debtors may repay.
    pub(super) fn collect(&self, state: &mut State, event: Emit<'_>) {
        for seat in Seat::all(self.players) {
            self.forget_payments(state, seat);
            let house = state.table.house_mut(seat);
            let (income, customers) = (self.income(house), self.paying(house));
            house.last.die = house.die;
            house.last.guests = house.guests_tonight();
            house.last.income = income;
            let (price, wages) = (self.price(house.die), self.wages(house));
            let (staff, renovations) = (house.staff, house.renovations);
            state.receive(seat, income);
            event(Event::Earned { seat, customers, price, income, staff, renovations });
            if wages > 0 {
                self.pay_due(state, seat, wages, event);
                state.pay(seat, wages);
                event(Event::WagesPaid { seat, wages });
            }
        }
        for seat in Seat::all(self.players) {
            let owed = state.table.house(seat).loan;
            if owed == 0 {
                continue;
            }
            self.pay_due(state, seat, self.interest_on(owed), event);
            let loan = state.table.house(seat).loan;
            let interest = self.interest_on(loan);
            state.pay(seat, interest);
            event(Event::InterestPaid { seat, interest, loan });
        }
        self.ask_repay(state, 0, event);
    }
}
