//! Comparisons of two strategies, and tournaments of more.

use std::{
    fs,
    process::{Command, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, wait_for, words};

#[test]
fn a_clear_difference_is_told_in_a_sentence_and_in_tables() {
    let folder = TempDir::new().unwrap();
    let base = "compare raider random --game delectable --n 1000 --out here";
    let output = sim(folder.path(), &words(base));
    let page = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let first = page.lines().next().unwrap();
    assert_eq!(
        first,
        "Delectable, 2 players: raider compared with random, against value-diner, prestige, balancer, saboteur and fuel-engine"
    );
    assert!(page.contains("\nraider is better: it wins "), "{page}");
    let manifest: Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("here/manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["deals"], 500);
    assert_eq!(manifest["arms"][1]["inputs"]["entrant"], "random");

    // The command in the manifest reproduces the same bytes with any number of threads.
    let csv = fs::read_to_string(folder.path().join("here/comparison.csv")).unwrap();
    let command = manifest["command"].as_str().unwrap().strip_prefix("sim ").unwrap().to_owned();
    for threads in ["1", "2"] {
        let again = sim(folder.path(), &words(&format!("{command} --format csv --threads {threads}")));
        assert_eq!(text(&again.stdout), csv, "{}", text(&again.stderr));
    }
    let json = sim(folder.path(), &words(&format!("{command} --format json")));
    let value: Value = serde_json::from_slice(&json.stdout).unwrap();
    let row = &value["tables"]["comparison"]["rows"][0];
    assert!(row["low"].as_f64().unwrap() > 0.3, "{row}");
    assert_eq!(
        row["difference"].as_f64(),
        csv.lines().nth(1).unwrap().split(',').nth(6).unwrap().parse().ok()
    );
    // Win rates overall and in each of two seats, and Elo points because there are two players.
    let figures: Vec<&str> = csv.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert_eq!(figures, ["win_rate", "win_rate", "win_rate", "points", "place", "superiority", "elo"]);
}

#[test]
fn the_same_strategy_twice_differs_by_nothing() {
    let folder = TempDir::new().unwrap();
    let output = sim(folder.path(), &words("compare raider raider --game delectable --n 400 --field raider"));
    let page = text(&output.stdout);
    assert!(page.contains("Whether raider or raider is better is undecided: no deal differs; at most 1.5 % of all deals do.\n"), "{page}");
    assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
}

#[test]
fn a_sequential_test_ends_when_the_evidence_is_in() {
    let folder = TempDir::new().unwrap();
    let base = "compare raider random --game delectable --sprt 0..1% --n 1e6";
    let page = text(&sim(folder.path(), &words(base)).stdout);
    // The first interim analysis: two rotations of 1,024 deals.
    assert!(page.contains("2,048 games of each on 1,024 deals"), "{page}");
    assert!(
        page.contains("the lead of raider over random is closer to 1 than to 0 percentage points."),
        "{page}"
    );
    let same = "compare raider raider --game delectable --sprt 0..1% --n 1e6";
    let page = text(&sim(folder.path(), &words(same)).stdout);
    assert!(page.contains("over raider is closer to 0 than to 1 percentage points."), "{page}");
    let short = "compare raider saboteur --game delectable --sprt -1..1% --n 40";
    let page = text(&sim(folder.path(), &words(short)).stdout);
    assert!(page.contains("Sequential test: undecided"), "{page}");
}

#[test]
fn alone_at_the_table_two_strategies_meet_the_same_opponent() {
    let folder = TempDir::new().unwrap();
    let output =
        sim(folder.path(), &words("compare greedy random --game critter-kitchen --players 1 --n 60"));
    let page = text(&output.stdout);
    assert!(page.starts_with("Critter Kitchen, 1 player: greedy compared with random\n60 games"), "{page}");
    assert!(!page.contains("elo"), "{page}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = TempDir::new().unwrap();
    for (line, expected) in [
        ("raider nobody --game delectable", "error: no strategy `nobody` for delectable\n"),
        (
            "raider random --game delectable --field greedy,greedy",
            "error: strategy `greedy` stands twice in the field\n  help: name each once: they share the seats\n",
        ),
        (
            "greedy random --game critter-kitchen --players 1 --field default",
            "error: alone at the table there is no field\n  help: leave --field out\n",
        ),
        (
            "raider random --game delectable --sprt 1..0",
            "error: --sprt 1..0: the first is not below the second\n  help: write two differences in win rate, as 0..1%\n",
        ),
        (
            "raider random --game delectable --players 9",
            "error: Delectable is not played by 9\n  help: give --players 2 to 5\n",
        ),
        (
            "raider --game delectable",
            "error: one strategy alone cannot be compared\n  help: name a second one, or `all`\n",
        ),
        (
            "raider,raider random --game delectable",
            "error: strategy `raider` stands twice in the tournament\n  help: name each once: it meets its own kind anyway\n",
        ),
        (
            "all --game critter-kitchen --players 1",
            "error: alone at the table nobody meets\n  help: give --players 2 or more\n",
        ),
        (
            "raider,all --game delectable --sprt 0..1%",
            "error: --sprt is for two strategies; 10 play a tournament\n  help: leave --sprt out\n",
        ),
        (
            "raider,random,greedy --game delectable --fresh",
            "error: --fresh is for games that are kept; a tournament keeps none\n  help: leave --fresh out\n",
        ),
    ] {
        let output = sim(folder.path(), &words(&format!("compare {line}")));
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).starts_with(expected), "{line}: {}", text(&output.stderr));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Stored results of comparisons of Delectable.
fn kept(folder: &TempDir) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder.path().join("reports/delectable/runs")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|ending| ending == "duel")).collect()
}

