//! The arrows between the rooms go one way.
//!
//! All code is read as tokens, tests and functions included, so that a path is found wherever it
//! stands: alone or in a tree of `use`, on one line or many, from the root of the crate or by `super`.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// The rooms of the house: each may use itself and those before it.
const ROOMS: [&str; 14] = [
    "text",
    "rules",
    "stats",
    "strategy",
    "play",
    "tally",
    "tables",
    "experiment",
    "tune",
    "audit",
    "charts",
    "report",
    "catalogue",
    "cli",
];

/// What may use every room: the crate itself, the program, and what is built for tests alone.
const OUTSIDE: [&str; 6] = ["lib", "main", "laws", "tests", "benches", "build"];

/// Rooms right of the waist, where nothing knows a game.
const GAMELESS: [&str; 9] = ["tune", "play", "tally", "tables", "audit", "charts", "report", "stats", "cli"];

#[test]
fn no_room_names_one_to_its_right() {
    let mut wrong = Vec::new();
    for (module, text) in sources() {
        wrong.extend(names_to_the_right(&module, &text));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn nothing_right_of_the_waist_names_a_game() {
    let games = fs::read_dir(source_root().join("rules")).unwrap().map(|entry| entry.unwrap().path());
    let games: Vec<String> = games
        .filter(|path| path.join("rules.md").exists())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(games.len() >= 3, "{games:?}");
    let mut wrong = Vec::new();
    for (module, text) in sources() {
        wrong.extend(names_of_games(&module, &text, &games));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn planted_violations_are_caught() {
    let module = ["strategy".to_owned(), "desk".to_owned()];
    for (planted, caught) in [
        ("use crate::tally::Tally;", "tally::Tally"),
        ("use crate::{rules::Game, tally::{self, Layout}};", "tally"),
        (
            "use crate::{\n    rules::{Game, Seat},\n    report::{cells::{Cell, short}},\n};",
            "report::cells::Cell",
        ),
        (
            "#[cfg(test)]\nmod tests {\n    use super::*;\n}\nuse crate::experiment::Progress;",
            "experiment::Progress",
        ),
        ("#[cfg(test)]\nmod tests { fn f() { use crate::cli::run; } }", "cli::run"),
        ("fn f() -> usize { crate::tables::summarise(1).len() }", "tables::summarise"),
        ("use super::super::play::Row;", "play::Row"),
        ("mod inner { use super::super::super::{play::Row}; }", "play::Row"),
        ("macro_rules! m { () => { $crate::catalogue::find() } }", "catalogue::find"),
        ("/* use crate::a; */ use {crate::charts as drawn, std::fs};", "charts"),
        ("use crate::r#cli::x;", "cli::x"),
    ] {
        let found = names_to_the_right(&module, planted);
        assert!(
            found.iter().any(|found| found.ends_with(&format!("strategy names {caught}"))),
            "{planted}: {found:?}"
        );
    }
    for innocent in [
        "use crate::{rules::{Game, Seat}, strategy::Desk, text::people};",
        "// use crate::tally::Tally;",
        "/// Like `crate::tally`.\nuse super::super::rules;",
        "/* a /* nested */ use crate::tally; */",
        "const TEXT: &str = \"\\\" use crate::tally::Tally;\"; const RAW: &str = r#\"\"crate::tally\"#;",
        "fn f<'a>(tally: &'a str) -> char { let _ = rules::tally::X; '\"' }",
        "mod tally { use super::super::super::rules; pub(super) fn report() {} pub(crate) struct Cli; }",
    ] {
        assert_eq!(names_to_the_right(&module, innocent), Vec::<String>::new(), "{innocent}");
    }
    let games = ["la_bistro".to_owned()];
    let module = ["play".to_owned(), "episode".to_owned()];
    let planted = "mod tests {}\nuse crate::rules::{Game, la_bistro::{LaBistro}};";
    assert_eq!(names_of_games(&module, planted, &games).len(), 1);
    assert_eq!(
        names_of_games(&module, "mod tests { use crate::rules::la_bistro::LaBistro; }", &games).len(),
        0
    );
    assert_eq!(names_of_games(&["rules".to_owned()], planted, &games).len(), 0);
}

fn source_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file of the crate: its module, from the room on, and its text.
fn sources() -> Vec<(Vec<String>, String)> {
    fn walk(folder: &Path, module: &[String], found: &mut Vec<(Vec<String>, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let mut module = module.to_vec();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            if name != "mod" {
                module.push(name);
            }
            if path.is_dir() {
                walk(&path, &module, found);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push((module, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    let mut found = Vec::new();
    walk(&source_root(), &[], &mut found);
    let rooms: BTreeSet<&str> = found.iter().map(|(module, _)| module[0].as_str()).collect();
    let known: BTreeSet<&str> = ROOMS.into_iter().chain(OUTSIDE).collect();
    assert_eq!(rooms, known, "every folder has its place in the order");
    found
}

/// What code names of the rooms after its own.
fn names_to_the_right(module: &[String], text: &str) -> Vec<String> {
    let Some(place) = ROOMS.iter().position(|room| *room == module[0]) else { return Vec::new() };
    let forbidden =
        |named: &&Named| named.path.first().is_some_and(|room| ROOMS[place + 1..].contains(&room.as_str()));
    let found = paths(module, text);
    found
        .iter()
        .filter(forbidden)
        .map(|named| {
            format!(
                "{}, line {}: {} names {}",
                module.join("/"),
                named.line,
                module[0],
                named.path.join("::")
            )
        })
        .collect()
}

/// What code that should know no game names of one; tests may take a game as their example.
fn names_of_games(module: &[String], text: &str, games: &[String]) -> Vec<String> {
    if !GAMELESS.contains(&module[0].as_str()) {
        return Vec::new();
    }
    let found = paths(module, text);
    let named = found.iter().filter(|named| !named.within.iter().any(|module| module == "tests"));
    named
        .filter(|named| named.path.iter().any(|part| games.contains(part)))
        .map(|named| format!("{}, line {}: names {}", module.join("/"), named.line, named.path.join("::")))
        .collect()
}

/// A path that code names, from the root of the crate.
struct Named {
    path: Vec<String>,
    /// The module that names it.
    within: Vec<String>,
    line: usize,
}

/// Every path that code names by `crate`, `sim`, `self` or `super`; of a tree every branch.
fn paths(file: &[String], text: &str) -> Vec<Named> {
    let tokens = tokens(text);
    let word = |at: usize| tokens.get(at).map_or("", |(word, _)| word.as_str());
    let mut module = file.to_vec();
    // The blocks that are open: whether each is that of a module.
    let mut blocks = Vec::new();
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match word(at) {
            "{" => {
                let is_module = at >= 2 && word(at - 2) == "mod";
                if is_module {
                    module.push(word(at - 1).to_owned());
                }
                blocks.push(is_module);
            }
            "}" if blocks.pop() == Some(true) => {
                module.pop();
            }
            "crate" | "sim" | "self" | "super" if at == 0 || word(at - 1) != "::" => {
                let line = tokens[at].1;
                let mut base = if matches!(word(at), "crate" | "sim") { Vec::new() } else { module.clone() };
                if word(at) == "super" {
                    base.pop();
                }
                at += 1;
                while word(at) == "::" && word(at + 1) == "super" {
                    base.pop();
                    at += 2;
                }
                if word(at) == "::" {
                    let mut leaves = Vec::new();
                    at = tree(&word, at + 1, base, &mut leaves);
                    found.extend(leaves.into_iter().map(|path| Named { path, within: module.clone(), line }));
                }
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// Reads the rest of a path, or a tree of paths, from a position on; gives the position after it.
fn tree<'t>(
    word: &impl Fn(usize) -> &'t str,
    mut at: usize,
    mut path: Vec<String>,
    leaves: &mut Vec<Vec<String>>,
) -> usize {
    if word(at) == "{" {
        at += 1;
        while word(at) != "}" && !word(at).is_empty() {
            at = tree(word, at, path.clone(), leaves);
            // A comma, or another name and a comma.
            while !matches!(word(at), "," | "}" | "") {
                at += 1;
            }
            at += usize::from(word(at) == ",");
        }
        return at + 1;
    }
    if word(at) != "self" && word(at).starts_with(|first: char| first.is_alphabetic() || first == '_') {
        path.push(word(at).to_owned());
        if word(at + 1) == "::" {
            return tree(word, at + 2, path, leaves);
        }
        at += 1;
    }
    leaves.push(path);
    at
}

/// Names, `::` and single signs of Rust code, with their lines; comments and literals are left out.
fn tokens(text: &str) -> Vec<(String, usize)> {
    let signs: Vec<char> = text.chars().collect();
    let sign = |at: usize| signs.get(at).copied().unwrap_or('\0');
    let is_name = |sign: char| sign.is_alphanumeric() || sign == '_';
    let mut found = Vec::new();
    let (mut at, mut line) = (0, 1);
    while at < signs.len() {
        let start = at;
        match sign(at) {
            '/' if sign(at + 1) == '/' => {
                while at < signs.len() && sign(at) != '\n' {
                    at += 1;
                }
            }
            '/' if sign(at + 1) == '*' => {
                let mut depth = 0;
                loop {
                    match (sign(at), sign(at + 1)) {
                        ('/', '*') => (depth, at) = (depth + 1, at + 2),
                        ('*', '/') => (depth, at) = (depth - 1, at + 2),
                        _ => at += 1,
                    }
                    if depth == 0 || at >= signs.len() {
                        break;
                    }
                }
            }
            '"' => at = end_of_string(&signs, at),
            // A literal is 'x' or '\...'; anything else after the quote is a lifetime.
            '\'' if sign(at + 1) == '\\' => {
                at += 3;
                while at < signs.len() && sign(at) != '\'' {
                    at += 1;
                }
                at += 1;
            }
            '\'' if sign(at + 2) == '\'' => at += 3,
            first if is_name(first) => {
                while is_name(sign(at)) {
                    at += 1;
                }
                let hashes = (at..).take_while(|&at| sign(at) == '#').count();
                let name: String = signs[start..at].iter().collect();
                if matches!(name.as_str(), "r" | "br" | "cr") && sign(at + hashes) == '"' {
                    at = end_of_raw_string(&signs, at + hashes + 1, hashes);
                } else if name == "r" && hashes == 1 {
                    // A raw name is the name.
                    at += 1;
                } else {
                    found.push((name, line));
                }
            }
            ':' if sign(at + 1) == ':' => {
                found.push(("::".to_owned(), line));
                at += 2;
            }
            other => {
                if !other.is_whitespace() {
                    found.push((other.to_string(), line));
                }
                at += 1;
            }
        }
        line += signs[start..at.min(signs.len())].iter().filter(|sign| **sign == '\n').count();
    }
    found
}

/// The position after a string that begins with the quote at `at`.
fn end_of_string(signs: &[char], mut at: usize) -> usize {
    at += 1;
    while at < signs.len() && signs[at] != '"' {
        at += if signs[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// The position after a raw string whose text begins at `at`.
fn end_of_raw_string(signs: &[char], mut at: usize, hashes: usize) -> usize {
    let ends = |at: usize| {
        signs[at] == '"' && signs[at + 1..].iter().take_while(|sign| **sign == '#').count() >= hashes
    };
    while at < signs.len() && !ends(at) {
        at += 1;
    }
    at + 1 + hashes
}
