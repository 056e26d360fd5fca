use std::cell::OnceCell;

use super::find::{Source, TallyFigure};
use crate::figure::Unit;
use sim_engine::Of;
use sim_play::tally::{Linear, Tally};
use sim_stats::{
    Estimate,
    estimate::MIN_DIFFERING,
    grouped::{GroupedEstimate, apart, bounded, bounded_ratio},
    paired::{self, GroupSum, PairedEstimate},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pairing {
    SameRun,
    /// Two runs over the same deals.
    SameDeals,
    /// Runs at tables of different size, which share no deals.
    Unpaired,
}

pub struct Reader<'a> {
    tally: &'a Tally,
    adjusted: OnceCell<Vec<Linear>>,
}

#[derive(Debug, Clone)]
pub struct Measurement {
    pub estimate: Estimate,
    pub unit: Unit,
    deals: u64,
    factor: f64,
    /// Sums by group of deals; empty unless the figure is one ratio of sums that the tally keeps.
    sums: Vec<GroupSum>,
    grouped: Option<GroupedEstimate>,
}

#[derive(Debug, Clone)]
pub struct Difference {
    pub paired: PairedEstimate,
    pub error: ErrorMethod,
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum ErrorMethod {
        /// The figure's own error: nothing else varies.
        Own = "",
        Paired = "paired by groups of deals",
        Independent = "as of runs with luck of their own",
        Bounded = "errors added up: rather too wide",
    }
}

impl Reader<'_> {
    pub fn new(tally: &Tally) -> Reader<'_> {
        Reader { tally, adjusted: OnceCell::new() }
    }

    pub fn read(&self, figure: &TallyFigure) -> Measurement {
        let tally = self.tally;
        let (estimate, sums) = self.one(figure);
        let own = |figure: &TallyFigure, sums: &[GroupSum]| {
            GroupedEstimate::of(sums).map(|it| it.scaled(figure.factor))
        };
        let grouped = match &figure.source {
            Source::Adjusted(at) => self.adjusted(*at).and_then(Linear::grouped),
            Source::Ahead(own, seats) => self.ahead(*own, seats, figure.factor),
            _ => own(figure, &sums),
        };
        let TallyFigure { factor, unit, denominator, .. } = figure;
        let base = |estimate, sums, grouped| Measurement {
            estimate,
            unit: *unit,
            deals: tally.deals,
            factor: *factor,
            sums,
            grouped,
        };
        let Some(denominator) = denominator else { return base(estimate, sums, grouped) };
        let (under, under_sums) = self.one(denominator);
        match grouped.zip(own(denominator, &under_sums)) {
            Some((top, under)) => match top.over(under) {
                Some(ratio) => base(ratio.estimate(tally.deals), Vec::new(), Some(ratio)),
                None => base(Estimate { deals: tally.deals, ..Estimate::MISSING }, Vec::new(), None),
            },
            None => base(bounded_ratio(&estimate, &under), Vec::new(), None),
        }
    }

    /// A component's adjusted difference; all are computed once.
    fn adjusted(&self, at: usize) -> Option<&Linear> {
        self.adjusted.get_or_init(|| self.tally.adjusted.linear()).get(at)
    }

    /// A cell minus the mean of the cells `all`.
    fn ahead(&self, own: usize, all: &[usize], factor: f64) -> Option<GroupedEstimate> {
        let Tally { layout, headline, .. } = self.tally;
        let grouped = |cell: usize| GroupedEstimate::of(&headline.groups(layout, cell));
        let all: Vec<GroupedEstimate> = all.iter().map(|cell| grouped(*cell)).collect::<Option<_>>()?;
        Some(grouped(own)?.less_mean(&all).scaled(factor))
    }

    /// An undivided figure, and its sums by group if the tally keeps them.
    fn one(&self, figure: &TallyFigure) -> (Estimate, Vec<GroupSum>) {
        let Tally { layout, cells, headline, counts, deals, .. } = self.tally;
        let factor = figure.factor;
        let pooled = |sums: &[GroupSum]| {
            GroupedEstimate::of(sums).map_or(Estimate::MISSING, |it| it.scaled(factor).estimate(*deals))
        };
        match &figure.source {
            Source::Adjusted(at) => {
                let estimate = self.adjusted(*at).map_or(Estimate::MISSING, |one| one.adjusted.estimate);
                (estimate, Vec::new())
            }
            Source::Ahead(own, seats) => {
                let grouped = self.ahead(*own, seats, factor);
                (grouped.map_or(Estimate::MISSING, |it| it.estimate(*deals)), Vec::new())
            }
            Source::Cells(list) => {
                let single = |cell: usize| match figure.unit.is_share() {
                    true => self.tally.share(cell, 1.0 / factor),
                    false => self.tally.mean(cell).scaled(factor),
                };
                let kept = list.iter().all(|cell| *cell < layout.headline());
                let by_cell: Vec<_> =
                    list.iter().filter(|_| kept).map(|cell| headline.groups(layout, *cell)).collect();
                let sums = added(&by_cell, true);
                let estimate = match &list[..] {
                    [cell] => single(*cell),
                    _ if kept => pooled(&sums),
                    _ => {
                        let plays = |cell: &usize| cells.get(*cell).count() as f64;
                        let all: f64 = list.iter().map(plays).sum();
                        let played = list.iter().filter(|cell| plays(cell) > 0.0);
                        let parts: Vec<_> = played.map(|cell| (plays(cell) / all, single(*cell))).collect();
                        bounded(&parts)
                    }
                };
                (estimate, sums)
            }
            Source::Numbers { of, plans, numbers, occasions } => {
                let counts = if *of == Of::Table { &self.tally.table } else { counts };
                let by_group = |numbers: &[usize]| -> Option<Vec<GroupSum>> {
                    let by_plan = |plan: &usize| {
                        let kept = numbers.iter().map(|number| counts.groups(*plan, *number));
                        kept.collect::<Option<Vec<_>>>().map(|kept| added(&kept, false))
                    };
                    plans.iter().map(by_plan).collect::<Option<Vec<_>>>().map(|kept| added(&kept, true))
                };
                let mut sums = by_group(numbers).unwrap_or_default();
                if !occasions.is_empty() {
                    let counted = by_group(occasions).unwrap_or_default();
                    sums = sums.iter().zip(counted).map(|(sum, of)| (sum.0, of.0)).collect();
                }
                let estimate = match (&plans[..], &numbers[..], &occasions[..]) {
                    ([plan], [number], []) => {
                        let sums = counts.get(*plan, *number);
                        if figure.unit.is_share() { sums.share(1.0, &[]) } else { sums.count_mean(&[]) }
                    }
                    ([plan], [number], [occasion]) => {
                        let sums = counts.ratio(*plan, *number, *occasion);
                        let deals = sums.map_or(0, |_| *deals);
                        Estimate { deals, ..sums.unwrap_or_default().mean(&[]) }
                    }
                    _ if !sums.is_empty() => pooled(&sums),
                    _ => {
                        let plays = |plan: &usize| counts.get(*plan, 0).count() as f64;
                        let all: f64 = plans.iter().map(plays).sum();
                        let mut parts = Vec::new();
                        for plan in plans.iter().filter(|plan| plays(plan) > 0.0) {
                            let share = plays(plan) / all;
                            parts.extend(numbers.iter().map(|at| (share, counts.get(*plan, *at).mean(&[]))));
                        }
                        bounded(&parts)
                    }
                };
                (estimate, sums)
            }
        }
    }
}

