//! The law of odds: hidden fields are drawn with their true probabilities.
//!
//! Given what a seat sees, the true state and a state that `resample` draws have the same distribution. A reading is
//! then as likely in the true state alone as in the drawn state alone. Of `n` deals in which just one of them has it,
//! the two counts differ by chance, like those of a fair coin (the test of McNemar, 1947).
//!
//! What others have chosen must not tell a seat what they hold. In this law they choose with the same probability
//! whatever else is legal for them. Where they cannot, or where a choice is secret and its odds are free, the law
//! examines only the choosing seat for the rest of the deal.

use std::{
    collections::{BTreeMap, BTreeSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use super::{DEALS, SEED, curious::candidates, hidden_by, hold, note, random_play, tables};
use sim_engine::{Game, Lawful, Listed, Luck, Node, Purpose, Seat, Stream};
use sim_script::{Scripted, Title};

/// Deals at the default table size: `BYTES` / size of a state, within `FEWEST..=MOST`; one in `ELSEWHERE` at others.
const BYTES: usize = 1 << 21;
const FEWEST: usize = 1000;
const MOST: usize = 8000;
const ELSEWHERE: usize = 4;

/// Two counts differ if the square of their difference, divided by their sum, is above this. By Hoeffding's
/// inequality chance alone gets there with a probability of less than 2 exp(-SURE / 2), 2e-13: less than one in a
/// million over the five million readings that a law may make.
const SURE: f64 = 60.0;

/// Words that are read of a hidden field, and hashed groups of observations.
const WORDS: usize = 24;
const GROUPS: u64 = 8;
/// Other choices tried, to find out whether a choice is secret.
const OTHERS: usize = 8;

/// Where a state was met: the decision, the seat, and how often the seat had been asked it (a power of two).
type Place = (usize, Seat, u32);

/// Something read off a state: the place, the hidden field, which word of it (`None` for a whole short field), the
/// group of observations (`None` for all), and the text.
type Reading = (Place, usize, Option<usize>, Option<u64>, String);

/// Deals in which only one of the two states had a reading.
#[derive(Default)]
struct Discord {
    true_alone: u32,
    drawn_alone: u32,
}

impl Discord {
    fn square(&self) -> f64 {
        let [one, other] = [self.true_alone, self.drawn_alone].map(f64::from);
        (one - other).powi(2) / (one + other)
    }
}

/// A word of a hidden field, with its index; `None` if the whole field stands for one word.
type Word<'f> = (Option<usize>, &'f str);

/// The words of a hidden field: the whole field if it has at most two words, otherwise its first words.
fn words(field: &str) -> Vec<Word<'_>> {
    let words = field.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    match words.clone().nth(2) {
        None => vec![(None, field)],
        Some(_) => words.take(WORDS).enumerate().map(|(at, word)| (Some(at), word)).collect(),
    }
}

/// Orders numbers by size, and other words alphabetically.
fn rank(word: &str) -> Result<u128, &str> {
    word.parse().map_err(|_| word)
}

/// Readings of one field that the other lacks: words at their index, words that are less than the next one, and words
/// that are less than in the other field.
fn alone<'f>(field: &[Word<'f>], other: &[Word<'f>]) -> Vec<Word<'f>> {
    let read = |field: &[Word<'f>]| {
        let rising = field.windows(2).filter(|pair| rank(pair[0].1) < rank(pair[1].1));
        let rising = rising.map(|pair| (pair[0].0, "less than the next"));
        field.iter().copied().chain(rising).collect::<BTreeSet<Word<'f>>>()
    };
    let less = field.iter().zip(other).filter(|(one, other)| rank(one.1) < rank(other.1));
    let less = less.map(|(one, _)| (one.0, "less than in the other state"));
    read(field).difference(&read(other)).copied().chain(less).collect()
}

/// The largest number of answers that each decision offers in random play.
fn widths<G: Scripted>(game: &G) -> Vec<usize> {
    let mut widths = vec![1; game.info().decisions.len()];
    for deal in 0..DEALS {
        random_play(game, deal, |state, _| {
            if let Node::Decision { decision, .. } = game.node(state) {
                let width = &mut widths[decision.index()];
                *width = (*width).max(candidates(game, state).len());
            }
        });
    }
    widths
}

/// Compares states of random play with what `resample` draws from them.
struct Comparison<'g, G: Game> {
    game: &'g G,
    widths: Vec<usize>,
    /// States that were drawn differently from the truth.
    unlike: u32,
    discords: BTreeMap<Reading, Discord>,
}

