//! sim
pub mod charts;
pub mod play;
pub mod report;
pub mod rules;
pub mod stats;
pub mod strategy;
pub mod tables;
pub mod tally;
pub mod text;
