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
//! Spaces, tabs and newlines may separate these. `and`, `or`, `not` and the functions cannot be names.
//! Comparisons do not chain. `not a < b` means `not (a < b)`, and `-a * b` means `(-a) * b`. A text has at most
//! [`parser::MAX_BYTES`] bytes and nests at most [`parser::MAX_DEPTH`] deep.
//!
//! # Meaning
//!
//! Numbers are `f64` with IEEE 754 arithmetic in the written order: nothing is reassociated or contracted. `exp`
//! and `ln` come from `libm`. So every machine computes the same bits, except those of NaN.
//!
//! - **Truth**: a value is true if it is neither 0 nor NaN. Comparisons, `and`, `or` and `not`
//!   give 1 or 0; `not` of NaN is 1. A comparison with NaN gives 0, except that `!=` gives 1.
//! - **`if(c, a, b)`** is `a` where `c` is true, else `b`. Both are computed; a division by zero in the branch
//!   not taken is harmless at run time.
//! - **`min`, `max`** take two values or more, from the left: NaN if either is NaN; of equal values
//!   (0 and -0 are equal) the first.
//! - **`clamp(x, low, high)`** is `min(max(x, low), high)`: `high` wins if the limits are crossed.
//! - **`x / 0`** is infinite or NaN. A divisor that folds to 0, such as one of numbers and params alone, is an
//!   error at load.
//!
//! # Parts
//!
//! [`parser`] makes an [`ast`], which prints back as text. [`compile`] turns trees into a [`program`]: params
//! become constants, constants fold, and repeated terms are computed once. Values that are the same for all
//! candidates move to a prologue. The rest runs on a small machine, eight candidates at a time. [`tree`]
//! evaluates a tree directly and defines the results of the program.

// The language is stable. How it is parsed and run is internal to the packages that tune, train and search.
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
