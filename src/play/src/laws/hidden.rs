//! Laws of hidden information: nothing that a seat may use depends on it.

use std::{
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
    hash::{DefaultHasher, Hash, Hasher},
    num::NonZeroU32,
};

use super::{
    DEALS, SEED,
    curious::{ask_strategy, candidates, curious_script},
    hidden_by, hold, note, random_play, readings, standard, tables,
};
use sim_engine::{Game, Lawful, Listed, Luck, Node, Seat, Stream, is_legal};
use sim_script::{Scripted, Search, Strategy, Title, library};

/// Rollouts of a search under the law: enough to try three answers.
const SEARCHED: NonZeroU32 = NonZeroU32::new(24).unwrap();
/// A search takes long, so one in this many states is searched.
const SPARSE: u32 = 20;

/// Worlds drawn from a state before a field counts as constant. If a hidden field has two values, one with a
/// probability of 0.9, almost surely one of these worlds differs from the others.
const DRAWS: u64 = 64;
/// Fewer states than this show nothing.
const FEW: u32 = 4;

/// Checks that nothing a seat may use depends on what is hidden from it. Returns how often each hidden field changed,
/// or the first leak. `decide` stands for any decision rule.
fn find_leak<G: Scripted + Lawful>(
    game: &G,
    deals: u64,
    decide: impl Fn(&G::State, &Luck) -> Option<String>,
) -> Result<Vec<u32>, String> {
    let mut changed = vec![0; game.hidden().len()];
    let mut leak = Ok(());
    for deal in 0..deals {
        let luck = Luck::new(SEED, deal);
        let mut asked = 0;
        random_play(game, deal, |state, step| {
            let Node::Decision { seat, decision } = game.node(state) else { return };
            asked += 1;
            if leak.is_err() {
                return;
            }
            let twin = game.resample(state, seat, &mut luck.imagination(step));
            leak = tell_apart(game, (state, &twin), seat)
                .and_then(|()| {
                    // A world depends only on what is seen: the same luck draws the same world from both.
                    let [one, other] =
                        [state, &twin].map(|state| game.resample(state, seat, &mut luck.imagination(!step)));
                    if one == other { Ok(()) } else { Err(change("what is imagined", &one, &other)) }
                })
                .and_then(|()| {
                    if decide(state, &luck) == decide(&twin, &luck) {
                        return Ok(());
                    }
                    Err(format!("{CHOICE}: a strategy answers differently, or for other reasons"))
                })
                .map_err(|leak| {
                    let at = game.info().decision(decision).name;
                    format!(
                        "where `resample` draws afresh what {seat} does not see, {leak} (deal {deal}, decision \
                         {asked}, `{at}`)"
                    )
                });
            let fields = game.hidden_fields(state, seat).into_iter().zip(game.hidden_fields(&twin, seat));
            for (count, (before, after)) in changed.iter_mut().zip(fields) {
                *count += u32::from(before != after);
            }
        });
    }
    leak.map(|()| changed)
}

/// The name of a leak to a decision rule.
const CHOICE: &str = "the choice changes";

/// Fails if a seat can tell a state from one that `resample` made of it. The most basic differences come first.
fn tell_apart<G: Lawful>(game: &G, (state, twin): (&G::State, &G::State), seat: Seat) -> Result<(), String> {
    game.check_conservation(twin).map_err(|error| format!("a component is lost or doubled: {error}"))?;
    let [seen, seen_of_twin] = [state, twin].map(|state| game.observe(state, seat));
    if seen != seen_of_twin {
        return Err(change("the observation", &seen, &seen_of_twin));
    }
    let [node, node_of_twin] = [state, twin].map(|state| game.node(state));
    if node != node_of_twin {
        return Err(change("the decision", &node, &node_of_twin));
    }
    let [legal, legal_of_twin] = [state, twin].map(|state| {
        let mut legal = Vec::new();
        (game.legal(state, &mut legal), legal)
    });
    if legal != legal_of_twin {
        return Err(change("what is legal", &legal, &legal_of_twin));
    }
    Ok(())
}

/// Describes a change by the first field in which two values differ.
fn change(what: &str, one: &impl Debug, other: &impl Debug) -> String {
    let (one, other) = (format!("{one:#?}"), format!("{other:#?}"));
    if one == other {
        return format!("{what} changes");
    }
    let (name, one, other) = difference(&one, &other);
    let name = if name.is_empty() { name } else { format!("`{name}` of ") };
    format!("{name}{what} changes from `{one}` to `{other}`")
}

