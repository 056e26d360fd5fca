//! Names of components as events carry them: short texts that copy like numbers.

use std::fmt;

use serde::{Serialize, Serializer};

/// The longest name, in bytes.
const ROOM: usize = 31;

/// The name of a component; what does not fit is cut off at a whole character.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Label {
    len: u8,
    bytes: [u8; ROOM],
}

impl Label {
    pub fn new(name: &str) -> Label {
        let mut len = name.len().min(ROOM);
        while !name.is_char_boundary(len) {
            len -= 1;
        }
        let mut bytes = [0; ROOM];
        bytes[..len].copy_from_slice(&name.as_bytes()[..len]);
        Label { len: len as u8, bytes }
    }

    pub fn as_str(&self) -> &str {
        // Cut at a character boundary, so this is text as it was.
        std::str::from_utf8(&self.bytes[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

impl Serialize for Label {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}
