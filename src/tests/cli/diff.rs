//! Effects of rule changes.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

/// The rows of the ablation that a command line prints.
fn ablated(folder: &TempDir, line: &str) -> Vec<Value> {
    let output = sim(folder.path(), &words(&format!("diff {line} --format json")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    value["tables"]["ablation"]["rows"].as_array().unwrap().clone()
}

#[test]
fn a_change_is_told_with_the_games_in_which_it_mattered() {
    let folder = TempDir::new().unwrap();
    let base = "diff --game delectable --set hand_limit=3 --strategies raider,prestige,balancer --n 1200";
    let output = sim(folder.path(), &words(&format!("{base} --out here")));
    let page = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let first = "Delectable, 2 players: hand_limit=3 compared with the printed rules\n1,200 games of each on 600 deals, seed 1\n";
    assert!(page.starts_with(first), "{page}");
    assert!(
        page.contains(" figures changed. Besides ") && page.contains("\nGames in which it mattered most\n"),
        "{page}"
    );
    // Each game has a command for the new rules and one for the old.
    let commands: Vec<&str> = page.lines().filter(|line| line.starts_with("  sim replay")).collect();
    assert!(commands.len() >= 2 && commands[0].contains("--set hand_limit=3"), "{page}");
    let told: Vec<String> = commands[..2]
        .iter()
        .map(|command| {
            let output = sim(folder.path(), &words(command.trim().strip_prefix("sim ").unwrap()));
            assert!(output.status.success(), "{command}: {}", text(&output.stderr));
            text(&output.stdout)
        })
        .collect();
    assert_ne!(told[0], told[1]);

    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("here/manifest.json")).unwrap()).unwrap();
    assert_eq!((manifest["deals"].as_u64(), manifest["verb"].as_str()), (Some(600), Some("diff")));
    let command = manifest["command"].as_str().unwrap().strip_prefix("sim ").unwrap().to_owned();
    let csv = fs::read_to_string(folder.path().join("here/differences.csv")).unwrap();
    let again = sim(folder.path(), &words(&format!("{command} --format csv --threads 1")));
    assert_eq!(text(&again.stdout), csv);
}

#[test]
fn two_stored_runs_differ_by_what_the_change_does() {
    let folder = TempDir::new().unwrap();
    let base = "--game delectable --strategies raider,prestige --n 1000";
    for (place, change) in [("old", ""), ("new", " --set hand_limit=3")] {
        let run = sim(folder.path(), &words(&format!("{base}{change} --out {place}")));
        assert!(run.status.success(), "{}", text(&run.stderr));
    }
    let stored = sim(folder.path(), &words("diff old new --format csv"));
    let change = sim(folder.path(), &words(&format!("diff {base} --set hand_limit=3 --format csv")));
    assert_eq!(text(&stored.stdout), text(&change.stdout), "{}", text(&stored.stderr));
    let same = text(&sim(folder.path(), &words("diff old old")).stdout);
    assert!(same.contains("\nNo figure is known to change by more than the tolerance.\n"), "{same}");
    assert!(same.contains("Win rates within 1 percentage points: "), "{same}");
    assert!(!same.contains("Games in which it mattered"), "{same}");
    let longer =
        sim(folder.path(), &words(&format!("{base} --n 1200 --out longer").replace("--n 1000 ", "")));
    assert!(longer.status.success());
    let output = sim(folder.path(), &words("diff old longer"));
    let error = "error: the runs hold different deals: 600 and 500 of them, or others\n  help: play both over the same range of deals, with the same seed\n";
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), error.to_owned()));
}

#[test]
fn what_nobody_meets_changes_nothing() {
    let folder = TempDir::new().unwrap();
    let line = "diff --game critter-kitchen --set restaurateurs.guy-fierret.copies=0 --strategies greedy,default --players 2 --n 80";
    let output = sim(folder.path(), &words(&format!("{line} --format json")));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    for row in value["tables"]["differences"]["rows"].as_array().unwrap() {
        assert!(row["difference"].as_f64().is_none_or(|difference| difference == 0.0), "{row}");
        assert!(row["verdict"] != "changed" && row["p_value"].is_null(), "{row}");
    }
}

