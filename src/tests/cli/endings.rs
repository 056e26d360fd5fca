//! Runs that end before their last game, or whose output goes nowhere.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn a_closed_pipe_is_no_failure_and_a_full_disk_is_one() {
    let folder = TempDir::new().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_sim"))
        .current_dir(folder.path())
        .args(["rules", "--game", "delectable"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));

    if let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") {
        let output = Command::new(env!("CARGO_BIN_EXE_sim")).arg("list").stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let stderr = text(&output.stderr);
        assert!(stderr.starts_with("error: cannot write to standard output: "), "{stderr}");
        assert_eq!(stderr.lines().count(), 2);
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_sim")).arg("--help").stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(text(&output.stderr), stderr);
    }
    // Not even the owner of the machine makes a folder there.
    if Path::new("/proc/self").exists() {
        let output = sim(folder.path(), &words("--game delectable --n 2 --out /proc/x"));
        assert_eq!(output.status.code(), Some(1));
        let way_out = "choose another place with --out, or see to its permissions and space";
        let expected =
            format!("error: no folder can be made in /proc: entity not found\n  help: {way_out}\n");
        assert_eq!(text(&output.stderr), expected);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_writes_what_was_finished_and_equals_a_shorter_one() {
    let folder = TempDir::new().unwrap();
    // Every time longer, until the machine finishes some deals, whatever else it is doing.
    let told = [1, 4, 16, 64].into_iter().map(|seconds| interrupted_after(folder.path(), seconds));
    let stderr = told.into_iter().find(|stderr| !stderr.contains("nothing is written"));
    let stderr = stderr.expect("some deals are finished in a minute");
    assert!(
        stderr.starts_with("interrupted: ") && stderr.ends_with("games were finished and are written\n"),
        "{stderr}"
    );
    let read = |out: &str, file: &str| fs::read(folder.path().join(out).join(file)).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&read("cut", "manifest.json")).unwrap();
    let games = manifest["games"].as_u64().unwrap();
    let whole = sim(
        folder.path(),
        &words(&format!("--game delectable --n {games} --strategies random,greedy --out whole --episodes")),
    );
    assert_eq!(whole.status.code(), Some(0));
    for file in ["manifest.json", "measures.csv", "component_contrast.csv", "episodes.parquet"] {
        assert!(read("cut", file) == read("whole", file), "{file} differs");
    }
}

/// What a run says that is interrupted after so many seconds.
#[cfg(unix)]
fn interrupted_after(folder: &Path, seconds: u64) -> String {
    let child = Command::new(env!("CARGO_BIN_EXE_sim"))
        .current_dir(folder)
        .args(words("--game delectable --n 1e9 --strategies random,greedy --out cut --episodes"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(seconds));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    stderr
}

#[cfg(unix)]
#[test]
fn whoever_asks_a_run_to_stop_finds_no_draft() {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0");
    if u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 == 1 {
        // Started by nohup, and so is the program under test: hangups are to be ignored.
        return;
    }
    for signal in ["-TERM", "-HUP"] {
        let folder = TempDir::new().unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_sim"))
            .current_dir(folder.path())
            .args(words("--game delectable --n 1e9 --strategies random,greedy --out cut"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let drafts = || {
            let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
            names.filter(|name| name.to_string_lossy().starts_with(".partial-")).count()
        };
        // The draft is made after the signals are caught, and before the first game.
        while drafts() == 0 {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{signal}: {}", text(&output.stderr));
        assert!(text(&output.stderr).starts_with("interrupted"), "{signal}");
        assert_eq!(drafts(), 0, "{signal}");
    }
}
