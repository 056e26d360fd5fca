//! The answer to an experiment's question, computed from what was played.

use super::{
    sought::{Form, Plan, Sought, Which, YesIf},
    wording::{self, Scale},
};
use sim_lab::{
    experiment::Arms,
    tables::{
        Cell, Column, Table,
        figures::{Difference, Kinship, Reading},
    },
};
use sim_stats::{
    Estimate, Interval,
    estimate::{normal_quantile, student_at},
    multiplicity::LEVEL,
};

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    More,
    Less,
    Same,
    Open,
}

/// An answer in a sentence.
pub struct Answer {
    /// yes, no or open; the name of the one that was asked for; or how much it is.
    word: String,
    pub text: String,
    /// The figure, what it is held against, and how the error of their difference was come by.
    value: Option<f64>,
    other: Option<f64>,
    difference: Estimate,
    how: &'static str,
}

/// The answer from the figures that the plan names, in its order.
pub fn answer(sought: &Sought, plan: &Plan, arms: &Arms, readings: &[Reading]) -> Answer {
    let players = |at: usize| arms.all().nth(at).map(|one| one.arm.inputs.rules.players);
    let kinship = |one: usize, other: usize| match (plan.items[one].arm, plan.items[other].arm) {
        (one, other) if one == other => Kinship::Run,
        (one, other) if players(one) == players(other) => Kinship::Deals,
        _ => Kinship::Nothing,
    };
    let name = sought.called.clone().unwrap_or_else(|| {
        wording::name(&plan.words, readings.first().is_some_and(|one| one.is_share), arms.first())
    });
    match (&plan.form, readings) {
        (Form::Amount, [one]) => amount(one, &name),
        (Form::Number { number, than }, [one]) => {
            let than = if than.is_empty() {
                format!("than {}", Scale::of(one).level(*number, None))
            } else {
                than.clone()
            };
            compared(sought, one, &one.less_number(*number), (&name, &than))
        }
        (Form::Against { than }, [one, other]) => {
            compared(sought, one, &one.less(other, kinship(0, 1)), (&name, than))
        }
        (Form::Ranking, _) => {
            let names: Vec<&str> = plan.items.iter().map(|item| item.name.as_str()).collect();
            let which = sought.which.unwrap_or(Which::Highest);
            let less = |one: usize, other: usize| readings[one].less(&readings[other], kinship(one, other));
            ranked(which, &names, readings, less, &name)
        }
        // A plan has as many figures as its form needs.
        _ => unknown(&name),
    }
}

fn unknown(name: &str) -> Answer {
    let text = format!("open: {name} never came up");
    let difference = Estimate::MISSING;
    Answer { word: "open".to_owned(), text, value: None, other: None, difference, how: "" }
}

fn amount(one: &Reading, name: &str) -> Answer {
    let estimate = one.estimate;
    let Some(value) = estimate.value else { return unknown(name) };
    let scale = Scale::of(one);
    let word = scale.level(value, estimate.half_width());
    let text = match scale.ends(&estimate) {
        Some(ends) => format!("{name} is {word}, {ends}"),
        None => format!("{name} is {word} ({})", estimate.note),
    };
    Answer { word, text, value: Some(value), other: None, difference: estimate, how: "" }
}

/// The interval of a difference; where all deals agree on it there is nothing else that it could be.
fn known(difference: &Estimate) -> Option<Interval> {
    let is_fixed = difference.standard_error == Some(0.0) && difference.note == "no variance";
    let fixed = difference.value.filter(|_| is_fixed).map(|value| Interval { low: value, high: value });
    difference.interval.or(fixed)
}

fn compared(sought: &Sought, one: &Reading, difference: &Difference, (name, than): (&str, &str)) -> Answer {
    let Difference { paired, how } = difference;
    let margin = sought.margin_percent / 100.0;
    let size = if one.is_share { 1.0 } else { paired.one.unwrap_or(0.0).abs() };
    let ends = known(&paired.difference);
    let is_within = paired.is_within(margin * size);
    let found = match ends {
        Some(ends) if ends.low > 0.0 => Found::More,
        Some(ends) if ends.high < 0.0 => Found::Less,
        _ if is_within => Found::Same,
        _ => Found::Open,
    };
    let word = match (found, sought.yes_if) {
        (Found::Open, _) => "open",
        (Found::More, Some(YesIf::More | YesIf::Differs))
        | (Found::Less, Some(YesIf::Less | YesIf::Differs)) => "yes",
        _ => "no",
    };
    let scale = Scale::of(one);
    let mut text =
        format!("{word}: {}", scale.sentence(found, (paired.difference.value, ends), (name, than), sought));
    if ends.is_none() {
        text += &format!(" ({})", paired.words());
    } else if let (Some(one), Some(other)) = (paired.one, paired.other.filter(|other| *other != 0.0)) {
        // Beside 0 the difference says it all.
        let half = paired.difference.half_width();
        text += &format!(" ({} against {})", scale.level(one, half), scale.level(other, half));
    }
    let (value, other) = (paired.one, paired.other);
    Answer { word: word.to_owned(), text, value, other, difference: paired.difference, how }
}

