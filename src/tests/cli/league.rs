//! Leagues from the command line.

use std::{fs, path::Path, process::Command};

use serde_json::Value;
use tempfile::TempDir;

use super::{names, sim, text, wait_for, words};

/// What is best shows at once: `taste` turns all wishes round where it is below 0.
fn script(taste: &str) -> String {
    format!(
        "format = 1\ngame = \"delectable\"\nabout = \"A test.\"
[params]
taste = {{ value = {taste}, range = [-1, 1] }}
[on.roll]
value = \"taste*(value_now + 1)\"
"
    )
}

/// Two scripts that differ by a param, `taste` of `one` and of `other`.
pub fn with_scripts(one: &str, other: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("one.toml"), script(one)).unwrap();
    fs::write(folder.path().join("other.toml"), script(other)).unwrap();
    folder
}

/// Two scripts with a param that changes nothing.
fn with_idle_scripts() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in ["one", "other"] {
        let idle = script("1").replace("taste*(value_now + 1)", "value_now + 1 + 0*taste");
        fs::write(folder.path().join(format!("{name}.toml")), idle).unwrap();
    }
    folder
}

const LEAGUE: &str = "league --game delectable --strategies one.toml,other.toml --params-only --games 3200 --starts 1 --margin 5% --out o";

/// The same of two rounds.
const TWO: &str = "league --game delectable --strategies one.toml,other.toml --params-only --games 3200 --starts 1 --margin 5% --out o --rounds 2";

fn told(folder: &Path, line: &str) -> Value {
    let output = sim(folder, &words(&format!("{line} --format json")));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    serde_json::from_str(&text(&output.stdout)).unwrap()
}

fn rows<'v>(told: &'v Value, table: &str) -> &'v Vec<Value> {
    told["tables"][table]["rows"].as_array().unwrap()
}

fn number(row: &Value, column: &str) -> f64 {
    row[column].as_f64().unwrap_or(f64::NAN)
}

#[test]
fn a_league_finds_the_value_that_is_missing() {
    let folder = with_scripts("-0.3", "-0.2");
    let one = told(folder.path(), &format!("{TWO} --threads 1"));
    let responses = rows(&one, "league_responses");
    let joined: Vec<&Value> = responses.iter().filter(|row| row["joined"].is_string()).collect();
    assert!(
        !joined.is_empty() && number(joined[0], "low") > 0.0 && number(joined[0], "gain") > 0.05,
        "{responses:#?}"
    );
    let name = joined[0]["joined"].as_str().unwrap();
    assert!(name.ends_with("-r1") && joined[0]["round"] == 1, "{name}");
    // It has turned the sign, and the field turns to it.
    let file = fs::read_to_string(folder.path().join(format!("o/{name}.toml"))).unwrap();
    assert!(
        file.starts_with("# Best response of round 1 to ") && file.contains("sim league --game"),
        "{file}"
    );
    assert!(!file.contains("value = -"), "{file}");
    let parts = rows(&one, "league_field").iter();
    let newer = parts.filter(|row| number(row, "round") > 0.0).map(|row| number(row, "part")).sum::<f64>();
    assert!(newer > 0.99, "{newer}");
    // Alone against each that it was found against it wins what the search saw; two have one seat each.
    let invasions = rows(&one, "league_invasion");
    let first = invasions.iter().find(|row| row["newcomer"] == name).unwrap();
    assert_eq!((&first["seats"], &first["other_seats"]), (&Value::from(1), &Value::from(1)));
    assert!(number(first, "low") > 0.0, "{first}");
    // Both who began can be beaten.
    let exploits = rows(&one, "league_exploitability");
    assert!(exploits.len() == 2 && exploits.iter().all(|row| number(row, "low") > 0.0), "{exploits:#?}");

    // The same on two threads, and the same again from what is kept.
    let other = with_scripts("-0.3", "-0.2");
    let two = told(other.path(), &format!("{TWO} --threads 2"));
    assert_eq!(one, two);
    assert_eq!(told(folder.path(), TWO), one);
    assert!(
        names(folder.path()).iter().all(|name| !name.ends_with("league.json")),
        "{:?}",
        names(folder.path())
    );
    // What a league of more rounds has found is not thrown away.
    let fewer = sim(folder.path(), &words(&format!("{LEAGUE} --rounds 1")));
    assert_eq!(fewer.status.code(), Some(2));
    assert!(text(&fewer.stderr).contains("rounds of this league"), "{}", text(&fewer.stderr));
    // A newcomer is a strategy like any other.
    let line = format!("--game delectable --n 20 --strategies o/{name}.toml,greedy --out p");
    assert_eq!(sim(folder.path(), &words(&line)).status.code(), Some(0));
}

