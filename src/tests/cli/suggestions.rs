//! Everything has one name. The program suggests it if a user writes another one, and accepts patterns.

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn an_unknown_name_gets_the_one_that_is_meant() {
    let folder = TempDir::new().unwrap();
    let all = " `players.*.money` stands for all of them";
    for (line, message, help) in [
        (
            "--game la-bistro --n 4 --set money=40",
            "no setting `money` in la-bistro",
            &format!("did you mean `players.4.money`?{all}"),
        ),
        (
            "--game la-bistro --n 4 --set start_coins=40",
            "no setting `start_coins` in la-bistro",
            &format!("did you mean `players.4.money`?{all}"),
        ),
        (
            "show settings start_coins --game la-bistro",
            "no setting `start_coins` in la-bistro",
            &format!("did you mean `players.4.money`?{all}"),
        ),
        (
            "sweep --game la-bistro --n 4 --vary money=30,40",
            "no setting `money` in la-bistro",
            &format!("did you mean `players.4.money`?{all}"),
        ),
        (
            "--game la-bistro --n 4 --set chart.12.colour=gold",
            "table `chart` has no row `12`",
            &"did you mean `box-12`?".to_owned(),
        ),
        (
            "--game la-bistro --n 4 --set employees.commis.cost=1",
            "table `employees` has no column `cost`",
            &"did you mean `price`?".to_owned(),
        ),
        (
            "--game delectable --n 4 --strategies panl",
            "no strategy `panl` for delectable",
            &"did you mean `panel`? A file is named with its ending, my-plan.toml".to_owned(),
        ),
        (
            "--game delectable --n 4 --strategies raider,beginer",
            "no strategy `beginer` for delectable",
            &"did you mean `beginners`? A file is named with its ending, my-plan.toml".to_owned(),
        ),
        (
            "show setting --game delectable",
            "no strategy `setting` for delectable",
            &"did you mean `settings`? A file is named with its ending, my-plan.toml".to_owned(),
        ),
    ] {
        let output = sim(folder.path(), &words(line));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert_eq!(text(&output.stderr), format!("error: {message}\n  help: {help}\n"), "{line}");
    }
}

/// The values that a call changed, as `path=value`.
fn changes(folder: &TempDir, options: &str) -> Vec<String> {
    let line = format!("--game la-bistro --n 4 --format json --out out --force {options}");
    let output = sim(folder.path(), &words(&line));
    assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
    let run: Value = serde_json::from_slice(&output.stdout).unwrap();
    let word = |change: &Value, key: &str| change[key].as_str().unwrap().to_owned();
    let changes = run["manifest"]["changes"].as_array().unwrap();
    changes.iter().map(|change| format!("{}={}", word(change, "path"), word(change, "value"))).collect()
}

#[test]
fn a_pattern_stands_for_all_that_fit_it() {
    let folder = TempDir::new().unwrap();
    let money: Vec<String> = (3..=6).map(|players| format!("players.{players}.money=31")).collect();
    assert_eq!(changes(&folder, "--set players.2.money=45 --set players.*.money=31")[1..], money);
    assert_eq!(changes(&folder, "--set chart.box-9*.colour=gold --without commis,patio").len(), 4);
    // A row needs no table name if no other table has it.
    assert_eq!(changes(&folder, "--set box-12.colour=plain --set commis.price=3").len(), 2);
    let out = changes(&folder, "--without renovations.*");
    assert!(out.len() > 10 && out.iter().all(|change| change.starts_with("renovations.")), "{out:?}");
    let told = |line: &str| {
        let output = sim(folder.path(), &words(line));
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    };
    let (status, page) = told("show settings *.money --game la-bistro");
    assert!(status == Some(0) && page.lines().count() == 6, "{page}");
    let (status, page) = told("show settings box-12 --game la-bistro");
    assert!(status == Some(0) && page.lines().count() == 6, "{page}");
    // Where components are named, the path of a row works too.
    let (status, csv) = told("components chart.box-1* --game la-bistro --n 40 --format csv");
    let boxes = csv.lines().filter(|line| line.starts_with("box-1")).count();
    assert_eq!((status, boxes), (Some(0), 11), "{csv}");
    // All matches are set to the same value.
    let (status, page) = told("sweep --game la-bistro --n 4 --vary players.*.money=30,40 --format csv");
    assert!(status == Some(0) && page.contains("players.*.money=40"), "{page}");
    for (line, error) in [
        (
            "--game la-bistro --n 4 --set *.mony=4",
            "error: no setting in la-bistro is called as `*.mony`\n  help: ",
        ),
        (
            "--game la-bistro --n 4 --without zz*",
            "error: nothing in la-bistro is called as `zz*`\n  help: known here: ",
        ),
        (
            "--game la-bistro --n 4 --without renovations",
            "error: nothing called `renovations` can be taken out of la-bistro\n  help: write `renovations.*` for all of its rows\n",
        ),
        ("--game la-bistro --n 4 --set chart.*=gold", "error: chart.box-1.first: "),
    ] {
        let (status, told) = told(line);
        assert!(status == Some(2) && told.starts_with(error), "{line}: {told}");
    }
}
