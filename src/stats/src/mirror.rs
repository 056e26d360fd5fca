//! A difference and its negative have mirrored intervals, and so have a rate and its complement to 1.

use proptest::prelude::*;

use crate::{
    DealDifferences, Estimate, Interval, RatioSums, Stratum,
    anytime::{self, Position, Scale},
    estimate::{Z, wilson},
    grouped::{GroupedEstimate, apart, bounded, bounded_ratio},
    members::{MemberSpread, over_members},
    paired::{GroupSum, PairedEstimate, WeightedPair, difference, weighted},
    ratio::share_interval,
    repeats::Repeats,
    sprt::{Sizes, Verdict},
};

/// The negated estimate.
fn opposite(of: &Estimate) -> Estimate {
    Estimate {
        value: of.value.map(|value| -value),
        interval: of.interval.map(|Interval { low, high }| Interval { low: -high, high: -low }),
        ..*of
    }
}

/// The difference with the arms swapped.
fn swapped(of: &PairedEstimate) -> PairedEstimate {
    PairedEstimate { one: of.other, other: of.one, difference: opposite(&of.difference), ..*of }
}

/// Asserts that the intervals are complements to 1.
fn assert_complement(one: Option<Interval>, other: Option<Interval>) {
    match (one, other) {
        (Some(one), Some(other)) => {
            let apart = (one.low + other.high - 1.0).abs().max((one.high + other.low - 1.0).abs());
            assert!(apart < 1e-9, "{one:?} {other:?}");
        }
        (one, other) => assert_eq!(one, other),
    }
}

/// Outcomes of two arms by deal, from 0 to 3. They are equal except in some deals, few or many. There, either arm may
/// be ahead, or only one of them.
fn arms() -> impl Strategy<Value = Vec<(i64, i64)>> {
    let ahead = prop_oneof![Just([1, 0]), Just([0, 1]), Just([1, 1])];
    let deal = (0_u32..1000, 0_i64..=3, prop_oneof![3 => Just(3_i64), 1 => 0_i64..=3]);
    (ahead, prop_oneof![Just(10_u32), Just(200), Just(500), Just(990)], prop::collection::vec(deal, 20..300))
        .prop_map(|([one_ahead, other_ahead], rate, deals)| {
            let arms = |(luck, shared, by): (u32, i64, i64)| match luck {
                luck if luck >= rate => (shared, shared),
                luck if luck % 2 == 0 => (one_ahead * by, other_ahead * (3 - by)),
                _ => (3 * one_ahead, 0),
            };
            deals.into_iter().map(arms).collect()
        })
}

fn by_deal(arms: impl IntoIterator<Item = (i64, i64)>) -> DealDifferences {
    let mut figure = DealDifferences::new(3);
    (0..).zip(arms).for_each(|(deal, both)| figure.add(deal % 3, both, 2));
    figure
}

/// Sums by group for each arm.
fn by_group(arms: &[(i64, i64)]) -> [Vec<GroupSum>; 2] {
    let mut groups = [vec![(0, 0); 64], vec![(0, 0); 64]];
    for (deal, (one, other)) in arms.iter().enumerate() {
        let own = [(0, *one), (1, *other)];
        own.into_iter().for_each(|(arm, y)| {
            groups[arm][deal % 64].0 += y;
            groups[arm][deal % 64].1 += 2;
        });
    }
    groups
}

fn negative(groups: &[GroupSum]) -> Vec<GroupSum> {
    groups.iter().map(|(y, x)| (-y, *x)).collect()
}

/// Sums of numerators and denominators, overall and by three strata.
fn sums(deals: impl IntoIterator<Item = (i64, i64)>) -> (RatioSums, [Stratum; 3]) {
    let mut all = RatioSums::default();
    let mut strata = [Stratum { deals: 0, y: 0, x: 0 }; 3];
    for (deal, (y, x)) in deals.into_iter().enumerate() {
        all.add(y, x);
        let own = &mut strata[deal % 3];
        *own = Stratum { deals: own.deals + 1, y: own.y + y, x: own.x + x };
    }
    (all, strata)
}

