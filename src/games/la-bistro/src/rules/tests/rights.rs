//! Options 5 and 6: the rights to hire and to renovate, and what can be taken (LB-71..97).

use super::super::{
    action::Action,
    event::Event,
    option,
    state::{Phase, SLOTS},
};
use super::{Decision, bid, diners, engage, hire, install, legal, open, play, post, row, rules, shown, with};
use crate::TITLE;
use sim_engine::seat::Seat;

const JOBS: u8 = option::JOBS;
const TIME: u8 = option::TIME;
const RENOVATIONS: u8 = option::RENOVATIONS;
const PASS: Action = Action::Pass;

#[test]
fn lb_71_a_single_chooser_takes_one_at_the_list_price_or_nothing() {
    let rules = rules(2);
    let mut table = diners(&rules, &[10, 30]);
    post(&rules, &mut table, &["line-cook", "waitron"]);
    let (mut state, _) = shown(&rules, table, &[JOBS, TIME], 0);
    let choices = [PASS, hire(&rules, 0, "line-cook"), hire(&rules, 0, "waitron")];
    assert_eq!(legal(&rules, &state), choices);
    let mut idle = state;
    play(&rules, &mut idle, &[(0, PASS)]);
    assert_eq!((idle.table.phase, idle.table.money[0]), (Phase::Clock, 10));
    let seen = play(&rules, &mut state, &[(0, hire(&rules, 0, "waitron"))]);
    assert!(matches!(seen[0], Event::Hired { paid: 5, has_bid: false, .. }));
    assert_eq!((state.table.phase, state.table.money[0]), (Phase::Clock, 5));
    assert_eq!(state.table.restaurants[0][0].service, 3);
    // LB-78: no longer on offer.
    assert_eq!(rules.on_offer(&state.table), 1 << row(&rules, "line-cook"));
}

#[test]
fn lb_72_to_lb_77_rights_are_auctioned_until_one_chooser_is_left() {
    let rules = rules(3);
    let mut table = diners(&rules, &[20, 40, 30]);
    post(&rules, &mut table, &["waitron", "line-cook", "food-runner"]);
    let (mut state, _) = shown(&rules, table, &[JOBS; 3], 0);
    // The richest opens, bidding goes clockwise. Bids by seat: 1: 0, 2: 1, 0 out, 1: 2, 2: 3, 1: 4, 2: 5.
    let seen = play(&rules, &mut state, &[(1, bid(4)), (2, bid(7)), (0, PASS)]);
    assert!(seen.contains(&Event::RightSold {
        seat: Seat(2),
        bid: Some(5),
        bidders: 3,
        sale: Decision::JobBid
    }));
    // A winner with a bid must take something (LB-74).
    assert_eq!(state.table.phase, Phase::Ask(Seat(2), Decision::Hire));
    assert!(!legal(&rules, &state).contains(&PASS));
    let seen = play(&rules, &mut state, &[(2, hire(&rules, 0, "waitron"))]);
    assert!(matches!(seen[0], Event::Hired { paid: 5, has_bid: true, .. }));
    assert_eq!(state.table.money[2], 30 - 5 - 5);
    // LB-75: another auction, without the winner; the opener drops out, and nobody has bid.
    let seen = play(&rules, &mut state, &[(1, PASS), (0, bid(2))]);
    assert!(seen.contains(&Event::RightSold {
        seat: Seat(0),
        bid: None,
        bidders: 2,
        sale: Decision::JobBid
    }));
    assert!(legal(&rules, &state).contains(&PASS));
    play(&rules, &mut state, &[(0, hire(&rules, 0, "line-cook"))]);
    // LB-76: the last chooser pays only the list price.
    play(&rules, &mut state, &[(1, hire(&rules, 0, "food-runner"))]);
    assert_eq!(state.table.money[..3], [20 - 3, 40 - 1, 20]);
    assert_eq!(state.table.phase, Phase::Clock);
}

