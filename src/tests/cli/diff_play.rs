//! Where two strategies part, from the command line.

use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn two_strategies_part_where_their_replays_do() {
    let folder = TempDir::new().unwrap();
    let told = |line: &str| {
        let output = sim(folder.path(), &words(line));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let parted = told("diff-play random default --game delectable --rivals greedy --deal 3 --seat 2");
    // The commands it names tell both games, and they are the same up to there.
    let replays: Vec<String> = parted
        .lines()
        .filter_map(|line| line.trim().strip_prefix("sim "))
        .map(|line| told(line.strip_suffix(" --why").unwrap()))
        .collect();
    assert_eq!(replays.len(), 2, "{parted}");
    let moves = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
            .map(str::to_owned)
            .collect()
    };
    let (one, other) = (moves(&replays[0]), moves(&replays[1]));
    let at = one.iter().zip(&other).position(|(one, other)| one != other).unwrap();
    for line in [&one[at], &other[at]] {
        assert!(parted.contains(&format!("\n{line}\n")), "{line}: {parted}");
        assert!(line.contains(" seat 2 "), "{line}");
    }
    assert!(parted.contains("| drawn evenly"), "{parted}");
}

#[test]
fn strategies_that_cannot_part_are_told() {
    let folder = TempDir::new().unwrap();
    let run = |line: &str| sim(folder.path(), &words(&format!("diff-play {line}")));
    let same = run("raider raider --game delectable");
    assert_eq!(same.status.code(), Some(2));
    assert!(text(&same.stderr).contains("a strategy does not part from itself"));
    let seat = run("raider default --game delectable --seat 3");
    assert_eq!(seat.status.code(), Some(2));
    assert!(text(&seat.stderr).contains("there is no seat 3 at a table of 2"));
}
