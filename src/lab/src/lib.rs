//! The laboratory: what is asked of games, and what comes out.

pub mod audit;
pub mod catalogue;
pub mod experiment;
pub mod tables;
#[deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]
pub mod tune;
