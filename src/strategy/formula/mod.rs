//! The formula language of strategy scripts.
pub mod arithmetic;
pub mod ast;
pub mod columns;
pub mod compile;
pub mod error;
mod graph;
mod kernels;
mod lexer;
mod operation;
pub mod parser;
mod printer;
pub mod program;
mod schedule;
pub mod tree;
