//! Two arms side by side, deal by deal: one strategy in the place of another.

use std::ops::{ControlFlow, Range};

use super::{Arm, ArmError, Sink};
use crate::{
    Row,
    tally::{Companies, Duel, Outcome, Tally},
};

/// Deals between two looks at what both arms came to: enough to keep all threads busy, few enough that a
/// test does not run on long after it is decided. It is a fixed number, so that a test looks at the same
/// deals on any number of threads.
pub const INTERIM: u64 = 1024;

/// Keeps outcomes by deal, and passes the run on to whoever watches it.
struct Outcomes<'s> {
    first: u64,
    deals: Vec<Outcome>,
    watcher: &'s mut dyn Sink,
}

impl Sink for Outcomes<'_> {
    fn takes_rows(&self) -> bool {
        true
    }

    fn folded(&mut self, prefix: &Tally, rows: &[Row]) -> ControlFlow<()> {
        for row in rows {
            let at = (row.deal - self.first) as usize;
            if self.deals.len() <= at {
                self.deals.resize(at + 1, Outcome::default());
            }
            self.deals[at].add(row, 0);
        }
        self.watcher.folded(prefix, &[])
    }
}

/// What two arms have before their first deal.
pub fn unplayed(arm: &Arm) -> Duel {
    Duel::new(arm.inputs.rules.players, Companies::of(&arm.schedule).count())
}

/// Plays both arms over the first `deals`, in turn from one interim analysis to the next, and follows the first
/// strategy of each; `duel` holds the first of them that were played before. At each, `interim` sees what they
/// came to so far and may end the duel; the sink may end it anywhere, and what counts then is the last interim
/// analysis. Memory does not grow with the deals.
///
/// # Errors
/// When the first strategies of the arms do not meet the same tables.
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
    let companies = Companies::of(&one.schedule);
    let mut tallies = (one.empty(), other.empty());
    let mut first = duel.deals;
    while first < deals {
        // Looks are at the same deals wherever the duel was taken up again.
        let part = first..deals.min((first / INTERIM + 1) * INTERIM);
        let Some(mine) = outcomes(one, part.clone(), &mut tallies.0, sink) else { break };
        let Some(theirs) = outcomes(other, part.clone(), &mut tallies.1, sink) else { break };
        for (deal, (mine, theirs)) in part.clone().zip(mine.iter().zip(&theirs)) {
            duel.add(companies.at(deal), mine, theirs);
        }
        first = part.end;
        if interim(&duel).is_break() {
            break;
        }
    }
    Ok(duel)
}

/// The outcomes of a range of deals; none if the sink ended it before the last.
fn outcomes(arm: &Arm, deals: Range<u64>, prefix: &mut Tally, sink: &mut dyn Sink) -> Option<Vec<Outcome>> {
    let wanted = deals.end - deals.start;
    let mut outcomes = Outcomes { first: deals.start, deals: Vec::new(), watcher: sink };
    let before = std::mem::replace(prefix, arm.empty());
    *prefix = arm.play(deals, before, &mut outcomes);
    let deals = outcomes.deals;
    (deals.len() as u64 == wanted).then_some(deals)
}
