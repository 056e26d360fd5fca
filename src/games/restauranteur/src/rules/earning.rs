//! Who earns what, and who pays tolls (RE-37 to RE-61).

use super::{
    Restauranteur,
    action::Target,
    board::{Cell, Cells, cells, with_eight},
    components::{Cuisine, Cuisines, Improvement, cuisines},
    event::{self, Cause, Earning},
    state::{Place, Public},
    sums::Trade,
    variant::{DiscountCancel, DiscountTrigger, MailingAmount, RandomEarners, ReachScope},
};
use sim_engine::seat::{BySeat, Seat};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    Card(Target),
    Dice(Cell),
}

/// A restaurant that an occasion addresses, and its coins, possibly 0.
#[derive(Debug, Clone, Copy)]
pub struct Earner {
    pub seat: Seat,
    pub cuisine: Cuisine,
    pub cell: Cell,
    pub trade: Trade,
    pub coins: i32,
}

pub(super) type Earners = [u8; Cuisine::COUNT];

impl Restauranteur {
    #[inline]
    fn region(&self, table: &Public, occasion: Occasion) -> Cells {
        match occasion {
            Occasion::Card(target) => match target {
                Target::Cuisine(cuisine) => table.cuisines[cuisine.index()],
                Target::District(district) => self.around(table, table.districts[district.index()]),
                Target::Mailing(cell) => self.around(table, cell.bit()),
                Target::Billboard(line) => line.cells(),
                Target::Radio(quadrant) => quadrant.cells(),
                Target::AirBanner(side) => self.side_cells(side),
            },
            Occasion::Dice(cell) if cell.bit() & table.district_cells != 0 => self.around(table, cell.bit()),
            Occasion::Dice(cell) => cell.bit(),
        }
    }

    #[inline]
    fn around(&self, table: &Public, districts: Cells) -> Cells {
        let reaches_far = |seat| table.improvements[seat].far() != 0;
        let is_far = self.variant.reach_scope == ReachScope::All && Seat::all(self.players).any(reaches_far);
        if is_far { Cells::MAX } else { with_eight(districts) }
    }

    #[inline]
    pub(super) fn pay(&self, table: &Public, occasion: Occasion, trade: &Trade) -> i32 {
        match occasion {
            Occasion::Card(Target::District(district)) => self.from_district(table, trade, district),
            Occasion::Card(Target::Mailing(cell)) if trade.reached & cell.bit() == 0 => 0,
            Occasion::Card(Target::Mailing(_)) => self.from_mailing(trade),
            Occasion::Card(_) => trade.full(),
            Occasion::Dice(cell) if cell.bit() & table.district_cells == 0 => trade.full(),
            Occasion::Dice(cell) if trade.reached & cell.bit() == 0 => 0,
            Occasion::Dice(_) => self.coin(trade),
        }
    }

    /// Whether an occasion addresses a restaurant in its region. One for districts addresses restaurants that
    /// reach such a district.
    #[inline]
    fn concerns(&self, table: &Public, occasion: Occasion, trade: &Trade) -> bool {
        match occasion {
            Occasion::Card(Target::District(district)) => {
                trade.reached & table.districts[district.index()] != 0
            }
            Occasion::Card(Target::Mailing(cell)) => trade.reached & cell.bit() != 0,
            Occasion::Dice(cell) => cell.bit() & table.district_cells == 0 || trade.reached & cell.bit() != 0,
            Occasion::Card(_) => true,
        }
    }

    /// Whether a seat's restaurants earn from dice that the active seat rolls (B-06).
    #[inline]
    pub fn earns_by_dice(&self, table: &Public, seat: Seat) -> bool {
        self.variant.random_earners == RandomEarners::All || seat == table.active
    }

    #[inline]
    pub(super) fn each_earner(&self, table: &Public, occasion: Occasion, mut visit: impl FnMut(Earner)) {
        let region = self.region(table, occasion) & table.restaurants();
        let is_rolled = matches!(occasion, Occasion::Dice(_));
        for cell in cells(region) {
            let Place::Restaurant(cuisine, seat) = table.place(cell) else { continue };
            if is_rolled && !self.earns_by_dice(table, seat) {
                continue;
            }
            let stars = table.stars[seat][cuisine.index()];
            let trade = self.trade(table, seat, cuisine, cell, stars);
            if !self.concerns(table, occasion, &trade) {
                continue;
            }
            let coins = self.pay(table, occasion, &trade);
            visit(Earner { seat, cuisine, cell, trade, coins });
        }
    }