#[test]
fn lb_75_without_staff_there_is_no_further_auction() {
    let rules = rules(3);
    let mut table = diners(&rules, &[40, 30, 20]);
    post(&rules, &mut table, &["food-runner"]);
    let (mut state, _) = shown(&rules, table, &[JOBS; 3], 0);
    play(&rules, &mut state, &[(0, bid(0)), (1, PASS), (2, PASS), (0, hire(&rules, 0, "food-runner"))]);
    assert_eq!((state.table.phase, state.table.money[..3].to_vec()), (Phase::Clock, vec![39, 30, 20]));
}

#[test]
fn lb_a26_a_winner_who_can_pay_for_nothing_takes_nothing() {
    let rules = rules(2);
    let mut table = diners(&rules, &[10, 9]);
    post(&rules, &mut table, &["waitron"]);
    let (mut state, _) = shown(&rules, table, &[JOBS; 2], 0);
    // Bids by seat: 0: 0, 1: 1, ... 1: 7, 0: 8. Seat 0 has 2 money left.
    play(&rules, &mut state, &[(0, bid(8)), (1, bid(7))]);
    assert_eq!(legal(&rules, &state), [PASS]);
    let seen = play(&rules, &mut state, &[(0, PASS)]);
    assert_eq!(seen[0], Event::Waived { seat: Seat(0), bid: 8 });
    // Seat 1 is the last chooser and can hire the waitron.
    play(&rules, &mut state, &[(1, hire(&rules, 0, "waitron"))]);
    assert_eq!(state.table.money[..2], [2, 4]);
}

#[test]
fn lb_78_the_die_leaves_the_first_of_several_cells() {
    let rules = rules(2);
    let mut table = diners(&rules, &[30, 30]);
    // The waitrons of row 1, column 3 and of row 4, column 3.
    table.board = 1 << 20 | 1 << 2;
    let unused = rules.unused_dice(&table);
    let (mut state, _) = shown(&rules, table, &[JOBS, TIME], 0);
    play(&rules, &mut state, &[(0, hire(&rules, 0, "waitron"))]);
    assert_eq!(state.table.board, 1 << 20);
    // LB-A1: it is unused again.
    assert_eq!(rules.unused_dice(&state.table), unused + 1);
}

#[test]
fn lb_81_the_waitron_manager_is_another_type_than_the_waitron() {
    let rules = rules(2);
    let mut table = diners(&rules, &[30, 30]);
    post(&rules, &mut table, &["waitron", "waitron-manager"]);
    let [waitron, manager] = ["waitron", "waitron-manager"].map(|name| row(&rules, name));
    let house = &mut table.restaurants[0][0];
    house.take_on(&rules, manager.into());
    assert_eq!(house.service, 0);
    assert_eq!(rules.hireable(&table, Seat(0), 0), 1 << waitron);
    let house = &mut table.restaurants[0][0];
    house.take_on(&rules, waitron.into());
    assert_eq!(house.service, 3 + 4);
}

#[test]
fn lb_83_a_free_unique_employee_is_hired_like_any_other() {
    let rules = rules(2);
    let mut table = diners(&rules, &[30, 30]);
    open(&rules, &mut table, 0, "canal-street", None);
    post(&rules, &mut table, &["head-chef"]);
    let (mut state, _) = shown(&rules, table, &[JOBS, TIME], 0);
    let seen = play(&rules, &mut state, &[(0, hire(&rules, 1, "head-chef"))]);
    assert!(matches!(seen[0], Event::Hired { slot: 1, paid: 6, .. }));
    assert_eq!(state.table.employer[usize::from(row(&rules, "head-chef"))], 1);
    assert_eq!([0, 1].map(|slot: usize| state.table.restaurants[0][slot].quality), [0, 5]);
}

