//! Shards: parts of a run that are played separately, on any number of machines.

use std::{fmt, ops::Range, str::FromStr};

use serde::{Deserialize, Serialize};

use super::BLOCK;

/// The `number`-th of `of` shards, counted from 1. Shards are ranges of deals. A deal is played in one of them, in
/// all its rotations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    pub number: u64,
    pub of: u64,
}

impl Shard {
    /// The deals of this shard, out of `all`. Shards are about equally large, and begin with a block if there is at
    /// least one for each.
    pub fn deals(&self, all: u64) -> Range<u64> {
        let unit = if all / self.of >= BLOCK { BLOCK } else { 1 };
        let first = |number: u64| {
            // The quotient is at most `all`.
            let bound = (u128::from(all) * u128::from(number) / u128::from(self.of)) as u64;
            if number == self.of { all } else { bound / unit * unit }
        };
        first(self.number - 1)..first(self.number)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Shard, &'static str> {
        let wrong = "not a part as 3/8";
        let (number, of) = text.split_once('/').ok_or(wrong)?;
        let (number, of) = (number.trim().parse().or(Err(wrong))?, of.trim().parse().or(Err(wrong))?);
        if number == 0 || number > of {
            return Err("not a part from 1 to their number");
        }
        Ok(Shard { number, of })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_follow_each_other_and_hold_every_deal_once() {
        for all in [0, 1, 7, 255, 256, 1000, 5119, 500_000, 1 << 40, u64::MAX] {
            for of in [1, 2, 3, 8, 1000] {
                let mut end = 0;
                for number in 1..=of {
                    let deals = Shard { number, of }.deals(all);
                    assert_eq!(deals.start, end, "{number}/{of} of {all}");
                    assert!(deals.start <= deals.end);
                    end = deals.end;
                }
                assert_eq!(end, all, "{of} parts");
            }
        }
        // 500,000 / 8 = 62,500 deals: 244 blocks of 256, and 36 deals more.
        assert_eq!(Shard { number: 2, of: 8 }.deals(500_000), 62_464..124_928);
        assert_eq!(Shard { number: 2, of: 3 }.deals(10), 3..6);
    }

    #[test]
    fn parts_are_read_as_they_are_written() {
        let shard = Shard { number: 3, of: 8 };
        assert_eq!((shard.to_string().parse(), "3/8"), (Ok(shard), &*shard.to_string()));
        for text in ["", "3", "0/8", "9/8", "a/8", "-1/8", "3/0", "3/8/9"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
