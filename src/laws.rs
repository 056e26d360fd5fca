//! What must hold for every game, played at random and by script: written once, run for each.

use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::{
    catalogue::games,
    play::{
        episode::{Nobody, Player, Watch, Workbench, answer, forced, is_legal},
        transcript::{Style, Telling, read_actions, tell},
    },
    rules::{Game, GameRecord, Luck, MAX_ACTIONS, Node, Offer, Seat, Shape, params, record::MAX_ROUNDS},
    strategy::{Ask, Desk, Scripted, Strategy, Why, library},
};

/// Deals of each law at each table size: few enough for seconds, many enough for every branch.
const DEALS: u64 = 25;
/// Seed of all laws.
const SEED: u64 = 20_261_121;

/// The game with the values of its data file.
fn standard<G: Game>(players: usize) -> G {
    let params = params::parse("data.toml", G::data_file()).unwrap();
    G::new(&params, players).unwrap()
}

fn tables<G: Game>() -> impl Iterator<Item = G> {
    (G::info().players.0..=G::info().players.1).map(standard::<G>)
}

/// Every preset of the game that can be played at its default table size, and the game itself.
fn variants<G: Game>() -> Vec<(String, G)> {
    let base = params::parse("data.toml", G::data_file()).unwrap();
    let mut variants = vec![("standard".to_owned(), standard::<G>(G::info().default_players))];
    for preset in base.presets() {
        let mut params = base.clone();
        params.apply_preset(&preset.name).unwrap();
        let game = G::new(&params, G::info().default_players);
        variants.push((preset.name.clone(), game.unwrap_or_else(|error| panic!("{}: {error}", preset.name))));
    }
    variants
}

/// The game under every other reading of every ruling that is a word or a flag, one at a time.
fn readings<G: Game>() -> impl Iterator<Item = G> {
    let base = params::parse("data.toml", G::data_file()).unwrap();
    // A path with a dot is a cell of a table.
    let rulings: Vec<_> = base.entries().into_iter().filter(|entry| !entry.path.contains('.')).collect();
    rulings.into_iter().flat_map(move |entry| {
        let words: Vec<String> = match entry.domain.as_str() {
            "true or false" => vec!["true".to_owned(), "false".to_owned()],
            domain if domain.contains(" | ") => domain.split(" | ").map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        let others = words.into_iter().filter(|word| *word != entry.value);
        let read = |word: String| {
            let mut params = base.clone();
            params.set(&entry.path, &word).unwrap();
            G::new(&params, G::info().default_players).ok()
        };
        others.filter_map(read).collect::<Vec<_>>()
    })
}

/// Plays one deal at random, calling `visit` at every state on the way.
fn random_play<G: Scripted>(
    game: &G,
    deal: u64,
    mut visit: impl FnMut(&G::State, u64),
) -> (G::State, GameRecord) {
    struct Visitor<'a, F>(&'a mut F, u64);
    impl<G: Game, F: FnMut(&G::State, u64)> Watch<G> for Visitor<'_, F> {
        fn action(&mut self, state: &G::State, _: crate::play::episode::Ply<G::Action>, _: Option<Why>) {
            self.1 += 1;
            (self.0)(state, self.1);
        }
        fn chance(&mut self, state: &G::State) {
            self.1 += 1;
            (self.0)(state, self.1);
        }
    }
    let luck = Luck::new(SEED, deal);
    let random = Strategy::Random;
    let seats = vec![&random; game.players()];
    let mut record = GameRecord::new(game);
    let dealt = game.deal(&luck, &mut |_| {});
    let player = Player { game, seats: &seats };
    let state = player.play(&dealt, &luck, &mut Workbench::new(), &mut record, &mut Visitor(&mut visit, 0));
    (state, record)
}

