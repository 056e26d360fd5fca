//! Laws of strategies: what scripts may read, and what the shipped ones do.

use std::collections::BTreeSet;

use super::{
    DEALS, SEED,
    curious::{ask_poisoned, ask_strategy, curious_script},
    named, play, random_play, standard, tables, variants,
};
use crate::episode::{Episode, Ply, Watch, Workbench};
use sim_engine::{Game, Luck, Node, is_legal};
use sim_script::{Scripted, Strategy, Title, Why, library, why::Candidate};

pub fn features_keep_their_ranges<G: Scripted, T: Title<Game = G>>(title: &T) {
    let curious = curious_script(title);
    let features: Vec<_> = title
        .vocabulary()
        .points
        .iter()
        .flat_map(|point| point.parts)
        .flat_map(|part| part.features)
        .chain(title.vocabulary().context)
        .collect();
    for game in tables(title) {
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

/// A number that no feature has: a feature that still has it after a decision was given no value.
const POISON: f64 = -8.7654321e99;

/// What formulas read at a decision was written for it, and is not left over from the decision before.
pub fn every_feature_is_given_a_value<G: Scripted, T: Title<Game = G>>(title: &T) {
    let curious = curious_script(title);
    let mut left = BTreeSet::new();
    for game in tables(title) {
        for deal in 0..3 {
            let luck = Luck::new(SEED, deal);
            random_play(&game, deal, |state, _| {
                let Node::Decision { decision, .. } = game.node(state) else { return };
                let Some(why) = ask_poisoned(&game, state, &curious, &luck, POISON) else { return };
                let of_candidates = why.parts.iter().flat_map(|part| {
                    let values =
                        |candidate: &Candidate| part.features.iter().copied().zip(candidate.features.clone());
                    part.candidates.iter().flat_map(move |candidate| values(candidate).collect::<Vec<_>>())
                });
                let values =
                    why.parts.iter().flat_map(|part| part.context.iter().copied()).chain(of_candidates);
                let at = title.info().decision(decision).name;
                left.extend(values.filter(|(_, value)| *value == POISON).map(|(name, _)| (name, at)));
            });
        }
    }
    let told = left.iter().map(|(name, decision)| format!("`{name}` at `{decision}`"));
    let told: Vec<String> = told.collect();
    assert!(
        told.is_empty(),
        "declared, and given no value: {}; where `look` or `decide` leave a feature out, formulas read what the          decision before has left: give it a value there, 0 where it means nothing, or take it out of the vocabulary",
        told.join(", "),
    );
}

/// Reasons name candidates for people: no label is the `Debug` text of a value.
pub fn reasons_are_told_in_words<G: Scripted, T: Title<Game = G>>(title: &T) {
    let curious = curious_script(title);
    for (_, game) in variants(title) {
        let mut told = 0;
        // Short games need several deals until there are enough labels.
        for deal in 0..DEALS {
            if told > 100 {
                break;
            }
            let luck = Luck::new(SEED, deal);
            random_play(&game, deal, |state, _| {
                let Some((_, Some(why))) = ask_strategy(&game, state, &curious, &luck) else { return };
                let candidates = why.parts.iter().flat_map(|part| &part.candidates);
                let labels = candidates
                    .map(|candidate| &candidate.label)
                    .chain(why.answers.iter().map(|answer| &answer.label));
                for label in labels {
                    assert!(
                        !label.is_empty() && !label.contains(['(', '{', '[', '_']),
                        "`{label}` is no name"
                    );
                    told += 1;
                }
            });
        }
        assert!(told > 100, "{told} candidates");
    }
}

pub fn the_vocabulary_matches_the_rules<G: Scripted, T: Title<Game = G>>(title: &T) {
    let decisions: Vec<_> = title.info().decisions.iter().map(|kind| (kind.name, kind.shape)).collect();
    let points: Vec<_> = title.vocabulary().points.iter().map(|point| (point.name, point.shape)).collect();
    assert_eq!(decisions, points);
    assert_eq!(title.info().name, title.vocabulary().game);
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
    };
    for point in title.vocabulary().points {
        for part in point.parts {
            let mut names = BTreeSet::new();
            for feature in part.features.iter().chain(title.vocabulary().context) {
                assert!(is_name(feature.name) && feature.range.0 <= feature.range.1, "{feature:?}");
                assert!(names.insert(feature.name), "{} stands twice in {}", feature.name, part.name);
                assert!(!feature.about.is_empty() && !feature.unit.is_empty(), "{feature:?}");
            }
        }
    }
}

/// A strategy answers legally wherever it is asked, even in the middle of a chain that another strategy began.
pub fn shipped_strategies_answer_anywhere<G: Scripted, T: Title<Game = G>>(title: &T) {
    for shipped in title.shipped() {
        let strategy = named(title, shipped.name);
        for game in tables(title) {
            for deal in 0..2 {
                let luck = Luck::new(SEED, deal);
                random_play(&game, deal, |state, _| {
                    let Some((actions, _)) = ask_strategy(&game, state, &strategy, &luck) else { return };
                    let mut state = state.clone();
                    for action in actions {
                        let name = shipped.name;
                        assert!(is_legal(&game, &state, action), "{name}: {action} in {state:?}");
                        game.apply(&mut state, action, &mut |_| {});
                    }
                });
            }
        }
    }
}

/// Asserts that every action is legal, in optimized builds too.
struct Referee<'a, G: Game> {
    game: &'a G,
    strategy: &'a str,
}

