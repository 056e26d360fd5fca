//! Pure mathematics of estimates: knows no game, no table and no file.

pub mod estimate;
pub mod multiplicity;
pub mod paired;
pub mod rare;
pub mod ratio;

pub use estimate::{Estimate, Interval};
pub use ratio::{Denominators, Numerators, RatioSums, Stratum};
