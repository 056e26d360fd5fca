use sim_play::{arm::Arm, tally::Tally};
use sim_stats::{
    Estimate, Interval,
    grouped::apart,
    paired::{Paired, difference},
    repeats::Repeats,
};

use super::{
    Adapted, Meeting, Need, Relearning,
    trainer::{LEARNER, LearnerResult},
};
use crate::{
    error::Error,
    figure::{Figure, FigureOf, Owner, Unit},
    pairs::{self, ComponentRow, FigureRow, Side, by_name},
};

pub struct Rows {
    figures: Vec<FigureRow>,
    components: Vec<ComponentRow>,
}

impl Rows {
    pub fn between((arm, tally): (&Arm, &Tally), (first, of_first): (&Arm, &Tally)) -> Result<Rows, Error> {
        let (subject, other) = (arm.subject(), first.subject());
        let one = Side { subject: &subject, tally };
        let other = Side { subject: &other, tally: of_first };
        let matched = by_name(one.subject, other.subject);
        let figures = pairs::figures(one, other, &matched)?;
        Ok(Rows { figures, components: pairs::components(one, other, &matched)? })
    }
}

/// What one learner wins or makes less what another does, each at a table of its own, on the same deals.
pub fn learner_less(one: &LearnerResult, other: &LearnerResult) -> Result<Paired, Error> {
    strategy_less(LEARNER, (&one.named.arm, &one.tally), (&other.named.arm, &other.tally))
}

/// What the strategy of this name wins or makes at one table less what it does at another, on the same deals.
pub fn strategy_less(
    name: &str,
    (arm, tally): (&Arm, &Tally),
    (other, of_other): (&Arm, &Tally),
) -> Result<Paired, Error> {
    let (subject, beside) = (arm.subject(), other.subject());
    let one = Side { subject: &subject, tally };
    let other = Side { subject: &beside, tally: of_other };
    let figures = pairs::figures(one, other, &by_name(one.subject, other.subject))?;
    let figure = Figure::of(one.subject.objective);
    let of_learner =
        |row: &&FigureRow| row.of.figure == figure && row.of.owner == Owner::Strategy(name.to_owned());
    Ok(figures.iter().find(of_learner).map_or_else(|| difference(&[], &[], 0), |row| row.paired))
}

/// Both sorts of differences of an arm: at once, and after adaptation as the repeats found them. What some of them did
/// not have is left out.
pub fn together(
    at_once: Rows,
    after: &[Rows],
    repeats: &Repeats,
) -> (Vec<Adapted<FigureRow>>, Vec<Adapted<ComponentRow>>) {
    let figures = at_once.figures.into_iter().filter_map(|row| {
        let after = over(&row, after, repeats)?;
        Some(Adapted { at_once: row, after })
    });
    let mut figures: Vec<_> = figures.collect();
    pairs::rate(figures.iter_mut().map(|row| &mut row.at_once));
    pairs::rate(figures.iter_mut().map(|row| &mut row.after));
    let components = at_once.components.into_iter().filter_map(|row| {
        let is_same = |one: &&ComponentRow| one.component == row.component && one.of == row.of;
        let found: Option<Vec<Paired>> =
            after.iter().map(|rows| Some(rows.components.iter().find(is_same)?.paired)).collect();
        let after = ComponentRow { paired: repeats.paired(&found?), rate: None, ..row.clone() };
        Some(Adapted { at_once: row, after })
    });
    let mut components: Vec<_> = components.collect();
    pairs::rate_each(components.iter_mut().map(|row| (&row.after.paired, &mut row.after.rate)));
    (figures, components)
}

pub fn over_repeats(found: &[Rows], repeats: &Repeats) -> Vec<FigureRow> {
    let Some(first) = found.first() else { return Vec::new() };
    let mut figures: Vec<FigureRow> =
        first.figures.iter().filter_map(|row| over(row, found, repeats)).collect();
    pairs::rate(&mut figures);
    figures
}

/// A figure as repeats found it; none where some of them did not have it.
fn over(row: &FigureRow, found: &[Rows], repeats: &Repeats) -> Option<FigureRow> {
    let of = |rows: &Rows| Some(rows.figures.iter().find(|one| one.of == row.of)?.paired);
    let found: Option<Vec<Paired>> = found.iter().map(of).collect();
    let FigureOf { figure, owner } = row.of.clone();
    Some(FigureRow::new(figure, owner, repeats.paired(&found?)))
}

#[derive(Default)]
pub struct Met {
    pub adapted: Vec<Estimate>,
    pub as_they_were: Vec<Estimate>,
}

impl Met {
    pub fn told(&self, repeats: &Repeats, unit: Unit) -> Meeting {
        let mean = |all: &[Estimate]| {
            let mean = repeats.mean(all).0;
            if unit.is_share() { mean.clipped(Interval::SHARE) } else { mean }
        };
        Meeting { adapted: mean(&self.adapted), as_they_were: mean(&self.as_they_were) }
    }

    /// What it says beyond the control, which learned on from the same seeds; `small` is no reason to play differently.
    pub fn beyond(&self, control: &Met, repeats: &Repeats, (unit, small): (Unit, f64)) -> Relearning {
        // Players who learned otherwise soon meet other games, as if each had luck of its own.
        let less = |one: &[Estimate], other: &[Estimate]| {
            let both = one.iter().zip(other);
            let found: Vec<Estimate> =
                both.map(|(one, other)| apart(&[(1.0, *one), (-1.0, *other)])).collect();
            let mean = repeats.mean(&found).0;
            if unit.is_share() { mean.clipped(Interval::SHARE_DIFFERENCE) } else { mean }
        };
        let gain = less(&self.adapted, &control.adapted);
        let loss = less(&control.as_they_were, &self.as_they_were);
        Relearning { gain, loss, need: Need::of(&gain, &loss, small) }
    }
}
