//! Output for programs, and of several tables at once.

use std::fs;

use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn formats_for_programs_hold_the_same_numbers() {
    let folder = TempDir::new().unwrap();
    let base = "--game delectable --n 2000 --strategies greedy,random --out here";
    let json = sim(folder.path(), &words(&format!("{base} --format json")));
    let value: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let rows = &value["tables"]["win_rate_by_strategy_and_seat"]["rows"];
    let csv = text(&sim(folder.path(), &words(&format!("{base} --format csv"))).stdout);
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("strategy,seat,n,deals,win_rate,standard_error,low,high,note,fair_share,list_low,list_high")
    );
    for (at, line) in lines.enumerate() {
        let share: f64 = line.split(',').nth(4).unwrap().parse().unwrap();
        assert_eq!(rows[at]["win_rate"].as_f64(), Some(share));
    }
    let file = fs::read_to_string(folder.path().join("here/win_rate_by_strategy_and_seat.csv")).unwrap();
    assert_eq!(csv, file);
}

#[test]
fn several_table_sizes_are_one_readable_output() {
    let folder = TempDir::new().unwrap();
    let base = "--game critter-kitchen --n 10 --players all --strategies greedy,random --format";
    let json = sim(folder.path(), &words(&format!("{base} json")));
    let runs: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let players: Vec<u64> =
        runs.as_array().unwrap().iter().map(|run| run["manifest"]["players"].as_u64().unwrap()).collect();
    assert_eq!(players, [1, 2, 3, 4, 5]);

    let csv = text(&sim(folder.path(), &words(&format!("{base} csv"))).stdout);
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    assert_eq!(header[..5], ["players", "strategy", "seat", "n", "deals"]);
    let rows: Vec<Vec<&str>> = lines.collect();
    // Two strategies alone, and in each seat of the other tables.
    assert_eq!(rows.len(), 2 * (1 + 2 + 3 + 4 + 5));
    assert!(rows.iter().all(|row| row.len() == header.len()));
    // A solo player has a share of games but no seat.
    assert_eq!(rows.iter().filter(|row| row[2].is_empty()).count(), 2);
    for (number, run) in runs.as_array().unwrap().iter().enumerate().skip(1) {
        let shares = run["tables"]["win_rate_by_strategy_and_seat"]["rows"].as_array().unwrap();
        let own: Vec<_> = rows.iter().filter(|row| row[0] == (number + 1).to_string()).collect();
        assert_eq!(own.len(), shares.len());
        for (row, share) in own.iter().zip(shares) {
            assert_eq!((row[1], row[3]), (share["strategy"].as_str().unwrap(), &*share["n"].to_string()));
            assert_eq!(row[5].parse::<f64>().ok(), share["win_rate"].as_f64());
        }
    }
}
