//! Searches one path for the value at which a figure reaches its target.
//!
//! Between two values on either side of the target, the next one is where the straight line meets it (regula falsi,
//! with the Illinois rule against stagnation). If both ends of the path are on the same side, the curve may turn
//! inside: the search tries levels of the path, and continues where two of them enclose the target. For a target
//! range, it plays levels of the path and then values next to the best. All arms play the same deals, so that they
//! share most of their noise. A value of a rule with [degenerate](crate::health) games is excluded from the answer.

mod range;

use sim_play::{
    arm::{Arms, NamedArm, Subject},
    tally::Layout,
};
use sim_stats::{
    Estimate,
    estimate::{self, MIN_DEALS},
};

use crate::{
    Effort, Error, Extent, Lab, Refusal, Work,
    balance::goal::{self, GoalStatus},
    figure::Unit,
    grid::{Path, rounded},
    health::{Health, Violation},
    number::point_for_comma,
    question::{FigureSelector, Reader},
    spec::ArmSpec,
};

/// Maximum number of arms, without those around a whole number.
const MOST: usize = 14;
/// Maximum number of inner levels that are tried if both ends are on the same side.
const INSIDE: usize = 9;
/// Whole numbers on either side of the best that are tested against the target.
const AROUND: i64 = 4;

#[derive(Debug, Clone, PartialEq)]
pub enum Goal {
    Level(Level),
    Range(goal::Goal),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    pub words: FigureSelector,
    pub unit: Unit,
    /// The target, in its unit.
    pub value: f64,
}

impl Goal {
    /// Parses `FIGURE = VALUE`, such as `seat 1 win rate = 25%` or `component mouse contrast = 0`, or a range in the
    /// syntax of balance goals, such as `every seat within 1%`. Accepts any figure of the table that a question file
    /// may name.
    pub fn read(text: &str, spec: &ArmSpec) -> Result<Goal, Error> {
        let arm = spec.open()?;
        Ok(Goal::of(text, &arm.subject(), &Layout::new(&arm.frame))?)
    }

    fn of(text: &str, subject: &Subject<'_>, layout: &Layout) -> Result<Goal, Refusal> {
        let of = if goal::is_range(text) { Goal::range } else { Goal::level };
        of(text, subject, layout).map_err(|error| error.of(&format!("--target {text}")))
    }

    fn range(text: &str, subject: &Subject<'_>, layout: &Layout) -> Result<Goal, Refusal> {
        let goal = goal::Goal::of(text, subject, layout)?;
        if goal.is_must || goal.weight != 1.0 {
            return Err(Refusal::new(
                "a target is alone: it is no more to be met than others",
                "leave `must` and `weight` out",
            ));
        }
        Ok(Goal::Range(goal))
    }

    fn level(text: &str, subject: &Subject<'_>, layout: &Layout) -> Result<Goal, Refusal> {
        let Some((figure, value)) = text.split_once('=') else {
            return Err(Refusal::new(
                "nothing is wanted of the figure",
                "write FIGURE = VALUE, as \"seat 1 win rate = 25%\", or a range, as \"every seat within 1%\"",
            ));
        };
        let (words, unit) = FigureSelector::parse_known(figure, subject, layout)?;
        let fair = goal::fair(std::slice::from_ref(&words), subject);
        let help = if unit.is_share() { "write 25% or 0.25" } else { "write a number without %, as 60" };
        point_for_comma(value)?;
        let value = goal::number(value, unit, fair).map_err(|message| Refusal::new(message, help))?;
        if let Some(shares) = words.shares(unit).filter(|shares| !shares.contains(&value)) {
            return Err(Refusal::new(format!("the value is not from {} to 1", shares.start()), help));
        }
        Ok(Goal::Level(Level { words, unit, value }))
    }

    pub fn figures(&self) -> &[FigureSelector] {
        match self {
            Goal::Level(level) => std::slice::from_ref(&level.words),
            Goal::Range(goal) => &goal.figures,
        }
    }

    pub fn unit(&self) -> Unit {
        match self {
            Goal::Level(level) => level.unit,
            Goal::Range(goal) => goal.unit,
        }
    }

    pub fn status(&self, tried: &TargetTrial) -> GoalStatus {
        match self {
            _ if tried.violation.is_some() => GoalStatus::Missed,
            Goal::Level(level) if tried.fits(level.value) => GoalStatus::Met,
            // Undecided without an interval or a value.
            Goal::Level(level) if !tried.is_sure(level.value) => GoalStatus::Open,
            Goal::Level(_) => GoalStatus::Missed,
            Goal::Range(goal) => goal.status(&tried.seen),
        }
    }

