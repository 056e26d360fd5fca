//! sim
pub mod catalogue;
pub mod cli;
pub mod play;
pub mod rules;
pub mod stats;
pub mod strategy;
pub mod tables;
pub mod tally;
pub mod text;

#[cfg(test)]
mod laws;
