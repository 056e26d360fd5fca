//! Turns syntax trees into a program: resolves names, folds constants, shares repeated terms.

use serde::{Deserialize, Serialize};

use crate::formula::ast::{self, Ast, Binary, Function, Kind, Unary};
use crate::formula::error::FormulaError;
use crate::formula::graph::{self, Graph, Node};
use crate::formula::operation::Operation;
use crate::formula::program::Program;
use crate::formula::schedule;
use crate::formula::terms::{Leaf, Same, TermSource, Terms};

/// What a name in a formula stands for.
#[derive(Debug, Clone, Copy)]
pub enum Binding {
    /// A param.
    Number(f64),
    /// A context feature, by its index.
    Context(usize),
    /// A feature of the slot's part, by its index.
    Feature(usize),
    /// A constant of the part or group that is compiled: the flag of a part, or a feature with one value for all
    /// its candidates. It may differ in other parts of the slot.
    Fixed(f64),
    /// A let that was added earlier.
    Shared(Value),
}

/// A formula that was added to a compiler, valid in that compiler only.
#[derive(Debug, Clone, Copy)]
pub struct Value {
    id: graph::Id,
    /// Whether it contains a [`Binding::Fixed`].
    is_fixed: bool,
}

/// Why a name is unknown, and the remedy.
#[derive(Debug, Clone)]
pub struct Unbound {
    pub message: String,
    pub help: String,
}

/// Standardizes a number: its distance from the mean in standard deviations.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Scale {
    pub mean: f64,
    /// Above 0.
    pub sd: f64,
}

impl Scale {
    /// Changes nothing but the clamp to [`Scale::MOST`].
    pub const PLAIN: Scale = Scale { mean: 0.0, sd: 1.0 };
    /// Standardized values are clamped to this distance from 0.
    pub const MOST: f64 = 5.0;

    pub fn place(&self, value: f64) -> f64 {
        ((value - self.mean) * (1.0 / self.sd)).clamp(-Scale::MOST, Scale::MOST)
    }
}

/// Collects formulas that share names, and compiles them to programs.
#[derive(Debug, Default)]
pub struct Compiler {
    graph: Graph,
}

impl Compiler {
    /// A compiler that drops products with 0, and zeros in sums. It assumes that features are finite and at most
    /// 1e15 in size. A result of 0 may change its sign.
    pub fn without_zeros() -> Compiler {
        Compiler { graph: Graph::without_zeros() }
    }

    /// Adds a formula; `bind` says what its names stand for.
    ///
    /// A divisor that is always 0 is an error, unless it contains a [`Binding::Fixed`]: then the division may be
    /// in a branch for other parts.
    pub fn add(
        &mut self,
        ast: &Ast,
        mut bind: impl FnMut(&str) -> Result<Binding, Unbound>,
    ) -> Result<Value, FormulaError> {
        let mut ids: Vec<graph::Id> = Vec::with_capacity(ast.nodes().len());
        let mut fixed: Vec<bool> = Vec::with_capacity(ast.nodes().len());
        for node in ast.nodes() {
            let mut is_fixed = node.kind.operands().iter().any(|operand| fixed[*operand]);
            let id = match &node.kind {
                Kind::Number(value) => self.graph.number(*value),
                Kind::Name(name) => {
                    let binding = bind(name)
                        .map_err(|unbound| FormulaError::new(node.offset, unbound.message, unbound.help))?;
                    match binding {
                        Binding::Number(value) => self.graph.number(value),
                        Binding::Context(index) => self.graph.context(index),
                        Binding::Feature(index) => self.graph.feature(index),
                        Binding::Fixed(value) => {
                            is_fixed = true;
                            self.graph.number(value)
                        }
                        Binding::Shared(value) => {
                            is_fixed = value.is_fixed;
                            value.id
                        }
                    }
                }
                Kind::Unary(Unary::Minus, operand) => self.graph.unary(Operation::Negate, ids[*operand]),
                Kind::Unary(Unary::Not, operand) => self.graph.unary(Operation::Not, ids[*operand]),
                Kind::Binary(operator, left, right) => {
                    let is_zero = self.graph.constant(ids[*right]) == Some(0.0);
                    if *operator == Binary::Divide && is_zero && !fixed[*right] {
                        return Err(FormulaError::new(
                            ast.offset(*right),
                            "division by zero: this divisor is always 0",
                            "change the numbers or params it is made of",
                        ));
                    }
                    self.binary(*operator, ids[*left], ids[*right])
                }
                Kind::Call(function, arguments) => {
                    let id = self.call(*function, arguments, &ids);
                    let is_nan = |id: graph::Id| self.graph.constant(id).is_some_and(f64::is_nan);
                    let is_first = !arguments.iter().any(|argument| is_nan(ids[*argument]));
                    if is_nan(id) && is_first && !is_fixed {
                        return Err(FormulaError::new(
                            node.offset,
                            "this is never a number: a root or a logarithm of what is below 0",
                            "change the numbers or params it is made of; max(x, 0) keeps x from falling below 0",
                        ));
                    }
                    id
                }
            };
            ids.push(id);
            fixed.push(is_fixed);
        }
        match ids.iter().zip(&fixed).next_back() {
            Some((&id, &is_fixed)) => Ok(Value { id, is_fixed }),
            None => {
                Err(FormulaError::new(0, "the formula is empty", "write a number, a name or an expression"))
            }
        }
    }

