//! Every ruling with alternatives: one position, and its result under each interpretation.

use super::{Decision, Guest, Hands, Played, RestaurantRow, dealt, order, rules_with, seat};
use crate::rules::state::Phase;
use sim_engine::{Game, Luck};

/// A ruling, two interpretations, a function that evaluates the position, and its two results.
type Case = (&'static str, [&'static str; 2], fn(&RestaurantRow) -> i32, [i32; 2]);

const CASES: &[Case] = &[
    ("cash", ["secret", "open"], doubt_about_cash, [15, 0]),
    ("critic_counts", ["true", "false"], |rules| customers(rules) - counter(rules), [0, 1]),
    ("wom_mode", ["sweep", "block"], rank_of_the_first_when_all_rise, [5, 0]),
    ("wom_tourist", ["rating", "profit"], tourists_drive, [3, 2]),
    ("wom_none_full", ["most", "all"], talkers_when_nobody_is_full, [1, 2]),
    ("pawn_passes", ["winner", "holder"], pawn_after_a_lot, [3, 2]),
    ("bid_eligibility", ["usable", "any"], bidders_for_a_third_fish, [2, 3]),
    ("reno_stock", ["fill", "add"], renovations_after_stocking_three, [5, 8]),
    ("tie_rank", ["competition", "dense"], |rules| rules.place_among(&[3, 3, 2, 1], seat(2)) as i32, [3, 2]),
    ("zero_awards", ["true", "false"], stars_with_nothing, [5, 1]),
    ("popularity_metric", ["tonight", "track"], |rules| popularity(rules), [2, 7]),
    ("hostess_seat", ["extra", "room"], |rules| room_with_a_hostess(rules), [5, 6]),
    ("attraction_first", ["drawn", "available"], host_of_the_second_tourist, [1, 0]),
    ("manager_wage", ["scale", "flat"], wages_of_four, [30, 25]),
    ("surplus_blocks", ["false", "true"], |rules| beef_beside_three_fish(rules), [1, 0]),
    ("manager_last", ["true", "false"], |rules| manager_for_a_full_staff(rules), [1, 0]),
];

#[test]
fn every_reading_of_every_ruling_makes_its_difference() {
    for (ruling, readings, position, answers) in CASES {
        for (reading, answer) in readings.iter().zip(answers) {
            assert_eq!(position(&rules_with(4, &[(ruling, reading)])), *answer, "{ruling} = {reading}");
        }
    }
}

#[test]
fn every_word_and_flag_of_the_data_is_a_case() {
    let told = super::settings().entries();
    let rulings = told.iter().filter(|entry| !entry.path.contains('.'));
    let rulings = rulings.filter(|entry| !entry.domain.readings().is_empty());
    for entry in rulings {
        // `manager_two` needs two players; the test of places for staff covers it (RR-A35).
        let is_tested = entry.path == "manager_two" || CASES.iter().any(|(ruling, ..)| *ruling == entry.path);
        assert!(is_tested, "{} has no case", entry.path);
    }
}

fn game(rules: &RestaurantRow) -> Played {
    dealt(rules, 1)
}

/// Width of the cash bounds that others infer for a seat that spent ten and then earned nothing.
fn doubt_about_cash(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules).opened();
    game.install(0, "fish-tank");
    game.state.spend(seat(0), 10);
    game.state.table.has_talked = true;
    game.state.table.expected = 0;
    rules.serve_guests(&mut game.state, &mut |_| {});
    let (low, high) = rules.observe(&game.state, seat(1)).cash_bounds(seat(0));
    high - low
}

fn counter(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules).opened();
    game.shake(1);
    game.state.table.counter.into()
}

fn customers(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules).opened();
    game.shake(1);
    let line = game
        .take_event_lines()
        .into_iter()
        .find_map(|line| Some(line.strip_suffix(" customers")?.to_owned()));
    line.and_then(|line| line.rsplit(' ').next()?.parse().ok()).unwrap()
}

fn rank_of_the_first_when_all_rise(rules: &RestaurantRow) -> i32 {
    let start = order("SAPRFO");
    rules.risen(start, 0b11_1111).iter().position(|&category| category == start[0]).unwrap() as i32
}

