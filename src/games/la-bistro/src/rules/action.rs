use std::fmt;

use super::{
    chart::CUISINES,
    components::{MAX_KINDS, MAX_PRICE, cuisine_word},
    state::SLOTS,
};
use sim_engine::{
    decision::decisions,
    notation::{FromOne, Notation, Sum, UpTo, actions, word},
};

decisions! {
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

impl Decision {
    /// Whether the decision sets a limit in an auction.
    #[inline]
    pub fn is_limit(self) -> bool {
        use Decision as D;
        matches!(self, D::BuildingBid | D::JobBid | D::UniqueBid | D::RenovationBid)
    }
}

/// Names of the options, the cube first (LB-35).
pub const OPTIONS: [&str; 7] = ["property", "chef", "time", "bank", "ads", "jobs", "renovations"];

actions! {
    /// Components and restaurants are zero-based; the notation counts from 1.
    pub enum Action {
        /// Do nothing: put up no building, change no menu, hire nobody, bid nothing.
        Pass = "pass",
        /// Conceal the cube (0) or a face of the die.
        Choose { option: u8 as OptionName } = "choose {option}",
        Offer { building: u8 as FromOne<MAX_KINDS> } = "offer {building}",
        /// A bidding limit, or a number of ads.
        Amount { amount: i32 as Sum } = "amount {amount}",
        Cuisine { slot: u8 as FromOne<SLOTS>, cuisine: u8 as CuisineName } = "cuisine {slot} {cuisine}",
        Price { slot: u8 as FromOne<SLOTS>, price: u8 as UpTo<{ MAX_PRICE as usize }> }
            = "price {slot} {price}",
        Borrow = "borrow",
        Repay { loans: u8 } = "repay {loans}",
        /// Name the restaurant of an ad order.
        Advertise { slot: u8 as FromOne<SLOTS> } = "advertise {slot}",
        Hire { slot: u8 as FromOne<SLOTS>, employee: u8 as FromOne<MAX_KINDS> } = "hire {slot} {employee}",
        Renovate { slot: u8 as FromOne<SLOTS>, renovation: u8 as FromOne<MAX_KINDS> }
            = "renovate {slot} {renovation}",
    }
}

struct OptionName;

impl Notation<u8> for OptionName {
    fn write(option: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(OPTIONS[usize::from(option)])
    }

    fn read(rest: &mut &str) -> Option<u8> {
        let name = word(rest)?;
        OPTIONS.iter().position(|&known| known == name).map(|option| option as u8)
    }
}

struct CuisineName;

impl Notation<u8> for CuisineName {
    fn write(cuisine: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(cuisine_word(cuisine.into()))
    }

    fn read(rest: &mut &str) -> Option<u8> {
        let name = word(rest)?;
        (0..CUISINES).find(|&known| cuisine_word(known) == name).map(|cuisine| cuisine as u8)
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