    /// The verdict on a tried value, as a word. An interval that holds the target does not prove that the figure is
    /// there.
    pub fn verdict(&self, tried: &TargetTrial) -> &'static str {
        match (self, self.status(tried)) {
            _ if tried.violation.is_some() => "excluded",
            (Goal::Level(_), GoalStatus::Met) => "not ruled out",
            (Goal::Level(_), GoalStatus::Missed) => "ruled out",
            (_, status) => status.word(),
        }
    }
}

#[derive(Clone)]
pub struct TargetSpec {
    pub arm: ArmSpec,
    /// The search goes from its lowest to its highest level, for rules through whole numbers only. It tries the
    /// levels between if the ends do not enclose the target.
    pub path: Path,
    pub goal: Goal,
    /// Effort per tried value.
    pub effort: Effort,
}

#[derive(Debug, Clone)]
pub struct TargetResult {
    pub extent: Extent,
    pub path: String,
    pub goal: Goal,
    /// In order of value.
    pub tried: Vec<TargetTrial>,
    pub answer: TargetAnswer,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TargetTrial {
    pub value: f64,
    /// The figures at this value, in the order of the goal.
    pub seen: Vec<Estimate>,
    /// How its games are degenerate, which rules it out as an answer; none if they are not.
    pub violation: Option<Violation>,
}

/// The answer; `best` is the index of the nearest value.
#[derive(Debug, Clone, PartialEq)]
pub enum TargetAnswer {
    /// The figure was never observed.
    NeverSeen,
    /// Games are degenerate at all values where the figure was observed.
    Excluded,
    /// The figure is significantly on one side at all values.
    OutOfReach,
    /// Indices of whole numbers that are not ruled out, because their intervals hold the target; there may be none.
    Whole { best: usize, fits: Vec<usize> },
    /// Interpolated linearly between the two values around it, with the ends of its 95 % interval.
    At { value: f64, low: f64, high: f64 },
    /// Interpolation is impossible; only the nearest value is known.
    Nearest { best: usize },
    /// For a range: indices of the values at which all figures are significantly inside, at which one is
    /// significantly outside, and of undecided values.
    Range { best: usize, met: Vec<usize>, missed: Vec<usize>, open: Vec<usize> },
}

impl TargetTrial {
    pub fn estimate(&self) -> &Estimate {
        self.seen.first().unwrap_or(&Estimate::MISSING)
    }

    fn above(&self, target: f64) -> f64 {
        self.estimate().value.map_or(0.0, |value| value - target)
    }

    /// Whether its interval holds the target or, without one, its value equals the target; false if games are
    /// degenerate.
    pub fn fits(&self, target: f64) -> bool {
        let Estimate { value, interval, deals, .. } = *self.estimate();
        match interval {
            _ if self.violation.is_some() => false,
            Some(ends) => ends.low <= target && target <= ends.high,
            None => value == Some(target) && deals >= MIN_DEALS,
        }
    }

    fn is_sure(&self, target: f64) -> bool {
        self.estimate().interval.is_some() && !self.fits(target)
    }
}

impl TargetSpec {
    fn levels(&self) -> Result<Vec<f64>, Refusal> {
        let mut numbers = self.path.numbers().unwrap_or_default();
        numbers.sort_by(f64::total_cmp);
        if numbers.is_empty() {
            let help = "a target is sought along numbers; a sweep without --target shows every value";
            return Err(Refusal::new(format!("`{}` is no number", self.path.target), help));
        }
        Ok(numbers)
    }

    pub fn open(&self) -> Result<Arms, Error> {
        self.levels()?;
        Ok(Arms::new(self.arm.open_current()?, Vec::new())?)
    }