#[test]
fn lb_84_lb_85_a_claim_costs_no_list_price_and_is_a_matter_of_two() {
    let rules = rules(3);
    let mut table = diners(&rules, &[30, 20, 25]);
    engage(&rules, &mut table, 1, "head-chef");
    post(&rules, &mut table, &["head-chef"]);
    // The employer and the third seat have shown another option.
    let (mut state, _) = shown(&rules, table, &[JOBS, TIME, TIME], 0);
    play(&rules, &mut state, &[(0, hire(&rules, 0, "head-chef"))]);
    assert_eq!((state.table.auction.bidders, state.table.money[0]), (0b011, 30));
    let limits = |seat: u8| {
        let limits = rules.limits(&state.table, Decision::UniqueBid, Seat(seat));
        (limits.may_pass, limits.min, limits.max)
    };
    assert_eq!((limits(0), limits(1)), ((false, 6, 30), (true, 7, 20)));
    // Bids of 6, 7, 8, 9 and 10; the employer does not go to 11.
    play(&rules, &mut state, &[(0, bid(12)), (1, bid(10))]);
    assert_eq!(state.table.money[..3], [30 - 10, 20 + 5, 25]);
    assert_eq!(state.table.phase, Phase::Clock);
    assert_eq!([0, 1].map(|seat: usize| state.table.restaurants[seat][0].quality), [5, 0]);
}

#[test]
fn lb_85_a_claim_needs_exactly_the_list_price() {
    let rules = rules(2);
    let mut table = diners(&rules, &[6, 6]);
    engage(&rules, &mut table, 1, "head-chef");
    post(&rules, &mut table, &["head-chef"]);
    let chef = 1 << row(&rules, "head-chef");
    assert_eq!(rules.hireable(&table, Seat(0), 0), chef);
    let mut poorer = table;
    poorer.money[0] = 5;
    assert_eq!(rules.hireable(&poorer, Seat(0), 0), 0);
    let (mut state, _) = shown(&rules, table, &[JOBS, TIME], 0);
    // The employer cannot raise with 6 money, and is not asked.
    let seen = play(&rules, &mut state, &[(0, hire(&rules, 0, "head-chef"))]);
    assert!(
        matches!(seen[0], Event::WonOver { seat: Seat(0), from: Seat(1), price: 6, half: 3, .. }),
        "{seen:?}"
    );
    assert_eq!(state.table.money[..2], [0, 9]);
}

#[test]
fn lb_a13_a_unique_employee_of_ones_own_cannot_be_chosen() {
    let rules = rules(3);
    let mut table = diners(&rules, &[30, 30]);
    open(&rules, &mut table, 0, "canal-street", None);
    engage(&rules, &mut table, 0, "head-chef");
    post(&rules, &mut table, &["head-chef"]);
    assert_eq!((0..SLOTS).map(|slot| rules.hireable(&table, Seat(0), slot)).max(), Some(0));
    assert_eq!(rules.hireable(&table, Seat(1), 0), 1 << row(&rules, "head-chef"));
    // The alternative ruling: it moves to the other restaurant for free.
    let moving = with(&TITLE, 3, &[("own_unique", "move")]);
    let (mut state, _) = shown(&moving, table, &[JOBS, TIME, TIME], 0);
    play(&moving, &mut state, &[(0, hire(&moving, 1, "head-chef"))]);
    assert_eq!([0, 1].map(|slot: usize| state.table.restaurants[0][slot].quality), [0, 5]);
    assert_eq!(state.table.money[0], 30);
}

#[test]
fn lb_a27_both_cells_of_a_unique_employee_serve_in_one_round() {
    let rules = rules(2);
    let mut table = diners(&rules, &[30, 20]);
    post(&rules, &mut table, &["head-chef", "head-chef"]);
    let (mut state, _) = shown(&rules, table, &[JOBS; 2], 0);
    let chef = hire(&rules, 0, "head-chef");
    // Hired for 6 after a bid of 0, and won over at once: 6, 7, 8.
    play(&rules, &mut state, &[(0, bid(0)), (1, PASS), (0, chef), (1, chef), (1, bid(8)), (0, bid(7))]);
    assert_eq!(state.table.money[..2], [30 - 6 + 4, 20 - 8]);
    assert_eq!((state.table.board, state.table.phase), (0, Phase::Clock));
    assert_eq!([0, 1].map(|seat: usize| state.table.restaurants[seat][0].quality), [0, 5]);
}

