//! The Payouts round: dice, diners, Fame, incomes, loans and the Price Increase (LB-100..136).

mod margins;

use super::{
    DINERS, FINAL_LOTS, INCREASE, LaBistro, POINT,
    chart::{self, BOXES, DICE, FACES, Faces, Square},
    components::Kind,
    event::{Decided, Emit, Event},
    scoring::{Standing, deciding_line},
    state::{Flow, HOUSES, PLAYERS, Phase, Public, SLOTS},
    variant::{FameKeeping, FameRanking, ShortInterest},
};
use sim_engine::{Luck, Seat, Stream, bits};

pub fn roll(stream: &mut Stream) -> Faces {
    let mut faces = [0; FACES];
    for _ in 0..DICE {
        faces[stream.index(FACES)] += 1;
    }
    faces
}

#[derive(Clone, Copy)]
pub struct House {
    pub seat: Seat,
    pub slot: u8,
    pub standing: Standing,
    price: i32,
    capacity: u8,
    pub dice: u8,
}

#[derive(Clone)]
pub struct Houses {
    list: [House; HOUSES],
    len: usize,
}

pub struct Judged {
    /// Best and next best result of the restaurants with an open section.
    best: u64,
    next: u64,
    /// Mask of the restaurants with the best result.
    pub tied: u16,
    /// Number of restaurants with an open section.
    open: u32,
    /// Mask of the seats of these restaurants.
    eligible: u8,
}

impl Judged {
    /// Returns the number of restaurants with the best result; with 0 the die is lost.
    pub fn sharers(&self) -> u32 {
        self.tied.count_ones()
    }
}

impl Houses {
    pub fn list(&self) -> &[House] {
        &self.list[..self.len]
    }

    pub fn list_mut(&mut self) -> &mut [House] {
        &mut self.list[..self.len]
    }

    /// Compares the restaurants on a box (LB-110..121).
    pub fn judge(&self, face: &Square) -> Judged {
        let mut judged = Judged { best: 0, next: 0, tied: 0, open: 0, eligible: 0 };
        for (at, house) in self.list().iter().enumerate() {
            if house.dice >= house.capacity {
                continue;
            }
            judged.open += 1;
            judged.eligible |= 1 << house.seat.0;
            let key = house.standing.on(&face.numbers);
            if judged.open == 1 || key > judged.best {
                judged.next = judged.best;
                judged.best = key;
                judged.tied = 1 << at;
            } else if key == judged.best {
                judged.tied |= 1 << at;
            } else if key > judged.next {
                judged.next = key;
            }
        }
        judged
    }
}

impl LaBistro {
    pub(super) fn pay_out(&self, table: &mut Public, luck: &Luck, event: Emit<'_>) {
        let turn = u64::from(table.turn);
        let by_time = table.time > self.variant.time_track;
        event(Event::Payouts { turn: table.turn, rounds: table.round, by_time });
        let faces = roll(&mut luck.stream(DINERS, turn));
        self.weigh_a_point(table, &faces, &mut luck.stream(POINT, turn), event);
        self.seat_diners(table, &faces, event);
        self.finish(table, event);
        let die = luck.die(INCREASE, turn, FACES as u32) as u8;
        table.increase += self.variant.increase[usize::from((die - 1) / 2)];
        event(Event::Increase { die, increase: table.increase });
        self.next_turn(table, luck);
    }

