use super::{
    Sketch,
    lines::{self, Line, Plot, Step},
    theme::Sheet,
};
use sim_lab::{
    figure::{Figure, Owner},
    sweep::{Lines, SweptRow},
};

pub fn sketches<'a>(lines: &Lines, caption: &str, sheet: &'a Sheet) -> Vec<Sketch<'a>> {
    let by_strategy = |owner: &Owner| owner.strategy().map(str::to_owned);
    let by_seat = |owner: &Owner| owner.seat().map(|seat| format!("Seat {}", seat.0 + 1));
    let strategies =
        sketch(lines, ("sweep-by-strategy", "Win rate by strategy"), by_strategy, caption, sheet);
    let seats = sketch(lines, ("sweep-by-seat", "Win rate by seat"), by_seat, caption, sheet);
    strategies.into_iter().chain(seats).collect()
}

fn sketch<'a>(
    swept: &Lines,
    (name, title): (&str, &'static str),
    line_of: impl Fn(&Owner) -> Option<String>,
    caption: &str,
    sheet: &'a Sheet,
) -> Option<Sketch<'a>> {
    let mut lines: Vec<Line> = Vec::new();
    let value = |row: &SweptRow| swept.arms[row.arm].value;
    let is_win = |row: &&SweptRow| row.of.figure == Figure::WinRate;
    let mut rows: Vec<&SweptRow> = swept.rows.iter().filter(is_win).collect();
    rows.sort_by(|one, other| value(one).unwrap_or(0.0).total_cmp(&value(other).unwrap_or(0.0)));
    for row in rows {
        let (Some(x), Some(y)) = (value(row), row.level.value) else { continue };
        let Some(line) = line_of(&row.of.owner) else { continue };
        let step = Step { x, y, interval: row.level.interval };
        match lines.iter_mut().find(|known| known.name == line) {
            // The game as it is may be one of the values.
            Some(known) if known.steps.last().is_some_and(|last| last.x == x) => {}
            Some(known) => known.steps.push(step),
            None => lines.push(Line { name: line, steps: vec![step] }),
        }
    }
    let now = swept.arms.first().and_then(|first| first.value);
    let plot = Plot {
        name,
        title,
        subtitle: "Games won as a share of games played at each value, on the same deals; whiskers are 95 % intervals. Differences between values are known better than these show: see the table.",
        caption,
        across: swept.paths.first().map_or("", String::as_str),
        up: "win rate",
        is_share: true,
        from_zero: false,
        mark: now.map(|now| (now, "as it is")),
    };
    lines::sketch(&lines, &plot, sheet)
}
