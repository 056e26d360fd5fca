pub mod design;
mod manifest;
pub mod precision;

pub use manifest::{Heading, Manifest, Provenance, RunPart, provenance, reconstructed};
pub use precision::Precision;
pub use sim_play::arm::*;
