//! Whole games as golden files: a change of the rules, of the luck or of a shipped strategy shows
//! here line by line. A game without a playthrough for each of its table sizes fails.

use std::{fs, path::Path};

use sim::{
    catalogue::{GAMES, Opened},
    play::transcript::{Style, Telling},
    strategy::{Strategy, library::BASELINES},
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
            let telling = Telling {
                seed: 1,
                deal: players as u64,
                rotation: 0,
                seats: &seats,
                parameters: &[],
                style: Style::Text,
                explains: false,
            };
            compare(&*game, &telling, &format!("{}/{players}-players.txt", info.name));
        }
    }
}

/// Games whose lines for programs are kept as well, as an independent referee reads them.
const REFEREED: [&str; 1] = ["restaurant-row"];

/// Random play hangs on the rules and their luck alone, so these files change with the rules only.
#[test]
fn refereed_games_tell_programs_what_they_did() {
    for entry in GAMES.iter().filter(|entry| REFEREED.contains(&entry.info().name)) {
        let info = entry.info();
        for players in info.players.0..=info.players.1 {
            let game = entry.open(&entry.params().unwrap(), players).unwrap();
            for (style, ending) in [(Style::Text, "txt"), (Style::JsonLines, "jsonl")] {
                let telling = Telling {
                    seed: 1,
                    deal: players as u64,
                    rotation: 0,
                    seats: &vec![&Strategy::Random; players],
                    parameters: &[],
                    style,
                    explains: false,
                };
                compare(&*game, &telling, &format!("{}/{players}-random.{ending}", info.name));
            }
        }
    }
}

/// Tells a game and holds it against the file, or writes the file.
fn compare(game: &dyn Opened, telling: &Telling<'_>, file: &str) {
    let mut told = Vec::new();
    game.tell(telling, &mut told).unwrap();
    let told = String::from_utf8(told).unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/golden").join(file);
    if std::env::var_os(UPDATE).is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &told).unwrap();
    }
    let golden = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; set {UPDATE} to write it", path.display()));
    for (number, (new, old)) in told.lines().zip(golden.lines()).enumerate() {
        assert_eq!(new, old, "{}:{}", path.display(), number + 1);
    }
    assert_eq!(told.lines().count(), golden.lines().count(), "{}", path.display());
}
