//! What standings are worth in victory points: as the table stands, and by the end of the game.

use crate::rules::{
    Observation, PLAYERS,
    words::{CATEGORIES, Category},
};

/// How far ahead a lead has to be, in the category's own unit, to be safe: at the end of the game,
/// and more for every round before it.
const REACH: [(f64, f64); CATEGORIES] = [
    (4.0, 4.0),   // service
    (1.0, 1.5),   // ambiance
    (8.0, 12.0),  // profit
    (0.75, 0.5),  // rating
    (0.75, 0.75), // food marks
    (0.75, 0.75), // popularity marks
];

/// The chance to be ahead by the end, of somebody who leads by so much now: even at 0, certain at a
/// lead of `reach`.
#[inline]
pub fn ahead(lead: f64, reach: f64) -> f64 {
    (0.5 + 0.5 * lead / reach).clamp(0.0, 1.0)
}

/// The value of a place that lies between two: 0.0 is the best, `places[last]` the worst.
#[inline]
pub fn between(places: &[f64; PLAYERS], place: f64) -> f64 {
    let below = (place as usize).min(PLAYERS - 1);
    let above = (below + 1).min(PLAYERS - 1);
    places[below] + (places[above] - places[below]) * (place - below as f64)
}

/// Standings of all seats, mine first, and what places are worth.
#[derive(Debug, Clone, Copy)]
pub struct Reputation {
    players: usize,
    /// By category, mine first.
    values: [[f64; PLAYERS]; CATEGORIES],
    /// Points of a category by place, weighed over the ranks that it may have at the end.
    places: [[f64; PLAYERS]; CATEGORIES],
    reach: [f64; CATEGORIES],
    /// Mean over all ranks, and the share of a category's own rank in what is expected.
    mean: [f64; PLAYERS],
    stays: f64,
    /// Points that I can expect of each category as it stands.
    mine: [f64; CATEGORIES],
}

impl Reputation {
    /// `rounds_left` rounds of word of mouth are to come after this one.
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

    /// What places are expected to bring to a category that has this rank now.
    fn rank(&self, points: &[i32; PLAYERS]) -> [f64; PLAYERS] {
        let (stays, mean) = (self.stays, &self.mean);
        std::array::from_fn(|place| stays * f64::from(points[place]) + (1.0 - stays) * mean[place])
    }

    /// The place that a seat can expect in a category with this value: others likely to be ahead.
    #[inline]
    fn place(&self, seat: usize, category: Category, value: f64) -> f64 {
        let at = category.index();
        let values = self.values[at][..self.players].iter().enumerate();
        let others = values.filter(|&(other, _)| other != seat);
        others.map(|(_, other)| ahead(other - value, self.reach[at])).sum()
    }

    /// Points that a seat, mine or the rival so many seats after me, can expect of a category at the
    /// end when it has so much more of it.
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
