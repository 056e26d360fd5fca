//! Rooms and seats of a night (RR-100..104, RR-139, RR-142).

use super::{Decision, Hands, Played, at_doors, fresh, seat};
use crate::rules::{
    event::{Event, Place},
    state::Phase,
    words::{End, Guest},
};

/// Seats Locals in the main room of a restaurant.
fn fill(game: &mut Played, at: u8, guests: u8) {
    game.house(at).main = guests;
    game.house(at).guests[Guest::Local.index()] = guests;
    game.state.table.come += u16::from(guests);
}

fn places(game: &Played) -> Vec<Place> {
    let places = game.events.iter().filter_map(|event| match event {
        Event::Seated { place, .. } => Some(*place),
        _ => None,
    });
    places.collect()
}

#[test]
fn rr_100_rr_101_rr_102_seats_of_a_restaurant() {
    for (players, room) in [(4, 5), (3, 6), (2, 10)] {
        let mut game = fresh(players);
        let rules = game.rules.clone();
        let house = *game.house(0);
        assert_eq!((house.room(&rules), house.seats(&rules)), (room, room));
    }
    assert_eq!(fresh(2).house(0).tables, 6);
}

#[test]
fn rr_79_rr_103_rr_a21_the_hostess_and_the_patio_are_used_when_the_room_is_full() {
    let mut game = at_doors(4, &[]);
    game.employ(0, "hostess");
    game.install(0, "patio-seating");
    let rules = game.rules.clone();
    assert_eq!(game.house(0).seats(&rules), 5 + 1 + 2);
    game.house(0).stars = 5;
    fill(&mut game, 0, 4);
    game.queue(&["ted", "tom", "tina"]);
    game.let_in(3);
    assert_eq!(places(&game), [Place::Main, Place::Beside, Place::Beside]);
    assert_eq!(game.state.table.filled[..1], [0]);
    game.check();
}

#[test]
fn rr_a21_the_hostess_seat_may_be_part_of_the_room() {
    let mut game = at_doors(4, &[("hostess_seat", "room")]);
    game.employ(0, "hostess");
    game.house(0).stars = 5;
    fill(&mut game, 0, 4);
    game.queue(&["ted"]);
    game.let_in(1);
    assert_eq!(game.state.table.filled_count, 0);
    game.queue(&["tom"]);
    game.let_in(1);
    assert_eq!(game.state.table.filled_count, 1);
}

#[test]
fn rr_104_with_two_players_the_host_chooses_the_room() {
    let mut game = at_doors(2, &[]);
    game.house(1).stars = 4;
    game.queue(&["ted", "tom", "tina"]);
    assert!(game.let_in(1));
    assert_eq!(game.phase(), Phase::Ask(seat(1), Decision::Room));
    assert_eq!(game.legal(), ["room main", "room second"]);
    game.state.table.expected = 3;
    game.act("room second");
    assert_eq!((game.house(1).main, game.house(1).second), (0, 1));
    // The next one comes at once.
    assert_eq!(game.phase(), Phase::Ask(seat(1), Decision::Room));
    game.act("room main");
    assert_eq!((game.house(1).main, game.house(1).second), (1, 1));
}

#[test]
fn rr_104_nobody_is_asked_when_one_room_is_left() {
    for (main, second, place) in [(6, 2, Place::Second), (3, 4, Place::Main)] {
        let mut game = at_doors(2, &[]);
        game.house(1).stars = 4;
        fill(&mut game, 1, main);
        game.house(1).second = second;
        game.house(1).guests[Guest::Local.index()] += second;
        game.state.table.come += u16::from(second);
        game.state.table.come -= game.state.table.come / 10 * 10;
        game.queue(&["ted"]);
        assert!(!game.let_in(1));
        assert_eq!(places(&game), [place]);
    }
}

#[test]
fn rr_103_with_two_players_the_patio_waits_for_both_rooms() {
    let mut game = at_doors(2, &[]);
    game.install(1, "patio-seating");
    game.house(1).stars = 4;
    fill(&mut game, 1, 6);
    game.house(1).second = 3;
    game.house(1).guests[Guest::Local.index()] += 3;
    game.state.table.come = 12;
    game.queue(&["ted", "tom"]);
    game.let_in(2);
    assert_eq!(places(&game), [Place::Second, Place::Beside]);
    assert_eq!(game.state.table.filled[..1], [1]);
}

#[test]
fn rr_139_word_of_mouth_moves_once_a_night_with_the_patrons_of_that_moment() {
    let mut game = at_doors(4, &[]);
    game.state.table.order = super::order("RPFSAO");
    game.house(0).stars = 5;
    fill(&mut game, 0, 4);
    game.house(0).talk = 0;
    game.install(0, "patio-seating");
    // Ted fills the room, so only Tourists talk. Eric sits outside and does not talk.
    game.install(0, "interior-decor");
    game.state.table.order = super::order("PRFSAO");
    game.queue(&["ted", "eric"]);
    game.let_in(2);
    assert_eq!(game.state.table.order, super::order("RPFSAO"));
    assert!(game.state.table.has_talked);
    // The second full room changes nothing.
    fill(&mut game, 1, 4);
    game.house(1).stars = 5;
    game.house(0).beside = 2;
    game.house(0).guests[Guest::Local.index()] += 1;
    game.state.table.come = 10;
    game.queue(&["tom"]);
    game.let_in(1);
    assert_eq!(game.state.table.filled[..2], [0, 1]);
    assert_eq!(game.state.table.order, super::order("RPFSAO"));
}

#[test]
fn rr_142_with_two_players_only_the_main_room_talks() {
    let mut game = at_doors(2, &[]);
    game.house(1).stars = 4;
    game.queue(&["ted"]);
    game.let_in(1);
    game.state.table.expected = 2;
    game.act("room second");
    assert_eq!(game.house(1).talk, 0);
}

#[test]
fn rr_165_rr_a23_every_dining_room_full_triggers_the_end() {
    for (guests, ends) in [(5, End::Rooms.bit()), (4, 0)] {
        let mut game = at_doors(4, &[]);
        for at in 0..4 {
            fill(&mut game, at, 5);
        }
        game.house(3).main = guests;
        game.house(3).guests[Guest::Local.index()] = guests;
        game.state.table.come = 22;
        game.state.table.expected = 22;
        game.state.table.drawn = 0;
        let rules = game.rules.clone();
        game.state.table.filled = [0, 1, 2, if guests == 5 { 3 } else { super::NONE }];
        game.state.table.filled_count = if guests == 5 { 4 } else { 3 };
        game.state.table.has_talked = true;
        rules.serve_guests(&mut game.state, &mut |_| {});
        assert_eq!(game.state.table.ends, ends);
    }
}

#[test]
fn the_bag_never_runs_dry_before_the_end() {
    // Four players: with one dining-room seat free, 24 guests and one discarded Shill make 25 customers. The next
    // night has at most 29, 28 of them from a bag of 29.
    let rules = super::rules_with(4, &[]);
    let most = 4 * 5 - 1 + 1 + 2 * 2 + 1;
    assert!(most + 4 - 1 < rules.supplies.customers.len());
}
