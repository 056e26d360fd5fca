//! Staff, renovations and lay-offs (RR-75..89, RR-161).

use super::{Decision, Hands, Played, changed, fresh, seat, shopping};
use crate::rules::state::Phase;

#[test]
fn rr_75_rr_76_rr_83_places_for_staff() {
    for (players, changes, places, managed) in [
        (3, &[][..], 3, 4),
        (4, &[], 3, 4),
        (2, &[], 4, 5),
        (2, &[("manager_two", "none")], 4, 4),
        (4, &[("manager_two", "none")], 3, 4),
    ] {
        let mut game = changed(players, changes);
        let rules = game.rules.clone();
        assert_eq!(game.house(0).staff_spaces(&rules), places, "{players} {changes:?}");
        game.employ(0, "manager");
        assert_eq!(game.house(0).staff_spaces(&rules), managed, "{players} {changes:?}");
    }
}

#[test]
fn rr_75_nobody_is_hired_without_a_place() {
    let mut game = shopping(4, &[]);
    for name in ["designer", "bartender", "marketer"] {
        game.employ(0, name);
    }
    game.post(&["sommelier", "consultant"]);
    game.acts(&["visit help-wanted", "visit bank", "visit bank", "visit bank"]);
    assert_eq!(game.legal(), ["pass"]);
}

/// Seat 1 employs `staff` and visits Help Wanted, where the Manager and the Consultant are on display.
fn before_the_manager(players: usize, changes: &[(&str, &str)], staff: &[&str]) -> Played {
    let mut game = shopping(players, changes);
    for name in staff {
        game.employ(0, name);
    }
    game.post(&["manager", "consultant"]);
    game.acts(match players {
        2 => &["visit help-wanted+bank", "visit farmers-market+bank"][..],
        _ => &["visit help-wanted", "visit bank", "visit bank", "visit bank"][..players],
    });
    game
}

#[test]
fn rr_75_rr_83_rr_a47_the_manager_may_be_the_fourth() {
    let three = ["designer", "bartender", "marketer"];
    for players in [3, 4] {
        let mut game = before_the_manager(players, &[], &three);
        let manager = format!("employee {}", game.row("manager") + 1);
        assert_eq!(game.legal(), ["pass", &manager], "{players} players");
        game.act(&manager);
        let rules = game.rules.clone();
        assert_eq!(game.house(0).staff.count_ones(), 4);
        let consultant = game.row("consultant");
        assert!(!game.house(0).can_hire(&rules, consultant), "the place is his own");
        // RR-155: $10 for the Manager, and 20 for three others.
        assert_eq!(rules.wages(game.house(0)), 10 + 20);
        game.check();
        let game = before_the_manager(players, &[("manager_last", "false")], &three);
        assert_eq!(game.legal(), ["pass"], "{players} players");
    }
}

#[test]
fn rr_76_rr_a35_rr_a47_with_two_players_he_may_be_the_fifth_if_he_brings_a_place() {
    let four = ["designer", "bartender", "marketer", "sommelier"];
    for (changes, is_offered) in
        [(&[][..], true), (&[("manager_last", "false")], false), (&[("manager_two", "none")], false)]
    {
        let game = before_the_manager(2, changes, &four);
        assert_eq!(game.legal().len(), 1 + usize::from(is_offered), "{changes:?}");
    }
}

#[test]
fn rr_a47_a_full_staff_may_name_the_manager_and_bid_for_him_but_for_nobody_else() {
    for (is_allowed, lot, bidders) in
        [("true", "manager", 0b11), ("false", "manager", 0b01), ("true", "consultant", 0b01)]
    {
        let mut game = shopping(4, &[("manager_last", is_allowed)]);
        for name in ["designer", "bartender", "marketer"] {
            game.employ(1, name);
        }
        game.post(&["manager", "consultant"]);
        game.acts(&["visit help-wanted", "visit help-wanted", "visit bank", "visit bank"]);
        let named = format!("employee {}", game.row(lot) + 1);
        game.act(&named);
        assert_eq!(game.state.table.bidders, bidders, "{lot}, {is_allowed}");
    }
}

