use sim_engine::{Seat, text::people};
use sim_lab::{
    figure::{Figure, Owner},
    sweep::{Lines, Sweep, SweptRow},
};
use sim_stats::Estimate;

use super::{
    grid::{Style, grid, more},
    head::{extent, varied},
    not_played::not_played,
    number::range,
    sentences,
};
use crate::say::say;

const ROWS: usize = 15;

pub fn sweep(sweep: &Sweep, style: Style) -> String {
    let what = varied(&sweep.lines.paths, sweep.planned);
    let text = extent(&sweep.extent, &what, "of each arm");
    text + &lines(&sweep.lines, &sweep.strategies, style) + &not_played(&sweep.not_played)
}

pub fn lines(lines: &Lines, strategies: &[String], style: Style) -> String {
    let is_line = lines.paths.len() == 1;
    let mut text = if is_line { by_value(lines, strategies, style) } else { by_difference(lines, style) };
    text.push('\n');
    text += &sentences(lines.crossings.iter().map(|crossing| {
        let (before, after) = crossing.ahead();
        let [from, to] = [crossing.from, crossing.to].map(people::short);
        say!("sweep/crossing", before, after, from, to, at => crossing.at.map(people::short))
    }));
    if is_line && lines.crossings.is_empty() && lines.arms.iter().any(|arm| arm.value.is_some()) {
        let is_known = wins(lines).any(|row| row.level.interval.is_some());
        text += &sentences([say!("sweep/crossings", is_known)]);
    }
    text
}

fn wins(lines: &Lines) -> impl Iterator<Item = &SweptRow> {
    lines.rows.iter().filter(|row| row.of.figure == Figure::WinRate)
}

/// Win rates by value, a column a strategy or seat, with their widest interval under them.
fn by_value(lines: &Lines, strategies: &[String], style: Style) -> String {
    let mut seats: Vec<Seat> = wins(lines).filter_map(|row| row.of.owner.seat()).collect();
    seats.sort_unstable();
    seats.dedup();
    let header: Vec<String> = std::iter::once("win rate %".to_owned())
        .chain(strategies.iter().cloned())
        .chain(seats.iter().map(|seat| format!("seat {}", seat.0 + 1)))
        .collect();
    // Of a lopsided interval the longer side.
    let reach = |level: &Estimate| {
        let (value, ends) = level.value.zip(level.interval)?;
        Some((ends.high - value).max(value - ends.low) * 100.0)
    };
    let widest = wins(lines).filter_map(|row| reach(&row.level)).fold(0.0, f64::max);
    let places = people::decimals(Some(widest), 2);
    let cell = |arm: usize, is_it: &dyn Fn(&Owner) -> bool| {
        let row = wins(lines).find(|row| row.arm == arm && is_it(&row.of.owner));
        let level = row.and_then(|row| row.level.value);
        level.map_or(String::new(), |level| people::fixed(level * 100.0, places))
    };
    let row = |(at, name): (usize, &String)| -> Vec<String> {
        let label = if name.is_empty() { "as it is" } else { name };
        std::iter::once(label.to_owned())
            .chain(strategies.iter().map(|name| cell(at, &|owner| owner.strategy() == Some(name))))
            .chain(seats.iter().map(|seat| cell(at, &|owner| owner.seat() == Some(*seat))))
            .collect()
    };
    let rows: Vec<Vec<String>> = lines.arms.iter().map(|arm| &arm.name).enumerate().map(row).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let mut text = grid(&header, &rows, &[false, true], style);
    if widest > 0.0 {
        text += &sentences([say!("sweep/intervals", widest => people::fixed(widest, places))]);
    }
    text
}

fn by_difference(lines: &Lines, style: Style) -> String {
    let mut rows: Vec<(&SweptRow, f64)> =
        wins(lines).filter_map(|row| Some((row, row.difference.as_ref()?.difference.value?))).collect();
    let rate = |row: &SweptRow| row.q_value.unwrap_or(2.0);
    rows.sort_by(|(a, by), (b, other)| rate(a).total_cmp(&rate(b)).then(other.abs().total_cmp(&by.abs())));
    let cells: Vec<Vec<String>> = rows
        .iter()
        .take(ROWS)
        .map(|(row, by)| {
            let paired = row.difference.as_ref();
            let ends = match paired.and_then(|paired| paired.difference.interval) {
                Some(ends) => range(ends.scaled(100.0), 2),
                None => paired.map_or(String::new(), |paired| paired.words()),
            };
            vec![
                lines.arms[row.arm].name.clone(),
                row.of.owner.to_string(),
                row.level.value.map_or(String::new(), |level| people::fixed(level * 100.0, 2)),
                people::signed(by * 100.0, 2),
                ends,
            ]
        })
        .collect();
    let header = ["arm", "win rate % of", "here", "difference", "95 %"];
    grid(&header, &cells, &[false, false, true], style) + &more(rows.len(), ROWS, "", style)
}
