//! Planning rounds: dice, options, menus, staff and renovations.

use super::super::{
    action::Action,
    components::{MAX_PRICE, NONE},
    event::Event,
    option,
    restaurant::{Gain, Restaurant},
    state::Phase,
};
use super::{Decision, cuisine, events, open, row, rules, state, table, with};
use crate::TITLE;
use sim_engine::{game::Game, luck::Luck, seat::Seat};

#[test]
fn lb_10_lb_12_stakes_and_turns() {
    for (players, money, turns) in [(2, 45, 5), (3, 30, 4), (4, 30, 4), (5, 30, 4), (6, 30, 4)] {
        let variant = rules(players).variant;
        assert_eq!((variant.money[Seat(0)], variant.turns), (money, turns));
    }
}

#[test]
fn lb_21_unused_dice_and_rounds_without_collision() {
    for (players, unused, rounds, left) in
        [(2, 13, 4, 1), (3, 12, 4, 0), (4, 11, 3, 2), (5, 10, 3, 1), (6, 9, 3, 0)]
    {
        let rules = rules(players);
        let mut table = table(&rules);
        assert_eq!(rules.unused_dice(&table), unused);
        let mut planned = 0;
        rules.begin_round(&mut table);
        while table.phase == Phase::Generate {
            planned += 1;
            table.board = (1u64 << (3 * planned)) - 1;
            rules.begin_round(&mut table);
        }
        assert_eq!((planned, rules.unused_dice(&table)), (rounds, left));
        assert_eq!(table.phase, Phase::Payouts);
    }
}

#[test]
fn lb_28_a_taken_cell_wastes_the_attempt() {
    let rules = rules(4);
    for deal in 0..200 {
        let mut table = table(&rules);
        let seen = events(|mut event| rules.generate(&mut table, &Luck::new(3, deal), &mut event));
        let placed = seen.iter().filter(|event| matches!(event, Event::Placed { .. })).count();
        assert_eq!((seen.len(), table.board.count_ones() as usize), (3, placed));
    }
}

#[test]
fn lb_36_the_opening_round_knows_the_cube_only() {
    let rules = rules(4);
    let mut opening = table(&rules);
    opening.round = 0;
    assert_eq!(rules.open_options(&opening, Seat(2)), 1 << option::PROPERTY);
    // Later, without a restaurant: cube, time, bank and ads.
    assert_eq!(rules.open_options(&table(&rules), Seat(2)), 0b001_1101);
}

#[test]
fn lb_57_levels_of_the_cuisines_that_the_rulebook_names() {
    let rules = rules(4);
    let fits = |street: &str, word: &str| -> Vec<u8> {
        (1..=MAX_PRICE)
            .filter(|&price| rules.supplies.is_price_legal(row(&rules, street), cuisine(word), price))
            .collect()
    };
    assert!(fits("main-street", "french").is_empty());
    assert_eq!(fits("main-street", "american"), [1, 2, 3, 4, 5]);
    assert_eq!(fits("canal-street", "steak"), [6, 7, 8]);
    assert_eq!(fits("canal-street", "fast-food"), [1, 2, 3]);
    assert_eq!(fits("canal-street", "french"), [6, 7, 8]);
    assert_eq!(fits("canal-street", "american"), [1, 2, 3, 6, 7, 8]);
}

#[test]
fn lb_a9_a_price_that_the_new_cuisine_does_not_admit_is_lost() {
    let rules = rules(3);
    let mut table = table(&rules);
    open(&rules, &mut table, 0, "canal-street", Some(("steak", 7)));
    let seen = events(|mut event| {
        rules.set_cuisine(&mut table, Seat(0), (0, cuisine("fast-food")), &mut event);
    });
    assert!(seen.contains(&Event::PriceLost { seat: Seat(0), slot: 0 }));
    assert_eq!(table.restaurants[0][0].price, 0);
    assert_eq!(table.phase, Phase::Price { seat: Seat(0), touched: None });
    // The other ruling asks for a new price at once.
    let strict = with(&TITLE, 3, &[("stale_price", "illegal")]);
    let mut table = super::table(&strict);
    open(&strict, &mut table, 0, "canal-street", Some(("steak", 7)));
    events(|mut event| strict.set_cuisine(&mut table, Seat(0), (0, cuisine("fast-food")), &mut event));
    let mut legal = Vec::new();
    strict.legal(&state(table), &mut legal);
    assert_eq!(legal, [1, 2, 3].map(|price| Action::Price { slot: 0, price }));
}

