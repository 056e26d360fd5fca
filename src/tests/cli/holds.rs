//! Two programs that use the same folder of results.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use super::{names, sim, text, wait_for, words};

/// Starts the program in a folder, waits until it holds its lock, and returns the path of the lock.
fn start(folder: &Path, line: &str, place: &str) -> (Child, PathBuf) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
    command.current_dir(folder).args(words(line)).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    let place = folder.join(place);
    let lock = || {
        let found = names(&place).into_iter().find(|name| name.ends_with(".lock"));
        found.map(|name| place.join(name))
    };
    let is_signed = |lock: &Path| fs::read_to_string(lock).is_ok_and(|note| note.ends_with('\n'));
    wait_for(|| place.is_dir() && lock().is_some_and(|lock| is_signed(&lock)));
    (child, lock().unwrap())
}

fn stop(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn one_program_at_a_time_works_on_a_folder_and_another_is_told_who_does() {
    let folder = TempDir::new().unwrap();
    for (out, place) in [("--out cut", "."), ("", "reports/delectable/runs")] {
        let line = format!("--game delectable --strategies random,greedy {out} --n");
        let (first, lock) = start(folder.path(), &format!("{line} 1e9"), place);
        let second = sim(folder.path(), &words(&format!("{line} 40")));
        let error = text(&second.stderr);
        assert_eq!(second.status.code(), Some(1), "{error}");
        assert!(error.contains(&format!(" is held by process {} since 20", first.id())), "{error}");
        let way_out = " UTC\n  help: wait until it has ended, or choose another name with --out\n";
        assert!(error.ends_with(way_out), "{error}");
        // The lock of a killed program is taken over and removed.
        stop(first);
        assert!(lock.exists());
        let third = sim(folder.path(), &words(&format!("{line} 40")));
        assert!(third.status.success(), "{}", text(&third.stderr));
        assert!(!lock.exists());
    }
}

#[test]
fn a_folder_of_a_comparison_is_held_too() {
    let folder = TempDir::new().unwrap();
    let line = "diff --game delectable --strategies random,greedy --set hand_limit=3 --out cut --n";
    let (first, _) = start(folder.path(), &format!("{line} 1e9"), ".");
    let second = sim(folder.path(), &words(&format!("{line} 40")));
    stop(first);
    let error = text(&second.stderr);
    assert!(
        second.status.code() == Some(1) && error.starts_with("error: cut is held by process "),
        "{error}"
    );
}

#[test]
fn a_name_that_one_search_is_to_write_is_held_against_another() {
    let folder = TempDir::new().unwrap();
    let script = "format = 1\ngame = \"delectable\"\nabout = \"A test.\"\n[params]\n\
        taste = { value = -1, range = [-1, 1] }\n[on.roll]\nvalue = \"taste*value_now\"\n";
    fs::write(folder.path().join("mine.toml"), script).unwrap();
    let place = folder.path().join("strategies/delectable");
    for (verb, kept) in
        [("train --params all", "better.tuning.json"), ("train --features stars", "better.learning.json")]
    {
        let line = format!("{verb} mine.toml --game delectable --against greedy --out better --n");
        let (first, lock) = start(folder.path(), &format!("{line} 1e9"), "strategies/delectable");
        // The same search, and another that would write the same file.
        for other in [line.as_str(), "train mine.toml --params all --game delectable --out better --n"] {
            let second = sim(folder.path(), &words(&format!("{other} 1e9")));
            let error = text(&second.stderr);
            assert_eq!(second.status.code(), Some(1), "{error}");
            let held = format!("error: strategies/delectable/better.toml is held by process {} ", first.id());
            assert!(error.starts_with(&held), "{error}");
            assert!(
                error.ends_with("wait until it has ended, or choose another name with --out\n"),
                "{error}"
            );
        }
        stop(first);
        assert!(lock.exists());
        // A checkpoint, if there is one, is of a search with more games. The name itself is free again.
        let _ = fs::remove_file(place.join(kept));
        let third = sim(folder.path(), &words(&format!("{line} 3k")));
        assert!(third.status.success(), "{}", text(&third.stderr));
        assert!(!lock.exists());
        // The search may or may not have found a better strategy.
        let _ = fs::remove_dir_all(&place);
    }
}

#[test]
fn what_another_program_is_playing_is_played_for_its_answer() {
    let folder = TempDir::new().unwrap();
    let line = "compare greedy random --game delectable --field random --n";
    let (first, lock) =
        start(folder.path(), &format!("{line} 1e9 --checkpoint 3600"), "reports/delectable/runs");
    let second = sim(folder.path(), &words(&format!("{line} 40 --checkpoint 0")));
    assert!(second.status.success(), "{}", text(&second.stderr));
    assert_eq!(names(lock.parent().unwrap()).iter().filter(|name| name.ends_with(".duel")).count(), 0);
    stop(first);
    let third = sim(folder.path(), &words(&format!("{line} 40 --checkpoint 0")));
    assert_eq!(third.stdout, second.stdout);
    assert_eq!(names(lock.parent().unwrap()).len(), 1, "{:?}", names(lock.parent().unwrap()));
}
