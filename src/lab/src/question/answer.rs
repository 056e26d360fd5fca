use sim_stats::{
    Estimate, Interval,
    estimate::{normal_quantile, student_at},
    multiplicity::LEVEL,
    paired::Paired,
    repeats::Repeats,
};

use super::{
    Question,
    figures::{Difference, ErrorOf, Kinship, Reading},
    sought::{Form, Which, YesIf},
};
use crate::figure::Unit;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    More,
    Less,
    /// Within the margin.
    Same,
    Open,
}

#[derive(Debug, Clone)]
pub struct Answer {
    pub reply: Reply,
    pub unit: Unit,
    pub value: Option<f64>,
    pub other: Option<f64>,
    /// The first less the other; without another the figure itself.
    pub difference: Estimate,
    pub error: ErrorOf,
}

#[derive(Debug, Clone)]
pub enum Reply {
    Unknown,
    Amount,
    Compared(Compared),
    /// In each of several arms more or less than in the first, or than another figure or number, in the order of the
    /// plan; the intervals hold for all together.
    Each(Vec<Compared>),
    Ranked(Ranked),
}

#[derive(Debug, Clone)]
pub struct Compared {
    pub found: Found,
    /// Whether that is a yes; none where it is open.
    pub is_yes: Option<bool>,
    pub paired: Paired,
    /// The interval of the difference; where all deals agree on it, without width.
    pub ends: Option<Interval>,
}

#[derive(Debug, Clone)]
pub struct Ranked {
    pub which: Which,
    /// Places among the items of the question.
    pub first: usize,
    pub second: usize,
    /// Those who may be level with the first: it is told from all others if there are none.
    pub level: Vec<usize>,
    pub estimate: Estimate,
    /// The first less the second, and an interval so wide that it holds for all comparisons with the first together.
    pub paired: Paired,
    pub ends: Option<Interval>,
}

/// The answer from the figures that the question reads, in its order; read once, or once for each learning.
pub(super) fn answer(question: &Question, repeats: &[Vec<Reading>]) -> Answer {
    let over = Repeats::new(repeats.len());
    let is_one = repeats.len() == 1;
    let readings: Vec<Reading> = match repeats {
        [one] => one.clone(),
        [first, ..] => first.iter().enumerate().map(|(at, one)| over_all(one, at, repeats, &over)).collect(),
        [] => Vec::new(),
    };
    let readings = &readings[..];
    let Question { arms, plan, sought, .. } = question;
    let players = |at: usize| arms.all().nth(at).map(|one| one.arm.inputs.rules.players);
    let kinship = |one: usize, other: usize| match (plan.items[one].arm, plan.items[other].arm) {
        (one, other) if one == other => Kinship::Run,
        (one, other) if players(one) == players(other) => Kinship::Deals,
        _ => Kinship::Nothing,
    };
    let less = |one: usize, other: usize| {
        let kinship = kinship(one, other);
        if is_one {
            return readings[one].less(&readings[other], kinship);
        }
        let each: Vec<Difference> =
            repeats.iter().map(|readings| readings[one].less(&readings[other], kinship)).collect();
        let paired: Vec<Paired> = each.iter().map(|one| one.paired).collect();
        let error = each.first().map_or(ErrorOf::Itself, |one| one.error);
        Difference { paired: over.paired(&paired), error }
    };
    let unknown = || Answer {
        reply: Reply::Unknown,
        unit: readings.first().map_or(Unit::Counted(""), |one| one.unit),
        value: None,
        other: None,
        difference: Estimate::MISSING,
        error: ErrorOf::Itself,
    };
    let known = match (&plan.form, readings) {
        (Form::Amount, [one]) => one.estimate.value.map(|value| Answer {
            reply: Reply::Amount,
            value: Some(value),
            difference: one.estimate,
            ..unknown()
        }),
        (Form::Number { number, .. }, [one]) => {
            let difference = one.less_number(*number);
            let margin = question.margin(one, &difference.paired);
            Some(compared(sought.yes_if, margin, difference, unknown()))
        }
        (Form::Against { .. }, [one, _]) => {
            let difference = less(0, 1);
            let margin = question.margin(one, &difference.paired);
            Some(compared(sought.yes_if, margin, difference, unknown()))
        }
        (Form::Each { .. }, [others @ .., _]) => {
            let last = others.len();
            let each = others.iter().enumerate().map(|(at, one)| (one, less(at, last).paired));
            Some(Answer { reply: Reply::Each(question.each(each.collect())), ..unknown() })
        }
        (Form::InEach { number: Some(number), .. }, all) => {
            let each = all.iter().map(|one| (one, one.less_number(*number).paired));
            Some(Answer { reply: Reply::Each(question.each(each.collect())), ..unknown() })
        }
        (Form::InEach { number: None, .. }, all) => {
            let firsts = (0..all.len() / 2).map(|at| 2 * at);
            let each = firsts.map(|at| (&all[at], less(at, at + 1).paired));
            Some(Answer { reply: Reply::Each(question.each(each.collect())), ..unknown() })
        }
        (Form::Ranking, _) => {
            let which = sought.which.unwrap_or(Which::Highest);
            ranked(which, readings, less).map(|(ranked, difference)| Answer {
                unit: readings[ranked.first].unit,
                value: difference.paired.one,
                other: difference.paired.other,
                difference: difference.paired.difference,
                error: difference.error,
                reply: Reply::Ranked(ranked),
            })
        }
        // A plan has as many figures as its form needs.
        _ => None,
    };
    known.unwrap_or_else(unknown)
}

