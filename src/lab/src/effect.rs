//! Effect sizes of differences in the objective: one threshold serves games of wins and games of points.

use sim_engine::{Objective, Seat};
use sim_play::{
    arm::Subject,
    tally::{Group, Tally},
};

/// Thresholds are differences in win rate, from 0 to 1. If points are the objective, a threshold stands for the same
/// effect size: the difference over the standard deviation of one seat in one game, within strategies and seats
/// (Cohen's d; Cohen, Statistical Power Analysis, 1988, chapter 2). A win at a table of two has a standard deviation
/// of a half, so that a threshold of 0.05 is a tenth of a standard deviation.
///
/// The standard deviation comes from the games in which the difference is measured. Its relative error is a few
/// percent, far below the uncertainty in the choice of a tolerance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EffectScale {
    /// The unit of the objective that a threshold of 1 stands for: wins or points.
    whole: f64,
}

impl EffectScale {
    pub const WINS: EffectScale = EffectScale { whole: 1.0 };

    pub fn new(subject: &Subject<'_>, tally: &Tally) -> EffectScale {
        match subject.objective {
            Objective::Wins => EffectScale::WINS,
            Objective::Points => EffectScale { whole: 2.0 * deviation(subject, tally) },
        }
    }

    /// Converts a threshold from a difference in win rate to the unit of the objective.
    pub fn threshold(self, share: f64) -> f64 {
        share * self.whole
    }
}

/// The standard deviation of one seat's points in a game, pooled over strategies and seats; 0 if there are too few
/// deals for an error. In deals where a strategy holds the same seat several times only the mean counts, which biases
/// the result downwards.
fn deviation(subject: &Subject<'_>, tally: &Tally) -> f64 {
    let (mut squares, mut deals) = (0.0, 0.0);
    for strategy in 0..subject.strategies.len() {
        for seat in Seat::all(subject.players) {
            let points = tally.mean(tally.layout.points(Group::StrategySeat(strategy, seat)));
            if let Some(error) = points.standard_error {
                let own = points.deals as f64;
                squares += own * (error * error * own);
                deals += own;
            }
        }
    }
    if deals > 0.0 { (squares / deals).sqrt() * subject.points_scale() } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_delectable::rules::Delectable;
    use sim_engine::Component;
    use sim_play::{Schedule, tally::testing};

    #[test]
    fn a_threshold_is_a_share_of_the_standard_deviation_of_points() {
        let schedule = Schedule::pool(2, 2).unwrap();
        // Points are 40 times a uniform draw below the strength, rounded down: `b` has twice as many as `a`.
        let tally = testing::run(&schedule, 2, 0..8000, |strategy| 1.0 + f64::from(strategy), |_, _| 0);
        let components: [Component; 0] = [];
        let subject = Subject {
            info: Delectable::INFO,
            objective: Objective::Points,
            players: 2,
            strategies: ["a", "b"].map(str::to_owned).into(),
            automa: None,
            components: &components,
            prices: Vec::new(),
        };
        // A uniform draw up to 40 has a variance of 40^2 / 12, one up to 80 four times that. Both play equally often.
        let wanted = 0.1 * (2.5_f64 * 1600.0 / 12.0).sqrt();
        let found = EffectScale::new(&subject, &tally).threshold(0.05) / subject.points_scale();
        assert!((found / wanted - 1.0).abs() < 0.02, "{found} of {wanted}");
        assert_eq!(EffectScale::WINS.threshold(0.05), 0.05);
    }
}
