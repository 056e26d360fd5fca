//! Adjusted differences of simulated games with known truth.

mod coverage;

use super::*;
use crate::{lineup::Schedule, tally::WIN};
use sim_engine as rules;
use sim_engine::{ComponentId, Luck, Purpose, Stream};
use sim_stats::estimate::student_p_value;

/// A simulated run. A schedule seats the strategies; two functions decide who uses the only component and who wins.
struct World {
    record: GameRecord,
    adjusted: Adjustments,
}

impl World {
    fn new(schedule: &Schedule, strategies: usize) -> World {
        World::with(1, schedule, strategies)
    }

    fn with(components: usize, schedule: &Schedule, strategies: usize) -> World {
        let players = schedule.players();
        let strata = Arc::new(LineupStrata::new(schedule));
        let room = rules::Frame { players, contenders: players, components, measures: &[] };
        let frame = Frame {
            players,
            contenders: players,
            strategies,
            components,
            measures: &[],
            ends: 1,
            points_bin: 1,
            strata,
        };
        World { record: GameRecord::new(room), adjusted: Adjustments::new(&frame) }
    }

    fn game(&mut self, strategies: BySeat<u8>, holds: impl Fn(Seat) -> bool, winner: Seat) {
        self.game_of_many(strategies, |_, seat| holds(seat), winner);
    }

    /// Adds a game with several components.
    fn game_of_many(&mut self, strategies: BySeat<u8>, holds: impl Fn(usize, Seat) -> bool, winner: Seat) {
        self.record.clear();
        self.record.strategies = strategies;
        for component in 0..self.adjusted.components {
            for seat in Seat::all(self.adjusted.players) {
                self.record.use_mut(ComponentId::new(0, component), seat).used =
                    holds(component, seat).into();
            }
        }
        let mut wins = BySeat::default();
        wins[winner] = WIN;
        self.adjusted.add(&self.record, &wins);
    }

    fn adjusted(&self) -> AdjustedEstimate {
        self.adjusted.estimates()[0]
    }
}

/// Plays deals of a pool. `strength` gives the odds of winning by strategy and seat; holding the component multiplies
/// them by `gain`.
fn run(
    size: (usize, usize, u64),
    strength: impl Fn(u8, Seat) -> f64,
    gain: f64,
    holds: impl Fn(&BySeat<u8>, Seat, &mut Stream) -> bool,
    seed: u64,
) -> AdjustedEstimate {
    let [world] = arms(size, strength, [gain], holds, seed);
    world.adjusted()
}

/// Plays as [`run`] does, with the same luck for each of several gains.
fn arms<const ARMS: usize>(
    (players, strategies, deals): (usize, usize, u64),
    strength: impl Fn(u8, Seat) -> f64,
    gains: [f64; ARMS],
    holds: impl Fn(&BySeat<u8>, Seat, &mut Stream) -> bool,
    seed: u64,
) -> [World; ARMS] {
    let schedule = Schedule::pool(strategies, players).unwrap();
    let mut worlds = gains.map(|_| World::new(&schedule, strategies));
    for deal in 0..deals {
        let mut stream = Luck::new(seed, deal).stream(Purpose::new("test.adjusted_difference"), 0);
        for table in schedule.tables(deal) {
            let mut held = [false; MAX_SEATS];
            for seat in Seat::all(players) {
                held[seat.index()] = holds(&table, seat, &mut stream);
            }
            let draw = stream.unit();
            for (world, gain) in worlds.iter_mut().zip(gains) {
                let odds =
                    |seat: &Seat| strength(table[*seat], *seat) * if held[seat.index()] { gain } else { 1.0 };
                let mut point = Seat::all(players).map(|seat| odds(&seat)).sum::<f64>() * draw;
                let winner = Seat::all(players).find(|seat| {
                    point -= odds(seat);
                    point < 0.0
                });
                world.game(table, |seat| held[seat.index()], winner.unwrap_or(Seat(0)));
            }
        }
        worlds.iter_mut().for_each(|world| world.adjusted.end_deal(deal));
    }
    worlds
}

/// Coverage of intervals over many runs.
#[derive(Debug)]
struct Covered {
    /// The share of the intervals found that hold the truth.
    share: f64,
    /// The root mean square error of the values, divided by their mean standard error.
    spread: f64,
    /// The share of runs without an interval, because too few of their groups differ.
    missing: f64,
}

