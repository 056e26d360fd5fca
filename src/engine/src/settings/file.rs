//! Reads a game's data file, and the files and presets laid over it.

use std::{borrow::Cow, ops::Range};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{Asked, Column, Domain, Places, Preset, Row, Setting, Settings, Table, Value};
use crate::{
    component::Source,
    objective::Objective,
    seat::MAX_SEATS,
    text::{FileError, line_and_column, read_toml, suggestion},
};

/// The format number of data files.
const FORMAT: &str = "2";

type Item<'i> = Spanned<DeValue<'i>>;
type Field<'t, 'i> = (&'t Spanned<Cow<'i, str>>, &'t Item<'i>);

/// Reads a complete data file of a game.
///
/// # Errors
/// The first invalid place.
pub fn parse(origin: &str, text: &str) -> Result<Settings, FileError> {
    let reader = Reader { origin, text };
    let root = read_toml(origin, text, "")?;
    reader.only(&root, &["format", "game", "settings", "tables", "presets"])?;
    reader.check_format(&root)?;
    let game = reader.text_of(reader.need(&root, 0..0, "game")?)?.into_owned();
    let mut settings = Settings {
        game,
        objective: Objective::default(),
        declared: Objective::default(),
        players: 0,
        values: Vec::new(),
        tables: Vec::new(),
        presets: Vec::new(),
        own: Vec::new(),
        places: Places::default(),
        asked: Asked::default(),
    };
    for (name, item) in reader.table_at(&root, "settings")? {
        settings.values.push(reader.setting(name.get_ref(), item)?);
    }
    for (name, item) in reader.table_at(&root, "tables")? {
        settings.tables.push(reader.component_table(name.get_ref(), item)?);
    }
    let mut presets = Vec::new();
    for (name, item) in reader.table_at(&root, "presets")? {
        let body = reader.table_of(item)?;
        reader.only(body, &["about", "reconstruction", "values", "tables"])?;
        let about = reader.text_of(reader.need(body, item.span(), "about")?)?.into_owned();
        let mut preset = reader.overlay(&settings, name.get_ref(), about, body)?;
        if let Some(item) = body.get("reconstruction") {
            preset.is_reconstruction = reader.plain_value(item, String::new())? == Value::Flag(true);
        }
        presets.push(preset);
    }
    settings.presets = presets;
    Ok(settings)
}

impl Settings {
    /// Lays a file of changed values over these: `[values]` by path, and `[[tables.NAME]]` rows that replace a whole
    /// table. It may also be a complete data file, copied and changed, of which only the values and rows are used.
    /// Nothing changes if the file has an error.
    ///
    /// # Errors
    /// The first invalid place.
    pub fn overlay(&mut self, origin: &str, text: &str) -> Result<(), FileError> {
        let reader = Reader { origin, text };
        let root = read_toml(origin, text, "")?;
        let is_whole = root.get("settings").is_some();
        if !is_whole {
            reader.only(&root, &["format", "game", "about", "values", "tables"])?;
        }
        reader.check_format(&root)?;
        let game = reader.need(&root, 0..0, "game")?;
        if reader.text_of(game)? != self.game.as_str() {
            let help = format!("this run plays {}", self.game);
            return Err(reader.error(game.span(), "the file is for another game", help));
        }
        let mut changed = self.clone();
        if is_whole {
            reader.take_over(&mut changed, &root, parse(origin, text)?)?;
        } else {
            let overlay = reader.overlay(&changed, "file", String::new(), &root)?;
            let names: Vec<String> = overlay.tables.iter().map(|(name, _)| name.clone()).collect();
            changed.apply(overlay).map_err(|error| reader.error(0..0, error.message, error.help))?;
            let laid_over = |table: &&mut Table| names.contains(&table.name);
            changed.tables.iter_mut().filter(laid_over).for_each(Table::mark_changes);
        }
        reader.note_places(&root, &mut changed.places)?;
        *self = changed;
        Ok(())
    }
}

/// A data file being read, with its name and text for the positions of errors.
struct Reader<'a> {
    origin: &'a str,
    text: &'a str,
}

