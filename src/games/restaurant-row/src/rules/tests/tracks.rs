//! The food track and the popularity track (RR-144..147).

use super::{Guest, Hands, NONE, at_doors};

/// Popularity and food marks after a night with these guests, full rooms (in order) and forks.
fn marks(
    players: usize,
    changes: &[(&str, &str)],
    (guests, filled): ([u8; 4], &[u8]),
    forks: [u8; 4],
) -> [[u8; 4]; 2] {
    let mut game = at_doors(players, changes);
    for at in 0..players {
        let house = game.house(at as u8);
        house.main = guests[at].min(house.tables);
        house.second = guests[at] - house.main;
        house.guests[Guest::Local.index()] = guests[at];
        house.forks = [forks[at], 0, 0];
    }
    let table = &mut game.state.table;
    table.filled = [NONE; 4];
    table.filled[..filled.len()].copy_from_slice(filled);
    table.filled_count = filled.len() as u8;
    table.has_talked = true;
    table.come = guests.iter().copied().map(u16::from).sum();
    table.expected = table.come;
    game.pass_night();
    let houses = game.state.table.houses;
    [houses.map(|house| house.popularity_marks), houses.map(|house| house.food_marks)]
}

#[test]
fn rr_144_d_30_one_full_room_and_the_most_of_the_others() {
    assert_eq!(marks(4, &[], ([5, 3, 3, 2], &[0]), [0; 4])[0], [2, 1, 1, 0]);
}

#[test]
fn rr_144_the_first_and_the_second_full_room() {
    assert_eq!(marks(4, &[], ([5, 5, 5, 2], &[2, 0, 1]), [0; 4])[0], [1, 0, 2, 0]);
}

#[test]
fn rr_144_d_31_no_full_room() {
    assert_eq!(marks(4, &[], ([4, 4, 3, 2], &[]), [0; 4])[0], [2, 2, 0, 0]);
    assert_eq!(marks(4, &[("tie_rank", "dense")], ([4, 4, 3, 2], &[]), [0; 4])[0], [2, 2, 1, 0]);
    assert_eq!(marks(4, &[], ([4, 3, 3, 2], &[]), [0; 4])[0], [2, 1, 1, 0]);
}

#[test]
fn rr_145_d_32_most_forks_and_second_most() {
    assert_eq!(marks(4, &[], ([0; 4], &[]), [4, 3, 3, 2])[1], [2, 1, 1, 0]);
    assert_eq!(marks(4, &[], ([0; 4], &[]), [4, 4, 3, 2])[1], [2, 2, 0, 0]);
}

#[test]
fn rr_a19_nothing_on_display_may_count_or_not() {
    assert_eq!(marks(4, &[], ([0; 4], &[]), [0; 4])[1], [2; 4]);
    assert_eq!(marks(4, &[("zero_awards", "false")], ([1, 0, 0, 0], &[]), [0; 4]), [[2, 0, 0, 0], [0; 4]]);
}

#[test]
fn rr_146_rr_a39_d_33_with_two_players_one_mark_for_the_winner() {
    assert_eq!(marks(2, &[], ([7, 7, 0, 0], &[]), [4, 4, 0, 0]), [[1, 1, 0, 0], [1, 1, 0, 0]]);
    assert_eq!(marks(2, &[], ([10, 9, 0, 0], &[0]), [3, 4, 0, 0]), [[1, 0, 0, 0], [0, 1, 0, 0]]);
    // With equal guests, the first restaurant to fill up wins.
    assert_eq!(marks(2, &[], ([10, 10, 0, 0], &[1, 0]), [3, 4, 0, 0])[0], [0, 1, 0, 0]);
}

#[test]
fn rr_147_marks_add_up() {
    let mut game = at_doors(4, &[]);
    game.house(0).food_marks = 3;
    game.house(0).forks = [5, 0, 0];
    game.state.table.expected = 0;
    game.state.table.has_talked = true;
    game.pass_night();
    assert_eq!(game.house(0).food_marks, 5);
}
