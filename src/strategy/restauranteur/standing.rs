//! What a seat may look at, and what it works out from it more than once.

use std::cell::OnceCell;

use super::pace::Pace;
use crate::{
    rules::{
        Seat,
        restauranteur::{
            Observation, Restauranteur,
            board::{CELLS, Cell, Cells, cells, lines_of},
            components::{Campaign, Cuisine, Cuisines, Face, Improvement, cuisines},
            state::Public,
            sums::Trade,
            variant::{DiscountCancel, DiscountTrigger, InvestTies},
        },
    },
    strategy::desk::rivals,
};

/// A seat's view of the table.
pub struct Standing<'a> {
    pub seen: Observation<'a>,
    pub rules: &'a Restauranteur,
    pub table: &'a Public,
    pub seat: Seat,
    pace: OnceCell<Pace>,
    plain: OnceCell<[f64; CELLS]>,
}

impl<'a> Standing<'a> {
    pub fn new(seen: Observation<'a>, seat: Seat) -> Standing<'a> {
        let (rules, table) = (seen.rules(), seen.table());
        Standing { seen, rules, table, seat, pace: OnceCell::new(), plain: OnceCell::new() }
    }

    #[inline]
    pub fn pace(&self) -> &Pace {
        self.pace.get_or_init(|| Pace::new(self.seen))
    }

    #[inline]
    pub fn rivals(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        rivals(self.rules.players_at_table(), self.seat)
    }

    /// The rival with the most coins; of several the next in turn.
    pub fn leader(&self) -> Option<Seat> {
        let coins = |seat: &Seat| self.table.coins[*seat];
        self.rivals().reduce(|best, seat| if coins(&seat) > coins(&best) { seat } else { best })
    }

    /// Restaurants of a seat among the types of a set.
    pub fn count(&self, seat: Seat, types: Cuisines) -> u8 {
        cuisines(types).map(|cuisine| self.table.counts[seat][cuisine.index()]).sum()
    }

    /// Most restaurants of these types that a rival has.
    pub fn most(&self, types: Cuisines) -> u8 {
        self.rivals().map(|rival| self.count(rival, types)).max().unwrap_or(0)
    }

    /// Own restaurants of a type.
    pub fn own(&self, cuisine: Cuisine) -> Cells {
        self.table.cuisines[cuisine.index()] & self.table.owned[self.seat]
    }

    /// Coins a round of a seat's restaurant.
    pub fn income(&self, cuisine: Cuisine, cell: Cell, trade: &Trade) -> f64 {
        self.pace().income(self.rules, self.table, Some(cuisine), cell, trade)
    }

    /// Coins a round of a seat's restaurants of a type, with these stars.
    pub fn income_of_type(&self, seat: Seat, cuisine: Cuisine, stars: u8) -> f64 {
        let restaurants = self.table.cuisines[cuisine.index()] & self.table.owned[seat];
        let income = |cell| {
            let trade = self.rules.trade(self.table, seat, cuisine, cell, stars);
            self.income(cuisine, cell, &trade)
        };
        cells(restaurants).map(income).sum()
    }

    /// Coins a round of all restaurants and leads of a seat.
    pub fn prospect(&self, seat: Seat) -> f64 {
        let leads = self.table.leads[seat].count_ones() as i32 * self.rules.variant.lead_income;
        self.pace().income_of(self.table, seat) + f64::from(leads)
    }

    /// Stars of a seat's restaurants of a type as they are.
    pub fn stars(&self, seat: Seat, cuisine: Cuisine) -> u8 {
        self.table.stars[seat][cuisine.index()]
    }

    /// Coins a round of a restaurant with one star, of whatever type, on each open cell.
    fn plain(&self) -> &[f64; CELLS] {
        self.plain.get_or_init(|| {
            let mut plain = [0.0; CELLS];
            for cell in cells(self.table.open_cells()) {
                let districts = cell.near() & self.table.district_cells;
                let trade = Trade { served: districts, reached: districts, stars: 1 };
                plain[cell.index()] = self.pace().income(self.rules, self.table, None, cell, &trade);
            }
            plain
        })
    }

    /// The best of them on the row and column of a number, from 0.
    pub fn best_site(&self, number: u8) -> f64 {
        let plain = self.plain();
        let open = self.table.open_cells() & lines_of(number);
        cells(open).map(|cell| plain[cell.index()]).fold(0.0, f64::max)
    }

    /// Whether one more restaurant of a type makes the seat lead it, and whether it ends a rival's lead.
    pub fn leads_after_build(&self, cuisine: Cuisine) -> (bool, bool) {
        let (mine, most) = (self.count(self.seat, cuisine.bit()) + 1, self.most(cuisine.bit()));
        let has_lead = |seat: Seat| self.table.leads[seat] & cuisine.bit() != 0;
        let (leads, broken) = match self.rules.variant.invest_ties {
            InvestTies::Strict => (mine > most, mine >= most),
            InvestTies::Shared => (mine >= most, mine > most),
        };
        (leads && !has_lead(self.seat), broken && self.rivals().any(has_lead))
    }

    /// Times a round that the seat may expect to play a campaign: a card in its hand, and its share of
    /// the others.
    pub fn plays(&self, campaign: Campaign) -> f64 {
        let (face, all) = (Face::campaign(campaign), self.pace().campaign(campaign));
        let held = (f64::from(self.seen.hand().count(face)) / self.pace().rounds).min(all);
        held + (all - held) / self.rules.players_at_table() as f64
    }

    /// Whether Discounts of a seat speak of a type.
    pub fn has_discounts(&self, seat: Seat, cuisine: Cuisine) -> bool {
        self.table.improvements[seat].cuisines(Improvement::Discounts) & cuisine.bit() != 0
    }

    /// Coins a round that each restaurant pays to each Discounts of others on its type.
    pub fn toll_rate(&self, cuisine: Cuisine) -> f64 {
        let of_type = self.table.cuisines[cuisine.index()];
        let mut rate = 0.0;
        let (mut at, mut reached) = (0, 0);
        for seat in Seat::all(self.rules.players_at_table()) {
            let stars = self.stars(seat, cuisine);
            for cell in cells(of_type & self.table.owned[seat]) {
                let trade = self.rules.trade(self.table, seat, cuisine, cell, stars);
                if trade.served == 0 && self.rules.variant.toll_needs_coin {
                    continue;
                }
                if self.rules.variant.discount_trigger == DiscountTrigger::Restaurant {
                    rate += self.pace().occasions(self.table, cuisine, cell.bit(), trade.reached);
                }
                at |= cell.bit();
                reached |= trade.reached;
            }
        }
        match self.rules.variant.discount_trigger {
            DiscountTrigger::Event => self.pace().occasions(self.table, cuisine, at, reached),
            DiscountTrigger::Restaurant => rate,
        }
    }

    /// Coins a round that Discounts of the seat on a type bring, or save, if nobody runs out of coins.
    pub fn tolls(&self, cuisine: Cuisine) -> f64 {
        let takers = self.rivals().filter(|&rival| self.has_discounts(rival, cuisine)).count();
        let theirs: u8 = self
            .rivals()
            .filter(|&rival| !self.has_discounts(rival, cuisine))
            .map(|rival| self.count(rival, cuisine.bit()))
            .sum();
        let mine = usize::from(self.count(self.seat, cuisine.bit()));
        let is_all = self.rules.variant.discount_cancel == DiscountCancel::All;
        let restaurants = match takers {
            0 => usize::from(theirs),
            // Everybody's Discounts cancel: two of others have done so already.
            1 if is_all => mine,
            _ if is_all => 0,
            _ => usize::from(theirs) + mine * takers,
        };
        if restaurants == 0 { 0.0 } else { restaurants as f64 * self.toll_rate(cuisine) }
    }
}
