use super::{
    Differences, Look, Sketch,
    axis::{Scale, padded},
    canvas::Canvas,
    rows::{MOST, Rows},
    theme::{self, Sheet},
};
use sim_engine::{Objective, text::people};
use sim_lab::{
    ablate::{AblatedRow, Ablation, Way},
    figure::{Figure, Owner, Unit},
    pairs::{FigureRow, is_found},
    robust::{Robustness, ShareRow},
    worth::{WorthRow, Worths},
};
use sim_stats::{Estimate, Interval};

/// So that noise does not look like a gulf.
const LEAST_SPAN: f64 = 0.02;

struct Row {
    label: String,
    difference: f64,
    interval: Interval,
    is_found: bool,
}

impl Row {
    /// A row under the words that are not empty; none without an interval.
    fn new(words: [&str; 3], difference: &Estimate, is_found: bool) -> Option<Row> {
        let (value, interval) = difference.value.zip(difference.interval)?;
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        Some(Row { label: words.join(": "), difference: value, interval, is_found })
    }

    fn of_owner(arm: &str, owner: &Owner, difference: &Estimate, is_found: bool) -> Option<Row> {
        let seat = owner.seat().map_or(String::new(), |seat| seat.to_string());
        Row::new([arm, owner.strategy().unwrap_or_default(), &seat], difference, is_found)
    }
}

struct Words {
    name: &'static str,
    title: &'static str,
    subtitle: &'static str,
    /// What those do who win so much more or less; none where a sign says it.
    said: Option<&'static str>,
    unit: Unit,
}

pub fn differences<'a>(arms: &[Differences<'_>], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let words = Words {
        name: "differences",
        title: "What changes in who wins",
        subtitle: "Differences of win rates on the same deals, in percentage points, with 95 % intervals. Blue: more; orange: less; grey: no clear difference.",
        said: None,
        unit: Unit::Share,
    };
    let row = |arm: &str, row: &FigureRow| {
        let is_win = row.of.figure == Figure::WinRate;
        Row::of_owner(arm, &row.of.owner, &row.paired.difference, is_found(row.q_value)).filter(|_| is_win)
    };
    let rows = arms.iter().flat_map(|arm| arm.rows.iter().filter_map(|one| row(arm.name, one)));
    sketch(&words, rows.collect(), caption, sheet)
}

/// What is done to components, a figure each: one axis has one meaning.
pub fn ablations<'a>(found: &Ablation, caption: &str, sheet: &'a Sheet) -> Vec<Sketch<'a>> {
    let (figure, unit) = (Figure::of(found.objective), Unit::of(found.objective));
    let is_won = unit.is_share();
    let said = Some(if is_won { "win" } else { "score" });
    let with = Words {
        name: "ablation",
        title: "What each component does for those who use it",
        subtitle: match is_won {
            true => {
                "How much more or less often its users win with it in the box than without it, on the same deals, in percentage points, with 95 % intervals. Blue: they win more with it; orange: they win less with it; grey: no clear difference."
            }
            false => {
                "How many points a game more or less its users score with it in the box than without it, on the same deals, with 95 % intervals. Blue: they score more with it; orange: they score less with it; grey: no clear difference."
            }
        },
        said,
        unit,
    };
    let free = Words {
        name: "ablation-free",
        title: "What no price would do to those who use a component",
        subtitle: match is_won {
            true => {
                "How much more or less often those who use it at its price win where it is free for all, on the same deals, in percentage points, with 95 % intervals. Blue: they win more; orange: they win less, as others take it too; grey: no clear difference."
            }
            false => {
                "How many points a game more or less those who use it at its price score where it is free for all, on the same deals, with 95 % intervals. Blue: they score more; orange: they score less, as others take it too; grey: no clear difference."
            }
        },
        said,
        unit,
    };
    let given = Words {
        name: "ablation-given",
        title: "What it is worth to be dealt a component",
        subtitle: match is_won {
            true => {
                "How much more or less often a seat wins that is dealt it for certain, on the same deals, in percentage points, with 95 % intervals. Blue: it wins more; orange: it wins less; grey: no clear difference."
            }
            false => {
                "How many points a game more or less a seat scores that is dealt it for certain, on the same deals, with 95 % intervals. Blue: it scores more; orange: it scores less; grey: no clear difference."
            }
        },
        said: Some(if is_won { "wins" } else { "scores" }),
        unit,
    };
    let drawn = |words: Words, is_it: fn(Way) -> bool| {
        let row = |row: &AblatedRow| {
            let is_wanted = row.figure == figure && is_it(row.way);
            let label = row.way.label(&row.component.name);
            Row::new([label.as_str(), "", ""], &row.paired.difference, row.is_found()).filter(|_| is_wanted)
        };
        sketch(&words, found.rows.iter().filter_map(row).collect(), caption, sheet)
    };
    let all = [
        drawn(with, |way| !way.is_more()),
        drawn(free, |way| way == Way::Free),
        drawn(given, |way| matches!(way, Way::Given(_))),
    ];
    all.into_iter().flatten().collect()
}

