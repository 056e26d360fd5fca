use serde::{Serialize, de::DeserializeOwned};

use crate::{
    bench::Lab,
    error::Error,
    store::{Item, Worth},
};

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
