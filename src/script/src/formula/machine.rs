//! The accumulator machine that formulas are compiled for. Its values are rows of numbers, one per candidate.
//!
//! An instruction applies one operation to the accumulator for all candidates of a step, and takes its other
//! operands from a table of rows. The loop over instructions is one small function. So the accumulator stays in
//! vector registers from instruction to instruction, and the code of all operations in the L1 cache.

use wide::f64x8;

use crate::formula::arithmetic;
use crate::formula::columns::WORK;
use crate::formula::operation::Operation;

/// Index into the table of rows: a scratch row, or the first row of a feature, whose further rows hold its values
/// for later steps.
pub type Operand = u16;

#[inline(always)]
fn row_of<const IS_FIRST: bool>(operand: Operand, step: usize) -> usize {
    let row = usize::from(operand);
    if IS_FIRST || row < WORK { row } else { row + step }
}

/// Declares the codes, and the loop that applies their operations to the accumulator `x` and the operands `a` and
/// `b`. Numbers are common operands, so an instruction may hold one in place of a row. For this, codes with two
/// operands have a second name; those with three have a second for `a` and a third for `b`.
macro_rules! machine {
    (
        one { $($one:ident = |$x1:ident| $value1:expr;)+ }
        two { $($two:ident, $two_a:ident = |$x2:ident, $a2:ident| $value2:expr;)+ }
        three {
            $($three:ident, $three_a:ident, $three_b:ident = |$x3:ident, $a3:ident, $b3:ident| $value3:expr;)+
        }
    ) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        enum Code {
            /// Loads `a` into the accumulator.
            Load,
            LoadNumber,
            /// Copies the accumulator to `a`.
            Store,
            $($one,)+ $($two, $two_a,)+ $($three, $three_a, $three_b,)+
        }

        impl Code {
            /// The code that takes the instruction's number for its operand `a` or `b`.
            fn with_number(self, place: usize) -> Code {
                match (self, place) {
                    (Code::Load, _) => Code::LoadNumber,
                    $((Code::$two, _) => Code::$two_a,)+
                    $((Code::$three, 0) => Code::$three_a, (Code::$three, _) => Code::$three_b,)+
                    (other, _) => other,
                }
            }
        }

        /// In the first step features need no offset, and lists are short.
        #[inline(never)]
        fn execute_step<const IS_FIRST: bool>(
            instructions: &[Instruction],
            rows: &mut [f64x8],
            step: usize,
            out: &mut f64x8,
        ) {
            let mut x = f64x8::ZERO;
            for &Instruction { code, a, b, number } in instructions {
                let row = |operand: Operand| rows[row_of::<IS_FIRST>(operand, step)];
                x = match code {
                    Code::Load => row(a),
                    Code::LoadNumber => f64x8::splat(number),
                    Code::Store => {
                        rows[usize::from(a)] = x;
                        x
                    }
                    $(Code::$one => { let $x1 = x; $value1 })+
                    $(
                        Code::$two => { let ($x2, $a2) = (x, row(a)); $value2 }
                        Code::$two_a => { let ($x2, $a2) = (x, f64x8::splat(number)); $value2 }
                    )+
                    $(
                        Code::$three => { let ($x3, $a3, $b3) = (x, row(a), row(b)); $value3 }
                        Code::$three_a => { let ($x3, $a3, $b3) = (x, f64x8::splat(number), row(b)); $value3 }
                        Code::$three_b => { let ($x3, $a3, $b3) = (x, row(a), f64x8::splat(number)); $value3 }
                    )+
                };
            }
            *out = x;
        }
    };
}

