//! What a change does to the use of components and to what goes with it.

use super::{
    PairError, Side,
    table::{PAIR, TESTS, VARIANCE_RATIO, by_rate, paired_cells},
};
use crate::tables::{Cell, Column, Table, estimate_columns};
use sim_play::tally::UseKind;
use sim_stats::{
    multiplicity::benjamini_hochberg,
    paired::{Paired, difference},
};

/// The components of both sides that have the same name.
pub fn by_component(one: Side<'_>, other: Side<'_>) -> Vec<(usize, usize)> {
    let place = |name: &str| other.subject.components.iter().position(|known| known.name == name);
    let mine = one.subject.components.iter().enumerate();
    mine.filter_map(|(at, component)| Some((at, place(&component.name)?))).collect()
}

/// The first side less the other in how often each strategy uses a component, and in its adjusted difference, for
/// components that both have.
///
/// # Errors
/// When the two do not hold the same deals, as for [`super::differences`].
pub fn changes(one: Side<'_>, other: Side<'_>, matched: &[(usize, usize)]) -> Result<Table, PairError> {
    super::comparable(one, other)?;
    let components = by_component(one, other);
    let is_alone = one.subject.players == 1;
    let adjusted = if is_alone {
        Vec::new()
    } else {
        one.tally.adjusted.differences(&other.tally.adjusted, &components)
    };
    let mut adjusted = adjusted.into_iter();
    let mut rows: Vec<(usize, &str, String, Paired)> = Vec::new();
    for (mine, theirs) in components {
        for &(strategy, same) in matched {
            let number =
                |side: &Side<'_>, component| side.tally.layout.component_use(component, UseKind::Used);
            let numbers = (number(&one, mine), number(&other, theirs));
            let (first, second) = (&one.tally.counts, &other.tally.counts);
            let groups = first.groups(strategy, numbers.0).zip(second.groups(same, numbers.1));
            let Some((mine_by_group, theirs_by_group)) = groups else { continue };
            let apart = (first.get(strategy, numbers.0).mean(&[]), second.get(same, numbers.1).mean(&[]));
            let paired = difference(&mine_by_group, &theirs_by_group, one.tally.deals);
            let paired = paired.beside(&apart.0, &apart.1);
            rows.push((mine, "used", one.subject.strategies[strategy].clone(), paired));
        }
        rows.extend(adjusted.next().map(|paired| (mine, "adjusted_difference", String::new(), paired)));
    }
    let mut columns = vec![
        Column { name: "component", about: "Short name of the component." },
        Column { name: "kind", about: "What sort of thing it is." },
        Column {
            name: "figure",
            about: "used: times a seat and game; adjusted_difference: win rate of its users less that of others.",
        },
        Column { name: "strategy", about: "Whose use it is." },
    ];
    columns.extend(PAIR);
    columns.extend(estimate_columns(Column { name: "difference", about: "The first minus the second." }));
    columns.extend(TESTS);
    columns.push(VARIANCE_RATIO);
    let about = "Use of components and what goes with it in two arms, what is surest to have changed first. Both met the same deals, and the errors are those of the differences: by 32 groups of deals for use, by 256 for adjusted differences.";
    let mut table = Table::new("component_changes", "Components in both arms", about, &columns);
    let rates = benjamini_hochberg(&rows.iter().map(|row| row.3.p_value).collect::<Vec<_>>());
    let mut rows: Vec<_> = rows.into_iter().zip(rates).collect();
    let size = |paired: &Paired| paired.difference.errors_from_zero();
    rows.sort_by(|a, b| by_rate(a.1, b.1).then(size(&b.0.3).total_cmp(&size(&a.0.3))));
    for ((component, figure, strategy, paired), rate) in rows {
        let component = &one.subject.components[component];
        let keys = [component.name.as_str(), &component.kind, figure, &strategy].map(Cell::text);
        let tests = [paired.p_value, rate, paired.variance_ratio].map(Cell::number);
        table.rows.push(keys.into_iter().chain(paired_cells(&paired)).chain(tests).collect());
    }
    Ok(table)
}
