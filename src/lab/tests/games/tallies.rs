//! Tallies and standard errors of real games of the shipped pools.

use crate::{GAMES, find};
use sim_lab::{
    experiment::{Arm, Rules, Seats},
    pairs::{Side, by_name, figures},
};
use sim_play::{
    entry::Entry,
    tally::{Tally, UseKind},
};
use sim_script::{Strategy, library::BASELINES};
use sim_stats::Estimate;

/// An arm of the first `most` archetypes of the game.
pub fn pool(entry: &Entry, players: usize, most: usize) -> Arm {
    pool_by(entry, &Rules::new(entry.settings().unwrap()), players, most)
}

fn pool_by(entry: &Entry, rules: &Rules, players: usize, most: usize) -> Arm {
    let names = entry.shipped().iter().map(|shipped| shipped.name);
    let archetypes = names.filter(|name| !BASELINES.contains(name)).take(most);
    let strategies: Vec<Strategy> =
        archetypes.map(|name| entry.shipped_strategy(name).unwrap().unwrap()).collect();
    let seats = Seats { players, strategies, lineup: None, seed: 5 };
    entry.arm(rules, seats).unwrap()
}

#[test]
fn tallies_of_shipped_pools_stay_below_four_mebibytes() {
    for entry in GAMES {
        let (fewest, most) = entry.info().players;
        for players in fewest..=most {
            let size = pool(entry, players, usize::MAX).empty().size();
            assert!(size < 4 << 20, "{} with {players}: {size} bytes", entry.info().name);
        }
    }
}

#[test]
fn an_arm_played_in_parts_differs_by_nothing() {
    for entry in GAMES {
        let arm = pool(entry, entry.info().default_players, 3);
        let whole = arm.play(0..60, arm.empty(), &mut ());
        let mut later = arm.play(25..60, arm.empty(), &mut ());
        later.merge(&arm.play(0..25, arm.empty(), &mut ()));
        let subject = arm.subject();
        let sides = (Side { subject: &subject, tally: &whole }, Side { subject: &subject, tally: &later });
        let rows = figures(sides.0, sides.1, &by_name(&subject, &subject)).unwrap();
        assert!(rows.len() > 10);
        for row in &rows {
            assert!(matches!(row.paired.difference.value, Some(0.0) | None), "{row:?}");
            assert_eq!(row.paired.p_value, None, "{row:?}");
        }
    }
}

#[test]
fn what_nobody_uses_can_be_taken_out_and_is_never_a_discovery() {
    // Restaurateurs stay in the box unless their module is played.
    let entry = find("critter-kitchen").unwrap();
    let rules = Rules::new(entry.settings().unwrap());
    let players = entry.info().default_players;
    let arm = pool_by(entry, &rules, players, 4);
    let is_met = |tally: &Tally, component: usize| {
        let number = |kind| tally.layout.component_use(component, kind);
        let mut numbers = UseKind::ALL.into_iter().map(number);
        numbers.any(|number| (0..4).any(|plan| tally.counts.get(plan, number).total() != 0))
    };
    let deals = 0..40;
    let whole = arm.play(deals.clone(), arm.empty(), &mut ());
    let kind = arm.game.components().iter().enumerate().filter(|(_, one)| one.kind == "restaurateur");
    let unmet: Vec<&str> = kind.filter(|(at, _)| !is_met(&whole, *at)).map(|(_, one)| &*one.name).collect();
    assert!(unmet.len() >= 5, "{unmet:?}");
    for name in &unmet[..5] {
        let mut without = rules.clone();
        without.settings.take_out(name).unwrap();
        let other = pool_by(entry, &without, players, 4);
        assert_eq!(other.game.components().len() + 1, arm.game.components().len(), "{name}");
        let tally = other.play(deals.clone(), other.empty(), &mut ());
        let subjects = (arm.subject(), other.subject());
        let one = Side { subject: &subjects.0, tally: &whole };
        let other = Side { subject: &subjects.1, tally: &tally };
        let rows = figures(one, other, &by_name(&subjects.0, &subjects.1)).unwrap();
        for row in &rows {
            assert!(matches!(row.paired.difference.value, Some(0.0) | None), "{name}: {row:?}");
            assert_eq!((row.paired.differing, row.paired.p_value), (0, None), "{name}: {row:?}");
        }
    }
}

#[test]
#[ignore = "takes minutes: scripts/coverage"]
#[allow(clippy::print_stdout, reason = "the figures are what it is run for")]
fn coverage_of_a_cycle_in_step_with_powers_of_two() {
    // Four strategies at tables of three have a cycle of 8 line-ups.
    let arm = pool(find("delectable").unwrap(), 3, 4);
    let mean = |estimates: Vec<Estimate>, games: u64| {
        let errors: Vec<f64> = estimates.iter().filter_map(|estimate| estimate.standard_error).collect();
        errors.iter().sum::<f64>() / errors.len() as f64 * (games as f64).sqrt()
    };
    let scaled = |games: u64| {
        let tally = arm.play(0..games / 3, arm.empty(), &mut ());
        let estimates = tally.adjusted.estimates().iter().map(|adjusted| adjusted.estimate).collect();
        mean(estimates, games)
    };
    let ratio = scaled(201_000) / scaled(20_100);
    println!(
        "Delectable for three, four strategies: error times the root of the games, 10 times as many: {ratio:.3}"
    );
    assert!((ratio - 1.0).abs() < 0.1);
}