/// The first of several, if it is told from all others.
///
/// It is held against every other one by intervals so wide that the true first is passed over in favour
/// of another in at most 5 % of runs (Bonferroni over the others; Hsu, Multiple Comparisons, 1996, chapter
/// 4: the one that leads may have been picked because it leads).
fn ranked(
    which: Which,
    names: &[&str],
    readings: &[Reading],
    less: impl Fn(usize, usize) -> Difference,
    name: &str,
) -> Answer {
    let sign = if which == Which::Highest { 1.0 } else { -1.0 };
    let valued = |at: &usize| readings[*at].estimate.value.map(|value| (*at, sign * value));
    let mut order: Vec<(usize, f64)> =
        (0..readings.len()).collect::<Vec<_>>().iter().filter_map(valued).collect();
    order.sort_by(|one, other| other.1.total_cmp(&one.1));
    let [(top, _), rest @ ..] = &order[..] else { return unknown(name) };
    let Some((second, _)) = rest.first() else { return unknown(name) };
    let quantile = normal_quantile(LEVEL / rest.len() as f64);
    let wide = |at: usize| {
        let difference = less(*top, at);
        let estimate = difference.paired.difference;
        let half = match known(&estimate).and(estimate.standard_error) {
            // What does not vary is known to the last digit.
            Some(0.0) => Some(0.0),
            half => half.map(|error| student_at(quantile, estimate.degrees.max(1)) * error),
        };
        let ends = estimate.value.zip(half).map(|(value, half)| (value - half, value + half));
        (difference, ends)
    };
    let is_behind =
        |at: usize| wide(at).1.is_some_and(|(low, high)| if sign > 0.0 { low > 0.0 } else { high < 0.0 });
    let level: Vec<&str> = rest.iter().filter(|(at, _)| !is_behind(*at)).map(|(at, _)| names[*at]).collect();
    let (difference, ends) = wide(*second);
    let scale = Scale::of(&readings[*top]);
    let lead = scale.lead(which, &readings[*top].estimate, (names[*second], ends), &difference);
    let is_told = level.is_empty();
    let word = if is_told { names[*top] } else { "open" };
    let text = match is_told {
        true => format!("{}: {name} is {} there, {lead}", names[*top], which.word()),
        false => {
            let many = wording::few(&level);
            format!(
                "open: {name} was {} for {}, {lead}; {many} may be level with it",
                which.word(),
                names[*top]
            )
        }
    };
    let paired = difference.paired;
    let (value, other) = (paired.one, paired.other);
    Answer { word: word.to_owned(), text, value, other, difference: paired.difference, how: difference.how }
}

impl Answer {
    pub fn table(&self, question: &str) -> Table {
        let columns = [
            Column { name: "question", about: "As the file asks it." },
            Column { name: "answer", about: "yes, no or open; the name of the first; or how much it is." },
            Column { name: "text", about: "In a sentence." },
            Column { name: "value", about: "The figure." },
            Column { name: "other", about: "What it is compared with." },
            Column {
                name: "difference",
                about: "The first less the other; without another the figure itself.",
            },
            Column::low("low"),
            Column::high("high"),
            Column { name: "error", about: "How the error of the difference was come by." },
        ];
        let mut table = Table::new("answer", "Answer", "Computed from what was played.", &columns);
        let [low, high] = Cell::ends(self.difference.interval);
        table.rows.push(vec![
            Cell::text(question),
            Cell::text(&self.word),
            Cell::text(&self.text),
            Cell::number(self.value),
            Cell::number(self.other),
            Cell::number(self.difference.value),
            low,
            high,
            Cell::text(self.how),
        ]);
        table
    }
}
