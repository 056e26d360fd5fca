//! The Build phase (RE-26 to RE-32, RE-66 to RE-68, B-02, B-17).

use super::*;

/// A seat that is about to build.
fn site() -> Layout {
    site_with(&[])
}

fn site_with(values: &[(&str, &str)]) -> Layout {
    board_with(2, values)
        .district("wealthy", 1, 1)
        .hand(1, "number-1 number-2")
        .pool(1, "sushi sushi coffee burger")
        .pile("mexican italian")
        .coins([30, 30])
        .phase(Phase::Build)
}

#[test]
fn re_26_one_build_a_turn() {
    let layout = site().act(&["build sushi", "pay 1", "site r1c2"]).chance();
    assert_ne!(layout.decision_name(), Some("build"));
}

#[test]
fn re_27_it_costs_ten_coins() {
    assert_eq!(site().act(&["build sushi", "pay 1", "site r1c2"]).purses(), [20, 30]);
    assert_eq!(site().coins([9, 0]).legal(), ["stop"]);
    assert_eq!(site().coins([10, 0]).legal().len(), 4);
}

#[test]
fn re_28_it_comes_from_the_pool_which_is_filled_up() {
    let layout = site().act(&["build sushi", "pay 1", "site r1c2"]);
    assert_eq!(layout.state.pools[Seat(0)].count(Cuisine::Sushi), 1);
    let layout = layout.chance();
    assert_eq!(layout.state.pools[Seat(0)].count(Cuisine::Mexican), 1);
    assert_eq!((layout.state.pools[Seat(0)].len(), layout.state.table.pile_left), (4, 1));
}

#[test]
fn re_28_b_26_an_empty_pile_gives_nothing() {
    let mut layout = site();
    layout.state.table.pile_left = 0;
    let layout = layout.act(&["build sushi", "pay 1", "site r1c2"]).chance();
    assert_eq!(layout.state.pools[Seat(0)].len(), 3);
}

#[test]
fn re_28_with_pool_and_pile_empty_nobody_is_asked_to_build() {
    let turn = |counters: &str| {
        let layout = board(2).coins([30, 30]).hand(1, "number-1").pool(1, counters);
        layout.phase(Phase::Recruit).deck("sushi-card sushi-card").chance()
    };
    assert_eq!(turn("sushi").decision_name(), Some("build"));
    assert_eq!(turn("").decision_name(), Some("improve"));
}

#[test]
fn re_29_on_an_open_cell_with_a_token() {
    let layout = site().restaurant(2, "italian", 1, 5).act(&["build sushi", "pay 1"]);
    let sites = layout.legal();
    for taken in ["site r1c1", "site r1c5"] {
        assert!(!sites.iter().any(|site| site == taken), "{taken}");
    }
    let layout = layout.act(&["site r1c2"]);
    assert_eq!(layout.state.table.tokens[Seat(0)], 19);
    assert_eq!(layout.state.table.place(cell(1, 2)), Place::Restaurant(Cuisine::Sushi, Seat(0)));
}

#[test]
fn re_30_it_costs_a_number_card() {
    let layout = site().act(&["build sushi", "pay 2", "site r2c5"]);
    assert!(!layout.state.hands[Seat(0)].holds(Face::number(1)));
    assert_eq!(layout.state.table.discards[Face::number(1).index()], 1);
    let mut none = site();
    none.state.hands[Seat(0)] = Hand::EMPTY;
    assert_eq!(none.hand(1, "sushi-card radio").legal(), ["stop"]);
}

#[test]
fn re_31_on_the_row_or_the_column_of_the_number() {
    let sites = site().act(&["build sushi", "pay 2"]).legal();
    assert_eq!(sites.len(), 15);
    for site in sites {
        let cell = site.strip_prefix("site ").unwrap().parse::<Cell>().unwrap();
        assert!(cell.row() == 1 || cell.column() == 1, "{cell}");
    }
}

#[test]
fn re_32_not_beside_its_own_type() {
    let layout = site().restaurant(2, "sushi", 2, 2).act(&["build sushi", "pay 1"]);
    let sites = layout.legal();
    assert_eq!(
        sites,
        ["r1c4", "r1c5", "r1c6", "r1c7", "r1c8", "r4c1", "r5c1", "r6c1", "r7c1", "r8c1"]
            .map(|site| format!("site {site}"))
    );
    assert_eq!(site().restaurant(2, "sushi", 2, 2).act(&["build coffee", "pay 1"]).legal().len(), 14);
}

