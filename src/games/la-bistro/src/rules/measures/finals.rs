//! What is counted once a game is over, by something else that came of it.

use super::{Measures, TIMES, TURN};
use crate::rules::{
    LaBistro,
    action::option,
    state::{Flow, State},
};
use sim_engine::{GameRecord, Listed, Seat};

impl LaBistro {
    /// What a seat put into its restaurants, by the gold dice it received; where gold pays nothing, none
    /// can be told.
    pub(super) fn count_gold(&self, flows: &[i32], seat: Seat, record: &mut GameRecord) {
        use Flow::{Building, Defence, Gold, JobBid, Renovation, RenovationBid, Transfer, Wage};
        let bonus = self.variant.gold_bonus;
        let dice = if bonus > 0 { flows[Gold as usize] / bonus } else { 0 };
        let cell = match dice {
            ..1 => 0,
            1 => 1,
            2..4 => 2,
            4.. => 3,
        };
        let paid = [Building, JobBid, Wage, Defence, Transfer, RenovationBid, Renovation];
        let paid: i32 = paid.into_iter().map(|flow| flows[flow as usize]).sum();
        record.add(Measures::GoldGames, cell, seat, 1);
        record.add(Measures::GoldInvestment, cell, seat, -paid);
    }

    pub(super) fn count_tempo(&self, state: &State, record: &mut GameRecord) {
        let first = TURN.cell(option::TIME.into(), 0);
        let chosen = |seat: Seat| -> i32 {
            let cells = first..first + TURN.labels.len();
            cells.map(|cell| record.measure(Measures::Options.index(), cell, seat)).sum()
        };
        let times: i32 = Seat::all(self.players).map(chosen).sum();
        let cell = TIMES.capped(usize::try_from(times).unwrap_or(0) / 3);
        let outcome = self.outcome_of(state);
        let (mut first, mut second) = (i32::MIN, i32::MIN);
        for seat in Seat::all(self.players) {
            let points = outcome.points[seat];
            (first, second) = (first.max(points), second.max(points.min(first)));
        }
        record.add_to_table(Measures::TimeGames, cell, 1);
        record.add_to_table(Measures::TimeMargin, cell, first - second);
    }
}
