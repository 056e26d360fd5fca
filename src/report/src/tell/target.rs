use sim_engine::text::people;
use sim_lab::{
    balance::goal::{self, Reached},
    figure::Unit,
    grid::rounded,
    question::FigureSelector,
    target::{Goal, Level, TargetAnswer, TargetFound, Tried},
};
use sim_stats::Estimate;

use super::{
    grid::{Style, grid},
    head::extent,
};

pub fn target(found: &TargetFound, wanted: &str, style: Style) -> String {
    let goal = &found.goal;
    let row = |one: &Tried| {
        let seen = one.seen.iter().map(|seen| within(seen, goal.unit()));
        [rounded(one.value)].into_iter().chain(seen).chain([goal.verdict(one).to_owned()]).collect()
    };
    let rows: Vec<Vec<String>> = found.tried.iter().map(row).collect();
    let figures: Vec<String> = goal.figures().iter().map(FigureSelector::to_string).collect();
    let last = if matches!(goal, Goal::Level(_)) { "verdict" } else { "all of them" };
    let header: Vec<&str> =
        [found.path.as_str()].into_iter().chain(figures.iter().map(String::as_str)).chain([last]).collect();
    let right: Vec<bool> = (0..header.len()).map(|at| at + 1 < header.len()).collect();
    extent(&found.extent, &format!("{} for {wanted}", found.path), "of each arm")
        + &grid(&header, &rows, &right, style)
        + &format!("\n{}\n", target_answer(found))
}

fn within(seen: &Estimate, unit: Unit) -> String {
    let ends = seen.interval.map(|ends| (ends.low, ends.high));
    match (seen.value, unit.is_share()) {
        (None, _) => "never seen".to_owned(),
        (Some(value), true) => people::percent_within(value, ends),
        (Some(value), false) => people::number_within(value, ends),
    }
}

pub fn target_answer(found: &TargetFound) -> String {
    let text = match (&found.goal, &found.answer) {
        (goal, TargetAnswer::Excluded) => {
            let figures: Vec<String> = goal.figures().iter().map(FigureSelector::to_string).collect();
            format!("No value of {} is proposed for {}.", found.path, people::list(&figures))
        }
        (Goal::Level(level), answer @ TargetAnswer::NeverSeen) => level_answer(found, level, answer),
        (Goal::Level(level), answer) => level_answer(found, level, answer) + &unsure(found) + linked(level),
        (Goal::Range(goal), answer) => range_answer(found, goal, answer),
    };
    text + &excluded(found)
}

/// The values at which games are degenerate, and how they are at the first of them.
fn excluded(found: &TargetFound) -> String {
    let TargetFound { path, tried, .. } = found;
    let excluded = || tried.iter().filter_map(|one| Some((one.value, one.violation.as_ref()?)));
    let Some((first, violation)) = excluded().next() else { return String::new() };
    let all = values(excluded().map(|(value, _)| value));
    let at = if excluded().nth(1).is_some() { format!(" at {}", rounded(first)) } else { String::new() };
    format!(" {path}={all} is excluded:{at} {violation}.")
}

fn range_answer(found: &TargetFound, goal: &goal::Goal, answer: &TargetAnswer) -> String {
    let TargetFound { path, tried, .. } = found;
    let TargetAnswer::Range { best, met, missed, open } = answer else {
        return format!("{}: nothing of it was ever observed", goal.text);
    };
    let values = |places: &[usize]| values(places.iter().map(|&at| tried[at].value));
    let mut parts = Vec::new();
    for (places, word) in [(met, "surely met at"), (open, "undecided at"), (missed, "surely missed at")] {
        if !places.is_empty() {
            parts.push(format!("{word} {path}={}", values(places)));
        }
    }
    let mut text = format!("{}: {}.", goal.text, parts.join("; "));
    if met.is_empty() {
        let nearest = &tried[*best];
        let worst = goal.worst(&nearest.seen);
        let worst = worst.map_or(String::new(), |at| {
            format!(", where the {} is {}", goal.figures[at], within(&nearest.seen[at], goal.unit))
        });
        text += &format!(" Nearest is {path}={}{worst}.", rounded(nearest.value));
    }
    if !open.is_empty() {
        text += " Raise --n to decide the rest.";
    }
    text
}

/// Values in order; of whole numbers in a row the first and the last.
fn values(values: impl Iterator<Item = f64>) -> String {
    let mut runs: Vec<Vec<f64>> = Vec::new();
    for value in values {
        match runs.last_mut() {
            Some(run) if run.last().is_some_and(|last| value == last + 1.0) => run.push(value),
            _ => runs.push(vec![value]),
        }
    }
    let told = |run: Vec<f64>| match &run[..] {
        [first, _, .., last] if run.len() > 2 => vec![format!("{} to {}", rounded(*first), rounded(*last))],
        few => few.iter().map(|value| rounded(*value)).collect(),
    };
    people::list(&runs.into_iter().flat_map(told).collect::<Vec<_>>())
}

