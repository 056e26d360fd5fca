//! Daily Specials and the freezer (RR-68..74, RR-A28, RR-A29).

use super::{Decision, Hands, NONE, Played, RestaurantRow, changed, fresh, rules_with, seat, shopping};
use crate::rules::{state::Phase, words::Kind};

/// A game in which seat 1 decides on the display of these ingredients.
fn displaying(players: usize, names: &[&str]) -> Played {
    let mut game = changed(players, &[]);
    game.house(0).pantry = game.ingredients(names);
    game.state.table.phase = Phase::Ask(seat(0), Decision::Display);
    game
}

fn show(game: &Played, name: &str) -> String {
    format!("show {}", game.row(name) + 1)
}

fn freeze(game: &Played, name: &str) -> String {
    format!("freeze {}", game.row(name) + 1)
}

/// Returns whether ingredients fit, `wrong` of them in wrong spaces, by trying every way to fill the spaces.
fn fits_by_hand(spaces: &[&[Kind]], counts: [u8; 3], wrong: u8) -> bool {
    if counts == [0; 3] {
        return true;
    }
    let Some((space, rest)) = spaces.split_first() else { return false };
    let used = Kind::all().filter(|kind| counts[kind.index()] > 0).any(|kind| {
        let mut left = counts;
        left[kind.index()] -= 1;
        let is_wrong = u8::from(!space.contains(&kind));
        is_wrong <= wrong && fits_by_hand(rest, left, wrong - is_wrong)
    });
    used || fits_by_hand(rest, counts, wrong)
}

fn compare(rules: &RestaurantRow, spaces: &[&[Kind]]) {
    for fish in 0..6 {
        for meat in 0..6 {
            for vegetable in 0..6 {
                for wrong in 0..3 {
                    let counts = [fish, meat, vegetable];
                    let expected = fits_by_hand(spaces, counts, wrong);
                    assert_eq!(rules.supplies.fits(counts, wrong), expected, "{counts:?}, {wrong} wrong");
                }
            }
        }
    }
}

#[test]
fn rr_68_rr_69_rr_70_spaces_take_what_they_show() {
    use Kind::{Fish, Meat, Vegetable};
    compare(&rules_with(4, &[]), &[&[Meat], &[Fish], &[Vegetable], &[Fish, Meat, Vegetable]]);
    compare(&rules_with(2, &[]), &[&[Meat], &[Fish], &[Vegetable], &[Meat, Vegetable], &[Fish, Vegetable]]);
}

#[test]
fn rr_71_d_55_three_vegetables_need_the_master_chef_or_the_other_board() {
    let vegetables = ["truffles", "morels", "field-greens"];
    let can = |players: usize, chef: bool| {
        let mut game = displaying(players, &vegetables);
        if chef {
            game.employ(0, "master-chef");
        }
        let rules = game.rules.clone();
        game.house(0).pantry = 0;
        let rows = game.ingredients(&vegetables);
        game.house(0).can_use(&rules, rows)
    };
    assert!(!can(4, false));
    assert!(can(4, true));
    assert!(can(2, false));
}

#[test]
fn rr_72_what_is_not_displayed_is_thrown_away() {
    let mut game = displaying(4, &["truffles", "morels"]);
    game.acts(&[&show(&game, "morels")]);
    assert_eq!(game.legal(), ["done"]);
    game.act("done");
    assert_eq!((game.house(0).food(), game.house(0).pantry), (3, 0));
    assert!(game.take_event_lines().contains(&"seat 1 throws truffles away".to_owned()));
    game.check();
}

