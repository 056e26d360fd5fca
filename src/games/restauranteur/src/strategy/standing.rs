//! A seat's view at a decision, with estimates that several features share.

use std::cell::OnceCell;

use super::{ground::Ground, pace::Pace, tolls::Tolls};
use crate::rules::{
    Observation, Restauranteur,
    board::{CELLS, Cell, Cells, cells, lines_of},
    components::{Campaign, Cuisine, Cuisines, Face, cuisines},
    state::Public,
    sums::Trade,
    variant::InvestTies,
};
use sim_engine::Seat;
use sim_script::evaluator::rivals;

pub struct Standing<'a> {
    pub seen: Observation<'a>,
    pub rules: &'a Restauranteur,
    pub table: &'a Public,
    pub seat: Seat,
    ground: &'a Ground,
    /// Coins per round by type of all own restaurants if they had one star.
    starless: [OnceCell<f64>; Cuisine::COUNT],
    pub tolls: Tolls,
}

impl<'a> Standing<'a> {
    pub fn new(seen: Observation<'a>, seat: Seat, ground: &'a Ground) -> Standing<'a> {
        let (rules, table) = (seen.rules, seen.table());
        Standing { seen, rules, table, seat, ground, starless: Default::default(), tolls: Tolls::default() }
    }

    #[inline]
    pub fn pace(&self) -> &'a Pace {
        self.ground.pace(self.seen)
    }

    #[inline]
    pub fn rivals(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        rivals(self.rules.players, self.seat)
    }

    /// The rival with the most coins; ties go to the next in turn order.
    pub fn leader(&self) -> Option<Seat> {
        let coins = |seat: &Seat| self.table.coins[*seat];
        self.rivals().reduce(|best, seat| if coins(&seat) > coins(&best) { seat } else { best })
    }

    pub fn count(&self, seat: Seat, types: Cuisines) -> u8 {
        cuisines(types).map(|cuisine| self.table.counts[seat][cuisine.index()]).sum()
    }

    #[inline]
    pub fn most_of(&self, cuisine: Cuisine) -> u8 {
        self.rivals().map(|rival| self.table.counts[rival][cuisine.index()]).max().unwrap_or(0)
    }

    pub fn most(&self, types: Cuisines) -> u8 {
        self.rivals().map(|rival| self.count(rival, types)).max().unwrap_or(0)
    }

    pub fn own(&self, cuisine: Cuisine) -> Cells {
        self.table.cuisines[cuisine.index()] & self.table.owned[self.seat]
    }

    /// Coins per round of a seat's restaurant.
    pub fn income(&self, cuisine: Cuisine, cell: Cell, trade: &Trade) -> f64 {
        self.pace().income(self.rules, self.table, Some(cuisine), cell, trade)
    }

    /// Coins per round of an own restaurant without extended reach, by cell; valid on `places`.
    #[inline]
    pub fn incomes(&self, cuisine: Option<Cuisine>, stars: u8, places: Cells) -> [f64; CELLS] {
        let coin = if self.rules.variant.district_stars { stars } else { 1 };
        let spots = &self.ground.spots;
        self.pace().incomes(spots, cuisine, stars.into(), coin.into()).unwrap_or_else(|| {
            let mut incomes = [0.0; CELLS];
            for cell in cells(places) {
                let served = cell.near() & self.table.district_cells;
                let trade = Trade { served, reached: served, stars: stars.into() };
                incomes[cell.index()] = self.pace().income(self.rules, self.table, cuisine, cell, &trade);
            }
            incomes
        })
    }

    #[inline]
    pub fn districts(&self, cell: Cell) -> f64 {
        self.ground.spots.districts[cell.index()]
    }

    /// Coins per round of a seat's restaurants of a type, with these stars.
    pub fn income_of_type(&self, seat: Seat, cuisine: Cuisine, stars: u8) -> f64 {
        let restaurants = self.table.cuisines[cuisine.index()] & self.table.owned[seat];
        let income = |cell| {
            let trade = self.rules.trade(self.table, seat, cuisine, cell, stars);
            self.income(cuisine, cell, &trade)
        };
        cells(restaurants).map(income).sum()
    }

    /// Coins per round of all own restaurants of a type if they had one star.
    pub fn income_without_stars(&self, cuisine: Cuisine) -> f64 {
        *self.starless[cuisine.index()].get_or_init(|| self.income_of_type(self.seat, cuisine, 1))
    }

    /// Coins per round of all restaurants and leads of a seat.
    pub fn prospect(&self, seat: Seat) -> f64 {
        let leads = self.table.leads[seat].count_ones() as i32 * self.rules.variant.lead_income;
        self.pace().income_of(self.table, seat) + f64::from(leads)
    }

    pub fn stars(&self, seat: Seat, cuisine: Cuisine) -> u8 {
        self.table.stars[seat][cuisine.index()]
    }

    /// Coins per round of the best open cell on the row and column of a number (from 0), for a restaurant
    /// with one star of an average type.
    pub fn best_site(&self, number: u8) -> f64 {
        let plain = self.ground.plain(|| self.incomes(None, 1, Cells::MAX));
        let open = self.table.open & lines_of(number);
        cells(open).map(|cell| plain[cell.index()]).fold(0.0, f64::max)
    }

    /// Whether one more restaurant of a type makes the seat lead it, and whether it ends a rival's lead.
    pub fn leads_after_build(&self, cuisine: Cuisine) -> (bool, bool) {
        let mine = self.table.counts[self.seat][cuisine.index()] + 1;
        let most = self.most_of(cuisine);
        let has_lead = |seat: Seat| self.table.leads[seat] & cuisine.bit() != 0;
        let (leads, broken) = match self.rules.variant.invest_ties {
            InvestTies::Strict => (mine > most, mine >= most),
            InvestTies::Shared => (mine >= most, mine > most),
        };
        (leads && !has_lead(self.seat), broken && self.rivals().any(has_lead))
    }

    /// Expected plays of a campaign per round by the seat: the cards in its hand, and its share of the others.
    pub fn plays(&self, campaign: Campaign) -> f64 {
        let (face, all) = (Face::campaign(campaign), self.pace().campaign(campaign));
        let held = (f64::from(self.seen.hand().count(face)) / self.pace().rounds).min(all);
        held + (all - held) / self.rules.players as f64
    }
}
