use std::cmp::Ordering;

use sim_engine::{Component, Of, Seat};
use sim_play::{
    arm::{Arm, Subject},
    tally::{Group, Tally, UseKind},
};
use sim_stats::{
    multiplicity::{LEVEL, benjamini_hochberg},
    paired::{self, PairedEstimate},
};

use crate::{
    Refusal,
    figure::{Figure, FigureOf, Headline, Owner, of_games, of_group},
};

#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    pub subject: &'a Subject<'a>,
    pub tally: &'a Tally,
}

/// An arm minus its baseline, on the same deals.
pub struct Contrast {
    /// Headline figures of strategies, of seats and of the games, then measures.
    pub figures: Vec<FigureRow>,
    /// Components that both have, with q-values among them; the most significant first.
    pub components: Vec<FigureRow>,
}

impl Contrast {
    pub fn new(arm: Side<'_>, baseline: Side<'_>, matched: &[(usize, usize)]) -> Result<Contrast, Refusal> {
        let figures = figures(arm, baseline, matched)?;
        Ok(Contrast { figures, components: components(arm, baseline, matched)? })
    }
}

/// Applies `read` to an arm and its baseline, with strategies of the same name matched.
pub fn between<T>(
    (arm, tally): (&Arm, &Tally),
    (baseline, of_baseline): (&Arm, &Tally),
    read: impl FnOnce(Side<'_>, Side<'_>, &[(usize, usize)]) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let (subject, other) = (arm.subject(), baseline.subject());
    let (one, other) = (Side { subject: &subject, tally }, Side { subject: &other, tally: of_baseline });
    read(one, other, &by_name(one.subject, other.subject))
}

#[derive(Debug, Clone, PartialEq)]
pub struct FigureRow {
    pub of: FigureOf,
    /// Set if the figure is one of components.
    pub component: Option<Component>,
    /// In the unit of the figure.
    pub paired: PairedEstimate,
    /// Over all rows that are reported together; none if it was not tested.
    pub q_value: Option<f64>,
}

impl FigureRow {
    pub(crate) fn new(figure: Figure, owner: Owner, paired: PairedEstimate) -> FigureRow {
        let paired = figure.unit().clipped(paired);
        FigureRow { of: FigureOf { figure, owner }, component: None, paired, q_value: None }
    }

    /// Classifies the difference. `tolerance` is absolute for shares and relative for other figures.
    pub fn change(&self, tolerance: f64) -> Change {
        let size = match self.of.figure.unit().is_share() {
            true => 1.0,
            false => self.paired.one.unwrap_or(0.0).abs(),
        };
        match (is_found(self.q_value), self.paired.is_within(tolerance * size)) {
            (true, false) => Change::Changed,
            (true, true) => Change::Slightly,
            (false, true) => Change::Same,
            (false, false) => Change::Open,
        }
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Change {
        /// Significant among all figures at a false discovery rate of 5 %.
        Changed = "changed",
        /// Significant, but within the tolerance.
        Slightly = "changed within tolerance",
        Same = "same",
        Open = "undecided",
    }
}

pub fn is_found(q_value: Option<f64>) -> bool {
    q_value.is_some_and(|q_value| q_value <= LEVEL)
}

/// Q-values of tests that are reported together: see [`benjamini_hochberg`].
pub(crate) fn q_values(p_values: impl IntoIterator<Item = Option<f64>>) -> Vec<Option<f64>> {
    benjamini_hochberg(&p_values.into_iter().collect::<Vec<_>>())
}

/// Sets the q-values of rows that are reported together.
pub fn set_q_values<'r>(rows: impl IntoIterator<Item = &'r mut FigureRow>) {
    set_each_q_value(rows.into_iter().map(|row| (&row.paired, &mut row.q_value)));
}

/// Like [`set_q_values`], from differences and the places of their q-values.
pub(crate) fn set_each_q_value<'r>(
    rows: impl IntoIterator<Item = (&'r PairedEstimate, &'r mut Option<f64>)>,
) {
    let (p_values, places): (Vec<_>, Vec<_>) =
        rows.into_iter().map(|(paired, q_value)| (paired.p_value, q_value)).unzip();
    for (place, q_value) in places.into_iter().zip(benjamini_hochberg(&p_values)) {
        *place = q_value;
    }
}

/// The indices of median size: one, or two that share it; empty for no places. Earlier places count as smaller on
/// ties.
pub(crate) fn median(mut places: Vec<usize>, sizes: &[f64]) -> Vec<usize> {
    places.sort_by(|one, other| sizes[*one].total_cmp(&sizes[*other]));
    let (first, last) = (places.len().saturating_sub(1) / 2, places.len() / 2);
    places.into_iter().skip(first).take(last - first + 1).collect()
}

