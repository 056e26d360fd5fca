//! One finished game as whole numbers: the interface between games and statistics.
//!
//! Code before the record knows the game, code after it does not. The record is a reused buffer.

use super::{
    component::ComponentId,
    listed::Listed,
    measure::{Measure, Of},
    seat::{BySeat, MAX_SEATS, Seat},
};

/// The maximum number of rounds whose points are kept.
pub const MAX_ROUNDS: usize = 16;

/// The dimensions of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// The number of seats at the table.
    pub players: usize,
    /// The number of seats, plus one for the automa if there is one.
    pub contenders: usize,
    /// The number of components whose use is counted.
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
    /// Times it was useful afterwards.
    pub used: u16,
    /// Sum of the prices paid for it, or of its gains: see [`Kind::sum`](super::Kind).
    pub price: i32,
}

impl Use {
    /// Counts that the seat took it once more, at a price that may be 0.
    #[inline]
    pub fn take(&mut self, price: i32) {
        self.taken += 1;
        self.price += price;
    }

    /// Counts that the seat took it once more and used it at once.
    #[inline]
    pub fn take_and_use(&mut self, price: i32) {
        self.take(price);
        self.used += 1;
    }

    /// Whether all counts are 0.
    #[inline]
    fn is_none(&self) -> bool {
        i32::from(self.offered | self.taken | self.used) | self.price == 0
    }
}

/// One finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// The number of seats at the table.
    pub players: usize,
    /// The number of seats, plus one for the automa if there is one. Points, places, rounds, uses and measures are
    /// kept for all contenders.
    pub contenders: usize,
    /// Strategy in each seat, as an index into the pool.
    pub strategies: BySeat<u8>,
    /// Points, scaled by the game's `points_scale`.
    pub points: BySeat<i32>,
    /// Places from 1; tied contenders share the better place.
    pub places: BySeat<u8>,
    /// The reason for the end: index into the game's `ends`.
    pub end: usize,
    /// Actions applied, micro-actions included.
    pub plies: u32,
    /// Non-forced choices. A chain counts once; two chains of a seat with no choice between them count as one.
    pub decisions: u32,
    /// Candidates whose scores were computed.
    pub candidates: u64,
    /// Formula results that were not a number: the seat, the formula's index in its script, and the count.
    pub not_a_number: Vec<(Seat, usize, u32)>,
    /// Whether the game was cut off at the ply limit.
    pub truncated: bool,
    /// Points of each contender at the end of every round played so far.
    pub rounds: Vec<BySeat<i32>>,
    uses: Vec<Use>,
    /// Measures of the seats, cell by cell; `of_table` holds those of the table.
    measures: Vec<i32>,
    of_table: Vec<i32>,
    /// The first cell of each measure, in `measures` or in `of_table`.
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

    /// Clears the results of the last game and keeps the allocations.
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

    /// Adds formula results that were not a number.
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

    /// Uses of a component by seat; all zeros beyond the contenders.
    #[inline]
    pub fn uses_of(&self, component: usize) -> &[Use; MAX_SEATS] {
        &self.uses.as_chunks().0[component]
    }

    /// The counts of a seat's use of a component.
    #[inline]
    pub fn use_mut(&mut self, component: ComponentId, seat: Seat) -> &mut Use {
        &mut self.uses[component.index() * MAX_SEATS + seat.index()]
    }

    /// Adds to a seat's measure. The cell of a scalar or a histogram is 0, along one axis it is the index, and over
    /// two axes it is `row * columns + column`.
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

    /// The value of a cell of a seat's measure.
    #[inline]
    pub fn measure(&self, measure: usize, cell: usize, seat: Seat) -> i32 {
        self.measures[(self.first_cells[measure] + cell) * MAX_SEATS + seat.index()]
    }

    /// The value of a cell of a measure of the table.
    #[inline]
    pub fn measure_of_table(&self, measure: usize, cell: usize) -> i32 {
        self.of_table[self.first_cells[measure] + cell]
    }

    /// Visits every use of a component that is not all zeros.
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

    /// Visits every non-zero value of the seats' measures; cells count through all of these measures.
    pub fn for_each_count(&self, mut visit: impl FnMut(usize, Seat, i32)) {
        for (cell, numbers) in self.measures.chunks_exact(MAX_SEATS).enumerate() {
            // Most cells are 0 for all seats.
            if numbers.iter().fold(0, |any, number| any | number) == 0 {
                continue;
            }
            for seat in Seat::all(self.contenders).filter(|seat| numbers[seat.index()] != 0) {
                visit(cell, seat, numbers[seat.index()]);
            }
        }
    }

    /// Visits every non-zero value of the table's measures; cells count through all of these measures.
    pub fn for_each_of_table(&self, mut visit: impl FnMut(usize, i32)) {
        for (cell, &number) in self.of_table.iter().enumerate().filter(|(_, number)| **number != 0) {
            visit(cell, number);
        }
    }
}
