//! Which ways to win are viable under strong play, from the command line.

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

const LINE: &str = "plans raider value-diner --game delectable --learn 200 --repeats 2 --n 400";

#[test]
fn plans_are_told_with_what_they_win_and_cost_and_the_command_makes_them_again() {
    let folder = TempDir::new().unwrap();
    let output = sim(folder.path(), &words(&format!("{LINE} --out here --format json")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = told["tables"]["plans"]["rows"].as_array().unwrap();
    let mut named: Vec<&str> = rows.iter().map(|row| row["plan"].as_str().unwrap()).collect();
    named.sort_unstable();
    assert_eq!(named, ["raider", "value-diner"]);
    for row in rows {
        for column in ["share", "share_low", "written", "one", "other", "cost", "more", "more_low"] {
            assert!(row[column].is_number(), "{column}: {row}");
        }
        assert_eq!(row["fair"], 0.5);
    }
    // At a table of two plans, one of them wins each game.
    for column in ["share", "written"] {
        let sum: f64 = rows.iter().map(|row| row[column].as_f64().unwrap()).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{column}: {sum}");
    }
    let aims = told["tables"]["plan_aims"]["rows"].as_array().unwrap();
    let thefts = aims.iter().find(|row| row["plan"] == "raider").unwrap();
    assert_eq!((&thefts["counts"], &thefts["worth"]), (&Value::from("thefts"), &Value::from(0.2)));
    assert!(thefts["with"].as_f64().unwrap() > 1.0, "{thefts}");
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(
        command.contains("plans") && command.contains("raider value-diner --learn 200 --repeats 2"),
        "{command}"
    );
    let again = sim(folder.path(), &words(&format!("{} --format json --threads 1 --fresh", &command[4..])));
    assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
    for name in ["plans.csv", "plan_aims.csv", "plans.svg", "report.html"] {
        assert!(folder.path().join("here").join(name).is_file(), "{name}");
    }
}

/// A player that is paid half a win for each review of another gives more of them than any play needs.
#[test]
fn a_plan_that_is_paid_enough_is_followed() {
    let folder = TempDir::new().unwrap();
    let plan = |name: &str, plan: &str| {
        let text = format!("format = 1\ngame = \"delectable\"\nabout = \"A test.\"\nplan = {{ {plan} }}\n");
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    plan("giver.toml", "\"reviews.opponent\" = 0.5");
    plan("idler.toml", "stars_of_nothing = 1");
    let line = "plans giver.toml prestige --game delectable --learn 2k --repeats 3 --n 600";
    let output = sim(folder.path(), &words(line));
    let page = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(page.starts_with("Delectable, 2 players: plans in strong hands\n"), "{page}");
    let [with, without] = counts(page.lines().find(|line| line.contains(" reviews.opponent ")).unwrap());
    assert!(with > 2.0 * without, "{page}");
    let refused = sim(folder.path(), &words("plans idler.toml raider --game delectable"));
    let told = text(&refused.stderr);
    assert!(
        told.contains("idler.toml:4:10: nothing is called `stars_of_nothing` that a plan could count"),
        "{told}"
    );
}

/// How often a row counts what a plan counts, with the plan and without it.
fn counts(row: &str) -> [f64; 2] {
    let (with, rest) = row.split_once(", ").unwrap();
    let number = |text: &str| text.trim().parse().unwrap();
    [number(with.rsplit(' ').next().unwrap()), number(rest.split(' ').next().unwrap())]
}

#[test]
fn what_is_no_plan_is_refused_with_the_way_out() {
    let folder = TempDir::new().unwrap();
    for (line, refusal, help) in [
        ("plans expert raider --game delectable", "expert has no plan", "these have one: "),
        (
            "plans raider --game delectable",
            "plans play against each other, and 1 of Delectable was found",
            "two strategies or more",
        ),
        ("plans raider raider --game delectable", "raider is named twice", "name each once"),
        ("plans raidr prestige --game delectable", "raidr", "did you mean `raider`?"),
        ("plans --game delectable --shard 1/2", "side by side", "leave --shard out"),
        ("plans --game critter-kitchen --players 1", "alone at the table", "give --players 2 or more"),
        ("plans --game delectable --learn 0", "not from 1", ""),
    ] {
        let output = sim(folder.path(), &words(line));
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains(refusal) && told.contains(help), "{line}: {told}");
    }
}