fn tourists_drive(rules: &RestaurantRow) -> i32 {
    rules.variant.driven_by(Guest::Tourist).unwrap().index() as i32
}

/// Number of rising categories, of the two that patrons of two restaurants talk about.
fn talkers_when_nobody_is_full(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules).opened();
    game.state.table.order = order("RPFSAO");
    for (at, guests, talk) in [(0, 2, "F"), (1, 3, "O")] {
        let house = game.house(at);
        house.main = guests;
        house.guests[Guest::Local.index()] = guests;
        house.talk = order(&format!("{talk}SAPR{}", if talk == "F" { "O" } else { "F" }))[0].bit();
    }
    (game.state.table.come, game.state.table.expected) = (5, 5);
    rules.serve_guests(&mut game.state, &mut |_| {});
    let ranks = ["F", "O"].map(|letter| {
        let category = order(&format!("{letter}SAPR{}", if letter == "F" { "O" } else { "F" }))[0];
        i32::from(
            game.state.table.rank(category)
                < order("RPFSAO").iter().position(|&one| one == category).unwrap(),
        )
    });
    ranks.iter().sum()
}

/// Index of the seat that gets the pawn from seat 2 after seat 3 has named a lot.
fn pawn_after_a_lot(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules);
    game.state.table.trip = 1;
    game.state.table.phase = Phase::Ask(seat(0), Decision::Store);
    game.post(&["manager"]);
    game.state.table.pawn = seat(1);
    game.acts(&["visit help-wanted", "visit bank", "visit help-wanted", "visit bank"]);
    game.act("employee 4");
    game.state.table.pawn.0.into()
}

fn bidders_for_a_third_fish(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules);
    game.state.table.trip = 1;
    game.state.table.phase = Phase::Ask(seat(0), Decision::Store);
    game.sell(&["maine-lobster"]);
    game.house(1).pantry = game.ingredients(&["ahi-tuna", "wild-salmon"]);
    game.acts(&["visit fish-market", "visit fish-market", "visit fish-market", "visit bank"]);
    game.acts(&["ingredient 1", "done"]);
    game.state.table.bidders.count_ones() as i32
}

fn renovations_after_stocking_three(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules);
    game.sell(&["fish-tank", "dance-floor", "new-furniture"]);
    rules.apply_chance(&mut game.state, &Luck::new(1, 1), &mut |_| {});
    game.state.table.renovations.iter().map(|&tokens| i32::from(tokens)).sum()
}

fn stars_with_nothing(rules: &RestaurantRow) -> i32 {
    let game = game(rules);
    rules.rating_by_critic(&game.state.table, seat(0)).into()
}

fn popularity(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules);
    let house = game.house(0);
    (house.main, house.popularity_marks) = (2, 7);
    rules.popularity(house)
}

fn room_with_a_hostess(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules);
    game.employ(0, "hostess");
    game.house(0).room(rules).into()
}

/// Returns 1 if the second Tourist avoids the Marketer's owner, who had one star when the first came.
fn host_of_the_second_tourist(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules).opened();
    game.employ(0, "marketer");
    game.house(0).stars = 1;
    game.house(1).stars = 4;
    game.queue(&["ted", "tom"]);
    game.let_in(1);
    game.house(0).stars = 2;
    let before = game.house(0).main;
    game.let_in(1);
    i32::from(game.house(0).main == before)
}

fn wages_of_four(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules);
    for name in ["manager", "designer", "bartender", "marketer"] {
        game.employ(0, name);
    }
    rules.wages(game.house(0))
}

/// Whether a restaurant with three other employees may hire the Manager.
fn manager_for_a_full_staff(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules);
    for name in ["designer", "bartender", "marketer"] {
        game.employ(0, name);
    }
    let manager = game.row("manager");
    game.house(0).can_hire(rules, manager).into()
}

/// Whether a seat with three fish, of which two fit, may buy meat.
fn beef_beside_three_fish(rules: &RestaurantRow) -> i32 {
    let mut game = game(rules);
    game.house(0).pantry = game.ingredients(&["maine-lobster", "ahi-tuna", "wild-salmon"]);
    let beef = game.ingredients(&["grass-fed-beef"]);
    game.house(0).can_use(rules, beef).into()
}
