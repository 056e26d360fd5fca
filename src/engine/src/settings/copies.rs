//! The number of copies of a row: removes or doubles a component by its name.
//!
//! A table may have a column `copies`. In every other table each row exists once, and the path `TABLE.ROW.copies`
//! changes that: 0 removes the row, 2 adds a second row `ROW-2` after it.

use super::{Domain, Row, SettingError, Settings, Table, Value};
use crate::{
    component::Source,
    text::{is_match, suggestion, suggestion_by_meaning},
};

/// The column, or the last part of the path that replaces it.
pub(super) const COPIES: &str = "copies";
/// The maximum number of copies in a table without the column.
const MOST: i64 = 9;

impl Table {
    /// Whether a row was removed by its name, which makes other references to it void.
    pub fn is_taken_out(&self, id: &str) -> bool {
        self.out.iter().any(|(_, row)| row.id == id)
    }

    fn copy_name(id: &str, number: i64) -> String {
        format!("{id}-{number}")
    }

    fn has(&self, id: &str) -> bool {
        self.rows.iter().any(|row| row.id == id)
    }

    /// The number of copies of a row in a table without the column.
    fn copies_of(&self, id: &str) -> i64 {
        if !self.has(id) {
            return 0;
        }
        let is_copy = |number: &i64| {
            let name = Table::copy_name(id, *number);
            self.has(&name) && !self.default_rows.iter().any(|row| row.id == name)
        };
        1 + (2..=MOST).take_while(is_copy).count() as i64
    }

    /// Removes a row, restores it, or adds and removes further copies.
    pub(super) fn set_copies(&mut self, id: &str, count: i64) -> Result<(), SettingError> {
        if let Some(at) = self.out.iter().position(|(_, row)| row.id == id) {
            let (place, row) = self.out.remove(at);
            self.rows.insert(place.min(self.rows.len()), row);
        }
        let Some(place) = self.rows.iter().position(|row| row.id == id) else {
            let known = self.rows.iter().map(|row| row.id.as_str());
            let help = suggestion(id, known);
            return Err(SettingError::new(format!("table `{}` has no row `{id}`", self.name), help));
        };
        for number in 2..=self.copies_of(id) {
            let name = Table::copy_name(id, number);
            self.rows.retain(|row| row.id != name);
        }
        if count == 0 {
            let row = self.rows.remove(place);
            self.out.push((place, row));
            return Ok(());
        }
        for number in 2..=count {
            let name = Table::copy_name(id, number);
            if self.has(&name) {
                return Err(SettingError::new(
                    format!("table `{}` has a row `{name}` already", self.name),
                    format!("a further copy of `{id}` would be called so"),
                ));
            }
            let copy = Row { id: name, source: Source::Changed, cells: self.rows[place].cells.clone() };
            self.rows.insert(place + number as usize - 1, copy);
        }
        Ok(())
    }
}

impl Settings {
    /// Sets the copies of a row in a table without such a column.
    pub(super) fn put_copies(
        table: &mut Table,
        id: &str,
        read: impl Fn(&Domain) -> Result<Value, SettingError>,
    ) -> Result<(), SettingError> {
        match read(&Domain::Range(0, MOST))? {
            Value::Int(count) => table.set_copies(id, count),
            _ => unreachable!("the domain admits whole numbers only"),
        }
    }

    /// Removes a component by the name of its row, or by `TABLE.ROW` if several tables have such a row. Returns the
    /// path that was set to 0.
    ///
    /// # Errors
    /// No row, or more than one, has the name.
    pub fn take_out(&mut self, name: &str) -> Result<String, SettingError> {
        let paths = self.tables.iter().flat_map(|table| {
            table.rows.iter().map(move |row| (row.id.as_str(), format!("{}.{}", table.name, row.id)))
        });
        let paths: Vec<(&str, String)> = paths.collect();
        let found: Vec<&String> =
            paths.iter().filter(|(id, path)| *id == name || path == name).map(|(_, path)| path).collect();
        let path = match found[..] {
            [path] => format!("{path}.{COPIES}"),
            [] => {
                // Rows of a board have numbers, which nobody misspells.
                let known = paths.iter().map(|(id, _)| *id).filter(|id| id.starts_with(char::is_alphabetic));
                let help = match self.tables.iter().any(|table| table.name == name) {
                    true => format!("write `{name}.*` for all of its rows"),
                    false => suggestion_by_meaning(name, known.map(|id| (id, "")), |_| false),
                };
                let message = format!("nothing called `{name}` can be taken out of {}", self.game);
                return Err(SettingError::new(message, help));
            }
            _ => {
                let all: Vec<&str> = found.iter().map(|path| path.as_str()).collect();
                return Err(SettingError::new(
                    format!("`{name}` may be any of {}", all.join(", ")),
                    "name the one that is meant with its table",
                ));
            }
        };
        self.set(&path, "0")?;
        Ok(path)
    }

    /// Removes all rows whose name or `TABLE.ROW` matches a pattern: `cards.S*`.
    ///
    /// # Errors
    /// No row matches; for a plain name, the errors of [`Settings::take_out`].
    pub fn take_out_all(&mut self, pattern: &str) -> Result<(), SettingError> {
        let ids = self.tables.iter().flat_map(|table| &table.rows).map(|row| row.id.as_str());
        let found: Vec<String> = match pattern.contains('*') {
            true => {
                let all = self.tables.iter().flat_map(|table| table.rows.iter().map(move |row| (table, row)));
                let all = all.map(|(table, row)| (row.id.as_str(), format!("{}.{}", table.name, row.id)));
                all.filter(|(id, path)| is_match(pattern, id) || is_match(pattern, path))
                    .map(|(_, path)| path)
                    .collect()
            }
            false => vec![pattern.to_owned()],
        };
        if found.is_empty() {
            let message = format!("nothing in {} is called as `{pattern}`", self.game);
            return Err(SettingError::new(message, suggestion(&pattern.replace('*', ""), ids)));
        }
        found.iter().try_for_each(|path| self.take_out(path).map(drop))
    }

    /// The paths of rows of this name: `cards.S2`.
    pub fn rows_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = String> + 'a {
        self.tables.iter().filter(|table| table.has(name)).map(move |table| format!("{}.{name}", table.name))
    }

    /// Whether a table has the row with 0 copies.
    pub fn has_no_copies(&self, name: &str) -> bool {
        self.tables.iter().any(|table| {
            let column = table.columns.iter().position(|column| column.name == COPIES);
            let row = table.row(name);
            column.zip(row).is_some_and(|(column, row)| row.cells[column] == Value::Int(0))
        })
    }

    /// The settings, `path=value`, that turn `base` into these values, in the order of the data file. Copies come
    /// first, because they create rows.
    pub fn settings_since(&self, base: &Settings) -> Vec<String> {
        let mut between = base.clone();
        let mut settings = Vec::new();
        for ((own, was), table) in self.tables.iter().zip(&base.tables).zip(&mut between.tables) {
            for row in &was.rows {
                let count = own.copies_of(&row.id);
                if count != was.copies_of(&row.id) && table.set_copies(&row.id, count).is_ok() {
                    settings.push(format!("{}.{}.{COPIES}={count}", own.name, row.id));
                }
            }
        }
        let before = between.entries();
        for entry in self.entries() {
            let is_other = match before.iter().find(|other| other.path == entry.path) {
                Some(was) => was.value != entry.value,
                None => self.is_own(&entry.path) && entry.value != entry.default,
            };
            if is_other {
                settings.push(format!("{}={}", entry.path, entry.value));
            }
        }
        settings
    }
}
