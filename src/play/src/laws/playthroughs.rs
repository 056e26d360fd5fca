//! Whole games as golden files: a change of the rules, of the luck or of a shipped strategy shows
//! here line by line. Choices are held by digests at every table size.

use std::{fs, path::Path};

use sim_script::library::BASELINES;

use crate::{
    Entry,
    transcript::{Style, TranscriptSpec},
};

/// Writes the files afresh when this is set: `SIM_UPDATE_GOLDEN=1 cargo test plays_as_it_did`.
const UPDATE: &str = "SIM_UPDATE_GOLDEN";

/// The strategies that tell games apart: those that are no baselines, or all where there is no other.
fn archetypes(entry: &Entry) -> Vec<&'static str> {
    let names: Vec<&str> = entry.shipped().iter().map(|shipped| shipped.name).collect();
    let plans: Vec<&str> = names.iter().copied().filter(|name| !BASELINES.contains(name)).collect();
    if plans.is_empty() { names } else { plans }
}

/// The table sizes of which whole games are kept: the fewest players, who may meet an opponent without a seat, and
/// those of small and full tables.
fn told_sizes(entry: &Entry) -> impl Iterator<Item = usize> {
    let (fewest, most) = entry.info().players;
    (fewest..=most).filter(move |players| *players == fewest || [2, 4].contains(players))
}

/// Holds games against the files of a folder.
pub fn plays_as_it_did(entry: &Entry, golden: &Path) {
    {
        let settings = entry.settings().unwrap();
        let plans = archetypes(entry);
        for players in told_sizes(entry) {
            let game = entry.open(&settings, players).unwrap();
            let strategies: Vec<_> = (0..players)
                .map(|seat| entry.shipped_strategy(plans[seat % plans.len()]).unwrap().unwrap())
                .collect();
            let seats: Vec<_> = strategies.iter().collect();
            for (style, ending) in [(Style::Text, "txt"), (Style::JsonLines, "jsonl")] {
                let telling = TranscriptSpec {
                    seed: 1,
                    deal: players as u64,
                    rotation: 0,
                    seats: &seats,
                    settings: &[],
                    style,
                    alternatives: None,
                };
                let path = golden.join(format!("{players}-players.{ending}"));
                compare(&path, &game.tell(&telling).to_string());
            }
        }
    }
}

/// Who plays best: the script, and the one that learned.
const STRONGEST: [&str; 2] = ["expert", "champion"];
/// Deals of which all choices are kept, for each table size and sort of strategies.
const DEALS: u64 = 3;

/// Faster ways to think must choose as the slower ones did, so the choices of many games stand here, each table
/// size on a line for the archetypes and one for each of the strongest alone: digests of what is told.
pub fn chooses_as_it_did(entry: &Entry, golden: &Path) {
    {
        let info = entry.info();
        let plans = archetypes(entry);
        let mut lines = String::new();
        for players in info.players.0..=info.players.1 {
            lines += &format!("{players} players, archetypes: {:016x}\n", digest(entry, players, &plans));
            let is_shipped = |name: &&str| entry.shipped().iter().any(|shipped| shipped.name == *name);
            for name in STRONGEST.into_iter().filter(is_shipped) {
                lines += &format!("{players} players, {name}: {:016x}\n", digest(entry, players, &[name]));
            }
        }
        compare(&golden.join("choices.txt"), &lines);
    }
}

/// A digest of what is told of a few games, in which strategies take the seats in turn.
fn digest(entry: &Entry, players: usize, names: &[&str]) -> u64 {
    let game = entry.open(&entry.settings().unwrap(), players).unwrap();
    let pool: Vec<_> = names.iter().map(|name| entry.shipped_strategy(name).unwrap().unwrap()).collect();
    let mut told = String::new();
    for deal in 0..DEALS {
        let first = deal as usize * players;
        let seats: Vec<_> = (first..first + players).map(|at| &pool[at % pool.len()]).collect();
        let (seats, style) = (&seats[..], Style::JsonLines);
        let telling =
            TranscriptSpec { seed: 7, deal, rotation: 0, seats, settings: &[], style, alternatives: None };
        told += &game.tell(&telling).to_string();
    }
    // FNV-1a.
    told.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Holds what is told against the golden file, line by line.
#[expect(clippy::disallowed_methods, reason = "golden files are files")]
fn compare(path: &Path, told: &str) {
    if std::env::var_os(UPDATE).is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, told).unwrap();
    }
    let golden = fs::read_to_string(path)
        .unwrap_or_else(|error| panic!("{}: {error}; set {UPDATE} to write it", path.display()));
    for (number, (new, old)) in told.lines().zip(golden.lines()).enumerate() {
        assert_eq!(new, old, "{}:{}", path.display(), number + 1);
    }
    assert_eq!(told.lines().count(), golden.lines().count(), "{}", path.display());
}

/// The golden files of a game, in `tests/golden` of its package: `sim_play::playthroughs!(&crate::ENTRY);`. They are
/// written by `SIM_UPDATE_GOLDEN=1 cargo test plays_as_it_did`.
///
/// ```
/// mod laws {
///     sim_play::playthroughs!(&sim_delectable::ENTRY);
/// }
/// ```
#[macro_export]
macro_rules! playthroughs {
    ($entry:expr) => {
        fn golden() -> &'static std::path::Path {
            std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"))
        }

        #[test]
        fn plays_as_it_did() {
            $crate::laws::playthroughs::plays_as_it_did($entry, golden());
        }

        #[test]
        fn every_strategy_chooses_as_it_did() {
            $crate::laws::playthroughs::chooses_as_it_did($entry, golden());
        }
    };
}
