//! Where what was played is kept. The laboratory hands over bytes and gets them back: it knows neither
//! files nor the time.

use serde::{Serialize, de::DeserializeOwned};
use sim_play::arm::Inputs;

use crate::{Error, Lab};

#[derive(Debug, Clone, Copy)]
pub enum Item<'a> {
    /// The tally of an arm's deals from the first on; `digest` is that of the inputs.
    Run { inputs: &'a Inputs, digest: &'a str },
    /// A comparison of two strategies, the first of which plays `inputs`; `digest` is that of the whole.
    Duel { inputs: &'a Inputs, digest: &'a str },
    /// Where a search stands; `digest` is that of all that it is a function of.
    Search { digest: &'a str },
    /// What a part of something larger came to at the table of `inputs`; `digest` is that of all that it is a
    /// function of.
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
    /// Whether it came to its end, and is no checkpoint.
    pub is_finished: bool,
    pub bytes: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// Now and then, while it grows.
    Sometimes,
    /// At its end, if it took long.
    IfLong,
    /// At its end, however little time it took.
    Surely,
    /// The same, and nothing is played that cannot be kept.
    Required,
}

pub trait Store: Send {
    /// All that is kept of it, or nothing where everything is to be played anew.
    fn load(&mut self, item: Item<'_>) -> Result<Vec<StoreEntry>, StoreError>;

    /// It is going to be played; the longest that was found ends before deal `end`, and nothing shorter takes its
    /// place. Whether the place can be used shows here, before the first game.
    fn begin(&mut self, item: Item<'_>, end: Option<u64>) -> Result<(), StoreError>;

    /// Why something that was begun is not kept, though it is played: its place could not be written.
    fn unkept(&self) -> Option<&(dyn std::error::Error + 'static)> {
        None
    }

    /// Keeps the deals before `end`, if it is time; only then are the bytes made.
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
    /// What a part comes to: as it is kept, or else as it is played now, and kept then.
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

    /// A part as it is kept, if it is; what another program wrote is none.
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
