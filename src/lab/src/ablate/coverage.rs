//! False discoveries of an ablation whose components have no effect. `scripts/coverage of_marks` prints these
//! figures.
//!
//! Share of lists with any marked row, 2,000 lists of 300 deals each, of which one in two differs: 2.8 % with one
//! component, 2.75 % with ten, 3.25 % with 40. With one deal in eight differing, 3.6 % with ten. 5 % are allowed.
#![allow(clippy::print_stdout, reason = "the figures are what it is run for")]

use super::{Change, ComponentEffect, Treatment, ablated, rows};
use crate::pairs::Side;
use sim_delectable::rules::Delectable;
use sim_engine::{Component, Luck, Objective, Purpose, Source};
use sim_play::{
    Schedule,
    arm::Subject,
    tally::{Tally, testing},
};

/// An arm with its own luck: on one deal in `every` it moves a strategy's points up or down with equal probability.
fn arm(number: u64, deals: std::ops::Range<u64>, every: u64) -> Tally {
    let schedule = Schedule::pool(3, 2).unwrap();
    let strength = |strategy: u8| 1.0 + 0.3 * f64::from(strategy);
    testing::run(&schedule, 3, deals, strength, |deal, _| {
        let mut own = Luck::new(900 + number, deal).stream(Purpose::new("test.ablation"), 0);
        let is_moved = own.below(every) == 0;
        let up = own.index(2) == 0;
        i32::from(is_moved) * if up { 12 } else { -12 }
    })
}

/// Number of marked rows in an ablation of `components` components, none of which has an effect.
fn marked(list: u64, components: u64, deals: u64, every: u64) -> usize {
    let component = |name: &str| Component {
        name: name.to_owned(),
        kind: "equipment".to_owned(),
        source: Source::Rulebook,
    };
    let two = [component("pan"), component("pot")];
    let subject = Subject {
        info: Delectable::INFO,
        objective: Objective::Wins,
        players: 2,
        strategies: ["a", "b", "c"].map(str::to_owned).to_vec(),
        automa: None,
        components: &two,
        prices: vec![None; 2],
    };
    let range = list * deals..(list + 1) * deals;
    let first = arm(0, range.clone(), every);
    let as_it_is = Side { subject: &subject, tally: &first };
    let read: Vec<ComponentEffect> = (1..=components)
        .map(|number| {
            let tally = arm(number, range.clone(), every);
            let change = Change { component: 0, way: Treatment::TakenOut };
            ablated(as_it_is, Side { subject: &subject, tally: &tally }, change).unwrap()
        })
        .collect();
    let rows = rows(&two, &first.adjusted.estimates(), &read, Objective::Wins);
    assert_eq!(rows.len(), 3 * components as usize);
    rows.iter().filter(|row| row.is_found()).count()
}

#[test]
fn hardly_any_ablation_of_what_does_nothing_marks_anything() {
    // 5 % of 100, plus four standard errors.
    let marked = (0..100).filter(|&list| marked(list, 4, 240, 2) > 0).count();
    assert!(marked <= 14, "{marked}");
}

#[test]
#[ignore = "takes minutes: scripts/coverage"]
fn coverage_of_marks_of_ablations() {
    const LISTS: u64 = 2000;
    println!("ablations of components that do nothing, of which any row is marked, {LISTS} each");
    for (components, deals, every) in [(1, 300, 2), (10, 300, 2), (10, 300, 8), (10, 1200, 2), (40, 300, 2)] {
        let found = (0..LISTS).filter(|&list| marked(list, components, deals, every) > 0).count();
        let share = found as f64 / LISTS as f64;
        println!(
            "{components} components, {deals} deals, of which one in {every} differs: {:.2} %",
            100.0 * share
        );
        // Three standard errors of a share of .05 in 2,000 lists are .015.
        assert!(share < 0.065, "{share}");
    }
}
