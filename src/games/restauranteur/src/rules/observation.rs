//! What a seat may see: the table, its own hand and pool, and what it can derive from them.

use super::{
    Restauranteur,
    action::Target,
    components::{Cuisine, Face},
    earning::Occasion,
    hand::{Hand, Pool},
    state::{Public, State},
};
use sim_engine::seat::{BySeat, Seat};

/// The information set of a seat. It borrows the state, but exposes only the public table, the seat's own
/// hand and pool, and the numbers of cards and counters that the others hold.
#[derive(Debug, Clone, Copy)]
pub struct Observation<'a> {
    pub rules: &'a Restauranteur,
    state: &'a State,
    pub seat: Seat,
}

impl<'a> Observation<'a> {
    pub(super) fn new(rules: &'a Restauranteur, state: &'a State, seat: Seat) -> Observation<'a> {
        Observation { rules, state, seat }
    }

    #[inline]
    pub fn table(&self) -> &'a Public {
        &self.state.table
    }

    #[inline]
    pub fn hand(&self) -> &'a Hand {
        &self.state.hands[self.seat]
    }

    #[inline]
    pub fn pool(&self) -> &'a Pool {
        &self.state.pools[self.seat]
    }

    #[inline]
    pub fn hand_size(&self, seat: Seat) -> usize {
        self.state.hands[seat].len()
    }

    #[inline]
    pub fn kept_size(&self, seat: Seat) -> usize {
        self.state.hands[seat].kept_len()
    }

    #[inline]
    pub fn pool_size(&self, seat: Seat) -> usize {
        self.state.pools[seat].len()
    }

    /// Turns per seat after this one, if only the deck ends the game and the draws per turn stay the same.
    pub fn turns_left(&self) -> f64 {
        let table = self.table();
        let draws: u8 = Seat::all(self.rules.players).map(|seat| self.rules.draws(table, seat)).sum();
        let later = if table.pass + 1 < self.rules.variant.passes { self.next_pass() } else { 0 };
        f64::from(u32::from(table.deck_left) + later) / f64::from(draws.max(1))
    }

    /// Cards in the next pass if hands and improvements keep their current sizes.
    fn next_pass(&self) -> u32 {
        let seats = Seat::all(self.rules.players);
        let cards_held = |seat: Seat| self.hand_size(seat) + self.table().improvements[seat].played().len();
        (self.rules.stock.card_copies.len() - seats.map(cards_held).sum::<usize>()) as u32
    }

    #[inline]
    pub fn kept_by_others(&self, face: Face) -> u8 {
        self.table().kept[face.index()] - self.hand().kept(face)
    }

    /// Cards of a face in the deck, or drawn from it by others during this pass.
    #[inline]
    pub fn fresh_unseen(&self, face: Face) -> u8 {
        let table = self.table();
        let mut seen = table.discards[face.index()] + table.kept[face.index()] + self.hand().fresh(face);
        if let super::components::Sort::Improvement(card) = face.sort() {
            for seat in Seat::all(self.rules.players) {
                seen += table.improvements[seat].copies(card);
            }
        }
        self.rules.stock.cards[face.index()] - seen
    }

    /// Cards of a face that the seat does not see, in the deck or in other hands.
    #[inline]
    pub fn unseen(&self, face: Face) -> u8 {
        self.fresh_unseen(face) + self.kept_by_others(face)
    }

    /// Coins that an income card gives each seat for a target, including tolls.
    #[inline]
    pub fn payout(&self, target: Target) -> BySeat<i32> {
        self.rules.payout(self.table(), Occasion::Card(target))
    }

    /// Mean coins that a roll by the active seat gives a seat, without tolls.
    #[inline]
    pub fn mean_roll(&self, seat: Seat) -> f64 {
        if !self.rules.earns_by_dice(self.table(), seat) {
            return 0.0;
        }
        f64::from(self.table().sums.board[seat]) / super::board::CELLS as f64
    }

    #[inline]
    pub fn stars_after_build(&self, seat: Seat, cuisine: Cuisine) -> u8 {
        let table = self.table();
        let alone = table.cuisines[cuisine.index()] & !table.owned[seat] == 0;
        1 + table.improvements[seat].staff(cuisine).count_ones() as u8 + u8::from(alone)
    }
}

/// Two observations are equal when the seat cannot tell them apart.
impl PartialEq for Observation<'_> {
    fn eq(&self, other: &Self) -> bool {
        let sizes = |seen: &Observation<'_>| {
            Seat::all(seen.rules.players)
                .map(|seat| (seen.hand_size(seat), seen.kept_size(seat), seen.pool_size(seat)))
                .collect::<Vec<_>>()
        };
        self.seat == other.seat
            && self.table() == other.table()
            && self.hand() == other.hand()
            && self.pool() == other.pool()
            && sizes(self) == sizes(other)
    }
}
