//! Tallies after a round trip through bytes.

use proptest::prelude::*;

use super::*;
use crate::{Schedule, tally::testing};

const DIGEST: &str = "5a17e";

fn schedule() -> Schedule {
    Schedule::pool(3, 2).unwrap()
}

fn play(deals: Range<u64>) -> TallyRecord {
    let tally = testing::run(&schedule(), 3, deals.clone(), |strategy| 1.0 + f64::from(strategy), |_, _| 0);
    TallyRecord { digest: DIGEST.to_owned(), deals, tally }
}

fn read(bytes: &[u8]) -> Result<TallyRecord, StoredError> {
    TallyRecord::from_bytes(bytes, &testing::frame(&schedule(), 3), DIGEST)
}

#[test]
fn an_empty_and_a_long_tally_come_back() {
    for deals in [0..0, 7..7, 0..1, 100..2000] {
        let stored = play(deals);
        assert!(read(&stored.to_bytes()) == Ok(stored.clone()), "{:?}", stored.deals);
    }
}

#[test]
fn every_cut_is_an_error() {
    let bytes = play(0..3).to_bytes();
    assert_eq!(read(&[]), Err(StoredError::Foreign));
    for length in 1..bytes.len() {
        assert_eq!(read(&bytes[..length]), Err(StoredError::Cut(length)));
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(read(&longer), Err(StoredError::Damaged));
}

#[test]
fn the_first_bytes_say_whose_a_tally_is() {
    let bytes = play(0..3).to_bytes();
    assert_eq!(TallyRecord::digest_of(&bytes[..100]), Some(DIGEST));
    let end = (0..100).find(|length| TallyRecord::digest_of(&bytes[..*length]).is_some());
    assert_eq!(end, Some(MAGIC.len() + 4 + 8 + 1 + DIGEST.len()));
    assert_eq!(TallyRecord::digest_of(b"PAR1 and so on"), None);
}

#[test]
fn every_flipped_bit_is_an_error() {
    let bytes = play(0..2).to_bytes();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(read(&damaged).is_err(), "bit {bit} of byte {at}");
        }
    }
}

#[test]
fn what_is_foreign_is_told_by_what_it_is() {
    assert_eq!(read(b"PAR1 and so on"), Err(StoredError::Foreign));
    let stored = play(0..5);
    let bytes = stored.to_bytes();
    let mut later = bytes.clone();
    later[MAGIC.len()] = 9;
    assert_eq!(read(&later), Err(StoredError::Format(9)));
    let other = TallyRecord::from_bytes(&bytes, &testing::frame(&schedule(), 3), "ffff");
    let (found, expected) = (DIGEST.to_owned(), "ffff".to_owned());
    assert_eq!(other, Err(StoredError::Digest { found, expected }));
    let four = Schedule::pool(4, 2).unwrap();
    assert_eq!(TallyRecord::from_bytes(&bytes, &testing::frame(&four, 4), DIGEST), Err(StoredError::Frame));
}

#[test]
fn parts_go_together_in_order_only() {
    let mut first = play(0..40);
    let second = play(40..100);
    assert_eq!(second.clone().append(&first), Err(StoredError::Gap { before: 40..100, next: 0..40 }));
    let foreign = TallyRecord { digest: "else".to_owned(), ..second.clone() };
    assert!(matches!(first.append(&foreign), Err(StoredError::Digest { .. })));
    first.append(&second).unwrap();
    assert!(first == play(0..100));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Two adjacent ranges, each read back from bytes, append to the whole range.
    #[test]
    fn a_run_in_parts_is_the_run(start in 0u64..50, first in 0u64..60, second in 0u64..60) {
        let (middle, end) = (start + first, start + first + second);
        let mut part = read(&play(start..middle).to_bytes()).unwrap();
        part.append(&read(&play(middle..end).to_bytes()).unwrap()).unwrap();
        prop_assert!(part == play(start..end));
        prop_assert_eq!(part.to_bytes(), play(start..end).to_bytes());
    }
}
