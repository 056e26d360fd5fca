//! The numbers and rulings of a game: one data file per game, where every value has a name, bounds and a source.
//!
//! A game reads its variant from here, so that changes on the command line, in presets and in users' data files all
//! pass the same checks.

mod asked;
mod copies;
mod error;
mod file;
mod instead;
mod places;
mod price;
mod seats;
mod table;
#[cfg(test)]
mod tests;
mod value;
mod variant;
mod words;

use crate::{
    component::Source,
    objective::Objective,
    seat::Seat,
    text::{is_match, suggestion, suggestion_by_meaning},
};

use asked::Asked;
pub use error::SettingError;
pub use file::parse;
use places::Places;
pub use price::Price;
use seats::OwnValue;
pub use table::{Column, Record, Row, Table};
pub use value::{Domain, FromValue, Value};
pub use variant::variant;
#[cfg(any(test, feature = "laws"))]
pub use words::assert_domain;
pub use words::{UnknownWord, labels, words};

/// A number or ruling of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Its name in the data file, which is also its path.
    pub name: String,
    /// The value in force.
    pub value: Value,
    /// The value of the data file.
    pub default: Value,
    /// The values that it may take.
    pub domain: Domain,
    /// The number of seats for which it can be set separately; 0 if it is the same for all.
    pub seats: u8,
    /// The rule or ruling on the game's rules page.
    pub rule: String,
    /// The source of the default.
    pub source: Source,
    /// A description, in a sentence.
    pub about: String,
}

impl Setting {
    /// The source of the value in force.
    fn source_now(&self) -> Source {
        if self.value == self.default { self.source } else { Source::Changed }
    }
}

/// A named variant: changed values and replaced tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preset {
    /// Its name in the data file.
    pub name: String,
    /// What it changes, in a sentence.
    pub about: String,
    /// Whether it is an alternative reconstruction of lost data.
    pub is_reconstruction: bool,
    values: Vec<(String, Value)>,
    tables: Vec<(String, Vec<Row>)>,
}

/// A value that differs from its default.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Change {
    /// The path of the value: `hand_limit`, `cards.S2.cost`.
    pub path: String,
    /// The value in force.
    pub value: String,
    /// The value of the data file, or for a seat the value of all seats; empty if there is none.
    pub default: String,
}

/// The value of a [`Change`] that removes a row.
const REMOVED: &str = "(removed)";

impl Change {
    /// Whether a whole row was removed.
    pub fn is_removal(&self) -> bool {
        self.value == REMOVED
    }
}

/// A path without the section of the data file: `tables.cards.S2.cost` becomes `cards.S2.cost`.
pub fn plain_path(path: &str) -> &str {
    ["tables.", "settings."].iter().find_map(|section| path.strip_prefix(section)).unwrap_or(path)
}

/// A line of the listing of all settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The path of the value: `hand_limit`, `cards.S2.cost`.
    pub path: String,
    /// The value in force.
    pub value: String,
    /// The value of the data file, or for a seat the value of all seats; empty if there is none.
    pub default: String,
    /// The values that it may take.
    pub domain: Domain,
    /// The number of seats for which it can be set separately, `start_coins.3`; 0 if it is the same for all.
    pub seats: u8,
    /// The seat that it applies to; `None` if it applies to all.
    pub seat: Option<Seat>,
    /// The rule on the game's rules page; empty for a cell of a table.
    pub rule: String,
    /// The source of the value in force.
    pub source: Source,
    /// A description, in a sentence.
    pub about: String,
}

/// Every number, ruling and component table of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The game whose values these are.
    pub game: String,
    /// The objective of the players.
    pub objective: Objective,
    declared: Objective,
    /// The default number of players.
    players: usize,
    values: Vec<Setting>,
    tables: Vec<Table>,
    presets: Vec<Preset>,
    /// Values of single seats, in the order of the seats.
    own: Vec<OwnValue>,
    places: Places,
    asked: Asked,
}

