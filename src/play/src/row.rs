//! A finished game as rows: what tables of games hold.

use sim_engine::{BySeat, GameRecord, Seat, Use};

/// One game of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The deal.
    pub deal: u64,
    /// Which of the deal's tables it is: who sits where.
    pub rotation: u8,
    /// Seats at the table.
    pub players: u8,
    /// Seats, and the automa if one plays.
    pub contenders: u8,
    /// The strategy in each seat, by its place in the pool.
    pub strategies: BySeat<u8>,
    /// Points at the end, in parts of the game's `points_scale`.
    pub points: BySeat<i32>,
    /// Places from 1.
    pub places: BySeat<u8>,
    /// Actions.
    pub plies: u32,
    /// Choices between two or more actions.
    pub decisions: u32,
    /// Why it ended: index into the game's `ends`.
    pub end: u8,
    /// Whether it was cut off at the ply limit.
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
    /// Which game, and who.
    pub game: GameKey,
    /// The component, by its place among those of the game.
    pub component: u16,
    /// What was done with it.
    pub usage: Use,
}

/// One number of a measure that is not 0; cells are counted through all measures of a seat, or through
/// all of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountRow {
    /// Which game, and who.
    pub game: GameKey,
    /// The cell.
    pub cell: u32,
    /// The number.
    pub count: i32,
}

/// Whose row it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameKey {
    /// The deal.
    pub deal: u64,
    /// Which of the deal's tables it is.
    pub rotation: u8,
    /// Nobody, where the row is of the table as a whole.
    pub contender: Option<Seat>,
    /// How it plays; none of the automa and of the table.
    pub strategy: Option<u8>,
}

/// Everything about games that is of no fixed length.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Details {
    /// Uses of components.
    pub uses: Vec<UseRow>,
    /// Numbers of measures.
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
