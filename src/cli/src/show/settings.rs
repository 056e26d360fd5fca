//! Every number and ruling, with its range and its source.

use super::ShowArgs;
use crate::{
    failure::{Failure, refuse},
    game_args,
    output::{self, Format},
};
use sim_engine::{
    Settings, Source,
    settings::{Domain, Entry, plain_path},
    text::{is_match, nearest, suggestion},
};
use sim_lab::tables::{Cell, Column, Table};

/// Characters of a cell in an overview.
const LINE: usize = 60;

impl ShowArgs {
    pub(super) fn settings(&self) -> Result<(), Failure> {
        if self.file {
            return self.print_file();
        }
        let settings = self.game.resolve()?.rules.settings;
        let mut entries = settings.entries();
        entries.extend(taken_out(&settings));
        let paths: Vec<&str> = self.paths.iter().map(|path| plain_path(path)).collect();
        let is_listed = |path: &&&str| entries.iter().any(|entry| entry.path == **path);
        let of_seats: Vec<Entry> =
            paths.iter().filter(|path| !is_listed(path)).filter_map(|path| settings.entry(path)).collect();
        entries.extend(of_seats);
        self.check_paths(&settings, &entries, &paths)?;
        let source = self.source()?;
        entries.retain(|entry| {
            let is_asked = paths.is_empty() || paths.iter().any(|path| is_asked(&entry.path, path));
            let is_from = source.is_none_or(|source| entry.source == source);
            is_asked && is_from && (!self.changed || entry.value != entry.default)
        });
        if entries.is_empty() && self.format == Format::Table {
            output::remark("no value is selected");
            return Ok(());
        }
        let table = table(&entries);
        output::listing(self.format, std::slice::from_ref(&table), || {
            output::rows(&reading(&table, self.paths.is_empty()))
        })
    }

    /// Prints the data file with its comments; refuses options that have no effect on it.
    fn print_file(&self) -> Result<(), Failure> {
        let own = [
            ("--changed", self.changed),
            ("--source", self.source.is_some()),
            ("--format", self.format != Format::Table),
            ("PATH", !self.paths.is_empty()),
        ];
        let all: Vec<_> = self.game.changes().into_iter().chain(own).collect();
        refuse(&all, "has no effect: --file prints the data file as it is")?;
        output::data(game_args::entry(&self.game.game)?.info().data_file)
    }

    fn source(&self) -> Result<Option<Source>, Failure> {
        let Some(wanted) = &self.source else { return Ok(None) };
        match Source::named(wanted) {
            Some(source) => Ok(Some(source)),
            None => Err(Failure::misuse(format!("no source `{wanted}`"), suggestion(wanted, Source::WORDS))),
        }
    }

    fn check_paths(&self, settings: &Settings, entries: &[Entry], paths: &[&str]) -> Result<(), Failure> {
        let unknown = |path: &&&str| !entries.iter().any(|entry| is_asked(&entry.path, path));
        let Some(path) = paths.iter().find(unknown) else { return Ok(()) };
        // Suggests paths of the same depth, so that `card.F5` finds `cards.F5`, and not one of its values.
        let depth = path.matches('.').count();
        let mut known: Vec<&str> = entries.iter().map(|entry| up_to(&entry.path, depth)).collect();
        known.dedup();
        let help = nearest(path, known).map(|name| format!("did you mean `{name}`?"));
        let message = format!("no setting `{path}` in {}", self.game.game);
        Err(Failure::misuse(message, help.unwrap_or_else(|| settings.near(path))))
    }
}

/// Rows removed from the box, which only the changes mention.
fn taken_out(settings: &Settings) -> impl Iterator<Item = Entry> {
    let gone = settings.changes().into_iter().filter(|change| change.is_removal());
    gone.map(|change| Entry {
        path: change.path,
        value: change.value,
        default: change.default,
        domain: Domain::Options(Vec::new()),
        rule: String::new(),
        source: Source::Changed,
        seats: 0,
        seat: None,
        about: "A row that is out of the box.".to_owned(),
    })
}

/// Whether a path is the requested one, lies below it or below a row of that name, or matches it as a pattern.
fn is_asked(path: &str, asked: &str) -> bool {
    let is_below =
        |path: &str| path.strip_prefix(asked).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    is_below(path) || path.split_once('.').is_some_and(|(_, row)| is_below(row)) || is_match(asked, path)
}

fn up_to(path: &str, dots: usize) -> &str {
    path.match_indices('.').nth(dots).map_or(path, |(at, _)| &path[..at])
}

fn allowed(entry: &Entry) -> String {
    let Entry { path, domain, seats, .. } = entry;
    match seats {
        0 => domain.to_string(),
        seats => format!("{domain}; by seat: {path}.1 to {path}.{seats}"),
    }
}

fn table(entries: &[Entry]) -> Table {
    let columns = [
        Column::text("path", "name for --set"),
        Column::text("value", "value in force"),
        Column::text("default", "value without any change"),
        Column::text("rule", "rule of the rules page that reads it"),
        Column::text("source", "where the value comes from"),
        Column::text("about", "what it is, in a line"),
        Column::text("allowed", "values it may take"),
    ];
    let mut table = Table::new("settings", "Settings", "Every number and ruling.", &columns);
    for entry in entries {
        let Entry { path, value, default, rule, about, .. } = entry;
        let allowed = allowed(entry);
        let row = [path, value, default, rule, entry.source.word(), about, &allowed];
        table.rows.push(row.map(Cell::text).to_vec());
    }
    table
}

/// The table without the column of defaults, which equal the values except for requested changes.
fn reading(table: &Table, is_overview: bool) -> Table {
    let mut table = table.clone();
    if let Some(at) = table.column("default") {
        table.columns.remove(at);
        table.rows.iter_mut().for_each(|row| {
            row.remove(at);
        });
    }
    // An overview has one line per setting; a requested path is shown in full.
    for cell in table.rows.iter_mut().flatten().filter(|_| is_overview) {
        if let Cell::Text(text) = cell
            && text.chars().count() > LINE
        {
            *text = text.chars().take(LINE - 1).chain(['…']).collect();
        }
    }
    table
}
