use sim_engine::text::people;
use sim_lab::{
    adapt::{Adaptation, AdaptedArm, AdaptedFigure, ContrastSetup, RetrainingNeed},
    figure::{Figure, FigureOf, Owner, Unit},
    pairs::is_found,
};
use sim_stats::{Estimate, paired::PairedEstimate};

use super::{Games, Style, cells, contrast, figure_name, grid, head, more, points, result, say, sentences};

const ROWS: usize = 8;

pub fn adapt(found: &Adaptation, style: Style) -> String {
    let Adaptation { setup, first, arms, control } = found;
    let ContrastSetup { extent, level, budget, games, unit, .. } = setup;
    let compared = match &arms[..] {
        [one] => one.name.clone(),
        all => people::counted(all.len() as u64, "arm", "arms"),
    };
    let what = format!("{}, before and after players adapt", contrast(&compared, first));
    let mut text = head(extent, &what, &Games::OfEach(*games));
    let level = level.to_string();
    text +=
        &sentences([say!("adapt/players", level, first, repeats => budget.repeats, games => budget.games)]);
    if budget.repeats == 1 {
        text += &sentences([say!("adapt/one_run")]);
    }
    for arm in arms {
        text += &self::arm(arm, found, style);
    }
    let (is_share, result) = (unit.is_share(), result(&control.adapted, *unit));
    text + "\n" + &sentences([say!("adapt/control", first, is_share, result)])
}

fn arm(arm: &AdaptedArm, found: &Adaptation, style: Style) -> String {
    let mut text = if found.arms.len() > 1 { format!("\n{}\n", arm.name) } else { String::new() };
    text += &format!("\n{}", need(arm, found));
    let shown: Vec<Row<'_>> = arm.figures.iter().filter(|row| is_shown(row)).map(of_figure).collect();
    text += &format!("\n{}\n", both(&shown, style));
    let moved = moved(arm);
    text + &match moved.len() {
        0 => sentences([say!("adapt/same_play")]),
        all => format!(
            "Changes in play after adaptation, the most significant first\n\n{}{}",
            both(&moved[..all.min(ROWS)], style),
            more(all, ROWS, "", style)
        ),
    }
}

/// Whether players need to adapt, with the evidence.
fn need(AdaptedArm { meeting, retraining, .. }: &AdaptedArm, found: &Adaptation) -> String {
    let (unit, is_share) = (found.setup.unit, found.setup.unit.is_share());
    let [is_much, is_none, is_some] =
        [RetrainingNeed::Much, RetrainingNeed::None, RetrainingNeed::Some].map(|one| retraining.need == one);
    let by = |estimate: &Estimate, sign: f64| {
        let own = estimate.scaled(sign);
        own.value.map_or_else(|| own.note.to_owned(), |value| points(value, own.interval, unit))
    };
    let fair = is_share.then(|| people::percent(1.0 / found.setup.extent.players as f64, None));
    let [adapted, unadapted] = [&meeting.adapted, &meeting.as_they_were].map(|one| result(one, unit));
    sentences([
        say!("adapt/need", is_much, is_none, is_some),
        say!("adapt/gain", is_share, result => adapted, fair, by => by(&retraining.gain, 1.0)),
        say!("adapt/loss", is_share, result => unadapted, by => by(&retraining.loss, -1.0)),
    ])
}

struct Row<'r> {
    keys: Vec<String>,
    unit: Unit,
    at_once: &'r PairedEstimate,
    after: &'r PairedEstimate,
}

/// Whether the first table shows a figure: win rates of seats, points, length, and truncated games that differ.
fn is_shown(row: &AdaptedFigure) -> bool {
    match (&row.at_once.of.figure, &row.at_once.of.owner) {
        (Figure::WinRate, Owner::Seat(_)) | (Figure::Plies, _) => true,
        (Figure::Points, owner) => owner.strategy().is_some(),
        (Figure::Truncated, _) => [&row.at_once, &row.after].iter().any(|one| one.paired.differing > 0),
        _ => false,
    }
}

fn of_figure(row: &AdaptedFigure) -> Row<'_> {
    let FigureOf { figure, owner } = &row.at_once.of;
    let whose = match &row.at_once.component {
        Some(component) => component.name.clone(),
        None if owner.strategy().is_some() => String::new(),
        None => owner.to_string(),
    };
    Row {
        keys: vec![figure_name(figure), whose],
        unit: figure.unit(),
        at_once: &row.at_once.paired,
        after: &row.after.paired,
    }
}

/// Measures and uses that differ significantly after adaptation, those that adaptation moved most (in errors)
/// first.
fn moved(arm: &AdaptedArm) -> Vec<Row<'_>> {
    let is_told = |row: &&AdaptedFigure| {
        matches!(row.at_once.of.figure, Figure::Measure { .. } | Figure::Use(_))
            && is_found(row.after.q_value)
    };
    let moved = arm.figures.iter().chain(&arm.components).filter(is_told);
    let mut rows: Vec<Row<'_>> = moved.map(of_figure).collect();
    let size = |row: &Row<'_>| {
        let [once, after] = [row.at_once, row.after].map(|one| &one.difference);
        let moved = after.value.unwrap_or_default() - once.value.unwrap_or_default();
        let error = after.standard_error.unwrap_or_default().hypot(once.standard_error.unwrap_or_default());
        if error > 0.0 { moved.abs() / error } else { 0.0 }
    };
    rows.sort_by(|one, other| size(other).total_cmp(&size(one)));
    rows
}

fn both(rows: &[Row<'_>], style: Style) -> String {
    let header = ["figure", "of", "as it is", "at once", "95 %", "after adaptation", "95 %"];
    let cells = |row: &Row<'_>| {
        let mut cells = row.keys.clone();
        let now = row.at_once.scaled(row.unit.factor());
        let places = people::decimals(now.difference.half_width(), 2);
        cells.push(now.other.map_or(String::new(), |value| people::fixed(value, places)));
        for paired in [row.at_once, row.after] {
            let why = if paired.differing == 0 { "no deal differs" } else { paired.difference.note };
            cells.extend(self::cells(&paired.difference.scaled(row.unit.factor()), 2, why));
        }
        cells
    };
    let cells = rows.iter().map(cells);
    grid(&header, cells, &[false, false, true], style)
}
