//! What a change does to the use of components and to what goes with it.

use super::{
    PairError, Side,
    table::{PAIR, TESTS, paired_cells},
};
use crate::{
    stats::{
        multiplicity::benjamini_hochberg,
        paired::{Paired, apart},
    },
    tables::{Cell, Column, Table, estimate_columns},
    tally::UseKind,
};

/// The components of both sides that have the same name.
pub fn by_component(one: Side<'_>, other: Side<'_>) -> Vec<(usize, usize)> {
    let place = |name: &str| other.subject.components.iter().position(|known| known.name == name);
    let mine = one.subject.components.iter().enumerate();
    mine.filter_map(|(at, component)| Some((at, place(&component.name)?))).collect()
}

/// The first side less the other in how often each strategy uses a component, and in its contrast, for
/// components that both have.
///
/// # Errors
/// When the two do not hold the same deals, as for [`super::differences`].
pub fn changes(one: Side<'_>, other: Side<'_>, matched: &[(usize, usize)]) -> Result<Table, PairError> {
    // The same must hold as for figures, though the errors do not pair.
    super::comparable(one, other)?;
    let contrasts = (one.tally.contrasts.estimates(), other.tally.contrasts.estimates());
    let mut rows: Vec<(usize, &str, String, Paired)> = Vec::new();
    for (mine, theirs) in by_component(one, other) {
        for &(strategy, same) in matched {
            let number =
                |side: &Side<'_>, component| side.tally.layout.component_use(component, UseKind::Used);
            let numbers = (number(&one, mine), number(&other, theirs));
            let sums = (one.tally.counts.get(strategy, numbers.0), other.tally.counts.get(same, numbers.1));
            let paired = apart(&sums.0.mean(&[]), &sums.1.mean(&[]));
            rows.push((mine, "used", one.subject.strategies[strategy].clone(), paired));
        }
        if let (Some(first), Some(second)) = (contrasts.0.get(mine), contrasts.1.get(theirs)) {
            rows.push((mine, "contrast", String::new(), apart(&first.estimate, &second.estimate)));
        }
    }
    let mut columns = vec![
        Column { name: "component", about: "Short name of the component." },
        Column { name: "kind", about: "What sort of thing it is." },
        Column {
            name: "figure",
            about: "used: times a seat and game; contrast: win share of its users less that of others.",
        },
        Column { name: "strategy", about: "Whose use it is." },
    ];
    columns.extend(PAIR);
    columns.extend(estimate_columns(Column { name: "difference", about: "The first less the second." }));
    columns.extend(TESTS);
    let about = "Use of components and what goes with it in two arms, what is surest to have changed first. Uses are not kept by groups of deals, so errors are those of two runs with luck of their own: rather too wide.";
    let mut table = Table::new("component_changes", "Components in both arms", about, &columns);
    let rates = benjamini_hochberg(&rows.iter().map(|row| row.3.p_value).collect::<Vec<_>>());
    let mut rows: Vec<_> = rows.into_iter().zip(rates).collect();
    let rank = |rate: &Option<f64>| rate.unwrap_or(2.0);
    let size = |paired: &Paired| paired.difference.errors_from_zero();
    rows.sort_by(|a, b| rank(&a.1).total_cmp(&rank(&b.1)).then(size(&b.0.3).total_cmp(&size(&a.0.3))));
    for ((component, figure, strategy, paired), rate) in rows {
        let component = &one.subject.components[component];
        let keys = [component.name.as_str(), &component.kind, figure, &strategy].map(Cell::text);
        let tests = [Cell::number(paired.p_value), Cell::number(rate)];
        table.rows.push(keys.into_iter().chain(paired_cells(&paired)).chain(tests).collect());
    }
    Ok(table)
}
