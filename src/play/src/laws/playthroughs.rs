//! Whole games as golden files: a change of the rules, the luck or a shipped strategy shows here line by line.
//! Digests record the choices at every table size.

use std::{fs, path::Path};

use sim_script::library::BASELINES;

use crate::{
    Entry,
    transcript::{Style, TranscriptSpec},
};

/// Rewrites the files if this is set: `SIM_UPDATE_GOLDEN=1 cargo test as_it_did`.
const UPDATE: &str = "SIM_UPDATE_GOLDEN";

/// The shipped archetypes: all strategies except the baselines, or all strategies if there are no others.
fn archetypes(entry: &Entry) -> Vec<&'static str> {
    let names: Vec<&str> = entry.shipped().iter().map(|shipped| shipped.name).collect();
    let plans: Vec<&str> = names.iter().copied().filter(|name| !BASELINES.contains(name)).collect();
    if plans.is_empty() { names } else { plans }
}

/// The table sizes with golden games: the fewest players, where an automa may play, and two and four players.
fn told_sizes(entry: &Entry) -> impl Iterator<Item = usize> {
    let (fewest, most) = entry.info().players;
    (fewest..=most).filter(move |players| *players == fewest || [2, 4].contains(players))
}

/// Compares games with the golden files of a folder.
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
                compare(&path, &game.write_transcript(&telling).to_string());
            }
        }
    }
}

/// The strongest players: the script, and the trained one.
const STRONGEST: [&str; 2] = ["expert", "champion"];
/// Deals whose choices are recorded, for each table size and group of strategies.
const DEALS: u64 = 3;

/// A faster evaluation must choose as the slower one did. The file has digests of many games: for each table size a
/// line for the archetypes, and a line for each of the strongest players alone.
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

/// A digest of the transcripts of a few games, in which strategies take the seats in turn.
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
        told += &game.write_transcript(&telling).to_string();
    }
    // FNV-1a.
    told.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Compares a text with a golden file, line by line.
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

/// Defines the golden tests of a game, with files in `tests/golden` of its package:
/// `sim_play::playthroughs!(&crate::ENTRY);`. `SIM_UPDATE_GOLDEN=1 cargo test as_it_did` writes the files.
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
