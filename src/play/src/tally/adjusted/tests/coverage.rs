//! Coverage tests that take minutes: `scripts/coverage` runs them and prints these figures.
#![allow(clippy::print_stdout, reason = "the figures are what it is run for")]

use super::*;
use sim_stats::multiplicity::{LEVEL, benjamini_hochberg};

/// Probabilities that a player uses the component.
const RATES: [f64; 3] = [0.05, 0.5, 0.95];
const RUNS: u64 = 1000;

#[test]
#[ignore = "takes minutes: scripts/coverage"]
fn coverage_of_contrasts_that_are_nothing() {
    println!("adjusted differences of what does nothing, {RUNS} runs each of 1,000 deals");
    println!("players strategies  use          rejected   spread/error  KS");
    for (players, strategies) in [(2, 2), (2, 4), (3, 4), (4, 4), (4, 3)] {
        for rate in RATES {
            for leans in [false, true] {
                let holds = |table: &BySeat<u8>, seat: Seat, stream: &mut Stream| {
                    // The strongest strategy has the opposite tendency.
                    stream.unit() < if leans && table[seat] == 0 { 1.0 - rate.min(0.9) } else { rate }
                };
                let runs: Vec<AdjustedEstimate> = (0..RUNS)
                    .map(|seed| run((players, strategies, 1000), strength, 1.0, holds, 5000 + seed))
                    .collect();
                let nulls = Nulls::of(&runs);
                let use_of = format!("{rate}{}", if leans { ", leaning" } else { "" });
                println!(
                    "{players:7} {strategies:10}  {use_of:13}{:8.3} {:14.3} {:5.2}",
                    nulls.rejected, nulls.ratio, nulls.distance
                );
                assert_eq!(nulls.runs, RUNS as usize);
                assert!((0.03..=0.07).contains(&nulls.rejected) && nulls.distance < 1.63);
                assert!((nulls.ratio - 1.0).abs() < 0.1);
            }
        }
    }
}

#[test]
#[ignore = "takes minutes: scripts/coverage"]
fn coverage_of_differences_of_adjusted() {
    println!("differences of adjusted differences of two arms, {RUNS} runs each");
    println!("deals  covered  spread/error  missing");
    // With 300 deals, few per group, the standard error is some 6 % too large: conservative.
    for (deals, most, off) in
        [(300, 0.975, 0.08), (1000, 0.96, 0.05), (3000, 0.96, 0.05), (10_000, 0.96, 0.05)]
    {
        let Covered { share, spread, missing } = covered_differences(4 * RUNS, deals);
        println!("{deals:5} {share:8.4} {spread:13.3} {missing:8.4}");
        // The standard error of a share of .95 in 4,000 runs is .0034.
        assert!((0.94..=most).contains(&share) && (spread - 1.0).abs() < off);
        assert!(missing < 0.05);
    }
}

#[test]
#[ignore = "takes minutes: scripts/coverage"]
fn coverage_of_every_cycle() {
    println!("error times the root of the games, 200,000 over 20,000 games, mean of 8 components");
    println!("players strategies   cycle  ratio");
    for players in 2..=6 {
        for strategies in 2..=12 {
            let Some(schedule) = Schedule::pool(strategies, players) else { continue };
            let error = |games: u64| {
                let (deals, games) = schedule.deals_for(games);
                let errors = (0..8).map(|seed| {
                    let holds = |_: &BySeat<u8>, _: Seat, stream: &mut Stream| stream.unit() < 0.3;
                    let odds = |strategy: u8, _: Seat| f64::from(strategy % 4) + 1.0;
                    let adjusted = run((players, strategies, deals), odds, 1.0, holds, 70 + seed);
                    adjusted.estimate.standard_error.unwrap()
                });
                errors.sum::<f64>() * (games as f64).sqrt()
            };
            let ratio = error(200_000) / error(20_000);
            println!("{players:7} {strategies:10} {:7}  {ratio:.3}", schedule.len());
            assert!((ratio - 1.0).abs() < 0.1);
        }
    }
}

/// The number of discoveries at a q-value of 5 % among components without effect. The use of every second component
/// depends on the strategy. Uses of a seat in a game share a random term, so the tests are correlated.
fn found_of_nothing(list: u64, components: usize, (players, deals): (usize, u64)) -> usize {
    let schedule = Schedule::pool(4, players).unwrap();
    let mut world = World::with(components, &schedule, 4);
    for deal in 0..deals {
        let mut stream = Luck::new(30_000 + list, deal).stream(Purpose::new("test.discoveries"), 0);
        for table in schedule.tables(deal) {
            let mut held = [[false; MAX_SEATS]; 64];
            for seat in Seat::all(players) {
                let mood = 0.3 * stream.unit();
                for (component, held) in held.iter_mut().enumerate().take(components) {
                    let lean = if component % 2 == 0 { 0.15 * f64::from(table[seat]) } else { 0.2 };
                    held[seat.index()] = stream.unit() < lean + mood;
                }
            }
            let odds = |seat: &Seat| strength(table[*seat], *seat);
            let mut point = Seat::all(players).map(|seat| odds(&seat)).sum::<f64>() * stream.unit();
            let winner = Seat::all(players).find(|seat| {
                point -= odds(seat);
                point < 0.0
            });
            let winner = winner.unwrap_or(Seat(0));
            world.game_of_many(table, |component, seat| held[component][seat.index()], winner);
        }
        world.adjusted.end_deal(deal);
    }
    let p_values: Vec<Option<f64>> = world.adjusted.estimates().iter().map(|one| one.p_value).collect();
    benjamini_hochberg(&p_values).iter().flatten().filter(|rate| **rate <= LEVEL).count()
}

#[test]
#[ignore = "takes minutes: scripts/coverage"]
fn coverage_of_discoveries_among_contrasts() {
    const LISTS: u64 = 2000;
    println!("lists of components that do nothing, of which any is found at a rate of 5 %");
    for (players, deals, components) in [(2, 500, 20), (4, 500, 20), (4, 250, 60)] {
        let found =
            (0..LISTS).filter(|&list| found_of_nothing(list, components, (players, deals)) > 0).count();
        let share = found as f64 / LISTS as f64;
        println!(
            "{players} players, {deals} deals, {components} components: {:.2} % of {LISTS}",
            share * 100.0
        );
        assert!(share < 0.065, "{share}");
    }
}
