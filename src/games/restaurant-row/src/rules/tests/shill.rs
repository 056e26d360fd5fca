//! The Shill (RR-130..136, RR-A14..17).

use super::{Decision, Guest, Hands, NONE, Played, at_doors, order, seat};
use crate::rules::state::Phase;

/// A game in which the Shill comes next.
fn table(players: usize, changes: &[(&str, &str)]) -> Played {
    let mut game = at_doors(players, changes);
    game.state.table.expected = 1;
    game.queue(&["shill"]);
    game
}

#[test]
fn rr_130_rr_132_the_highest_bid_seats_the_shill_and_pays() {
    let mut game = table(4, &[]);
    game.let_in(1);
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::ShillBid));
    let limits = game.limits();
    assert_eq!((limits.may_pass, limits.min, limits.max), (true, 1, 25));
    game.acts(&["amount 3", "pass", "amount 5", "amount 4"]);
    assert_eq!((game.cash(0), game.cash(2)), (25, 20));
    assert_eq!((game.house(2).main, game.state.table.shill), (1, 2));
    assert_eq!(game.phase(), Phase::Ask(seat(2), Decision::Shill));
}

#[test]
fn rr_130_a_tie_goes_to_the_one_closest_to_the_pawn() {
    let mut game = table(4, &[]);
    game.state.table.pawn = seat(3);
    game.let_in(1);
    game.acts(&["amount 3", "amount 3", "pass", "pass"]);
    assert_eq!((game.cash(0), game.cash(1)), (22, 25));
    assert_eq!(game.state.table.pawn, seat(1));
}

#[test]
fn rr_131_without_a_bid_the_shill_is_discarded() {
    let mut game = table(3, &[]);
    game.let_in(1);
    game.acts(&["pass", "pass"]);
    game.state.table.has_talked = true;
    game.act("pass");
    assert!(game.take_event_lines().contains(&"the shill is discarded".to_owned()));
    assert_eq!(game.state.table.shill, NONE);
}

#[test]
fn rr_a13_the_shill_takes_one_of_the_places_of_the_night_even_discarded() {
    let mut game = table(3, &[]);
    game.state.table.expected = 2;
    game.let_in(1);
    game.acts(&["pass", "pass", "pass"]);
    let seated: u8 = game.state.table.houses.iter().map(|house| house.last.guests).sum();
    assert_eq!(seated, 1);
}

#[test]
fn rr_136_rr_a14_only_who_has_a_seat_and_not_the_critic_bids() {
    let mut game = table(4, &[]);
    game.state.table.critic = 1;
    game.house(2).main = 5;
    game.house(2).guests[Guest::Local.index()] = 5;
    game.let_in(1);
    assert_eq!(game.state.table.bidders, 0b1001);
    // No seat may bid: the Shill is discarded without a decision.
    let mut game = table(3, &[]);
    game.state.table.critic = 1;
    for at in [0, 2] {
        game.house(at).main = 6;
        game.house(at).guests[Guest::Local.index()] = 6;
    }
    assert!(!game.let_in(1));
}

#[test]
fn rr_133_rr_134_rr_135_d_26_a_star_up_to_the_limit() {
    for (players, before, after) in [
        (4, 1, Some(2)),
        (4, 2, Some(3)),
        (4, 3, Some(4)),
        (4, 4, None),
        (4, 5, None),
        (2, 1, Some(2)),
        (2, 2, Some(3)),
        (2, 3, None),
        (2, 4, None),
    ] {
        let mut game = at_doors(players, &[]);
        game.house(1).stars = before;
        game.state.table.phase = Phase::Ask(seat(1), Decision::Shill);
        game.state.table.shill = 1;
        game.state.table.expected = 0;
        game.state.table.has_talked = true;
        match after {
            None => assert_eq!(game.legal(), ["shill word"], "{players} players, {before} stars"),
            Some(after) => {
                assert_eq!(game.legal(), ["shill star", "shill word"]);
                game.act("shill star");
                assert_eq!(game.house(1).stars, after, "{players} players, {before} stars");
            }
        }
    }
}

#[test]
fn rr_152_the_shill_pays_nothing() {
    let mut game = at_doors(4, &[]);
    let rules = game.rules.clone();
    let house = game.house(0);
    house.main = 2;
    house.guests[Guest::Shill.index()] = 1;
    house.guests[Guest::Critic.index()] = 1;
    assert_eq!(rules.income(house), 9);
}

#[test]
fn rr_143_d_04_the_host_swaps_a_category_with_the_one_above() {
    let mut game = table(4, &[]);
    game.state.table.order = order("RPFSAO");
    game.state.table.expected = 30;
    game.state.table.has_talked = true;
    game.let_in(1);
    game.acts(&["amount 1", "pass", "pass", "pass", "shill word"]);
    // Word of mouth has moved tonight, so the promotion comes at once (RR-A16).
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Promote));
    assert_eq!(
        game.legal(),
        [
            "pass",
            "promote service",
            "promote ambiance",
            "promote profit",
            "promote food",
            "promote popularity"
        ]
    );
    game.state.table.expected = game.state.table.come;
    game.act("promote food");
    assert_eq!(game.state.table.order, order("RFPSAO"));
}

#[test]
fn rr_143_rr_a16_before_word_of_mouth_the_promotion_waits() {
    let mut game = table(3, &[]);
    game.state.table.order = order("RPFSAO");
    game.state.table.expected = 2;
    game.queue(&["shill", "larry"]);
    game.employ(1, "marketer");
    game.let_in(1);
    game.acts(&["amount 1", "pass", "pass", "shill word"]);
    // Larry came and no room is full, so at the end word of mouth follows the fullest restaurant. Two have one
    // guest each; the pawn breaks the tie for seat 1, where only the Shill sits. Then the host promotes.
    assert_eq!(game.state.table.order, order("RPFSAO"));
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Promote));
    game.act("pass");
    assert_eq!(game.state.table.order, order("RPFSAO"));
}

#[test]
fn rr_104_the_shill_too_is_led_to_a_room() {
    let mut game = table(2, &[]);
    game.state.table.expected = 30;
    game.let_in(1);
    game.acts(&["amount 2", "amount 1"]);
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Room));
    game.act("room second");
    assert_eq!(game.phase(), Phase::Ask(seat(0), Decision::Shill));
    assert_eq!((game.house(0).second, game.cash(0)), (1, 23));
    game.check();
}
