use sim_play::tally::{Tally, UseKind};
use sim_script::plan::{Aim, Counted};
use sim_stats::{
    Estimate, Interval, RatioSums, multiplicity::benjamini_hochberg, paired::Paired, repeats::Repeats,
};

use super::{AimRow, Bounds, PlanRow, Reading};
use crate::{
    adapt::{read::learner_less, trainer::LearnerResult},
    error::Error,
    figure::Unit,
    pairs::is_found,
    player::Player,
};

pub struct Heard<'a> {
    pub player: &'a Player,
    pub aims: Vec<(String, Aim)>,
    /// Those who learned on without a plan, by repeat, and those who learned this one.
    pub control: &'a [LearnerResult],
    pub inside: &'a [LearnerResult],
    /// The results of the latter among those of the other plans, by repeat.
    pub shares: Vec<Estimate>,
    pub written: Estimate,
}

/// A row of each plan, in the same order.
pub fn all(heard: &[Heard<'_>], bounds: Bounds) -> Result<Vec<PlanRow>, Error> {
    let mut rows = heard.iter().map(|one| one.row(bounds.unit)).collect::<Result<Vec<_>, _>>()?;
    let rates =
        |of: &dyn Fn(usize) -> Option<f64>| benjamini_hochberg(&(0..heard.len()).map(of).collect::<Vec<_>>());
    let [dead, rules] = [bounds.dead, bounds.rules].map(|value| rates(&|at| heard[at].share_is(value)));
    let costs = rates(&|at| rows[at].cost.p_value);
    for (at, row) in rows.iter_mut().enumerate() {
        row.cost_rate = costs[at];
        row.reading = row.read(bounds, [dead[at], rules[at]]);
    }
    Ok(rows)
}

impl Heard<'_> {
    /// All but what is told of several rows together.
    fn row(&self, unit: Unit) -> Result<PlanRow, Error> {
        let repeats = self.repeats();
        let both = || self.control.iter().zip(self.inside);
        let costs: Vec<Paired> =
            both().map(|(other, one)| learner_less(other, one)).collect::<Result<_, _>>()?;
        let more = |(other, one): (&LearnerResult, &LearnerResult)| {
            let of =
                |(_, aim): &(String, Aim)| aim.worth * (count(aim, &one.tally) - count(aim, &other.tally));
            exactly(self.aims.iter().map(of).sum())
        };
        let more = repeats.mean(&both().map(more).collect::<Vec<_>>()).0;
        // How far learnings differ shows from two on.
        let interval = more.interval.filter(|_| self.control.len() > 1);
        let mean = |all: &[LearnerResult], aim: &Aim| {
            let sum: f64 = all.iter().map(|one| count(aim, &one.tally)).sum();
            (!all.is_empty()).then(|| sum / all.len() as f64)
        };
        let aims = self.aims.iter().map(|(word, aim)| AimRow {
            word: word.clone(),
            worth: aim.worth,
            counts: [self.inside, self.control].map(|all| mean(all, aim)),
        });
        let share = repeats.mean(&self.shares).0;
        Ok(PlanRow {
            name: self.player.named.clone(),
            aims: aims.collect(),
            more: Estimate { interval, ..more },
            written: self.written,
            share: if unit.is_share() { share.clipped(Interval::SHARE) } else { share },
            cost: unit.clipped(repeats.paired(&costs)),
            cost_rate: None,
            reading: Reading::Open,
        })
    }

    fn share_is(&self, value: f64) -> Option<f64> {
        let beyond: Vec<Estimate> = self.shares.iter().map(|one| moved(*one, -value)).collect();
        self.repeats().mean(&beyond).1
    }

    fn repeats(&self) -> Repeats {
        Repeats::new(self.control.len())
    }
}

impl PlanRow {
    /// What its numbers come to, by the q-values of its result being that below which it is dead, and that above which it
    /// rules.
    fn read(&self, bounds: Bounds, [dead, rules]: [Option<f64>; 2]) -> Reading {
        let is_compared = self.cost.difference.interval.is_some() || self.cost.is_same();
        let more = self.more.interval.filter(|_| is_compared);
        let Some((more, share)) = more.zip(self.share.value) else { return Reading::Open };
        if more.low <= 0.0 {
            return Reading::Alike;
        }
        match share {
            _ if is_found(dead) && share < bounds.dead => Reading::Dead,
            _ if is_found(rules) && share > bounds.rules => Reading::Rules,
            _ if is_found(dead) && share > bounds.dead => Reading::Lives,
            _ => Reading::Open,
        }
    }
}

