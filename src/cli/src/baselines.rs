//! How the baselines do in the place of an archetype, told below the ranking of a plain run.
//!
//! A pool of archetypes shows who is ahead among them, not how well they play. `default`, `greedy` and
//! `expert` are no plans of their own and stay out of it, so each is played against it besides.

use super::{
    failure::Failure,
    game_args::{Chosen, Seated},
    output,
    session::Session,
    strategies,
};
use sim_engine::text::people;
use sim_lab::{
    experiment::{Named, Seats},
    tables::{self, Table},
};

/// Games of each baseline: a tenth of the run's, and no more than this.
const MOST: u64 = 2_000;
const PART: u64 = 10;
/// Fewer say nothing.
const LEAST: u64 = 200;

/// The win rates of the baselines against the pool of a run; nothing for other pools and short runs.
///
/// # Errors
/// When a shipped file is wrong, which a test rules out, or the games are interrupted.
pub fn text(chosen: &Chosen, seated: &Seated, games: u64, session: &mut Session) -> Result<String, Failure> {
    let (Chosen { entry, rules, .. }, arm) = (chosen, &seated.arm);
    let games = (games / PART).min(MOST);
    let players = arm.inputs.rules.players;
    let is_plain = arm.inputs.lineup.is_none() && seated.named == strategies::archetypes(*entry);
    if !is_plain || players < 2 || games < LEAST {
        return Ok(String::new());
    }
    let mut ranking: Option<Table> = None;
    for name in &strategies::baselines(*entry) {
        let Some(baseline) = entry.shipped_strategy(name)? else { continue };
        let field = [baseline].into_iter().chain(arm.strategies.iter().cloned()).collect();
        let seats = Seats { players, strategies: field, lineup: None, seed: arm.inputs.seed };
        let entered = Named { name: name.clone(), arm: entry.entering(rules, seats)? };
        let deals = entered.arm.schedule.deals_for(games).0;
        let tally = session.arm(&entered, deals)?;
        let mut table = tables::win_rate_by_strategy(&entered.arm.subject(), &tally);
        let mut rows = std::mem::take(&mut table.rows);
        rows.retain(|row| table.text(row, "strategy") == *name);
        ranking.get_or_insert(table).rows.extend(rows);
    }
    let Some(ranking) = ranking else { return Ok(String::new()) };
    let rows = output::estimates(&ranking, &["strategy"], "win_rate", true);
    let games = people::count(games);
    Ok(format!("baselines, each in {games} games in the place of one of them:\n{rows}\n"))
}
