use std::fmt;

use super::{
    components::{MAX_INGREDIENTS, MAX_TOKENS},
    variant::DICE,
    words::{Category, Store},
};
use sim_engine::notation::{FromOne, Notation, Sum, UpTo, actions, join, word};

actions! {
    /// Table rows count from 0 here and from 1 in the notation.
    pub enum Action {
        /// Take nothing, bid nothing, change nothing.
        Pass = "pass",
        /// The stores of a trip, as bits of [`Store`].
        Visit { stores: u8 as Stores } = "visit {stores}",
        Employee { row: u8 as FromOne<MAX_TOKENS> } = "employee {row}",
        Renovation { row: u8 as FromOne<MAX_TOKENS> } = "renovation {row}",
        /// Add an ingredient to the basket; the next one must have a higher row.
        Ingredient { row: u8 as FromOne<MAX_INGREDIENTS> } = "ingredient {row}",
        /// A bid, or a sum to borrow or repay, in dollars.
        Amount { amount: i32 as Sum } = "amount {amount}",
        /// Put an ingredient on display; the next one must have a higher row.
        Show { row: u8 as FromOne<MAX_INGREDIENTS> } = "show {row}",
        /// Put an ingredient into the freezer; ends the chain.
        Freeze { row: u8 as FromOne<MAX_INGREDIENTS> } = "freeze {row}",
        /// The face of the price die, from 1.
        Price { die: u8 as UpTo<DICE> } = "price {die}",
        /// Seat the customer in the main dining room.
        MainRoom = "room main",
        SecondRoom = "room second",
        /// Use the Shill for a star.
        Star = "shill star",
        Word = "shill word",
        Promote { category: Category } = "promote {category}",
        /// Lay off an employee; the next one must have a higher row.
        LayOff { row: u8 as FromOne<MAX_TOKENS> } = "lay-off {row}",
        /// Ends a chain.
        Done = "done",
    }
}

/// Notation of a store mask, such as `bank+fish-market`.
struct Stores;

impl Notation<u8> for Stores {
    fn write(stores: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        join(Store::all().filter(|store| stores & store.bit() != 0), f)
    }

    fn read(rest: &mut &str) -> Option<u8> {
        word(rest)?.split('+').try_fold(0, |stores, word| Some(stores | word.parse::<Store>().ok()?.bit()))
    }
}
