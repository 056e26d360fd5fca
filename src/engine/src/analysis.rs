//! What a game can say about itself without playing: exact analyses, published as plain tables.
//!
//! An analysis is a function of the rules in force, so a changed number shows at once in what it
//! moves. It knows words and numbers only; how a table is written or drawn is not its business.

/// An analysis that a game publishes.
#[derive(Debug, Clone, Copy)]
pub struct Analysis<G> {
    /// The name on the command line.
    pub name: &'static str,
    /// The question it answers, in one line.
    pub about: &'static str,
    /// The answer, from a seed and a number of samples for the parts that are simulated.
    pub run: fn(&G, seed: u64, samples: u64) -> Vec<Table>,
}

/// A value of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    Text(&'static str),
    /// The name of something, made from its number.
    Name(String),
    Int(u64),
    /// What is not finite is not known.
    Number(f64),
    /// The chance of so large a chi-square, which is worked out where estimates are made.
    ChiSquareTail {
        chi_square: f64,
        degrees: u64,
    },
}

/// A table of an analysis, the most asked for first. Beyond the rules it is a table like all others.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// `snake_case`.
    pub name: &'static str,
    pub title: &'static str,
    pub about: String,
    pub columns: &'static [Column],
    pub rows: Vec<Vec<Datum>>,
    /// How it is drawn, if a picture says more than the rows.
    pub heat: Option<Heat>,
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// `snake_case`.
    pub name: &'static str,
    pub values: Values,
    pub about: &'static str,
}

impl Column {
    pub const fn new(name: &'static str, values: Values, about: &'static str) -> Column {
        Column { name, values, about }
    }
}

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    Text,
    Whole,
    Number,
    /// 1 is all.
    Share,
    /// Errors of the values in the column before.
    Error,
    /// 1 is sure.
    Chance,
}

/// A table as a grid of coloured squares.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// What rows are, in `snake_case`.
    pub row: &'static str,
    /// What columns are.
    pub column: &'static str,
    /// What the numbers are, in words.
    pub unit: &'static str,
    /// What the words below the numbers are; empty where there are none.
    pub word: &'static str,
    pub squares: Vec<Square>,
}

/// A square of a grid. Rows and columns stand in the order in which they come up.
#[derive(Debug, Clone, PartialEq)]
pub struct Square {
    pub row: String,
    pub column: String,
    /// Shown as colour and as a number; what is not finite is not known.
    pub value: Option<f64>,
    /// A word such as plain, purple or gold, shown as a frame; none where it is empty or plain.
    pub mark: &'static str,
    /// Written below the number.
    pub word: &'static str,
}

impl Square {
    /// One without a frame and a word.
    pub fn plain(row: impl Into<String>, column: impl Into<String>, value: Option<f64>) -> Square {
        Square { row: row.into(), column: column.into(), value, mark: "", word: "" }
    }
}