impl Settings {
    /// The named variants of the data file.
    pub fn presets(&self) -> &[Preset] {
        &self.presets
    }

    /// The tables of components, in the order of the data file.
    pub fn tables(&self) -> &[Table] {
        &self.tables
    }

    fn setting(&self, name: &str) -> &Setting {
        self.asked.note(|| name.to_owned());
        self.values.iter().find(|setting| setting.name == name).unwrap_or_else(|| {
            // A mistake of the game's author, which the first test of the game finds.
            let help = suggestion(name, self.values.iter().map(|setting| setting.name.as_str()));
            panic!("the rules of {} ask for a setting `{name}` that its data file lacks: {help}", self.game)
        })
    }

    /// A setting that is the same for all seats.
    fn common(&self, name: &str) -> &Value {
        let setting = self.setting(name);
        debug_assert!(setting.seats == 0, "`{name}` can be set by seat: read it with `by_seat`");
        &setting.value
    }

    /// A setting of the game's data file, as the type that its domain admits: a number, a flag, a word.
    pub fn get<T: FromValue>(&self, name: &str) -> T {
        T::from_value(self.common(name))
    }

    /// A whole-number setting of the game's data file.
    pub fn int(&self, name: &str) -> i64 {
        match *self.common(name) {
            Value::Int(number) => number,
            _ => unreachable!("the setting's domain admits whole numbers only"),
        }
    }

    /// A flag of the game's data file.
    pub fn flag(&self, name: &str) -> bool {
        match *self.common(name) {
            Value::Flag(flag) => flag,
            _ => unreachable!("the setting's domain admits flags only"),
        }
    }

    /// A word of the game's data file.
    pub fn word(&self, name: &str) -> &str {
        match self.common(name) {
            Value::Word(word) => word,
            _ => unreachable!("the setting's domain admits words only"),
        }
    }

    /// A component table of the game's data file.
    pub fn table(&self, name: &str) -> &Table {
        self.tables.iter().find(|table| table.name == name).unwrap_or_else(|| {
            let help = suggestion(name, self.tables.iter().map(|table| table.name.as_str()));
            panic!("the rules of {} ask for a table `{name}` that its data file lacks: {help}", self.game)
        })
    }

    /// Sets the objective that the game declares and its default number of players.
    #[doc(hidden)]
    pub fn declare(&mut self, objective: Objective, players: usize) {
        (self.objective, self.declared, self.players) = (objective, objective, players);
    }

    /// The objective, if it differs from the one that the game declares.
    pub fn other_objective(&self) -> Option<Objective> {
        Some(self.objective).filter(|objective| *objective != self.declared)
    }

    /// Applies a preset.
    ///
    /// # Errors
    /// There is no such preset.
    pub fn apply_preset(&mut self, name: &str) -> Result<(), SettingError> {
        let Some(preset) = self.presets.iter().find(|preset| preset.name == name).cloned() else {
            let known = self.presets.iter().map(|preset| preset.name.as_str());
            return Err(SettingError::new(
                format!("no preset `{name}` in {}", self.game),
                suggestion(name, known),
            ));
        };
        self.apply(preset)
    }

    fn apply(&mut self, preset: Preset) -> Result<(), SettingError> {
        for (table_name, rows) in preset.tables {
            if let Some(table) = self.tables.iter_mut().find(|table| table.name == table_name) {
                table.rows = rows;
            }
        }
        for (path, value) in preset.values {
            self.put_value(&path, |domain| domain.accept(value.clone()))?;
        }
        Ok(())
    }