#[test]
fn a_learned_response_counts_where_it_wins_more() {
    // Scripts with nothing to tune; learning reads more than they do.
    let folder = with_idle_scripts();
    let line = format!("{LEAGUE} --rounds 1 --learn 12k");
    let one = told(folder.path(), &format!("{line} --threads 1"));
    let exploits = rows(&one, "league_exploitability");
    assert!(exploits.iter().all(|row| row["params"] == "learned"), "{exploits:#?}");
    assert!(exploits.iter().all(|row| number(row, "low") > 0.0), "{exploits:#?}");
    let file = fs::read_to_string(folder.path().join("o/against-one.toml")).unwrap();
    assert!(file.contains("--learn 12000") && file.contains("\n[learned."), "{file}");
    // It wins what it is said to win: as a strategy like any other, in both seats.
    let line = "--game delectable --n 4000 --strategies o/against-one.toml,one.toml";
    let played = told(folder.path(), line);
    let won =
        rows(&played, "win_rate_by_strategy").iter().find(|row| row["strategy"] == "against-one").unwrap();
    let said = exploits.iter().find(|row| row["strategy"] == "one").unwrap();
    assert!((number(won, "win_rate") - number(said, "win_rate")).abs() < 0.04, "{won} {said}");

    let other = with_idle_scripts();
    let two = told(other.path(), &format!("{LEAGUE} --rounds 1 --learn 12k --threads 2"));
    assert_eq!(one, two);
}

#[test]
fn where_nothing_can_be_gained_a_league_closes_at_once() {
    let folder = with_idle_scripts();
    let one = told(folder.path(), LEAGUE);
    let responses = rows(&one, "league_responses");
    assert!(responses.len() == 1 && responses[0]["joined"] == Value::Null, "{responses:#?}");
    assert!(rows(&one, "league_invasion").is_empty());
    let exploits = rows(&one, "league_exploitability");
    assert!(exploits.iter().all(|row| number(row, "gain") == 0.0), "{exploits:#?}");
    let told = text(&sim(folder.path(), &words(LEAGUE)).stdout);
    assert!(told.contains("Closed: 1 search in round 1 found nothing"), "{told}");
}

#[cfg(unix)]
#[test]
fn a_league_that_was_interrupted_goes_on() {
    let folder = with_scripts("-0.3", "-0.2");
    let line = format!("{LEAGUE} --rounds 1");
    let child = Command::new(env!("CARGO_BIN_EXE_sim")).current_dir(folder.path()).args(words(&line)).spawn();
    let mut child = child.unwrap();
    // It is written first when the tournament is over and the search begins.
    wait_for(|| folder.path().join(".o.league.json").exists());
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(!folder.path().join("o").exists());
    let rest = told(folder.path(), &line);
    let whole = with_scripts("-0.3", "-0.2");
    assert_eq!(rest, told(whole.path(), &line));
    assert!(!folder.path().join(".o.league.json").exists());
}

#[test]
fn what_makes_no_league_is_refused_with_the_way_out() {
    let folder = with_scripts("-1", "1");
    for (line, message, help) in [
        ("league --game delectable --strategies raider", "one strategy makes no field", "name two or more"),
        (
            "league --game delectable --strategies raider,raider",
            "`raider` stands twice in the league",
            "name each once",
        ),
        (
            "league --game delectable --strategies raider,balancer --params-only",
            "none of the strategies has anything to tune",
            "leave --params-only out",
        ),
        ("league --game critter-kitchen --players 1", "alone at the table nobody meets", "--players 2"),
        ("league --game delectable --games 100", "100 games are too few to tune", "give --games "),
        ("league --game delectable --rounds 0", "finds nothing", "--rounds"),
        ("league --game delectable --margin 200%", "not at least 0 % and below 100 %", "write 1% or 0.01"),
    ] {
        let output = sim(folder.path(), &words(line));
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {stderr}");
        assert!(stderr.contains(message) && stderr.contains(help), "{line}: {stderr}");
    }
    assert_eq!(names(folder.path()), ["one.toml", "other.toml"]);
}
