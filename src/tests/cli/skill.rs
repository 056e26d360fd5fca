//! Shares of variance, from the command line.

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

const LINE: &str = "skill --game restauranteur --players 2 --strategies random,default";

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
        // Random play loses.
        assert!(share("strategies") > 0.5, "{figure}");
    }
    let plain = text(&sim(folder.path(), &words(LINE)).stdout);
    // One line-up of 2,490 deals, in both rotations, twice.
    assert!(plain.contains(": 9,960 games; ") && plain.contains("\nStrategies explain "), "{plain}");
}

#[test]
fn about_as_many_games_are_played_as_are_asked_for_at_each_level() {
    let folder = TempDir::new().unwrap();
    // The archetypes have 210 line-ups of four players, which take 100,800 games.
    let line = "skill --game critter-kitchen --players 4 --n 200";
    let plain = text(&sim(folder.path(), &words(line)).stdout);
    for level in ["strong players", "beginners"] {
        let line = plain.lines().find(|line| line.starts_with(&format!("4 players, {level}: "))).unwrap();
        let games = line.split(": ").nth(1).unwrap().split(' ').next().unwrap();
        assert!((200..=400).contains(&games.parse::<u32>().unwrap()), "{line}");
    }
    let told = sim(folder.path(), &words(&format!("{line} --format json")));
    let told: Value = serde_json::from_slice(&told.stdout).unwrap();
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(!command.contains("--strategies"), "{command}");
    assert_eq!(text(&sim(folder.path(), &words(&command[4..])).stdout), plain);
}

#[test]
fn alone_at_the_table_only_points_may_vary() {
    let folder = TempDir::new().unwrap();
    let line = "skill --game critter-kitchen --players 1 --strategies random --format json";
    let output = sim(folder.path(), &words(line));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = told["tables"]["luck"]["rows"].as_array().unwrap();
    let share = |part: &str| {
        let is_it = |row: &&Value| row["figure"] == "points" && row["part"] == part;
        rows.iter().find(is_it).unwrap()["share"].as_f64().unwrap()
    };
    // One strategy without rivals in one seat: only luck is left.
    assert_eq!([share("strategies"), share("seats")], [0.0; 2]);
    assert!((share("deal") + share("later draws") - 1.0).abs() < 1e-6);
}

#[test]
fn levels_of_skill_are_a_ladder_from_chance_to_champions() {
    let folder = TempDir::new().unwrap();
    let line = "skill --game delectable --players 2,3 --levels --n 120";
    let output = sim(folder.path(), &words(&format!("{line} --format json")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let command = told["manifest"]["command"].as_str().unwrap();
    let again = sim(folder.path(), &words(&format!("{} --format json --threads 1", &command[4..])));
    assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
    let rows = told["tables"]["levels"]["rows"].as_array().unwrap();
    let steps = |players: u64| rows.iter().filter(move |row| row["players"] == players);
    for players in [2, 3] {
        let upper: Vec<&str> = steps(players).map(|row| row["upper"].as_str().unwrap()).collect();
        assert_eq!(upper, ["greedy", "archetypes", "default", "expert", "champion", "champion"]);
    }
    // The length is the sum of the steps down to the first without points.
    let points: Vec<Option<f64>> = steps(3).map(|row| row["points"].as_f64()).collect();
    let (length, all) = points.split_last().unwrap();
    let sum: f64 = all.iter().rev().map_while(|one| *one).sum();
    // Files keep seven digits.
    assert!((length.unwrap() / sum - 1.0).abs() < 1e-6, "{points:?}");
    let plain = text(&sim(folder.path(), &words(line)).stdout);
    assert!(plain.starts_with("Delectable: levels of skill, seed 1\n"), "{plain}");
    let top = plain.lines().find(|line| line.starts_with("champion ")).unwrap();
    assert!(top.split_whitespace().nth(1) == Some("expert") && plain.contains("points ahead"), "{plain}");
}

#[test]
fn levels_of_others_are_refused_with_the_way_out() {
    let folder = TempDir::new().unwrap();
    for (line, refusal, help) in [
        ("skill --game delectable --levels --strategies raider", "come with the game", "leave --strategies"),
        ("skill --game critter-kitchen --players 1 --levels", "nobody meets", "--players 2"),
        ("skill --game delectable --levels --search 0", "imagines no games", "1 or more"),
        ("skill --game delectable --search 5", "--levels", ""),
    ] {
        let output = sim(folder.path(), &words(line));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(refusal) && said.contains(help), "{line}: {said}");
    }
}
