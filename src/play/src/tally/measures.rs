//! Measures in a tally: per plan or of the table, per game or per occasion.

use super::{Tally, counts::Counts};
use sim_engine::{GameRecord, Measure, MeasureShape, Of};
use sim_stats::Estimate;

impl Tally {
    pub(super) fn add_table(&mut self, record: &GameRecord) {
        let Tally { layout, table, .. } = self;
        table.begin(0);
        for (at, bins) in histograms(layout.frame().measures, Of::Table) {
            let value = record.measure_of_table(at, 0).clamp(0, bins as i32 - 1) as usize;
            table.add(0, layout.bin(at, value), 1);
        }
        record.for_each_of_table(|cell, value| table.add(0, cell, value.into()));
    }

    /// The counts that hold a cell of a measure, with its plan and its number there.
    fn place(&self, measure: usize, cell: usize, plan: usize) -> (&Counts, usize, usize) {
        let number = self.layout.measure(measure, cell);
        match self.layout.frame().measures[measure].of {
            Of::Seat => (&self.counts, plan, number),
            Of::Table => (&self.table, 0, number),
        }
    }

    /// The mean of a cell of a measure: of a plan, or of the table whatever the plan. It is per game, or per occasion
    /// if another measure counts the occasions.
    pub fn measure(&self, measure: usize, cell: usize, plan: usize) -> Estimate {
        let (counts, plan, number) = self.place(measure, cell, plan);
        match self.layout.frame().measures[measure].per {
            None => counts.get(plan, number).count_mean(&[]),
            Some(per) => {
                let sums = counts.ratio(plan, number, self.layout.measure(per, cell));
                Estimate { deals: sums.map_or(0, |_| self.deals), ..sums.unwrap_or_default().mean(&[]) }
            }
        }
    }

    /// The sums of that mean by group of deals.
    pub fn measure_groups(&self, measure: usize, cell: usize, plan: usize) -> Option<Vec<(i64, i64)>> {
        let (counts, plan, number) = self.place(measure, cell, plan);
        match self.layout.frame().measures[measure].per {
            None => counts.groups(plan, number),
            Some(per) => counts.ratio_groups(plan, number, self.layout.measure(per, cell)),
        }
    }
}

/// The histograms among the measures of a seat or of the table, each with its number of bins.
pub(super) fn histograms(measures: &[Measure], of: Of) -> impl Iterator<Item = (usize, usize)> + '_ {
    measures.iter().enumerate().filter(move |(_, measure)| measure.of == of).filter_map(|(at, measure)| {
        match measure.shape {
            MeasureShape::Histogram { bins } => Some((at, bins)),
            _ => None,
        }
    })
}
