//! Findings in plain words. Names stand between backticks.
//!
//! A word of judgement is used only where an interval bears it out; the laboratory sees to that, and says how.

mod but;
pub(super) mod game;
pub(super) mod numbers;
mod run;
#[cfg(test)]
mod tests;

use sim_engine::text::people;
use sim_lab::finding::{Finding, Surety, What};

pub use but::but;

pub fn text(finding: &Finding) -> String {
    match &finding.what {
        What::Run(what) => run::text(what),
        What::Game(what) => game::text(what),
    }
}

/// How large it is, with its interval and what passes for balance; nothing of a run, whose sentences say it.
pub fn size(finding: &Finding) -> String {
    match &finding.what {
        What::Run(_) => String::new(),
        What::Game(what) => game::size(what),
    }
}

/// What takes more games to decide lies next to its limit.
const NEAR: u64 = 1_000_000;

/// `sure` at an error rate that is shared with others, or how many games would tell.
pub fn surety(surety: Surety) -> String {
    match surety {
        Surety::Decided => "sure".to_owned(),
        Surety::Seen => "in these games".to_owned(),
        Surety::Undecided { more: None, .. } => "open: many more games would tell".to_owned(),
        Surety::Undecided { more: Some(more), is_of_several } => {
            let first = if is_of_several { " for the first of them" } else { "" };
            let near = if more > NEAR { "so near the limit that it hardly matters; " } else { "" };
            format!("open: {near}about {} more games would tell{first}", people::count(more))
        }
    }
}
