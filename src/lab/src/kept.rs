//! What a part of something larger came to, kept from one call to the next.

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    bench::Lab,
    error::Error,
    store::{Item, Worth},
};

impl Lab<'_> {
    /// What a part comes to: as it is kept, or else as it is played now, and kept then. None where somebody asked to
    /// stop before its end.
    ///
    /// # Errors
    /// Those of playing and of the store.
    pub fn part<T: Serialize + DeserializeOwned>(
        &mut self,
        item: Item<'_>,
        play: impl FnOnce(&mut Self) -> Result<Option<T>, Error>,
    ) -> Result<Option<T>, Error> {
        let found = self.store.load(item)?;
        // What another program wrote is played again.
        if let Some(known) = found.iter().find_map(|found| serde_json::from_slice(&found.bytes).ok()) {
            return Ok(Some(known));
        }
        let Some(part) = play(self)? else { return Ok(None) };
        // Plain structs with text keys always become JSON.
        self.store.keep(item, 0, Worth::Surely, &|| serde_json::to_vec(&part).unwrap_or_default())?;
        Ok(Some(part))
    }
}
