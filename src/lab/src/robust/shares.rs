use sim_engine::{Choice, Component};
use sim_play::{arm::Subject, tally::Tally};
use sim_stats::Estimate;

use super::{Alternative, ComponentFinding, FindingRow, FindingStability, Outcome, ShareRow};
use crate::{
    figure::{Direction, Figure, FigureOf, Level, levels},
    pairs::{is_found, q_values, set_each_q_value},
    question::{AHEAD, FigureSelector, Reader},
};

pub(super) struct ArmShares {
    /// Win rates or, for points, the lead of a strategy or a seat over the mean of all seats.
    shares: Vec<Level>,
    fair: Option<f64>,
    adjusted: Vec<AdjustedSide>,
}

struct AdjustedSide {
    component: Component,
    estimate: Estimate,
    /// Side of 0, by its own interval.
    side: Direction,
    /// Side of 0 if significant among all components, at a controlled false discovery rate.
    found: Direction,
}

/// Effects of an alternative: on each result, and on each adjusted difference that is a finding, by its index.
pub(super) struct AlternativeEffects {
    pub alternative: usize,
    pub rows: Vec<ShareRow>,
    adjusted: Vec<(usize, Outcome)>,
}

impl ArmShares {
    pub(super) fn new(subject: &Subject<'_>, tally: &Tally) -> ArmShares {
        let mut shares = levels(subject, &subject.strategies, tally);
        shares.retain(|level| level.of.figure == Figure::WinRate);
        // A strategy that only meets itself always has its fair share.
        shares.retain(|level| level.of.owner.strategy().is_none() || subject.strategies.len() > 1);
        let is_won = subject.objective.is_wins();
        if !is_won {
            let reader = Reader::new(tally);
            let ahead = |Level { of: FigureOf { owner, .. }, .. }: Level| {
                let words = FigureSelector {
                    figure: Some(AHEAD.to_owned()),
                    strategy: owner.strategy().map(str::to_owned),
                    seat: owner.seat().map(|seat| seat.0 + 1),
                    ..FigureSelector::default()
                };
                let measurement = reader.read(&words.find(subject, &tally.layout).ok()?);
                Some(Level { of: FigureOf { figure: Figure::Points, owner }, measurement })
            };
            shares = shares.into_iter().filter_map(ahead).collect();
        }
        let fair = subject.fair_share().map(|fair| if is_won { fair } else { 0.0 });
        let estimates = tally.adjusted.estimates();
        let q_values = q_values(estimates.iter().map(|one| one.p_value));
        let all = subject.components.iter().enumerate().zip(estimates).zip(q_values);
        let adjusted = all.map(|(((at, component), one), q_value)| {
            let side = Direction::compare(one.estimate.interval, 0.0);
            // An outcome shows who did well, whatever causes it, so it is no finding.
            let is_chosen = subject.kind(at).is_some_and(|kind| kind.choice == Choice::Chosen);
            let found = if is_found(q_value) && is_chosen { side } else { Direction::Open };
            AdjustedSide { component: component.clone(), estimate: one.estimate, side, found }
        });
        ArmShares { shares, fair, adjusted: adjusted.collect() }
    }

    fn side(&self, share: &Level) -> Direction {
        self.fair.map_or(Direction::Open, |fair| Direction::compare(share.estimate().interval, fair))
    }

    fn adjusted_findings(&self) -> impl Iterator<Item = (usize, &AdjustedSide)> {
        self.adjusted.iter().enumerate().filter(|(_, one)| one.found != Direction::Open)
    }

    /// The q-values, which are over all alternatives, are still missing.
    pub(super) fn under(&self, alternative: usize, other: &ArmShares) -> AlternativeEffects {
        let rows = self.shares.iter().filter_map(|before| {
            let share = other.shares.iter().find(|share| share.of.owner == before.of.owner)?;
            let side = other.side(share);
            Some(ShareRow {
                alternative,
                owner: before.of.owner.clone(),
                standard: before.estimate().value,
                win_rate: share.estimate(),
                difference: share.less(before),
                q_value: None,
                side,
                outcome: Outcome::judge(self.side(before), side),
            })
        });
        // Only components that the alternative has too.
        let adjusted = self.adjusted_findings().filter_map(|(at, one)| {
            let there = other.adjusted.iter().find(|there| there.component.name == one.component.name)?;
            there.estimate.value.is_some().then(|| (at, Outcome::judge(one.found, there.side)))
        });
        AlternativeEffects { alternative, rows: rows.collect(), adjusted: adjusted.collect() }
    }

    pub(super) fn findings(
        &self,
        others: &[&AlternativeEffects],
        alternatives: &[Alternative],
    ) -> Vec<FindingRow> {
        let finding = |share: &Level| {
            let outcome = |changed: &AlternativeEffects| {
                Some(changed.rows.iter().find(|row| row.owner == share.of.owner)?.outcome)
            };
            FindingRow {
                owner: share.of.owner.clone(),
                win_rate: share.estimate(),
                held: finding_stability(self.side(share), others, alternatives, outcome),
            }
        };
        self.shares.iter().map(finding).collect()
    }

    /// The components that are findings, the largest adjusted difference first.
    pub(super) fn components(
        &self,
        others: &[&AlternativeEffects],
        alternatives: &[Alternative],
    ) -> Vec<ComponentFinding> {
        let mut found: Vec<(usize, &AdjustedSide)> = self.adjusted_findings().collect();
        let size = |one: &AdjustedSide| one.estimate.value.map_or(0.0, f64::abs);
        found.sort_by(|(_, one), (_, other)| size(other).total_cmp(&size(one)));
        let finding = |(at, one): (usize, &AdjustedSide)| {
            let outcome = |changed: &AlternativeEffects| {
                Some(changed.adjusted.iter().find(|(place, _)| *place == at)?.1)
            };
            ComponentFinding {
                component: one.component.clone(),
                adjusted: one.estimate,
                held: finding_stability(one.found, others, alternatives, outcome),
            }
        };
        found.into_iter().map(finding).collect()
    }
}

fn finding_stability(
    side: Direction,
    others: &[&AlternativeEffects],
    alternatives: &[Alternative],
    outcome: impl Fn(&AlternativeEffects) -> Option<Outcome>,
) -> FindingStability {
    let outcomes = others.iter().filter_map(|changed| Some((changed.alternative, outcome(changed)?)));
    FindingStability::new(side, &outcomes.collect::<Vec<_>>(), alternatives)
}

/// The results under alternatives, the largest change first, with q-values over all.
pub(super) fn shares(others: &[&AlternativeEffects]) -> Vec<ShareRow> {
    let mut rows: Vec<ShareRow> = others.iter().flat_map(|changed| changed.rows.iter().cloned()).collect();
    set_each_q_value(rows.iter_mut().map(|row| (&row.difference, &mut row.q_value)));
    let size = |row: &ShareRow| row.difference.difference.value.map_or(0.0, f64::abs);
    rows.sort_by(|one, other| size(other).total_cmp(&size(one)));
    rows
}
