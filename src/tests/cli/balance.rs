//! Proposals of changes that meet goals, from the command line.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

const QUICK: &str = "--learn 20 --repeats 3 --n 120";

#[test]
fn proposals_are_told_written_as_files_and_made_again_by_the_command() {
    let folder = TempDir::new().unwrap();
    let quick = format!("balance --game delectable --vary theft_min --most-changes 1 {QUICK}");
    let mut line = words(&quick);
    line.extend(["--goal", "length = 242..257", "--set", "theft_min=1", "--out", "here", "--format", "json"]);
    let output = sim(folder.path(), &line);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = |table: &str| told["tables"][table]["rows"].as_array().unwrap().clone();
    let changes = rows("proposals");
    assert_eq!((&changes[0]["path"], &changes[0]["from"]), (&"theft_min".into(), &1.into()), "{changes:?}");
    let goals = rows("proposal_goals");
    assert_eq!(goals[0]["reached"], "missed");
    assert_eq!(goals[1]["reached"], "met", "{goals:?}");
    assert!(
        goals.iter().all(|row| row["least"] == 242.0 && row["most"] == 257.0 && row["value"].is_number())
    );
    assert!(rows("proposal_moves").iter().any(|row| row["figure"] == "plies"));
    assert_eq!(rows("number_steps")[0]["path"], "theft_min");
    for name in ["proposal-1.toml", "proposals.svg", "report.html"] {
        assert!(folder.path().join("here").join(name).is_file(), "{name}");
    }
    // The file applies the proposal.
    let by_file = "run --game delectable --data here/proposal-1.toml --n 20 --format json";
    let run = sim(folder.path(), &words(by_file));
    let run: Value = serde_json::from_slice(&run.stdout).unwrap();
    let to = changes[0]["to"].as_i64().unwrap();
    if to != 3 {
        let changed = &run["manifest"]["inputs"]["rules"]["changes"][0];
        assert_eq!(
            (&changed["path"], &changed["value"]),
            (&"theft_min".into(), &to.to_string().into()),
            "{run}"
        );
    }
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(command.contains("--goal 'length = 242..257' --vary theft_min --most-changes 1"), "{command}");
    line.retain(|word| !["--out", "here"].contains(word));
    line.extend(["--threads", "1", "--fresh"]);
    assert_eq!(text(&sim(folder.path(), &line).stdout), text(&output.stdout));
}

#[test]
fn goals_of_strategies_are_told_at_a_table_of_their_own() {
    let folder = TempDir::new().unwrap();
    let quick = format!("balance --game delectable --vary hand_limit=6,7 {QUICK} --format json");
    let mut line = words(&quick);
    line.extend(["--goal", "no strategy above 1.2 times fair", "--goal", "every seat within 20%"]);
    let output = sim(folder.path(), &line);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let rows = told["tables"]["proposal_goals"]["rows"].as_array().unwrap();
    let figures: Vec<&str> = rows.iter().map(|row| row["figure"].as_str().unwrap()).collect();
    assert!(figures.contains(&"seat 1 win rate") && figures.contains(&"raider win rate"), "{figures:?}");
    line.extend(["--strategies", "expert"]);
    let refused = sim(folder.path(), &line);
    assert!(text(&refused.stderr).contains("one strategy sits at all seats"), "{}", text(&refused.stderr));
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn parts_that_were_played_apart_are_gone_on_from() {
    let folder = TempDir::new().unwrap();
    let line = "balance --game delectable --goal plies=242..257 --vary theft_min=2,3 --most-changes 1 --learn 10 --repeats 2 --n 80";
    let alone = sim(folder.path(), &words(&format!("{line} --fresh --format json")));
    fs::remove_dir_all(folder.path().join("reports")).unwrap();
    for shard in ["1/2", "2/2"] {
        let kept = sim(folder.path(), &words(&format!("{line} --shard {shard}")));
        let told = text(&kept.stdout);
        assert!(
            told.starts_with("1 arm of 2 kept in reports/delectable/runs"),
            "{told}{}",
            text(&kept.stderr)
        );
    }
    let whole = sim(folder.path(), &words(&format!("{line} --format json")));
    assert_eq!(text(&whole.stdout), text(&alone.stdout));
    // With `--price`, the players barred from a component train separately.
    let line = "components E2 E5 --price --game delectable --learn 10 --repeats 2 --n 60";
    let told = text(&sim(folder.path(), &words(&format!("{line} --shard 2/3"))).stdout);
    assert!(told.starts_with("3 arms of 8 kept in reports/delectable/runs"), "{told}");
    let price = |line: &str| text(&sim(folder.path(), &words(line)).stdout);
    let whole = price(&format!("{line} --format json"));
    assert!(whole.contains("fair_prices"), "{whole}");
    assert_eq!(whole, price(&format!("{line} --format json --fresh")));
}

#[test]
fn what_is_no_goal_and_no_number_is_refused_with_the_way_out() {
    let folder = TempDir::new().unwrap();
    let line = "balance --game delectable --goal";
    let both = ["seat 1 win rate = 45%..50%", "--goal", "seat 1 win rate = 55%..60%"];
    let told = text(&sim(folder.path(), &[&words(line)[..], &both].concat()).stderr);
    assert_eq!(
        told,
        "error: --goal seat 1 win rate = 45%..50% and --goal seat 1 win rate = 55%..60%: no value lies in both \
         ranges\n  help: widen a range, or leave a goal out\n"
    );
    for (goal, line, refusal, help) in [
        ("every seat below 40%", "", "the win rates of all seats add up to 100 %", "widen a range"),
        ("every seat within 0,5%", "", "a decimal has a point, not a comma", "write 0.5%"),
        ("every seat", "", "no range is given", "every seat within 1%"),
        ("plies = 60", "", "a single number is no range", "60..75"),
        ("every seat within 1%", "--vary hand_limt", "there is no such number", "hand_limit"),
        ("every seat within 1%", "--vary adjacency", "no whole number", "sim show settings"),
        ("every seat within 1%", "--most-changes 0", "--most-changes 0 is out of range", "1 to 6"),
        ("every seat within 1%", "--repeats 0", "--repeats 0 is out of range", "give 1 to 100"),
    ] {
        let line = format!("balance --game delectable {line}");
        let mut line = words(&line);
        line.extend(["--goal", goal]);
        let output = sim(folder.path(), &line);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line:?}: {told}");
        assert!(told.contains(refusal) && told.contains(help), "{line:?}: {told}");
    }
}
