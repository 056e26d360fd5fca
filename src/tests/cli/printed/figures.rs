//! Output that pages print below a command is reproduced to the last digit.

use std::{fs, path::Path};

use sim::CATALOGUE;
use sim_lab::panel::Panel;
use tempfile::TempDir;

use super::{copy, split};
use crate::{sim, text};

/// Pages that show commands with their output.
const PAGES: [&str; 4] =
    ["README.md", "src/docs/a_better_strategy.md", "src/docs/balance.md", "src/docs/comparisons.md"];

/// Commands that take a second or two, by their beginning. Commands that they depend on are included.
const QUICK: [&str; 7] = [
    "--game restauranteur --n 10k --strategies panel",
    "new strategy mine",
    "--game delectable --n 10k --strategies mine",
    "replay mine --against raider",
    "compare prestige:aim=4",
    "skill --game restauranteur --players 2 --levels",
    "sweep --game delectable --vary hand_limit=3..8 --target",
];

/// A command and the lines below it.
struct Shown {
    command: String,
    lines: Vec<String>,
}

/// The commands of a page that are shown with a prompt, in order.
fn shown(page: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut is_console = false;
    for line in page.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_console) {
            all.push(Shown { command: command.to_owned(), lines: Vec::new() });
        } else if let Some(last) = all.last_mut().filter(|_| is_console) {
            last.lines.push(line.to_owned());
        }
    }
    all
}

/// The words separated by single spaces, because pages wrap sentences.
fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Runs the wanted commands of all pages, and returns the lines that their output lacks.
fn lost(is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let (mut lost, mut run) = (Vec::new(), 0);
    for page in PAGES {
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page)).unwrap();
        let folder = TempDir::new().unwrap();
        copy("experiments", folder.path());
        for Shown { command, lines } in shown(&source) {
            let Some(words) = command.strip_prefix("sim ").filter(|words| is_wanted(words)) else { continue };
            let words = split(words);
            let output = sim(folder.path(), &words.iter().map(String::as_str).collect::<Vec<_>>());
            let told = in_a_line(&(text(&output.stdout) + &text(&output.stderr)));
            let wanted = lines.iter().filter(|line| !line.is_empty() && *line != "...");
            let missing = wanted.filter(|line| !told.contains(&in_a_line(line)));
            lost.extend(missing.map(|line| format!("{page}: {command}\n  {line}")));
            run += 1;
        }
    }
    assert!(run > 3, "only {run} were found");
    lost
}

#[test]
fn worked_figures_come_out_again() {
    let lost = lost(|words| QUICK.iter().any(|quick| words.starts_with(quick)));
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
#[ignore = "an hour and more of a core in a release build: when a game or a strategy has changed"]
fn all_worked_figures_come_out_again() {
    let lost = lost(|words| words != "report --game delectable");
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn what_is_known_to_beat_panels_stands_on_the_page_of_players() {
    let page = include_str!("../../../docs/panel.md");
    let digits = |share: f64| format!("{:+.1}", share * 100.0).replace('-', "−");
    let mut seen = 0;
    for entry in CATALOGUE.0 {
        let title = entry.info().title;
        for response in entry.panel().responses {
            let ends = response.interval.map(|(low, high)| format!(" ({} to {})", digits(low), digits(high)));
            let gain = format!("{}{}", digits(response.gain), ends.unwrap_or_default());
            let row = format!("| {title} | {} |", response.players);
            let is_told = page.lines().any(|line| line.starts_with(&row) && line.contains(&gain));
            assert!(is_told, "no row of panel.md that begins with `{row}` has `{gain}`");
            seen += 1;
        }
    }
    assert!(seen > 1, "{seen} responses");
}

#[test]
fn win_rates_of_members_stand_on_the_page_of_players() {
    let page = include_str!("../../../docs/panel.md");
    let strategies = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies");
    for entry in CATALOGUE.0 {
        let info = entry.info();
        let text = fs::read_to_string(strategies.join(info.name).join("panel.strength.csv")).unwrap();
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.unwrap()).collect();
        let (_, table) = page.split_once(&format!("| **{}, ", info.title)).unwrap();
        let (players, table) = table.split_once("** |").unwrap();
        let members = Panel::shipped(entry).unwrap().unwrap().players;
        let sizes = 2.max(info.players.0)..=info.players.1;
        let wanted = sizes.flat_map(|size| members.iter().map(move |member| (size, member.base.as_str())));
        let measured = rows.iter().map(|row| (row[0].parse().unwrap(), &row[1]));
        assert_eq!(measured.collect::<Vec<(usize, &str)>>(), wanted.collect::<Vec<_>>(), "{}", info.name);
        // Experts among experts win their fair share.
        let fair = 1.0 / players.parse::<f64>().unwrap();
        let percent = |cell: &str| format!("{:.1}", cell.parse().unwrap_or(fair) * 100.0);
        for row in rows.iter().filter(|row| &row[0] == players) {
            let line = format!(
                "| `{}` | {} | {} | {} |",
                &row[1],
                percent(&row[2]),
                percent(&row[3]),
                percent(&row[4])
            );
            assert!(table.lines().any(|told| told == line), "{}: panel.md has no line {line}", info.name);
        }
    }
}
