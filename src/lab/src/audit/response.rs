use serde::{Deserialize, Serialize};
use sim_engine::Objective;
use sim_stats::Estimate;

use super::play::Place;
use crate::{
    Error, Lab,
    train::{Against, Features, MethodOverrides, TrainSpec, train},
};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Response {
    pub games: u64,
    /// The response's win rate beyond its fair share on unseen deals or, for points, its lead over its starting
    /// strategy. A lower bound of how far the players can be beaten.
    pub gain: Estimate,
}

impl Place<'_> {
    /// Trains a best response, starting from the first player, with as many games as the standard run plays first.
    /// `None` if there is nothing to train.
    pub fn response(&self, lab: &mut Lab<'_>) -> Result<Option<Response>, Error> {
        let Some(spec) = self.response_spec() else { return Ok(None) };
        let games = spec.games;
        self.kept("response", &[], lab, |lab| {
            let found = train(&spec, lab)?;
            let gain = found.best().map(|best| match (found.objective, &best.test.tables[..]) {
                (Objective::Wins, [only]) => only.won.moved(-1.0 / self.spec.players as f64),
                _ => best.test.field.difference,
            });
            found.record.ended.whole().map(|()| gain.map(|gain| Response { games, gain }))
        })
    }

    pub fn response_spec(&self) -> Option<TrainSpec> {
        let start = self.spec.field.players().first()?;
        start.strategy.text()?;
        Some(TrainSpec {
            rules: self.spec.rules.clone(),
            players: vec![self.spec.players],
            start: start.clone(),
            name: format!("{}-response", start.named),
            against: match self.spec.field.panel() {
                Some(panel) => Against::Panel(panel.players.clone()),
                None => Against::Start,
            },
            strangers: Vec::new(),
            features: Features::Cheap,
            hidden: None,
            rollouts: None,
            overrides: MethodOverrides::default(),
            games: self.audit.games,
            repeats: 1,
            seed: self.spec.seed,
        })
    }
}