#[test]
fn lb_79_some_staff_works_once_in_a_restaurant_and_some_any_number_of_times() {
    let rules = rules(3);
    let mut table = table(&rules);
    open(&rules, &mut table, 0, "canal-street", None);
    let cook = row(&rules, "line-cook");
    let waitron = row(&rules, "waitron");
    let both = 1 << cook | 1 << waitron;
    // Row 1: Waitron in column 3, Line Cook in column 4.
    table.board = 0b1100;
    assert_eq!(rules.hireable(&table, Seat(0), 0), both);
    assert_eq!(rules.hireable(&table, Seat(0), 1), 0);
    for at in [cook, waitron] {
        table.restaurants[0][0].hire(at.into());
    }
    assert_eq!(rules.hireable(&table, Seat(0), 0), 1 << waitron);
    table.money[0] = 4;
    assert_eq!(rules.hireable(&table, Seat(0), 0), 0);
}

#[test]
fn lb_88_conditions_are_met_and_lost() {
    let rules = rules(3);
    let mut table = table(&rules);
    let house = open(&rules, &mut table, 0, "canal-street", Some(("steak", 7)));
    let quality = |house: &mut super::Restaurant| {
        house.add_up(&rules);
        house.quality
    };
    house.hire(row(&rules, "sous-chef").into());
    assert_eq!(quality(house), 0);
    house.hire(row(&rules, "head-chef").into());
    assert_eq!(quality(house), 5 + 4);
    house.hire(row(&rules, "saucier").into());
    assert_eq!(quality(house), 5 + 4 + 3);
    house.dismiss(row(&rules, "head-chef").into());
    assert_eq!(quality(house), 3);
    house.cuisine = cuisine("fast-food");
    assert_eq!(quality(house), 0);
}

#[test]
fn lb_a25_a_novelty_bonus_goes_and_comes_back_with_its_condition() {
    // 10 + 3 - 11 = 2. `lost`: the sheet goes down to 0, and up by 3 again. `apart`: the regained bonus
    // of 3 again offsets part of the 11 lost. `kept`: the bonus stays.
    for (reading, expected) in [("lost", [2, 0, 3]), ("apart", [2, 0, 2]), ("kept", [2, 2, 2])] {
        let rules = with(&TITLE, 3, &[("conditional_novelty", reading)]);
        let mut table = table(&rules);
        let house = open(&rules, &mut table, 0, "beach-walk", Some(("asian", 4)));
        house.install(&rules, row(&rules, "sushi-boats").into());
        house.novelty_lost = 11;
        let mut novelty = |word: &str| {
            house.cuisine = cuisine(word);
            house.add_up(&rules);
            house.novelty(rules.variant.novelty_start)
        };
        assert_eq!([novelty("asian"), novelty("american"), novelty("asian")], expected, "{reading}");
    }
}

#[test]
fn lb_90_a_renovation_adds_its_novelty_to_what_the_sheet_shows() {
    // `lost`: the sushi boats lose 3 Novelty, of which only 2 are left; New Signage adds 2 to a sheet
    // of 0. `apart`: 10 + 2 - 11 = 1. `kept`: 10 + 3 + 2 - 11 = 4.
    for (reading, expected) in [("lost", 2), ("apart", 1), ("kept", 4)] {
        let rules = with(&TITLE, 3, &[("conditional_novelty", reading)]);
        let mut table = table(&rules);
        let house = open(&rules, &mut table, 0, "beach-walk", Some(("asian", 4)));
        house.install(&rules, row(&rules, "sushi-boats").into());
        house.novelty_lost = 11;
        house.cuisine = cuisine("american");
        house.add_up(&rules);
        let signage = row(&rules, "new-signage").into();
        let gain = house.gain_of_renovation(&rules, signage);
        let before = house.novelty(rules.variant.novelty_start);
        house.install(&rules, signage);
        let after = house.novelty(rules.variant.novelty_start);
        assert_eq!(after, expected, "{reading}");
        assert_eq!(gain.ratings[3], i32::from(after) - i32::from(before), "{reading}");
    }
}

