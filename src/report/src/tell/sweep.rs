use sim_engine::{Seat, text::people};
use sim_lab::{
    balance::goal::{self, GoalStatus},
    figure::{Figure, Owner, Unit},
    grid::rounded,
    question::FigureSelector,
    sweep::{Lines, Sweep, SweptRow},
    target::{Goal, Level, TargetAnswer, TargetResult, TargetTrial},
};
use sim_stats::Estimate;

use super::{Style, extent, grid, more, not_played, range, say, sentences, varied};

const ROWS: usize = 15;

pub fn sweep(sweep: &Sweep, style: Style) -> String {
    let what = varied(&sweep.lines.paths, sweep.planned);
    let text = extent(&sweep.extent, &what, "of each arm");
    text + &lines(&sweep.lines, &sweep.strategies, style) + &not_played(&sweep.not_played)
}

pub fn lines(lines: &Lines, strategies: &[String], style: Style) -> String {
    let is_line = lines.paths.len() == 1;
    let mut text = if is_line { by_value(lines, strategies, style) } else { by_difference(lines, style) };
    text.push('\n');
    text += &sentences(lines.crossings.iter().map(|crossing| {
        let ((before, after), turn) = (crossing.ahead(), crossing.turn);
        let [from, to] = [turn.from, turn.to].map(people::short);
        say!("sweep/crossing", before, after, from, to, at => turn.at.map(people::short))
    }));
    if is_line && lines.crossings.is_empty() && lines.arms.iter().any(|arm| arm.value.is_some()) {
        let is_known = wins(lines).any(|row| row.level.interval.is_some());
        text += &sentences([say!("sweep/crossings", is_known)]);
    }
    text
}

fn wins(lines: &Lines) -> impl Iterator<Item = &SweptRow> {
    lines.rows.iter().filter(|row| row.of.figure == Figure::WinRate)
}

/// Win rates by value, one column per strategy or seat, with their widest interval below.
fn by_value(lines: &Lines, strategies: &[String], style: Style) -> String {
    let mut seats: Vec<Seat> = wins(lines).filter_map(|row| row.of.owner.seat()).collect();
    seats.sort_unstable();
    seats.dedup();
    let header: Vec<String> = std::iter::once("win rate %".to_owned())
        .chain(strategies.iter().cloned())
        .chain(seats.iter().map(|seat| format!("seat {}", seat.0 + 1)))
        .collect();
    // The longer side of a lopsided interval.
    let reach = |level: &Estimate| {
        let (value, ends) = level.value.zip(level.interval)?;
        Some((ends.high - value).max(value - ends.low) * 100.0)
    };
    let widest = wins(lines).filter_map(|row| reach(&row.level)).fold(0.0, f64::max);
    let places = people::decimals(Some(widest), 2);
    let cell = |arm: usize, is_it: &dyn Fn(&Owner) -> bool| {
        let row = wins(lines).find(|row| row.arm == arm && is_it(&row.of.owner));
        let level = row.and_then(|row| row.level.value);
        level.map_or(String::new(), |level| people::fixed(level * 100.0, places))
    };
    let row = |(at, name): (usize, &String)| -> Vec<String> {
        let label = if name.is_empty() { "as it is" } else { name };
        std::iter::once(label.to_owned())
            .chain(strategies.iter().map(|name| cell(at, &|owner| owner.strategy() == Some(name))))
            .chain(seats.iter().map(|seat| cell(at, &|owner| owner.seat() == Some(*seat))))
            .collect()
    };
    let rows = lines.arms.iter().map(|arm| &arm.name).enumerate().map(row);
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    let mut text = grid(&header, rows, &[false, true], style);
    if widest > 0.0 {
        text += &sentences([say!("sweep/intervals", widest => people::fixed(widest, places))]);
    }
    text
}

fn by_difference(lines: &Lines, style: Style) -> String {
    let mut rows: Vec<(&SweptRow, f64)> =
        wins(lines).filter_map(|row| Some((row, row.difference.as_ref()?.difference.value?))).collect();
    let rate = |row: &SweptRow| row.q_value.unwrap_or(2.0);
    rows.sort_by(|(a, by), (b, other)| rate(a).total_cmp(&rate(b)).then(other.abs().total_cmp(&by.abs())));
    let cells = rows.iter().take(ROWS).map(|(row, by)| {
        let paired = row.difference.as_ref();
        let ends = match paired.and_then(|paired| paired.difference.interval) {
            Some(ends) => range(ends.scaled(100.0), 2),
            None => paired.map_or(String::new(), |paired| paired.words()),
        };
        vec![
            lines.arms[row.arm].name.clone(),
            row.of.owner.to_string(),
            row.level.value.map_or(String::new(), |level| people::fixed(level * 100.0, 2)),
            people::signed(by * 100.0, 2),
            ends,
        ]
    });
    let header = ["arm", "win rate % of", "here", "difference", "95 %"];
    grid(&header, cells, &[false, false, true], style) + &more(rows.len(), ROWS, "", style)
}

