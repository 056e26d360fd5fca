//! The laws of all games, held against a file.

use crate::LuaTitle;
use sim_play::laws::{self, basis};

type Law = (&'static str, &'static str, fn(&LuaTitle));

/// Laws that guard what the program derives from a file's declarations itself.
const DERIVED: [&str; 1] = ["listed_chance_is_what_luck_draws"];

macro_rules! list_of {
    ($($module:ident $law:ident),+ $(,)?) => {
        &[$((stringify!($module), stringify!($law), laws::$module::$law)),+]
    };
}

/// A law that a game breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Its name.
    pub law: String,
    /// What is wrong.
    pub complaint: String,
}

impl Broken {
    /// The deal of [`SEED`](laws::SEED) that shows it, where the complaint names one.
    pub fn deal(&self) -> Option<u64> {
        let (_, rest) = self.complaint.split_once("deal ")?;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    }

    /// The seed of all deals by which games are checked.
    pub const SEED: u64 = laws::SEED;
}

/// The laws, each with its module.
const LAWS: &[Law] = sim_play::each_law!([list_of]);

/// A complaint of a law in the words of game files: those of a crate stand elsewhere.
fn of_files(complaint: &str) -> String {
    let words = [
        ("`count` or `count_end`", "`count`"),
        ("`measures!`", "`measures`"),
        ("`kinds` of `Info`", "`components`"),
        ("name it in `hidden`", "say so in `zones`"),
        ("show it in `observe`", "show it in `zones`"),
    ];
    words.iter().fold(complaint.to_owned(), |text, (of_crate, of_file)| text.replace(of_crate, of_file))
}

/// Holds a game to the laws, which takes some seconds: how many it was held to, and those that it breaks.
///
/// The laws panic where they are broken; the panics are caught, and whoever has a terminal silences their messages.
/// Before each law, `begins` gets the number of laws held so far, the number of all laws, and the name of the next.
pub fn check(title: &LuaTitle, mut begins: impl FnMut(usize, usize, &'static str)) -> (usize, Vec<Broken>) {
    let laws = LAWS.iter().copied().filter(|(_, name, _)| !DERIVED.contains(name));
    let (mut held, all) = (0, laws.clone().count());
    let broken = basis::complaints(title, laws, |law| {
        begins(held, all, law);
        held += 1;
    });
    let broken = broken.into_iter();
    let mut broken: Vec<Broken> = broken
        .map(|(law, complaint)| Broken { law: law.to_owned(), complaint: of_files(&complaint) })
        .collect();
    // What the file itself complains of comes first: laws only notice that the game stops.
    if let Some(failure) = title.failure() {
        broken =
            vec![Broken { law: "the_functions_of_the_file_play".to_owned(), complaint: failure.to_string() }];
    }
    (all, broken)
}
