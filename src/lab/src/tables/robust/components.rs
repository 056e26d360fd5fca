//! Components whose use goes with winning or losing, and whether that survives.

use super::{Alternative, OUTCOMES, Outcome, Reading, Side, outcome_cells};
use crate::tables::{Cell, Column, Subject, Table};
use sim_engine::Component;
use sim_play::tally::Tally;
use sim_stats::{
    Estimate,
    multiplicity::{LEVEL, benjamini_hochberg},
};

/// The contrast of each component of an arm.
pub(super) struct Contrasts(Vec<Contrast>);

struct Contrast {
    component: Component,
    estimate: Estimate,
    /// Above or below 0 beyond its own error.
    side: Side,
    /// The same among all components, false discoveries controlled.
    found: Side,
}

impl Contrasts {
    pub(super) fn new(subject: &Subject<'_>, tally: &Tally) -> Contrasts {
        let contrasts = tally.contrasts.estimates();
        let rates = benjamini_hochberg(&contrasts.iter().map(|one| one.p_value).collect::<Vec<_>>());
        let read = subject.components.iter().zip(contrasts).zip(rates).map(|((component, one), rate)| {
            let side = Side::of(one.estimate.interval, Some(0.0));
            let is_found = rate.is_some_and(|rate| rate <= LEVEL);
            Contrast {
                component: component.clone(),
                estimate: one.estimate,
                side,
                found: if is_found { side } else { Side::Open },
            }
        });
        Contrasts(read.collect())
    }

    /// The findings, with their places.
    fn found(&self) -> impl Iterator<Item = (usize, &Contrast)> {
        self.0.iter().enumerate().filter(|(_, one)| one.found != Side::Open)
    }

    /// What becomes of each finding in another arm that has the component too.
    pub(super) fn outcomes(&self, other: &Contrasts) -> Vec<(usize, Outcome)> {
        let same = |name: &str| other.0.iter().find(|one| one.component.name == name);
        let outcomes = self.found().filter_map(|(at, one)| {
            let there = same(&one.component.name).filter(|there| there.estimate.value.is_some())?;
            Some((at, one.found.outcome(there.side)))
        });
        outcomes.collect()
    }
}

/// The components whose use goes with winning or losing in the standard run, the largest contrast first, and
/// what that rests on.
pub fn components(standard: &Reading, alternatives: &[Alternative]) -> Table {
    let mut columns = vec![
        Column { name: "component", about: "Short name of the component." },
        Column { name: "kind", about: "What sort of thing it is." },
        Column { name: "source", about: "Where its data comes from." },
        Column {
            name: "contrast",
            about: "Win share of its users less that of others, in the standard run.",
        },
        Column::low("low"),
        Column::high("high"),
        Column { name: "standard", about: "above: its use goes with winning; below: with losing." },
    ];
    columns.extend(OUTCOMES);
    let about = "Of all components those whose contrast is a finding in the standard run, at a false discovery rate of 5 %, and whether it stays on its side of 0 under each alternative. A contrast is correlation, not cause.";
    let mut table = Table::new("component_findings", "What findings on components rest on", about, &columns);
    let mut found: Vec<(usize, &Contrast)> = standard.contrasts.found().collect();
    let size = |one: &Contrast| one.estimate.value.map_or(0.0, f64::abs);
    found.sort_by(|(_, one), (_, other)| size(other).total_cmp(&size(one)));
    for (at, one) in found {
        let outcomes = alternatives.iter().filter_map(|alternative| {
            let (_, outcome) = alternative.contrasts.iter().find(|(place, _)| *place == at)?;
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
