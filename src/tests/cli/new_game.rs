//! A crate for a user's own game: what the program writes, and what it refuses.

use std::{fs, path::Path, process::Command};

use super::{files, names, sim, text, words};

#[test]
fn a_new_game_is_a_folder_under_its_own_name() {
    let folder = tempfile::tempdir().unwrap();
    let made = sim(folder.path(), &words("new game sunken-city --rust"));
    assert!(made.status.success(), "{}", text(&made.stderr));
    assert!(text(&made.stdout).starts_with("sunken-city/\n"));
    assert_eq!(names(folder.path()), ["sunken-city"], "nothing half written");
    let root = folder.path().join("sunken-city");
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    assert!(read("Cargo.toml").contains("name = \"sunken-city\""));
    assert!(read("src/main.rs").contains("[&sunken_city::ENTRY]"));
    assert!(read("src/rules.rs").contains("impl Game for SunkenCity"));
    assert!(read("src/data.toml").contains("game = \"sunken-city\""));
    assert!(read("src/rules.md").starts_with("# Sunken City\n"));
    assert!(read("strategies/sunken-city/default.toml").contains("game = \"sunken-city\""));
    assert!(read("experiments/sunken-city/daredevil.toml").contains("game = \"sunken-city\""));
    for (file, text) in files(&root).iter().filter(|(file, _)| file != "Cargo.lock") {
        let text = String::from_utf8_lossy(text).to_lowercase();
        assert!(
            !text.replace(env!("CARGO_MANIFEST_DIR"), "").contains("reef"),
            "{file} tells of another game"
        );
    }
}

#[test]
fn a_new_game_may_have_hidden_hands() {
    let folder = tempfile::tempdir().unwrap();
    let made = sim(folder.path(), &words("new game sea-poker --like hidden-hands --rust"));
    assert!(made.status.success(), "{}", text(&made.stderr));
    let root = folder.path().join("sea-poker");
    let read = |file: &str| fs::read_to_string(root.join(file)).unwrap();
    assert!(read("src/rules.rs").contains("title: \"Sea Poker\",\n        designers: \"you\","));
    assert!(read("src/lib.rs").contains("sim_play::laws!(&crate::TITLE);"));
    assert!(read("src/rules.md").starts_with("# Sea Poker\n"));
    assert!(read("strategies/sea-poker/bluffer.toml").contains("game = \"sea-poker\""));
    for (file, text) in files(&root).iter().filter(|(file, _)| file != "Cargo.lock") {
        let text = String::from_utf8_lossy(text).to_lowercase();
        let text = text.replace(env!("CARGO_MANIFEST_DIR"), "");
        assert!(!text.contains("reef") && !text.contains("kuhn"), "{file} tells of another game");
    }
    let refused = sim(folder.path(), &words("new game two --like chess"));
    assert!(
        text(&refused.stderr).contains("[possible values: push-your-luck, hidden-hands, drafting]"),
        "{}",
        text(&refused.stderr)
    );
}

#[test]
fn a_new_game_is_one_file_that_plays_at_once() {
    for (name, like, title) in [
        ("harbour", "", "Harbour, 2 players"),
        ("sea-poker", "--like hidden-hands", "Sea Poker, 2 players"),
        ("night-market", "--like drafting", "Night Market, 2 players"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let made = sim(folder.path(), &words(&format!("new game {name} {like}")));
        let told = text(&made.stdout);
        assert!(
            told.starts_with(&format!("{name}.lua\nplay it:   sim --game {name}.lua --n 1e5\n")),
            "{told}"
        );
        assert_eq!(names(folder.path()), [format!("{name}.lua")]);
        let played = sim(folder.path(), &words(&format!("--game {name}.lua --n 200")));
        assert!(text(&played.stdout).starts_with(title), "{}{}", text(&played.stdout), text(&played.stderr));
        let again = sim(folder.path(), &words(&format!("new game {name} {like}")));
        assert!(text(&again.stderr).contains("exists already"), "{}", text(&again.stderr));
    }
    let folder = tempfile::tempdir().unwrap();
    for (line, expected) in [
        ("new game Mine", "error: `Mine` cannot be a game's name: it is a file and a word"),
        ("new game delectable", "error: `delectable` cannot be a game's name: there is a game of this name"),
        ("new game a --like drafting --rust", "error: no crate is like a drafting game"),
    ] {
        let refused = sim(folder.path(), &words(line));
        assert!(text(&refused.stderr).starts_with(expected), "{}", text(&refused.stderr));
    }
    assert!(names(folder.path()).is_empty());
}

#[test]
fn what_it_depends_on_can_be_said() {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("new game one --rust --sim {}", env!("CARGO_MANIFEST_DIR"));
    assert!(sim(folder.path(), &words(&line)).status.success());
    let manifest = fs::read_to_string(folder.path().join("one/Cargo.toml")).unwrap();
    assert!(
        manifest.contains(&format!("path = \"{}/src/engine\"", env!("CARGO_MANIFEST_DIR"))),
        "{manifest}"
    );
    assert!(manifest.contains("# The laboratory lies elsewhere"), "{manifest}");
    assert!(
        sim(folder.path(), &words("new game two --rust --sim https://example.org/sim.git")).status.success()
    );
    let manifest = fs::read_to_string(folder.path().join("two/Cargo.toml")).unwrap();
    assert!(manifest.contains("sim-engine = { git = \"https://example.org/sim.git\" }"), "{manifest}");
}

#[test]
fn nothing_is_written_over_and_bad_names_are_refused_with_the_way_out() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("mine")).unwrap();
    fs::write(folder.path().join("letter"), "keep me").unwrap();
    for (line, expected) in [
        ("new game mine --rust", "error: mine exists already\n  help: choose another name"),
        ("new game letter --rust", "error: letter exists already\n  help: choose another name"),
        ("new game Mine --rust", "error: `Mine` cannot be a game's name: it is a folder, a crate and a word"),
        ("new game a/b --rust", "error: `a/b` cannot be a game's name"),
        (
            "new game aux --rust",
            "error: `aux` cannot be a game's name: it names a device in Windows\n  help: choose",
        ),
        (
            "new game match --rust",
            "error: `match` cannot be a game's name: Rust, cargo or the laboratory use it",
        ),
        (
            "new game state --rust",
            "error: `state` cannot be a game's name: its rules have another thing of this name",
        ),
        (
            "new game a --rust --sim .",
            "error: --sim .: no sources of the laboratory lie there\n  help: name the folder",
        ),
    ] {
        let refused = sim(folder.path(), &words(line));
        let told = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{line}: {told}");
        assert!(told.starts_with(expected), "{line}:\n{told}");
    }
    assert_eq!(names(folder.path()), ["letter", "mine"]);
    assert_eq!(names(&folder.path().join("mine")), [""; 0]);
}