    /// Sets a value by its path, or all values that match a pattern: `cards.*.cost`. `cards.S2.cost` is a cell, also
    /// `S2.cost` if only one table has such a row; `critics.mouse.copies` is the number of copies.
    ///
    /// # Errors
    /// The path is unknown, or the value is outside its domain.
    pub fn set(&mut self, path: &str, text: &str) -> Result<(), SettingError> {
        for path in self.paths_like(plain_path(path))? {
            self.put_value(&path, |domain| domain.read(text))?;
            self.places.forget(&path);
        }
        Ok(())
    }

    /// The paths that match a pattern, in the order of the data file; a path without `*` matches itself.
    fn paths_like(&self, pattern: &str) -> Result<Vec<String>, SettingError> {
        if !pattern.contains('*') {
            return Ok(vec![self.path_of_row(pattern).unwrap_or_else(|| pattern.to_owned())]);
        }
        let copies = self.tables.iter().filter(|table| {
            pattern.ends_with(copies::COPIES)
                && table.columns.iter().all(|column| column.name != copies::COPIES)
        });
        let copies = copies.flat_map(|table| {
            table.rows.iter().map(move |row| format!("{}.{}.{}", table.name, row.id, copies::COPIES))
        });
        let all = self.entries().into_iter().map(|entry| entry.path).chain(copies);
        let found: Vec<String> = all.filter(|path| is_match(pattern, path)).collect();
        match found.is_empty() {
            true => {
                let message = format!("no setting in {} is called as `{pattern}`", self.game);
                Err(SettingError::new(message, self.near(&pattern.replace('*', ""))))
            }
            false => Ok(found),
        }
    }

    /// The full path, if this one begins with the name of a row.
    fn path_of_row(&self, path: &str) -> Option<String> {
        let (row, column) = path.split_once('.')?;
        let is_whole = self.tables.iter().map(|table| &table.name).any(|name| name == row)
            || self.values.iter().any(|setting| setting.name == row);
        let (table, _) = self.only_row(row).filter(|_| !is_whole)?;
        Some(format!("{}.{row}.{column}", table.name))
    }

    /// A help line for an unknown path: the nearest path, or the best match by meaning.
    pub fn near(&self, path: &str) -> String {
        let entries = self.entries();
        let usual = format!("players.{}.", self.players);
        let known = entries.iter().map(|entry| (entry.path.as_str(), entry.about.as_str()));
        let help = suggestion_by_meaning(path, known, |path| path.starts_with(&usual));
        let other_rows = help.strip_prefix("did you mean `").and_then(|rest| rest.strip_suffix("`?"));
        let other_rows = other_rows.and_then(|found| {
            let [table, row, column] = found.splitn(3, '.').collect::<Vec<_>>()[..] else { return None };
            let is_it = |entry: &&Entry| is_match(&format!("{table}.*.{column}"), &entry.path);
            (!path.contains(row) && entries.iter().filter(is_it).count() > 1)
                .then(|| format!(" `{table}.*.{column}` stands for all of them"))
        });
        help + &other_rows.unwrap_or_default()
    }

    fn put_value(
        &mut self,
        path: &str,
        read: impl Fn(&Domain) -> Result<Value, SettingError>,
    ) -> Result<(), SettingError> {
        let place = |error: SettingError| SettingError::new(format!("{path}: {}", error.message), error.help);
        if let Some(setting) = self.values.iter_mut().find(|setting| setting.name == path) {
            setting.value = read(&setting.domain).map_err(place)?;
            return Ok(());
        }
        if let Some(done) = self.put_for_seat(path, &read) {
            return done.map_err(place);
        }
        let parts: Vec<&str> = path.splitn(3, '.').collect();
        if let [table_name, row_id, column_name] = parts[..]
            && let Some(table) = self.tables.iter_mut().find(|table| table.name == table_name)
        {
            let Some(at) = table.columns.iter().position(|column| column.name == column_name) else {
                if column_name == copies::COPIES {
                    return Settings::put_copies(table, row_id, read).map_err(place);
                }
                let known = table.columns.iter().map(|column| (column.name.as_str(), column.about.as_str()));
                return Err(SettingError::new(
                    format!("table `{table_name}` has no column `{column_name}`"),
                    suggestion_by_meaning(column_name, known, |_| false),
                ));
            };
            let Some(row) = table.rows.iter_mut().find(|row| row.id == row_id) else {
                let known = table.rows.iter().map(|row| (row.id.as_str(), ""));
                return Err(SettingError::new(
                    format!("table `{table_name}` has no row `{row_id}`"),
                    suggestion_by_meaning(row_id, known, |_| false),
                ));
            };
            let value = read(&table.columns[at].domain).map_err(place)?;
            if row.cells[at] != value {
                row.cells[at] = value;
                row.source = Source::Changed;
            }
            return Ok(());
        }
        let known: Vec<String> = self.entries().into_iter().map(|entry| entry.path).collect();
        let is_below = |known: &&String| known.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
        let help = match known.iter().find(is_below) {
            Some(first) => format!("it has values below it: `{first}` and on"),
            None => self.near(path),
        };
        Err(SettingError::new(format!("no setting `{path}` in {}", self.game), help))
    }

