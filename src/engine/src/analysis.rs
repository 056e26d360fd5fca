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
    /// A word of the game.
    Text(&'static str),
    /// The name of something, made from its number.
    Name(String),
    /// A whole number.
    Int(u64),
    /// What is not finite is not known.
    Number(f64),
    /// The chance of so large a chi-square, which is worked out where estimates are made.
    ChiSquareTail {
        /// The statistic.
        chi_square: f64,
        /// Its degrees of freedom.
        degrees: u64,
    },
}

/// A table of an analysis, the most asked for first. Beyond the rules it is a table like all others.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// `snake_case`.
    pub name: &'static str,
    /// What stands above it.
    pub title: &'static str,
    /// What it tells, in a sentence or two.
    pub about: String,
    /// Name and meaning of each column.
    pub columns: &'static [(&'static str, &'static str)],
    /// Row by row, a value for each column.
    pub rows: Vec<Vec<Datum>>,
    /// How it is drawn, if a picture says more than the rows.
    pub heat: Option<Heat>,
}

/// A table as a grid of coloured cells: the names of the columns that hold its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heat {
    /// The column that says in which row a cell stands.
    pub row: &'static str,
    /// The column that says in which column it stands.
    pub column: &'static str,
    /// Shown as colour and as a number.
    pub value: &'static str,
    /// What the numbers are, in words.
    pub unit: &'static str,
    /// A few words such as plain, purple and gold, shown as a frame; may be no column at all.
    pub mark: &'static str,
    /// A word of the cell, written below its number; likewise.
    pub word: &'static str,
}
