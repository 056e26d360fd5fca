//! The Payouts round: dice, diners, Fame, incomes, loans and the Price Increase (LB-100..136).

use super::{
    DINERS, FINAL_LOTS, INCREASE, LaBistro,
    chart::{self, BOXES, DICE, FACES, Faces},
    event::{Decided, Event},
    scoring::{Standing, deciding_line},
    state::{Flow, HOUSES, PLAYERS, Phase, SLOTS, Table},
    variant::{FameKeeping, FameRanking, ShortInterest},
};
use crate::rules::{
    luck::{Luck, Stream},
    seat::Seat,
};

/// Rolls all dice and counts their faces.
pub fn roll(stream: &mut Stream) -> Faces {
    let mut faces = [0; FACES];
    for _ in 0..DICE {
        faces[stream.index(FACES)] += 1;
    }
    faces
}

/// A restaurant while diners are seated.
#[derive(Clone, Copy)]
struct House {
    seat: Seat,
    slot: u8,
    standing: Standing,
    price: i32,
    capacity: u8,
    dice: u8,
}

/// The eligible restaurants of a Payouts round.
struct Houses {
    list: [House; HOUSES],
    len: usize,
}

impl LaBistro {
    pub(super) fn pay_out(&self, table: &mut Table, luck: &Luck, event: &mut impl FnMut(Event)) {
        let turn = u64::from(table.turn);
        let by_time = table.time > self.variant.time_track;
        event(Event::Payouts { turn: table.turn, rounds: table.round, by_time });
        let faces = roll(&mut luck.stream(DINERS, turn));
        self.seat_diners(table, &faces, event);
        self.finish(table, event);
        let die = luck.die(INCREASE, turn, FACES as u32) as u8;
        table.increase += self.variant.increase[usize::from((die - 1) / 2)];
        event(Event::Increase { die, increase: table.increase });
        self.next_turn(table, luck);
    }

    fn houses(&self, table: &Table) -> Houses {
        let blank =
            House { seat: Seat(0), slot: 0, standing: Standing::EMPTY, price: 0, capacity: 0, dice: 0 };
        let mut houses = Houses { list: [blank; HOUSES], len: 0 };
        for seat in Seat::all(self.players) {
            for (slot, restaurant) in table.houses(seat).filter(|(_, house)| house.is_eligible()) {
                houses.list[houses.len] = House {
                    seat,
                    slot: slot as u8,
                    standing: self.standing(restaurant),
                    price: i32::from(restaurant.price),
                    capacity: restaurant.capacity,
                    dice: 0,
                };
                houses.len += 1;
            }
        }
        houses
    }

    /// Places the dice and resolves purple boxes, then the others (LB-109..125).
    pub(super) fn seat_diners(&self, table: &mut Table, faces: &Faces, event: &mut impl FnMut(Event)) {
        let mut hit = 0u128;
        for square in chart::walk(faces) {
            hit |= 1 << square;
        }
        let mut houses = self.houses(table);
        for mut squares in [hit & self.chart.purple, hit & !self.chart.purple] {
            while squares != 0 {
                let square = squares.trailing_zeros() as usize;
                squares &= squares - 1;
                self.resolve(table, square, &mut houses, event);
            }
        }
        for seat in Seat::all(self.players) {
            for restaurant in &mut table.restaurants[seat.index()] {
                restaurant.dice = 0;
            }
        }
        for house in &houses.list[..houses.len] {
            table.restaurants[house.seat.index()][usize::from(house.slot)].dice = house.dice;
        }
    }

    fn resolve(&self, table: &mut Table, square: usize, houses: &mut Houses, event: &mut impl FnMut(Event)) {
        debug_assert!(square < BOXES);
        let face = &self.chart.squares[square];
        let (mut best, mut next) = (0, 0);
        let (mut tied, mut open, mut eligible) = (0u16, 0u32, 0u8);
        for (at, house) in houses.list[..houses.len].iter().enumerate() {
            if house.dice >= house.capacity {
                continue;
            }
            open += 1;
            eligible |= 1 << house.seat.0;
            let key = house.standing.on(face);
            if open == 1 || key > best {
                next = best;
                best = key;
                tied = 1 << at;
            } else if key == best {
                tied |= 1 << at;
            } else if key > next {
                next = key;
            }
        }
        let is_gold = self.chart.gold >> square & 1 == 1;
        let diner = |decided, criterion, house: Option<&House>, paid| Event::Diner {
            square: square as u8,
            decided,
            criterion,
            seat: house.map(|house| house.seat.0),
            slot: house.map_or(0, |house| house.slot),
            eligible,
            paid,
        };
        if open == 0 {
            return event(diner(Decided::Lost, 0, None, 0));
        }
        let sharers = tied.count_ones() as i32;
        if sharers > 1 {
            event(diner(Decided::Split, 0, None, 0));
            for at in super::state::bits(tied.into()) {
                let house = &houses.list[at];
                let increase = if self.variant.split_increase { i32::from(table.increase) } else { 0 };
                let share = (house.price + increase + sharers - 1) / sharers;
                table.pay(house.seat, Flow::Split, share);
                let bonus = if is_gold { self.variant.split_gold } else { 0 };
                table.pay(house.seat, Flow::Gold, bonus);
                let (seat, slot) = (house.seat.0, house.slot);
                event(Event::Shared { square: square as u8, seat, slot, paid: share + bonus });
            }
            return;
        }
        let house = &mut houses.list[tied.trailing_zeros() as usize];
        house.dice += 1;
        let bonus = if is_gold { self.variant.gold_bonus } else { 0 };
        table.pay(house.seat, Flow::Gold, bonus);
        let (decided, criterion) = match open {
            1 => (Decided::Alone, 0),
            _ => {
                let line = deciding_line(best, next);
                (Decided::Line(line), face.lines[usize::from(line)] as u8)
            }
        };
        let paid = house.price + i32::from(table.increase) + bonus;
        event(diner(decided, criterion, Some(house), paid));
    }

