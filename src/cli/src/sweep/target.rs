//! `--target`: the value of one path at which a figure is what it should be.
//!
//! A figure is taken to rise or fall along the values. Between two values on either side of the target the
//! next one lies where a straight line meets it (regula falsi, with the Illinois rule against standing
//! still). All arms play the same deals, so that the noise of one is nearly that of the next.

use super::{SweepArgs, Varied, heading};
use crate::{
    failure::Failure,
    game_args::{Chosen, Seated},
    output,
    vary::{rounded, seated_at},
};
use sim_engine::text::people;
use sim_lab::{
    experiment::{Arms, Named},
    figure::{FigureOf, headlines, levels},
    tables::{Cell, Column, Table},
};
use sim_stats::{Estimate, estimate};

/// Arms at most, beside those around a whole number.
const MOST: usize = 14;
/// Whole numbers on either side of the best that are held against the target.
const AROUND: i64 = 4;

/// What is wanted: a figure and its value.
struct Wanted {
    of: FigureOf,
    value: f64,
}

impl Wanted {
    fn read(text: &str, known: &[FigureOf]) -> Result<Wanted, Failure> {
        let wrong =
            |message: String, help: String| Failure::misuse(format!("--target {text}: {message}"), help);
        let Some((figure, value)) = text.split_once('=') else {
            return Err(wrong(
                "nothing is wanted of the figure".to_owned(),
                "write FIGURE = VALUE, as \"seat 1 win rate = 25%\"".to_owned(),
            ));
        };
        let of = FigureOf::read(figure, known)
            .map_err(|help| wrong(format!("no figure `{}`", figure.trim()), help))?;
        let digits = value.trim();
        let number =
            digits.trim_end_matches('%').trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let number = number.ok_or_else(|| {
            wrong("the value is not a number".to_owned(), "write 25%, 0.25 or 60".to_owned())
        })?;
        let value = if digits.ends_with('%') { number / 100.0 } else { number };
        if of.figure.unit().is_share() && !(0.0..=1.0).contains(&value) {
            return Err(wrong("a share is from 0 to 1".to_owned(), "write 25% or 0.25".to_owned()));
        }
        Ok(Wanted { of, value })
    }

    /// The figure as people read it.
    fn words(&self, value: f64) -> String {
        if self.of.figure.unit().is_share() { people::percent(value, None) } else { people::short(value) }
    }
}

/// A value that was played.
#[derive(Clone)]
struct Tried {
    value: f64,
    estimate: Estimate,
}

impl Tried {
    /// How far it is above the target.
    fn above(&self, target: f64) -> f64 {
        self.estimate.value.map_or(0.0, |value| value - target)
    }

    /// Whether its interval holds the target, which a value that is the target to the last digit does.
    fn fits(&self, target: f64) -> bool {
        match self.estimate.interval {
            Some(ends) => ends.low <= target && target <= ends.high,
            None => self.estimate.value == Some(target),
        }
    }

    /// Whether it is surely on the side that it is on.
    fn is_sure(&self, target: f64) -> bool {
        self.estimate.interval.is_some() && !self.fits(target)
    }
}

