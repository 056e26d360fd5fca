//! A linear model of changes: each figure is interpolated linearly between the played values of a number, and effects
//! of several changes add up. It only suggests what to play.

use std::cmp::Ordering;

use super::{goal::Goal, lever::Lever};
use crate::health::Violation;

/// Penalty per step of a number, in the unit of the goals' loss.
const STEP: f64 = 0.01;
/// Beam width: sets of each size that are extended.
const WIDTH: usize = 30;
/// Maximum passes of coordinate descent over a set.
const PASSES: usize = 4;
/// Loss of a figure that is never observed, times its goal's weight.
const UNSEEN: f64 = 100.0;

/// A set of changes: the index of each lever with the index of its value, in lever order.
pub type Set = Vec<(usize, usize)>;

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct FigureShift {
    pub by: f64,
    pub error: f64,
}

/// Figures to which predicted shifts are added; none where never observed.
pub type Base = Vec<Option<f64>>;

/// Measured figures: values and squared standard errors.
pub type MeasuredFigures = Vec<(Option<f64>, f64)>;

/// Effects of a number on one side of its current value: the distance, and the shift of each figure; nearest first.
pub type Side = Vec<(f64, Vec<FigureShift>)>;

pub struct Model<'a> {
    pub levers: &'a [Lever],
    pub goals: Vec<&'a Goal>,
    pub base: Base,
    /// For each lever its effects downwards and upwards.
    pub moved: Vec<[Side; 2]>,
    /// Sets with degenerate games.
    pub excluded: Vec<(Set, Violation)>,
}

