//! The games that differ most between two arms.

use std::ops::{ControlFlow, Range};

use super::{Arm, Sink, Stop, Stopped};
use crate::{
    Row,
    tally::{Tally, wins},
};
use sim_engine::Seat;

/// The games of the same deal and rotation in two arms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DivergedGame {
    pub one: Row,
    pub other: Row,
    /// Seats whose share of the win differs.
    pub winners: u32,
    /// Absolute differences in points, summed over the seats.
    pub points: u64,
}

impl DivergedGame {
    fn new(one: Row, other: Row) -> DivergedGame {
        let players = usize::from(one.players);
        let parts = (wins(&one.places, players), wins(&other.places, players));
        let winners = Seat::all(players).filter(|&seat| parts.0[seat] != parts.1[seat]).count() as u32;
        let apart = |seat| u64::from(one.points[seat].abs_diff(other.points[seat]));
        DivergedGame { one, other, winners, points: Seat::all(players).map(apart).sum() }
    }
}

struct Rows {
    all: Vec<Row>,
    stop: Stop,
}

impl Sink for Rows {
    fn takes_rows(&self) -> bool {
        true
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn folded(&mut self, _: &Tally, rows: &[Row]) -> ControlFlow<()> {
        self.all.extend(rows);
        ControlFlow::Continue(())
    }
}

/// Plays some deals and returns their games in order.
///
/// # Errors
/// When stopped.
pub(super) fn rows(arm: &Arm, deals: Range<u64>, stop: &Stop) -> Result<Vec<Row>, Stopped> {
    let mut rows = Rows { all: Vec::new(), stop: stop.clone() };
    arm.play(deals, arm.empty(), &mut rows);
    stop.check().map(|()| rows.all)
}

/// Plays these deals in both arms and returns the `most` games that differ most: those with another winner first,
/// then by points. Returns none if the arms seat different tables.
///
/// # Errors
/// When stopped.
pub fn most_diverged(
    one: &Arm,
    other: &Arm,
    deals: Range<u64>,
    most: usize,
    stop: &Stop,
) -> Result<Vec<DivergedGame>, Stopped> {
    if one.schedule != other.schedule {
        return Ok(Vec::new());
    }
    let pairs = rows(one, deals.clone(), stop)?.into_iter().zip(rows(other, deals, stop)?);
    let mut moved: Vec<DivergedGame> = pairs.map(|(one, other)| DivergedGame::new(one, other)).collect();
    moved.retain(|game| game.winners > 0 || game.points > 0);
    // The sort is stable: among equals the earlier deal comes first.
    moved.sort_by_key(|game| std::cmp::Reverse((game.winners > 0, game.points)));
    moved.truncate(most);
    Ok(moved)
}
