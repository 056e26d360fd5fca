//! What is kept of a comparison: one file beside the runs of its game, from which the same call is
//! answered, carried on by a larger number of games, and gone on from however the program ended.

use std::path::PathBuf;

use super::Sides;
use crate::{
    failure::Failure,
    folder::Draft,
    kept::{self, Checkpoints},
    run_folder,
    session::PlayArgs,
};
use sim_lab::experiment::{digest, unplayed};
use sim_play::tally::Duel;
use sim_stats::sprt::Sizes;

pub struct Shelf {
    path: PathBuf,
    digest: String,
    empty: Duel,
    checkpoints: Option<Growing>,
}

/// The draft is held as long as checkpoints are written in it.
struct Growing {
    checkpoints: Checkpoints,
    _draft: Draft,
}

impl Shelf {
    /// Where both are kept. A sequential test has a place of its own: where it ends hangs on the looks at
    /// which it was not decided.
    pub fn new(sides: &Sides, sprt: Option<Sizes>) -> Result<Shelf, Failure> {
        let arms = (&sides.one.arm, &sides.other.arm);
        let sizes = sprt.map(|Sizes { low, high }| (low, high));
        let digest = digest(&("compare", &arms.0.inputs, &arms.1.inputs, sizes));
        let name = format!("{}p-{}.duel", arms.0.inputs.rules.players, &digest[..8]);
        let path = run_folder::place_of_runs(&arms.0.inputs).join(name);
        Ok(Shelf { path, digest, empty: unplayed(arms.0), checkpoints: None })
    }

    /// What is kept of at most so many deals. A longer one is left alone: a shorter one is played for its
    /// answer.
    pub fn kept(&mut self, args: &PlayArgs, deals: u64) -> Result<Duel, Failure> {
        let fresh = args.fresh();
        let kept = if fresh { None } else { kept::duel(&self.path, self.empty.clone(), &self.digest)? };
        let end = kept.as_ref().map(|duel| duel.deals);
        if end != Some(deals) {
            let draft = Draft::new(self.path.parent().unwrap_or(&self.path))?;
            let start = Checkpoints::at(self.path.clone(), self.digest.clone(), &draft, args.pause());
            self.checkpoints = Some(Growing { checkpoints: start.after(end), _draft: draft });
        }
        Ok(kept.filter(|duel| duel.deals <= deals).unwrap_or_else(|| self.empty.clone()))
    }

    /// Keeps what was played so far if it is time.
    pub fn folded(&mut self, duel: &Duel) -> Result<(), Failure> {
        self.checkpoints.as_mut().map_or(Ok(()), |growing| growing.checkpoints.folded(duel))
    }

    /// Keeps what was played in all.
    pub fn end(&mut self, duel: &Duel) -> Result<(), Failure> {
        let Some(growing) = self.checkpoints.as_mut().filter(|_| duel.deals > 0) else { return Ok(()) };
        growing.checkpoints.end_of(duel)
    }
}
