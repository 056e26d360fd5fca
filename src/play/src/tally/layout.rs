//! Offsets of the quantities of a tally among its cells.

use super::{Frame, Shape, USE_COUNT_BUCKETS, UseKind};
use sim_engine::{Measure, MeasureShape, Of, Seat, record::MAX_ROUNDS};

pub const LENGTH_BINS: usize = 200;
/// Plies per bin.
pub const LENGTH_WIDTH: u32 = 10;

/// Bins of final points, a fifth of them for points below 0.
pub const POINT_BINS: usize = 80;
const BELOW_ZERO: i32 = 16;

/// Number of counts of a component besides its use.
const NOT_USED: usize = UseKind::ALL.len() - 1;

pub fn length_bin(plies: u32) -> usize {
    ((plies / LENGTH_WIDTH) as usize).min(LENGTH_BINS - 1)
}

/// The bin of final points; the outer bins hold all points beyond.
pub fn point_bin(points: i32, width: i32) -> usize {
    (points.div_euclid(width) + BELOW_ZERO).clamp(0, POINT_BINS as i32 - 1) as usize
}

/// The lowest points of a bin.
pub fn bin_start(bin: usize, width: i32) -> i32 {
    (bin as i32 - BELOW_ZERO) * width
}

/// A set of seat-games with figures of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    Strategy(usize),
    Seat(Seat),
    StrategySeat(usize, Seat),
    /// The opponent without a seat: it has points, but no win rate.
    Automa,
}

/// Offsets of the cells.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layout {
    frame: Frame,
    points: usize,
    places: usize,
    games: usize,
    rounds: usize,
    leaders: usize,
    use_counts: usize,
    cells: usize,
    /// By headline cell: the index of its denominator, and whether this cell adds to it.
    overs: Vec<(usize, bool)>,
    /// Offsets among the numbers of a plan: counts of components and bins of points, then uses, opponents met,
    /// measures, and bins of measures. Measures of the table and their bins have offsets of their own.
    measures: Vec<usize>,
    bins: Vec<usize>,
    numbers: usize,
    of_table: usize,
}

impl Layout {
    pub fn new(frame: &Frame) -> Layout {
        let groups = frame.strategies + frame.players + frame.strategies * frame.players + 1;
        let plans = frame.plans();
        let points = groups;
        let places = points + groups;
        let games = places + groups * frame.contenders;
        let rounds = games + 3 + frame.ends + Shape::ALL.len();
        let leaders = rounds + plans * MAX_ROUNDS;
        let use_counts = leaders + MAX_ROUNDS;
        let cells = use_counts + frame.components * USE_COUNT_BUCKETS;
        // The wins of a set of seat-games add its denominator. The automa has no wins, so its points do.
        let over = |cell: usize| match cell {
            _ if cell < points => (cell, cell + 1 < groups),
            _ if cell < places => (cell - points, cell + 1 == places),
            _ if cell < games => ((cell - places) / frame.contenders, false),
            _ => (groups + cell - games, true),
        };
        let overs = (0..rounds).map(over).collect();
        let mut numbers = frame.components * UseKind::ALL.len() + POINT_BINS + 2 * frame.strategies;
        let mut of_table = 0;
        let mut starts = |width: &dyn Fn(&Measure) -> usize| {
            let start = |measure: &Measure| {
                let end = match measure.of {
                    Of::Seat => &mut numbers,
                    Of::Table => &mut of_table,
                };
                *end += width(measure);
                *end - width(measure)
            };
            frame.measures.iter().map(start).collect::<Vec<_>>()
        };
        let measures = starts(&Measure::width);
        let bins = starts(&|measure| match measure.shape {
            MeasureShape::Histogram { bins } => bins,
            _ => 0,
        });
        let frame = frame.clone();
        Layout {
            frame,
            points,
            places,
            games,
            rounds,
            leaders,
            use_counts,
            cells,
            overs,
            measures,
            bins,
            numbers,
            of_table,
        }
    }

    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Headline cells come first: wins, points and places, length, ends and shape.
    pub fn headline(&self) -> usize {
        self.rounds
    }

