//! Deserialization of `&'static str` values, by interning.

use std::{collections::BTreeSet, sync::Mutex};

use serde::{Deserialize, Deserializer};

pub type Lasting = &'static str;

static READ: Mutex<BTreeSet<Lasting>> = Mutex::new(BTreeSet::new());

/// Deserializes and interns a word. Each distinct word is leaked once, so there should be few of them.
///
/// # Errors
/// A value that is not a text.
pub fn lasting<'de, D: Deserializer<'de>>(from: D) -> Result<Lasting, D::Error> {
    let word = String::deserialize(from)?;
    // Nothing that is done under the lock can panic.
    let mut read = READ.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if let Some(known) = read.get(word.as_str()) {
        return Ok(known);
    }
    let word: Lasting = Box::leak(word.into_boxed_str());
    read.insert(word);
    Ok(word)
}
