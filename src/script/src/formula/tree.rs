//! Evaluates a syntax tree directly, one value at a time.
//!
//! This is the definition of what a formula means: the compiler is tested against it bit by bit.

use crate::formula::arithmetic;
use crate::formula::ast::{Ast, Binary, Function, Id, Kind, Unary};

/// The value of a formula, given the values of its names.
pub fn evaluate(ast: &Ast, value_of: impl FnMut(&str) -> f64) -> f64 {
    values(ast, value_of).pop().unwrap_or(f64::NAN)
}

/// The value of every node; the last is the formula's.
pub fn values(ast: &Ast, mut value_of: impl FnMut(&str) -> f64) -> Vec<f64> {
    let mut values: Vec<f64> = Vec::with_capacity(ast.nodes().len());
    for node in ast.nodes() {
        let value = match &node.kind {
            Kind::Number(value) => *value,
            Kind::Name(name) => value_of(name),
            Kind::Unary(Unary::Minus, operand) => -values[*operand],
            Kind::Unary(Unary::Not, operand) => arithmetic::not(values[*operand]),
            Kind::Binary(operator, left, right) => binary(*operator, values[*left], values[*right]),
            Kind::Call(function, arguments) => call(*function, arguments, &values),
        };
        values.push(value);
    }
    values
}

fn binary(operator: Binary, a: f64, b: f64) -> f64 {
    match operator {
        Binary::Or => arithmetic::or(a, b),
        Binary::And => arithmetic::and(a, b),
        Binary::Less => arithmetic::number(a < b),
        Binary::LessEqual => arithmetic::number(a <= b),
        Binary::Greater => arithmetic::number(a > b),
        Binary::GreaterEqual => arithmetic::number(a >= b),
        Binary::Equal => arithmetic::number(a == b),
        Binary::NotEqual => arithmetic::number(a != b),
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
    }
}

fn call(function: Function, arguments: &[Id], values: &[f64]) -> f64 {
    let argument = |place: usize| values[arguments[place]];
    let fold = |operation: fn(f64, f64) -> f64| {
        let rest = &arguments[1..];
        rest.iter().fold(argument(0), |value, id| operation(value, values[*id]))
    };
    match function {
        Function::If => arithmetic::select(argument(0), argument(1), argument(2)),
        Function::Min => fold(arithmetic::min),
        Function::Max => fold(arithmetic::max),
        Function::Abs => argument(0).abs(),
        Function::Floor => arithmetic::floor(argument(0)),
        Function::Ceil => arithmetic::ceil(argument(0)),
        Function::Sqrt => argument(0).sqrt(),
        Function::Clamp => arithmetic::min(arithmetic::max(argument(0), argument(1)), argument(2)),
        Function::Exp => arithmetic::exp(argument(0)),
        Function::Ln => arithmetic::ln(argument(0)),
    }
}
