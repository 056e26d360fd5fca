use sim_engine::{Info, Measure, MeasureShape, Of};
use sim_play::{arm::Subject, tally::Tally};
use sim_stats::Estimate;

#[derive(Debug, Clone, Default)]
pub struct Measures {
    pub means: Vec<MeasureRow>,
    /// Of measures that are reported value by value.
    pub histograms: Vec<BinRow>,
    /// Of measures that are drawn as a map, over all strategies.
    pub boards: Vec<Board>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct MeasureRow {
    pub measure: &'static Measure,
    /// Along the axes of the measure; empty for a missing axis.
    pub labels: [String; 2],
    /// `None` for a measure of the table.
    pub strategy: Option<String>,
    /// Per unit of [`per()`].
    pub mean: Estimate,
}

#[derive(Debug, Clone, PartialEq)]
pub struct BinRow {
    pub measure: &'static Measure,
    /// `None` for a measure of the table.
    pub strategy: Option<String>,
    /// The value; the last one includes all larger values.
    pub value: usize,
    pub is_more: bool,
    /// Of all games, from 0 to 1.
    pub share: Estimate,
}

#[derive(Debug, Clone)]
pub struct Board {
    pub measure: &'static Measure,
    pub cells: Vec<BoardCell>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct BoardCell {
    /// Index among the cells of the measure, row by row.
    pub cell: usize,
    /// Row and column.
    pub labels: [String; 2],
    /// Per seat and game, or per game.
    pub mean: Estimate,
}

/// The labels of a cell; `None` if the games of the run lack it.
pub(crate) fn labels<'s>(subject: &Subject<'s>, measure: &Measure, cell: usize) -> Option<[&'s str; 2]> {
    measure.labels(cell, subject.components)
}

pub fn per(info: &'static Info, measure: &Measure) -> &'static str {
    match (measure.per, measure.of) {
        (Some(other), _) => info.measures[other].name,
        (None, Of::Seat) => "seat and game",
        (None, Of::Table) => "game",
    }
}

/// The owners of a measure's rows: the strategies, or `None` for a measure of the table.
fn plans(subject: &Subject<'_>, measure: &Measure) -> Vec<Option<String>> {
    match measure.of {
        Of::Seat => subject.plans().map(|name| Some(name.to_owned())).collect(),
        Of::Table => vec![None],
    }
}

pub(super) fn cells(
    subject: &Subject<'_>,
    measure: &'static Measure,
) -> impl Iterator<Item = (usize, [String; 2])> {
    let own = |cell| Some((cell, labels(subject, measure, cell)?.map(str::to_owned)));
    (0..measure.width()).filter_map(own)
}

pub(super) fn measures(subject: &Subject<'_>, tally: &Tally) -> Measures {
    let (mut means, mut histograms, mut boards) = (Vec::new(), Vec::new(), Vec::new());
    for (at, measure) in subject.info.measures.iter().enumerate() {
        for (cell, labels) in cells(subject, measure) {
            means.extend(plans(subject, measure).into_iter().enumerate().map(|(plan, strategy)| {
                let mean = tally.measure(at, cell, plan);
                MeasureRow { measure, labels: labels.clone(), strategy, mean }
            }));
        }
        if let MeasureShape::Histogram { bins } = measure.shape {
            let counts = if measure.of == Of::Table { &tally.table } else { &tally.counts };
            for (place, strategy) in plans(subject, measure).into_iter().enumerate() {
                histograms.extend((0..bins).map(|value| BinRow {
                    measure,
                    strategy: strategy.clone(),
                    value,
                    is_more: value == bins - 1,
                    share: counts.get(place, tally.layout.bin(at, value)).share(1.0, &[]),
                }));
            }
        }
        if measure.title().is_some() {
            let mean = |cell| {
                if measure.of == Of::Table {
                    return tally.measure(at, cell, 0);
                }
                let pooled = tally.counts.pooled(subject.strategies.len(), tally.layout.measure(at, cell));
                Estimate { deals: tally.deals, ..pooled.mean(&[]) }
            };
            let of = |(cell, labels)| BoardCell { cell, labels, mean: mean(cell) };
            boards.push(Board { measure, cells: cells(subject, measure).map(of).collect() });
        }
    }
    Measures { means, histograms, boards }
}
