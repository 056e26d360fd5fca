//! All configurable numbers and rulings, read once from the settings.

use super::chart::DICE;
use sim_engine::{
    seat::BySeat,
    settings::{Row, SettingError, Settings, Table, variant, words},
};

words! {
    /// Ruling LB-A1: where the die of a hired employee goes.
    pub enum HiredDie { Supply = "supply", Aside = "aside" }

    /// Rulings LB-A5 and LB-A8: whether an option without effect may be chosen.
    pub enum Spare { Illegal = "illegal", Idle = "idle" }

    /// Ruling LB-A9: a price that the new cuisine does not admit.
    pub enum StalePrice { Drop = "drop", Illegal = "illegal" }

    /// Ruling LB-A10: what an auction for the right to choose costs.
    pub enum AuctionPays { BidAndList = "bid-and-list", Bid = "bid" }

    /// Ruling LB-A13: choosing a unique employee of one's own.
    pub enum OwnUnique { Illegal = "illegal", Move = "move" }

    /// Ruling LB-A14: how levels of Fame are counted.
    pub enum FameRanking { Dense = "dense", Competition = "competition" }

    /// Ruling LB-A17: interest that exceeds the money.
    pub enum ShortInterest { Partial = "partial", None = "none" }

    /// Ruling LB-A19: a tie in money and Fame.
    pub enum Tie { Shared = "shared", Drawn = "drawn" }

    /// Ruling LB-A20: who sees a player's loans.
    pub enum LoansSeen { Open = "open", Hidden = "hidden" }

    /// Ruling LB-A22: where the time limit of a renovation begins.
    pub enum RenovationLimit { Past = "past", Reached = "reached" }

    /// Ruling LB-A23: how steps between districts are counted.
    pub enum Proximity { Borders = "borders", Numbers = "numbers" }

    /// Ruling LB-A25: a Novelty bonus whose condition fails.
    pub enum ConditionalNovelty { Lost = "lost", Apart = "apart", Kept = "kept" }

    /// Ruling LB-A26: the bid of a winner who takes nothing.
    pub enum VoidBid { Lost = "lost", Returned = "returned" }

    /// Ruling LB-A27: uses of one unique employee in a round.
    pub enum UniqueUses { Any = "any", Once = "once" }

    /// Ruling LB-A30: whether the order by money is recomputed after each auction.
    pub enum MoneyOrder { Recomputed = "recomputed", Fixed = "fixed" }

    /// Ruling LB-A33: what becomes of earlier Fame.
    pub enum FameKeeping { Adds = "adds", Replaces = "replaces" }

    /// Ruling LB-A34: when an outbid opener names another building.
    pub enum OutbidOpener { AtOnce = "at-once", After = "after" }
}

variant! {
    pub struct Variant = read(settings: &Settings, table: &Table, row: &Row, money: BySeat<i32>) {
        pub money: BySeat<i32> = money,
        pub turns: u8 = table.get(row, "turns"),
        /// Price increase on a die of 1-2, 3-4, 5-6.
        pub increase: [u16; 3] = ["low", "middle", "high"].map(|column| table.get(row, column)),
        pub placements: u8,
        pub min_unused: u8,
        pub time_track: u8,
        pub max_restaurants: usize,
        pub chef_fee: i32,
        pub loan: i32,
        pub interest: i32,
        pub final_payment: i32,
        pub ad_price: i32,
        pub gold_bonus: i32,
        pub split_gold: i32,
        pub fame_awards: [u16; 3] =
            ["fame_first", "fame_second", "fame_third"].map(|name| settings.get(name)),
        pub novelty_start: i16,
        pub opening_bid: i32,
        pub raise: i32,
        pub renovation_copies: u8,
        pub hired_die: HiredDie,
        pub decliner_bids: bool,
        pub spare_cube: Spare,
        pub opening_decline: bool,
        pub spare_chef: Spare,
        pub stale_price: StalePrice,
        pub auction_pays: AuctionPays,
        pub employer_pays: bool,
        pub own_unique: OwnUnique,
        pub fame_ranking: FameRanking,
        pub fame_empty: bool,
        pub short_interest: ShortInterest,
        pub tie: Tie,
        pub loans_seen: LoansSeen,
        pub conditional_novelty: ConditionalNovelty,
        pub void_bid: VoidBid,
        pub unique_uses: UniqueUses,
        pub auction_order: MoneyOrder,
        pub split_increase: bool,
        pub fame: FameKeeping,
        pub outbid_opener: OutbidOpener,
    }
}

impl Variant {
    pub fn new(settings: &Settings, players: usize) -> Result<Variant, SettingError> {
        let table = settings.table("players");
        let row = table.required(&players.to_string())?;
        let (min_unused, unused) = (settings.int("min_unused"), DICE - players);
        if min_unused > unused as i64 {
            return Err(SettingError::new(
                format!("min_unused = {min_unused} leaves no planning round"),
                format!("a turn of {players} players starts with {unused} unused dice"),
            )
            .about(["min_unused"]));
        }
        let money = settings.by_seat(&format!("players.{players}.money"), players)?;
        Ok(Variant::read(settings, table, row, money))
    }
}
