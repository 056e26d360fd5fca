use std::fmt;

use super::{
    components::{MAX_INGREDIENTS, MAX_TOKENS},
    variant::DICE,
    words::{Category, Store},
};
use sim_engine::notation::{FromOne, Notation, Sum, UpTo, actions, join, word};

actions! {
    /// A choice. Rows of tables count from 0; notation counts from 1.
    pub enum Action {
        /// Take nothing, bid nothing, change nothing.
        Pass = "pass",
        /// The stores of a trip, as bits of [`Store`].
        Visit { stores: u8 as Stores } = "visit {stores}",
        Employee { row: u8 as FromOne<MAX_TOKENS> } = "employee {row}",
        Renovation { row: u8 as FromOne<MAX_TOKENS> } = "renovation {row}",
        /// One more ingredient of a basket; the next one must have a higher row.
        Ingredient { row: u8 as FromOne<MAX_INGREDIENTS> } = "ingredient {row}",
        /// A bid, a sum to borrow or to pay back.
        Amount { amount: i32 as Sum } = "amount {amount}",
        /// Put an ingredient on display; the next one must have a higher row.
        Show { row: u8 as FromOne<MAX_INGREDIENTS> } = "show {row}",
        /// Put an ingredient into the freezer; ends the chain.
        Freeze { row: u8 as FromOne<MAX_INGREDIENTS> } = "freeze {row}",
        /// The face of the price die, from 1.
        Price { die: u8 as UpTo<DICE> } = "price {die}",
        /// The main dining room for the customer, or the second one.
        MainRoom = "room main",
        SecondRoom = "room second",
        /// The Shill's star, or word of mouth.
        Star = "shill star",
        Word = "shill word",
        Promote { category: Category } = "promote {category}",
        /// One employee laid off; the next one must have a higher row.
        LayOff { row: u8 as FromOne<MAX_TOKENS> } = "lay-off {row}",
        /// Ends a chain.
        Done = "done",
    }
}

/// The stores of a mask: `bank+fish-market`.
struct Stores;

impl Notation<u8> for Stores {
    fn write(stores: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        join(Store::all().filter(|store| stores & store.bit() != 0), f)
    }

    fn read(rest: &mut &str) -> Option<u8> {
        word(rest)?.split('+').try_fold(0, |stores, word| Some(stores | word.parse::<Store>().ok()?.bit()))
    }
}