impl SweepArgs {
    pub(super) fn solve(
        &self,
        text: &str,
        chosen: &Chosen,
        seated: Seated,
        varied: &[Varied],
    ) -> Result<(), Failure> {
        let [varied] = varied else {
            return Err(Failure::misuse("a target is sought along one path", "give --vary once"));
        };
        let Some((low, high)) = varied.numbers.as_ref().and_then(|numbers| {
            let ends = numbers.iter().copied();
            Some((ends.clone().reduce(f64::min)?, ends.reduce(f64::max)?))
        }) else {
            return Err(Failure::misuse(
                format!("`{}` is no number", varied.path),
                "a target is sought along numbers; a sweep without --target shows every value",
            ));
        };
        if self.effort.is_share() {
            return Err(Failure::misuse("a target is sought arm by arm", "leave --shard out"));
        }
        let empty = seated.arm.empty();
        let known = headlines(&seated.arm.subject(), &empty);
        let wanted = Wanted::read(text, &known)?;
        let named = seated.named.clone();
        let arms = Arms::new(Named { name: "as it is".to_owned(), arm: seated.arm }, Vec::new())?;
        let mut findings = self.begin(&arms)?;
        let names = arms.first().arm.subject().strategies;
        let mut deals = 0;
        let mut evaluate = |value: f64| -> Result<Tried, Failure> {
            let seated = seated_at(&self.game, &self.table, &[(varied, rounded(value))])?;
            let name = format!("{}={}", varied.path, rounded(value));
            let arm = Arms::new(Named { name, arm: seated.arm }, Vec::new())?;
            let read = self.effort.play(&arm, super::N, |_, named, _, tally| {
                let all = levels(&named.arm.subject(), &names, tally);
                Ok(all.into_iter().find(|level| level.of == wanted.of).map(|level| level.estimate))
            })?;
            let Some(read) = read else { return Ok(Tried { value, estimate: Estimate::MISSING }) };
            deals = read.deals;
            let estimate = read.whole(1)?.pop().flatten().unwrap_or(Estimate::MISSING);
            Ok(Tried { value, estimate })
        };
        let is_whole = varied.is_whole();
        let tried = search((low, high), is_whole, wanted.value, &mut evaluate)?;
        let (table, answer) = told(&tried, is_whole, &wanted, &varied.path);
        findings.deals = deals;
        let more = format!(" --target {}", super::words::quoted(text));
        findings.heading.command = self.command(chosen, &arms, &named, deals, &more);
        let mut page =
            heading(&arms, deals, &[format!("{} for {text}", varied.path)]).replace(" at 0 settings", "");
        let rows: Vec<Vec<String>> = tried
            .iter()
            .map(|one| {
                let ends = one.estimate.interval.map(|ends| (ends.low, ends.high));
                let value = one.estimate.value.unwrap_or(f64::NAN);
                let words = if wanted.of.figure.unit().is_share() {
                    people::percent_within(value, ends)
                } else {
                    people::number_within(value, ends)
                };
                vec![rounded(one.value), words, if one.fits(wanted.value) { "yes" } else { "no" }.to_owned()]
            })
            .collect();
        let key = wanted.of.to_string();
        page += &output::grid(&[&varied.path, &key, "fits"], &rows, &[true, true, false]);
        page += &format!("\n{answer}\n");
        self.findings.report(&findings, &[table], &page)
    }
}

/// Values around the target, in order of value.
fn search(
    (low, high): (f64, f64),
    is_whole: bool,
    target: f64,
    evaluate: &mut dyn FnMut(f64) -> Result<Tried, Failure>,
) -> Result<Vec<Tried>, Failure> {
    let mut tried = vec![evaluate(low)?, evaluate(high)?];
    let (mut left, mut right) = (tried[0].clone(), tried[1].clone());
    let (mut a, mut b) = (left.above(target), right.above(target));
    let mut last_side = 0;
    while a * b < 0.0 && tried.len() < MOST {
        let width = right.value - left.value;
        if is_whole && width <= 1.0 || !is_whole && width <= (high - low) * 1e-4 {
            break;
        }
        let mut next = left.value + width * a / (a - b);
        if is_whole {
            next = next.round().clamp(left.value + 1.0, right.value - 1.0);
        } else {
            // Away from both ends, so that the bracket shrinks.
            next = next.clamp(left.value + width * 0.05, right.value - width * 0.05);
        }
        let one = evaluate(next)?;
        let above = one.above(target);
        tried.push(one.clone());
        if (above < 0.0) == (a < 0.0) {
            (left, a) = (one.clone(), above);
            b = if last_side == 1 { b / 2.0 } else { right.above(target) };
            last_side = 1;
        } else {
            (right, b) = (one.clone(), above);
            a = if last_side == -1 { a / 2.0 } else { left.above(target) };
            last_side = -1;
        }
        // Nearer than half of its error is as near as these games tell.
        let error = one.estimate.standard_error.unwrap_or(0.0);
        if !is_whole && above.abs() <= error / 2.0 {
            break;
        }
    }
    if is_whole {
        around(&mut tried, (low, high), target, evaluate)?;
    }
    tried.sort_by(|one, other| one.value.total_cmp(&other.value));
    Ok(tried)
}

