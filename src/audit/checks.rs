//! One error rate for all that is read off intervals of 95 % each.
//!
//! An audit holds many numbers against what passes for balance, and of a hundred such intervals five miss. Here
//! each is made so wide that all hold together in 95 of 100 audits (Bonferroni, by the normal law; the ends of
//! an interval move away from its value in the same proportion). The tables keep their own intervals.

use super::{Audit, Part};
use crate::stats::{
    estimate::{Z, normal_quantile},
    multiplicity::LEVEL,
};

/// Tables of which every row is held against something.
const BY_ROW: [&str; 3] = ["ends", "leader_by_round", "tournament_ratings"];
/// Rows of other tables that are.
const OTHERS: [(&str, usize); 3] = [("shape", 2), ("luck", 1), ("win_share_overall", 1)];

/// How much wider intervals must be.
#[derive(Debug, Clone, Copy)]
pub struct Checks(f64);

impl Checks {
    pub fn of(audit: &Audit) -> Checks {
        let rows = |part: &Part, name: &str| part.table(name).map_or(0, |table| table.rows.len());
        let of_part = |part: &Part| -> usize {
            let by_row = BY_ROW.iter().map(|name| rows(part, name)).sum::<usize>();
            by_row + OTHERS.iter().map(|&(name, most)| rows(part, name).min(most)).sum::<usize>()
        };
        let all: usize = audit.parts.iter().map(of_part).sum();
        Checks(normal_quantile(LEVEL / all.max(1) as f64) / Z)
    }

    /// The ends that hold together with all others.
    pub fn ends(self, value: f64, (low, high): (f64, f64)) -> (f64, f64) {
        (value + (low - value) * self.0, value + (high - value) * self.0)
    }
}
