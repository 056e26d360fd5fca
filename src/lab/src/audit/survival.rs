//! What a finding would not survive: another ruling, other data, other or stronger players.

use super::{Part, words};
use crate::{
    ablate::{AblatedRow, Way},
    figure::{Direction, Figure, Owner},
    robust::{Held, Outcome, Robustness, all_alike},
};
use sim_engine::text::people;
use sim_stats::Interval;

/// Alternatives that are named.
const NAMES: usize = 3;
/// The strongest script.
const EXPERT: &str = "expert";

/// Of the win rate of a seat or a strategy.
pub fn of_win_rate(part: &Part, owner: &Owner) -> Vec<String> {
    let Some(robust) = &part.robust else { return Vec::new() };
    let row = robust.findings.iter().find(|row| row.owner == *owner);
    let mut but = row.map_or(Vec::new(), |row| outcomes(robust, &row.held));
    but.extend(among_experts(robust, owner));
    but
}

/// Of a component whose use goes with winning or losing.
pub fn of_adjusted(part: &Part, component: &str) -> Vec<String> {
    let Some(robust) = &part.robust else { return Vec::new() };
    let row = robust.components.iter().find(|row| row.component.name == component);
    row.map_or(Vec::new(), |row| outcomes(robust, &row.held))
}

/// What turns a finding, and what makes it fade.
fn outcomes(robust: &Robustness, held: &Held) -> Vec<String> {
    let mut but = Vec::new();
    let turned: Vec<String> = robust.turned_by(held).into_iter().map(|name| format!("`{name}`")).collect();
    if !turned.is_empty() {
        but.push(format!("It turns round with {}: {}.", words::names(&turned, NAMES), held.rests_on.word()));
    }
    // A finding that is open in fewer games says little; one that is open in most says that it is small.
    if held.fades > 0 && held.side != Direction::Open {
        but.push(format!(
            "It is no longer clear with {} of {}.",
            people::count(held.fades as u64),
            people::counted(held.alternatives as u64, "alternative", "alternatives")
        ));
    }
    but
}

/// The same seat among the strongest scripts, where it is another story there.
fn among_experts(robust: &Robustness, owner: &Owner) -> Option<String> {
    let experts = all_alike(EXPERT);
    let mut rows = robust.shares.iter().filter(|row| robust.alternatives[row.alternative].name == experts);
    let row = rows.find(|row| row.owner == *owner && matches!(owner, Owner::Seat(_)))?;
    let share = people::percent_within(row.win_rate.value?, row.win_rate.interval.map(words::ends));
    let story = match row.outcome {
        Outcome::Fades => "is not clear",
        Outcome::Turns => "turns round",
        Outcome::Holds | Outcome::Appears | Outcome::Open => return None,
    };
    Some(format!("Among stronger players (`expert` in every seat) it {story}: {share}."))
}

/// What taking a component out of the box does to those who use it.
pub struct Cause {
    pub by: f64,
    ends: Option<Interval>,
    pub is_found: bool,
    way: Way,
}

pub fn cause(part: &Part, component: &str) -> Option<Cause> {
    let is_it = |row: &&AblatedRow| row.component.name == component && row.figure == Figure::WinRate;
    let row = part.ablation.as_ref()?.rows.iter().find(is_it)?;
    let estimate = &row.paired.difference;
    Some(Cause { by: estimate.value?, ends: estimate.interval, is_found: row.is_found(), way: row.way })
}

impl Cause {
    /// In a sentence: with it less without it.
    pub fn words(&self) -> String {
        let (by, gone) = (
            words::points(self.by, self.ends),
            if self.way == Way::Replaced { "a blank in its place" } else { "it out of the box" },
        );
        match self.is_found {
            true => format!("With {gone} its users' win rate is another: the component brings them {by}."),
            false => format!(
                "A link, not a known cause: with {gone} nothing changes that can be told from chance; it brings its users {by}."
            ),
        }
    }
}
