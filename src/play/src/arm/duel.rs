//! Two arms side by side, deal by deal: one strategy swapped in for another.

use std::ops::{ControlFlow, Range};

use super::{Arm, ArmError, Sink, Stop};
use crate::{
    Row, Utility,
    tally::{Duel, LineupStrata, Outcome, Tally},
};

/// Deals between two interim analyses: enough to keep all threads busy, few enough that a test does not run on long
/// after it is decided. The number is fixed, so that a test analyzes the same deals on any number of threads.
pub const INTERIM: u64 = 1024;

/// Deals per thread by which one arm gets ahead of the other if a strategy searches: a game takes seconds, so that
/// `INTERIM` deals take hours.
const TURN: u64 = 8;

/// Keeps outcomes by deal, and passes progress on to `watcher`.
struct Outcomes<'s> {
    first: u64,
    deals: Vec<Outcome>,
    utility: Utility,
    watcher: &'s mut dyn Sink,
}

impl Sink for Outcomes<'_> {
    fn takes_rows(&self) -> bool {
        true
    }

    fn stop(&self) -> Stop {
        self.watcher.stop()
    }

    fn folded(&mut self, prefix: &Tally, rows: &[Row]) -> ControlFlow<()> {
        for row in rows {
            let at = (row.deal - self.first) as usize;
            if self.deals.len() <= at {
                self.deals.resize(at + 1, Outcome::default());
            }
            self.deals[at].add(row, 0, self.utility);
        }
        self.watcher.folded(prefix, &[])
    }
}

/// The duel of two such arms before their first deal.
pub fn unplayed(arm: &Arm) -> Duel {
    Duel::new(arm.inputs.rules.players, LineupStrata::new(&arm.schedule).count())
}

/// Plays the first `deals` deals in both arms and compares the arms' first strategies. `duel` holds deals played
/// before. The arms take turns, up to the next interim analysis, or for fewer deals if a strategy searches. After
/// each turn `interim` sees the duel and may end it. The sink may end it anywhere; only deals that both arms have
/// played count. Memory does not grow with the deals.
///
/// # Errors
/// When the arms differ in their tables or their seed.
pub fn duel(
    (one, other): (&Arm, &Arm),
    deals: u64,
    mut duel: Duel,
    sink: &mut dyn Sink,
    interim: &mut dyn FnMut(&Duel) -> ControlFlow<()>,
) -> Result<Duel, ArmError> {
    if one.schedule != other.schedule || one.inputs.seed != other.inputs.seed {
        return Err(ArmError {
            message: "the two strategies would not meet the same tables".to_owned(),
            help: "give both the same field and seed".to_owned(),
        });
    }
    let strata = LineupStrata::new(&one.schedule);
    let mut tallies = (one.empty(), other.empty());
    let turn = match one.searches() || other.searches() {
        true => TURN * rayon::current_num_threads() as u64,
        false => INTERIM,
    };
    while duel.deals < deals {
        let first = duel.deals;
        // Interim analyses fall on the same deals wherever the duel was resumed.
        let part = first..deals.min((first / INTERIM + 1) * INTERIM).min(first + turn);
        // The other arm plays first. A search is compared with a script, which costs little: once the script has
        // played, each deal of the search counts as soon as it is played.
        let theirs = outcomes(other, part.clone(), &mut tallies.1, sink);
        if (theirs.len() as u64) < part.end - first {
            break;
        }
        let mine = outcomes(one, part.clone(), &mut tallies.0, sink);
        for (deal, (mine, theirs)) in part.clone().zip(mine.iter().zip(&theirs)) {
            duel.add(strata.at(deal), mine, theirs);
        }
        if duel.deals < part.end || interim(&duel).is_break() {
            break;
        }
    }
    Ok(duel)
}

/// Plays a range of deals and returns their outcomes, as far as the sink let it play.
fn outcomes(arm: &Arm, deals: Range<u64>, prefix: &mut Tally, sink: &mut dyn Sink) -> Vec<Outcome> {
    let mut outcomes =
        Outcomes { first: deals.start, deals: Vec::new(), utility: arm.game.utility(), watcher: sink };
    let before = std::mem::replace(prefix, arm.empty());
    *prefix = arm.play(deals, before, &mut outcomes);
    outcomes.deals
}