fn over_all(one: &Reading, at: usize, repeats: &[Vec<Reading>], over: &Repeats) -> Reading {
    let found: Vec<Estimate> =
        repeats.iter().filter_map(|readings| Some(readings.get(at)?.estimate)).collect();
    let mut all = one.clone();
    all.estimate = over.mean(&found).0;
    all
}

impl Question {
    /// What passes for no difference, in units of the figure.
    fn margin(&self, one: &Reading, paired: &Paired) -> f64 {
        let size = if one.unit.is_share() { 1.0 } else { paired.one.unwrap_or(0.0).abs() };
        self.sought.margin_percent / 100.0 * size
    }

    /// What was found of each of several differences, by intervals that hold for all of them together.
    fn each(&self, all: Vec<(&Reading, Paired)>) -> Vec<Compared> {
        let quantile = normal_quantile(LEVEL / all.len() as f64);
        let one = |(one, paired): (&Reading, Paired)| {
            let ends = wide(&paired.difference, quantile);
            let margin = self.margin(one, &paired);
            let is_same = ends.is_some_and(|ends| -margin <= ends.low && ends.high <= margin);
            verdict(self.sought.yes_if, paired, ends, is_same)
        };
        all.into_iter().map(one).collect()
    }
}

/// The interval of a difference; where all deals agree on it there is nothing else that it could be.
fn known(difference: &Estimate) -> Option<Interval> {
    let is_fixed = difference.standard_error == Some(0.0) && difference.note == "no variance";
    let fixed = difference.value.filter(|_| is_fixed).map(|value| Interval { low: value, high: value });
    difference.interval.or(fixed)
}

fn compared(yes_if: Option<YesIf>, margin: f64, difference: Difference, unknown: Answer) -> Answer {
    let Difference { paired, error } = difference;
    let ends = known(&paired.difference);
    Answer {
        reply: Reply::Compared(verdict(yes_if, paired, ends, paired.is_within(margin))),
        value: paired.one,
        other: paired.other,
        difference: paired.difference,
        error,
        ..unknown
    }
}

fn verdict(yes_if: Option<YesIf>, paired: Paired, ends: Option<Interval>, is_same: bool) -> Compared {
    let found = match ends {
        Some(ends) if ends.low > 0.0 => Found::More,
        Some(ends) if ends.high < 0.0 => Found::Less,
        _ if is_same => Found::Same,
        _ => Found::Open,
    };
    let is_yes = match (found, yes_if) {
        (Found::Open, _) => None,
        (Found::More, Some(YesIf::More | YesIf::Differs))
        | (Found::Less, Some(YesIf::Less | YesIf::Differs)) => Some(true),
        _ => Some(false),
    };
    Compared { found, is_yes, paired, ends }
}

/// An interval of a difference with as many standard errors on either side as this quantile asks for.
fn wide(estimate: &Estimate, quantile: f64) -> Option<Interval> {
    let half = match known(estimate).and(estimate.standard_error) {
        // What does not vary is known to the last digit.
        Some(0.0) => Some(0.0),
        half => half.map(|error| student_at(quantile, estimate.degrees.max(1)) * error),
    };
    estimate.value.zip(half).map(|(value, half)| Interval { low: value - half, high: value + half })
}

/// The first of several, and the difference from the second.
///
/// It is held against every other one by intervals so wide that the true first is passed over in favour
/// of another in at most 5 % of runs (Bonferroni over the others; Hsu, Multiple Comparisons, 1996, chapter
/// 4: the one that leads may have been picked because it leads).
fn ranked(
    which: Which,
    readings: &[Reading],
    less: impl Fn(usize, usize) -> Difference,
) -> Option<(Ranked, Difference)> {
    let sign = if which == Which::Highest { 1.0 } else { -1.0 };
    let valued = |at: usize| readings[at].estimate.value.map(|value| (at, sign * value));
    let mut order: Vec<(usize, f64)> = (0..readings.len()).filter_map(valued).collect();
    order.sort_by(|one, other| other.1.total_cmp(&one.1));
    let [(first, _), rest @ ..] = &order[..] else { return None };
    let (second, _) = *rest.first()?;
    let quantile = normal_quantile(LEVEL / rest.len() as f64);
    let wide = |at: usize| {
        let difference = less(*first, at);
        let ends = wide(&difference.paired.difference, quantile);
        (difference, ends)
    };
    let is_behind =
        |at: usize| wide(at).1.is_some_and(|ends| if sign > 0.0 { ends.low > 0.0 } else { ends.high < 0.0 });
    let level = rest.iter().map(|(at, _)| *at).filter(|at| !is_behind(*at)).collect();
    let (difference, ends) = wide(second);
    let (paired, estimate) = (difference.paired, readings[*first].estimate);
    Some((Ranked { which, first: *first, second, level, estimate, paired, ends }, difference))
}
