//! Results in words and grids, for reading: one file per verb.

mod ablate;
mod adapt;
mod analysis;
mod balance;
pub mod card;
mod choices;
mod compare;
mod components;
mod diff;
mod difference;
mod exploitability;
pub mod finding;
mod grid;
mod head;
pub(crate) mod number;
mod plans;
pub mod players;
pub mod question;
mod robust;
pub mod rows;
mod run;
mod skill;
mod sweep;
mod train;
mod verdict;

use crate::{say::say, wrap::wrap};
use grid::more;
use head::{Games, contrast, extent, head, varied};
use number::{
    cells, ends, gain, least, level, number, per_game, percent, points, range, result, share, short_percent,
    signed,
};
use rows::{FIGURE_KEYS, Key, PairedRow, figure_name, of_figure, paired};

pub use ablate::ablate;
pub use adapt::adapt;
pub use analysis::analysis;
pub use balance::balance;
pub use choices::choices;
pub use compare::{compare, standing, tournament};
pub use components::components;
pub use diff::diff;
pub use difference::difference;
pub use exploitability::exploitability;
pub use grid::{Style, grid};
pub use head::not_played;
pub use plans::plans;
pub use robust::robust;
pub use run::{baselines, kept, part, precision, rates, run, speed};
pub use skill::{ladder, skill};
pub use sweep::{lines, sweep, target, target_answer};
pub use train::{largest, population, train, tune};
pub use verdict::verdict;

/// A sentence for terminals: names without their backticks.
pub fn plain(sentence: &str) -> String {
    sentence.replace('`', "")
}

/// One terminal line for each nonempty sentence.
fn sentences(all: impl IntoIterator<Item = String>) -> String {
    all.into_iter().filter(|one| !one.is_empty()).map(|one| plain(&one) + "\n").collect()
}

/// Line width of sentences.
const WIDTH: usize = 80;

/// Sentences wrapped for a terminal: `first` precedes the first line, and as many spaces the others.
pub fn wrapped(first: &str, sentence: &str) -> String {
    let indent = first.chars().count();
    let fits = |line: &str| line.chars().count() <= WIDTH - indent;
    let lines = wrap(plain(sentence).split_ascii_whitespace(), fits);
    format!("{first}{}\n", lines.join(&format!("\n{:indent$}", "")))
}
