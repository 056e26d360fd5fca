//! What each component does.

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

/// The rows of the ablation that a command line makes.
fn rows(folder: &TempDir, line: &str) -> Vec<Value> {
    let output = sim(folder.path(), &words(&format!("ablate {line} --format json")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    value["tables"]["ablation"]["rows"].as_array().unwrap().clone()
}

#[test]
fn what_pays_and_cannot_be_taken_out_is_told_by_its_price() {
    let folder = TempDir::new().unwrap();
    let output = sim(folder.path(), &words("ablate --game la-bistro --components box-54 --n 4"));
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.contains("`sim price box-54 --game la-bistro` tells how often each pays"), "{said}");
}

#[test]
fn each_component_is_taken_out_and_held_against_its_adjusted() {
    let folder = TempDir::new().unwrap();
    let line = "--game delectable --strategies raider,prestige,balancer --components S2,equipment --n 600";
    let first = rows(&folder, line);
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
    assert_eq!(rows(&folder, &format!("{line} --threads 1")), first);

    // The length of games is what two runs have.
    let diff =
        "diff --game delectable --strategies raider,prestige,balancer --without S2 --n 600 --format json";
    let output = sim(folder.path(), &words(diff));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let differences = value["tables"]["differences"]["rows"].as_array().unwrap();
    let plies = differences.iter().find(|row| row["figure"] == "plies").unwrap();
    let own = first.iter().find(|row| row["figure"] == "plies" && row["component"] == "S2").unwrap();
    // A difference is new less old there, and with less without here.
    assert_eq!(own["difference"].as_f64().unwrap(), -plies["difference"].as_f64().unwrap());
    assert_eq!((&own["standard_error"], &own["p_value"]), (&plies["standard_error"], &plies["p_value"]));
}

#[test]
fn what_nobody_uses_does_nothing() {
    let folder = TempDir::new().unwrap();
    let line =
        "--game critter-kitchen --strategies greedy,default --players 2 --components restaurateur --n 80";
    let rows = rows(&folder, line);
    assert!(rows.len() >= 24);
    for row in rows {
        assert_eq!(row["uses"].as_f64(), Some(0.0), "{row}");
        assert!(row["p_value"].is_null() && row["false_discovery_rate"].is_null(), "{row}");
        match row["figure"].as_str() {
            Some("plies") => assert_eq!(row["difference"].as_f64(), Some(0.0), "{row}"),
            _ => assert_eq!(row["note"], "nobody uses it", "{row}"),
        }
    }
}

#[test]
fn what_no_game_is_left_without_is_replaced_by_a_blank() {
    let folder = TempDir::new().unwrap();
    let line =
        "--game restaurant-row --players 2 --strategies random --components local,interior-decor --free";
    let rows = rows(&folder, &format!("{line} --n 40"));
    let ways: Vec<(&str, &str)> = rows
        .iter()
        .filter(|row| row["figure"] == "plies")
        .map(|row| (row["component"].as_str().unwrap(), row["way"].as_str().unwrap()))
        .collect();
    assert_eq!(ways.len(), 3, "{ways:?}");
    for way in [("local", "replaced"), ("interior-decor", "taken out"), ("interior-decor", "made free")] {
        assert!(ways.contains(&way), "{ways:?}");
    }
    let page = text(&sim(folder.path(), &words(&format!("ablate {line} --n 40"))).stdout);
    assert!(page.contains("\nFor free, or as cheap as its table allows\n"), "{page}");
    assert!(
        page.contains(
            "\nReplaced by a blank of the same kind, because nothing can be played without it: local\n"
        ),
        "{page}"
    );

    // It is the difference that the settings make.
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
fn a_page_names_what_is_told_from_nothing() {
    let folder = TempDir::new().unwrap();
    let output = sim(
        folder.path(),
        &words(
            "ablate --game delectable --strategies raider,prestige --components servers --n 400 --out here",
        ),
    );
    let page = text(&output.stdout);
    assert!(
        page.starts_with("Delectable, 2 players: with each component and without it\n200 deals"),
        "{page}"
    );
    assert!(page.contains(" differ by more than chance explains (false discovery rate 5 %).\n"), "{page}");
    assert!(folder.path().join("here/ablation.csv").is_file());
}

#[test]
fn a_figure_has_one_meaning_and_says_for_whom_it_is_good() {
    let folder = TempDir::new().unwrap();
    let line = "ablate --game restaurant-row --players 2 --strategies diner,grand-interior --components patio-seating,interior-decor,manager --free --n 480 --out here";
    assert!(sim(folder.path(), &words(line)).status.success());
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
    let line = "ablate --game restaurant-row --players 2 --strategies random --n 2 --free";
    let told = text(&sim(folder.path(), &words(&format!("{line} --components employee,renovation"))).stdout);
    let unpriced = told.lines().find(|line| line.starts_with("Not played for free, "));
    assert!(unpriced.is_some_and(|line| line.contains("employee (")), "{told}");
    assert!(told.contains("Others take it then too, so they may win less."), "{told}");
    let (more, all) = (" more: see --out or --format json\n", " more: the tables have all\n");
    assert!(told.contains(more) && !told.contains(all), "{told}");
    let line = format!("{line} --components employee,renovation --out here");
    let told = text(&sim(folder.path(), &words(&line)).stdout);
    assert!(told.contains(all) && !told.contains("see --out"), "{told}");
    let page = std::fs::read_to_string(folder.path().join("here/report.html")).unwrap();
    assert!(!page.contains("see --out"));
}

#[test]
fn unknown_components_are_refused() {
    let folder = TempDir::new().unwrap();
    let output = sim(folder.path(), &words("ablate --game critter-kitchen --components mouze"));
    let error = "error: no component and no kind of them is called `mouze`\n  help: did you mean `mouse`?\n";
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(2), error.to_owned()));
}

