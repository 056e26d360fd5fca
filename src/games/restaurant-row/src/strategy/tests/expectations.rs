//! Compares expected nights, demand and final points with played games.

use super::{game, states, step};
use crate::{
    rules::{
        Decision, Phase, RestaurantRow, State,
        words::{Category, Criterion},
    },
    strategy::{Cache, demand::Demand, me::Me, night::evenings, reputation::Reputation},
};
use sim_engine::{Game, Luck, Node, Seat};

/// Mean guests and income of each seat over nights from a state before the doors open.
fn played(game: &RestaurantRow, state: &State, nights: u64) -> [[f64; 2]; 4] {
    let mut sums = [[0.0; 2]; 4];
    for night in 0..nights {
        let luck = Luck::new(77, night);
        let mut state = *state;
        let mut time = 0;
        while matches!(
            state.table.phase,
            Phase::Doors
                | Phase::Ask(_, Decision::Room | Decision::ShillBid | Decision::Shill | Decision::Promote)
        ) {
            step(game, &mut state, &luck, time);
            time += 1;
        }
        for seat in Seat::all(game.players()) {
            let last = state.table.house(seat).last;
            sums[seat.index()][0] += f64::from(last.guests) / nights as f64;
            sums[seat.index()][1] += f64::from(last.income) / nights as f64;
        }
    }
    sums
}

#[test]
fn a_night_brings_about_what_is_expected() {
    for players in [2, 3, 4] {
        let game = game(players);
        let cache = Cache::default();
        let before = states(&game, 30, |phase| phase == Phase::Doors);
        let (mut errors, mut count) = ([0.0; 2], 0.0);
        for state in before.iter().step_by(3) {
            let played = played(&game, state, 60);
            let me = Me::new(game.observe(state, Seat(0)), Seat(0), &cache);
            let expected = evenings(&game, me.street(), &me.crowd());
            for seat in 0..players {
                errors[0] += (expected[seat].guests - played[seat][0]).abs();
                errors[1] += (expected[seat].income - played[seat][1]).abs();
                count += 1.0;
            }
            let all: f64 = expected.iter().map(|evening| evening.guests).sum();
            let seats: f64 = me.street().faces[..players].iter().map(|face| face.seats).sum();
            assert!(all <= me.customers().min(seats) + 1e-6, "{all} of {} guests", me.customers());
        }
        // A night has some twelve guests for four seats; the flow ignores chance.
        let [guests, income] = errors.map(|error| error / count);
        assert!(guests < 0.6 && income < 6.0, "{players} players: {guests} guests, ${income}");
    }
}

#[test]
fn demand_shares_the_guests_out() {
    let game = game(4);
    let cache = Cache::default();
    for state in states(&game, 20, |phase| matches!(phase, Phase::Ask(_, Decision::Store))) {
        let guests: Vec<f64> = Seat::all(4)
            .map(|seat| Me::new(game.observe(&state, seat), seat, &cache).demand().prospect.guests)
            .collect();
        let customers = Me::new(game.observe(&state, Seat(0)), Seat(0), &cache).customers();
        let all: f64 = guests.iter().sum();
        // The Shill does not pay, and full restaurants turn some customers away.
        assert!(all > 0.6 * customers && all < 1.05 * customers, "{guests:?} of {customers}");
    }
}

#[test]
fn demand_rises_with_what_customers_go_by() {
    let game = game(4);
    let cache = Cache::default();
    for state in states(&game, 10, |phase| matches!(phase, Phase::Ask(_, Decision::Store))) {
        let me = Me::new(game.observe(&state, Seat(1)), Seat(1), &cache);
        let demand: &Demand = me.demand();
        for criterion in [Criterion::Food, Criterion::Service, Criterion::Ambiance, Criterion::Rating] {
            let mut face = me.street().faces[0];
            let mut last = demand.with(&face).guests;
            for _ in 0..6 {
                face.values[criterion.index()] += 1;
                let guests = demand.with(&face).guests;
                assert!(guests >= last - 1e-12, "{criterion:?}: {guests} after {last}");
                last = guests;
            }
        }
    }
}

#[test]
fn at_the_end_a_clear_standing_is_worth_its_points() {
    for players in [2, 3, 4] {
        let game = game(players);
        let mut seen_clear = 0;
        for mut state in
            states(&game, 40, |phase| matches!(phase, Phase::Ask(_, Decision::Repay | Decision::LayOff)))
        {
            // Standings far apart in every category, in an order that differs by category.
            for category in Category::all() {
                for seat in 0..players {
                    let place = ((seat + category.index()) % players) as u8;
                    let house = &mut state.table.houses[seat];
                    match category {
                        Category::Service => house.service = 20 * place,
                        Category::Ambiance => house.ambiance = 10 * place,
                        Category::Rating => house.stars = 1 + 4 * place,
                        Category::Food => house.food_marks = 5 * place,
                        Category::Popularity => house.popularity_marks = 5 * place,
                        Category::Profit => house.loan = 0,
                    }
                }
            }
            let Node::Decision { seat, .. } = game.node(&state) else { continue };
            let seen = game.observe(&state, seat);
            let profits =
                Seat::all(players).map(|seat| seen.values()[seat.index()][Category::Profit.index()]);
            let mut profits: Vec<i32> = profits.collect();
            profits.sort_unstable();
            if profits.windows(2).any(|pair| pair[1] - pair[0] < 8) {
                continue;
            }
            seen_clear += 1;
            let reputation = Reputation::new(seen, 0.0);
            let points: f64 = Category::all().map(|category| reputation.points(0, category, 0.0)).sum();
            assert!((points - f64::from(seen.points(seat))).abs() < 1e-9, "{points}: {state:?}");
        }
        assert!(seen_clear > 3, "{players} players: only {seen_clear} states were clear");
    }
}
