//! Laws of what is hidden: nothing that a seat may use depends on it.

use std::{cell::Cell, collections::BTreeMap, num::NonZeroU32};

use super::{
    DEALS, SEED,
    curious::{ask_strategy, curious_script},
    random_play, readings, standard, tables,
};
use sim_engine::{Lawful, Listed, Luck, Node, Seat, Stream, is_legal};
use sim_script::{Scripted, Search, Strategy, library};

/// Games of a search under the law: enough to try three answers.
const SEARCHED: NonZeroU32 = NonZeroU32::new(24).unwrap();
/// A search takes long, so that one of so many states is searched.
const SPARSE: u32 = 20;

/// Worlds that are drawn of a state before they are called alike: of a hidden thing with two values, of which one
/// is likely in nine of ten cases, one of these is surely another.
const DRAWS: u64 = 64;
/// Of so few states nothing is said.
const FEW: u32 = 4;

/// Checks that nothing a seat may use depends on what is hidden from it; gives how often each
/// hidden field changed, or the first leak. `decide` stands for any rule of choice.
fn find_leak<G: Scripted + Lawful>(
    game: &G,
    deals: u64,
    decide: impl Fn(&G::State, &Luck) -> Option<String>,
) -> Result<Vec<u32>, String> {
    let mut changed = vec![0; G::HIDDEN.len()];
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
            // What is imagined starts from what is seen: the same luck imagines the same from both.
            let imagined = |state| game.resample(state, seat, &mut luck.imagination(!step));
            if imagined(state) != imagined(&twin) {
                leak = leak.take().or(Some("what is imagined changes".to_owned()));
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

pub fn hidden_things_stay_hidden<G: Scripted + Lawful>() {
    let curious = curious_script::<G>();
    // Over all table sizes: alone at the table nobody else hides anything.
    let mut changed = vec![0; G::HIDDEN.len()];
    let games = tables::<G>().map(|game| (game, 6)).chain(readings::<G>().map(|(_, game)| (game, 1)));
    for (game, deals) in games {
        let told = |state: &G::State, luck: &Luck| {
            ask_strategy(&game, state, &curious, luck).map(|(actions, why)| format!("{actions:?} {why:?}"))
        };
        let here = find_leak(&game, deals, told).unwrap();
        changed.iter_mut().zip(here).for_each(|(changed, here)| *changed += here);
    }
    for (field, count) in G::HIDDEN.iter().zip(changed) {
        assert!(count > 0, "{field} never changed");
    }
}

/// A search uses only what its seat may see, and answers as the rules allow.
pub fn a_search_does_not_peek<G: Scripted + Lawful>() {
    let named = |name| library::shipped::<G>(name).unwrap();
    let base = named("greedy").or_else(|| named("default")).expect("every game has a default.toml");
    let search = Strategy::from(Search::new(SEARCHED, base).unwrap());
    for game in tables::<G>() {
        let steps = Cell::new(0_u32);
        let told = |state: &G::State, luck: &Luck| {
            // Both of a pair of twins, of some states.
            let step = steps.replace(steps.get() + 1);
            if !(step / 2).is_multiple_of(SPARSE) {
                return None;
            }
            ask_strategy(&game, state, &search, luck).map(|(actions, why)| {
                assert!(is_legal(&game, state, actions[0]), "{} in {state:?}", actions[0]);
                format!("{actions:?} {why:?}")
            })
        };
        find_leak(&game, 1, told).unwrap();
        // Of short games it takes several to see enough of them.
        if steps.get() <= 2 * SPARSE {
            find_leak(&game, DEALS, told).unwrap();
        }
        assert!(steps.get() > 2 * SPARSE, "{} states", steps.get());
    }
}

pub fn a_peeking_rule_is_caught<G: Scripted + Lawful>() {
    if G::HIDDEN.is_empty() {
        return;
    }
    let game = standard::<G>(G::info().default_players);
    let peek = |state: &G::State, _: &Luck| {
        let Node::Decision { seat, .. } = game.node(state) else { return None };
        Some(game.hidden_fields(state, seat).concat())
    };
    let caught = Err("the choice changes".to_owned());
    assert!([2, DEALS].into_iter().any(|deals| find_leak(&game, deals, peek) == caught), "nobody peeks");
}

/// Of a hidden field at a decision: states in which a world drawn of it had it otherwise, and those of them in which
/// worlds differed from each other too.
#[derive(Default)]
struct Drawn {
    changed: u32,
    varied: u32,
}

/// Looks for a hidden field that is put in some order of its own, and not drawn by luck: worlds that are drawn of one
/// state then have it alike, though the state itself has it otherwise.
fn find_stale<G: Scripted + Lawful>(
    game: &G,
    deals: u64,
    resample: impl Fn(&G::State, Seat, &mut Stream) -> G::State,
) -> Result<(), String> {
    let mut drawn: BTreeMap<(usize, usize), Drawn> = BTreeMap::new();
    for deal in 0..deals {
        let luck = Luck::new(SEED, deal);
        random_play(game, deal, |state, step| {
            let Node::Decision { seat, decision } = game.node(state) else { return };
            let world = |draw: u64| {
                let world = resample(state, seat, &mut luck.imagination(step | draw << 32));
                game.hidden_fields(&world, seat)
            };
            let (truth, first) = (game.hidden_fields(state, seat), world(0));
            let mut alike: Vec<usize> = (0..truth.len()).filter(|&at| truth[at] != first[at]).collect();
            for &field in &alike {
                drawn.entry((field, decision.index())).or_default().changed += 1;
            }
            for draw in 1..DRAWS {
                if alike.is_empty() {
                    break;
                }
                let other = world(draw);
                alike.retain(|&field| {
                    let varies = other[field] != first[field];
                    drawn.entry((field, decision.index())).or_default().varied += u32::from(varies);
                    !varies
                });
            }
        });
    }
    for ((field, decision), Drawn { changed, varied }) in drawn {
        // What is rarely otherwise may come out alike in most states, but not in nearly all.
        if changed >= FEW && varied * 4 < changed {
            let (name, field) = (G::info().decisions[decision].name, G::HIDDEN[field]);
            return Err(format!(
                "{field} is not drawn by luck at `{name}`: in {} of {changed} states {DRAWS} worlds had it alike, \
                 and otherwise than the state; is a shuffle missing in `resample`?",
                changed - varied
            ));
        }
    }
    Ok(())
}

/// Worlds that a seat imagines differ from each other wherever they differ from what is: what is hidden is drawn,
/// and not only put out of sight.
pub fn hidden_things_are_drawn_by_luck<G: Scripted + Lawful>() {
    for game in tables::<G>() {
        find_stale(&game, 6, |state, seat, stream| game.resample(state, seat, stream)).unwrap();
    }
}

/// A [`resample`](sim_engine::Game::resample) that uses the same luck whatever luck it is given.
pub fn a_forgotten_shuffle_is_caught<G: Scripted + Lawful>() {
    if G::HIDDEN.is_empty() {
        return;
    }
    let game = standard::<G>(G::info().default_players);
    let frozen = |state: &G::State, seat, _: &mut Stream| {
        game.resample(state, seat, &mut Luck::new(SEED, 0).imagination(0))
    };
    let error = find_stale(&game, DEALS, frozen).unwrap_err();
    assert!(error.contains("is not drawn by luck"), "{error}");
}