pub fn hidden_things_stay_hidden<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    let curious = curious_script(title);
    // Over all table sizes: in solo play nobody else hides anything.
    let mut changed = vec![0; hidden_by(title).len()];
    let games = tables(title).map(|game| (game, 6)).chain(readings(title).map(|(_, game)| (game, 1)));
    for (game, deals) in games {
        let decide = |state: &G::State, luck: &Luck| {
            ask_strategy(&game, state, &curious, luck).map(|(actions, why)| format!("{actions:?} {why:?}"))
        };
        let here = hold(find_leak(&game, deals, decide));
        changed.iter_mut().zip(here).for_each(|(changed, here)| *changed += here);
    }
    for (field, count) in hidden_by(title).iter().zip(changed) {
        assert!(count > 0, "{field} never changed");
    }
}

/// A search uses only what its seat may see, and its answers are legal.
pub fn a_search_does_not_peek<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    let named = |name| hold(library::shipped(title, name));
    let base = named("greedy").or_else(|| named("default")).expect("every game has a default.toml");
    let search = Strategy::from(Search::new(SEARCHED, base, Vec::new()).unwrap());
    for game in tables(title) {
        let steps = Cell::new(0_u32);
        let decide = |state: &G::State, luck: &Luck| {
            // Both twins of a pair, for some states.
            let step = steps.replace(steps.get() + 1);
            if !(step / 2).is_multiple_of(SPARSE) {
                return None;
            }
            ask_strategy(&game, state, &search, luck).map(|(actions, why)| {
                assert!(is_legal(&game, state, actions[0]), "{} in {state:?}", actions[0]);
                format!("{actions:?} {why:?}")
            })
        };
        hold(find_leak(&game, 1, decide));
        // Short games need several deals until enough states are seen.
        if steps.get() <= 2 * SPARSE {
            hold(find_leak(&game, DEALS, decide));
        }
        assert!(steps.get() > 2 * SPARSE, "{} states", steps.get());
    }
}

pub fn a_peeking_rule_is_caught<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    if hidden_by(title).is_empty() {
        return;
    }
    let game = standard(title, title.info().default_players);
    let peek = |state: &G::State, _: &Luck| {
        let Node::Decision { seat, .. } = game.node(state) else { return None };
        Some(game.hidden_fields(state, seat).concat())
    };
    let is_caught = |deals| find_leak(&game, deals, peek).is_err_and(|leak| leak.contains(CHOICE));
    assert!([2, DEALS].into_iter().any(is_caught), "nobody peeks");
}

/// For a hidden field at a decision: states in which the first world drawn differed from the state, and how many of
/// these had further worlds that differed from the first.
#[derive(Default)]
struct DrawCounts {
    changed: u32,
    varied: u32,
}

/// Looks for a hidden field that `resample` sets in some order of its own, and does not draw by luck. Worlds drawn
/// from one state then have the same field, even if the state differs.
fn find_stale<G: Scripted + Lawful>(
    game: &G,
    deals: u64,
    resample: impl Fn(&G::State, Seat, &mut Stream) -> G::State,
) -> Result<(), String> {
    let mut drawn: BTreeMap<(usize, usize), DrawCounts> = BTreeMap::new();
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
    for ((field, decision), DrawCounts { changed, varied }) in drawn {
        // A field that rarely differs may be the same in most states, but not in nearly all.
        if changed >= FEW && varied * 4 < changed {
            let (name, field) = (game.info().decisions[decision].name, game.hidden()[field]);
            return Err(format!(
                "{field} is not drawn by luck at `{name}`: in {} of {changed} states {DRAWS} worlds had it alike, \
                 and different from the state; is a shuffle missing in `resample`?",
                changed - varied
            ));
        }
    }
    Ok(())
}

/// Worlds that a seat samples differ from each other wherever they differ from the true state: hidden fields are
/// drawn, and not only removed.
pub fn hidden_things_are_drawn_by_luck<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    for game in tables(title) {
        hold(find_stale(&game, 6, |state, seat, stream| game.resample(state, seat, stream)));
    }
}

