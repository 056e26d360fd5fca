//! What components pay that nobody buys: boxes of a chart, customers, completed challenges.
//!
//! Such a payment has no price to compare with, and components of a kind may be meant to pay differently, so no
//! payment is called a problem. Reported are how often it is made between players who know the game, what it brings
//! in total, and its size compared with the median of its kind.

use sim_engine::{Choice, Component, Info, Sum};
use sim_play::{arm::Subject, tally::Tally};
use sim_stats::{Estimate, estimate::student_p_value};

use crate::{
    pairs::{is_found, median, q_values},
    question::{FigureSelector, Reader},
};

/// Payments within this share of the median of their kind count as alike.
pub const PART: f64 = 0.1;

#[derive(Debug, Clone)]
pub struct Payment {
    pub component: Component,
    pub unit: &'static str,
    /// Mean number of payments to a seat in a game.
    pub times: Estimate,
    /// Mean total of the payments to a seat in a game.
    pub brings: Estimate,
    pub each: Estimate,
    /// Median size of a payment of its kind; none if it is alone in its kind.
    pub middle: Option<f64>,
    /// Size relative to that median, minus 1: 0.5 means half as much again.
    pub beyond: Estimate,
    /// Over all payments of its kind.
    pub q_value: Option<f64>,
    pub verdict: PaymentVerdict,
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum PaymentVerdict {
        /// It pays more each time: the whole interval lies beyond [`PART`].
        Much = "pays more",
        /// It pays less, likewise.
        Little = "pays less",
        Undecided = "undecided",
        /// The whole interval lies within [`PART`].
        Alike = "pays alike",
    }
}

impl PaymentVerdict {
    fn judge(beyond: &Estimate, q_value: Option<f64>) -> PaymentVerdict {
        match (beyond.interval, is_found(q_value)) {
            (Some(ends), _) if ends.low > -PART && ends.high < PART => PaymentVerdict::Alike,
            (Some(ends), true) if ends.low > PART => PaymentVerdict::Much,
            (Some(ends), true) if ends.high < -PART => PaymentVerdict::Little,
            _ => PaymentVerdict::Undecided,
        }
    }
}

pub fn paid_in(info: &Info, component: &Component) -> Option<&'static str> {
    let kind = info.kinds.iter().find(|kind| kind.name == component.kind)?;
    match kind.sum {
        Some(Sum::Gained(unit)) if kind.choice != Choice::Chosen => Some(unit),
        _ => None,
    }
}

/// What components pay, by kind: outliers first, the largest deviation first.
pub fn payments(subject: &Subject<'_>, tally: &Tally, components: &[Component]) -> Vec<Payment> {
    let reader = Reader::new(tally);
    let read = |component: &Component, figure: &str, per: Option<&str>| {
        let name = |figure: &str| Some(figure.to_owned());
        let per =
            per.map(|figure| Box::new(FigureSelector { figure: name(figure), ..FigureSelector::default() }));
        let component = Some(component.name.clone());
        let words = FigureSelector { figure: name(figure), component, per, ..FigureSelector::default() };
        let found = words.find(subject, &tally.layout);
        found.map_or(Estimate::MISSING, |figure| reader.read(&figure).estimate)
    };
    let mut all: Vec<Payment> = Vec::new();
    for component in components {
        let Some(unit) = paid_in(subject.info, component) else { continue };
        all.push(Payment {
            component: component.clone(),
            unit,
            times: read(component, "used", None),
            brings: read(component, "sum", None),
            each: read(component, "sum", Some("used")),
            middle: None,
            beyond: Estimate::MISSING,
            q_value: None,
            verdict: PaymentVerdict::Undecided,
        });
    }
    for own in all.chunk_by_mut(|one, other| one.component.kind == other.component.kind) {
        beside_middle(own);
    }
    all
}

fn beside_middle(own: &mut [Payment]) {
    let known: Vec<f64> = own.iter().filter_map(|one| one.each.value).collect();
    if known.len() < 2 {
        return;
    }
    let middle = median((0..known.len()).collect(), &known);
    let middle = middle.iter().map(|at| known[*at]).sum::<f64>() / middle.len() as f64;
    if middle == 0.0 {
        return;
    }
    for one in own.iter_mut() {
        one.beyond = one.each.scaled(1.0 / middle).moved(-1.0);
        one.middle = Some(middle);
    }
    let p_value = |one: &Payment| {
        let Estimate { value, standard_error, deals, .. } = one.beyond;
        let error = standard_error.filter(|error| *error > 0.0)?;
        student_p_value(value? / error, deals.max(2) - 1)
    };
    let q_values = q_values(own.iter().map(p_value));
    for (one, q_value) in own.iter_mut().zip(q_values) {
        one.q_value = q_value;
        one.verdict = PaymentVerdict::judge(&one.beyond, q_value);
    }
    let size = |one: &Payment| one.beyond.value.map_or(0.0, f64::abs);
    let is_off = |one: &Payment| matches!(one.verdict, PaymentVerdict::Much | PaymentVerdict::Little);
    // The sort is stable: equals stay in the order of the box.
    own.sort_by(|one, other| is_off(other).cmp(&is_off(one)).then(size(other).total_cmp(&size(one))));
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::Source;
    use sim_stats::Interval;

    fn payment(name: &str, each: f64, half: f64) -> Payment {
        let component = Component { name: name.to_owned(), kind: "box".to_owned(), source: Source::Rulebook };
        let interval = Some(Interval { low: each - half, high: each + half });
        let (value, standard_error) = (Some(each), Some(half / 2.0));
        Payment {
            component,
            unit: "money",
            times: Estimate::MISSING,
            brings: Estimate::MISSING,
            each: Estimate { value, standard_error, interval, deals: 1000, ..Estimate::MISSING },
            middle: None,
            beyond: Estimate::MISSING,
            q_value: None,
            verdict: PaymentVerdict::Undecided,
        }
    }

    #[test]
    fn payments_are_held_against_the_middle_of_their_kind() {
        let mut own = [
            payment("alike", 10.2, 0.3),
            payment("middle", 10.0, 0.3),
            payment("double", 20.0, 1.0),
            payment("half", 5.0, 0.5),
            payment("open", 12.0, 4.0),
        ];
        beside_middle(&mut own);
        let told: Vec<(&str, &str)> =
            own.iter().map(|one| (one.component.name.as_str(), one.verdict.word())).collect();
        // The third of five: 10.2.
        assert_eq!(
            told,
            [
                ("double", "pays more"),
                ("half", "pays less"),
                ("open", "undecided"),
                ("middle", "pays alike"),
                ("alike", "pays alike")
            ]
        );
        assert_eq!(own[0].middle, Some(10.2));
        assert!((own[0].beyond.value.unwrap() - (20.0 / 10.2 - 1.0)).abs() < 1e-12);
        let mut alone = [payment("one", 10.0, 1.0)];
        beside_middle(&mut alone);
        assert_eq!((alone[0].middle, alone[0].verdict), (None, PaymentVerdict::Undecided));
    }
}
