//! Shared code of the tests of both objectives.

use kuhn::ENTRY;
use sim_engine::Objective;
use sim_lab::{Lab, Stop, spec::RulesSpec};

pub const BOTH: [Objective; 2] = [Objective::Points, Objective::Wins];

pub fn with_lab<T>(ask: impl FnOnce(&mut Lab<'_>) -> T) -> T {
    let threads = rayon::ThreadPoolBuilder::new().build().unwrap();
    ask(&mut Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () })
}

/// Rules with `payout=chips`: the player with more chips wins, and points are chips.
pub fn rules(objective: Objective) -> RulesSpec {
    let set = vec!["payout=chips".parse().unwrap()];
    RulesSpec { objective: Some(objective), set, ..RulesSpec::printed(&ENTRY) }
}
