//! Every number and ruling that can be turned, read once from the parameters.

use super::words::{CATEGORIES, Category, Guest};
use sim_engine::params::{ParamError, Params, words};

words! {
    /// RR-19: what seats know of the cash of others.
    pub enum CashSeen { Secret = "secret", Open = "open" }

    /// Ruling RR-A1: whether a rising category passes one that rises as well.
    pub enum WomMode { Sweep = "sweep", Block = "block" }

    /// Ruling RR-A2: what Tourists drive; Cheapskates drive the other one.
    pub enum WomTourist { Rating = "rating", Profit = "profit" }

    /// Ruling RR-A3: whose patrons talk when no dining room is full.
    pub enum WomNoneFull { Most = "most", All = "all" }

    /// Ruling RR-A4: from where the pawn goes one to the left.
    pub enum PawnPasses { Winner = "winner", Holder = "holder" }

    /// Ruling RR-A7: who may bid for ingredients that another player named.
    pub enum BidEligibility { Usable = "usable", Any = "any" }

    /// Ruling RR-A10: whether renovations are filled up or added.
    pub enum RenoStock { Fill = "fill", Add = "add" }

    /// Ruling RR-A18: who is second after a tie for best.
    pub enum TieRank { Competition = "competition", Dense = "dense" }

    /// Ruling RR-A20: what is popular for customers.
    pub enum PopularityMetric { Tonight = "tonight", Track = "track" }

    /// Ruling RR-A21: whether the Hostess's seat belongs to the dining room.
    pub enum HostessSeat { Extra = "extra", Room = "room" }

    /// Ruling RR-A26: which customer an attraction claims.
    pub enum AttractionFirst { Drawn = "drawn", Available = "available" }

    /// Ruling RR-A32: wages beside a manager.
    pub enum ManagerWage { Scale = "scale", Flat = "flat" }

    /// Ruling RR-A35: whether the Manager brings places with two players.
    pub enum ManagerTwo { Extra = "extra", None = "none" }
}

/// Price dice.
pub const DICE: usize = 6;
/// Lines of the table of wages.
pub const WAGES: usize = 5;

/// The rules in force at one table size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    pub money: i32,
    pub customers_start: u8,
    pub customer_die: u32,
    pub critic_place: u8,
    pub critic_counts: bool,
    pub best_award: u8,
    pub second_award: u8,
    pub equal_award: u8,
    pub max_stars: u8,
    pub loan_max: i32,
    pub debt_penalty: i32,
    pub manager_pay: i32,
    pub shops_for_trip: u32,
    pub popularity_marks: [u8; 2],
    pub food_marks: [u8; 2],
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
    pub start_stars: u8,
    pub trips: u8,
    /// Different stores a player visits on a trip.
    pub visits: u32,
    pub hired_a_round: u8,
    pub renovations: u32,
    pub ingredient_dice: u8,
    pub kept_dice: u8,
    pub staff_out: usize,
    pub renovations_out: usize,
    pub staff_spaces: u32,
    pub renovation_spaces: u32,
    /// Seats of the main dining room, and of the second one.
    pub tables: u8,
    pub second_room: u8,
    pub above_stars: u8,
    pub shill_stars: u8,
    pub interest: i32,
    /// Asking prices, the dearest first.
    pub slots: Vec<i32>,
    /// Price of each face of the price die.
    pub prices: [i32; DICE],
    pub wages: [i32; WAGES],
    /// Victory points by rank of the category, and by place; with two players the better one alone.
    pub points: [[i32; 4]; CATEGORIES],
    pub is_two: bool,
}

