//! The measures that a game declares, by strategy.

use super::{Cell, Column, Table, estimate_cells, estimate_columns};
use crate::summary::{BinRow, Board, BoardCell, MeasureRow, Summary, per};
use sim_engine::{Measure, MeasureShape, analysis::Heat};

pub fn tables(summary: &Summary) -> Vec<Table> {
    let mut tables = vec![means(summary), histograms(&summary.measures.histograms)];
    tables.extend(boards(summary));
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

fn means(summary: &Summary) -> Table {
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
    table.key = summary.info.measures.iter().map(|measure| (measure.name, measure.about)).collect();
    table.rows.extend(summary.measures.means.iter().map(|MeasureRow { measure, labels, strategy, mean }| {
        let [row, column] = labels;
        let per = per(summary.info, measure);
        let keys = [measure.name, measure.unit, per, row, column, strategy.as_deref().unwrap_or_default()];
        keys.map(Cell::text).into_iter().chain(estimate_cells(mean)).collect()
    }));
    table
}

/// Each measure that is drawn as a map, over all strategies.
fn boards(summary: &Summary) -> impl Iterator<Item = Table> {
    summary.measures.boards.iter().filter_map(|Board { measure, cells }| {
        let title = measure.title()?;
        let (keys, abreast) = sides(measure)?;
        let mean = Column { name: "mean", about: "Mean per seat and game, or per game; of all strategies." };
        let all: Vec<Column> = keys.into_iter().chain(estimate_columns(mean)).collect();
        let about = format!(
            "{} Mean {} per {}, of all strategies; the table has the errors.",
            measure.about,
            measure.unit,
            per(summary.info, measure)
        );
        let mut table = Table::new(measure.name, title, about, &all);
        table.rows.extend(cells.iter().map(|BoardCell { cell, labels: [row, column], mean }| {
            let keys = match abreast {
                0 => vec![Cell::text(row), Cell::text(column)],
                abreast => {
                    let (down, across) = (cell / abreast + 1, cell % abreast + 1);
                    vec![Cell::from(down as u64), Cell::from(across as u64), Cell::text(row)]
                }
            };
            keys.into_iter().chain(estimate_cells(mean)).collect()
        }));
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

fn histograms(rows: &[BinRow]) -> Table {
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
    table.rows.extend(rows.iter().map(|BinRow { measure, strategy, value, is_more, share }| {
        let value = if *is_more { format!("{value}+") } else { value.to_string() };
        let keys = [measure.name, measure.unit, strategy.as_deref().unwrap_or_default(), &value];
        keys.map(Cell::text).into_iter().chain(estimate_cells(share)).collect()
    }));
    table
}