fn legal_actions_are_sound<G: Scripted>() {
    for game in tables::<G>() {
        for deal in 0..DEALS {
            let mut round = 0;
            random_play(&game, deal, |state, _| {
                let now = game.round(state);
                assert!(round <= now && usize::from(now) < MAX_ROUNDS, "round {now} after {round}");
                round = now;
                let Node::Decision { seat, kind } = game.node(state) else { return };
                assert!(seat.index() < game.players() && kind < G::info().decisions.len());
                let mut legal = Vec::new();
                match game.legal(state, &mut legal) {
                    Offer::Actions => {
                        assert!(!legal.is_empty() && legal.len() <= MAX_ACTIONS, "{} actions", legal.len());
                        assert!(legal.is_sorted_by(|a, b| a < b), "not ascending and distinct: {legal:?}");
                        assert_ne!(G::info().decisions[kind].shape, Shape::Amount);
                    }
                    Offer::Amount(limits) => {
                        assert!(legal.is_empty() && limits.step > 0);
                        assert!(limits.may_pass || limits.min <= limits.max, "nothing is legal: {limits:?}");
                        assert_eq!(G::info().decisions[kind].shape, Shape::Amount);
                        legal.extend(game.amount_action(None).filter(|_| limits.may_pass));
                        if limits.min <= limits.max {
                            legal.extend(game.amount_action(Some(limits.min)));
                        }
                    }
                }
                for action in legal {
                    assert_eq!(G::parse_action(&action.to_string()), Some(action), "notation of {action:?}");
                    game.apply(&mut state.clone(), action, &mut |_| {});
                }
            });
        }
    }
}

fn every_game_ends_and_nothing_is_lost<G: Scripted>() {
    for game in tables::<G>() {
        for deal in 0..4 * DEALS {
            random_play(&game, deal, |state, _| {
                game.check_conservation(state).unwrap_or_else(|error| panic!("deal {deal}: {error}"));
            });
        }
    }
    for (name, game) in variants::<G>() {
        for deal in 0..DEALS {
            let (state, record) = random_play(&game, deal, |_, _| {});
            assert!(!record.truncated, "{name}: deal {deal} was cut off");
            assert_eq!(game.node(&state), Node::Terminal);
            game.check_conservation(&state).unwrap_or_else(|error| panic!("{name}, deal {deal}: {error}"));
        }
    }
}

fn points_and_places_agree<G: Scripted>() {
    for game in tables::<G>() {
        for deal in 0..4 * DEALS {
            let (_, record) = random_play(&game, deal, |_, _| {});
            check_places(&record, deal);
        }
    }
}

/// The better place has at least as many points, and each place is one more than those ahead of it.
fn check_places(record: &GameRecord, deal: u64) {
    assert!(!record.truncated, "deal {deal} was cut off");
    let contenders = Seat::all(record.contenders);
    for a in contenders.clone() {
        let (mut ahead, place) = (0, record.places[a]);
        for b in contenders.clone() {
            let is_behind = record.places[b] < place;
            assert!(!is_behind || record.points[b] >= record.points[a], "deal {deal}: {record:?}");
            ahead += u8::from(is_behind);
        }
        assert_eq!(place, ahead + 1, "deal {deal}: {record:?}");
    }
}

/// Plays many deals at random at every table size: nothing is lost at any chance or choice, every
/// game ends, and places agree with points.
#[expect(clippy::print_stdout, reason = "a long run tells how far it is")]
fn long_random_play<G: Scripted>(deals: u64) {
    for game in tables::<G>() {
        (0..deals).into_par_iter().for_each(|deal| {
            let (state, record) = random_play(&game, deal, |state, _| {
                game.check_conservation(state).unwrap_or_else(|error| panic!("deal {deal}: {error}"));
            });
            assert_eq!(game.node(&state), Node::Terminal, "deal {deal}");
            game.check_conservation(&state).unwrap_or_else(|error| panic!("deal {deal}: {error}"));
            check_places(&record, deal);
        });
        println!("{}, {} players: {deals} deals of seed {SEED}", G::info().name, game.players());
    }
}

fn clones_play_on_identically<G: Scripted>() {
    for game in tables::<G>() {
        for deal in 0..DEALS {
            let luck = Luck::new(SEED, deal);
            let mut fork: Option<G::State> = None;
            let (end, record) = random_play(&game, deal, |state, step| {
                if step == 40 {
                    fork = Some(state.clone());
                }
                // The fork follows the same choices: a random choice depends on the time alone,
                // so the state that comes next must be the one the game itself reaches.
                if let Some(other) = &mut fork {
                    assert_eq!(other, state);
                    if game.node(other) == Node::Chance {
                        game.apply_chance(other, &luck, &mut |_| {});
                    } else {
                        fork = None;
                    }
                }
            });
            let (again, record_again) = random_play(&game, deal, |_, _| {});
            assert_eq!((end, record), (again, record_again), "the same deal gave another game");
        }
    }
}

