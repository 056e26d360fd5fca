//! Income, wages, loans and interest (RR-90, RR-91, RR-148..160).

use super::{Decision, Guest, Hands, at_doors, changed, fresh, rules_with, seat, shopping};
use crate::rules::{event::Event, state::Phase};
use sim_engine::Amount;

/// Income of a night with these guests.
fn income(players: usize, die: u8, staff: &[&str], valet: bool, guests: &[Guest]) -> i32 {
    let mut game = fresh(players);
    staff.iter().for_each(|name| game.employ(0, name));
    if valet {
        game.install(0, "valet-parking");
    }
    let rules = game.rules.clone();
    let house = game.house(0);
    house.die = die;
    house.main = guests.len() as u8;
    guests.iter().for_each(|guest| house.guests[guest.index()] += 1);
    rules.income(house)
}

#[test]
fn rr_148_rr_149_rr_150_rr_151_rr_152_d_15_to_d_18_income() {
    let mixed = [Guest::Tourist, Guest::MeatFoodie, Guest::Local, Guest::Cheapskate, Guest::Executive];
    assert_eq!(income(4, 3, &[], false, &mixed), 45 - 1 + 2);
    assert_eq!(income(4, 3, &["sommelier", "pastry-chef"], true, &mixed), 5 * 13 + 1);
    assert_eq!(income(4, 2, &[], false, &[Guest::Shill, Guest::Critic, Guest::Tourist]), 14);
    assert_eq!(income(2, 1, &[], false, &[Guest::Cheapskate; 4]), 8);
}

#[test]
fn rr_82_one_dollar_and_two_for_every_paying_customer() {
    let two = [Guest::Local, Guest::Shill];
    assert_eq!(income(4, 1, &["sommelier"], false, &two), 7);
    assert_eq!(income(4, 1, &["pastry-chef"], false, &two), 6);
}

/// Wages for `others` employees, plus the Manager if `manager` is set.
fn wages(players: usize, changes: &[(&str, &str)], others: usize, manager: bool) -> i32 {
    let mut game = changed(players, changes);
    for name in ["master-chef", "designer", "bartender", "marketer"].iter().take(others) {
        game.employ(0, name);
    }
    if manager {
        game.employ(0, "manager");
    }
    game.rules.wages(&game.state.table.houses[0])
}

#[test]
fn rr_153_rr_154_t_09_wages_by_number() {
    assert_eq!([0, 1, 2, 3].map(|others| wages(4, &[], others, false)), [0, 5, 10, 20]);
    assert_eq!(wages(2, &[], 4, false), 30);
}

#[test]
fn rr_155_rr_a32_rr_a35_t_10_the_manager_is_paid_outside_the_scale() {
    assert_eq!([0, 1, 2, 3].map(|others| wages(4, &[], others, true)), [10, 15, 20, 30]);
    assert_eq!((wages(2, &[], 3, true), wages(2, &[], 4, true)), (30, 40));
    // Flat: five dollars for each of the others.
    let flat = [("manager_wage", "flat")];
    assert_eq!([0, 1, 2, 3].map(|others| wages(4, &flat, others, true)), [10, 15, 20, 25]);
    assert_eq!(wages(4, &flat, 3, false), 20);
}

#[test]
fn rr_156_rr_159_rr_a37_d_11_d_12_the_least_loan_that_pays_and_bears_itself() {
    let (more, two) = (rules_with(4, &[]), rules_with(2, &[]));
    assert_eq!([11, 10, 0].map(|cash| more.forced_loan(cash, 20)), [10, 20, 30]);
    assert_eq!([12, 11, 0].map(|cash| two.forced_loan(cash, 20)), [10, 20, 30]);
    assert_eq!(more.forced_loan(20, 20), 0);
    // Compare with the smallest sufficient multiple of 10.
    for (rules, rate) in [(&more, 1), (&two, 2)] {
        for due in 0..60 {
            for cash in 0..60 {
                let is_enough = |loan: &i32| {
                    *loan == 0 && cash >= due || *loan > 0 && cash + loan >= due + loan / 10 * rate
                };
                let least = (0..).step_by(10).find(is_enough).unwrap();
                assert_eq!(rules.forced_loan(cash, due), least, "{cash} dollars, {due} due");
            }
        }
    }
}

