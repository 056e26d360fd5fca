//! Variance budgets from the command line.

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

const LINE: &str = "luck --game restauranteur --players 2 --strategies random,default";

#[test]
fn a_budget_adds_up_and_is_the_same_for_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let one = sim(folder.path(), &words(&format!("{LINE} --format json --threads 1")));
    assert_eq!(one.status.code(), Some(0), "{}", text(&one.stderr));
    let two = sim(folder.path(), &words(&format!("{LINE} --format json --threads 2")));
    assert_eq!(text(&one.stdout), text(&two.stdout));
    let told: Value = serde_json::from_slice(&one.stdout).unwrap();
    let command = told["manifest"]["command"].as_str().unwrap();
    let again = sim(folder.path(), &words(&format!("{} --format json", &command[4..])));
    assert_eq!(text(&one.stdout), text(&again.stdout), "{command}");
    let rows = told["tables"]["luck"]["rows"].as_array().unwrap();
    for figure in ["win", "points"] {
        let own = || rows.iter().filter(|row| row["figure"] == figure);
        let share = |part: &str| own().find(|row| row["part"] == part).unwrap()["share"].as_f64().unwrap();
        let sum: f64 = own().map(|row| row["share"].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-6, "{figure}: {sum}");
        // Random play loses, and the rival of a strategy is always the other one.
        assert!(share("own strategy") > 0.5 && share("opponents").abs() < 1e-6, "{figure}");
    }
    let plain = text(&sim(folder.path(), &words(LINE)).stdout);
    // One line-up of 60 deals, in both rotations, twice.
    assert!(plain.contains("2 players, 240 games") && plain.contains("Of winning, "), "{plain}");
}

#[test]
fn alone_at_the_table_only_points_may_vary() {
    let folder = TempDir::new().unwrap();
    let line = "luck --game critter-kitchen --players 1 --strategies random --format json";
    let output = sim(folder.path(), &words(line));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = told["tables"]["luck"]["rows"].as_array().unwrap();
    let share = |part: &str| {
        let is_it = |row: &&Value| row["figure"] == "points" && row["part"] == part;
        rows.iter().find(is_it).unwrap()["share"].as_f64().unwrap()
    };
    // One strategy without rivals in one seat: all that is left is luck.
    assert_eq!([share("own strategy"), share("opponents"), share("seating")], [0.0; 3]);
    assert!((share("deal") + share("later draws") - 1.0).abs() < 1e-6);
}
