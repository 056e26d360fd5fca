//! One self-contained page about a run: data in, HTML out; and the same in Markdown, for wikis.
//!
//! The page fetches nothing, works without its script, and prints. Numbers become words in
//! [`tell`](crate::tell) and `cells`; the template only lays them out and escapes them, each text for the place where
//! it stands.

mod cells;
mod context;
mod fonts;
mod lines;
mod markdown;
mod notes;
mod wiki;

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use context::Context;
use minijinja::{AutoEscape, Environment, Value, syntax::SyntaxConfig, value::Serde};
use serde::Serialize;

use crate::charts::Picture;
use sim_lab::{
    audit::Audit,
    command::Command,
    experiment::{Heading, Inputs, Manifest, Provenance, StrategyEntry},
    finding::Finding,
    tables::Table,
};
use sim_script::BestResponse;

/// Why a page cannot be made; never the data's fault.
#[derive(Debug, thiserror::Error)]
#[error("cannot fill in the report page")]
pub struct ReportError(#[from] minijinja::Error);

pub struct Page(Context);

impl Page {
    pub fn cautioned(mut self, sentence: Option<String>) -> Page {
        self.0.caution(sentence.as_deref());
        self
    }

    pub fn html(&self) -> Result<String, ReportError> {
        Ok(HTML.get_template(NAME)?.render(Serde(&self.0))?)
    }

    /// With links to the tables and pictures that lie beside it.
    pub fn markdown(&self) -> Result<String, ReportError> {
        Ok(wiki::tidy(&MARKDOWN.get_template(NAME)?.render(Serde(&self.0))?))
    }
}

const NAME: &str = "page";

static HTML: LazyLock<Environment<'static>> = LazyLock::new(|| {
    environment(include_str!("page.html"), |environment| {
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.add_global("style", include_str!("style.css"));
        environment.add_global("script", include_str!("sort.js"));
        environment.add_global("fonts", Value::from_iter(fonts::all()));
    })
});

static MARKDOWN: LazyLock<Environment<'static>> =
    LazyLock::new(|| environment(include_str!("page.md"), markdown::set_up));

fn environment(template: &'static str, set_up: impl FnOnce(&mut Environment<'_>)) -> Environment<'static> {
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("the delimiters are the usual ones"));
    set_up(&mut environment);
    environment.add_template(NAME, template).expect("tests parse both templates");
    environment
}

pub fn page(run: &Manifest, found: &[Finding], tables: &[Table], figures: &[Picture]) -> Page {
    Page(context::context(run, found, tables, figures))
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub name: String,
    /// The path of its page, from the folder of this one.
    pub link: String,
    pub game: String,
    pub table: String,
    pub games: String,
    pub rules: String,
    pub strategies: String,
}

pub fn overview(runs: &[Entry], table: Option<&Table>) -> Page {
    Page(context::overview(runs, table))
}

#[derive(Debug, Clone)]
pub struct Comparison<'a> {
    pub heading: &'a Heading,
    pub verb: &'a str,
    /// Deals that every arm has played.
    pub deals: u64,
    /// The arms by name; the others are held against the first.
    pub arms: Vec<(&'a str, &'a Inputs)>,
    pub text: &'a str,
}

pub fn comparison(compared: &Comparison<'_>, tables: &[Table], figures: &[Picture]) -> Page {
    Page(context::comparison(compared, tables, figures))
}

#[derive(Debug, Clone)]
pub struct Audited<'a> {
    pub heading: &'a Heading,
    pub designers: &'a str,
    pub default_players: usize,
    pub seed: u64,
    pub strategies: &'a [StrategyEntry],
    /// Most important first, each with the command that tells a game that shows it, if there is one.
    pub findings: &'a [(Finding, Option<Command>)],
    pub questions: &'a [Answered],
    pub caution: Option<String>,
    pub provenance: &'a [Provenance],
    pub known: &'a [BestResponse],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    pub question: String,
    pub answer: String,
    /// Games of each arm behind the answer, and those that the file asks for.
    pub games: u64,
    pub whole: u64,
    pub command: String,
}

/// The page of an audit; `tables` are those of all numbers of players together.
pub fn audit(about: &Audited<'_>, audit: &Audit, tables: &[Table], figures: &[Picture]) -> Page {
    Page(context::audit(about, audit, tables, figures))
}
