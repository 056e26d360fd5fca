//! What an audit is made of.

use super::unused::never_used;
use crate::{
    effort::{Ended, Extent},
    figure::{Direction, Owner},
    robust::{Alternative, Kind, Outcome, Robustness, ShareRow},
    summary::{Components, Counted, Event, UseRow},
    tournament::{Part, Rating, Spread, Standings},
};
use sim_engine::{Component, Seat, Source, Sum};
use sim_stats::{Estimate, Interval, multiplicity::LEVEL, paired::Paired};

/// Components by what is counted of them: name, kind, event and mean, those of one together.
fn counted(rows: &[(&str, &str, Event, f64)]) -> Components {
    let mut all: Vec<Counted> = Vec::new();
    for &(name, kind, event, mean) in rows {
        if all.last().is_none_or(|one| one.component.name != name) {
            let component =
                Component { name: name.to_owned(), kind: kind.to_owned(), source: Source::Rulebook };
            let (uses, doses) = (Vec::new(), Vec::new());
            all.push(Counted { component, kind: None, price: None, uses, doses, adjusted: None });
        }
        let mean = Estimate { value: Some(mean), ..Estimate::MISSING };
        let row = UseRow { strategy: "rush".to_owned(), event, mean };
        all.last_mut().unwrap().uses.push(row);
    }
    Components { all, ..Components::default() }
}

#[test]
fn a_component_is_unused_where_nothing_but_an_offer_happened_to_it() {
    let unused = |rows: &[(&str, &str, Event, f64)]| never_used(&counted(rows), |_| false);
    let rows = [
        ("pan", "tool", Event::Used, 0.5),
        ("pot", "tool", Event::Offered, 0.1),
        ("pot", "tool", Event::Used, 0.0),
        ("lid", "tool", Event::Used, 0.0),
    ];
    let names: Vec<(String, bool)> =
        unused(&rows).into_iter().map(|one| (one.component.name, one.is_offered)).collect();
    assert_eq!(names, [("pot".to_owned(), true), ("lid".to_owned(), false)]);
    assert!(unused(&rows[..1]).is_empty());
    let in_the_box = never_used(&counted(&rows), |name| name == "lid");
    assert_eq!(in_the_box.len(), 1);
    // What was taken or lost by came into play, and of a kind that is only offered nothing is known.
    let others = [
        ("dish", "order", Event::Taken, 0.8),
        ("dish", "order", Event::Used, 0.0),
        ("bill", "order", Event::Sum(Sum::Gained("money")), -2.0),
    ];
    assert!(unused(&others).is_empty());
    assert!(unused(&[("rat", "rumor", Event::Offered, 1.0), ("cat", "rumor", Event::Used, 0.0)]).is_empty());
}

#[test]
fn what_a_part_came_to_is_kept_to_the_last_bit() {
    fn again<T: serde::Serialize + serde::de::DeserializeOwned>(one: &T) -> T {
        serde_json::from_str(&serde_json::to_string(one).unwrap()).unwrap()
    }
    let (value, low, high) = (0.1 + 0.2, -0.0, 5e-324);
    let ends = Interval { low, high };
    let difference = Estimate { value: Some(value), interval: Some(ends), ..Estimate::MISSING };
    let row = ShareRow {
        alternative: 0,
        owner: Owner::Seat(Seat(5)),
        standard: Some(value),
        win_rate: Estimate { value: Some(high), ..Estimate::MISSING },
        difference: Paired {
            one: None,
            other: None,
            difference,
            p_value: None,
            differing: 0,
            most_differing: None,
            variance_ratio: None,
        },
        rate: Some(LEVEL / 3.0),
        side: Direction::Open,
        outcome: Outcome::Holds,
    };
    let robust = Robustness {
        extent: Extent { title: "", players: 2, deals: 0, seed: 1 },
        planned: 1,
        alternatives: vec![Alternative { name: "ü \"q\"".to_owned(), kind: Kind::Tie }],
        findings: Vec::new(),
        components: Vec::new(),
        shares: vec![row],
        numbers: Vec::new(),
        not_played: Vec::new(),
        ended: Ended::Whole,
    };
    let kept = again(&robust);
    assert_eq!(format!("{kept:?}"), format!("{robust:?}"));
    assert_eq!(kept.shares[0].difference, robust.shares[0].difference);
    let spread = Spread { value: 0.0, error: 0.0 };
    let played = Part { value, ends };
    let standings = Standings {
        strategies: vec!["rush".to_owned()],
        ratings: vec![Rating { strategy: 0, win_rate: spread, elo: spread, played, nash: None }],
        pairs: Vec::new(),
        cycles: Vec::new(),
        dominated: Vec::new(),
        misfit: None,
    };
    assert_eq!(format!("{:?}", again(&standings)), format!("{standings:?}"));
}
