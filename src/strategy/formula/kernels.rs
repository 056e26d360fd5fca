//! The machine code of formulas: one small function for each operation and places of operands.
//!
//! An instruction holds a pointer to its function, so running it costs one indirect call and no
//! look at where its operands live. A function goes through a block of candidates in short steps of
//! fixed length, which become vector instructions; so the code stays small, and short lists are not
//! charged for long ones.

use std::array;

use crate::strategy::formula::arithmetic;
use crate::strategy::formula::columns::{Column, MAX_CANDIDATES, WIDTH};
use crate::strategy::formula::operation::Operation;

/// Candidates of a block; whole steps.
pub const LANES: usize = 4 * WIDTH;
/// Registers of the body; a power of two, so that masking replaces a check of bounds.
pub const REGISTERS: usize = 64;
/// Constants, context features and prologue values of a program; a power of two.
pub const SCALARS: usize = 512;

pub type Lanes = [[[f64; WIDTH]; LANES / WIDTH]; REGISTERS];
pub type Scalars = [f64; SCALARS];

/// Where an operand lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Register,
    Scalar,
    Column,
}

/// The candidates that instructions are run for, and their features.
pub struct Block<'a> {
    pub columns: &'a [Column],
    /// Steps that come before the block.
    pub start: usize,
    /// Steps of [`WIDTH`] candidates that cover the block.
    pub steps: usize,
}

