use std::ops::RangeInclusive;

use sim_engine::{Objective, text::suggestion};
use sim_play::{
    arm::Subject,
    tally::{Layout, Tally},
};
use sim_stats::{
    Estimate,
    estimate::{normal_quantile, student_at},
};

use crate::{
    Error, Refusal,
    figure::Unit,
    number::point_for_comma,
    question::{AHEAD, Dimension, FigureSelector, Measurement, Reader},
    spec::ArmSpec,
};

/// Weight factor of a goal that must be met.
const MUST: f64 = 100.0;
const MOST_WEIGHT: f64 = 1000.0;
/// Family-wise level at which a figure is significantly out of its range.
const LEVEL: f64 = 0.05;

#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    pub text: String,
    pub figures: Vec<FigureSelector>,
    pub unit: Unit,
    /// In the unit of the figures; shares from 0 to 1.
    pub range: Range,
    pub weight: f64,
    pub is_must: bool,
}

/// Bounds of a figure. At least one is given; a missing bound means no limit on that side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    pub low: Option<f64>,
    pub high: Option<f64>,
}

impl Range {
    /// Distance of a value beyond the nearer end; negative inside.
    pub fn distance(self, value: f64) -> f64 {
        let over = self.high.map_or(f64::NEG_INFINITY, |high| value - high);
        over.max(self.low.map_or(f64::NEG_INFINITY, |low| low - value))
    }

