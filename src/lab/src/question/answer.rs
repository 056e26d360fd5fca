use sim_stats::{
    Estimate, Interval,
    estimate::{normal_quantile, student_at},
    multiplicity::LEVEL,
    paired::PairedEstimate,
    repeats::Repeats,
};

use super::{
    Question,
    figures::{Difference, ErrorMethod, Measurement, Pairing},
    plan::{AnswerForm, Extreme, Hypothesis},
};
use crate::figure::Unit;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    More,
    Less,
    /// Within the margin.
    Same,
    Undecided,
}

#[derive(Debug, Clone)]
pub struct Answer {
    pub reply: Reply,
    pub unit: Unit,
    pub value: Option<f64>,
    pub other: Option<f64>,
    /// The first figure minus the second; without a second, the figure itself.
    pub difference: Estimate,
    pub error: ErrorMethod,
}

#[derive(Debug, Clone)]
pub enum Reply {
    Unknown,
    Amount,
    Comparison(Comparison),
    /// A comparison for each of several arms: with the first arm, or with another figure or number. In the order of
    /// the plan; the intervals hold simultaneously.
    Each(Vec<Comparison>),
    Ranking(Ranking),
}

#[derive(Debug, Clone)]
pub struct Comparison {
    pub direction: Direction,
    /// `None` if undecided.
    pub is_yes: Option<bool>,
    pub paired: PairedEstimate,
    /// The interval of the difference; of zero width if all deals agree.
    pub ends: Option<Interval>,
}

#[derive(Debug, Clone)]
pub struct Ranking {
    pub which: Extreme,
    /// Indices among the items of the question.
    pub first: usize,
    pub second: usize,
    /// Items not significantly behind the first; if empty, the first is clear.
    pub level: Vec<usize>,
    pub estimate: Estimate,
    /// The first minus the second. `ends` is simultaneous over all comparisons with the first.
    pub paired: PairedEstimate,
    pub ends: Option<Interval>,
}

/// The answer from the measurements in the question's order: one set, or one per training run.
pub(super) fn answer(question: &Question, repeats: &[Vec<Measurement>]) -> Answer {
    let over = Repeats::new(repeats.len());
    let is_one = repeats.len() == 1;
    let measurements: Vec<Measurement> = match repeats {
        [one] => one.clone(),
        [first, ..] => first.iter().enumerate().map(|(at, one)| over_all(one, at, repeats, &over)).collect(),
        [] => Vec::new(),
    };
    let measurements = &measurements[..];
    let Question { arms, plan, answer_spec, .. } = question;
    let players = |at: usize| arms.all().nth(at).map(|one| one.arm.inputs.rules.players);
    let pairing = |one: usize, other: usize| match (plan.items[one].arm, plan.items[other].arm) {
        (one, other) if one == other => Pairing::SameRun,
        (one, other) if players(one) == players(other) => Pairing::SameDeals,
        _ => Pairing::Unpaired,
    };
    let less = |one: usize, other: usize| {
        let pairing = pairing(one, other);
        if is_one {
            return measurements[one].less(&measurements[other], pairing);
        }
        let each: Vec<Difference> = repeats
            .iter()
            .map(|measurements| measurements[one].less(&measurements[other], pairing))
            .collect();
        let paired: Vec<PairedEstimate> = each.iter().map(|one| one.paired).collect();
        let error = each.first().map_or(ErrorMethod::Own, |one| one.error);
        Difference { paired: over.paired(&paired), error }
    };
    let unknown = || Answer {
        reply: Reply::Unknown,
        unit: measurements.first().map_or(Unit::Counted(""), |one| one.unit),
        value: None,
        other: None,
        difference: Estimate::MISSING,
        error: ErrorMethod::Own,
    };
    let compare = |one: &Measurement, difference: Difference| {
        let margin = question.margin(one, &difference.paired);
        Some(compared(answer_spec.yes_if, margin, difference, unknown()))
    };
    let each = |all: Vec<(&Measurement, PairedEstimate)>| {
        Some(Answer { reply: Reply::Each(question.each(all)), ..unknown() })
    };
    let known = match (&plan.form, measurements) {
        (AnswerForm::Amount, [one]) => one.estimate.value.map(|value| Answer {
            reply: Reply::Amount,
            value: Some(value),
            difference: one.estimate,
            ..unknown()
        }),
        (AnswerForm::Number { number, .. }, [one]) => compare(one, one.less_number(*number)),
        (AnswerForm::Against { .. }, [one, _]) => compare(one, less(0, 1)),
        (AnswerForm::Each { .. }, [others @ .., _]) => {
            let less_last = |at| less(at, others.len()).paired;
            each(others.iter().enumerate().map(|(at, one)| (one, less_last(at))).collect())
        }
        (AnswerForm::InEach { number: Some(number), .. }, all) => {
            each(all.iter().map(|one| (one, one.less_number(*number).paired)).collect())
        }
        (AnswerForm::InEach { number: None, .. }, all) => {
            let firsts = (0..all.len() / 2).map(|at| 2 * at);
            each(firsts.map(|at| (&all[at], less(at, at + 1).paired)).collect())
        }
        (AnswerForm::Ranking, _) => {
            let which = answer_spec.which.unwrap_or(Extreme::Highest);
            ranked(which, measurements, less).map(|(ranked, difference)| Answer {
                unit: measurements[ranked.first].unit,
                value: difference.paired.one,
                other: difference.paired.other,
                difference: difference.paired.difference,
                error: difference.error,
                reply: Reply::Ranking(ranked),
            })
        }
        // A plan has as many figures as its form needs.
        _ => None,
    };
    known.unwrap_or_else(unknown)
}

