//! The order of the laws. A law that depends on a broken one shows nothing, so a fault is reported once, by the most
//! basic law that it breaks.

use std::{
    any::type_name,
    collections::BTreeMap,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    sync::{
        Arc, LazyLock, Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use super::{files, hidden, rules, scripts};
use sim_engine::Lawful;
use sim_script::Title;

/// The name of a law, and the law itself, which panics if a game breaks it.
type Law<T> = (&'static str, fn(&T));

/// The laws that others depend on, the most basic first. Each has the modules of the laws that depend on it; an empty
/// list stands for all modules.
fn basis<T: Title<Game: Lawful>>() -> [(Law<T>, &'static [&'static str]); 8] {
    [
        (("the_files_of_the_game_are_read", files::the_files_of_the_game_are_read), &[]),
        (("the_vocabulary_matches_the_rules", scripts::the_vocabulary_matches_the_rules), &[]),
        (("legal_actions_are_sound", rules::legal_actions_are_sound), &[]),
        (("every_game_ends_and_nothing_is_lost", rules::every_game_ends_and_nothing_is_lost), &[]),
        (("hidden_things_stay_hidden", hidden::hidden_things_stay_hidden), &["hidden", "odds", "promises"]),
        (
            ("what_is_imagined_hangs_on_what_is_seen", hidden::what_is_imagined_hangs_on_what_is_seen),
            &["odds"],
        ),
        (("hidden_things_are_drawn_by_luck", hidden::hidden_things_are_drawn_by_luck), &["odds"]),
        (("what_is_dealt_in_secret_hangs_on_luck", hidden::what_is_dealt_in_secret_hangs_on_luck), &["odds"]),
    ]
}

/// Checks a law of a module, unless the game breaks one that this law depends on.
pub fn hold_to<T: Title<Game: Lawful>>(title: &T, module: &str, name: &'static str, law: fn(&T)) {
    if !stands_on_broken(title, module, name) {
        let mut is_first = false;
        if let Err(complaint) = check_law(title, (name, law), &mut is_first) {
            // The panic hook has printed the complaint for the caller that ran the law.
            if is_first {
                resume_unwind(Box::new(complaint));
            }
            panic!("{complaint}");
        }
    }
}

/// Whether a law of a module depends on one that the game breaks.
pub fn stands_on_broken<T: Title<Game: Lawful>>(title: &T, module: &str, name: &str) -> bool {
    let before = basis::<T>().into_iter().take_while(|((basic, _), _)| *basic != name);
    let mut before = before.filter(|(_, modules)| modules.is_empty() || modules.contains(&module));
    before.any(|(law, _)| check_law(title, law, &mut false).is_err())
}

/// Whether a program runs the laws for their complaints, not as tests.
static SILENT: AtomicBool = AtomicBool::new(false);

pub(super) fn is_silent() -> bool {
    SILENT.load(Ordering::Relaxed)
}

/// The complaints of the laws about a game, in their order: the name of each broken law, with its complaint. Laws
/// that depend on a broken one are left out. `begins` receives the name of each law before it runs. Prints nothing,
/// but leaves it to the caller to silence panics.
pub fn complaints<T: Title<Game: Lawful>>(
    title: &T,
    laws: impl IntoIterator<Item = (&'static str, &'static str, fn(&T))>,
    mut begins: impl FnMut(&'static str),
) -> Vec<(&'static str, String)> {
    SILENT.store(true, Ordering::Relaxed);
    let laws = laws.into_iter().inspect(|(_, name, _)| begins(name));
    let laws = laws.filter(|(module, name, _)| !stands_on_broken(title, module, name));
    laws.filter_map(|(_, name, law)| Some((name, check_law(title, (name, law), &mut false).err()?))).collect()
}

type Held = Arc<OnceLock<Result<(), String>>>;

/// The type of a title, the address of its `Info`, and the name of a law.
type LawOfTitle = (&'static str, usize, &'static str);

/// The result of each law, which runs once per process.
static HELD: LazyLock<Mutex<BTreeMap<LawOfTitle, Held>>> = LazyLock::new(Mutex::default);

fn check_law<T: Title>(title: &T, (name, law): Law<T>, is_first: &mut bool) -> Result<(), String> {
    let key = (type_name::<T>(), std::ptr::from_ref(title.info()).addr(), name);
    let held = Arc::clone(HELD.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default());
    let told = held.get_or_init(|| {
        *is_first = true;
        catch_unwind(AssertUnwindSafe(|| law(title))).map_err(|panic| match panic.downcast::<String>() {
            Ok(complaint) => *complaint,
            Err(panic) => panic.downcast_ref::<&str>().unwrap_or(&"a law panics").to_string(),
        })
    });
    told.clone()
}