pub fn target(found: &TargetResult, wanted: &str, style: Style) -> String {
    let goal = &found.goal;
    let row = |one: &TargetTrial| {
        let seen = one.seen.iter().map(|seen| within(seen, goal.unit()));
        let verdict = goal.verdict(one).to_owned();
        [rounded(one.value)].into_iter().chain(seen).chain([verdict]).collect::<Vec<_>>()
    };
    let rows = found.tried.iter().map(row);
    let figures: Vec<String> = goal.figures().iter().map(FigureSelector::to_string).collect();
    let last = if matches!(goal, Goal::Level(_)) { "verdict" } else { "all of them" };
    let header: Vec<&str> =
        [found.path.as_str()].into_iter().chain(figures.iter().map(String::as_str)).chain([last]).collect();
    let right: Vec<bool> = (0..header.len()).map(|at| at + 1 < header.len()).collect();
    let head = extent(&found.extent, &format!("{} for {wanted}", found.path), "of each arm");
    format!("{head}{}\n{}", sentences([target_answer(found)]), grid(&header, rows, &right, style))
}

fn within(seen: &Estimate, unit: Unit) -> String {
    let ends = seen.interval.map(|ends| (ends.low, ends.high));
    match (seen.value, unit.is_share()) {
        (None, _) => "never seen".to_owned(),
        (Some(value), true) => people::percent_within(value, ends),
        (Some(value), false) => people::number_within(value, ends),
    }
}

pub fn target_answer(found: &TargetResult) -> String {
    let path = &found.path;
    let mut told = match (&found.goal, &found.answer) {
        (_, TargetAnswer::Excluded) => vec![say!("target/excluded_all", path)],
        (Goal::Level(level), answer) => level_answer(found, level, answer),
        (Goal::Range(goal), answer) => vec![range_answer(found, goal, answer)],
    };
    told.extend(excluded(found));
    told.join(" ")
}

/// The values with degenerate games, and what violates the limits at the first of them.
fn excluded(found: &TargetResult) -> Option<String> {
    let excluded = || found.tried.iter().filter_map(|one| Some((one.value, one.violation.as_ref()?)));
    let (first, violation) = excluded().next()?;
    let first = if excluded().nth(1).is_some() { rounded(first) } else { String::new() };
    let (values, violation) = (values(excluded().map(|(value, _)| value)), violation.to_string());
    Some(say!("target/excluded", path => found.path, values, first, violation))
}

fn range_answer(found: &TargetResult, goal: &goal::Goal, answer: &TargetAnswer) -> String {
    let TargetResult { path, tried, .. } = found;
    let TargetAnswer::Range { best, met, open, .. } = answer else {
        return say!("target/never_seen", figure => goal.text);
    };
    let [met, open] = [met, open].map(|places| values(places.iter().map(|&at| tried[at].value)));
    let (nearest, worst) = (&tried[*best], goal.worst(&tried[*best].seen));
    say!("target/range",
        goal => goal.text, path, met, open, best => rounded(nearest.value),
        figure => worst.map(|at| goal.figures[at].to_string()),
        level => worst.map(|at| within(&nearest.seen[at], goal.unit)),
    )
}

/// Lists values; runs of consecutive integers show only their ends.
fn values(values: impl Iterator<Item = f64>) -> String {
    let values: Vec<f64> = values.collect();
    let told = values.chunk_by(|one, next| *next == one + 1.0).flat_map(|run| match run {
        [first, _, .., last] => vec![format!("{} to {}", rounded(*first), rounded(*last))],
        few => few.iter().map(|value| rounded(*value)).collect(),
    });
    people::list(&told.collect::<Vec<String>>())
}

