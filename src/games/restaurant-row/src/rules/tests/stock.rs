//! Phase 1, stocking (RR-21..38), and its random draws.

use super::{Decision, Hands, NONE, Played, RestaurantRow, dealt, fresh, rules_with, seat};
use crate::rules::{
    event::Event,
    state::Phase,
    words::{End, bits},
};

/// A game after its first stocking.
fn stocked(rules: &RestaurantRow, deal: u64) -> Played {
    let mut game = dealt(rules, deal);
    game.shake(deal);
    game.check();
    game
}

fn shown(game: &Played) -> (usize, u32, u32) {
    let table = &game.state.table;
    let renovations = table.renovations.iter().map(|&tokens| u32::from(tokens)).sum();
    (table.on_display().count(), renovations, table.market.count_ones())
}

#[test]
fn rr_22_rr_23_rr_24_rr_29_rr_30_markets_at_the_first_stocking() {
    for (players, staff, renovations) in [(2, 4, 4), (3, 3, 4), (4, 3, 5)] {
        let game = stocked(&rules_with(players, &[]), 5);
        let (shown_staff, shown_renovations, _) = shown(&game);
        assert_eq!((shown_staff, shown_renovations), (staff, renovations), "{players} players");
        assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Store));
    }
}

#[test]
fn rr_23_d_51_three_employees_come_or_fewer_when_the_slots_run_out() {
    let mut game = fresh(4);
    game.post(&["marketer", "sous-chef", "consultant"]);
    assert_eq!(game.state.table.staff_left, 9);
    game.shake(1);
    assert_eq!((game.state.table.on_display().count(), game.state.table.staff_left), (5, 7));
}

#[test]
fn rr_22_three_players_always_see_three() {
    let mut game = fresh(3);
    let row = game.state.hidden.staff_pile[9];
    game.take_from_staff_pile(row);
    game.state.table.slots[0] = row;
    game.shake(1);
    assert_eq!((game.state.table.on_display().count(), game.state.table.staff_left), (3, 7));
}

#[test]
fn rr_25_d_52_the_best_employee_stands_on_the_dearest_slot() {
    let mut game = fresh(4);
    // Service 4, 12 and 9, with no employee left in the pile.
    game.post(&["bartender", "master-chef", "manager"]);
    while game.state.table.staff_left > 0 {
        let top = game.state.hidden.staff_pile[usize::from(game.state.table.staff_left) - 1];
        game.take_from_staff_pile(top);
        game.state.table.houses[3].staff |= 1 << top;
    }
    game.shake(1);
    let slots = game.state.table.slots;
    assert_eq!(slots[..4], [game.row("master-chef"), game.row("manager"), game.row("bartender"), NONE]);
    assert_eq!(game.rules.variant.slots[..3], [10, 8, 6]);
}

/// Mean and distribution of the ingredient dice over 4000 first stockings.
fn mean_dice(players: usize) -> (f64, Vec<u32>) {
    let (mut counts, rules) = (vec![0; 19], rules_with(players, &[]));
    for deal in 0..4000 {
        let mut game = dealt(&rules, deal);
        game.shake(deal);
        let count = game.events.iter().find_map(|event| match event {
            Event::IngredientDice { count, .. } => Some(usize::from(*count)),
            _ => None,
        });
        counts[count.unwrap()] += 1;
    }
    let sum: u32 = counts.iter().enumerate().map(|(count, &times)| count as u32 * times).sum();
    (f64::from(sum) / 4000.0, counts)
}

#[test]
fn rr_31_rr_32_rr_33_dice_for_ingredients() {
    // Enumeration of the dice gives 10.5, 8.458 and 7. The tolerance is four standard errors of 4000 throws.
    for (players, mean, sd) in [(4, 10.5, 2.96), (3, 8.458, 2.39), (2, 7.0, 2.42)] {
        let (seen, counts) = mean_dice(players);
        assert!((seen - mean).abs() < 4.0 * sd / 4000f64.sqrt(), "{players} players: {seen}, {counts:?}");
    }
}

#[test]
fn rr_32_d_50_the_two_highest_of_three_dice() {
    let (mut met, rules) = (false, rules_with(3, &[]));
    for deal in 0..2000 {
        let mut game = dealt(&rules, deal);
        game.shake(deal);
        for event in &game.events {
            if let Event::IngredientDice { dice: [5, 4, 2, 0, 0, 0], count } = event {
                assert_eq!(*count, 9);
                met = true;
            }
        }
    }
    assert!(met, "2, 5 and 4 never came up");
}

