//! Pages, help, messages and texts of files use standard terms, and no phrase that readers have to decode.

use std::{fs, path::Path};

use super::super::{sim, text};
use super::collect;

/// Phrases that the project does not use, and their replacements.
const HOME_MADE: [(&[&str], &str); 19] = [
    (&["the middle of its kind", "the middle of their kind", "the middle one"], "the median"),
    (&["portion", "what part"], "share, fraction"),
    (&["linked to"], "is associated with"),
    (
        &["prices off", "is off", "are off", "furthest off", "surely off"],
        "mispriced; problem; furthest from fair",
    ),
    (&["off its fair", "off the fair", "off the mean"], "above or below its fair share"),
    (
        &["plans live", "that live", "which live", "they live", "win live", "lives", "dead"],
        "viable, not viable",
    ),
    (&["in good hands"], "played by strong players"),
    (&["learned on", "learns on", "learn on", "learning on"], "trained further"),
    (&["learnings", "who learned"], "training runs, trained player"),
    (&["in the place of"], "replaces"),
    (&["the thing", "what pays", "things pay"], "item, component, payout"),
    (&["go without", "goes without", "going without", "went without"], "be barred from"),
    (&["leave open", "left open", "still open"], "undecided"),
    (&["look here", "is fine", "are fine", "passes for fine"], "check; ok"),
    (&["our guess", "our guesses"], "assumed"),
    (&["other readings", "other reading", "our reading", "read otherwise"], "alternative rulings"),
    (&["rate of false discoveries"], "q-value"),
    (&["meetings", "companies", "fared", "heard"], "line-ups; results"),
    (
        &["yardstick", "newcomers", "turns round", "turn round", "rests on", "out of balance"],
        "standard terms",
    ),
];

/// Further phrases of this kind, which rules of games may use in their ordinary sense.
const OUTSIDE_RULES: [(&[&str], &str); 9] = [
    (&["beside"], "next to; compared with"),
    (&["goes with", "go with", "went with"], "is associated with, explains"),
    (&["otherwise"], "differently, else"),
    (&["tells", "told", "says", "games tell"], "reports, shows, names"),
    (&["so many", "of such"], "the number of, each"),
    (&["whoever", "began from"], "a noun: the leader, its parent"),
    (&["looked at", "looked for", "a look"], "measured, tested, (interim) analysis"),
    (&["came to", "comes to", "went", "fare"], "results, gains"),
    (&["he", "him", "his", "himself", "she", "her", "things"], "it for a strategy, they for players; items"),
];

/// Exceptions: a part of the file name, the phrase that it may contain, and the reason.
const EXCEPTIONS: [(&str, &str, &str); 2] = [
    ("strategies/restauranteur/miser.toml", "what pays", "ordinary English: pays the leader"),
    ("/champion", "learned on", "the texts of strategies are part of stored results"),
];

/// The texts of a file, each with the number of its first line.
fn texts(file: &str, source: &str) -> Vec<(usize, String)> {
    match file.rsplit('.').next() {
        Some("rs") => {
            let tests = source.match_indices("#[cfg(test)]\nmod ").find(|(at, _)| {
                let name = source[*at..].lines().nth(1);
                name.is_some_and(|line| line.ends_with('{'))
            });
            literals(&source[..tests.map_or(source.len(), |(at, _)| at)])
        }
        Some("toml") => {
            let value = |(at, line): (usize, &str)| {
                let (key, value) = line.split_once(" = \"")?;
                let is_text = ["about", "title", "question", "called"].contains(&key.trim());
                is_text.then(|| (at + 1, value.to_owned()))
            };
            source.lines().enumerate().filter_map(value).collect()
        }
        Some("md") => vec![(1, source.to_owned())],
        _ => vec![(1, without_placeholders(source))],
    }
}

/// A text without its placeholders, because names of values are not prose.
fn without_placeholders(text: &str) -> String {
    let mut depth = 0_usize;
    let mut is_kept = |c: &char| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => return depth == 0 || *c == '\n',
        }
        true
    };
    text.chars().filter(|c| is_kept(c)).collect()
}

