//! Laws that every game must obey, in random and in scripted play: written once, run for each game.

pub mod promises;

// Public because the macros name these modules in the crate that calls them.
#[doc(hidden)]
pub mod bans;
#[doc(hidden)]
pub mod basis;
#[doc(hidden)]
pub mod chains;
#[doc(hidden)]
pub mod chance;
#[doc(hidden)]
pub mod counts;
#[doc(hidden)]
pub mod curious;
#[doc(hidden)]
pub mod files;
#[doc(hidden)]
pub mod hidden;
#[doc(hidden)]
pub mod odds;
#[doc(hidden)]
pub mod playthroughs;
#[doc(hidden)]
pub mod retelling;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod scripts;
#[cfg(test)]
mod tests;

use std::{collections::BTreeSet, fmt::Display};

use crate::episode::{Episode, Ply, Watch, Workbench};
use sim_engine::{
    Game, GameRecord, Lawful, Luck,
    settings::{self, Domain, Entry, Settings},
};
use sim_script::{Scripted, Strategy, Title, Why, library};

/// Deals of each law at each table size: few enough to take seconds, many enough to reach every branch.
const DEALS: u64 = 25;
/// The seed of these deals.
pub const SEED: u64 = 20_261_121;

/// Unwraps a result, or panics with the complaint as people read it.
#[track_caller]
fn hold<T, E: Display>(found: Result<T, E>) -> T {
    found.unwrap_or_else(|error| panic!("{error}"))
}

/// Prints what a law has compared, for `--nocapture`.
#[expect(clippy::print_stdout, reason = "--nocapture shows how much was compared")]
fn note(text: String) {
    if !basis::is_silent() {
        println!("{text}");
    }
}

fn data<G: Scripted, T: Title<Game = G>>(title: &T) -> Settings {
    hold(settings::parse("data.toml", title.info().data_file))
}

fn standard<G: Scripted>(title: &impl Title<Game = G>, players: usize) -> G {
    hold(title.set_up(&data(title), players))
}

/// What the game hides, in words.
fn hidden_by<G: Scripted + Lawful>(title: &impl Title<Game = G>) -> &'static [&'static str] {
    standard(title, title.info().default_players).hidden()
}

fn tables<G: Scripted, T: Title<Game = G>>(title: &T) -> impl Iterator<Item = G> {
    (title.info().players.0..=title.info().players.1).map(move |players| standard(title, players))
}

/// The game itself and every preset, at the default table size.
fn variants<G: Scripted, T: Title<Game = G>>(title: &T) -> Vec<(String, G)> {
    let mut variants = vec![("standard".to_owned(), standard(title, title.info().default_players))];
    variants.extend(presets(title, &data(title)));
    variants
}

fn presets<G: Scripted>(title: &impl Title<Game = G>, base: &Settings) -> Vec<(String, G)> {
    let played = |name: &str| {
        let mut settings = base.clone();
        settings.apply_preset(name)?;
        title.set_up(&settings, title.info().default_players)
    };
    let named =
        |name: &String| (name.clone(), played(name).unwrap_or_else(|error| panic!("{name}: {error}")));
    base.presets().iter().map(|preset| named(&preset.name)).collect()
}

/// The game under every alternative interpretation of every ruling that is a word or a flag, one at a time.
fn readings<G: Scripted, T: Title<Game = G>>(title: &T) -> impl Iterator<Item = (String, G)> {
    changed(title, data(title), |entry| entry.domain.readings())
}

/// The game with each numeric setting at the ends of its range and next to its value, one at a time.
fn margins<G: Scripted, T: Title<Game = G>>(title: &T) -> impl Iterator<Item = (String, G)> {
    changed(title, data(title), ends)
}

/// The ends of the range of a number, and the numbers next to its value.
fn ends(entry: &Entry) -> Vec<String> {
    let Domain::Range(low, high) = entry.domain else { return Vec::new() };
    let value = entry.value.parse::<i64>().unwrap();
    let values = BTreeSet::from([low, value - 1, value + 1, high]);
    values.into_iter().filter(|value| (low..=high).contains(value)).map(|value| value.to_string()).collect()
}

