//! Figures with the influence of each group of deals: sums, differences and ratios of figures of one run, or of runs
//! over the same deals, with the error of the result.
//!
//! A ratio of sums is linear in small changes, so a group of deals moves it by its influence (y - r x) / X.
//! Influences of a difference subtract, and those of a ratio of two figures follow by the delta method. The groups
//! are hashed and hence independent, so their spread gives the error. All that two figures have in common cancels.

use super::{
    estimate::{Estimate, MIN_DEALS},
    paired::{GroupSum, PairedEstimate, WeightedPair, jackknife, linear},
};

/// A figure with the influence of each group of deals on it.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupedEstimate {
    pub value: f64,
    pub n: u64,
    influence: Vec<f64>,
    /// The number of groups in which anything was counted.
    filled: u64,
}

impl GroupedEstimate {
    /// A figure from the influence of each group, of which `filled` have any counts; `None` without a value or
    /// without influences.
    pub fn by(estimate: &Estimate, influence: Vec<f64>, filled: u64) -> Option<GroupedEstimate> {
        let value = estimate.value.filter(|_| !influence.is_empty())?;
        Some(GroupedEstimate { value, n: estimate.n, influence, filled })
    }

    /// The ratio of the sums; `None` if nothing was counted.
    pub fn of(groups: &[GroupSum]) -> Option<GroupedEstimate> {
        let (y, x) = groups.iter().fold((0, 0), |sum, group| (sum.0 + group.0, sum.1 + group.1));
        if x <= 0 {
            return None;
        }
        let value = y as f64 / x as f64;
        let influence = groups.iter().map(|&(y, over)| (y as f64 - value * over as f64) / x as f64);
        let filled = groups.iter().filter(|group| group.1 > 0).count() as u64;
        Some(GroupedEstimate { value, n: x as u64, influence: influence.collect(), filled })
    }

    pub fn scaled(mut self, factor: f64) -> GroupedEstimate {
        self.value *= factor;
        self.influence.iter_mut().for_each(|part| *part *= factor);
        self
    }

    /// Merges neighboring groups until `groups` remain. Their number must be a multiple of that.
    pub fn folded(self, groups: usize) -> GroupedEstimate {
        let size = (self.influence.len() / groups.max(1)).max(1);
        if size == 1 {
            return self;
        }
        let influence: Vec<f64> = self.influence.chunks(size).map(|part| part.iter().sum()).collect();
        // A merged group is empty only if all its parts are.
        let filled = self.filled.min(influence.len() as u64);
        GroupedEstimate { influence, filled, ..self }
    }