/// How many of something one has in a game, on average, who sits among copies of another.
fn count(aim: &Aim, tally: &Tally) -> f64 {
    let of = |counted: &Counted| {
        let number = match *counted {
            Counted::Taken(component) => tally.layout.component_use(component, UseKind::Taken),
            Counted::Cell(measure, cell) => tally.layout.measure(measure, cell),
        };
        tally.counts.get(0, number)
    };
    per_game(&aim.counted.iter().map(of).collect::<Vec<_>>())
}

/// The mean of counts of the same games. Whole numbers are added up and divided once, so that whoever has as many in as many
/// games has exactly the same.
fn per_game(all: &[RatioSums]) -> f64 {
    let total: i64 = all.iter().map(RatioSums::total).sum();
    let times = all.first().map_or(0, RatioSums::count);
    if times > 0 { total as f64 / times as f64 } else { 0.0 }
}

fn moved(estimate: Estimate, by: f64) -> Estimate {
    let interval =
        estimate.interval.map(|Interval { low, high }| Interval { low: low + by, high: high + by });
    Estimate { value: estimate.value.map(|value| value + by), interval, ..estimate }
}

/// A figure whose error shows between repeats alone.
fn exactly(value: f64) -> Estimate {
    let interval = Some(Interval { low: value, high: value });
    Estimate { value: Some(value), standard_error: Some(0.0), interval, ..Estimate::MISSING }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_stats::paired::difference;

    fn row(share: f64, more: f64) -> PlanRow {
        let around = |value: f64| {
            let interval = Some(Interval { low: value - 0.01, high: value + 0.01 });
            Estimate { value: Some(value), interval, ..Estimate::MISSING }
        };
        PlanRow {
            name: "plan".to_owned(),
            aims: Vec::new(),
            more: around(more),
            written: Estimate::MISSING,
            share: around(share),
            cost: Paired { difference: around(0.0), ..difference(&[], &[], 0) },
            cost_rate: None,
            reading: Reading::Open,
        }
    }

    #[test]
    fn a_followed_plan_is_read_by_its_share_and_by_what_is_sure() {
        let (sure, open) = (Some(0.01), Some(0.2));
        // At a table of four 15 % is 0.6 times the fair share, and 37.5 % is 1.5 times.
        let read = |share, rates| row(share, 0.1).read(Bounds::of_wins(4), rates);
        assert_eq!(read(0.10, [sure, sure]), Reading::Dead);
        assert_eq!(read(0.25, [sure, sure]), Reading::Lives);
        assert_eq!(read(0.36, [sure, open]), Reading::Lives);
        assert_eq!(read(0.45, [sure, sure]), Reading::Rules);
        assert_eq!(read(0.40, [sure, open]), Reading::Lives, "more than 1.5 times is not sure");
        assert_eq!(read(0.14, [open, sure]), Reading::Open);
        assert_eq!(read(0.16, [open, sure]), Reading::Open);
        assert_eq!(read(0.25, [None, None]), Reading::Open);
    }

    #[test]
    fn as_many_in_as_many_games_are_exactly_the_same() {
        let of_ten = |count: i64| {
            let mut sums = RatioSums::default();
            (0..10).for_each(|game| sums.add(i64::from(game < count), 1));
            sums
        };
        // The means, added up, are 0.30000000000000004 and 0.3.
        assert_eq!(per_game(&[of_ten(1), of_ten(2)]), per_game(&[of_ten(3), of_ten(0)]));
        assert_eq!(per_game(&[of_ten(3), of_ten(0)]), 0.3);
        assert_eq!(per_game(&[]), 0.0);
    }

    #[test]
    fn whoever_does_no_more_of_it_than_others_is_alike_whatever_he_wins() {
        assert_eq!(row(0.45, 0.005).read(Bounds::of_wins(4), [Some(0.01); 2]), Reading::Alike);
        assert_eq!(row(0.10, -0.1).read(Bounds::of_wins(4), [Some(0.01); 2]), Reading::Alike);
        // With one learning nothing is known of that.
        let once = PlanRow { more: Estimate { interval: None, ..row(0.25, 0.1).more }, ..row(0.25, 0.1) };
        assert_eq!(once.read(Bounds::of_wins(4), [Some(0.01); 2]), Reading::Open);
    }

    #[test]
    fn a_plan_is_alike_only_where_enough_deals_show_it() {
        // Both play the same in every deal.
        let read = |deals| {
            let same = Estimate { value: Some(0.0), deals, ..Estimate::MISSING };
            let cost = Paired { difference: same, ..difference(&[], &[], 0) };
            PlanRow { cost, more: exactly(0.0), ..row(0.25, 0.0) }.read(Bounds::of_wins(4), [None; 2])
        };
        assert_eq!([read(1), read(299), read(300)], [Reading::Open, Reading::Open, Reading::Alike]);
    }
}
