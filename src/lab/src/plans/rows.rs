use sim_play::tally::{Tally, UseKind};
use sim_script::plan::{Aim, CountSource};
use sim_stats::{
    Estimate, Interval, estimate::MIN_SAME, grouped::bounded, paired::PairedEstimate, repeats::Repeats,
};

use super::{AimRow, Bounds, PlanRow, PlanVerdict};
use crate::{
    Error,
    adapt::{read::learner_less, trainer::LearnerResult},
    pairs::{is_found, q_values},
    player::Player,
};

/// The samples behind a row, by repeat.
pub struct PlanSamples<'a> {
    pub player: &'a Player,
    pub aims: Vec<(String, Aim)>,
    /// Players trained without a plan, and players trained for this one.
    pub control: &'a [LearnerResult],
    pub inside: &'a [LearnerResult],
    /// The results of `inside` among players trained for the other plans.
    pub shares: Vec<Estimate>,
    pub written: Estimate,
}

/// One row per plan, in the same order.
pub fn all(samples: &[PlanSamples<'_>], bounds: Bounds) -> Result<Vec<PlanRow>, Error> {
    let found = samples.iter().map(|one| one.row(bounds)).collect::<Result<Vec<_>, _>>()?;
    let not_viable = q_values(found.iter().map(|one| one.p_values[0]));
    let dominant = q_values(found.iter().map(|one| one.p_values[1]));
    let costs = q_values(found.iter().map(|one| one.row.cost.p_value));
    let rows = found.into_iter().enumerate().map(|(at, PlanTest { mut row, .. })| {
        row.cost_q_value = costs[at];
        row.verdict = row.judge(bounds, [not_viable[at], dominant[at]]);
        row
    });
    Ok(rows.collect())
}

/// A row, with the p-values of its result against the bounds of viable and of dominant plans.
struct PlanTest {
    row: PlanRow,
    p_values: [Option<f64>; 2],
}

impl PlanSamples<'_> {
    /// The row without the verdict and the q-values, which depend on all rows.
    fn row(&self, bounds: Bounds) -> Result<PlanTest, Error> {
        let unit = bounds.unit;
        let pairs: Vec<_> = self.control.iter().zip(self.inside).collect();
        let more: Vec<Estimate> = pairs.iter().map(|(control, own)| self.more(control, own)).collect();
        let follows: Vec<bool> =
            more.iter().map(|one| one.interval.is_some_and(|ends| ends.low > 0.0)).collect();
        let followed = follows.iter().filter(|follows| **follows).count() as u64;
        let is_followed = is_followed(followed, pairs.len() as u64);
        // Results of a plan are those of players that follow it.
        let kept: Vec<usize> = (0..pairs.len()).filter(|at| follows[*at] || !is_followed).collect();
        let repeats = Repeats::new(kept.len());
        let costs: Vec<PairedEstimate> =
            kept.iter().map(|at| learner_less(pairs[*at].0, pairs[*at].1)).collect::<Result<_, _>>()?;
        let shares: Vec<Estimate> = kept.iter().filter_map(|at| self.shares.get(*at).copied()).collect();
        let p_values = [bounds.viable, bounds.dominant].map(|bound| {
            let beyond: Vec<Estimate> = shares.iter().map(|one| one.moved(-bound)).collect();
            repeats.mean(&beyond).1
        });
        let share = repeats.mean(&shares).0;
        let mean = |all: &[LearnerResult], aim: &Aim| {
            let sum: f64 =
                all.iter().flat_map(|one| counts_of(aim, &one.tally)).filter_map(|one| one.value).sum();
            (!all.is_empty()).then(|| sum / all.len() as f64)
        };
        let aims = self.aims.iter().map(|(word, aim)| AimRow {
            word: word.clone(),
            worth: aim.worth,
            counts: [self.inside, self.control].map(|all| mean(all, aim)),
        });
        let row = PlanRow {
            name: self.player.named.clone(),
            aims: aims.collect(),
            more: Repeats::new(pairs.len()).mean(&more).0,
            followed,
            repeats: pairs.len() as u64,
            written: self.written,
            share: if unit.is_share() { share.clipped(Interval::SHARE) } else { share },
            cost: unit.clipped(repeats.paired(&costs)),
            cost_q_value: None,
            verdict: PlanVerdict::Undecided,
        };
        Ok(PlanTest { row, p_values })
    }

    /// How much more the plan is worth to a player trained for it than to one trained without. Errors of counts from
    /// the same games are added up, which overestimates the error.
    fn more(&self, control: &LearnerResult, own: &LearnerResult) -> Estimate {
        let parts = self.aims.iter().flat_map(|(_, aim)| {
            let of = |sign: f64, one: &LearnerResult| {
                counts_of(aim, &one.tally).map(|count| (sign * aim.worth, count)).collect::<Vec<_>>()
            };
            of(1.0, own).into_iter().chain(of(-1.0, control))
        });
        bounded(&parts.collect::<Vec<_>>())
    }
}

