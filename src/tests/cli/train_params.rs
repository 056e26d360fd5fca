//! Strategies whose params are tuned, from the command line.

use std::{fs, path::Path, process::Command};

use serde_json::Value;
use tempfile::TempDir;

use super::{names, sim, text, wait_for, words};

/// `taste` reverses all preferences at its initial value.
const SCRIPT: &str = "format = 1\ngame = \"delectable\"\nabout = \"A test.\"
[params]
taste = { value = -1, range = [-1, 1] }
idle = { value = 1, range = [0, 3] }
[on.roll]
value = \"taste*(value_now + 1) + 0*idle\"
";

fn with_script() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("mine.toml"), SCRIPT).unwrap();
    folder
}

const TUNE: &str = "train mine.toml --params all --game delectable --against greedy --n 3k --out better";

fn better(folder: &Path) -> String {
    fs::read_to_string(folder.join("strategies/delectable/better.toml")).unwrap()
}

#[test]
fn a_tuned_strategy_is_a_new_file_with_its_history_the_same_for_any_number_of_threads() {
    let folder = with_script();
    let tuned = sim(folder.path(), &words(&format!("{TUNE} --threads 1")));
    assert_eq!(tuned.status.code(), Some(0), "{}", text(&tuned.stderr));
    let told = text(&tuned.stdout);
    assert!(told.contains("written to strategies/delectable/better.toml"), "{told}");
    let file = better(folder.path());
    let head: Vec<&str> = file.lines().take_while(|line| line.starts_with('#')).collect();
    assert_eq!(head[0], "# `mine.toml` with other params, found by");
    assert!(head[2].starts_with("# On 75 test deals a table it wins "), "{}", head[2]);
    // Only its header and the value are new.
    let old = SCRIPT.split("value = -1").next().unwrap();
    assert!(file.contains(old), "{file}");
    assert_eq!(names(&folder.path().join("strategies/delectable")), ["better.toml"]);

    // It is never overwritten.
    let again = sim(folder.path(), &words(TUNE));
    assert_eq!(again.status.code(), Some(2));
    assert_eq!(
        text(&again.stderr),
        "error: strategies/delectable/better.toml exists already\n  help: choose another name\n"
    );
    assert_eq!(better(folder.path()), file);

    // The command in its header finds it again, on two threads.
    let other = with_script();
    let command = head[1].trim_start_matches("#   sim ");
    let found = sim(other.path(), &words(&format!("{command} --threads 2")));
    assert_eq!(found.status.code(), Some(0), "{}", text(&found.stderr));
    assert_eq!((better(other.path()), text(&found.stdout)), (file, told));
    // The JSON output has the same tables.
    let third = with_script();
    let told = text(&sim(third.path(), &words(&format!("{TUNE} --format json"))).stdout);
    let told: Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told["manifest"]["written"], "strategies/delectable/better.toml");
    let first = &told["tables"]["tuning_gains"]["rows"][0];
    assert!(first["of"] == "objective" && first["low"].as_f64().unwrap() > 0.0, "{first}");
    let taste = &told["tables"]["tuning_params"]["rows"][0];
    assert!(taste["start"].as_f64() == Some(-1.0) && taste["tuned"].as_f64().unwrap() > 0.0, "{taste}");
    let play = sim(other.path(), &words("--game delectable --n 20 --strategies better,greedy"));
    assert_eq!(play.status.code(), Some(0), "{}", text(&play.stderr));
}

#[test]
fn where_nothing_is_gained_nothing_is_written() {
    let folder = with_script();
    let tuned = sim(folder.path(), &words(&TUNE.replace("--params all", "--params idle")));
    assert_eq!(tuned.status.code(), Some(0), "{}", text(&tuned.stderr));
    let told = text(&tuned.stdout);
    assert!(told.contains("No gain: the params changed no game."), "{told}");
    assert_eq!(names(folder.path()), ["mine.toml"]);
}

