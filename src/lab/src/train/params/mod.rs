//! Better params for a script, found by playing.
//!
//! An evolution strategy tries values of the params within their ranges. The trials of a
//! generation meet the same deals, and the next generation meets new ones: differences between trials
//! are sharp, and nobody learns deals by heart. Trials race: the worse half of them stops early.
//!
//! What the search ends with is no more than a guess, the luckier the longer it was sought. So its
//! results are [chosen among](verdict) on other deals, and the winner is held against the start on test
//! ones, and against opponents that the search never met. Deals of a tuning have numbers that no run
//! reaches.
//!
//! A search is a function of its inputs: every step follows from the seed and from where the search
//! [stands](TunerState), which can be stored, and scores are whole numbers that any number of threads adds up to
//! the same.

#[doc(hidden)]
pub mod arena;
pub(crate) mod evolution;
#[doc(hidden)]
pub mod history;
pub(crate) mod plan;
#[doc(hidden)]
pub mod search;
pub(crate) mod space;
mod spec;
mod tuning;
pub mod verdict;

#[doc(hidden)]
pub use arena::Arena;
pub use arena::Objective;
pub use plan::Plan;
#[doc(hidden)]
pub use search::{Task, TunerState};
#[doc(hidden)]
pub use space::Space;
pub(crate) use spec::template_at;
pub use spec::{TuneSpec, strangers, template, usual_rivals};
pub use tuning::{Tuning, tune};
pub use verdict::{Credit, Verdict, judge};
