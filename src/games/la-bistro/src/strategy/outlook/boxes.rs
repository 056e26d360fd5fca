//! Sets of boxes.
//!
//! Two words instead of a `u128`: an operation on both is one vector instruction, and a single box needs no
//! shift across words.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use sim_engine::bits;

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
        let [low, high] = self.0;
        bits(low).chain(bits(high).map(|at| WORD + at))
    }
}

macro_rules! operator {
    ($($operator:ident $function:ident, $assigning:ident $assign:ident: $symbol:tt;)+) => {$(
        impl $operator for Boxes {
            type Output = Boxes;
            #[inline]
            fn $function(self, other: Boxes) -> Boxes {
                Boxes([self.0[0] $symbol other.0[0], self.0[1] $symbol other.0[1]])
            }
        }

        impl $assigning for Boxes {
            #[inline]
            fn $assign(&mut self, other: Boxes) {
                *self = *self $symbol other;
            }
        }
    )+};
}

operator! {
    BitAnd bitand, BitAndAssign bitand_assign: &;
    BitOr bitor, BitOrAssign bitor_assign: |;
    BitXor bitxor, BitXorAssign bitxor_assign: ^;
}

impl Not for Boxes {
    type Output = Boxes;
    #[inline]
    fn not(self) -> Boxes {
        Boxes([!self.0[0], !self.0[1]])
    }
}
