use super::{Differences, Look, MOST, Row, RowChart, Sheet, Sketch, padded, theme};
use crate::tell::number::least;
use sim_engine::text::people;
use sim_lab::{
    ablate::{Ablation, AblationRow, Treatment},
    figure::{Figure, Owner, Unit},
    pairs::{FigureRow, is_found},
    robust::{Robustness, ShareRow},
    worth::{WorthRow, Worths},
};
use sim_stats::{Estimate, Interval};

/// The least span keeps noise from looking large.
const LEAST_SPAN: f64 = 0.02;

/// A chart of differences, without its rows.
struct Forest {
    name: &'static str,
    /// Verb for a difference, as in "win more"; `None` to show the sign.
    verb: Option<&'static str>,
    unit: Unit,
}

pub fn differences<'a>(arms: &[Differences<'_>], sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let forest = Forest { name: "differences", verb: None, unit: Unit::Share };
    let row = |arm: &str, row: &FigureRow| {
        let is_win = row.of.figure == Figure::WinRate;
        let row = forest.of_owner(arm, &row.of.owner, &row.paired.difference, is_found(row.q_value));
        row.filter(|_| is_win)
    };
    let rows = arms.iter().flat_map(|arm| arm.rows.iter().filter_map(move |one| row(arm.name, one)));
    forest.sketch(rows.collect(), sheet)
}

/// Effects of each treatment of components, in one figure per meaning of the axis.
pub fn ablations<'a>(found: &Ablation, sheet: &'a Sheet) -> Vec<Sketch<'a>> {
    let (figure, unit) = (Figure::of(found.objective), Unit::of(found.objective));
    let is_won = unit.is_share();
    let [they, it] = if is_won { ["win", "wins"] } else { ["score", "scores"] };
    let with = Forest { name: "ablation", verb: Some(they), unit };
    let free = Forest { name: "ablation-free", verb: Some(they), unit };
    let given = Forest { name: "ablation-given", verb: Some(it), unit };
    let drawn = |forest: Forest, is_it: fn(Treatment) -> bool| {
        let rows = found.rows.iter().filter(|row| row.figure == figure && is_it(row.way));
        let row = |row: &AblationRow| {
            forest.row(row.way.label(&row.component.name), &row.paired.difference, row.is_found())
        };
        forest.sketch(rows.filter_map(row).collect(), sheet)
    };
    let all = [
        drawn(with, |way| !way.is_more()),
        drawn(free, |way| way == Treatment::Free),
        drawn(given, |way| matches!(way, Treatment::Given(_))),
    ];
    all.into_iter().flatten().collect()
}

pub fn worths<'a>(found: &Worths, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let unit = found.setup.unit;
    let forest = Forest { name: "worth", verb: None, unit };
    let row = |row: &WorthRow| forest.row(row.ban.word.clone(), &row.worth.difference, is_found(row.q_value));
    forest.sketch(found.rows.iter().filter_map(row).collect(), sheet)
}

pub fn tornado<'a>(found: &Robustness, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let forest = Forest { name: "tornado", verb: None, unit: Unit::of(found.objective) };
    forest.sketch(alternatives(&forest, found, &found.shares), sheet)
}

pub fn numbers<'a>(found: &Robustness, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let forest = Forest { name: "numbers", verb: None, unit: Unit::of(found.objective) };
    forest.sketch(alternatives(&forest, found, &found.numbers), sheet)
}

fn alternatives(forest: &Forest, found: &Robustness, rows: &[ShareRow]) -> Vec<Row> {
    let row = |row: &ShareRow| {
        let name = &found.alternatives[row.alternative].name;
        forest.of_owner(name, &row.owner, &row.difference.difference, row.is_found())
    };
    rows.iter().filter_map(row).collect()
}

impl Forest {
    fn sketch<'a>(&self, mut rows: Vec<Row>, sheet: &'a Sheet) -> Option<Sketch<'a>> {
        rows.first()?;
        // The sort is stable: equals stay in the order of the rows.
        let size = |row: &Row| row.dot.map_or(0.0, f64::abs);
        rows.sort_by(|one, other| size(other).total_cmp(&size(one)));
        rows.truncate(MOST);
        let chart = RowChart {
            name: self.name,
            is_won: self.unit.is_share(),
            look: Look::of(rows.iter().any(|row| row.colour != theme::UNDECIDED)),
            range: padded(rows.iter().flat_map(Row::values).chain([0.0]), 0.06, LEAST_SPAN)?,
            rows,
            factor: self.unit.factor(),
            ticks: 7,
            form: people::signed,
            reference: Some((0.0, String::new())),
            ..RowChart::default()
        };
        Some(chart.sketch(sheet))
    }

    fn of_owner(&self, arm: &str, owner: &Owner, difference: &Estimate, is_found: bool) -> Option<Row> {
        let seat = owner.seat().map_or(String::new(), |seat| seat.to_string());
        let words = [arm, owner.strategy().unwrap_or_default(), &seat];
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        self.row(words.join(": "), difference, is_found)
    }

    /// `None` without an interval.
    fn row(&self, name: String, difference: &Estimate, is_found: bool) -> Option<Row> {
        let (value, interval) = difference.value.zip(difference.interval)?;
        let words = self.words(value, interval);
        let side = if value > 0.0 { theme::ABOVE } else { theme::BELOW };
        Some(Row {
            name,
            alt: words.clone(),
            words,
            colour: if is_found { side } else { theme::UNDECIDED },
            line: Row::line(Some(interval)),
            dot: Some(value),
            ring: None,
        })
    }

    /// The difference with its error; words replace the sign if there is a verb.
    fn words(&self, difference: f64, interval: Interval) -> String {
        let (factor, least) = (self.unit.factor(), least(self.unit));
        let (by, Interval { low, high }) = (difference * factor, interval.scaled(factor));
        let told = |by: f64, ends, form| {
            let (value, error) = people::within(by, Some(ends), least, form);
            (value + &error).replace('\u{a0}', " ")
        };
        match self.verb {
            None => told(by, (low, high), people::signed),
            Some(verb) if by < 0.0 => format!("{verb} {} less", told(-by, (-high, -low), people::fixed)),
            Some(verb) => format!("{verb} {} more", told(by, (low, high), people::fixed)),
        }
    }
}
