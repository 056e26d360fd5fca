//! The win rate of each baseline against the pool of archetypes.
//!
//! A pool of archetypes shows who is ahead among them, not how well they play. `default`, `greedy` and `expert`
//! follow no plan of their own and are not in the pool, so each is also played against it.

use sim_play::arm::{NamedArm, Seats};

use crate::{
    Error, Lab,
    player::{self, archetypes},
    spec::{ArmSpec, Field},
    store::Worth,
    summary::{RateRow, win_rates},
};

/// Games per baseline: a tenth of the run's, at most this many.
const MOST: u64 = 2_000;
const PART: u64 = 10;
/// Fewer games are uninformative.
const LEAST: u64 = 200;

#[derive(Debug, Clone, Default)]
pub struct Baselines {
    pub games: u64,
    /// The win rate of each baseline; empty if nothing is played.
    pub rows: Vec<RateRow>,
}

/// Plays each baseline against the pool of a run of `games` games. Plays nothing if the pool is not the one of all
/// archetypes, or if the run is too short.
///
/// ```
/// use sim_lab::{Lab, Stop, baselines::baselines, player::archetypes, spec::ArmSpec};
///
/// let entry = &sim_delectable::ENTRY;
/// let names = archetypes(entry);
/// let names: Vec<&str> = names.iter().map(String::as_str).collect();
/// let arm = ArmSpec::of_shipped(entry, 2, &names)?;
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// for row in baselines(&arm, 5_000, &mut lab)?.rows {
///     println!("{}: {:?}, where {:?} is fair", row.owner, row.estimate.value, row.fair);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn baselines(spec: &ArmSpec, games: u64, lab: &mut Lab<'_>) -> Result<Baselines, Error> {
    let Some(games) = games_of_each(spec, games) else { return Ok(Baselines::default()) };
    let mut found = Baselines { games, rows: Vec::new() };
    let entry = spec.rules.entry;
    let rules = spec.rules.resolve()?;
    for name in player::baselines(entry) {
        let Some(baseline) = entry.shipped_strategy(&name)? else { continue };
        let pool = spec.field.players().iter().map(|player| player.strategy.clone());
        let strategies = [baseline].into_iter().chain(pool).collect();
        let seats = Seats { players: spec.players, strategies, lineup: None, seed: spec.seed };
        let named = NamedArm { name: name.clone(), arm: entry.entering(&rules, seats)? };
        let (deals, _) = named.arm.schedule.deals_for(games);
        let tally = lab.tally(&named, 0..deals, Worth::IfLong)?;
        let rates = win_rates(&named.arm.subject(), &tally).strategies;
        found.rows.extend(rates.into_iter().filter(|row| row.owner.strategy() == Some(&name)));
    }
    Ok(found)
}

/// Games of all baselines for a run of `games` games.
pub fn games(spec: &ArmSpec, games: u64) -> u64 {
    games_of_each(spec, games).map_or(0, |each| each * player::baselines(spec.rules.entry).len() as u64)
}

fn games_of_each(spec: &ArmSpec, games: u64) -> Option<u64> {
    let games = (games / PART).min(MOST);
    let is_plain = matches!(spec.field, Field::Pool(_)) && spec.field.named() == archetypes(spec.rules.entry);
    (is_plain && spec.players > 1 && games >= LEAST).then_some(games)
}