#[test]
fn b_02_four_neighbours_only() {
    let layout = site_with(&[("build_adjacency", "four")]).restaurant(2, "sushi", 2, 2);
    let sites = layout.act(&["build sushi", "pay 1"]).legal();
    assert!(sites.contains(&"site r1c3".to_owned()) && !sites.contains(&"site r1c2".to_owned()));
}

#[test]
fn every_offered_step_can_be_completed() {
    // Sushi everywhere around the lines of numbers 1 and 2: only number 5 has sites for it.
    let mut layout = site().hand(1, "number-5");
    for (row, column) in [(2, 2), (2, 4), (2, 6), (2, 8), (4, 2), (6, 2), (8, 2)] {
        layout = layout.restaurant(2, "sushi", row, column);
    }
    assert!(layout.legal().contains(&"build sushi".to_owned()));
    let numbers = layout.act(&["build sushi"]).legal();
    assert_eq!(numbers, ["pay 5"]);
}

#[test]
fn re_66_management_fills_the_pool_to_five() {
    let layout = site().improvement(1, "management", "").act(&["build sushi", "pay 1", "site r1c2"]).chance();
    assert_eq!(layout.state.pools[Seat(0)].len(), 5);
}

#[test]
fn re_67_management_allows_a_second_build_at_full_price() {
    let layout = site().improvement(1, "management", "").act(&["build sushi", "pay 1", "site r1c2"]).chance();
    let layout = layout.act(&["build coffee", "pay 2", "site r2c5"]).chance();
    assert_eq!(layout.purses(), [10, 30]);
    assert!(!layout.state.hands[Seat(0)].holds(Face::number(0)) && layout.state.hands[Seat(0)].is_empty());
}

#[test]
fn re_68_management_moves_a_restaurant_for_two_coins() {
    let layout = site().restaurant(1, "italian", 5, 5).improvement(1, "management", "");
    let layout = layout.act(&["move r5c5", "site r2c2"]);
    assert_eq!(layout.purses(), [28, 30]);
    assert_eq!(layout.state.table.place(cell(2, 2)), Place::Restaurant(Cuisine::Italian, Seat(0)));
    assert_eq!(layout.state.table.place(cell(5, 5)), Place::Open);
    assert_eq!(layout.state.hands[Seat(0)].len(), 2, "no card is paid");
    // The second action of the turn may be a build, but not another move.
    let layout = layout.chance();
    assert!(layout.legal_of("move").is_empty());
    assert!(!layout.legal_of("build").is_empty());
    let layout = layout.act(&["build sushi", "pay 1", "site r1c3"]).chance();
    assert_ne!(layout.decision_name(), Some("build"));
}

#[test]
fn re_68_without_management_nothing_moves() {
    assert!(site().restaurant(1, "italian", 5, 5).legal_of("move").is_empty());
    let poor = site().restaurant(1, "italian", 5, 5).improvement(1, "management", "").coins([1, 0]);
    assert_eq!(poor.legal(), ["stop"]);
}

#[test]
fn b_17_a_move_ignores_the_cell_it_leaves() {
    let layout = site()
        .restaurant(1, "italian", 5, 5)
        .restaurant(2, "italian", 8, 8)
        .improvement(1, "management", "")
        .act(&["move r5c5"]);
    let sites = layout.legal();
    assert!(sites.contains(&"site r5c6".to_owned()), "beside where it stands now");
    assert!(!sites.contains(&"site r7c7".to_owned()), "beside another of its type");
    assert!(!sites.contains(&"site r5c5".to_owned()) && !sites.contains(&"site r1c1".to_owned()));
}

#[test]
fn b_17_one_move_a_turn_or_one_for_each_copy() {
    for (moves, allowed) in [("one", 1), ("each", 2)] {
        let layout = site_with(&[("moves", moves)])
            .restaurant(1, "italian", 5, 5)
            .improvement(1, "management", "")
            .improvement(1, "management", "");
        let layout = layout.act(&["move r5c5", "site r2c2"]).chance();
        assert_eq!(layout.legal_of("move").len(), allowed - 1, "{moves}");
    }
}

#[test]
fn the_books_of_a_restaurant_move_with_it() {
    let layout = site().restaurant(1, "italian", 1, 2).improvement(1, "management", "");
    let mut layout = layout;
    layout.payout("italian");
    let before = layout.state.table.lots[cell(1, 2).index()];
    assert_eq!(before.takings, 2, "one district and the star of the only owner");
    let layout = layout.phase(Phase::Build).act(&["move r1c2", "site r2c2"]);
    assert_eq!(layout.state.table.lots[cell(2, 2).index()], before);
}
