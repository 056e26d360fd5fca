//! Tallies as bytes: what a contiguous range of deals came to, to be kept, extended and merged.

mod envelope;

use std::ops::Range;

use super::{
    Frame, Tally,
    codec::{CodecError, Reader, Writer},
};
use sim_engine::Of;

pub use envelope::FORMAT;
pub(super) use envelope::{Envelope, checksum};

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
        let print = fingerprint(self.tally.layout.frame());
        Envelope { digest: &self.digest, deals: self.deals.clone(), print }.seal(&numbers.into_bytes())
    }

    /// The digest of the inputs that a file says it is of, read off its first bytes; none where it is no tally of this
    /// format.
    pub fn digest_of(bytes: &[u8]) -> Option<&str> {
        Envelope::digest_of(bytes)
    }

    /// Reads a tally of this frame and digest.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn from_bytes(bytes: &[u8], frame: &Frame, digest: &str) -> Result<Stored, StoredError> {
        let (deals, numbers) = Envelope::open(bytes, digest, fingerprint(frame))?;
        let mut tally = Tally::new(frame);
        let mut reader = Reader::new(numbers);
        match tally.code(&mut reader) {
            Ok(()) if reader.is_at_end() && deals.end.checked_sub(deals.start) == Some(tally.deals) => {}
            Ok(()) | Err(CodecError::Cut | CodecError::OutOfRange) => return Err(StoredError::Damaged),
        }
        Ok(Stored { digest: digest.to_owned(), deals, tally })
    }
}

/// Which numbers a tally of a frame has. The digest of the inputs says more; this keeps a wrong digest
/// from putting numbers in wrong places.
fn fingerprint(frame: &Frame) -> u64 {
    let Frame { players, contenders, strategies, components, measures, ends, points_bin, companies } = frame;
    let measures: Vec<(&str, Of, usize)> =
        measures.iter().map(|measure| (measure.name, measure.of, measure.width())).collect();
    let members: Vec<&[u8]> = (0..companies.count()).map(|company| companies.members(company)).collect();
    let text = format!(
        "{players} {contenders} {strategies} {components} {ends} {points_bin} {measures:?} {members:?}"
    );
    checksum(text.as_bytes())
}

#[cfg(test)]
mod tests;
