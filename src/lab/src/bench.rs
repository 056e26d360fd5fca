//! The environment of every verb: threads, a stop request, progress events, and a store for games that were played.

use sim_engine::Objective;
pub use sim_play::arm::Stop;
use sim_play::tally::Tally;
use sim_stats::{Estimate, sprt::Evidence};

use crate::{Work, experiment::Precision, figure::Unit, store::Store};

#[derive(Debug, Clone, Copy)]
pub enum Event<'a> {
    /// Additional work beyond what is already planned.
    Work(Work),
    /// The next arms, with their games in total.
    Plan { arms: usize, games: u64 },
    /// Games of the next training; an earlier call played `before` of them.
    Train { before: u64, games: u64 },
    /// The next games of look-ahead players.
    LookAhead { games: u64 },
    /// The store cannot keep the games that are played.
    Unkept { why: &'a (dyn std::error::Error + 'static) },
    /// An arm begins. `before` of its games are already played, `seen` of these in this call, which the plan does not
    /// count again.
    Begin { label: &'a str, before: u64, seen: u64, games: u64 },
    /// The arm grew by a block; `goal` may end it before its last game.
    Grown { tally: &'a Tally, goal: Option<&'a Precision> },
    /// Both strategies of a comparison reached `games` games in all: the difference in the objective, and the state
    /// of the sequential test, if there is one.
    Duel { games: u64, difference: &'a Estimate, unit: Unit, evidence: Option<Evidence> },
    /// A tournament has too few games for all tables in all seat orders, which would need `all` games.
    Sampled { players: usize, all: u64 },
    /// Games so far of an arm whose tally nobody keeps.
    Step { games: u64 },
    /// Games so far, in all, of a search for better play.
    Searched { games: u64, stage: Stage },
    /// The arm is finished.
    End { games: u64 },
}

#[derive(Debug, Clone, Copy)]
pub enum Stage {
    /// Finished generations of trials.
    Generation { number: u64, all: u64 },
    /// The training run of this number, from 0, of `all` in sequence: its latest evaluation in the objective, and the
    /// entropy of its choices.
    Learning { number: usize, all: usize, objective: Objective, won: Option<f64>, entropy: f64 },
    /// Players train further in `arms` arms in parallel, `repeats` times in each.
    Adapting { arms: usize, repeats: u64 },
    /// The search result is played on its own deals.
    Confirming,
}

/// Observes events. The implementation decides how often to show anything: the laboratory has no clock.
pub trait Progress: Send {
    fn on_event(&mut self, event: Event<'_>);
}

impl Progress for () {
    fn on_event(&mut self, _: Event<'_>) {}
}

/// The environment that a verb plays with.
///
/// `()` serves as a progress that shows nothing and as a store that keeps nothing:
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
            self.progress.on_event(Event::Unkept { why });
        }
    }
}