pub fn worths<'a>(found: &Worths, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let words = Words {
        name: "worth",
        title: "What components are worth to a strong player",
        subtitle: match found.setup.unit {
            Unit::Share => {
                "How many wins a player loses when barred from it, among players who are not, in percentage points, with 95 % intervals over deals and training runs. Blue: it wins less; orange: it wins more; grey: no clear difference."
            }
            _ => {
                "How many points a game a player loses when barred from it, among players who are not, with 95 % intervals over deals and training runs. Blue: it scores less; orange: it scores more; grey: no clear difference."
            }
        },
        said: None,
        unit: found.setup.unit,
    };
    let row = |row: &WorthRow| {
        Row::new([row.ban.word.as_str(), "", ""], &row.worth.difference, is_found(row.q_value))
    };
    sketch(&words, found.rows.iter().filter_map(row).collect(), caption, sheet)
}

pub fn tornado<'a>(found: &Robustness, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let words = Words {
        name: "tornado",
        title: "What moves the findings",
        subtitle: match found.objective {
            Objective::Wins => {
                "Win rate under each alternative minus that of the standard run, in percentage points, with 95 % intervals. The largest come first. Blue: more; orange: less; grey: no clear difference."
            }
            Objective::Points => {
                "Points a game above the mean of all seats under each alternative, minus those of the standard run, with 95 % intervals. The largest come first. Blue: more; orange: less; grey: no clear difference."
            }
        },
        said: None,
        unit: Unit::of(found.objective),
    };
    sketch(&words, alternatives(found, &found.shares), caption, sheet)
}

pub fn numbers<'a>(found: &Robustness, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let words = Words {
        name: "numbers",
        title: "What a step in a number moves",
        subtitle: match found.objective {
            Objective::Wins => {
                "The win rate that moves most with the step, minus that of the standard run, in percentage points, with 95 % intervals. Blue: more; orange: less; grey: no clear difference."
            }
            Objective::Points => {
                "The points a game above the mean of all seats that move most with the step, minus those of the standard run, with 95 % intervals. Blue: more; orange: less; grey: no clear difference."
            }
        },
        said: None,
        unit: Unit::of(found.objective),
    };
    sketch(&words, alternatives(found, &found.numbers), caption, sheet)
}

fn alternatives(found: &Robustness, rows: &[ShareRow]) -> Vec<Row> {
    let row = |row: &ShareRow| {
        let name = &found.alternatives[row.alternative].name;
        Row::of_owner(name, &row.owner, &row.difference.difference, row.is_found())
    };
    rows.iter().filter_map(row).collect()
}

fn sketch<'a>(names: &Words, mut rows: Vec<Row>, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    // The sort is stable: among equals the order of the rows stays.
    rows.sort_by(|one, other| other.difference.abs().total_cmp(&one.difference.abs()));
    rows.truncate(MOST);
    rows.first()?;
    let ends = rows.iter().flat_map(|row| [row.interval.low, row.interval.high]);
    let (low, high) = padded(ends.chain([0.0]), 0.06, LEAST_SPAN)?;
    let mut canvas = Canvas::new(sheet);
    let words: Vec<String> = rows.iter().map(|row| words(row, names)).collect();
    let labels = rows.iter().map(|row| row.label.as_str()).collect();
    let title = (names.title, names.subtitle);
    let placed = Rows::new(&mut canvas, title, (labels, words.clone()), (low, high));
    let scale = placed.scale;
    let factor = names.unit.factor();
    let (ticks, decimals) = Scale::new(low * factor, high * factor, 0.0, 1.0).ticks(canvas.sheet.ticks(7));
    let ticks = ticks.into_iter().map(|tick| (tick / factor, people::signed(tick, decimals)));
    placed.axis(&mut canvas, ticks);
    let none = scale.at(0.0);
    canvas.dashes((none, placed.top - 4.0), (none, placed.bottom), 1.5, theme::INK);
    for (at, row) in rows.iter().enumerate() {
        let y = placed.label(&mut canvas, at);
        let colour = match row.is_found {
            false => theme::UNDECIDED,
            true if row.difference > 0.0 => theme::ABOVE,
            true => theme::BELOW,
        };
        let (low, high) = (scale.at(row.interval.low), scale.at(row.interval.high));
        canvas.line(&[(low, y), (high, y)], 2.0, colour);
        canvas.disc(scale.at(row.difference), y, 5.0, colour);
        placed.word(&mut canvas, at, y);
    }
    canvas.caption(placed.bottom + 26.0, caption);
    let mut alt = format!("{}.", names.title);
    for (row, words) in rows.iter().zip(&words) {
        alt.push_str(&format!(" {}: {words}.", row.label));
    }
    let look = Look::of(rows.iter().any(|row| row.is_found));
    Some(Sketch { look, name: names.name.to_owned(), title: names.title, alt, canvas })
}

/// The difference with its error, in words where its sign needs them.
fn words(row: &Row, Words { said, unit, .. }: &Words) -> String {
    let (factor, least) = (unit.factor(), if unit.is_share() { 1 } else { 2 });
    let (by, Interval { low, high }) = (row.difference * factor, row.interval.scaled(factor));
    let told = |by: f64, ends, form| {
        let (value, error) = people::within(by, Some(ends), least, form);
        (value + &error).replace('\u{a0}', " ")
    };
    match said {
        None => told(by, (low, high), people::signed),
        Some(verb) if by < 0.0 => format!("{verb} {} less", told(-by, (-high, -low), people::fixed)),
        Some(verb) => format!("{verb} {} more", told(by, (low, high), people::fixed)),
    }
}