    pub(super) fn houses(&self, table: &Public) -> Houses {
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

    /// Places the dice and resolves the boxes (LB-109..125).
    pub(super) fn seat_diners(&self, table: &mut Public, faces: &Faces, event: Emit<'_>) {
        let mut houses = self.houses(table);
        for square in self.seating(faces) {
            self.resolve(table, square, &mut houses, event);
        }
        for seat in Seat::all(self.players) {
            for restaurant in &mut table.restaurants[seat.index()] {
                restaurant.dice = 0;
            }
        }
        for house in houses.list() {
            table.restaurants[house.seat.index()][usize::from(house.slot)].dice = house.dice;
        }
    }

    /// Returns the boxes with a die in the order of resolution: purple ones first (LB-109).
    pub(super) fn seating(&self, faces: &Faces) -> impl Iterator<Item = usize> + use<> {
        let hit = chart::walk(faces).into_iter().fold(0u128, |hit, square| hit | 1 << square);
        [hit & self.chart.purple, hit & !self.chart.purple].into_iter().flat_map(|mut squares| {
            std::iter::from_fn(move || {
                let square = squares.trailing_zeros() as usize;
                squares &= squares.wrapping_sub(1);
                (square < BOXES).then_some(square)
            })
        })
    }

    /// Returns what an unshared die pays, including gold bonus and Price Increase.
    pub(super) fn whole_die(&self, table: &Public, house: &House, square: usize) -> i32 {
        house.price + i32::from(table.increase) + self.gold(square, self.variant.gold_bonus)
    }

    /// Returns one sharer's payment for a die, and the gold bonus that comes with it (LB-122, LB-123).
    pub(super) fn shared_die(
        &self,
        table: &Public,
        house: &House,
        square: usize,
        sharers: u32,
    ) -> (i32, i32) {
        let increase = if self.variant.split_increase { i32::from(table.increase) } else { 0 };
        let sharers = sharers as i32;
        let share = (house.price + increase + sharers - 1) / sharers;
        (share, self.gold(square, self.variant.split_gold))
    }

    fn gold(&self, square: usize, bonus: i32) -> i32 {
        if self.chart.gold >> square & 1 == 1 { bonus } else { 0 }
    }

    fn resolve(&self, table: &mut Public, square: usize, houses: &mut Houses, event: Emit<'_>) {
        debug_assert!(square < BOXES);
        let face = &self.chart.squares[square];
        let judged = houses.judge(face);
        let diner = |decided, criterion, house: Option<&House>, paid| Event::Diner {
            square: self.supplies.component(Kind::Box, square),
            decided,
            criterion,
            seat: house.map(|house| house.seat),
            slot: house.map_or(0, |house| house.slot),
            eligible: judged.eligible,
            paid,
        };
        match judged.sharers() {
            0 => event(diner(Decided::Lost, 0, None, 0)),
            1 => {
                let house = &mut houses.list_mut()[judged.tied.trailing_zeros() as usize];
                house.dice += 1;
                table.pay(house.seat, Flow::Gold, self.gold(square, self.variant.gold_bonus));
                let (decided, criterion) = match judged.open {
                    1 => (Decided::Alone, 0),
                    _ => {
                        let line = deciding_line(judged.best, judged.next);
                        (Decided::Line(line), face.lines[usize::from(line)] as u8)
                    }
                };
                let paid = self.whole_die(table, house, square);
                event(diner(decided, criterion, Some(house), paid));
            }
            sharers => {
                event(diner(Decided::Split, 0, None, 0));
                for at in bits(judged.tied) {
                    let house = &houses.list()[at];
                    let (share, bonus) = self.shared_die(table, house, square, sharers);
                    table.pay(house.seat, Flow::Split, share);
                    table.pay(house.seat, Flow::Gold, bonus);
                    let (seat, slot) = (house.seat, house.slot);
                    let square = self.supplies.component(Kind::Box, square);
                    event(Event::Shared { square, seat, slot, paid: share + bonus });
                }
            }
        }
    }

    /// Settles ads, Novelty, Fame, incomes and loans, in this order (LB-126..133).
    pub(super) fn finish(&self, table: &mut Public, event: Emit<'_>) {
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
                    seat,
                    slot: slot as u8,
                    dice: restaurant.dice,
                    full: restaurant.dice >= restaurant.capacity,
                    price: restaurant.price,
                    rivals: self.level_rivals(table, seat, slot),
                    income: income + increase * dice,
                    turn: table.turn,
                    cuisine: self.supplies.component(Kind::Cuisine, restaurant.cuisine),
                    opened: restaurant.opened,
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

    pub fn level_rivals(&self, table: &Public, seat: Seat, slot: usize) -> u8 {
        let level = |price: u8| self.supplies.level(price);
        let own = level(table.restaurants[seat.index()][slot].price);
        let all = table.restaurants[..self.players].iter().flatten();
        let same = all.filter(|house| house.is_eligible() && level(house.price) == own).count();
        (same as u8).saturating_sub(1)
    }

    /// Awards Fame for the most, second most and third most dice (LB-128, LB-129, LB-A14, LB-A33).
    fn award_fame(&self, table: &mut Public, event: Emit<'_>) {
        let least = u8::from(!self.variant.fame_empty);
        let counts = |house: &super::restaurant::Restaurant| house.is_eligible() && house.dice >= least;
        // Number of restaurants by dice, which never exceed `DICE`, although a capacity may.
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
                    event(Event::Fame { seat, slot: slot as u8, award });
                }
            }
        }
    }

    /// Charges interest, or on the last turn the loans themselves (LB-132, LB-133, LB-A17, LB-A18).
    fn charge_loans(&self, table: &mut Public, seat: Seat, is_last: bool, event: Emit<'_>) {
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
        event(Event::LoansCharged { seat, paid, due });
    }

    /// Clears the board and starts the next turn or ends the game (LB-13, LB-22..24, LB-136).
    fn next_turn(&self, table: &mut Public, luck: &Luck) {
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
