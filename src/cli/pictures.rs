//! Charts and the report page of a run folder.

use super::{failure::Failure, folder::Draft, game_args::Rules, manifest::Manifest};
use crate::{
    charts,
    report::{self, Change, Provenance, RunPage, StrategyLine},
    tables::Table,
    text::people,
};

/// Draws the charts and the page and writes them.
pub fn write(draft: &Draft, rules: &Rules, manifest: &Manifest, tables: &[Table]) -> Result<(), Failure> {
    let figures = charts::draw(tables, &caption(manifest)).map_err(|error| {
        Failure::failed(
            format!("cannot draw the charts: {error}"),
            "the tables are in order: run again and report it",
        )
    })?;
    for figure in &figures {
        draft.write(&format!("{}.svg", figure.name), figure.svg.as_bytes())?;
        draft.write(&format!("{}.png", figure.name), &figure.png)?;
    }
    let page = report::page(&run_page(rules, manifest), tables, &figures).map_err(|error| {
        Failure::failed(format!("{error}"), "the tables are in order: run again and report it")
    })?;
    draft.write("report.html", page.as_bytes())
}

/// The line under every chart.
fn caption(manifest: &Manifest) -> String {
    format!(
        "{}, {}, {}.{} Bars are 95\u{a0}% intervals over deals.",
        manifest.title,
        manifest.table(),
        manifest.extent(),
        changed(manifest.changes.len())
    )
}

/// A sentence for pictures of other rules than the printed ones, with a space before it.
pub fn changed(values: usize) -> String {
    if values == 0 { String::new() } else { format!(" {}.", people::off_default(values)) }
}

fn run_page(rules: &Rules, manifest: &Manifest) -> RunPage {
    let info = rules.entry.info();
    let mut notes = Vec::new();
    if manifest.not_a_number > 0 {
        notes.push(format!(
            "{} formula results were not a number and counted as lowest.",
            people::count(manifest.not_a_number)
        ));
    }
    RunPage {
        game: manifest.title.to_owned(),
        designers: info.designers.to_owned(),
        command: manifest.command.clone(),
        version: manifest.version.to_owned(),
        seed: manifest.seed,
        games: manifest.games,
        deals: manifest.deals,
        players: manifest.players,
        automa: manifest.automa,
        points_unit: info.points_unit.to_owned(),
        strategies: manifest
            .strategies
            .iter()
            .map(|strategy| StrategyLine {
                name: strategy.name.clone(),
                about: strategy.about.clone(),
                left_to_default: people::list(&strategy.from_default),
            })
            .collect(),
        changes: manifest
            .changes
            .iter()
            .map(|change| Change {
                path: change.path.clone(),
                value: change.value.clone(),
                default: change.default.clone(),
            })
            .collect(),
        provenance: manifest
            .provenance
            .iter()
            .map(|entry| Provenance {
                what: match &entry.table {
                    Some(table) => format!("rows of {table}"),
                    None => "parameters".to_owned(),
                },
                source: entry.source.to_owned(),
                count: entry.rows as u64,
            })
            .collect(),
        notes,
    }
}
