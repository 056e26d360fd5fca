//! What a seat maximizes, given the objective of its game.

use sim_engine::{BySeat, Info, Objective};
use sim_stats::{DealDifferences, Estimate};

use crate::{
    arm::{Score, mean_of, share_of},
    tally::{Duel, Group, Tally, WIN, wins},
};

/// Wins or points, counted in whole parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Utility {
    /// Whether seats play for wins or for points.
    pub objective: Objective,
    /// Parts of one win, or of one point.
    pub parts: i64,
}

impl Utility {
    /// The utility of a game with this objective.
    pub fn new(info: &Info, objective: Objective) -> Utility {
        let parts = match objective {
            Objective::Wins => WIN,
            Objective::Points => info.points_scale.into(),
        };
        Utility { objective, parts }
    }

    /// Utility of each seat at the end of a game, in parts.
    pub fn by_seat(self, places: &BySeat<u8>, points: &BySeat<i32>, players: usize) -> BySeat<i64> {
        match self.objective {
            Objective::Wins => wins(places, players),
            Objective::Points => BySeat::from_fn(players, |seat| points[seat].into()),
        }
    }

    /// Utility of the first strategy in a deal of a contest, per seat, as numerator and denominator.
    pub fn ratio(self, score: &Score) -> (i64, i64) {
        match self.objective {
            Objective::Wins => score.won(),
            Objective::Points => (score.points, score.seats * self.parts),
        }
    }

    /// Mean utility of the first strategy of a contest.
    pub fn of_contest(self, scores: &[Score]) -> Estimate {
        let ratios = scores.iter().map(|score| self.ratio(score));
        match self.objective {
            Objective::Wins => share_of(ratios),
            Objective::Points => mean_of(ratios),
        }
    }

    /// Lead of a contest's first strategy, in points per seat, over the other seats at its table.
    pub fn ahead(self, scores: &[Score]) -> Estimate {
        let ratio = |score: &Score| {
            let more = score.points * score.rival_seats - score.rival_points * score.seats;
            (more, score.seats * score.rival_seats * self.parts)
        };
        mean_of(scores.iter().map(ratio))
    }

    /// Mean utility of a strategy or a seat.
    pub fn of_group(self, tally: &Tally, group: Group) -> Estimate {
        let whole = self.parts as f64;
        match self.objective {
            Objective::Wins => tally.share(tally.layout.wins(group), whole),
            Objective::Points => tally.mean(tally.layout.points(group)).scaled(1.0 / whole),
        }
    }

    /// Utilities of both sides of a duel, in parts.
    pub fn of_duel(self, duel: &Duel) -> &DealDifferences {
        match self.objective {
            Objective::Wins => &duel.wins,
            Objective::Points => &duel.points,
        }
    }
}