proptest! {
    #[test]
    fn means_of_the_opposite(arms in arms()) {
        for strata in [0, 3] {
            let [one, other] = [1, -1].map(|sign| {
                let (sums, by_stratum) = sums(arms.iter().map(|(one, other)| (sign * (one - other), 2)));
                sums.mean(&by_stratum[..strata])
            });
            prop_assert_eq!(opposite(&one), other);
        }
    }

    #[test]
    fn differences_by_deal(arms in arms()) {
        let one = by_deal(arms.iter().copied());
        let other = by_deal(arms.iter().map(|(one, other)| (*other, *one)));
        prop_assert_eq!(swapped(&one.paired()), other.paired());
        prop_assert_eq!(opposite(&one.estimate()), other.estimate());
        let logit = |p: f64| (p > 0.0 && p < 1.0).then(|| ((p / (1.0 - p)).ln(), 1.0 / (p * (1.0 - p))));
        let [one_logit, other_logit] = [&one, &other].map(|figure| figure.difference_of(3.0, logit));
        prop_assert_eq!(opposite(&one_logit), other_logit);
        assert_complement(one.superiority().interval, other.superiority().interval);
    }

    #[test]
    fn sequential_tests_and_confidence_sequences(arms in arms(), low in -3_i32..=0, width in 1_i32..=3) {
        let sizes = |low: i32, high: i32| Sizes { low: f64::from(low) / 2.0, high: f64::from(high) / 2.0 };
        let one = by_deal(arms.iter().copied());
        let other = by_deal(arms.iter().map(|(one, other)| (*other, *one)));
        let here = sizes(low, low + width).weigh(&one, 3.0);
        let there = sizes(-low - width, -low).weigh(&other, 3.0);
        prop_assert_eq!(here.ratio.map(|ratio| -ratio), there.ratio);
        let turned = match here.verdict {
            Verdict::High => Verdict::Low,
            Verdict::Low => Verdict::High,
            Verdict::Open => Verdict::Open,
        };
        prop_assert_eq!(turned, there.verdict);
        let many = |figure: &DealDifferences| Estimate { deals: anytime::LEAST, ..figure.estimate() };
        let [here, there] =
            [&one, &other].map(|figure| anytime::interval(&many(figure), Scale::Difference, 0.01));
        prop_assert_eq!(here.map(|ends| Interval { low: -ends.high, high: -ends.low }), there);
        let turned = match Position::classify(here, 0.1) {
            Position::Above => Position::Below,
            Position::Below => Position::Above,
            level => level,
        };
        prop_assert_eq!(turned, Position::classify(there, 0.1));
    }

    #[test]
    fn differences_by_group(arms in arms(), weights in (0.1_f64..2.0, -2.0_f64..2.0)) {
        let deals = arms.len() as u64;
        let [one, other] = &by_group(&arms);
        // Swapping the arms or negating both figures mirrors the difference.
        let [one_less, other_less] = [one, other].map(|groups| negative(groups));
        let same = difference(one, other, deals);
        prop_assert_eq!(swapped(&same), difference(other, one, deals));
        prop_assert_eq!(opposite(&same.difference), difference(&one_less, &other_less, deals).difference);
        let [adjusted, adjusted_swapped] = [(one, other), (other, one)].map(|(one, other)| {
            let first = WeightedPair { weight: weights.0, one, other };
            weighted(&[first, WeightedPair { weight: weights.1, one: other, other: one }], deals)
        });
        prop_assert_eq!(swapped(&adjusted), adjusted_swapped);
        // Here an arm is given by the influence of each group on its figure, not by sums.
        let figures = [one, other].map(|groups| GroupedEstimate::of(groups).expect("games were counted"));
        let estimates = figures.clone().map(|figure| figure.estimate(deals));
        let less = |at: usize, from: usize| {
            figures[at].clone().less(figures[from].clone(), [&estimates[at], &estimates[from]])
        };
        prop_assert_eq!(swapped(&less(0, 1)), less(1, 0));
        let from_mean = figures[0].less_mean(&figures).estimate(deals);
        let opposites = figures.clone().map(|figure| figure.scaled(-1.0));
        prop_assert_eq!(opposite(&from_mean), opposites[0].less_mean(&opposites).estimate(deals));
        if let (Some(ratio), Some(less)) = (
            figures[0].clone().over(figures[1].clone()),
            opposites[0].clone().over(figures[1].clone()),
        ) {
            prop_assert_eq!(opposite(&ratio.estimate(deals)), less.estimate(deals));
        }
    }

    #[test]
    fn sums_and_repeats(values in prop::collection::vec((-3.0_f64..3.0, 0.01_f64..2.0), 1..6)) {
        let found = values.iter().map(|(value, error)| {
            Estimate { n: 9, deals: 90, degrees: 50, value: Some(*value), note: "", ..Estimate::MISSING }
                .with_error(*error)
        });
        let found: Vec<Estimate> = found.collect();
        let opposites: Vec<Estimate> = found.iter().map(opposite).collect();
        let scaled: Vec<Estimate> = found.iter().map(|one| one.scaled(-1.0)).collect();
        prop_assert_eq!(&opposites, &scaled);
        for sum in [bounded, apart] {
            let of = |all: &[Estimate]| sum(&all.iter().map(|one| (0.7, *one)).collect::<Vec<_>>());
            prop_assert_eq!(opposite(&of(&found)), of(&opposites));
        }
        let under = found[0];
        prop_assert_eq!(
            opposite(&bounded_ratio(&found[found.len() - 1], &under)),
            bounded_ratio(&opposites[found.len() - 1], &under)
        );
        let repeats = Repeats::new(found.len());
        let ((mean, p_value), (less, same)) = (repeats.mean(&found), repeats.mean(&opposites));
        prop_assert_eq!((opposite(&mean), p_value), (less, same));
        let panel = |all: &[Estimate]| over_members(&all[0], all, 1.5);
        let (here, there) = (panel(&found), panel(&opposites));
        prop_assert_eq!(MemberSpread { estimate: opposite(&here.estimate), ..here }, there);
        let paired = |difference: &Estimate| PairedEstimate {
            one: Some(1.0),
            other: Some(1.0),
            difference: *difference,
            p_value: None,
            differing: 90,
            most_differing: None,
            variance_ratio: None,
        };
        let [here, there] =
            [&found, &opposites].map(|all| repeats.paired(&all.iter().map(paired).collect::<Vec<_>>()));
        prop_assert_eq!(swapped(&here), there);
    }

    #[test]
    fn rates_and_what_is_left_of_them(arms in arms(), deals in 1_u32..2000, hits in 0_u32..2000) {
        let share = f64::from(hits.min(deals)) / f64::from(deals);
        let trials = f64::from(deals);
        assert_complement(Some(wilson(share, trials, Z)), Some(wilson(1.0 - share, trials, Z)));
        for strata in [0, 3] {
            let [one, left] = [true, false].map(|is_won| {
                let (sums, by_stratum) = sums(arms.iter().map(|(y, _)| (if is_won { *y } else { 6 - y }, 2)));
                sums.share(3.0, &by_stratum[..strata])
            });
            assert_complement(one.interval, left.interval);
            let many = |of: &Estimate| Estimate { deals: anytime::LEAST, ..*of };
            let [here, there] = [&one, &left].map(|of| anytime::interval(&many(of), Scale::Share, 0.01));
            assert_complement(here, there);
            assert_complement(share_interval(&one, Z), share_interval(&left, Z));
        }
    }
}

/// All differences are 0, so of two effect sizes at the same distance on either side, neither is nearer.
#[test]
fn arms_that_never_differ_are_half_way_between_a_gain_and_as_large_a_loss() {
    let figure = by_deal((0..400).map(|_| (1, 1)));
    assert_eq!(Sizes { low: -0.05, high: 0.05 }.weigh(&figure, 3.0).verdict, Verdict::Open);
}
