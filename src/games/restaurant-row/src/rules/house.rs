//! A restaurant: everything on a player's board, which lies open but for the cash.

use super::{
    RestaurantRow,
    components::NONE,
    variant::HostessSeat,
    words::{Benefit, Criterion, GUESTS, KINDS, STORES, bits},
};
use sim_engine::Seat;

/// A night that is over, as everybody remembers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Night {
    /// Face of the price die; 0 before the first night.
    pub die: u8,
    pub guests: u8,
    pub income: i32,
}

/// A restaurant and what everybody knows of its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct House {
    pub stars: u8,
    /// Employees, as bits of rows.
    pub staff: u16,
    /// Renovations, as bits of rows.
    pub renovations: u16,
    /// Ingredients bought and not yet displayed, last round's frozen one among them, as bits of rows.
    pub pantry: u32,
    /// The ingredient out of the freezer that has to be displayed in this round, or [`NONE`].
    pub thawed: u8,
    /// Ingredients on display, as bits of rows.
    pub shown: u32,
    /// The ingredient put into the freezer for the next round, or [`NONE`].
    pub frozen: u8,
    /// Dollars owed.
    pub loan: i32,
    pub food_marks: u8,
    pub popularity_marks: u8,

    /// What follows from staff and renovations.
    pub service: u8,
    pub ambiance: u8,
    /// Dollars more for every paying customer.
    pub earns: u8,
    /// Seats beside the dining rooms: the Hostess's, and the patio.
    pub extra_seats: u8,
    /// Seats of the main dining room.
    pub tables: u8,
    /// Ingredients that may lie in a space of another kind.
    pub wrong_spaces: u8,
    /// Attractions, as bits.
    pub attractions: u8,
    pub managers: u8,
    pub has_freezer: bool,
    pub prices_last: bool,
    pub buys_early: bool,

    pub forks: [u8; KINDS],
    /// Face of the price die of this round once it is shown; 0 before.
    pub die: u8,

    /// Guests tonight: in the main dining room, in the second one, and beside them.
    pub main: u8,
    pub second: u8,
    pub beside: u8,
    pub guests: [u8; GUESTS],
    /// Categories that the patrons who count for word of mouth drive, as bits.
    pub talk: u8,

    /// Money that came in from the start on and was not paid out as wages, interest or repayment.
    pub earned: i32,
    /// Payments in shops and for the Shill in this round.
    pub spent_now: i32,
    /// What the others can tell of the cash: no less and no more than this (RR-19).
    pub cash_low: i32,
    pub cash_high: i32,

    pub last: Night,
    pub visits: [u8; STORES],
    /// Bids made and shown in the game, and by how much they were above the least.
    pub bids: u8,
    pub overbid: i16,
}

impl House {
    pub(super) fn new(rules: &RestaurantRow, seat: Seat) -> House {
        let money = rules.variant.start.money[seat];
        let mut house = House {
            stars: rules.variant.start.stars[seat],
            thawed: NONE,
            frozen: NONE,
            earned: money,
            cash_low: money,
            cash_high: money,
            ..House::default()
        };
        house.add_up(rules);
        house
    }

    /// Works out what follows from staff and renovations (RR-77, RR-78, RR-80, RR-85).
    pub(super) fn add_up(&mut self, rules: &RestaurantRow) {
        let supplies = &rules.supplies;
        let (mut service, mut ambiance, mut earns, mut style) = (0, 0, 0, 0);
        let (mut seats, mut patio, mut wrong, mut attractions, mut managers) = (0, 0, 0, 0, 0);
        let (mut freezer, mut last, mut early) = (false, false, false);
        let mut does = |benefit: Benefit, amount: u8| match benefit {
            Benefit::None => {}
            Benefit::WrongSpace => wrong += amount,
            Benefit::Earn => earns += amount,
            Benefit::Manage => managers += 1,
            Benefit::Style => style += amount,
            Benefit::Seat => seats += amount,
            Benefit::Patio => patio += amount,
            Benefit::PriceLast => last = true,
            Benefit::BuyEarly => early = true,
            Benefit::Freezer => freezer = true,
            _ => attractions |= benefit.attraction().map_or(0, super::words::Attraction::bit),
        };
        for row in bits(self.staff) {
            let employee = &supplies.employees[row];
            service += employee.service;
            does(employee.benefit, employee.amount);
        }
        for row in bits(self.renovations) {
            let renovation = &supplies.renovations[row];
            ambiance += renovation.ambiance;
            does(renovation.benefit, renovation.amount);
        }
        let in_room = if rules.variant.hostess_seat == HostessSeat::Room { seats } else { 0 };
        self.service = service;
        self.ambiance = ambiance + style * self.renovations.count_ones() as u8;
        self.earns = earns;
        self.extra_seats = seats - in_room + patio;
        self.tables = rules.variant.tables + in_room;
        self.wrong_spaces = wrong;
        self.attractions = attractions;
        self.managers = managers;
        self.has_freezer = freezer;
        self.prices_last = last;
        self.buys_early = early;
    }

    #[inline]
    pub fn furnished(&self, rules: &RestaurantRow, staff: u16, renovations: u16) -> House {
        let mut house = House { staff, renovations, ..*self };
        house.add_up(rules);
        house
    }