#[test]
fn rr_78_service_is_the_sum_of_the_numbers() {
    let mut game = fresh(4);
    game.employ(0, "master-chef");
    game.employ(0, "bartender");
    assert_eq!(game.house(0).service, 16);
}

#[test]
fn rr_80_rr_85_ambiance_and_the_designer() {
    let mut game = fresh(4);
    game.install(0, "new-furniture");
    game.install(0, "fish-tank");
    assert_eq!(game.house(0).ambiance, 4 + 1);
    game.employ(0, "designer");
    assert_eq!(game.house(0).ambiance, 4 + 1 + 2);
}

#[test]
fn rr_86_rr_87_rr_88_places_for_renovations_and_no_second_patio() {
    for (players, places) in [(2, 4), (3, 3), (4, 3)] {
        let mut game = fresh(players);
        let rules = game.rules.clone();
        let patio = game.row("patio-seating");
        assert!(game.house(0).can_renovate(&rules, patio));
        game.install(0, "patio-seating");
        assert!(!game.house(0).can_renovate(&rules, patio));
        let tank = game.row("fish-tank");
        for name in ["dance-floor", "barbecue-grill", "valet-parking"].iter().take(places - 1) {
            assert!(game.house(0).can_renovate(&rules, tank));
            game.install(0, name);
        }
        assert!(!game.house(0).can_renovate(&rules, tank), "{players} players");
        game.employ(0, "manager");
        assert!(game.house(0).can_renovate(&rules, tank));
    }
}

#[test]
fn rr_89_renovations_stay_when_the_manager_goes() {
    let mut game = fresh(4);
    for name in ["fish-tank", "dance-floor", "barbecue-grill", "valet-parking"] {
        game.install(0, name);
    }
    game.employ(0, "manager");
    game.state.table.phase = Phase::Ask(seat(0), Decision::LayOff);
    let manager = format!("lay-off {}", game.row("manager") + 1);
    game.acts(&[&manager, "done"]);
    assert_eq!(game.house(0).renovations.count_ones(), 4);
    let rules = game.rules.clone();
    let tank = game.row("vegetable-garden");
    assert!(!game.house(0).can_renovate(&rules, tank));
}

#[test]
fn rr_161_rr_a34_any_staff_may_go_and_goes_back_to_the_pile() {
    let mut game = fresh(4);
    for name in ["manager", "designer", "bartender", "marketer"] {
        game.employ(1, name);
    }
    game.state.table.phase = Phase::Ask(seat(1), Decision::LayOff);
    let off = |game: &Played, name: &str| format!("lay-off {}", game.row(name) + 1);
    assert_eq!(game.legal().len(), 5);
    game.act(&off(&game, "manager"));
    // Four without a Manager would be too many, but three are left.
    assert!(game.legal().contains(&"done".to_owned()));
    game.acts(&[&off(&game, "marketer"), "done"]);
    assert_eq!(game.house(1).service, 6 + 4);
    assert_eq!(game.state.table.returning, 1 << game.row("manager") | 1 << game.row("marketer"));
    game.check();
    let left = game.state.table.staff_left;
    assert_eq!(game.phase(), Phase::Stock);
    game.shake(1);
    // Two came back, three are on display.
    assert_eq!(game.state.table.staff_left, left + 2 - 3);
    assert_eq!(game.state.table.returning, 0);
    game.check();
}

#[test]
fn rr_a41_lay_offs_are_shown_together() {
    let mut game = fresh(3);
    game.employ(0, "designer");
    game.employ(2, "marketer");
    game.state.table.phase = Phase::Ask(seat(0), Decision::LayOff);
    let designer = format!("lay-off {}", game.row("designer") + 1);
    game.acts(&[&designer, "done"]);
    assert_eq!(game.phase(), Phase::Ask(seat(2), Decision::LayOff));
    assert_eq!(game.house(0).service, 6, "nobody knows yet");
    game.act("done");
    assert_eq!((game.house(0).service, game.house(2).service), (0, 1));
}