/// Smallest q-value first, untested last.
pub(crate) fn by_q_value(one: Option<f64>, other: Option<f64>) -> Ordering {
    one.unwrap_or(2.0).total_cmp(&other.unwrap_or(2.0))
}

/// Sorts rows by q-value, and ties by their distance from 0 in standard errors.
pub fn sort_by_surety(rows: &mut [FigureRow]) {
    let size = |row: &FigureRow| row.paired.difference.errors_from_zero();
    rows.sort_by(|one, other| by_q_value(one.q_value, other.q_value).then(size(other).total_cmp(&size(one))));
}

pub fn by_name(one: &Subject<'_>, other: &Subject<'_>) -> Vec<(usize, usize)> {
    let place = |name: &String| other.strategies.iter().position(|known| known == name);
    one.strategies.iter().enumerate().filter_map(|(at, name)| Some((at, place(name)?))).collect()
}

pub fn by_component(one: Side<'_>, other: Side<'_>) -> Vec<(usize, usize)> {
    let place = |name: &str| other.subject.components.iter().position(|known| known.name == name);
    let mine = one.subject.components.iter().enumerate();
    mine.filter_map(|(at, component)| Some((at, place(&component.name)?))).collect()
}

/// Checks that two sides can be paired deal by deal.
///
/// # Errors
/// If they do not cover the same deals of the same game and table size.
pub fn comparable(one: Side<'_>, other: Side<'_>) -> Result<(), Refusal> {
    let size = "compare two runs of one game and table size";
    let [mine, theirs] = [one, other].map(|side| side.subject);
    if mine.info.name != theirs.info.name {
        let message = format!("{} and {} are different games", mine.info.title, theirs.info.title);
        return Err(Refusal::new(message, size));
    }
    if mine.players != theirs.players {
        let message = format!("tables of {} and of {} players share no deals", mine.players, theirs.players);
        return Err(Refusal::new(message, size));
    }
    // Hashed groups of the same deals have equal sizes; groups of other deals hardly ever do.
    if one.tally.headline.group_deals() != other.tally.headline.group_deals() {
        let [mine, theirs] = [one, other].map(|side| side.tally.deals);
        let message = format!("the runs hold different deals: {mine} and {theirs} of them, or others");
        return Err(Refusal::new(message, "play both over the same range of deals, with the same seed"));
    }
    Ok(())
}

/// The first side minus the other in every headline figure and measure: of the strategies in `matched`, the seats and
/// the games. Both sides may hold the same tally, to compare strategies with each other. Use [`set_q_values`]
/// afterwards.
pub fn figures(
    one: Side<'_>,
    other: Side<'_>,
    matched: &[(usize, usize)],
) -> Result<Vec<FigureRow>, Refusal> {
    comparable(one, other)?;
    let mut rows = Rows { one, other, rows: Vec::new() };
    for &(mine, theirs) in matched {
        rows.group(rows.strategy(mine, theirs), Group::Strategy(mine), Group::Strategy(theirs));
    }
    if one.subject.players > 1 {
        Seat::all(one.subject.players)
            .for_each(|seat| rows.group(Owner::Seat(seat), Group::Seat(seat), Group::Seat(seat)));
    }
    rows.games();
    rows.measures(Of::Table, (0, 0), &Owner::Games);
    for &(mine, theirs) in matched {
        rows.measures(Of::Seat, (mine, theirs), &rows.strategy(mine, theirs));
    }
    Ok(rows.rows)
}

fn headline_less((one, mine): (&Tally, &Headline), (other, theirs): (&Tally, &Headline)) -> PairedEstimate {
    let groups = |tally: &Tally, cell| tally.headline.groups(&tally.layout, cell);
    let paired = paired::difference(&groups(one, mine.cell), &groups(other, theirs.cell), one.deals);
    paired.with_variance_ratio(&one.mean(mine.cell), &other.mean(theirs.cell)).scaled(mine.factor)
}

/// The result of the strategy of this name at one table minus that at another, on the same deals.
pub fn strategy_less(name: &str, one: Side<'_>, other: Side<'_>) -> Result<PairedEstimate, Refusal> {
    comparable(one, other)?;
    let (figure, scale) = (Figure::of(one.subject.objective), one.subject.points_scale());
    let headline = |side: &Side<'_>| {
        let at = side.subject.strategies.iter().position(|known| known == name)?;
        let all = of_group(&side.tally.layout, scale, Group::Strategy(at)).into_iter();
        all.into_iter().find(|one| one.figure == figure)
    };
    let both = headline(&one).zip(headline(&other));
    let less = both.map(|(mine, theirs)| headline_less((one.tally, &mine), (other.tally, &theirs)));
    Ok(less.map_or_else(|| paired::difference(&[], &[], 0), |less| figure.unit().clipped(less)))
}

