//! Contrasts of made-up games whose truth is known.

use super::*;
use crate::{
    play::lineup::Schedule,
    rules::{ComponentId, Game, delectable::Delectable, luck::Luck, luck::Purpose, luck::Stream, params},
};

/// A made-up run: who sits where comes from a schedule, who uses the only component and who wins
/// from two functions.
struct World {
    record: GameRecord,
    contrasts: Contrasts,
}

impl World {
    fn new(players: usize, strategies: usize) -> World {
        let data = params::parse("data.toml", Delectable::data_file()).unwrap();
        let game = Delectable::new(&data, players).unwrap();
        let frame = Frame { players, contenders: players, strategies, components: 1, measures: &[], ends: 1 };
        World { record: game.record(), contrasts: Contrasts::new(&frame) }
    }

    fn game(&mut self, strategies: BySeat<u8>, holds: impl Fn(Seat) -> bool, winner: Seat) {
        self.record.clear();
        self.record.strategies = strategies;
        for seat in Seat::all(self.contrasts.players) {
            self.record.use_mut(ComponentId::new(0, 0), seat).used = holds(seat).into();
        }
        let mut wins = BySeat::default();
        wins[winner] = WIN;
        self.contrasts.add(&self.record, &wins);
    }
}

/// Plays deals of a pool; `strength` by strategy and seat are the odds of winning, which holding the
/// component multiplies by `gain`.
fn run(
    (players, strategies, deals): (usize, usize, u64),
    strength: impl Fn(u8, Seat) -> f64,
    gain: f64,
    holds: impl Fn(u8, Seat, &mut Stream) -> bool,
    seed: u64,
) -> Contrast {
    let schedule = Schedule::pool(strategies, players).unwrap();
    let mut world = World::new(players, strategies);
    for deal in 0..deals {
        let mut stream = Luck::new(seed, deal).stream(Purpose::new("test.contrast"), 0);
        for table in schedule.tables(deal) {
            let mut held = [false; MAX_SEATS];
            let mut odds = [0.0; MAX_SEATS];
            for seat in Seat::all(players) {
                held[seat.index()] = holds(table[seat], seat, &mut stream);
                odds[seat.index()] =
                    strength(table[seat], seat) * if held[seat.index()] { gain } else { 1.0 };
            }
            let mut point =
                odds.iter().sum::<f64>() * f64::from(stream.index(1 << 20) as u32) / f64::from(1 << 20);
            let winner = Seat::all(players).find(|seat| {
                point -= odds[seat.index()];
                point < 0.0
            });
            world.game(table, |seat| held[seat.index()], winner.unwrap_or(Seat(0)));
        }
        world.contrasts.end_deal(deal);
    }
    world.contrasts.contrast(0)
}

/// Odds that make strategy 0 much the best and the first seat a little better.
fn strength(strategy: u8, seat: Seat) -> f64 {
    [9.0, 3.0, 2.0, 1.0][usize::from(strategy)] * if seat == Seat(0) { 1.5 } else { 1.0 }
}

#[test]
fn a_mark_of_a_strategy_or_of_a_seat_has_no_contrast() {
    for (players, strategies) in [(2, 2), (2, 3), (2, 4), (3, 4), (4, 2)] {
        for marked in 0..strategies as u8 {
            let size = (players, strategies, 240);
            let contrast = run(size, strength, 1.0, |strategy, _, _| strategy == marked, 1);
            let value = contrast.estimate.value.unwrap();
            assert!(value.abs() < 1e-12, "{players} players, {strategies} strategies: {value}");
        }
        let contrast = run((players, strategies, 240), strength, 1.0, |_, seat, _| seat == Seat(0), 2);
        assert!(contrast.estimate.value.unwrap().abs() < 1e-12);
        assert!(contrast.raw.unwrap() > 0.05, "the first seat does win more");
    }
}

#[test]
fn a_planted_gain_is_found_whoever_uses_it() {
    // Two even players: who alone holds wins 3 games of 5, a difference of 1/5. Coins decide who holds,
    // whatever the strategy, so there is nothing else to take off.
    let even = |_: u8, _: Seat| 1.0;
    let coin = |_: u8, _: Seat, stream: &mut Stream| stream.index(2) == 0;
    let contrast = run((2, 3, 20_000), even, 1.5, coin, 3);
    let (value, error) = (contrast.estimate.value.unwrap(), contrast.estimate.standard_error.unwrap());
    assert!((value - 0.2).abs() < 4.0 * error, "{value} +- {error}");
    assert!(contrast.p_value.unwrap() < 1e-6);
}

#[test]
fn the_error_is_the_spread_over_runs() {
    let coin = |_: u8, _: Seat, stream: &mut Stream| stream.index(2) == 0;
    let runs: Vec<Contrast> =
        (0..150).map(|seed| run((2, 3, 600), strength, 1.0, coin, 100 + seed)).collect();
    let values: Vec<f64> = runs.iter().filter_map(|run| run.estimate.value).collect();
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let spread = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 149.0).sqrt();
    let errors: Vec<f64> = runs.iter().filter_map(|run| run.estimate.standard_error).collect();
    let error = errors.iter().sum::<f64>() / errors.len() as f64;
    // A spread of 150 values has a relative error of 6 %.
    assert!((spread / error - 1.0).abs() < 0.25, "spread {spread}, error {error}");
    let found = runs.iter().filter(|run| run.p_value.is_some_and(|p| p < 0.05)).count();
    assert!(found <= 18, "{found} of 150 runs find what is not there; 7.5 are due");
}

#[test]
fn a_run_of_two_deals_on_paper() {
    let mut world = World::new(2, 2);
    let table = |first, second| {
        let mut table = BySeat::default();
        (table[Seat(0)], table[Seat(1)]) = (first, second);
        table
    };
    // Strategy 0 meets strategy 1 four times and wins 1, -1, 1, 1 against it: a mean of 1/2. The first
    // seat wins three games of four: 1/2 more than the second.
    world.game(table(0, 1), |seat| seat == Seat(0), Seat(0));
    world.game(table(1, 0), |seat| seat == Seat(0), Seat(0));
    world.contrasts.end_deal(0);
    world.game(table(0, 1), |_| false, Seat(0));
    world.game(table(1, 0), |_| true, Seat(1));
    world.contrasts.end_deal(1);
    let contrast = world.contrasts.contrast(0);
    // The holders won both games that tell; 1/2 + 1/2 was due in the first, 1/2 - 1/2 in the second.
    assert_eq!((contrast.raw, contrast.estimate.value), (Some(1.0), Some(0.5)));
    assert_eq!((contrast.estimate.n, contrast.estimate.deals, contrast.uniform_games), (2, 1, 2));
    assert_eq!(contrast.p_value, None);
}

#[test]
fn blocks_of_deals_add_up_in_any_order() {
    let play = |world: &mut World, deal: u64| {
        let mut table = BySeat::default();
        (table[Seat(0)], table[Seat(1)], table[Seat(2)]) = (0, (deal % 2) as u8, 1);
        world.game(table, |seat| u64::from(seat.0) <= deal % 3, Seat((deal % 3) as u8));
        world.contrasts.end_deal(deal);
    };
    let mut whole = World::new(3, 2);
    (0..40).for_each(|deal| play(&mut whole, deal));
    let (mut one, mut other) = (World::new(3, 2), World::new(3, 2));
    (0..13).for_each(|deal| play(&mut one, deal));
    (13..40).for_each(|deal| play(&mut other, deal));
    other.contrasts.merge(&one.contrasts);
    assert_eq!(other.contrasts, whole.contrasts);
}
