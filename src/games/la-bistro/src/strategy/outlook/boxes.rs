//! Sets of boxes.
//!
//! Two words and not one number of 128 bits: the operations on both are one vector instruction, and
//! a single box needs no shift across words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

const WORD: usize = u64::BITS as usize;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boxes(pub [u64; 2]);

impl Boxes {
    pub const NONE: Boxes = Boxes([0; 2]);
    pub const ALL: Boxes = Boxes([u64::MAX; 2]);

    pub const fn new(boxes: u128) -> Boxes {
        Boxes([boxes as u64, (boxes >> WORD) as u64])
    }

    pub fn first(count: usize) -> Boxes {
        Boxes::new((1 << count) - 1)
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    #[inline]
    pub fn has(self, at: usize) -> bool {
        self.0[at / WORD % 2] >> (at % WORD) & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, at: usize) {
        self.0[at / WORD % 2] |= 1 << (at % WORD);
    }

    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let word = |mut mask: u64, first: usize| {
            std::iter::from_fn(move || {
                let at = mask.trailing_zeros() as usize;
                (mask != 0).then(|| {
                    mask &= mask - 1;
                    first + at
                })
            })
        };
        word(self.0[0], 0).chain(word(self.0[1], WORD))
    }
}

impl BitAnd for Boxes {
    type Output = Boxes;
    #[inline]
    fn bitand(self, other: Boxes) -> Boxes {
        Boxes([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for Boxes {
    type Output = Boxes;
    #[inline]
    fn bitor(self, other: Boxes) -> Boxes {
        Boxes([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl BitXor for Boxes {
    type Output = Boxes;
    #[inline]
    fn bitxor(self, other: Boxes) -> Boxes {
        Boxes([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }
}

impl Not for Boxes {
    type Output = Boxes;
    #[inline]
    fn not(self) -> Boxes {
        Boxes([!self.0[0], !self.0[1]])
    }
}

impl BitAndAssign for Boxes {
    #[inline]
    fn bitand_assign(&mut self, other: Boxes) {
        *self = *self & other;
    }
}

impl BitOrAssign for Boxes {
    #[inline]
    fn bitor_assign(&mut self, other: Boxes) {
        *self = *self | other;
    }
}

impl BitXorAssign for Boxes {
    #[inline]
    fn bitxor_assign(&mut self, other: Boxes) {
        *self = *self ^ other;
    }
}