impl Model<'_> {
    /// Predicted value and variance of a figure, starting from `base`.
    fn figure(&self, at: usize, set: &Set, base: Option<f64>) -> Option<(f64, f64)> {
        let mut mean = base?;
        let mut variance = 0.0;
        for &(lever, place) in set {
            let Lever { values, now, .. } = &self.levers[lever];
            let by = (values[place] - values[*now]) as f64;
            let FigureShift { by, error } = self.moved_by(lever, by, at);
            mean += by;
            variance += error * error;
        }
        Some((mean, variance))
    }

    /// Predicted shift of a figure when a number changes by `by`. Linear between played values; beyond the farthest
    /// one, on the line from no change through it. A side that was not played mirrors the other.
    fn moved_by(&self, lever: usize, by: f64, at: usize) -> FigureShift {
        let sides = &self.moved[lever];
        let own = usize::from(by > 0.0);
        let (side, sign) = match sides[own].is_empty() {
            true => (&sides[1 - own], -1.0),
            false => (&sides[own], 1.0),
        };
        let far = by.abs();
        let mut before = (0.0, FigureShift::default());
        for (distance, moved) in side {
            let (here, moved) = (*distance, moved[at]);
            if far <= here {
                let part = (far - before.0) / (here - before.0);
                let between = |from: f64, to: f64| from + part * (to - from);
                let by = sign * between(before.1.by, moved.by);
                return FigureShift { by, error: between(before.1.error, moved.error) };
            }
            before = (here, moved);
        }
        let times = if before.0 > 0.0 { far / before.0 } else { 0.0 };
        FigureShift { by: sign * times * before.1.by, error: times * before.1.error }
    }

    /// Loss of all figures under these changes, starting from `base`, with the penalty for steps; lower is better.
    pub fn loss(&self, set: &Set, base: &[Option<f64>]) -> f64 {
        self.sum(set, |at| self.figure(at, set, base[at]))
    }

    pub fn loss_of(&self, set: &Set, played: &MeasuredFigures) -> f64 {
        self.sum(set, |at| played[at].0.map(|value| (value, played[at].1)))
    }

    fn sum(&self, set: &Set, figure: impl Fn(usize) -> Option<(f64, f64)>) -> f64 {
        let of = |at: usize| match figure(at) {
            Some((value, variance)) => self.goals[at].loss(value, variance),
            None => UNSEEN * self.goals[at].counts(),
        };
        (0..self.goals.len()).map(of).sum::<f64>() + self.size(set)
    }

    /// Loss of a set; infinite if it is excluded.
    fn promise(&self, set: &Set, base: &[Option<f64>]) -> f64 {
        if self.is_excluded(set) { f64::INFINITY } else { self.loss(set, base) }
    }

    /// Excludes a set, and with it every set that changes the same numbers at least as far in the same direction.
    pub fn exclude(&mut self, set: Set, violation: Violation) {
        if self.is_excluded(&set) {
            return;
        }
        let mut known = std::mem::take(&mut self.excluded);
        known.retain(|(wider, _)| !self.is_as_far(wider, &set));
        known.push((set, violation));
        self.excluded = known;
    }

    pub fn is_excluded(&self, set: &Set) -> bool {
        self.excluded.iter().any(|(degenerate, _)| self.is_as_far(set, degenerate))
    }

    /// Whether a set has every change of another, each at least as far.
    fn is_as_far(&self, set: &Set, other: &Set) -> bool {
        let has = |&(lever, place): &(usize, usize)| {
            let now = self.levers[lever].now;
            let is_beyond = |&(own, at): &(usize, usize)| {
                own == lever && if place > now { at >= place } else { at <= place }
            };
            set.iter().any(is_beyond)
        };
        other.iter().all(has)
    }

    fn size(&self, set: &Set) -> f64 {
        let steps = set.iter().map(|&(lever, place)| self.levers[lever].steps(place));
        STEP * steps.sum::<f64>()
    }

    pub fn learn(&mut self, set: &Set, played: &MeasuredFigures) {
        let &[(lever, place)] = &set[..] else { return };
        let Lever { values, now, .. } = &self.levers[lever];
        let by = (values[place] - values[*now]) as f64;
        let moved = |((value, variance), base): (&(Option<f64>, f64), &Option<f64>)| {
            let by = value.zip(*base).map_or(0.0, |(value, base)| value - base);
            FigureShift { by, error: variance.sqrt() }
        };
        let point = (by.abs(), played.iter().zip(&self.base).map(moved).collect());
        let side = &mut self.moved[lever][usize::from(by > 0.0)];
        // Replaces a result from fewer deals.
        side.retain(|(distance, _)| *distance != point.0);
        let at = side.partition_point(|(distance, _)| *distance < point.0);
        side.insert(at, point);
    }

    /// The base from which the model would have predicted the measured figures.
    pub fn base_for(&self, set: &Set, played: &MeasuredFigures) -> Base {
        let zero = Some(0.0);
        let moved = |at: usize| self.figure(at, set, zero).map_or(0.0, |(mean, _)| mean);
        played.iter().enumerate().map(|(at, (value, _))| value.map(|value| value - moved(at))).collect()
    }

    /// The most promising sets of every size up to `most`, the best of each size first.
    pub fn sets(&self, most: usize) -> Vec<Vec<Set>> {
        let mut sizes: Vec<Vec<Set>> = Vec::new();
        let mut last: Vec<Set> = vec![Vec::new()];
        for _ in 0..most {
            let mut found: Vec<(Set, f64)> = Vec::new();
            for set in &last {
                for lever in (0..self.levers.len()).filter(|at| set.iter().all(|(one, _)| one != at)) {
                    let Some(first) = self.levers[lever].around().first().copied() else { continue };
                    let mut wider = set.clone();
                    wider.push((lever, first));
                    wider.sort_unstable();
                    found.push(self.fitted(wider, &self.base));
                }
            }
            found.retain(|(_, loss)| loss.is_finite());
            found.sort_by(by_loss);
            // Different orders of adding levers lead to the same set.
            let mut seen: Vec<Set> = Vec::new();
            for (set, _) in found {
                if seen.len() < WIDTH && !seen.contains(&set) {
                    seen.push(set);
                }
            }
            if seen.is_empty() {
                break;
            }
            last.clone_from(&seen);
            sizes.push(seen);
        }
        sizes
    }

    /// The set's neighbors: one of its numbers at the next value below or above, but not at its current value.
    pub fn neighbors(&self, set: &Set) -> Vec<Set> {
        let mut found = Vec::new();
        for (at, &(lever, place)) in set.iter().enumerate() {
            let Lever { values, now, .. } = &self.levers[lever];
            let places = [place.checked_sub(1), Some(place + 1)].into_iter().flatten();
            for next in places.filter(|next| next != now && *next < values.len()) {
                let mut other = set.clone();
                other[at].1 = next;
                found.push(other);
            }
        }
        found
    }

    pub fn refit(&self, set: &Set, base: &[Option<f64>]) -> Set {
        self.fitted(set.clone(), base).0
    }

    /// Optimizes one lever's value after the other until none changes. Returns the set and its loss.
    fn fitted(&self, mut set: Set, base: &[Option<f64>]) -> (Set, f64) {
        let mut loss = self.promise(&set, base);
        for _ in 0..PASSES {
            let before = set.clone();
            for at in 0..set.len() {
                let (lever, kept) = set[at];
                let Lever { values, now, .. } = &self.levers[lever];
                let mut best = kept;
                for place in (0..values.len()).filter(|place| place != now) {
                    set[at].1 = place;
                    let other = self.promise(&set, base);
                    if other < loss {
                        (best, loss) = (place, other);
                    }
                }
                set[at].1 = best;
            }
            if set == before {
                break;
            }
        }
        (set, loss)
    }
}

