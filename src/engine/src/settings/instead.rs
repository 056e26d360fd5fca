//! What can stand in the place of a row: a blank of its kind, or the row itself in a hand.
//!
//! A table's data says what a blank is: `blank = { effect = "plain" }` names the cells that make any of
//! its rows do nothing.
//! A table with `dealt = true` holds what set-up deals to seats; such a game has the settings `given`, the row
//! of which a copy is dealt to a seat whatever luck says, and `given_seat`.

use super::{Row, SettingError, Settings, Table, Value};
use crate::{Seat, text::suggestion};

/// The value of `given` where luck alone deals.
const NOTHING: &str = "nothing";

impl Table {
    /// Settings that give a row these cells, where it has others.
    fn settings(&self, row: &Row, cells: impl Iterator<Item = (usize, Value)>) -> Vec<String> {
        let other = cells.filter(|(at, value)| row.cells[*at] != *value);
        other
            .map(|(at, value)| format!("{}.{}.{}={value}", self.name, row.id, self.columns[at].name))
            .collect()
    }
}

impl Settings {
    /// The settings, `path=value`, that make a blank of the row of this name; none where its table has no
    /// blank, or it is one already.
    pub fn blank(&self, name: &str) -> Vec<String> {
        let of = |(table, row): (&Table, &Row)| table.settings(row, table.blank.iter().cloned());
        self.only_row(name).map(of).unwrap_or_default()
    }

    /// The setting that deals the row of this name to a seat; none where set-up deals no such rows.
    pub fn given(&self, name: &str) -> Option<String> {
        let of = |(table, _): (&Table, &Row)| table.is_dealt.then(|| format!("given={name}"));
        self.only_row(name).and_then(of)
    }

    /// The row that is given and the seat that gets it, by the settings `given` and `given_seat`; none where
    /// luck alone deals.
    ///
    /// # Errors
    /// Where no row that is dealt has the name, or nobody sits in the seat.
    pub fn gift(&self, players: usize) -> Result<Option<(&str, Seat)>, SettingError> {
        let name = self.word("given");
        if name == NOTHING {
            return Ok(None);
        }
        let known = || {
            let dealt = self.tables.iter().filter(|table| table.is_dealt);
            dealt.flat_map(|table| &table.rows).map(|row| row.id.as_str())
        };
        if !known().any(|row| row == name) {
            let error =
                SettingError::new(format!("`{name}` is not dealt to anybody"), suggestion(name, known()));
            return Err(error.about(["given"]));
        }
        let seat = self.int("given_seat");
        match usize::try_from(seat).ok().filter(|seat| (1..=players).contains(seat)) {
            Some(seat) => Ok(Some((name, Seat(seat as u8 - 1)))),
            None => {
                Err(SettingError::new(format!("nobody sits in seat {seat}"), format!("give 1 to {players}"))
                    .about(["given_seat"]))
            }
        }
    }

    /// The row of this name, if one table alone has one.
    pub(super) fn only_row(&self, name: &str) -> Option<(&Table, &Row)> {
        let rows = |table| -> Option<(&Table, &Row)> {
            let table: &Table = table;
            table.row(name).map(|row| (table, row))
        };
        let mut found = self.tables.iter().filter_map(rows);
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }
}
