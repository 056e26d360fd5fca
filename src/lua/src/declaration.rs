//! A file's declarations as plain data.

use sim_engine::{Choice, Objective, Source};

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Datum {
    Int(i64),
    Flag(bool),
    Word(String),
}

#[derive(Debug, Clone)]
pub(crate) enum Domain {
    Range(i64, i64),
    Options(Vec<String>),
    Flag,
}

#[derive(Debug, Clone)]
pub(crate) struct Number {
    pub name: String,
    pub value: Datum,
    pub domain: Domain,
    pub about: String,
    pub source: Source,
}

#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub name: String,
    /// One cell for each column of the kind.
    pub cells: Vec<Datum>,
    pub copies: i64,
    pub source: Source,
}

#[derive(Debug, Clone)]
pub(crate) struct Column {
    pub name: String,
    pub domain: Domain,
}

#[derive(Debug, Clone)]
pub(crate) struct Kind {
    pub name: String,
    pub about: String,
    pub choice: Choice,
    /// Column with the price of a component.
    pub price: Option<String>,
    pub columns: Vec<Column>,
    pub rows: Vec<Row>,
    pub most_copies: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seen {
    /// Visible to all.
    Open,
    /// Visible to its owner; others know the number of components.
    Own,
    /// Visible to nobody.
    Hidden,
    /// All know the content, and nobody the order.
    Counted,
}

#[derive(Debug, Clone)]
pub(crate) struct Zone {
    pub name: String,
    pub kind: Option<String>,
    pub each: bool,
    pub seen: Seen,
}

#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub name: String,
    pub first: Datum,
    pub words: Option<Vec<String>>,
    pub each: bool,
    /// Whether only its owner sees it.
    pub own: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct FeatureDecl {
    pub name: String,
    pub unit: String,
    pub range: (f64, f64),
    pub about: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Decision {
    pub name: String,
    pub about: String,
    pub is_amount: bool,
    /// The possible word answers.
    pub words: Vec<String>,
    /// Whether exactly these words are always legal.
    pub is_static: bool,
    pub features: Vec<FeatureDecl>,
}

#[derive(Debug, Clone)]
pub(crate) struct MeasureDecl {
    pub name: String,
    pub unit: String,
    pub about: String,
    pub of_table: bool,
    pub bins: Option<usize>,
}

#[derive(Debug, Clone)]
pub(crate) struct Declaration {
    pub title: String,
    pub designers: String,
    pub players: (usize, usize),
    pub default_players: usize,
    pub objective: Objective,
    pub is_zero_sum: bool,
    pub points: String,
    pub points_bin: i32,
    pub round: String,
    pub rules: String,
    pub numbers: Vec<Number>,
    pub kinds: Vec<Kind>,
    pub zones: Vec<Zone>,
    pub fields: Vec<Field>,
    pub decisions: Vec<Decision>,
    pub measures: Vec<MeasureDecl>,
    pub context: Vec<FeatureDecl>,
    pub ends: Vec<String>,
    pub strategies: Vec<(String, String)>,
    pub has_chance: bool,
    pub resamples: bool,
}

/// The number that sets the rounds of a game, if the file has one.
pub(crate) const ROUNDS: &str = "rounds";

impl Declaration {
    /// Upper end of the range of [`ROUNDS`]; `None` if no number sets the rounds.
    pub fn most_rounds(&self) -> Option<i64> {
        let number = self.numbers.iter().find(|number| number.name == ROUNDS)?;
        if let Domain::Range(_, most) = number.domain { Some(most) } else { None }
    }
}
