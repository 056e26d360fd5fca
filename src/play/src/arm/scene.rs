//! The game in which a seat or a strategy wins or loses by the most points.

use std::ops::Range;

use super::{Arm, Stop, Stopped, divergence::rows};
use crate::{
    Row,
    tally::{WIN, wins},
};
use sim_engine::Seat;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    Seat(Seat),
    /// Index in the pool.
    Strategy(u8),
}

/// The game that `whose` wins alone by the most points, or loses by the most; `None` if there is no such game.
///
/// # Errors
/// When stopped.
pub fn clearest(
    arm: &Arm,
    whose: Whose,
    is_won: bool,
    deals: Range<u64>,
    stop: &Stop,
) -> Result<Option<Row>, Stopped> {
    let ahead = |row: &Row| {
        let players = usize::from(row.players);
        let parts = wins(&row.places, players);
        let of_seat = |seat: Seat| {
            let is_it = match whose {
                Whose::Seat(own) => own == seat,
                Whose::Strategy(own) => row.strategies[seat] == own,
            };
            let is_so = if is_won { parts[seat] == WIN } else { parts[seat] == 0 };
            let best =
                Seat::all(players).filter(|&other| other != seat).map(|other| row.points[other]).max()?;
            let ahead = i64::from(row.points[seat]) - i64::from(best);
            (is_it && is_so).then_some(if is_won { ahead } else { -ahead })
        };
        Seat::all(players).filter_map(of_seat).max()
    };
    let scored = rows(arm, deals, stop)?.into_iter().filter_map(|row| Some((ahead(&row)?, row)));
    // Among equals, the earliest game.
    Ok(scored.reduce(|best, one| if one.0 > best.0 { one } else { best }).map(|(_, row)| row))
}
