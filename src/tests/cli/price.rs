//! What components should cost, from the command line.

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

const QUICK: &str = "--learn 40 --repeats 2 --n 400";

/// The rows of a table of what was told, by component.
fn rows<'a>(told: &'a Value, table: &str) -> &'a [Value] {
    told["tables"][table]["rows"].as_array().unwrap()
}

#[test]
fn prices_of_a_kind_are_told_and_the_command_makes_them_again() {
    let folder = TempDir::new().unwrap();
    let line = format!("price E2 E5 --game delectable {QUICK}");
    let output = sim(folder.path(), &words(&format!("{line} --out here --format json")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let prices = rows(&told, "fair_prices");
    let mut named: Vec<&str> = prices.iter().map(|row| row["component"].as_str().unwrap()).collect();
    named.sort_unstable();
    assert_eq!(named, ["E2", "E5"]);
    let cheap = prices.iter().find(|row| row["component"] == "E2").unwrap();
    assert_eq!(cheap["price"], 6);
    for column in ["used", "contrast", "worth", "worth_low", "beyond", "low", "high", "p_value"] {
        assert!(cheap[column].is_number(), "{column}: {cheap}");
    }
    let tried = rows(&told, "price_trials").iter().filter(|row| row["component"] == "E2").count();
    assert_eq!(tried as u64, cheap["prices"].as_u64().unwrap());
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(command.ends_with("E2 E5 --learn 40 --repeats 2"), "{command}");
    let again = sim(folder.path(), &words(&format!("{} --format json --threads 1 --fresh", &command[4..])));
    assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
    for name in
        ["fair_prices.csv", "price_trials.csv", "fair-prices.svg", "price-and-worth.svg", "report.html"]
    {
        assert!(folder.path().join("here").join(name).is_file(), "{name}");
    }
}

#[test]
fn what_is_not_decided_plays_on_as_far_as_it_is_told() {
    let folder = TempDir::new().unwrap();
    let line = format!("price E2 --game delectable {QUICK} --most 800");
    let output = sim(folder.path(), &words(&format!("{line} --format json --out here")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let row = &rows(&told, "fair_prices")[0];
    assert!(row["n"].as_u64().unwrap() > 400, "{row}");
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(command.ends_with("E2 --learn 40 --repeats 2 --most 800"), "{command}");
    let again = sim(folder.path(), &words(&format!("{} --format json --threads 1 --fresh", &command[4..])));
    assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
    let read = sim(folder.path(), &words(&line));
    assert!(
        text(&read.stdout).contains("What is not decided was played up to 800 games;"),
        "{}",
        text(&read.stdout)
    );
}

#[test]
fn games_at_most_are_not_fewer_than_games() {
    let folder = TempDir::new().unwrap();
    for (line, told) in [
        (
            "--n 2k --most 800",
            "error: --most 800 is below --n 2000\n  help: give --most 2000 or more, or a smaller --n\n",
        ),
        ("--most 800", "error: --most 800 is below --n 20000\n"),
        (
            "--precision 1% --most 800",
            "error: the argument '--precision <HALF-WIDTH>' cannot be used with '--most",
        ),
    ] {
        let output = sim(folder.path(), &words(&format!("price E2 --game delectable {line}")));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).starts_with(told), "{line}: {}", text(&output.stderr));
    }
}

/// A card of four stars for next to nothing is worth far more than others of its kind.
#[test]
fn a_card_that_is_made_too_cheap_is_found() {
    let folder = TempDir::new().unwrap();
    let line = "price E4 --game delectable --set cards.E4.cost=1 --n 2000 --learn 40 --repeats 3 --seed 3 --format json";
    let output = sim(folder.path(), &words(line));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let row = &rows(&told, "fair_prices")[0];
    assert_eq!(row["verdict"], "underpriced", "{row}");
    assert!(row["fair_price"].as_f64().unwrap() > 7.0 && row["prices"].as_u64().unwrap() > 1, "{row}");
}

#[test]
fn what_nobody_buys_is_told_by_what_it_pays() {
    let folder = TempDir::new().unwrap();
    let line = "price box --game la-bistro --players 2 --n 400 --format json";
    let output = sim(folder.path(), &words(line));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let boxes = rows(&told, "payments");
    assert_eq!(boxes.len(), 90);
    assert!(rows(&told, "fair_prices").is_empty());
    let number = |row: &Value, column: &str| row[column].as_f64().unwrap();
    for row in boxes {
        assert!(
            (number(row, "brings") / number(row, "times") / number(row, "each") - 1.0).abs() < 1e-4,
            "{row}"
        );
        let beyond = number(row, "each") / number(row, "middle") - 1.0;
        assert!((number(row, "beyond") - beyond).abs() < 1e-4, "{row}");
    }
    // A gold box pays five more each time, by the rulebook.
    let settings = text(&sim(folder.path(), &words("settings --game la-bistro --format csv")).stdout);
    let is_gold = |row: &&Value| {
        let number = row["component"].as_str().unwrap().strip_prefix("box-").unwrap();
        settings.contains(&format!("\nchart.{number}.colour,gold,"))
    };
    let much = |row: &&Value| row["verdict"] == "pays more";
    assert!(boxes.iter().filter(much).count() > 3, "{boxes:?}");
    assert!(boxes.iter().filter(is_gold).filter(much).count() > 3, "{boxes:?}");
    // Where nothing is bought this is what is told of a whole game.
    let all = sim(folder.path(), &words("price --game critter-kitchen --n 300 --format json"));
    let told: Value = serde_json::from_slice(&all.stdout).unwrap();
    let kinds: Vec<&str> = rows(&told, "payments").iter().map(|row| row["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"challenge") && kinds.contains(&"rumor"), "{kinds:?}");
}

#[test]
fn what_has_no_price_is_refused_with_the_way_out() {
    let folder = TempDir::new().unwrap();
    for (line, refusal, help) in [
        (
            "price equipmnt --game delectable",
            "no component and no kind of them is called `equipmnt`",
            "did you mean `equipment`?",
        ),
        ("price employee --game restaurant-row", "it has no price", "that cost something"),
        (
            "price location --game critter-kitchen",
            "nothing in Critter Kitchen that players choose has a price",
            "sim worth",
        ),
        ("price --game delectable --strategies raider,expert", "2 are named", "name one"),
        ("price E5 --game delectable --repeats 0", "--repeats 0 is out of range", "give 1 to 100"),
    ] {
        let output = sim(folder.path(), &words(line));
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains(refusal) && told.contains(help), "{line}: {told}");
    }
}