/// The law catches a [`resample`](sim_engine::Game::resample) that ignores the luck it is given.
pub fn a_forgotten_shuffle_is_caught<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    if hidden_by(title).is_empty() {
        return;
    }
    let game = standard(title, title.info().default_players);
    let frozen = |state: &G::State, seat, _: &mut Stream| {
        game.resample(state, seat, &mut Luck::new(SEED, 0).imagination(0))
    };
    let error = find_stale(&game, DEALS, frozen).unwrap_err();
    assert!(error.contains("is not drawn by luck"), "{error}");
}

/// Deals whose hidden fields are compared, and worlds drawn from each state.
const SECRETS: u64 = 64;
const WORLDS: u64 = 4;

/// A hidden field at the first occurrence of a decision in each deal: its true values, and the values that are
/// possible for all the seat knows.
#[derive(Default)]
struct Secret {
    deals: u64,
    was: BTreeSet<String>,
    may_be: BTreeSet<String>,
}

/// A hidden field at a decision differs between deals, if it has several possible values.
pub fn what_is_dealt_in_secret_hangs_on_luck<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    for game in tables(title) {
        let mut secrets: BTreeMap<(usize, usize), Secret> = BTreeMap::new();
        for deal in 0..SECRETS {
            let luck = Luck::new(SEED, deal);
            let mut met = BTreeSet::new();
            random_play(&game, deal, |state, step| {
                let Node::Decision { seat, decision } = game.node(state) else { return };
                if !met.insert(decision.index()) {
                    return;
                }
                for (field, was) in game.hidden_fields(state, seat).into_iter().enumerate() {
                    let secret = secrets.entry((decision.index(), field)).or_default();
                    secret.deals += 1;
                    secret.was.insert(was);
                }
                for draw in 0..WORLDS {
                    let world = game.resample(state, seat, &mut luck.imagination(step | draw << 32));
                    for (field, may_be) in game.hidden_fields(&world, seat).into_iter().enumerate() {
                        secrets.entry((decision.index(), field)).or_default().may_be.insert(may_be);
                    }
                }
            });
        }
        for ((decision, field), secret) in secrets {
            let (name, at) = (game.hidden()[field], title.info().decisions[decision].name);
            let is_known = secret.deals == SECRETS && secret.was.len() == 1 && secret.may_be.len() > 1;
            assert!(
                !is_known,
                "{name} is dealt without luck: at the first `{at}` it was the same in {SECRETS} deals, though a seat \
                 that does not see it may take it for {} others; draw it from the luck in `deal` or `apply_chance`",
                secret.may_be.len(),
            );
        }
    }
}

/// Deals checked before the first choice; deals played; continuations tried per state. In played deals, states are
/// checked up to step `FIRST`, and then one in `THEN`.
const OPENINGS: u64 = 200;
const COURSES: u64 = 6;
const WAYS: u64 = 4;
const FIRST: u64 = 12;
const THEN: u64 = 24;

/// States of a game by what the seat in turn sees there.
struct Sights<'g, G: Game> {
    game: &'g G,
    /// One state for each observation, by its hash.
    known: BTreeMap<u64, G::State>,
    /// Pairs of states that differ, although their seat cannot tell them apart.
    pairs: u32,
}

impl<G: Scripted + Lawful> Sights<'_, G> {
    /// Compares a state with another that looks the same to the seat in turn. The same luck must draw the same world
    /// from both, because a world depends only on what is seen.
    fn meet(
        &mut self,
        state: &G::State,
        resample: &impl Fn(&G::State, Seat, &mut Stream) -> G::State,
    ) -> Result<(), String> {
        let game = self.game;
        let Node::Decision { seat, decision } = game.node(state) else { return Ok(()) };
        let mut sight = DefaultHasher::new();
        (seat, decision.index(), format!("{:?}", game.observe(state, seat))).hash(&mut sight);
        let Some(other) = self.known.get(&sight.finish()) else {
            self.known.insert(sight.finish(), state.clone());
            return Ok(());
        };
        let looks_alike =
            game.node(other) == game.node(state) && game.observe(other, seat) == game.observe(state, seat);
        if other == state || !looks_alike {
            return Ok(());
        }
        self.pairs += 1;
        let world = |state| resample(state, seat, &mut Luck::new(SEED, 0).imagination(0));
        let (one, two) = (world(other), world(state));
        if one == two {
            return Ok(());
        }
        let (name, one, two) = difference(&format!("{one:#?}"), &format!("{two:#?}"));
        Err(format!(
            "two states that look the same to {seat} at `{}` are imagined differently by the same luck: `{name}` of the \
             state is {one} in one and {two} in the other; if it is hidden, draw it afresh in `resample` and name it in \
             `hidden`; if it is not, show it in `observe`",
            self.game.info().decision(decision).name,
        ))
    }
}