/// Tries whole numbers beside the best until on both sides one does not fit.
fn around(
    tried: &mut Vec<Tried>,
    (low, high): (f64, f64),
    target: f64,
    evaluate: &mut dyn FnMut(f64) -> Result<Tried, Failure>,
) -> Result<(), Failure> {
    let Some(best) = best(tried, target).map(|one| one.value) else { return Ok(()) };
    for side in [-1.0, 1.0] {
        for step in 1..=AROUND {
            let value = best + side * step as f64;
            if !(low..=high).contains(&value) {
                break;
            }
            let known = tried.iter().position(|one| one.value == value);
            let at = match known {
                Some(at) => at,
                None => {
                    tried.push(evaluate(value)?);
                    tried.len() - 1
                }
            };
            if !tried[at].fits(target) {
                break;
            }
        }
    }
    Ok(())
}

fn best(tried: &[Tried], target: f64) -> Option<&Tried> {
    let known = tried.iter().filter(|one| one.estimate.value.is_some());
    known.min_by(|one, other| one.above(target).abs().total_cmp(&other.above(target).abs()))
}

/// All that was tried as a table, and the answer in a sentence.
fn told(tried: &[Tried], is_whole: bool, wanted: &Wanted, path: &str) -> (Table, String) {
    let columns = [
        Column { name: "value", about: "What was tried." },
        Column { name: "figure", about: "What is wanted." },
        Column { name: "level", about: "The figure there." },
        Column::low("low"),
        Column::high("high"),
        Column { name: "target", about: "What it should be." },
        Column { name: "fits", about: "yes: the interval holds the target." },
    ];
    let mut table = Table::new("target", "The value that is sought", "", &columns);
    let target = wanted.value;
    for one in tried {
        let [low, high] = Cell::ends(one.estimate.interval);
        table.rows.push(vec![
            Cell::Number(one.value),
            Cell::text(wanted.of.to_string()),
            Cell::number(one.estimate.value),
            low,
            high,
            Cell::Number(target),
            Cell::text(if one.fits(target) { "yes" } else { "no" }),
        ]);
    }
    let answer = answer(tried, is_whole, wanted, path);
    table.about = answer.clone();
    (table, answer)
}

