//! The value that is sought.

use sim_engine::text::people;
use sim_lab::{
    grid::rounded,
    target::{TargetAnswer, TargetFound, Tried},
};

use super::{
    grid::{Style, grid},
    head::extent,
};

/// What was tried, and the answer; `wanted` is what was asked for, as it was typed.
pub fn target(found: &TargetFound, wanted: &str, style: Style) -> String {
    let is_share = found.goal.unit.is_share();
    let row = |one: &Tried| {
        let ends = one.estimate.interval.map(|ends| (ends.low, ends.high));
        let value = one.estimate.value.unwrap_or(f64::NAN);
        let words = match is_share {
            true => people::percent_within(value, ends),
            false => people::number_within(value, ends),
        };
        let fits = if one.fits(found.goal.value) { "yes" } else { "no" };
        vec![rounded(one.value), words, fits.to_owned()]
    };
    let rows: Vec<Vec<String>> = found.tried.iter().map(row).collect();
    let header = [&found.path, &found.goal.words.to_string(), "fits"];
    extent(&found.extent, &format!("{} for {wanted}", found.path), "of each arm")
        + &grid(&header, &rows, &[true, true, false], style)
        + &format!("\n{}\n", target_answer(found))
}

/// The answer in a sentence; empty where the search was stopped.
pub fn target_answer(found: &TargetFound) -> String {
    let TargetFound { path, goal, tried, answer, .. } = found;
    let words = |value: f64| match goal.unit.is_share() {
        true => people::percent(value, None),
        false => people::short(value),
    };
    let (key, wanted) = (&goal.words, words(goal.value));
    let level = |one: &Tried| words(one.estimate.value.unwrap_or(goal.value));
    let nearest = |best: usize, is: &str| {
        let best = &tried[best];
        format!("{path}{is}{} is nearest: {key} {}", rounded(best.value), level(best))
    };
    let (Some(answer), [first, .., last]) = (answer, &tried[..]) else { return String::new() };
    match answer {
        TargetAnswer::NeverSeen => format!("{key} was never observed"),
        TargetAnswer::OutOfReach => {
            let levels = || tried.iter().filter_map(|one| one.estimate.value);
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
            [] => format!("No whole number fits {wanted}; {}.", nearest(*best, "=")),
            [one] => {
                format!(
                    "{path}={} fits: {key} {} for {wanted}.",
                    rounded(tried[*one].value),
                    level(&tried[*best])
                )
            }
            several => {
                let values: Vec<String> = several.iter().map(|&at| rounded(tried[at].value)).collect();
                let values = people::list(&values);
                format!("{path}={values} all fit {wanted} within their error; {}.", nearest(*best, "="))
            }
        },
        TargetAnswer::At { value, low, high } => format!(
            "{path} = {}, {} to {}, makes the {key} {wanted}.",
            people::short(*value),
            people::short(*low),
            people::short(*high)
        ),
        TargetAnswer::Nearest { best } => format!("{}.", nearest(*best, " = ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_lab::{Extent, figure::Unit, question::Words, target::Goal};
    use sim_stats::Estimate;

    #[test]
    fn every_answer_is_a_sentence() {
        let tried = |value: f64, level: f64| Tried {
            value,
            estimate: Estimate { value: Some(level), ..Estimate::MISSING },
        };
        let told = |answer: TargetAnswer| {
            let found = TargetFound {
                extent: Extent { title: "G", players: 2, deals: 1, seed: 1 },
                path: "x".to_owned(),
                goal: Goal {
                    words: Words { seat: Some(1), ..Words::default() },
                    unit: Unit::Share,
                    value: 0.25,
                },
                tried: vec![tried(7.0, 0.26), tried(8.0, 0.24), tried(9.0, 0.22)],
                answer: Some(answer),
            };
            target_answer(&found).replace('\u{a0}', " ")
        };
        assert_eq!(told(TargetAnswer::NeverSeen), "seat 1 win rate was never observed");
        let whole = |fits: &[usize]| told(TargetAnswer::Whole { best: 0, fits: fits.to_vec() });
        let nearest = "x=7 is nearest: seat 1 win rate 26.0 %";
        assert_eq!(whole(&[]), format!("No whole number fits 25.0 %; {nearest}."));
        assert_eq!(whole(&[0]), "x=7 fits: seat 1 win rate 26.0 % for 25.0 %.");
        assert_eq!(whole(&[0, 1]), format!("x=7 and 8 all fit 25.0 % within their error; {nearest}."));
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
}