    /// Whether the two ranges overlap.
    fn meets(self, other: Range) -> bool {
        let goes_up =
            |low: Option<f64>, high: Option<f64>| low.zip(high).is_none_or(|(low, high)| low < high);
        goes_up(self.low, other.high) && goes_up(other.low, self.high)
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum GoalStatus {
        /// The intervals of all figures lie in the range.
        Met = "met",
        Open = "undecided",
        /// At least one figure is significantly outside, at a family-wise level of 5 %.
        Missed = "missed",
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Quantifier {
    Every(Dimension),
    /// Like `Every`, for a bound that none may pass.
    No(Dimension),
    One,
}

impl Goal {
    /// Parses a goal and resolves it against the figures of a table: any figure that a question may name.
    ///
    /// ```text
    /// every seat within 1%               each seat's win rate is fair, plus or minus 1 point
    /// every seat within 0.1              the same in points above the mean of all seats, if points are the objective
    /// no strategy above 1.2 times fair   none wins more than 1.2 times its fair share
    /// length = 60..75                    from 60 to 75 plies
    /// seat 1 points below 50 must        must be met
    /// comeback above 2 weight 3          counts three times as much as other goals
    /// ```
    pub fn read(text: &str, spec: &ArmSpec) -> Result<Goal, Error> {
        let arm = spec.open()?;
        let goal = Goal::of(text, &arm.subject(), &Layout::new(&arm.frame));
        Ok(goal.map_err(|error| error.of(&format!("--goal {text}")))?)
    }

    pub(crate) fn of(text: &str, subject: &Subject<'_>, layout: &Layout) -> Result<Goal, Refusal> {
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let (line, is_must) = match line.strip_suffix(" must") {
            Some(line) => (line.to_owned(), true),
            None => (line, false),
        };
        let (line, weight) = match line.rsplit_once(" weight ") {
            Some((line, weight)) => {
                point_for_comma(weight)?;
                let number = weight.parse().ok().filter(|number| *number > 0.0 && *number <= MOST_WEIGHT);
                let no_weight =
                    || Refusal::new("the weight is not a number above 0, at most 1000", "write `weight 2`");
                (line.to_owned(), number.ok_or_else(no_weight)?)
            }
            None => (line, 1.0),
        };
        let (head, sign, value) = split(&line).ok_or_else(|| Refusal::new("no range is given", RANGES))?;
        let (of, figure) = owner(head).map_err(|word| {
            let help = suggestion(word, ["seat", "strategy", "archetype"]);
            Refusal::new(
                format!("`every` and `no` are followed by seat, strategy or archetype, not by `{word}`"),
                &help,
            )
        })?;
        let (figures, unit) = match of {
            Quantifier::One => {
                let (words, unit) = FigureSelector::parse_known(figure, subject, layout)?;
                (vec![words], unit)
            }
            Quantifier::Every(among) | Quantifier::No(among) => {
                let words = FigureSelector::parse(figure, subject)?;
                let names = among.names(subject, &words, None)?;
                let figures: Vec<FigureSelector> =
                    names.iter().map(|name| among.pick(&words, name)).collect();
                let mut unit = Unit::Share;
                for words in &figures {
                    unit = words.find(subject, layout)?.unit;
                }
                (figures, unit)
            }
        };
        let fair = fair(&figures, subject);
        point_for_comma(value)?;
        let number = |text: &str| number(text, unit, fair).map_err(|message| Refusal::new(message, RANGES));
        let range = match (sign, of) {
            (Sign::Above, Quantifier::No(_)) | (Sign::Below, Quantifier::One | Quantifier::Every(_)) => {
                Range { low: None, high: Some(number(value)?) }
            }
            (Sign::Below, Quantifier::No(_)) | (Sign::Above, Quantifier::One | Quantifier::Every(_)) => {
                Range { low: Some(number(value)?), high: None }
            }
            (_, Quantifier::No(_)) => {
                return Err(Refusal::new("`no` needs above or below", "write `no seat above 30%`"));
            }
            (Sign::Is, _) => {
                let (low, high) = value.split_once("..").ok_or_else(|| {
                    Refusal::new("a single number is no range", "give a range: = 60..75, or within 5 of 60")
                })?;
                Range { low: Some(number(low)?), high: Some(number(high)?) }
            }
            (Sign::Within, _) => {
                let (by, middle) = match value.split_once(" of ") {
                    Some((by, middle)) => (number(by)?, number(middle)?),
                    None => {
                        let fair = fair.ok_or_else(|| {
                            Refusal::new("there is no fair value of it", "write `within 5 of 60`")
                        })?;
                        (number(value)?, fair)
                    }
                };
                Range { low: Some(middle - by), high: Some(middle + by) }
            }
        };
        let width = range.high.zip(range.low).map(|(high, low)| high - low);
        if width.is_some_and(|width| width <= 0.0) {
            return Err(Refusal::new("the range does not go up", RANGES));
        }
        if width.is_some_and(f64::is_infinite) {
            return Err(Refusal::new("the range is too wide", RANGES));
        }
        let shares = figures.first().and_then(|words| words.shares(unit));
        let is_out = |shares: &RangeInclusive<f64>| {
            !range.meets(Range { low: Some(*shares.start()), high: Some(*shares.end()) })
        };
        if let Some(shares) = shares.filter(is_out) {
            return Err(Refusal::new(
                format!("no value between {} and 1 lies in it", shares.start()),
                RANGES,
            ));
        }
        Ok(Goal { text: text.trim().to_owned(), figures, unit, range, weight, is_must })
    }

    pub fn is_of_strategies(&self) -> bool {
        self.figures.iter().any(|words| words.strategy.is_some())
    }

    /// Measures each figure; one that the changed rules lack is missing.
    pub(super) fn readings(&self, subject: &Subject<'_>, tally: &Tally) -> Vec<Measurement> {
        let reader = Reader::new(tally);
        let of = |words: &FigureSelector| match words.find(subject, &tally.layout) {
            Ok(figure) => reader.read(&figure),
            Err(_) => Measurement::missing(self.unit),
        };
        self.figures.iter().map(of).collect()
    }

    /// The weighted loss of a figure with this mean and variance: its expected squared distance from the middle half
    /// of the range, in widths of that half.
    pub fn loss(&self, mean: f64, variance: f64) -> f64 {
        let scale = self.scale();
        let over = self.range.high.map_or(0.0, |high| beyond(mean - (high - scale / 2.0), variance));
        let under = self.range.low.map_or(0.0, |low| beyond((low + scale / 2.0) - mean, variance));
        self.counts() * (over + under) / (scale * scale)
    }

    pub fn counts(&self) -> f64 {
        if self.is_must { self.weight * MUST } else { self.weight }
    }

    /// Half the width of the range. For a range with one end: a tenth of that end, or if it is 0, 0.01 for shares and
    /// 1 for other figures.
    pub fn scale(&self) -> f64 {
        match (self.range.low, self.range.high) {
            (Some(low), Some(high)) => (high - low) / 2.0,
            (Some(end), None) | (None, Some(end)) if end != 0.0 => end.abs() / 10.0,
            _ if self.unit.is_share() => 0.01,
            _ => 1.0,
        }
    }

    /// Whether all figures lie in the range: met if each does by its interval, missed if one does not at 5 % over all
    /// figures.
    pub fn status(&self, seen: &[Estimate]) -> GoalStatus {
        let Range { low, high } = self.range;
        let is_inside = |one: &Estimate| {
            one.interval.is_some_and(|ends| {
                low.is_none_or(|low| low <= ends.low) && high.is_none_or(|high| ends.high <= high)
            })
        };
        let quantile = normal_quantile(LEVEL / seen.len().max(1) as f64);
        let is_outside = |one: &Estimate| {
            let Some((value, usual)) = one.value.zip(one.half_width()) else { return false };
            // Widens the 95 % interval to the Bonferroni level of several figures.
            let wider = student_at(quantile, one.degrees.max(1))
                / student_at(normal_quantile(LEVEL), one.degrees.max(1));
            let half = usual * wider;
            high.is_some_and(|high| value - half > high) || low.is_some_and(|low| value + half < low)
        };
        if seen.iter().any(is_outside) {
            GoalStatus::Missed
        } else if seen.iter().all(is_inside) {
            GoalStatus::Met
        } else {
            GoalStatus::Open
        }
    }

    /// Index of the figure farthest out of the range, or nearest to its end.
    pub fn worst(&self, seen: &[Estimate]) -> Option<usize> {
        let known =
            seen.iter().enumerate().filter_map(|(at, one)| Some((at, self.range.distance(one.value?))));
        // On ties the first.
        known.rev().max_by(|one, other| one.1.total_cmp(&other.1)).map(|(at, _)| at)
    }
}

/// Goals of one table that contradict each other, with the reason.
pub(super) fn contradiction<'g>(
    goals: &'g [Goal],
    subject: &Subject<'_>,
) -> Option<(Vec<&'g Goal>, &'static str)> {
    let names = |goal: &Goal, name: &str| goal.figures.iter().any(|words| words.to_string() == name);
    for (at, one) in goals.iter().enumerate() {
        let is_against = |other: &&Goal| {
            let is_same = one.figures.iter().any(|words| names(other, &words.to_string()));
            is_same && !one.range.meets(other.range)
        };
        if let Some(other) = goals[at + 1..].iter().find(is_against) {
            return Some((vec![one, other], "no value lies in both ranges"));
        }
    }
    subject.fair_share()?;
    let (figure, [least, most], whole, why) = match subject.objective {
        Objective::Wins => ("win rate", [0.0, 1.0], 1.0, "the win rates of all seats add up to 100 %"),
        Objective::Points => {
            let any = [f64::NEG_INFINITY, f64::INFINITY];
            ("points ahead", any, 0.0, "what all seats are ahead of their mean adds up to 0")
        }
    };
    let seats: Vec<String> = (1..=subject.players).map(|seat| format!("seat {seat} {figure}")).collect();
    let ranges = |seat: &String| -> Vec<Range> {
        goals.iter().filter(|goal| names(goal, seat)).map(|goal| goal.range).collect()
    };
    let low = |seat| ranges(seat).iter().filter_map(|range| range.low).fold(least, f64::max);
    let high = |seat| ranges(seat).iter().filter_map(|range| range.high).fold(most, f64::min);
    let sums: [f64; 2] = [seats.iter().map(low).sum(), seats.iter().map(high).sum()];
    let of_seats = goals.iter().filter(|goal| seats.iter().any(|seat| names(goal, seat)));
    // Allows for rounding of the shares.
    let is_met = sums[0] < whole - 1e-9 && sums[1] > whole + 1e-9;
    (!is_met).then(|| (of_seats.collect(), why))
}

const RANGES: &str = "write `every seat within 1%`, `length = 60..75`, `no strategy above 1.2 times fair` or `seat 1 points below 50`";

#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Is,
    Within,
    Above,
    Below,
}

fn split(line: &str) -> Option<(&str, Sign, &str)> {
    let words =
        [(" within ", Sign::Within), (" above ", Sign::Above), (" below ", Sign::Below), ("=", Sign::Is)];
    words.into_iter().find_map(|(word, sign)| {
        let (head, value) = line.split_once(word)?;
        Some((head.trim(), sign, value.trim()))
    })
}

/// Splits off the quantifier; the rest may be empty. Fails with the word after `every` or `no` if it is unknown.
fn owner(head: &str) -> Result<(Quantifier, &str), &str> {
    for (word, of) in [
        ("every ", Quantifier::Every as fn(Dimension) -> Quantifier),
        ("all ", Quantifier::Every),
        ("no ", Quantifier::No),
    ] {
        let Some(rest) = head.strip_prefix(word) else { continue };
        let (first, figure) = rest.split_once(' ').unwrap_or((rest, ""));
        match first {
            "seat" | "seats" => return Ok((of(Dimension::Seat), figure)),
            "strategy" | "strategies" | "archetype" | "archetypes" => {
                return Ok((of(Dimension::Strategy), figure));
            }
            other => return Err(other),
        }
    }
    Ok((Quantifier::One, head))
}

pub(crate) fn is_range(line: &str) -> bool {
    let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
    match split(&line) {
        Some((head, Sign::Is, value)) => {
            value.contains("..") || !matches!(owner(head), Ok((Quantifier::One, _)))
        }
        Some(_) => true,
        None => !matches!(owner(&line), Ok((Quantifier::One, _))),
    }
}

pub(crate) fn fair(figures: &[FigureSelector], subject: &Subject<'_>) -> Option<f64> {
    let are = |figure: &str| {
        let is_it = |words: &FigureSelector| words.figure.as_deref().unwrap_or("win_rate") == figure;
        figures.iter().all(|words| words.component.is_none() && is_it(words))
    };
    if are(AHEAD) { Some(0.0) } else { subject.fair_share().filter(|_| are("win_rate")) }
}

/// Parses a number, a percentage of a share, or a multiple of the fair value.
pub(crate) fn number(text: &str, unit: Unit, fair: Option<f64>) -> Result<f64, &'static str> {
    let text = text.trim();
    let parse = |text: &str| {
        let number = text.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or("the value is not a number")
    };
    if let Some(times) = text.strip_suffix("times fair") {
        return Ok(parse(times)? * fair.filter(|fair| *fair > 0.0).ok_or("there is no fair value of it")?);
    }
    match text.strip_suffix('%') {
        Some(_) if !unit.is_share() => Err("only shares are given in percent"),
        Some(percent) => Ok(parse(percent)? / 100.0),
        None => match parse(text)? {
            number if unit.is_share() && number.abs() > 1.0 => Err("a share is not above 1"),
            number => Ok(number),
        },
    }
}