/// Plays runs of two arms with the same luck. A sole user wins 3 games of 5 in the first and half of the games in the
/// second, so their adjusted differences differ by 1/5.
fn covered_differences(runs: u64, deals: u64) -> Covered {
    let coin = |_: &BySeat<u8>, _: Seat, stream: &mut Stream| stream.index(2) == 0;
    let run = |seed| {
        let [one, other] = arms((2, 3, deals), |_, _| 1.0, [1.5, 1.0], coin, 9000 + seed);
        let paired = one.adjusted.differences(&other.adjusted, &[(0, 0)])[0].difference;
        let ends = paired.interval?;
        let is_inside = ends.low <= 0.2 && 0.2 <= ends.high;
        Some((is_inside, paired.value? - 0.2, paired.standard_error?))
    };
    let given: Vec<(bool, f64, f64)> = (0..runs).filter_map(run).collect();
    let mean = |of: &dyn Fn(&(bool, f64, f64)) -> f64| given.iter().map(of).sum::<f64>() / given.len() as f64;
    let spread = mean(&|(_, off, _)| off * off).sqrt();
    Covered {
        share: mean(&|(is_inside, _, _)| f64::from(*is_inside)),
        spread: spread / mean(&|(_, _, error)| *error),
        missing: 1.0 - given.len() as f64 / runs as f64,
    }
}

#[test]
fn the_error_of_a_difference_of_contrasts_is_that_of_the_difference() {
    let covered = covered_differences(300, 400);
    // Two standard errors of a share of .95 in 300 runs are .025; three of the relative spread are .12.
    assert!((0.92..=0.98).contains(&covered.share), "{covered:?}");
    assert!((covered.spread - 1.0).abs() < 0.12, "{covered:?}");
    assert!(covered.missing < 0.05, "{covered:?}");
    let coin = |_: &BySeat<u8>, _: Seat, stream: &mut Stream| stream.index(2) == 0;
    let [one, other] = arms((2, 3, 3000), |_, _| 1.0, [1.5, 1.0], coin, 1);
    let paired = one.adjusted.differences(&other.adjusted, &[(0, 0), (0, 0)])[1];
    assert!(paired.differing > 100, "{paired:?}");
    // In a game with one user the adjusted difference is 1 or -1. In a tenth of them it differs by 2 between the
    // arms. The variances are .96 and 1 by arm, and .4 - .04 for the difference.
    let ratio = paired.variance_ratio.unwrap();
    assert!((ratio - 0.36 / 1.96).abs() < 0.03, "{ratio}");
    let same = one.adjusted.differences(&one.adjusted, &[(0, 0)])[0];
    assert_eq!((same.difference.value, same.differing, same.p_value), (Some(0.0), 0, None));
}

/// Odds under which strategy 0 is by far the best and the first seat is slightly better.
fn strength(strategy: u8, seat: Seat) -> f64 {
    [9.0, 3.0, 2.0, 1.0][usize::from(strategy)] * if seat == Seat(0) { 1.5 } else { 1.0 }
}

/// Whether a strategy sits at a table.
fn is_there(table: &BySeat<u8>, players: usize, strategy: u8) -> bool {
    Seat::all(players).any(|seat| table[seat] == strategy)
}

#[test]
fn a_mark_of_strategy_seat_or_stratum_cannot_be_compared() {
    let cannot = |adjusted: AdjustedEstimate| {
        assert!(adjusted.comparable.is_some_and(|share| share < 1e-9), "{adjusted:?}");
        assert_eq!((adjusted.estimate.value, adjusted.p_value), (None, None));
        assert!(adjusted.estimate.note.contains("nobody to compare with"), "{adjusted:?}");
    };
    for (players, strategies) in [(2, 2), (2, 3), (2, 4), (3, 4), (4, 2)] {
        let size = (players, strategies, 240);
        for marked in 0..strategies as u8 {
            cannot(run(size, strength, 1.0, |table, seat, _| table[seat] == marked, 1));
        }
        let seat = run(size, strength, 1.0, |_, seat, _| seat == Seat(0), 2);
        assert!(seat.raw.unwrap() > 0.05, "the first seat does win more");
        cannot(seat);
        cannot(run(size, strength, 1.0, |table, seat, _| table[seat] == 0 && seat == Seat(0), 3));
        let with_one =
            |table: &BySeat<u8>, seat: Seat, _: &mut Stream| table[seat] == 0 && is_there(table, players, 1);
        cannot(run(size, strength, 1.0, with_one, 4));
    }
}