#[test]
fn what_is_no_difference_is_refused() {
    let folder = TempDir::new().unwrap();
    for (line, expected) in [
        ("diff", "error: there is nothing to compare\n  help: name a game and a change"),
        ("diff one", "error: there is nothing to compare\n"),
        ("diff --game delectable", "error: nothing is changed\n  help: give --set"),
        ("diff a b --game delectable", "error: runs and a game are named\n"),
        ("diff a b", "error: a holds no run: manifest.json: "),
        ("diff a b --players 2", "error: runs have their own tables\n"),
        (
            "diff --game critter-kitchen --without mouze",
            "error: no component and no kind of them is called `mouze`\n  help: did you mean `mouse`?\n",
        ),
        (
            "diff --game la-bistro --without box-54 --n 4",
            "error: no component can be changed as asked: box-54: ",
        ),
        (
            "diff --game delectable --given S2",
            "error: no component can be changed as asked\n  help: name other",
        ),
        (
            "diff --game delectable --set hand_limit=5 --tolerance x",
            "error: --tolerance x: not a number\n  help: write 1% or 0.01\n",
        ),
    ] {
        let output = sim(folder.path(), &words(line));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).starts_with(expected), "{line}: {}", text(&output.stderr));
    }
}

#[test]
fn what_pays_and_cannot_be_taken_out_is_told_by_what_it_pays() {
    let folder = TempDir::new().unwrap();
    let output = sim(folder.path(), &words("diff --game la-bistro --without box-54 --n 4"));
    let said = text(&output.stderr);
    assert!(
        said.contains("`sim components box-54 --game la-bistro --price` shows how often each pays"),
        "{said}"
    );
}

#[test]
fn what_so_few_games_leave_open_is_told_in_a_line_with_what_it_is() {
    let folder = TempDir::new().unwrap();
    let page = text(&sim(folder.path(), &words("diff --game la-bistro --preset second-chart --n 24")).stdout);
    let line = page.lines().find(|line| line.starts_with("Undecided: ")).unwrap();
    assert!(line.contains(" minor, such as how often one event happens). Raise --n,"), "{line}");
    assert!(!page.contains("Not known yet"), "{page}");
}

#[test]
fn a_preset_is_called_by_its_name() {
    let folder = TempDir::new().unwrap();
    for (changed, name) in [
        ("--preset second-chart", "second-chart"),
        ("--preset second-chart --set chef_fee=2", "second-chart chef_fee=2"),
    ] {
        let line = format!("diff --game la-bistro {changed} --n 2");
        let page = text(&sim(folder.path(), &words(&line)).stdout);
        assert!(page.contains(&format!("{name} compared with the printed rules")), "{page}");
    }
}

#[test]
fn each_component_is_taken_out_in_an_arm_of_its_own() {
    let folder = TempDir::new().unwrap();
    let line = "--game delectable --strategies raider,prestige,balancer --without S2,equipment --n 600";
    let first = ablated(&folder, line);
    let names: Vec<&str> = first.iter().map(|row| row["component"].as_str().unwrap()).collect();
    // One by name and four of a kind, each with three figures.
    assert_eq!(names.len(), 15, "{names:?}");
    for name in ["S2", "E2", "E3", "E4", "E5"] {
        assert_eq!(names.iter().filter(|known| **known == name).count(), 3, "{names:?}");
    }
    let figures: Vec<&str> = first.iter().map(|row| row["figure"].as_str().unwrap()).collect();
    assert_eq!(figures[..5], ["win_rate"; 5]);
    for row in &first {
        let difference = row["one"].as_f64().unwrap() - row["other"].as_f64().unwrap();
        assert!((difference - row["difference"].as_f64().unwrap()).abs() < 1e-3, "{row}");
        assert_eq!(row["adjusted_difference"].is_number(), row["figure"] == "win_rate", "{row}");
    }
    assert_eq!(ablated(&folder, &format!("{line} --threads 1")), first);

    // A diff of two runs reports the same length of games.
    let diff = "diff --game delectable --strategies raider,prestige,balancer --set cards.S2.copies=0 --n 600 --format json";
    let output = sim(folder.path(), &words(diff));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let differences = value["tables"]["differences"]["rows"].as_array().unwrap();
    let plies = differences.iter().find(|row| row["figure"] == "plies").unwrap();
    let own = first.iter().find(|row| row["figure"] == "plies" && row["component"] == "S2").unwrap();
    // The diff subtracts old from new, the ablation the game without the component from the game with it.
    assert_eq!(own["difference"].as_f64().unwrap(), -plies["difference"].as_f64().unwrap());
    assert_eq!((&own["standard_error"], &own["p_value"]), (&plies["standard_error"], &plies["p_value"]));
}

