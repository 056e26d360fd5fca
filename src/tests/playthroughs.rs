//! Whole games as golden files: a change of the rules, of the luck or of a shipped strategy shows
//! here line by line. A game without a playthrough for each of its table sizes fails.

use std::{fs, path::Path};

use sim::{
    catalogue::GAMES,
    play::transcript::{Style, Telling},
    strategy::library::BASELINES,
};

/// Writes the files afresh when this is set: `SIM_UPDATE_GOLDEN=1 cargo test --test playthroughs`.
const UPDATE: &str = "SIM_UPDATE_GOLDEN";

#[test]
fn every_game_plays_as_it_did_at_every_table_size() {
    for entry in GAMES {
        let info = entry.info();
        let params = entry.params().unwrap();
        let names: Vec<&str> = entry.shipped().iter().map(|shipped| shipped.name).collect();
        let plans: Vec<&str> = names.into_iter().filter(|name| !BASELINES.contains(name)).collect();
        for players in info.players.0..=info.players.1 {
            let game = entry.open(&params, players).unwrap();
            let strategies: Vec<_> = (0..players)
                .map(|seat| entry.shipped_strategy(plans[seat % plans.len()]).unwrap().unwrap())
                .collect();
            let seats: Vec<_> = strategies.iter().collect();
            for (style, ending) in [(Style::Text, "txt"), (Style::JsonLines, "jsonl")] {
                let telling = Telling {
                    seed: 1,
                    deal: players as u64,
                    rotation: 0,
                    seats: &seats,
                    parameters: &[],
                    style,
                    explains: false,
                };
                let mut told = Vec::new();
                game.tell(&telling, &mut told).unwrap();
                let path = Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join(format!("src/tests/golden/{}/{players}-players.{ending}", info.name));
                compare(&path, &String::from_utf8(told).unwrap());
            }
        }
    }
}

/// Holds what is told against the golden file, line by line.
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