impl<G: Game> Watch<G> for Referee<'_, G> {
    fn action(&mut self, state: &G::State, ply: Ply<G>, _: Option<Why>) {
        let Referee { game, strategy } = self;
        assert!(is_legal(*game, state, ply.action), "{strategy}: {} in {state:?}", ply.action);
    }
}

pub fn shipped_strategies_play_legally<G: Scripted, T: Title<Game = G>>(title: &T) {
    let names: Vec<&str> = title.shipped().iter().map(|shipped| shipped.name).collect();
    for name in names {
        let strategy = named(title, name);
        assert!(!strategy.about().is_empty());
        for (variant, game) in tables(title).map(|game| ("standard".to_owned(), game)).chain(variants(title))
        {
            // Half a table of the strategy, the rest at random.
            let random = Strategy::Random;
            let seats: Vec<&Strategy> =
                (0..game.players()).map(|seat| if seat % 2 == 0 { &strategy } else { &random }).collect();
            assert!(strategy.unused().is_none(), "{name}: {:?}", strategy.unused());
            let mut used = Workbench::new(&game);
            for deal in 0..5 {
                let luck = Luck::new(SEED, deal);
                let dealt = game.deal(&luck, &mut |_| {});
                let episode = Episode { game: &game, seats: &seats };
                let play = |bench: &mut Workbench<G>| {
                    let mut record = game.record();
                    episode.play(
                        &dealt,
                        &luck,
                        bench,
                        &mut record,
                        &mut Referee { game: &game, strategy: name },
                    );
                    record
                };
                let record = play(&mut Workbench::new(&game));
                let has_numbers = record.not_a_number.is_empty();
                assert!(has_numbers, "{name}, {variant}: a score is not a number; look at the features");
                assert!(!record.truncated, "{name}, {variant}: {record:?}");
                assert_eq!(play(&mut used), record, "{name}, {variant}: an earlier game is not forgotten");
            }
        }
    }
}

pub fn opened_scripts_play_the_same_games<G: Scripted, T: Title<Game = G>>(title: &T) {
    let (fewest, most) = title.info().players;
    for shipped in title.shipped() {
        let name = shipped.name;
        let closed = library::tuned(title, name, name, shipped.text, &[]).unwrap();
        let template = library::template(title, name, name, shipped.text).unwrap();
        let (text, lifted) = template.opened().unwrap();
        let opened =
            library::tuned(title, name, name, &text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(opened.params().len(), closed.params().len() + lifted);
        // Nothing is left to lift.
        assert_eq!(library::template(title, name, name, &text).unwrap().opened().unwrap(), (text, 0));
        for (players, deal) in [(fewest, 0), (title.info().default_players, 1), (most, 2)] {
            let game = standard(title, players);
            let record = |strategy: &Strategy| play(&game, &vec![strategy; players], deal, |_, _| {}).1;
            assert_eq!(record(&opened), record(&closed), "{name}, {players} players");
        }
    }
}
