//! Games in one file: which ones play, which are refused and where, and what an error during play leaves behind.

use std::{fs, path::Path};

use super::{files, names, sim, text, words};

const DRAFT: &str = include_str!("../../lua/examples/draft.lua");

fn with_game(name: &str, game: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), game).unwrap();
    folder
}

#[track_caller]
fn assert_refused(folder: &Path, line: &str, expected: &str) {
    let refused = sim(folder, &words(line));
    let told = text(&refused.stderr);
    assert!(!refused.status.success(), "{line}: {}", text(&refused.stdout));
    assert!(told.contains(expected), "{line}: `{expected}` is not in:\n{told}");
}

#[test]
fn a_game_file_is_played_by_every_verb_and_named_in_its_commands() {
    let folder = with_game("harbour.lua", DRAFT);
    for (line, expected) in [
        ("--game harbour.lua --n 200", "Next: sim "),
        ("--game harbour --n 200", "--game harbour.lua"),
        ("show settings --game harbour.lua", "card.coin.gold"),
        ("show features --game harbour.lua", "gain"),
        ("show rules --game harbour.lua", "The rules are the functions of harbour.lua."),
        ("list --game harbour.lua", "greedy"),
        ("diff --game harbour.lua --set row=4 --n 100", "row=4 compared with the printed rules"),
        ("sweep --game harbour.lua --vary row=3..5 --n 100", "row=4"),
        ("compare greedy random --game harbour.lua --n 100", "greedy"),
        ("replay --game harbour.lua --why", "take"),
        // A default that reads nothing is no level of play, and copies of it measure nothing.
        ("skill --game harbour.lua --players 2 --levels --n 60", "From random to greedy it is"),
        (
            "train greedy --game harbour.lua --players 2 --n 120",
            "written to strategies/harbour/greedy-learned.toml",
        ),
        ("check harbour.lua", "keeps all 29 laws"),
    ] {
        let done = sim(folder.path(), &words(line));
        let told = text(&done.stdout);
        assert!(done.status.success(), "{line}: {}", text(&done.stderr));
        assert!(told.contains(expected), "{line}: `{expected}` is not in:\n{told}");
        assert!(!told.contains("--game harbour "), "{line}:\n{told}");
    }
}

#[test]
fn threads_and_resumed_runs_change_no_byte() {
    let folder = with_game("harbour.lua", DRAFT);
    for (threads, name) in [("1", "one"), ("3", "three")] {
        let line = format!("--game harbour.lua --n 600 --threads {threads} --out {name} --format csv");
        assert!(sim(folder.path(), &words(&line)).status.success());
    }
    let tables = |name: &str| -> Vec<_> {
        let all = files(&folder.path().join(name)).into_iter();
        all.filter(|(file, _)| file.ends_with(".csv")).collect()
    };
    assert!(!tables("one").is_empty());
    assert_eq!(tables("one"), tables("three"));
}

#[test]
fn mistakes_are_told_with_file_line_column_and_the_nearest_name() {
    for (from, to, expected) in [
        (
            "shuffle(g.deck)",
            "shufle(g.deck)",
            "harbour.lua:37:3: nothing is called `shufle`\n  help: did you mean `shuffle`?",
        ),
        (
            "fill(g.deck, \"card\")",
            "fill(g.dek, \"card\")",
            "the state has no `dek`\n  help: did you mean `deck`?",
        ),
        (
            "fill(g.deck, \"card\")",
            "fill(g.deck, \"cards\")",
            "no components are called `cards`\n  help: did you mean `card`?",
        ),
        ("zones = {", "zoness = {", "`card` is"),
        ("\"open\", of", "\"opne\", of", "`row` does not say who sees it\n  help: did you mean `open`?"),
        ("of = \"card\"", "of = \"crad\"", "no components are called `crad`\n  help: did you mean `card`?"),
        ("numbers.row and", "numbers.rows and", "`numbers` has no `rows`\n  help: did you mean `row`?"),
        (
            "decisions = {",
            "decisons = {",
            "`decisons` is nothing that a game declares\n  help: did you mean `decisions`?",
        ),
        (
            "about = \"Which",
            "abuot = \"Which",
            "decisions.take has no `abuot`\n  help: did you mean `about`?",
        ),
        ("players = { 2, 4 }", "players = { 2, 9 }", "harbour.lua:3:"),
        ("function turn(g)", "function turn(g", "')' expected near 'if'"),
    ] {
        assert!(DRAFT.contains(from), "{from}");
        let folder = with_game("harbour.lua", &DRAFT.replacen(from, to, 1));
        let refused = sim(folder.path(), &words("--game harbour.lua --n 10"));
        let told = text(&refused.stderr);
        if expected == "`card` is" {
            assert!(!refused.status.success(), "{told}");
            continue;
        }
        assert!(told.contains(expected), "{from} -> {to}: `{expected}` is not in:\n{told}");
        assert!(told.starts_with("error: harbour.lua:"), "{told}");
        assert_eq!(names(folder.path()), ["harbour.lua"], "nothing is written");
    }
}

