//! Finds the commands in the files of the project.

use std::{collections::BTreeSet, fs, path::Path};

use super::super::{sim, text};

/// A command, and where it is printed.
pub struct Printed {
    /// File and line number.
    pub place: String,
    /// Without the name of the program.
    pub line: String,
}

/// All commands by file, each where it is first printed. A command whose output others may need is repeated in each
/// file.
pub fn printed() -> Vec<Vec<Printed>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = files(&[".md", ".rs", ".toml"]);
    let verbs = verbs();
    let mut known = BTreeSet::new();
    let mut of_file = |file: &String| {
        let source = fs::read_to_string(root.join(file)).unwrap();
        let mut own = BTreeSet::new();
        let found = commands(&source, file.ends_with(".md"), &verbs).into_iter();
        let first = found.filter(|(_, line)| {
            let is_new = known.insert(line.clone());
            own.insert(line.clone()) && (is_new || line.starts_with("new ") || line.contains("--out "))
        });
        first.map(|(at, line)| Printed { place: format!("{file}:{at}"), line }).collect()
    };
    files.iter().map(&mut of_file).filter(|commands: &Vec<Printed>| !commands.is_empty()).collect()
}

/// Pages, sources, strategies and questions with these name endings, except tests, relative to the root.
pub fn files(endings: &[&str]) -> Vec<String> {
    let mut files: Vec<String> = ["README.md", "CONTRIBUTING.md"].map(str::to_owned).to_vec();
    for folder in ["src", "strategies", "experiments"] {
        add(Path::new(env!("CARGO_MANIFEST_DIR")), folder, endings, &mut files);
    }
    files
}

fn add(root: &Path, folder: &str, endings: &[&str], files: &mut Vec<String>) {
    let entries = fs::read_dir(root.join(folder)).unwrap();
    let mut paths: Vec<String> =
        entries.map(|entry| format!("{folder}/{}", entry.unwrap().file_name().to_string_lossy())).collect();
    paths.sort();
    for path in paths {
        let name = path.rsplit('/').next().unwrap_or_default();
        if root.join(&path).is_dir() {
            if name != "tests" {
                add(root, &path, endings, files);
            }
        } else if name != "tests.rs" && endings.iter().any(|end| name.ends_with(end)) {
            files.push(path);
        }
    }
}

/// The verbs that the help lists, and those that it hides.
pub fn verbs() -> BTreeSet<String> {
    let help = sim(Path::new("."), &["--help"]);
    let help = text(&help.stdout);
    let verb = |line: &str| {
        let word = line.strip_prefix("  ")?.split(' ').next()?;
        word.starts_with(|c: char| c.is_ascii_lowercase()).then(|| word.to_owned())
    };
    let list = help.lines().take_while(|line| *line != "Options:").filter_map(verb);
    list.chain(["merge", "completions", "man"].map(str::to_owned)).collect()
}

/// The commands in a text with their line numbers: within backticks, after a prompt, and, in sources, alone on a
/// line.
fn commands(source: &str, is_page: bool, verbs: &BTreeSet<String>) -> Vec<(usize, String)> {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or_default();
    let mut found: Vec<(usize, String)> = Vec::new();
    for (at, line) in source.lines().enumerate() {
        // One line of source may contain several lines of help.
        for line in line.split("\\n") {
            let line = bare(line);
            let command = match line.strip_prefix("$ sim ") {
                Some(command) => Some(command),
                None if is_page => line
                    .strip_prefix("$ cargo run --release -- --game")
                    .and(line.split_once("-- "))
                    .map(|(_, command)| command),
                None => line.strip_prefix("sim ").filter(|rest| is_call(rest, verbs)),
            };
            let Some(command) = command else { continue };
            let end = if is_page { command.find(" # ") } else { command.find('"') };
            let command = &command[..end.unwrap_or(command.len())];
            for part in command.split("&&") {
                let part = part.trim();
                found.push((at + 1, part.strip_prefix("sim ").unwrap_or(part).to_owned()));
            }
        }
    }
    for (start, _) in source.match_indices("`sim ") {
        let rest = &source[start + "`sim ".len()..];
        let Some(end) = rest.find('`') else { continue };
        let command: Vec<&str> = rest[..end].lines().map(bare).collect();
        let command = command.join(" ");
        // The verb may no longer exist, so anything that looks like a command counts as one.
        found.push((source[..start].matches('\n').count() + 1, command));
    }
    found.sort_by_key(|(at, _)| *at);
    found
}

/// A line without its comment mark.
fn bare(line: &str) -> &str {
    let line = line.trim();
    ["//!", "///", "//", "#"].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line).trim()
}

/// Whether the words after the name of the program call it.
fn is_call(rest: &str, verbs: &BTreeSet<String>) -> bool {
    rest.starts_with("--") || rest.split_whitespace().next().is_some_and(|verb| verbs.contains(verb))
}