    /// Every setting and table cell in the order of the data file, each followed by the values of single seats.
    pub fn entries(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut add = |entry: Entry| {
            let own: Vec<Entry> = self.own_entries(&entry).collect();
            entries.push(entry);
            entries.extend(own);
        };
        for setting in &self.values {
            add(Entry {
                path: setting.name.clone(),
                value: setting.value.to_string(),
                default: setting.default.to_string(),
                domain: setting.domain.clone(),
                seats: setting.seats,
                seat: None,
                rule: setting.rule.clone(),
                source: setting.source_now(),
                about: setting.about.clone(),
            });
        }
        for table in &self.tables {
            for row in &table.rows {
                let default = table.default_rows.iter().find(|other| other.id == row.id);
                for (at, column) in table.columns.iter().enumerate() {
                    add(Entry {
                        path: format!("{}.{}.{}", table.name, row.id, column.name),
                        value: row.cells[at].to_string(),
                        default: default.map_or_else(String::new, |default| default.cells[at].to_string()),
                        domain: column.domain.clone(),
                        seats: column.seats,
                        seat: None,
                        rule: String::new(),
                        source: row.source,
                        about: column.about.clone(),
                    });
                }
            }
        }
        entries
    }

    /// Every value that differs from its default. A row that the default table lacks is listed cell by cell with an
    /// empty default, a removed row as `(removed)`.
    pub fn changes(&self) -> Vec<Change> {
        let mut changes: Vec<Change> = self
            .entries()
            .into_iter()
            .filter(|entry| entry.value != entry.default)
            .map(|entry| Change { path: entry.path, value: entry.value, default: entry.default })
            .collect();
        for table in &self.tables {
            for default in &table.default_rows {
                if !table.rows.iter().any(|row| row.id == default.id) {
                    changes.push(Change {
                        path: format!("{}.{}", table.name, default.id),
                        value: REMOVED.to_owned(),
                        default: "(present)".to_owned(),
                    });
                }
            }
        }
        changes
    }

    /// The number of settings outside tables from each source, in the order of [`Source::ALL`].
    pub fn provenance_of_settings(&self) -> Vec<(Source, usize)> {
        let from = |source| self.values.iter().filter(|setting| setting.source_now() == source).count();
        Source::ALL.into_iter().map(|source| (source, from(source))).filter(|(_, count)| *count > 0).collect()
    }

    /// The number of rows of each table from each source, in the order of [`Source::ALL`].
    pub fn provenance(&self) -> Vec<(String, Source, usize)> {
        let mut counts = Vec::new();
        for table in &self.tables {
            for source in Source::ALL {
                let rows = table.rows.iter().filter(|row| row.source == source).count();
                if rows > 0 {
                    counts.push((table.name.clone(), source, rows));
                }
            }
        }
        counts
    }
}
