//! Set-up (RR-1..20).

use super::{Hands, Store, at_doors, changed, dealt, fresh, rules_with};
use crate::rules::{components::NONE, state::State};
use sim_engine::{Lawful, Seat};

#[test]
fn rr_1_two_to_four_players() {
    assert_eq!(super::RestaurantRow::INFO.players, (2, 4));
}

#[test]
fn rr_4_rr_5_t_01_everybody_starts_with_25_dollars_and_nothing_else() {
    // One chip of ten, two of five, five of one.
    assert_eq!(10 + 2 * 5 + 5, 25);
    for players in 2..=4 {
        let mut game = fresh(players);
        for seat in 0..players as u8 {
            assert_eq!(game.cash(seat), 25);
            let house = *game.house(seat);
            assert_eq!((house.staff, house.renovations, house.pantry, house.loan), (0, 0, 0, 0));
            assert_eq!((house.food_marks, house.popularity_marks), (0, 0));
        }
    }
}

#[test]
fn rr_6_rr_7_stars_at_the_start_hang_on_the_board() {
    for (players, stars) in [(2, 1), (3, 2), (4, 2)] {
        assert_eq!(fresh(players).house(0).stars, stars);
    }
}

#[test]
fn rr_4_rr_6_a_seat_can_start_with_money_and_stars_of_its_own() {
    let mut game = changed(4, &[("money.3", "30"), ("players.4.stars.3", "3")]);
    assert_eq!([0, 1, 2, 3].map(|seat| game.house(seat).stars), [2, 2, 3, 2]);
    assert_eq!([0, 1, 2, 3].map(|seat| game.cash(seat)), [25, 25, 30, 25]);
    game.rules.check_conservation(&game.state).unwrap();
}

#[test]
fn rr_8_the_counter_starts_at_10() {
    assert_eq!(fresh(3).state.table.counter, 10);
}

#[test]
fn rr_13_all_720_orders_of_word_of_mouth_come_up_evenly() {
    // Chi-square over the first rank: 5 degrees of freedom, 20.5 is the 0.1 % point. Every category also occurs
    // at every rank.
    let (mut first, mut seen) = ([0u32; 6], [[false; 6]; 6]);
    let rules = rules_with(4, &[]);
    for deal in 0..3000 {
        let order = dealt(&rules, deal).state.table.order;
        first[order[0].index()] += 1;
        order.iter().enumerate().for_each(|(rank, category)| seen[rank][category.index()] = true);
    }
    let chi: f64 = first.iter().map(|&count| (f64::from(count) - 500.0).powi(2) / 500.0).sum();
    assert!(chi < 20.5, "chi-square {chi} of {first:?}");
    assert!(seen.iter().flatten().all(|&seen| seen));
}

/// Sorted rows of each pile and of the tokens removed at set-up.
fn piles(state: &State) -> [Vec<u8>; 4] {
    let hidden = &state.hidden;
    let rows = |rows: &[u8]| {
        let mut rows: Vec<u8> = rows.iter().copied().filter(|&row| row != NONE).collect();
        rows.sort_unstable();
        rows
    };
    [&hidden.staff_pile, &hidden.staff_out, &hidden.renovation_pile, &hidden.renovation_out]
        .map(|pile| rows(pile))
}

#[test]
fn rr_14_rr_16_four_players_use_all_twelve_and_twelve() {
    let [staff, staff_out, renovations, out] = piles(&fresh(4).state);
    assert_eq!(staff, (0..12).collect::<Vec<u8>>());
    // The two Patios are row 4.
    assert_eq!(renovations, [0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10]);
    assert!(staff_out.is_empty() && out.is_empty());
}

#[test]
fn rr_15_three_players_lose_two_random_employees_and_renovations() {
    let (mut lost, rules) = ([0u32; 12], rules_with(3, &[]));
    for deal in 0..1200 {
        let [staff, staff_out, renovations, out] = piles(&dealt(&rules, deal).state);
        assert_eq!((staff.len(), staff_out.len(), renovations.len(), out.len()), (10, 2, 10, 2));
        staff_out.iter().for_each(|&row| lost[usize::from(row)] += 1);
    }
    // Each is lost in 200 of 1200 games; 11 degrees of freedom, 31.3 is the 0.1 % point.
    let chi: f64 = lost.iter().map(|&count| (f64::from(count) - 200.0).powi(2) / 200.0).sum();
    assert!(chi < 31.3, "chi-square {chi} of {lost:?}");
}

#[test]
fn rr_17_two_players_play_without_four_tokens() {
    let game = fresh(2);
    let [staff, _, renovations, _] = piles(&game.state);
    for name in ["consultant", "hostess"] {
        assert!(!staff.contains(&game.row(name)), "{name}");
    }
    assert!(!renovations.contains(&game.row("complete-renovation")));
    let patio = game.row("patio-seating");
    assert_eq!(renovations.iter().filter(|&&row| row == patio).count(), 1);
    assert_eq!((staff.len(), renovations.len()), (10, 10));
}

#[test]
fn rr_18_seat_1_holds_the_pawn() {
    assert_eq!(fresh(4).state.table.pawn, Seat(0));
}

#[test]
fn rr_2_rr_3_only_the_restaurants_of_players_take_part() {
    let game = at_doors(3, &[]);
    assert_eq!(game.rules.with_seats(&game.state.table), 0b111);
}

#[test]
fn rr_45_t_02_die_3_is_the_farmers_market() {
    let rules = rules_with(4, &[]);
    assert_eq!(rules.supplies.store_order[3 - 1], Store::Farmers);
    // Deduced: the (5) after "Fish Market" is its number.
    assert_eq!(rules.supplies.store_order[5 - 1], Store::Fish);
}
