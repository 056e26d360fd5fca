//! The table as everyone sees it, and what hands hide for a moment.

use super::{
    LaBistro,
    action::Decision,
    components::{MAX_KINDS, NONE},
    restaurant::Restaurant,
};
use sim_engine::{BySeat, Seat, settings::labels};

/// The most players (LB-1).
pub const PLAYERS: usize = 6;
/// The most restaurants of one player (LB-7).
pub const SLOTS: usize = 2;
pub const HOUSES: usize = PLAYERS * SLOTS;

labels! {
    /// Where money comes from and goes to, seen from a player.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Flow {
        Building = "building",
        Fee = "fee",
        Loan = "loan",
        Repayment = "repayment",
        Ads = "ads",
        JobBid = "job bid",
        Wage = "wage",
        Defence = "defence",
        Transfer = "transfer",
        RenovationBid = "renovation bid",
        Renovation = "renovation",
        Gold = "gold",
        Split = "split",
        Increase = "increase",
        Income = "income",
        Interest = "interest",
        FinalPayment = "final payment",
    }
}

pub const FLOWS: usize = Flow::WORDS.len();

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Phase {
    #[default]
    Generate,
    /// Also the first step of a menu, its cuisine.
    Ask(Seat, Decision),
    /// The price that goes with a cuisine; `touched` is the restaurant that must end with one.
    Price {
        seat: Seat,
        touched: Option<u8>,
    },
    /// All options are shown, and lots are drawn for equal money.
    Reveal,
    Clock,
    Payouts,
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Auction {
    pub lot: u8,
    pub opener: Seat,
    /// Bidders, as bits.
    pub bidders: u8,
    /// Bidders who have committed a limit, as bits.
    pub committed: u8,
    pub least: i32,
    /// Restaurant slot for which the challenger claims a unique employee.
    pub slot: u8,
}

/// What lies on the table, and whose turn it is: open but for the loans where they are hidden
/// (LB-A20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Public {
    pub money: [i32; PLAYERS],
    pub(super) loans: [u8; PLAYERS],
    /// How often each player has been at the bank, which everybody sees.
    pub bank_visits: [u8; PLAYERS],
    pub restaurants: [[Restaurant; SLOTS]; PLAYERS],
    /// Money that came and went, by [`Flow`]: books for the record, which no seat reads.
    pub(super) flows: [[i32; FLOWS]; PLAYERS],
    /// Vacant buildings, as bits.
    pub vacant: u32,
    /// Cells of the Jobs Board with a die, as bits.
    pub board: u64,
    /// Dice of hired employees that stay used until the Payouts round (LB-A1).
    pub aside: u8,
    /// The restaurant that employs each unique employee, `seat * SLOTS + slot`, or [`NONE`].
    pub employer: [u8; MAX_KINDS],
    /// Unique employees chosen in this round, as bits.
    pub uniques_used: u32,
    /// Renovations sold in this round, as bits.
    pub sold: u32,
    pub copies: [u8; MAX_KINDS],
    pub turn: u8,
    /// Planning round of the turn, from 0.
    pub round: u8,
    pub time: u8,
    pub increase: u16,
    /// Choices shown in this round; [`NONE`] before the reveal.
    pub options: [u8; PLAYERS],
    /// Choices of the round before; [`NONE`] in the first.
    pub options_before: [u8; PLAYERS],
    /// Lots that decide equal money in this round, the higher first.
    pub lots: [u8; PLAYERS],
    /// Money at the start of the option being resolved.
    pub purse: [i32; PLAYERS],
    /// The option being resolved, 0 for the cube.
    pub stage: u8,
    /// Seats that still act in it, as bits.
    pub waiting: u8,
    /// Cube: seats that may still win a building. Bits.
    pub buyers: u8,
    /// Cube: seats that were outbid for what they put up (LB-A34). Bits.
    pub outbid: u8,
    pub auction: Auction,
    /// What the seat about to hire or renovate bid for the right.
    pub bid: Option<i32>,
    pub phase: Phase,
    /// Lots for a tie at the end (LB-A19).
    pub final_lots: [u8; PLAYERS],
    /// Seats that could not pay the final payments (LB-A18), as bits.
    pub ruined: u8,
}

/// What a seat hides for a moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Secret {
    /// The object in the hand; [`NONE`] at rest.
    pub option: u8,
    /// The restaurant of a written ad order; [`NONE`] at rest.
    pub ad_place: u8,
    pub ads: u16,
    /// The limit of the auction under way; a pass and at rest [`NO_LIMIT`].
    pub limit: i32,
}

pub const NO_LIMIT: i32 = -1;

impl Secret {
    pub const REST: Secret = Secret { option: NONE, ad_place: NONE, ads: 0, limit: NO_LIMIT };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub table: Public,
    pub(super) hidden: [Secret; PLAYERS],
}

impl Public {
    /// The table after a seat has won the auction under way for a right, at its least bid.
    pub fn won_by(&self, seat: Seat) -> Public {
        let mut table = *self;
        table.money[seat.index()] -= self.auction.least;
        table.bid = Some(self.auction.least);
        table
    }

    pub(super) fn new(rules: &LaBistro) -> Public {
        let BySeat(money) = rules.variant.money;
        Public {
            money,
            purse: money,
            restaurants: [[Restaurant::VACANT; SLOTS]; PLAYERS],
            vacant: ((1u64 << rules.supplies.buildings.len()) - 1) as u32,
            employer: [NONE; MAX_KINDS],
            options: [NONE; PLAYERS],
            options_before: [NONE; PLAYERS],
            ..Public::default()
        }
    }

    /// Moves money between a player and the bank, or between players.
    #[inline]
    pub(super) fn pay(&mut self, seat: Seat, flow: Flow, amount: i32) {
        self.money[seat.index()] += amount;
        self.flows[seat.index()][flow as usize] += amount;
    }

    #[inline]
    pub fn cash(&self, seat: Seat) -> i32 {
        self.money[seat.index()]
    }

    #[inline]
    pub fn opened(&self, seat: Seat) -> usize {
        self.restaurants[seat.index()].iter().filter(|restaurant| restaurant.stands()).count()
    }

    #[inline]
    pub fn houses(&self, seat: Seat) -> impl Iterator<Item = (usize, &Restaurant)> + Clone {
        self.restaurants[seat.index()].iter().enumerate().filter(|(_, restaurant)| restaurant.stands())
    }

    /// The first planning round of the game (LB-36).
    #[inline]
    pub fn is_opening(&self) -> bool {
        self.turn == 0 && self.round == 0
    }
}
