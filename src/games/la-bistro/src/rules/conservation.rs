//! What the law tests check: money, dice, buildings and staff are accounted for, and hidden information stays
//! hidden.

use super::{
    LaBistro,
    components::NONE,
    state::{Flow, SLOTS, Secret, State},
};
use sim_engine::{Lawful, Seat};

impl Lawful for LaBistro {
    fn hidden(&self) -> &'static [&'static str] {
        &[
            "options before the reveal",
            "written ad orders",
            "limits of the auction under way",
            "loans, where they are hidden",
        ]
    }

    /// Cuisines do not move, and a state holds only the employees and renovations that restaurants have.
    fn not_conserved(&self) -> &'static [&'static str] {
        &["cuisines", "employees", "renovations"]
    }

    fn hidden_fields(&self, state: &State, seat: Seat) -> Vec<String> {
        let of = |text: &dyn Fn(&Secret, u8) -> String| {
            let others = Seat::all(self.players).filter(|&other| other != seat).map(Seat::index);
            let texts = others.map(|other| text(&state.hidden[other], state.table.loans[other]));
            texts.collect::<Vec<_>>().join(" ")
        };
        vec![
            of(&|secret, _| secret.option.to_string()),
            of(&|secret, _| format!("{}x{}", secret.ads, secret.ad_place)),
            of(&|secret, _| secret.limit.to_string()),
            of(&|_, loans| loans.to_string()),
        ]
    }

    fn check_conservation(&self, state: &State) -> Result<(), String> {
        let table = &state.table;
        for seat in Seat::all(self.players) {
            let flows: i32 = table.flows[seat.index()].iter().sum();
            if table.cash(seat) != self.variant.money[seat] + flows {
                return Err(format!(
                    "{seat} has {} money, but started with {} and moved {flows}",
                    table.cash(seat),
                    self.variant.money[seat]
                ));
            }
        }
        let transfers: i32 = table.flows.iter().map(|flows| flows[Flow::Transfer as usize]).sum();
        if transfers > 0 {
            return Err(format!("employers got {transfers} more than challengers paid"));
        }
        let used = self.players + table.board.count_ones() as usize + usize::from(table.aside);
        if used > super::chart::DICE {
            return Err(format!("{used} dice are in use"));
        }
        self.check_houses(state)
    }
}

impl LaBistro {
    fn check_houses(&self, state: &State) -> Result<(), String> {
        let table = &state.table;
        let mut taken = 0u32;
        for seat in Seat::all(self.players) {
            for (slot, house) in table.houses(seat) {
                if slot > 0 && !table.restaurants[seat.index()][0].stands() {
                    return Err(format!("{seat} has a second restaurant without a first"));
                }
                if taken >> house.building & 1 == 1 {
                    return Err(format!("building {} is owned twice", house.building + 1));
                }
                taken |= 1 << house.building;
                let mut again = *house;
                again.add_up(self);
                if again != *house {
                    return Err(format!("the ratings of restaurant {} of {seat} are stale", slot + 1));
                }
            }
        }
        let all = ((1u64 << self.supplies.buildings.len()) - 1) as u32;
        if taken & table.vacant != 0 || taken | table.vacant != all {
            return Err("a building is neither vacant nor owned, or both".to_owned());
        }
        for (at, employee) in self.supplies.employees.iter().enumerate().filter(|(_, one)| one.is_unique) {
            let mut employers = (0..self.players * SLOTS)
                .filter(|house| table.restaurants[house / SLOTS][house % SLOTS].staff[at] > 0);
            let expected = (table.employer[at] != NONE).then_some(usize::from(table.employer[at]));
            if employers.next() != expected || employers.next().is_some() {
                return Err(format!("{} works somewhere else than noted", employee.name));
            }
        }
        Ok(())
    }
}
