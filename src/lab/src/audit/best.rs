//! What a game is like among strong players: nobody wins there because somebody else plays badly.

use sim_script::Level;

use super::play::Place;
use crate::{
    Error, Lab,
    command::Word,
    robust::{Kind, Robustness},
    summary::Summary,
    verdict::JudgedTable,
};

/// What is varied between strong players.
pub const KINDS: [Kind; 4] = [Kind::Ruling, Kind::Tie, Kind::Data, Kind::Number];

#[derive(Debug, Clone)]
pub struct BestPlayers {
    pub level: Level,
    /// Who they are, in the order of the pool.
    pub players: Vec<String>,
    /// How a command seats them.
    pub word: Word,
    pub summary: Summary,
    /// The verdicts on seats; those of all tables share one error rate.
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
