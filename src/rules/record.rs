//! One finished game as whole numbers: the waist between the games and everything that counts.
//!
//! Left of it, code knows a game; right of it, none does. The record is a reused buffer.

use super::{
    game::Game,
    seat::{BySeat, MAX_SEATS, Seat},
};

/// The most rounds whose points are kept.
pub const MAX_ROUNDS: usize = 16;

/// Where a component's data comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Printed in the rulebook's text.
    Rulebook,
    /// Read from genuine components that the designers show.
    Published,
    /// Forced, or nearly forced, by the rulebook's own numbers.
    Deduced,
    /// Filled in here; consistent with all that is known, and no more than that.
    Reconstructed,
    /// Changed by whoever runs the program.
    Changed,
}

impl Source {
    pub const ALL: [Source; 5] =
        [Source::Rulebook, Source::Published, Source::Deduced, Source::Reconstructed, Source::Changed];

    pub fn word(self) -> &'static str {
        match self {
            Source::Rulebook => "rulebook",
            Source::Published => "published",
            Source::Deduced => "deduced",
            Source::Reconstructed => "reconstructed",
            Source::Changed => "changed",
        }
    }
}

/// A thing of the game that can be counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Component {
    /// Short name, unique in the game: `S2`.
    pub name: String,
    /// What sort of thing it is: `servers`, `location`, `employee`.
    pub kind: String,
    pub source: Source,
}

/// How a measure is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MeasureKind {
    /// One whole number a seat and game; its mean is reported.
    Scalar,
    /// One whole number a seat and game; the share of seat-games at each value `0..bins` is
    /// reported beside the mean, and the last bin holds everything above.
    Histogram { bins: usize },
    /// Counts over one or two named axes; the mean count of each cell is reported.
    Count { rows: Axis, columns: Option<Axis> },
}

/// The labels along one side of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Axis {
    pub name: &'static str,
    pub labels: &'static [&'static str],
}

/// Something a game reports of every seat in every game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    pub name: &'static str,
    pub unit: &'static str,
    pub about: &'static str,
    pub kind: MeasureKind,
}

impl Measure {
    /// Numbers that the measure needs for each seat.
    pub const fn width(&self) -> usize {
        match self.kind {
            MeasureKind::Scalar | MeasureKind::Histogram { .. } => 1,
            MeasureKind::Count { rows, columns } => match columns {
                None => rows.labels.len(),
                Some(columns) => rows.labels.len() * columns.labels.len(),
            },
        }
    }
}

/// A measure in one line of a game's list.
pub const fn measure(
    name: &'static str,
    unit: &'static str,
    kind: MeasureKind,
    about: &'static str,
) -> Measure {
    Measure { name, unit, about, kind }
}

/// Counts along one axis.
pub const fn count(rows: Axis) -> MeasureKind {
    MeasureKind::Count { rows, columns: None }
}

/// Counts over two axes.
pub const fn cross(rows: Axis, columns: Axis) -> MeasureKind {
    MeasureKind::Count { rows, columns: Some(columns) }
}

/// Use of one component by one seat in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Use {
    /// Times the seat could have taken it.
    pub offered: u16,
    pub taken: u16,
    pub used: u16,
    /// Sum of what was paid for it, in the game's currency.
    pub price: i32,
}

/// One finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    pub players: usize,
    /// Seats, and the automa after them if one plays; points, places, rounds, uses and measures
    /// are kept for all of them.
    pub contenders: usize,
    /// Strategy in each seat, as an index into the pool.
    pub strategies: BySeat<u8>,
    pub points: BySeat<i32>,
    pub places: BySeat<u8>,
    pub end: usize,
    /// Actions applied, micro-actions included.
    pub plies: u32,
    /// Non-forced choices; a chain counts once.
    pub decisions: u32,
    /// Candidates whose scores were computed.
    pub candidates: u64,
    /// Formula results that were not a number.
    pub nans: u32,
    /// Cut off at the ply limit.
    pub truncated: bool,
    /// Points of each contender at the end of every round played so far.
    pub rounds: Vec<BySeat<i32>>,
    uses: Vec<Use>,
    /// The cells of all measures, seat by seat: most are 0 and are looked through in one go.
    measures: Vec<i32>,
    /// The first cell of each measure among those of a seat, and how many there are in all.
    offsets: Vec<usize>,
    width: usize,
}

impl GameRecord {
    /// An empty record for plays of a game.
    pub fn new<G: Game>(game: &G) -> GameRecord {
        let (components, measures) = (game.components().len(), G::info().measures);
        let mut offsets = Vec::with_capacity(measures.len());
        let mut width = 0;
        for measure in measures {
            offsets.push(width);
            width += measure.width();
        }
        GameRecord {
            players: game.players(),
            contenders: game.contenders(),
            strategies: BySeat::default(),
            points: BySeat::default(),
            places: BySeat::default(),
            end: 0,
            plies: 0,
            decisions: 0,
            candidates: 0,
            nans: 0,
            truncated: false,
            rounds: Vec::with_capacity(MAX_ROUNDS),
            uses: vec![Use::default(); components * MAX_SEATS],
            measures: vec![0; width * MAX_SEATS],
            offsets,
            width,
        }
    }

    /// Forgets the last game and keeps the room it took.
    pub fn clear(&mut self) {
        self.points = BySeat::default();
        self.places = BySeat::default();
        self.end = 0;
        self.plies = 0;
        self.decisions = 0;
        self.candidates = 0;
        self.nans = 0;
        self.truncated = false;
        self.rounds.clear();
        self.uses.fill(Use::default());
        self.measures.fill(0);
    }

    /// Use of a component by a seat.
    #[inline]
    pub fn component_use(&self, component: usize, seat: Seat) -> Use {
        self.uses[component * MAX_SEATS + seat.index()]
    }

    /// Where a seat's use of a component is counted.
    #[inline]
    pub fn use_mut(&mut self, component: usize, seat: Seat) -> &mut Use {
        &mut self.uses[component * MAX_SEATS + seat.index()]
    }

    /// Adds to a scalar, a histogram's value or a one-axis cell (`cell` counts along the axis;
    /// over two axes it is `row * columns + column`).
    #[inline]
    pub fn add(&mut self, measure: usize, cell: usize, seat: Seat, amount: i32) {
        let at = seat.index() * self.width + self.offsets[measure] + cell;
        self.measures[at] += amount;
    }

    /// The numbers of the cells of a measure from the first on, for a seat.
    #[inline]
    pub fn measure_cells(&self, measure: usize, seat: Seat) -> &[i32] {
        &self.measures[seat.index() * self.width + self.offsets[measure]..]
    }

    /// The number of a measure's cell for a seat.
    #[inline]
    pub fn measure(&self, measure: usize, cell: usize, seat: Seat) -> i32 {
        self.measure_cells(measure, seat)[cell]
    }
}
