//! Storage of what was played. The laboratory exchanges bytes with the store, and knows neither files nor the time.

use serde::{Serialize, de::DeserializeOwned};
use sim_play::arm::Inputs;

use crate::{Error, Lab};

#[derive(Debug, Clone, Copy)]
pub enum Item<'a> {
    /// The tally of an arm's deals, starting with the first; `digest` is that of the inputs.
    Run { inputs: &'a Inputs, digest: &'a str },
    /// A comparison of two strategies, the first of which plays `inputs`; `digest` covers the whole comparison.
    Duel { inputs: &'a Inputs, digest: &'a str },
    /// The state of a search; `digest` covers all that it depends on.
    Search { digest: &'a str },
    /// The result of a part of a larger job, at the table of `inputs`; `digest` covers all that it depends on.
    Part { inputs: &'a Inputs, name: &'a str, digest: &'a str },
}

impl<'a> Item<'a> {
    pub fn digest(self) -> &'a str {
        match self {
            Item::Run { digest, .. }
            | Item::Duel { digest, .. }
            | Item::Search { digest }
            | Item::Part { digest, .. } => digest,
        }
    }
}

#[derive(Debug, Clone)]
pub struct StoreEntry {
    pub place: String,
    /// Whether it is finished, rather than a checkpoint.
    pub is_finished: bool,
    pub bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// Now and then, as it grows.
    Sometimes,
    /// At the end, if it took long.
    IfLong,
    /// At the end, however short it was.
    Surely,
    /// Like `Surely`; what cannot be stored is not played.
    Required,
}

pub trait Store: Send {
    /// Everything stored of the item; empty if all is to be played anew.
    fn load(&mut self, item: Item<'_>) -> Result<Vec<StoreEntry>, StoreError>;

    /// Announces that the item is about to be played. The longest stored run ends before deal `end`, and no shorter
    /// one replaces it. An unusable location fails here, before the first game.
    fn begin(&mut self, item: Item<'_>, end: Option<u64>) -> Result<(), StoreError>;

    /// Why an item that is being played will not be stored: its location could not be written.
    fn unkept(&self) -> Option<&(dyn std::error::Error + 'static)> {
        None
    }

    /// Stores the deals before `end`, if it is time; calls `bytes` only then.
    fn keep(
        &mut self,
        item: Item<'_>,
        end: u64,
        worth: Worth,
        bytes: &dyn Fn() -> Vec<u8>,
    ) -> Result<(), StoreError>;
}

impl Store for () {
    fn load(&mut self, _: Item<'_>) -> Result<Vec<StoreEntry>, StoreError> {
        Ok(Vec::new())
    }

    fn begin(&mut self, _: Item<'_>, _: Option<u64>) -> Result<(), StoreError> {
        Ok(())
    }

    fn keep(&mut self, _: Item<'_>, _: u64, _: Worth, _: &dyn Fn() -> Vec<u8>) -> Result<(), StoreError> {
        Ok(())
    }
}

#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct StoreError(pub Box<dyn std::error::Error + Send + Sync>);

impl Lab<'_> {
    /// The stored result of a part; otherwise plays the part and stores its result.
    pub fn part<T: Serialize + DeserializeOwned>(
        &mut self,
        item: Item<'_>,
        play: impl FnOnce(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if let Some(known) = self.known_part(item)? {
            return Ok(known);
        }
        let part = play(self)?;
        self.keep_part(item, &part)?;
        Ok(part)
    }

    /// The stored result of a part, if any; ignores bytes that do not parse, as those of another program.
    pub fn known_part<T: DeserializeOwned>(&mut self, item: Item<'_>) -> Result<Option<T>, Error> {
        let found = self.store.load(item)?;
        Ok(found.iter().find_map(|found| serde_json::from_slice(&found.bytes).ok()))
    }

    pub fn keep_part<T: Serialize>(&mut self, item: Item<'_>, part: &T) -> Result<(), Error> {
        // Plain structs with text keys always become JSON.
        self.store.keep(item, 0, Worth::Surely, &|| serde_json::to_vec(part).unwrap_or_default())?;
        self.show_unkept();
        Ok(())
    }
}
