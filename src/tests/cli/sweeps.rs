//! Sweeps along a path, target values, numbers that matter, and what findings rest on.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{names, sim, text, words};

/// The tables that a command line prints as JSON.
fn tables(folder: &TempDir, line: &str) -> Value {
    let output = sim(folder.path(), &words(&format!("{line} --format json")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    value["tables"].clone()
}

fn rows(tables: &Value, name: &str) -> Vec<Value> {
    tables[name]["rows"].as_array().unwrap_or_else(|| panic!("no table {name}")).clone()
}

const TABLE: &str = "--game delectable --strategies raider,prestige";

#[test]
fn an_arm_of_a_sweep_is_the_run_with_that_value() {
    let folder = TempDir::new().unwrap();
    let swept = rows(&tables(&folder, &format!("sweep {TABLE} --vary hand_limit=4..7:3 --n 600")), "sweep");
    let of = |arm: &str| {
        let is_it =
            |row: &&Value| row["arm"] == arm && row["figure"] == "win_rate" && row["strategy"] == "raider";
        swept.iter().find(is_it).unwrap().clone()
    };
    let output = sim(folder.path(), &words(&format!("run {TABLE} --set hand_limit=4 --n 600 --format json")));
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    let shares = run["tables"]["win_rate_by_strategy"]["rows"].as_array().unwrap();
    let raider = shares.iter().find(|row| row["strategy"] == "raider").unwrap();
    let four = of("hand_limit=4");
    assert_eq!((&four["level"], &four["low"]), (&raider["win_rate"], &raider["low"]));
    // The current value is exactly no change.
    let seven = of("hand_limit=7");
    assert_eq!(seven["difference"], 0.0);
    assert_eq!((&seven["level"], &seven["value"]), (&of("")["level"], &of("")["value"]));
    // It equals the difference that `diff` finds.
    let diff = rows(&tables(&folder, &format!("diff {TABLE} --set hand_limit=4 --n 600")), "differences");
    let own = diff.iter().find(|row| row["figure"] == "win_rate" && row["strategy"] == "raider").unwrap();
    assert_eq!((&own["difference"], &own["low"]), (&four["difference"], &four["difference_low"]));
}

#[test]
fn shares_of_the_arms_are_kept_and_answer_together() {
    let folder = TempDir::new().unwrap();
    let line = format!("sweep {TABLE} --vary hand_limit=4..6 --n 300");
    for share in ["1/2", "2/2"] {
        let output = sim(folder.path(), &words(&format!("{line} --shard {share}")));
        let said = text(&output.stdout);
        assert!(said.starts_with("2 arms of 4 kept in reports/delectable/runs;"), "{said}");
    }
    let own = tables(&folder, &line);
    let fresh = TempDir::new().unwrap();
    assert_eq!(own, tables(&fresh, &format!("{line} --threads 1")));
}

#[test]
fn the_value_that_is_sought_is_found_or_said_to_be_out_of_reach() {
    let folder = TempDir::new().unwrap();
    let line = format!("sweep {TABLE} --vary hand_limit=3..9 --n 400");
    let output = sim(folder.path(), &[&words(&line)[..], &["--target", "plies = 9000"]].concat());
    let page = text(&output.stdout);
    assert!(page.contains("Out of reach: at hand_limit=3 to 9 the plies is "), "{page}");
    // Too few games leave the value undecided, and the page says that a contrast is no cause.
    let few = words("sweep --game delectable --vary cards.S5.cost=15,25 --n 40");
    let output = sim(folder.path(), &[&few[..], &["--target", "component S5 contrast = 0"]].concat());
    let page = text(&output.stdout);
    assert!(
        page.contains("  undecided\n")
            && !page.contains("ruled out\n")
            && page.contains(" is undecided: raise --n.")
            && page.contains("A contrast is an association, not a cause"),
        "{page}"
    );
    let wrong = |target: &str| {
        let output = sim(folder.path(), &[&words(&line)[..], &["--target", target]].concat());
        assert_eq!(output.status.code(), Some(2));
        text(&output.stderr)
    };
    assert!(wrong("plis = 3").contains("did you mean `plies`?"));
    assert!(wrong("plies").contains("nothing is wanted of the figure"));
    assert!(wrong("plies = 60%").contains("only shares are given in percent"));
    assert!(wrong("every seat within 1% must").contains("leave `must` and `weight` out"));
}

#[test]
fn values_at_which_all_seats_are_fair_are_told_apart_from_those_that_are_open() {
    let folder = TempDir::new().unwrap();
    let line = words("sweep --game restauranteur --players 3 --vary start_coins.3=0..60:20 --n 240 --out o");
    let output = sim(folder.path(), &[&line[..], &["--target", "every seat within 8%"]].concat());
    let page = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(page.contains("\nevery seat within 8%: "), "{page}");
    let table = fs::read_to_string(folder.path().join("o/target.csv")).unwrap();
    assert!(table.starts_with("value,figure,level,low,high,target,least,most,verdict,excluded\n"), "{table}");
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|line| line.split(',').collect()).collect();
    for row in &rows {
        let [low, high] = [3, 4].map(|at: usize| row[at].parse::<f64>().unwrap());
        let [least, most] = [6, 7].map(|at: usize| row[at].parse::<f64>().unwrap());
        // No row is called met whose interval leaves the range.
        assert!(row[8] != "met" || least <= low && high <= most, "{row:?}");
        assert!((least - 0.253).abs() < 0.001 && (most - 0.413).abs() < 0.001, "{row:?}");
    }
    // Three times as many coins as the others are too many for every seat.
    let of_60: Vec<_> = rows.iter().filter(|row| row[0] == "60").collect();
    assert!(of_60.len() == 3 && of_60.iter().all(|row| row[8] == "missed"), "{table}");
}

#[test]
fn a_value_whose_interval_holds_the_target_is_not_ruled_out() {
    let folder = TempDir::new().unwrap();
    let told = |games: u64| {
        let line = words("sweep --game delectable --strategies raider,prestige --vary hand_limit=5..8");
        let games = games.to_string();
        let rest = ["--target", "seat 1 win rate = 50%", "--n", &games, "--out", &games];
        let page = sim(folder.path(), &[&line[..], &rest[..]].concat());
        assert!(page.status.success(), "{}", text(&page.stderr));
        let table = fs::read_to_string(folder.path().join(&games).join("target.csv")).unwrap();
        let verdicts = table.lines().skip(1).map(|line| line.split(',').nth(8).unwrap().to_owned());
        (text(&page.stdout), verdicts.collect::<Vec<String>>())
    };
    let (page, verdicts) = told(400);
    assert!(verdicts.iter().any(|word| word == "not ruled out"), "{verdicts:?}");
    assert!(page.contains("Not ruled out: ") && !page.contains(" fit"), "{page}");
    let (page, verdicts) = told(2);
    assert!(verdicts.iter().all(|word| word == "undecided"), "{page}");
}

/// Hardly anybody can commit eight cards from a hand of seven. Most games end 0 to 0, a half win for each.
#[test]
fn a_value_that_leaves_a_degenerate_game_is_excluded() {
    let folder = TempDir::new().unwrap();
    let line = format!("sweep {TABLE} --vary commit_min=2,8 --n 400 --out here --target");
    let page = sim(folder.path(), &[&words(&line)[..], &["raider win rate = 45%..55%"]].concat());
    assert!(page.status.success(), "{}", text(&page.stderr));
    let told = text(&page.stdout).replace('\u{a0}', " ");
    let reason = "97.0 % of games end in a shared first place (none now)";
    assert!(told.contains(&format!(" commit_min=8 is excluded: {reason}")), "{told}");
    assert!(!told.contains("met at") && told.contains("The closest is commit_min=2"), "{told}");
    let table = fs::read_to_string(folder.path().join("here/target.csv")).unwrap().replace('\u{a0}', " ");
    let rows: Vec<&str> = table.lines().collect();
    assert!(rows[0].ends_with("verdict,excluded") && rows[1].ends_with(",missed,"), "{table}");
    let is_excluded = |row: &&str| row.starts_with("8,") && row.contains(&format!(",excluded,{reason}"));
    assert!(rows.iter().any(is_excluded), "{table}");
}

#[test]
fn a_latin_design_plays_points_of_several_paths() {
    let folder = TempDir::new().unwrap();
    let paths = "--vary hand_limit --vary below";
    let line = format!("sweep {TABLE} {paths} --design latin --points 4 --n 60 --out latin");
    assert!(sim(folder.path(), &words(&line)).status.success());
    let files = names(&folder.path().join("latin"));
    assert!(
        files.contains(&"sweep.csv".to_owned()) && files.contains(&"report.html".to_owned()),
        "{files:?}"
    );
    let output = sim(folder.path(), &words(&format!("sweep {TABLE} {paths} --design random")));
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("[possible values: grid, latin]"), "{}", text(&output.stderr));
}

