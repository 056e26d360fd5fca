//! What a change of the rules does.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn a_change_is_told_with_the_games_in_which_it_mattered() {
    let folder = TempDir::new().unwrap();
    let base = "diff --game delectable --set hand_limit=3 --strategies raider,prestige,balancer --n 1200";
    let output = sim(folder.path(), &words(&format!("{base} --out here")));
    let page = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let first =
        "Delectable, 2 players: hand_limit=3 less printed\n1,200 games of each on 600 deals, seed 1\n";
    assert!(page.starts_with(first), "{page}");
    assert!(page.contains("\nChanged: ") && page.contains("\nGames in which it mattered most\n"), "{page}");
    // Each game is told by a command, under the new rules and under the old ones.
    let commands: Vec<&str> = page.lines().filter(|line| line.starts_with("  sim replay")).collect();
    assert!(commands.len() >= 2 && commands[0].contains("--set hand_limit=3"), "{page}");
    let told: Vec<String> = commands[..2]
        .iter()
        .map(|command| {
            let output = sim(folder.path(), &words(command.trim().strip_prefix("sim ").unwrap()));
            assert!(output.status.success(), "{command}: {}", text(&output.stderr));
            text(&output.stdout)
        })
        .collect();
    assert_ne!(told[0], told[1]);

    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("here/manifest.json")).unwrap()).unwrap();
    assert_eq!((manifest["deals"].as_u64(), manifest["verb"].as_str()), (Some(600), Some("diff")));
    let command = manifest["command"].as_str().unwrap().strip_prefix("sim ").unwrap().to_owned();
    let csv = fs::read_to_string(folder.path().join("here/differences.csv")).unwrap();
    let again = sim(folder.path(), &words(&format!("{command} --format csv --threads 1")));
    assert_eq!(text(&again.stdout), csv);
}

#[test]
fn two_stored_runs_differ_by_what_the_change_does() {
    let folder = TempDir::new().unwrap();
    let base = "--game delectable --strategies raider,prestige --n 1000";
    for (place, change) in [("old", ""), ("new", " --set hand_limit=3")] {
        let run = sim(folder.path(), &words(&format!("{base}{change} --out {place}")));
        assert!(run.status.success(), "{}", text(&run.stderr));
    }
    let stored = sim(folder.path(), &words("diff old new --format csv"));
    let change = sim(folder.path(), &words(&format!("diff {base} --set hand_limit=3 --format csv")));
    assert_eq!(text(&stored.stdout), text(&change.stdout), "{}", text(&stored.stderr));
    let same = text(&sim(folder.path(), &words("diff old old")).stdout);
    assert!(same.contains("\nNo figure is found to change by more than the tolerance.\n"), "{same}");
    assert!(same.contains("Win rates within 1 percentage points: "), "{same}");
    assert!(!same.contains("Games in which it mattered"), "{same}");
    let longer =
        sim(folder.path(), &words(&format!("{base} --n 1200 --out longer").replace("--n 1000 ", "")));
    assert!(longer.status.success());
    let output = sim(folder.path(), &words("diff old longer"));
    let error = "error: the runs hold different deals: 600 and 500 of them, or others\n  help: play both over the same range of deals, with the same seed\n";
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), error.to_owned()));
}

#[test]
fn what_nobody_meets_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let line =
        "diff --game critter-kitchen --without guy-fierret --strategies greedy,default --players 2 --n 80";
    let output = sim(folder.path(), &words(&format!("{line} --format json")));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    for row in value["tables"]["differences"]["rows"].as_array().unwrap() {
        assert!(row["difference"].as_f64().is_none_or(|difference| difference == 0.0), "{row}");
        assert!(row["verdict"] != "changed" && row["p_value"].is_null(), "{row}");
    }
}

#[test]
fn what_is_no_difference_is_refused() {
    let folder = TempDir::new().unwrap();
    for (line, expected) in [
        ("diff", "error: there is nothing to compare\n  help: name a game and a change"),
        ("diff one", "error: there is nothing to compare\n"),
        ("diff --game delectable", "error: nothing is changed\n  help: give --set"),
        ("diff a b --game delectable", "error: runs and a game are named\n"),
        ("diff a b", "error: a holds no run: manifest.json: "),
        ("diff a b --players 2", "error: runs have their own tables\n"),
        (
            "diff --game delectable --set hand_limit=5 --tolerance x",
            "error: --tolerance x: not a number\n  help: write 1% or 0.01\n",
        ),
    ] {
        let output = sim(folder.path(), &words(line));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).starts_with(expected), "{line}: {}", text(&output.stderr));
    }
}

#[test]
fn what_so_few_games_leave_open_is_told_in_a_line_with_what_it_is() {
    let folder = TempDir::new().unwrap();
    let page = text(&sim(folder.path(), &words("diff --game la-bistro --preset second-chart --n 24")).stdout);
    let line = page.lines().find(|line| line.starts_with("Left open by so few games: ")).unwrap();
    assert!(line.contains(" of them details, as how often one thing happens. More games tell,"), "{line}");
    assert!(!page.contains("Not known yet"), "{page}");
}

#[test]
fn a_preset_is_called_by_its_name() {
    let folder = TempDir::new().unwrap();
    for (changed, name) in [
        ("--preset second-chart", "second-chart"),
        ("--preset second-chart --set chef_fee=2", "second-chart chef_fee=2"),
    ] {
        let line = format!("diff --game la-bistro {changed} --n 2");
        let page = text(&sim(folder.path(), &words(&line)).stdout);
        assert!(page.contains(&format!("{name} less printed")), "{page}");
    }
}