#[test]
fn rr_73_one_ingredient_waits_in_the_freezer_and_has_to_be_displayed_then() {
    let mut game = displaying(4, &["truffles", "morels"]);
    game.install(0, "walk-in-freezer");
    game.act(&show(&game, "morels"));
    game.act(&freeze(&game, "truffles"));
    assert_eq!((game.house(0).food(), game.house(0).frozen), (3, game.row("truffles")));
    game.check();
    // Into the next round.
    let rules = game.rules.clone();
    rules.end_round(&mut game.state, &mut |_| {});
    let house = *game.house(0);
    assert_eq!(
        (house.pantry, house.thawed, house.frozen),
        (game.ingredients(&["truffles"]), game.row("truffles"), NONE)
    );
    game.shake(2);
    assert_eq!(game.state.table.market & game.ingredients(&["truffles"]), 0, "it is not in the bag");
    game.check();
    // Now it must be displayed: it can neither stay in the freezer nor be thrown away.
    game.house(0).pantry |= game.ingredients(&["field-greens", "ahi-tuna"]);
    game.state.table.market = 0;
    game.state.table.phase = Phase::Ask(seat(0), Decision::Display);
    assert_eq!(game.legal(), [show(&game, "ahi-tuna"), show(&game, "truffles")]);
    game.act(&show(&game, "truffles"));
    assert_eq!(
        game.legal(),
        [
            show(&game, "field-greens"),
            freeze(&game, "ahi-tuna"),
            freeze(&game, "field-greens"),
            "done".to_owned()
        ]
    );
}

#[test]
fn rr_a29_the_freezer_makes_room_for_one_more() {
    let mut game = changed(4, &[]);
    game.house(0).pantry = game.ingredients(&["ahi-tuna", "wild-salmon"]);
    let (rules, lobster) = (game.rules.clone(), game.ingredients(&["maine-lobster"]));
    assert!(!game.house(0).can_use(&rules, lobster));
    game.install(0, "walk-in-freezer");
    assert!(game.house(0).can_use(&rules, lobster));
    let two = game.ingredients(&["maine-lobster", "diver-scallops"]);
    assert!(!game.house(0).can_use(&rules, two));
    // A thawed ingredient takes a space; another one may go into the freezer.
    game.house(0).thawed = game.row("ahi-tuna");
    assert!(game.house(0).can_use(&rules, lobster));
    game.house(0).pantry = game.ingredients(&["ahi-tuna"]);
    let three = two | game.ingredients(&["wild-salmon"]);
    assert!(!game.house(0).can_use(&rules, three));
}

#[test]
fn rr_74_forks_by_kind_and_in_all() {
    let mut game = displaying(4, &["maine-lobster", "lamb-rack", "truffles", "morels"]);
    for name in ["maine-lobster", "lamb-rack", "truffles", "morels"] {
        game.act(&show(&game, name));
    }
    game.act("done");
    assert_eq!(game.house(0).forks, [6, 4, 7]);
    assert_eq!(game.house(0).food(), 17);
}

#[test]
fn rr_a25_an_ingredient_in_a_wrong_space_keeps_its_kind() {
    let mut game = displaying(4, &["truffles", "morels", "field-greens"]);
    game.employ(0, "master-chef");
    for name in ["truffles", "morels", "field-greens"] {
        game.act(&show(&game, name));
    }
    game.act("done");
    assert_eq!(game.house(0).forks, [0, 0, 8]);
    game.check();
}

#[test]
fn rr_38_unsold_ingredients_are_cleared_and_the_rest_stays() {
    let mut game = shopping(3, &[]);
    game.post(&["marketer"]);
    game.state.table.trip = 3;
    game.acts(&["visit bank", "visit bank", "visit bank", "amount 0", "amount 0", "amount 0"]);
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Price));
    assert_eq!(game.state.table.market, 0);
    assert_eq!(game.state.table.on_display().count(), 1);
    assert_eq!(game.state.table.renovations[usize::from(game.row("walk-in-freezer"))], 1);
}

#[test]
fn best_display_of_four_spaces_costs_the_starting_cash() {
    // 6 + 5 + 5 + 4 forks for 8 + 7 + 6 + 4 dollars, by hand.
    let game = fresh(4);
    let rows = game.ingredients(&["maine-lobster", "ahi-tuna", "grass-fed-beef", "truffles"]);
    assert_eq!(game.rules.supplies.basket_price(rows), 25);
}
