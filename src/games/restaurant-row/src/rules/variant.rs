//! Every adjustable number and ruling, read once from the settings.

use super::words::{CATEGORIES, Category, Guest};
use sim_engine::{
    seat::BySeat,
    settings::{Row, SettingError, Settings, Table, variant, words},
};

words! {
    /// RR-19: how much seats know about each other's cash.
    pub enum CashSeen { Secret = "secret", Open = "open" }

    /// Ruling RR-A1: whether a rising category passes one that rises as well.
    pub enum WomMode { Sweep = "sweep", Block = "block" }

    /// Ruling RR-A2: what Tourists drive; Cheapskates drive the other one.
    pub enum WomTourist { Rating = "rating", Profit = "profit" }

    /// Ruling RR-A3: whose patrons talk when no dining room is full.
    pub enum WomNoneFull { Most = "most", All = "all" }

    /// Ruling RR-A4: whose left neighbour gets the pawn.
    pub enum PawnPasses { Winner = "winner", Holder = "holder" }

    /// Ruling RR-A7: who may bid for ingredients that another player named.
    pub enum BidEligibility { Usable = "usable", Any = "any" }

    /// Ruling RR-A10: whether stocking fills renovations up to a number or adds that number.
    pub enum RenoStock { Fill = "fill", Add = "add" }

    /// Ruling RR-A18: who is second after a tie for best.
    pub enum TieRank { Competition = "competition", Dense = "dense" }

    /// Ruling RR-A20: what customers count as popularity.
    pub enum PopularityMetric { Tonight = "tonight", Track = "track" }

    /// Ruling RR-A21: whether the Hostess's seat belongs to the dining room.
    pub enum HostessSeat { Extra = "extra", Room = "room" }

    /// Ruling RR-A26: which customer an attraction claims.
    pub enum AttractionFirst { Drawn = "drawn", Available = "available" }

    /// Ruling RR-A32: wages of the other employees when there is a manager.
    pub enum ManagerWage { Scale = "scale", Flat = "flat" }

    /// Ruling RR-A35: whether the Manager brings places with two players.
    pub enum ManagerTwo { Extra = "extra", None = "none" }
}

pub const DICE: usize = 6;
pub const WAGES: usize = 5;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    pub money: BySeat<i32>,
    pub stars: BySeat<u8>,
}

variant! {
    pub struct Variant
        = read(settings: &Settings, players: &Table, row: &Row, start: Start, prices: [i32; DICE], slots: Vec<i32>)
    {
        pub customers_start: u8,
        pub customer_die: u32,
        pub critic_place: u8,
        pub critic_counts: bool,
        pub best_award: u8,
        pub second_award: u8,
        pub equal_award: u8,
        pub max_stars: u8,
        pub loan_max: i32 = settings.get::<i32>("loan_max") / 10 * 10,
        pub debt_penalty: i32,
        pub manager_pay: i32,
        pub shops_for_trip: u32,
        pub popularity_marks: [u8; 2] =
            ["popularity_first", "popularity_second"].map(|name| settings.get(name)),
        pub food_marks: [u8; 2] = ["food_first", "food_second"].map(|name| settings.get(name)),
        pub cash: CashSeen,
        pub wom_mode: WomMode,
        pub wom_tourist: WomTourist,
        pub wom_none_full: WomNoneFull,
        pub pawn_passes: PawnPasses,
        pub bid_eligibility: BidEligibility,
        pub reno_stock: RenoStock,
        pub tie_rank: TieRank,
        pub zero_awards: bool,
        pub popularity_metric: PopularityMetric,
        pub hostess_seat: HostessSeat,
        pub attraction_first: AttractionFirst,
        pub manager_wage: ManagerWage,
        pub manager_two: ManagerTwo,
        pub manager_last: bool,
        pub surplus_blocks: bool,
        pub start: Start = start,
        pub trips: u8 = players.get(row, "trips"),
        /// Different stores a player visits on a trip.
        pub visits: u32 = players.get(row, "visits"),
        pub hired_a_round: u8 = players.get(row, "hired_a_round"),
        pub renovations: u32 = players.get(row, "renovations"),
        pub ingredient_dice: u8 = players.get(row, "dice"),
        pub kept_dice: u8 = players.get(row, "kept_dice"),
        pub staff_out: usize = players.get(row, "staff_out"),
        pub renovations_out: usize = players.get(row, "renovations_out"),
        pub staff_spaces: u32 = players.get(row, "staff_spaces"),
        pub renovation_spaces: u32 = players.get(row, "renovation_spaces"),
        /// Seats of the main dining room, and of the second one.
        pub tables: u8 = players.get(row, "tables"),
        pub second_room: u8 = players.get(row, "second_room"),
        pub above_stars: u8 = players.get(row, "above_stars"),
        pub shill_stars: u8 = players.get(row, "shill_stars"),
        pub interest: i32 = players.get(row, "interest"),
        /// Asking prices, the dearest first.
        pub slots: Vec<i32> = slots,
        pub prices: [i32; DICE] = prices,
        pub wages: [i32; WAGES] = wages(settings),
        /// Victory points by category rank, then by place. With two players only the better one scores.
        pub points: [[i32; 4]; CATEGORIES] = points(settings, row.id == "2"),
        pub is_two: bool = row.id == "2",
    }
}