    /// Forks on display (RR-74).
    #[inline]
    pub fn food(&self) -> u8 {
        self.forks.iter().sum()
    }

    /// Guests tonight, the Critic and the Shill among them.
    #[inline]
    pub fn guests_tonight(&self) -> u8 {
        self.main + self.second + self.beside
    }

    /// Seats of the dining rooms, those beside them aside.
    #[inline]
    pub fn room(&self, rules: &RestaurantRow) -> u8 {
        self.tables + rules.variant.second_room
    }

    #[inline]
    pub fn seats(&self, rules: &RestaurantRow) -> u8 {
        self.room(rules) + self.extra_seats
    }

    /// Whether the dining rooms are full (RR-165).
    #[inline]
    pub fn is_full(&self, rules: &RestaurantRow) -> bool {
        self.main + self.second >= self.room(rules)
    }

    #[inline]
    pub fn has_seat(&self, rules: &RestaurantRow) -> bool {
        self.guests_tonight() < self.seats(rules)
    }

    /// Places for staff, with those that a manager brings (RR-75, RR-76, RR-83).
    #[inline]
    pub fn staff_spaces(&self, rules: &RestaurantRow) -> u32 {
        rules.variant.staff_spaces + self.managed(rules)
    }

    /// Places for renovations, with those that a manager brings (RR-86, RR-87, RR-83).
    #[inline]
    pub fn renovation_spaces(&self, rules: &RestaurantRow) -> u32 {
        rules.variant.renovation_spaces + self.managed(rules)
    }

    #[inline]
    fn managed(&self, rules: &RestaurantRow) -> u32 {
        if rules.manager_brings_places() { u32::from(self.managers.min(1)) } else { 0 }
    }

    /// Whether there is a place for an employee; a manager may take the one that he brings (RR-A47).
    #[inline]
    pub fn can_hire(&self, rules: &RestaurantRow, row: u8) -> bool {
        let staff = self.staff.count_ones();
        staff < self.staff_spaces(rules)
            || staff == rules.variant.staff_spaces
                && rules.manager_brings_own_place()
                && rules.supplies.employees[usize::from(row)].benefit == Benefit::Manage
    }

    /// Whether a renovation may come in: there is a place, and none of its kind (RR-88).
    #[inline]
    pub fn can_renovate(&self, rules: &RestaurantRow, row: u8) -> bool {
        self.renovations >> row & 1 == 0 && self.renovations.count_ones() < self.renovation_spaces(rules)
    }

    /// Whether these ingredients can be used together with the pantry: displayed, but for one in
    /// the freezer that was not there in the last round (RR-48, RR-A28, RR-A29).
    ///
    /// A pantry that holds more than fits, from a lot that was won, is in the way only if the ruling
    /// says so: else each of these has to add one to what can be used.
    pub fn can_use(&self, rules: &RestaurantRow, more: u32) -> bool {
        let all = self.pantry | more;
        let used = self.most_used(rules, all);
        used == all.count_ones()
            || !rules.variant.surplus_blocks && used == self.most_used(rules, self.pantry) + more.count_ones()
    }

    /// The most of some ingredients that can be used.
    ///
    /// Sets that fit are those of a matroid, so taking whatever still fits makes a largest one.
    fn most_used(&self, rules: &RestaurantRow, ingredients: u32) -> u32 {
        let supplies = &rules.supplies;
        let counts = supplies.count_kinds(ingredients);
        if supplies.fits(counts, self.wrong_spaces) {
            return ingredients.count_ones();
        }
        // What comes out of the freezer goes first: it may not go back.
        let due = if self.thawed == NONE { 0 } else { ingredients & 1 << self.thawed };
        let mut shown = supplies.count_kinds(due);
        for kind in 0..KINDS {
            while shown[kind] < counts[kind] {
                shown[kind] += 1;
                if !supplies.fits(shown, self.wrong_spaces) {
                    shown[kind] -= 1;
                    break;
                }
            }
        }
        shown.iter().map(|&count| u32::from(count)).sum::<u32>() + u32::from(self.has_freezer)
    }

    /// Ingredients on sale that could be used one by one, as bits.
    #[inline]
    pub fn usable(&self, rules: &RestaurantRow, on_sale: u32) -> u32 {
        let mut usable = 0;
        // Whether one fits hangs on its kind alone.
        for kind in super::words::Kind::all() {
            let mine = on_sale & rules.supplies.of_kind[kind.index()];
            if mine != 0 && self.can_use(rules, mine & mine.wrapping_neg()) {
                usable |= mine;
            }
        }
        usable
    }

    /// How a restaurant stands in a criterion of customers; the price counts downwards.
    #[inline]
    pub fn standing(&self, rules: &RestaurantRow, criterion: Criterion) -> i32 {
        match criterion {
            Criterion::Price => -rules.price(self.die),
            Criterion::Food => self.food().into(),
            Criterion::Meat => self.forks[super::words::Kind::Meat.index()].into(),
            Criterion::Seafood => self.forks[super::words::Kind::Fish.index()].into(),
            Criterion::Vegetable => self.forks[super::words::Kind::Vegetable.index()].into(),
            Criterion::Service => self.service.into(),
            Criterion::Ambiance => self.ambiance.into(),
            Criterion::Popularity => rules.popularity(self),
            Criterion::Rating => self.stars.into(),
        }
    }
}
