//! A game in one file, as a starting point for one's own.

use std::path::PathBuf;

use super::{Genre, words_of};
use crate::{failure::Failure, output, program};
use sim_lua::SUFFIX;
use sim_store::{is_device, strategies};

impl Genre {
    /// The text of an example, and the names in it to replace.
    fn file(self) -> (&'static str, &'static [&'static str]) {
        match self {
            Genre::PushYourLuck => (include_str!("../../../lua/examples/reef.lua"), &["Reef"]),
            Genre::HiddenHands => (
                include_str!("../../../lua/examples/kuhn.lua"),
                &["Kuhn poker, by Harold W. Kuhn", "Kuhn poker"],
            ),
            Genre::Drafting => (include_str!("../../../lua/examples/draft.lua"), &["Harbour"]),
        }
    }
}

/// Writes the file, and never over another.
pub(super) fn write(name: &str, like: Genre) -> Result<(), Failure> {
    let refused = |why: &str, help: &str| {
        Err(Failure::misuse(format!("`{name}` cannot be a game's name: {why}"), help))
    };
    let Some(words) = words_of(name) else {
        return refused(
            "it is a file and a word on the command line",
            "use small letters, digits and hyphens, a letter first: my-game",
        );
    };
    if is_device(name) {
        return refused("it names a device in Windows", "choose another one, as my-game");
    }
    if program::catalogue().find(name).is_some() {
        return refused("there is a game of this name", "choose another one, as my-game");
    }
    let (text, own) = like.file();
    let text = own.iter().fold(text.to_owned(), |text, foreign| text.replace(foreign, &words.join(" ")));
    let text = text.replace("designers = \"Harold W. Kuhn\"", "designers = \"you\"");
    let path = PathBuf::from(format!("{name}{SUFFIX}"));
    strategies::write(&path, &text, program::this())?;
    let file = path.display();
    output::print(&format!(
        "{file}\nplay it:   sim --game {file} --n 1e5\ncheck it:  sim check {file}\naudit it:  sim report --game {file}\n"
    ))
}
