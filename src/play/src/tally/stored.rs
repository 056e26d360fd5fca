//! Tallies as bytes: the results of a contiguous range of deals, to be kept, extended and merged.
//!
//! ```text
//! "sim tally\n"   magic
//! u32             version of the format
//! u64, bytes      length and body, by postcard: digest of the inputs, deals, fingerprint of the frame, numbers
//! u64             FNV-1a of all of the above
//! ```
//!
//! For each byte, FNV-1a maps the hash so far by a bijection: a file of the same length with one wrong byte never
//! passes.

use std::ops::Range;

use serde::{Serialize, de::DeserializeOwned};

use super::{Frame, Tally};
use sim_engine::Of;

/// The first bytes of a file.
const MAGIC: &[u8] = b"sim tally\n";
/// Version of the numbers and their order.
const FORMAT: u32 = 7;

/// The tally of a contiguous range of deals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TallyRecord {
    /// Digest of everything that determines the numbers, except the deals.
    pub digest: String,
    pub deals: Range<u64>,
    pub tally: Tally,
}

/// Why bytes are rejected as a tally.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StoredError {
    #[error("this is not a tally: it does not begin with \"sim tally\"")]
    Foreign,
    #[error(
        "the tally is of format {0}: only the build that wrote it reads it, as this one reads format {FORMAT}"
    )]
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

impl TallyRecord {
    /// Appends the deals that follow.
    ///
    /// # Errors
    /// When the other record has other inputs, or does not begin where this one ends.
    pub fn append(&mut self, next: &TallyRecord) -> Result<(), StoredError> {
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
        write(&self.digest, &self.deals, fingerprint(self.tally.layout.frame()), &self.tally)
    }

    /// The digest of the inputs that a file claims, read off its first bytes; `None` if it is no tally of this
    /// format.
    pub fn digest_of(bytes: &[u8]) -> Option<&str> {
        Some(postcard::take_from_bytes(opened(bytes).ok()?.1).ok()?.0)
    }

    /// Reads a tally of this frame and digest.
    ///
    /// # Errors
    /// The first problem found in the bytes.
    pub fn from_bytes(bytes: &[u8], frame: &Frame, digest: &str) -> Result<TallyRecord, StoredError> {
        let (deals, numbers) = read::<Tally>(bytes, digest, fingerprint(frame))?;
        let mut tally = Tally::new(frame);
        tally.merge(&numbers);
        let is_long = deals.end.checked_sub(deals.start) == Some(tally.deals);
        let stored = TallyRecord { digest: digest.to_owned(), deals, tally };
        // Lists of other lengths than the frame's do not serialize to the same bytes.
        if is_long && stored.to_bytes() == bytes { Ok(stored) } else { Err(StoredError::Damaged) }
    }
}

/// Writes numbers as a file.
pub(super) fn write(digest: &str, deals: &Range<u64>, print: u64, numbers: &impl Serialize) -> Vec<u8> {
    let written = postcard::to_allocvec(&(digest, deals, print, numbers));
    let body = written.expect("lists know their lengths, and a vector takes every byte");
    let mut bytes = [MAGIC, &FORMAT.to_le_bytes(), &(body.len() as u64).to_le_bytes(), &body].concat();
    bytes.extend(checksum(&bytes).to_le_bytes());
    bytes
}

/// Reads the deals and the numbers from a file with this digest and fingerprint.
///
/// # Errors
/// The first problem found in the bytes.
pub(super) fn read<T: DeserializeOwned>(
    bytes: &[u8],
    digest: &str,
    print: u64,
) -> Result<(Range<u64>, T), StoredError> {
    let (length, rest) = opened(bytes)?;
    let parts = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length));
    let (body, (sum, after)) = parts
        .and_then(|(body, rest)| Some((body, rest.split_first_chunk()?)))
        .ok_or(StoredError::Cut(bytes.len()))?;
    if !after.is_empty() || checksum(&bytes[..bytes.len() - sum.len()]) != u64::from_le_bytes(*sum) {
        return Err(StoredError::Damaged);
    }
    let (found, deals, found_print, numbers): (&str, _, u64, T) =
        postcard::from_bytes(body).map_err(|_| StoredError::Damaged)?;
    if found != digest {
        return Err(StoredError::Digest { found: found.to_owned(), expected: digest.to_owned() });
    }
    if found_print != print {
        return Err(StoredError::Frame);
    }
    Ok((deals, numbers))
}

/// The length that a file gives for its body, and the bytes that follow.
fn opened(bytes: &[u8]) -> Result<(u64, &[u8]), StoredError> {
    if bytes.is_empty() || !bytes.starts_with(&MAGIC[..MAGIC.len().min(bytes.len())]) {
        return Err(StoredError::Foreign);
    }
    let cut = StoredError::Cut(bytes.len());
    let rest = bytes.get(MAGIC.len()..).and_then(<[u8]>::split_first_chunk);
    let (format, rest) = rest.ok_or(cut.clone())?;
    match u32::from_le_bytes(*format) {
        FORMAT => {
            rest.split_first_chunk().map(|(length, rest)| (u64::from_le_bytes(*length), rest)).ok_or(cut)
        }
        other => Err(StoredError::Format(other)),
    }
}

/// FNV-1a, 64 bits.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Identifies the numbers that a tally of a frame has. The digest of the inputs says more; this keeps a wrong digest
/// from putting numbers in wrong places.
fn fingerprint(frame: &Frame) -> u64 {
    let Frame { players, contenders, strategies, components, measures, ends, points_bin, strata } = frame;
    let measures: Vec<(&str, Of, usize)> =
        measures.iter().map(|measure| (measure.name, measure.of, measure.width())).collect();
    let members: Vec<&[u8]> = (0..strata.count()).map(|stratum| strata.members(stratum)).collect();
    let text = format!(
        "{players} {contenders} {strategies} {components} {ends} {points_bin} {measures:?} {members:?}"
    );
    checksum(text.as_bytes())
}

#[cfg(test)]
mod tests;
