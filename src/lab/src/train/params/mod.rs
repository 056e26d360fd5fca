//! Tunes the params of a script by playing.
//!
//! An evolution strategy tries values of the params within their ranges. The trials of a generation share their
//! deals, and the next generation gets new ones: differences between trials are precise, and nobody overfits to
//! deals. Trials race: the worse half of them stops early.
//!
//! The search overestimates its results, the more the longer it runs. So it [chooses among](verdict) them on other
//! deals, and compares the winner with the start on test deals, and against held-out opponents. A tuning uses deal
//! numbers that no other run reaches.
//!
//! A search is a function of its inputs: every step follows from the seed and from the [state](TunerState), which can
//! be stored. Scores are whole numbers, so that their sums do not depend on the number of threads.

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
