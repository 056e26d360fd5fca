//! A finished game as one row: what a table of games holds.

use crate::rules::{BySeat, GameRecord};

/// One game of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    pub deal: u64,
    pub rotation: u8,
    pub players: u8,
    /// Seats, and the automa if one plays.
    pub contenders: u8,
    pub strategies: BySeat<u8>,
    pub points: BySeat<i32>,
    pub places: BySeat<u8>,
    pub plies: u32,
    pub decisions: u32,
    pub end: u8,
    pub truncated: bool,
}

impl Row {
    /// The row of a record; a deal has at most 255 tables.
    pub fn new(deal: u64, rotation: usize, record: &GameRecord) -> Row {
        Row {
            deal,
            rotation: rotation as u8,
            players: record.players as u8,
            contenders: record.contenders as u8,
            strategies: record.strategies,
            points: record.points,
            places: record.places,
            plies: record.plies,
            decisions: record.decisions,
            end: record.end as u8,
            truncated: record.truncated,
        }
    }
}
