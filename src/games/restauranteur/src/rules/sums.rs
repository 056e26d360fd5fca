//! Payouts of every target to every seat, updated incrementally as restaurants, stars and served districts
//! change. A strategy evaluates a target by reading one number.
//!
//! The sums exclude tolls of Discounts, which depend on what else earns and on coins.

use super::{
    Restauranteur,
    action::Target,
    board::{Cell, Cells, LINES, Line, Quadrant, SIDE, Side, cells},
    components::{Campaign, Cuisine, District, Face, Improvement, Sort, cuisines},
    state::{Place, Public},
    variant::{DistrictMulti, MailingAmount, ReachScope, SideMode},
};
use sim_engine::seat::{BySeat, Seat};

pub const MAX_DISTRICTS: usize = 3 * SIDE;

/// Coins of each seat.
pub type Gains = BySeat<i16>;

/// Sums of incomes by target of a card or roll.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sums {
    cuisines: [Gains; Cuisine::COUNT],
    districts: [Gains; District::COUNT],
    /// By district number, like `rolls`.
    mailings: [Gains; MAX_DISTRICTS],
    rolls: [Gains; MAX_DISTRICTS],
    lines: [Gains; LINES],
    quadrants: [Gains; Quadrant::COUNT],
    sides: [Gains; Side::COUNT],
    /// Summed over all cells: 64 times the mean payout of a roll.
    pub board: Gains,
}

impl Sums {
    const NONE: Gains = BySeat([0; sim_engine::seat::MAX_SEATS]);

    pub(super) const EMPTY: Sums = Sums {
        cuisines: [Sums::NONE; Cuisine::COUNT],
        districts: [Sums::NONE; District::COUNT],
        mailings: [Sums::NONE; MAX_DISTRICTS],
        rolls: [Sums::NONE; MAX_DISTRICTS],
        lines: [Sums::NONE; LINES],
        quadrants: [Sums::NONE; Quadrant::COUNT],
        sides: [Sums::NONE; Side::COUNT],
        board: Sums::NONE,
    };
}

impl Public {
    #[inline]
    fn slot(&self, district: Cell) -> usize {
        match self.place(district) {
            Place::District(_, number) => number.into(),
            other => unreachable!("{district} is no district: {other:?}"),
        }
    }

    /// Visits every target of an income card in ascending order.
    #[inline]
    pub fn each_target(&self, face: Face, mut visit: impl FnMut(Target)) {
        match face.sort() {
            Sort::Cuisine(cuisine) => visit(Target::Cuisine(cuisine)),
            Sort::District(district) => visit(Target::District(district)),
            Sort::Campaign(Campaign::Mailing) => {
                cells(self.district_cells).map(Target::Mailing).for_each(visit);
            }
            Sort::Campaign(Campaign::Billboard) => Line::all().map(Target::Billboard).for_each(visit),
            Sort::Campaign(Campaign::Radio) => Quadrant::all().map(Target::Radio).for_each(visit),
            Sort::Campaign(Campaign::AirBanner) => Side::all().map(Target::AirBanner).for_each(visit),
            Sort::Number(_) | Sort::Improvement(_) => {}
        }
    }

    /// Coins that an income card pays each seat for a target, without tolls.
    #[inline]
    pub fn gains(&self, target: Target) -> &Gains {
        match target {
            Target::Cuisine(cuisine) => &self.sums.cuisines[cuisine.index()],
            Target::District(district) => &self.sums.districts[district.index()],
            Target::Mailing(cell) => &self.sums.mailings[self.slot(cell)],
            Target::Billboard(line) => &self.sums.lines[line.index()],
            Target::Radio(quadrant) => &self.sums.quadrants[quadrant.index()],
            Target::AirBanner(side) => &self.sums.sides[side.index()],
        }
    }

