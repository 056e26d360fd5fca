//! Verdicts on components from the command line: their effects, worths and fair prices.

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

/// The rows of a table in the JSON output.
fn rows<'a>(told: &'a Value, table: &str) -> &'a [Value] {
    told["tables"][table]["rows"].as_array().unwrap()
}

fn named<'a>(rows: &'a [Value], key: &str, name: &str) -> &'a Value {
    rows.iter().find(|row| row[key] == name).unwrap_or_else(|| panic!("{name}: {rows:?}"))
}

#[test]
fn each_component_has_one_verdict_and_says_what_decides_it() {
    let folder = TempDir::new().unwrap();
    let line = "components servers equipment --game delectable --n 600";
    let output = sim(folder.path(), &words(&format!("{line} --format json --out here")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let verdicts = rows(&told, "component_verdicts");
    let wins = rows(&told, "ablation").iter().filter(|row| row["figure"] == "win_rate");
    assert_eq!(wins.clone().count(), verdicts.len());
    for own in wins {
        let row = named(verdicts, "component", own["component"].as_str().unwrap());
        for (name, cell) in [
            ("removal", "difference"),
            ("removal_low", "low"),
            ("removal_high", "high"),
            ("association", "adjusted_difference"),
            ("association_low", "adjusted_difference_low"),
        ] {
            assert_eq!(row[name], own[cell], "{name}: {row}");
        }
        assert_eq!(row["decided_by"], "removal", "{row}");
        assert!(row["reason"].as_str().unwrap().starts_with("Removal: "), "{row}");
    }
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(command.ends_with("--n 600 --seed 1 servers equipment"), "{command}");
    let again = sim(folder.path(), &words(&format!("{} --format json --threads 1", &command[4..])));
    assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
    let page = text(&sim(folder.path(), &words(line)).stdout);
    for part in [
        "Delectable, 2 players: what each component does\n",
        "\nservers\n",
        "\nequipment\n",
        "removal  verdict\n",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for name in ["component_verdicts.csv", "ablation.csv", "ablation.svg", "report.html"] {
        assert!(folder.path().join("here").join(name).is_file(), "{name}");
    }
}

#[test]
fn trained_players_add_columns_and_the_command_makes_all_again() {
    let folder = TempDir::new().unwrap();
    let line = "components E2 E5 rob mix --game delectable --worth --price --learn 40 --repeats 2 --n 600 --most 1200";
    let output = sim(folder.path(), &words(&format!("{line} --out here --format json")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();

    let worths = rows(&told, "worth");
    let mut bans: Vec<&str> = worths.iter().map(|row| row["never"].as_str().unwrap()).collect();
    assert_eq!(bans[2..], ["rob", "mix"]);
    bans[..2].sort_unstable();
    assert_eq!(bans[..2], ["E2", "E5"]);
    let barred = named(worths, "never", "E2");
    for column in ["used", "contrast", "one", "other", "worth", "low", "high", "despite"] {
        assert!(barred[column].is_number(), "{column}: {barred}");
    }
    // With two players there is nobody else to rob, so the ban changes none of 300 deals.
    let rob = named(worths, "never", "rob");
    assert_eq!((&rob["worth"], &rob["reading"]), (&Value::from(0.0), &Value::from("spare")));

    let prices = rows(&told, "fair_prices");
    assert_eq!(prices.len(), 2, "{prices:?}");
    let cheap = named(prices, "component", "E2");
    assert_eq!(cheap["price"], 6);
    for column in ["used", "contrast", "worth", "worth_low", "beyond", "low", "high", "p_value"] {
        assert!(cheap[column].is_number(), "{column}: {cheap}");
    }
    assert!(
        prices.iter().any(|row| row["n"].as_u64().unwrap() > 600),
        "what is undecided plays on: {prices:?}"
    );
    let tried = rows(&told, "price_trials").iter().filter(|row| row["component"] == "E2").count();
    assert_eq!(tried as u64, cheap["prices"].as_u64().unwrap());

    let verdicts = rows(&told, "component_verdicts");
    assert_eq!(verdicts.len(), 2, "bans that are no components have no verdict");
    let row = named(verdicts, "component", "E2");
    assert_eq!((&row["loss"], &row["price"]), (&barred["worth"], &cheap["price"]));
    assert_eq!(row["decided_by"], "price");

    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(
        command.ends_with("E2 E5 rob mix --worth --price --learn 40 --repeats 2 --most 1200"),
        "{command}"
    );
    let again = sim(folder.path(), &words(&format!("{} --format json --threads 1 --fresh", &command[4..])));
    assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
    for name in [
        "worth.csv",
        "worth.svg",
        "fair_prices.csv",
        "price_trials.csv",
        "fair-prices.svg",
        "price-and-worth.svg",
        "report.html",
    ] {
        assert!(folder.path().join("here").join(name).is_file(), "{name}");
    }
    let page = text(&sim(folder.path(), &words(line)).stdout);
    for part in ["up to 1,200 where undecided", "trained 2 times for 40 games", "\nother bans\n"] {
        assert!(page.contains(part), "{part}: {page}");
    }
}

/// A restaurant scores by its lowest resource, so it scores nothing if one is missing. There are three training runs
/// because an interval from two is too wide.
#[test]
fn a_player_who_is_barred_from_any_equipment_never_wins() {
    let folder = TempDir::new().unwrap();
    let line = "components equipment --worth --game delectable --learn 100 --repeats 3 --n 400";
    let page = text(&sim(folder.path(), &words(line)).stdout);
    let row = page.lines().find(|line| line.starts_with("any equipment")).unwrap();
    let worth: f64 = row.split("+").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(worth > 40.0, "{row}");
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
        let output = sim(folder.path(), &words(&format!("components E2 --price --game delectable {line}")));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).starts_with(told), "{line}: {}", text(&output.stderr));
    }
}

/// A card of four stars at almost no cost is worth far more than others of its kind.
#[test]
fn a_card_that_is_made_too_cheap_is_found() {
    let folder = TempDir::new().unwrap();
    let line = "components E4 --price --game delectable --set cards.E4.cost=1 --n 6000 --learn 40 --repeats 4 --seed 3 --format json";
    let output = sim(folder.path(), &words(line));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let row = &rows(&told, "fair_prices")[0];
    assert_eq!(row["verdict"], "underpriced", "{row}");
    let verdict = &rows(&told, "component_verdicts")[0];
    assert_eq!((&verdict["verdict"], &verdict["decided_by"]), (&row["verdict"], &Value::from("price")));
    assert!(verdict["reason"].as_str().unwrap().contains("Fair price: "), "{verdict}");
    assert!(row["fair_price"].as_f64().unwrap() > 7.0 && row["prices"].as_u64().unwrap() > 1, "{row}");
}

#[test]
fn what_nobody_buys_is_told_by_what_it_pays() {
    let folder = TempDir::new().unwrap();
    let line = "components box --price --game la-bistro --players 2 --n 2k --format json";
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
        let beyond = number(row, "each") / number(row, "median") - 1.0;
        assert!((number(row, "beyond") - beyond).abs() < 1e-4, "{row}");
    }
    for row in rows(&told, "component_verdicts") {
        assert_eq!((&row["decided_by"], &row["removal"]), (&Value::from("payment"), &Value::Null), "{row}");
    }
    // A gold box pays five more each time, by the rulebook.
    let settings = text(&sim(folder.path(), &words("show settings --game la-bistro --format csv")).stdout);
    let is_gold = |row: &&Value| {
        settings.contains(&format!("\nchart.{}.colour,gold,", row["component"].as_str().unwrap()))
    };
    let much = |row: &&Value| row["verdict"] == "pays more";
    assert!(boxes.iter().filter(much).count() > 3, "{boxes:?}");
    assert!(boxes.iter().filter(is_gold).filter(much).count() > 3, "{boxes:?}");
    let all = sim(
        folder.path(),
        &words("components challenge rumor --price --game critter-kitchen --n 300 --format json"),
    );
    let told: Value = serde_json::from_slice(&all.stdout).unwrap();
    let kinds: Vec<&str> = rows(&told, "payments").iter().map(|row| row["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"challenge") && kinds.contains(&"rumor"), "{kinds:?}");
}

#[test]
fn what_cannot_be_measured_is_refused_with_the_way_out() {
    let folder = TempDir::new().unwrap();
    for (line, refusal, help) in [
        ("mouze --game critter-kitchen", "no component and no kind of them is called `mouze`", "`mouse`"),
        ("equipmnt --worth --game delectable", "nothing is called `equipmnt`", "did you mean `equipment`?"),
        ("rumor --worth --game critter-kitchen", "players do not choose a rumor", "name a component"),
        ("--worth --game delectable --strategies search:9", "no formulas", "name a script"),
        ("S5 --worth --game delectable --shard 1/2", "side by side", "leave --shard out"),
        ("S5 --worth --game delectable --learn 0", "not from 1", ""),
        ("S5 --game delectable --learn 10", "required arguments were not provided", "--worth"),
        (
            "equipmnt --price --game delectable",
            "no component and no kind of them is called `equipmnt`",
            "did you mean `equipment`?",
        ),
        ("mix --worth --price --game delectable", "no component and no kind of them is called `mix`", ""),
        ("employee --price --game restaurant-row", "it has no price", "that cost something"),
        (
            "location --price --game critter-kitchen",
            "nothing in Critter Kitchen that players choose has a price",
            "sim components --worth",
        ),
        ("E5 --price --game delectable --repeats 0", "--repeats 0 is out of range", "give 1 to 100"),
    ] {
        let output = sim(folder.path(), &words(&format!("components {line}")));
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains(refusal) && told.contains(help), "{line}: {told}");
    }
}

#[test]
fn a_strategy_file_says_what_it_never_does() {
    let folder = TempDir::new().unwrap();
    let file = |never: &str| {
        let text =
            format!("format = 1\ngame = \"restaurant-row\"\nabout = \"Without.\"\nnever = [{never}]\n");
        std::fs::write(folder.path().join("without.toml"), text).unwrap();
    };
    file("\"renovation\"");
    let line = "run --game restaurant-row --players 2 --strategies without.toml,diner --n 20 --format json";
    let output = sim(folder.path(), &words(line));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let uses = told["tables"]["component_use"]["rows"].as_array().unwrap();
    let taken = |strategy: &str| -> f64 {
        let is_it = |row: &&Value| row["kind"] == "renovation" && row["event"] == "taken";
        let own = uses.iter().filter(is_it).filter(|row| row["strategy"] == strategy);
        own.map(|row| row["mean"].as_f64().unwrap()).sum()
    };
    assert_eq!(taken("without"), 0.0);
    assert!(taken("diner") > 0.0);
    file("\"renovatoin\"");
    let output = sim(folder.path(), &words("check without.toml"));
    let told = text(&output.stderr);
    assert!(!output.status.success(), "{told}");
    assert!(told.contains("without.toml:4:11: nothing is called `renovatoin`"), "{told}");
    assert!(told.contains("did you mean `renovation`?"), "{told}");
}
