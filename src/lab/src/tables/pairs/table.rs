//! Paired figures as rows.

use std::cmp::Ordering;

use super::Figure;
use crate::tables::{Cell, Column, Table, estimate_cells, estimate_columns};
use sim_stats::{
    multiplicity::{LEVEL, benjamini_hochberg},
    paired::Paired,
};

/// What is said of a figure, given what passes for no change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Found among all figures at a false discovery rate of 5 %.
    Changed,
    /// Found, and still within the tolerance.
    Slightly,
    /// Within the tolerance.
    Same,
    Open,
}

impl Verdict {
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Changed => "changed",
            Verdict::Slightly => "changed within tolerance",
            Verdict::Same => "same",
            Verdict::Open => "open",
        }
    }

    fn of(figure: &Figure, rate: Option<f64>, tolerance: f64) -> Verdict {
        // Shares may move by so much of the whole, numbers by so much of themselves.
        let size = if figure.is_share { 1.0 } else { figure.paired.one.unwrap_or(0.0).abs() };
        let is_found = rate.is_some_and(|rate| rate <= LEVEL);
        match (is_found, figure.paired.is_within(tolerance * size)) {
            (true, false) => Verdict::Changed,
            (true, true) => Verdict::Slightly,
            (false, true) => Verdict::Same,
            (false, false) => Verdict::Open,
        }
    }
}

pub(in crate::tables) const PAIR: [Column; 2] = [
    Column { name: "one", about: "The figure in the first arm." },
    Column { name: "other", about: "The figure in the second arm." },
];
pub(in crate::tables) const VARIANCE_RATIO: Column = Column {
    name: "variance_ratio",
    about: "Variance of the difference, divided by that of two runs on different deals: below 1 where playing the same deals helped.",
};
pub(super) const TESTS: [Column; 2] = [
    Column { name: "p_value", about: "Two-sided p-value of no difference." },
    Column {
        name: "false_discovery_rate",
        about: "Smallest rate of false discoveries among all rows at which this one counts as found (Benjamini and Hochberg).",
    },
];

/// Figures in a table. With a tolerance there is a verdict on each, and what is surest to have changed
/// comes first.
pub fn differences(figures: &[Figure], tolerance: Option<f64>) -> Table {
    listed(&[], figures.iter().map(|figure| (&[][..], figure)).collect(), tolerance)
}

/// Figures of several arms in one table, those of each after the cells that tell it apart, in columns
/// `keys`. What is found is found among all rows of all arms.
pub fn of_arms(keys: &[Column], arms: &[(Vec<Cell>, Vec<Figure>)], tolerance: Option<f64>) -> Table {
    let rows = arms.iter().flat_map(|(cells, figures)| figures.iter().map(|figure| (&cells[..], figure)));
    listed(keys, rows.collect(), tolerance)
}

fn listed(keys: &[Column], figures: Vec<(&[Cell], &Figure)>, tolerance: Option<f64>) -> Table {
    let mut columns = keys.to_vec();
    columns.extend([
        Column { name: "figure", about: "What is compared." },
        Column { name: "strategy", about: "The strategy, or both, if the figure is one of strategies." },
        Column { name: "seat", about: "The seat, from 1, if the figure is one of seats." },
    ]);
    columns.extend(PAIR);
    columns.extend(estimate_columns(Column { name: "difference", about: "The first minus the second." }));
    columns.extend(TESTS);
    columns.extend([
        Column {
            name: "differing_groups",
            about: "Groups of deals, of 256 or, for measures, of 32 that differ at all.",
        },
        Column {
            name: "most_differing",
            about: "Where fewer than 20 groups differ: the largest share of all deals that may differ (95 %).",
        },
        VARIANCE_RATIO,
    ]);
    if tolerance.is_some() {
        columns.push(Column {
            name: "verdict",
            about: "changed: found among all rows at a false discovery rate of 5 %; same: the 90 % interval lies within the tolerance, or no deal differs; open: neither can be said yet.",
        });
    }
    let about = "Both arms played the same deals, so most of their luck cancels; the error is that of the difference. Where fewer than 20 groups of deals differ there is no interval, only a bound on how many deals do.";
    let mut table = Table::new("differences", "Two arms on the same deals", about, &columns);
    let p_values: Vec<Option<f64>> = figures.iter().map(|(_, figure)| figure.paired.p_value).collect();
    let mut rows: Vec<_> = figures.into_iter().zip(benjamini_hochberg(&p_values)).collect();
    if tolerance.is_some() {
        let size = |figure: &Figure| figure.paired.difference.errors_from_zero();
        rows.sort_by(|((_, a), rate), ((_, b), other)| {
            by_rate(*rate, *other).then(size(b).total_cmp(&size(a)))
        });
    }
    for ((keys, figure), rate) in rows {
        let mut cells = keys.to_vec();
        cells.extend([
            Cell::text(&figure.figure),
            Cell::text(&figure.strategy),
            figure.seat.map_or(Cell::Missing, |seat| Cell::Int(i64::from(seat.0) + 1)),
        ]);
        cells.extend(paired_cells(&figure.paired));
        cells.extend([
            Cell::number(figure.paired.p_value),
            Cell::number(rate),
            Cell::from(figure.paired.differing),
            Cell::number(figure.paired.most_differing),
            Cell::number(figure.paired.variance_ratio),
        ]);
        cells.extend(tolerance.map(|tolerance| Cell::text(Verdict::of(figure, rate, tolerance).word())));
        table.rows.push(cells);
    }
    table
}

/// The surest discovery first, and what was not tested last.
pub(super) fn by_rate(one: Option<f64>, other: Option<f64>) -> Ordering {
    one.unwrap_or(2.0).total_cmp(&other.unwrap_or(2.0))
}

/// Both figures, their difference, and what is to be said of it.
pub(in crate::tables) fn paired_cells(paired: &Paired) -> Vec<Cell> {
    let mut cells = vec![Cell::number(paired.one), Cell::number(paired.other)];
    cells.extend(estimate_cells(&paired.difference));
    if let Some(note) = cells.last_mut() {
        *note = Cell::text(paired.words());
    }
    cells
}
