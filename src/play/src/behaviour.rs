//! The fingerprint of how this build plays a game: sixteen hexadecimal digits.
//!
//! Stored runs belong to builds that play alike. The fingerprint hashes the tallies of a fixed set of deals, so it
//! depends on what is played and counted, not on how the code is written.

use std::{
    collections::BTreeMap,
    num::NonZeroU32,
    sync::{Mutex, PoisonError},
};

use sim_engine::{Game, luck::hash_name, settings};
use sim_script::{Search, Strategy, Title, library, library::BASELINES};

use crate::{
    Schedule,
    arm::{Play, frame},
    tally::{Tally, TallyRecord},
};

/// Seed of the fingerprint's deals.
const SEED: u64 = 20_261_123;
/// Deals for each of random play, the baselines and the other shipped scripts.
const DEALS: u64 = 24;
/// Rollouts per decision of the search, and its deals.
const SEARCH: (u32, u64) = (2, 1);

/// Known fingerprints, by edition of a game.
static KNOWN: Mutex<BTreeMap<String, String>> = Mutex::new(BTreeMap::new());

/// The fingerprint of a game. It is equal for two builds in which random play, the shipped scripts and a search play
/// the same games with the same counts. Computed once per process.
pub fn fingerprint(title: &impl Title) -> String {
    let edition = title.edition();
    let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).get(&edition).cloned();
    known.unwrap_or_else(|| {
        let digits = played(title);
        KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(edition, digits.clone());
        digits
    })
}

/// The fingerprints that this process knows, by edition, for a later process of the same build.
pub fn known_fingerprints() -> BTreeMap<String, String> {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Takes the fingerprint of a game from an earlier process of the same build, which played the deals.
pub fn recall(edition: String, digits: String) {
    KNOWN.lock().unwrap_or_else(PoisonError::into_inner).insert(edition, digits);
}

/// Plays the deals and hashes their tallies. Returns an empty string for a game that cannot be set up: nothing of it
/// is ever stored.
fn played(title: &impl Title) -> String {
    let Some(game) = settings::parse("data.toml", title.info().data_file)
        .ok()
        .and_then(|settings| title.set_up(&settings, title.info().default_players).ok())
    else {
        return String::new();
    };
    let scripts =
        || title.shipped().iter().filter_map(|shipped| library::shipped(title, shipped.name).ok()?);
    let (baselines, pool): (Vec<_>, Vec<_>) =
        scripts().partition(|strategy| BASELINES.contains(&strategy.name()));
    let search = baselines.first().and_then(|base| {
        Search::new(NonZeroU32::new(SEARCH.0)?, base.clone(), Vec::new()).map(Strategy::from)
    });
    // Deals are only a sample, so the hash includes the edition of rules that are read at run time.
    let mut text = Some(title.edition()).filter(|edition| edition != title.info().name).unwrap_or_default();
    for (strategies, deals) in [
        (vec![Strategy::Random], DEALS),
        (baselines, DEALS),
        (pool, DEALS),
        (search.into_iter().collect(), SEARCH.1),
    ] {
        let Some(schedule) = Schedule::pool(strategies.len(), game.players()) else { continue };
        let frame = frame(&game, strategies.len(), &schedule);
        let play = Play {
            game: &game,
            objective: title.info().objective,
            frame: &frame,
            strategies: &strategies,
            schedule: &schedule,
            seed: SEED,
        };
        let tally = play.run_in_blocks((1, 1), 0..deals, Tally::new(&frame), &mut ());
        let bytes = TallyRecord { digest: String::new(), deals: 0..deals, tally }.to_bytes();
        text.extend(bytes.iter().map(|byte| format!("{byte:02x}")));
    }
    format!("{:016x}", hash_name(&text))
}

#[cfg(test)]
mod tests {
    use sim_delectable::TITLE;

    use super::*;

    #[test]
    fn the_digits_of_a_build_are_the_same_for_any_number_of_threads_and_calls() {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| played(&TITLE))
        };
        let digits = on(1);
        assert_eq!(digits.len(), 16);
        assert_eq!(on(3), digits);
        assert_eq!(fingerprint(&TITLE), digits);
        assert_eq!(known_fingerprints().get("delectable"), Some(&digits));
    }
}
