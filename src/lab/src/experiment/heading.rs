use serde::{Deserialize, Serialize};

use super::digest;
use crate::tables::SCHEMA;

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Heading {
    pub schema: u32,
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