/// Calls cargo for the new crate, outside of this workspace and with the packages at hand. Returns the output.
fn cargo(root: &Path, arguments: &str) -> String {
    // Dependencies are already built there, with the same settings.
    let target = Path::new(env!("CARGO_BIN_EXE_sim")).parent().and_then(Path::parent).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).env("CARGO_TARGET_DIR", target).args(words(arguments));
    let done = cargo.output().unwrap();
    assert!(done.status.success(), "cargo {arguments}: {}{}", text(&done.stdout), text(&done.stderr));
    text(&done.stdout) + &text(&done.stderr)
}

#[test]
#[ignore = "minutes where nothing is built yet; .ci/run calls it"]
fn a_new_game_compiles_with_hidden_hands_and_passes_the_laws() {
    let folder = tempfile::tempdir().unwrap();
    assert!(sim(folder.path(), &words("new game sea-poker --like hidden-hands --rust")).status.success());
    let root = folder.path().join("sea-poker");
    let tested = cargo(&root, "test --offline");
    assert!(tested.contains("test laws::hidden_things_are_drawn_with_their_odds ... ok"), "{tested}");
    assert!(tested.contains("test tests::ku_6_of_four_chips_one_is_drawn ... ok"), "{tested}");
    assert!(!tested.contains("warning"), "{tested}");
    let played = cargo(&root, "run --offline -- --n 200");
    assert!(played.starts_with("Sea Poker, 2 players: ") && played.contains("\n200 games of "), "{played}");
}

#[test]
#[ignore = "minutes where nothing is built yet; .ci/run calls it"]
fn a_new_game_compiles_passes_the_laws_plays_and_reports() {
    let folder = tempfile::tempdir().unwrap();
    assert!(sim(folder.path(), &["new", "game", "sunken-city", "--rust"]).status.success());
    let root = folder.path().join("sunken-city");
    let cargo = |arguments: &str| cargo(&root, arguments);
    let tested = cargo("test --offline");
    assert!(tested.contains("test laws::hidden_things_stay_hidden ... ok"), "{tested}");
    assert!(!tested.contains("warning"), "{tested}");
    let played = cargo("run --offline -- --n 200");
    assert!(played.starts_with("Sunken City, 2 players: ") && played.contains("\n200 games of "), "{played}");
    assert!(!played.contains("Compiling sim-"), "`cargo test` has built it already: {played}");
    let audited = cargo("run --offline -- report --n 200 --players 2");
    assert!(audited.contains("written to reports/sunken-city/audit/report.html"), "{audited}");
    let answered = cargo("run --offline -- run experiments/sunken-city/daredevil.toml --n 200");
    assert!(answered.contains("daredevil"), "{answered}");
    // Optional items can be removed: the questions, and every strategy but `default`.
    fs::remove_dir_all(root.join("experiments")).unwrap();
    for file in ["careful.toml", "daredevil.toml", "banker.toml", "order.txt"] {
        fs::remove_file(root.join("strategies/sunken-city").join(file)).unwrap();
    }
    let cut = |file: &str, from: &str, to: &str| {
        let text = fs::read_to_string(root.join(file)).unwrap();
        let (start, rest) = text.split_once(from).unwrap();
        let (_, rest) = rest.split_once(to).unwrap();
        fs::write(root.join(file), [start, rest].concat()).unwrap();
    };
    cut("build.rs", "?;\n    sim_shipped::write(\"experiments/", ")");
    cut("src/strategy.rs", "    // Leave out this and its line in `build.rs`", "/experiments.rs\")),\n");
    let tested = cargo("test --offline");
    assert!(!tested.contains("warning"), "{tested}");
    let audited = cargo("run --offline -- report --n 200 --players 2 --force");
    assert!(audited.contains("written to reports/sunken-city/audit/report.html"), "{audited}");
}
