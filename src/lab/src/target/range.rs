//! Searches a path for values at which figures lie in a range.
//!
//! The distance of several figures from a range has no sign, so that nothing can be bracketed. The search plays
//! evenly spread levels of the path, and then values next to the best of them.

use super::{MOST, TargetAnswer, TargetTrial, around, spread};
use crate::{
    Error,
    balance::goal::{Goal, GoalStatus},
};

/// Tries values against a range; returns them in order of value.
pub(super) fn search(
    levels: &[f64],
    is_whole: bool,
    goal: &Goal,
    evaluate: &mut dyn FnMut(f64) -> Result<TargetTrial, Error>,
) -> Result<Vec<TargetTrial>, Error> {
    let [low, inside @ .., high] = levels else { return levels.iter().map(|one| evaluate(*one)).collect() };
    let mut tried = vec![evaluate(*low)?, evaluate(*high)?];
    for value in spread(inside, MOST - 2) {
        tried.push(evaluate(value)?);
    }
    if is_whole {
        let goes_on =
            |one: &TargetTrial| one.violation.is_none() && goal.status(&one.seen) != GoalStatus::Missed;
        let nearest = best(&tried, goal);
        around(&mut tried, nearest, (*low, *high), &goes_on, evaluate)?;
    } else {
        // A real path has values everywhere: halves the gaps next to the best one.
        while tried.len() < MOST {
            for value in midpoints_around_best(&mut tried, goal) {
                tried.push(evaluate(value)?);
            }
        }
    }
    tried.sort_by(|one, other| one.value.total_cmp(&other.value));
    Ok(tried)
}

/// Midpoints between the best value and its neighbors.
fn midpoints_around_best(tried: &mut [TargetTrial], goal: &Goal) -> Vec<f64> {
    tried.sort_by(|one, other| one.value.total_cmp(&other.value));
    let best = best(tried, goal);
    let pairs = tried.windows(2).enumerate().filter(|(at, _)| *at == best || at + 1 == best);
    pairs.map(|(_, pair)| (pair[0].value + pair[1].value) / 2.0).collect()
}

/// How far the worst figure is beyond the range, negative if all lie in it; infinite if unknown or degenerate.
fn beyond(tried: &TargetTrial, goal: &Goal) -> f64 {
    let worst = goal.worst(&tried.seen).and_then(|at| tried.seen[at].value);
    worst.filter(|_| tried.violation.is_none()).map_or(f64::INFINITY, |value| goal.range.distance(value))
}

fn best(tried: &[TargetTrial], goal: &Goal) -> usize {
    let off = |at: &usize| beyond(&tried[*at], goal);
    (0..tried.len()).min_by(|one, other| off(one).total_cmp(&off(other))).unwrap_or(0)
}

