//! Laws of what is hidden: nothing that a seat may use depends on it.

use std::{cell::Cell, num::NonZeroU32};

use super::{
    DEALS, SEED,
    curious::{ask_strategy, curious_script},
    random_play, readings, standard, tables,
};
use sim_engine::{Lawful, Luck, Node, is_legal};
use sim_script::{Scripted, Search, Strategy, library};

/// Games of a search under the law: enough to try three answers.
const SEARCHED: NonZeroU32 = NonZeroU32::new(24).unwrap();
/// A search takes long, so that one of so many states is searched.
const SPARSE: u32 = 20;

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
    let base = named("greedy").or_else(|| named("default")).unwrap();
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
