//! Writes a syntax tree as text, with no more parentheses than its meaning needs.

use std::fmt;

use crate::formula::ast::{Ast, Binary, Id, Kind, Unary};

/// Precedence of an expression; an operand of lower precedence needs parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Or,
    And,
    Not,
    Comparison,
    Sum,
    Product,
    Minus,
    Primary,
}

/// The precedence of a binary operator, and the lowest that each operand may have.
struct Levels {
    own: Level,
    left: Level,
    right: Level,
}

fn levels(operator: Binary) -> Levels {
    let (own, left, right) = match operator {
        Binary::Or => (Level::Or, Level::Or, Level::And),
        Binary::And => (Level::And, Level::And, Level::Not),
        Binary::Less
        | Binary::LessEqual
        | Binary::Greater
        | Binary::GreaterEqual
        | Binary::Equal
        | Binary::NotEqual => (Level::Comparison, Level::Sum, Level::Sum),
        Binary::Add | Binary::Subtract => (Level::Sum, Level::Sum, Level::Product),
        Binary::Multiply | Binary::Divide => (Level::Product, Level::Product, Level::Minus),
    };
    Levels { own, left, right }
}

struct PrintedText {
    text: String,
    level: Level,
}

impl PrintedText {
    /// The text, in parentheses if its precedence is below `level`.
    fn at_least(self, level: Level) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text }
    }
}

impl fmt::Display for Ast {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text_of(self.nodes().len().saturating_sub(1)))
    }
}

impl Ast {
    /// The text of a node and its subtree.
    pub fn text_of(&self, id: Id) -> String {
        let mut printed: Vec<Option<PrintedText>> = Vec::with_capacity(self.nodes().len());
        for node in self.nodes().iter().take(id + 1) {
            // Every node has one parent, so its text is moved there and long chains stay cheap.
            let mut take = |id: usize| printed[id].take().expect("children stand before their only parent");
            let (text, level) = match &node.kind {
                Kind::Number(value) => (number(*value), Level::Primary),
                Kind::Name(name) => (name.clone(), Level::Primary),
                Kind::Unary(Unary::Minus, operand) => {
                    let operand = take(*operand).at_least(Level::Minus);
                    (format!("-{operand}"), Level::Minus)
                }
                Kind::Unary(Unary::Not, operand) => {
                    let operand = take(*operand).at_least(Level::Not);
                    (format!("not {operand}"), Level::Not)
                }
                Kind::Binary(operator, left, right) => {
                    let levels = levels(*operator);
                    let mut text = take(*left).at_least(levels.left);
                    let right = take(*right).at_least(levels.right);
                    for part in [" ", operator.word(), " ", &right] {
                        text.push_str(part);
                    }
                    (text, levels.own)
                }
                Kind::Call(function, arguments) => {
                    let arguments: Vec<String> = arguments.iter().map(|id| take(*id).text).collect();
                    let text = format!("{}({})", function.word(), arguments.join(", "));
                    (text, Level::Primary)
                }
            };
            printed.push(Some(PrintedText { text, level }));
        }
        printed.pop().flatten().map_or(String::new(), |root| root.text)
    }
}

/// The shortest text that reads back as the same number.
fn number(value: f64) -> String {
    if value == 0.0 || (1e-6..1e15).contains(&value) { format!("{value}") } else { format!("{value:e}") }
}