#[test]
fn paths_that_are_none_are_refused() {
    let folder = TempDir::new().unwrap();
    for (options, said) in [
        ("--vary hand_limt=3..5", "no setting `hand_limt` in delectable"),
        ("--vary hand_limit=5..3", "--vary hand_limit=5..3: the range does not go up"),
        ("--vary hand_limit=3..50", "hand_limit: 15 is not allowed here"),
        ("--vary nobody:aim=1..3", "`nobody` does not play here"),
        ("--vary hand_limit=3..5 --vary hand_limit", "`hand_limit` is varied twice"),
        ("--vary hand_limit=3..5 --points 4", "a grid has no number of points"),
    ] {
        let output = sim(folder.path(), &words(&format!("sweep {TABLE} {options}")));
        assert_eq!(output.status.code(), Some(2), "{options}");
        assert_eq!(text(&output.stderr).lines().next().unwrap(), format!("error: {said}"));
    }
}

#[test]
fn findings_are_held_against_other_players_and_other_data() {
    let folder = TempDir::new().unwrap();
    let line = "robust --game delectable --strategies raider,prestige,saboteur --over data,players --n 150";
    let found = tables(&folder, line);
    let summary = rows(&found, "findings");
    let of: Vec<&str> = summary.iter().map(|row| row["finding"].as_str().unwrap()).collect();
    assert_eq!(of, ["raider", "prestige", "saboteur", "seat 1", "seat 2"]);
    // The other deck, all default, greedy, expert or champion, softened, shaken, and each strategy left out.
    let seats = summary.iter().find(|row| row["finding"] == "seat 1").unwrap();
    assert_eq!(seats["alternatives"], 10);
    for row in &summary {
        let sum: u64 =
            ["holds", "undecided", "reverses"].iter().map(|name| row[*name].as_u64().unwrap()).sum();
        let is_finding = row["standard"] != "undecided";
        assert_eq!(is_finding, row["verdict"] != "no finding", "{row}");
        assert!(sum <= row["alternatives"].as_u64().unwrap());
        assert!(!is_finding || sum == row["alternatives"].as_u64().unwrap(), "{row}");
    }
    // The listed components are those that are findings of a run.
    let components = rows(&found, "component_findings");
    let run = "run --game delectable --strategies raider,prestige,saboteur --n 300 --format json";
    let run: Value = serde_json::from_slice(&sim(folder.path(), &words(run)).stdout).unwrap();
    assert_eq!(run["manifest"]["deals"], 150, "as many as each arm has");
    let adjusted = run["tables"]["component_adjusted_difference"]["rows"].as_array().unwrap();
    let is_found = |row: &&Value| row["q_value"].as_f64().is_some_and(|rate| rate <= 0.05);
    let mut names: Vec<&str> =
        adjusted.iter().filter(is_found).map(|row| row["component"].as_str().unwrap()).collect();
    names.sort_unstable();
    let mut told: Vec<&str> = components.iter().map(|row| row["component"].as_str().unwrap()).collect();
    told.sort_unstable();
    assert_eq!(told, names);
    for row in &components {
        let sum: u64 =
            ["holds", "undecided", "reverses"].iter().map(|name| row[*name].as_u64().unwrap()).sum();
        assert_eq!(sum, row["alternatives"].as_u64().unwrap(), "{row}");
        assert_eq!(row["standard"] == "above", row["adjusted_difference"].as_f64().unwrap() > 0.0, "{row}");
    }
}

