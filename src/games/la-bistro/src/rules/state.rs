//! The public table, and the secrets that seats hide until a reveal.

use super::{
    LaBistro,
    action::Decision,
    components::{MAX_KINDS, NONE},
    restaurant::Restaurant,
};
use sim_engine::{BySeat, Seat, settings::labels};

/// Maximum number of players (LB-1).
pub const PLAYERS: usize = 6;
/// Maximum number of restaurants of one player (LB-7).
pub const SLOTS: usize = 2;
pub const HOUSES: usize = PLAYERS * SLOTS;

labels! {
    /// Sources and uses of a player's money.
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
    /// A seat decides; the first step of a menu, its cuisine, is one of the decisions.
    Ask(Seat, Decision),
    /// The second step of a menu, its price; `touched` is the restaurant that must end with one.
    Price {
        seat: Seat,
        touched: Option<u8>,
    },
    /// All options are revealed, and lots are drawn to break ties in money.
    Reveal,
    Clock,
    Payouts,
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Auction {
    pub lot: u8,
    pub opener: Seat,
    /// Mask of bidders.
    pub bidders: u8,
    /// Mask of the bidders who have committed a limit.
    pub committed: u8,
    pub least: i32,
    /// Restaurant slot for which the challenger claims a unique employee.
    pub slot: u8,
}

/// The table and the current phase: public, except for loans if these are hidden (LB-A20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Public {
    pub money: [i32; PLAYERS],
    pub(super) loans: [u8; PLAYERS],
    /// Number of each player's visits to the bank, which is public.
    pub bank_visits: [u8; PLAYERS],
    pub restaurants: [[Restaurant; SLOTS]; PLAYERS],
    /// Money received and paid, by [`Flow`]: kept for measures, not read by any seat.
    pub(super) flows: [[i32; FLOWS]; PLAYERS],
    /// Mask of the vacant buildings.
    pub vacant: u32,
    /// Mask of the cells of the Jobs Board with a die.
    pub board: u64,
    /// Dice of hired employees that stay used until the Payouts round (LB-A1).
    pub aside: u8,
    /// The restaurant that employs each unique employee, `seat * SLOTS + slot`, or [`NONE`].
    pub employer: [u8; MAX_KINDS],
    /// Mask of the unique employees chosen in this round.
    pub uniques_used: u32,
    /// Mask of the renovations sold in this round.
    pub sold: u32,
    pub copies: [u8; MAX_KINDS],
    pub turn: u8,
    /// Planning round of the turn, from 0.
    pub round: u8,
    pub time: u8,
    pub increase: u16,
    /// Options revealed in this round; [`NONE`] before the reveal.
    pub options: [u8; PLAYERS],
    /// Options of the previous round; [`NONE`] in the first.
    pub options_before: [u8; PLAYERS],
    /// Lots that break ties in money in this round; the higher goes first.
    pub lots: [u8; PLAYERS],
    /// Money at the start of the option being resolved.
    pub purse: [i32; PLAYERS],
    /// The option being resolved, 0 for the cube.
    pub stage: u8,
    /// Mask of the seats that still act in this option.
    pub waiting: u8,
    /// For the cube: mask of the seats that may still win a building.
    pub buyers: u8,
    /// For the cube: mask of the seats that were outbid for what they put up (LB-A34).
    pub outbid: u8,
    pub auction: Auction,
    /// Bid for the right by the seat about to hire or renovate, if any.
    pub bid: Option<i32>,
    pub phase: Phase,
    /// Lots that break a tie at the end (LB-A19).
    pub final_lots: [u8; PLAYERS],
    /// Mask of the seats that could not pay the final payments (LB-A18).
    pub ruined: u8,
}

/// The secrets of a seat until they are revealed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Secret {
    /// The concealed option, or [`NONE`].
    pub option: u8,
    /// The restaurant of a written ad order, or [`NONE`].
    pub ad_place: u8,
    pub ads: u16,
    /// The limit in the current auction; [`NO_LIMIT`] for a pass or none.
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
    /// Returns the table after a seat wins the current auction for a right at the minimum bid.
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

    /// Adds a positive or negative amount to a player's money and books it under a flow.
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

    /// Whether this is the first planning round of the game (LB-36).
    #[inline]
    pub fn is_opening(&self) -> bool {
        self.turn == 0 && self.round == 0
    }
}