#[test]
fn what_nobody_uses_does_nothing() {
    let folder = TempDir::new().unwrap();
    let line = "--game critter-kitchen --strategies greedy,default --players 2 --without restaurateur --n 80";
    let rows = ablated(&folder, line);
    assert!(rows.len() >= 24);
    for row in rows {
        assert_eq!(row["uses"].as_f64(), Some(0.0), "{row}");
        assert!(row["p_value"].is_null() && row["q_value"].is_null(), "{row}");
        match row["figure"].as_str() {
            Some("plies") => assert_eq!(row["difference"].as_f64(), Some(0.0), "{row}"),
            _ => assert_eq!(row["note"], "nobody uses it", "{row}"),
        }
    }
}

#[test]
fn what_no_game_is_left_without_is_replaced_by_a_blank() {
    let folder = TempDir::new().unwrap();
    let line = "--game restaurant-row --players 2 --strategies random --without local,interior-decor --free local,interior-decor";
    let rows = ablated(&folder, &format!("{line} --n 40"));
    let ways: Vec<(&str, &str)> = rows
        .iter()
        .filter(|row| row["figure"] == "plies")
        .map(|row| (row["component"].as_str().unwrap(), row["way"].as_str().unwrap()))
        .collect();
    assert_eq!(ways.len(), 3, "{ways:?}");
    for way in [("local", "replaced"), ("interior-decor", "taken out"), ("interior-decor", "made free")] {
        assert!(ways.contains(&way), "{ways:?}");
    }
    let page = text(&sim(folder.path(), &words(&format!("diff {line} --n 40"))).stdout);
    assert!(page.contains("\nFor free, or as cheap as its table allows\n"), "{page}");
    assert!(
        page.contains("\nReplaced by a blank of the same kind, because the game needs one: local.\n"),
        "{page}"
    );

    // It equals the difference that the settings make.
    let diff = "diff --game restaurant-row --players 2 --strategies random --n 40 --format json --set guests.local.comes=false";
    let value: Value = serde_json::from_slice(&sim(folder.path(), &words(diff)).stdout).unwrap();
    let plies = |rows: &[Value], key: &str, name: &str| {
        let is_it = |row: &&Value| row["figure"] == "plies" && (key.is_empty() || row[key] == name);
        rows.iter().find(is_it).unwrap()["difference"].as_f64().unwrap()
    };
    let changed = value["tables"]["differences"]["rows"].as_array().unwrap();
    assert_eq!(plies(&rows, "way", "replaced"), -plies(changed, "", ""));
}

