//! Command lines that reproduce the reported numbers. They are canonical: equal inputs give equal commands.

use std::{fmt, str::FromStr};

use sim_play::arm::Rules;

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Verb {
        Run = "run",
        Replay = "replay",
        Compare = "compare",
        Diff = "diff",
        Components = "components",
        Plans = "plans",
        Balance = "balance",
        Sweep = "sweep",
        Robust = "robust",
        Skill = "skill",
        Train = "train",
        Report = "report",
        Analyse = "analyse",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    /// A positional argument: a file, a folder, a strategy.
    Name(String),
    /// An option and its value; the name has no dashes.
    Option(String, String),
    Flag(String),
}

impl Word {
    pub fn option(name: &str, value: impl fmt::Display) -> Word {
        Word::Option(name.to_owned(), value.to_string())
    }

    pub fn players(sizes: &[usize]) -> Word {
        let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
        Word::option("players", sizes.join(","))
    }

    pub fn of_rules(rules: &Rules) -> impl Iterator<Item = Word> {
        let presets = rules.presets.iter().map(|preset| Word::option("preset", preset));
        let data = rules.data.iter().map(|(path, _)| Word::option("data", path));
        let set = rules.set.iter().map(|change| Word::option("set", change));
        let objective = rules.settings.other_objective();
        let objective = objective.map(|objective| Word::option("objective", objective.word()));
        presets.chain(data).chain(set).chain(objective)
    }
}

/// A command line for display. Its words keep the order in which they were added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    verb: Verb,
    words: Vec<Word>,
}

impl Command {
    pub fn new(verb: Verb) -> Command {
        Command { verb, words: Vec::new() }
    }

    #[must_use]
    pub fn with(mut self, word: Word) -> Command {
        self.words.push(word);
        self
    }

    /// Puts a name before all other words.
    #[must_use]
    pub fn naming(mut self, name: &str) -> Command {
        self.words.insert(0, Word::Name(name.to_owned()));
        self
    }

    #[must_use]
    pub fn names<S: Into<String>>(self, names: impl IntoIterator<Item = S>) -> Command {
        names.into_iter().fold(self, |command, name| command.with(Word::Name(name.into())))
    }

    #[must_use]
    pub fn option(self, name: &str, value: impl fmt::Display) -> Command {
        self.with(Word::option(name, value))
    }

    #[must_use]
    pub fn flag(self, name: &str) -> Command {
        self.with(Word::Flag(name.to_owned()))
    }

    #[must_use]
    pub fn by(self, rules: &Rules) -> Command {
        Word::of_rules(rules).fold(self, Command::with)
    }

    /// Adds the game, the table sizes and the rules.
    #[must_use]
    pub fn of_tables(self, rules: &Rules, players: &[usize]) -> Command {
        self.option("game", &rules.settings.game).with(Word::players(players)).by(rules)
    }

    #[must_use]
    pub fn games(self, games: u64) -> Command {
        self.option("n", games)
    }

    #[must_use]
    pub fn seed(self, seed: u64) -> Command {
        self.option("seed", seed)
    }

    #[must_use]
    pub fn to(self, verb: Verb) -> Command {
        Command { verb, ..self }
    }

    #[must_use]
    pub fn at_sizes(mut self, sizes: &[usize]) -> Command {
        let is_size = |word: &&mut Word| matches!(word, Word::Option(name, _) if name == "players");
        if let Some(word) = self.words.iter_mut().find(is_size) {
            *word = Word::players(sizes);
        }
        self
    }

    /// The same run, continued until every verdict is decided.
    #[must_use]
    pub fn until_decided(mut self) -> Command {
        self.words.insert(0, Word::Flag("until-decided".to_owned()));
        self.to(Verb::Run)
    }

    #[must_use]
    pub fn replay(mut self, deal: u64, rotation: u8) -> Command {
        self.words.retain(|word| !matches!(word, Word::Option(name, _) if name == "n"));
        self.to(Verb::Replay).option("deal", deal).option("rotation", rotation)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "sim {}", self.verb.word())?;
        for word in &self.words {
            match word {
                Word::Name(name) => write!(f, " {}", quoted(name)),
                Word::Option(name, value) => write!(f, " --{name} {}", quoted(value)),
                Word::Flag(name) => write!(f, " --{name}"),
            }?;
        }
        Ok(())
    }
}

/// Quotes a word for a POSIX shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./,=:+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no command of this program")]
pub struct NoCommand;

/// Parses the output of [`Command`], and nothing else.
impl FromStr for Command {
    type Err = NoCommand;

