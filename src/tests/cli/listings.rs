//! What the program says about itself: lists and help.

use tempfile::TempDir;

use super::{sim, text};

#[test]
fn listings_name_everything_there_is() {
    let folder = TempDir::new().unwrap();
    let games = text(&sim(folder.path(), &["list"]).stdout);
    for line in games.lines().skip(1) {
        let game = line.split_whitespace().next().unwrap();
        for verb in ["rules", "features", "params", "list"] {
            let output = sim(folder.path(), &[verb, "--game", game]);
            assert_eq!(output.status.code(), Some(0), "{verb} {game}");
            assert!(output.stdout.len() > 500, "{verb} {game}");
        }
        let replay = sim(folder.path(), &["replay", "--game", game, "--format", "jsonl", "--why"]);
        assert_eq!(replay.status.code(), Some(0), "{game}: {}", text(&replay.stderr));
        for line in text(&replay.stdout).lines() {
            assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{game}: {line}");
        }
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(text(&sim(folder.path(), &["completions", shell]).stdout).contains("sim"));
    }
    assert!(text(&sim(folder.path(), &["man"]).stdout).contains(".TH sim"));
}

#[test]
fn help_speaks_of_its_own_verb() {
    let folder = TempDir::new().unwrap();
    let help = |verb: &str| text(&sim(folder.path(), &[verb, "--help"]).stdout);
    let (run, analyse) = (help("run"), help("analyse"));
    assert!(run.contains("the win shares for reading or as CSV") && !analyse.contains("win shares"));
    assert!(run.contains("Replace another run's folder"));
    assert!(analyse.contains("Replace the folder of another analysis or run"), "{analyse}");
}