#[test]
fn lb_a27_with_one_use_a_round_nobody_bids_for_a_right_to_nothing() {
    let once = with(&TITLE, 3, &[("unique_uses", "once")]);
    let mut table = diners(&once, &[30, 20, 10]);
    post(&once, &mut table, &["head-chef", "head-chef"]);
    let (mut state, _) = shown(&once, table, &[JOBS; 3], 0);
    play(&once, &mut state, &[(0, bid(0)), (1, PASS), (2, PASS), (0, hire(&once, 0, "head-chef"))]);
    assert_eq!((state.table.phase, state.table.board.count_ones()), (Phase::Clock, 1));
}

#[test]
fn lb_89_lb_90_a_renovation_is_bought_at_its_price_and_counts_at_once() {
    let rules = rules(2);
    let table = diners(&rules, &[20, 20]);
    let (mut state, _) = shown(&rules, table, &[RENOVATIONS, TIME], 0);
    assert!(legal(&rules, &state).contains(&PASS));
    play(&rules, &mut state, &[(0, install(&rules, 0, "patio"))]);
    let house = &state.table.restaurants[0][0];
    assert_eq!((house.ambiance, house.capacity, state.table.money[0]), (3 + 1, 8 + 2, 20 - 6));
}

#[test]
fn lb_91_lb_92_lb_94_renovations_are_auctioned_and_each_is_sold_once_a_round() {
    let rules = rules(3);
    let table = diners(&rules, &[20, 40, 30]);
    let (mut state, _) = shown(&rules, table, &[RENOVATIONS; 3], 0);
    let kitchen = install(&rules, 0, "new-kitchen");
    // Bids by seat: 1: 0, 2: 1, 0: 2, 1: 3, 2 out, 0 out.
    let seen = play(&rules, &mut state, &[(1, bid(5)), (2, bid(1)), (0, bid(2))]);
    assert!(seen.contains(&Event::RightSold {
        seat: Seat(1),
        bid: Some(3),
        bidders: 3,
        sale: Decision::RenovationBid
    }));
    assert!(!legal(&rules, &state).contains(&PASS));
    let seen = play(&rules, &mut state, &[(1, kitchen)]);
    assert!(matches!(seen[0], Event::Renovated { cost: 9, has_bid: true, .. }));
    play(&rules, &mut state, &[(2, bid(0)), (0, PASS)]);
    assert!(!legal(&rules, &state).contains(&kitchen));
    let artwork = install(&rules, 0, "artwork");
    play(&rules, &mut state, &[(2, artwork)]);
    assert!(!legal(&rules, &state).contains(&artwork));
    play(&rules, &mut state, &[(0, PASS)]);
    assert_eq!(state.table.money[..3], [20, 40 - 3 - 9, 30 - 4]);
    // Back on sale in the next round (LB-A32), but not for a restaurant that has it (LB-94).
    rules.begin_round(&mut state.table);
    let at = row(&rules, "new-kitchen");
    let buyers = [0, 1, 2].map(|seat| rules.installable(&state.table, Seat(seat), 0) >> at & 1);
    assert_eq!(buyers, [1, 0, 1]);
    open(&rules, &mut state.table, 1, "canal-street", None);
    assert_eq!(rules.installable(&state.table, Seat(1), 1) >> at & 1, 1);
}

#[test]
fn lb_95_a_renovation_waits_for_what_it_needs_and_one_of_several_is_enough() {
    let rules = with(&TITLE, 2, &[("renovations.artwork.needs", "patio or bar")]);
    for (first, expected) in [("patio", 3 + 1 + 2), ("bar", 3 + 2 + 2), ("new-signage", 3)] {
        let mut table = diners(&rules, &[20, 20]);
        let house = &mut table.restaurants[0][0];
        house.install(&rules, row(&rules, "artwork").into());
        assert_eq!(house.ambiance, 3);
        house.install(&rules, row(&rules, first).into());
        assert_eq!(house.ambiance, expected, "{first}");
    }
    // The salsa bar is no bar, so the stage still waits.
    let mut table = diners(&rules, &[20, 20]);
    let house = &mut table.restaurants[0][0];
    house.cuisine = super::cuisine("mexican");
    house.install(&rules, row(&rules, "live-music-stage").into());
    house.install(&rules, row(&rules, "salsa-bar").into());
    assert_eq!((house.ambiance, house.novelty_bonus), (3, 3));
}
