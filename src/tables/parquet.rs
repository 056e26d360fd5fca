//! Games as rows of a Parquet file, written group by group so that memory does not grow.

use std::io::Write;

use polars::prelude::{
    BatchedWriter, Column, DataFrame, IntoColumn, NamedFrom, ParquetCompression, ParquetWriter, PolarsError,
    Series,
};

use crate::{play::Row, rules::Seat};

/// Games of a row group. It is fixed, so that the file does not tell in which portions games came.
const GROUP: usize = 1 << 14;

/// Writes games as they come.
pub struct EpisodeWriter<W: Write> {
    /// Games that do not fill a group yet.
    waiting: Vec<Row>,
    out: Option<W>,
    writer: Option<BatchedWriter<W>>,
    strategies: Vec<String>,
    ends: &'static [&'static str],
    points_scale: f64,
}

impl<W: Write> EpisodeWriter<W> {
    pub fn new(out: W, strategies: Vec<String>, ends: &'static [&'static str], points_scale: i32) -> Self {
        EpisodeWriter {
            waiting: Vec::new(),
            out: Some(out),
            writer: None,
            strategies,
            ends,
            points_scale: f64::from(points_scale),
        }
    }

    /// Appends games.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&mut self, rows: &[Row]) -> Result<(), PolarsError> {
        self.waiting.extend_from_slice(rows);
        while self.waiting.len() >= GROUP {
            let rest = self.waiting.split_off(GROUP);
            let group = std::mem::replace(&mut self.waiting, rest);
            self.write_group(&group)?;
        }
        Ok(())
    }

    fn write_group(&mut self, rows: &[Row]) -> Result<(), PolarsError> {
        if rows.is_empty() {
            return Ok(());
        }
        let frame = self.frame(rows)?;
        if let Some(out) = self.out.take() {
            let writer = ParquetWriter::new(out).with_compression(ParquetCompression::Snappy);
            self.writer = Some(writer.batched(frame.schema())?);
        }
        match &mut self.writer {
            Some(writer) => writer.write_batch(&frame),
            None => Ok(()),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(mut self) -> Result<(), PolarsError> {
        let last = std::mem::take(&mut self.waiting);
        self.write_group(&last)?;
        self.writer.map_or(Ok(()), |writer| writer.finish().map(drop))
    }

    fn frame(&self, rows: &[Row]) -> Result<DataFrame, PolarsError> {
        let players = rows.first().map_or(0, |row| usize::from(row.players));
        let contenders = rows.first().map_or(0, |row| usize::from(row.contenders));
        let points = |seat: Seat| rows.iter().map(move |row| f64::from(row.points[seat]) / self.points_scale);
        let mut columns: Vec<Column> = vec![
            column("deal", rows.iter().map(|row| row.deal)),
            column("rotation", rows.iter().map(|row| u32::from(row.rotation))),
        ];
        for seat in Seat::all(players) {
            let number = seat.0 + 1;
            let names: Vec<&str> =
                rows.iter().map(|row| self.strategies[usize::from(row.strategies[seat])].as_str()).collect();
            columns.push(Series::new(format!("strategy_{number}").into(), names).into_column());
            columns.push(column(&format!("points_{number}"), points(seat)));
            let places: Vec<u32> = rows.iter().map(|row| u32::from(row.places[seat])).collect();
            columns.push(Series::new(format!("place_{number}").into(), places).into_column());
        }
        for automa in Seat::all(contenders).skip(players) {
            columns.push(column("points_of_opponent", points(automa)));
        }
        columns.push(column("plies", rows.iter().map(|row| row.plies)));
        columns.push(column("decisions", rows.iter().map(|row| row.decisions)));
        let ends: Vec<&str> = rows.iter().map(|row| self.ends[usize::from(row.end)]).collect();
        columns.push(Series::new("end".into(), ends).into_column());
        let truncated: Vec<bool> = rows.iter().map(|row| row.truncated).collect();
        columns.push(Series::new("truncated".into(), truncated).into_column());
        DataFrame::new(rows.len(), columns)
    }
}

fn column<T>(name: &str, values: impl Iterator<Item = T>) -> Column
where
    Series: NamedFrom<Vec<T>, [T]>,
{
    Series::new(name.into(), values.collect::<Vec<T>>()).into_column()
}