impl<G: Scripted + Lawful> Comparison<'_, G> {
    fn compare(&mut self, place: Place, state: &G::State, drawn: &G::State) {
        let (game, (_, seat, _)) = (self.game, place);
        let fields = [state, drawn].map(|state| game.hidden_fields(state, seat));
        if fields[0] == fields[1] {
            return;
        }
        self.unlike += 1;
        // If the observations differ as text, they show hidden fields, and so say nothing about what the seat sees.
        let [sight, other] = [state, drawn].map(|state| format!("{:?}", game.observe(state, seat)));
        let mut group = DefaultHasher::new();
        sight.hash(&mut group);
        let group = (sight == other).then(|| group.finish() % GROUPS);
        for (field, (of_state, of_drawn)) in fields[0].iter().zip(&fields[1]).enumerate() {
            let [of_state, of_drawn] = [of_state, of_drawn].map(|text| words(text));
            let groups = [None, group];
            let mut count = |alone: Vec<Word<'_>>, of: fn(&mut Discord) -> &mut u32| {
                for (word, told) in alone {
                    for &group in &groups[..1 + usize::from(group.is_some())] {
                        let reading = (place, field, word, group, told.to_owned());
                        *of(self.discords.entry(reading).or_default()) += 1;
                    }
                }
            };
            count(alone(&of_state, &of_drawn), |discord| &mut discord.true_alone);
            count(alone(&of_drawn, &of_state), |discord| &mut discord.drawn_alone);
        }
    }

    /// Plays a deal, and compares each seat's states until another seat's choice may reveal something hidden to it.
    fn play(&mut self, deal: u64, resample: &impl Fn(&G::State, Seat, &mut Stream) -> G::State) {
        const CHOICES: Purpose = Purpose::new("laws.odds");
        let game = self.game;
        let luck = Luck::new(SEED + 3, deal);
        let mut choices = luck.stream(CHOICES, 0);
        let mut looks = vec![true; game.players()];
        let mut asked: BTreeMap<(usize, Seat), u32> = BTreeMap::new();
        let mut state = game.deal(&luck, &mut |_| {});
        for step in 0..u64::from(game.ply_limit()) {
            let (seat, decision) = match game.node(&state) {
                Node::Terminal => return,
                Node::Chance => {
                    game.apply_chance(&mut state, &luck, &mut |_| {});
                    continue;
                }
                Node::Decision { seat, decision } => (seat, decision.index()),
            };
            if looks[seat.index()] {
                let times = asked.entry((decision, seat)).or_default();
                *times += 1;
                if times.is_power_of_two() {
                    let place = (decision, seat, *times);
                    self.compare(place, &state, &resample(&state, seat, &mut luck.imagination(step)));
                }
            }
            let legal = candidates(game, &state);
            // Each answer has the same probability in every state. A drawn index without an answer tells the others
            // how much is legal.
            let drawn = choices.index(self.widths[decision].max(1));
            let is_even = drawn < legal.len();
            let chosen = drawn % legal.len();
            let after = |action: G::Action| {
                let mut after = state.clone();
                game.apply(&mut after, action, &mut |_| {});
                after
            };
            let next = after(legal[chosen]);
            let others = legal.iter().enumerate().filter(|(at, _)| *at != chosen).take(OTHERS);
            let others: Vec<G::State> =
                others.map(|(_, &action)| after(action)).filter(|other| *other != next).collect();
            for other in Seat::all(game.players()).filter(|other| *other != seat) {
                let is_secret =
                    others.iter().any(|one| game.observe(one, other) == game.observe(&next, other));
                looks[other.index()] &= is_even && !is_secret;
            }
            state = next;
            if !looks.contains(&true) {
                return;
            }
        }
    }

    /// How many states were drawn differently; an error for the reading whose counts differ most, if they do.
    fn worst(self) -> Result<u32, String> {
        let by_square = |one: &(Reading, Discord), other: &(Reading, Discord)| {
            one.1.square().total_cmp(&other.1.square())
        };
        let Some((reading, discord)) =
            self.discords.into_iter().max_by(by_square).filter(|(_, worst)| worst.square() > SURE)
        else {
            return Ok(self.unlike);
        };
        let (((decision, seat, _), field, word, group, told), Discord { true_alone, drawn_alone }) =
            (reading, discord);
        let (field, at) = (self.game.hidden()[field], self.game.info().decisions[decision].name);
        let word = word.map_or(String::new(), |word| format!("word {} of ", word + 1));
        let seen = if group.is_some() { ", in deals in which the seat sees much the same" } else { "" };
        Err(format!(
            "{field} is drawn with the wrong odds for {seat} at `{at}`: {word}it is `{told}` {true_alone} times in the true \
             state alone, and {drawn_alone} times in the state that `resample` draws alone{seen}; by chance these counts \
             differ so much less than once in a million runs. Draw it in `resample` with the odds that it has given what \
             `observe` shows: sort what is unseen, then shuffle it"
        ))
    }
}