    pub fn play(&self, opened: &Arms, lab: &mut Lab<'_>) -> Result<TargetResult, Error> {
        let first = &opened.first().arm;
        let names = first.subject().strategies;
        let mut deals = 0;
        let most = 1 + self.levels()?.len().min(MOST + INSIDE) as u64;
        lab.expect(Work::of_arms(opened, self.effort).times(most));
        let mut play = |arms: &Arms| -> Result<(Vec<Estimate>, Health), Error> {
            let mut compared = lab.compare(arms, self.effort, |at| {
                let mut subject = at.named.arm.subject();
                subject.strategies.clone_from(&names);
                let reader = Reader::new(at.tally);
                // A figure that the rules at a value lack is missing there.
                let read = |words: &FigureSelector| {
                    let found = words.find(&subject, &at.tally.layout);
                    found.map_or(Estimate::MISSING, |figure| reader.read(&figure).estimate)
                };
                Ok((self.goal.figures().iter().map(read).collect(), Health::new(&subject, at.tally)))
            })?;
            deals = compared.deals;
            compared.ended.whole()?;
            Ok(compared.read.remove(0))
        };
        let is_whole = self.path.is_whole();
        // A param of a strategy changes no rules.
        let current = if is_whole { Some(play(opened)?) } else { None };
        let now = self.path.value(&self.arm);
        let mut evaluate = |value: f64| -> Result<TargetTrial, Error> {
            if let Some((seen, _)) = current.as_ref().filter(|_| now == Some(value)) {
                return Ok(TargetTrial { value, seen: seen.clone(), violation: None });
            }
            let text = rounded(value);
            let arm = self.path.at(&text, self.arm.clone())?.open()?;
            let arms = Arms::new(NamedArm { name: format!("{}={text}", self.path.target), arm }, Vec::new())?;
            let (seen, health) = play(&arms)?;
            let violation = current.as_ref().and_then(|(_, current)| health.violation(current));
            Ok(TargetTrial { value, seen, violation })
        };
        let levels = self.levels()?;
        let (answer, tried) = match &self.goal {
            Goal::Level(Level { value, .. }) => {
                let tried = search(&levels, is_whole, *value, &mut evaluate)?;
                (answer(&tried, is_whole, *value), tried)
            }
            Goal::Range(goal) => {
                let tried = range::search(&levels, is_whole, goal, &mut evaluate)?;
                (range::answer(&tried, goal), tried)
            }
        };
        let extent = Extent::of(first, deals);
        Ok(TargetResult {
            extent,
            path: self.path.target.to_string(),
            goal: self.goal.clone(),
            tried,
            answer,
        })
    }
}

/// Searches a path for the value at which a figure reaches its target.
///
/// ```
/// use sim_lab::{Effort, Lab, Stop, grid::Path, spec::ArmSpec};
/// use sim_lab::target::{Goal, TargetSpec, target};
///
/// let arm = ArmSpec::of_shipped(&sim_delectable::ENTRY, 2, &["raider", "prestige"])?;
/// let path = Path::read("hand_limit=4..8", &arm)?;
/// let goal = Goal::read("seat 1 win rate = 50%", &arm)?;
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let found = target(&TargetSpec { arm, path, goal, effort: Effort::Games(200) }, &mut lab)?;
/// println!("{} values were tried: {:?}", found.tried.len(), found.answer);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn target(spec: &TargetSpec, lab: &mut Lab<'_>) -> Result<TargetResult, Error> {
    spec.play(&spec.open()?, lab)
}

/// Tries values around the target; returns them in order of value.
fn search(
    levels: &[f64],
    is_whole: bool,
    target: f64,
    evaluate: &mut dyn FnMut(f64) -> Result<TargetTrial, Error>,
) -> Result<Vec<TargetTrial>, Error> {
    let [low, inside @ .., high] = levels else { return levels.iter().map(|one| evaluate(*one)).collect() };
    let mut tried = vec![evaluate(*low)?, evaluate(*high)?];
    if tried[0].above(target) * tried[1].above(target) > 0.0 {
        for value in spread(inside, INSIDE) {
            tried.push(evaluate(value)?);
        }
    }
    tried.sort_by(|one, other| one.value.total_cmp(&other.value));
    let is_around = |two: &&[TargetTrial]| two[0].above(target) * two[1].above(target) < 0.0;
    let pairs: Vec<[TargetTrial; 2]> =
        tried.windows(2).filter(is_around).map(|two| [two[0].clone(), two[1].clone()]).collect();
    for pair in pairs {
        narrow(&mut tried, pair, (is_whole, (high - low) * 1e-4), target, evaluate)?;
    }
    if let (true, Some(at)) = (is_whole, best(&tried, target)) {
        around(&mut tried, at, (*low, *high), &|one| one.fits(target), evaluate)?;
    }
    tried.sort_by(|one, other| one.value.total_cmp(&other.value));
    Ok(tried)
}

