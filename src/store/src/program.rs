use std::{borrow::Cow, collections::BTreeSet};

use sim_lab::{
    catalogue::Catalogue,
    experiment::Inputs,
    strength::responses,
    tables::{Cell, Table},
};
use sim_report::tell;
use sim_script::BestResponse;

/// The program's name in texts, until [`Program::own`] replaces it.
pub const WRITTEN: &str = "sim";

/// A process has one program, which lives until the process ends.
pub struct Program {
    name: &'static str,
    games: Catalogue,
    verbs: BTreeSet<String>,
    /// Games in a file: name and path.
    files: Vec<(&'static str, String)>,
}

impl Program {
    pub fn new(name: &'static str, games: Catalogue, verbs: BTreeSet<String>) -> Program {
        Program { name, games, verbs, files: Vec::new() }
    }

    /// Adds games in a file, with the value of `--game` for each name.
    pub fn with_files(self, files: Vec<(&'static str, String)>) -> Program {
        Program { files, ..self }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn games(&self) -> Catalogue {
        self.games
    }

    pub fn has_verb(&self, word: &str) -> bool {
        self.verbs.contains(word)
    }

    /// Known best responses to the players of a run.
    pub fn responses(&self, inputs: &Inputs) -> Vec<BestResponse> {
        self.games.find(&inputs.rules.game).map_or(Vec::new(), |entry| responses(entry, inputs))
    }

    /// States in a sentence how far the players of a table can be beaten; `None` if no response is known.
    pub fn beaten(&self, inputs: &Inputs) -> Option<String> {
        tell::players::of_panel(&self.responses(inputs))
    }

    /// Replaces the program's name in each command of a text, and the names of games in a file by their paths.
    pub fn own<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let text = if self.name == WRITTEN { Cow::Borrowed(text) } else { Cow::Owned(self.renamed(text)) };
        let by_file = |text: Cow<'t, str>, (name, file): &(&str, String)| match text.contains(GAME) {
            true => Cow::Owned(with_file(&text, name, file)),
            false => text,
        };
        self.files.iter().fold(text, by_file)
    }

    pub fn own_table(&self, table: &Table) -> Table {
        let mut table = table.clone();
        for cell in table.rows.iter_mut().flatten() {
            if let Cell::Text(text) = cell
                && let Cow::Owned(own) = self.own(text)
            {
                *text = own;
            }
        }
        table
    }

    /// Replaces the program's name in each command: where it is a word of its own before a verb or an option.
    fn renamed(&self, text: &str) -> String {
        let (mut made, mut rest) = (String::new(), text);
        while let Some(at) = rest.find(WRITTEN) {
            let (before, after) = (&rest[..at], &rest[at + WRITTEN.len()..]);
            let is_begun = before.ends_with(|c: char| c.is_alphanumeric() || "-_/.".contains(c));
            let is_command = after.strip_prefix(' ').is_some_and(|next| {
                let word =
                    next.split(|c: char| !(c.is_ascii_lowercase() || c == '-')).next().unwrap_or_default();
                word.starts_with("--") || self.has_verb(word)
            });
            made += before;
            made += if is_command && !is_begun { self.name } else { WRITTEN };
            rest = after;
        }
        made + rest
    }
}

const GAME: &str = "--game ";

/// Replaces the name of a game by its file in each command of a text.
fn with_file(text: &str, name: &str, file: &str) -> String {
    let mut pieces = text.split(GAME);
    let mut made = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        made += GAME;
        let is_name = |rest: &&str| !rest.starts_with(|c: char| c.is_alphanumeric() || "-_./".contains(c));
        match piece.strip_prefix(name).filter(is_name) {
            Some(rest) => {
                made += file;
                made += rest;
            }
            None => made += piece,
        }
    }
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_in_a_file_is_named_by_the_file() {
        let program = Program::new("sim", Catalogue(&[]), BTreeSet::new());
        let program = program.with_files(vec![("reef", "games/reef.lua".to_owned())]);
        for (text, expected) in [
            ("sim --game reef --n 5", "sim --game games/reef.lua --n 5"),
            ("`sim show --game reef`, --game reef-2", "`sim show --game games/reef.lua`, --game reef-2"),
            ("the reef", "the reef"),
        ] {
            assert_eq!(program.own(text), expected);
        }
    }

    #[test]
    fn only_commands_take_the_name() {
        let verbs = ["run", "report", "set-up"].map(str::to_owned).into();
        let program = Program::new("reef", Catalogue(&[]), verbs);
        for (text, expected) in [
            ("sim run --n 5", "reef run --n 5"),
            ("see `sim report`; sim --game reef", "see `reef report`; reef --game reef"),
            ("<code>sim set-up a b</code>", "<code>reef set-up a b</code>"),
            (
                "sim runs; a sim of it; prosim run; x/sim run; similar",
                "sim runs; a sim of it; prosim run; x/sim run; similar",
            ),
            ("", ""),
        ] {
            assert_eq!(program.own(text), expected);
        }
    }
}
