//! The measures that a game declares, by strategy.

use super::{Cell, Column, Subject, Table, estimate_cells, estimate_columns};
use sim_engine::{Measure, MeasureShape, Of, analysis::Heat};
use sim_play::tally::Tally;
use sim_stats::Estimate;

pub fn tables(subject: &Subject<'_>, tally: &Tally) -> Vec<Table> {
    let mut tables = vec![means(subject, tally), histograms(subject, tally)];
    tables.extend(boards(subject, tally));
    tables
}

const MEASURE: Column = Column { name: "measure", about: "Name of the measure." };
const UNIT: Column = Column { name: "unit", about: "Its unit." };
const PER: Column = Column {
    name: "per",
    about: "What the mean is per: a seat and game; a game, for what the table has in common; or one of what the named measure counts.",
};
const STRATEGY: Column =
    Column { name: "strategy", about: "Name of the strategy; empty for what the table has in common." };

/// The labels of a cell, if the games of a run have it.
pub(crate) fn labels<'s>(subject: &Subject<'s>, measure: &Measure, cell: usize) -> Option<[&'s str; 2]> {
    measure.labels(cell, subject.components)
}

/// Those of whom a measure is told: the strategies, or nobody where it is of the table.
fn plans<'s>(subject: &'s Subject<'_>, measure: &Measure) -> Vec<&'s str> {
    match measure.of {
        Of::Seat => subject.plans().collect(),
        Of::Table => vec![""],
    }
}

/// What the mean of a measure is per.
pub(super) fn per(subject: &Subject<'_>, measure: &Measure) -> &'static str {
    match (measure.per, measure.of) {
        (Some(other), _) => subject.info.measures[other].name,
        (None, Of::Seat) => "seat and game",
        (None, Of::Table) => "game",
    }
}

fn means(subject: &Subject<'_>, tally: &Tally) -> Table {
    let columns: Vec<Column> = [
        MEASURE,
        UNIT,
        PER,
        Column { name: "row_label", about: "Label along the measure's first axis, if it has one." },
        Column { name: "column_label", about: "Label along its second axis, if it has one." },
        STRATEGY,
    ]
    .into_iter()
    .chain(estimate_columns(Column { name: "mean", about: "Mean per what the column `per` says." }))
    .collect();
    let about = "What is counted in every game, by strategy. The key below says what each measure is.";
    let mut table = Table::new("measures", "Measures", about, &columns);
    table.key = subject.info.measures.iter().map(|measure| (measure.name, measure.about)).collect();
    for (at, measure) in subject.info.measures.iter().enumerate() {
        for cell in 0..measure.width() {
            let Some([row, column]) = labels(subject, measure, cell) else { continue };
            for (plan, name) in plans(subject, measure).into_iter().enumerate() {
                let estimate = tally.measure(at, cell, plan);
                let keys = [measure.name, measure.unit, per(subject, measure), row, column, name];
                table.rows.push(keys.map(Cell::text).into_iter().chain(estimate_cells(&estimate)).collect());
            }
        }
    }
    table
}

/// Each measure that is drawn as a map, over all strategies.
fn boards<'a>(subject: &'a Subject<'_>, tally: &'a Tally) -> impl Iterator<Item = Table> + 'a {
    subject.info.measures.iter().enumerate().filter_map(|(at, measure)| {
        let title = measure.title()?;
        let (keys, abreast) = sides(measure)?;
        let mean = Column { name: "mean", about: "Mean per seat and game, or per game; of all strategies." };
        let all: Vec<Column> = keys.into_iter().chain(estimate_columns(mean)).collect();
        let about = format!(
            "{} Mean {} per {}, of all strategies; the table has the errors.",
            measure.about,
            measure.unit,
            per(subject, measure)
        );
        let mut table = Table::new(measure.name, title, about, &all);
        for cell in 0..measure.width() {
            let estimate = if measure.of == Of::Table {
                tally.measure(at, cell, 0)
            } else {
                let pooled = tally.counts.pooled(subject.strategies.len(), tally.layout.measure(at, cell));
                Estimate { deals: tally.deals, ..pooled.mean(&[]) }
            };
            let Some([row, column]) = labels(subject, measure, cell) else { continue };
            let keys = match abreast {
                0 => vec![Cell::text(row), Cell::text(column)],
                abreast => {
                    let (down, across) = (cell / abreast + 1, cell % abreast + 1);
                    vec![Cell::from(down as u64), Cell::from(across as u64), Cell::text(row)]
                }
            };
            table.rows.push(keys.into_iter().chain(estimate_cells(&estimate)).collect());
        }
        table.heat = Some(Heat {
            row: table.columns[0].name,
            column: table.columns[1].name,
            value: "mean",
            unit: measure.unit,
            mark: "",
            word: "",
        });
        Some(table)
    })
}

/// The columns that name a place of a map, and how many components lie side by side, if they do.
fn sides(measure: &Measure) -> Option<(Vec<Column>, usize)> {
    let row = |name| Column { name, about: "Row of the board." };
    let column = |name| Column { name, about: "Column of the board." };
    match measure.shape {
        MeasureShape::Board { rows, columns, .. } => Some((vec![row(rows.name), column(columns.name)], 0)),
        MeasureShape::Components { kind, columns: Some(columns), map: Some(_), .. } => {
            Some((vec![row(kind), column(columns.name)], 0))
        }
        MeasureShape::Components { kind, columns: None, map: Some(map), .. } if map.abreast > 0 => {
            let name = Column { name: kind, about: "Name of the place." };
            Some((vec![row("chart_row"), column("chart_column"), name], map.abreast))
        }
        _ => None,
    }
}

fn histograms(subject: &Subject<'_>, tally: &Tally) -> Table {
    let columns: Vec<Column> = [
        MEASURE,
        UNIT,
        STRATEGY,
        Column { name: "value", about: "Value of the measure; the last bin holds all above." },
    ]
    .into_iter()
    .chain(estimate_columns(Column {
        name: "share",
        about: "Share of the seat-games, or of the games for what the table has in common.",
    }))
    .collect();
    let mut table = Table::new(
        "measure_histograms",
        "Distributions of measures",
        "How often each value came up.",
        &columns,
    );
    for (at, measure) in subject.info.measures.iter().enumerate() {
        let MeasureShape::Histogram { bins } = measure.shape else { continue };
        for (place, name) in plans(subject, measure).into_iter().enumerate() {
            for bin in 0..bins {
                let counts = if measure.of == Of::Table { &tally.table } else { &tally.counts };
                let estimate = counts.get(place, tally.layout.bin(at, bin)).share(1.0, &[]);
                let value = if bin == bins - 1 { format!("{bin}+") } else { bin.to_string() };
                let keys = [measure.name, measure.unit, name, &value].map(Cell::text);
                table.rows.push(keys.into_iter().chain(estimate_cells(&estimate)).collect());
            }
        }
    }
    table
}
