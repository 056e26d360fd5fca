//! Tallies as bytes: what a contiguous range of deals came to, to be kept, extended and merged.
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

use super::{
    Frame, Tally,
    codec::{CodecError, Reader, Writer},
};
use crate::rules::Of;

const MAGIC: &[u8] = b"sim tally\n";
/// Version of the numbers and their order.
pub const FORMAT: u32 = 2;

/// What a range of deals came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stored {
    /// Of everything that the numbers are a function of, the deals aside.
    pub digest: String,
    pub deals: Range<u64>,
    pub tally: Tally,
}

/// Why bytes are not taken for a tally.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoredError {
    #[error("this is not a tally: it does not begin with \"sim tally\"")]
    Foreign,
    #[error("the tally is of format {0}, and this program reads format {FORMAT}")]
    Format(u32),
    #[error("the tally is cut off after {0} bytes")]
    Cut(usize),
    #[error("the tally is damaged: its checksum does not fit")]
    Damaged,
    #[error("the tally is of other inputs: their digest is {found}, expected {expected}")]
    Digest { found: String, expected: String },
    #[error("the tally is of another game, table or pool: its numbers do not fit")]
    Frame,
    #[error("deals {}..{} do not begin where {}..{} end", .next.start, .next.end, .before.start, .before.end)]
    Gap { before: Range<u64>, next: Range<u64> },
}

impl StoredError {
    /// The way out.
    pub fn help(&self) -> &'static str {
        match self {
            StoredError::Foreign => "name a file that this program wrote",
            StoredError::Format(_) => "play the deals again with this program",
            StoredError::Cut(_) | StoredError::Damaged => "fetch the file again, or play its deals again",
            StoredError::Digest { .. } | StoredError::Frame => {
                "only runs of the same rules, strategies, seats, seed and program go together"
            }
            StoredError::Gap { .. } => "give the parts in the order of their deals, without gaps",
        }
    }
}

impl Stored {
    /// Appends the deals that follow.
    ///
    /// # Errors
    /// When the other part is of other inputs, or does not begin where this one ends.
    pub fn append(&mut self, next: &Stored) -> Result<(), StoredError> {
        if self.digest != next.digest {
            return Err(StoredError::Digest { found: next.digest.clone(), expected: self.digest.clone() });
        }
        if self.tally.layout != next.tally.layout {
            return Err(StoredError::Frame);
        }
        if self.deals.end != next.deals.start {
            return Err(StoredError::Gap { before: self.deals.clone(), next: next.deals.clone() });
        }
        self.tally.merge(&next.tally);
        self.deals.end = next.deals.end;
        Ok(())
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let mut numbers = Writer::default();
        // The walk that reads numbers writes them too, and a writer puts back what it took.
        let written = self.tally.clone().code(&mut numbers);
        debug_assert_eq!(written, Ok(()), "writing cannot fail");
        let numbers = numbers.into_bytes();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend(self.deals.start.to_le_bytes());
        bytes.extend(self.deals.end.to_le_bytes());
        bytes.extend((self.digest.len() as u32).to_le_bytes());
        bytes.extend(self.digest.as_bytes());
        bytes.extend(fingerprint(self.tally.layout.frame()).to_le_bytes());
        bytes.extend((numbers.len() as u64).to_le_bytes());
        bytes.extend(numbers);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a tally of this frame and digest.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn from_bytes(bytes: &[u8], frame: &Frame, digest: &str) -> Result<Stored, StoredError> {
        let mut parts = Parts { all: bytes, rest: bytes };
        if !bytes.starts_with(&MAGIC[..MAGIC.len().min(bytes.len())]) || bytes.is_empty() {
            return Err(StoredError::Foreign);
        }
        parts.take(MAGIC.len())?;
        let format = u32::from_le_bytes(parts.array()?);
        if format != FORMAT {
            return Err(StoredError::Format(format));
        }
        let deals = u64::from_le_bytes(parts.array()?)..u64::from_le_bytes(parts.array()?);
        let length = u32::from_le_bytes(parts.array()?);
        let found = parts.take(length as usize)?;
        let print = u64::from_le_bytes(parts.array()?);
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
        if print != fingerprint(frame) {
            return Err(StoredError::Frame);
        }
        let mut tally = Tally::new(frame);
        let mut reader = Reader::new(numbers);
        match tally.code(&mut reader) {
            Ok(()) if reader.is_at_end() && deals.end.checked_sub(deals.start) == Some(tally.deals) => {}
            Ok(()) | Err(CodecError::Cut | CodecError::OutOfRange) => return Err(StoredError::Damaged),
        }
        Ok(Stored { digest: digest.to_owned(), deals, tally })
    }
}

/// Bytes that are taken from the front.
struct Parts<'b> {
    all: &'b [u8],
    rest: &'b [u8],
}

impl<'b> Parts<'b> {
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
fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Which numbers a tally of a frame has. The digest of the inputs says more; this keeps a wrong digest
/// from putting numbers in wrong places.
fn fingerprint(frame: &Frame) -> u64 {
    let Frame { players, contenders, strategies, components, measures, ends, companies } = frame;
    let measures: Vec<(&str, Of, usize)> =
        measures.iter().map(|measure| (measure.name, measure.of, measure.width())).collect();
    let members: Vec<&[u8]> = (0..companies.count()).map(|company| companies.members(company)).collect();
    let text = format!("{players} {contenders} {strategies} {components} {ends} {measures:?} {members:?}");
    checksum(text.as_bytes())
}

#[cfg(test)]
mod tests;
