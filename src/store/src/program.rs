use std::{borrow::Cow, collections::BTreeSet};

use sim_lab::{
    catalogue::Catalogue,
    experiment::Inputs,
    tables::{Cell, Table},
};
use sim_report::tell;
use sim_script::BestResponse;

/// The name by which texts call the program before they are put into its own words.
pub const WRITTEN: &str = "sim";

/// A program. A process has one, which lasts as long as it.
pub struct Program {
    name: &'static str,
    games: Catalogue,
    verbs: BTreeSet<String>,
}

impl Program {
    pub fn new(name: &'static str, games: Catalogue, verbs: BTreeSet<String>) -> Program {
        Program { name, games, verbs }
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

    pub fn best_responses(&self, inputs: &Inputs) -> Option<(&'static str, Vec<BestResponse>)> {
        inputs.best_responses(self.games.find(&inputs.rules.game)?.shipped())
    }

    /// How far those can be beaten who sit at a table, in a sentence; nothing where nobody knows.
    pub fn beaten(&self, inputs: &Inputs) -> Option<String> {
        self.best_responses(inputs).and_then(|(name, responses)| tell::players::of_copies(name, &responses))
    }

    /// A text with the name of the program in each of its commands.
    pub fn own<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.name == WRITTEN { Cow::Borrowed(text) } else { Cow::Owned(self.renamed(text)) }
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

    /// A text with another name in each command: where the written one stands as a word of its own before a verb or
    /// an option.
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

#[cfg(test)]
mod tests {
    use super::*;

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