#[test]
fn a_use_that_leans_on_strategy_seat_or_stratum_leaves_no_mark() {
    // Strategy 0, by far the best, uses the component in nine games of ten: always, where strategy 1 plays too, or in
    // the first seat. The rate is one in ten in all other cases. It has no effect.
    let players = 3;
    let leans: [fn(&BySeat<u8>, Seat) -> bool; 3] = [
        |table, seat| table[seat] == 0,
        |table, seat| table[seat] == 0 && is_there(table, 3, 1),
        |table, seat| table[seat] == 0 && seat == Seat(0),
    ];
    for leans in leans {
        let holds = |table: &BySeat<u8>, seat: Seat, stream: &mut Stream| {
            stream.unit() < if leans(table, seat) { 0.9 } else { 0.1 }
        };
        let adjusted = run((players, 4, 20_000), strength, 1.0, holds, 5);
        let (value, error) = (adjusted.estimate.value.unwrap(), adjusted.estimate.standard_error.unwrap());
        assert!(value.abs() < 3.0 * error && error < 0.02, "{value} +- {error}");
        assert!(adjusted.raw.unwrap() > 20.0 * error, "{adjusted:?}");
    }
}

#[test]
fn a_gain_is_found_in_full_where_use_leans_on_the_strategy() {
    // Two equal players, but strategy 0 uses the component in four games of five and strategy 1 in one of five. A
    // sole user wins 3 games of 5, a difference of 1/5, whichever strategy it is.
    let holds = |table: &BySeat<u8>, seat: Seat, stream: &mut Stream| {
        stream.unit() < if table[seat] == 0 { 0.8 } else { 0.2 }
    };
    let adjusted = run((2, 2, 40_000), |_, _| 1.0, 1.5, holds, 6);
    let (value, error) = (adjusted.estimate.value.unwrap(), adjusted.estimate.standard_error.unwrap());
    assert!((value - 0.2).abs() < 3.0 * error && error < 0.01, "{value} +- {error}");
    assert!(adjusted.comparable.unwrap() < 0.8, "{adjusted:?}");
}

#[test]
fn a_planted_gain_is_found_whoever_uses_it() {
    // Two equal players: a sole user wins 3 games of 5, a difference of 1/5. Coins decide on the use, whatever the
    // strategy, so there is nothing to adjust for.
    let even = |_: u8, _: Seat| 1.0;
    let coin = |_: &BySeat<u8>, _: Seat, stream: &mut Stream| stream.index(2) == 0;
    let adjusted = run((2, 3, 20_000), even, 1.5, coin, 3);
    let (value, error) = (adjusted.estimate.value.unwrap(), adjusted.estimate.standard_error.unwrap());
    assert!((value - 0.2).abs() < 4.0 * error, "{value} +- {error}");
    assert!(adjusted.p_value.unwrap() < 1e-6);
}

/// Figures of runs in which the component has no effect.
struct Nulls {
    runs: usize,
    /// Share of p-values below 5 %.
    rejected: f64,
    /// Kolmogorov-Smirnov distance of the p-values from uniform ones, times the root of their number; above 1.63 with
    /// a probability of 1 %.
    distance: f64,
    /// The root mean square of the estimates, divided by their mean standard error.
    ratio: f64,
}

impl Nulls {
    fn of(runs: &[AdjustedEstimate]) -> Nulls {
        let mut p_values: Vec<f64> = runs.iter().filter_map(|run| run.p_value).collect();
        p_values.sort_by(f64::total_cmp);
        let count = p_values.len() as f64;
        let gaps = p_values.iter().enumerate().map(|(at, p)| ((at as f64 + 0.5) / count - p).abs());
        let values: Vec<f64> = runs.iter().filter_map(|run| run.estimate.value).collect();
        let errors: f64 = runs.iter().filter_map(|run| run.estimate.standard_error).sum();
        let square: f64 = values.iter().map(|value| value * value).sum();
        Nulls {
            runs: p_values.len(),
            rejected: p_values.iter().filter(|p| **p < 0.05).count() as f64 / count,
            distance: gaps.fold(0.0, f64::max) * count.sqrt(),
            ratio: (square / count).sqrt() / (errors / count),
        }
    }
}

#[test]
fn p_values_of_what_does_nothing_are_uniform() {
    for rates in [[0.05; 3], [0.5; 3], [0.95; 3], [0.8, 0.1, 0.4], [0.95, 0.5, 0.05], [0.95, 0.1, 0.1]] {
        let holds = |table: &BySeat<u8>, seat: Seat, stream: &mut Stream| {
            stream.unit() < rates[usize::from(table[seat])]
        };
        let runs: Vec<AdjustedEstimate> =
            (0..400).map(|seed| run((2, 3, 900), strength, 1.0, holds, 1000 + seed)).collect();
        let Nulls { runs, rejected, distance, ratio } = Nulls::of(&runs);
        assert_eq!(runs, 400);
        assert!(distance < 1.63, "rates {rates:?}: distance {distance}");
        // Two standard errors around 5 % of 400 p-values are 3 to 7 %; three around the ratio are 10 %.
        assert!((0.03..=0.07).contains(&rejected), "rates {rates:?}: {rejected} rejected");
        assert!((ratio - 1.0).abs() < 0.1, "rates {rates:?}: spread over error {ratio}");
    }
}