#[test]
fn lb_a25_what_is_kept_goes_with_the_one_who_brought_it() {
    let rules = with(
        &TITLE,
        3,
        &[
            ("conditional_novelty", "kept"),
            ("employees.head-chef.novelty", "4"),
            ("employees.head-chef.needs", "steak"),
        ],
    );
    let chef = usize::from(row(&rules, "head-chef"));
    let mut table = table(&rules);
    let house = open(&rules, &mut table, 0, "canal-street", Some(("steak", 7)));
    house.take_on(&rules, chef);
    house.cuisine = cuisine("american");
    house.add_up(&rules);
    assert_eq!(house.novelty_bonus, 4);
    house.dismiss(chef);
    house.add_up(&rules);
    assert_eq!(house.novelty_bonus, 0);
    // Hired again, the condition has to be met again.
    house.take_on(&rules, chef);
    assert_eq!(house.novelty_bonus, 0);
}

#[test]
fn lb_93_renovations_close_when_the_cube_is_past_their_space() {
    let rules = rules(3);
    let mut table = table(&rules);
    let kitchen = 1 << row(&rules, "new-kitchen");
    for (time, is_open) in [(3, true), (4, true), (5, false)] {
        table.time = time;
        assert_eq!(rules.open_renovations(&table) & kitchen != 0, is_open);
    }
}

#[test]
fn lb_97_a_patio_adds_sections_and_makes_nothing_large() {
    let rules = rules(3);
    let mut table = table(&rules);
    let house = open(&rules, &mut table, 0, "rail-street", None);
    house.renovations |= 1 << row(&rules, "patio") | 1 << row(&rules, "dance-floor");
    house.add_up(&rules);
    assert_eq!((house.capacity, house.ambiance, house.novelty_bonus), (8 + 2, 1 + 1, 0));
    let large = open(&rules, &mut table, 1, "foundry-road", None);
    large.renovations |= 1 << row(&rules, "dance-floor");
    large.add_up(&rules);
    assert_eq!((large.ambiance, large.novelty_bonus), (3, 3));
}

#[test]
fn lb_99_the_last_space_is_still_on_the_track() {
    let rules = rules(4);
    for deal in 0..50 {
        let luck = Luck::new(5, deal);
        let mut table = table(&rules);
        table.options = [option::TIME, NONE, NONE, NONE, NONE, NONE];
        let seen = events(|mut event| rules.pass_time(&mut table, &luck, &mut event));
        let Event::TimePasses { steps, .. } = seen[0] else { panic!("{seen:?}") };
        assert!((2..=12).contains(&steps));
        // From later starts, the same dice end exactly on the last space, or one beyond.
        for (start, is_over) in [(16 - steps, false), (17 - steps, true)] {
            let mut table = super::table(&rules);
            table.options = [option::TIME, NONE, NONE, NONE, NONE, NONE];
            table.time = start;
            rules.pass_time(&mut table, &luck, &mut |_| {});
            assert_eq!(table.phase == Phase::Payouts, is_over);
        }
    }
}

#[test]
fn lb_63_loans_are_taken_one_at_a_time_and_repaid_at_will() {
    let rules = rules(3);
    let mut table = table(&rules);
    table.loans[1] = 4;
    table.money[1] = 29;
    table.phase = Phase::Ask(Seat(1), Decision::Bank);
    let mut legal = Vec::new();
    rules.legal(&state(table), &mut legal);
    let repay = |loans| Action::Repay { loans };
    assert_eq!(legal, [Action::Borrow, repay(0), repay(1), repay(2)]);
}