fn unsure(found: &TargetFound) -> String {
    let is_open = |one: &&Tried| found.goal.reached(one) == Reached::Open;
    let open = found.tried.iter().filter(is_open);
    let open = values(open.map(|one| one.value));
    match &open[..] {
        "" => String::new(),
        open => format!(" {}={open} is undecided: raise --n.", found.path),
    }
}

/// That what goes with winning need not bring it.
fn linked(goal: &Level) -> &'static str {
    match (goal.words.figure.as_deref(), &goal.words.component) {
        (Some("adjusted_difference"), Some(_)) => {
            " A contrast is an association, not a cause: a player who is ahead can pay more. `sim components --price` estimates fair prices."
        }
        _ => "",
    }
}

fn level_answer(found: &TargetFound, goal: &Level, answer: &TargetAnswer) -> String {
    let TargetFound { path, tried, .. } = found;
    let words = |value: f64| match goal.unit.is_share() {
        true => people::percent(value, None),
        false => people::short(value),
    };
    let (key, wanted) = (&goal.words, words(goal.value));
    let level = |one: &Tried| words(one.estimate().value.unwrap_or(goal.value));
    let nearest = |best: usize, is: &str| {
        let best = &tried[best];
        format!("{path}{is}{} is nearest: {key} {}", rounded(best.value), level(best))
    };
    match answer {
        TargetAnswer::NeverSeen => format!("{key} was never observed"),
        TargetAnswer::OutOfReach => {
            let tried: Vec<&Tried> = tried.iter().filter(|one| one.violation.is_none()).collect();
            let (first, last) = match &tried[..] {
                [] => return String::new(),
                [one] => {
                    let (at, level) = (rounded(one.value), level(one));
                    return format!("Not reached: at {path}={at} the {key} is {level}, not {wanted}.");
                }
                [first, .., last] => (first, last),
            };
            let levels = || tried.iter().filter_map(|one| one.estimate().value);
            let (least, most) =
                (levels().fold(f64::INFINITY, f64::min), levels().fold(f64::NEG_INFINITY, f64::max));
            format!(
                "Not reached: at the {} values of {path} that were tried, from {} to {}, the {key} is {} to {}, never {wanted}.",
                tried.len(),
                rounded(first.value),
                rounded(last.value),
                words(least),
                words(most)
            )
        }
        TargetAnswer::Whole { best, fits } => match &fits[..] {
            [] => format!("No interval of a whole number holds {wanted}; {}.", nearest(*best, "=")),
            [one] => format!(
                "{path}={} is not ruled out: its interval holds {wanted}; {key} {} there.",
                rounded(tried[*one].value),
                level(&tried[*one])
            ),
            several => {
                let values =
                    people::list(&several.iter().map(|&at| rounded(tried[at].value)).collect::<Vec<_>>());
                format!(
                    "{path}={values} are not ruled out: their intervals hold {wanted}; {}.",
                    nearest(*best, "=")
                )
            }
        },
        TargetAnswer::At { value, low, high } => format!(
            "{path} = {}, {} to {}, makes the {key} {wanted}.",
            people::short(*value),
            people::short(*low),
            people::short(*high)
        ),
        TargetAnswer::Nearest { best } => format!("{}.", nearest(*best, " = ")),
        // A range is told by itself.
        TargetAnswer::Range { .. } | TargetAnswer::Excluded => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_lab::{Extent, balance::goal::Range, health::Violation};
    use sim_stats::Interval;

    #[test]
    fn every_answer_is_a_sentence() {
        let tried = |value: f64, level: f64, half: Option<f64>| {
            let interval = half.map(|half| Interval { low: level - half, high: level + half });
            let seen = vec![Estimate { value: Some(level), interval, ..Estimate::MISSING }];
            Tried { value, seen, violation: None }
        };
        let found = |answer: TargetAnswer, last: Option<f64>| {
            let found = TargetFound {
                extent: Extent { title: "G", players: 2, deals: 1, seed: 1 },
                path: "x".to_owned(),
                goal: Goal::Level(Level {
                    words: FigureSelector { seat: Some(1), ..FigureSelector::default() },
                    unit: Unit::Share,
                    value: 0.25,
                }),
                tried: vec![
                    tried(7.0, 0.26, Some(0.005)),
                    tried(8.0, 0.24, Some(0.005)),
                    tried(9.0, 0.22, last),
                ],
                answer,
            };
            target_answer(&found).replace('\u{a0}', " ")
        };
        let told = |answer: TargetAnswer| found(answer, Some(0.005));
        // Without an interval nobody knows.
        assert_eq!(
            found(TargetAnswer::Whole { best: 0, fits: Vec::new() }, None),
            "No interval of a whole number holds 25.0 %; x=7 is nearest: seat 1 win rate 26.0 %. x=9 is undecided: raise --n."
        );
        assert_eq!(told(TargetAnswer::NeverSeen), "seat 1 win rate was never observed");
        let whole = |fits: &[usize]| told(TargetAnswer::Whole { best: 0, fits: fits.to_vec() });
        let nearest = "x=7 is nearest: seat 1 win rate 26.0 %";
        assert_eq!(whole(&[]), format!("No interval of a whole number holds 25.0 %; {nearest}."));
        assert_eq!(
            whole(&[0]),
            "x=7 is not ruled out: its interval holds 25.0 %; seat 1 win rate 26.0 % there."
        );
        assert_eq!(
            whole(&[0, 1]),
            format!("x=7 and 8 are not ruled out: their intervals hold 25.0 %; {nearest}.")
        );
        assert_eq!(
            told(TargetAnswer::OutOfReach),
            "Not reached: at the 3 values of x that were tried, from 7 to 9, the seat 1 win rate is 22.0 % to 26.0 %, never 25.0 %."
        );
        assert_eq!(
            told(TargetAnswer::At { value: 7.5, low: 7.25, high: 7.75 }),
            "x = 7.5, 7.25 to 7.75, makes the seat 1 win rate 25.0 %."
        );
        let best = told(TargetAnswer::Nearest { best: 1 });
        assert_eq!(best, "x = 8 is nearest: seat 1 win rate 24.0 %.");
    }

    #[test]
    fn what_is_excluded_is_named_with_its_reason() {
        let tried = |value: f64, is_degenerate: bool| Tried {
            value,
            seen: vec![Estimate { value: Some(0.5), ..Estimate::MISSING }],
            violation: is_degenerate.then_some(Violation::SharedFirst { share: 1.0, now: 0.004 }),
        };
        let found = |from: usize, answer: TargetAnswer| {
            let words = FigureSelector { seat: Some(1), ..FigureSelector::default() };
            let found = TargetFound {
                extent: Extent { title: "G", players: 2, deals: 1, seed: 1 },
                path: "x".to_owned(),
                goal: Goal::Level(Level { words, unit: Unit::Share, value: 0.25 }),
                tried: (0..4).map(|at| tried(at as f64, at >= from)).collect(),
                answer,
            };
            target_answer(&found).replace('\u{a0}', " ")
        };
        let told = found(3, TargetAnswer::Whole { best: 0, fits: Vec::new() });
        let last = "x=3 is excluded: all games end in a shared first place (0.4 % now).";
        assert!(told.ends_with(last), "{told}");
        let told = found(1, TargetAnswer::OutOfReach);
        let only = "Not reached: at x=0 the seat 1 win rate is 50.0 %, not 25.0 %.";
        assert!(told.starts_with(only), "{told}");
        let told = found(0, TargetAnswer::Excluded);
        let all = "No value of x is proposed for seat 1 win rate. x=0 to 3 is excluded: at 0 all games end in a shared first place (0.4 % now).";
        assert_eq!(told, all);
    }

    #[test]
    fn of_a_range_is_told_what_is_sure_and_what_is_open() {
        let seen = |level: f64| {
            let interval = Some(Interval { low: level - 0.01, high: level + 0.01 });
            Estimate { value: Some(level), interval, degrees: 100, ..Estimate::MISSING }
        };
        let seat = |seat| FigureSelector { seat: Some(seat), ..FigureSelector::default() };
        let told = |best, met: &[usize], open: &[usize], missed: &[usize]| {
            let [met, open, missed] = [met, open, missed].map(<[usize]>::to_vec);
            let tried = |value: f64, level: f64| Tried {
                value,
                seen: vec![seen(level), seen(0.99 - level)],
                violation: None,
            };
            let found = TargetFound {
                extent: Extent { title: "G", players: 2, deals: 1, seed: 1 },
                path: "x".to_owned(),
                goal: Goal::Range(goal::Goal {
                    text: "every seat within 2%".to_owned(),
                    figures: vec![seat(1), seat(2)],
                    unit: Unit::Share,
                    range: Range { low: Some(0.48), high: Some(0.52) },
                    weight: 1.0,
                    is_must: false,
                }),
                tried: (0..5).map(|at| tried(f64::from(at) + 7.0, 0.46 + 0.02 * f64::from(at))).collect(),
                answer: TargetAnswer::Range { best, met, open, missed },
            };
            target_answer(&found).replace('\u{a0}', " ")
        };
        assert_eq!(
            told(2, &[2], &[1, 3], &[0, 4]),
            "every seat within 2%: surely met at x=9; undecided at x=8 and 10; surely missed at x=7 and 11. Raise --n to decide the rest."
        );
        assert_eq!(
            told(1, &[], &[1, 2, 3], &[0, 4]),
            "every seat within 2%: undecided at x=8 to 10; surely missed at x=7 and 11. Nearest is x=8, where the seat 1 win rate is 48.0 % ± 1.0. Raise --n to decide the rest."
        );
    }
}
