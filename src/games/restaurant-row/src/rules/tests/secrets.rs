//! Public knowledge about cash (RR-19), and resampling of hidden information.

use super::{Hands, at_doors, dealt, rules_with, seat, shopping, states_at_random};
use sim_engine::{Game, Lawful, Luck, Seat};

#[test]
fn rr_19_in_the_first_round_everybody_can_count_along() {
    let mut game = shopping(4, &[]);
    game.post(&["manager"]);
    game.acts(&["visit help-wanted", "visit bank", "visit bank", "visit bank"]);
    game.act("employee 4");
    let seen = game.rules.observe(&game.state, seat(1));
    assert_eq!(seen.cash_bounds(seat(0)), (15, 15));
}

#[test]
fn rr_19_what_was_paid_in_earlier_rounds_is_not_remembered() {
    let bounds = |changes: &[(&str, &str)]| {
        let mut game = at_doors(4, changes);
        // Of 25, ten go to the tank and four to food.
        game.employ(0, "manager");
        game.install(0, "fish-tank");
        game.state.spend(seat(0), 14);
        game.house(0).main = 2;
        game.house(0).guests[0] = 2;
        game.state.table.has_talked = true;
        (game.state.table.come, game.state.table.expected) = (2, 2);
        game.pass_night();
        // Two Cheapskates pay 8 each, the manager gets 10.
        assert_eq!(game.cash(0), 25 - 14 + 16 - 10);
        game.check();
        let seen = game.rules.observe(&game.state, seat(1));
        (seen.cash_bounds(seat(0)), game.rules.observe(&game.state, seat(0)).cash)
    };
    // The tank cost 10 for certain: at most 15 were left, and at least nothing.
    assert_eq!(bounds(&[]), ((6, 15 + 6), 17));
    assert_eq!(bounds(&[("cash", "open")]), ((17, 17), 17));
}

#[test]
fn rr_19_a_forced_loan_tells_the_cash() {
    let mut game = at_doors(4, &[]);
    for name in ["master-chef", "designer", "bartender"] {
        game.employ(0, name);
    }
    game.set_cash(0, 4);
    game.house(0).earned = 60;
    game.state.hidden.spent[0] = 56;
    game.state.table.has_talked = true;
    game.state.table.expected = 0;
    game.pass_night();
    // Wages of 20 paid from 2 to 10 dollars take a loan of 20.
    let seen = game.rules.observe(&game.state, seat(1));
    assert_eq!(seen.cash_bounds(seat(0)), (2 + 20 - 20 - 2, 10 + 20 - 20 - 2));
    assert_eq!(game.cash(0), 4 + 20 - 20 - 2);
    game.check();
}

#[test]
fn a_shown_bid_tells_what_was_in_the_hand() {
    let mut game = shopping(4, &[]);
    game.post(&["manager"]);
    game.set_cash(1, 22);
    game.house(1).cash_low = 0;
    game.house(1).cash_high = 90;
    game.house(1).earned = 90;
    game.state.hidden.spent[1] = 68;
    game.acts(&["visit help-wanted", "visit help-wanted", "visit bank", "visit bank"]);
    game.acts(&["employee 4", "amount 20", "amount 14"]);
    let seen = game.rules.observe(&game.state, seat(0));
    assert_eq!(seen.cash_bounds(seat(1)), (14, 90));
    game.check();
}

#[test]
fn cash_stays_within_what_others_think_in_random_games() {
    for players in 2..=4 {
        let rules = rules_with(players, &[]);
        for deal in 0..10 {
            states_at_random(&rules, deal, |state| rules.check_conservation(state).unwrap());
        }
    }
}

#[test]
fn hidden_stores_are_any_legal_ones() {
    let mut game = shopping(4, &[]);
    game.act("visit fish-market");
    let mut seen = [0u32; 6];
    for time in 0..600 {
        let twin = game.rules.resample(&game.state, seat(1), &mut Luck::new(3, 1).imagination(time));
        assert_eq!(twin.hidden.secrets[0].stores.count_ones(), 1);
        assert!(twin.hidden.secrets[1..].iter().all(|secret| secret.stores == 0));
        seen[twin.hidden.secrets[0].stores.trailing_zeros() as usize] += 1;
    }
    // Six stores: 5 degrees of freedom, 20.5 is the 0.1 % point.
    let chi: f64 = seen.iter().map(|&count| (f64::from(count) - 100.0).powi(2) / 100.0).sum();
    assert!(chi < 20.5, "chi-square {chi} of {seen:?}");
}

#[test]
fn with_three_players_the_removed_employees_may_be_any_that_were_never_seen() {
    let rules = rules_with(3, &[]);
    let mut game = dealt(&rules, 4);
    game.shake(4);
    let mut out = [0u32; 12];
    for time in 0..900 {
        let twin = game.rules.resample(&game.state, seat(0), &mut Luck::new(3, 2).imagination(time));
        for &row in twin.hidden.staff_out.iter().filter(|&&row| row != super::NONE) {
            assert_eq!(game.state.table.staff_seen >> row & 1, 0);
            out[usize::from(row)] += 1;
        }
    }
    // Nine never seen, two of them removed: 200 each; 8 degrees of freedom, 26.1 is the 0.1 % point.
    let unseen = out.iter().filter(|&&count| count > 0);
    assert_eq!(unseen.clone().count(), 9);
    let chi: f64 = unseen.map(|&count| (f64::from(count) - 200.0).powi(2) / 200.0).sum();
    assert!(chi < 26.1, "chi-square {chi} of {out:?}");
}

#[test]
fn the_bag_is_what_has_not_come() {
    let mut game = at_doors(4, &[]);
    game.queue(&["larry", "ted"]);
    game.let_in(2);
    let seen = game.rules.observe(&game.state, Seat(0));
    assert_eq!(seen.bag().count_ones(), 27);
    assert_eq!(seen.bag() >> game.row("ted") & 1, 0);
}