#[cfg(unix)]
#[test]
fn a_tuning_that_was_interrupted_goes_on() {
    let folder = with_script();
    let child = Command::new(env!("CARGO_BIN_EXE_sim")).current_dir(folder.path()).args(words(TUNE)).spawn();
    let mut child = child.unwrap();
    let place = folder.path().join("strategies/delectable");
    // The program creates the folder after it catches signals and before the first game.
    wait_for(|| place.exists());
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(names(&place), ["better.tuning.json"]);
    let other = sim(folder.path(), &words(&format!("{TUNE} --seed 2")));
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("is of a training with other inputs"), "{}", text(&other.stderr));
    let rest = sim(folder.path(), &words(TUNE));
    assert_eq!(rest.status.code(), Some(0), "{}", text(&rest.stderr));
    let whole = with_script();
    sim(whole.path(), &words(TUNE));
    assert_eq!(better(folder.path()), better(whole.path()));
    assert_eq!(names(&place), ["better.toml"]);
}

#[test]
fn what_cannot_be_tuned_is_refused_with_the_way_out() {
    let folder = with_script();
    for (line, message, help) in [
        ("train random --params all --game delectable", "random has no file", "tune a script"),
        (
            "train search:20:raider --params all --game delectable",
            "search:20:raider is a search",
            "tune the script that plays its games: sim train raider --game delectable --params all",
        ),
        (
            "train mine.toml --params tast --game delectable",
            "`mine.toml` has no param `tast`",
            "did you mean `taste`?",
        ),
        (
            "train raider --params all --game delectable",
            "`raider` has no params that could be tuned",
            "--from raider --open",
        ),
        (
            "train prestige --params all --game delectable --n 100",
            "100 games are too few for 1 param",
            "give --n ",
        ),
        (
            "train prestige --params all --game delectable --against raider --holdout 1",
            "1 strategies cannot be held out",
            "give --holdout 0",
        ),
        (
            "train prestige --params all --game delectable --against raider,raider",
            "stands twice in --against",
            "name each once",
        ),
        (
            "train prestige --params all --game delectable --repeats 2",
            "--repeats is for training weights",
            "leave --repeats out",
        ),
        (
            "train prestige --params all --game delectable --players 2,3",
            "params are tuned for one number of players",
            "give one number with --players",
        ),
        (
            "train prestige --params all --game delectable --out Best",
            "`Best` cannot be a strategy's name",
            "small letters",
        ),
        (
            "train prestige --params all --game delectable --out greedy",
            "`greedy` is the name of a shipped strategy",
            "another name",
        ),
        (
            "train challenge-grinder --params all --game critter-kitchen --players 1 --against greedy",
            "nobody to play against",
            "leave --against out",
        ),
    ] {
        let output = sim(folder.path(), &words(line));
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {stderr}");
        assert!(stderr.contains(message) && stderr.contains(help), "{line}: {stderr}");
    }
    assert_eq!(names(folder.path()), ["mine.toml"]);
}

#[test]
fn an_opened_strategy_has_its_numbers_as_params() {
    let folder = TempDir::new().unwrap();
    let made = sim(folder.path(), &words("new strategy open --game delectable --from raider --open"));
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    assert!(text(&made.stdout).ends_with(
        "tune it with:  sim train open --game delectable --params all
"
    ));
    let file = fs::read_to_string(folder.path().join("strategies/delectable/open.toml")).unwrap();
    assert!(file.starts_with("# A copy of `raider` to change. Its 34 numbers are params.\n"), "{file}");
    assert!(file.contains("victim_is_leader = { value = 2, range = [0, 6] }"), "{file}");
    let shares = |strategies: &str| {
        let line = format!("--game delectable --n 200 --lineup {strategies} --format csv --out o --force");
        let csv = text(&sim(folder.path(), &words(&line)).stdout);
        csv.lines().skip(1).map(|line| line.split_once(',').unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(shares("open,random"), shares("raider,random"));
}