#[test]
fn the_error_falls_with_the_root_of_the_deals_whatever_the_cycle() {
    // Cycles of 8 and of 15 line-ups. A cycle of 8 would be in step with 2^n groups if these were not hashed.
    for (players, strategies, cycle) in [(3, 4, 8), (2, 6, 15)] {
        assert_eq!(Schedule::pool(strategies, players).unwrap().len(), cycle);
        let holds = |_: &BySeat<u8>, _: Seat, stream: &mut Stream| stream.unit() < 0.3;
        let even = |strategy: u8, _: Seat| f64::from(strategy) * 2.0 + 1.0;
        let error = |deals: u64| {
            let adjusted = run((players, strategies, deals), even, 1.0, holds, 9);
            adjusted.estimate.standard_error.unwrap() * (deals as f64).sqrt()
        };
        let ratio = error(60_000) / error(6_000);
        // A standard error from 256 groups has a relative standard error of 4.4 %.
        assert!((ratio - 1.0).abs() < 0.13, "a cycle of {cycle}: {ratio}");
    }
}

#[test]
fn a_run_of_two_deals_on_paper() {
    let mut world = World::new(&Schedule::pool(2, 2).unwrap(), 2);
    let table = |first, second| {
        let mut table = BySeat::default();
        (table[Seat(0)], table[Seat(1)]) = (first, second);
        table
    };
    world.game(table(0, 1), |seat| seat == Seat(0), Seat(0));
    world.game(table(1, 0), |seat| seat == Seat(0), Seat(0));
    world.adjusted.end_deal(0);
    world.game(table(0, 1), |_| false, Seat(0));
    world.game(table(1, 0), |_| true, Seat(1));
    world.adjusted.end_deal(1);
    let adjusted = world.adjusted();
    // The holder won both games with a single holder. Each of the four places was played twice, once with a weight of
    // 1 or -1: means of 1/2 for both strategies in the first seat, and -1/2 in the second. With these weights the
    // wins of the places, 2, 1, 1 and 0, add up to 1, which is subtracted. Half of the weights are left.
    assert_eq!(adjusted.raw, Some(1.0));
    assert_eq!(adjusted.estimate.value, Some((2.0 - 1.0) / 2.0 / 0.5));
    assert_eq!((adjusted.estimate.n, adjusted.estimate.deals, adjusted.uniform_games), (2, 1, 2));
    assert_eq!(adjusted.p_value, None);
    // The places have 1 use of 2 twice, 2 of 2, and 0 of 2: a sum of squares of 1 within places. All plays have 4 of
    // 8 uses: a sum of squares of 2.
    assert_eq!(adjusted.comparable, Some(0.5));
}

#[test]
fn p_values_have_the_degrees_of_freedom_of_the_groups() {
    let coin = |_: &BySeat<u8>, _: Seat, stream: &mut Stream| stream.index(2) == 0;
    let adjusted = run((2, 2, 20_000), |_, _| 1.0, 1.0, coin, 11);
    assert_eq!(adjusted.estimate.degrees, GROUPS as u64 - 1);
    let t = adjusted.estimate.value.unwrap() / adjusted.estimate.standard_error.unwrap();
    assert!((adjusted.p_value.unwrap() - student_p_value(t, 255).unwrap()).abs() < 1e-12);
}

#[test]
fn blocks_of_deals_add_up_in_any_order() {
    let schedule = Schedule::pool(2, 3).unwrap();
    let play = |world: &mut World, deal: u64| {
        for table in schedule.tables(deal) {
            world.game(table, |seat| u64::from(seat.0) <= deal % 3, Seat((deal % 3) as u8));
        }
        world.adjusted.end_deal(deal);
    };
    let mut whole = World::new(&schedule, 2);
    (0..40).for_each(|deal| play(&mut whole, deal));
    let (mut one, mut other) = (World::new(&schedule, 2), World::new(&schedule, 2));
    (0..13).for_each(|deal| play(&mut one, deal));
    (13..40).for_each(|deal| play(&mut other, deal));
    other.adjusted.merge(&one.adjusted);
    assert_eq!(other.adjusted, whole.adjusted);
}
