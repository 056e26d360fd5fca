//! Runs that go on until everything is judged.

use serde_json::Value;
use tempfile::TempDir;

use super::{files, sim, text, words};

const LINE: &str = "run --until-decided --game restauranteur --players 2 --strategies random,default --n 6k";

#[test]
fn a_verdict_tells_strong_from_weak_by_words_and_by_its_exit_status() {
    let folder = TempDir::new().unwrap();
    let one = sim(folder.path(), &words(&format!("{LINE} --format json --threads 1 --out told")));
    // Random play is outside the tolerance.
    assert_eq!(one.status.code(), Some(3), "{}", text(&one.stderr));
    let two = sim(folder.path(), &words(&format!("{LINE} --format json --threads 2 --fresh")));
    assert_eq!(text(&one.stdout), text(&two.stdout));
    let told: Value = serde_json::from_slice(&one.stdout).unwrap();
    let rows = told["tables"]["verdict"]["rows"].as_array().unwrap();
    let verdict = |of: &str| rows.iter().find(|row| row["of"] == of).unwrap()["verdict"].clone();
    assert_eq!((verdict("random"), verdict("default")), ("too weak".into(), "too strong".into()));
    // The command in the manifest reproduces the output.
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(command.contains("--tolerance seat=3,strategy=5,component=10"), "{command}");
    let again = sim(folder.path(), &words(&format!("{} --format json", &command[4..])));
    assert_eq!(text(&one.stdout), text(&again.stdout));
    let names: Vec<String> = files(&folder.path().join("told")).into_iter().map(|(name, _)| name).collect();
    assert!(
        names.contains(&"verdict.csv".to_owned()) && names.contains(&"report.html".to_owned()),
        "{names:?}"
    );

    let plain = text(&sim(folder.path(), &words(LINE)).stdout);
    assert!(plain.contains("All of these verdicts are right in 95 % of calls"), "{plain}");
}

#[test]
fn what_is_all_fine_ends_with_0_and_what_is_open_with_4() {
    let folder = TempDir::new().unwrap();
    let status = |line: &str| {
        let output = sim(folder.path(), &words(&format!("run --until-decided {line}")));
        (output.status.code(), text(&output.stdout))
    };
    // A few thousand deals decide verdicts with a tolerance this wide, however many are allowed.
    let (code, told) = status("--game delectable --lineup default,default --tolerance 49 --n 1e6");
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("20 of 20 components that players choose are ok"), "{told}");
    let (code, told) = status("--game restauranteur --players 2,3 --strategies random --n 30");
    assert_eq!(code, Some(4), "{told}");
    assert!(told.contains("fewer than 1,024 deals") && told.contains("3 players, 30 games"), "{told}");
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let folder = TempDir::new().unwrap();
    for (line, message) in [
        ("--game critter-kitchen --players 1", "alone at the table nobody has a fair share"),
        ("--game delectable --strategies random --strategies greedy", "a verdict is on one field of players"),
        ("--game delectable --tolerance 60", "--tolerance 60: not between 0 and 50 points"),
        ("--game delectable --tolerance card=3", "--tolerance card=3: no sort `card`"),
        ("--game delectable --precision 1%", "--precision has no effect: --until-decided stops by itself"),
        ("--game delectable --shard 1/2", "--shard has no effect: --until-decided judges whole tables"),
        ("--game delectable --episodes", "--episodes has no effect: --until-decided judges whole tables"),
        (
            "experiments/delectable/raider.toml",
            "--until-decided has no effect: a written question names what is measured",
        ),
    ] {
        let output = sim(folder.path(), &words(&format!("run --until-decided {line}")));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(message), "{line}: {}", text(&output.stderr));
    }
    for (line, message) in [
        ("--game delectable --tolerance 3", "not provided:\n  --until-decided"),
        ("--game delectable --adapt", "not provided:\n  --until-decided"),
        ("q.toml --game delectable", "cannot be used with"),
        ("q.toml --seed 2", "cannot be used with"),
        (
            "q.toml --set hand_limit=6",
            "--set has no effect: a written question names its own game, rules and players",
        ),
        ("q.toml --lineup random,random", "--lineup has no effect: a written question names its own"),
        ("q.toml --name n", "--name has no effect: a written question names what is measured"),
        ("delectable", "error: delectable is a game, not a file\n  help: write --game delectable\n"),
        ("", "not provided:\n  --game <GAME>"),
    ] {
        let output = sim(folder.path(), &words(&format!("run {line}")));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(message), "{line}: {}", text(&output.stderr));
    }
}
