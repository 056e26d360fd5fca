//! Components whose use goes with winning or losing, and whether that survives.

use super::{Alternative, OUTCOMES, Outcome, Reading, Side, outcome_cells};
use crate::tables::{Cell, Column, Subject, Table};
use sim_engine::Component;
use sim_play::tally::Tally;
use sim_stats::{
    Estimate,
    multiplicity::{LEVEL, benjamini_hochberg},
};

/// The adjusted difference of each component of an arm.
pub(super) struct Adjustments(Vec<Adjusted>);

struct Adjusted {
    component: Component,
    estimate: Estimate,
    /// Above or below 0 beyond its own error.
    side: Side,
    /// The same among all components, false discoveries controlled.
    found: Side,
}

impl Adjustments {
    pub(super) fn new(subject: &Subject<'_>, tally: &Tally) -> Adjustments {
        let adjusted = tally.adjusted.estimates();
        let rates = benjamini_hochberg(&adjusted.iter().map(|one| one.p_value).collect::<Vec<_>>());
        let read = subject.components.iter().zip(adjusted).zip(rates).map(|((component, one), rate)| {
            let side = Side::of(one.estimate.interval, Some(0.0));
            let is_found = rate.is_some_and(|rate| rate <= LEVEL);
            Adjusted {
                component: component.clone(),
                estimate: one.estimate,
                side,
                found: if is_found { side } else { Side::Open },
            }
        });
        Adjustments(read.collect())
    }

    /// The findings, with their places.
    fn found(&self) -> impl Iterator<Item = (usize, &Adjusted)> {
        self.0.iter().enumerate().filter(|(_, one)| one.found != Side::Open)
    }

    /// What becomes of each finding in another arm that has the component too.
    pub(super) fn outcomes(&self, other: &Adjustments) -> Vec<(usize, Outcome)> {
        let same = |name: &str| other.0.iter().find(|one| one.component.name == name);
        let outcomes = self.found().filter_map(|(at, one)| {
            let there = same(&one.component.name).filter(|there| there.estimate.value.is_some())?;
            Some((at, one.found.outcome(there.side)))
        });
        outcomes.collect()
    }
}

/// The components whose use goes with winning or losing in the standard run, the largest adjusted difference first, and
/// what that rests on.
pub fn components(standard: &Reading, alternatives: &[Alternative]) -> Table {
    let mut columns = vec![
        Column { name: "component", about: "Short name of the component." },
        Column { name: "kind", about: "What sort of thing it is." },
        Column { name: "source", about: "Where its data comes from." },
        Column {
            name: "adjusted_difference",
            about: "Win rate of its users less that of others, in the standard run.",
        },
        Column::low("low"),
        Column::high("high"),
        Column { name: "standard", about: "above: its use goes with winning; below: with losing." },
    ];
    columns.extend(OUTCOMES);
    let about = "Of all components those whose adjusted difference is a finding in the standard run, at a false discovery rate of 5 %, and whether it stays on its side of 0 under each alternative. An adjusted difference is correlation, not cause.";
    let mut table = Table::new("component_findings", "What findings on components rest on", about, &columns);
    let mut found: Vec<(usize, &Adjusted)> = standard.adjusted.found().collect();
    let size = |one: &Adjusted| one.estimate.value.map_or(0.0, f64::abs);
    found.sort_by(|(_, one), (_, other)| size(other).total_cmp(&size(one)));
    for (at, one) in found {
        let outcomes = alternatives.iter().filter_map(|alternative| {
            let (_, outcome) = alternative.adjusted.iter().find(|(place, _)| *place == at)?;
            Some((alternative, *outcome))
        });
        let component = &one.component;
        let mut cells =
            [component.name.as_str(), &component.kind, component.source.word()].map(Cell::text).to_vec();
        cells.push(Cell::number(one.estimate.value));
        cells.extend(Cell::ends(one.estimate.interval));
        cells.extend(outcome_cells(one.found, &outcomes.collect::<Vec<_>>()));
        table.rows.push(cells);
    }
    table
}
