//! The game among strong players, where nobody wins because of a rival's bad play.

use sim_script::Level;

use super::play::Place;
use crate::{
    Error, Lab,
    command::Word,
    robust::{Kind, Robustness},
    summary::Summary,
    verdict::JudgedTable,
};

/// Kinds of alternatives that are played among strong players.
pub const KINDS: [Kind; 4] = [Kind::Ruling, Kind::Tie, Kind::Data, Kind::Number];

#[derive(Debug, Clone)]
pub struct BestPlayers {
    pub level: Level,
    /// In the order of the pool.
    pub players: Vec<String>,
    /// The command-line option that seats them.
    pub word: Word,
    pub summary: Summary,
    /// The verdicts on seats; all tables share one error rate.
    pub seats: JudgedTable,
    pub robust: Robustness,
}

impl Place<'_> {
    pub fn best(
        &self,
        (summary, seats): (Summary, JudgedTable),
        lab: &mut Lab<'_>,
    ) -> Result<BestPlayers, Error> {
        let robust = self.robust(&KINDS, lab)?;
        let (level, players, word) = (self.spec.level(), self.spec.field.named(), self.spec.field.word());
        Ok(BestPlayers { level, players, word, summary, seats, robust })
    }
}