fn level_answer(found: &TargetResult, goal: &Level, answer: &TargetAnswer) -> Vec<String> {
    let TargetResult { path, tried, .. } = found;
    let words = |value: f64| match goal.unit.is_share() {
        true => people::percent(value, None),
        false => people::short(value),
    };
    let (figure, wanted) = (goal.words.to_string(), words(goal.value));
    let closest = |best: usize| {
        let best = &tried[best];
        let level = words(best.estimate().value.unwrap_or(goal.value));
        say!("target/closest", path, best => rounded(best.value), figure, level)
    };
    let mut told = match answer {
        TargetAnswer::NeverSeen => return vec![say!("target/never_seen", figure)],
        TargetAnswer::OutOfReach => {
            let mut seen: Vec<&TargetTrial> = tried.iter().filter(|one| one.violation.is_none()).collect();
            let ends = |seen: &[&TargetTrial], of: &dyn Fn(&TargetTrial) -> String| match seen {
                [first, .., last] => format!("{} to {}", of(first), of(last)),
                few => few.first().map_or(String::new(), |one| of(one)),
            };
            let values = ends(&seen, &|one| rounded(one.value));
            let level = |one: &TargetTrial| one.estimate().value.unwrap_or(goal.value);
            seen.sort_by(|one, other| level(one).total_cmp(&level(other)));
            let levels = ends(&seen, &|one| words(level(one)));
            vec![say!("target/out_of_reach", path, values, figure, levels, wanted)]
        }
        TargetAnswer::Whole { best, fits } => {
            let fits = self::values(fits.iter().map(|&at| tried[at].value));
            vec![say!("target/whole", path, fits, wanted), closest(*best)]
        }
        TargetAnswer::At { value, low, high } => {
            let [value, low, high] = [value, low, high].map(|value| people::short(*value));
            vec![say!("target/at", path, value, low, high, figure, wanted)]
        }
        TargetAnswer::Nearest { best } => vec![closest(*best)],
        // Ranges have an answer of their own.
        TargetAnswer::Range { .. } | TargetAnswer::Excluded => Vec::new(),
    };
    let open = tried.iter().filter(|one| found.goal.status(one) == GoalStatus::Open);
    let values = values(open.map(|one| one.value));
    if !values.is_empty() {
        told.push(say!("target/undecided", path, values));
    }
    // An association with winning need not be its cause.
    if goal.words.figure.as_deref() == Some("adjusted_difference") && goal.words.component.is_some() {
        told.push(say!("target/association"));
    }
    told
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
            TargetTrial { value, seen, violation: None }
        };
        let found = |answer: TargetAnswer, last: Option<f64>| {
            let found = TargetResult {
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
        // A value without an interval is undecided.
        assert_eq!(
            found(TargetAnswer::Whole { best: 0, fits: Vec::new() }, None),
            "No interval contains 25.0 %. The closest is x=7: seat 1 win rate 26.0 %. x=9 is undecided: raise --n."
        );
        assert_eq!(told(TargetAnswer::NeverSeen), "Seat 1 win rate was never observed.");
        let whole = |fits: &[usize]| told(TargetAnswer::Whole { best: 0, fits: fits.to_vec() });
        let closest = "The closest is x=7: seat 1 win rate 26.0 %.";
        assert_eq!(whole(&[]), format!("No interval contains 25.0 %. {closest}"));
        assert_eq!(whole(&[0]), format!("Not ruled out: x=7, where the interval contains 25.0 %. {closest}"));
        assert_eq!(
            whole(&[0, 1]),
            format!("Not ruled out: x=7 and 8, where the interval contains 25.0 %. {closest}")
        );
        assert_eq!(
            told(TargetAnswer::OutOfReach),
            "Out of reach: at x=7 to 9 the seat 1 win rate is 22.0 % to 26.0 %, not 25.0 %."
        );
        assert_eq!(
            told(TargetAnswer::At { value: 7.5, low: 7.25, high: 7.75 }),
            "Set x to 7.5 (95 % CI 7.25 to 7.75): the seat 1 win rate is then 25.0 %."
        );
        let best = told(TargetAnswer::Nearest { best: 1 });
        assert_eq!(best, "The closest is x=8: seat 1 win rate 24.0 %.");
    }

    #[test]
    fn what_is_excluded_is_named_with_its_reason() {
        let tried = |value: f64, is_degenerate: bool| TargetTrial {
            value,
            seen: vec![Estimate { value: Some(0.5), ..Estimate::MISSING }],
            violation: is_degenerate.then_some(Violation::SharedFirst { share: 1.0, now: 0.004 }),
        };
        let found = |from: usize, answer: TargetAnswer| {
            let words = FigureSelector { seat: Some(1), ..FigureSelector::default() };
            let found = TargetResult {
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
        let only = "Out of reach: at x=0 the seat 1 win rate is 50.0 %, not 25.0 %.";
        assert!(told.starts_with(only), "{told}");
        let told = found(0, TargetAnswer::Excluded);
        let all = "No value of x is acceptable. x=0 to 3 is excluded: at 0 all games end in a shared first place (0.4 % now).";
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
            let tried = |value: f64, level: f64| TargetTrial {
                value,
                seen: vec![seen(level), seen(0.99 - level)],
                violation: None,
            };
            let found = TargetResult {
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
            "every seat within 2%: met at x=9. Undecided at x=8 and 10: raise --n."
        );
        assert_eq!(
            told(1, &[], &[1, 2, 3], &[0, 4]),
            "every seat within 2%: undecided. The closest is x=8, where the seat 1 win rate is 48.0 % ± 1.0. Undecided at x=8 to 10: raise --n."
        );
    }
}