    /// Ads, Novelty, Fame, incomes and loans, in this order (LB-126..133).
    pub(super) fn finish(&self, table: &mut Table, event: &mut impl FnMut(Event)) {
        let start = self.variant.novelty_start;
        for restaurant in table.restaurants.iter_mut().flatten().filter(|house| house.stands()) {
            restaurant.ads = 0;
            let lost = restaurant.novelty(start).min(restaurant.dice.into());
            restaurant.novelty_lost += lost as i16;
        }
        self.award_fame(table, event);
        let increase = i32::from(table.increase);
        for seat in Seat::all(self.players) {
            for slot in 0..SLOTS {
                let restaurant = table.restaurants[seat.index()][slot];
                if !restaurant.is_eligible() {
                    continue;
                }
                let dice = i32::from(restaurant.dice);
                let income = i32::from(restaurant.price) * dice;
                table.pay(seat, Flow::Increase, increase * dice);
                table.pay(seat, Flow::Income, income);
                event(Event::HouseDone {
                    seat: seat.0,
                    slot: slot as u8,
                    dice: restaurant.dice,
                    full: restaurant.dice >= restaurant.capacity,
                    price: restaurant.price,
                    rivals: self.level_rivals(table, seat, slot),
                    income: income + increase * dice,
                    turn: table.turn,
                    cuisine: restaurant.cuisine,
                });
            }
        }
        let is_last = table.turn + 1 == self.variant.turns;
        for seat in Seat::all(self.players) {
            if table.loans[seat.index()] > 0 {
                self.charge_loans(table, seat, is_last, event);
            }
        }
    }

    /// Other eligible restaurants in the price level of one.
    pub fn level_rivals(&self, table: &Table, seat: Seat, slot: usize) -> u8 {
        let level = |price: u8| self.supplies.level(price);
        let own = level(table.restaurants[seat.index()][slot].price);
        let all = table.restaurants[..self.players].iter().flatten();
        let same = all.filter(|house| house.is_eligible() && level(house.price) == own).count();
        (same as u8).saturating_sub(1)
    }

    /// Fame for the most dice, the second and the third most (LB-128, LB-129, LB-A14, LB-A33).
    fn award_fame(&self, table: &mut Table, event: &mut impl FnMut(Event)) {
        let least = u8::from(!self.variant.fame_empty);
        let counts = |house: &super::restaurant::Restaurant| house.is_eligible() && house.dice >= least;
        // Restaurants by dice; a capacity may exceed the dice, the dice never do.
        let mut having = [0u8; DICE + 1];
        for house in table.restaurants.iter().flatten().filter(|house| counts(house)) {
            having[usize::from(house.dice)] += 1;
        }
        let mut award_of = [0u16; DICE + 1];
        let (mut level, mut ahead) = (0, 0);
        for dice in (0..=DICE).rev().filter(|&dice| having[dice] > 0) {
            let rank = match self.variant.fame_ranking {
                FameRanking::Dense => level,
                FameRanking::Competition => ahead,
            };
            award_of[dice] = self.variant.fame_awards.get(rank).copied().unwrap_or(0);
            level += 1;
            ahead += usize::from(having[dice]);
        }
        for seat in Seat::all(self.players) {
            for (slot, house) in table.restaurants[seat.index()].iter_mut().enumerate() {
                let award = if counts(house) { award_of[usize::from(house.dice)] } else { 0 };
                house.fame = match self.variant.fame {
                    FameKeeping::Adds => house.fame.saturating_add(award),
                    FameKeeping::Replaces => award,
                };
                if award > 0 {
                    event(Event::Fame { seat: seat.0, slot: slot as u8, award });
                }
            }
        }
    }

    /// Interest, or on the last turn the loans themselves (LB-132, LB-133, LB-A17, LB-A18).
    fn charge_loans(&self, table: &mut Table, seat: Seat, is_last: bool, event: &mut impl FnMut(Event)) {
        let loans = i32::from(table.loans[seat.index()]);
        let cash = table.cash(seat);
        let (due, paid) = if is_last {
            let due = self.variant.final_payment * loans;
            table.ruined |= u8::from(due > cash) << seat.0;
            table.loans[seat.index()] = 0;
            table.pay(seat, Flow::FinalPayment, -due);
            (due, due)
        } else {
            let due = self.variant.interest * loans;
            let paid = match self.variant.short_interest {
                ShortInterest::Partial => due.min(cash.max(0)),
                ShortInterest::None if due > cash => 0,
                ShortInterest::None => due,
            };
            table.pay(seat, Flow::Interest, -paid);
            (due, paid)
        };
        event(Event::LoansCharged { seat: seat.0, paid, due });
    }

    /// Clears the board and turns to the next turn, or to the end (LB-13, LB-22..24, LB-136).
    fn next_turn(&self, table: &mut Table, luck: &Luck) {
        table.turn += 1;
        table.round = 0;
        table.time = 0;
        table.board = 0;
        table.aside = 0;
        if table.turn == self.variant.turns {
            let mut lots: [u8; PLAYERS] = std::array::from_fn(|seat| seat as u8);
            luck.stream(FINAL_LOTS, 0).shuffle(&mut lots[..self.players]);
            table.final_lots = lots;
            table.phase = Phase::Over;
        } else {
            self.begin_round(table);
        }
    }
}
