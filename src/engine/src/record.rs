//! One finished game as whole numbers: the waist between the games and everything that counts.
//!
//! Left of it, code knows a game; right of it, none does. The record is a reused buffer.

use super::{
    component::ComponentId,
    listed::Listed,
    measure::{Measure, Of},
    seat::{BySeat, MAX_SEATS, Seat},
};

/// The most rounds whose points are kept.
pub const MAX_ROUNDS: usize = 16;

/// How much room a record needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// Seats at the table.
    pub players: usize,
    /// Seats, and the automa if one plays.
    pub contenders: usize,
    /// Components whose use is counted.
    pub components: usize,
    /// The measures of the game.
    pub measures: &'static [Measure],
}

/// Use of one component by one seat in one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Use {
    /// Times the seat could have taken it.
    pub offered: u16,
    /// Times the seat took it: bought, hired, drew it.
    pub taken: u16,
    /// Times it was of use afterwards.
    pub used: u16,
    /// Sum of what was paid for it, or of what it brought: see [`Kind::sum`](super::Kind).
    pub price: i32,
}

impl Use {
    /// It is taken once more, for a price or for nothing.
    #[inline]
    pub fn take(&mut self, price: i32) {
        self.taken += 1;
        self.price += price;
    }

    /// It is taken once more, and of use at once.
    #[inline]
    pub fn take_and_use(&mut self, price: i32) {
        self.take(price);
        self.used += 1;
    }

    /// Whether it is no use at all.
    #[inline]
    fn is_none(&self) -> bool {
        i32::from(self.offered | self.taken | self.used) | self.price == 0
    }
}

/// One finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// Seats at the table.
    pub players: usize,
    /// Seats, and the automa after them if one plays; points, places, rounds, uses and measures
    /// are kept for all of them.
    pub contenders: usize,
    /// Strategy in each seat, as an index into the pool.
    pub strategies: BySeat<u8>,
    /// Points in parts of the game's `points_scale`.
    pub points: BySeat<i32>,
    /// Places from 1; tied contenders share the better place.
    pub places: BySeat<u8>,
    /// Why it ended: index into the game's `ends`.
    pub end: usize,
    /// Actions applied, micro-actions included.
    pub plies: u32,
    /// Non-forced choices; a chain counts once, and so do two of a seat with nothing between them.
    pub decisions: u32,
    /// Candidates whose scores were computed.
    pub candidates: u64,
    /// Formula results that were not a number: in which seat, at which point of its script, how many.
    pub not_a_number: Vec<(Seat, usize, u32)>,
    /// Cut off at the ply limit.
    pub truncated: bool,
    /// Points of each contender at the end of every round played so far.
    pub rounds: Vec<BySeat<i32>>,
    uses: Vec<Use>,
    /// Numbers of the seats, cell by cell, and those of the table.
    measures: Vec<i32>,
    of_table: Vec<i32>,
    /// By measure: the first of its cells among those of the seats or of the table.
    first_cells: Vec<usize>,
}

impl GameRecord {
    /// An empty record.
    pub fn new(frame: Frame) -> GameRecord {
        let (mut of_seats, mut of_table) = (0, 0);
        let first_cells = frame.measures.iter().map(|measure| {
            let cells = match measure.of {
                Of::Seat => &mut of_seats,
                Of::Table => &mut of_table,
            };
            *cells += measure.width();
            *cells - measure.width()
        });
        let first_cells = first_cells.collect();
        GameRecord {
            players: frame.players,
            contenders: frame.contenders,
            strategies: BySeat::default(),
            points: BySeat::default(),
            places: BySeat::default(),
            end: 0,
            plies: 0,
            decisions: 0,
            candidates: 0,
            not_a_number: Vec::new(),
            truncated: false,
            rounds: Vec::with_capacity(MAX_ROUNDS),
            uses: vec![Use::default(); frame.components * MAX_SEATS],
            measures: vec![0; of_seats * MAX_SEATS],
            of_table: vec![0; of_table],
            first_cells,
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
        self.not_a_number.clear();
        self.truncated = false;
        self.rounds.clear();
        self.uses.fill(Use::default());
        self.measures.fill(0);
        self.of_table.fill(0);
    }

    /// Counts formula results that were not a number.
    pub fn note_not_a_number(&mut self, seat: Seat, formula: usize, count: u32) {
        match self.not_a_number.iter_mut().find(|known| (known.0, known.1) == (seat, formula)) {
            Some(known) => known.2 += count,
            None => self.not_a_number.push((seat, formula, count)),
        }
    }

    /// Use of a component by a seat.
    #[inline]
    pub fn component_use(&self, component: usize, seat: Seat) -> Use {
        self.uses[component * MAX_SEATS + seat.index()]
    }

    /// Uses of a component by seat; those beyond the contenders are none.
    #[inline]
    pub fn uses_of(&self, component: usize) -> &[Use; MAX_SEATS] {
        &self.uses.as_chunks().0[component]
    }

    /// Where a seat's use of a component is counted.
    #[inline]
    pub fn use_mut(&mut self, component: ComponentId, seat: Seat) -> &mut Use {
        &mut self.uses[component.index() * MAX_SEATS + seat.index()]
    }

    /// Adds to a scalar, a histogram's value or a one-axis cell (`cell` counts along the axis;
    /// over two axes it is `row * columns + column`).
    #[inline]
    pub fn add(&mut self, measure: impl Listed, cell: usize, seat: Seat, amount: i32) {
        let at = (self.first_cells[measure.index()] + cell) * MAX_SEATS + seat.index();
        self.measures[at] += amount;
    }

    /// Adds to a measure of the table; cells as in [`GameRecord::add`].
    #[inline]
    pub fn add_to_table(&mut self, measure: impl Listed, cell: usize, amount: i32) {
        self.of_table[self.first_cells[measure.index()] + cell] += amount;
    }

    /// The number of a measure's cell for a seat.
    #[inline]
    pub fn measure(&self, measure: usize, cell: usize, seat: Seat) -> i32 {
        self.measures[(self.first_cells[measure] + cell) * MAX_SEATS + seat.index()]
    }

    /// The number of a cell of a measure of the table.
    #[inline]
    pub fn measure_of_table(&self, measure: usize, cell: usize) -> i32 {
        self.of_table[self.first_cells[measure] + cell]
    }

    /// Every use of a component that is not all zeros.
    pub fn for_each_use(&self, mut visit: impl FnMut(usize, Seat, &Use)) {
        for (component, uses) in self.uses.chunks_exact(MAX_SEATS).enumerate() {
            for seat in Seat::all(self.contenders) {
                let usage = &uses[seat.index()];
                if !usage.is_none() {
                    visit(component, seat, usage);
                }
            }
        }
    }

    /// Every number of a measure of a seat that is not 0; cells are counted through all of them.
    pub fn for_each_count(&self, mut visit: impl FnMut(usize, Seat, i32)) {
        for (cell, numbers) in self.measures.chunks_exact(MAX_SEATS).enumerate() {
            // Most cells are 0 for everybody.
            if numbers.iter().fold(0, |any, number| any | number) == 0 {
                continue;
            }
            for seat in Seat::all(self.contenders).filter(|seat| numbers[seat.index()] != 0) {
                visit(cell, seat, numbers[seat.index()]);
            }
        }
    }

    /// Every number of a measure of the table that is not 0, likewise.
    pub fn for_each_of_table(&self, mut visit: impl FnMut(usize, i32)) {
        for (cell, &number) in self.of_table.iter().enumerate().filter(|(_, number)| **number != 0) {
            visit(cell, number);
        }
    }
}
