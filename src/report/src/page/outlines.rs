//! The content of pages and its order, from `outlines.toml`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

pub static OUTLINES: LazyLock<Outlines> =
    LazyLock::new(|| toml::from_str(include_str!("outlines.toml")).expect("tests read it"));

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outlines {
    pub run: Vec<Outline>,
    pub audit: Vec<Outline>,
    /// Figures of an audit that Markdown and paper show; `beginners` lists tables and figures of beginners.
    pub main: Vec<String>,
    pub beginners: Vec<String>,
    /// By table: column names in the file, and their names on the page of an audit.
    pub narrow: BTreeMap<String, Vec<(String, String)>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outline {
    pub id: String,
    /// Empty for sections of an audit, which take those of their cards.
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub lead: String,
    pub figures: Vec<String>,
    pub tables: Vec<String>,
    pub folded: Vec<String>,
}