#[test]
fn what_setup_deals_can_be_given_to_a_seat() {
    let folder = TempDir::new().unwrap();
    let line = "--game restauranteur --players 2 --lineup default,default --components marketing,discounts --given --n 200";
    let all = rows(&folder, line);
    let given: Vec<&Value> = all.iter().filter(|row| row["way"] == "given").collect();
    assert_eq!(given.len(), 6, "two cards of three figures each");
    // It is the difference that the first seat has in a diff of the same change.
    let diff = "diff --game restauranteur --players 2 --lineup default,default --set given=marketing --n 200 --format json";
    let value: Value = serde_json::from_slice(&sim(folder.path(), &words(diff)).stdout).unwrap();
    let differences = value["tables"]["differences"]["rows"].as_array().unwrap();
    for figure in ["win_rate", "points"] {
        let is_seat = |row: &&Value| row["seat"] == 1 && row["figure"] == figure;
        let seat = differences.iter().find(is_seat).unwrap();
        let own =
            given.iter().find(|row| row["component"] == "marketing" && row["figure"] == figure).unwrap();
        let keys = ["one", "other", "difference", "low", "high"];
        assert_eq!(keys.map(|key| &own[key]), keys.map(|key| &seat[key]));
    }
    // A game that deals no such thing has nothing to give.
    let none = rows(&folder, "--game delectable --components S2 --given --n 60");
    assert!(none.iter().all(|row| row["way"] == "taken out"), "{none:?}");
}

#[test]
fn a_component_that_cannot_be_given_is_told() {
    let folder = TempDir::new().unwrap();
    let line = "ablate --game GAME --components improvement --given --set given_seat=4 --players 2 --n 40";
    let output = sim(folder.path(), &words(&line.replace("GAME", "restauranteur")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert!(told.contains(" given to seat 4 is left out: "), "{told}");
}

#[test]
fn what_is_given_is_told_of_the_seat_that_gets_it() {
    let folder = TempDir::new().unwrap();
    let line = "--game restauranteur --players 2 --lineup default,default --set given_seat=2 --n 200";
    let given = format!("{line} --components marketing --given");
    let told = text(&sim(folder.path(), &words(&format!("ablate {given}"))).stdout);
    assert!(told.contains("Dealt to seat 2 for certain: the win rate of that seat\n"), "{told}");
    let all = rows(&folder, &given);
    let own = all.iter().find(|row| row["way"] == "given" && row["figure"] == "win_rate").unwrap();
    // It is the difference that the second seat has in a diff of the same change.
    let diff = format!("diff {line} --set given=marketing --format json");
    let value: Value = serde_json::from_slice(&sim(folder.path(), &words(&diff)).stdout).unwrap();
    let differences = value["tables"]["differences"]["rows"].as_array().unwrap();
    let is_seat = |row: &&Value| row["seat"] == 2 && row["figure"] == "win_rate";
    assert_eq!(own["difference"], differences.iter().find(is_seat).unwrap()["difference"]);
}
