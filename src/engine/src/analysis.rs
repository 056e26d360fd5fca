//! Exact analyses of a game's rules, without play, published as plain tables.
//!
//! An analysis is a function of the rules in force, so the effect of a changed number shows at once. It returns words
//! and numbers only; other packages write and draw the tables.

/// An analysis that a game publishes.
#[derive(Debug, Clone, Copy)]
pub struct Analysis<G> {
    /// The name on the command line.
    pub name: &'static str,
    /// The question it answers, in one line.
    pub about: &'static str,
    /// Computes the answer; `seed` and `samples` are for the simulated parts.
    pub run: fn(&G, seed: u64, samples: u64) -> Vec<Table>,
}

/// A value of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Datum {
    /// A word of the game.
    Text(&'static str),
    /// A name that is made at run time, such as `box-12`.
    Name(String),
    /// A whole number.
    Int(u64),
    /// A number; unknown if it is not finite.
    Number(f64),
    /// The p-value of a chi-square statistic, which the consumer of the table computes.
    ChiSquareTail {
        /// The statistic.
        chi_square: f64,
        /// Its degrees of freedom.
        degrees: u64,
    },
}

/// A table of an analysis. An analysis returns its most important table first.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// `snake_case`.
    pub name: &'static str,
    /// The title above it.
    pub title: &'static str,
    /// What it shows, in a sentence or two.
    pub about: String,
    /// Its columns, in order.
    pub columns: &'static [Column],
    /// Row by row, a value for each column.
    pub rows: Vec<Vec<Datum>>,
    /// The heat map of it, if there is one.
    pub heat: Option<Heat>,
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// `snake_case`.
    pub name: &'static str,
    /// The type of its values.
    pub values: Values,
    /// A description, in a sentence.
    pub about: &'static str,
    /// The heading for people, with the unit; empty for a column that only programs see.
    pub heading: &'static str,
}

impl Column {
    /// A column whose heading is its name.
    pub const fn new(name: &'static str, values: Values, about: &'static str) -> Column {
        Column { name, values, about, heading: name }
    }

    /// Replaces the heading.
    pub const fn headed(self, heading: &'static str) -> Column {
        Column { heading, ..self }
    }

    /// Hides the column from people; programs still see it.
    pub const fn unseen(self) -> Column {
        self.headed("")
    }
}

/// The type of the values of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// Words and names.
    Text,
    /// Whole numbers.
    Whole,
    /// Numbers of any sort.
    Number,
    /// Shares; 1 is the whole.
    Share,
    /// Standard errors of the preceding column.
    Error,
    /// Probabilities. A table of one row with such a column is a test: its title asks, and reports print the answer.
    Chance,
}

/// A table as a heat map.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// The name of the row dimension, in `snake_case`.
    pub row: &'static str,
    /// The name of the column dimension.
    pub column: &'static str,
    /// The unit of the numbers, in words.
    pub unit: &'static str,
    /// The meaning of the words below the numbers; empty if there are none.
    pub word: &'static str,
    /// The squares; rows and columns are in the order of their first square.
    pub squares: Vec<Square>,
}

/// A square of a heat map.
#[derive(Debug, Clone, PartialEq)]
pub struct Square {
    /// The label of its row.
    pub row: String,
    /// The label of its column.
    pub column: String,
    /// Shown as color and as a number; unknown if it is missing or not finite.
    pub value: Option<f64>,
    /// A word such as plain, purple or gold, shown as a frame; without a frame if it is empty or plain.
    pub mark: &'static str,
    /// Written below the number.
    pub word: &'static str,
}

impl Square {
    /// A square without a frame or a word.
    pub fn plain(row: impl Into<String>, column: impl Into<String>, value: Option<f64>) -> Square {
        Square { row: row.into(), column: column.into(), value, mark: "", word: "" }
    }
}
