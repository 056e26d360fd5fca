//! Replacements of a row: a blank in its place, or the row itself dealt to a seat.
//!
//! The data of a table defines its blank: `blank = { effect = "plain" }` names the cells with which any of its rows
//! does nothing. A table with `dealt = true` holds what set-up deals to seats. Such a game has the setting `given`,
//! the row of which one seat always gets a copy, and the setting `given_seat`.

use super::{Row, SettingError, Settings, Table, Value};
use crate::{Seat, text::suggestion};

/// The value of `given` if luck alone deals.
const NOTHING: &str = "nothing";

impl Table {
    /// The settings that give a row these cells, except those that it has already.
    fn settings(&self, row: &Row, cells: impl Iterator<Item = (usize, Value)>) -> Vec<String> {
        let other = cells.filter(|(at, value)| row.cells[*at] != *value);
        other
            .map(|(at, value)| format!("{}.{}.{}={value}", self.name, row.id, self.columns[at].name))
            .collect()
    }
}

impl Settings {
    /// The settings, `path=value`, that turn the row of this name into a blank; none if its table has no blank, or if
    /// it is one already.
    pub fn blank(&self, name: &str) -> Vec<String> {
        let of = |(table, row): (&Table, &Row)| table.settings(row, table.blank.iter().cloned());
        self.only_row(name).map(of).unwrap_or_default()
    }

    /// The setting that deals the row of this name to a seat; `None` if set-up does not deal such rows.
    pub fn given(&self, name: &str) -> Option<String> {
        let of = |(table, _): (&Table, &Row)| table.is_dealt.then(|| format!("given={name}"));
        self.only_row(name).and_then(of)
    }

    /// The row and the seat of the settings `given` and `given_seat`; `None` if luck alone deals.
    ///
    /// # Errors
    /// No dealt row has the name, or nobody sits in the seat.
    pub fn gift(&self, players: usize) -> Result<Option<(&str, Seat)>, SettingError> {
        let name = self.word("given");
        if name == NOTHING {
            return Ok(None);
        }
        let dealt_rows = || {
            let dealt = self.tables.iter().filter(|table| table.is_dealt);
            dealt.flat_map(|table| &table.rows).map(|row| row.id.as_str())
        };
        if !dealt_rows().any(|row| row == name) {
            let error = SettingError::new(
                format!("`{name}` is not dealt to anybody"),
                suggestion(name, dealt_rows()),
            );
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

    /// The row of this name, if only one table has one.
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
