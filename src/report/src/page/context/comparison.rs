use serde::Serialize;

use super::{Comparison, Context, Page, Picture, Section, cells, figure_view, names};
use crate::{say::say, wrap::wrap};
use sim_engine::text::people;
use sim_lab::{experiment::Inputs, tables::Table};

const MOST_CHANGES: usize = 6;
/// Width of a summary's lines, in characters.
const WIDTH: usize = 100;

#[derive(Debug, Serialize)]
pub struct ArmView {
    name: String,
    strategies: String,
    changes: String,
}

impl ArmView {
    fn new(name: &str, inputs: &Inputs) -> ArmView {
        let changes = inputs.rules.changes.iter().map(|one| format!("{}={}", one.path, one.value));
        let mut changes: Vec<String> = changes.collect();
        let more = changes.len().saturating_sub(MOST_CHANGES);
        changes.truncate(MOST_CHANGES);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let changes = changes.join(", ") + &more;
        ArmView { name: name.to_owned(), strategies: names(&inputs.strategies), changes }
    }
}

pub fn comparison(compared: &Comparison<'_>, tables: &[Table], figures: &[Picture]) -> Page {
    let Comparison { heading, verb, deals, arms, text } = compared;
    let first = arms.first().map(|(_, inputs)| inputs);
    let (players, seed) = first.map_or((0, 0), |inputs| (inputs.rules.players, inputs.seed));
    // A tournament has one arm, and no baseline.
    let (lead, of_deals) = match arms.len() {
        1 => (String::new(), "deals"),
        _ => (say!("compare/arms"), "deals of each arm"),
    };
    let mut facts = vec![("players", players.to_string()), (of_deals, people::count(*deals))];
    facts.extend((arms.len() != 1).then(|| ("arms", people::count(arms.len() as u64))));
    facts.push(("seed", seed.to_string()));
    let section = Section {
        id: "tables",
        title: "All figures".to_owned(),
        lead,
        figures: figures.iter().map(figure_view).collect(),
        folded: tables.iter().filter(|table| !table.rows.is_empty()).map(cells::view).collect(),
        ..Section::default()
    };
    Page(Context {
        kind: kind_of(verb, arms.len(), tables),
        title: format!("{}, {}: {verb}", heading.title, people::counted(players as u64, "player", "players")),
        game: heading.title.clone(),
        facts,
        text: broken(text),
        arms: arms.iter().map(|(name, inputs)| ArmView::new(name, inputs)).collect(),
        sections: vec![section],
        command: heading.command.clone(),
        version: heading.version.clone(),
        ..Context::default()
    })
}

fn kind_of(verb: &str, arms: usize, tables: &[Table]) -> &'static str {
    match verb {
        // Other runs have a page of their own.
        "run" if tables.iter().any(|table| table.name == "verdict") => "Is anything too strong or too weak?",
        "run" => "A question and its answer",
        "compare" if arms == 1 => "A tournament",
        "compare" => "Two strategies compared",
        "diff" => "What a change does",
        "skill" => "What explains the results",
        "components" => "What each component does, is worth and should cost",
        "balance" => "What to change",
        "sweep" => "What each value does",
        "robust" => "Which findings hold",
        _ => "Comparison",
    }
}

/// Breaks long sentences at spaces. Lines with columns (two adjacent spaces) and indented commands stay whole.
fn broken(text: &str) -> String {
    let is_short = |line: &str| line.chars().count() <= WIDTH;
    let lines = text.lines().flat_map(|line| match is_short(line) || line.contains("  ") {
        true => vec![line.to_owned()],
        false => wrap(line.split(' '), is_short),
    });
    lines.map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_break_and_columns_and_commands_do_not() {
        let sentence = "word ".repeat(40).trim_end().to_owned();
        let lines = broken(&sentence);
        assert_eq!(lines.lines().count(), 2);
        assert!(lines.lines().all(|line| line.len() <= WIDTH));
        assert_eq!(lines.split_whitespace().count(), 40);
        for kept in [format!("name  {sentence}"), format!("  sim {sentence}"), "x".repeat(150)] {
            assert_eq!(broken(&kept), format!("{kept}\n"));
        }
    }
}