/// At most `most` of these values, evenly spread.
fn spread(values: &[f64], most: usize) -> Vec<f64> {
    let count = values.len().min(most);
    (0..count).map(|at| values[(2 * at + 1) * values.len() / (2 * count)]).collect()
}

/// Narrows a bracket around the target: down to neighbors for whole numbers, otherwise to a width of `least`.
fn narrow(
    tried: &mut Vec<TargetTrial>,
    [mut left, mut right]: [TargetTrial; 2],
    (is_whole, least): (bool, f64),
    target: f64,
    evaluate: &mut dyn FnMut(f64) -> Result<TargetTrial, Error>,
) -> Result<(), Error> {
    let (mut a, mut b) = (left.above(target), right.above(target));
    let mut last_side = 0;
    let most = tried.len() + MOST - 2;
    while a * b < 0.0 && tried.len() < most {
        let width = right.value - left.value;
        if is_whole && width <= 1.0 || !is_whole && width <= least {
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
        // Stops within half a standard error of the target: these games cannot tell more.
        let error = one.estimate().standard_error.unwrap_or(0.0);
        if !is_whole && above.abs() <= error / 2.0 {
            break;
        }
    }
    Ok(())
}

/// Tries whole numbers on both sides of the one at an index, up to the first that does not fit.
fn around(
    tried: &mut Vec<TargetTrial>,
    best: usize,
    (low, high): (f64, f64),
    fits: &dyn Fn(&TargetTrial) -> bool,
    evaluate: &mut dyn FnMut(f64) -> Result<TargetTrial, Error>,
) -> Result<(), Error> {
    let best = tried[best].value;
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
            if !fits(&tried[at]) {
                break;
            }
        }
    }
    Ok(())
}

fn best(tried: &[TargetTrial], target: f64) -> Option<usize> {
    let is_known = |one: &TargetTrial| one.estimate().value.is_some() && one.violation.is_none();
    let known = (0..tried.len()).filter(|&at| is_known(&tried[at]));
    let off = |at: usize| tried[at].above(target).abs();
    known.min_by(|&one, &other| off(one).total_cmp(&off(other)))
}

