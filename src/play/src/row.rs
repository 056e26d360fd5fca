//! Finished games as rows of tables.

use sim_engine::{BySeat, GameRecord, Seat, Use};

/// One game of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// Number of the deal.
    pub deal: u64,
    /// Index of the game among those of the deal, one for each seating.
    pub rotation: u8,
    /// Seats at the table.
    pub players: u8,
    /// Seats, plus 1 if an automa plays.
    pub contenders: u8,
    /// The strategy in each seat, as an index into the pool.
    pub strategies: BySeat<u8>,
    /// Final points, in units of one `points_scale`-th of a point.
    pub points: BySeat<i32>,
    /// Places from 1.
    pub places: BySeat<u8>,
    /// Number of actions.
    pub plies: u32,
    /// Number of choices between two or more actions; a chain counts once.
    pub decisions: u32,
    /// Reason of the end: an index into the game's `ends`.
    pub end: u8,
    /// Whether it was cut off at the ply limit.
    pub truncated: bool,
}

impl Row {
    /// Makes the row of a record. `rotation` fits into a byte, as a deal has at most 255 tables.
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
    /// The game and the contender.
    pub game: GameKey,
    /// Index of the component among those of the game.
    pub component: u16,
    /// How often it was offered, taken and used, and at what price.
    pub usage: Use,
}

/// A nonzero number of a measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountRow {
    /// The game, and the contender if the number is not of the table.
    pub game: GameKey,
    /// Index among the cells of all measures of a seat, or of all measures of the table.
    pub cell: u32,
    /// The number that was counted.
    pub count: i32,
}

/// The game and the contender that a row belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameKey {
    /// Number of the deal.
    pub deal: u64,
    /// Index of the game among those of the deal.
    pub rotation: u8,
    /// `None` for a row of the whole table.
    pub contender: Option<Seat>,
    /// The contender's strategy; `None` for the automa and the table.
    pub strategy: Option<u8>,
}

/// The variable-length data of games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Details {
    /// Uses of components, those that are all 0 left out.
    pub uses: Vec<UseRow>,
    /// Numbers of measures.
    pub counts: Vec<CountRow>,
}

impl Details {
    /// Appends the uses and the numbers of a record.
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
