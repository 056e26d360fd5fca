//! The features of Restauranteur. Costly ones are computed only when a formula reads them.

mod build;
mod context;
mod hand;
mod improve;
mod income;

pub use build::{Best, Sites, counters, numbers, sites};
pub use context::context;
pub use hand::cards;
pub use improve::improvements;
pub use income::occasions;
