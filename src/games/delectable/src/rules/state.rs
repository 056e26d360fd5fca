//! The public table, and the hidden deck.

use super::{
    Delectable,
    components::{KINDS, Kind, MAX_DECK, RESOURCES},
    variant::{CLASSES, class},
};
use sim_engine::{luck, seat::Seat};

/// Maximum number of players (DE-1).
pub const PLAYERS: usize = 5;
/// Capacity of a hand: at least the highest hand limit and one card acquired above it.
pub const HAND: usize = 16;
/// No card; marks the end of a pile.
pub const NONE: u8 = u8::MAX;

/// A card on the table, identified by its draw index from 0.
pub type Drawn = u8;

/// The cards of a hand from left to right (DE-36).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hand {
    len: u8,
    cards: [Drawn; HAND],
}

impl Hand {
    #[inline]
    pub fn cards(&self) -> &[Drawn] {
        &self.cards[..usize::from(self.len)]
    }

    #[inline]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Puts a card at the right end (DE-35).
    #[inline]
    pub fn push(&mut self, card: Drawn) {
        self.cards[self.len()] = card;
        self.len += 1;
    }

    /// Removes the cards at the positions of a mask; the rest closes up in order (DE-18, DE-46).
    #[inline]
    pub fn remove(&mut self, mask: u16) {
        let mut kept = 0;
        let held = self.len();
        for position in 0..held {
            if mask >> position & 1 == 0 {
                self.cards[kept] = self.cards[position];
                kept += 1;
            }
        }
        self.cards[kept..held].fill(0);
        self.len = kept as u8;
    }
}

/// Half points of the four resources.
pub type Scores = [i32; RESOURCES];

/// Contents and scores of a restaurant; [`Delectable::add`] adds cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restaurant {
    pub cards: [[u8; CLASSES]; RESOURCES],
    pub reviews: [u8; CLASSES],
    pub quality: u8,
    /// Scores at each class of quality, stored because reviews change the quality often.
    pub(super) scores: [Scores; CLASSES],
    /// The final score if the game ended now, in half points.
    pub points: i32,
}

impl Restaurant {
    pub(super) fn new(rules: &Delectable) -> Restaurant {
        Restaurant {
            cards: [[0; CLASSES]; RESOURCES],
            reviews: [0; CLASSES],
            quality: rules.variant.default_quality,
            scores: [Scores::default(); CLASSES],
            points: 0,
        }
    }

    #[inline]
    pub fn scores(&self) -> &Scores {
        self.scores_at(self.quality)
    }

    #[inline]
    pub fn scores_at(&self, quality: u8) -> &Scores {
        &self.scores[class(quality)]
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Market,
    Hand(Seat),
    Restaurant(Seat),
    Discards,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Turn,
    /// Discards and the named pile; discards must lie at position `from` or further right.
    Roll {
        from: u8,
    },
    Die,
    /// The pile may be changed after the highest face of the die.
    Rename,
    Again,
    Victim,
    Loss {
        victim: Seat,
    },
    Theft,
    /// Discards at the end of a turn; further ones must lie at position `from` or further right.
    Trim {
        from: u8,
    },
    Over,
}

/// Public state (DE-11), including whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Public {
    pub hands: [Hand; PLAYERS],
    pub restaurants: [Restaurant; PLAYERS],
    /// Top card of each market pile, or `NONE`.
    pub tops: [Drawn; KINDS],
    /// The card under each card of a pile, or `NONE`.
    pub below: [Drawn; MAX_DECK],
    /// Row of the card table of each card drawn so far.
    pub rows: [u8; MAX_DECK],
    pub places: [Place; MAX_DECK],
    pub drawn: u8,
    /// Cards of each kind still in the deck: public, as everything else is open (DE-A12).
    pub unseen: [u8; KINDS],
    pub discards: u8,
    pub phase: Phase,
    pub active: Seat,
    pub turn: u16,
    pub rolls: u16,
    pub named: Kind,
    /// Sum of the discard modifiers that count so far (DE-27).
    pub bonus: i16,
    pub extra: u8,
    pub committed: Kind,
    pub die: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub table: Public,
    /// Rows of the cards in draw order; hidden from everybody from index `drawn` on.
    pub(super) deck: [u8; MAX_DECK],
}

impl Public {
    pub(super) fn new(rules: &Delectable) -> Public {
        let mut unseen = [0; KINDS];
        for &luck::Card { row, .. } in &rules.deck.copies {
            unseen[rules.face_of_row(row).kind.index()] += 1;
        }
        Public {
            hands: [Hand::default(); PLAYERS],
            restaurants: [Restaurant::new(rules); PLAYERS],
            tops: [NONE; KINDS],
            below: [NONE; MAX_DECK],
            rows: [0; MAX_DECK],
            places: [Place::Market; MAX_DECK],
            drawn: 0,
            unseen,
            discards: 0,
            phase: Phase::Turn,
            active: Seat(0),
            turn: 0,
            rolls: 0,
            named: Kind::Servers,
            bonus: 0,
            extra: 0,
            committed: Kind::Servers,
            die: 0,
        }
    }

    #[inline]
    pub fn hand(&self, seat: Seat) -> &Hand {
        &self.hands[seat.index()]
    }

    #[inline]
    pub fn row(&self, card: Drawn) -> u8 {
        self.rows[usize::from(card)]
    }

    #[inline]
    pub fn top(&self, pile: Kind) -> Option<Drawn> {
        let card = self.tops[pile.index()];
        (card != NONE).then_some(card)
    }

    /// Whether a card is no longer visible: under another one, or among the discards.
    pub fn is_covered(&self, card: Drawn) -> bool {
        match self.places[usize::from(card)] {
            Place::Market => !self.tops.contains(&card),
            Place::Discards => true,
            Place::Hand(_) | Place::Restaurant(_) => false,
        }
    }
}