/// Reads an instruction's operands for the candidates of a block, writes its register.
pub type Kernel = fn(&Instruction, &mut Lanes, &Scalars, &Block<'_>);

/// One operation on a block of candidates.
#[derive(Debug, Clone, Copy)]
pub struct Instruction {
    pub kernel: Kernel,
    pub target: u16,
    pub operands: [u16; 3],
}

impl Instruction {
    /// Operands past the operation's arity may be anything.
    pub fn new(operation: Operation, target: u16, operands: [(Place, u16); 3]) -> Self {
        let places = operands.map(|(place, _)| place);
        Self { kernel: kernel(operation, places), target, operands: operands.map(|(_, index)| index) }
    }
}

/// A place as a type, so that reading it compiles to the loads alone.
trait Source {
    /// The operand's values for the candidates of a step.
    fn load(index: u16, step: usize, lanes: &Lanes, scalars: &Scalars, block: &Block<'_>) -> [f64; WIDTH];
}

struct Register;
struct Scalar;
struct FeatureColumn;

impl Source for Register {
    #[inline(always)]
    fn load(index: u16, step: usize, lanes: &Lanes, _: &Scalars, _: &Block<'_>) -> [f64; WIDTH] {
        lanes[usize::from(index) % REGISTERS][step]
    }
}

impl Source for Scalar {
    #[inline(always)]
    fn load(index: u16, _: usize, _: &Lanes, scalars: &Scalars, _: &Block<'_>) -> [f64; WIDTH] {
        [scalars[usize::from(index) % SCALARS]; WIDTH]
    }
}

impl Source for FeatureColumn {
    #[inline(always)]
    fn load(index: u16, step: usize, _: &Lanes, _: &Scalars, block: &Block<'_>) -> [f64; WIDTH] {
        let (steps, _) = block.columns[usize::from(index)].as_chunks::<WIDTH>();
        steps[(block.start + step) % (MAX_CANDIDATES / WIDTH)]
    }
}

/// Writes a register step by step.
#[inline(always)]
fn fill(
    instruction: &Instruction,
    lanes: &mut Lanes,
    block: &Block<'_>,
    values: impl Fn(usize, &Lanes) -> [f64; WIDTH],
) {
    for step in 0..block.steps.min(LANES / WIDTH) {
        let values = values(step, lanes);
        lanes[usize::from(instruction.target) % REGISTERS][step] = values;
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

fn run_one<O: One, A: Source>(
    instruction: &Instruction,
    lanes: &mut Lanes,
    scalars: &Scalars,
    block: &Block<'_>,
) {
    let [a, ..] = instruction.operands;
    fill(instruction, lanes, block, |step, lanes| A::load(a, step, lanes, scalars, block).map(O::apply));
}

fn run_two<O: Two, A: Source, B: Source>(
    instruction: &Instruction,
    lanes: &mut Lanes,
    scalars: &Scalars,
    block: &Block<'_>,
) {
    let [a, b, _] = instruction.operands;
    fill(instruction, lanes, block, |step, lanes| {
        let a = A::load(a, step, lanes, scalars, block);
        let b = B::load(b, step, lanes, scalars, block);
        array::from_fn(|lane| O::apply(a[lane], b[lane]))
    });
}

fn run_three<O: Three, A: Source, B: Source, C: Source>(
    instruction: &Instruction,
    lanes: &mut Lanes,
    scalars: &Scalars,
    block: &Block<'_>,
) {
    let [a, b, c] = instruction.operands;
    fill(instruction, lanes, block, |step, lanes| {
        let a = A::load(a, step, lanes, scalars, block);
        let b = B::load(b, step, lanes, scalars, block);
        let c = C::load(c, step, lanes, scalars, block);
        array::from_fn(|lane| O::apply(a[lane], b[lane], c[lane]))
    });
}

fn one<O: One>([a, ..]: [Place; 3]) -> Kernel {
    match a {
        Place::Register => run_one::<O, Register>,
        Place::Scalar => run_one::<O, Scalar>,
        Place::Column => run_one::<O, FeatureColumn>,
    }
}

fn two<O: Two>(places: [Place; 3]) -> Kernel {
    fn after<O: Two, A: Source>(b: Place) -> Kernel {
        match b {
            Place::Register => run_two::<O, A, Register>,
            Place::Scalar => run_two::<O, A, Scalar>,
            Place::Column => run_two::<O, A, FeatureColumn>,
        }
    }
    match places[0] {
        Place::Register => after::<O, Register>(places[1]),
        Place::Scalar => after::<O, Scalar>(places[1]),
        Place::Column => after::<O, FeatureColumn>(places[1]),
    }
}

fn three<O: Three>(places: [Place; 3]) -> Kernel {
    fn after_two<O: Three, A: Source, B: Source>(c: Place) -> Kernel {
        match c {
            Place::Register => run_three::<O, A, B, Register>,
            Place::Scalar => run_three::<O, A, B, Scalar>,
            Place::Column => run_three::<O, A, B, FeatureColumn>,
        }
    }
    fn after_one<O: Three, A: Source>(b: Place, c: Place) -> Kernel {
        match b {
            Place::Register => after_two::<O, A, Register>(c),
            Place::Scalar => after_two::<O, A, Scalar>(c),
            Place::Column => after_two::<O, A, FeatureColumn>(c),
        }
    }
    match places[0] {
        Place::Register => after_one::<O, Register>(places[1], places[2]),
        Place::Scalar => after_one::<O, Scalar>(places[1], places[2]),
        Place::Column => after_one::<O, FeatureColumn>(places[1], places[2]),
    }
}

fn kernel(operation: Operation, places: [Place; 3]) -> Kernel {
    match operation {
        Operation::Negate => one::<Negate>(places),
        Operation::Not => one::<Not>(places),
        Operation::Abs => one::<Abs>(places),
        Operation::Floor => one::<Floor>(places),
        Operation::Ceil => one::<Ceil>(places),
        Operation::Sqrt => one::<Sqrt>(places),
        Operation::Exp => one::<Exp>(places),
        Operation::Ln => one::<Ln>(places),
        Operation::Add => two::<Add>(places),
        Operation::Subtract => two::<Subtract>(places),
        Operation::Multiply => two::<Multiply>(places),
        Operation::Divide => two::<Divide>(places),
        Operation::Less => two::<Less>(places),
        Operation::LessEqual => two::<LessEqual>(places),
        Operation::Equal => two::<Equal>(places),
        Operation::NotEqual => two::<NotEqual>(places),
        Operation::And => two::<And>(places),
        Operation::Or => two::<Or>(places),
        Operation::Min => two::<Min>(places),
        Operation::Max => two::<Max>(places),
        Operation::Select => three::<Select>(places),
        Operation::AddProduct => three::<AddProduct>(places),
        Operation::SubtractProduct => three::<SubtractProduct>(places),
    }
}
