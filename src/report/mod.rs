//! One self-contained page about a run: data in, HTML out.
//!
//! The page fetches nothing, works without its script, and prints. Numbers become words in
//! `wording` and `cells`; the template only lays them out and escapes them.

mod cells;
mod context;
mod notes;
mod wording;

#[cfg(test)]
mod tests;

use minijinja::{AutoEscape, Environment, syntax::SyntaxConfig, value::Serde};

use crate::{charts::Figure, tables::Table};

/// What a page says beside its tables and figures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunPage {
    /// The game's name on the box.
    pub game: String,
    pub designers: String,
    /// The command that makes the same numbers again.
    pub command: String,
    pub version: String,
    pub seed: u64,
    pub games: u64,
    pub deals: u64,
    pub players: usize,
    /// The opponent that holds no seat, if one plays.
    pub automa: Option<&'static str>,
    pub points_unit: String,
    pub strategies: Vec<StrategyLine>,
    /// Parameters that are not at their default.
    pub changes: Vec<Change>,
    /// How many values come from where.
    pub provenance: Vec<Provenance>,
    /// What makes the numbers doubtful, a sentence each.
    pub notes: Vec<String>,
}

/// A strategy that played.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct StrategyLine {
    pub name: String,
    pub about: String,
    /// The decisions that the game's default script takes for it, in words; empty if it takes none.
    pub left_to_default: String,
}

/// A parameter off its default.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Change {
    pub path: String,
    pub value: String,
    pub default: String,
}

/// How much of the data comes from one kind of source.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Provenance {
    /// What is counted: parameters, components.
    pub what: String,
    /// rulebook, published, deduced, reconstructed.
    pub source: String,
    pub count: u64,
}

/// Why a page cannot be made; never the data's fault.
#[derive(Debug, thiserror::Error)]
#[error("cannot fill in the report page")]
pub struct ReportError(#[from] minijinja::Error);

/// The page as HTML.
///
/// # Errors
/// When the built-in template is broken.
pub fn page(run: &RunPage, tables: &[Table], figures: &[Figure]) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    environment.set_syntax(SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build()?);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.add_template("page.html", include_str!("page.html"))?;
    Ok(environment.get_template("page.html")?.render(Serde(context::context(run, tables, figures)))?)
}

/// The page's findings as plain sentences, for terminals and mails.
pub fn summary(run: &RunPage, tables: &[Table]) -> Vec<String> {
    wording::summary(run, tables).into_iter().map(|finding| finding.text).collect()
}
