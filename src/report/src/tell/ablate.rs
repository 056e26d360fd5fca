use sim_engine::text::people;
use sim_lab::{
    ablate::{Ablation, AblationRow, Treatment},
    figure::Figure,
};

use super::{Key, PairedRow, Style, extent, more, not_played, paired, say, sentences};

const ROWS: usize = 15;
const NAMES: usize = 3;

pub fn ablate(found: &Ablation, style: Style) -> String {
    let wins = |is_it: &dyn Fn(Treatment) -> bool| -> Vec<&AblationRow> {
        let figure = Figure::of(found.objective);
        found.rows.iter().filter(|row| row.figure == figure && is_it(row.way)).collect()
    };
    let is_share = found.objective.is_wins();
    let mut text = extent(&found.extent, "with each component and without it", "with and without each");
    let without = wins(&|way| !way.is_more());
    text += &list(&without, ["with", "without"], style);
    text += &sentences([say!("ablate/users", is_share)].into_iter().chain(effects(&without, is_share)));
    if without.iter().any(|row| row.is_found()) {
        text += &sentences([say!("ablate/adjusted")]);
    }
    let free = wins(&|way| way == Treatment::Free);
    if !free.is_empty() {
        text += "\nFor free, or as cheap as its table allows\n\n";
        text += &list(&free, ["free", "as it is"], style);
        text += &sentences([say!("ablate/users_free", is_share)].into_iter().chain(effects(&free, is_share)));
    }
    if !found.unpriced.is_empty() {
        let kinds = found.unpriced.iter().map(|(kind, count)| format!("{kind} ({count})"));
        text += &sentences([say!("ablate/unpriced", kinds => kinds.collect::<Vec<_>>())]);
    }
    let given = wins(&|way| matches!(way, Treatment::Given(_)));
    if let Some(Treatment::Given(seat)) = given.first().map(|row| row.way) {
        let figure = if is_share { "win rate" } else { "points a game" };
        text += &format!("\nDealt to seat {} for certain: the {figure} of that seat\n\n", seat.0 + 1);
        text += &list(&given, ["given", "as it is"], style);
        text += &sentences(effects(&given, is_share));
    }
    let blanks = wins(&|way| way == Treatment::Replaced);
    if !blanks.is_empty() {
        let names: Vec<&str> = blanks.iter().map(|row| row.component.name.as_str()).collect();
        text += &sentences([say!("ablate/blanks", components => names)]);
    }
    text + &not_played(&found.not_played)
}

fn list(rows: &[&AblationRow], arms: [&str; 2], style: Style) -> String {
    let keys = [Key::Text("component"), Key::Text("kind"), Key::Number("adjusted_difference")];
    let head: Vec<PairedRow<'_>> = rows.iter().take(ROWS).map(|row| cells(row)).collect();
    let mut text = paired(&keys, &head, arms, false, style);
    text += &more(rows.len(), ROWS, "", style);
    text + "\n"
}

fn cells(row: &AblationRow) -> PairedRow<'_> {
    let adjusted = row.adjusted.and_then(|adjusted| adjusted.value);
    let adjusted = adjusted.map_or(String::new(), |value| people::fixed(value * 100.0, 2));
    let keys = vec![row.component.name.clone(), row.component.kind.clone(), adjusted];
    PairedRow { keys, unit: row.figure.unit(), paired: &row.paired }
}

/// The number of significant effects, and the strategies that the first of them affect most.
fn effects<'r>(rows: &'r [&'r AblationRow], is_share: bool) -> impl Iterator<Item = String> + 'r {
    let found = rows.iter().filter(|row| row.is_found());
    let significant = say!("ablate/significant", found => found.clone().count(), compared => rows.len());
    let moved = found.take(NAMES).filter_map(move |row| {
        let (label, moved) = (row.way.label(&row.component.name), row.most_moved.as_ref()?);
        let by = row.figure.unit().size(moved.by);
        Some(
            say!("ablate/moved", label, strategy => moved.strategy, by, is_share, is_more => moved.by >= 0.0),
        )
    });
    [significant].into_iter().chain(moved)
}