    fn from_str(text: &str) -> Result<Command, NoCommand> {
        let list = split(text).ok_or(NoCommand)?;
        let [program, verb, rest @ ..] = &list[..] else { return Err(NoCommand) };
        let verb = Verb::named(&verb.text).filter(|_| program.text == "sim");
        let mut command = Command::new(verb.ok_or(NoCommand)?);
        let mut rest = rest.iter().peekable();
        while let Some(word) = rest.next() {
            let Some(name) = word.option() else {
                command = command.with(Word::Name(word.text.clone()));
                continue;
            };
            let Some(value) = rest.next_if(|next| next.option().is_none()) else {
                command = command.with(Word::Flag(name.to_owned()));
                continue;
            };
            let value = &value.text;
            let is_value = match name {
                "players" => value.split(',').all(|size| size.parse::<usize>().is_ok()),
                "n" | "seed" => value.parse::<u64>().is_ok(),
                _ => true,
            };
            command = command.with(Some(Word::option(name, value)).filter(|_| is_value).ok_or(NoCommand)?);
        }
        Ok(command)
    }
}

struct Split {
    text: String,
    is_quoted: bool,
}

impl Split {
    fn option(&self) -> Option<&str> {
        self.text.strip_prefix("--").filter(|_| !self.is_quoted)
    }
}

/// Splits a text into words as a shell does; none if a quote is not closed.
fn split(text: &str) -> Option<Vec<Split>> {
    let mut list: Vec<Split> = Vec::new();
    let (mut is_inside, mut is_new) = (false, true);
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter == ' ' && !is_inside {
            is_new = true;
            continue;
        }
        if std::mem::take(&mut is_new) {
            list.push(Split { text: String::new(), is_quoted: false });
        }
        let word = list.last_mut()?;
        match letter {
            '\'' => {
                is_inside = !is_inside;
                word.is_quoted = true;
            }
            '\\' if !is_inside => word.text.push(letters.next()?),
            letter => word.text.push(letter),
        }
    }
    (!is_inside).then_some(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sim_engine::text::list;

    #[test]
    fn a_replay_is_of_the_same_table() {
        let run = "sim run --game g --players 2 --strategies a,b --set 'x y=1' --n 400 --seed 3";
        let words =
            "sim replay --game g --players 2 --strategies a,b --set 'x y=1' --seed 3 --deal 7 --rotation 1";
        assert_eq!(run.parse::<Command>().unwrap().replay(7, 1).to_string(), words);
    }

    #[test]
    fn a_command_is_given_another_verb_and_other_tables() {
        let run: Command = "sim run --game g --players 2 --set a.players=2 --n 400".parse().unwrap();
        let words = "sim skill --game g --players 2,3 --set a.players=2 --n 400";
        assert_eq!(run.to(Verb::Skill).at_sizes(&[2, 3]).to_string(), words);
    }

    #[test]
    fn what_no_command_writes_is_none() {
        for text in ["", "sim", "sim dance", "other run", "sim run --n many", "sim run 'open"] {
            assert_eq!(text.parse::<Command>(), Err(NoCommand), "{text}");
        }
    }

    #[test]
    fn words_are_quoted_where_a_shell_would_take_them_apart() {
        for (word, shown) in [
            ("cards.S5.cost=19", "cards.S5.cost=19"),
            ("A/x.toml,random", "A/x.toml,random"),
            ("my plans/x.toml", "'my plans/x.toml'"),
            ("it's", r"'it'\''s'"),
            ("$HOME", "'$HOME'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), shown);
        }
    }

    fn word() -> impl Strategy<Value = Word> {
        // Any parser takes a word that begins with dashes for an option.
        let name = "[a-z0-9 $'/._=é-]{0,12}".prop_filter("an option", |text| !text.starts_with("--"));
        let names = prop::collection::vec("[a-z:=', ]{1,8}", 1..4);
        let listed = |name: &'static str| move |names: Vec<String>| Word::option(name, list::join(&names));
        prop_oneof![
            name.clone().prop_map(Word::Name),
            name.clone().prop_map(|game| Word::option("game", game)),
            prop::collection::vec(1..9_usize, 1..4).prop_map(|sizes| Word::players(&sizes)),
            names.clone().prop_map(listed("strategies")),
            names.prop_map(listed("lineup")),
            any::<u64>().prop_map(|games| Word::option("n", games)),
            any::<u64>().prop_map(|seed| Word::option("seed", seed)),
            name.prop_map(|value| Word::option("set", value)),
        ]
    }

    proptest! {
        #[test]
        fn a_command_is_read_as_it_is_written(
            verb in prop::sample::select(&Verb::ALL[..]),
            words in prop::collection::vec(word(), 0..8),
            has_flag: bool,
        ) {
            let mut command = words.into_iter().fold(Command::new(verb), Command::with);
            // The flag is last, so that no later word is taken for its value.
            command = if has_flag { command.with(Word::Flag("free".to_owned())) } else { command };
            prop_assert_eq!(command.to_string().parse(), Ok(command));
        }
    }
}
