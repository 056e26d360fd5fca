//! Pure mathematics of estimates: knows no game, no table and no file.
#![deny(clippy::disallowed_methods, clippy::iter_over_hash_type)]

pub mod anytime;
pub mod deals;
pub mod estimate;
pub mod field;
pub mod grouped;
pub mod members;
#[cfg(test)]
mod mirror;
pub mod multiplicity;
pub mod nash;
pub mod nested;
pub mod paired;
pub mod rare;
pub mod ratio;
pub mod repeats;
#[cfg(test)]
mod simulated;
pub mod sprt;

pub use deals::DealDifferences;
pub use estimate::{Estimate, Interval};
pub use members::{MemberSpread, over_members, seat_influence};
pub use ratio::{Denominators, Numerators, RatioSums, Stratum};
