use serde::{Deserialize, Serialize};

use super::digest;
use crate::tables::SCHEMA;

/// By which program and by which command an answer was made, and from what.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Heading {
    /// Version of the tables' columns.
    pub schema: u32,
    /// Of the program that played.
    pub version: String,
    pub command: String,
    #[serde(rename = "inputs")]
    pub digest: String,
    pub title: String,
}

impl Heading {
    pub fn new(command: String, inputs: &impl Serialize, title: &str) -> Heading {
        Heading {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            digest: digest(inputs),
            title: title.to_owned(),
        }
    }
}
