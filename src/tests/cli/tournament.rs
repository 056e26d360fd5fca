//! Tournaments from the command line.

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

const LINE: &str = "tournament --game delectable --strategies random,greedy,balancer --n 360";

#[test]
fn a_tournament_ranks_those_who_meet_the_same_for_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let one = sim(folder.path(), &words(&format!("{LINE} --format json --threads 1")));
    assert_eq!(one.status.code(), Some(0), "{}", text(&one.stderr));
    let two = sim(folder.path(), &words(&format!("{LINE} --format json --threads 2")));
    assert_eq!(text(&one.stdout), text(&two.stdout));

    let told: Value = serde_json::from_str(&text(&one.stdout)).unwrap();
    let rows = |table: &str| told["tables"][table]["rows"].as_array().unwrap();
    let ratings = rows("tournament_ratings");
    // Random play loses to a script, and few go on playing it.
    assert_eq!(ratings[2]["strategy"], "random");
    assert!(ratings[2]["played"].as_f64().unwrap() < 0.02);
    let sum = |column: &str| ratings.iter().map(|row| row[column].as_f64().unwrap()).sum::<f64>();
    assert!((sum("played") - 1.0).abs() < 1e-5 && sum("rating").abs() < 0.01);
    // Two play at a table, so that there is an equilibrium to tell, in which nobody plays at random.
    assert!((sum("nash") - 1.0).abs() < 1e-5 && ratings[2]["nash"].as_f64().unwrap() < 1e-3);
    // Everybody sits equally often, so that win rates average to the fair one.
    assert!((sum("win_rate") - 1.5).abs() < 1e-5);
    let share = |one: &str, other: &str| {
        let found =
            rows("tournament_pairs").iter().find(|row| row["strategy"] == one && row["beside"] == other);
        found.unwrap()["win_rate"].as_f64().unwrap()
    };
    assert!((share("greedy", "balancer") + share("balancer", "greedy") - 1.0).abs() < 1e-5);
    // What two win of each other is what a run of the two says, on other deals.
    let line = "--game delectable --strategies greedy,random --n 400 --format json --out o";
    let run: Value = serde_json::from_str(&text(&sim(folder.path(), &words(line)).stdout)).unwrap();
    let expected = run["tables"]["win_rate_by_strategy"]["rows"][0]["win_rate"].as_f64().unwrap();
    assert!((share("greedy", "random") - expected).abs() < 0.1, "{expected}");

    let told = text(&sim(folder.path(), &words(LINE)).stdout);
    assert!(told.contains("does better than random against everybody."), "{told}");
}

#[test]
fn tables_of_three_hold_names_twice() {
    let folder = TempDir::new().unwrap();
    let line = "tournament --game delectable --players 3 --strategies random,greedy --n 60";
    let told = text(&sim(folder.path(), &words(line)).stdout);
    // Two of one and one of the other.
    assert!(told.contains("2 strategies at 2 tables"), "{told}");
    assert!(told.contains("60 games on 20 deals"), "{told}");
    assert!(!told.contains("Nash"), "{told}");
}

#[test]
fn where_tables_are_too_many_a_sample_is_played_and_said_to_be_one() {
    let folder = TempDir::new().unwrap();
    // Three of four names make 20 tables, less four of one name. Games for twelve of them are
    // all six pairs, one and two of a kind.
    let line = "tournament --game delectable --players 3 --strategies random,greedy,balancer,prestige --n 36";
    let told = text(&sim(folder.path(), &words(line)).stdout);
    assert!(told.contains("4 strategies at 12 of 16 tables"), "{told}");
    let few = sim(folder.path(), &words(&line.replace("--n 36", "--n 12")));
    let remark = text(&few.stderr);
    assert!(remark.starts_with("the tournament with 3 players plays a sample: all tables "), "{remark}");
    let line = line.replace("--n 36", "--n 48");
    let told = text(&sim(folder.path(), &words(&line)).stdout);
    assert!(told.contains("4 strategies at 16 tables"), "{told}");
}

#[test]
fn a_tournament_needs_two_who_are_not_the_same() {
    let folder = TempDir::new().unwrap();
    for (line, message) in [
        ("tournament --game delectable --strategies raider", "one strategy makes no tournament"),
        (
            "tournament --game delectable --strategies raider,raider",
            "`raider` stands twice in the tournament",
        ),
        ("tournament --game critter-kitchen --players 1", "alone at the table nobody meets"),
    ] {
        let output = sim(folder.path(), &words(line));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(message), "{line}: {}", text(&output.stderr));
    }
}
