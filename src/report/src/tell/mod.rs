//! Results in words and grids, for reading: one file a verb.

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
mod ladder;
mod learned;
mod not_played;
mod number;
mod objective;
mod plans;
pub mod players;
pub mod question;
mod robust;
pub mod rows;
mod run;
mod skill;
mod sweep;
mod target;
mod tournament;
mod train;
mod verdict;

pub use ablate::ablate;
pub use adapt::adapt;
pub use analysis::analysis;
pub use balance::balance;
pub use choices::choices;
pub use compare::{compare, standing};
pub use components::components;
pub use diff::diff;
pub use difference::difference;
pub use exploitability::exploitability;
pub use grid::{Style, grid};
pub use ladder::ladder;
pub use learned::largest;
pub use not_played::not_played;
pub use plans::plans;
pub use robust::robust;
pub use run::{baselines, kept, part, precision, rates, run, speed};
pub use skill::skill;
pub use sweep::{lines, sweep};
pub use target::{target, target_answer};
pub use tournament::tournament;
pub use train::{train, tune};
pub use verdict::verdict;

/// A sentence for terminals: names without their backticks.
pub fn plain(sentence: &str) -> String {
    sentence.replace('`', "")
}

/// A line of a terminal for each of them that says something.
fn sentences(all: impl IntoIterator<Item = String>) -> String {
    all.into_iter().filter(|one| !one.is_empty()).map(|one| plain(&one) + "\n").collect()
}

/// The width of what is said in sentences.
const WIDTH: usize = 80;

/// Sentences in lines of a terminal: `first` stands before the first of them, and as many spaces before the others.
pub fn wrapped(first: &str, sentence: &str) -> String {
    let indent = first.chars().count();
    let (mut text, mut room) = (first.to_owned(), WIDTH - indent);
    for (at, word) in plain(sentence).split_ascii_whitespace().enumerate() {
        let width = word.chars().count();
        if at > 0 && width < room {
            text.push(' ');
            room -= 1;
        } else if at > 0 {
            text += &format!("\n{:indent$}", "");
            room = WIDTH - indent;
        }
        text += word;
        room = room.saturating_sub(width);
    }
    text + "\n"
}
