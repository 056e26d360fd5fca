//! Tests of the rules, by rule id.

mod play;

use super::CritterKitchen;
use crate::rules::{Game, params};

/// The rules with some values changed.
pub fn rules(players: usize, changes: &[(&str, &str)]) -> CritterKitchen {
    let mut params = params::parse("data.toml", CritterKitchen::data_file()).unwrap();
    for (path, value) in changes {
        params.set(path, value).unwrap();
    }
    CritterKitchen::new(&params, players).unwrap()
}
