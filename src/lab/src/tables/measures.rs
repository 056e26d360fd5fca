use super::{Table, TableSpec, Unit, spec::or_more};
use crate::summary::{BinRow, Board, BoardCell, MeasureRow, Summary, per};
use sim_engine::{
    Info, Measure, MeasureShape,
    analysis::{Heat, Square},
};

pub fn tables(summary: &Summary) -> Vec<Table> {
    let (info, measures) = (summary.info, &summary.measures);
    let mut tables = vec![means(info).table(&measures.means), histograms().table(&measures.histograms)];
    tables.extend(measures.boards.iter().filter_map(|board| map(info, board)));
    tables
}

pub fn heads(info: &'static Info) -> Vec<Table> {
    let mut heads = vec![means(info).head(), histograms().head()];
    heads.extend(info.measures.iter().filter_map(|measure| Some(board(info, measure)?.0.head())));
    heads
}

const STRATEGY: &str = "Name of the strategy; empty for measures of the whole table.";

fn means(info: &'static Info) -> TableSpec<MeasureRow> {
    let mut spec = TableSpec::<MeasureRow>::new("measures", "Measures")
        .about("Measures of every game, by strategy. The key explains each measure.");
    spec.key(info.measures.iter().map(|measure| (measure.name, measure.about)));
    spec.name("measure", |row| row.measure.name).about("Name of the measure.");
    spec.text("unit", |row| row.measure.unit).about("Its unit.");
    spec.text("per", move |row| per(info, row.measure)).about("Denominator of the mean: a seat and game; a game, for measures of the whole table; or an occasion that the named measure counts.");
    spec.text("row_label", |row| &row.labels[0])
        .about("Label along the measure's first axis, if it has one.");
    spec.text("column_label", |row| &row.labels[1]).about("Label along its second axis, if it has one.");
    spec.text("strategy", |row| row.strategy.as_deref().unwrap_or_default()).about(STRATEGY);
    spec.estimate("mean", |row| row.mean)
        .of(Unit::ByRow, "Mean per unit of the column `per`; empty without any such occasion.");
    spec
}

fn map(info: &'static Info, of: &Board) -> Option<Table> {
    let (spec, abreast) = board(info, of.measure)?;
    let mut table = spec.table(&of.cells);
    let square = |BoardCell { cell, labels: [row, column], mean }: &BoardCell| {
        let [row, column] = match abreast {
            0 => [row.clone(), column.clone()],
            abreast => place(*cell, abreast).map(|at| at.to_string()),
        };
        Square::plain(row, column, mean.value)
    };
    let squares = of.cells.iter().map(square).collect();
    let [row, column] = [0, 1].map(|side| table.columns[side].name);
    table.heat = Some(Heat { row, column, unit: of.measure.unit, word: "", squares });
    Some(table)
}

/// The table of a measure that has a map, and how many components lie side by side on it; 0 if none do.
fn board(info: &'static Info, measure: &'static Measure) -> Option<(TableSpec<BoardCell>, usize)> {
    let about = format!(
        "{} Mean {} per {}, of all strategies; the table has the errors.",
        measure.about,
        measure.unit,
        per(info, measure)
    );
    let mut spec = TableSpec::<BoardCell>::new(measure.name, measure.title()?).about(about);
    let abreast = match measure.shape {
        MeasureShape::Board { rows, columns, .. } => {
            labels(&mut spec, [rows.name, columns.name]);
            0
        }
        MeasureShape::Components { kind, columns: Some(columns), map: Some(_), .. } => {
            labels(&mut spec, [kind, columns.name]);
            0
        }
        MeasureShape::Components { kind, columns: None, map: Some(map), .. } if map.abreast > 0 => {
            let abreast = map.abreast;
            spec.whole("chart_row", move |row| place(row.cell, abreast)[0]).about("Row of the board.");
            spec.whole("chart_column", move |row| place(row.cell, abreast)[1]).about("Column of the board.");
            spec.text(kind, |row| &row.labels[0]).about("Name of the place.");
            abreast
        }
        _ => return None,
    };
    spec.estimate("mean", |row| row.mean).about("Mean per seat and game, or per game; of all strategies.");
    Some((spec, abreast))
}

fn labels(spec: &mut TableSpec<BoardCell>, [row, column]: [&'static str; 2]) {
    spec.text(row, |row| &row.labels[0]).about("Row of the board.");
    spec.text(column, |row| &row.labels[1]).about("Column of the board.");
}

/// Row and column, from 1, of a place on a board that is `abreast` places wide.
fn place(cell: usize, abreast: usize) -> [usize; 2] {
    [cell / abreast + 1, cell % abreast + 1]
}

fn histograms() -> TableSpec<BinRow> {
    let mut spec = TableSpec::<BinRow>::new("measure_histograms", "Distributions of measures")
        .about("How often each value occurred.");
    spec.name("measure", |row| row.measure.name).about("Name of the measure.");
    spec.text("unit", |row| row.measure.unit).about("Its unit.");
    spec.text("strategy", |row| row.strategy.as_deref().unwrap_or_default()).about(STRATEGY);
    spec.words("value", |row| or_more(row.value, row.is_more))
        .about("Value of the measure; the last bin holds all above.");
    spec.estimate("share", |row| row.share)
        .of(Unit::Share, "Share of the seat-games, or of the games for measures of the whole table.");
    spec
}
