//! Restaurants as a seat sees them, and hypothetical changes of them.

use super::boxes::Boxes;
use crate::rules::{
    LaBistro, Restaurant,
    chart::{BANDED, PRICE, RATINGS},
    components::NONE,
    scoring::Standing,
};
use sim_engine::bits;

/// The data that determine a restaurant's results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Face {
    pub building: u8,
    pub cuisine: u8,
    pub ratings: [u16; RATINGS],
}

/// Bands and cuisine of a restaurant, two bits for each band. Restaurants of one building with the same
/// signature have the same results on all boxes except the purple ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature(u32);

#[derive(Clone, Copy)]
pub struct House {
    pub face: Face,
    pub standing: Standing,
    pub signature: Signature,
}

impl House {
    pub const VACANT: House =
        House { face: Face::VACANT, standing: Standing::EMPTY, signature: Signature::NONE };
}

impl Face {
    pub const VACANT: Face = Face { building: NONE, cuisine: NONE, ratings: [0; RATINGS] };

    #[inline]
    pub fn of(rules: &LaBistro, house: &Restaurant) -> Face {
        Face { building: house.building, cuisine: house.cuisine, ratings: rules.ratings(house) }
    }

    #[inline]
    pub fn is_of(&self, rules: &LaBistro, house: &Restaurant) -> bool {
        if house.building == NONE {
            return self.building == NONE;
        }
        // Compares everything with a single branch.
        let ratings = self.ratings.into_iter().zip(rules.ratings(house));
        let differs = ratings.fold(0, |differs, (was, is)| differs | (was ^ is));
        differs | u16::from(self.building ^ house.building) | u16::from(self.cuisine ^ house.cuisine) == 0
    }

    #[inline]
    pub fn price(&self) -> u8 {
        self.ratings[PRICE] as u8
    }

    #[inline]
    pub fn is_open(&self) -> bool {
        self.building != NONE && self.cuisine != NONE && self.price() != 0
    }
}

impl Signature {
    pub const NONE: Signature = Signature(u32::MAX);
    const CUISINE: u32 = 2 * RATINGS as u32;

    pub fn new(standing: &Standing, cuisine: u8) -> Signature {
        let bands = &standing.0[BANDED..BANDED + RATINGS];
        let bits = bands.iter().rev().fold(0, |bits, &band| bits << 2 | u32::from(band));
        Signature(bits).with_cuisine(cuisine)
    }

    #[inline]
    pub fn with_number(self, rating: usize, number: u16) -> Signature {
        Signature(self.0 & !(3 << (2 * rating)) | u32::from(number) << (2 * rating))
    }

    /// Returns the rating bits that differ from another signature: rating and bit, the lowest first.
    #[inline]
    pub fn flips(self, other: Signature) -> impl Iterator<Item = (usize, usize)> {
        let flips = (self.0 ^ other.0) & ((1 << Signature::CUISINE) - 1);
        bits(flips).map(|at| (at / 2, at % 2))
    }

    #[inline]
    pub fn cuisine(self) -> u8 {
        (self.0 >> Signature::CUISINE) as u8
    }

    #[inline]
    pub fn with_cuisine(self, cuisine: u8) -> Signature {
        Signature(self.0 & ((1 << Signature::CUISINE) - 1) | u32::from(cuisine) << Signature::CUISINE)
    }

    /// Returns a hash below 16 that neighboring signatures rarely share.
    #[inline]
    pub fn hash(self) -> usize {
        (self.0.wrapping_mul(0x9E37_79B1) >> 28) as usize
    }
}

/// A restaurant after a hypothetical change, and the purple boxes that this may affect.
#[derive(Clone, Copy)]
pub struct Change {
    pub signature: Signature,
    pub cuisine: u8,
    pub standing: Standing,
    pub boxes: Boxes,
}

impl Change {
    #[inline]
    pub fn none(house: &House) -> Change {
        let House { face, standing, signature } = *house;
        Change { signature, cuisine: face.cuisine, standing, boxes: Boxes::NONE }
    }
}
