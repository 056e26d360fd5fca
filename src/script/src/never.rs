//! Bans: what a strategy never does, as stated in its file and enforced by the table.
//!
//! A ban is a word. It names a component (`sommelier`), a kind of component (`renovation`), a measure that must
//! not change (`thefts`), or the first words of an action (`borrow`, `go 3`). [`MIX`] makes learned decisions
//! always give the likeliest answer. Banned actions are not offered while there are others. If the rules leave
//! nothing else, they are taken.

use std::fmt::{self, Write};

use sim_engine::{
    Amount, Game, GameRecord, Of, Offer, Seat,
    text::{FileError, suggestion},
};

use crate::{Title, plan};

/// The ban on mixing: on drawing different answers in the same situation.
pub const MIX: &str = "mix";

/// The bans of a strategy, at least one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Never {
    words: Vec<String>,
    mixes: bool,
}

impl Never {
    /// The bans with these words; none if there are no words.
    pub fn new(words: Vec<String>) -> Option<Never> {
        let mixes = words.iter().all(|word| word != MIX);
        (!words.is_empty()).then_some(Never { words, mixes })
    }

    /// The words as written in the file.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Whether answers may be drawn at random.
    #[inline]
    pub fn mixes(&self) -> bool {
        self.mixes
    }

    /// Whether an action is banned, by its notation or by the components that it takes.
    pub fn forbids<G: Game>(&self, game: &G, state: &G::State, seat: Seat, action: G::Action) -> bool {
        let mut is_forbidden = self.words.iter().any(|word| begins(&action, word));
        let components = game.components();
        game.takes(state, seat, action, &mut |id| {
            if let Some(component) = components.get(id.index()) {
                is_forbidden |=
                    self.words.iter().any(|word| [&component.name, &component.kind].contains(&word));
            }
        });
        is_forbidden
    }

    /// Like [`Never::forbids`], but also for actions that change a banned measure at once. `record` is a buffer.
    pub fn forbids_now<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        seat: Seat,
        action: G::Action,
        record: &mut Option<GameRecord>,
    ) -> bool {
        if self.forbids(game, state, seat, action) {
            return true;
        }
        let measures = game.info().measures;
        let mut named = (0..measures.len()).filter(|&at| {
            measures[at].of == Of::Seat && self.words.iter().any(|word| word == measures[at].name)
        });
        let Some(first) = named.next() else { return false };
        let record = record.get_or_insert_with(|| game.record());
        record.clear();
        let mut state = state.clone();
        game.apply(&mut state, action, &mut |event| game.count(&event, record));
        let moves = |at: usize| (0..measures[at].width()).any(|cell| record.measure(at, cell, seat) != 0);
        moves(first) || named.any(moves)
    }

    /// Removes banned answers from an offer and its `legal` actions, unless nothing would be left. Of amounts,
    /// the first unbroken run of allowed ones stays.
    pub fn narrow<G: Game>(
        &self,
        game: &G,
        (state, seat): (&G::State, Seat),
        offer: Offer,
        legal: &mut Vec<G::Action>,
        record: &mut Option<GameRecord>,
    ) -> Offer {
        let mut is_open = |action: &G::Action| !self.forbids_now(game, state, seat, *action, record);
        match offer {
            Offer::Actions => {
                if legal.iter().any(&mut is_open) {
                    legal.retain(is_open);
                }
                offer
            }
            Offer::Amount(limits) => {
                let mut is_open = |amount| game.amount_action(amount).is_none_or(|action| is_open(&action));
                let may_pass = limits.may_pass && is_open(None);
                let first = limits.amounts().find(|&amount| is_open(Some(amount)));
                let left = match first {
                    Some(min) => {
                        let open = limits.amounts().skip_while(|&amount| amount < min);
                        let max = open.take_while(|&amount| is_open(Some(amount))).last().unwrap_or(min);
                        Amount { may_pass, min, max, ..limits }
                    }
                    None if may_pass => Amount { may_pass, min: limits.min, max: limits.min - 1, ..limits },
                    None => limits,
                };
                Offer::Amount(left)
            }
        }
    }
}

