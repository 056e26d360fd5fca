//! Games as rows of Parquet files, written in row groups so that memory stays bounded: one row per game, and two
//! long tables, with one row per use of a component and one per value of a measure.

use std::io::Write;

use polars::prelude::{Column, DataFrame, IntoColumn, NamedFrom, PolarsError, Series};

use sim_engine::{Component, Measure, Of, Seat};
use sim_play::{
    CountRow, GameKey, Row, UseRow,
    arm::{Arm, Subject},
};

use crate::writer::FrameWriter;

/// Rows of a row group, fixed so that the file does not depend on the batches in which games arrive.
const GAMES: usize = 1 << 14;
const DETAILS: usize = 1 << 16;

#[derive(Debug, Clone)]
pub struct Names {
    pub strategies: Vec<String>,
    /// The opponent without a seat, if one plays.
    pub automa: Option<&'static str>,
    pub components: Vec<Component>,
    pub measures: &'static [Measure],
    pub ends: &'static [&'static str],
    pub points_scale: i32,
}

impl Names {
    pub fn of(arm: &Arm) -> Names {
        let Subject { strategies, automa, components, info, .. } = arm.subject();
        Names {
            strategies,
            automa,
            components: components.to_vec(),
            measures: info.measures,
            ends: info.ends,
            points_scale: info.points_scale,
        }
    }
}

type Frames<R> = fn(&Names, &[R]) -> Result<DataFrame, PolarsError>;

pub struct RowWriter<W: Write, R> {
    names: Names,
    frame: Frames<R>,
    group: usize,
    waiting: Vec<R>,
    out: Option<W>,
    writer: Option<FrameWriter<W>>,
}

impl<W: Write> RowWriter<W, Row> {
    /// One row per game.
    pub fn games(out: W, names: Names) -> Self {
        RowWriter::new(out, names, games, GAMES)
    }
}

impl<W: Write> RowWriter<W, UseRow> {
    /// One row per component that a contender was offered or used in a game.
    pub fn uses(out: W, names: Names) -> Self {
        RowWriter::new(out, names, uses, DETAILS)
    }
}

impl<W: Write> RowWriter<W, CountRow> {
    /// One row per nonzero value of a measure.
    pub fn measures(out: W, names: Names) -> Self {
        RowWriter::new(out, names, measures, DETAILS)
    }
}

impl<W: Write, R: Copy> RowWriter<W, R> {
    fn new(out: W, names: Names, frame: Frames<R>, group: usize) -> Self {
        RowWriter { names, frame, group, waiting: Vec::new(), out: Some(out), writer: None }
    }

    pub fn write(&mut self, rows: &[R]) -> Result<(), PolarsError> {
        let mut rest = rows;
        while !rest.is_empty() {
            let (taken, left) = rest.split_at(rest.len().min(self.group - self.waiting.len()));
            self.waiting.extend_from_slice(taken);
            rest = left;
            if self.waiting.len() == self.group {
                self.write_group()?;
            }
        }
        Ok(())
    }

    fn write_group(&mut self) -> Result<(), PolarsError> {
        let frame = (self.frame)(&self.names, &self.waiting)?;
        self.waiting.clear();
        if let Some(out) = self.out.take() {
            self.writer = Some(FrameWriter::new(out, &frame)?);
        }
        match &mut self.writer {
            Some(writer) => writer.write(&frame),
            None => Ok(()),
        }
    }

    pub fn finish(mut self) -> Result<(), PolarsError> {
        // A file without rows still declares its columns.
        if !self.waiting.is_empty() || self.writer.is_none() {
            self.write_group()?;
        }
        self.writer.map_or(Ok(()), FrameWriter::finish)
    }
}

