use sim_engine::record::MAX_ROUNDS;
use sim_play::{
    arm::Subject,
    tally::{LENGTH_WIDTH, Shape, Tally, WIN},
};
use sim_stats::Estimate;

use crate::figure::{Figure, of_shape};

#[derive(Debug, Clone, Default)]
pub struct Course {
    pub length: Vec<LengthRow>,
    pub lengths: Vec<LengthBin>,
    pub ends: Vec<EndRow>,
    pub shape: Vec<ShapeRow>,
    /// By strategy, including the automa.
    pub rounds: Vec<RoundRow>,
    pub leaders: Vec<LeaderRow>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LengthRow {
    /// Plies or decisions.
    pub figure: Figure,
    /// Per game.
    pub mean: Estimate,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LengthBin {
    /// In plies.
    pub from: i64,
    /// `None` for the last bin, which holds all longer games.
    pub to: Option<i64>,
    pub games: u64,
    /// Of all games, from 0 to 1.
    pub share: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Rules(&'static str),
    CutOff,
}

impl Ending {
    pub fn word(self) -> &'static str {
        match self {
            Ending::Rules(name) => name,
            Ending::CutOff => "truncated",
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct EndRow {
    pub ending: Ending,
    /// Of all games, from 0 to 1.
    pub share: Estimate,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ShapeRow {
    pub shape: Shape,
    /// Per game.
    pub mean: Estimate,
}

#[derive(Debug, Clone, PartialEq)]
pub struct RoundRow {
    pub strategy: String,
    /// From 1.
    pub round: usize,
    pub points: Estimate,
}

/// How often a sole leader after a round wins, among the games that continue.
#[derive(Debug, Clone, PartialEq)]
pub struct LeaderRow {
    /// From 1.
    pub round: usize,
    /// From 0 to 1.
    pub wins: Estimate,
}

pub(super) fn course(subject: &Subject<'_>, tally: &Tally) -> Course {
    let layout = &tally.layout;
    let length = [(Figure::Plies, layout.plies()), (Figure::Decisions, layout.decisions())];
    Course {
        length: length.map(|(figure, cell)| LengthRow { figure, mean: tally.mean(cell) }).into(),
        lengths: lengths(tally),
        ends: ends(subject, tally),
        shape: shape(subject, tally),
        rounds: rounds(subject, tally),
        leaders: leaders(tally),
    }
}

fn lengths(tally: &Tally) -> Vec<LengthBin> {
    let width = i64::from(LENGTH_WIDTH);
    let last_bin = tally.lengths.len() - 1;
    let occupied = |&(_, &games): &(usize, &u64)| games > 0;
    let first = tally.lengths.iter().enumerate().find(occupied).map_or(0, |(bin, _)| bin);
    let last = tally.lengths.iter().enumerate().rfind(occupied).map_or(0, |(bin, _)| bin);
    let bin = |bin: usize| {
        let (from, games) = (bin as i64 * width, tally.lengths[bin]);
        LengthBin {
            from,
            to: (bin < last_bin).then(|| from + width - 1),
            games,
            share: (tally.games > 0).then(|| games as f64 / tally.games as f64),
        }
    };
    (first..=last).map(bin).collect()
}

fn ends(subject: &Subject<'_>, tally: &Tally) -> Vec<EndRow> {
    let layout = &tally.layout;
    let named = subject.info.ends.iter().enumerate().map(|(at, end)| (Ending::Rules(end), layout.end(at)));
    let all = named.chain([(Ending::CutOff, layout.truncated())]);
    all.map(|(ending, cell)| EndRow { ending, share: tally.share(cell, 1.0) }).collect()
}

fn shape(subject: &Subject<'_>, tally: &Tally) -> Vec<ShapeRow> {
    // A game without rounds counts as one round, whose order is the final one.
    let has_rounds =
        subject.plans().enumerate().any(|(at, _)| tally.cells.get(tally.layout.round(at, 1)).count() > 0);
    let row = |shape| {
        let cell = tally.layout.shape(shape);
        let mean = || tally.mean(cell).scaled(of_shape(shape, subject.points_scale()));
        // No row for what no game of this kind can have.
        let is_had = (has_rounds || shape == Shape::Margin) && tally.cells.get(cell).count() > 0;
        let is_had = tally.games == 0 || is_had;
        is_had.then(|| ShapeRow { shape, mean: mean() })
    };
    Shape::ALL.into_iter().filter_map(row).collect()
}

fn rounds(subject: &Subject<'_>, tally: &Tally) -> Vec<RoundRow> {
    let mut rows = Vec::new();
    for (at, name) in subject.plans().enumerate() {
        for round in 0..MAX_ROUNDS {
            let cell = tally.layout.round(at, round);
            if tally.cells.get(cell).count() > 0 {
                let points = tally.mean(cell).scaled(subject.points_scale());
                rows.push(RoundRow { strategy: name.to_owned(), round: round + 1, points });
            }
        }
    }
    rows
}

fn leaders(tally: &Tally) -> Vec<LeaderRow> {
    let rounds = (0..MAX_ROUNDS).map(|round| (round + 1, tally.layout.leader(round)));
    let met = rounds.filter(|(_, cell)| tally.cells.get(*cell).count() > 0);
    met.map(|(round, cell)| LeaderRow { round, wins: tally.share(cell, WIN as f64) }).collect()
}
