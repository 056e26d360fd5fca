//! Victory points and places (RR-167..174).

use super::{
    RestaurantRow,
    state::{PLAYERS, State, Table},
    words::{CATEGORIES, Category, End},
};
use sim_engine::{
    outcome::Outcome,
    seat::{BySeat, Seat},
};

/// A seat's value in each category.
pub type Values = [i32; CATEGORIES];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Share {
    pub points: i32,
    /// Number of seats sharing the place, including this one.
    pub sharers: i32,
    /// Points added by rounding, in twelfths of a point.
    pub rounding: i32,
}

impl RestaurantRow {
    /// A seat's value in each category, given its cash (RR-167).
    pub fn values(&self, table: &Table, seat: Seat, cash: i32) -> Values {
        let house = table.house(seat);
        let mut values = [0; CATEGORIES];
        values[Category::Service.index()] = house.service.into();
        values[Category::Ambiance.index()] = house.ambiance.into();
        values[Category::Profit.index()] = cash - house.loan;
        values[Category::Rating.index()] = house.stars.into();
        values[Category::Food.index()] = house.food_marks.into();
        values[Category::Popularity.index()] = house.popularity_marks.into();
        values
    }

    /// A seat's points for the category at `rank`, given the values of all seats (RR-168..171).
    pub fn share(&self, rank: usize, values: &[i32], seat: Seat) -> Share {
        let mine = values[seat.index()];
        let ahead = values.iter().filter(|&&value| value > mine).count();
        let sharers = values.iter().filter(|&&value| value == mine).count();
        let sum: i32 = self.variant.points[rank].iter().skip(ahead).take(sharers).sum();
        let count = sharers as i32;
        let points = if self.variant.is_two { sum / count } else { (sum + count - 1) / count };
        Share { points, sharers: count, rounding: 12 * points - 12 * sum / count }
    }

    pub fn shares(&self, table: &Table, values: &[Values; PLAYERS], seat: Seat) -> [Share; CATEGORIES] {
        let mut shares = [Share::default(); CATEGORIES];
        for (rank, category) in table.order.iter().enumerate() {
            let column = values.map(|values| values[category.index()]);
            shares[category.index()] = self.share(rank, &column[..self.players], seat);
        }
        shares
    }

    /// Victory points lost by debt (RR-172).
    #[inline]
    pub fn penalty(&self, loan: i32) -> i32 {
        loan / 10 * self.variant.debt_penalty
    }

    pub fn points_with(&self, table: &Table, values: &[Values; PLAYERS], seat: Seat) -> i32 {
        let shares = self.shares(table, values, seat);
        let points: i32 = shares.iter().map(|share| share.points).sum();
        points - self.penalty(table.house(seat).loan)
    }

    pub(super) fn all_values(&self, state: &State) -> [Values; PLAYERS] {
        let mut values = [[0; CATEGORIES]; PLAYERS];
        for seat in Seat::all(self.players) {
            values[seat.index()] = self.values(&state.table, seat, state.hidden.cash[seat.index()]);
        }
        values
    }

    pub(super) fn outcome_of(&self, state: &State) -> Outcome {
        let values = self.all_values(state);
        let points = BySeat::from_fn(self.players, |seat| self.points_with(&state.table, &values, seat));
        // Categories break ties in the order of their ranks (RR-174).
        let end = (state.table.ends.trailing_zeros() as usize).min(End::Rooms.index());
        Outcome::ranked(points, self.players, end, |seat| {
            (points[seat], state.table.order.map(|category| values[seat.index()][category.index()]))
        })
    }
}
