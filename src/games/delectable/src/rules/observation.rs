//! What a seat may see: the whole table, never the order of the deck.

use super::{
    Delectable,
    components::{Face, KINDS, Kind},
    state::{Drawn, Phase, Place, Public, Restaurant, State},
    variant::Memory,
};
use sim_engine::seat::Seat;

/// The information set of a seat. It borrows the public table; the deck is inaccessible.
#[derive(Debug, Clone, Copy)]
pub struct Observation<'a> {
    pub rules: &'a Delectable,
    table: &'a Public,
    pub seat: Seat,
}

impl<'a> Observation<'a> {
    pub(super) fn new(rules: &'a Delectable, state: &'a State, seat: Seat) -> Observation<'a> {
        Observation { rules, table: &state.table, seat }
    }

    pub fn phase(&self) -> Phase {
        self.table.phase
    }

    /// The faces of a hand from left to right.
    #[inline]
    pub fn hand(&self, seat: Seat) -> impl ExactSizeIterator<Item = &'a Face> + DoubleEndedIterator + Clone {
        let (rules, table) = (self.rules, self.table);
        table.hands[seat.index()].cards().iter().map(move |&card| rules.face_of_row(table.row(card)))
    }

    #[inline]
    pub fn restaurant(&self, seat: Seat) -> &'a Restaurant {
        &self.table.restaurants[seat.index()]
    }

    #[inline]
    pub fn top(&self, pile: Kind) -> Option<&'a Face> {
        self.table.top(pile).map(|card| self.face(card))
    }

    /// The face under the top of a market pile, if there is one and players remember it.
    pub fn second(&self, pile: Kind) -> Option<&'a Face> {
        if self.rules.variant.memory == Memory::Tops {
            return None;
        }
        let below = self.table.below[usize::from(self.table.top(pile)?)];
        (below != super::state::NONE).then(|| self.face(below))
    }

    fn face(&self, card: Drawn) -> &'a Face {
        self.rules.face_of_row(self.table.row(card))
    }

    #[inline]
    pub fn deck_left(&self) -> usize {
        self.rules.deck.copies.len() - usize::from(self.table.drawn)
    }

    /// Cards of each kind that may still be drawn, as far as the seat knows: those in the deck and, under
    /// [`Memory::Tops`], the discards.
    #[inline]
    pub fn unseen(&self) -> [u8; KINDS] {
        let mut unseen = self.table.unseen;
        if self.rules.variant.memory == Memory::Tops {
            for card in
                (0..self.table.drawn).filter(|&card| self.table.places[usize::from(card)] == Place::Discards)
            {
                unseen[self.face(card).kind.index()] += 1;
            }
        }
        unseen
    }

    /// Cards of the kind and stars of a face that may still be drawn, as far as the seat knows: those in the
    /// deck and, under [`Memory::Tops`], covered cards.
    pub fn unseen_like(&self, face: &Face) -> u8 {
        let is_alike = |row: u8| {
            let other = self.rules.face_of_row(row);
            other.kind == face.kind && other.stars == face.stars
        };
        let all = self.rules.deck.copies.iter().filter(|card| is_alike(card.row)).count();
        let forgets = self.rules.variant.memory == Memory::Tops;
        let known = (0..self.table.drawn)
            .filter(|&card| !(forgets && self.table.is_covered(card)) && is_alike(self.table.row(card)));
        (all - known.count()) as u8
    }

    /// Discard bonus for the current or next roll; before an extra roll, the part that carries over to it.
    #[inline]
    pub fn bonus(&self) -> i32 {
        let is_forgotten = self.table.phase == Phase::Again && self.rules.variant.again_forgets_discards();
        if is_forgotten { 0 } else { i32::from(self.table.bonus) }
    }

    /// The die shown, while another pile may be named for it.
    #[inline]
    pub fn die(&self) -> Option<i32> {
        (self.table.phase == Phase::Rename).then(|| self.table.die.into())
    }

    /// Whether the current or next roll may earn an extra roll (DE-A5).
    #[inline]
    pub fn may_earn_a_roll(&self) -> bool {
        let extra = self.table.extra + u8::from(self.table.phase == Phase::Again);
        extra < self.rules.variant.extra_rolls
    }

    #[inline]
    pub fn is_single(&self, pile: Kind) -> bool {
        self.table.top(pile).is_some_and(|top| self.table.below[usize::from(top)] == super::state::NONE)
    }

    #[inline]
    pub fn active(&self) -> Seat {
        self.table.active
    }

    #[inline]
    pub fn committed(&self) -> Kind {
        self.table.committed
    }

    /// Half points of a seat if the game ended now.
    #[inline]
    pub fn points(&self, seat: Seat) -> i32 {
        self.restaurant(seat).points
    }

    /// Completed tenths of the deck.
    #[inline]
    pub fn round(&self) -> u16 {
        self.rules.round_of(self.table)
    }
}

/// Two observations are equal when the seat cannot tell them apart.
impl PartialEq for Observation<'_> {
    fn eq(&self, other: &Self) -> bool {
        if self.seat != other.seat {
            return false;
        }
        if self.rules.variant.memory == Memory::All {
            return self.table == other.table;
        }
        // Under `Memory::Tops`, the rows of covered cards are hidden. Everything else is visible, including
        // the number of cards under each top. Covered market cards keep the known kind of their pile.
        let visible = |seen: &Observation<'_>| {
            let mut table = *seen.table;
            table.unseen = seen.unseen();
            for card in (0..table.drawn).filter(|&card| seen.table.is_covered(card)) {
                table.rows[usize::from(card)] = 0;
            }
            table
        };
        visible(self) == visible(other)
    }
}