machine! {
    one {
        Negate = |x| -x;
        Not = |x| truth(x).bitselect(f64x8::ZERO, f64x8::ONE);
        Abs = |x| x.abs();
        Sqrt = |x| x.sqrt();
        Floor = |x| each(x, arithmetic::floor);
        Ceil = |x| each(x, arithmetic::ceil);
        Exp = |x| each(x, arithmetic::exp);
        Ln = |x| each(x, arithmetic::ln);
    }
    two {
        Add, AddNumber = |x, a| x + a;
        Subtract, SubtractNumber = |x, a| x - a;
        SubtractFrom, SubtractFromNumber = |x, a| a - x;
        Multiply, MultiplyNumber = |x, a| x * a;
        Divide, DivideNumber = |x, a| x / a;
        DivideInto, DivideIntoNumber = |x, a| a / x;
        Less, LessNumber = |x, a| number(x.simd_lt(a));
        LessEqual, LessEqualNumber = |x, a| number(x.simd_le(a));
        Greater, GreaterNumber = |x, a| number(a.simd_lt(x));
        GreaterEqual, GreaterEqualNumber = |x, a| number(a.simd_le(x));
        Equal, EqualNumber = |x, a| number(x.simd_eq(a));
        NotEqual, NotEqualNumber = |x, a| number(x.simd_ne(a));
        And, AndNumber = |x, a| number(truth(x) & truth(a));
        Or, OrNumber = |x, a| number(truth(x) | truth(a));
        // The order of the operands matters for zeros of both signs.
        Min, MinNumber = |x, a| min(x, a);
        MinOf, MinOfNumber = |x, a| min(a, x);
        Max, MaxNumber = |x, a| max(x, a);
        MaxOf, MaxOfNumber = |x, a| max(a, x);
    }
    three {
        AddProduct, AddNumberTimes, AddTimesNumber = |x, a, b| x + a * b;
        MultiplyAdd, MultiplyAddNumber, MultiplyNumberAdd = |x, a, b| a + x * b;
        SubtractProduct, SubtractNumberTimes, SubtractTimesNumber = |x, a, b| x - a * b;
        MultiplySubtract, MultiplySubtractFromNumber, MultiplyNumberSubtract = |x, a, b| a - x * b;
        Select, SelectNumberOr, SelectOrNumber = |x, a, b| truth(x).bitselect(a, b);
        SelectThen, SelectThenByNumber, SelectThenElseNumber = |x, a, b| truth(a).bitselect(x, b);
        SelectElse, SelectElseByNumber, SelectElseThenNumber = |x, a, b| truth(a).bitselect(b, x);
    }
}

/// An operand that is not the accumulator.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Source {
    Row(Operand),
    Number(f64),
}

#[derive(Debug, Clone, Copy)]
pub struct Instruction {
    code: Code,
    a: Operand,
    b: Operand,
    number: f64,
}

impl Instruction {
    pub fn load(from: Source) -> Self {
        Self::new(Code::Load, [from, Source::Row(0)])
    }

    pub fn store(row: Operand) -> Self {
        Self::new(Code::Store, [Source::Row(row), Source::Row(0)])
    }

    /// An operation with the accumulator as operand number `accumulated`. `operands` lists all operands up to the
    /// arity; that one is ignored, and at most one of the others is a number.
    pub fn operate(operation: Operation, accumulated: usize, operands: &[Source]) -> Self {
        let mut others =
            operands.iter().enumerate().filter(|(at, _)| *at != accumulated).map(|(_, from)| *from);
        let mut next = || others.next().unwrap_or(Source::Row(0));
        Self::new(code(operation, accumulated), [next(), next()])
    }

    fn new(code: Code, operands: [Source; 2]) -> Self {
        let mut instruction = Self { code, a: 0, b: 0, number: 0.0 };
        for (place, operand) in operands.into_iter().enumerate() {
            match operand {
                Source::Number(number) => {
                    instruction.code = code.with_number(place);
                    instruction.number = number;
                }
                Source::Row(row) if place == 0 => instruction.a = row,
                Source::Row(row) => instruction.b = row,
            }
        }
        instruction
    }

    /// Whether it computes something, instead of only moving a row.
    pub fn is_operation(&self) -> bool {
        !matches!(self.code, Code::Load | Code::LoadNumber | Code::Store)
    }
}

/// The code of an operation with the accumulator as operand number `accumulated`.
fn code(operation: Operation, accumulated: usize) -> Code {
    match (operation, accumulated) {
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

/// Runs the instructions for one step of candidates; `out` receives the final accumulator.
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

/// Applies a function value by value, on a copy in memory. Otherwise the accumulator would live in memory for all
/// operations.
#[inline(always)]
fn each(x: f64x8, operation: fn(f64) -> f64) -> f64x8 {
    let mut values = x.to_array();
    change(&mut values, operation);
    f64x8::new(values)
}

/// Rare, so kept out of the loop.
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
