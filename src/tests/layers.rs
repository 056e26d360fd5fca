//! The arrows between the rooms go one way.

use std::{fs, path::Path};

/// The rooms in the order of the pipeline; a room may use those to its left, and leaves.
const ROOMS: [&str; 7] = ["rules", "strategy", "play", "tally", "tables", "charts", "report"];

/// Every source file under a folder, tests aside.
fn sources(folder: &Path, files: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn no_room_names_one_to_its_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for (place, room) in ROOMS.iter().enumerate() {
        let mut files = Vec::new();
        sources(&root.join(room), &mut files);
        assert!(!files.is_empty(), "no room {room}");
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            for (number, line) in code.lines().enumerate() {
                if line.trim_start().starts_with("//") {
                    continue;
                }
                let forbidden = ROOMS[place + 1..].iter().copied().chain(["cli", "catalogue"]);
                for other in forbidden {
                    let names = [format!("crate::{other}::"), format!("    {other}::")];
                    assert!(
                        !names.iter().any(|name| line.contains(name) && !line.contains(&format!("::{other}::{other}"))),
                        "{}:{}: {room} names {other}: {line}",
                        file.display(),
                        number + 1
                    );
                }
            }
        }
    }
}

#[test]
fn nothing_right_of_the_waist_names_a_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let games = fs::read_dir(root.join("rules")).unwrap().map(|entry| entry.unwrap().path());
    let games: Vec<String> = games
        .filter(|path| path.is_dir() && path.join("rules.md").exists())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(!games.is_empty());
    for room in ["play", "tally", "tables", "charts", "report", "stats", "cli"] {
        let mut files = Vec::new();
        sources(&root.join(room), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            if file.file_name().is_some_and(|name| name == "tests.rs") {
                continue;
            }
            for game in &games {
                let names = code.lines().filter(|line| !line.trim_start().starts_with("//"));
                let named = names.filter(|line| line.contains(&format!("{game}::"))).count();
                assert_eq!(named, 0, "{} names {game}", file.display());
            }
        }
    }
}