fn games(names: &Names, rows: &[Row]) -> Result<DataFrame, PolarsError> {
    let players = rows.first().map_or(0, |row| usize::from(row.players));
    let contenders = rows.first().map_or(0, |row| usize::from(row.contenders));
    let scale = f64::from(names.points_scale);
    let points = |seat: Seat| rows.iter().map(move |row| f64::from(row.points[seat]) / scale);
    let mut columns: Vec<Column> = vec![
        column("deal", rows.iter().map(|row| row.deal)),
        column("rotation", rows.iter().map(|row| u32::from(row.rotation))),
    ];
    for seat in Seat::all(players) {
        let number = seat.0 + 1;
        let strategies = rows.iter().map(|row| names.strategies[usize::from(row.strategies[seat])].as_str());
        columns.push(text(&format!("strategy_{number}"), strategies));
        columns.push(column(&format!("points_{number}"), points(seat)));
        columns.push(column(&format!("place_{number}"), rows.iter().map(|row| u32::from(row.places[seat]))));
    }
    for automa in Seat::all(contenders).skip(players) {
        columns.push(column("points_of_opponent", points(automa)));
    }
    columns.push(column("plies", rows.iter().map(|row| row.plies)));
    columns.push(column("decisions", rows.iter().map(|row| row.decisions)));
    columns.push(text("ending", rows.iter().map(|row| names.ends[usize::from(row.end)])));
    let truncated: Vec<bool> = rows.iter().map(|row| row.truncated).collect();
    columns.push(Series::new("truncated".into(), truncated).into_column());
    DataFrame::new(rows.len(), columns)
}

fn uses(names: &Names, rows: &[UseRow]) -> Result<DataFrame, PolarsError> {
    let mut columns = keys(names, || rows.iter().map(|row| &row.game));
    columns.push(text(
        "component",
        rows.iter().map(|row| names.components[usize::from(row.component)].name.as_str()),
    ));
    columns.push(column("offered", rows.iter().map(|row| u32::from(row.usage.offered))));
    columns.push(column("taken", rows.iter().map(|row| u32::from(row.usage.taken))));
    columns.push(column("used", rows.iter().map(|row| u32::from(row.usage.used))));
    columns.push(column("sum", rows.iter().map(|row| row.usage.price)));
    DataFrame::new(rows.len(), columns)
}

fn measures(names: &Names, rows: &[CountRow]) -> Result<DataFrame, PolarsError> {
    let (of_seats, of_table) = (cells(names, Of::Seat), cells(names, Of::Table));
    let cell = |row: &CountRow| match row.game.contender {
        Some(_) => of_seats[row.cell as usize],
        None => of_table[row.cell as usize],
    };
    let of = |part: usize| rows.iter().map(move |row| cell(row)[part]);
    let mut columns = keys(names, || rows.iter().map(|row| &row.game));
    columns.push(text("measure", of(0)));
    columns.push(text("row_label", of(1)));
    columns.push(text("column_label", of(2)));
    columns.push(column("count", rows.iter().map(|row| row.count)));
    DataFrame::new(rows.len(), columns)
}

/// The key columns: deal, rotation, seat and strategy. The automa has no seat; the table has neither seat nor
/// strategy.
fn keys<'r, I: Iterator<Item = &'r GameKey>>(names: &Names, games: impl Fn() -> I) -> Vec<Column> {
    let seat = |game: &GameKey| game.strategy.and(game.contender).map(|seat| u32::from(seat.0) + 1);
    let plays = |game: &GameKey| match game.strategy {
        Some(strategy) => Some(names.strategies[usize::from(strategy)].as_str()),
        None => names.automa.filter(|_| game.contender.is_some()),
    };
    let seats: Vec<Option<u32>> = games().map(seat).collect();
    vec![
        column("deal", games().map(|game| game.deal)),
        column("rotation", games().map(|game| u32::from(game.rotation))),
        Series::new("seat".into(), seats).into_column(),
        Series::new("strategy".into(), games().map(plays).collect::<Vec<_>>()).into_column(),
    ]
}

/// Measure, row label and column label of every cell, in the order in which records count them; a label is empty if
/// the measure has no such axis.
fn cells(names: &Names, of: Of) -> Vec<[&str; 3]> {
    let cells = |measure: &'static Measure| {
        (0..measure.width()).map(move |at| {
            // Games never count cells that they lack.
            let [row, column] = measure.labels(at, &names.components).unwrap_or_default();
            [measure.name, row, column]
        })
    };
    names.measures.iter().filter(|measure| measure.of == of).flat_map(cells).collect()
}

fn text<'t>(name: &str, values: impl Iterator<Item = &'t str>) -> Column {
    Series::new(name.into(), values.collect::<Vec<&str>>()).into_column()
}

fn column<T>(name: &str, values: impl Iterator<Item = T>) -> Column
where
    Series: NamedFrom<Vec<T>, [T]>,
{
    Series::new(name.into(), values.collect::<Vec<T>>()).into_column()
}
