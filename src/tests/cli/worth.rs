//! What things are worth to one good player, from the command line.

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

const LINE: &str = "worth E4 rob mix --game delectable --learn 60 --repeats 2 --n 600";

#[test]
fn a_ban_is_told_with_its_four_numbers_and_the_command_makes_it_again() {
    let folder = TempDir::new().unwrap();
    let output = sim(folder.path(), &words(&format!("{LINE} --ablate --out here --format json")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = told["tables"]["worth"]["rows"].as_array().unwrap();
    let named: Vec<&str> = rows.iter().map(|row| row["never"].as_str().unwrap()).collect();
    assert_eq!(named, ["E4", "rob", "mix"]);
    for column in ["used", "contrast", "one", "other", "worth", "low", "high", "despite", "points_without"] {
        assert!(rows[0][column].is_number(), "{column}: {}", rows[0]);
    }
    // With two at the table there is nobody else to rob, so that the ban leaves every game of 300 deals as it is.
    assert_eq!((&rows[1]["worth"], &rows[1]["reading"]), (&Value::from(0.0), &Value::from("spare")));
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(command.contains("worth") && command.contains("--learn 60 --repeats 2 --ablate"), "{command}");
    let again = sim(folder.path(), &words(&format!("{} --format json --threads 1 --fresh", &command[4..])));
    assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
    for name in ["worth.csv", "worth.svg", "report.html"] {
        assert!(folder.path().join("here").join(name).is_file(), "{name}");
    }
}

/// A restaurant scores by its lowest resource, so that without one of them nothing is scored. There are three learnings
/// because an interval from two of them is too wide.
#[test]
fn who_may_never_take_any_equipment_never_wins() {
    let folder = TempDir::new().unwrap();
    let line = "worth equipment --game delectable --learn 100 --repeats 3 --n 400";
    let page = text(&sim(folder.path(), &words(line)).stdout);
    let first = "Delectable, 2 players: what one player loses who may never do a thing\n400 games of each";
    assert!(page.starts_with(first), "{page}");
    let row = page.lines().find(|line| line.starts_with("equipment  all of them")).unwrap();
    let worth: f64 = row.split("+").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(worth > 40.0, "{row}");
    assert!(page.contains("Who may never take any equipment wins"), "{page}");
}

#[test]
fn what_nobody_could_leave_is_refused_with_the_way_out() {
    let folder = TempDir::new().unwrap();
    for (line, refusal, help) in [
        ("worth equipmnt --game delectable", "nothing is called `equipmnt`", "did you mean `equipment`?"),
        ("worth rumor --game critter-kitchen", "players do not choose a rumor", "name a component"),
        ("worth --game delectable --strategies raider,expert", "2 are named", "name one"),
        ("worth S5 --game delectable --shard 1/2", "side by side", "leave --shard out"),
        ("worth S5 --game delectable --learn 0", "not from 1", ""),
    ] {
        let output = sim(folder.path(), &words(line));
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains(refusal) && told.contains(help), "{line}: {told}");
    }
}

#[test]
fn a_strategy_file_says_what_it_never_does() {
    let folder = TempDir::new().unwrap();
    let file = |never: &str| {
        let text =
            format!("format = 1\ngame = \"restaurant-row\"\nabout = \"Without.\"\nnever = [{never}]\n");
        std::fs::write(folder.path().join("without.toml"), text).unwrap();
    };
    file("\"renovation\"");
    let line = "run --game restaurant-row --players 2 --strategies without.toml,diner --n 20 --format json";
    let output = sim(folder.path(), &words(line));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let uses = told["tables"]["component_use"]["rows"].as_array().unwrap();
    let taken = |strategy: &str| -> f64 {
        let is_it = |row: &&Value| row["kind"] == "renovation" && row["event"] == "taken";
        let own = uses.iter().filter(is_it).filter(|row| row["strategy"] == strategy);
        own.map(|row| row["mean"].as_f64().unwrap()).sum()
    };
    assert_eq!(taken("without"), 0.0);
    assert!(taken("diner") > 0.0);
    file("\"renovatoin\"");
    let output = sim(folder.path(), &words("check without.toml"));
    let told = text(&output.stderr);
    assert!(!output.status.success(), "{told}");
    assert!(told.contains("without.toml:4:11: nothing is called `renovatoin`"), "{told}");
    assert!(told.contains("did you mean `renovation`?"), "{told}");
}
