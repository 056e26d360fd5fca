//! What a seat can choose, and its notation.

use std::fmt;

use super::{
    chart::CUISINES,
    components::{MAX_KINDS, MAX_PRICE, cuisine_word},
    state::SLOTS,
};
use sim_engine::decision::decisions;

decisions! {
    /// What La Bistro asks.
    pub enum Decision {
        Option = "option" List,
        Building = "building" List,
        BuildingBid = "building_bid" Amount,
        Menu = "menu" Chain,
        Bank = "bank" List,
        AdPlace = "ad_place" List,
        Ads = "ads" Amount,
        JobBid = "job_bid" Amount,
        Hire = "hire" List,
        UniqueBid = "unique_bid" Amount,
        RenovationBid = "renovation_bid" Amount,
        Renovation = "renovation" List,
    }
}

/// Names of the options, the cube first (LB-35).
pub const OPTIONS: [&str; 7] = ["property", "chef", "time", "bank", "ads", "jobs", "renovations"];

/// A choice. Components and restaurants count from 0; notation counts from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// Do nothing: put up no building, change no menu, hire nobody, bid nothing.
    Pass,
    /// Conceal the cube (0) or a face of the die.
    Choose {
        option: u8,
    },
    /// Put up a building.
    Offer {
        building: u8,
    },
    /// A bidding limit, or a number of ads.
    Amount {
        amount: i32,
    },
    Cuisine {
        slot: u8,
        cuisine: u8,
    },
    Price {
        slot: u8,
        price: u8,
    },
    /// Take a loan.
    Borrow,
    Repay {
        loans: u8,
    },
    /// The restaurant of an ad order.
    Advertise {
        slot: u8,
    },
    Hire {
        slot: u8,
        employee: u8,
    },
    Renovate {
        slot: u8,
        renovation: u8,
    },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Pass => f.write_str("pass"),
            Action::Choose { option } => write!(f, "choose {}", OPTIONS[usize::from(option)]),
            Action::Offer { building } => write!(f, "offer {}", building + 1),
            Action::Amount { amount } => write!(f, "amount {amount}"),
            Action::Cuisine { slot, cuisine } => {
                write!(f, "cuisine {} {}", slot + 1, cuisine_word(cuisine.into()))
            }
            Action::Price { slot, price } => write!(f, "price {} {price}", slot + 1),
            Action::Borrow => f.write_str("borrow"),
            Action::Repay { loans } => write!(f, "repay {loans}"),
            Action::Advertise { slot } => write!(f, "advertise {}", slot + 1),
            Action::Hire { slot, employee } => write!(f, "hire {} {}", slot + 1, employee + 1),
            Action::Renovate { slot, renovation } => write!(f, "renovate {} {}", slot + 1, renovation + 1),
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
        let slot = |word: &str| within(word, SLOTS);
        let row = |word: &str| within(word, MAX_KINDS);
        Some(match words[..] {
            ["pass"] => Action::Pass,
            ["choose", option] => {
                Action::Choose { option: OPTIONS.iter().position(|&name| name == option)? as u8 }
            }
            ["offer", building] => Action::Offer { building: row(building)? },
            ["amount", amount] => {
                Action::Amount { amount: amount.parse().ok().filter(|&amount: &i32| amount >= 0)? }
            }
            ["cuisine", at, cuisine] => Action::Cuisine {
                slot: slot(at)?,
                cuisine: (0..CUISINES).find(|&known| cuisine_word(known) == cuisine)? as u8,
            },
            ["price", at, price] => {
                Action::Price { slot: slot(at)?, price: within(price, MAX_PRICE.into())? + 1 }
            }
            ["borrow"] => Action::Borrow,
            ["repay", loans] => Action::Repay { loans: loans.parse().ok()? },
            ["advertise", at] => Action::Advertise { slot: slot(at)? },
            ["hire", at, employee] => Action::Hire { slot: slot(at)?, employee: row(employee)? },
            ["renovate", at, renovation] => {
                Action::Renovate { slot: slot(at)?, renovation: row(renovation)? }
            }
            _ => return None,
        })
    }
}

/// Indexes of the options, in the order in which they are resolved (LB-35).
pub mod option {
    pub const PROPERTY: u8 = 0;
    pub const CHEF: u8 = 1;
    pub const TIME: u8 = 2;
    pub const BANK: u8 = 3;
    pub const ADS: u8 = 4;
    pub const JOBS: u8 = 5;
    pub const RENOVATIONS: u8 = 6;
    pub const COUNT: u8 = 7;
}