/// Adds sums by group. Their plays add up too, unless they are parts of the same plays.
fn added(parts: &[Vec<GroupSum>], adds_plays: bool) -> Vec<GroupSum> {
    let Some((first, rest)) = parts.split_first() else { return Vec::new() };
    let mut sums = first.clone();
    for part in rest {
        for (sum, own) in sums.iter_mut().zip(part) {
            sum.0 += own.0;
            sum.1 += if adds_plays { own.1 } else { 0 };
        }
    }
    sums
}

impl Measurement {
    pub fn missing(unit: Unit) -> Measurement {
        let (estimate, sums) = (Estimate::MISSING, Vec::new());
        Measurement { estimate, unit, deals: 0, factor: 1.0, sums, grouped: None }
    }

    pub fn less(&self, other: &Measurement, pairing: Pairing) -> Difference {
        let (one, two) = (&self.estimate, &other.estimate);
        let sides = [(1.0, *one), (-1.0, *two)];
        let by =
            |difference, error| Difference { paired: unpaired([one.value, two.value], difference), error };
        if pairing == Pairing::Unpaired {
            return by(apart(&sides), ErrorMethod::Independent);
        }
        let is_plain = !self.sums.is_empty() && self.sums.len() == other.sums.len();
        if is_plain && self.factor == other.factor {
            let paired = paired::difference(&self.sums, &other.sums, self.deals);
            let paired = paired.scaled(self.factor).with_variance_ratio(one, two);
            return Difference { paired, error: ErrorMethod::Paired };
        }
        if let Some((mine, theirs)) = self.grouped.clone().zip(other.grouped.clone()) {
            return Difference { paired: mine.less(theirs, [one, two]), error: ErrorMethod::Paired };
        }
        match pairing {
            Pairing::SameRun => by(bounded(&sides), ErrorMethod::Bounded),
            _ => by(apart(&sides), ErrorMethod::Independent),
        }
    }

    pub fn less_number(&self, number: f64) -> Difference {
        let paired = unpaired([self.estimate.value, Some(number)], self.estimate.moved(-number));
        Difference { paired, error: ErrorMethod::Own }
    }
}

/// A difference whose error does not come from paired groups of deals.
fn unpaired([one, other]: [Option<f64>; 2], difference: Estimate) -> PairedEstimate {
    // Enough differing groups for the interval to hold.
    PairedEstimate { one, other, difference, differing: MIN_DIFFERING, ..paired::difference(&[], &[], 0) }
}