/// The string literals of a source that are more than a name.
fn literals(source: &str) -> Vec<(usize, String)> {
    let (mut found, mut line, mut rest) = (Vec::new(), 1, source);
    while let Some(c) = rest.chars().next() {
        let is_raw = rest.starts_with("r\"") || rest.starts_with("r#\"");
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\") {
            3
        } else if is_raw || c == '"' {
            let open = rest.find('"').unwrap_or_default() + 1;
            let close = if rest.starts_with("r#") { "\"#" } else { "\"" };
            let is_end =
                |at: &usize| is_raw || !rest[open..*at].ends_with('\\') || rest[..*at].ends_with("\\\\");
            let ends = rest[open..].match_indices(close).map(|(at, _)| open + at);
            let end = ends.into_iter().find(is_end).unwrap_or(rest.len());
            let literal = without_placeholders(&rest[open..end].replace("\\n", "  "));
            if literal.trim().contains(' ') {
                found.push((line, literal));
            }
            (end + close.len()).min(rest.len())
        } else {
            c.len_utf8()
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// The words and punctuation marks of a text, each with its line.
fn words(text: &str, first: usize) -> Vec<(usize, String)> {
    let mut words: Vec<(usize, String)> = Vec::new();
    for (at, line) in text.lines().enumerate() {
        // A backslash ends a line of a literal.
        let line = line.trim_end_matches('\\').to_lowercase();
        for piece in line.split_whitespace() {
            let is_inside = |c: char| c.is_alphanumeric() || "'’_-".contains(c);
            for part in piece.split_inclusive(|c| !is_inside(c)) {
                let word = part.trim_end_matches(|c| !is_inside(c));
                words.extend([word, &part[word.len()..]].map(|part| (first + at, part.to_owned())));
            }
        }
    }
    words.retain(|(_, word)| !word.is_empty());
    words
}

/// The home-made phrases in a text: line, phrase and replacement.
fn home_made(file: &str, text: &str, first: usize) -> Vec<String> {
    let is_of_rules = ["src/games/", "src/examples/"].iter().any(|rules| file.starts_with(rules));
    let outside: &[_] = if is_of_rules { &[] } else { &OUTSIDE_RULES };
    let words = words(text, first);
    let mut found = Vec::new();
    for (phrases, instead) in HOME_MADE.iter().chain(outside) {
        for phrase in *phrases {
            let wanted: Vec<&str> = phrase.split(' ').collect();
            let is_excepted = EXCEPTIONS.iter().any(|(place, own, _)| file.contains(place) && own == phrase);
            let hits =
                words.windows(wanted.len()).filter(|window| window.iter().map(|(_, word)| word).eq(&wanted));
            let hits = hits.filter(|_| !is_excepted);
            found.extend(hits.map(|window| format!("{file}:{}: `{phrase}`; write {instead}", window[0].0)));
        }
    }
    found
}

#[test]
fn texts_use_the_terms_of_the_field() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = collect::files(&[".md", ".rs", ".toml", ".html", ".j2"]);
    files.extend(["CHANGELOG.md", "scripts/reports"].map(str::to_owned));
    let mut found = Vec::new();
    for file in &files {
        let source = fs::read_to_string(root.join(file)).unwrap();
        for (line, text) in texts(file, &source) {
            found.extend(home_made(file, &text, line));
        }
    }
    for verb in collect::verbs() {
        let help = text(&sim(root, &[&verb, "--help"]).stdout);
        found.extend(home_made(&format!("sim {verb} --help"), &help, 1));
    }
    assert!(found.is_empty(), "{}:\n{}", found.len(), found.join("\n"));
}

#[test]
fn phrases_are_found_across_lines_and_never_within_words() {
    let found = home_made("a.md", "The plans\nlive. A lively price\nis off, is\noff", 3);
    let lines = ["a.md:5: `is off`", "a.md:5: `is off`", "a.md:3: `plans live`"];
    assert_eq!(found.len(), lines.len(), "{found:?}");
    assert!(found.iter().zip(lines).all(|(one, line)| one.starts_with(line)), "{found:?}");
    let source =
        "let a = \"name\"; // \"a comment here\"\nlet b = '\"'; let c = \"so \\\"many\\\" \\\n    words\";";
    assert_eq!(literals(source), [(2, "so \\\"many\\\" \\\n    words".to_owned())]);
    assert_eq!(texts("a.toml", "x = 1\nabout = \"Goes with\"\n"), [(2, "Goes with\"".to_owned())]);
}
