//! The machine code of formulas: one small function for each operation and places of operands.
//!
//! An instruction holds a pointer to its function, so running it costs one indirect call and no
//! look at where its operands live. Functions come in two widths: a block of candidates, and the
//! few of a short list. Loops of fixed length over arrays become vector instructions.

use std::array;

use crate::strategy::formula::arithmetic;
use crate::strategy::formula::columns::{Column, LANES, MAX_CANDIDATES};
use crate::strategy::formula::operation::Operation;

/// Candidates of a narrow pass.
pub const NARROW: usize = 4;
/// Registers of the body; a power of two, so that masking replaces a check of bounds.
pub const REGISTERS: usize = 64;
/// Constants, context features and prologue values of a program; a power of two.
pub const SCALARS: usize = 512;

pub type Lanes = [[f64; LANES]; REGISTERS];
pub type Scalars = [f64; SCALARS];

/// Where an operand lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Register,
    Scalar,
    Column,
}

/// Reads an instruction's operands for the candidates from the given one on, writes its register.
pub type Kernel = fn(&Instruction, &mut Lanes, &Scalars, &[Column], usize);

/// One operation on a block of candidates.
#[derive(Debug, Clone, Copy)]
pub struct Instruction {
    pub wide: Kernel,
    pub narrow: Kernel,
    pub target: u16,
    pub operands: [u16; 3],
}

impl Instruction {
    /// Operands past the operation's arity may be anything.
    pub fn new(operation: Operation, target: u16, operands: [(Place, u16); 3]) -> Self {
        let places = operands.map(|(place, _)| place);
        Self {
            wide: kernel::<LANES>(operation, places),
            narrow: kernel::<NARROW>(operation, places),
            target,
            operands: operands.map(|(_, index)| index),
        }
    }
}

/// A place as a type, so that reading it compiles to the loads alone.
trait Source {
    fn load<const W: usize>(
        index: u16,
        lanes: &Lanes,
        scalars: &Scalars,
        columns: &[Column],
        start: usize,
    ) -> [f64; W];
}

struct Register;
struct Scalar;
struct FeatureColumn;

impl Source for Register {
    #[inline(always)]
    fn load<const W: usize>(index: u16, lanes: &Lanes, _: &Scalars, _: &[Column], _: usize) -> [f64; W] {
        let register = &lanes[usize::from(index) % REGISTERS];
        array::from_fn(|lane| register[lane])
    }
}

impl Source for Scalar {
    #[inline(always)]
    fn load<const W: usize>(index: u16, _: &Lanes, scalars: &Scalars, _: &[Column], _: usize) -> [f64; W] {
        [scalars[usize::from(index) % SCALARS]; W]
    }
}

impl Source for FeatureColumn {
    #[inline(always)]
    fn load<const W: usize>(
        index: u16,
        _: &Lanes,
        _: &Scalars,
        columns: &[Column],
        start: usize,
    ) -> [f64; W] {
        let (blocks, _) = columns[usize::from(index)].as_chunks::<W>();
        blocks[start / W % (MAX_CANDIDATES / W)]
    }
}

#[inline(always)]
fn store<const W: usize>(lanes: &mut Lanes, target: u16, values: [f64; W]) {
    let register = &mut lanes[usize::from(target) % REGISTERS];
    for (lane, value) in values.into_iter().enumerate() {
        register[lane] = value;
    }
}

/// Operations as types, by the number of their operands.
trait One {
    fn apply(a: f64) -> f64;
}
trait Two {
    fn apply(a: f64, b: f64) -> f64;
}
trait Three {
    fn apply(a: f64, b: f64, c: f64) -> f64;
}

macro_rules! operations {
    ($arity:ident: $($name:ident($($operand:ident),+) = $value:expr;)+) => {$(
        struct $name;
        impl $arity for $name {
            #[inline(always)]
            fn apply($($operand: f64),+) -> f64 {
                $value
            }
        }
    )+};
}

operations! { One:
    Negate(a) = -a;
    Not(a) = arithmetic::not(a);
    Abs(a) = a.abs();
    Floor(a) = arithmetic::floor(a);
    Ceil(a) = arithmetic::ceil(a);
    Sqrt(a) = a.sqrt();
    Exp(a) = arithmetic::exp(a);
    Ln(a) = arithmetic::ln(a);
}

operations! { Two:
    Add(a, b) = a + b;
    Subtract(a, b) = a - b;
    Multiply(a, b) = a * b;
    Divide(a, b) = a / b;
    Less(a, b) = arithmetic::number(a < b);
    LessEqual(a, b) = arithmetic::number(a <= b);
    Equal(a, b) = arithmetic::number(a == b);
    NotEqual(a, b) = arithmetic::number(a != b);
    And(a, b) = arithmetic::and(a, b);
    Or(a, b) = arithmetic::or(a, b);
    Min(a, b) = arithmetic::min(a, b);
    Max(a, b) = arithmetic::max(a, b);
}

operations! { Three:
    Select(a, b, c) = arithmetic::select(a, b, c);
    AddProduct(a, b, c) = a + b * c;
    SubtractProduct(a, b, c) = a - b * c;
}

