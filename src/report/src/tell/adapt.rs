use sim_engine::text::people;
use sim_lab::{
    adapt::{Adaptation, Adapted, AdaptedArm, Meeting, Need},
    figure::{Figure, FigureOf, Owner, Unit},
    pairs::is_found,
};
use sim_stats::{Estimate, paired::Paired};

use super::{
    grid::{Style, grid, more},
    head::{Played, head},
    objective::verb,
    rows::figure_name,
};

const ROWS: usize = 8;

pub fn adapt(found: &Adaptation, style: Style) -> String {
    let Adaptation { info, extent, level, budget, games, first, arms, control, unit } = found;
    let what = match &arms[..] {
        [one] => format!("{} less {first}, before and after players adapt", one.name),
        all => format!(
            "{} less {first}, before and after players adapt",
            people::counted(all.len() as u64, "arm", "arms")
        ),
    };
    let played = Played { games: *games, deals: extent.deals, seed: extent.seed, is_each: true };
    let mut text = head(info, extent.players, &what, &played);
    let learnings = people::counted(budget.repeats, "training run", "training runs");
    let each = people::counted(budget.games, "game", "games");
    text += &format!(
        "Players: {level}. After adaptation they have trained further, under {first} too: {learnings} of {each} in each arm.\n"
    );
    if budget.repeats == 1 {
        text += "With one training run, intervals after adaptation cover the deals alone. Add --repeats 3 to cover training too.\n";
    }
    for arm in arms {
        text += &self::arm(arm, found, style);
    }
    let (wins, brings) = (verb(*unit), result(&control.adapted, *unit));
    text + &format!(
        "\nTraining further gains something by itself: under {first}, a player that did so {wins} {brings} among players as they were. That is subtracted.\n"
    )
}

fn arm(arm: &AdaptedArm, found: &Adaptation, style: Style) -> String {
    let mut text = if found.arms.len() > 1 { format!("\n{}\n", arm.name) } else { String::new() };
    text.push('\n');
    let shown: Vec<Row<'_>> = arm.figures.iter().filter(|row| is_shown(row)).map(of_figure).collect();
    text += &both(&shown, style);
    let moved = moved(arm);
    text += &match moved.len() {
        0 => "\nNothing in how people play is found to change with it.\n".to_owned(),
        all => format!(
            "\nWhat changes in play once people have adapted, the clearest first\n\n{}{}",
            both(&moved[..all.min(ROWS)], style),
            more(all, ROWS, "", style)
        ),
    };
    text + &relearning(arm, found.extent.players, found.unit)
}

fn relearning(arm: &AdaptedArm, players: usize, unit: Unit) -> String {
    let Meeting { adapted, as_they_were } = &arm.meeting;
    let fair = match unit {
        Unit::Share => format!(" (fair {})", people::percent(1.0 / players as f64, None)),
        _ => String::new(),
    };
    let wins = verb(unit);
    let need = match arm.relearning.need {
        Need::Much => "people have to find another way to play",
        Need::None => "nobody has to play differently",
        Need::Some => "it pays to adapt, perhaps little",
        Need::Open => "whether it pays to adapt is not known yet",
    };
    format!(
        "\nUnder these rules one who has adapted {wins} {} among players as they were{fair}, {} by adapting; one who has not {wins} {} among those who have, {} by not adapting: {need}.\n",
        result(adapted, unit),
        points(&arm.relearning.gain, ["more", "less"], unit),
        result(as_they_were, unit),
        points(&arm.relearning.loss, ["less", "more"], unit),
    )
}

fn result(estimate: &Estimate, unit: Unit) -> String {
    let ends = estimate.interval.map(|ends| (ends.low, ends.high));
    match (estimate.value, unit) {
        (None, Unit::Share) => "an unknown share".to_owned(),
        (None, unit) => format!("an unknown number of {}", unit.name()),
        (Some(value), Unit::Share) => people::percent_within(value, ends),
        (Some(value), unit) => format!("{} {}", people::number_within(value, ends), unit.name()),
    }
}

/// A difference in the objective, with words for above and below 0.
fn points(estimate: &Estimate, [above, below]: [&str; 2], unit: Unit) -> String {
    let name = unit.name();
    let Some(value) = estimate.value else { return format!("an unknown number of {name} {above}") };
    let (word, sign) = if value < 0.0 { (below, -1.0) } else { (above, 1.0) };
    let (factor, least) = (unit.factor(), if unit.is_share() { 1 } else { 2 });
    let scaled = estimate.scaled(factor * sign);
    let ends = scaled.interval.map(|ends| (ends.low, ends.high));
    let (value, error) = people::within(value.abs() * factor, ends, least, people::fixed);
    let range = match error.replace('\u{a0}', " ").trim_matches([' ', '(', ')']) {
        "" => String::new(),
        error => format!(" ({error})"),
    };
    format!("{value}{range} {name} {word}")
}

struct Row<'r> {
    keys: Vec<String>,
    unit: Unit,
    at_once: &'r Paired,
    after: &'r Paired,
}

/// Whether a figure stands above all others: who wins by seat, points, and length.
fn is_shown(row: &Adapted) -> bool {
    match (&row.at_once.of.figure, &row.at_once.of.owner) {
        (Figure::WinRate, Owner::Seat(_)) | (Figure::Plies, _) => true,
        (Figure::Points, owner) => owner.strategy().is_some(),
        (Figure::Truncated, _) => [&row.at_once, &row.after].iter().any(|one| one.paired.differing > 0),
        _ => false,
    }
}

fn of_figure(row: &Adapted) -> Row<'_> {
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

/// Measures and uses that differ after adaptation for sure, those first that adaptation moved most in their errors.
fn moved(arm: &AdaptedArm) -> Vec<Row<'_>> {
    let is_told = |row: &&Adapted| {
        matches!(row.at_once.of.figure, Figure::Measure { .. } | Figure::Use(_)) && is_found(row.after.rate)
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
            let scaled = paired.scaled(row.unit.factor());
            let places = people::decimals(scaled.difference.half_width(), 2);
            let signed = |value: f64| people::signed(value, places);
            cells.push(scaled.difference.value.map_or(String::new(), signed));
            cells.push(scaled.difference.interval.map_or_else(
                || short(paired),
                |ends| format!("{} to {}", signed(ends.low), signed(ends.high)),
            ));
        }
        cells
    };
    let cells: Vec<Vec<String>> = rows.iter().map(cells).collect();
    grid(&header, &cells, &[false, false, true, true, true, true, true], style)
}

fn short(paired: &Paired) -> String {
    if paired.differing == 0 { "no deal differs".to_owned() } else { paired.difference.note.to_owned() }
}
