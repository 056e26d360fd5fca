//! What everything is played with: threads, a way to ask for the end, somebody who is told how far it is, and a
//! place to keep what was played.

use sim_engine::Objective;
pub use sim_play::arm::Stop;
use sim_play::tally::Tally;
use sim_stats::{Estimate, sprt::Evidence};

use crate::{Work, experiment::Precision, figure::Unit, store::Store};

#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// So much is to come after what is planned already.
    Work(Work),
    /// So many arms with so many games in all are to come.
    Plan { arms: usize, games: u64 },
    /// Players are to train in so many games in all, of which some were played in another call.
    Train { before: u64, games: u64 },
    /// So many games of players that look ahead are to come.
    LookAhead { games: u64 },
    /// What is played is not kept.
    Unkept { why: &'a (dyn std::error::Error + 'static) },
    /// An arm begins; `before` of its games were played already, `seen` of these in this call, which are not planned again.
    Begin { label: &'a str, before: u64, seen: u64, games: u64 },
    /// The arm has grown by a block; a goal ends it before its last game.
    Grown { tally: &'a Tally, goal: Option<&'a Precision> },
    /// Both strategies of a comparison have come to so many games: the difference in what is played for, and how the
    /// sequential test stands, if there is one.
    Duel { games: u64, difference: &'a Estimate, unit: Unit, evidence: Option<Evidence> },
    /// A tournament of so many players has too few games for all tables in all orders of seating, which take so many.
    Sampled { players: usize, all: u64 },
    /// The arm has come to so many games, whose tally nobody keeps.
    Step { games: u64 },
    /// A search for better play has come to so many games in all.
    Searched { games: u64, stage: Stage },
    /// The arm is through.
    End { games: u64 },
}

#[derive(Debug, Clone, Copy)]
pub enum Stage {
    /// So many generations of trials are through.
    Generation { number: u64, all: u64 },
    /// So many learnings in turn, and how the one of this number, from 0, goes: what it won or made when it was
    /// looked at last, and how open its choices are.
    Learning { number: usize, all: usize, objective: Objective, won: Option<f64>, entropy: f64 },
    /// Players learn on in so many arms side by side, so often in each.
    Adapting { arms: usize, repeats: u64 },
    /// What was found is played on deals of its own.
    Confirming,
}

/// Sees what happens. It decides itself how often it shows anything: the laboratory has no clock.
pub trait Progress: Send {
    fn see(&mut self, event: Event<'_>);
}

impl Progress for () {
    fn see(&mut self, _: Event<'_>) {}
}

/// What a verb plays with.
///
/// Where nothing is to be shown or kept, `()` does for both:
///
/// ```
/// use sim_lab::{Lab, Stop};
///
/// let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// # let _ = &mut lab;
/// # Ok::<(), rayon::ThreadPoolBuildError>(())
/// ```
pub struct Lab<'a> {
    pub threads: &'a rayon::ThreadPool,
    pub stop: &'a Stop,
    pub progress: &'a mut dyn Progress,
    pub store: &'a mut dyn Store,
}

impl Lab<'_> {
    pub(crate) fn show_unkept(&mut self) {
        if let Some(why) = self.store.unkept() {
            self.progress.see(Event::Unkept { why });
        }
    }
}