/// The answer from all tried values, which are in order of value.
fn answer(tried: &[TargetTrial], is_whole: bool, target: f64) -> TargetAnswer {
    let (Some(best), [first, .., last]) = (best(tried, target), tried) else {
        let is_excluded = tried.iter().any(|one| one.violation.is_some());
        return if is_excluded { TargetAnswer::Excluded } else { TargetAnswer::NeverSeen };
    };
    let candidates = || tried.iter().filter(|one| one.violation.is_none());
    let is_one_sided =
        candidates().all(|one| one.above(target) > 0.0) || candidates().all(|one| one.above(target) < 0.0);
    if is_one_sided && candidates().all(|one| one.is_sure(target)) {
        return TargetAnswer::OutOfReach;
    }
    if is_whole {
        let fits = (0..tried.len()).filter(|&at| tried[at].fits(target)).collect();
        return TargetAnswer::Whole { best, fits };
    }
    // The two values around the target, and the straight line between them.
    let pair = tried.windows(2).find(|two| two[0].above(target) * two[1].above(target) <= 0.0);
    let solution = pair.and_then(|two| {
        let slope = (two[1].above(target) - two[0].above(target)) / (two[1].value - two[0].value);
        let known = tried[best].estimate();
        let half = estimate::Z * (known.interval.and(known.standard_error)? / slope.abs());
        let value = two[0].value - two[0].above(target) / slope;
        let (low, high) = ((value - half).max(first.value), (value + half).min(last.value));
        (slope != 0.0 && half.is_finite()).then_some(TargetAnswer::At { value, low, high })
    });
    solution.unwrap_or(TargetAnswer::Nearest { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        player::Player,
        spec::{Field, RulesSpec},
    };
    use sim_stats::Interval;

    /// A figure with the value `line(x)` and this standard error at every x.
    fn evaluate(line: impl Fn(f64) -> f64, error: f64) -> impl FnMut(f64) -> Result<TargetTrial, Error> {
        move |value| {
            let level = line(value);
            let interval =
                Some(Interval { low: level - estimate::Z * error, high: level + estimate::Z * error });
            let estimate =
                Estimate { value: Some(level), standard_error: Some(error), interval, ..Estimate::MISSING };
            Ok(TargetTrial { value, seen: vec![estimate], violation: None })
        }
    }

    #[test]
    fn a_real_value_is_found_with_its_error() {
        // 0.2 + x^2 / 8 is .25 at x = .632; the slope there is .158.
        let tried = search(&[0.0, 2.0], false, 0.25, &mut evaluate(|x| 0.2 + x * x / 8.0, 0.001)).unwrap();
        assert!(tried.len() < 10, "{} arms", tried.len());
        let answer = answer(&tried, false, 0.25);
        let TargetAnswer::At { value, low, high } = answer else { panic!("{answer:?}") };
        // 1.96 * .001 / .158 is .0124.
        assert!((value - 0.632).abs() < 0.01 && (value - low - 0.0124).abs() < 0.004, "{value} from {low}");
        assert!((high - value - (value - low)).abs() < 1e-9);
    }

    #[test]
    fn every_whole_number_that_fits_is_named() {
        let at = |target: f64, error: f64| {
            let mut line = evaluate(|x: f64| 0.4 - 0.02 * x, error);
            let tried = search(&[0.0, 20.0], true, target, &mut line).unwrap();
            match answer(&tried, true, target) {
                TargetAnswer::Whole { fits, .. } => fits.into_iter().map(|at| tried[at].value).collect(),
                other => panic!("{other:?}"),
            }
        };
        let values: Vec<f64> = at(0.26, 0.001);
        assert_eq!(values, [7.0]);
        // The exact solution is 7.5. With an error of .006 both neighbors fit.
        assert_eq!(at(0.25, 0.006), [7.0, 8.0]);
        assert!(at(0.25, 0.001).is_empty());
    }

    #[test]
    fn too_few_deals_neither_fit_nor_rule_out() {
        let goal = |value| Goal::Level(Level { words: FigureSelector::default(), unit: Unit::Share, value });
        let once = |value: f64, level: f64| {
            let seen = Estimate {
                value: Some(level),
                standard_error: Some(0.0),
                deals: 1,
                note: "fewer than 30 deals",
                ..Estimate::MISSING
            };
            TargetTrial { value, seen: vec![seen], violation: None }
        };
        // A single deal that equals the target exactly shows no more than one that does not.
        assert_eq!(
            [once(7.0, 0.5), once(8.0, 0.4)].map(|one| goal(0.5).verdict(&one)),
            ["undecided", "undecided"]
        );
        let tried = [once(0.2, 0.4), once(0.4, 0.6)];
        assert!(matches!(answer(&tried, false, 0.5), TargetAnswer::Nearest { .. }));
        let mut line = evaluate(|x: f64| 0.4 - 0.02 * x, 0.006);
        let tried = [line(7.0).unwrap(), line(9.0).unwrap()];
        assert_eq!(tried.each_ref().map(|one| goal(0.25).verdict(one)), ["not ruled out", "ruled out"]);
    }

    #[test]
    fn a_target_out_of_reach_is_said_to_be() {
        let tried = search(&[0.0, 3.0], true, 0.9, &mut evaluate(|x| 0.2 + 0.1 * x, 0.001)).unwrap();
        assert_eq!(answer(&tried, true, 0.9), TargetAnswer::OutOfReach);
    }

    #[test]
    fn a_curve_that_turns_inside_is_looked_at_inside() {
        // Above .3 at both ends, and below it between 18 and 42.
        let bend = |x: f64| 0.25 + (x - 30.0) * (x - 30.0) / 2880.0;
        let levels: Vec<f64> = (0..=6).map(|step| f64::from(step) * 10.0).collect();
        let tried = search(&levels, true, 0.3, &mut evaluate(bend, 0.0001)).unwrap();
        let TargetAnswer::Whole { fits, .. } = answer(&tried, true, 0.3) else { panic!("{tried:?}") };
        let fits: Vec<f64> = fits.into_iter().map(|at| tried[at].value).collect();
        assert_eq!(fits, [18.0, 42.0]);
        // Never below .2: the search tries every level.
        let tried = search(&levels, true, 0.2, &mut evaluate(bend, 0.0001)).unwrap();
        assert!(levels.iter().all(|level| tried.iter().any(|one| one.value == *level)), "{tried:?}");
        assert_eq!(answer(&tried, true, 0.2), TargetAnswer::OutOfReach);
        // From many levels, the search tries a few that are as far apart as possible.
        let many: Vec<f64> = (1..100).map(f64::from).collect();
        assert_eq!(spread(&many, 3), [17.0, 50.0, 83.0]);
        assert_eq!(spread(&many[..2], 3), [1.0, 2.0]);
    }

    #[test]
    fn what_is_excluded_is_no_answer() {
        let degenerate = |from: f64| {
            move |tried: TargetTrial| {
                let violation = Violation::SharedFirst { share: 1.0, now: 0.0 };
                TargetTrial { violation: (tried.value >= from).then_some(violation), ..tried }
            }
        };
        let at = |from: f64| {
            let mut line = evaluate(|x: f64| 0.4 - 0.02 * x, 0.006);
            let mark = degenerate(from);
            let tried = search(&[0.0, 20.0], true, 0.25, &mut |value| Ok(mark(line(value)?))).unwrap();
            (answer(&tried, true, 0.25), tried)
        };
        // 7 and 8 fit, but 8 is degenerate.
        let (TargetAnswer::Whole { best, fits }, tried) = at(8.0) else { panic!("7 fits") };
        assert_eq!((fits.len(), tried[best].value), (1, 7.0));
        let goal = Goal::Level(Level { words: FigureSelector::default(), unit: Unit::Share, value: 0.25 });
        let words: Vec<_> = tried.iter().map(|one| (one.value, goal.verdict(one))).collect();
        assert!(words.contains(&(7.0, "not ruled out")) && words.contains(&(8.0, "excluded")), "{words:?}");
        // All remaining values are surely above the target, or none remain.
        assert_eq!(at(5.0).0, TargetAnswer::OutOfReach);
        assert_eq!(at(0.0).0, TargetAnswer::Excluded);
    }

    #[test]
    fn any_figure_of_a_question_is_a_target_and_mistakes_are_told() {
        let entry = &sim_delectable::ENTRY;
        let pool = ["raider", "prestige"].map(|name| Player::shipped(entry, name).unwrap().unwrap());
        let rules = RulesSpec::printed(entry);
        let arm = ArmSpec { rules, players: 2, field: Field::Pool(pool.into()), seed: 1 }.open().unwrap();
        let (subject, layout) = (arm.subject(), Layout::new(&arm.frame));
        let read = |text: &str| {
            Goal::of(text, &subject, &layout)
                .map(|goal| match goal {
                    Goal::Level(Level { words, value, .. }) => (words.to_string(), value),
                    Goal::Range(goal) => panic!("{text}: {goal:?}"),
                })
                .map_err(|error| format!("{error}; {}", error.help))
        };
        for (text, words, value) in [
            ("seat 1 win rate = 25%", "seat 1 win rate", 0.25),
            (" Seat  1 win_rate=0.25", "seat 1 win rate", 0.25),
            ("raider points = 20", "raider points", 20.0),
            ("raider in seat 2 place 1 = 50%", "raider in seat 2 place 1", 0.5),
            ("plies = 60", "plies", 60.0),
            ("raider = 1.2 times fair", "raider win rate", 0.6),
            ("component S5 contrast = -1%", "component S5 adjusted difference", -0.01),
            ("raider component S5 used = 2", "raider component S5 used", 2.0),
            ("thefts row empty-handed = 1", "thefts row empty-handed", 1.0),
        ] {
            assert_eq!(read(text), Ok((words.to_owned(), value)), "{text}");
        }
        for (text, complaint) in [
            ("seat 1 win rate", "nothing is wanted of the figure"),
            ("seat 9 win rate = 25%", "no seat `9`; seats are 1 to 2"),
            ("seat 1 win rate = many", "not a number"),
            ("seat 1 win rate = 250%", "not from 0 to 1"),
            ("seat 1 win rate = 25", "a share is not above 1; write 25% or 0.25"),
            ("plies = 60%", "only shares are given in percent; write a number without %"),
            ("every seat", "no range is given"),
            ("every seat = 50%", "a single number is no range"),
            ("every seet within 1%", "did you mean `seat`?"),
            ("plies within 5", "there is no fair value of it"),
            ("every seat within 1% must", "leave `must` and `weight` out"),
            ("raidr win rate = 50%", "`raider`"),
            ("component S9 contrast = 0", "no component `S9`"),
            ("component S5 contrasts = 0", "no figure of components `contrasts`"),
            ("thefts row nowhere = 0", "`nowhere`"),
        ] {
            let told = read(text).unwrap_err();
            assert!(told.contains(complaint), "{text}: {told}");
        }
    }
}
