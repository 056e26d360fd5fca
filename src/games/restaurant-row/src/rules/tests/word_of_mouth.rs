//! Word of mouth (RR-138..142).

use super::{Guest, Hands, Played, RestaurantRow, at_doors, order, rules_with, seat};
use crate::rules::words::Category;

/// The categories that guests talk about, as a bit set.
fn talk(rules: &RestaurantRow, guests: &[Guest]) -> u8 {
    let driven = guests.iter().filter_map(|&guest| rules.variant.driven_by(guest));
    driven.fold(0, |talk, category| talk | category.bit())
}

#[test]
fn rr_140_rr_141_t_03_the_example_of_the_rulebook() {
    let guests = [Guest::Tourist, Guest::MeatFoodie, Guest::AllRoundFoodie, Guest::MeatFoodie, Guest::Local];
    for mode in ["sweep", "block"] {
        let rules = rules_with(4, &[("wom_mode", mode)]);
        assert_eq!(rules.risen(order("RPFSAO"), talk(&rules, &guests)), order("RFSPAO"), "{mode}");
    }
    // With Tourists on Profit the same table gives another order.
    let rules = rules_with(4, &[("wom_tourist", "profit")]);
    assert_eq!(rules.risen(order("RPFSAO"), talk(&rules, &guests)), order("PFSRAO"));
}

#[test]
fn rr_138_types_and_categories() {
    let rules = rules_with(4, &[]);
    for (guest, category) in [
        (Guest::Local, Category::Service),
        (Guest::Executive, Category::Ambiance),
        (Guest::VegetableFoodie, Category::Food),
        (Guest::Scenester, Category::Popularity),
        (Guest::Tourist, Category::Rating),
        (Guest::Cheapskate, Category::Profit),
    ] {
        assert_eq!(rules.variant.driven_by(guest), Some(category));
    }
    assert_eq!(rules.variant.driven_by(Guest::Critic), None);
    assert_eq!(rules.variant.driven_by(Guest::Shill), None);
    let other = rules_with(4, &[("wom_tourist", "profit")]);
    assert_eq!(other.variant.driven_by(Guest::Cheapskate), Some(Category::Rating));
}

#[test]
fn rr_a1_d_01_d_02_d_03_sweep_and_block() {
    let (sweep, block) = (rules_with(4, &[]), rules_with(4, &[("wom_mode", "block")]));
    let all = 0b11_1111;
    // D-01: the sweep moves the first category to the end; the block changes nothing.
    assert_eq!(sweep.risen(order("SAPRFO"), all), order("APRFOS"));
    assert_eq!(block.risen(order("SAPRFO"), all), order("SAPRFO"));
    // D-02.
    assert_eq!(sweep.risen(order("SAPRFO"), talk(&sweep, &[Guest::Critic, Guest::Shill])), order("SAPRFO"));
    // D-03.
    let two = talk(&sweep, &[Guest::Executive, Guest::Local]);
    assert_eq!(sweep.risen(order("SAPRFO"), two), order("ASPRFO"));
    assert_eq!(block.risen(order("SAPRFO"), two), order("SAPRFO"));
}

/// A second implementation on a list: in the starting order, each rising category swaps with the one above it.
#[test]
fn rr_140_against_a_list_that_is_cut_and_joined() {
    let (sweep, block) = (rules_with(4, &[]), rules_with(4, &[("wom_mode", "block")]));
    let start = order("OFRSAP");
    for talk in 0..64u8 {
        let rises = |category: &Category| talk & category.bit() != 0;
        for (rules, blocks) in [(&sweep, false), (&block, true)] {
            let mut list: Vec<Category> = start.to_vec();
            for category in start {
                let at = list.iter().position(|&other| other == category).unwrap();
                if rises(&category) && at > 0 && !(blocks && rises(&list[at - 1])) {
                    let moved = list.remove(at);
                    list.insert(at - 1, moved);
                }
            }
            assert_eq!(rules.risen(start, talk).to_vec(), list, "{talk:#b}");
        }
    }
}

/// Ends a night with these guests per seat: seat 1's talk about Food, seat 2's about Popularity.
fn nobody_full(changes: &[(&str, &str)], guests: [u8; 4]) -> Played {
    let mut game = at_doors(4, changes);
    game.state.table.order = order("RPFSAO");
    for (at, guests) in guests.into_iter().enumerate() {
        let house = game.house(at as u8);
        house.main = guests;
        house.guests[Guest::Local.index()] = guests;
    }
    game.house(0).talk = Category::Food.bit();
    game.house(1).talk = Category::Popularity.bit();
    game.state.table.come = guests.iter().copied().map(u16::from).sum();
    game.state.table.expected = game.state.table.come;
    game.pass_night();
    game
}

#[test]
fn rr_139_rr_a3_without_a_full_room_the_fullest_restaurant_talks() {
    let game = nobody_full(&[], [3, 4, 1, 0]);
    assert_eq!(game.state.table.order, order("RPFSOA"));
    assert_eq!(game.state.table.pawn, seat(0));
    // The pawn breaks the tie and moves.
    let game = nobody_full(&[], [4, 4, 1, 0]);
    assert_eq!(game.state.table.order, order("RFPSAO"));
    assert_eq!(game.state.table.pawn, seat(1));
    // With `all`, the guests of every restaurant talk.
    let game = nobody_full(&[("wom_none_full", "all")], [3, 4, 1, 0]);
    assert_eq!(game.state.table.order, order("RFPSOA"));
}
