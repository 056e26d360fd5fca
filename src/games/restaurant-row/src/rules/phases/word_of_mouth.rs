//! Word of mouth and the two tracks (RR-138..147).

use crate::rules::{
    RestaurantRow,
    event::{Emit, Event},
    state::{PLAYERS, Table},
    variant::{WomMode, WomNoneFull},
    words::{CATEGORIES, Category},
};
use sim_engine::seat::Seat;

impl RestaurantRow {
    /// The order after the categories of a mask have risen (RR-140, RR-141, RR-A1).
    pub fn risen(&self, mut order: [Category; CATEGORIES], talk: u8) -> [Category; CATEGORIES] {
        let rises = |category: Category| talk & category.bit() != 0;
        for rank in 1..CATEGORIES {
            let is_blocked = self.variant.wom_mode == WomMode::Block && rises(order[rank - 1]);
            if rises(order[rank]) && !is_blocked {
                order.swap(rank, rank - 1);
            }
        }
        order
    }

    /// Moves the word of mouth, once a night.
    pub(super) fn talk(&self, table: &mut Table, talk: u8, event: Emit<'_>) {
        table.order = self.risen(table.order, talk);
        table.has_talked = true;
        event(Event::WordOfMouth { order: table.order });
    }

    /// Categories that patrons drive when no dining room is full, as bits (RR-142, RR-A3, RR-A40).
    pub(super) fn fallback_talk(&self, table: &mut Table, event: Emit<'_>) -> u8 {
        if self.variant.wom_none_full == WomNoneFull::All {
            return table.houses[..self.players].iter().fold(0, |talk, house| talk | house.talk);
        }
        let all = (1 << self.players) - 1;
        let most = self.leaders(table, all, |house| house.guests_tonight().into());
        self.by_pawn(table, most, event).map_or(0, |seat| table.house(seat).talk)
    }

    /// Marks on the tracks (RR-144..146).
    pub(super) fn mark_tracks(&self, table: &mut Table, event: Emit<'_>) {
        let guests = table.houses.map(|house| house.guests_tonight());
        let forks = table.houses.map(|house| house.food());
        let popularity = self.popularity_marks(&guests, &table.filled[..usize::from(table.filled_count)]);
        let round = table.round;
        for seat in Seat::all(self.players) {
            let food = self.marks_for(&forks, seat, self.food_awards());
            let popularity = popularity[seat.index()];
            let house = table.house_mut(seat);
            house.popularity_marks += popularity;
            house.food_marks += food;
            let (guests, forks) = (guests[seat.index()], forks[seat.index()]);
            event(Event::Marked { seat, round, popularity, food, guests, forks });
        }
    }

    fn food_awards(&self) -> [u8; 2] {
        if self.variant.is_two { [1, 0] } else { self.variant.food_marks }
    }

    fn marks_for(&self, values: &[u8], seat: Seat, awards: [u8; 2]) -> u8 {
        if values[seat.index()] == 0 && !self.variant.zero_awards {
            return 0;
        }
        awards.get(self.place_among(values, seat) - 1).copied().unwrap_or(0)
    }

    fn popularity_awards(&self) -> [u8; 2] {
        if self.variant.is_two { [1, 0] } else { self.variant.popularity_marks }
    }

    pub(in crate::rules) fn first_marks(&self) -> u8 {
        self.popularity_awards()[0]
    }

    /// Marks per seat on the popularity track: for the first full rooms, otherwise for the most guests.
    fn popularity_marks(&self, guests: &[u8; PLAYERS], filled: &[u8]) -> [u8; PLAYERS] {
        let [first, second] = self.popularity_awards();
        let mut marks = [0; PLAYERS];
        match filled {
            [] => {
                for seat in Seat::all(self.players) {
                    marks[seat.index()] = self.marks_for(guests, seat, [first, second]);
                }
            }
            [winner] => {
                marks[usize::from(*winner)] = first;
                let others = || Seat::all(self.players).filter(|seat| seat.0 != *winner);
                let most = others().map(|seat| guests[seat.index()]).max().unwrap_or(0);
                for seat in others().filter(|seat| guests[seat.index()] == most) {
                    let counts = most > 0 || self.variant.zero_awards;
                    marks[seat.index()] = if counts { second } else { 0 };
                }
            }
            [winner, next, ..] => {
                marks[usize::from(*winner)] = first;
                marks[usize::from(*next)] = second;
            }
        }
        marks
    }
}
