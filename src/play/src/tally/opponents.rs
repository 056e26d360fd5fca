//! Wins of a strategy by the opponents at the table.

use super::{Tally, WIN, counts::Counts, layout::Layout};
use sim_engine::{GameRecord, Seat};
use sim_stats::{Estimate, estimate::MIN_DEALS};

/// Adds a seat's game, and its win there, for each other strategy at the table.
pub(super) fn add(layout: &Layout, counts: &mut Counts, record: &GameRecord, (seat, win): (Seat, i64)) {
    let plan = usize::from(record.strategies[seat]);
    for other in others(record, seat) {
        counts.add(plan, layout.met(other), 1);
        if win > 0 {
            counts.add(plan, layout.won_against(other), win);
        }
    }
}

/// The other strategies at the table of a seat, each once.
fn others(record: &GameRecord, seat: Seat) -> impl Iterator<Item = usize> + '_ {
    let strategy = move |seat: Seat| record.strategies[seat];
    let is_new = move |other: &Seat| {
        strategy(*other) != strategy(seat)
            && Seat::all(other.index()).all(|before| strategy(before) != strategy(*other))
    };
    Seat::all(record.players).filter(is_new).map(move |other| usize::from(strategy(other)))
}

impl Tally {
    /// The win rate of a strategy in the games that another one plays too. Groups of deals are its observations.
    pub fn share_against(&self, one: usize, other: usize) -> Estimate {
        let (met, won) = (self.layout.met(other), self.layout.won_against(other));
        let Some(sums) = self.counts.ratio(one, won, met) else { return Estimate::MISSING };
        let mut estimate = sums.share(WIN as f64, &[]);
        if estimate.deals < MIN_DEALS {
            estimate.note = "fewer than 30 groups of deals";
        }
        Estimate { deals: self.counts.get(one, met).nonzero_deals(), ..estimate }
    }
}
