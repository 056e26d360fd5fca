//! What a seat can choose, and its notation.

use std::fmt;

use super::{
    components::{MAX_INGREDIENTS, MAX_TOKENS},
    variant::DICE,
    words::{Category, Store},
};

/// A choice. Rows of tables count from 0; notation counts from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Take nothing, bid nothing, change nothing.
    Pass,
    /// The stores of a trip, as bits of [`Store`].
    Visit {
        stores: u8,
    },
    Employee {
        row: u8,
    },
    Renovation {
        row: u8,
    },
    /// One more ingredient of a basket; the next one must have a higher row.
    Ingredient {
        row: u8,
    },
    /// A bid, a sum to borrow or to pay back.
    Amount {
        amount: i32,
    },
    /// Put an ingredient on display; the next one must have a higher row.
    Show {
        row: u8,
    },
    /// Put an ingredient into the freezer; ends the chain.
    Freeze {
        row: u8,
    },
    /// The face of the price die, from 1.
    Price {
        die: u8,
    },
    /// The main dining room for the customer, or the second one.
    MainRoom,
    SecondRoom,
    /// The Shill's star, or word of mouth.
    Star,
    Word,
    Promote {
        category: Category,
    },
    /// One employee laid off; the next one must have a higher row.
    LayOff {
        row: u8,
    },
    /// Ends a chain.
    Done,
}

/// The stores of a mask, joined.
fn write_stores(stores: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut separator = " ";
    for store in Store::all().filter(|store| stores & store.bit() != 0) {
        write!(f, "{separator}{}", store.word())?;
        separator = "+";
    }
    Ok(())
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Pass => f.write_str("pass"),
            Action::Visit { stores } => {
                f.write_str("visit")?;
                write_stores(stores, f)
            }
            Action::Employee { row } => write!(f, "employee {}", row + 1),
            Action::Renovation { row } => write!(f, "renovation {}", row + 1),
            Action::Ingredient { row } => write!(f, "ingredient {}", row + 1),
            Action::Amount { amount } => write!(f, "amount {amount}"),
            Action::Show { row } => write!(f, "show {}", row + 1),
            Action::Freeze { row } => write!(f, "freeze {}", row + 1),
            Action::Price { die } => write!(f, "price {die}"),
            Action::MainRoom => f.write_str("room main"),
            Action::SecondRoom => f.write_str("room second"),
            Action::Star => f.write_str("shill star"),
            Action::Word => f.write_str("shill word"),
            Action::Promote { category } => write!(f, "promote {}", category.word()),
            Action::LayOff { row } => write!(f, "lay-off {}", row + 1),
            Action::Done => f.write_str("done"),
        }
    }
}

impl Action {
    /// Reads the notation that `Display` writes.
    pub fn parse(text: &str) -> Option<Action> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let within = |word: &str, room: usize| {
            word.parse::<u8>().ok().filter(|&n| n >= 1 && usize::from(n) <= room).map(|n| n - 1)
        };
        let token = |word: &str| within(word, MAX_TOKENS);
        let ingredient = |word: &str| within(word, MAX_INGREDIENTS);
        Some(match words[..] {
            ["pass"] => Action::Pass,
            ["visit", stores] => {
                let mut mask = 0;
                for word in stores.split('+') {
                    mask |= Store::all().find(|store| store.word() == word)?.bit();
                }
                Action::Visit { stores: mask }
            }
            ["employee", row] => Action::Employee { row: token(row)? },
            ["renovation", row] => Action::Renovation { row: token(row)? },
            ["ingredient", row] => Action::Ingredient { row: ingredient(row)? },
            ["amount", amount] => {
                Action::Amount { amount: amount.parse().ok().filter(|&amount: &i32| amount >= 0)? }
            }
            ["show", row] => Action::Show { row: ingredient(row)? },
            ["freeze", row] => Action::Freeze { row: ingredient(row)? },
            ["price", die] => Action::Price { die: within(die, DICE)? + 1 },
            ["room", "main"] => Action::MainRoom,
            ["room", "second"] => Action::SecondRoom,
            ["shill", "star"] => Action::Star,
            ["shill", "word"] => Action::Word,
            ["promote", category] => {
                Action::Promote { category: Category::all().find(|known| known.word() == category)? }
            }
            ["lay-off", row] => Action::LayOff { row: token(row)? },
            ["done"] => Action::Done,
            _ => return None,
        })
    }
}