/// The expectation of max(X, 0)² for a normal X with this mean and variance.
fn beyond(mean: f64, variance: f64) -> f64 {
    if variance <= 0.0 {
        return mean.max(0.0).powi(2);
    }
    let error = variance.sqrt();
    let z = mean / error;
    let density = libm::exp(-z * z / 2.0) / (2.0 * std::f64::consts::PI).sqrt();
    let below = libm::erfc(-z / std::f64::consts::SQRT_2) / 2.0;
    ((variance + mean * mean) * below + mean * error * density).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        player::Player,
        spec::{Field, RulesSpec},
    };
    use sim_stats::Interval;

    fn read(text: &str) -> Result<Goal, String> {
        let entry = &sim_delectable::ENTRY;
        let pool = ["raider", "prestige"].map(|name| Player::shipped(entry, name).unwrap().unwrap());
        let rules = RulesSpec::printed(entry);
        let spec = ArmSpec { rules, players: 2, field: Field::Pool(pool.into()), seed: 1 };
        Goal::read(text, &spec).map_err(|error| {
            let (message, help) = error.message_and_help();
            format!("{message}; {help}")
        })
    }

    #[test]
    fn goals_name_figures_and_a_range() {
        for (text, figures, low, high) in [
            ("every seat within 1%", &["seat 1 win rate", "seat 2 win rate"][..], Some(0.49), Some(0.51)),
            ("no strategy above 1.2 times fair", &["raider win rate", "prestige win rate"], None, Some(0.6)),
            ("no archetype below 40%", &["raider win rate", "prestige win rate"], Some(0.4), None),
            ("all seats within 1 %", &["seat 1 win rate", "seat 2 win rate"], Some(0.49), Some(0.51)),
            ("every seat points within 2 of 20", &["seat 1 points", "seat 2 points"], Some(18.0), Some(22.0)),
            ("length = 60..75", &["plies"], Some(60.0), Some(75.0)),
            (" Seat 1  win rate  below 0.52", &["seat 1 win rate"], None, Some(0.52)),
            ("raider within 5 %", &["raider win rate"], Some(0.45), Some(0.55)),
            ("comeback above 1", &["comeback"], Some(1.0), None),
            (
                "component S5 contrast within 2% of 0%",
                &["component S5 adjusted difference"],
                Some(-0.02),
                Some(0.02),
            ),
        ] {
            let goal = read(text).unwrap();
            let named: Vec<String> = goal.figures.iter().map(|words| words.to_string()).collect();
            let named: Vec<&str> = named.iter().map(String::as_str).collect();
            assert_eq!(named, figures, "{text}");
            let is = |one: Option<f64>, wanted: Option<f64>| match (one, wanted) {
                (Some(one), Some(wanted)) => (one - wanted).abs() < 1e-12,
                (one, wanted) => one == wanted,
            };
            assert!(is(goal.range.low, low) && is(goal.range.high, high), "{text}: {:?}", goal.range);
        }
        let must = read("every seat within 1% weight 3 must").unwrap();
        assert_eq!((must.weight, must.is_must, must.counts()), (3.0, true, 300.0));
    }

    #[test]
    fn what_is_no_goal_is_told_with_the_way_out() {
        for (text, complaint) in [
            ("every seat", "no range is given"),
            ("every seat within 1% weight none", "the weight is not a number above 0"),
            ("plies = 60", "a single number is no range; give a range"),
            ("plies = 75..60", "the range does not go up"),
            ("plies = 60%..75%", "only shares are given in percent"),
            ("plies within 5", "there is no fair value of it; write `within 5 of 60`"),
            ("plies above 1.2 times fair", "there is no fair value of it"),
            ("seat 1 win rate below 52", "a share is not above 1"),
            ("seat 3 win rate below 52%", "no seat `3`; seats are 1 to 2"),
            ("no seat within 1%", "`no` needs above or below"),
            ("every seet within 1%", "not by `seet`; did you mean `seat`?"),
            ("raidr within 1%", "did you mean `raider`?"),
            ("seat 1 win rate below many", "the value is not a number"),
            ("seat 1 win rate below nan", "the value is not a number"),
            ("seat 1 win rate = 45,5%..50%", "a decimal has a point, not a comma; write 45.5%..50%"),
            ("seat 1 win rate below 0%", "no value between 0 and 1 lies in it"),
            ("every seat above 3 times fair", "no value between 0 and 1 lies in it"),
            ("component S5 contrast below -100%", "no value between -1 and 1 lies in it"),
            ("plies within 1e308 of -1e308", "the range is too wide"),
            ("every seat within 1% weight nan", "the weight is not a number above 0"),
            ("every seat within 1% weight 1e9", "the weight is not a number above 0, at most 1000"),
        ] {
            let told = read(text).unwrap_err();
            assert!(told.contains(complaint), "{text}: {told}");
        }
    }

    #[test]
    fn goals_that_cannot_all_be_met_are_found() {
        let entry = &sim_delectable::ENTRY;
        let pool = ["raider", "prestige"].map(|name| Player::shipped(entry, name).unwrap().unwrap());
        let rules = RulesSpec::printed(entry);
        let arm = ArmSpec { rules, players: 2, field: Field::Pool(pool.into()), seed: 1 }.open().unwrap();
        let check = |texts: &[&str]| {
            let goals: Vec<Goal> = texts.iter().map(|text| read(text).unwrap()).collect();
            let found = contradiction(&goals, &arm.subject())?;
            Some((found.0.iter().map(|goal| goal.text.clone()).collect::<Vec<_>>(), found.1))
        };
        let (apart, sum) = ("no value lies in both ranges", "the win rates of all seats add up to 100 %");
        for (texts, cited, why) in [
            (
                &["seat 1 win rate = 45%..50%", "plies above 9", "seat 1 win rate = 55%..60%"][..],
                &[0, 2][..],
                apart,
            ),
            (&["seat 1 below 0.5", "every seat above 50%"], &[0, 1], apart),
            (&["plies above 300", "plies below 200"], &[0, 1], apart),
            (&["seat 1 above 55%", "raider above 55%", "seat 2 above 50%"], &[0, 2], sum),
            (&["every seat below 40%"], &[0], sum),
            (&["seat 1 = 45%..48%", "seat 2 = 40%..45%"], &[0, 1], sum),
        ] {
            let cited: Vec<String> = cited.iter().map(|at: &usize| texts[*at].to_owned()).collect();
            assert_eq!(check(texts), Some((cited, why)), "{texts:?}");
        }
        for texts in [
            &["every seat within 1%", "seat 1 above 49.5%", "seat 1 points above 20"][..],
            &["no strategy above 1.2 times fair", "raider above 55%", "prestige above 55%"],
            &["seat 1 = 45%..50%", "seat 2 = 49%..55%"],
            &["plies above 200", "plies below 300", "seat 1 points below 30", "seat 2 points above 40"],
        ] {
            assert_eq!(check(texts), None, "{texts:?}");
        }
    }

    /// Compares the expected squared excess of a normal variable over 0 with a sum over its density.
    #[test]
    fn a_miss_that_is_not_known_for_sure_counts_as_much_as_may_be_expected() {
        for (mean, variance) in [(-1.0, 0.25), (0.0, 1.0), (0.7, 0.09), (2.0, 4.0)] {
            let error = f64::sqrt(variance);
            let (steps, width) = (200_000, 16.0 * error);
            let sum: f64 = (0..steps)
                .map(|step| {
                    let x = mean - width / 2.0 + width * (f64::from(step) + 0.5) / f64::from(steps);
                    let density = libm::exp(-(x - mean) * (x - mean) / (2.0 * variance))
                        / (2.0 * std::f64::consts::PI * variance).sqrt();
                    x.max(0.0) * x.max(0.0) * density * width / f64::from(steps)
                })
                .sum();
            assert!((beyond(mean, variance) - sum).abs() < 1e-6, "{mean}, {variance}: {sum}");
        }
        assert_eq!([beyond(-1.0, 0.0), beyond(3.0, 0.0)], [0.0, 9.0]);
        let goal = read("length = 60..80").unwrap();
        // The middle half of the range is 65 to 75, and half its width is 10.
        assert_eq!([goal.loss(70.0, 0.0), goal.loss(75.0, 0.0), goal.loss(85.0, 0.0)], [0.0, 0.0, 1.0]);
    }

    fn around(value: f64, half: f64) -> Estimate {
        let interval = Some(Interval { low: value - half, high: value + half });
        Estimate {
            value: Some(value),
            standard_error: Some(half / 2.0),
            interval,
            degrees: 100,
            ..Estimate::MISSING
        }
    }

    #[test]
    fn a_goal_is_met_where_all_are_inside_and_missed_where_one_is_surely_out() {
        let goal = read("every seat within 2%").unwrap();
        let status = |one: f64, other: f64, half: f64| goal.status(&[around(one, half), around(other, half)]);
        assert_eq!(status(0.51, 0.49, 0.005), GoalStatus::Met);
        assert_eq!(status(0.51, 0.49, 0.015), GoalStatus::Open);
        assert_eq!(status(0.54, 0.46, 0.01), GoalStatus::Missed);
        // Its own interval alone lies outside the range. Corrected for two figures, it does not.
        assert_eq!(status(0.531, 0.5, 0.0105), GoalStatus::Open);
        assert_eq!(goal.status(&[Estimate::MISSING, around(0.5, 0.001)]), GoalStatus::Open);
        assert_eq!(goal.worst(&[around(0.49, 0.01), around(0.54, 0.01)]), Some(1));
        assert_eq!(goal.worst(&[Estimate::MISSING]), None);
    }
}
