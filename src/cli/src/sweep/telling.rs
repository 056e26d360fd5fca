//! A sweep for reading.

use crate::output;
use sim_engine::text::people;
use sim_lab::tables::{Cell, Table};

/// Differences that are shown where several paths are varied.
const ROWS: usize = 15;

/// Win rates along one path, or what several paths change, and where lines cross.
pub fn text((lines, crossings): (&Table, &Table), names: &[String], is_line: bool) -> String {
    let mut text = if is_line { by_value(lines, names) } else { by_difference(lines) };
    text.push('\n');
    for row in &crossings.rows {
        let number = |name: &str| crossings.number(row, name).map_or(String::new(), people::short);
        text += &format!(
            "{} is ahead of {} up to {}, behind from {} on: the lines cross at about {}.\n",
            crossings.text(row, "ahead_before"),
            crossings.text(row, "ahead_after"),
            number("from"),
            number("to"),
            number("at")
        );
    }
    let has_values = lines.rows.iter().any(|row| lines.number(row, "value").is_some());
    if is_line && crossings.rows.is_empty() && has_values {
        text += "No two lines cross by more than chance explains.\n";
    }
    text
}

/// Win rates by value, a column a strategy; at several strategies their widest interval under them.
fn by_value(lines: &Table, names: &[String]) -> String {
    let wins: Vec<&Vec<Cell>> =
        lines.rows.iter().filter(|row| lines.text(row, "figure") == "win_rate").collect();
    let seats: Vec<i64> = {
        let mut seats: Vec<i64> =
            wins.iter().filter_map(|row| lines.number(row, "seat")).map(|seat| seat as i64).collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    };
    let mut arms: Vec<&str> = wins.iter().map(|row| lines.text(row, "arm")).collect();
    arms.dedup();
    let header: Vec<String> = std::iter::once("win rate %".to_owned())
        .chain(names.iter().cloned())
        .chain(seats.iter().map(|seat| format!("seat {seat}")))
        .collect();
    let cell = |row: Option<&&Vec<Cell>>| {
        let level = row.and_then(|row| lines.number(row, "level"));
        level.map_or(String::new(), |level| people::fixed(level * 100.0, 2))
    };
    let rows: Vec<Vec<String>> = arms
        .iter()
        .map(|arm| {
            let own: Vec<&&Vec<Cell>> = wins.iter().filter(|row| lines.text(row, "arm") == *arm).collect();
            let of_name = |name: &String| own.iter().find(|row| lines.text(row, "strategy") == name).copied();
            let of_seat =
                |seat: &i64| own.iter().find(|row| lines.number(row, "seat") == Some(*seat as f64)).copied();
            let label = if arm.is_empty() { "as it is" } else { arm };
            std::iter::once(label.to_owned())
                .chain(names.iter().map(|name| cell(of_name(name))))
                .chain(seats.iter().map(|seat| cell(of_seat(seat))))
                .collect()
        })
        .collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let right: Vec<bool> = (0..header.len()).map(|at| at > 0).collect();
    let half = |row: &&&Vec<Cell>| {
        lines.number(row, "low").zip(lines.number(row, "high")).map(|(low, high)| (high - low) * 50.0)
    };
    let widest = wins.iter().filter_map(|row| half(&row)).fold(0.0, f64::max);
    let mut text = output::grid(&header, &rows, &right);
    if widest > 0.0 {
        text += &format!(
            "95 % intervals of shares: ± {} at most; those of differences between rows are narrower (see `sweep`)\n",
            people::fixed(widest, 2)
        );
    }
    text
}

/// The differences of win rates that are surest, where there is no line to read along.
fn by_difference(lines: &Table) -> String {
    let mut rows: Vec<&Vec<Cell>> = lines
        .rows
        .iter()
        .filter(|row| lines.text(row, "figure") == "win_rate" && lines.number(row, "difference").is_some())
        .collect();
    let rate = |row: &&Vec<Cell>| lines.number(row, "false_discovery_rate").unwrap_or(2.0);
    let size = |row: &&Vec<Cell>| lines.number(row, "difference").unwrap_or(0.0).abs();
    rows.sort_by(|a, b| rate(a).total_cmp(&rate(b)).then(size(b).total_cmp(&size(a))));
    let cells: Vec<Vec<String>> = rows
        .iter()
        .take(ROWS)
        .map(|row| {
            let number = |name: &str| lines.number(row, name).map(|number| number * 100.0);
            let whose = match lines.number(row, "seat") {
                Some(seat) => format!("seat {seat}"),
                None => lines.text(row, "strategy").to_owned(),
            };
            let ends = match (number("difference_low"), number("difference_high")) {
                (Some(low), Some(high)) => {
                    format!("{} to {}", people::signed(low, 2), people::signed(high, 2))
                }
                _ => lines.text(row, "difference_note").to_owned(),
            };
            vec![
                lines.text(row, "arm").to_owned(),
                whose,
                number("level").map_or(String::new(), |level| people::fixed(level, 2)),
                number("difference").map_or(String::new(), |by| people::signed(by, 2)),
                ends,
            ]
        })
        .collect();
    let header = ["arm", "win rate % of", "here", "difference", "95 %"];
    let mut text = output::grid(&header, &cells, &[false, false, true, true, true]);
    if rows.len() > ROWS {
        text += &format!("and {} more: see --out or --format json\n", rows.len() - ROWS);
    }
    text
}
