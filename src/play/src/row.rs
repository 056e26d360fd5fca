//! A finished game as rows: what tables of games hold.

use sim_engine::{BySeat, GameRecord, Seat, Use};

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

/// What one contender did with one component in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UseRow {
    pub game: GameKey,
    pub component: u16,
    pub usage: Use,
}

/// One number of a measure that is not 0; cells are counted through all measures of a seat, or through
/// all of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountRow {
    pub game: GameKey,
    pub cell: u32,
    pub count: i32,
}

/// Whose row it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameKey {
    pub deal: u64,
    pub rotation: u8,
    /// Nobody, where the row is of the table as a whole.
    pub contender: Option<Seat>,
    /// How it plays; none of the automa and of the table.
    pub strategy: Option<u8>,
}

/// Everything about games that is of no fixed length.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Details {
    pub uses: Vec<UseRow>,
    pub counts: Vec<CountRow>,
}

impl Details {
    /// Appends what a record holds.
    pub fn add(&mut self, deal: u64, rotation: usize, record: &GameRecord) {
        let table = GameKey { deal, rotation: rotation as u8, contender: None, strategy: None };
        let key = |contender: Seat| GameKey {
            contender: Some(contender),
            strategy: (contender.index() < record.players).then(|| record.strategies[contender]),
            ..table
        };
        record.for_each_use(|component, contender, usage| {
            self.uses.push(UseRow { game: key(contender), component: component as u16, usage: *usage });
        });
        record.for_each_count(|cell, contender, count| {
            self.counts.push(CountRow { game: key(contender), cell: cell as u32, count });
        });
        record.for_each_of_table(|cell, count| {
            self.counts.push(CountRow { game: table, cell: cell as u32, count });
        });
    }
}
