//! Retrained players, from the command line.

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

const LINE: &str = "diff --game delectable --set hand_limit=4 --adapt 400 --repeats 2 --n 400";

#[test]
fn a_change_is_told_at_once_and_after_adaptation() {
    let folder = TempDir::new().unwrap();
    let plain = sim(folder.path(), &words(LINE));
    assert!(plain.status.success(), "{}", text(&plain.stderr));
    let page = text(&plain.stdout);
    let first = "Delectable, 2 players: hand_limit=4 compared with the printed rules, before and after players adapt\n\
                 400 games of each on 200 deals, seed 1\nPlayers: strong players.";
    assert!(page.starts_with(first), "{page}");
    for words in ["after adaptation", "win_rate %  seat 1", "among unadapted players (fair 50.0"] {
        assert!(page.contains(words), "{page}");
    }
}

#[test]
fn the_command_of_an_adaptation_makes_it_again_and_its_folder_holds_all_of_it() {
    let folder = TempDir::new().unwrap();
    let output = sim(folder.path(), &words(&format!("{LINE} --out here --format json")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(command.contains("--adapt 400 --repeats 2"), "{command}");
    let again = sim(folder.path(), &words(&format!("{} --format json --threads 1 --fresh", &command[4..])));
    assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
    for name in ["adaptation.csv", "relearning.csv", "report.html"] {
        assert!(folder.path().join("here").join(name).is_file(), "{name}");
    }
    let rows = told["tables"]["adaptation"]["rows"].as_array().unwrap();
    let seat = rows.iter().find(|row| row["figure"] == "win_rate" && row["seat"] == 1).unwrap();
    for column in ["at_once", "at_once_low", "difference", "low", "high"] {
        assert!(seat[column].is_number(), "{column}: {seat}");
    }
    let relearning = told["tables"]["relearning"]["rows"].as_array().unwrap();
    assert_eq!((relearning.len(), &relearning[0]["arm"]), (2, &Value::from("printed")));
}

#[test]
fn sweeps_and_ablations_have_players_who_adapt_too() {
    let folder = TempDir::new().unwrap();
    let budget = "--adapt 100 --repeats 2 --n 200 --format json";
    for (line, arms) in [
        ("sweep --game delectable --vary hand_limit=5,6", vec!["hand_limit=5", "hand_limit=6"]),
        ("diff --game delectable --without S5", vec!["without S5"]),
        (
            "sweep --game restauranteur --players 2 --vary start_coins.2=8,9 --strategies expert",
            vec!["start_coins.2=8", "start_coins.2=9"],
        ),
    ] {
        let output = sim(folder.path(), &words(&format!("{line} {budget}")));
        assert!(output.status.success(), "{line}: {}", text(&output.stderr));
        let told: Value = serde_json::from_slice(&output.stdout).unwrap();
        let rows = told["tables"]["relearning"]["rows"].as_array().unwrap();
        let named: Vec<&str> = rows[1..].iter().map(|row| row["arm"].as_str().unwrap()).collect();
        assert_eq!(named, arms, "{line}");
    }
}

#[test]
fn what_cannot_adapt_is_refused_with_the_way_out() {
    let folder = TempDir::new().unwrap();
    for (line, refusal, help) in [
        ("diff --game delectable --set hand_limit=4 --adapt 0", "--adapt 0: not from 1", "give one of these"),
        ("diff --game delectable --set hand_limit=4 --repeats 2", "--adapt", ""),
        (
            "diff --game delectable --set hand_limit=4 --adapt --shard 1/2",
            "side by side",
            "leave --shard out",
        ),
        ("diff --game delectable --set hand_limit=4 --adapt -5", "--adapt -5", "give"),
        (
            "diff --game delectable --set hand_limit=4 --adapt 10 --strategies raider,expert",
            "2 are named",
            "name one",
        ),
        (
            "diff --game delectable --set hand_limit=4 --adapt 10 --shard 1/2",
            "side by side",
            "leave --shard out",
        ),
        ("diff --game delectable --adapt 10", "nothing is changed", "--set"),
        ("diff old new --adapt 10", "no players who adapt", "name a game"),
        ("sweep --game delectable --vary hand_limit --adapt 10 --design latin", "a grid", "--design"),
        (
            "sweep --game delectable --vary champion:near=1,2 --adapt 10",
            "how a strategy plays",
            "leave it out",
        ),
        ("diff --game critter-kitchen --players 1 --without critic --adapt 10", "alone", "--players 2"),
        ("diff --game delectable --set hand_limit=4 --adapt 10 --repeats 101", "101", "1 to 100"),
    ] {
        let output = sim(folder.path(), &words(line));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(said.contains(refusal) && said.contains(help), "{line}: {said}");
    }
}

#[test]
fn findings_are_held_against_players_who_learned() {
    let folder = TempDir::new().unwrap();
    let line = "robust --game delectable --over rulings --adapt 100 --repeats 2 --n 200 --format json";
    let output = sim(folder.path(), &words(line));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(command.contains("--over rulings --adapt 100 --repeats 2"), "{command}");
    let rows = told["tables"]["robust"]["rows"].as_array().unwrap();
    let named: Vec<&str> = rows.iter().map(|row| row["alternative"].as_str().unwrap()).collect();
    for name in ["adapted, learning 1", "adapted, learning 2", "adjacency=false", "adjacency=false, adapted"]
    {
        assert!(named.contains(&name), "{name}: {named:?}");
    }
}

#[test]
fn a_question_is_answered_at_once_and_once_players_have_adapted() {
    let folder = TempDir::new().unwrap();
    let text_of = |budget: &str| {
        format!(
            "format = 1\ngame = \"delectable\"\ntitle = \"Hands\"\nquestion = \"Do smaller hands help seat 1?\"\n\
             n = 300\n{budget}\n[[arms]]\nname = \"7\"\n[[arms]]\nname = \"4\"\nset = [\"hand_limit=4\"]\n\
             [answer]\nseat = 1\nyes_if = \"more\"\n"
        )
    };
    let path = folder.path().join("hands.toml");
    std::fs::write(&path, text_of("adapt = 200\nrepeats = 2")).unwrap();
    let output = sim(folder.path(), &words("run hands.toml --format json"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = told["tables"]["answer"]["rows"].as_array().unwrap();
    let players: Vec<&str> = rows.iter().map(|row| row["players"].as_str().unwrap()).collect();
    assert_eq!(players, ["as they are", "adapted"]);
    let width = |row: &Value| row["high"].as_f64().unwrap() - row["low"].as_f64().unwrap();
    assert!(width(&rows[1]) > width(&rows[0]), "errors of learnings come on top: {rows:?}");
    let again = sim(folder.path(), &words("run hands.toml --format json --threads 1 --fresh"));
    assert_eq!(text(&again.stdout), text(&output.stdout));
    let page = text(&sim(folder.path(), &words("run hands.toml")).stdout);
    assert!(page.contains("at once: ") && page.contains("once players have adapted: "), "{page}");
    for (budget, refusal) in [
        ("adapt = 0", "hands.toml:6:9: 0 is out of range"),
        ("repeats = 2", "hands.toml:6:11: repeats counts training runs"),
        ("adapt = 9\nstrategies = [\"raider\", \"expert\"]", "2 are named"),
    ] {
        std::fs::write(&path, text_of(budget)).unwrap();
        let output = sim(folder.path(), &words("run hands.toml"));
        assert!(text(&output.stderr).contains(refusal), "{budget}: {}", text(&output.stderr));
    }
}

#[test]
fn verdicts_are_also_on_players_who_learned() {
    let folder = TempDir::new().unwrap();
    let line = "run --until-decided --game delectable --adapt 200 --repeats 2 --n 400";
    let output = sim(folder.path(), &words(&format!("{line} --format json")));
    assert!(matches!(output.status.code(), Some(0 | 3 | 4)), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = told["tables"]["verdict"]["rows"].as_array().unwrap();
    let of = |learning: Value| rows.iter().filter(|row| row["learning"] == learning).count();
    assert!(of(Value::Null) > 2, "{rows:?}");
    assert_eq!(of(Value::Null), of(Value::from(1)));
    assert_eq!(of(Value::Null), of(Value::from(2)));
    let page = text(&sim(folder.path(), &words(line)).stdout);
    assert!(page.contains("players retrained under these rules, training run 2"), "{page}");
    assert!(page.contains("among strong players"), "{page}");
}