    /// The weighted sum of differences of two ratios; `None` without parts, or if nothing was counted in one.
    pub fn of_differences(parts: &[WeightedPair<'_>]) -> Option<GroupedEstimate> {
        let mut sum: Option<GroupedEstimate> = None;
        for part in parts {
            let less = GroupedEstimate::of(part.one)?
                .plus(-1.0, &GroupedEstimate::of(part.other)?)
                .scaled(part.weight);
            sum = Some(sum.map_or(less.clone(), |sum| sum.plus(1.0, &less)));
        }
        sum
    }

    fn plus(self, by: f64, other: &GroupedEstimate) -> GroupedEstimate {
        let (mut sum, other) = GroupedEstimate::alike(self, other.clone());
        sum.value += by * other.value;
        sum.influence.iter_mut().zip(&other.influence).for_each(|(sum, other)| *sum += by * other);
        sum
    }

    /// This figure minus the mean of several, which may include it.
    pub fn less_mean(&self, all: &[GroupedEstimate]) -> GroupedEstimate {
        let part = 1.0 / all.len().max(1) as f64;
        all.iter().fold(self.clone(), |less, one| less.plus(-part, one))
    }

    /// This figure divided by another one; `None` if that is 0.
    pub fn over(self, other: GroupedEstimate) -> Option<GroupedEstimate> {
        if other.value == 0.0 {
            return None;
        }
        let value = self.value / other.value;
        let (one, other) = GroupedEstimate::alike(self, other);
        let parts = one.influence.iter().zip(&other.influence);
        let influence = parts.map(|(top, under)| (top - value * under) / other.value).collect();
        Some(GroupedEstimate { value, n: one.n, influence, filled: one.filled.min(other.filled) })
    }

    fn alike(one: GroupedEstimate, other: GroupedEstimate) -> (GroupedEstimate, GroupedEstimate) {
        let groups = one.influence.len().min(other.influence.len());
        (one.folded(groups), other.folded(groups))
    }

    /// The estimate with Student's interval over the groups.
    pub fn estimate(&self, deals: u64) -> Estimate {
        let blank = Estimate { n: self.n, deals, value: Some(self.value), note: "", ..Estimate::MISSING };
        if deals < MIN_DEALS || self.filled < MIN_DEALS {
            return Estimate { note: "fewer than 30 deals", ..blank };
        }
        let error = jackknife(&self.influence, self.filled);
        // If all groups agree, the remainder is rounding error.
        if error <= 1e-13 * self.value.abs() {
            return Estimate { standard_error: Some(0.0), note: "no variance", ..blank };
        }
        Estimate { degrees: self.filled - 1, ..blank }.with_error(error)
    }

    /// This figure minus another one over the same deals, each with its estimate.
    pub fn less(self, other: GroupedEstimate, estimates: [&Estimate; 2]) -> PairedEstimate {
        let (one, other) = GroupedEstimate::alike(self, other);
        let pairs = one.influence.iter().zip(&other.influence);
        let differing = pairs.filter(|(one, other)| one != other).count() as u64;
        let filled = one.filled.min(other.filled);
        let [mine, theirs] = estimates;
        linear([(mine, &one.influence), (theirs, &other.influence)], filled, differing)
    }
}

/// A weighted sum of estimates with unknown correlations: their errors add up, so that the error is rather too wide.
pub fn bounded(parts: &[(f64, Estimate)]) -> Estimate {
    sum(parts, |errors| errors.sum())
}

/// A weighted sum of independent estimates.
pub fn apart(parts: &[(f64, Estimate)]) -> Estimate {
    sum(parts, |errors| errors.map(|error| error * error).sum::<f64>().sqrt())
}

fn sum(parts: &[(f64, Estimate)], join: impl Fn(&mut dyn Iterator<Item = f64>) -> f64) -> Estimate {
    let Some((_, first)) = parts.first() else { return Estimate::MISSING };
    let value = parts.iter().map(|(by, part)| Some(by * part.value?)).sum();
    let degrees = parts.iter().map(|(_, part)| part.degrees).filter(|degrees| *degrees > 0).min();
    let degrees = degrees.unwrap_or(0);
    let note = parts.iter().map(|(_, part)| part.note).find(|note| !note.is_empty()).unwrap_or("");
    let deals = parts.iter().map(|(_, part)| part.deals).max().unwrap_or(0);
    let blank = Estimate { deals, value, degrees, note, standard_error: None, interval: None, ..*first };
    let errors: Option<Vec<f64>> =
        parts.iter().map(|(by, part)| Some(by.abs() * part.standard_error?)).collect();
    let error = errors.map(|errors| join(&mut errors.into_iter())).filter(|error| *error > 0.0);
    match error.filter(|_| deals >= MIN_DEALS && degrees + 1 >= MIN_DEALS) {
        Some(error) => Estimate { note: "", ..blank }.with_error(error),
        None => blank,
    }
}

/// The ratio of two estimates with an unknown correlation: relative errors add up.
pub fn bounded_ratio(one: &Estimate, other: &Estimate) -> Estimate {
    let (Some(top), Some(under)) = (one.value, other.value.filter(|value| *value != 0.0)) else {
        return Estimate { n: one.n, deals: one.deals, ..Estimate::MISSING };
    };
    let value = top / under;
    let part = |estimate: &Estimate, slope: f64| {
        // The slope turns its error into an error of the ratio.
        let scaled = estimate.scaled(slope.abs());
        Estimate { value: Some(0.0), ..scaled }
    };
    let sum = bounded(&[(1.0, part(one, 1.0 / under)), (1.0, part(other, value / under))]);
    let interval = sum.interval.map(|ends| ends.moved(value));
    Estimate { n: one.n, value: Some(value), interval, ..sum }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paired::difference;
    use sim_engine::{Luck, Purpose};

    fn groups(values: impl Iterator<Item = i64>) -> Vec<GroupSum> {
        values.map(|y| (y, 100)).collect()
    }

    #[test]
    fn differences_are_those_of_paired_sums() {
        let one = groups((0..256).map(|group| group * 7919 % 1000 + 1 + group % 2 * 2));
        let other = groups((0..256).map(|group| group * 7919 % 1000));
        let less = |one: &[GroupSum], other: &[GroupSum]| {
            let (one, other) = (GroupedEstimate::of(one).unwrap(), GroupedEstimate::of(other).unwrap());
            let estimates = (one.estimate(25_600), other.estimate(25_600));
            one.less(other, [&estimates.0, &estimates.1])
        };
        let (here, there) = (less(&one, &other), difference(&one, &other, 25_600));
        let error = |paired: &PairedEstimate| paired.difference.standard_error.unwrap();
        assert!((error(&here) / error(&there) - 1.0).abs() < 1e-9);
        assert_eq!(here.difference.degrees, there.difference.degrees);
        let part = |weight, one, other| WeightedPair { weight, one, other };
        let halves = [part(0.5, &one[..], &other[..]), part(0.5, &one[..], &other[..])];
        let sum = GroupedEstimate::of_differences(&halves).unwrap().estimate(25_600);
        assert!((sum.standard_error.unwrap() / error(&there) - 1.0).abs() < 1e-9);
        assert!((sum.value.unwrap() - there.difference.value.unwrap()).abs() < 1e-12);
        assert_eq!(GroupedEstimate::of_differences(&[]), None);
        let nothing = less(&one, &one);
        assert_eq!((nothing.difference.value, nothing.differing), (Some(0.0), 0));
        assert_eq!(nothing.difference.note, "no deal differs");
        // If one figure has fewer groups, the groups of the other are merged to as many.
        let folded: Vec<GroupSum> =
            other.chunks(8).map(|part| part.iter().fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))).collect();
        assert_eq!(less(&one, &folded).difference.degrees, 31);
    }

    #[test]
    fn a_ratio_of_means_is_covered_as_often_as_is_said() {
        // Two sums per group that share half of their luck, with means of 30 and 50.
        let covered = (0..1000).filter(|&run| {
            let mut stream = Luck::new(run, 0).stream(Purpose::new("test.grouped"), 0);
            let sums: Vec<(i64, i64)> = (0..64)
                .map(|_| {
                    let shared = stream.index(21) as i64;
                    (shared + 10 + stream.index(21) as i64, shared + 30 + stream.index(21) as i64)
                })
                .collect();
            let of =
                |pick: fn(&(i64, i64)) -> i64| GroupedEstimate::of(&groups(sums.iter().map(pick))).unwrap();
            let ratio = of(|sum| sum.0).over(of(|sum| sum.1)).unwrap().estimate(6400);
            ratio.interval.is_some_and(|ends| ends.low <= 0.6 && 0.6 <= ends.high)
        });
        // The standard error of a share of .95 in 1,000 runs is .007.
        let covered = covered.count();
        assert!((930..=970).contains(&covered), "{covered}");
    }

    #[test]
    fn a_figure_less_the_mean_of_all_keeps_what_they_share_out_of_its_error() {
        // Three figures with the same variation; the third has a little of its own as well.
        let shared = |group: i64| group * 7919 % 1000;
        let figure = |own: fn(i64) -> i64| {
            GroupedEstimate::of(&groups((0..256).map(move |group| shared(group) + own(group)))).unwrap()
        };
        let all = [figure(|_| 0), figure(|_| 0), figure(|group| 30 + group % 2 * 6)];
        let error = |figure: &GroupedEstimate| figure.estimate(25_600).standard_error.unwrap();
        // The third figure is .33 above the others on average. Subtracting the mean of all removes a third of that.
        let less = all[2].less_mean(&all);
        assert!((less.value - 0.22).abs() < 1e-12, "{}", less.value);
        // What remains is two thirds of a standard deviation of .03, over 256 groups.
        assert!((error(&less) / (0.02 / 255.0_f64.sqrt()) - 1.0).abs() < 1e-9, "{}", error(&less));
        assert!(error(&all[2]) > 100.0 * error(&less));
        assert!((all[0].less_mean(&all).value + 0.11).abs() < 1e-12);
        assert_eq!(all[0].less_mean(&all[..1]).estimate(25_600).note, "no variance");
    }

    #[test]
    fn groups_fold_without_a_change_of_the_value() {
        let sums = groups((0..256).map(|group| group * 7919 % 1000));
        let (all, few) =
            (GroupedEstimate::of(&sums).unwrap(), GroupedEstimate::of(&sums).unwrap().folded(32));
        let folded: Vec<GroupSum> =
            sums.chunks(8).map(|part| part.iter().fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1))).collect();
        let direct = GroupedEstimate::of(&folded).unwrap();
        assert_eq!((all.value, few.value, few.filled), (direct.value, direct.value, 32));
        let (few, direct) = (few.estimate(9999).standard_error, direct.estimate(9999).standard_error);
        assert!((few.unwrap() / direct.unwrap() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn errors_of_unknown_kinship_add_up() {
        let estimate = |value, error| {
            Estimate { value: Some(value), degrees: 99, deals: 100, note: "", ..Estimate::MISSING }
                .with_error(error)
        };
        let sum = bounded(&[(1.0, estimate(5.0, 0.3)), (-1.0, estimate(3.0, 0.4))]);
        assert!((sum.value.unwrap() - 2.0).abs() < 1e-12);
        assert!((sum.standard_error.unwrap() - 0.7).abs() < 1e-12);
        let own = apart(&[(1.0, estimate(5.0, 0.3)), (-1.0, estimate(3.0, 0.4))]);
        assert!((own.standard_error.unwrap() - 0.5).abs() < 1e-12);
        // 1.98422 standard errors of .5 around 2.
        assert!((own.interval.unwrap().low - 1.00789).abs() < 1e-5);
        // .3 / 4 and 2 x .4 / 4: relative errors of .0375 and .1 of a ratio of 2.
        let ratio = bounded_ratio(&estimate(8.0, 0.3), &estimate(4.0, 0.4));
        assert!((ratio.value.unwrap() - 2.0).abs() < 1e-12);
        assert!((ratio.standard_error.unwrap() - 0.275).abs() < 1e-12);
        assert_eq!(bounded_ratio(&estimate(8.0, 0.3), &estimate(0.0, 0.4)).value, None);
        assert_eq!(bounded(&[]).value, None);
        assert_eq!(GroupedEstimate::of(&[(3, 0)]), None);
    }
}
