//! The game's own program measures the exploitability of a strategy.

use std::process::{Command, Output};

fn leduc(line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_leduc")).args(line.split(' ')).output().unwrap()
}

#[test]
fn exploitability_is_told_and_tabulated() {
    let told = leduc("analyse exploitability random");
    let page = String::from_utf8(told.stdout).unwrap();
    assert!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    assert!(page.starts_with("Leduc hold'em, 2 players: how far random can be beaten\n"), "{page}");
    assert!(page.contains("makes 2.3736 chips a game more than random itself"), "{page}");
    let csv = leduc("analyse exploitability random --format csv").stdout;
    let csv = String::from_utf8(csv).unwrap();
    let gains: Vec<f64> =
        csv.lines().skip(1).map(|line| line.rsplit(',').next().unwrap().parse().unwrap()).collect();
    assert_eq!(csv.lines().next(), Some("seat,value,best_response,gain"));
    assert!((gains.iter().sum::<f64>() - 4.747_222).abs() < 1e-6, "{gains:?}");
    // With the objective of wins, the figure differs.
    let wins = leduc("analyse exploitability random --objective wins").stdout;
    assert!(String::from_utf8_lossy(&wins).contains(" percentage points more of its games"));
}

#[test]
fn what_has_no_exploitability_is_refused() {
    for (line, error) in [
        ("analyse exploitability", "exploitability is that of a strategy, and none is named"),
        ("analyse exploitability search:20:default", "the probabilities of search:20 at `open` are unknown"),
        ("analyse exploitability random --seed 2", "--seed has no effect"),
        ("analyse odds", "no analysis `odds` in leduc\n  help: known here: `exploitability`"),
    ] {
        let refused = leduc(line);
        let stderr = String::from_utf8(refused.stderr).unwrap();
        assert_eq!(refused.status.code(), Some(2), "{line}: {stderr}");
        assert!(stderr.starts_with(&format!("error: {error}")), "{line}: {stderr}");
    }
}