/// Starts a comparison in a folder, and kills it as soon as something is stored.
fn kill_once_kept(folder: &TempDir, line: &str) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sim"))
        .current_dir(folder.path())
        .args(words(line))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let runs = folder.path().join("reports/delectable/runs");
    wait_for(|| runs.exists() && !kept(folder).is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_comparison_is_kept_carried_on_and_gone_on_from_after_a_kill() {
    const LINE: &str = "compare greedy random --game delectable --field random --format csv";
    let (folder, whole) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let run = |folder: &TempDir, options: &str| {
        let output = sim(folder.path(), &words(&format!("{LINE} {options}")));
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let long = run(&whole, "--n 3000 --fresh");
    kill_once_kept(&folder, &format!("{LINE} --n 3000 --checkpoint 0"));
    assert_eq!(run(&folder, "--n 3000 --checkpoint 0"), long);

    // A shorter comparison is played separately, a longer one resumes, a repeated one is answered at once.
    let file = kept(&folder).pop().unwrap();
    let bytes = fs::read(&file).unwrap();
    assert_eq!(run(&folder, "--n 100 --checkpoint 0"), run(&whole, "--n 100 --fresh"));
    assert_eq!(fs::read(&file).unwrap(), bytes);
    let longer = run(&folder, "--n 3200 --checkpoint 0");
    assert_ne!(fs::read(&file).unwrap(), bytes);
    assert_eq!(longer, run(&whole, "--n 3200"));
    assert_eq!(run(&folder, "--n 3200 --checkpoint 0"), longer);

    // A sequential test has its own interim analyses.
    run(&folder, "--n 100 --sprt 0..1% --checkpoint 0");
    assert_eq!(kept(&folder).len(), 2);

    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let output = sim(folder.path(), &words(&format!("{LINE} --n 3000")));
    let error = text(&output.stderr);
    assert!(
        output.status.code() == Some(1) && error.contains(".duel: the tally is cut off after"),
        "{error}"
    );
    assert!(error.contains("\n  help: play all deals anew with --fresh\n"), "{error}");
    assert_eq!(run(&folder, "--n 3000 --fresh"), long);
}

#[test]
fn what_is_kept_of_a_comparison_is_the_same_however_it_came_about() {
    const LINE: &str = "compare greedy random --game delectable --field random --n 3000";
    let (folder, whole) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let run = |folder: &TempDir, options: &str| {
        let output = sim(folder.path(), &words(&format!("{LINE} {options}")));
        assert!(output.status.success(), "{}", text(&output.stderr));
        fs::read(kept(folder).pop().unwrap()).unwrap()
    };
    let bytes = run(&whole, "--checkpoint 0");
    kill_once_kept(&folder, &format!("{LINE} --checkpoint 0"));
    // The rest takes too little time for a checkpoint.
    assert!(run(&folder, "") == bytes, "a comparison that was killed and went on");
    assert!(run(&folder, "") == bytes, "the same again");
    // Newly played results replace damaged ones.
    let file = kept(&folder).pop().unwrap();
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    assert!(run(&folder, "--fresh") == bytes, "played anew");
}

#[test]
fn a_comparison_ends_when_it_is_precise_enough() {
    let folder = TempDir::new().unwrap();
    let line = "compare greedy random --game delectable --field random --precision 10% --format json";
    let output = sim(folder.path(), &words(line));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    let row = &value["tables"]["comparison"]["rows"][0];
    let half = (row["high"].as_f64().unwrap() - row["low"].as_f64().unwrap()) / 2.0;
    // The first interim analysis, at 1,024 deals.
    assert_eq!((value["manifest"]["deals"].as_u64(), half <= 0.1), (Some(1024), true), "{row}");
    // The number of games remains a limit.
    let output = sim(folder.path(), &words(&format!("{line} --n 100")));
    let value: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["manifest"]["deals"], 50);
    let both = sim(folder.path(), &words(&format!("{line} --sprt 0..1%")));
    assert_eq!(both.status.code(), Some(2));
}

const TOURNAMENT: &str = "compare random greedy balancer --game delectable --n 360";

#[test]
fn a_tournament_ranks_those_who_meet_the_same_for_any_number_of_threads() {
    let folder = TempDir::new().unwrap();
    let one = sim(folder.path(), &words(&format!("{TOURNAMENT} --format json --threads 1")));
    assert_eq!(one.status.code(), Some(0), "{}", text(&one.stderr));
    let two = sim(folder.path(), &words(&format!("{TOURNAMENT} --format json --threads 2")));
    assert_eq!(text(&one.stdout), text(&two.stdout));

    let told: Value = serde_json::from_str(&text(&one.stdout)).unwrap();
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(command.starts_with("sim compare random greedy balancer --game delectable "), "{command}");
    let again = sim(folder.path(), &words(&format!("{} --format json", &command[4..])));
    assert_eq!(text(&again.stdout), text(&one.stdout));
    let rows = |table: &str| told["tables"][table]["rows"].as_array().unwrap();
    let ratings = rows("tournament_ratings");
    // Random play loses to a script, and few keep playing it.
    assert_eq!(ratings[2]["strategy"], "random");
    assert!(ratings[2]["played"].as_f64().unwrap() < 0.02);
    let sum = |column: &str| ratings.iter().map(|row| row[column].as_f64().unwrap()).sum::<f64>();
    assert!((sum("played") - 1.0).abs() < 1e-5 && sum("rating").abs() < 0.01);
    // Two play at a table, so there is an equilibrium, in which nobody plays at random.
    assert!((sum("nash") - 1.0).abs() < 1e-5 && ratings[2]["nash"].as_f64().unwrap() < 1e-3);
    // All sit equally often, so win rates average to the fair share.
    assert!((sum("win_rate") - 1.5).abs() < 1e-5);
    let share = |one: &str, other: &str| {
        let found =
            rows("tournament_pairs").iter().find(|row| row["strategy"] == one && row["beside"] == other);
        found.unwrap()["win_rate"].as_f64().unwrap()
    };
    assert!((share("greedy", "balancer") + share("balancer", "greedy") - 1.0).abs() < 1e-5);
    // The win rate of a pair is that of a run of the two on other deals.
    let line = "--game delectable --strategies greedy,random --n 400 --format json --out o";
    let run: Value = serde_json::from_str(&text(&sim(folder.path(), &words(line)).stdout)).unwrap();
    let expected = run["tables"]["win_rate_by_strategy"]["rows"][0]["win_rate"].as_f64().unwrap();
    assert!((share("greedy", "random") - expected).abs() < 0.1, "{expected}");

    let told = text(&sim(folder.path(), &words(TOURNAMENT)).stdout);
    assert!(told.contains(" better than random against everybody."), "{told}");
}

#[test]
fn where_tables_are_too_many_a_sample_is_played_and_said_to_be_one() {
    let folder = TempDir::new().unwrap();
    // Three seats and four names make 20 tables, less four of one name. Games for twelve of them cover all six pairs,
    // with one of a kind and two of the other.
    let line = "compare random,greedy balancer prestige --game delectable --players 3 --n 36";
    let told = text(&sim(folder.path(), &words(line)).stdout);
    assert!(told.contains("4 strategies at 12 of 16 tables"), "{told}");
    let few = sim(folder.path(), &words(&line.replace("--n 36", "--n 12")));
    let remark = text(&few.stderr);
    assert!(remark.starts_with("the tournament with 3 players plays a sample: all tables "), "{remark}");
    let line = line.replace("--n 36", "--n 48");
    let told = text(&sim(folder.path(), &words(&line)).stdout);
    // Including tables with two of one strategy and one of another.
    assert!(told.contains("4 strategies at 16 tables") && told.contains("48 games on 16 deals"), "{told}");
    assert!(!told.contains("Nash"), "{told}");
}
