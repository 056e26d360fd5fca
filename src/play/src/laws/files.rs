//! Laws of a game's files: its data file, its strategies, its rules page.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use super::{changed, data, hold, widely};
use sim_engine::{
    SettingError,
    settings::{self, Domain},
    text::{nearest, suggestion},
};
use sim_script::{Scripted, Title, library};

/// Reads everything that the other laws start from.
fn read_all<G: Scripted, T: Title<Game = G>>(title: &T) -> Result<(), String> {
    let settings = settings::parse("data.toml", title.info().data_file).map_err(|error| error.to_string())?;
    let explain = |place: &str| {
        let place = format!("the values of data.toml make no game {place}: ");
        move |error: SettingError| place.clone() + &error.to_string()
    };
    let most = title.info().players.1;
    if let Some(entry) = settings.entries().iter().find(|entry| ![0, most].contains(&entry.seats.into())) {
        return Err(format!("data.toml, `{}`: there are {most} seats, not {}", entry.path, entry.seats));
    }
    for players in title.info().players.0..=most {
        title.set_up(&settings, players).map_err(explain(&format!("for {players} players")))?;
    }
    for preset in settings.presets() {
        let explain = explain(&format!("under the preset `{}`", preset.name));
        let mut changed = settings.clone();
        changed.apply_preset(&preset.name).map_err(&explain)?;
        title.set_up(&changed, title.info().default_players).map_err(&explain)?;
    }
    if title.shipped().first().is_none_or(|shipped| shipped.name != "default") {
        return Err(format!("no default.toml in strategies/{}: every game has one", title.info().name));
    }
    for shipped in title.shipped() {
        library::shipped(title, shipped.name).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The data file, the rules made from it, and the strategies can be read.
pub fn the_files_of_the_game_are_read<G: Scripted, T: Title<Game = G>>(title: &T) {
    hold(read_all(title));
}

/// The rules read every setting, and every column of every table, under some ruling.
pub fn every_setting_is_read<G: Scripted, T: Title<Game = G>>(title: &T) {
    let mut settings = data(title);
    settings.watch();
    // Some settings are read only under one ruling, at one table size, or if a row is given.
    widely(title, &settings).for_each(drop);
    let mut rows = settings.tables().iter().flat_map(|table| &table.rows);
    if let Some(given) = rows.find_map(|row| settings.given(&row.id)) {
        let mut giving = settings.clone();
        if let Some((path, value)) = given.split_once('=') {
            hold(giving.set(path, value));
        }
        // Some rulings have nothing to give.
        let _ = title.set_up(&giving, title.info().default_players);
        changed(title, giving, |entry| entry.domain.readings()).for_each(drop);
    }
    let asked = settings.paths_read();
    let mut unread = Vec::new();
    let mut report_unread = |path: String, what: &str| {
        // Near names are settings for a setting, and columns for a column.
        let names = asked.iter().filter(|asked| asked.contains('.') == path.contains('.'));
        let near = nearest(&path, names.map(String::as_str));
        let near = near.map_or_else(String::new, |near| format!("; they read `{near}`"));
        unread.push(format!(
            "no rule reads the {what} `{path}` of data.toml{near}: read it in `new`, or take it out of the file"
        ));
    };
    for entry in settings.entries().iter().filter(|entry| !entry.path.contains('.')) {
        if !asked.contains(&entry.path) {
            report_unread(entry.path.clone(), "setting");
        }
    }
    for table in settings.tables() {
        // Prices are for the laboratory, and texts may be for people alone.
        let read_by_rules = |column: &&settings::Column| !column.is_price && column.domain != Domain::Text;
        for column in table.columns.iter().filter(read_by_rules) {
            let path = format!("{}.{}", table.name, column.name);
            if !asked.contains(&path) {
                report_unread(path, "column");
            }
        }
    }
    assert!(unread.is_empty(), "{}", unread.join("\n"));
}

/// Recognizes a rule number as on rules pages: `R-5`, `MG-A12`. Returns what stands before the hyphen.
fn prefix(word: &str) -> Option<&str> {
    let (prefix, number) = word.split_once('-')?;
    let digits = number.strip_prefix('A').unwrap_or(number);
    let is_prefix = !prefix.is_empty() && prefix.chars().all(|c| c.is_ascii_uppercase());
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    (is_prefix && is_number).then_some(prefix)
}

/// A rule number without leading zeros: `R-05` becomes `R-5`.
fn plain(number: &str) -> String {
    let (prefix, number) = number.split_once('-').unwrap_or_default();
    let digits = number.trim_start_matches('A');
    let ruling = &number[..number.len() - digits.len()];
    format!("{prefix}-{ruling}{}", digits.trim_start_matches('0'))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).filter(|word| !word.is_empty())
}

/// The rule numbers of a rules page.
pub(super) struct Page(BTreeSet<String>);

impl Page {
    /// Reads a page. A table row, list item or heading may stand for several rules, `R-5 to R-8` or `R-5..8`. In a
    /// sentence, such a range only stands for the numbers that it names.
    pub(super) fn read(page: &str) -> Page {
        let mut numbers = BTreeSet::new();
        for line in page.lines() {
            let is_head = line.trim_start().starts_with(['|', '-', '*', '#']);
            let line = line.replace("..", " to ");
            let words: Vec<&str> = words(&line).collect();
            for (at, word) in words.iter().enumerate() {
                let Some(prefix) = prefix(word) else { continue };
                numbers.insert(plain(word));
                if let (true, [_, "to", last, ..]) = (is_head, &words[at..]) {
                    let digits =
                        |word: &str| word.trim_start_matches(|c: char| !c.is_ascii_digit()).parse::<u32>();
                    let ruling = if word[prefix.len()..].starts_with("-A") { "A" } else { "" };
                    if let (Ok(first), Ok(last)) = (digits(word), digits(last)) {
                        numbers.extend((first..=last).map(|number| format!("{prefix}-{ruling}{number}")));
                    }
                }
            }
        }
        Page(numbers)
    }

    fn check(&self, place: &str, number: &str) -> Result<(), String> {
        if self.0.contains(&plain(number)) {
            return Ok(());
        }
        let help = match self.0.is_empty() {
            true => "it numbers no rule, as `| R-1 | Two players. |` does".to_owned(),
            false => suggestion(number, self.0.iter().map(String::as_str)),
        };
        Err(format!("{place}: the rules page has no rule `{number}`; {help}"))
    }

    /// Whether the page numbers its rules with this prefix: at least two rules have it.
    fn has_prefix(&self, prefix: &str) -> bool {
        self.0.iter().filter(|number| self::prefix(number) == Some(prefix)).take(2).count() == 2
    }

    /// The unknown rule numbers in a source file, in its lines and in the names of its tests.
    pub(super) fn complaints(&self, file: &str, text: &str) -> Vec<String> {
        let lines = text.lines().zip(1..);
        let wrong = lines.flat_map(|(line, at)| {
            let named = words(line).filter(|word| prefix(word).is_some_and(|prefix| self.has_prefix(prefix)));
            let test = line.trim_start().strip_prefix("fn ").and_then(|rest| rest.split('(').next());
            let named = named.map(str::to_owned).chain(test.and_then(|name| self.of_test(name)));
            let wrong = named.filter_map(|number| self.check(&format!("{file}:{at}"), &number).err());
            wrong.collect::<Vec<_>>()
        });
        wrong.collect()
    }

    /// The number in the name of a test, `r_5_nobody_stakes_more_than_he_has`.
    fn of_test(&self, name: &str) -> Option<String> {
        let mut parts = name.split('_');
        let number =
            format!("{}-{}", parts.next()?, parts.next()?.trim_start_matches('0')).to_ascii_uppercase();
        parts.next()?;
        self.has_prefix(prefix(&number)?).then_some(number)
    }
}

/// Every rule that the data file and the sources name is on the rules page. `root` is the folder of the package.
pub fn rules_that_are_named_are_on_the_rules_page<G: Scripted>(title: &impl Title<Game = G>, root: &Path) {
    let page = Page::read(title.info().rules_page);
    let mut wrong = Vec::new();
    for entry in data(title).entries() {
        let numbers = words(&entry.rule).filter(|word| word.chars().any(|c| c.is_ascii_digit()));
        wrong.extend(numbers.filter_map(|number| {
            page.check(&format!("data.toml, `{}`, rule = \"{}\"", entry.path, entry.rule), number).err()
        }));
    }
    for path in sources(&root.join("src")) {
        let told = path.strip_prefix(root).unwrap_or(&path).display().to_string();
        wrong.extend(page.complaints(&told, &read(&path)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[expect(clippy::disallowed_methods, reason = "sources are files")]
fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The Rust sources below a folder, sorted by path; none if the package has moved.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let below = paths.into_iter().flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    below.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}
