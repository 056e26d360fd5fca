use sim_engine::{Measure, Of};
use sim_play::{
    arm::Subject,
    tally::{Group, Tally, UseKind, WIN},
};
use sim_stats::{
    Estimate,
    paired::{self, GroupSum, PairedEstimate},
};

use super::measures;

pub(crate) const MOST: usize = 20;

#[derive(Debug, Clone)]
pub struct StrategyProfile {
    /// The strategy with the most wins first; for each, the most significant difference first.
    pub habits: Vec<HabitRow>,
    /// `None` in solo play.
    pub met: Option<Vec<MatchupRow>>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Habit {
    Uses(String),
    Measure { measure: &'static Measure, labels: [String; 2] },
}

/// How a strategy differs from all others together.
#[derive(Debug, Clone, PartialEq)]
pub struct HabitRow {
    pub strategy: String,
    pub habit: Habit,
    /// Mean of the strategy, and of the others.
    pub paired: PairedEstimate,
}

impl HabitRow {
    /// Absolute difference from the field in standard errors; `None` if its interval contains 0.
    fn distance(&self) -> Option<f64> {
        let estimate = &self.paired.difference;
        let is_clear = estimate.interval.is_some_and(|ends| ends.low > 0.0 || ends.high < 0.0);
        let (value, error) = estimate.value.zip(estimate.standard_error)?;
        (is_clear && error > 0.0).then_some(value.abs() / error)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct MatchupRow {
    pub strategy: String,
    pub against: String,
    /// From 0 to 1.
    pub win_rate: Estimate,
}

pub(super) fn apart(subject: &Subject<'_>, tally: &Tally) -> Option<StrategyProfile> {
    (subject.strategies.len() > 1)
        .then(|| StrategyProfile { habits: profile(subject, tally), met: head_to_head(subject, tally) })
}

/// A number of one strategy minus that of all others, by groups of the deals that they share.
fn against_field(
    strategies: usize,
    plan: usize,
    deals: u64,
    groups: impl Fn(usize) -> Option<Vec<GroupSum>>,
) -> Option<PairedEstimate> {
    let own = groups(plan)?;
    let mut field = vec![(0, 0); own.len()];
    for other in (0..strategies).filter(|other| *other != plan) {
        for (sum, part) in field.iter_mut().zip(groups(other)?) {
            *sum = (sum.0 + part.0, sum.1 + part.1);
        }
    }
    Some(paired::difference(&own, &field, deals))
}

fn profile(subject: &Subject<'_>, tally: &Tally) -> Vec<HabitRow> {
    let mut rows = Vec::new();
    let mut order: Vec<usize> = (0..subject.strategies.len()).collect();
    let share = |plan: usize| tally.share(tally.layout.wins(Group::Strategy(plan)), WIN as f64).value;
    order.sort_by(|a, b| share(*b).unwrap_or(0.0).total_cmp(&share(*a).unwrap_or(0.0)));
    for plan in order {
        let own = habits(subject, tally, plan).into_iter();
        let mut habits: Vec<(f64, HabitRow)> = own.filter_map(|row| Some((row.distance()?, row))).collect();
        habits.sort_by(|a, b| b.0.total_cmp(&a.0));
        rows.extend(habits.into_iter().take(MOST).map(|(_, row)| row));
    }
    rows
}

fn habits(subject: &Subject<'_>, tally: &Tally, plan: usize) -> Vec<HabitRow> {
    let strategies = subject.strategies.len();
    let row = |habit, paired| HabitRow { strategy: subject.strategies[plan].clone(), habit, paired };
    let mut habits = Vec::new();
    for (at, component) in subject.components.iter().enumerate() {
        let number = tally.layout.component_use(at, UseKind::Used);
        let groups = |plan| tally.counts.groups(plan, number);
        if let Some(paired) = against_field(strategies, plan, tally.deals, groups) {
            habits.push(row(Habit::Uses(component.name.clone()), paired));
        }
    }
    let measures = subject.info.measures.iter().enumerate();
    for (at, measure) in measures.filter(|(_, measure)| measure.of == Of::Seat) {
        for (cell, labels) in measures::cells(subject, measure) {
            let groups = |plan| tally.measure_groups(at, cell, plan);
            if let Some(paired) = against_field(strategies, plan, tally.deals, groups) {
                habits.push(row(Habit::Measure { measure, labels }, paired));
            }
        }
    }
    habits
}

fn head_to_head(subject: &Subject<'_>, tally: &Tally) -> Option<Vec<MatchupRow>> {
    if subject.players < 2 {
        return None;
    }
    let mut rows = Vec::new();
    for (one, strategy) in subject.strategies.iter().enumerate() {
        for (other, against) in subject.strategies.iter().enumerate().filter(|(other, _)| *other != one) {
            let win_rate = tally.share_against(one, other);
            rows.push(MatchupRow { strategy: strategy.clone(), against: against.clone(), win_rate });
        }
    }
    Some(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_delectable::rules::Delectable;
    use sim_engine::{Component, Info, Source};
    use sim_play::{Schedule, tally::testing};

    #[test]
    fn what_differs_is_told_and_two_at_a_table_share_the_wins() {
        let schedule = Schedule::pool(3, 2).unwrap();
        let tally = testing::run(&schedule, 3, 0..3000, |strategy| 1.0 + f64::from(strategy), |_, _| 0);
        let measures = testing::frame(&schedule, 3).measures;
        let info = Info { measures, points_scale: 1, ..*Delectable::INFO };
        let components: Vec<Component> = ["S2", "S3"]
            .map(|name| Component { name: name.into(), kind: "card".into(), source: Source::Rulebook })
            .into();
        let subject = Subject {
            info: Box::leak(Box::new(info)),
            objective: sim_engine::Objective::Wins,
            players: 2,
            strategies: ["a", "b", "c"].map(str::to_owned).into(),
            automa: None,
            components: &components,
            prices: vec![None; 2],
        };
        let Some(StrategyProfile { habits, met: Some(met) }) = apart(&subject, &tally) else {
            panic!("both")
        };
        // Points are below 40, 80 and 120, and the level is their tens. `c` is far above `a` and `b`, and comes first
        // because it wins most.
        let first = &habits[0];
        assert_eq!(first.strategy, "c");
        assert!(matches!(first.habit, Habit::Measure { measure, .. } if measure.name == "level"));
        assert!(first.paired.one > first.paired.other);
        assert!(first.paired.difference.interval.is_some_and(|ends| ends.low > 0.0));
        let share = |one: &str, other: &str| {
            let is_it = |row: &&MatchupRow| (row.strategy.as_str(), row.against.as_str()) == (one, other);
            met.iter().find(is_it).unwrap().win_rate.value.unwrap()
        };
        for (one, other) in [("a", "b"), ("a", "c"), ("b", "c")] {
            assert!((share(one, other) + share(other, one) - 1.0).abs() < 1e-9, "{one} and {other}");
        }
        // Three pairings share 3,000 deals of two games each.
        let estimate = &met[0].win_rate;
        assert_eq!((estimate.n, estimate.deals), (2000, 1000));
        // The games of a deal are independent, so the variance is that of 2,000 draws: .25 (1 - .25).
        let error = estimate.standard_error.unwrap();
        assert!((0.6..1.5).contains(&(error / libm::sqrt(0.25 * 0.75 / 2000.0))), "{error}");
        let ends = estimate.interval.unwrap();
        assert!(ends.low < 0.25 && 0.25 < ends.high, "{ends:?}");
        // Points below 40 beat points below 80 in a quarter of all draws.
        assert!((share("a", "b") - 0.25).abs() < 0.04, "{}", share("a", "b"));
    }
}