/// Lowest loss first; ties in the order of the sets.
pub fn by_loss((one, loss): &(Set, f64), (other, beside): &(Set, f64)) -> Ordering {
    loss.total_cmp(beside).then_with(|| one.cmp(other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::goal::Range;
    use crate::{figure::Unit, question::FigureSelector};
    use sim_engine::Source;

    fn lever(path: &str) -> Lever {
        let (path, about) = (path.to_owned(), String::new());
        let values = (0..=20).collect();
        Lever { path, values, now: 10, stride: 1, source: Source::Rulebook, about }
    }

    fn goal(low: f64, high: f64) -> Goal {
        Goal {
            text: String::new(),
            figures: vec![FigureSelector::default()],
            unit: Unit::Points,
            range: Range { low: Some(low), high: Some(high) },
            weight: 1.0,
            is_must: false,
        }
    }

    /// A constant effect per step on both sides: effect and error of each figure.
    fn line(steps: &[(f64, f64)]) -> [Side; 2] {
        let moved =
            |sign: f64| steps.iter().map(move |(by, error)| FigureShift { by: sign * by, error: *error });
        [-1.0, 1.0].map(|sign| vec![(1.0, moved(sign).collect())])
    }

    fn values(model: &Model<'_>, set: &Set) -> Vec<(String, i64)> {
        let of = |&(lever, place): &(usize, usize)| {
            (model.levers[lever].path.clone(), model.levers[lever].values[place])
        };
        set.iter().map(of).collect()
    }

    /// `one` and `other` move one figure each. `both` moves the two, but too little and in opposite directions.
    #[test]
    fn the_fewest_and_smallest_changes_are_found() {
        let levers = ["one", "other", "both"].map(lever);
        let (first, second) = (goal(-1.0, 1.0), goal(-1.0, 1.0));
        let both = |one: f64, other: f64| line(&[(one, 0.0), (other, 0.0)]);
        let model = Model {
            levers: &levers,
            goals: vec![&first, &second],
            base: vec![Some(6.0), Some(-4.0)],
            moved: vec![both(2.0, 0.0), both(0.0, 1.0), both(0.1, -0.1)],
            excluded: Vec::new(),
        };
        let sizes = model.sets(3);
        // `one` alone leaves the second figure at -4. The best it can do is to take the first from 6 to 0.5 or less.
        assert_eq!(values(&model, &sizes[0][0]), [("one".to_owned(), 7)]);
        // The target is the middle half of the range, -0.5 to 0.5: 3 steps take 6 to 0, and 4 steps take -4 to 0.
        assert_eq!(values(&model, &sizes[1][0]), [("one".to_owned(), 7), ("other".to_owned(), 14)]);
        assert_eq!(sizes.len(), 3, "the third is listed and promises no more");
        let loss = |set: &Set| model.loss(set, &model.base);
        assert!(loss(&sizes[2][0]) > loss(&sizes[1][0]));
    }

    #[test]
    fn a_number_whose_effect_is_hardly_known_promises_less() {
        let levers = ["sure", "unsure"].map(lever);
        let wanted = goal(-1.0, 1.0);
        let model = Model {
            levers: &levers,
            goals: vec![&wanted],
            base: vec![Some(6.0)],
            moved: vec![line(&[(-1.0, 0.05)]), line(&[(-3.0, 3.0)])],
            excluded: Vec::new(),
        };
        assert_eq!(values(&model, &model.sets(1)[0][0]), [("sure".to_owned(), 16)]);
    }

    /// The effect of this number grows with its square. Each played value bends the model's line.
    #[test]
    fn a_line_is_bent_by_what_was_played() {
        let levers = [lever("one")];
        let wanted = goal(-1.0, 1.0);
        let mut model = Model {
            levers: &levers,
            goals: vec![&wanted],
            base: vec![Some(9.0)],
            moved: vec![line(&[(-1.0, 0.0)])],
            excluded: Vec::new(),
        };
        let truth = |steps: i64| 9.0 - (steps * steps) as f64 / 4.0;
        let mut tried = Vec::new();
        for _ in 0..4 {
            let set = model.sets(1).remove(0).remove(0);
            let steps = model.levers[0].values[set[0].1] - 10;
            tried.push(steps);
            model.learn(&set, &vec![(Some(truth(steps)), 0.0)]);
        }
        // It reaches 0 at six steps up or down.
        assert_eq!(tried.last().map(|steps| steps.abs()), Some(6), "{tried:?}");
    }

    /// The current value is 10, so the only neighbor of 11 is 12.
    #[test]
    fn beside_a_set_lie_the_next_values_of_each_of_its_numbers() {
        let levers = ["one", "other"].map(lever);
        let model = Model {
            levers: &levers,
            goals: Vec::new(),
            base: Vec::new(),
            moved: Vec::new(),
            excluded: Vec::new(),
        };
        let last = levers[1].values.len() - 1;
        let (up, end) = (levers[0].now + 1, levers[1].values[last]);
        let found: Vec<_> =
            model.neighbors(&vec![(0, up), (1, last)]).iter().map(|set| values(&model, set)).collect();
        let both = |one: i64, other: i64| vec![("one".to_owned(), one), ("other".to_owned(), other)];
        assert_eq!(found, [both(12, end), both(11, end - 1)]);
        assert!(model.neighbors(&Set::new()).is_empty());
    }

    /// The current value is 10. With 15 and all above excluded, the best value is 14.
    #[test]
    fn excluded_values_and_all_beyond_them_promise_nothing() {
        let levers = ["one", "other"].map(lever);
        let wanted = goal(-1.0, 1.0);
        let mut model = Model {
            levers: &levers,
            goals: vec![&wanted],
            base: vec![Some(7.0)],
            moved: vec![line(&[(-1.0, 0.0)]), line(&[(0.0, 0.0)])],
            excluded: Vec::new(),
        };
        assert_eq!(values(&model, &model.sets(1)[0][0]), [("one".to_owned(), 17)]);
        let violation = || Violation::SharedFirst { share: 1.0, now: 0.0 };
        model.exclude(vec![(0, 18)], violation());
        model.exclude(vec![(0, 15)], violation());
        model.exclude(vec![(0, 16)], violation());
        assert_eq!(model.excluded.len(), 1, "the nearest covers the others");
        assert!(model.is_excluded(&vec![(0, 16), (1, 3)]) && !model.is_excluded(&vec![(0, 14), (1, 15)]));
        assert_eq!(values(&model, &model.sets(1)[0][0]), [("one".to_owned(), 14)]);
        assert!(model.sets(2).iter().flatten().all(|set| !model.is_excluded(set)));
        // Only the combination of both changes is excluded.
        model.exclude(vec![(0, 12), (1, 8)], violation());
        assert!(model.is_excluded(&vec![(0, 13), (1, 7)]));
        assert!(
            [vec![(0, 13)], vec![(0, 13), (1, 9)], vec![(0, 9), (1, 7)]]
                .iter()
                .all(|set| !model.is_excluded(set))
        );
    }

    #[test]
    fn what_was_played_moves_the_base_and_the_values_are_fitted_anew() {
        let levers = [lever("one")];
        let wanted = goal(-1.0, 1.0);
        let up = |by: f64| FigureShift { by, error: 0.0 };
        // A change of 1 has no effect and a change of 3 has one. Only this side was played.
        let side = [Vec::new(), vec![(1.0, vec![up(0.0)]), (3.0, vec![up(-6.0)])]];
        let model = Model {
            levers: &levers,
            goals: vec![&wanted],
            base: vec![Some(8.0)],
            moved: vec![side],
            excluded: Vec::new(),
        };
        for (by, moved) in [(1.0, 0.0), (2.0, -3.0), (3.0, -6.0), (4.0, -8.0), (-3.0, 6.0)] {
            assert_eq!(model.moved_by(0, by, 0).by, moved, "{by}");
        }
        let set = model.sets(1).remove(0).remove(0);
        assert_eq!(values(&model, &set), [("one".to_owned(), 14)]);
        // The model promised 0 and the games gave 4: two more steps.
        let played = vec![(Some(4.0), 0.0)];
        let base = model.base_for(&set, &played);
        assert_eq!(base, [Some(12.0)]);
        assert_eq!(values(&model, &model.refit(&set, &base)), [("one".to_owned(), 16)]);
        assert!(model.loss_of(&set, &played) > model.loss_of(&set, &vec![(Some(0.2), 0.0)]));
        assert!(model.loss_of(&set, &vec![(None, 0.0)]) > 1.0, "what is never seen meets nothing");
    }
}