#[test]
fn an_alternative_that_is_not_played_is_told() {
    let folder = TempDir::new().unwrap();
    let mine = "format = 1\ngame = \"delectable\"\nabout = \"Has no sections.\"\n[on]\nturn = { score = \"total_gain\" }\n";
    fs::write(folder.path().join("mine.toml"), mine).unwrap();
    let line = "robust --game delectable --strategies mine.toml,raider --over players --n 40";
    let output = sim(folder.path(), &words(line));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let why = "strategy `mine`: `turn` has no section of its own, [on.turn]";
    let told = text(&output.stdout);
    for name in ["softened to temperature 1", "shaken by temperature 0.1"] {
        assert!(told.contains(&format!("{name} is left out: {why}\n")), "{told}");
    }
    let rows = rows(&tables(&folder, line), "left_out");
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row["reason"] == why), "{rows:?}");
    // If nothing can be played, the error is the first reason.
    let line = "robust --game delectable --preset varied-deck --over data --n 40";
    let output = sim(folder.path(), &words(line));
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert_eq!(
        said.lines().next().unwrap(),
        "error: there is nothing to vary: varied-deck: it is the standard"
    );
}

#[test]
fn start_values_are_varied_by_seat() {
    let folder = TempDir::new().unwrap();
    let table = "--game restauranteur --players 3 --strategies greedy";
    let line = format!("sweep {table} --vary start_coins.3=10..40:30 --n 300 --seed 4");
    let swept = rows(&tables(&folder, &line), "sweep");
    let third = |arm: &str| {
        let is_it = |row: &&Value| row["arm"] == arm && row["figure"] == "win_rate" && row["seat"] == 3;
        swept.iter().find(is_it).unwrap()["level"].as_f64().unwrap()
    };
    assert_eq!(third("start_coins.3=10"), third(""), "what all have is no change");
    assert!(third("start_coins.3=40") > third("") + 0.1, "{swept:?}");
    let listed =
        sim(folder.path(), &words("show settings --game restauranteur --set start_coins.3=12 start_coins"));
    let listed = text(&listed.stdout);
    assert!(listed.contains("0 to 100; by seat: start_coins.1 to start_coins.6"), "{listed}");
    assert!(listed.lines().any(|row| row.starts_with("start_coins.3") && row.contains("12")), "{listed}");
    for (line, complaint) in [
        (format!("run {table} --set start_coins.4=12"), "nobody sits in seat 4"),
        (format!("run {table} --set start_coins.7=12"), "give start_coins.1 to start_coins.6"),
        (format!("run {table} --set hand_limit.2=5"), "can be set by seat: start_coins, start_cards"),
    ] {
        let output = sim(folder.path(), &words(&line));
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains(complaint), "{said}");
    }
}
