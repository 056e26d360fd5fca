//! The order of the laws: a law that rests on a broken one says nothing, so that a fault is told once, by the most
//! basic law that it breaks.

use std::{
    any::type_name,
    collections::BTreeMap,
    panic::{catch_unwind, resume_unwind},
    sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError},
};

use super::{files, hidden, rules, scripts};
use sim_engine::Lawful;
use sim_script::Scripted;

/// The name of a law, and the law itself, which panics where a game breaks it.
type Law = (&'static str, fn());

/// The laws that others rest on, the most basic first, each with the modules of laws that rest on it; all do where none
/// is named.
fn basis<G: Scripted + Lawful>() -> [(Law, &'static [&'static str]); 8] {
    [
        (("the_files_of_the_game_are_read", files::the_files_of_the_game_are_read::<G>), &[]),
        (("the_vocabulary_matches_the_rules", scripts::the_vocabulary_matches_the_rules::<G>), &[]),
        (("legal_actions_are_sound", rules::legal_actions_are_sound::<G>), &[]),
        (("every_game_ends_and_nothing_is_lost", rules::every_game_ends_and_nothing_is_lost::<G>), &[]),
        (
            ("hidden_things_stay_hidden", hidden::hidden_things_stay_hidden::<G>),
            &["hidden", "odds", "promises"],
        ),
        (
            ("what_is_imagined_hangs_on_what_is_seen", hidden::what_is_imagined_hangs_on_what_is_seen::<G>),
            &["odds"],
        ),
        (("hidden_things_are_drawn_by_luck", hidden::hidden_things_are_drawn_by_luck::<G>), &["odds"]),
        (
            ("what_is_dealt_in_secret_hangs_on_luck", hidden::what_is_dealt_in_secret_hangs_on_luck::<G>),
            &["odds"],
        ),
    ]
}

/// Holds a game to a law of a module, unless it breaks one that this law rests on.
pub fn hold_to<G: Scripted + Lawful>(module: &str, name: &'static str, law: fn()) {
    if !stands_on_broken::<G>(module, name) {
        let mut is_first = false;
        if let Err(complaint) = held::<G>((name, law), &mut is_first) {
            // Whoever breaks a law first has printed the complaint.
            if is_first {
                resume_unwind(Box::new(complaint));
            }
            panic!("{complaint}");
        }
    }
}

/// Whether a law of a module rests on one that the game breaks.
pub fn stands_on_broken<G: Scripted + Lawful>(module: &str, name: &str) -> bool {
    let before = basis::<G>().into_iter().take_while(|((basic, _), _)| *basic != name);
    let mut before = before.filter(|(_, modules)| modules.is_empty() || modules.contains(&module));
    before.any(|(law, _)| held::<G>(law, &mut false).is_err())
}

type Held = Arc<OnceLock<Result<(), String>>>;

/// What has come of a law, by the type of the game and the name of the law: each is held once in a process.
static HELD: LazyLock<Mutex<BTreeMap<(&str, &str), Held>>> = LazyLock::new(Mutex::default);

fn held<G: Scripted>((name, law): Law, is_first: &mut bool) -> Result<(), String> {
    let key = (type_name::<G>(), name);
    let held = Arc::clone(HELD.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
    let told = held.get_or_init(|| {
        *is_first = true;
        catch_unwind(law).map_err(|panic| match panic.downcast::<String>() {
            Ok(complaint) => *complaint,
            Err(panic) => panic.downcast_ref::<&str>().unwrap_or(&"a law panics").to_string(),
        })
    });
    told.clone()
}
