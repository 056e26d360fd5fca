//! Cards in a hand, counters in a pool, improvements on the table.

use super::{
    action::Chosen,
    components::{Cuisine, Cuisines, FACES, Face, Faces, Improvement, faces},
};

pub type Copies = [u8; FACES];

/// A hand of cards. Cards with the same face differ only in whether they were held when the discards were
/// last shuffled (kept) or drawn since (fresh). Kept ones are used first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hand {
    /// Faces of which the hand has a card.
    pub faces: Faces,
    len: u8,
    kept_len: u8,
    kept: Copies,
    fresh: Copies,
}

impl Hand {
    pub(super) const EMPTY: Hand =
        Hand { faces: 0, len: 0, kept_len: 0, kept: [0; FACES], fresh: [0; FACES] };

    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn holds(&self, face: Face) -> bool {
        self.faces & face.bit() != 0
    }

    #[inline]
    pub fn count(&self, face: Face) -> u8 {
        self.kept[face.index()] + self.fresh[face.index()]
    }

    /// Number of cards held since the discards were last shuffled.
    #[inline]
    pub fn kept_len(&self) -> usize {
        usize::from(self.kept_len)
    }

    #[inline]
    pub fn kept(&self, face: Face) -> u8 {
        self.kept[face.index()]
    }

    #[inline]
    pub fn fresh(&self, face: Face) -> u8 {
        self.fresh[face.index()]
    }

    #[cfg(test)]
    pub(super) fn cards(&self) -> impl Iterator<Item = Face> + '_ {
        faces(self.faces).flat_map(|face| std::iter::repeat_n(face, self.count(face).into()))
    }

    #[inline]
    pub(super) fn add(&mut self, face: Face) {
        self.fresh[face.index()] += 1;
        self.len += 1;
        self.faces |= face.bit();
    }

    pub(super) fn add_kept(&mut self, face: Face) {
        self.add(face);
        self.fresh[face.index()] -= 1;
        self.kept[face.index()] += 1;
        self.kept_len += 1;
    }

    /// Takes a card with this face, a kept one if possible. Returns whether it was kept.
    #[inline]
    pub(super) fn take(&mut self, face: Face) -> bool {
        let at = face.index();
        let was_kept = self.kept[at] > 0;
        if was_kept {
            self.kept[at] -= 1;
            self.kept_len -= 1;
        } else {
            self.fresh[at] -= 1;
        }
        self.len -= 1;
        if self.kept[at] + self.fresh[at] == 0 {
            self.faces &= !face.bit();
        }
        was_kept
    }

    /// Marks all cards as kept.
    pub(super) fn keep(&mut self) {
        for face in faces(self.faces) {
            self.kept[face.index()] += std::mem::take(&mut self.fresh[face.index()]);
        }
        self.kept_len = self.len;
    }
}

/// Counters of a Restaurant Pool (RE-19).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Pool {
    counts: [u8; Cuisine::COUNT],
    len: u8,
}

impl Pool {
    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn count(&self, cuisine: Cuisine) -> u8 {
        self.counts[cuisine.index()]
    }

    #[inline]
    pub fn cuisines(&self) -> Cuisines {
        let mut set = 0;
        for (at, &count) in self.counts.iter().enumerate() {
            set |= Cuisines::from(count > 0) << at;
        }
        set
    }

    #[inline]
    pub(super) fn add(&mut self, cuisine: Cuisine) {
        self.counts[cuisine.index()] += 1;
        self.len += 1;
    }

    #[inline]
    pub(super) fn take(&mut self, cuisine: Cuisine) {
        self.counts[cuisine.index()] -= 1;
        self.len -= 1;
    }
}

/// Capacity for improvements: the highest limit with all copies of Executives.
pub const ROW: usize = 20;

/// The improvements in front of a player, in the order played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    len: u8,
    played: [Chosen; ROW],
    copies: [u8; Improvement::COUNT],
    cuisines: [Cuisines; Improvement::COUNT],
}

impl Row {
    const NONE: Chosen = Chosen { card: Improvement::Delivery, cuisines: 0 };

    pub(super) const EMPTY: Row = Row {
        len: 0,
        played: [Row::NONE; ROW],
        copies: [0; Improvement::COUNT],
        cuisines: [0; Improvement::COUNT],
    };

    #[inline]
    pub fn played(&self) -> &[Chosen] {
        &self.played[..usize::from(self.len)]
    }

    #[inline]
    pub fn copies(&self, card: Improvement) -> u8 {
        self.copies[card.index()]
    }

    #[inline]
    pub fn cuisines(&self, card: Improvement) -> Cuisines {
        self.cuisines[card.index()]
    }

    #[inline]
    pub fn has(&self, card: Improvement, cuisine: Cuisine) -> bool {
        self.cuisines(card) & cuisine.bit() != 0
    }

    /// The types whose restaurants reach beyond adjacent districts.
    #[inline]
    pub fn far(&self) -> Cuisines {
        self.cuisines(Improvement::Delivery) | self.cuisines(Improvement::DriveThrough)
    }

    /// The improvements that add a star to restaurants of a type, as bits: Cooking Staff, Wait Staff,
    /// Supply Chain. Further copies add none (RE-50).
    #[inline]
    pub fn staff(&self, cuisine: Cuisine) -> u8 {
        let on = |card: Improvement| self.cuisines(card) >> cuisine.index() & 1;
        on(Improvement::CookingStaff) | on(Improvement::WaitStaff) << 1 | on(Improvement::SupplyChain) << 2
    }

    pub(super) fn push(&mut self, chosen: Chosen) {
        self.played[usize::from(self.len)] = chosen;
        self.len += 1;
        self.copies[chosen.card.index()] += 1;
        self.cuisines[chosen.card.index()] |= chosen.cuisines;
    }

    pub(super) fn take(&mut self, chosen: Chosen) {
        let len = usize::from(self.len);
        let Some(at) = self.played().iter().position(|&other| other == chosen) else {
            unreachable!("only an improvement that lies there is dropped: {chosen:?}");
        };
        self.played.copy_within(at + 1..len, at);
        self.played[len - 1] = Row::NONE;
        self.len -= 1;
        self.copies[chosen.card.index()] -= 1;
        let others = self.played().iter().filter(|other| other.card == chosen.card);
        self.cuisines[chosen.card.index()] = others.fold(0, |set, other| set | other.cuisines);
    }
}