fn answer(tried: &[Tried], is_whole: bool, wanted: &Wanted, path: &str) -> String {
    let target = wanted.value;
    let (key, goal) = (&wanted.of, wanted.words(target));
    let Some(best) = best(tried, target) else { return format!("{key} was never observed") };
    let level = |one: &Tried| wanted.words(one.estimate.value.unwrap_or(target));
    let (Some(first), Some(last)) = (tried.first(), tried.last()) else { return String::new() };
    let is_one_sided =
        tried.iter().all(|one| one.above(target) > 0.0) || tried.iter().all(|one| one.above(target) < 0.0);
    if is_one_sided && tried.iter().all(|one| one.is_sure(target)) {
        return format!(
            "Not reached: from {path}={} to {}, the {key} goes from {} to {} and is never {goal}.",
            rounded(first.value),
            rounded(last.value),
            level(first),
            level(last)
        );
    }
    if is_whole {
        let fits: Vec<String> =
            tried.iter().filter(|one| one.fits(target)).map(|one| rounded(one.value)).collect();
        let nearest = format!("{path}={} is nearest: {key} {}", rounded(best.value), level(best));
        return match &fits[..] {
            [] => format!("No whole number fits {goal}; {nearest}."),
            [one] => format!("{path}={one} fits: {key} {} for {goal}.", level(best)),
            several => {
                format!("{path}={} all fit {goal} within their error; {nearest}.", people::list(several))
            }
        };
    }
    // The two values around the target, and the straight line between them.
    let pair = tried.windows(2).find(|two| two[0].above(target) * two[1].above(target) <= 0.0);
    let solution = pair.and_then(|two| {
        let slope = (two[1].above(target) - two[0].above(target)) / (two[1].value - two[0].value);
        let error = best.estimate.standard_error? / slope.abs();
        let at = two[0].value - two[0].above(target) / slope;
        (slope != 0.0 && error.is_finite()).then_some((at, estimate::Z * error))
    });
    match solution {
        Some((at, half)) => format!(
            "{path} = {}, {} to {}, makes the {key} {goal}.",
            people::short(at),
            people::short((at - half).max(first.value)),
            people::short((at + half).min(last.value))
        ),
        None => format!("{path} = {} is nearest: {key} {}.", rounded(best.value), level(best)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::Seat;
    use sim_lab::figure::{Figure, Owner};
    use sim_stats::Interval;

    /// A figure that is `line` with this error everywhere.
    fn evaluate(line: impl Fn(f64) -> f64, error: f64) -> impl FnMut(f64) -> Result<Tried, Failure> {
        move |value| {
            let level = line(value);
            let interval =
                Some(Interval { low: level - estimate::Z * error, high: level + estimate::Z * error });
            let estimate =
                Estimate { value: Some(level), standard_error: Some(error), interval, ..Estimate::MISSING };
            Ok(Tried { value, estimate })
        }
    }

    /// The answer with plain spaces.
    fn plain(tried: &[Tried], is_whole: bool, value: f64) -> String {
        answer(tried, is_whole, &wanted(value), "x").replace('\u{a0}', " ")
    }

    fn wanted(value: f64) -> Wanted {
        Wanted { of: FigureOf { figure: Figure::WinRate, owner: Owner::Seat(Seat(0)) }, value }
    }

    #[test]
    fn a_real_value_is_found_with_its_error() {
        // 0.2 + x^2 / 8 is .25 at x = .632; the slope there is .158.
        let tried = search((0.0, 2.0), false, 0.25, &mut evaluate(|x| 0.2 + x * x / 8.0, 0.001)).unwrap();
        assert!(tried.len() < 10, "{} arms", tried.len());
        let text = plain(&tried, false, 0.25);
        let numbers: Vec<f64> = text.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
        assert!((numbers[0] - 0.632).abs() < 0.01, "{text}");
        // 1.96 * .001 / .158 is .0124.
        assert!((numbers[0] - numbers[1] - 0.0124).abs() < 0.004, "{text}");
    }

    #[test]
    fn every_whole_number_that_fits_is_named() {
        let line = |x: f64| 0.4 - 0.02 * x;
        let tried = search((0.0, 20.0), true, 0.25, &mut evaluate(line, 0.001)).unwrap();
        assert_eq!(plain(&tried, true, 0.26), "x=7 fits: seat 1 win rate 26.0 % for 26.0 %.");
        // 7.5 would be it; with an error of .006 both neighbours fit.
        let tried = search((0.0, 20.0), true, 0.25, &mut evaluate(line, 0.006)).unwrap();
        let text = plain(&tried, true, 0.25);
        assert!(text.starts_with("x=7 and 8 all fit 25.0 %"), "{text}");
        let tried = search((0.0, 20.0), true, 0.25, &mut evaluate(line, 0.001)).unwrap();
        let text = plain(&tried, true, 0.25);
        assert!(text.starts_with("No whole number fits 25.0 %; x="), "{text}");
    }

    #[test]
    fn a_target_out_of_reach_is_said_to_be() {
        let tried = search((0.0, 3.0), true, 0.9, &mut evaluate(|x| 0.2 + 0.1 * x, 0.001)).unwrap();
        let text = plain(&tried, true, 0.9);
        assert_eq!(
            text,
            "Not reached: from x=0 to 3, the seat 1 win rate goes from 20.0 % to 50.0 % and is never 90.0 %."
        );
    }

    #[test]
    fn a_figure_and_its_value_are_read_and_mistakes_told() {
        let known = [wanted(0.0).of];
        let read = |text: &str| {
            Wanted::read(text, &known).map(|wanted| wanted.value).map_err(|error| error.to_string())
        };
        assert_eq!(read("seat 1 win rate = 25%"), Ok(0.25));
        assert_eq!(read("seat 1 win_rate=0.25"), Ok(0.25));
        for text in
            ["seat 1 win rate", "seat 9 win rate = 25%", "seat 1 win rate = many", "seat 1 win rate = 250%"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