fn over_all(one: &Measurement, at: usize, repeats: &[Vec<Measurement>], over: &Repeats) -> Measurement {
    let estimates: Vec<Estimate> =
        repeats.iter().filter_map(|measurements| Some(measurements.get(at)?.estimate)).collect();
    let mut all = one.clone();
    all.estimate = over.mean(&estimates).0;
    all
}

impl Question {
    /// The largest difference that counts as none, in units of the figure.
    fn margin(&self, one: &Measurement, paired: &PairedEstimate) -> f64 {
        let size = if one.unit.is_share() { 1.0 } else { paired.one.unwrap_or(0.0).abs() };
        self.answer_spec.margin_percent / 100.0 * size
    }

    /// Judges several differences by simultaneous intervals.
    fn each(&self, all: Vec<(&Measurement, PairedEstimate)>) -> Vec<Comparison> {
        let quantile = normal_quantile(LEVEL / all.len() as f64);
        let one = |(one, paired): (&Measurement, PairedEstimate)| {
            let ends = wide(&paired.difference, quantile);
            let margin = self.margin(one, &paired);
            let is_same = ends.is_some_and(|ends| -margin <= ends.low && ends.high <= margin);
            verdict(self.answer_spec.yes_if, paired, ends, is_same)
        };
        all.into_iter().map(one).collect()
    }
}

/// The interval of a difference; of zero width if all deals agree.
fn difference_interval(difference: &Estimate) -> Option<Interval> {
    let is_fixed = difference.standard_error == Some(0.0) && difference.note == "no variance";
    let fixed = difference.value.filter(|_| is_fixed).map(|value| Interval { low: value, high: value });
    difference.interval.or(fixed)
}

fn compared(yes_if: Option<Hypothesis>, margin: f64, difference: Difference, unknown: Answer) -> Answer {
    let Difference { paired, error } = difference;
    let ends = difference_interval(&paired.difference);
    Answer {
        reply: Reply::Comparison(verdict(yes_if, paired, ends, paired.is_within(margin))),
        value: paired.one,
        other: paired.other,
        difference: paired.difference,
        error,
        ..unknown
    }
}

fn verdict(
    yes_if: Option<Hypothesis>,
    paired: PairedEstimate,
    ends: Option<Interval>,
    is_same: bool,
) -> Comparison {
    let direction = match ends {
        Some(ends) if ends.low > 0.0 => Direction::More,
        Some(ends) if ends.high < 0.0 => Direction::Less,
        _ if is_same => Direction::Same,
        _ => Direction::Undecided,
    };
    let is_yes = match (direction, yes_if) {
        (Direction::Undecided, _) => None,
        (Direction::More, Some(Hypothesis::More | Hypothesis::Differs))
        | (Direction::Less, Some(Hypothesis::Less | Hypothesis::Differs)) => Some(true),
        _ => Some(false),
    };
    Comparison { direction, is_yes, paired, ends }
}

/// The interval of a difference at this normal quantile.
fn wide(estimate: &Estimate, quantile: f64) -> Option<Interval> {
    let half = match difference_interval(estimate).and(estimate.standard_error) {
        // A difference without variance has half width 0.
        Some(0.0) => Some(0.0),
        half => half.map(|error| student_at(quantile, estimate.degrees.max(1)) * error),
    };
    estimate.value.zip(half).map(|(value, half)| Interval { low: value - half, high: value + half })
}

/// The ranking, and the difference between first and second.
///
/// Intervals of the first against every other one are so wide that the true first loses to another in at most 5 % of
/// runs (Bonferroni over the others; Hsu, Multiple Comparisons, 1996, chapter 4: the leader may have been picked
/// because it leads).
fn ranked(
    which: Extreme,
    measurements: &[Measurement],
    less: impl Fn(usize, usize) -> Difference,
) -> Option<(Ranking, Difference)> {
    let sign = if which == Extreme::Highest { 1.0 } else { -1.0 };
    let valued = |at: usize| measurements[at].estimate.value.map(|value| (at, sign * value));
    let mut order: Vec<(usize, f64)> = (0..measurements.len()).filter_map(valued).collect();
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
    let (paired, estimate) = (difference.paired, measurements[*first].estimate);
    Some((Ranking { which, first: *first, second, level, estimate, paired, ends }, difference))
}