#[test]
fn a_mistake_in_mid_play_ends_the_program_and_leaves_nothing_behind() {
    let broken = DRAFT.replace(
        "g.active = seat % g.players + 1",
        "g.active = seat % g.players + 1\n      if g.round == 4 then g.oops = 1 end",
    );
    let folder = with_game("harbour.lua", &broken);
    let refused = sim(folder.path(), &words("--game harbour.lua --n 200 --out here"));
    let told = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{told}");
    assert!(told.contains("harbour.lua:69:30:") && told.contains("the state has no `oops`"), "{told}");
    assert!(!folder.path().join("here/report.html").exists());
    assert_refused(folder.path(), "check harbour.lua", "the state has no `oops`");
}

#[test]
fn a_broken_law_is_told_with_the_deal_to_replay() {
    let zero = DRAFT.replace("title = \"Harbour\",", "title = \"Harbour\", zero_sum = true,");
    let folder = with_game("harbour.lua", &zero);
    let refused = sim(folder.path(), &words("check harbour.lua"));
    let told = text(&refused.stderr);
    assert!(told.contains("it breaks the law `points_of_a_zero_sum_game_sum_to_zero`"), "{told}");
    let line = told.lines().find_map(|line| line.trim().strip_prefix("replay it: sim ")).unwrap();
    assert!(line.starts_with("replay --game harbour.lua --seed 20261121 --deal 0"), "{line}");
    let replayed = sim(folder.path(), &words(line));
    assert!(text(&replayed.stdout).contains("takes"), "{}", text(&replayed.stderr));
}

#[test]
fn a_file_that_is_not_there_or_takes_a_known_name_is_refused() {
    let folder = with_game("harbour.lua", DRAFT);
    assert_refused(
        folder.path(),
        "--game harbor.lua --n 10",
        "no file harbor.lua\n  help: did you mean `harbour.lua`?",
    );
    fs::write(folder.path().join("delectable.lua"), DRAFT).unwrap();
    assert_refused(folder.path(), "--game delectable.lua --n 10", "there is another game `delectable`");
    fs::write(folder.path().join("Game.lua"), DRAFT).unwrap();
    assert_refused(folder.path(), "check Game.lua", "`Game` cannot be the name of a game");
}

#[test]
fn strategies_beside_the_file_are_the_games_own() {
    let folder = with_game("harbour.lua", DRAFT);
    let strategies = folder.path().join("strategies/harbour");
    fs::create_dir_all(&strategies).unwrap();
    for (name, score) in [("fisher", "fish"), ("miser", "gold")] {
        let strategy = format!(
            "format = 1\ngame = \"harbour\"\nabout = \"Wants {score}.\"\n\n[on.take]\nscore = \"{score}\"\n"
        );
        fs::write(strategies.join(name).with_extension("toml"), strategy).unwrap();
    }
    let played = sim(folder.path(), &words("--game harbour.lua --n 200"));
    let told = text(&played.stdout);
    assert!(told.contains("fisher") && told.contains("miser"), "{told}{}", text(&played.stderr));
    fs::write(strategies.join("bad.toml"), "format = 1\ngame = \"harbour\"\n\n[on.tke]\nscore = \"fish\"\n")
        .unwrap();
    assert_refused(folder.path(), "--game harbour.lua --n 10", "did you mean `take`?");
}
