//! Tallies and errors of real games, as the shipped pools play them.

use crate::{
    catalogue::{Entry, GAMES},
    experiment::{Arm, Rules, Seats},
    stats::Estimate,
    strategy::{Strategy, library::BASELINES},
    tables::pairs::{Side, by_name, differences},
};

/// An arm of the game's archetypes, or of the first few of them.
pub fn pool(entry: &dyn Entry, players: usize, most: usize) -> Arm {
    let names = entry.shipped().iter().map(|shipped| shipped.name);
    let archetypes = names.filter(|name| !BASELINES.contains(name)).take(most);
    let strategies: Vec<Strategy> =
        archetypes.map(|name| entry.shipped_strategy(name).unwrap().unwrap()).collect();
    let seats = Seats { players, strategies, lineup: None, seed: 5 };
    entry.arm(&Rules::new(entry.params().unwrap()), seats).unwrap()
}

#[test]
fn tallies_of_shipped_pools_stay_below_four_mebibytes() {
    for entry in GAMES {
        let (fewest, most) = entry.info().players;
        for players in fewest..=most {
            let size = pool(*entry, players, usize::MAX).empty().size();
            assert!(size < 4 << 20, "{} with {players}: {size} bytes", entry.info().name);
        }
    }
}

#[test]
fn an_arm_played_in_parts_differs_by_nothing() {
    for entry in GAMES {
        let arm = pool(*entry, entry.info().default_players, 3);
        let whole = arm.play(0..60, arm.empty(), &mut ());
        let mut later = arm.play(25..60, arm.empty(), &mut ());
        later.merge(&arm.play(0..25, arm.empty(), &mut ()));
        let subject = arm.subject();
        let sides = (Side { subject: &subject, tally: &whole }, Side { subject: &subject, tally: &later });
        let table = differences(sides.0, sides.1, &by_name(&subject, &subject)).unwrap();
        assert!(table.rows.len() > 10);
        for row in &table.rows {
            assert!(matches!(table.number(row, "difference"), Some(0.0) | None), "{row:?}");
            assert_eq!(table.number(row, "p_value"), None, "{row:?}");
        }
    }
}

#[test]
#[ignore = "takes minutes: scripts/coverage"]
#[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
fn coverage_of_a_cycle_in_step_with_powers_of_two() {
    // Four strategies at tables of three have a cycle of 8 line-ups.
    let arm = pool(crate::catalogue::find("delectable").unwrap(), 3, 4);
    let mean = |estimates: Vec<Estimate>, games: u64| {
        let errors: Vec<f64> = estimates.iter().filter_map(|estimate| estimate.standard_error).collect();
        errors.iter().sum::<f64>() / errors.len() as f64 * (games as f64).sqrt()
    };
    let scaled = |games: u64| {
        let tally = arm.play(0..games / 3, arm.empty(), &mut ());
        let estimates = tally.contrasts.estimates().iter().map(|contrast| contrast.estimate).collect();
        mean(estimates, games)
    };
    let ratio = scaled(201_000) / scaled(20_100);
    println!(
        "Delectable for three, four strategies: error times the root of the games, 10 times as many: {ratio:.3}"
    );
    assert!((ratio - 1.0).abs() < 0.1);
}