#[test]
fn rr_34_rr_37_t_14_eighteen_on_the_dice_bring_all_there_are() {
    let (mut met, rules) = (0, rules_with(4, &[]));
    for deal in 0..3000 {
        let mut game = dealt(&rules, deal);
        // In odd deals, one ingredient lies in a freezer.
        let cold = deal % 2 == 1;
        if cold {
            game.house(2).pantry = 1 << 7;
        }
        game.shake(deal);
        if let Some(Event::IngredientDice { count: 18, .. }) =
            game.events.iter().find(|event| matches!(event, Event::IngredientDice { .. }))
        {
            met += 1;
            assert_eq!(game.state.table.market.count_ones(), if cold { 17 } else { 18 });
            assert_eq!(game.state.table.market >> 7 & 1, u32::from(!cold));
        }
    }
    assert!(met > 3, "18 came up {met} times");
}

#[test]
fn rr_35_with_two_players_a_full_market_takes_no_more() {
    let (mut spilled, rules) = (0, rules_with(2, &[]));
    for deal in 0..400 {
        let game = stocked(&rules, deal);
        for kind in game.rules.supplies.of_kind {
            assert!((game.state.table.market & kind).count_ones() <= 4);
        }
        let count = |wanted: fn(&Event) -> bool| game.events.iter().filter(|event| wanted(event)).count();
        let lost = count(|event| matches!(event, Event::IngredientSpilled { .. }));
        let come = count(|event| matches!(event, Event::IngredientArrived { .. }));
        let rolled = game.events.iter().find_map(|event| match event {
            Event::IngredientDice { count, .. } => Some(usize::from(*count)),
            _ => None,
        });
        assert_eq!(lost + come, rolled.unwrap());
        spilled += lost;
    }
    assert!(spilled > 0);
}

#[test]
fn rr_29_the_renovation_market_is_filled_up() {
    let mut game = fresh(4);
    game.sell(&["fish-tank", "dance-floor", "new-furniture"]);
    game.shake(1);
    assert_eq!((shown(&game).1, game.state.table.renovations_left), (5, 7));
}

#[test]
fn rr_163_rr_164_the_last_token_of_a_pile_triggers_the_end() {
    let mut game = fresh(4);
    while game.state.table.staff_left > 3 {
        let top = game.state.hidden.staff_pile[usize::from(game.state.table.staff_left) - 1];
        game.take_from_staff_pile(top);
        game.state.table.houses[0].staff |= 1 << top;
    }
    game.shake(1);
    assert_eq!(game.state.table.ends, End::Staff.bit());

    let mut game = fresh(4);
    while game.state.table.renovations_left > 5 {
        let top = game.state.hidden.renovation_pile[usize::from(game.state.table.renovations_left) - 1];
        game.take_from_renovation_pile(top);
    }
    game.shake(1);
    assert_eq!(game.state.table.ends, End::Renovations.bit());
    assert!(
        game.take_event_lines().iter().any(|line| line == "last renovation placed: this is the last round")
    );
}

#[test]
fn an_empty_pile_triggers_nothing_by_itself() {
    // The pile was empty before: no last token is placed in this round.
    let mut game = fresh(4);
    game.state.table.staff_left = 0;
    game.shake(1);
    assert_eq!(game.state.table.ends, 0);
}

#[test]
fn rr_161_rr_a41_a_laid_off_employee_may_come_next_or_last() {
    let (mut places, rules) = ([0u32; 4], rules_with(4, &[]));
    for deal in 0..4000 {
        let mut game = dealt(&rules, deal);
        let row = game.row("manager");
        game.take_from_staff_pile(row);
        while game.state.table.staff_left > 3 {
            let top = game.state.hidden.staff_pile[usize::from(game.state.table.staff_left) - 1];
            game.take_from_staff_pile(top);
        }
        game.state.table.returning = 1 << row;
        game.state.table.slots = [0, 1, 2, 5, 4, NONE];
        game.shake(deal);
        let left = usize::from(game.state.table.staff_left);
        let at = game.state.hidden.staff_pile[..left].iter().position(|&other| other == row);
        places[at.unwrap()] += 1;
    }
    // Four places: 3 degrees of freedom, 16.3 is the 0.1 % point.
    let chi: f64 = places.iter().map(|&count| (f64::from(count) - 1000.0).powi(2) / 1000.0).sum();
    assert!(chi < 16.3, "chi-square {chi} of {places:?}");
}

#[test]
fn the_same_ingredients_come_whatever_is_done_elsewhere() {
    // Random draws are keyed by round and place: with one ingredient in a freezer, the others come in the
    // same order.
    let rules = rules_with(4, &[]);
    for deal in 0..50 {
        let (mut plain, mut cold) = (dealt(&rules, deal), dealt(&rules, deal));
        cold.house(1).pantry = 1 << 9;
        plain.shake(deal);
        cold.shake(deal);
        let (one, other) = (plain.state.table.market, cold.state.table.market);
        // At most one more ingredient takes the place of the frozen one.
        assert_eq!(one & !(1 << 9) & !other, 0, "deal {deal}");
        assert!(bits(other & !one).count() <= 1);
    }
}
