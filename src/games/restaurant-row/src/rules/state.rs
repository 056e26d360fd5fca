//! The table as everyone sees it, and what hands, screens, piles and bags hide.

use super::{
    RestaurantRow,
    components::{MAX_BAG, MAX_TOKENS, NONE},
    event::Reason,
    house::House,
    words::{CATEGORIES, Category, Store},
};
use sim_engine::seat::{BySeat, Seat};

/// The most players (RR-1).
pub const PLAYERS: usize = 4;
pub const SLOTS: usize = 6;
/// A bid that is not made, or a pass.
pub const NO_BID: i32 = -1;
/// Stands for the Critic where a customer of the bag is named.
pub const CRITIC: u8 = u8::MAX - 1;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Phase 1: the markets are stocked.
    Stock,
    /// Phase 2: an early purchase, the secret stores, then the stores in their order.
    Sous {
        seat: Seat,
    },
    Store {
        seat: Seat,
    },
    Hire {
        seat: Seat,
    },
    Renovate {
        seat: Seat,
    },
    Basket {
        seat: Seat,
    },
    Bid {
        seat: Seat,
    },
    Borrow {
        seat: Seat,
    },
    /// The end of phase 2.
    Display {
        seat: Seat,
    },
    /// Phase 3.
    Price {
        seat: Seat,
    },
    /// Phase 4: the counter moves and the bag is shaken; then customers come one by one.
    Doors,
    Room {
        seat: Seat,
    },
    ShillBid {
        seat: Seat,
    },
    Shill {
        seat: Seat,
    },
    Promote {
        seat: Seat,
    },
    /// Phase 6, after the interest.
    Repay {
        seat: Seat,
    },
    /// Phase 7.
    LayOff {
        seat: Seat,
    },
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lot {
    pub chooser: Seat,
    /// The row of an employee or renovation, or rows of ingredients, as bits.
    pub goods: u32,
    /// Sum of the minimum prices.
    pub least: i32,
}

/// What lies open, and whose turn it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    pub phase: Phase,
    /// From 0.
    pub round: u8,
    pub trip: u8,
    pub pawn: Seat,
    pub counter: u16,
    /// Ends triggered, as bits of [`super::words::End`].
    pub ends: u8,
    /// The categories by rank of word of mouth, and as they were at the start.
    pub order: [Category; CATEGORIES],
    pub first_order: [Category; CATEGORIES],
    pub houses: [House; PLAYERS],

    /// The employee on each Help Wanted slot, or [`NONE`].
    pub slots: [u8; SLOTS],
    pub staff_left: u8,
    /// Employees that were ever on display, as bits.
    pub staff_seen: u16,
    /// Employees laid off that will be shuffled into the pile, as bits.
    pub returning: u16,
    /// Renovations on the market, tokens by row.
    pub renovations: [u8; MAX_TOKENS],
    pub renovations_left: u8,
    /// Ingredients on sale, as bits.
    pub market: u32,

    /// Stores of each seat on this trip once they are shown, as bits.
    pub stores: [u8; PLAYERS],
    /// Seats that bought early on this trip, as bits.
    pub early: u8,
    /// The store being resolved, by its place in the order of numbers.
    pub at: u8,
    /// Seats still in it, as bits.
    pub here: u8,
    /// The basket being filled, as bits.
    pub basket: u32,
    pub lot: Lot,
    /// Seats that bid for it, or for the Shill, as bits; and those that still have to.
    pub bidders: u8,
    pub waiting: u8,

    /// Customers that come tonight, the Critic among them, and those that have come.
    pub expected: u16,
    pub come: u16,
    /// Customers drawn tonight; of them from the bag, as bits.
    pub drawn: u8,
    pub drawn_mask: u32,
    /// Attractions whose customer has come, as bits.
    pub claimed: u8,
    /// Seats whose dining rooms are full, in the order in which they filled.
    pub filled: [u8; PLAYERS],
    pub filled_count: u8,
    pub has_talked: bool,
    /// Hosts of the Shill and of the Critic tonight, or [`NONE`].
    pub shill: u8,
    pub critic: u8,
    pub promotes: bool,
    /// The customer for whom a room is to be chosen: a row, or [`CRITIC`]; [`NONE`] at rest.
    pub guest: u8,
    /// What made that customer choose.
    pub(super) by: Reason,
    pub shill_price: i32,
}

/// What is hidden; fields of nobody and of no moment hold their rest value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hidden {
    pub(super) cash: [i32; PLAYERS],
    /// Payments in shops and for the Shill in the whole game.
    pub(super) spent: [i32; PLAYERS],
    pub(super) stores: [u8; PLAYERS],
    pub(super) bids: [i32; PLAYERS],
    pub(super) dice: [u8; PLAYERS],
    pub(super) shows: [u32; PLAYERS],
    pub(super) freezes: [u8; PLAYERS],
    pub(super) lay_offs: [u16; PLAYERS],
    /// Rows of the piles, the top last; above the top lie those removed at set-up.
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

impl Hidden {
    pub(super) fn new(money: BySeat<i32>) -> Hidden {
        Hidden {
            cash: std::array::from_fn(|seat| money[Seat(seat as u8)]),
            spent: [0; PLAYERS],
            stores: [0; PLAYERS],
            bids: [NO_BID; PLAYERS],
            dice: [0; PLAYERS],
            shows: [0; PLAYERS],
            freezes: [NONE; PLAYERS],
            lay_offs: [0; PLAYERS],
            staff_pile: [NONE; MAX_TOKENS],
            staff_out: [NONE; MAX_TOKENS],
            renovation_pile: [NONE; MAX_TOKENS],
            renovation_out: [NONE; MAX_TOKENS],
            queue: [NONE; MAX_BAG],
        }
    }
}

impl Table {
    pub(super) fn new(rules: &RestaurantRow) -> Table {
        Table {
            phase: Phase::Stock,
            round: 0,
            trip: 0,
            // The seat number is the place in the starting order (RR-18).
            pawn: Seat(0),
            counter: rules.variant.customers_start.into(),
            ends: 0,
            order: std::array::from_fn(Category::at),
            first_order: std::array::from_fn(Category::at),
            houses: std::array::from_fn(|seat| House::new(rules, Seat(seat as u8))),
            slots: [NONE; SLOTS],
            staff_left: 0,
            staff_seen: 0,
            returning: 0,
            renovations: [0; MAX_TOKENS],
            renovations_left: 0,
            market: 0,
            stores: [0; PLAYERS],
            early: 0,
            at: 0,
            here: 0,
            basket: 0,
            lot: Lot { chooser: Seat(0), goods: 0, least: 0 },
            bidders: 0,
            waiting: 0,
            expected: 0,
            come: 0,
            drawn: 0,
            drawn_mask: 0,
            claimed: 0,
            filled: [NONE; PLAYERS],
            filled_count: 0,
            has_talked: false,
            shill: NONE,
            critic: NONE,
            promotes: false,
            guest: NONE,
            by: Reason::Alone,
            shill_price: 0,
        }
    }

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

    /// The seat of a mask that comes first from the pawn on, its holder included (RR-53, RR-A5).
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

    /// Shops with anything to sell (RR-41).
    pub fn shops_with_goods(&self, rules: &RestaurantRow) -> u32 {
        Store::all().filter(|&store| self.sells(rules, store)).count() as u32
    }
}