/// The game at every table size, under every preset, every alternative ruling and every changed number.
fn rulings<G: Scripted, T: Title<Game = G>>(title: &T) -> impl Iterator<Item = (String, G)> {
    let tables = tables(title).map(|game| (format!("{} players", game.players()), game));
    tables.chain(variants(title)).chain(readings(title)).chain(margins(title))
}

/// The game under the settings `base`: at every table size, under every preset, and with every setting changed, one
/// at a time.
fn widely<G: Scripted, T: Title<Game = G>>(title: &T, base: &Settings) -> impl Iterator<Item = (String, G)> {
    let sizes = title.info().players.0..=title.info().players.1;
    let tables = sizes.map(|players| (format!("{players} players"), hold(title.set_up(base, players))));
    let changed = changed(title, base.clone(), |entry| [entry.domain.readings(), ends(entry)].concat());
    tables.collect::<Vec<_>>().into_iter().chain(presets(title, base)).chain(changed)
}

/// The game with each setting at each of some other values, one at a time, as far as these can be played.
fn changed<G: Scripted, T: Title<Game = G>>(
    title: &T,
    base: Settings,
    values: impl Fn(&Entry) -> Vec<String>,
) -> impl Iterator<Item = (String, G)> {
    // A path with a dot is a cell of a table.
    let rulings: Vec<_> = base.entries().into_iter().filter(|entry| !entry.path.contains('.')).collect();
    rulings.into_iter().flat_map(move |entry| {
        let others = values(&entry).into_iter().filter(|value| *value != entry.value);
        let read = |value: String| {
            let mut settings = base.clone();
            settings.set(&entry.path, &value).unwrap();
            let game = title.set_up(&settings, title.info().default_players).ok()?;
            Some((format!("{}={value}", entry.path), game))
        };
        others.filter_map(read).collect::<Vec<_>>()
    })
}

/// The strategies at a law's table. At every other deal all seats play at random; at the rest the shipped strategies
/// take the seats in turn.
struct Company(Vec<Strategy>);

impl Company {
    fn new(title: &impl Title) -> Company {
        Company(title.shipped().iter().map(|shipped| named(title, shipped.name)).collect())
    }

    fn seats(&self, players: usize, deal: u64) -> Vec<&Strategy> {
        let strategy = |seat: usize| match deal % 2 {
            0 => &Strategy::Random,
            _ => &self.0[(deal as usize / 2 + seat) % self.0.len()],
        };
        (0..players).map(strategy).collect()
    }
}

fn named(title: &impl Title, name: &str) -> Strategy {
    let strategy = hold(library::shipped(title, name));
    strategy.unwrap_or_else(|| panic!("no {name}.toml in strategies/{}", title.info().name))
}

/// Plays one deal at random, calling `visit` at every state on the way.
fn random_play<G: Scripted>(
    game: &G,
    deal: u64,
    visit: impl FnMut(&G::State, u64),
) -> (G::State, GameRecord) {
    let random = Strategy::Random;
    play(game, &vec![&random; game.players()], deal, visit)
}

/// Plays one deal by the strategy of each seat, calling `visit` at every state on the way.
fn play<G: Scripted>(
    game: &G,
    seats: &[&Strategy],
    deal: u64,
    mut visit: impl FnMut(&G::State, u64),
) -> (G::State, GameRecord) {
    struct Visitor<'a, F>(&'a mut F, u64);
    impl<G: Game, F: FnMut(&G::State, u64)> Watch<G> for Visitor<'_, F> {
        fn action(&mut self, state: &G::State, _: Ply<G>, _: Option<Why>) {
            self.1 += 1;
            (self.0)(state, self.1);
        }
        fn chance(&mut self, state: &G::State) {
            self.1 += 1;
            (self.0)(state, self.1);
        }
    }
    let luck = Luck::new(SEED, deal);
    let mut record = game.record();
    let dealt = game.deal(&luck, &mut |event| game.count(&event, &mut record));
    let episode = Episode { game, seats };
    let state =
        episode.play(&dealt, &luck, &mut Workbench::new(game), &mut record, &mut Visitor(&mut visit, 0));
    (state, record)
}

