//! The numbers that boxes compare, money as points, and the ranking (LB-14, LB-15, LB-115..120).

use super::{
    LaBistro,
    chart::{BANDED, EXACT, FACES, LINES, NEARNESS, NUMBERS, OF_CUISINE, PRICE, RATINGS},
    components::{MAX_PRICE, NONE},
    restaurant::Restaurant,
    state::{Public, State},
    variant::Tie,
};
use sim_engine::{
    outcome::Outcome,
    seat::{BySeat, Seat},
};

/// The numbers of a restaurant that boxes compare; more is better for all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing(pub [u16; ROOM]);

/// Array size for the numbers of a restaurant: a power of two, so that reducing an index to it is free.
const ROOM: usize = NUMBERS.next_power_of_two();

impl Standing {
    pub const EMPTY: Standing = Standing([0; ROOM]);

    /// Changes the cuisine from `was` to `is`; each may be [`NONE`].
    pub fn cook(&mut self, was: u8, is: u8) {
        for (cuisine, number) in [(was, 0), (is, 1)] {
            if cuisine != NONE {
                self.0[OF_CUISINE + usize::from(cuisine)] = number;
            }
        }
    }

    /// Packs the numbers that a box compares on its four lines into one key; the better restaurant has the
    /// greater key.
    #[inline]
    pub fn on(&self, numbers: &[u8; LINES]) -> u64 {
        let number = |line: usize| u64::from(self.0[usize::from(numbers[line]) % ROOM]);
        number(0) << 48 | number(1) << 32 | number(2) << 16 | number(3)
    }
}

/// Returns the first line, from 0, on which two different results on a box differ.
#[inline]
pub fn deciding_line(best: u64, next: u64) -> u8 {
    debug_assert_ne!(best, next, "a tie is split");
    ((best ^ next).leading_zeros() / (64 / LINES as u32)) as u8
}

impl LaBistro {
    /// Returns the band of a value, 0 for the first (LB-118).
    #[inline]
    pub fn band(&self, rating: usize, value: u16) -> u16 {
        self.supplies.bands[rating].iter().map(|&edge| u16::from(i32::from(value) >= edge)).sum()
    }

    /// The seven ratings in the order of the criteria.
    #[inline]
    pub fn ratings(&self, restaurant: &Restaurant) -> [u16; RATINGS] {
        [
            restaurant.ads,
            restaurant.ambiance,
            restaurant.fame,
            restaurant.novelty(self.variant.novelty_start),
            u16::from(restaurant.price),
            restaurant.quality,
            restaurant.service,
        ]
    }

    /// Returns the number that banded boxes compare for a value of a rating.
    #[inline]
    pub fn banded(&self, rating: usize, value: u16) -> u16 {
        match self.band(rating, value) {
            band if rating == PRICE => 3 - band,
            band => band,
        }
    }

    /// Returns the number that purple boxes compare for a value of a rating.
    #[inline]
    pub fn exact(rating: usize, value: u16) -> u16 {
        if rating == PRICE { u16::from(MAX_PRICE) - value.min(MAX_PRICE.into()) } else { value }
    }

    pub fn standing(&self, restaurant: &Restaurant) -> Standing {
        let mut numbers = [0; ROOM];
        for (rating, value) in self.ratings(restaurant).into_iter().enumerate() {
            numbers[EXACT + rating] = Self::exact(rating, value);
            numbers[BANDED + rating] = self.banded(rating, value);
        }
        let district = usize::from(self.supplies.buildings[usize::from(restaurant.building)].district);
        for face in 0..FACES {
            // Steps run up to the number of districts.
            numbers[NEARNESS + face] = FACES as u16 - u16::from(self.supplies.steps[district][face]);
        }
        let mut standing = Standing(numbers);
        standing.cook(NONE, restaurant.cuisine);
        standing
    }

    /// Money with all loans paid off.
    #[inline]
    pub(super) fn worth(&self, table: &Public, seat: Seat) -> i32 {
        table.cash(seat) - self.variant.final_payment * i32::from(table.loans[seat.index()])
    }

    pub fn best_fame(&self, table: &Public, seat: Seat) -> u16 {
        table.houses(seat).map(|(_, restaurant)| restaurant.fame).max().unwrap_or(0)
    }

    pub(super) fn outcome_of(&self, state: &State) -> Outcome {
        let table = &state.table;
        let points = BySeat::from_fn(self.players, |seat| self.worth(table, seat));
        Outcome::ranked(points, self.players, 0, |seat| {
            let lot = match self.variant.tie {
                Tie::Shared => 0,
                Tie::Drawn => table.final_lots[seat.index()],
            };
            (points[seat], self.best_fame(table, seat), lot)
        })
    }
}
