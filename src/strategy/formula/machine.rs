//! The machine that formulas are compiled for: rows of values, and one row at hand.
//!
//! An instruction does one operation on the row at hand for all candidates of a step, and takes its
//! other operands from a table of rows. The loop over instructions is one small function, so the row
//! at hand stays in vector registers from instruction to instruction, and the code of all
//! operations in the processor's nearest cache.

use wide::f64x8;

use crate::strategy::formula::arithmetic;
use crate::strategy::formula::columns::WORK;
use crate::strategy::formula::operation::Operation;

/// Where an operand lies in the table of rows: a row of scratch, or the first of a feature, whose
/// values go on from row to row with the candidates.
pub type Operand = u16;

/// The row of an operand in a step of candidates.
#[inline(always)]
fn row_of<const IS_FIRST: bool>(operand: Operand, step: usize) -> usize {
    let row = usize::from(operand);
    if IS_FIRST || row < WORK { row } else { row + step }
}

/// What an instruction does to the row at hand, `x`, with its operands `a` and `b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Code {
    /// `a`
    Load,
    /// `x` stays, and goes to `a`.
    Store,
    Negate,
    Not,
    Abs,
    Floor,
    Ceil,
    Sqrt,
    Exp,
    Ln,
    Add,
    Subtract,
    /// `a - x`
    SubtractFrom,
    Multiply,
    Divide,
    /// `a / x`
    DivideInto,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Min,
    /// `min(a, x)`, which differs for zeros of both signs.
    MinOf,
    Max,
    MaxOf,
    /// `x + a*b`
    AddProduct,
    /// `a + x*b`
    MultiplyAdd,
    /// `x - a*b`
    SubtractProduct,
    /// `a - x*b`
    MultiplySubtract,
    /// `if(x, a, b)`
    Select,
    /// `if(a, x, b)`
    SelectThen,
    /// `if(a, b, x)`
    SelectElse,
}

/// One step of a program.
#[derive(Debug, Clone, Copy)]
pub struct Instruction {
    code: Code,
    a: Operand,
    b: Operand,
}

impl Instruction {
    pub fn load(from: Operand) -> Self {
        Self { code: Code::Load, a: from, b: from }
    }

    pub fn store(row: u16) -> Self {
        Self { code: Code::Store, a: row, b: row }
    }

    /// An operation whose operand number `at_hand` is the row at hand; the places of all operands up
    /// to its arity are in `operands`, but that one is not looked at.
    pub fn operate(operation: Operation, at_hand: usize, operands: &[Operand]) -> Self {
        let mut others =
            operands.iter().enumerate().filter(|(at, _)| *at != at_hand).map(|(_, place)| *place);
        let a = others.next().unwrap_or(0);
        let b = others.next().unwrap_or(0);
        Self { code: code(operation, at_hand), a, b }
    }

    /// Whether it computes something, and does not only move a row.
    pub fn is_operation(&self) -> bool {
        !matches!(self.code, Code::Load | Code::Store)
    }
}

/// The code of an operation, by which of its operands is at hand.
fn code(operation: Operation, at_hand: usize) -> Code {
    match (operation, at_hand) {
        (Operation::Negate, _) => Code::Negate,
        (Operation::Not, _) => Code::Not,
        (Operation::Abs, _) => Code::Abs,
        (Operation::Floor, _) => Code::Floor,
        (Operation::Ceil, _) => Code::Ceil,
        (Operation::Sqrt, _) => Code::Sqrt,
        (Operation::Exp, _) => Code::Exp,
        (Operation::Ln, _) => Code::Ln,
        (Operation::Add, _) => Code::Add,
        (Operation::Subtract, 0) => Code::Subtract,
        (Operation::Subtract, _) => Code::SubtractFrom,
        (Operation::Multiply, _) => Code::Multiply,
        (Operation::Divide, 0) => Code::Divide,
        (Operation::Divide, _) => Code::DivideInto,
        (Operation::Less, 0) => Code::Less,
        (Operation::Less, _) => Code::Greater,
        (Operation::LessEqual, 0) => Code::LessEqual,
        (Operation::LessEqual, _) => Code::GreaterEqual,
        (Operation::Equal, _) => Code::Equal,
        (Operation::NotEqual, _) => Code::NotEqual,
        (Operation::And, _) => Code::And,
        (Operation::Or, _) => Code::Or,
        (Operation::Min, 0) => Code::Min,
        (Operation::Min, _) => Code::MinOf,
        (Operation::Max, 0) => Code::Max,
        (Operation::Max, _) => Code::MaxOf,
        (Operation::AddProduct, 0) => Code::AddProduct,
        (Operation::AddProduct, _) => Code::MultiplyAdd,
        (Operation::SubtractProduct, 0) => Code::SubtractProduct,
        (Operation::SubtractProduct, _) => Code::MultiplySubtract,
        (Operation::Select, 0) => Code::Select,
        (Operation::Select, 1) => Code::SelectThen,
        (Operation::Select, _) => Code::SelectElse,
    }
}

