//! The formula language of strategy scripts.
//!
//! A formula computes one number from named numbers. There are no loops, no state and no side
//! effects, so every formula ends, and every formula has a value for every input.
//!
//! # Grammar
//!
//! ```text
//! formula    = or ;
//! or         = and , { "or" , and } ;
//! and        = not , { "and" , not } ;
//! not        = "not" , not | comparison ;
//! comparison = sum , [ ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) , sum ] ;
//! sum        = product , { ( "+" | "-" ) , product } ;
//! product    = unary , { ( "*" | "/" ) , unary } ;
//! unary      = "-" , unary | primary ;
//! primary    = number | name | call | "(" , formula , ")" ;
//! call       = function , "(" , formula , { "," , formula } , ")" ;
//! function   = "if" | "min" | "max" | "abs" | "floor" | "ceil" | "sqrt" | "clamp" | "exp" | "ln" ;
//! number     = digits , [ "." , digits ] , [ ( "e" | "E" ) , [ "+" | "-" ] , digits ] ;
//! digits     = digit , { [ "_" ] , digit } ;
//! name       = ( letter | "_" ) , { letter | digit | "_" } ;
//! ```
//!
//! Spaces, tabs and newlines stand anywhere between these. `and`, `or`, `not` and the functions
//! are no names. Comparisons do not chain. `not a < b` means `not (a < b)`, and `-a * b` means
//! `(-a) * b`. A text has at most [`parser::MAX_BYTES`] bytes and nests at most
//! [`parser::MAX_DEPTH`] deep.
//!
//! # Meaning
//!
//! Numbers are `f64`, and arithmetic is that of IEEE 754, in the order it is written: nothing is
//! reassociated or contracted. `exp` and `ln` come from `libm`, so all results are the same bits
//! on every machine (of NaN, that it is NaN).
//!
//! - **Truth**: a value is true if it is neither 0 nor NaN. Comparisons, `and`, `or` and `not`
//!   give 1 or 0; `not` of NaN is 1. A comparison with NaN gives 0, except that `!=` gives 1.
//! - **`if(c, a, b)`** is `a` where `c` is true, else `b`. Both are computed: a division by zero in
//!   the one not taken does no harm at run time.
//! - **`min`, `max`** take two values or more, from the left: NaN if either is NaN; of equal values
//!   (0 and -0 are equal) the first.
//! - **`clamp(x, low, high)`** is `min(max(x, low), high)`: `high` wins if the limits are crossed.
//! - **`x / 0`** is infinite or NaN, but a divisor that is 0 whatever the features are, of numbers
//!   and params alone, is an error at load.
//!
//! # Parts
//!
//! [`parser`] makes an [`ast`], which prints back as text. [`compile`] turns trees into a
//! [`program`]: params become constants, constants fold, repeated terms are computed once, what is
//! the same for all candidates moves to a prologue, and the rest runs on a small machine, eight
//! candidates at a time. [`tree`] evaluates a tree directly and defines what the program must give.

// The language is promised, and not how it is read and run: that is for the packages that tune, learn and search.
#[doc(hidden)]
pub mod arithmetic;
#[doc(hidden)]
pub mod ast;
mod columns;
#[doc(hidden)]
pub mod compile;
#[doc(hidden)]
pub mod error;
mod graph;
#[cfg(test)]
pub(crate) mod laws;
mod lexer;
mod machine;
#[doc(hidden)]
pub mod numbers;
mod operation;
#[doc(hidden)]
pub mod parser;
mod printer;
#[doc(hidden)]
pub mod program;
#[cfg(test)]
mod rejections;
mod schedule;
#[doc(hidden)]
pub mod terms;
#[cfg(test)]
mod tests;
#[doc(hidden)]
pub mod tree;

pub use ast::Ast;
pub use error::FormulaError;
pub use parser::parse;
pub use program::{COLUMN, Column, Columns, MAX_CANDIDATES, Program, WIDTH};