/// Checks the bans of a file, each with its place in the text, against the game.
///
/// # Errors
/// The first word that is no component, no kind of component, no seat measure and no action.
pub fn check(
    title: &impl Title,
    origin: &str,
    text: &str,
    bans: impl Iterator<Item = (String, usize)>,
) -> Result<(), FileError> {
    let bans: Vec<(String, usize)> = bans.collect();
    if bans.is_empty() {
        return Ok(());
    }
    let known = bannable_words(title);
    let forms = forms(title);
    let is_action = |word: &str| forms.iter().any(|form| fits(form, word));
    match bans.iter().find(|(word, _)| !known.contains(word) && !is_action(word)) {
        None => Ok(()),
        Some((word, at)) => {
            let actions = actions(title);
            let help = suggestion(word, known.iter().chain(&actions).map(String::as_str));
            Err(FileError::at(
                origin,
                text,
                *at,
                format!("nothing is called `{word}` that it could never do"),
                help,
            ))
        }
    }
}

/// The first words of the game's actions.
pub fn actions(title: &impl Title) -> Vec<String> {
    let forms = forms(title).into_iter();
    let mut all: Vec<String> = Vec::new();
    for word in forms.filter_map(|form| literal(form).split(' ').next()).filter(|word| !word.is_empty()) {
        if all.iter().all(|known| known != word) {
            all.push(word.to_owned());
        }
    }
    all
}

/// The notation of each kind of action.
fn forms(title: &impl Title) -> Vec<&'static str> {
    let mut all: Vec<&str> = Vec::new();
    for form in plan::games(title).flat_map(|game| game.action_forms()) {
        if !all.contains(form) {
            all.push(form);
        }
    }
    all
}

/// The words that can be banned besides actions.
pub fn bannable_words(title: &impl Title) -> Vec<String> {
    let mut known = plan::counted(title);
    known.push(MIX.to_owned());
    known
}

/// The words of a form before its first field.
fn literal(form: &str) -> &str {
    form.split('{').next().unwrap_or_default().trim_end()
}

/// Whether an action of this form can begin with these words.
fn fits(form: &str, words: &str) -> bool {
    let literal = literal(form);
    let begins = |whole: &str, part: &str| {
        whole.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    !words.is_empty() && (begins(literal, words) || literal.len() < form.len() && begins(words, literal))
}

/// Whether an action's notation begins with these words.
fn begins(action: &impl fmt::Display, words: &str) -> bool {
    /// The rest of the words to match; none after a mismatch, or if the notation continues within a word.
    struct WordRest<'w>(Option<&'w str>);

    impl Write for WordRest<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let Some(left) = self.0 else { return Err(fmt::Error) };
            let shared = left.len().min(text.len());
            if left.as_bytes()[..shared] != text.as_bytes()[..shared] {
                self.0 = None;
                return Err(fmt::Error);
            }
            self.0 = left.get(shared..);
            // All words matched, and the notation continues: has the last word ended?
            if let Some(next) = text.as_bytes().get(shared) {
                if next.is_ascii_alphanumeric() || *next == b'-' {
                    self.0 = None;
                }
                return Err(fmt::Error);
            }
            Ok(())
        }
    }

    let mut left = WordRest(Some(words));
    // An error only means that the result is final.
    let _ = write!(left, "{action}");
    left.0 == Some("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_is_the_first_words_of_an_action() {
        for (action, words, is_meant) in [
            ("go 3", "go", true),
            ("go 3", "go 3", true),
            ("go 31", "go 3", false),
            ("go", "go 3", false),
            ("gone", "go", false),
            ("lay-off 2", "lay", false),
            ("serve egg+spice", "serve egg", true),
            ("borrow", "borrow", true),
            ("borrow", "repay", false),
        ] {
            assert_eq!(begins(&action, words), is_meant, "{action}: {words}");
            // The pieces in which the notation is written do not matter.
            let (first, rest) = action.split_at(action.len() / 2);
            assert_eq!(begins(&Pieces(first, rest), words), is_meant, "{first}|{rest}: {words}");
        }
    }

    struct Pieces<'a>(&'a str, &'a str);

    impl fmt::Display for Pieces<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)?;
            f.write_str(self.1)
        }
    }
}