fn run_one<O: One, A: Source, const W: usize>(
    instruction: &Instruction,
    lanes: &mut Lanes,
    scalars: &Scalars,
    columns: &[Column],
    start: usize,
) {
    let a: [f64; W] = A::load(instruction.operands[0], lanes, scalars, columns, start);
    store(lanes, instruction.target, a.map(O::apply));
}

fn run_two<O: Two, A: Source, B: Source, const W: usize>(
    instruction: &Instruction,
    lanes: &mut Lanes,
    scalars: &Scalars,
    columns: &[Column],
    start: usize,
) {
    let a: [f64; W] = A::load(instruction.operands[0], lanes, scalars, columns, start);
    let b: [f64; W] = B::load(instruction.operands[1], lanes, scalars, columns, start);
    let values: [f64; W] = array::from_fn(|lane| O::apply(a[lane], b[lane]));
    store(lanes, instruction.target, values);
}

fn run_three<O: Three, A: Source, B: Source, C: Source, const W: usize>(
    instruction: &Instruction,
    lanes: &mut Lanes,
    scalars: &Scalars,
    columns: &[Column],
    start: usize,
) {
    let a: [f64; W] = A::load(instruction.operands[0], lanes, scalars, columns, start);
    let b: [f64; W] = B::load(instruction.operands[1], lanes, scalars, columns, start);
    let c: [f64; W] = C::load(instruction.operands[2], lanes, scalars, columns, start);
    let values: [f64; W] = array::from_fn(|lane| O::apply(a[lane], b[lane], c[lane]));
    store(lanes, instruction.target, values);
}

fn one<O: One, const W: usize>([a, ..]: [Place; 3]) -> Kernel {
    match a {
        Place::Register => run_one::<O, Register, W>,
        Place::Scalar => run_one::<O, Scalar, W>,
        Place::Column => run_one::<O, FeatureColumn, W>,
    }
}

fn two<O: Two, const W: usize>(places: [Place; 3]) -> Kernel {
    fn after<O: Two, A: Source, const W: usize>(b: Place) -> Kernel {
        match b {
            Place::Register => run_two::<O, A, Register, W>,
            Place::Scalar => run_two::<O, A, Scalar, W>,
            Place::Column => run_two::<O, A, FeatureColumn, W>,
        }
    }
    match places[0] {
        Place::Register => after::<O, Register, W>(places[1]),
        Place::Scalar => after::<O, Scalar, W>(places[1]),
        Place::Column => after::<O, FeatureColumn, W>(places[1]),
    }
}

fn three<O: Three, const W: usize>(places: [Place; 3]) -> Kernel {
    fn after_two<O: Three, A: Source, B: Source, const W: usize>(c: Place) -> Kernel {
        match c {
            Place::Register => run_three::<O, A, B, Register, W>,
            Place::Scalar => run_three::<O, A, B, Scalar, W>,
            Place::Column => run_three::<O, A, B, FeatureColumn, W>,
        }
    }
    fn after_one<O: Three, A: Source, const W: usize>(b: Place, c: Place) -> Kernel {
        match b {
            Place::Register => after_two::<O, A, Register, W>(c),
            Place::Scalar => after_two::<O, A, Scalar, W>(c),
            Place::Column => after_two::<O, A, FeatureColumn, W>(c),
        }
    }
    match places[0] {
        Place::Register => after_one::<O, Register, W>(places[1], places[2]),
        Place::Scalar => after_one::<O, Scalar, W>(places[1], places[2]),
        Place::Column => after_one::<O, FeatureColumn, W>(places[1], places[2]),
    }
}

fn kernel<const W: usize>(operation: Operation, places: [Place; 3]) -> Kernel {
    match operation {
        Operation::Negate => one::<Negate, W>(places),
        Operation::Not => one::<Not, W>(places),
        Operation::Abs => one::<Abs, W>(places),
        Operation::Floor => one::<Floor, W>(places),
        Operation::Ceil => one::<Ceil, W>(places),
        Operation::Sqrt => one::<Sqrt, W>(places),
        Operation::Exp => one::<Exp, W>(places),
        Operation::Ln => one::<Ln, W>(places),
        Operation::Add => two::<Add, W>(places),
        Operation::Subtract => two::<Subtract, W>(places),
        Operation::Multiply => two::<Multiply, W>(places),
        Operation::Divide => two::<Divide, W>(places),
        Operation::Less => two::<Less, W>(places),
        Operation::LessEqual => two::<LessEqual, W>(places),
        Operation::Equal => two::<Equal, W>(places),
        Operation::NotEqual => two::<NotEqual, W>(places),
        Operation::And => two::<And, W>(places),
        Operation::Or => two::<Or, W>(places),
        Operation::Min => two::<Min, W>(places),
        Operation::Max => two::<Max, W>(places),
        Operation::Select => three::<Select, W>(places),
        Operation::AddProduct => three::<AddProduct, W>(places),
        Operation::SubtractProduct => three::<SubtractProduct, W>(places),
    }
}
