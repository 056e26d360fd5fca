//! Staff, renovations and lay-offs (RR-75..89, RR-161).

use super::{Hands, Played, changed, fresh, seat, shopping};
use crate::rules::restaurant_row::state::Phase;

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
    game.post(&["manager", "consultant"]);
    game.acts(&["visit help-wanted", "visit bank", "visit bank", "visit bank"]);
    assert_eq!(game.legal(), ["pass"]);
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
    game.state.table.phase = Phase::LayOff { seat: seat(0) };
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
    game.state.table.phase = Phase::LayOff { seat: seat(1) };
    let off = |game: &Played, name: &str| format!("lay-off {}", game.row(name) + 1);
    assert_eq!(game.legal().len(), 5);
    game.act(&off(&game, "manager"));
    // Four without a manager would be too many, but he has left three behind.
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
    game.state.table.phase = Phase::LayOff { seat: seat(0) };
    let designer = format!("lay-off {}", game.row("designer") + 1);
    game.acts(&[&designer, "done"]);
    assert_eq!(game.phase(), Phase::LayOff { seat: seat(2) });
    assert_eq!(game.house(0).service, 6, "nobody knows yet");
    game.act("done");
    assert_eq!((game.house(0).service, game.house(2).service), (0, 1));
}
