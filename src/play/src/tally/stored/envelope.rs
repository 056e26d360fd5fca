//! What lies around the numbers of a file: what it is, of which inputs and deals, and whether it is whole.
//!
//! ```text
//! "sim tally\n"   what this is
//! u32             version of the format
//! u64 u64         first deal, and the one after the last
//! u32, bytes      digest of what was played
//! u64             fingerprint of the frame: which numbers follow
//! u64, bytes      the numbers, in the order of `Tally::code`
//! u64             FNV-1a of all of the above
//! ```
//!
//! Whole numbers are little-endian. FNV-1a takes every byte in by a bijection of the sum so far, so that
//! a file of the same length with one wrong byte never passes.

use std::ops::Range;

use super::StoredError;

pub(super) const MAGIC: &[u8] = b"sim tally\n";
/// Version of the numbers and their order.
pub const FORMAT: u32 = 5;

/// What a file says of its numbers.
pub(in crate::tally) struct Envelope<'a> {
    pub digest: &'a str,
    pub deals: Range<u64>,
    /// Which numbers they are.
    pub print: u64,
}

impl Envelope<'_> {
    pub fn seal(&self, numbers: &[u8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend(self.deals.start.to_le_bytes());
        bytes.extend(self.deals.end.to_le_bytes());
        bytes.extend((self.digest.len() as u32).to_le_bytes());
        bytes.extend(self.digest.as_bytes());
        bytes.extend(self.print.to_le_bytes());
        bytes.extend((numbers.len() as u64).to_le_bytes());
        bytes.extend(numbers);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// The deals and the numbers of a file of this digest and fingerprint.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn open<'b>(
        bytes: &'b [u8],
        digest: &str,
        print: u64,
    ) -> Result<(Range<u64>, &'b [u8]), StoredError> {
        let mut parts = Parts { all: bytes, rest: bytes };
        let (deals, found) = parts.head()?;
        let found_print = u64::from_le_bytes(parts.array()?);
        let length = u64::from_le_bytes(parts.array()?);
        let numbers = parts.take(usize::try_from(length).unwrap_or(usize::MAX))?;
        let summed = bytes.len() - parts.rest.len();
        let sum = u64::from_le_bytes(parts.array()?);
        if !parts.rest.is_empty() || checksum(&bytes[..summed]) != sum {
            return Err(StoredError::Damaged);
        }
        if found != digest.as_bytes() {
            let found = String::from_utf8_lossy(found).into_owned();
            return Err(StoredError::Digest { found, expected: digest.to_owned() });
        }
        if found_print != print {
            return Err(StoredError::Frame);
        }
        Ok((deals, numbers))
    }

    /// The digest that a file begins with, whether the rest of it is there or not; none where it is no such file.
    pub fn digest_of(bytes: &[u8]) -> Option<&str> {
        let (_, digest) = Parts { all: bytes, rest: bytes }.head().ok()?;
        std::str::from_utf8(digest).ok()
    }
}

/// Bytes that are taken from the front.
struct Parts<'b> {
    all: &'b [u8],
    rest: &'b [u8],
}

impl<'b> Parts<'b> {
    /// The deals and the digest, with which every file begins.
    fn head(&mut self) -> Result<(Range<u64>, &'b [u8]), StoredError> {
        if !self.all.starts_with(&MAGIC[..MAGIC.len().min(self.all.len())]) || self.all.is_empty() {
            return Err(StoredError::Foreign);
        }
        self.take(MAGIC.len())?;
        let format = u32::from_le_bytes(self.array()?);
        if format != FORMAT {
            return Err(StoredError::Format(format));
        }
        let deals = u64::from_le_bytes(self.array()?)..u64::from_le_bytes(self.array()?);
        let length = u32::from_le_bytes(self.array()?);
        Ok((deals, self.take(length as usize)?))
    }

    fn take(&mut self, length: usize) -> Result<&'b [u8], StoredError> {
        let cut = StoredError::Cut(self.all.len());
        let (part, rest) = self.rest.split_at_checked(length).ok_or(cut)?;
        self.rest = rest;
        Ok(part)
    }

    fn array<const LENGTH: usize>(&mut self) -> Result<[u8; LENGTH], StoredError> {
        let mut array = [0; LENGTH];
        array.copy_from_slice(self.take(LENGTH)?);
        Ok(array)
    }
}

/// FNV-1a, 64 bits.
pub(in crate::tally) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
