//! The features of Restaurant Row, each computed only when a formula reads it.

mod context;
mod evening;
mod shopping;

pub use context::context;
pub use evening::{posts, prices, promotions, room, shill, shill_uses};
pub use shopping::{debt, dishes, loan, lot, store_name, stores};
