//! What tests of both objectives share.

use kuhn::ENTRY;
use sim_engine::Objective;
use sim_lab::{Lab, Stop, spec::RulesSpec};

pub const BOTH: [Objective; 2] = [Objective::Points, Objective::Wins];

pub fn with_lab<T>(ask: impl FnOnce(&mut Lab<'_>) -> T) -> T {
    let threads = rayon::ThreadPoolBuilder::new().build().unwrap();
    ask(&mut Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () })
}

/// Hands for chips: who has more wins, and points are by how much.
pub fn rules(objective: Objective) -> RulesSpec {
    let set = vec!["payout=chips".parse().unwrap()];
    RulesSpec { objective: Some(objective), set, ..RulesSpec::printed(&ENTRY) }
}
