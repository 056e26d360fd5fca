//! The Critic (RR-125..129).

use super::{CRITIC, Guest, Hands, NONE, Played, at_doors, fresh, seat};
use crate::rules::{event::Event, state::Phase};

/// A game before the doors open with these values per seat: forks, ambiance, service.
fn table(players: usize, changes: &[(&str, &str)], values: [[u8; 4]; 3]) -> Played {
    let mut game = at_doors(players, changes);
    for at in 0..4u8 {
        let house = game.house(at);
        house.forks = [values[0][usize::from(at)], 0, 0];
        house.ambiance = values[1][usize::from(at)];
        house.service = values[2][usize::from(at)];
    }
    game
}

fn stars(players: usize, changes: &[(&str, &str)], values: [[u8; 4]; 3], host: u8) -> u8 {
    let game = table(players, changes, values);
    game.rules.rating_by_critic(&game.state.table, seat(host))
}

#[test]
fn rr_127_rr_128_awards_for_best_and_second() {
    let service = [12, 3, 1, 0];
    // D-20: 1 + 2 + 2 + 2 = 7, cut to 5.
    assert_eq!(stars(4, &[], [[9, 5, 0, 0], [6, 0, 0, 0], service], 0), 5);
    // D-21 and D-22.
    assert_eq!(stars(4, &[], [[9, 5, 0, 0], [6, 2, 0, 0], service], 1), 4);
    assert_eq!(stars(4, &[], [[9, 5, 0, 0], [6, 2, 1, 0], service], 2), 1);
}

#[test]
fn rr_a18_d_23_after_a_tie_for_best_there_is_no_second() {
    let values = [[9, 9, 5, 0], [6, 2, 1, 0], [12, 3, 1, 0]];
    assert_eq!(stars(4, &[], values, 2), 1);
    assert_eq!(stars(4, &[("tie_rank", "dense")], values, 2), 2);
    // Both tied restaurants get the higher award.
    assert_eq!(stars(4, &[], values, 1), 1 + 2 + 1 + 1);
}

#[test]
fn rr_a19_d_24_nothing_at_all_is_best_of_all_or_not() {
    assert_eq!(stars(4, &[], [[0; 4]; 3], 2), 5);
    assert_eq!(stars(4, &[("zero_awards", "false")], [[0; 4]; 3], 2), 1);
}

#[test]
fn rr_129_d_25_with_two_players_a_star_for_each_that_is_not_worse() {
    let values = [[4, 4, 0, 0], [0, 2, 0, 0], [3, 1, 0, 0]];
    assert_eq!(stars(2, &[], values, 0), 3);
    // T-12: at most four stars; two more make the highest die.
    assert_eq!(stars(2, &[], [[4, 4, 0, 0], [2, 2, 0, 0], [3, 1, 0, 0]], 0), 4);
}

#[test]
fn rr_125_fewest_stars_then_least_popular_then_most_forks() {
    let mut game = at_doors(4, &[]);
    game.state.table.come = 9;
    game.house(2).stars = 1;
    game.let_in(1);
    assert_eq!(game.state.table.critic, 2);

    let mut game = table(4, &[], [[0, 0, 3, 4], [0; 4], [0; 4]]);
    game.state.table.come = 9;
    for at in [0, 1] {
        game.house(at).main = 1;
        game.house(at).guests[0] = 1;
    }
    game.let_in(1);
    assert_eq!(game.state.table.critic, 3);
}

#[test]
fn rr_136_d_68_the_critic_does_not_sit_with_the_shill() {
    let mut game = at_doors(3, &[]);
    // Stars 1 (with the Shill), 2, 2; guests before the Critic 3, 4, 2.
    for (at, stars, guests) in [(0, 1, 3), (1, 2, 4), (2, 2, 2)] {
        let house = game.house(at);
        (house.stars, house.main) = (stars, guests);
        house.guests[Guest::Local.index()] = guests;
    }
    game.state.table.shill = 0;
    game.state.table.come = 9;
    game.let_in(1);
    assert_eq!(game.state.table.critic, 2);
}

#[test]
fn rr_126_rr_127_he_sits_pays_and_rates_at_once() {
    let mut game = at_doors(4, &[]);
    game.house(3).stars = 1;
    game.employ(0, "master-chef");
    game.state.table.come = 9;
    game.let_in(1);
    let house = *game.house(3);
    // Tied best in food and ambiance, tied second in service with 0: 1 + 2 + 2 + 1.
    assert_eq!((house.stars, house.guests[Guest::Critic.index()], house.main), (5, 1, 1));
    let rules = game.rules.clone();
    assert_eq!(rules.income(&house), 9);
    let seated = game.events.iter().any(|event| matches!(event, Event::Seated { customer: None, .. }));
    assert!(seated && rules.guest(CRITIC) == Guest::Critic);
}

#[test]
fn rr_a12_the_critic_may_come_besides_the_counted_customers() {
    for (counts, expected) in [("true", 0), ("false", 1)] {
        let mut game = at_doors(4, &[("critic_counts", counts)]);
        game.shake(1);
        let counted = game.state.table.counter + expected;
        assert!(game.take_event_lines().iter().any(|line| line.ends_with(&format!("{counted} customers"))));
    }
}

#[test]
fn rr_137_stars_stay_over_the_rounds() {
    let mut game = fresh(4);
    game.house(1).stars = 4;
    let rules = game.rules.clone();
    rules.end_round(&mut game.state, &mut |_| {});
    assert_eq!(game.house(1).stars, 4);
    assert_eq!((game.state.table.critic, game.phase()), (NONE, Phase::Stock));
}