fn transcripts_read_back<G: Scripted>() {
    for game in tables::<G>() {
        for deal in 0..DEALS {
            let random = Strategy::Random;
            let seats = vec![&random; game.players()];
            let telling = Telling {
                seed: SEED,
                deal,
                rotation: 0,
                seats: &seats,
                parameters: &[],
                style: Style::Text,
                explains: false,
            };
            let mut text = Vec::new();
            tell(&game, &telling, &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            let luck = Luck::new(SEED, deal);
            let mut state = game.deal(&luck, &mut |_| {});
            for action in read_actions::<G>(&text).unwrap() {
                while game.node(&state) == Node::Chance {
                    game.apply_chance(&mut state, &luck, &mut |_| {});
                }
                assert!(is_legal(&game, &state, action), "{action} in\n{text}");
                game.apply(&mut state, action, &mut |_| {});
            }
            while game.node(&state) == Node::Chance {
                game.apply_chance(&mut state, &luck, &mut |_| {});
            }
            assert_eq!(state, random_play(&game, deal, |_, _| {}).0);
        }
    }
}

/// Every answer of a chain from this state on, as the state it leads to.
fn chain_results<G: Game>(
    game: &G,
    state: &G::State,
    chain: (Seat, usize),
    results: &mut Vec<String>,
    limit: usize,
) {
    if results.len() > limit {
        return;
    }
    let mut legal = Vec::new();
    let Offer::Actions = game.legal(state, &mut legal) else { panic!("a chain offers actions") };
    assert!(!legal.is_empty(), "a prefix cannot be completed: {state:?}");
    for action in legal {
        let mut next = state.clone();
        game.apply(&mut next, action, &mut |_| {});
        match game.node(&next) {
            Node::Decision { seat, kind } if (seat, kind) == chain => {
                chain_results(game, &next, chain, results, limit);
            }
            _ => results.push(format!("{next:?}")),
        }
    }
}

fn chains_are_canonical<G: Scripted>() {
    /// Chains with more results than this are checked in part.
    const LIMIT: usize = 3000;
    for game in tables::<G>() {
        let mut checked = 0;
        for deal in 0..3 {
            let mut last = None;
            random_play(&game, deal, |state, step| {
                let Node::Decision { seat, kind } = game.node(state) else { return last = None };
                let is_start = last != Some((seat, kind));
                last = Some((seat, kind));
                if G::info().decisions[kind].shape != Shape::Chain || !is_start {
                    return;
                }
                // The first one, however rare chains are, and then every seventh.
                if checked > 0 && step % 7 != 0 {
                    return;
                }
                let mut results = Vec::new();
                chain_results(&game, state, (seat, kind), &mut results, LIMIT);
                let distinct: BTreeSet<&String> = results.iter().collect();
                assert_eq!(distinct.len(), results.len(), "two chains with one result from {state:?}");
                checked += 1;
            });
        }
        let has_chains = G::info().decisions.iter().any(|decision| decision.shape == Shape::Chain);
        assert!(!has_chains || checked > 0, "no chain was met");
    }
}

/// A script that reads every feature of every part and of the context.
fn curious_script<G: Scripted>() -> Strategy {
    let vocabulary = G::vocabulary();
    let mut text = format!("format = 1\ngame = \"{}\"\nabout = \"Reads everything.\"\n", vocabulary.game);
    for point in vocabulary.points {
        text += &format!("[on.{}]\n", point.name);
        for (at, slot) in point.slots.iter().enumerate() {
            let parts = &point.parts[point.parts_of(at)];
            let features = parts.iter().flat_map(|part| part.features).chain(vocabulary.context);
            let names: BTreeSet<String> =
                features.map(|feature| feature.name.to_owned()).chain(point.flags()).collect();
            let terms: Vec<String> = names
                .iter()
                .enumerate()
                .map(|(index, name)| format!("0.0{}*clamp({name}, -99, 99)", (index * 7 + at) % 9 + 1))
                .collect();
            text += &format!("{} = \"{}\"\n", slot.name, terms.join(" + "));
        }
    }
    library::read::<G>("curious", "curious.toml", &text).unwrap()
}

/// What a strategy answers at a decision, with its reasons.
fn ask_strategy<G: Scripted>(
    game: &G,
    state: &G::State,
    strategy: &Strategy,
    luck: &Luck,
) -> Option<(Vec<G::Action>, Option<Why>)> {
    let Node::Decision { seat, kind } = game.node(state) else { return None };
    let mut legal = Vec::new();
    let offer = game.legal(state, &mut legal);
    if forced(game, offer, &legal).is_some() {
        return None;
    }
    let ask = Ask {
        game,
        seen: game.observe(state, seat),
        seat,
        kind,
        offer,
        legal: &legal,
        luck: luck.choice(seat.0, 0, 0),
    };
    let mut desk = Desk::new(G::vocabulary());
    desk.explain();
    let mut actions = Vec::new();
    answer(strategy, &ask, &mut desk, &mut G::Notes::default(), &mut actions);
    Some((actions, desk.take_why()))
}

/// Checks that nothing a seat may use depends on what is hidden from it; gives how often each
/// hidden field changed, or the first leak. `decide` stands for any rule of choice.
fn find_leak<G: Scripted>(
    game: &G,
    deals: u64,
    decide: impl Fn(&G::State, &Luck) -> Option<String>,
) -> Result<Vec<u32>, String> {
    let mut changed = vec![0; G::info().hidden.len()];
    let mut leak = None;
    for deal in 0..deals {
        let luck = Luck::new(SEED, deal);
        random_play(game, deal, |state, step| {
            let Node::Decision { seat, .. } = game.node(state) else { return };
            let twin = game.resample(state, seat, &mut luck.imagination(step));
            if let Err(error) = game.check_conservation(&twin) {
                leak = leak.take().or(Some(format!("resampling breaks the box: {error}")));
            }
            if game.observe(state, seat) != game.observe(&twin, seat) {
                leak = leak.take().or(Some("the observation changes".to_owned()));
            }
            if game.node(state) != game.node(&twin) {
                leak = leak.take().or(Some("the decision changes".to_owned()));
            }
            let (mut mine, mut theirs) = (Vec::new(), Vec::new());
            let offers = (game.legal(state, &mut mine), game.legal(&twin, &mut theirs));
            if offers.0 != offers.1 || mine != theirs {
                leak = leak.take().or(Some("the legal actions change".to_owned()));
            }
            if decide(state, &luck) != decide(&twin, &luck) {
                leak = leak.take().or(Some("the choice changes".to_owned()));
            }
            let fields = game.hidden_fields(state, seat).into_iter().zip(game.hidden_fields(&twin, seat));
            for (count, (before, after)) in changed.iter_mut().zip(fields) {
                *count += u32::from(before != after);
            }
        });
    }
    leak.map_or(Ok(changed), Err)
}

fn hidden_things_stay_hidden<G: Scripted>() {
    let curious = curious_script::<G>();
    // Over all table sizes: alone at the table nobody else hides anything.
    let mut changed = vec![0; G::info().hidden.len()];
    let games = tables::<G>().map(|game| (game, 6)).chain(readings::<G>().map(|game| (game, 1)));
    for (game, deals) in games {
        let told = |state: &G::State, luck: &Luck| {
            ask_strategy(&game, state, &curious, luck).map(|(actions, why)| format!("{actions:?} {why:?}"))
        };
        let here = find_leak(&game, deals, told).unwrap();
        changed.iter_mut().zip(here).for_each(|(changed, here)| *changed += here);
    }
    for (field, count) in G::info().hidden.iter().zip(changed) {
        assert!(count > 0, "{field} never changed");
    }
}

fn a_peeking_rule_is_caught<G: Scripted>() {
    if G::info().hidden.is_empty() {
        return;
    }
    let game = standard::<G>(G::info().default_players);
    let peek = |state: &G::State, _: &Luck| {
        let Node::Decision { seat, .. } = game.node(state) else { return None };
        Some(game.hidden_fields(state, seat).concat())
    };
    assert_eq!(find_leak(&game, 2, peek), Err("the choice changes".to_owned()));
}

fn features_keep_their_ranges<G: Scripted>() {
    let curious = curious_script::<G>();
    let features: Vec<_> = G::vocabulary()
        .points
        .iter()
        .flat_map(|point| point.parts)
        .flat_map(|part| part.features)
        .chain(G::vocabulary().context)
        .collect();
    for game in tables::<G>() {
        for deal in 0..3 {
            let luck = Luck::new(SEED, deal);
            random_play(&game, deal, |state, _| {
                let Some((_, Some(why))) = ask_strategy(&game, state, &curious, &luck) else { return };
                for part in &why.parts {
                    let values = part
                        .candidates
                        .iter()
                        .flat_map(|candidate| part.features.iter().zip(&candidate.features));
                    for (name, value) in values.chain(part.context.iter().map(|(name, value)| (name, value)))
                    {
                        let fits = |low: f64, high: f64| low <= *value && *value <= high;
                        let known = features.iter().filter(|feature| feature.name == *name);
                        let ranges: Vec<_> = known.map(|feature| feature.range).collect();
                        assert!(
                            ranges.iter().any(|&(low, high)| fits(low, high)),
                            "{name} = {value} is outside {ranges:?} in {state:?}"
                        );
                    }
                }
            });
        }
    }
}

fn the_vocabulary_matches_the_rules<G: Scripted>() {
    let decisions: Vec<_> = G::info().decisions.iter().map(|kind| (kind.name, kind.shape)).collect();
    let points: Vec<_> = G::vocabulary().points.iter().map(|point| (point.name, point.shape)).collect();
    assert_eq!(decisions, points);
    assert_eq!(G::info().name, G::vocabulary().game);
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    for point in G::vocabulary().points {
        for part in point.parts {
            let mut names = BTreeSet::new();
            for feature in part.features.iter().chain(G::vocabulary().context) {
                assert!(is_name(feature.name) && feature.range.0 <= feature.range.1, "{feature:?}");
                assert!(names.insert(feature.name), "{} stands twice in {}", feature.name, part.name);
                assert!(!feature.about.is_empty() && !feature.unit.is_empty(), "{feature:?}");
            }
        }
    }
}

fn shipped_strategies_play_legally<G: Scripted>() {
    let names: Vec<&str> = G::shipped().iter().map(|shipped| shipped.name).collect();
    assert_eq!(names.first(), Some(&"default"));
    for name in names {
        let strategy = library::shipped::<G>(name).unwrap_or_else(|error| panic!("{error}")).unwrap();
        assert!(!strategy.about().is_empty());
        for (variant, game) in tables::<G>().map(|game| ("standard".to_owned(), game)).chain(variants::<G>())
        {
            // Half a table of the strategy, the rest at random: the player asserts legality.
            let random = Strategy::Random;
            let seats: Vec<&Strategy> =
                (0..game.players()).map(|seat| if seat % 2 == 0 { &strategy } else { &random }).collect();
            let mut used = Workbench::new();
            for deal in 0..5 {
                let luck = Luck::new(SEED, deal);
                let dealt = game.deal(&luck, &mut |_| {});
                let player = Player { game: &game, seats: &seats };
                let play = |bench: &mut Workbench<G>| {
                    let mut record = GameRecord::new(&game);
                    player.play(&dealt, &luck, bench, &mut record, &mut Nobody);
                    record
                };
                let record = play(&mut Workbench::new());
                assert!(!record.truncated && record.nans == 0, "{name}, {variant}: {record:?}");
                assert_eq!(play(&mut used), record, "{name}, {variant}: an earlier game is not forgotten");
            }
        }
    }
}

macro_rules! law_modules {
    ($($game:ty),+ $(,)?) => {
        laws!(legal_actions_are_sound $($game),+);
        laws!(every_game_ends_and_nothing_is_lost $($game),+);
        laws!(points_and_places_agree $($game),+);
        laws!(clones_play_on_identically $($game),+);
        laws!(transcripts_read_back $($game),+);
        laws!(chains_are_canonical $($game),+);
        laws!(hidden_things_stay_hidden $($game),+);
        laws!(a_peeking_rule_is_caught $($game),+);
        laws!(features_keep_their_ranges $($game),+);
        laws!(the_vocabulary_matches_the_rules $($game),+);
        laws!(shipped_strategies_play_legally $($game),+);
    };
}

/// One test a law, over all games of the catalogue.
macro_rules! laws {
    ($law:ident $($game:ty),+) => {
        mod $law {
            #[test]
            fn holds_for_every_game() {
                $(super::$law::<$game>();)+
            }
        }
    };
}

games!(law_modules);

/// Random play for longer than a test may take, when asked for by name:
/// `cargo test --release --lib -- --ignored --nocapture laws::long::ten_thousand_deals`.
mod long {
    macro_rules! long_runs {
        ($($game:ty),+ $(,)?) => {
            #[test]
            #[ignore = "half a minute"]
            fn ten_thousand_deals() {
                $(super::long_random_play::<$game>(10_000);)+
            }

            #[test]
            #[ignore = "half an hour"]
            fn a_million_deals() {
                $(super::long_random_play::<$game>(1_000_000);)+
            }
        };
    }

    crate::catalogue::games!(long_runs);
}
