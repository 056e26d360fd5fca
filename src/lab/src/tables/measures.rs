use super::{Cell, Column, Table, Unit, estimate_cells, estimate_columns};
use crate::summary::{BinRow, Board, BoardCell, MeasureRow, Summary, per};
use sim_engine::{
    Measure, MeasureShape,
    analysis::{Heat, Square},
};

pub fn tables(summary: &Summary) -> Vec<Table> {
    let mut tables = vec![means(summary), histograms(&summary.measures.histograms)];
    tables.extend(boards(summary));
    tables
}

const MEASURE: Column = Column::name("measure", "Name of the measure.");
const UNIT: Column = Column::text("unit", "Its unit.");
const PER: Column = Column::text(
    "per",
    "What the mean is per: a seat and game; a game, for what the table has in common; or one of what the named measure counts.",
);
const STRATEGY: Column =
    Column::text("strategy", "Name of the strategy; empty for what the table has in common.");

fn means(summary: &Summary) -> Table {
    let columns: Vec<Column> = [
        MEASURE,
        UNIT,
        PER,
        Column::text("row_label", "Label along the measure's first axis, if it has one."),
        Column::text("column_label", "Label along its second axis, if it has one."),
        STRATEGY,
    ]
    .into_iter()
    .chain(estimate_columns(Column::number("mean", "Mean per what the column `per` says.").of(Unit::ByRow)))
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

fn boards(summary: &Summary) -> impl Iterator<Item = Table> {
    summary.measures.boards.iter().filter_map(|Board { measure, cells }| {
        let title = measure.title()?;
        let (keys, abreast) = sides(measure)?;
        let mean = Column::number("mean", "Mean per seat and game, or per game; of all strategies.");
        let all: Vec<Column> = keys.into_iter().chain(estimate_columns(mean)).collect();
        let about = format!(
            "{} Mean {} per {}, of all strategies; the table has the errors.",
            measure.about,
            measure.unit,
            per(summary.info, measure)
        );
        let mut table = Table::new(measure.name, title, about, &all);
        let mut squares = Vec::new();
        for BoardCell { cell, labels: [row, column], mean } in cells {
            let (place, side) = match abreast {
                0 => (vec![Cell::text(row), Cell::text(column)], [row.clone(), column.clone()]),
                abreast => {
                    let place = [cell / abreast + 1, cell % abreast + 1];
                    let cells = place.map(|at| Cell::from(at as u64)).into_iter();
                    (cells.chain([Cell::text(row)]).collect(), place.map(|at| at.to_string()))
                }
            };
            let [down, across] = side;
            squares.push(Square::plain(down, across, mean.value));
            table.rows.push(place.into_iter().chain(estimate_cells(mean)).collect());
        }
        let [row, column] = [0, 1].map(|side| table.columns[side].name);
        table.heat = Some(Heat { row, column, unit: measure.unit, word: "", squares });
        Some(table)
    })
}

/// The columns that name a place of a map, and how many components lie side by side, if they do.
fn sides(measure: &Measure) -> Option<(Vec<Column>, usize)> {
    let row = |name| Column::text(name, "Row of the board.");
    let column = |name| Column::text(name, "Column of the board.");
    match measure.shape {
        MeasureShape::Board { rows, columns, .. } => Some((vec![row(rows.name), column(columns.name)], 0)),
        MeasureShape::Components { kind, columns: Some(columns), map: Some(_), .. } => {
            Some((vec![row(kind), column(columns.name)], 0))
        }
        MeasureShape::Components { kind, columns: None, map: Some(map), .. } if map.abreast > 0 => {
            let name = Column::text(kind, "Name of the place.");
            let sides = [
                Column::whole("chart_row", "Row of the board."),
                Column::whole("chart_column", "Column of the board."),
            ];
            Some((sides.into_iter().chain([name]).collect(), map.abreast))
        }
        _ => None,
    }
}

fn histograms(rows: &[BinRow]) -> Table {
    let columns: Vec<Column> = [
        MEASURE,
        UNIT,
        STRATEGY,
        Column::text("value", "Value of the measure; the last bin holds all above."),
    ]
    .into_iter()
    .chain(estimate_columns(Column::share(
        "share",
        "Share of the seat-games, or of the games for what the table has in common.",
    )))
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
