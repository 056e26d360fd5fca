//! The features of Restauranteur, each computed only when a formula reads it, or when it is no more
//! than a look.

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