    /// Builds the event of an earning restaurant, including the sources of its coins.
    pub(super) fn earning(
        &self,
        table: &Public,
        occasion: Occasion,
        &Earner { seat, cuisine, cell, trade, coins }: &Earner,
        cause: Cause,
    ) -> Earning {
        let row = &table.improvements[seat];
        let on = |card: Improvement| row.has(card, cuisine);
        // Coins lost without one of the two cards.
        let coins_lost_without = |card: Improvement| {
            if !on(card) {
                return 0;
            }
            let alone = self.trade_with(
                table,
                (
                    on(Improvement::Delivery) && card != Improvement::Delivery,
                    on(Improvement::DriveThrough) && card != Improvement::DriveThrough,
                ),
                cell,
                trade.stars,
            );
            (coins - self.pay(table, occasion, &alone)) as u8
        };
        let (districts, multiplied) = self.paid_for(table, occasion, &trade);
        Earning {
            seat,
            active: table.active,
            cuisine,
            restaurant: event::restaurant(cuisine),
            cell,
            coins: coins as u8,
            stars: trade.stars as u8,
            districts: table.districts_of(districts),
            multiplied,
            monopoly: table.monopolist(cuisine) == Some(seat),
            staff: row.staff(cuisine),
            by_delivery: coins_lost_without(Improvement::Delivery),
            by_drive_through: coins_lost_without(Improvement::DriveThrough),
            served: table.lots[cell.index()].served,
            cause,
        }
    }

    /// Districts that an occasion pays a restaurant for, and whether its stars multiply the coins.
    fn paid_for(&self, table: &Public, occasion: Occasion, trade: &Trade) -> (Cells, bool) {
        let single = self.variant.district_stars;
        match occasion {
            Occasion::Card(Target::District(district)) => {
                (trade.reached & table.districts[district.index()], single)
            }
            Occasion::Card(Target::Mailing(_)) if self.variant.mailing_amount == MailingAmount::Full => {
                (trade.served, true)
            }
            Occasion::Card(Target::Mailing(cell)) => (cell.bit(), single),
            Occasion::Dice(cell) if cell.bit() & table.district_cells != 0 => (cell.bit(), single),
            _ => (trade.served, true),
        }
    }

    /// Whether a restaurant with these coins counts as earning (B-22).
    #[inline]
    pub(super) fn earns(&self, coins: i32) -> bool {
        coins > 0 || !self.variant.toll_needs_coin
    }

    /// The types on which any seat's Discounts take a toll.
    #[inline]
    pub fn tolled(&self, table: &Public) -> Cuisines {
        let discounts = |seat| table.improvements[seat].cuisines(Improvement::Discounts);
        Seat::all(self.players).fold(0, |set, seat| set | discounts(seat))
    }

    /// Transfers the tolls of Discounts for the types that earn, and passes each to `visit` (RE-60, RE-61,
    /// B-10 to B-12).
    pub(super) fn tolls(
        &self,
        table: &Public,
        earners: &Earners,
        coins: &mut BySeat<i32>,
        mut visit: impl FnMut(Seat, Seat, Cuisine, i32),
    ) {
        let from_active = || (0..self.players).map(|step| table.active.after(step, self.players));
        for cuisine in cuisines(self.tolled(table)).filter(|cuisine| earners[cuisine.index()] > 0) {
            let discounts = |seat: &Seat| table.improvements[*seat].has(Improvement::Discounts, cuisine);
            let is_cancelled = self.variant.discount_cancel == DiscountCancel::All
                && Seat::all(self.players).filter(discounts).count() > 1;
            if is_cancelled {
                continue;
            }
            let times = match self.variant.discount_trigger {
                DiscountTrigger::Event => 1,
                DiscountTrigger::Restaurant => i32::from(earners[cuisine.index()]),
            };
            for taker in from_active().filter(discounts) {
                for payer in from_active().filter(|payer| !discounts(payer)) {
                    let due = times * i32::from(table.counts[payer][cuisine.index()]);
                    let paid = due.min(coins[payer]);
                    if paid > 0 {
                        coins[payer] -= paid;
                        coins[taker] += paid;
                        visit(taker, payer, cuisine, paid);
                    }
                }
            }
        }
    }

    /// Coins that an occasion would give each seat now, including tolls.
    pub fn payout(&self, table: &Public, occasion: Occasion) -> BySeat<i32> {
        let is_tolled = self.tolled(table) != 0;
        if let Occasion::Card(target) = occasion
            && !is_tolled
        {
            return table.coins_of(target, self.players);
        }
        let (mut gains, mut earners) = (BySeat::default(), Earners::default());
        self.each_earner(table, occasion, |earner| {
            gains[earner.seat] += earner.coins;
            earners[earner.cuisine.index()] += u8::from(self.earns(earner.coins));
        });
        if is_tolled {
            let mut coins = table.coins;
            Seat::all(self.players).for_each(|seat| coins[seat] += gains[seat]);
            self.tolls(table, &earners, &mut coins, |_, _, _, _| {});
            gains = BySeat::from_fn(self.players, |seat| coins[seat] - table.coins[seat]);
        }
        gains
    }
}
