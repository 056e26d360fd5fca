//! The numbers and rulings of a game: one data file a game, every value named, bounded and sourced.
//!
//! A game reads its variant from here, so that whoever changes a value on the command line, in a
//! preset or in a data file of their own goes through one check.

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
    text::{is_match, meant, suggestion},
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
    /// Its name in the data file, which is its path.
    pub name: String,
    /// The value in force.
    pub value: Value,
    /// The value of the data file.
    pub default: Value,
    /// What it may be.
    pub domain: Domain,
    /// For how many seats it can be set apart; 0 where it is the same for all.
    pub seats: u8,
    /// The rule or ruling on the game's rules page.
    pub rule: String,
    /// Where the default comes from.
    pub source: Source,
    /// What it is, in a sentence.
    pub about: String,
}

impl Setting {
    /// Where the value in force comes from.
    fn source_now(&self) -> Source {
        if self.value == self.default { self.source } else { Source::Changed }
    }
}

/// A named variant: some values, some tables replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Preset {
    /// Its name in the data file.
    pub name: String,
    /// What it changes, in a sentence.
    pub about: String,
    /// Whether it is another way to fill in data that is lost.
    pub is_reconstruction: bool,
    values: Vec<(String, Value)>,
    tables: Vec<(String, Vec<Row>)>,
}

/// A value that is off its default.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Change {
    /// Where the value stands: `hand_limit`, `cards.S2.cost`.
    pub path: String,
    /// The value in force.
    pub value: String,
    /// The value of the data file, for a seat what all seats have; empty where there is none.
    pub default: String,
}

/// What a row that is gone is changed to.
const REMOVED: &str = "(removed)";

impl Change {
    /// Whether a whole row is gone.
    pub fn is_removal(&self) -> bool {
        self.value == REMOVED
    }
}

/// A path without the word before it that data files have in the headings of their sections:
/// `tables.cards.S2.cost` is `cards.S2.cost`.
pub fn plain_path(path: &str) -> &str {
    ["tables.", "settings."].iter().find_map(|section| path.strip_prefix(section)).unwrap_or(path)
}

/// A line of the listing of all settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Where the value stands: `hand_limit`, `cards.S2.cost`.
    pub path: String,
    /// The value in force.
    pub value: String,
    /// The value of the data file, for a seat what all seats have; empty where there is none.
    pub default: String,
    /// What it may be.
    pub domain: Domain,
    /// For how many seats it can be set apart, `start_coins.3`; 0 where it is the same for all.
    pub seats: u8,
    /// The seat that it is of alone; none where it is of all.
    pub seat: Option<Seat>,
    /// The rule on the game's rules page; empty for a cell of a table.
    pub rule: String,
    /// Where the value in force comes from.
    pub source: Source,
    /// What it is, in a sentence.
    pub about: String,
}

/// Every number, ruling and component table of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The game whose values these are.
    pub game: String,
    /// What is played for.
    pub objective: Objective,
    declared: Objective,
    /// The usual number of players.
    players: usize,
    values: Vec<Setting>,
    tables: Vec<Table>,
    presets: Vec<Preset>,
    /// What single seats have of their own, by seat.
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
            // A mistake of whoever writes the game, which its first test finds.
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

    /// A setting of the game's data file as what its domain admits: a number, a flag, a word.
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

    /// Has it played for what the game declares, and tells it the usual number of players.
    #[doc(hidden)]
    pub fn declare(&mut self, objective: Objective, players: usize) {
        (self.objective, self.declared, self.players) = (objective, objective, players);
    }

    /// What is played for, where that is not what the game declares.
    pub fn other_objective(&self) -> Option<Objective> {
        Some(self.objective).filter(|objective| *objective != self.declared)
    }

    /// Puts a preset's values in force.
    ///
    /// # Errors
    /// When there is no such preset.
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
            self.put(&path, |domain| domain.accept(value.clone()))?;
        }
        Ok(())
    }

    /// Sets one value by its path: `hand_limit`, `cards.S2.cost` for a cell of a table, `S2.cost` where no other table has
    /// such a row, or `critics.mouse.copies` for the number of a row; or all that a pattern stands for: `cards.*.cost`.
    ///
    /// # Errors
    /// When the path is unknown or the value is outside its domain.
    pub fn set(&mut self, path: &str, text: &str) -> Result<(), SettingError> {
        for path in self.paths_like(plain_path(path))? {
            self.put(&path, |domain| domain.read(text))?;
            self.places.forget(&path);
        }
        Ok(())
    }

    /// The paths that a pattern stands for, in the order of the data file; a path stands for itself.
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

    /// The whole path where one begins with the name of a row.
    fn path_of_row(&self, path: &str) -> Option<String> {
        let (row, column) = path.split_once('.')?;
        let is_whole = self.tables.iter().map(|table| &table.name).any(|name| name == row)
            || self.values.iter().any(|setting| setting.name == row);
        let (table, _) = self.only_row(row).filter(|_| !is_whole)?;
        Some(format!("{}.{row}.{column}", table.name))
    }

    /// A help line for an unknown path: the nearest one, or what may be meant.
    pub fn near(&self, path: &str) -> String {
        let entries = self.entries();
        let usual = format!("players.{}.", self.players);
        let known = entries.iter().map(|entry| (entry.path.as_str(), entry.about.as_str()));
        let help = meant(path, known, |path| path.starts_with(&usual));
        let other_rows = help.strip_prefix("did you mean `").and_then(|rest| rest.strip_suffix("`?"));
        let other_rows = other_rows.and_then(|found| {
            let [table, row, column] = found.splitn(3, '.').collect::<Vec<_>>()[..] else { return None };
            let is_it = |entry: &&Entry| is_match(&format!("{table}.*.{column}"), &entry.path);
            (!path.contains(row) && entries.iter().filter(is_it).count() > 1)
                .then(|| format!(" `{table}.*.{column}` stands for all of them"))
        });
        help + &other_rows.unwrap_or_default()
    }

    fn put(
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
                    meant(column_name, known, |_| false),
                ));
            };
            let Some(row) = table.rows.iter_mut().find(|row| row.id == row_id) else {
                let known = table.rows.iter().map(|row| (row.id.as_str(), ""));
                return Err(SettingError::new(
                    format!("table `{table_name}` has no row `{row_id}`"),
                    meant(row_id, known, |_| false),
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

    /// Every setting and every table cell, in the order of the data file, and below it what seats have of their own.
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

    /// Every value that is off its default; a row that the default table does not have is listed
    /// cell by cell with an empty default, a row that is gone as `(removed)`.
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

    /// How many settings outside of tables come from which source, in the order of [`Source::ALL`].
    pub fn provenance_of_settings(&self) -> Vec<(Source, usize)> {
        let from = |source| self.values.iter().filter(|setting| setting.source_now() == source).count();
        Source::ALL.into_iter().map(|source| (source, from(source))).filter(|(_, count)| *count > 0).collect()
    }

    /// How many rows of each table come from which source, in the order of [`Source::ALL`].
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
