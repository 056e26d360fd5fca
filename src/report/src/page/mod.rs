//! One self-contained page about a run: data in, HTML out, or Markdown for wikis.
//!
//! The page fetches nothing, works without its script, and prints. [`tell`](crate::tell) and `cells` turn numbers
//! into words; the template only lays them out and escapes each for its context.

mod cells;
mod context;
mod markdown;
mod outlines;

#[cfg(test)]
mod tests;

use std::sync::LazyLock;

use base64::prelude::{BASE64_STANDARD, Engine};
use context::Context;
pub use context::{audit, comparison, overview, page};
use minijinja::{AutoEscape, Environment, HtmlEscape, Value, syntax::SyntaxConfig, value::Serde};
use serde::Serialize;
use sim_engine::text::people;

use crate::charts::WEB_FONTS;
use sim_lab::{
    command::Command,
    experiment::{Heading, Inputs, Provenance, StrategyEntry},
    finding::Finding,
};
use sim_script::BestResponse;

/// Why a page cannot be made; the data never cause it.
#[derive(Debug, thiserror::Error)]
#[error("cannot fill in the report page")]
pub struct ReportError(#[from] minijinja::Error);

pub struct Page(Context);

impl Page {
    pub fn cautioned(mut self, sentence: Option<String>) -> Page {
        self.0.cautions.extend(sentence);
        self
    }

    pub fn html(&self) -> Result<String, ReportError> {
        Ok(HTML.get_template(NAME)?.render(Serde(&self.0))?)
    }

    /// Links to the tables and pictures next to the page.
    pub fn markdown(&self) -> Result<String, ReportError> {
        Ok(markdown::tidy(&MARKDOWN.get_template(NAME)?.render(Serde(&self.0))?))
    }
}

const NAME: &str = "page";

static HTML: LazyLock<Environment<'static>> = LazyLock::new(|| {
    let escape = |text: &str| HtmlEscape(text).to_string();
    environment(include_str!("page.html"), escape, ["<b>", "</b>"], |environment| {
        environment.set_auto_escape_callback(|_| AutoEscape::Html);
        environment.add_global("style", include_str!("style.css"));
        environment.add_global("script", include_str!("sort.js"));
        environment.add_global("fonts", Value::from_iter(WEB_FONTS.map(|font| BASE64_STANDARD.encode(font))));
    })
});

static MARKDOWN: LazyLock<Environment<'static>> =
    LazyLock::new(|| environment(include_str!("page.md"), markdown::words, ["**", "**"], markdown::set_up));

/// `escape` makes words safe for the format, and `marks` surround names, which are in backticks.
fn environment(
    template: &'static str,
    escape: fn(&str) -> String,
    marks: [&'static str; 2],
    set_up: impl FnOnce(&mut Environment<'_>),
) -> Environment<'static> {
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("the delimiters are the usual ones"));
    environment.add_filter("count", people::count);
    environment.add_filter("list", |names: Vec<String>| people::list(&names));
    environment.add_filter("stretches", move |sentence: &str| {
        let stretches = sentence.split('`').map(escape).enumerate().filter(|(_, text)| !text.is_empty());
        let marked = |(at, text): (usize, String)| {
            if at % 2 == 1 { [marks[0], &text, marks[1]].concat() } else { text }
        };
        Value::from_safe_string(stretches.map(marked).collect())
    });
    set_up(&mut environment);
    for (name, template) in [(NAME, template), ("notes", include_str!("notes.j2"))] {
        environment.add_template(name, template).expect("tests parse the templates");
    }
    environment
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Entry {
    pub name: String,
    /// Path of the run's page, relative to the folder of this one.
    pub link: String,
    pub game: String,
    pub table: String,
    pub games: String,
    pub rules: String,
    pub strategies: String,
}

#[derive(Debug, Clone)]
pub struct Comparison<'a> {
    pub heading: &'a Heading,
    pub verb: &'a str,
    /// Deals that every arm has played.
    pub deals: u64,
    /// The arms by name; the first is the baseline.
    pub arms: Vec<(&'a str, &'a Inputs)>,
    pub text: &'a str,
}

#[derive(Debug, Clone)]
pub struct AuditPage<'a> {
    pub heading: &'a Heading,
    pub designers: &'a str,
    pub default_players: usize,
    pub seed: u64,
    pub strategies: &'a [StrategyEntry],
    /// Most important first, each with the command that replays an example game, if there is one.
    pub findings: &'a [(Finding, Option<Command>)],
    pub questions: &'a [QuestionAnswer],
    pub caution: Option<String>,
    pub provenance: &'a [Provenance],
    pub known: &'a [BestResponse],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct QuestionAnswer {
    pub question: String,
    pub answer: String,
    /// Games per arm behind the answer; `whole` is the number that the file requests.
    pub games: u64,
    pub whole: u64,
    pub command: String,
}