    /// Adds a term to those of a part: `at` is its index in the decision's list, and `value` the formula of its
    /// values.
    pub fn term(
        &self,
        terms: &mut Terms,
        (at, value): (usize, Value),
        (scale, weight): (Scale, f64),
    ) -> Result<(), FormulaError> {
        let leaf = |id: graph::Id| match self.graph.node(id) {
            Node::Feature(feature) => Some(Leaf::Feature(feature)),
            Node::Context(context) => Some(Leaf::Same(Same::Context(context))),
            Node::Constant(bits) => Some(Leaf::Same(Same::Number(f64::from_bits(bits)))),
            Node::Operation(..) => None,
        };
        let leaves = match self.graph.node(value.id) {
            Node::Operation(Operation::Multiply, [left, right, _]) => leaf(left).zip(leaf(right)),
            // Multiplying by 1 keeps the bits.
            _ => leaf(value.id).map(|leaf| (leaf, Leaf::Same(Same::Number(1.0)))),
        };
        let source = match leaves {
            Some((Leaf::Feature(one), Leaf::Feature(other))) => TermSource::Product(one, other),
            Some(
                (Leaf::Feature(feature), Leaf::Same(factor)) | (Leaf::Same(factor), Leaf::Feature(feature)),
            ) => TermSource::Feature(feature, factor),
            Some((Leaf::Same(one), Leaf::Same(other))) => TermSource::Same(one, other),
            None => TermSource::Formula(self.finish(value)?),
        };
        terms.push(at, source, (scale, weight));
        Ok(())
    }

    /// Compiles a formula added before; the program has only what the formula needs.
    pub fn finish(&self, value: Value) -> Result<Program, FormulaError> {
        schedule::schedule(&self.graph, value.id).map_err(|limit| {
            FormulaError::new(
                0,
                format!("the formula is too large: it needs more than {limit}"),
                "split it between slots, or use fewer terms",
            )
        })
    }

    fn binary(&mut self, operator: Binary, left: graph::Id, right: graph::Id) -> graph::Id {
        let (operation, left, right) = match operator {
            Binary::Or => (Operation::Or, left, right),
            Binary::And => (Operation::And, left, right),
            Binary::Less => (Operation::Less, left, right),
            Binary::LessEqual => (Operation::LessEqual, left, right),
            Binary::Greater => (Operation::Less, right, left),
            Binary::GreaterEqual => (Operation::LessEqual, right, left),
            Binary::Equal => (Operation::Equal, left, right),
            Binary::NotEqual => (Operation::NotEqual, left, right),
            Binary::Add => (Operation::Add, left, right),
            Binary::Subtract => (Operation::Subtract, left, right),
            Binary::Multiply => (Operation::Multiply, left, right),
            Binary::Divide => (Operation::Divide, left, right),
        };
        self.graph.binary(operation, left, right)
    }

    fn call(&mut self, function: Function, arguments: &[ast::Id], ids: &[graph::Id]) -> graph::Id {
        let argument = |place: usize| ids[arguments[place]];
        let operation = match function {
            Function::If => return self.graph.select(argument(0), argument(1), argument(2)),
            Function::Clamp => {
                let raised = self.graph.binary(Operation::Max, argument(0), argument(1));
                return self.graph.binary(Operation::Min, raised, argument(2));
            }
            Function::Min | Function::Max => {
                let operation = if function == Function::Min { Operation::Min } else { Operation::Max };
                return arguments[1..]
                    .iter()
                    .fold(argument(0), |value, id| self.graph.binary(operation, value, ids[*id]));
            }
            Function::Abs => Operation::Abs,
            Function::Floor => Operation::Floor,
            Function::Ceil => Operation::Ceil,
            Function::Sqrt => Operation::Sqrt,
            Function::Exp => Operation::Exp,
            Function::Ln => Operation::Ln,
        };
        self.graph.unary(operation, argument(0))
    }
}