    pub fn overs(&self) -> usize {
        self.overs.last().map_or(0, |&(over, _)| over + 1)
    }

    pub fn over(&self, cell: usize) -> usize {
        self.overs[cell].0
    }

    /// Whether a headline cell adds its denominator.
    pub fn leads(&self, cell: usize) -> bool {
        self.overs[cell].1
    }

    /// From here on the numbers of a plan are those that comparisons read: uses, and later measures.
    pub fn first_grouped(&self) -> usize {
        self.frame.components * NOT_USED + POINT_BINS
    }

    /// Offset of the measures among the numbers of a plan.
    pub fn first_measure(&self) -> usize {
        self.first_grouped() + self.frame.components + 2 * self.frame.strategies
    }

    /// How many numbers a plan has.
    pub fn numbers(&self) -> usize {
        self.numbers
    }

    /// How many numbers the table has.
    pub fn of_table(&self) -> usize {
        self.of_table
    }

    fn group(&self, group: Group) -> usize {
        let Frame { players, strategies, .. } = self.frame;
        match group {
            Group::Strategy(strategy) => strategy,
            Group::Seat(seat) => strategies + seat.index(),
            Group::StrategySeat(strategy, seat) => strategies + players + strategy * players + seat.index(),
            Group::Automa => strategies + players + strategies * players,
        }
    }

    pub fn groups(&self, strategy: usize, seat: Seat) -> [Group; 3] {
        [Group::Strategy(strategy), Group::Seat(seat), Group::StrategySeat(strategy, seat)]
    }

    pub fn wins(&self, group: Group) -> usize {
        self.group(group)
    }

    pub fn points(&self, group: Group) -> usize {
        self.points + self.group(group)
    }

    /// The share of a place; `place` counts from 1.
    pub fn place(&self, group: Group, place: usize) -> usize {
        self.places + self.group(group) * self.frame.contenders + place - 1
    }

    pub fn plies(&self) -> usize {
        self.games
    }

    pub fn decisions(&self) -> usize {
        self.games + 1
    }

    pub fn truncated(&self) -> usize {
        self.games + 2
    }

    pub fn end(&self, end: usize) -> usize {
        self.games + 3 + end
    }

    pub fn shape(&self, shape: Shape) -> usize {
        self.games + 3 + self.frame.ends + shape as usize
    }

    pub fn round(&self, plan: usize, round: usize) -> usize {
        self.rounds + plan * MAX_ROUNDS + round.min(MAX_ROUNDS - 1)
    }

    /// Wins of the sole leader after a round that is not the last.
    pub fn leader(&self, round: usize) -> usize {
        self.leaders + round.min(MAX_ROUNDS - 1)
    }

    pub fn use_count(&self, component: usize, bucket: usize) -> usize {
        self.use_counts + component * USE_COUNT_BUCKETS + bucket
    }

    /// Offset of a use of a component among the numbers of a plan.
    pub fn component_use(&self, component: usize, kind: UseKind) -> usize {
        match kind {
            UseKind::Used => self.first_grouped() + component,
            UseKind::Offered => component * NOT_USED,
            UseKind::Taken => component * NOT_USED + 1,
            UseKind::Price => component * NOT_USED + 2,
        }
    }

    /// Offset of a bin of final points, likewise.
    pub fn point_bin(&self, bin: usize) -> usize {
        self.frame.components * NOT_USED + bin
    }

    /// Offset of the games with another strategy at the table, likewise; the wins in these games follow.
    pub fn met(&self, other: usize) -> usize {
        self.first_grouped() + self.frame.components + 2 * other
    }

    /// Offset of the wins in these games, likewise.
    pub fn won_against(&self, other: usize) -> usize {
        self.met(other) + 1
    }

    /// Offset of a cell of a measure, among the numbers of a plan or of the table. The cells of all measures follow
    /// each other in both.
    pub fn measure(&self, measure: usize, cell: usize) -> usize {
        self.measures[measure] + cell
    }

    /// Offset of a bin of a histogram, likewise.
    pub fn bin(&self, measure: usize, bin: usize) -> usize {
        self.bins[measure] + bin
    }
}