    /// [`Public::gains`] as `i32`, to which tolls can be added.
    #[inline]
    pub fn coins_of(&self, target: Target, players: usize) -> BySeat<i32> {
        let gains = self.gains(target);
        BySeat::from_fn(players, |seat| gains[seat].into())
    }

    /// Coins that dice on a district pay each seat, without tolls.
    #[inline]
    pub fn roll_gains(&self, district: Cell) -> &Gains {
        &self.sums.rolls[self.slot(district)]
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trade {
    /// Districts counted in its full income.
    pub served: Cells,
    /// Districts whose cards, dice and Mailing Campaigns it earns from.
    pub reached: Cells,
    pub stars: i32,
}

impl Trade {
    /// Coins of its full income.
    #[inline]
    pub fn full(&self) -> i32 {
        self.served.count_ones() as i32 * self.stars
    }
}

impl Restauranteur {
    /// The trade of a seat's restaurant of this type on a cell, with these stars.
    #[inline]
    pub fn trade(&self, table: &Public, seat: Seat, cuisine: Cuisine, cell: Cell, stars: u8) -> Trade {
        let row = &table.improvements[seat];
        let services = (row.has(Improvement::Delivery, cuisine), row.has(Improvement::DriveThrough, cuisine));
        self.trade_with(table, services, cell, stars.into())
    }

    /// Like [`Restauranteur::trade`], with explicit Delivery Service and Drive-through (B-09).
    #[inline]
    pub fn trade_with(
        &self,
        table: &Public,
        (delivers, drives): (bool, bool),
        cell: Cell,
        stars: i32,
    ) -> Trade {
        let near = cell.near();
        let mut served = near;
        if delivers {
            served |= cell.ring();
        }
        if drives {
            served |= cell.cross();
        }
        let reached = if self.variant.reach_scope == ReachScope::All { served } else { near };
        Trade { served: served & table.district_cells, reached: reached & table.district_cells, stars }
    }

    /// Multiplier of single coins (B-05).
    #[inline]
    pub fn coin(&self, trade: &Trade) -> i32 {
        if self.variant.district_stars { trade.stars } else { 1 }
    }

    #[inline]
    pub fn from_district(&self, table: &Public, trade: &Trade, district: District) -> i32 {
        let districts = (trade.reached & table.districts[district.index()]).count_ones() as i32;
        self.counted(districts) * self.coin(trade)
    }

    /// Number of districts of one type that are paid for (B-04).
    #[inline]
    fn counted(&self, districts: i32) -> i32 {
        match self.variant.district_multi {
            DistrictMulti::One => districts.min(1),
            DistrictMulti::Each => districts,
        }
    }

    #[inline]
    pub fn from_mailing(&self, trade: &Trade) -> i32 {
        match self.variant.mailing_amount {
            MailingAmount::Full => trade.full(),
            MailingAmount::Coin => self.coin(trade),
        }
    }

    /// The cells of a side (B-08).
    #[inline]
    pub fn side_cells(&self, side: Side) -> Cells {
        match self.variant.side_mode {
            SideMode::Half => side.half(),
            SideMode::Edge => side.edge(),
        }
    }

    /// Applies a change to the restaurants of some types, or to their earnings, and updates stars, incomes and sums.
    pub(super) fn change(
        &self,
        table: &mut Public,
        changed: super::components::Cuisines,
        change: impl FnOnce(&mut Public),
    ) {
        for cuisine in cuisines(changed) {
            self.count_in(table, cuisine, -1);
        }
        change(table);
        for cuisine in cuisines(changed) {
            self.settle(table, cuisine);
        }
    }

    pub(super) fn add_restaurant(&self, table: &mut Public, seat: Seat, cuisine: Cuisine, cell: Cell) {
        if table.monopolist(cuisine).is_some_and(|other| other != seat) {
            // Ending the monopoly changes the stars of the other restaurants.
            return self.change(table, cuisine.bit(), |table| table.put_restaurant(seat, cuisine, cell));
        }
        table.put_restaurant(seat, cuisine, cell);
        let stars = self.stars_of(table, seat, cuisine);
        table.stars[seat][cuisine.index()] = stars;
        let trade = self.trade(table, seat, cuisine, cell, stars);
        self.count_one_in(table, seat, cuisine, cell, &trade, 1);
    }

    /// Moves a restaurant; the stars of its type do not change.
    pub(super) fn shift_restaurant(
        &self,
        table: &mut Public,
        (seat, cuisine): (Seat, Cuisine),
        from: Cell,
        to: Cell,
    ) {
        let stars = table.stars[seat][cuisine.index()];
        let trade = self.trade(table, seat, cuisine, from, stars);
        self.count_one_in(table, seat, cuisine, from, &trade, -1);
        table.take_restaurant(seat, cuisine, from);
        table.put_restaurant(seat, cuisine, to);
        let trade = self.trade(table, seat, cuisine, to, stars);
        self.count_one_in(table, seat, cuisine, to, &trade, 1);
    }

    /// Stars of a seat's restaurants of a type (RE-47 to RE-51).
    fn stars_of(&self, table: &Public, seat: Seat, cuisine: Cuisine) -> u8 {
        let staff = table.improvements[seat].staff(cuisine).count_ones() as u8;
        1 + staff + u8::from(table.monopolist(cuisine) == Some(seat))
    }

    /// Recomputes the stars of a type, and adds its restaurants to the sums.
    pub(super) fn settle(&self, table: &mut Public, cuisine: Cuisine) {
        for seat in Seat::all(self.players) {
            table.stars[seat][cuisine.index()] = self.stars_of(table, seat, cuisine);
        }
        self.count_in(table, cuisine, 1);
    }

    /// Adds the restaurants of a type to the sums, or removes them with `sign` -1.
    fn count_in(&self, table: &mut Public, cuisine: Cuisine, sign: i16) {
        let of_type = table.cuisines[cuisine.index()];
        for seat in Seat::all(self.players) {
            for cell in cells(of_type & table.owned[seat]) {
                let stars = table.stars[seat][cuisine.index()];
                let trade = self.trade(table, seat, cuisine, cell, stars);
                self.count_one_in(table, seat, cuisine, cell, &trade, sign);
            }
        }
    }

    fn count_one_in(
        &self,
        table: &mut Public,
        seat: Seat,
        cuisine: Cuisine,
        cell: Cell,
        trade: &Trade,
        sign: i16,
    ) {
        let full = trade.full() as i16;
        table.incomes[cell.index()] = if sign > 0 { full as u8 } else { 0 };
        let coin = self.coin(trade) as i16;
        let sums = &mut table.sums;
        sums.board[seat] += sign * (full + trade.reached.count_ones() as i16 * coin);
        if full != 0 {
            sums.cuisines[cuisine.index()][seat] += sign * full;
            sums.lines[Line::row(cell.row()).index()][seat] += sign * full;
            sums.lines[Line::column(cell.column()).index()][seat] += sign * full;
            sums.quadrants[Quadrant::of_cell(cell)][seat] += sign * full;
            for side in Side::all() {
                if self.side_cells(side) & cell.bit() != 0 {
                    sums.sides[side.index()][seat] += sign * full;
                }
            }
        }
        if trade.reached == 0 {
            return;
        }
        let mailing = self.from_mailing(trade) as i16;
        let mut paid = [0; District::COUNT];
        for cell in cells(trade.reached) {
            let Place::District(district, number) = table.place(cell) else { continue };
            table.sums.rolls[usize::from(number)][seat] += sign * coin;
            table.sums.mailings[usize::from(number)][seat] += sign * mailing;
            paid[district.index()] += 1;
        }
        for (sum, count) in table.sums.districts.iter_mut().zip(paid) {
            sum[seat] += sign * self.counted(count) as i16 * coin;
        }
    }
}
