//! The measures that a game declares, by strategy.

use super::{Cell, Column, Subject, Table, estimate_cells, estimate_columns};
use crate::{
    rules::{Measure, MeasureShape, analysis::Heat},
    stats::Estimate,
    tally::Tally,
};

pub fn tables(subject: &Subject<'_>, tally: &Tally) -> Vec<Table> {
    let mut tables = vec![means(subject, tally), histograms(subject, tally)];
    tables.extend(boards(subject, tally));
    tables
}

const MEASURE: Column = Column { name: "measure", about: "Name of the measure." };
const UNIT: Column = Column { name: "unit", about: "Its unit." };
const STRATEGY: Column = Column { name: "strategy", about: "Name of the strategy." };

/// What tells a cell of a measure from its others, along either axis.
pub(super) fn labels(measure: &Measure, cell: usize) -> (&'static str, &'static str) {
    match measure.shape {
        MeasureShape::Scalar | MeasureShape::Histogram { .. } => ("", ""),
        MeasureShape::Count { rows, columns: None } => (rows.labels[cell], ""),
        MeasureShape::Count { rows, columns: Some(columns) } | MeasureShape::Board { rows, columns, .. } => {
            (rows.labels[cell / columns.labels.len()], columns.labels[cell % columns.labels.len()])
        }
    }
}

fn means(subject: &Subject<'_>, tally: &Tally) -> Table {
    let columns: Vec<Column> = [
        MEASURE,
        UNIT,
        Column { name: "row", about: "Label along the measure's first axis, if it has one." },
        Column { name: "column", about: "Label along its second axis, if it has one." },
        STRATEGY,
    ]
    .into_iter()
    .chain(estimate_columns(Column { name: "mean", about: "Mean per seat and game." }))
    .collect();
    let about = subject
        .info
        .measures
        .iter()
        .map(|measure| format!("{}: {}", measure.name, measure.about))
        .collect::<Vec<_>>()
        .join(" ");
    let mut table = Table::new("measures", "Measures", about, &columns);
    for (at, measure) in subject.info.measures.iter().enumerate() {
        for cell in 0..measure.width() {
            let (row, column) = labels(measure, cell);
            for (place, name) in subject.plans().enumerate() {
                let estimate = tally.counts.get(place, tally.layout.measure(at, cell)).count_mean(&[]);
                let keys = [measure.name, measure.unit, row, column, name].map(Cell::text);
                table.rows.push(keys.into_iter().chain(estimate_cells(&estimate)).collect());
            }
        }
    }
    table
}

/// Each measure of a board's places, over all strategies.
fn boards<'a>(subject: &'a Subject<'_>, tally: &'a Tally) -> impl Iterator<Item = Table> + 'a {
    subject.info.measures.iter().enumerate().filter_map(|(at, measure)| {
        let MeasureShape::Board { title, rows, columns } = measure.shape else { return None };
        let mean = Column { name: "mean", about: "Mean per seat and game, of all strategies." };
        let keys = [
            Column { name: rows.name, about: "Row of the board." },
            Column { name: columns.name, about: "Column of the board." },
        ];
        let all: Vec<Column> = keys.into_iter().chain(estimate_columns(mean)).collect();
        let about = format!(
            "{} Mean {} per seat and game, of all strategies; the table has the errors.",
            measure.about, measure.unit
        );
        let mut table = Table::new(measure.name, title, about, &all);
        for cell in 0..measure.width() {
            let pooled = tally.counts.pooled(subject.strategies.len(), tally.layout.measure(at, cell));
            let estimate = Estimate { deals: tally.deals, ..pooled.mean(&[]) };
            let (row, column) = labels(measure, cell);
            table
                .rows
                .push([row, column].map(Cell::text).into_iter().chain(estimate_cells(&estimate)).collect());
        }
        table.heat = Some(Heat {
            row: rows.name,
            column: columns.name,
            value: "mean",
            unit: measure.unit,
            mark: "",
            word: "",
        });
        Some(table)
    })
}

fn histograms(subject: &Subject<'_>, tally: &Tally) -> Table {
    let columns: Vec<Column> = [
        MEASURE,
        UNIT,
        STRATEGY,
        Column { name: "value", about: "Value of the measure; the last bin holds all above." },
    ]
    .into_iter()
    .chain(estimate_columns(Column { name: "share", about: "Share of the seat-games." }))
    .collect();
    let mut table = Table::new(
        "measure_histograms",
        "Distributions of measures",
        "How often each value came up.",
        &columns,
    );
    for (at, measure) in subject.info.measures.iter().enumerate() {
        let MeasureShape::Histogram { bins } = measure.shape else { continue };
        for (place, name) in subject.plans().enumerate() {
            for bin in 0..bins {
                let estimate = tally.counts.get(place, tally.layout.bin(at, bin)).share(1.0, &[]);
                let value = if bin == bins - 1 { format!("{bin}+") } else { bin.to_string() };
                let keys = [measure.name, measure.unit, name, &value].map(Cell::text);
                table.rows.push(keys.into_iter().chain(estimate_cells(&estimate)).collect());
            }
        }
    }
    table
}
