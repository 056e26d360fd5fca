//! One error rate for everything that is read off 95 % intervals.
//!
//! An audit compares many figures with bounds, and of a hundred 95 % intervals five miss. This module widens each
//! interval so that all hold together in 95 of 100 audits (Bonferroni, normal approximation; both ends move away from
//! the value in the same proportion). The tables keep their own intervals.

use super::{Audit, TableAudit};
use crate::{figure::Unit, finding::TableValue};
use sim_stats::{
    Estimate, Interval,
    estimate::{Z, normal_quantile},
    multiplicity::LEVEL,
};

/// Rows of the shape of play that are compared with a bound.
const SHAPES: usize = 2;

#[derive(Clone, Copy)]
pub struct Checks<'a> {
    pub audit: &'a Audit,
    wider: f64,
}

#[derive(Clone, Copy)]
pub struct Figure<'a> {
    pub part: &'a TableAudit,
    pub value: f64,
    pub ends: Interval,
    /// Simultaneous interval: holds together with all others of the audit.
    pub sure: Interval,
}

impl Figure<'_> {
    pub fn at(&self) -> TableValue {
        TableValue { unit: Unit::Share, ..self.part.value(self.value, Some(self.ends)) }
    }
}

impl<'a> Checks<'a> {
    pub fn new(audit: &'a Audit) -> Checks<'a> {
        let all: usize = audit.parts.iter().map(count).sum();
        Checks { audit, wider: normal_quantile(LEVEL / all.max(1) as f64) / Z }
    }

    pub fn figure(self, part: &'a TableAudit, value: f64, ends: Interval) -> Figure<'a> {
        let moved = |end: f64| value + (end - value) * self.wider;
        Figure { part, value, ends, sure: Interval { low: moved(ends.low), high: moved(ends.high) } }
    }

    pub fn estimate(self, part: &'a TableAudit, estimate: &Estimate) -> Option<Figure<'a>> {
        let (value, ends) = estimate.value.zip(estimate.interval)?;
        Some(self.figure(part, value, ends))
    }
}

fn count(part: &TableAudit) -> usize {
    let course = part.course();
    let ratings = part.standings.as_ref().map_or(0, |standings| standings.ratings.len());
    let overall = usize::from(part.summary.rates.overall.is_some());
    let variance = usize::from(part.beginners().is_some());
    course.ends.len() + course.leaders.len() + course.shape.len().min(SHAPES) + ratings + variance + overall
}