impl Variant {
    pub fn new(settings: &Settings, players: usize) -> Result<Variant, SettingError> {
        let table = settings.table("players");
        let row = table.required(&players.to_string())?;
        let is_two = players == 2;
        let prices = prices(settings, is_two)?;
        if settings.table("points").rows.len() != CATEGORIES || settings.table("wages").rows.len() != WAGES {
            return Err(SettingError::new(
                "the tables of points and wages have a fixed length",
                format!("`points` needs {CATEGORIES} rows, `wages` {WAGES}"),
            )
            .about(["points", "wages"]));
        }
        let slots = slots(settings, table.get(row, "slots"), is_two)?;
        let start = Start {
            money: settings.by_seat("money", players)?,
            stars: settings.by_seat(&format!("players.{players}.stars"), players)?,
        };
        Ok(Variant::read(settings, table, row, start, prices, slots))
    }

    /// The category that customers of a type drive (RR-138).
    #[inline]
    pub fn driven_by(&self, guest: Guest) -> Option<Category> {
        let tourist = match self.wom_tourist {
            WomTourist::Rating => (Category::Rating, Category::Profit),
            WomTourist::Profit => (Category::Profit, Category::Rating),
        };
        match guest {
            Guest::Cheapskate => Some(tourist.1),
            Guest::Executive => Some(Category::Ambiance),
            Guest::Local => Some(Category::Service),
            Guest::Scenester => Some(Category::Popularity),
            Guest::Tourist => Some(tourist.0),
            Guest::Shill | Guest::Critic => None,
            _ => Some(Category::Food),
        }
    }
}

fn prices(settings: &Settings, is_two: bool) -> Result<[i32; DICE], SettingError> {
    let chart = settings.table("prices");
    let mut prices = [0; DICE];
    for (die, price) in prices.iter_mut().enumerate() {
        let row = chart.required(&format!("die-{}", die + 1))?;
        *price = chart.get(row, if is_two { "price_two" } else { "price" });
    }
    Ok(prices)
}

fn wages(settings: &Settings) -> [i32; WAGES] {
    let scale = settings.table("wages");
    std::array::from_fn(|line| scale.get(&scale.rows[line], "wages"))
}

fn points(settings: &Settings, is_two: bool) -> [[i32; 4]; CATEGORIES] {
    let ranks = settings.table("points");
    std::array::from_fn(|rank| {
        let of = |column| ranks.get(&ranks.rows[rank], column);
        if is_two { [of("better"), 0, 0, 0] } else { [of("best"), of("second"), of("third"), 0] }
    })
}

/// Asking prices of the slots in play (RR-26, RR-27).
fn slots(settings: &Settings, count: usize, is_two: bool) -> Result<Vec<i32>, SettingError> {
    let table = settings.table("slots");
    if table.rows.len() < count {
        return Err(SettingError::new(
            format!("{count} Help Wanted slots, but prices for {}", table.rows.len()),
            "table `slots` needs a row for each slot in play",
        )
        .about(["slots", "players"]));
    }
    let prices = table.rows.iter().take(count).map(|row| table.int(row, "price") as i32);
    let (percent, extra) = (settings.int("slot_percent_two") as i32, settings.int("slot_extra_two") as i32);
    Ok(prices.map(|price| if is_two { marked_up(price, percent) + extra } else { price }).collect())
}

/// `percent` percent of a price, rounded up.
pub fn marked_up(price: i32, percent: i32) -> i32 {
    (price * percent + 99) / 100
}
