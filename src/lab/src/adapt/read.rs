use sim_play::{arm::Arm, tally::Tally};
use sim_stats::{Estimate, Interval, grouped::apart, paired::PairedEstimate, repeats::Repeats};

use super::{
    AdaptedFigure, Meeting, RetrainingEffect, RetrainingNeed,
    trainer::{LEARNER, LearnerResult},
};
use crate::{
    Error,
    figure::Unit,
    pairs::{self, Contrast, FigureRow, between},
};

/// The result of one learner minus that of another, each at its own table, on the same deals.
pub fn learner_less(one: &LearnerResult, other: &LearnerResult) -> Result<PairedEstimate, Error> {
    strategy_less(LEARNER, (&one.named.arm, &one.tally), (&other.named.arm, &other.tally))
}

/// Like [`learner_less`], for the strategy of this name.
pub fn strategy_less(
    name: &str,
    arm: (&Arm, &Tally),
    baseline: (&Arm, &Tally),
) -> Result<PairedEstimate, Error> {
    Ok(between(arm, baseline, |one, other, _| pairs::strategy_less(name, one, other))?)
}

/// The rows of an arm at once, each with its value over the repeats after adaptation. Omits rows that are missing in
/// some repeat.
pub fn together(
    at_once: Contrast,
    after: &[Contrast],
    repeats: &Repeats,
) -> (Vec<AdaptedFigure>, Vec<AdaptedFigure>) {
    let both = |rows: Vec<FigureRow>, of: fn(&Contrast) -> &[FigureRow]| {
        let row = |row| Some(AdaptedFigure { after: over(&row, after, of, repeats)?, at_once: row });
        let mut rows: Vec<AdaptedFigure> = rows.into_iter().filter_map(row).collect();
        pairs::set_q_values(rows.iter_mut().map(|row| &mut row.after));
        rows
    };
    let mut figures = both(at_once.figures, |contrast| &contrast.figures);
    pairs::set_q_values(figures.iter_mut().map(|row| &mut row.at_once));
    (figures, both(at_once.components, |contrast| &contrast.components))
}

pub fn over_repeats(found: &[Contrast], repeats: &Repeats) -> Vec<FigureRow> {
    let rows = found.first().map_or(&[][..], |first| &first.figures);
    let over = rows.iter().filter_map(|row| over(row, found, |contrast| &contrast.figures, repeats));
    let mut figures: Vec<FigureRow> = over.collect();
    pairs::set_q_values(&mut figures);
    figures
}

/// A row's value over the repeats; none if some repeat lacks it.
fn over(
    row: &FigureRow,
    found: &[Contrast],
    of: fn(&Contrast) -> &[FigureRow],
    repeats: &Repeats,
) -> Option<FigureRow> {
    let is_same = |one: &&FigureRow| one.of == row.of && one.component == row.component;
    let found: Option<Vec<PairedEstimate>> =
        found.iter().map(|contrast| Some(of(contrast).iter().find(is_same)?.paired)).collect();
    let paired = row.of.figure.unit().clipped(repeats.paired(&found?));
    Some(FigureRow { paired, q_value: None, ..row.clone() })
}

#[derive(Default)]
pub struct MeetingSamples {
    pub adapted: Vec<Estimate>,
    pub as_they_were: Vec<Estimate>,
}

impl MeetingSamples {
    pub fn estimate(&self, repeats: &Repeats, unit: Unit) -> Meeting {
        let mean = |all: &[Estimate]| {
            let mean = repeats.mean(all).0;
            if unit.is_share() { mean.clipped(Interval::SHARE) } else { mean }
        };
        Meeting { adapted: mean(&self.adapted), as_they_were: mean(&self.as_they_were) }
    }

    /// The effect compared with the control, trained from the same seeds; a difference below `small` is no reason to
    /// play differently.
    pub fn beyond(
        &self,
        control: &MeetingSamples,
        repeats: &Repeats,
        (unit, small): (Unit, f64),
    ) -> RetrainingEffect {
        // Differently trained players soon reach different games, so their estimates count as independent.
        let less = |one: &[Estimate], other: &[Estimate]| {
            let both = one.iter().zip(other);
            let found: Vec<Estimate> =
                both.map(|(one, other)| apart(&[(1.0, *one), (-1.0, *other)])).collect();
            let mean = repeats.mean(&found).0;
            if unit.is_share() { mean.clipped(Interval::SHARE_DIFFERENCE) } else { mean }
        };
        let gain = less(&self.adapted, &control.adapted);
        let loss = less(&control.as_they_were, &self.as_they_were);
        RetrainingEffect { gain, loss, need: RetrainingNeed::judge(&gain, &loss, small) }
    }
}
