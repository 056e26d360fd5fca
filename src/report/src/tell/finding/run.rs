use sim_engine::{Component, Source, text::people};
use sim_lab::{
    figure::{Owner, Unit},
    finding::{Association, Associations, Course, RunFinding, Seats, Strategies},
    summary::{Habit, HabitRow, RateRow},
};

use super::{Rows, ends, least, level, result, say};

const NAMES: usize = 3;
/// Rows of a small table.
const ROWS: usize = 4;

pub fn text(what: &RunFinding) -> String {
    match what {
        RunFinding::Won { automa, share } => say!("run/won",
            automa => *automa, share => result(&share.estimate, Unit::Share),
        ),
        RunFinding::Strategies { unit, standing } => strategies(standing, *unit),
        RunFinding::Seats { unit, seats } => self::seats(seats, *unit),
        RunFinding::Habits { strategy, rows } => habits(strategy, rows),
        RunFinding::Associations(links) => self::links(links),
        RunFinding::Course(course) => self::course(course),
        RunFinding::CutOff { games, share } => say!("run/cut_off",
            games => *games, share => people::percent(*share, None),
        ),
    }
}

/// The rows of a finding, if a sentence would spell out a table.
pub fn rows(what: &RunFinding) -> Option<Rows> {
    let (head, rows): (Vec<&'static str>, Vec<Vec<String>>) = match what {
        RunFinding::Habits { rows, .. } => {
            (vec!["mean of", "it", "others"], rows.iter().take(ROWS).map(means).collect())
        }
        RunFinding::Associations(Associations { found, .. }) => {
            let head = vec!["component", "difference in percentage points", "price", "data"];
            (head, found.iter().take(ROWS).map(association).collect())
        }
        _ => return None,
    };
    (!rows.is_empty()).then_some(Rows { head, rows })
}

fn means(HabitRow { habit, paired, .. }: &HabitRow) -> Vec<String> {
    let (name, labels) = match habit {
        Habit::Uses(component) => ("uses", [component.as_str(), ""]),
        Habit::Measure { measure, labels: [row, column] } => (measure.name, [row.as_str(), column]),
    };
    let words = [name].into_iter().chain(labels).filter(|word| !word.is_empty());
    let words = words.collect::<Vec<_>>().join(", ").replace('_', " ");
    let mean = |mean: Option<f64>| mean.map_or("–".to_owned(), |mean| people::number(mean, None));
    vec![words, mean(paired.one), mean(paired.other)]
}

fn association(link: &Association) -> Vec<String> {
    let is_assumed = link.component.source == Source::Reconstructed;
    vec![
        format!("`{}`", link.component.name),
        difference(link),
        link.price.map_or(String::new(), |price| price.to_string()),
        if is_assumed { "assumed".to_owned() } else { "printed".to_owned() },
    ]
}

fn name(row: &RateRow) -> String {
    match &row.owner {
        Owner::Strategy(name) => format!("`{name}`"),
        owner => owner.to_string(),
    }
}

fn value(row: &RateRow) -> f64 {
    row.estimate.value.unwrap_or(0.0)
}

/// The fair share, or the mean of all seats.
fn fair_words(fair: f64, unit: Unit) -> String {
    let of = if unit.is_share() { "fair" } else { "mean of" };
    format!("the {of} {}", level(unit, fair))
}

/// The distance from the fair share: `1.0 percentage points`.
fn distance(row: &RateRow, fair: f64, unit: Unit) -> String {
    apart((value(row) - fair).abs(), row.estimate.half_width(), unit)
}

fn apart(by: f64, half: Option<f64>, unit: Unit) -> String {
    let factor = unit.factor();
    let text = people::fixed(by * factor, people::decimals(half.map(|half| half * factor), least(unit)));
    format!("{text} {}", if unit.is_share() { "percentage points" } else { unit.name() })
}

