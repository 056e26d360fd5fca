use sim_engine::text::people;
use sim_lab::{
    ablate::{AblatedRow, Ablation, Way},
    figure::{Figure, Unit},
};

use super::{
    grid::{Style, more},
    head::extent,
    not_played::not_played,
    objective::verb,
    rows::{Key, PairedRow, paired},
};

const ROWS: usize = 15;
const NAMES: usize = 3;

pub fn ablate(found: &Ablation, style: Style) -> String {
    let wins = |is_it: &dyn Fn(Way) -> bool| -> Vec<&AblatedRow> {
        let figure = Figure::of(found.objective);
        found.rows.iter().filter(|row| row.figure == figure && is_it(row.way)).collect()
    };
    let (unit, is_won) = (Unit::of(found.objective), found.objective.is_wins());
    let [figure, win] = if is_won { ["Win rate", "win"] } else { ["Points a game", "score"] };
    let mut text = extent(&found.extent, "with each component and without it", "with and without each");
    let without = wins(&|way| !way.is_more());
    text += &list(&without, ["with", "without"], style);
    text += &format!("{figure} of those who use it, with it and without it. {}", told_apart(&without));
    text += &in_words(&without, (&format!("its users {win}"), unit));
    if without.iter().any(|row| row.is_found()) {
        text += "`adjusted difference`: how much more often its users win at the same table, in percentage points. A link, not a cause.\n";
    }
    let free = wins(&|way| way == Way::Free);
    if !free.is_empty() {
        text += "\nFor free, or as cheap as its table allows\n\n";
        text += &list(&free, ["free", "as it is"], style);
        text += &format!(
            "{figure} of those who use it at its price, where it is free for all. Others take it then too, so they may {win} less.\n"
        );
        text += &told_apart(&free);
        text += &in_words(&free, (&format!("those who use it at its price {win}"), unit));
    }
    text += &unpriced(&found.unpriced);
    let given = wins(&|way| matches!(way, Way::Given(_)));
    if let Some(Way::Given(seat)) = given.first().map(|row| row.way) {
        let seat = seat.0 + 1;
        text += &format!(
            "\nDealt to seat {seat} for certain: the {} of that seat\n\n",
            if is_won { "win rate" } else { "points a game" }
        );
        text += &list(&given, ["given", "as it is"], style);
        text += &told_apart(&given);
        text += &in_words(&given, (&format!("that seat {win}s"), unit));
    }
    let blanks = wins(&|way| way == Way::Replaced);
    if !blanks.is_empty() {
        text += &format!(
            "Replaced by a blank of the same kind, because nothing can be played without it: {}\n",
            people::list(&first_names(&blanks))
        );
    }
    text + &not_played(&found.not_played)
}

fn first_names(rows: &[&AblatedRow]) -> Vec<String> {
    let mut list: Vec<String> = rows.iter().take(NAMES).map(|row| row.component.name.clone()).collect();
    if rows.len() > NAMES {
        list.push(format!("{} more", rows.len() - NAMES));
    }
    list
}

fn list(rows: &[&AblatedRow], arms: [&str; 2], style: Style) -> String {
    let keys = [Key::Text("component"), Key::Text("kind"), Key::Number("adjusted_difference")];
    let head: Vec<PairedRow<'_>> = rows.iter().take(ROWS).map(|row| cells(row)).collect();
    let mut text = paired(&keys, &head, arms, false, style);
    text += &more(rows.len(), ROWS, "", style);
    text + "\n"
}

fn cells(row: &AblatedRow) -> PairedRow<'_> {
    let adjusted = row.adjusted.and_then(|adjusted| adjusted.value);
    let adjusted = adjusted.map_or(String::new(), |value| people::fixed(value * 100.0, 2));
    let keys = vec![row.component.name.clone(), row.component.kind.clone(), adjusted];
    PairedRow { keys, unit: row.figure.unit(), paired: &row.paired }
}

/// Of the first that are found, to whom each is good or bad, and the strategy that it moves most.
fn in_words(rows: &[&AblatedRow], (who, unit): (&str, Unit)) -> String {
    let side = |by: f64| if by < 0.0 { "less" } else { "more" };
    let points = |by: f64| format!("{} {}", unit.size(by), side(by));
    let wins = verb(unit);
    let found = rows.iter().filter(|row| row.is_found()).take(NAMES);
    let told = found.filter_map(|row| {
        let label = row.way.label(&row.component.name);
        let moved = row.most_moved.as_ref();
        let most = moved.map_or(String::new(), |moved| {
            format!("; {} is moved most and {wins} {}", moved.strategy, points(moved.by))
        });
        Some(format!("{label}, {who} {}{most}.\n", points(row.paired.difference.value?)))
    });
    told.collect()
}

/// The sorts of components whose price could not be lowered, if any were asked for.
fn unpriced(kinds: &[(String, usize)]) -> String {
    if kinds.is_empty() {
        return String::new();
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind} ({count})")).collect();
    format!(
        "Not played for free, as they have no price of their own that could be lower: {}.\n",
        people::list(&kinds)
    )
}

fn told_apart(rows: &[&AblatedRow]) -> String {
    let found = rows.iter().filter(|row| row.is_found()).count();
    format!("{found} of {} differ by more than chance explains (false discovery rate 5 %).\n", rows.len())
}
