use serde::{Deserialize, Serialize};

use sim_engine::text::slug;

use super::{Attempt, Exploit, Invasion, LeagueError};
use crate::{store::Found, tune::Standing};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Script {
    pub name: String,
    pub head: String,
    pub text: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Round {
    /// The mix that was to be beaten, by member of the field.
    pub parts: Vec<f64>,
    pub attempts: Vec<Attempt>,
    /// Who came in; none where nobody won enough.
    pub newcomer: Option<Script>,
    pub is_through: bool,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct State {
    inputs: String,
    /// Games so far, but those of a search under way.
    pub games: u64,
    pub rounds: Vec<Round>,
    pub(super) standing: Option<Standing>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) learning: Option<sim_learn::Standing>,
    pub invasions: Vec<Invasion>,
    pub exploits: Vec<Exploit>,
    pub responses: Vec<Script>,
    /// Newcomers in the field when those were looked for.
    exploited_by: usize,
}

impl State {
    /// The first of what was kept that is of these inputs, or a beginning.
    pub(super) fn open(found: &[Found], inputs: &str) -> Result<State, LeagueError> {
        for Found { place, bytes, .. } in found {
            let known: State = serde_json::from_slice(bytes)
                .map_err(|error| LeagueError::Damaged { place: place.clone(), why: error.to_string() })?;
            if known.inputs == inputs {
                return Ok(known);
            }
        }
        Ok(State { inputs: inputs.to_owned(), ..State::default() })
    }

    pub fn json(&self) -> String {
        // Plain structs of numbers and text always become JSON.
        serde_json::to_string(self).unwrap_or_default() + "\n"
    }

    pub fn is_closed(&self) -> bool {
        self.rounds.last().is_some_and(|round| round.is_through && round.newcomer.is_none())
    }

    pub fn attempts(&self) -> impl Iterator<Item = &Attempt> {
        self.rounds.iter().flat_map(|round| &round.attempts)
    }

    pub fn newcomers(&self) -> impl Iterator<Item = &Script> {
        self.rounds.iter().filter_map(|round| round.newcomer.as_ref())
    }

    /// Forgets best responses to single strategies that were looked for when the field was smaller.
    pub(super) fn refresh(&mut self) {
        let newcomers = self.newcomers().count();
        if self.exploited_by != newcomers {
            self.exploits.clear();
            self.responses.clear();
            self.exploited_by = newcomers;
        }
    }

    pub(super) fn response_name(&self, target: &str) -> String {
        let is_taken = |name: &str| self.responses.iter().any(|response| response.name == name);
        // Long names are cut, and may then be the same.
        free_name(format!("against-{}", slug(target)), is_taken)
    }
}

/// The name, or the first one behind it with a number that nobody has.
pub(super) fn free_name(name: String, is_taken: impl Fn(&str) -> bool) -> String {
    let others = (2..).map(|number| format!("{name}-{number}"));
    std::iter::once(name.clone()).chain(others).find(|name| !is_taken(name)).unwrap_or(name)
}