/// Classifies every tried value; these are in order of value.
pub(super) fn answer(tried: &[TargetTrial], goal: &Goal) -> TargetAnswer {
    if tried.iter().all(|one| one.seen.iter().all(|seen| seen.value.is_none())) {
        return TargetAnswer::NeverSeen;
    }
    let candidates: Vec<usize> = (0..tried.len()).filter(|&at| tried[at].violation.is_none()).collect();
    if candidates.is_empty() {
        return TargetAnswer::Excluded;
    }
    let are = |status: GoalStatus| -> Vec<usize> {
        candidates.iter().copied().filter(|&at| goal.status(&tried[at].seen) == status).collect()
    };
    let (met, missed, open) = (are(GoalStatus::Met), are(GoalStatus::Missed), are(GoalStatus::Open));
    TargetAnswer::Range { best: best(tried, goal), met, missed, open }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{balance::goal::Range, figure::Unit, health::Violation, question::FigureSelector};
    use sim_stats::{Estimate, Interval, estimate::Z};

    fn within() -> Goal {
        let seat = |seat| FigureSelector { seat: Some(seat), ..FigureSelector::default() };
        Goal {
            text: "every seat within 2%".to_owned(),
            figures: vec![seat(1), seat(2)],
            unit: Unit::Share,
            range: Range { low: Some(0.48), high: Some(0.52) },
            weight: 1.0,
            is_must: false,
        }
    }

    /// Two seats. The first wins `line(x)` of all games, with this standard error at every x.
    fn evaluate(line: impl Fn(f64) -> f64, error: f64) -> impl FnMut(f64) -> Result<TargetTrial, Error> {
        move |value| {
            let seen = [line(value), 1.0 - line(value)].map(|level| Estimate {
                value: Some(level),
                standard_error: Some(error),
                interval: Some(Interval { low: level - Z * error, high: level + Z * error }),
                degrees: 1000,
                ..Estimate::MISSING
            });
            Ok(TargetTrial { value, seen: seen.to_vec(), violation: None })
        }
    }

    #[test]
    fn values_are_met_missed_or_open_as_far_as_their_intervals_tell() {
        let levels: Vec<f64> = (0..=6).map(|step| f64::from(step) * 5.0).collect();
        let (goal, line) = (within(), |x: f64| 0.42 + 0.005 * x);
        let at = |error: f64| {
            let tried = search(&levels, true, &goal, &mut evaluate(line, error)).unwrap();
            let TargetAnswer::Range { best, met, missed, open } = answer(&tried, &goal) else {
                panic!("{tried:?}")
            };
            let values =
                |places: Vec<usize>| places.into_iter().map(|at| tried[at].value).collect::<Vec<_>>();
            (tried[best].value, values(met), values(missed), values(open))
        };
        // 12 gives exactly .48 and 20 exactly .52. A figure on the end of its range is undecided.
        let (best, met, missed, open) = at(0.0005);
        assert_eq!((best, met), (16.0, vec![13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0]));
        assert_eq!((missed, open), (vec![0.0, 5.0, 10.0, 11.0, 25.0, 30.0], vec![12.0, 20.0]));
        // So few games decide the far ends only, so no value meets the goal.
        let (_, met, missed, open) = at(0.02);
        assert_eq!((met, missed), (vec![], vec![0.0, 30.0]));
        assert!(open.contains(&15.0));
    }

    #[test]
    fn what_is_excluded_is_neither_met_nor_nearest() {
        let (goal, mut line) = (within(), evaluate(|x: f64| 0.42 + 0.005 * x, 0.0005));
        let mut from = |least: f64| {
            let violation =
                |value: f64| (value >= least).then_some(Violation::SharedFirst { share: 1.0, now: 0.0 });
            let tried: Vec<TargetTrial> = [8.0, 12.0, 14.0, 16.0]
                .map(|value| TargetTrial { violation: violation(value), ..line(value).unwrap() })
                .into();
            answer(&tried, &goal)
        };
        let nearest = TargetAnswer::Range { best: 1, met: vec![], missed: vec![0], open: vec![1] };
        assert_eq!([from(14.0), from(0.0)], [nearest, TargetAnswer::Excluded]);
    }

    #[test]
    fn between_other_values_than_whole_numbers_the_gaps_beside_the_nearest_are_halved() {
        let goal = within();
        let tried = search(&[0.0, 1.0], false, &goal, &mut evaluate(|x| 0.4 + 0.16 * x, 0.001)).unwrap();
        let values: Vec<f64> = tried.iter().map(|one| one.value).collect();
        assert!([0.0, 0.5, 0.75, 1.0].iter().all(|value| values.contains(value)), "{values:?}");
        assert!(values.len() <= MOST + 1, "{values:?}");
        let TargetAnswer::Range { best, .. } = answer(&tried, &goal) else { panic!("{tried:?}") };
        assert!((tried[best].value - 0.625).abs() < 0.02, "{values:?}");
    }

    #[test]
    fn what_is_never_seen_is_said_to_be() {
        let mut never = |value| Ok(TargetTrial { value, seen: vec![Estimate::MISSING; 2], violation: None });
        let tried = search(&[1.0, 2.0, 3.0], true, &within(), &mut never).unwrap();
        assert_eq!(answer(&tried, &within()), TargetAnswer::NeverSeen);
    }
}
