//! The games in which two arms went apart most.

use std::ops::{ControlFlow, Range};

use super::{Arm, Sink};
use crate::{
    Row,
    tally::{Tally, wins},
};
use sim_engine::Seat;

/// The same deal and rotation in two arms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub one: Row,
    pub other: Row,
    /// Seats whose part of the win is another.
    pub winners: u32,
    /// Points by which the seats differ, added up.
    pub points: u64,
}

impl Moved {
    fn new(one: Row, other: Row) -> Moved {
        let players = usize::from(one.players);
        let parts = (wins(&one.places, players), wins(&other.places, players));
        let winners = Seat::all(players).filter(|&seat| parts.0[seat] != parts.1[seat]).count() as u32;
        let apart = |seat| u64::from(one.points[seat].abs_diff(other.points[seat]));
        Moved { one, other, winners, points: Seat::all(players).map(apart).sum() }
    }
}

#[derive(Default)]
pub(super) struct Rows(pub(super) Vec<Row>);

impl Sink for Rows {
    fn takes_rows(&self) -> bool {
        true
    }

    fn folded(&mut self, _: &Tally, rows: &[Row]) -> ControlFlow<()> {
        self.0.extend(rows);
        ControlFlow::Continue(())
    }
}

/// Plays these deals in both arms and gives the `most` games that differ most: first those with another
/// winner, then by points. None where the arms seat other tables.
pub fn most_moved(one: &Arm, other: &Arm, deals: Range<u64>, most: usize) -> Vec<Moved> {
    if one.schedule != other.schedule {
        return Vec::new();
    }
    let rows = |arm: &Arm| {
        let mut rows = Rows(Vec::new());
        arm.play(deals.clone(), arm.empty(), &mut rows);
        rows.0
    };
    let pairs = rows(one).into_iter().zip(rows(other));
    let mut moved: Vec<Moved> = pairs.map(|(one, other)| Moved::new(one, other)).collect();
    moved.retain(|game| game.winners > 0 || game.points > 0);
    // The sort is stable: among equals the earlier deal comes first.
    moved.sort_by_key(|game| std::cmp::Reverse((game.winners > 0, game.points)));
    moved.truncate(most);
    moved
}