impl<'a> Reader<'a> {
    fn error(&self, span: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> FileError {
        FileError::at(self.origin, self.text, span.start, message, help)
    }

    fn check_format(&self, root: &DeTable<'_>) -> Result<(), FileError> {
        let item = self.need(root, 0..0, "format")?;
        match item.get_ref() {
            DeValue::Integer(number) if number.as_str() == FORMAT => Ok(()),
            _ => Err(self.error(
                item.span(),
                "unknown format",
                format!("this program reads format = {FORMAT}"),
            )),
        }
    }

    /// Refuses keys that would otherwise be overlooked.
    fn only(&self, table: &DeTable<'_>, known: &[&str]) -> Result<(), FileError> {
        match table.keys().find(|key| !known.contains(&key.get_ref().as_ref())) {
            None => Ok(()),
            Some(key) => Err(self.error(
                key.span(),
                format!("unknown key `{}`", key.get_ref()),
                suggestion(key.get_ref(), known.iter().copied()),
            )),
        }
    }

    fn need<'t>(
        &self,
        table: &'t DeTable<'a>,
        place: Range<usize>,
        key: &str,
    ) -> Result<&'t Item<'a>, FileError> {
        table
            .get(key)
            .ok_or_else(|| self.error(place, format!("`{key}` is missing"), format!("add `{key} = ...`")))
    }

