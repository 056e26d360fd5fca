//! Names on a command line: params of strategies, and components.

use std::fs;

use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn a_strategy_with_other_values_is_told_apart_by_its_name() {
    let folder = TempDir::new().unwrap();
    let run = |strategies: &str, more: &str| {
        let line =
            format!("--game delectable --n 40 --strategies {strategies} --format csv --out o --force {more}");
        let output = sim(folder.path(), &words(&line));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let names = |csv: &str| {
        csv.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let csv = run("prestige,prestige:aim=4", "");
    assert_eq!(names(&csv), ["prestige", "prestige", "prestige:aim=4", "prestige:aim=4"]);
    // The command in the manifest contains the param.
    let manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(folder.path().join("o/manifest.json")).unwrap()).unwrap();
    let command = manifest["command"].as_str().unwrap();
    assert!(command.contains(" --strategies prestige,prestige:aim=4 "), "{command}");
    assert_eq!(manifest["strategies"][1]["params"][0], serde_json::json!(["aim", 4.0]));
    // A value that equals the current one is no change.
    assert_eq!(names(&run("prestige:aim=5.0,random", "")), ["prestige", "prestige", "random", "random"]);
    // A file is tuned like a shipped strategy.
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/strategies/delectable/prestige.toml");
    fs::copy(shipped, folder.path().join("mine.toml")).unwrap();
    let csv = run("mine.toml:aim=4,random", "");
    assert_eq!(names(&csv)[0], "mine:aim=4");
    let replay = sim(folder.path(), &words("replay --game delectable --lineup prestige:aim=4,random"));
    assert!(text(&replay.stdout).contains("seat 1: prestige:aim=4\n"));
}

#[test]
fn a_value_that_a_strategy_cannot_take_is_refused() {
    let folder = TempDir::new().unwrap();
    for (strategies, error) in [
        ("prestige:aim=9", "prestige: `aim` cannot be 9\n  help: give a whole number from 4 to 5"),
        ("prestige:aim=nan", "prestige: `aim` cannot be nan\n  help: give a whole number from 4 to 5"),
        ("prestige:aim=", "prestige: `aim` cannot be \n  help: give a whole number from 4 to 5"),
        ("prestige:amo=4", "`prestige` has no param `amo`\n  help: "),
        ("prestige:aim", "the param `aim` of `prestige` has no value\n  help: write prestige:aim=VALUE"),
        ("random:aim=1", "`random` has no param `aim`\n  help: it has none: what it does is fixed"),
        ("raidr:aim=1", "no strategy `raidr` for delectable\n  help: did you mean `raider`?"),
        ("prestige,prestige:aim=5", "strategy `prestige` stands twice in the pool\n  help: "),
    ] {
        let output = sim(folder.path(), &words(&format!("--game delectable --strategies {strategies}")));
        assert_eq!(output.status.code(), Some(2), "{strategies}");
        let stderr = text(&output.stderr);
        assert!(stderr.starts_with(&format!("error: {error}")), "{strategies}: {stderr}");
    }
}

#[test]
fn a_component_is_taken_out_or_doubled_by_its_name() {
    let folder = TempDir::new().unwrap();
    let changes = |line: &str| {
        let output = sim(folder.path(), &words(&format!("{line} --format json --out o --force")));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let run: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let command = run["manifest"]["command"].as_str().unwrap().to_owned();
        let uses = run["tables"]["component_use"]["rows"].as_array().unwrap().iter();
        let names: Vec<String> = uses.map(|row| row["component"].as_str().unwrap().to_owned()).collect();
        (command, names)
    };
    let (command, _) = changes("--game delectable --n 20 --strategies random --without S5,C2");
    assert!(command.contains(" --set cards.S5.copies=0 --set cards.C2.copies=0 "), "{command}");
    let base = "--game critter-kitchen --players 2 --n 20 --strategies random";
    let (command, names) = changes(&format!("{base} --without mouse"));
    assert!(command.contains(" --set critics.mouse.copies=0 "), "{command}");
    assert!(!names.contains(&"mouse".to_owned()));
    let (command, names) = changes(&format!("{base} --set rumors.bread-fanatic.copies=2"));
    assert!(command.contains(" --set rumors.bread-fanatic.copies=2 "), "{command}");
    assert!(names.contains(&"bread-fanatic".to_owned()) && names.contains(&"bread-fanatic-2".to_owned()));

    let listing =
        sim(folder.path(), &words("show settings --game critter-kitchen --without mouse --changed"));
    assert!(text(&listing.stdout).contains("critics.mouse"), "{}", text(&listing.stdout));
    for (line, error) in [
        (
            "--game delectable --without S9",
            "nothing called `S9` can be taken out of delectable\n  help: did you mean",
        ),
        (
            "--game la-bistro --without price-3",
            "nothing called `price-3` can be taken out of la-bistro\n  help: ",
        ),
        (
            "--game critter-kitchen --set critics.mouse.copies=-1",
            "critics.mouse.copies: -1 is not allowed here\n  help: allowed: 0 to 9",
        ),
    ] {
        let output = sim(folder.path(), &words(line));
        assert_eq!(output.status.code(), Some(2), "{line}");
        let stderr = text(&output.stderr);
        assert!(stderr.starts_with(&format!("error: {error}")), "{line}: {stderr}");
    }
}
