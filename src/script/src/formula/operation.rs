use crate::formula::arithmetic;

/// An operation on one, two or three values; the language's larger set is lowered to these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operation {
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
    Multiply,
    Divide,
    Less,
    LessEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Min,
    Max,
    /// `if(a, b, c)`.
    Select,
    /// `a + b*c`, rounded twice like the two operations it stands for.
    AddProduct,
    /// `a - b*c`, rounded twice.
    SubtractProduct,
}

impl Operation {
    pub fn arity(self) -> usize {
        match self {
            Self::Negate
            | Self::Not
            | Self::Abs
            | Self::Floor
            | Self::Ceil
            | Self::Sqrt
            | Self::Exp
            | Self::Ln => 1,
            Self::Add
            | Self::Subtract
            | Self::Multiply
            | Self::Divide
            | Self::Less
            | Self::LessEqual
            | Self::Equal
            | Self::NotEqual
            | Self::And
            | Self::Or
            | Self::Min
            | Self::Max => 2,
            Self::Select | Self::AddProduct | Self::SubtractProduct => 3,
        }
    }

    /// Whether exchanging the operands gives the same bits.
    pub fn commutes(self) -> bool {
        matches!(self, Self::Add | Self::Multiply | Self::Equal | Self::NotEqual | Self::And | Self::Or)
    }

    /// The result for single values; operands past the arity are ignored.
    #[inline(always)]
    pub fn apply(self, a: f64, b: f64, c: f64) -> f64 {
        match self {
            Self::Negate => -a,
            Self::Not => arithmetic::not(a),
            Self::Abs => a.abs(),
            Self::Floor => arithmetic::floor(a),
            Self::Ceil => arithmetic::ceil(a),
            Self::Sqrt => a.sqrt(),
            Self::Exp => arithmetic::exp(a),
            Self::Ln => arithmetic::ln(a),
            Self::Add => a + b,
            Self::Subtract => a - b,
            Self::Multiply => a * b,
            Self::Divide => a / b,
            Self::Less => arithmetic::number(a < b),
            Self::LessEqual => arithmetic::number(a <= b),
            Self::Equal => arithmetic::number(a == b),
            Self::NotEqual => arithmetic::number(a != b),
            Self::And => arithmetic::and(a, b),
            Self::Or => arithmetic::or(a, b),
            Self::Min => arithmetic::min(a, b),
            Self::Max => arithmetic::max(a, b),
            Self::Select => arithmetic::select(a, b, c),
            Self::AddProduct => a + b * c,
            Self::SubtractProduct => a - b * c,
        }
    }
}
