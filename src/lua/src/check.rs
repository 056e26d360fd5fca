//! Checks a file against the laws of all games.

use crate::LuaTitle;
use sim_play::laws::{self, basis};

type Law = (&'static str, &'static str, fn(&LuaTitle));

/// Laws about what the program itself derives from a file's declarations.
const DERIVED: [&str; 1] = ["listed_chance_is_what_luck_draws"];

macro_rules! list_of {
    ($($module:ident $law:ident),+ $(,)?) => {
        &[$((stringify!($module), stringify!($law), laws::$module::$law)),+]
    };
}

/// A law that a game breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Broken {
    /// Name of the law.
    pub law: String,
    /// The law's message.
    pub complaint: String,
}

impl Broken {
    /// The deal of [`SEED`](laws::SEED) that shows it, if the complaint names one.
    pub fn deal(&self) -> Option<u64> {
        let (_, rest) = self.complaint.split_once("deal ")?;
        rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    }

    /// The seed of all deals in checks.
    pub const SEED: u64 = laws::SEED;
}

const LAWS: &[Law] = sim_play::each_law!([list_of]);

/// Rephrases a law's complaint, which is written for Rust games, for game files.
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

/// Checks a game against the laws, which takes some seconds. Returns the number of laws checked, and the broken
/// ones.
///
/// A broken law panics. The panics are caught; a caller with a terminal silences their messages. Before each law,
/// `begins` receives the number of laws checked so far, the number of all laws, and the name of the next.
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
    // A failure of the file itself replaces the broken laws, which only notice that the game stops.
    if let Some(failure) = title.failure() {
        broken =
            vec![Broken { law: "the_functions_of_the_file_play".to_owned(), complaint: failure.to_string() }];
    }
    (all, broken)
}
