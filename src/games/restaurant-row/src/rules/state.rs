//! The public table, and the state hidden in hands, behind screens, in piles and in bags.

use super::{
    Decision, RestaurantRow,
    components::{MAX_BAG, MAX_TOKENS, NONE},
    event::Reason,
    house::House,
    words::{CATEGORIES, Category, Store},
};
use sim_engine::seat::Seat;

/// Maximum number of players (RR-1).
pub const PLAYERS: usize = 4;
pub const SLOTS: usize = 6;
/// No bid yet, or a pass.
pub const NO_BID: i32 = -1;
/// Stands for the Critic in fields that hold a customer row.
pub const CRITIC: u8 = u8::MAX - 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Phase {
    /// Phase 1: the markets are stocked.
    #[default]
    Stock,
    Ask(Seat, Decision),
    /// Phase 4: the counter moves and the bag is shuffled; then customers come one by one.
    Doors,
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Lot {
    pub chooser: Seat,
    /// The row of an employee or renovation, or rows of ingredients, as bits.
    pub goods: u32,
    /// Sum of the minimum prices.
    pub least: i32,
}

/// Public state, including whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Table {
    pub phase: Phase,
    /// Counts from 0.
    pub round: u8,
    pub trip: u8,
    pub pawn: Seat,
    pub counter: u16,
    /// Ends triggered, as bits of [`super::words::End`].
    pub ends: u8,
    /// The categories by word-of-mouth rank, now and (`first_order`) at the start.
    pub order: [Category; CATEGORIES],
    pub first_order: [Category; CATEGORIES],
    pub houses: [House; PLAYERS],

    /// The employee on each Help Wanted slot, or [`NONE`].
    pub slots: [u8; SLOTS],
    pub staff_left: u8,
    /// Employees that were ever on display, as bits.
    pub staff_seen: u16,
    /// Laid-off employees waiting to be shuffled into the pile, as bits.
    pub returning: u16,
    /// Tokens on the market, by renovation row.
    pub renovations: [u8; MAX_TOKENS],
    pub renovations_left: u8,
    /// Ingredients on sale, as bits.
    pub market: u32,

    /// Stores that each seat visits on this trip, as bits; 0 until they are shown.
    pub stores: [u8; PLAYERS],
    /// Seats that bought early on this trip, as bits.
    pub early: u8,
    /// Index of the current store in `Supplies::store_order`.
    pub at: u8,
    /// Seats still in that store, as bits.
    pub here: u8,
    /// The basket being filled, as bits.
    pub basket: u32,
    pub lot: Lot,
    /// Seats bidding for the lot or the Shill, as bits; `waiting` holds those that have not bid yet.
    pub bidders: u8,
    pub waiting: u8,

    /// Number of customers tonight, including the Critic; `come` counts the arrivals so far.
    pub expected: u16,
    pub come: u16,
    /// Number of customers drawn from the bag tonight; `drawn_mask` holds their rows as bits.
    pub drawn: u8,
    pub drawn_mask: u32,
    /// Attractions already used up tonight, as bits.
    pub claimed: u8,
    /// Seats whose dining rooms are full, in the order in which they filled.
    pub filled: [u8; PLAYERS],
    pub filled_count: u8,
    pub has_talked: bool,
    /// Hosts of the Shill and of the Critic tonight, or [`NONE`].
    pub shill: u8,
    pub critic: u8,
    pub promotes: bool,
    /// The customer awaiting a choice of room: a row or `CRITIC`; [`NONE`] if there is none.
    pub guest: u8,
    /// Why that customer chose the restaurant.
    pub(super) by: Reason,
    pub shill_price: i32,
}

/// Secret choices of a seat that are not shown yet. A field without a choice holds its value in `Secret::NONE`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Secret {
    /// The stores of the next trip, as bits.
    pub(super) stores: u8,
    pub(super) bid: i32,
    pub(super) die: u8,
    /// Ingredients for display, as bits.
    pub shows: u32,
    pub(super) freeze: u8,
    /// Employees to be laid off, as bits.
    pub lay_offs: u16,
}

impl Secret {
    pub(super) const NONE: Secret =
        Secret { stores: 0, bid: NO_BID, die: 0, shows: 0, freeze: NONE, lay_offs: 0 };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    pub(super) cash: [i32; PLAYERS],
    /// Total payments in shops and for the Shill over the game.
    pub(super) spent: [i32; PLAYERS],
    pub(super) secrets: [Secret; PLAYERS],
    /// Rows of the piles, the top last; the `_out` arrays hold the rows removed at set-up.
    pub(super) staff_pile: [u8; MAX_TOKENS],
    pub(super) staff_out: [u8; MAX_TOKENS],
    pub(super) renovation_pile: [u8; MAX_TOKENS],
    pub(super) renovation_out: [u8; MAX_TOKENS],
    /// Rows of the customers in the order of tonight's draws.
    pub(super) queue: [u8; MAX_BAG],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub table: Table,
    pub(super) hidden: Hidden,
}

impl State {
    pub(super) fn secret(&mut self, seat: Seat) -> &mut Secret {
        &mut self.hidden.secrets[seat.index()]
    }
}

impl Table {
    #[inline]
    pub fn house(&self, seat: Seat) -> &House {
        &self.houses[seat.index()]
    }

    #[inline]
    pub(super) fn house_mut(&mut self, seat: Seat) -> &mut House {
        &mut self.houses[seat.index()]
    }

    /// The rank of a category, from 0.
    pub fn rank(&self, category: Category) -> usize {
        self.order.iter().position(|&ranked| ranked == category).unwrap_or(CATEGORIES - 1)
    }

    pub fn on_display(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        self.slots.iter().enumerate().filter(|(_, row)| **row != NONE).map(|(slot, &row)| (slot, row))
    }

    #[inline]
    pub fn host(field: u8) -> Option<Seat> {
        (field != NONE).then_some(Seat(field))
    }

    /// The seat of a mask closest to the pawn in turn order; the pawn's holder comes first (RR-53, RR-A5).
    #[inline]
    pub fn closest(&self, seats: u8, players: usize) -> Option<Seat> {
        (0..players).map(|steps| self.pawn.after(steps, players)).find(|seat| seats >> seat.0 & 1 == 1)
    }

    pub fn sells(&self, rules: &RestaurantRow, store: Store) -> bool {
        match store {
            Store::HelpWanted => self.slots.iter().any(|&row| row != NONE),
            Store::Renovations => self.renovations.iter().any(|&tokens| tokens > 0),
            Store::Bank => false,
            _ => self.goods_of(rules, store) != 0,
        }
    }

    #[inline]
    pub fn goods_of(&self, rules: &RestaurantRow, store: Store) -> u32 {
        store.sells().map_or(0, |kind| self.market & rules.supplies.of_kind[kind.index()])
    }

    /// Number of shops that have goods (RR-41).
    pub fn shops_with_goods(&self, rules: &RestaurantRow) -> u32 {
        Store::all().filter(|&store| self.sells(rules, store)).count() as u32
    }
}
