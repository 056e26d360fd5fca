//! The end of the game and its points (RR-162..174).

use super::{Decision, Hands, NONE, changed, fresh, order, rules_with, seat};
use crate::rules::{state::Phase, words::End};
use sim_engine::{Game, Node, Seat};

/// Points of all seats for the category at a rank, counted from 0.
fn shares(players: usize, rank: usize, values: &[i32]) -> Vec<i32> {
    let rules = rules_with(players, &[]);
    Seat::all(players).map(|at| rules.share(rank, values, at).points).collect()
}

#[test]
fn rr_168_rr_169_d_40_to_d_45_ties_share_the_mean_rounded_up() {
    assert_eq!(shares(4, 0, &[4, 4, 2, 1]), [8, 8, 3, 0]);
    assert_eq!(shares(4, 0, &[4, 3, 3, 1]), [10, 5, 5, 0]);
    assert_eq!(shares(4, 0, &[4, 3, 1, 1]), [10, 6, 2, 2]);
    assert_eq!(shares(4, 0, &[4, 4, 4, 4]), [5, 5, 5, 5]);
    assert_eq!(shares(3, 1, &[4, 4, 4]), [5, 5, 5]);
    assert_eq!(shares(4, 5, &[4, 4, 4, 4]), [1, 1, 1, 1]);
}

#[test]
fn rr_170_rr_171_d_46_with_two_players_the_better_one_or_half_rounded_down() {
    for (rank, (all, half)) in [(10, 5), (7, 3), (5, 2), (3, 1), (2, 1), (1, 0)].into_iter().enumerate() {
        assert_eq!(shares(2, rank, &[3, 3]), [half, half]);
        assert_eq!(shares(2, rank, &[1, 3]), [0, all]);
    }
}

#[test]
fn rr_167_rr_172_rr_173_rr_174_d_47_a_whole_scoring() {
    let mut game = fresh(4);
    game.state.table.order = order("FRSAPO");
    let columns: [(u8, u8, u8, u8, i32, i32); 4] =
        [(8, 4, 30, 3, 10, 30), (5, 4, 20, 8, 60, 0), (5, 2, 10, 8, 40, 0), (2, 1, 0, 8, 5, 0)];
    for (at, (food, stars, service, ambiance, cash, loan)) in columns.into_iter().enumerate() {
        game.set_cash(at as u8, cash);
        let house = game.house(at as u8);
        (house.food_marks, house.stars, house.service, house.ambiance) = (food, stars, service, ambiance);
        (house.popularity_marks, house.loan) = (4, loan);
    }
    game.state.table.phase = Phase::Over;
    game.state.table.ends = End::Rooms.bit();
    let outcome = game.rules.outcome(&game.state);
    assert_eq!(outcome.points.0[..4], [19, 19, 12, 3]);
    // Equal points: Food, the first category, decides.
    assert_eq!(outcome.places.0[..4], [1, 2, 3, 4]);
    assert_eq!(outcome.end, End::Rooms.index());
}

#[test]
fn rr_a45_what_is_equal_in_everything_is_shared() {
    let game = fresh(4);
    let outcome = game.rules.outcome(&game.state);
    assert_eq!(outcome.places.0[..4], [1, 1, 1, 1]);
}

#[test]
fn rr_174_the_second_category_decides_when_the_first_is_equal() {
    let mut game = changed(2, &[]);
    game.state.table.order = order("FRSAPO");
    // 7 points for the rating against 5 + 2 for service and profit.
    game.house(0).stars = 2;
    game.house(1).service = 3;
    game.set_cash(1, 30);
    let outcome = game.rules.outcome(&game.state);
    assert_eq!(outcome.points.0[0], outcome.points.0[1]);
    assert_eq!(outcome.places.0[..2], [1, 2]);
}

#[test]
fn rr_166_the_round_is_played_to_its_end() {
    let mut game = fresh(3);
    game.state.table.ends = End::Staff.bit();
    game.employ(0, "designer");
    game.state.table.phase = Phase::Ask(seat(0), Decision::LayOff);
    assert!(matches!(game.rules.node(&game.state), Node::Decision { .. }));
    game.act("done");
    assert_eq!(game.rules.node(&game.state), Node::Terminal);
}

#[test]
fn rr_162_what_goes_and_what_stays_at_the_end_of_a_round() {
    let mut game = fresh(3);
    game.employ(1, "designer");
    game.install(1, "fish-tank");
    game.show(1, &["maine-lobster"]);
    let house = game.house(1);
    (house.loan, house.stars, house.food_marks, house.popularity_marks, house.die) = (20, 4, 3, 2, 5);
    game.state.table.critic = 1;
    game.state.table.shill = 2;
    game.state.table.counter = 14;
    game.state.table.pawn = seat(2);
    let before = game.state.table;
    let rules = game.rules.clone();
    rules.end_round(&mut game.state, &mut |_| {});
    let (house, then) = (*game.house(1), before.houses[1]);
    assert_eq!((house.shown, house.forks, house.die), (0, [0; 3], 0));
    assert_eq!((game.state.table.critic, game.state.table.shill), (NONE, NONE));
    assert_eq!(
        (house.staff, house.renovations, house.loan, house.stars, house.food_marks, house.popularity_marks),
        (then.staff, then.renovations, 20, 4, 3, 2)
    );
    let table = game.state.table;
    assert_eq!((table.counter, table.pawn, table.order), (14, seat(2), before.order));
    assert_eq!((table.round, table.phase), (1, Phase::Stock));
}

#[test]
fn rr_21_a_round_has_its_phases_in_order() {
    let rules = rules_with(4, &[]);
    let mut steps = Vec::new();
    let step = |phase: Phase| match phase {
        Phase::Stock => 1,
        Phase::Ask(_, decision) => match decision {
            Decision::Early | Decision::Store | Decision::Hire | Decision::Renovate | Decision::Basket => 2,
            Decision::Bid | Decision::Borrow | Decision::Display => 2,
            Decision::Price => 3,
            Decision::Room | Decision::ShillBid | Decision::Shill | Decision::Promote => 4,
            Decision::Repay => 6,
            Decision::LayOff => 7,
        },
        Phase::Doors => 4,
        Phase::Over => 8,
    };
    for deal in 0..10 {
        super::states_at_random(&rules, deal, |state| {
            steps.push((state.table.round, step(state.table.phase)))
        });
        assert!(steps.is_sorted(), "deal {deal}");
        steps.clear();
    }
}

#[test]
fn the_counter_ends_every_game() {
    // A night that does not end the game leaves a dining-room seat free, so it has at most 24 guests. With one
    // discarded Shill, that is 25 customers; the next night has at most 29.
    let rules = rules_with(4, &[]);
    for deal in 0..60 {
        let state = super::at_random(&rules, deal, |_| {});
        assert!((11..=29).contains(&state.table.counter), "deal {deal}: {}", state.table.counter);
        assert_ne!(state.table.ends, 0);
    }
}