fn strategies(standing: &Strategies, unit: Unit) -> String {
    let is_share = unit.is_share();
    match standing {
        Strategies::Alone(rows) => {
            let Some(first) = rows.first() else { return String::new() };
            let value = result(&first.estimate, unit);
            say!("run/alone", strategy => name(first), value, is_share, is_several => rows.len() > 1)
        }
        Strategies::Single(row) => say!("run/single", strategy => name(row)),
        Strategies::Unknown(rows) => say!("run/strategies_unknown", reason => reason(rows)),
        Strategies::Level { first, fair } => say!("run/strategies_level",
            strategy => name(first), value => result(&first.estimate, unit), fair => fair_words(*fair, unit),
        ),
        Strategies::Apart { fair, above, below, is_first_clear, is_last_clear } => {
            let most = most(*fair, above, below.len(), *is_first_clear, unit);
            let Some(last) = below.last().filter(|_| *is_last_clear) else { return most };
            let value = result(&last.estimate, unit);
            format!("{most} {}", say!("run/last", strategy => name(last), value, is_share))
        }
    }
}

fn most(fair: f64, above: &[RateRow], below: usize, is_most: bool, unit: Unit) -> String {
    let is_share = unit.is_share();
    let Some(first) = above.first() else {
        return say!("run/none_above", below, fair => fair_words(fair, unit));
    };
    let (strategy, value) = (name(first), result(&first.estimate, unit));
    let (distance, fair) = (distance(first, fair, unit), fair_words(fair, unit));
    match above.len() {
        above @ 2.. if !is_most => say!("run/several", above, strategy, value, fair),
        _ => say!("run/first", strategy, value, distance, fair, is_share, is_most),
    }
}

fn seats(seats: &Seats, unit: Unit) -> String {
    match seats {
        Seats::Unknown(rows) => say!("run/seats_unknown", reason => reason(rows)),
        Seats::Level { fair, within } => say!("run/seats_level",
            fair => fair_words(*fair, unit), within => apart(*within, Some(*within), unit),
        ),
        Seats::Apart { fair, first, others, seats } => {
            // With two seats, one implies the other.
            let others: Vec<String> = others.iter().filter(|_| *seats > 2).map(name).collect();
            say!("run/seats",
                seat => name(first), value => result(&first.estimate, unit), others => few(others),
                distance => distance(first, *fair, unit), fair => fair_words(*fair, unit),
                is_share => unit.is_share(), is_above => value(first) > *fair,
            )
        }
    }
}

/// Names the habits; the table has their figures.
fn habits(strategy: &str, rows: &[HabitRow]) -> String {
    let describe = |row: &HabitRow| match &row.habit {
        Habit::Uses(component) => format!("uses of `{component}`"),
        Habit::Measure { measure, .. } => measure.name.replace('_', " "),
    };
    let habits: Vec<String> = rows.iter().take(NAMES).map(describe).collect();
    say!("run/habits", strategy, habits)
}

fn links(Associations { found, compared, .. }: &Associations) -> String {
    let compared = *compared;
    let Some(first) = found.first() else { return say!("run/components_level", compared) };
    let Component { name, source, .. } = &first.component;
    let (component, by, is_assumed) = (name.as_str(), difference(first), *source == Source::Reconstructed);
    say!("run/components", found => found.len(), compared, component, by, is_assumed)
}

fn difference(link: &Association) -> String {
    let ends = link.interval.map(|interval| ends(interval.scaled(100.0)));
    let (by, error) = people::within(link.difference * 100.0, ends, 1, people::signed);
    by + &error
}

fn course(Course { decisions, margin, unit, lead_changes }: &Course) -> String {
    let number = |value: Option<f64>| value.map_or(String::new(), |value| people::fixed(value, 1));
    let (decisions, margin, changes) = (people::fixed(*decisions, 0), number(*margin), number(*lead_changes));
    say!("run/course", decisions, margin, unit => *unit, changes)
}

/// The first names, and the number of others.
fn few(mut names: Vec<String>) -> Vec<String> {
    let more = names.len().saturating_sub(NAMES);
    if more > 1 {
        names.truncate(NAMES);
        names.push(format!("{more} more"));
    }
    names
}

fn reason(rows: &[RateRow]) -> &'static str {
    rows.iter().map(|row| row.estimate.note).find(|note| !note.is_empty()).unwrap_or("no intervals")
}
