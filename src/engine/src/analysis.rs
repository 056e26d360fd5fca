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
    /// Its columns, in order.
    pub columns: &'static [Column],
    /// Row by row, a value for each column.
    pub rows: Vec<Vec<Datum>>,
    /// How it is drawn, if a picture says more than the rows.
    pub heat: Option<Heat>,
}

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// `snake_case`.
    pub name: &'static str,
    /// What its values are.
    pub values: Values,
    /// What it holds, in a sentence.
    pub about: &'static str,
    /// What stands above it for people, its unit with it; empty where they can do without the column.
    pub heading: &'static str,
}

impl Column {
    /// A column of such values, which people know by its name.
    pub const fn new(name: &'static str, values: Values, about: &'static str) -> Column {
        Column { name, values, about, heading: name }
    }

    /// The same under other words for people.
    pub const fn headed(self, heading: &'static str) -> Column {
        Column { heading, ..self }
    }

    /// The same for programs alone.
    pub const fn unseen(self) -> Column {
        self.headed("")
    }
}

/// What the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Values {
    /// Words and names.
    Text,
    /// Whole numbers.
    Whole,
    /// Numbers of any sort.
    Number,
    /// 1 is all.
    Share,
    /// Errors of the values in the column before.
    Error,
    /// 1 is sure. A table of one row with such a value is a test: its title asks, and people are told how it came out.
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
    /// The squares: rows and columns stand in the order in which they come up here.
    pub squares: Vec<Square>,
}

/// A square of a grid. Rows and columns stand in the order in which they come up.
#[derive(Debug, Clone, PartialEq)]
pub struct Square {
    /// Which row it stands in.
    pub row: String,
    /// Which column it stands in.
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