/// The first field in which two values differ, and its value in each, read off their `{:#?}` texts.
fn difference(one: &str, two: &str) -> (String, String, String) {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let (ones, twos): (Vec<&str>, Vec<&str>) = (one.lines().collect(), two.lines().collect());
    let at = ones.iter().zip(&twos).position(|(one, two)| one != two);
    let at = at.unwrap_or(ones.len().min(twos.len()).saturating_sub(1));
    // The line may be an element of a list. Its name is on a line above it, with less indentation.
    let mut deepest = usize::MAX;
    let names = ones[..=at].iter().rev().filter_map(|line| {
        let is_outer = depth(line) < deepest;
        deepest = deepest.min(depth(line));
        line.trim_start().split_once(": ").filter(|_| is_outer).map(|(name, _)| name)
    });
    let mut names: Vec<&str> = names.collect();
    names.reverse();
    let value = |line: &str| {
        let value = line.split_once(": ").map_or(line, |(_, value)| value);
        value.trim().trim_end_matches(',').to_owned()
    };
    (names.join("."), value(ones[at]), value(twos.get(at).copied().unwrap_or_default()))
}

/// Looks for something that a seat neither sees nor draws again. Returns the number of compared pairs of states that
/// it cannot tell apart, or how the worlds of the first bad pair differ.
///
/// Such pairs come from different deals, from different luck after the same state, and from different choices of a
/// seat whose choice is secret.
fn find_left_behind<G: Scripted + Lawful>(
    game: &G,
    resample: impl Fn(&G::State, Seat, &mut Stream) -> G::State,
) -> Result<u32, String> {
    let mut sights = Sights { game, known: BTreeMap::new(), pairs: 0 };
    let mut found = Ok(());
    let settle = |state: &mut G::State, luck: &Luck| {
        while game.node(state) == Node::Chance {
            game.apply_chance(state, luck, &mut |_| {});
        }
    };
    for deal in 0..OPENINGS {
        let luck = Luck::new(SEED + 1, deal);
        let mut state = game.deal(&luck, &mut |_| {});
        settle(&mut state, &luck);
        sights.meet(&state, &resample)?;
    }
    for deal in 0..COURSES {
        let luck = Luck::new(SEED, deal);
        random_play(game, deal, |state, step| {
            if found.is_err() || (step > FIRST && step % THEN != deal % THEN) {
                return;
            }
            found = sights.meet(state, &resample);
            let is_asked = matches!(game.node(state), Node::Decision { .. });
            let legal = if is_asked { candidates(game, state) } else { Vec::new() };
            for way in 0..WAYS {
                let (mut next, mut elsewhere) = (state.clone(), luck);
                match game.node(state) {
                    Node::Terminal => return,
                    Node::Chance => elsewhere = Luck::new(SEED + 2 + way, deal << 32 | step),
                    Node::Decision { .. } => {
                        let Some(&action) = legal.get(way as usize) else { break };
                        game.apply(&mut next, action, &mut |_| {});
                    }
                }
                settle(&mut next, &elsewhere);
                if found.is_ok() {
                    found = sights.meet(&next, &resample);
                }
            }
        });
    }
    found.map(|()| sights.pairs)
}

/// A world depends only on what the seat sees. If two states look the same to it, nothing that distinguishes them
/// remains in the worlds that it draws. The law shows nothing if no two states look the same; `--nocapture` prints
/// how many did.
pub fn what_is_imagined_hangs_on_what_is_seen<G: Scripted + Lawful, T: Title<Game = G>>(title: &T) {
    for game in tables(title) {
        let pairs = hold(find_left_behind(&game, |state, seat, stream| game.resample(state, seat, stream)));
        note(format!("{} players: {pairs} pairs of states looked the same to a seat", game.players()));
    }
}