#[test]
fn lb_64_hidden_loans_are_seen_by_their_owner_only() {
    for (word, seen_by_others) in [("open", Some(1)), ("hidden", None)] {
        let rules = with(&TITLE, 3, &[("loans_seen", word)]);
        let mut state = state(table(&rules));
        state.table.phase = Phase::Ask(Seat(1), Decision::Bank);
        events(|mut event| rules.borrow(&mut state, Seat(1), &mut event));
        // LB-64: money shows a visit to the bank, and only the sheet shows the loan.
        assert_eq!((state.table.cash(Seat(1)), state.table.bank_visits[1]), (40, 1));
        let observe = |seat: u8| rules.observe(&state, Seat(seat));
        assert_eq!(observe(1).loans(Seat(1)), Some(1));
        assert_eq!(observe(0).loans(Seat(1)), seen_by_others);
        // A visible loan counts with its final payment of 11.
        assert_eq!(observe(1).worth(Seat(1)), 29);
        assert_eq!(observe(0).worth(Seat(1)), if seen_by_others.is_some() { 29 } else { 40 });
        let mut without = state;
        without.table.loans[1] = 0;
        assert_eq!(rules.observe(&without, Seat(0)) == observe(0), seen_by_others.is_none());
        assert!(rules.observe(&without, Seat(1)) != observe(1));
    }
}

#[test]
fn hidden_loans_are_drawn_up_to_the_visits_to_the_bank() {
    let rules = with(&TITLE, 3, &[("loans_seen", "hidden")]);
    let mut state = state(table(&rules));
    state.table.phase = Phase::Clock;
    state.table.bank_visits = [2, 3, 0, 0, 0, 0];
    state.table.loans = [1, 2, 0, 0, 0, 0];
    let mut counts = [0; 4];
    for deal in 0..8000 {
        let twin = rules.resample(&state, Seat(0), &mut Luck::new(3, deal).imagination(0));
        assert_eq!((twin.table.loans[0], twin.table.loans[2]), (1, 0));
        counts[usize::from(twin.table.loans[1])] += 1;
    }
    // 2000 each; the standard error is 39.
    assert!(counts.iter().all(|&count: &i32| count.abs_diff(2000) < 200), "{counts:?}");
    let open = with(&TITLE, 3, &[]);
    assert_eq!(open.resample(&state, Seat(0), &mut Luck::new(3, 0).imagination(0)), state);
}

/// A gain is computed without a full recount if nothing else depends on the item. Both ways must agree.
#[test]
fn a_gain_is_the_difference_it_makes() {
    let mut stream = Luck::new(4, 0).imagination(0);
    let mut gains = 0;
    for changes in [
        &[][..],
        &[("conditional_novelty", "kept")],
        &[("conditional_novelty", "apart")],
        &[("employees.waitron.quality", "-3")],
    ] {
        let rules = with(&TITLE, 4, changes);
        let supplies = &rules.supplies;
        for _ in 0..400 {
            let mut table = table(&rules);
            let street = &supplies.components[stream.index(supplies.buildings.len())].name;
            let house = open(&rules, &mut table, 0, street, None);
            house.novelty_lost = stream.index(8) as i16;
            for _ in 0..stream.index(7) {
                house.take_on(&rules, stream.index(supplies.employees.len()));
                house.install(&rules, stream.index(supplies.renovations.len()));
                house.cuisine = stream.index(8) as u8;
                house.add_up(&rules);
            }
            let ratings = |house: &Restaurant| {
                let novelty = house.novelty(rules.variant.novelty_start);
                [house.quality, house.service, house.ambiance, novelty].map(i32::from)
            };
            let difference = |after: &Restaurant| Gain {
                ratings: std::array::from_fn(|at| ratings(after)[at] - ratings(house)[at]),
                capacity: i32::from(after.capacity) - i32::from(house.capacity),
            };
            for at in 0..supplies.employees.len() {
                let mut after = *house;
                after.hire(at);
                after.add_up(&rules);
                assert_eq!(
                    house.gain_of_employee(&rules, at),
                    difference(&after),
                    "employee {at} of {house:?}"
                );
                gains += 1;
            }
            for at in (0..supplies.renovations.len()).filter(|at| house.renovations >> at & 1 == 0) {
                let mut after = *house;
                after.renovations |= 1 << at;
                after.add_up(&rules);
                assert_eq!(house.gain_of_renovation(&rules, at), difference(&after), "{at} in {house:?}");
                gains += 1;
            }
        }
    }
    assert!(gains > 30_000, "{gains} gains");
}
