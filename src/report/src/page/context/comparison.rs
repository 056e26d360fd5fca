use serde::Serialize;

use super::{Context, Fact, Section, cells, figure_view, lines, parts};
use crate::{charts::Picture, page::Comparison};
use sim_engine::text::people;
use sim_lab::{experiment::Inputs, tables::Table};

const MOST_CHANGES: usize = 6;

#[derive(Debug, Serialize)]
pub struct ArmView {
    name: String,
    strategies: String,
    changes: String,
}

impl ArmView {
    fn new(name: &str, inputs: &Inputs) -> ArmView {
        let names: Vec<String> = inputs.strategies.iter().map(|strategy| strategy.name.clone()).collect();
        let changes = inputs.rules.changes.iter().map(|one| format!("{}={}", one.path, one.value));
        let mut changes: Vec<String> = changes.collect();
        let more = changes.len().saturating_sub(MOST_CHANGES);
        changes.truncate(MOST_CHANGES);
        let mut changes = changes.join(", ");
        if more > 0 {
            changes += &format!(" and {more} more");
        }
        ArmView { name: name.to_owned(), strategies: names.join(", "), changes }
    }
}

pub fn context(compared: &Comparison<'_>, tables: &[Table], figures: &[Picture]) -> Context {
    let Comparison { heading, verb, deals, arms, text } = compared;
    let players = arms.first().map_or(0, |(_, inputs)| inputs.rules.players);
    let seed = arms.first().map_or(0, |(_, inputs)| inputs.seed);
    // A tournament has one arm, and nothing that it is held against.
    let (lead, played) = match arms.len() {
        1 => ("", vec![Fact { name: "deals", value: people::count(*deals) }]),
        count => (
            "An arm is one variant that is played. All arms play the same deals, so most of the luck cancels out in their differences.",
            vec![
                Fact { name: "deals of each arm", value: people::count(*deals) },
                Fact { name: "arms", value: people::count(count as u64) },
            ],
        ),
    };
    let facts = [Fact { name: "players", value: players.to_string() }];
    let seed = [Fact { name: "seed", value: seed.to_string() }];
    let section = Section {
        id: "tables",
        title: "All figures".to_owned(),
        lead: parts(lead),
        figures: figures.iter().map(figure_view).collect(),
        folded: tables.iter().filter(|table| !table.rows.is_empty()).map(cells::view).collect(),
        ..Section::default()
    };
    Context {
        kind: kind_of(verb, arms.len(), tables),
        title: format!("{}, {}: {verb}", heading.title, people::counted(players as u64, "player", "players")),
        game: heading.title.clone(),
        facts: facts.into_iter().chain(played).chain(seed).collect(),
        text: lines::broken(text),
        arms: arms.iter().map(|(name, inputs)| ArmView::new(name, inputs)).collect(),
        sections: vec![section],
        command: heading.command.clone(),
        version: heading.version.clone(),
        ..Context::default()
    }
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
