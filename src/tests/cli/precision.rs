//! Runs that end when they are precise enough.

use serde_json::Value;
use tempfile::TempDir;

use super::{files, sim, text, words};

/// One strategy in both seats: its share is constantly a half, but that of a seat varies.
const LINE: &str = "--game delectable --players 2 --strategies random";

/// The largest half-width of the win rates that a run reports.
fn widest(run: &Value, table: &str) -> f64 {
    let rows = run["tables"][table]["rows"].as_array().unwrap();
    let half = |row: &Value| (row["high"].as_f64().unwrap() - row["low"].as_f64().unwrap()) / 2.0;
    rows.iter().map(half).fold(0.0, f64::max)
}

#[test]
fn a_run_ends_at_the_first_look_at_which_it_is_precise_enough() {
    let folder = TempDir::new().unwrap();
    let run = |options: &str| {
        let output = sim(folder.path(), &words(&format!("{LINE} {options} --format json")));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let goal = 0.028;
    let precise = run("--precision 2.8% --out precise --threads 2");
    let (games, deals) =
        (precise["manifest"]["games"].as_u64().unwrap(), precise["manifest"]["deals"].as_u64().unwrap());
    let half = |run: &Value| widest(run, "win_rate_by_seat");
    assert!(half(&precise) <= goal, "{}", half(&precise));
    // Interim analyses come after 1024 deals and after every 256 more, while 256 is more than a sixteenth.
    assert!(deals > 1024 && deals <= 4096 && deals.is_multiple_of(256), "{deals}");
    let before = run(&format!("--n {} --out before", games - 256));
    assert!(half(&before) > goal, "the look before was not enough: {}", half(&before));

    // It equals a run of this fixed number of games, on any number of threads, and is answered at once.
    run(&format!("--n {games} --out fixed"));
    run("--precision 2.8% --out one --threads 1");
    let folders = ["precise", "fixed", "one"].map(|out| files(&folder.path().join(out)));
    assert!(folders[0] == folders[1] && folders[0] == folders[2]);
    let again = text(&sim(folder.path(), &words(&format!("{LINE} --precision 2.8% --out one"))).stdout);
    assert!(
        again.contains("as precise as asked: ± ") && again.contains("where ± 2.8 % is wanted\n"),
        "{again}"
    );
    assert!(again.contains("\nPage: one/report.html\n"), "{again}");

    // It resumes from what is stored.
    run("--precision 2.8% --out before");
    assert!(files(&folder.path().join("before")) == folders[0]);
}

#[test]
fn one_sort_of_figures_may_have_a_goal_and_n_is_the_most() {
    let folder = TempDir::new().unwrap();
    let output = sim(folder.path(), &words(&format!("{LINE} --precision seat=4% --format json --out seat")));
    let seat: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(seat["manifest"]["deals"], 1024, "the first look");
    assert!(widest(&seat, "win_rate_by_seat") <= 0.04);
    let output = sim(folder.path(), &words(&format!("{LINE} --precision 0.1% --n 500 --out short")));
    let stdout = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        stdout.contains("\n500 games of 500 deals") && stdout.contains("\nnot as precise as asked: ± "),
        "{stdout}"
    );
    assert!(stdout.contains("where ± 0.1 % is wanted, which takes about "), "{stdout}");
    for (option, error) in [
        (
            "--precision 0",
            "--precision 0: not between 0 % and 50 %\n  help: write 0.2%, seat=0.1% or strategy=0.5%,seat=0.1%\n",
        ),
        ("--precision place=1%", "--precision place=1%: no figure `place`\n"),
        (
            "--precision 1% --shard 1/2",
            "the argument '--precision <HALF-WIDTH>' cannot be used with '--shard <I/K>'\n",
        ),
        (
            "--shard 3/2",
            "--shard 3/2: not a part from 1 to their number\n  help: write 3/8 for the third of eight parts\n",
        ),
        ("--checkpoint soon", "--checkpoint soon: not a number\n  help: give 0 or more, as 30 or 0.5\n"),
    ] {
        let output = sim(folder.path(), &words(&format!("{LINE} {option}")));
        assert_eq!(output.status.code(), Some(2), "{option}");
        let stderr = text(&output.stderr);
        assert!(stderr.starts_with(&format!("error: {error}")), "{option}: {stderr}");
    }
}