struct Rows<'a> {
    one: Side<'a>,
    other: Side<'a>,
    rows: Vec<FigureRow>,
}

impl<'a> Rows<'a> {
    /// Adds the headline figures that both sides have.
    fn add(&mut self, owner: &Owner, one: Vec<Headline>, other: Vec<Headline>) {
        for (mine, theirs) in one.into_iter().zip(other) {
            let paired = headline_less((self.one.tally, &mine), (self.other.tally, &theirs));
            self.rows.push(FigureRow::new(mine.figure, owner.clone(), paired));
        }
    }

    fn group(&mut self, owner: Owner, mine: Group, theirs: Group) {
        let scale = self.one.subject.points_scale();
        let of = |side: &Side<'_>, group| of_group(&side.tally.layout, scale, group);
        self.add(&owner, of(&self.one, mine), of(&self.other, theirs));
    }

    fn games(&mut self) {
        let scale = self.one.subject.points_scale();
        let of = |side: &Side<'_>| of_games(&side.tally.layout, scale);
        self.add(&Owner::Games, of(&self.one), of(&self.other));
    }

    fn measures(&mut self, of: Of, (mine, theirs): (usize, usize), owner: &Owner) {
        let (one, other) = (self.one, self.other);
        let measures = one.subject.info.measures.iter().enumerate();
        for (at, measure) in measures.filter(|(_, measure)| measure.of == of) {
            for cell in 0..measure.width() {
                // A row or column that only one side has cannot be compared.
                let labels = |side: Side<'a>| measure.labels(cell, side.subject.components);
                let found = (labels(one), labels(other));
                let (Some(labels), true) = (found.0, found.0 == found.1) else { continue };
                let groups =
                    (one.tally.measure_groups(at, cell, mine), other.tally.measure_groups(at, cell, theirs));
                let (Some(ours), Some(others)) = groups else { continue };
                let apart = (one.tally.measure(at, cell, mine), other.tally.measure(at, cell, theirs));
                let paired = paired::difference(&ours, &others, one.tally.deals);
                let paired = paired.with_variance_ratio(&apart.0, &apart.1);
                let [row, column] = labels.map(str::to_owned);
                let figure = Figure::Measure { name: measure.name, unit: measure.unit, row, column };
                self.rows.push(FigureRow::new(figure, owner.clone(), paired));
            }
        }
    }

    /// The name, or both names if they differ.
    fn strategy(&self, mine: usize, theirs: usize) -> Owner {
        let names = (&self.one.subject.strategies[mine], &self.other.subject.strategies[theirs]);
        Owner::Strategy(if names.0 == names.1 {
            names.0.clone()
        } else {
            format!("{} - {}", names.0, names.1)
        })
    }
}

/// The first side minus the other in how often each strategy uses a component, and in its adjusted difference. Covers
/// components that both have, the most significant first.
pub fn components(
    one: Side<'_>,
    other: Side<'_>,
    matched: &[(usize, usize)],
) -> Result<Vec<FigureRow>, Refusal> {
    comparable(one, other)?;
    let places = by_component(one, other);
    let is_alone = one.subject.players == 1;
    let adjusted =
        if is_alone { Vec::new() } else { one.tally.adjusted.differences(&other.tally.adjusted, &places) };
    let mut adjusted = adjusted.into_iter();
    let mut rows = Vec::new();
    for (mine, theirs) in places {
        let component = &one.subject.components[mine];
        let row = |figure, owner, paired| {
            let of = FigureOf { figure, owner };
            FigureRow { of, component: Some(component.clone()), paired, q_value: None }
        };
        for &(strategy, same) in matched {
            let number =
                |side: &Side<'_>, component| side.tally.layout.component_use(component, UseKind::Used);
            let numbers = (number(&one, mine), number(&other, theirs));
            let (first, second) = (&one.tally.counts, &other.tally.counts);
            let groups = first.groups(strategy, numbers.0).zip(second.groups(same, numbers.1));
            let Some((mine_by_group, theirs_by_group)) = groups else { continue };
            let apart = (first.get(strategy, numbers.0).mean(&[]), second.get(same, numbers.1).mean(&[]));
            let paired = paired::difference(&mine_by_group, &theirs_by_group, one.tally.deals);
            let owner = Owner::Strategy(one.subject.strategies[strategy].clone());
            rows.push(row(Figure::Use(UseKind::Used), owner, paired.with_variance_ratio(&apart.0, &apart.1)));
        }
        let paired = adjusted.next();
        rows.extend(paired.map(|paired| row(Figure::AdjustedDifference, Owner::Games, paired)));
    }
    set_q_values(&mut rows);
    sort_by_surety(&mut rows);
    Ok(rows)
}

#[cfg(test)]
mod tests;
