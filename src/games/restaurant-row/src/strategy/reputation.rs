//! Worth of standings in victory points, now and expected at the end of the game.

use crate::rules::{
    Observation, PLAYERS,
    words::{CATEGORIES, Category},
};

/// Lead that is safe, in the category's own unit: at the end of the game, and the addition per round before it.
const REACH: [(f64, f64); CATEGORIES] = [
    (4.0, 4.0),   // service
    (1.0, 1.5),   // ambiance
    (8.0, 12.0),  // profit
    (0.75, 0.5),  // rating
    (0.75, 0.75), // food marks
    (0.75, 0.75), // popularity marks
];

/// Probability that a current `lead` holds to the end: 0.5 at a lead of 0, 1 at a lead of `reach`.
#[inline]
pub fn ahead(lead: f64, reach: f64) -> f64 {
    (0.5 + 0.5 * lead / reach).clamp(0.0, 1.0)
}

/// Interpolates linearly between the values of two places; place 0.0 is the best.
#[inline]
pub fn between(places: &[f64; PLAYERS], place: f64) -> f64 {
    let below = (place as usize).min(PLAYERS - 1);
    let above = (below + 1).min(PLAYERS - 1);
    places[below] + (places[above] - places[below]) * (place - below as f64)
}

/// Standings of all seats, mine first, and the worth of places in points.
#[derive(Debug, Clone, Copy)]
pub struct Reputation {
    players: usize,
    /// Values by category, mine first.
    values: [[f64; PLAYERS]; CATEGORIES],
    /// Expected points of a category by place, averaged over the ranks it may have at the end.
    places: [[f64; PLAYERS]; CATEGORIES],
    reach: [f64; CATEGORIES],
    /// Mean points by place over all ranks; `stays` is the weight of a category's current rank.
    mean: [f64; PLAYERS],
    stays: f64,
    /// Points that I can expect of each category at its current value.
    mine: [f64; CATEGORIES],
}

impl Reputation {
    /// `rounds_left`: rounds of word of mouth after this one.
    pub fn new(seen: Observation<'_>, rounds_left: f64) -> Reputation {
        let (rules, table, me) = (seen.rules, seen.table, seen.seat);
        let players = rules.players;
        let seen_values = seen.values();
        let mut values = [[0.0; PLAYERS]; CATEGORIES];
        for place in 0..players {
            let seat = me.after(place, players);
            for (category, value) in values.iter_mut().zip(&seen_values[seat.index()]) {
                category[place] = f64::from(*value);
            }
        }
        let points = &rules.variant.points;
        let mean = std::array::from_fn(|place| {
            points.iter().map(|rank| f64::from(rank[place])).sum::<f64>() / CATEGORIES as f64
        });
        let mut reputation = Reputation {
            players,
            values,
            places: [[0.0; PLAYERS]; CATEGORIES],
            reach: REACH.map(|(end, round)| end + round * rounds_left),
            mean,
            stays: 2.0 / (2.0 + rounds_left),
            mine: [0.0; CATEGORIES],
        };
        for (rank, category) in table.order.into_iter().enumerate() {
            reputation.places[category.index()] = reputation.rank(&points[rank]);
            reputation.mine[category.index()] = reputation.points(0, category, 0.0);
        }
        reputation
    }

    /// Expected points by place of a category, given the `points` of its current rank.
    fn rank(&self, points: &[i32; PLAYERS]) -> [f64; PLAYERS] {
        let (stays, mean) = (self.stays, &self.mean);
        std::array::from_fn(|place| stays * f64::from(points[place]) + (1.0 - stays) * mean[place])
    }

    /// Expected place of a seat in a category with this value: the expected number of seats ahead.
    #[inline]
    fn place(&self, seat: usize, category: Category, value: f64) -> f64 {
        let at = category.index();
        let values = self.values[at][..self.players].iter().enumerate();
        let others = values.filter(|&(other, _)| other != seat);
        others.map(|(_, other)| ahead(other - value, self.reach[at])).sum()
    }

    /// Expected points of a seat in a category at the end, if its value grows by `more`. Seat 0 is mine, seat
    /// n is the rival n seats after me.
    #[inline]
    pub fn points(&self, seat: usize, category: Category, more: f64) -> f64 {
        let value = self.values[category.index()][seat] + more;
        between(&self.places[category.index()], self.place(seat, category, value))
    }

    #[inline]
    pub fn gain(&self, seat: usize, category: Category, more: f64) -> f64 {
        if more == 0.0 {
            return 0.0;
        }
        let now = if seat == 0 { self.mine[category.index()] } else { self.points(seat, category, 0.0) };
        self.points(seat, category, more) - now
    }

    pub fn under(&self, seat: usize, order: &[Category; CATEGORIES], points: &[[i32; PLAYERS]]) -> f64 {
        let of = |(&category, points): (&Category, &[i32; PLAYERS])| {
            let value = self.values[category.index()][seat];
            between(&self.rank(points), self.place(seat, category, value))
        };
        order.iter().zip(points).map(of).sum()
    }
}
