//! How often each box of the Payouts chart is hit, exactly and by simulation.
//!
//! Where the dice land depends only on the counts of the faces. The exact analysis walks all C(20, 5) = 15,504
//! counts, each weighted by its number of rolls among 6^15.

use std::sync::LazyLock;

use crate::rules::{
    DINERS,
    chart::{BOXES, Chart, Colour, Criterion, DICE, FACES, Faces, LINES, ROWS, column, walk},
    payouts::roll,
};
use sim_engine::luck::Luck;

/// Number of rolls of all dice: 6^15.
pub const ROLLS: u64 = 470_184_984_576;
/// Number of different face counts: C(20, 5).
pub const COUNTS: usize = 15_504;

static HITS: LazyLock<[u64; BOXES]> = LazyLock::new(|| {
    let mut hits = [0; BOXES];
    for_each_count(|faces, rolls| {
        for square in walk(faces) {
            hits[usize::from(square)] += rolls;
        }
    });
    hits
});

/// Returns the number of [`ROLLS`] that hit each box.
pub fn hits() -> &'static [u64; BOXES] {
    &HITS
}

pub fn hit_chance(square: usize) -> f64 {
    HITS[square] as f64 / ROLLS as f64
}

/// Visits every count of faces with the number of rolls that show it.
pub fn for_each_count(mut visit: impl FnMut(&Faces, u64)) {
    fn factorial(n: u8) -> u64 {
        (1..=u64::from(n)).product()
    }
    fn fill(faces: &mut Faces, face: usize, left: u8, visit: &mut impl FnMut(&Faces, u64)) {
        if face + 1 == FACES {
            faces[face] = left;
            // 15! fits into a `u64`, and every quotient on the way is an integer.
            let rolls = faces.iter().fold(factorial(DICE as u8), |rolls, &count| rolls / factorial(count));
            visit(faces, rolls);
            return;
        }
        for count in 0..=left {
            faces[face] = count;
            fill(faces, face + 1, left - count, visit);
        }
    }
    fill(&mut [0; FACES], 0, DICE as u8, &mut visit);
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BoxRow {
    /// Number of the box, from 1.
    pub number: usize,
    pub row: usize,
    pub column: usize,
    pub colour: &'static str,
    pub lines: [&'static str; LINES],
    pub exact: f64,
    /// Share of simulated Payouts rounds in which it was hit.
    pub simulated: f64,
    pub standard_error: f64,
}

/// Expected dice of a Payouts round on the boxes with the same first line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CriterionRow {
    pub criterion: &'static str,
    pub boxes: usize,
    pub purple: usize,
    pub gold: usize,
    pub expected_dice: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    pub boxes: Vec<BoxRow>,
    pub criteria: Vec<CriterionRow>,
    pub rounds: u64,
    /// Pearson's statistic with [`DEGREES`] degrees of freedom.
    pub chi_square: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Simulation {
    pub rounds: u64,
    pub hits: [u64; BOXES],
    /// Hits in one row of each round, the rows in turn, so that the samples are independent.
    pub sampled: [u64; BOXES],
}

/// Rolls the dice of the first Payouts round for many deals of a seed.
pub fn simulate(seed: u64, rounds: u64) -> Simulation {
    let mut simulation = Simulation { rounds, hits: [0; BOXES], sampled: [0; BOXES] };
    for deal in 0..rounds {
        let faces = roll(&mut Luck::new(seed, deal).stream(DINERS, 0));
        let row = (deal % ROWS as u64) as usize;
        for square in walk(&faces).map(usize::from) {
            simulation.hits[square] += 1;
            simulation.sampled[square] += u64::from(square / FACES == row);
        }
    }
    simulation
}

impl Simulation {
    /// Returns Pearson's statistic of the sampled hits against the exact probabilities. Every row is hit
    /// exactly once (LB-108), so each row has one degree of freedom fewer than boxes: see [`DEGREES`].
    ///
    /// All hits of a round would not be independent: the walk runs along diagonals and ties the rows together.
    pub fn chi_square(&self) -> f64 {
        // Row `r` is sampled in the deals r, r + 15, ...
        let rounds_of = |row: usize| ((self.rounds + (ROWS - 1 - row) as u64) / ROWS as u64) as f64;
        (0..BOXES)
            .map(|square| {
                let expected = hit_chance(square) * rounds_of(square / FACES);
                (self.sampled[square] as f64 - expected).powi(2) / expected
            })
            .sum()
    }
}

pub const DEGREES: usize = BOXES - ROWS;

pub fn report(chart: &Chart, seed: u64, rounds: u64) -> Report {
    let simulation = simulate(seed, rounds);
    let n = rounds.max(1) as f64;
    let boxes = (0..BOXES).map(|at| {
        let square = &chart.squares[at];
        let simulated = simulation.hits[at] as f64 / n;
        BoxRow {
            number: at + 1,
            row: at / FACES + 1,
            column: column(at) + 1,
            colour: square.colour.word(),
            lines: square.lines.map(Criterion::word),
            exact: hit_chance(at),
            simulated,
            standard_error: (simulated * (1.0 - simulated) / n).sqrt(),
        }
    });
    Report { boxes: boxes.collect(), criteria: criteria(chart), rounds, chi_square: simulation.chi_square() }
}

pub fn criteria(chart: &Chart) -> Vec<CriterionRow> {
    let rows = Criterion::all().map(|criterion| {
        let of = |at: &usize| chart.squares[*at].lines[0] == criterion;
        let count =
            |colour: Colour| (0..BOXES).filter(of).filter(|&at| chart.squares[at].colour == colour).count();
        CriterionRow {
            criterion: criterion.word(),
            boxes: (0..BOXES).filter(of).count(),
            purple: count(Colour::Purple),
            gold: count(Colour::Gold),
            expected_dice: (0..BOXES).filter(of).map(hit_chance).sum(),
        }
    });
    rows.collect()
}