/// Looks for a hidden field that is drawn with wrong odds. Returns how many states were drawn differently from the
/// truth.
pub fn find_uneven<G: Scripted + Lawful>(
    game: &G,
    resample: impl Fn(&G::State, Seat, &mut Stream) -> G::State,
) -> Result<u32, String> {
    let deals = (BYTES / size_of::<G::State>().max(1)).clamp(FEWEST, MOST);
    let is_default = game.players() == game.info().default_players;
    let mut comparison = Comparison { game, widths: widths(game), unlike: 0, discords: BTreeMap::new() };
    for deal in 0..if is_default { deals } else { deals / ELSEWHERE } {
        comparison.play(deal as u64, &resample);
    }
    comparison.worst()
}

/// Hidden fields are drawn with their true odds. `--nocapture` shows how many states were drawn differently.
pub fn hidden_things_are_drawn_with_their_odds<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    if hidden_by(title).is_empty() {
        return;
    }
    for game in tables(title) {
        let unlike = hold(find_uneven(&game, |state, seat, stream| game.resample(state, seat, stream)));
        note(format!("{} players: {unlike} states were drawn differently than they are", game.players()));
    }
}

/// The law catches a [`resample`](sim_engine::Game::resample) that draws twice and keeps the first state in order.
pub fn uneven_odds_are_caught<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    if hidden_by(title).is_empty() {
        return;
    }
    let game = super::standard(title, title.info().default_players);
    // If others choose everything that is hidden, its odds are free.
    if find_uneven(&game, |state, seat, stream| game.resample(state, seat, stream)) == Ok(0) {
        return;
    }
    let ranks = |state: &G::State, seat| -> Vec<Result<u128, String>> {
        let fields = game.hidden_fields(state, seat);
        fields
            .iter()
            .flat_map(|field| words(field))
            .map(|(_, word)| rank(word).map_err(str::to_owned))
            .collect()
    };
    let uneven = |state: &G::State, seat, stream: &mut Stream| {
        let [one, other] = [(); 2].map(|()| game.resample(state, seat, stream));
        if ranks(&one, seat) <= ranks(&other, seat) { one } else { other }
    };
    let error = find_uneven(&game, uneven).unwrap_err();
    assert!(error.contains("is drawn with the wrong odds"), "{error}");
}
