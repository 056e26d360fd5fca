//! What a strategy that learned leaves open and does otherwise, from the command line.

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

const LINE: &str = "choices --game restaurant-row --players 3 --n 60";

#[test]
fn choices_are_told_and_the_command_makes_them_again() {
    let folder = TempDir::new().unwrap();
    let output = sim(folder.path(), &words(&format!("{LINE} --out here --format json")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = |table: &str| told["tables"][table]["rows"].as_array().unwrap().clone();
    let bid = rows("choices").into_iter().find(|row| row["decision"] == "bid").unwrap();
    for column in
        ["asked", "answers", "open", "open_low", "likeliest", "otherwise", "standard_error", "low", "high"]
    {
        assert!(bid[column].is_number(), "{column}: {bid}");
    }
    // Every term of the file stands there, with its weight.
    let file = text(&sim(folder.path(), &words("show champion --game restaurant-row")).stdout);
    let terms: Vec<Value> = rows("choice_terms").into_iter().filter(|row| row["decision"] == "bid").collect();
    let section = file.split("[learned.bid]").nth(1).unwrap().split("\n[").next().unwrap();
    let lines = section.lines().filter(|line| line.contains(" = ") && !line.starts_with("temperature"));
    assert_eq!(terms.len(), lines.count());
    for row in &terms {
        let (weight, moved) = (row["weight"].as_f64().unwrap(), row["moved"].as_f64().unwrap());
        assert!((row["adds"].as_f64().unwrap() - weight * moved).abs() < 1e-6, "{row}");
        assert!(row["adds_low"].as_f64().unwrap() <= row["adds_high"].as_f64().unwrap(), "{row}");
    }
    let command = told["manifest"]["command"].as_str().unwrap();
    assert_eq!(
        command,
        "sim choices --game restaurant-row --players 3 --strategies champion --n 60 --seed 1 --beside expert"
    );
    let again = sim(folder.path(), &words(&format!("{} --format json --threads 1", &command[4..])));
    assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
    for name in ["choices.csv", "choice_terms.csv", "choice_games.csv", "report.html", "report.md"] {
        assert!(folder.path().join("here").join(name).is_file(), "{name}");
    }
}

/// Each game that is told is told in full by its command, with both answers.
#[test]
fn games_in_which_they_part_can_be_looked_at() {
    let folder = TempDir::new().unwrap();
    let told: Value =
        serde_json::from_slice(&sim(folder.path(), &words(&format!("{LINE} --format json"))).stdout).unwrap();
    let games = told["tables"]["choice_games"]["rows"].as_array().unwrap();
    assert_eq!(games.len(), 3);
    for row in games {
        let of = |column: &str| row[column].as_str().unwrap();
        let shown = text(&sim(folder.path(), &words(&of("command")[4..])).stdout);
        for part in [of("decision"), of("answer"), of("end"), of("other_answer"), of("other_end")] {
            assert!(shown.contains(part), "{part}\n{shown}");
        }
        assert!(of("answer") != of("other_answer"), "{row}");
    }
}

#[test]
fn who_learned_nothing_is_refused_with_the_way_out() {
    let folder = TempDir::new().unwrap();
    for (line, refusal, help) in [
        ("choices --game delectable --strategies expert", "expert has learned nothing", "`sim train` wrote"),
        ("choices --game delectable --strategies random", "random has learned nothing", "`sim train` wrote"),
        ("choices --game delectable --lineup champion,expert", "2 are named", "name one"),
        ("choices --game delectable --beside champion", "does not part from itself", "name two that differ"),
        ("choices --game delectable --beside chmpion", "no strategy `chmpion`", "did you mean `champion`?"),
        ("choices --game delectable --n 0", "--n 0: not from 1", "250k"),
    ] {
        let output = sim(folder.path(), &words(line));
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains(refusal) && told.contains(help), "{line}: {told}");
    }
}