/// Cash and loan after wages and interest of a night without guests, with `staff` employees.
fn after_paying(players: usize, cash: i32, loan: i32, staff: usize) -> (i32, i32) {
    let mut game = at_doors(players, &[]);
    for name in ["master-chef", "designer", "bartender"].iter().take(staff) {
        game.employ(0, name);
    }
    game.set_cash(0, cash);
    game.house(0).loan = loan;
    game.state.table.has_talked = true;
    game.state.table.expected = 0;
    game.pass_night();
    game.check();
    (game.cash(0), game.house(0).loan)
}

#[test]
fn rr_157_rr_158_d_10_d_13_d_14_wages_first_then_interest() {
    // D-10: a loan of ten covers the wages, and the interest of 1 is left over.
    assert_eq!(after_paying(4, 19, 0, 3), (8, 10));
    // D-13.
    assert_eq!(after_paying(4, 0, 0, 3), (7, 30));
    assert_eq!(after_paying(2, 0, 0, 3), (4, 30));
    // D-14.
    assert_eq!(after_paying(4, 4, 50, 0), (8, 60));
    // Enough cash for wages and interest.
    assert_eq!(after_paying(4, 100, 50, 2), (100 - 10 - 5, 50));
    assert_eq!(after_paying(2, 100, 50, 2), (100 - 10 - 10, 50));
}

#[test]
fn rr_160_rr_a36_t_04_interest_first_then_any_part_in_tens() {
    let mut game = at_doors(4, &[]);
    game.set_cash(0, 100);
    game.house(0).loan = 50;
    game.state.table.has_talked = true;
    game.state.table.expected = 0;
    game.pass_night();
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Repay));
    assert_eq!(game.limits(), Amount { may_pass: false, min: 0, max: 50, step: 10 });
    game.act("amount 30");
    assert_eq!((game.cash(0), game.house(0).loan), (65, 20));
}

#[test]
fn rr_160_nobody_repays_more_than_the_cash() {
    let mut game = fresh(4);
    game.set_cash(0, 37);
    game.house(0).loan = 50;
    game.state.table.phase = Phase::Ask(seat(0), Decision::Repay);
    assert_eq!(game.limits().max, 30);
}

#[test]
fn rr_90_rr_91_the_bank_lends_tens_up_to_fifty_a_visit() {
    let mut game = shopping(4, &[]);
    game.acts(&["visit bank", "visit farmers-market", "visit meat-market", "visit fish-market"]);
    game.acts(&["done", "done"]);
    assert_eq!(game.limits(), Amount { may_pass: false, min: 0, max: 50, step: 10 });
    game.house(0).loan = 200;
    game.act("amount 50");
    assert_eq!((game.cash(0), game.house(0).loan), (75, 250));
    game.check();
}

#[test]
fn every_dollar_of_random_games_is_told() {
    // The final cash is the start plus the amounts in the events.
    for players in 2..=4usize {
        let rules = rules_with(players, &[]);
        for deal in 0..20 {
            let mut cash = [25; 4];
            let state = super::at_random(&rules, deal, |event| match *event {
                Event::BoughtEarly { seat, price, .. }
                | Event::Hired { seat, price, .. }
                | Event::Renovated { seat, price, .. }
                | Event::Bought { seat, price, .. }
                | Event::ShillWon { seat, price } => cash[seat.index()] -= price,
                Event::Borrowed { seat, amount, .. } | Event::ForcedLoan { seat, amount, .. } => {
                    cash[seat.index()] += amount;
                }
                Event::Earned { seat, income, .. } => cash[seat.index()] += income,
                Event::WagesPaid { seat, wages } => cash[seat.index()] -= wages,
                Event::InterestPaid { seat, interest, .. } => cash[seat.index()] -= interest,
                Event::Repaid { seat, amount } => cash[seat.index()] -= amount,
                _ => {}
            });
            assert_eq!(state.hidden.cash[..players], cash[..players], "{players} players, deal {deal}");
        }
    }
}