impl Variant {
    pub fn new(params: &Params, players: usize) -> Result<Variant, ParamError> {
        let is_two = players == 2;
        let table = params.table("players");
        let row = table.rows.iter().find(|row| row.id == players.to_string());
        let row = row.ok_or_else(|| {
            ParamError::new(
                format!("no line for {players} players"),
                "table `players` needs one for 2, 3 and 4",
            )
            .about(["players"])
        })?;
        let of = |column| table.int(row, column);
        let byte = |name| params.int(name) as u8;
        let chart = params.table("prices");
        let mut prices = [0; DICE];
        for (die, price) in prices.iter_mut().enumerate() {
            let id = format!("die-{}", die + 1);
            let row = chart.rows.iter().find(|row| row.id == id);
            let row = row.ok_or_else(|| {
                ParamError::new(format!("the price chart has no `{id}`"), "it needs die-1 to die-6")
                    .about(["prices"])
            })?;
            *price = chart.int(row, if is_two { "price_two" } else { "price" }) as i32;
        }
        let scale = params.table("wages");
        let mut wages = [0; WAGES];
        for (wage, row) in wages.iter_mut().zip(&scale.rows) {
            *wage = scale.int(row, "wages") as i32;
        }
        let ranks = params.table("points");
        if ranks.rows.len() != CATEGORIES || scale.rows.len() != WAGES {
            return Err(ParamError::new(
                "the tables of points and wages have a fixed length",
                format!("`points` needs {CATEGORIES} rows, `wages` {WAGES}"),
            )
            .about(["points", "wages"]));
        }
        let mut points = [[0; 4]; CATEGORIES];
        for (points, row) in points.iter_mut().zip(&ranks.rows) {
            let of = |column| ranks.int(row, column) as i32;
            *points =
                if is_two { [of("better"), 0, 0, 0] } else { [of("best"), of("second"), of("third"), 0] };
        }
        Ok(Variant {
            money: params.int("money") as i32,
            customers_start: byte("customers_start"),
            customer_die: params.int("customer_die") as u32,
            critic_place: byte("critic_place"),
            critic_counts: params.flag("critic_counts"),
            best_award: byte("best_award"),
            second_award: byte("second_award"),
            equal_award: byte("equal_award"),
            max_stars: byte("max_stars"),
            loan_max: params.int("loan_max") as i32 / 10 * 10,
            debt_penalty: params.int("debt_penalty") as i32,
            manager_pay: params.int("manager_pay") as i32,
            shops_for_trip: params.int("shops_for_trip") as u32,
            popularity_marks: [byte("popularity_first"), byte("popularity_second")],
            food_marks: [byte("food_first"), byte("food_second")],
            cash: params.get("cash"),
            wom_mode: params.get("wom_mode"),
            wom_tourist: params.get("wom_tourist"),
            wom_none_full: params.get("wom_none_full"),
            pawn_passes: params.get("pawn_passes"),
            bid_eligibility: params.get("bid_eligibility"),
            reno_stock: params.get("reno_stock"),
            tie_rank: params.get("tie_rank"),
            zero_awards: params.flag("zero_awards"),
            popularity_metric: params.get("popularity_metric"),
            hostess_seat: params.get("hostess_seat"),
            attraction_first: params.get("attraction_first"),
            manager_wage: params.get("manager_wage"),
            manager_two: params.get("manager_two"),
            manager_last: params.flag("manager_last"),
            surplus_blocks: params.flag("surplus_blocks"),
            start_stars: of("stars") as u8,
            trips: of("trips") as u8,
            visits: of("visits") as u32,
            hired_a_round: of("hired_a_round") as u8,
            renovations: of("renovations") as u32,
            ingredient_dice: of("dice") as u8,
            kept_dice: of("kept_dice") as u8,
            staff_out: of("staff_out") as usize,
            renovations_out: of("renovations_out") as usize,
            staff_spaces: of("staff_spaces") as u32,
            renovation_spaces: of("renovation_spaces") as u32,
            tables: of("tables") as u8,
            second_room: of("second_room") as u8,
            above_stars: of("above_stars") as u8,
            shill_stars: of("shill_stars") as u8,
            interest: of("interest") as i32,
            slots: slots(params, of("slots") as usize, is_two)?,
            prices,
            wages,
            points,
            is_two,
        })
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

/// Asking prices of the slots in play (RR-26, RR-27).
fn slots(params: &Params, count: usize, is_two: bool) -> Result<Vec<i32>, ParamError> {
    let table = params.table("slots");
    if table.rows.len() < count {
        return Err(ParamError::new(
            format!("{count} Help Wanted slots, but prices for {}", table.rows.len()),
            "table `slots` needs a row for each slot in play",
        )
        .about(["slots", "players"]));
    }
    let prices = table.rows.iter().take(count).map(|row| table.int(row, "price") as i32);
    let (percent, extra) = (params.int("slot_percent_two") as i32, params.int("slot_extra_two") as i32);
    Ok(prices.map(|price| if is_two { marked_up(price, percent) + extra } else { price }).collect())
}

/// A price in percent of another, rounded up.
pub fn marked_up(price: i32, percent: i32) -> i32 {
    (price * percent + 99) / 100
}