#[test]
fn a_figure_has_one_meaning_and_says_for_whom_it_is_good() {
    let folder = TempDir::new().unwrap();
    let line = "diff --game restaurant-row --players 2 --strategies diner,grand-interior --without patio-seating,interior-decor,manager --free interior-decor --n 480 --out here";
    let page = text(&sim(folder.path(), &words(line)).stdout);
    assert!(page.starts_with("Restaurant Row, 2 players: with each component and without it\n"), "{page}");
    assert!(page.contains(" differ significantly (false discovery rate 5 %).\n"), "{page}");
    assert!(folder.path().join("here/ablation.csv").is_file());
    // The command of the findings reproduces them.
    let manifest = fs::read_to_string(folder.path().join("here/manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let command = manifest["command"].as_str().unwrap();
    assert!(
        command.ends_with("--without patio-seating,interior-decor,manager --free interior-decor"),
        "{command}"
    );
    let again = text(&sim(folder.path(), &words(&format!("{} --threads 1", &command[4..]))).stdout);
    assert!(page.starts_with(&again), "{again}");
    let figure = |name: &str| std::fs::read_to_string(folder.path().join("here").join(name)).unwrap();
    let (with, free) = (figure("ablation.svg"), figure("ablation-free.svg"));
    assert!(with.contains("with manager: win ") && !with.contains("for free"), "{with}");
    assert!(free.contains("with interior-decor for free: win ") && !free.contains("with manager"), "{free}");
    for told in [with, free] {
        assert!(!told.contains("taken out") && !told.contains("it hurts"), "{told}");
    }
}

#[test]
fn what_is_left_out_is_told_and_where_the_rest_is() {
    let folder = TempDir::new().unwrap();
    let line = "diff --game restaurant-row --players 2 --strategies random --n 2";
    let told = text(
        &sim(
            folder.path(),
            &words(&format!("{line} --without employee,renovation --free employee,renovation")),
        )
        .stdout,
    );
    let unpriced = told.lines().find(|line| line.starts_with("Not played for free, "));
    assert!(unpriced.is_some_and(|line| line.contains("employee (")), "{told}");
    assert!(told.contains("Others then take it too, so that its users may win less."), "{told}");
    let (more, all) = (" more: see --out or --format json\n", " more: the tables have all\n");
    assert!(told.contains(more) && !told.contains(all), "{told}");
    let line = format!("{line} --without employee,renovation --free employee,renovation --out here");
    let told = text(&sim(folder.path(), &words(&line)).stdout);
    assert!(told.contains(all) && !told.contains("see --out"), "{told}");
    let page = std::fs::read_to_string(folder.path().join("here/report.html")).unwrap();
    assert!(!page.contains("see --out"));
}

#[test]
fn what_setup_deals_can_be_given_to_a_seat() {
    let folder = TempDir::new().unwrap();
    for seat in [1, 2] {
        let line = format!(
            "--game restauranteur --players 2 --lineup default,default --set given_seat={seat} --n 200"
        );
        let all = ablated(&folder, &format!("{line} --given marketing,discounts --without marketing"));
        let given: Vec<&Value> = all.iter().filter(|row| row["way"] == "given").collect();
        assert_eq!(given.len(), 6, "two cards of three figures each");
        // It equals the difference of this seat in a diff of the same change.
        let changed = format!("diff {line} --set given=marketing --format json");
        let value: Value = serde_json::from_slice(&sim(folder.path(), &words(&changed)).stdout).unwrap();
        let differences = value["tables"]["differences"]["rows"].as_array().unwrap();
        for figure in ["win_rate", "points"] {
            let is_seat = |row: &&Value| row["seat"] == seat && row["figure"] == figure;
            let own = differences.iter().find(is_seat).unwrap();
            let is_it = |row: &&&Value| row["component"] == "marketing" && row["figure"] == figure;
            let given = given.iter().find(is_it).unwrap();
            let keys = ["one", "other", "difference", "low", "high"];
            assert_eq!(keys.map(|key| &given[key]), keys.map(|key| &own[key]), "{seat}");
        }
        let told = text(&sim(folder.path(), &words(&format!("diff {line} --given marketing"))).stdout);
        let head = format!("Dealt to seat {seat} for certain: the win rate of that seat\n");
        assert!(told.contains(&head), "{told}");
    }
    let line = "diff --game restauranteur --without improvement --given improvement --set given_seat=4 --players 2 --n 40";
    let output = sim(folder.path(), &words(line));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert!(told.contains(" given to seat 4 is left out: "), "{told}");
    // A game that deals no such components has nothing to give.
    let none = ablated(&folder, "--game delectable --without S2 --given S2 --n 60");
    assert!(none.iter().all(|row| row["way"] == "taken out"), "{none:?}");
}