    fn table_of<'t>(&self, item: &'t Item<'a>) -> Result<&'t DeTable<'a>, FileError> {
        match item.get_ref() {
            DeValue::Table(table) => Ok(table),
            _ => Err(self.error(item.span(), "expected a table", "write `{ key = value, ... }`")),
        }
    }

    /// The entries of an optional table.
    fn table_at<'t>(&self, table: &'t DeTable<'a>, key: &str) -> Result<Vec<Field<'t, 'a>>, FileError> {
        match table.get(key) {
            None => Ok(Vec::new()),
            Some(item) => Ok(self.table_of(item)?.iter().collect()),
        }
    }

    fn text_of<'t>(&self, item: &'t Item<'a>) -> Result<Cow<'t, str>, FileError> {
        match item.get_ref() {
            DeValue::String(text) => Ok(Cow::Borrowed(text.as_ref())),
            _ => Err(self.error(item.span(), "expected a text", "write it in quotes")),
        }
    }

    fn int_of(&self, item: &Item<'_>) -> Result<i64, FileError> {
        match item.get_ref() {
            DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
                .map_err(|_| self.error(item.span(), "the number is too large", "")),
            _ => Err(self.error(item.span(), "expected a whole number", "")),
        }
    }

    fn plain_value(&self, item: &Item<'_>, help: String) -> Result<Value, FileError> {
        match item.get_ref() {
            DeValue::Integer(_) => self.int_of(item).map(Value::Int),
            DeValue::Boolean(flag) => Ok(Value::Flag(*flag)),
            DeValue::String(word) => Ok(Value::Word(word.clone().into_owned())),
            _ => Err(self.error(item.span(), "expected a whole number, a flag or a word", help)),
        }
    }

    /// Records the positions of the values, tables and rows of an overlay.
    fn note_places(&self, body: &DeTable<'a>, places: &mut Places) -> Result<(), FileError> {
        let mut note = |path: String, span: Range<usize>| {
            let (line, column) = line_and_column(self.text, span.start);
            places.note(path, format!("{}:{line}:{column}", self.origin));
        };
        for (name, item) in self.table_at(body, "tables")? {
            note(name.get_ref().clone().into_owned(), name.span());
            let rows = match item.get_ref() {
                DeValue::Table(table) => table.get("rows").unwrap_or(item),
                _ => item,
            };
            let DeValue::Array(rows) = rows.get_ref() else { continue };
            for row in rows {
                let id = self.text_of(self.need(self.table_of(row)?, row.span(), "id")?)?;
                note(format!("{}.{id}", name.get_ref()), row.span());
            }
        }
        for key in ["values", "settings"] {
            for (path, item) in self.table_at(body, key)? {
                note(path.get_ref().clone().into_owned(), item.span());
            }
        }
        Ok(())
    }

    fn table_named<'t>(
        &self,
        tables: &'t mut [Table],
        name: &Spanned<Cow<'a, str>>,
    ) -> Result<&'t mut Table, FileError> {
        let known: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
        let Some(at) = known.iter().position(|known| known == name.get_ref()) else {
            let help = suggestion(name.get_ref(), known);
            return Err(self.error(name.span(), format!("unknown table `{}`", name.get_ref()), help));
        };
        Ok(&mut tables[at])
    }

    /// Takes values and rows from a complete data file; its settings, tables and columns must be the game's own.
    fn take_over(&self, target: &mut Settings, root: &DeTable<'a>, whole: Settings) -> Result<(), FileError> {
        for ((name, item), setting) in self.table_at(root, "settings")?.into_iter().zip(whole.values) {
            if !target.values.iter().any(|own| own.name == setting.name) {
                let known = target.values.iter().map(|setting| setting.name.as_str());
                let help = suggestion(&setting.name, known);
                return Err(self.error(name.span(), format!("unknown value `{}`", setting.name), help));
            }
            target
                .put_value(&setting.name, |domain| domain.accept(setting.value.clone()))
                .map_err(|error| self.error(item.span(), error.message, error.help))?;
        }
        for ((name, _), table) in self.table_at(root, "tables")?.into_iter().zip(whole.tables) {
            let own = self.table_named(&mut target.tables, name)?;
            let names = |columns: &[Column]| -> Vec<String> {
                columns.iter().map(|column| column.name.clone()).collect()
            };
            if names(&own.columns) != names(&table.columns) {
                return Err(self.error(
                    name.span(),
                    format!("the table `{}` has other columns than the game reads", table.name),
                    format!("its columns are {}", names(&own.columns).join(", ")),
                ));
            }
            own.rows = table.rows;
            own.mark_changes();
        }
        Ok(())
    }

    fn value_of(&self, item: &Item<'_>, domain: &Domain) -> Result<Value, FileError> {
        let value = self.plain_value(item, format!("allowed: {domain}"))?;
        domain.accept(value).map_err(|error| self.error(item.span(), error.message, error.help))
    }

    fn source_of(&self, table: &DeTable<'a>, place: Range<usize>) -> Result<Source, FileError> {
        let item = self.need(table, place, "source")?;
        let word = self.text_of(item)?;
        Source::named(&word).ok_or_else(|| {
            let help = suggestion(&word, Source::WORDS);
            self.error(item.span(), format!("unknown source `{word}`"), help)
        })
    }

    /// `range = [low, high]`, `options = [...]`, `flag = true` or `text = true`.
    fn domain_of(&self, table: &DeTable<'a>, place: Range<usize>) -> Result<Domain, FileError> {
        if let Some(item) = table.get("range") {
            let DeValue::Array(ends) = item.get_ref() else {
                return Err(self.error(item.span(), "expected two numbers", "write `range = [low, high]`"));
            };
            let ends = ends.iter().map(|end| self.int_of(end)).collect::<Result<Vec<i64>, FileError>>()?;
            return match ends[..] {
                [low, high] if low <= high => Ok(Domain::Range(low, high)),
                _ => Err(self.error(
                    item.span(),
                    "expected two numbers, the lower first",
                    "write `range = [low, high]`",
                )),
            };
        }
        if let Some(item) = table.get("options") {
            let DeValue::Array(words) = item.get_ref() else {
                return Err(self.error(item.span(), "expected a list of words", ""));
            };
            let words = words.iter().map(|word| self.text_of(word).map(Cow::into_owned));
            return Ok(Domain::Options(words.collect::<Result<_, _>>()?));
        }
        if table.contains_key("flag") {
            return Ok(Domain::Flag);
        }
        if table.contains_key("text") {
            return Ok(Domain::Text);
        }
        Err(self.error(place, "no domain", "add `range`, `options`, `flag` or `text`"))
    }

    /// The number of seats in `seats = 6`, for a value that can be set for each seat; 0 without it.
    fn seats_of(&self, table: &DeTable<'a>) -> Result<u8, FileError> {
        let Some(item) = table.get("seats") else { return Ok(0) };
        let seats = u8::try_from(self.int_of(item)?).ok();
        seats.filter(|seats| (1..=MAX_SEATS).contains(&usize::from(*seats))).ok_or_else(|| {
            self.error(item.span(), "no such number of seats", format!("write 1 to {MAX_SEATS}"))
        })
    }

    fn setting(&self, name: &str, item: &Item<'a>) -> Result<Setting, FileError> {
        let table = self.table_of(item)?;
        self.only(table, &["value", "range", "options", "flag", "text", "seats", "rule", "source", "about"])?;
        let domain = self.domain_of(table, item.span())?;
        let value = self.value_of(self.need(table, item.span(), "value")?, &domain)?;
        Ok(Setting {
            name: name.to_owned(),
            default: value.clone(),
            value,
            domain,
            seats: self.seats_of(table)?,
            rule: self.text_of(self.need(table, item.span(), "rule")?)?.into_owned(),
            source: self.source_of(table, item.span())?,
            about: self.text_of(self.need(table, item.span(), "about")?)?.into_owned(),
        })
    }

    fn component_table(&self, name: &str, item: &Item<'a>) -> Result<Table, FileError> {
        let body = self.table_of(item)?;
        self.only(body, &["about", "blank", "columns", "dealt", "rows"])?;
        let mut columns = Vec::new();
        for (column, item) in self.table_at(body, "columns")? {
            let spec = self.table_of(item)?;
            self.only(spec, &["range", "options", "flag", "text", "price", "seats", "about"])?;
            columns.push(Column {
                name: column.get_ref().clone().into_owned(),
                domain: self.domain_of(spec, item.span())?,
                is_price: spec.contains_key("price"),
                seats: self.seats_of(spec)?,
                about: self.text_of(self.need(spec, item.span(), "about")?)?.into_owned(),
            });
        }
        let about = self.text_of(self.need(body, item.span(), "about")?)?.into_owned();
        let rows = self.rows(&columns, self.need(body, item.span(), "rows")?)?;
        let blank = self.blank_of(&columns, body)?;
        let default_rows = rows.clone();
        let is_dealt = body.contains_key("dealt");
        Ok(Table {
            name: name.to_owned(),
            about,
            columns,
            default_rows,
            rows,
            blank,
            is_dealt,
            out: Vec::new(),
            asked: Asked::default(),
        })
    }

    /// `blank = { COLUMN = value }`, if the table has it.
    fn blank_of(&self, columns: &[Column], body: &DeTable<'a>) -> Result<Vec<(usize, Value)>, FileError> {
        let cell = |(name, item): Field<'_, 'a>| {
            let Some(at) = columns.iter().position(|column| column.name == name.get_ref().as_ref()) else {
                let help = suggestion(name.get_ref(), columns.iter().map(|column| column.name.as_str()));
                return Err(self.error(name.span(), format!("no column `{}`", name.get_ref()), help));
            };
            Ok((at, self.value_of(item, &columns[at].domain)?))
        };
        self.table_at(body, "blank")?.into_iter().map(cell).collect()
    }

    fn rows(&self, columns: &[Column], item: &Item<'a>) -> Result<Vec<Row>, FileError> {
        let DeValue::Array(items) = item.get_ref() else {
            return Err(self.error(item.span(), "expected rows", "write each row as `[[tables.NAME]]`"));
        };
        let mut rows: Vec<Row> = Vec::with_capacity(items.len());
        let mut known: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
        known.extend(["id", "source"]);
        for item in items {
            let body = self.table_of(item)?;
            self.only(body, &known)?;
            let id_item = self.need(body, item.span(), "id")?;
            let id = self.text_of(id_item)?.into_owned();
            if id.trim().is_empty() {
                return Err(self.error(id_item.span(), "a row has an empty id", "give each row its own id"));
            }
            if rows.iter().any(|row| row.id == id) {
                return Err(self.error(
                    id_item.span(),
                    format!("row `{id}` stands twice"),
                    "give each row its own id",
                ));
            }
            let cells = columns
                .iter()
                .map(|column| self.value_of(self.need(body, item.span(), &column.name)?, &column.domain))
                .collect::<Result<Vec<Value>, FileError>>()?;
            rows.push(Row { id, source: self.source_of(body, item.span())?, cells });
        }
        Ok(rows)
    }

    /// The values and tables that a preset or a file lays over `base`.
    fn overlay(
        &self,
        base: &Settings,
        name: &str,
        about: String,
        body: &DeTable<'a>,
    ) -> Result<Preset, FileError> {
        let mut preset = Preset {
            name: name.to_owned(),
            about,
            is_reconstruction: false,
            values: Vec::new(),
            tables: Vec::new(),
        };
        let mut target = base.clone();
        for (table_name, item) in self.table_at(body, "tables")? {
            let table = self.table_named(&mut target.tables, table_name)?;
            let rows = self.rows(&table.columns, item)?;
            table.rows.clone_from(&rows);
            preset.tables.push((table.name.clone(), rows));
        }
        for (path, item) in self.table_at(body, "values")? {
            if let DeValue::Table(_) = item.get_ref() {
                return Err(self.error(
                    path.span(),
                    format!("`{}` is not the path of a value", path.get_ref()),
                    "write a path with dots in quotes: \"TABLE.ROW.COLUMN\" = ...",
                ));
            }
            let value = self.plain_value(item, String::new())?;
            let (place, path) = (path.span(), path.get_ref().as_ref());
            let place = if target.entry(path).is_some() { item.span() } else { place };
            target
                .put_value(path, |domain| domain.accept(value.clone()))
                .map_err(|error| self.error(place, error.message, error.help))?;
            preset.values.push((path.to_owned(), value));
        }
        Ok(preset)
    }
}
