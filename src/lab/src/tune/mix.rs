use super::{
    arena::{Arena, Phase},
    verdict::{Watch, estimate, played},
};
use crate::error::Error;
use sim_script::Strategy;
use sim_stats::Estimate;

/// Strategies by how they do at the tables of an arena, the best first; the earlier of equals.
pub fn ranked(
    arena: &Arena<'_>,
    strategies: &[Strategy],
    rounds: u64,
    watch: Watch<'_>,
) -> Result<Vec<usize>, Error> {
    let all: Vec<&Strategy> = strategies.iter().collect();
    let scores = played(arena, &all, Phase::Start, 0..rounds, watch)?;
    let worth: Vec<f64> = scores.iter().map(|scores| arena.worth(&arena.sums(scores))).collect();
    let mut order: Vec<usize> = (0..strategies.len()).collect();
    order.sort_by(|&one, &other| worth[other].total_cmp(&worth[one]));
    Ok(order)
}

/// The win rate of a strategy, per seat that it holds, at the first sort of table of an arena on test deals.
pub fn weighed(
    arena: &Arena<'_>,
    strategy: &Strategy,
    rounds: u64,
    watch: Watch<'_>,
) -> Result<Estimate, Error> {
    let scores = played(arena, &[strategy], Phase::Test, 0..rounds, watch)?;
    Ok(estimate(arena, &scores[0][0]))
}
