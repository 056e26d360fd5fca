//! Every adjustable number and ruling, read once from the settings.

use sim_engine::{
    SettingError, Settings,
    seat::{BySeat, Seat},
    settings::{variant, words},
};

words! {
    /// Ruling B-18: when the deck is through.
    pub enum DeckEnd { Draw = "draw", Empty = "empty" }

    /// Ruling B-01: who leads a type.
    pub enum InvestTies { Strict = "strict", Shared = "shared" }

    /// Ruling B-02: which neighbours of the same type forbid a site.
    pub enum BuildAdjacency { Eight = "eight", Four = "four" }

    /// Ruling B-03: what a Mailing Campaign pays.
    pub enum MailingAmount { Full = "full", Coin = "coin" }

    /// Ruling B-04: what several districts of the named type pay.
    pub enum DistrictMulti { One = "one", Each = "each" }

    /// Ruling B-06: who earns in a random sequence.
    pub enum RandomEarners { All = "all", Active = "active" }

    /// Ruling B-08: what a side of the board is.
    pub enum SideMode { Half = "half", Edge = "edge" }

    /// Ruling B-09: where districts of Delivery Service and Drive-through count.
    pub enum ReachScope { All = "all", Full = "full" }

    /// Ruling B-10: how often a toll is due.
    pub enum DiscountTrigger { Event = "event", Restaurant = "restaurant" }

    /// Ruling B-12: what opposing Discounts cancel.
    pub enum DiscountCancel { Pairwise = "pairwise", All = "all" }

    /// Ruling B-17: moves per turn.
    pub enum Moves { One = "one", Each = "each" }

    /// Ruling B-25: how equal coins are ranked.
    pub enum TieBreak { Restaurants = "restaurants", Shared = "shared" }
}

variant! {
    pub struct Variant = read(settings: &Settings, start_coins: BySeat<i32>, start_cards: BySeat<usize>) {
        pub tokens: u8,
        pub passes: u8,
        pub deck_end: DeckEnd,
        pub districts_per_row: usize,
        pub start_coins: BySeat<i32> = start_coins,
        pub pool_size: usize,
        pub start_cards: BySeat<usize> = start_cards,
        pub invest_income: i32,
        pub lead_income: i32,
        pub invest_ties: InvestTies,
        pub draws: u8,
        pub builds: u8,
        pub build_adjacency: BuildAdjacency,
        pub plays: u8,
        pub improvement_limit: usize,
        pub hand_limit: usize,
        pub mailing_amount: MailingAmount,
        pub district_multi: DistrictMulti,
        pub district_stars: bool,
        pub random_earners: RandomEarners,
        pub side_mode: SideMode,
        pub reach_scope: ReachScope,
        pub discount_trigger: DiscountTrigger,
        pub discount_cancel: DiscountCancel,
        pub stack_copies: bool,
        pub discount: i32,
        pub overhead: i32,
        pub move_cost: i32,
        pub moves: Moves,
        pub executives_limit: usize,
        pub toll_needs_coin: bool,
        pub tie_break: TieBreak,
    }
}

impl Variant {
    pub fn new(settings: &Settings, players: usize) -> Result<Variant, SettingError> {
        let coins = settings.by_seat("start_coins", players)?;
        Ok(Variant::read(settings, coins, settings.by_seat("start_cards", players)?))
    }

    pub(super) fn dealt_before(&self, seat: Seat) -> usize {
        Seat::all(seat.index()).map(|seat| self.start_cards[seat]).sum()
    }
}
