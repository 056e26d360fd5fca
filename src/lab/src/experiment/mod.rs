pub mod design;
mod heading;
mod manifest;
pub mod precision;

pub use heading::Heading;
pub use manifest::{Manifest, Provenance, RunPart, provenance, reconstructed};
pub use precision::Precision;
pub use sim_play::arm::*;