/// Does the instructions for one step of candidates; `out` is the row at hand when all is done.
///
/// Every operation gives the bits of its namesake in [`arithmetic`].
///
/// # Panics
///
/// If an operand lies outside `rows`.
#[inline]
pub fn execute(instructions: &[Instruction], rows: &mut [f64x8], step: usize, out: &mut f64x8) {
    match step {
        0 => execute_step::<true>(instructions, rows, 0, out),
        _ => execute_step::<false>(instructions, rows, step, out),
    }
}

/// In the first step nothing has to be added to the places of features, and lists are short.
#[inline(never)]
fn execute_step<const IS_FIRST: bool>(
    instructions: &[Instruction],
    rows: &mut [f64x8],
    step: usize,
    out: &mut f64x8,
) {
    let mut x = f64x8::ZERO;
    for &Instruction { code, a, b } in instructions {
        let row = |operand: Operand| rows[row_of::<IS_FIRST>(operand, step)];
        x = match code {
            Code::Load => row(a),
            Code::Store => {
                rows[usize::from(a)] = x;
                x
            }
            Code::Negate => -x,
            Code::Not => truth(x).bitselect(f64x8::ZERO, f64x8::ONE),
            Code::Abs => x.abs(),
            Code::Sqrt => x.sqrt(),
            Code::Floor => each(x, arithmetic::floor),
            Code::Ceil => each(x, arithmetic::ceil),
            Code::Exp => each(x, arithmetic::exp),
            Code::Ln => each(x, arithmetic::ln),
            Code::Add => x + row(a),
            Code::Subtract => x - row(a),
            Code::SubtractFrom => row(a) - x,
            Code::Multiply => x * row(a),
            Code::Divide => x / row(a),
            Code::DivideInto => row(a) / x,
            Code::Less => number(x.simd_lt(row(a))),
            Code::LessEqual => number(x.simd_le(row(a))),
            Code::Greater => number(row(a).simd_lt(x)),
            Code::GreaterEqual => number(row(a).simd_le(x)),
            Code::Equal => number(x.simd_eq(row(a))),
            Code::NotEqual => number(x.simd_ne(row(a))),
            Code::And => number(truth(x) & truth(row(a))),
            Code::Or => number(truth(x) | truth(row(a))),
            Code::Min => min(x, row(a)),
            Code::MinOf => min(row(a), x),
            Code::Max => max(x, row(a)),
            Code::MaxOf => max(row(a), x),
            Code::AddProduct => x + row(a) * row(b),
            Code::MultiplyAdd => row(a) + x * row(b),
            Code::SubtractProduct => x - row(a) * row(b),
            Code::MultiplySubtract => row(a) - x * row(b),
            Code::Select => truth(x).bitselect(row(a), row(b)),
            Code::SelectThen => truth(row(a)).bitselect(x, row(b)),
            Code::SelectElse => truth(row(a)).bitselect(row(b), x),
        };
    }
    *out = x;
}

/// Applies a function value by value. Through memory of its own, or the row at hand would live in
/// memory for all operations.
#[inline(always)]
fn each(x: f64x8, operation: fn(f64) -> f64) -> f64x8 {
    let mut values = x.to_array();
    change(&mut values, operation);
    f64x8::new(values)
}

/// For what is rare, kept out of the loop.
#[cold]
#[inline(never)]
fn change(values: &mut [f64], operation: fn(f64) -> f64) {
    values.iter_mut().for_each(|value| *value = operation(*value));
}

/// All bits set where a value is true: neither 0 nor NaN.
#[inline(always)]
fn truth(x: f64x8) -> f64x8 {
    f64x8::ZERO.simd_lt(x.abs())
}

/// 1 where all bits are set, 0 where none is.
#[inline(always)]
fn number(mask: f64x8) -> f64x8 {
    mask & f64x8::ONE
}

#[inline(always)]
fn min(a: f64x8, b: f64x8) -> f64x8 {
    (a.simd_le(b) | a.is_nan()).bitselect(a, b)
}

#[inline(always)]
fn max(a: f64x8, b: f64x8) -> f64x8 {
    (b.simd_le(a) | a.is_nan()).bitselect(a, b)
}