/// Calls the macro in brackets with these arguments, followed by every law with its module.
#[doc(hidden)]
#[macro_export]
macro_rules! each_law {
    ([$($with:tt)+] $($arguments:tt)*) => {
        $($with)+! {
            $($arguments)*
            files the_files_of_the_game_are_read,
            files every_setting_is_read,
            rules legal_actions_are_sound,
            rules every_game_ends_and_nothing_is_lost,
            rules conservation_counts_the_whole_box,
            rules points_and_places_agree,
            rules points_of_a_zero_sum_game_sum_to_zero,
            counts every_end_has_its_words,
            counts every_measure_is_counted,
            counts the_use_of_components_is_counted,
            bans what_players_take_they_have_chosen,
            bans what_is_never_done_is_not_done,
            retelling clones_play_on_identically,
            retelling transcripts_read_back,
            chains chains_are_canonical,
            chance listed_chance_is_what_luck_draws,
            chance listed_deals_are_imagined_with_their_odds,
            hidden hidden_things_stay_hidden,
            hidden hidden_things_are_drawn_by_luck,
            odds hidden_things_are_drawn_with_their_odds,
            hidden a_search_does_not_peek,
            hidden what_is_dealt_in_secret_hangs_on_luck,
            hidden what_is_imagined_hangs_on_what_is_seen,
            scripts every_feature_is_given_a_value,
            scripts features_keep_their_ranges,
            scripts reasons_are_told_in_words,
            scripts the_vocabulary_matches_the_rules,
            scripts shipped_strategies_answer_anywhere,
            scripts shipped_strategies_play_legally,
            scripts opened_scripts_play_the_same_games,
        }
    };
}

/// Defines one test for each law, for a game: `sim_play::laws!(&TITLE);` in a module of its tests.
///
/// The game declares what it hides and what it must not lose ([`Lawful`](sim_engine::Lawful)).
/// [`promises!`](crate::promises) checks what its features predict.
///
/// ```
/// mod laws {
///     sim_play::laws!(&sim_delectable::TITLE);
/// }
/// ```
#[macro_export]
macro_rules! laws {
    ($title:expr) => {
        $crate::each_law! { [$crate::laws] @each $title; }

        #[test]
        fn rules_that_are_named_are_on_the_rules_page() {
            $crate::laws::basis::hold_to($title, "files", "rules_that_are_named_are_on_the_rules_page", |title| {
                let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
                $crate::laws::files::rules_that_are_named_are_on_the_rules_page(title, root);
            });
        }

        /// Random play for longer than a test may take, to be run by name:
        /// `SIM_DEALS=1000000 SIM_PLAYERS=2 cargo test --release -p sim-GAME -- --ignored --nocapture long`
        #[test]
        #[ignore = "half a minute for ten thousand deals"]
        fn long_random_play() {
            $crate::laws::rules::long_random_play($title);
        }
    };
    (@each $title:expr; $($room:ident $law:ident),+ $(,)?) => {
        $(#[test]
        fn $law() {
            $crate::laws::basis::hold_to($title, stringify!($room), stringify!($law), $crate::laws::$room::$law);
        })+
    };
}

/// Defines the test of a game whose features predict a chance, a price or a gain
/// ([`Promising`](promises::Promising)): `sim_play::promises!(&TITLE);` next to its laws.
///
/// ```
/// mod laws {
///     sim_play::promises!(&sim_delectable::TITLE);
/// }
/// ```
#[macro_export]
macro_rules! promises {
    ($title:expr) => {
        $crate::laws!(@each $title;
            promises features_keep_their_promises,
        );
    };
}

/// Tests of the laws themselves, for the games of the laboratory: the laws catch a fault that is planted in a game.
#[doc(hidden)]
#[macro_export]
macro_rules! laws_are_sharp {
    ($title:expr) => {
        $crate::laws!(@each $title;
            hidden a_forgotten_shuffle_is_caught,
            hidden a_peeking_rule_is_caught,
            odds uneven_odds_are_caught,
            promises a_false_promise_is_caught,
            promises a_feature_that_ignores_its_ruling_is_caught,
        );
    };
}
