//! What a game is like among players who are alike and play best: nobody wins there because somebody else plays badly.

use super::play::Place;
use crate::{
    bench::Lab,
    error::Error,
    robust::{Kind, Robustness},
    summary::Summary,
    verdict::JudgedTable,
};

#[derive(Debug, Clone)]
pub struct Best {
    pub strategy: String,
    pub summary: Summary,
    /// The verdicts on seats; those of all tables share one error rate.
    pub seats: JudgedTable,
    pub robust: Robustness,
}

impl Place<'_> {
    pub fn best(&self, (summary, seats): (Summary, JudgedTable), lab: &mut Lab<'_>) -> Result<Best, Error> {
        let kinds = [Kind::Ruling, Kind::Tie, Kind::Data, Kind::Number];
        let robust = self.robust(&kinds, lab)?;
        let strategy = self.named.arm.inputs.strategies.first().map_or("", |one| &one.name).to_owned();
        Ok(Best { strategy, summary, seats, robust })
    }
}
