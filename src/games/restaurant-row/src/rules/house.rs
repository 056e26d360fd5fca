//! A restaurant: everything on a player's board. All of it is public except the cash.

use super::{
    RestaurantRow,
    components::NONE,
    variant::HostessSeat,
    words::{Benefit, Criterion, GUESTS, KINDS, STORES, bits},
};
use sim_engine::Seat;

/// Summary of a past night, known to everyone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Night {
    /// Face of the price die; 0 before the first night.
    pub die: u8,
    pub guests: u8,
    pub income: i32,
}

/// A restaurant and the public information about its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct House {
    pub stars: u8,
    /// Employees, as bits of rows.
    pub staff: u16,
    /// Renovations, as bits of rows.
    pub renovations: u16,
    /// Ingredients bought and not yet displayed, including last round's frozen one, as bits of rows.
    pub pantry: u32,
    /// The ingredient from the freezer that must be displayed this round, or [`NONE`].
    pub thawed: u8,
    /// Ingredients on display, as bits of rows.
    pub shown: u32,
    /// The ingredient put into the freezer for the next round, or [`NONE`].
    pub frozen: u8,
    /// Dollars owed.
    pub loan: i32,
    pub food_marks: u8,
    pub popularity_marks: u8,

    /// From here to `buys_early`: derived from staff and renovations.
    pub service: u8,
    pub ambiance: u8,
    /// Extra dollars from every paying customer.
    pub earns: u8,
    /// Seats outside the dining rooms: the Hostess's and the patio's.
    pub extra_seats: u8,
    /// Seats of the main dining room.
    pub tables: u8,
    /// Number of ingredients that may lie in a space of another kind.
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

    /// Guests tonight: in the main dining room, in the second one, and outside them.
    pub main: u8,
    pub second: u8,
    pub beside: u8,
    pub guests: [u8; GUESTS],
    /// Categories driven by the patrons in the main dining room, as bits.
    pub talk: u8,

    /// Starting money plus income and loans, less wages, interest and repayments.
    pub earned: i32,
    /// Payments in shops and for the Shill in this round.
    pub spent_now: i32,
    /// Bounds on the cash that the other players can infer (RR-19).
    pub cash_low: i32,
    pub cash_high: i32,

    pub last: Night,
    pub visits: [u8; STORES],
    /// Number of bids for lots shown in the game; `overbid` sums their excess over the minimum.
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

    /// Recomputes the fields derived from staff and renovations (RR-77, RR-78, RR-80, RR-85).
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

    /// Guests tonight, including the Critic and the Shill.
    #[inline]
    pub fn guests_tonight(&self) -> u8 {
        self.main + self.second + self.beside
    }

    /// Seats of the dining rooms only.
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

    /// Places for staff, including the one that a manager brings (RR-75, RR-76, RR-83).
    #[inline]
    pub fn staff_spaces(&self, rules: &RestaurantRow) -> u32 {
        rules.variant.staff_spaces + self.managed(rules)
    }

    /// Places for renovations, including the one that a manager brings (RR-86, RR-87, RR-83).
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

    /// Whether a renovation may be added: there is a free place and none of its kind yet (RR-88).
    #[inline]
    pub fn can_renovate(&self, rules: &RestaurantRow, row: u8) -> bool {
        self.renovations >> row & 1 == 0 && self.renovations.count_ones() < self.renovation_spaces(rules)
    }

    /// Whether these ingredients can be used together with the pantry (RR-48, RR-A28, RR-A29). Each must be
    /// displayed, except one that goes into the freezer and did not just come out of it.
    ///
    /// A pantry may hold a surplus from a won lot. The surplus blocks purchases only under `surplus_blocks`.
    /// Without it, each new ingredient must raise the number of usable ingredients by one.
    pub fn can_use(&self, rules: &RestaurantRow, more: u32) -> bool {
        let all = self.pantry | more;
        let used = self.most_used(rules, all);
        used == all.count_ones()
            || !rules.variant.surplus_blocks && used == self.most_used(rules, self.pantry) + more.count_ones()
    }

    /// The largest number of these ingredients that can be used.
    ///
    /// The sets that fit form a matroid, so greedily adding whatever still fits yields a largest one.
    fn most_used(&self, rules: &RestaurantRow, ingredients: u32) -> u32 {
        let supplies = &rules.supplies;
        let counts = supplies.count_kinds(ingredients);
        if supplies.fits(counts, self.wrong_spaces) {
            return ingredients.count_ones();
        }
        // The thawed ingredient goes first, as it may not go back into the freezer.
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

    /// Ingredients on sale that could each be used if bought alone, as bits.
    #[inline]
    pub fn usable(&self, rules: &RestaurantRow, on_sale: u32) -> u32 {
        let mut usable = 0;
        // Whether one fits depends on its kind only.
        for kind in super::words::Kind::all() {
            let mine = on_sale & rules.supplies.of_kind[kind.index()];
            if mine != 0 && self.can_use(rules, mine & mine.wrapping_neg()) {
                usable |= mine;
            }
        }
        usable
    }

    /// The restaurant's value in a customer criterion. Higher is better, so the price is negated.
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
