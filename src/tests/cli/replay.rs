//! Replays: one game with its reasons, where two strategies differ, and how often over many games.

use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

fn told(folder: &Path, line: &str) -> String {
    let output = sim(folder, &words(line));
    assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn is_move(line: &&str) -> bool {
    line.starts_with(|c: char| c.is_ascii_digit())
}

/// Decisions of strategies whose scores are sums, both by formulas and by training.
#[test]
fn reasons_show_the_best_alternatives_and_the_terms_that_decide() {
    let folder = TempDir::new().unwrap();
    for (game, strategy) in [
        ("delectable", "expert"),
        ("delectable", "champion"),
        ("restaurant-row", "expert"),
        ("la-bistro", "champion"),
    ] {
        let line = format!("replay --game {game} --strategies {strategy} --format json");
        let lines = |options: &str| -> Vec<Value> {
            let told = told(folder.path(), &format!("{line} {options}"));
            told.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
        };
        let (some, all) = (lines("--why"), lines("--why --top all"));
        assert_eq!(lines("").len(), some.len());
        let (mut compared, mut explained, mut shortened) = (0, 0, 0);
        for (some, all) in some.iter().zip(&all).filter(|(some, _)| some["why"].is_object()) {
            let (why, whole) = (&some["why"], &all["why"]);
            assert_eq!((&why["chosen"], &why["terms"]), (&whole["chosen"], &whole["terms"]));
            let (alternatives, others) =
                (whole["alternatives"].as_array().unwrap(), why["others"].as_u64().unwrap());
            let shown = why["alternatives"].as_array().unwrap();
            assert_eq!(alternatives[..shown.len()], shown[..]);
            assert_eq!(
                (whole["others"].as_u64(), shown.len() + others as usize),
                (Some(0), alternatives.len())
            );
            assert!(shown.len() == 2 || others == 0 && shown.len() < 2, "{why}");
            shortened += usize::from(others > 0);
            let score = |option: &Value| option["score"].as_f64();
            let is_amount = why["verdict"].as_str().unwrap().starts_with("the formula wants");
            if let Some(own) = score(&why["chosen"]).filter(|_| !is_amount) {
                assert!(alternatives.is_sorted_by(|one, other| score(one) >= score(other)), "{whole}");
                for other in alternatives.iter().filter(|other| score(other).is_some()) {
                    let behind = other["behind"].as_f64().unwrap();
                    assert!((own - score(other).unwrap() - behind).abs() < 1e-9, "{whole}");
                }
                compared += usize::from(!alternatives.is_empty());
            }
            let terms = why["terms"].as_array().unwrap();
            let value = |term: &Value, side: &str| term[side].as_f64().unwrap_or(0.0);
            let apart = |term: &Value| (value(term, "chosen") - value(term, "alternative")).abs();
            assert!(terms.is_sorted_by(|one, other| apart(one) >= apart(other)), "{why}");
            assert!(terms.len() <= 5 && terms.iter().all(|term| apart(term) > 0.0), "{why}");
            if let (false, true, Some(other), Some(own)) =
                (terms.is_empty(), terms.len() < 5, shown.first().and_then(score), score(&why["chosen"]))
                && !is_amount
            {
                // All terms that differ are shown, so they add up to the whole difference.
                let sum: f64 =
                    terms.iter().map(|term| value(term, "chosen") - value(term, "alternative")).sum();
                assert!((own - other - sum).abs() < 1e-6 * own.abs().max(1.0), "{why}");
                explained += 1;
            }
        }
        assert!(compared > 20 && shortened > 5, "{game}, {strategy}: {compared}, {shortened}");
        assert!(explained > 5 || strategy == "champion", "{game}, {strategy}: {explained}");
    }
    // The text has the same reasons, and otherwise matches the replay without reasons except for the rounds.
    let line = "replay --game restaurant-row --strategies expert";
    let (plain, explained) = (told(folder.path(), line), told(folder.path(), &format!("{line} --why")));
    let bare: Vec<&str> = plain.lines().collect();
    let rest: Vec<String> = explained
        .lines()
        .filter(|line| !line.starts_with("    | "))
        .map(|line| match line.split_once(" round ").filter(|_| is_move(&line)) {
            Some((ply, rest)) => format!("{ply} {}", rest.split_once(' ').unwrap().1),
            None => line.to_owned(),
        })
        .collect();
    assert_eq!(bare, rest);
    for part in [" (best)", " behind", "|            and ", "because    "] {
        assert!(explained.contains(part), "{part}: {explained}");
    }
}

#[test]
fn rounds_and_seats_are_shown_alone() {
    let folder = TempDir::new().unwrap();
    let line = "replay --game restaurant-row --players 3 --format json --why";
    let lines = |options: &str| -> Vec<Value> {
        let told = told(folder.path(), &format!("{line} {options}"));
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let moves = |lines: &[Value]| -> Vec<Value> {
        lines.iter().filter(|line| line["ply"].is_u64()).cloned().collect()
    };
    let all = moves(&lines(""));
    for (options, rounds, seat) in [("--round 2", 2..=2, None), ("--round 2..3 --seat 3", 2..=3, Some(3))] {
        let shown = lines(options);
        let is_wanted = |own: &&Value| {
            rounds.contains(&own["round"].as_u64().unwrap()) && seat.is_none_or(|seat| own["seat"] == seat)
        };
        let wanted: Vec<Value> = all.iter().filter(is_wanted).cloned().collect();
        assert!(!wanted.is_empty() && wanted.len() < all.len());
        assert_eq!(moves(&shown), wanted, "{options}");
        // The first line identifies the game, and the last shows how it ends.
        assert!(shown[0]["format"].is_u64() && shown.last().unwrap()["points"].is_array());
    }
}

#[test]
fn two_strategies_differ_first_where_their_replays_do() {
    let folder = TempDir::new().unwrap();
    let line = "replay random --against default --game delectable --rivals greedy --deal 3 --seat 2";
    let shown = told(folder.path(), line);
    // The printed commands show both games, which are identical up to that move.
    let replays: Vec<String> = shown
        .lines()
        .filter_map(|line| line.trim().strip_prefix("sim "))
        .map(|line| told(folder.path(), line))
        .collect();
    assert_eq!(replays.len(), 2, "{shown}");
    let (one, other): (Vec<&str>, Vec<&str>) =
        (replays[0].lines().filter(is_move).collect(), replays[1].lines().filter(is_move).collect());
    let at = one.iter().zip(&other).position(|(one, other)| one != other).unwrap();
    for line in [one[at], other[at]] {
        assert!(shown.contains(&format!("\n{line}\n")), "{line}: {shown}");
        assert!(line.contains(" seat 2 "), "{line}");
    }
    assert!(shown.contains(" (drawn evenly)"), "{shown}");
    let json: Value = serde_json::from_str(&told(folder.path(), &format!("{line} --format json"))).unwrap();
    assert_eq!((&json["deal"], &json["shared_moves"]), (&3.into(), &at.into()));
    for (game, line) in json["games"].as_array().unwrap().iter().zip([one[at], other[at]]) {
        let last = game["moves"].as_array().unwrap().last().unwrap();
        let words = format!(
            "{} round {} seat 2 {}: ",
            last["ply"],
            last["round"],
            last["decision"].as_str().unwrap()
        );
        assert!(line.starts_with(&words), "{line}: {last}");
    }
}

const MANY: &str = "replay --game restaurant-row --players 3 --n 60";

#[test]
fn decisions_are_measured_over_many_games_and_the_command_makes_them_again() {
    let folder = TempDir::new().unwrap();
    let output = sim(folder.path(), &words(&format!("{MANY} --out here --format json")));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = |table: &str| told["tables"][table]["rows"].as_array().unwrap().clone();
    let bid = rows("choices").into_iter().find(|row| row["decision"] == "bid").unwrap();
    for column in
        ["asked", "answers", "open", "open_low", "likeliest", "otherwise", "standard_error", "low", "high"]
    {
        assert!(bid[column].is_number(), "{column}: {bid}");
    }
    // All terms of the file are listed with their weights, and all inputs of the hidden layer.
    let file = text(&sim(folder.path(), &words("show champion --game restaurant-row")).stdout);
    let of_bid = rows("choice_terms").into_iter().filter(|row| row["decision"] == "bid");
    let (terms, inputs): (Vec<Value>, Vec<Value>) = of_bid.partition(|row| row["weight"].is_number());
    assert!(inputs.len() > 10 && inputs.iter().all(|row| row["adds"].is_number()), "{inputs:?}");
    let section = file.split("[learned.bid]").nth(1).unwrap().split("\n[").next().unwrap();
    let lines = section.lines().filter(|line| line.contains(" = ") && !line.starts_with("temperature"));
    assert_eq!(terms.len(), lines.count());
    // Cells have seven digits.
    for row in &terms {
        let (weight, moved) = (row["weight"].as_f64().unwrap(), row["moved"].as_f64().unwrap());
        assert!(
            (row["adds"].as_f64().unwrap() - weight * moved).abs() < 1e-6 * weight.abs().max(1.0),
            "{row}"
        );
        assert!(row["adds_low"].as_f64().unwrap() <= row["adds_high"].as_f64().unwrap(), "{row}");
    }
    let command = told["manifest"]["command"].as_str().unwrap();
    assert_eq!(
        command,
        "sim replay champion --against expert --game restaurant-row --players 3 --n 60 --seed 1"
    );
    let again = sim(folder.path(), &words(&format!("{} --format json --threads 1", &command[4..])));
    assert_eq!(text(&again.stdout), text(&output.stdout), "{command}");
    for name in ["choices.csv", "choice_terms.csv", "choice_games.csv", "report.html", "report.md"] {
        assert!(folder.path().join("here").join(name).is_file(), "{name}");
    }
    // The command of each example shows it in full, with both answers.
    let games = rows("choice_games");
    assert_eq!(games.len(), 3);
    for row in games {
        let of = |column: &str| row[column].as_str().unwrap();
        let shown = self::told(folder.path(), &of("command")[4..]);
        for part in [of("decision"), of("answer"), of("end"), of("other_answer"), of("other_end")] {
            assert!(shown.contains(part), "{part}\n{shown}");
        }
        assert!(of("answer") != of("other_answer"), "{row}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_the_way_out() {
    let folder = TempDir::new().unwrap();
    for (line, refusal, help) in [
        ("raider --against raider", "a strategy does not differ from itself", "name two that differ"),
        ("raider --against default --seat 3", "there is no seat 3 at a table of 2", "give --seat 1 to 2"),
        ("--seat 3", "there is no seat 3 at a table of 2", "give --seat 1 to 2"),
        ("raider", "there is nothing to compare raider with", "add --against B"),
        (
            "--rivals greedy",
            "--rivals seats the rivals of A and B, but no A and B are compared",
            "--against B",
        ),
        ("--out here", "--out writes tables, but one game is shown", "leave out --out or add --n GAMES"),
        (
            "raider --against default --rotation 1",
            "--rotation picks one seating",
            "leave out --rotation or --against",
        ),
        (
            "raider --against default --lineup a,b",
            "--lineup names a whole table",
            "leave out --lineup or --against",
        ),
        ("raider --against default --format csv", "--format csv prints a table", "or add --n GAMES"),
        (
            "champion --n 60 --deal 3",
            "--deal picks one deal, but --n plays many games",
            "leave out --deal or --n",
        ),
        ("champion --n 60 --why", "--why explains single decisions, but --n plays", "leave out --why or --n"),
        ("--top 3", "--top lengthens explanations, but none are shown", "add --why"),
        ("--round 99", "nothing happens in these rounds", "give --round 1 to "),
        ("--round 4..2", "--round 4..2: no rounds", "several as 3..5"),
        ("expert --n 60", "expert has learned nothing", "name a strategy that `sim"),
        ("random --n 60", "random has learned nothing", "name a strategy that `sim"),
        ("champion --n 60 --against champion", "does not differ from itself", "name two that differ"),
        ("champion --n 60 --against chmpion", "no strategy `chmpion`", "did you mean `champion`?"),
        ("champion --n 0", "--n 0: not from 1", "250k"),
    ] {
        let output = sim(folder.path(), &words(&format!("replay --game delectable {line}")));
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {told}");
        assert!(told.contains(refusal) && told.contains(help), "{line}: {told}");
    }
}
