//! Results of made-up runs.

use sim_delectable::rules::Delectable;
use sim_engine::{Choice, Component, Game, Kind, Source};
use sim_lab::summary::{
    AdjustedRow, Components, Counted, Course, Measures, Places, Points, Summary, UseRow, WinRates,
};
use sim_stats::{Estimate, Interval};

/// A run of which nothing is known.
pub fn run(players: usize) -> Summary {
    Summary {
        info: Delectable::info(),
        players,
        automa: None,
        games: 20_000,
        deals: 10_000,
        rates: WinRates::default(),
        points: Points::default(),
        places: Places::default(),
        scores: Vec::new(),
        apart: None,
        course: Course::default(),
        components: Components::default(),
        measures: Measures::default(),
    }
}

/// An interval to both sides of a value.
pub fn around(value: f64, half: f64) -> Interval {
    Interval { low: value - half, high: value + half }
}

/// An estimate with half the width of its interval; without one there are too few deals.
pub fn estimate(value: Option<f64>, half: Option<f64>) -> Estimate {
    let note = if half.is_some() { "" } else { "fewer than 30 deals" };
    let interval = value.zip(half).map(|(value, half)| around(value, half));
    let standard_error = half.map(|half| half / 2.0);
    Estimate { n: 2000, deals: 1000, value, standard_error, interval, note, ..Estimate::MISSING }
}

/// A component that comes to be used so.
pub fn counted(name: &str, kind: &str, source: Source, choice: Choice) -> Counted {
    let of_kind = Kind { name: "kind", choice, sum: None };
    Counted {
        component: Component { name: name.to_owned(), kind: kind.to_owned(), source },
        kind: Some(Box::leak(Box::new(of_kind))),
        price: None,
        uses: Vec::<UseRow>::new(),
        doses: Vec::new(),
        adjusted: None,
    }
}

/// An adjusted difference with its p-value, and the rate of false discoveries at which it counts as found.
pub fn adjusted(estimate: Estimate, p_value: f64, rate: f64) -> AdjustedRow {
    AdjustedRow {
        list: estimate.interval,
        estimate,
        raw: None,
        comparable: Some(1.0),
        p_value: Some(p_value),
        rate: Some(rate),
        uniform_games: 0,
    }
}
