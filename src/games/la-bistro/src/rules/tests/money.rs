//! Options 1, 3 and 4: menus, loans and ads (LB-51..70).

use super::super::{
    action::Action,
    option,
    state::{Phase, State},
};
use super::{bid, cuisine, diners, engage, hire, legal, open, play, post, row, rules, shown};
use sim_engine::seat::Seat;

#[test]
fn lb_51_lb_52_lb_53_a_cuisine_of_one_restaurant_and_a_price_of_the_other() {
    let rules = rules(2);
    let mut table = diners(&rules, &[20, 20]);
    open(&rules, &mut table, 0, "canal-street", Some(("american", 2)));
    let (mut state, _) = shown(&rules, table, &[option::CHEF, option::TIME], 0);
    assert_eq!(state.table.money[0], 19);
    let asian = cuisine("asian");
    let script = [(0, Action::Cuisine { slot: 0, cuisine: asian }), (0, Action::Price { slot: 1, price: 7 })];
    play(&rules, &mut state, &script);
    let houses = &state.table.restaurants[0];
    assert_eq!(
        [0, 1].map(|slot| (houses[slot].cuisine, houses[slot].price)),
        [(asian, 0), (cuisine("american"), 7)]
    );
    assert_eq!((state.table.phase, state.table.money[0]), (Phase::Clock, 19));
}

#[test]
fn lb_53_lb_55_a_menu_may_change_in_one_half_only() {
    let rules = rules(2);
    let table = diners(&rules, &[20, 20]);
    let (mut state, _) = shown(&rules, table, &[option::CHEF, option::TIME], 0);
    // All eight cuisines. Elm-street is cheap or affordable, so prices without a cuisine are 1 to 5 (LB-A9).
    assert_eq!(legal(&rules, &state).len(), 1 + 8);
    play(&rules, &mut state, &[(0, Action::Pass)]);
    let prices: Vec<Action> = (1..=5).map(|price| Action::Price { slot: 0, price }).collect();
    assert_eq!(legal(&rules, &state)[1..], prices);
    play(&rules, &mut state, &[(0, Action::Price { slot: 0, price: 5 })]);
    assert!(!state.table.restaurants[0][0].is_eligible());
    assert_eq!(state.table.restaurants[0][0].price, 5);
}

#[test]
fn lb_59_chefs_act_from_most_to_least_money() {
    let rules = rules(3);
    let (mut state, _) = shown(&rules, diners(&rules, &[5, 20, 10]), &[option::CHEF; 3], 0);
    let pass = Action::Pass;
    play(&rules, &mut state, &[(1, pass), (1, pass), (2, pass), (2, pass), (0, pass), (0, pass)]);
    assert_eq!(state.table.money[..3], [4, 19, 9]);
}

#[test]
fn lb_64_lb_65_lb_66_a_loan_brings_ten_and_costs_ten() {
    let rules = rules(2);
    let mut table = diners(&rules, &[25, 3]);
    table.loans = [3, 9, 0, 0, 0, 0];
    let (mut state, _) = shown(&rules, table, &[option::BANK; 2], 0);
    play(&rules, &mut state, &[(0, Action::Repay { loans: 2 }), (1, Action::Borrow)]);
    assert_eq!(
        (state.table.money[..2].to_vec(), state.table.loans[..2].to_vec()),
        (vec![5, 13], vec![1, 10])
    );
    assert_eq!(state.table.phase, Phase::Clock);
}

#[test]
fn lb_a29_a_loan_is_spent_in_the_next_round_or_on_a_defence_in_this_one() {
    let rules = rules(2);
    let mut table = diners(&rules, &[20, 3]);
    engage(&rules, &mut table, 1, "head-chef");
    post(&rules, &mut table, &["head-chef", "waitron"]);
    assert_eq!(rules.hireable(&table, Seat(1), 0), 0);
    let (mut state, _) = shown(&rules, table, &[option::JOBS, option::BANK], 0);
    let script = [(1, Action::Borrow), (0, hire(&rules, 0, "head-chef")), (0, bid(7)), (1, bid(13))];
    play(&rules, &mut state, &script);
    // The challenger bids 6, the employer 7, and the challenger does not go to 8.
    assert_eq!(state.table.money[..2], [20, 13 - 7]);
    assert_eq!(rules.hireable(&state.table, Seat(1), 0), 1 << row(&rules, "waitron"));
}

/// Orders ads for both seats; the first orders for its second restaurant.
fn ordered(state: &mut State, first: i32, second: i32) {
    let rules = rules(2);
    play(&rules, state, &[(0, Action::Advertise { slot: 1 }), (0, bid(first))]);
    // Nothing is paid or visible before all have ordered (LB-68).
    let money = state.table.money;
    assert!(rules_see_nothing(&rules, state));
    play(&rules, state, &[(1, bid(second))]);
    assert_eq!(state.table.money[0], money[0] - 2 * first);
}

fn rules_see_nothing(rules: &super::LaBistro, state: &State) -> bool {
    use sim_engine::game::Game;
    let mut other = *state;
    other.hidden[0].ads = 0;
    rules.observe(state, Seat(1)) == rules.observe(&other, Seat(1))
}

#[test]
fn lb_67_lb_68_lb_69_ads_are_written_in_secret_and_add_up() {
    let rules = rules(2);
    let mut table = diners(&rules, &[21, 9]);
    open(&rules, &mut table, 0, "canal-street", None);
    let (mut state, _) = shown(&rules, table, &[option::ADS; 2], 0);
    ordered(&mut state, 3, 4);
    assert_eq!(state.table.money[..2], [15, 1]);
    // Another round of the same turn: 15 money pays for seven ads.
    let (mut state, _) = shown(&rules, state.table, &[option::ADS; 2], 1);
    play(&rules, &mut state, &[(0, Action::Advertise { slot: 1 })]);
    let limits = match sim_engine::game::Game::legal(&rules, &state, &mut Vec::new()) {
        sim_engine::Offer::Amount(limits) => (limits.may_pass, limits.min, limits.max),
        sim_engine::Offer::Actions => panic!(),
    };
    assert_eq!(limits, (false, 0, 7));
    play(&rules, &mut state, &[(0, bid(2)), (1, bid(0))]);
    let ads = |seat: usize, slot: usize| state.table.restaurants[seat][slot].ads;
    assert_eq!([ads(0, 0), ads(0, 1), ads(1, 0)], [0, 5, 4]);
}