/// A plan is followed if at least half of the trained players do more of it than their controls.
fn is_followed(followed: u64, repeats: u64) -> bool {
    followed > 0 && 2 * followed >= repeats
}

impl PlanRow {
    /// Judges by the q-values of the result against the bounds of viable and of dominant plans.
    fn judge(&self, bounds: Bounds, [viable, dominant]: [Option<f64>; 2]) -> PlanVerdict {
        let has_deals = self.more.interval.is_some() && self.more.deals >= MIN_SAME;
        let Some(share) = self.share.value.filter(|_| has_deals) else { return PlanVerdict::Undecided };
        if !is_followed(self.followed, self.repeats) {
            return PlanVerdict::NotFollowed;
        }
        match share {
            _ if is_found(viable) && share < bounds.viable => PlanVerdict::NotViable,
            _ if is_found(dominant) && share > bounds.dominant => PlanVerdict::Dominant,
            _ if is_found(viable) && share > bounds.viable => PlanVerdict::Viable,
            _ => PlanVerdict::Undecided,
        }
    }
}

/// A player's mean count per game of each item that an aim counts.
fn counts_of(aim: &Aim, tally: &Tally) -> impl Iterator<Item = Estimate> {
    let number = |counted: &CountSource| match *counted {
        CountSource::Taken(component) => tally.layout.component_use(component, UseKind::Taken),
        CountSource::Cell(measure, cell) => tally.layout.measure(measure, cell),
    };
    aim.counted.iter().map(move |counted| tally.counts.get(0, number(counted)).mean(&[]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_stats::paired::difference;

    fn row(share: f64, followed: u64) -> PlanRow {
        let around = |value: f64| {
            let interval = Some(Interval { low: value - 0.01, high: value + 0.01 });
            Estimate { value: Some(value), interval, deals: MIN_SAME, ..Estimate::MISSING }
        };
        PlanRow {
            name: "plan".to_owned(),
            aims: Vec::new(),
            more: around(0.0),
            followed,
            repeats: 4,
            written: Estimate::MISSING,
            share: around(share),
            cost: PairedEstimate { difference: around(0.0), ..difference(&[], &[], 0) },
            cost_q_value: None,
            verdict: PlanVerdict::Undecided,
        }
    }

    #[test]
    fn a_plan_that_is_followed_is_judged_by_its_result_where_that_is_sure() {
        let (sure, open) = (Some(0.01), Some(0.2));
        // At a table of four 15 % is 0.6 times the fair share, and 37.5 % is 1.5 times.
        let judge = |share, q_values| row(share, 3).judge(Bounds::of_wins(4), q_values);
        assert_eq!(judge(0.10, [sure, sure]), PlanVerdict::NotViable);
        assert_eq!(judge(0.25, [sure, sure]), PlanVerdict::Viable);
        assert_eq!(judge(0.36, [sure, open]), PlanVerdict::Viable);
        assert_eq!(judge(0.45, [sure, sure]), PlanVerdict::Dominant);
        assert_eq!(judge(0.40, [sure, open]), PlanVerdict::Viable, "more than 1.5 times is not sure");
        assert_eq!(judge(0.14, [open, sure]), PlanVerdict::Undecided);
        assert_eq!(judge(0.16, [open, sure]), PlanVerdict::Undecided);
        assert_eq!(judge(0.25, [None, None]), PlanVerdict::Undecided);
    }

    #[test]
    fn a_plan_that_most_trained_players_ignore_has_no_other_verdict() {
        let judge = |followed| row(0.45, followed).judge(Bounds::of_wins(4), [Some(0.01); 2]);
        assert_eq!([judge(0), judge(1)], [PlanVerdict::NotFollowed; 2]);
        assert_eq!([judge(2), judge(4)], [PlanVerdict::Dominant; 2]);
        // Too few deals show nothing.
        let few = Estimate { deals: MIN_SAME - 1, ..row(0.45, 0).more };
        let few = PlanRow { more: few, ..row(0.45, 0) };
        assert_eq!(few.judge(Bounds::of_wins(4), [Some(0.01); 2]), PlanVerdict::Undecided);
    }
}
