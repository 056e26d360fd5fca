//! One error rate for all that is read off intervals of 95 % each.
//!
//! An audit holds many numbers against what passes for balance, and of a hundred such intervals five miss. Here
//! each is made so wide that all hold together in 95 of 100 audits (Bonferroni, by the normal law; the ends of
//! an interval move away from its value in the same proportion). The tables keep their own intervals.

use super::{Audit, Part};
use crate::tables::{Cell, Table};
use sim_stats::{
    estimate::{Z, normal_quantile},
    multiplicity::LEVEL,
};

/// Tables of which every row is held against something.
const BY_ROW: [&str; 3] = ["ends", "leader_by_round", "tournament_ratings"];
/// Rows of other tables that are.
const OTHERS: [(&str, usize); 3] = [("shape", 2), ("luck", 1), ("win_rate_overall", 1)];

/// An audit whose figures are held against what is fine.
#[derive(Clone, Copy)]
pub struct Checks<'a> {
    pub audit: &'a Audit,
    /// How much wider intervals must be.
    wider: f64,
}

/// A number with its interval at one number of players.
#[derive(Clone, Copy)]
pub struct Figure<'a> {
    pub part: &'a Part,
    pub value: f64,
    pub ends: (f64, f64),
    /// Ends that hold together with those of the whole audit.
    pub sure: (f64, f64),
}

impl<'a> Checks<'a> {
    pub fn of(audit: &'a Audit) -> Checks<'a> {
        let rows = |part: &Part, name: &str| part.table(name).map_or(0, |table| table.rows.len());
        let of_part = |part: &Part| -> usize {
            let by_row = BY_ROW.iter().map(|name| rows(part, name)).sum::<usize>();
            by_row + OTHERS.iter().map(|&(name, most)| rows(part, name).min(most)).sum::<usize>()
        };
        let all: usize = audit.parts.iter().map(of_part).sum();
        Checks { audit, wider: normal_quantile(LEVEL / all.max(1) as f64) / Z }
    }

    /// Reads a number and the ends of its interval from their columns.
    pub fn figure(
        self,
        part: &'a Part,
        (table, row): (&Table, &[Cell]),
        [value, low, high]: [&str; 3],
    ) -> Option<Figure<'a>> {
        let (low, high) = table.number(row, low).zip(table.number(row, high))?;
        let value = table.number(row, value)?;
        let sure = (value + (low - value) * self.wider, value + (high - value) * self.wider);
        Some(Figure { part, value, ends: (low, high), sure })
    }
}
