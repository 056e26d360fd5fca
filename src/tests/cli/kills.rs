//! Runs that are killed at any moment, and what is stored of them.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use super::{files, names, sim, text, wait_for, words};

fn start(folder: &Path, line: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
    command.current_dir(folder).args(words(line)).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Kills a run as soon as its first checkpoint exists.
pub fn killed_after_a_checkpoint(folder: &Path, line: &str) {
    let mut child = start(folder, &format!("{line} --checkpoint 0"));
    wait_for(|| folder.join(".cut.checkpoint").exists());
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Numbers between 0 and 1 by SplitMix64, so that a test uses the same moments each time, as far as the machine
/// allows.
fn moments() -> impl FnMut() -> f64 {
    let mut state = 2026_u64;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[test]
fn runs_of_all_games_that_are_killed_at_random_moments_end_as_if_they_had_not_been() {
    let mut random = moments();
    for game in ["critter-kitchen", "delectable", "la-bistro", "restaurant-row", "restauranteur"] {
        let folder = TempDir::new().unwrap();
        let line = format!("--game {game} --n 1000 --players 2 --strategies random");
        let started = Instant::now();
        let whole = sim(folder.path(), &words(&format!("{line} --out whole")));
        assert_eq!(whole.status.code(), Some(0), "{game}: {}", text(&whole.stderr));
        let length = started.elapsed();
        for _ in 0..3 {
            let mut child = start(folder.path(), &format!("{line} --out cut --checkpoint 0"));
            thread::sleep(Duration::from_secs_f64(length.as_secs_f64() * random()));
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let last = sim(folder.path(), &words(&format!("{line} --out cut --checkpoint 0")));
        assert_eq!(last.status.code(), Some(0), "{game}: {}", text(&last.stderr));
        let same = files(&folder.path().join("cut")) == files(&folder.path().join("whole"));
        assert!(same, "{game}: a run that was killed and went on is a whole run");
        assert_eq!(names(folder.path()), ["cut", "whole"], "{game}: nothing else is left");
    }
}

/// A question whose page has a chart of each kind.
pub const QUESTION: &str = "format = 1\ngame = \"delectable\"\ntitle = \"Hand\"\nquestion = \"Is it longer?\"\nn = 60\n\
    strategies = [\"greedy\", \"random\"]\nvary = [\"hand_limit=5..7\"]\n\n[answer]\nfigure = \"plies\"\nyes_if = \"more\"\n";

/// A folder with the question, the command for its page, the undisturbed page, and the time that it took.
fn asked() -> (TempDir, String, Vec<(String, Vec<u8>)>, Duration) {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("hand.toml"), QUESTION).unwrap();
    let line = "report hand.toml --out page".to_owned();
    let started = Instant::now();
    let whole = sim(folder.path(), &words(&line.replace("page", "whole")));
    let length = started.elapsed();
    assert_eq!(whole.status.code(), Some(0), "{}", text(&whole.stderr));
    let whole = files(&folder.path().join("whole"));
    fs::remove_dir_all(folder.path().join("whole")).unwrap();
    // Removes the stored games, so that they are played again.
    let _ = fs::remove_dir_all(folder.path().join("reports"));
    (folder, line, whole, length)
}

#[test]
fn a_report_that_is_killed_at_random_moments_is_whole_when_it_is_asked_for_again() {
    let (folder, line, whole, length) = asked();
    let mut random = moments();
    for _ in 0..4 {
        let mut child = start(folder.path(), &line);
        thread::sleep(Duration::from_secs_f64(length.as_secs_f64() * random()));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let last = sim(folder.path(), &words(&line));
    assert_eq!(last.status.code(), Some(0), "{}", text(&last.stderr));
    assert!(files(&folder.path().join("page")) == whole);
    assert!(!names(folder.path()).iter().any(|name| name.starts_with('.')), "{:?}", names(folder.path()));
}

#[cfg(unix)]
#[test]
fn a_page_during_which_the_program_is_asked_to_stop_is_whole_or_not_there() {
    let (folder, line, whole, _) = asked();
    let mut child = start(folder.path(), &line);
    // The first file of the page is in its draft.
    let is_writing =
        |name: &String| name.starts_with(".partial-") && names(&folder.path().join(name)).len() > 1;
    wait_for(|| folder.path().join("page").exists() || names(folder.path()).iter().any(is_writing));
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let status = child.wait().unwrap().code();
    match folder.path().join("page").exists() {
        true => assert!(status == Some(0) && files(&folder.path().join("page")) == whole, "{status:?}"),
        false => assert_eq!(status, Some(143)),
    }
    assert!(!names(folder.path()).iter().any(|name| name.starts_with('.')), "{:?}", names(folder.path()));
    assert_eq!(sim(folder.path(), &words(&line)).status.code(), Some(0));
    assert!(files(&folder.path().join("page")) == whole);
}

#[cfg(unix)]
#[test]
fn a_run_whose_machine_slept_ends_as_if_it_had_not() {
    let folder = TempDir::new().unwrap();
    let line = "--game delectable --n 2000 --strategies random --out";
    let mut child = start(folder.path(), &format!("{line} slept --checkpoint 0"));
    let signal = |name: &str| Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
    wait_for(|| folder.path().join(".slept.checkpoint").exists() || folder.path().join("slept").exists());
    signal("-STOP");
    // To the program, all its clocks jump ahead.
    thread::sleep(Duration::from_secs(2));
    signal("-CONT");
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(sim(folder.path(), &words(&format!("{line} whole"))).status.code(), Some(0));
    assert!(files(&folder.path().join("slept")) == files(&folder.path().join("whole")));
    assert_eq!(names(folder.path()), ["slept", "whole"]);
}

#[test]
fn a_checkpoint_is_gone_on_from_and_one_that_is_damaged_cut_or_foreign_is_refused() {
    let folder = TempDir::new().unwrap();
    let line = "--game delectable --n 20000 --strategies random,greedy --out cut";
    killed_after_a_checkpoint(folder.path(), line);
    let checkpoint = folder.path().join(".cut.checkpoint");
    let whole = fs::read(&checkpoint).unwrap();

    let refused = |bytes: &[u8], what: &str| {
        fs::write(&checkpoint, bytes).unwrap();
        let output = sim(folder.path(), &words(line));
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{what}: {stderr}");
        assert!(stderr.starts_with("error: ./.cut.checkpoint: "), "{what}: {stderr}");
        assert!(stderr.ends_with("\n  help: play all deals anew with --fresh\n"), "{what}: {stderr}");
        assert_eq!(fs::read(&checkpoint).unwrap(), bytes, "{what}: nothing is touched");
    };
    for at in [0, 12, 17, 25, 40, 60, whole.len() / 3, whole.len() / 2, whole.len() - 1] {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x10;
        // Byte 40 and its neighbors name the inputs. The checksum reveals their damage first.
        refused(&damaged, &format!("byte {at}"));
    }
    for length in [0, 1, 10, 33, whole.len() / 2, whole.len() - 1] {
        refused(&whole[..length], &format!("cut after {length}"));
    }
    refused(b"rows of something else", "foreign");

    fs::write(&checkpoint, &whole).unwrap();
    let other = sim(folder.path(), &words(&line.replace("20000", "40 --seed 2")));
    assert_eq!(other.status.code(), Some(2));
    assert_eq!(
        text(&other.stderr),
        "error: another run is unfinished in cut\n  help: choose another folder with --out, or replace it with --force\n"
    );

    let went_on = sim(folder.path(), &words(line));
    let stdout = text(&went_on.stdout);
    assert!(stdout.contains(" games were played earlier and kept; --fresh plays them again\n"), "{stdout}");
    assert_eq!(names(folder.path()), ["cut"]);
    // A shorter run is answered from what is stored: the folder equals that of a run of all stored games.
    fs::remove_dir_all(folder.path().join("cut")).unwrap();
    fs::write(&checkpoint, &whole).unwrap();
    let shorter = sim(folder.path(), &words(&line.replace("20000", "100")));
    let (stdout, note) = (text(&shorter.stdout), text(&shorter.stderr));
    assert!(stdout.contains("--fresh plays them again\nPage: ./cut/report.html\n"), "{stdout}");
    assert!(
        note.contains(
            " games of this run are kept in cut, so the answer is of all of them; to play exactly 100, "
        ),
        "{note}"
    );
    assert_eq!(names(folder.path()), ["cut"]);
    let games = note.split(' ').nth(1).unwrap().replace(',', "");
    let fresh = sim(folder.path(), &words(&line.replace("20000", &games).replace("cut", "fresh")));
    assert_eq!(fresh.status.code(), Some(0));
    assert!(files(&folder.path().join("cut")) == files(&folder.path().join("fresh")));
    fs::remove_dir_all(folder.path().join("fresh")).unwrap();
    // The long run resumes from it, and ends as if uninterrupted.
    assert_eq!(sim(folder.path(), &words(line)).status.code(), Some(0));
    assert_eq!(sim(folder.path(), &words(&line.replace("cut", "whole"))).status.code(), Some(0));
    assert!(files(&folder.path().join("cut")) == files(&folder.path().join("whole")));
    fs::remove_dir_all(folder.path().join("whole")).unwrap();
    let forced = sim(folder.path(), &words(&line.replace("20000", "40 --seed 2 --force")));
    assert_eq!(forced.status.code(), Some(0), "{}", text(&forced.stderr));
    assert_eq!(names(folder.path()), ["cut"]);
}

#[cfg(feature = "parquet")]
#[test]
fn rows_of_a_run_that_was_killed_or_carried_on_are_those_of_a_whole_run() {
    let folder = TempDir::new().unwrap();
    // A file of rows holds 8,192 deals. With a single strategy, each has one game.
    let line = "--game delectable --players 2 --strategies random";
    let run = |options: &str| {
        let output = sim(folder.path(), &words(&format!("{line} {options}")));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let of = |out: &str| files(&folder.path().join(out));
    run("--n 8700 --episodes --uses --out whole");
    let tables = ["episodes", "measures", "uses"];
    let parts = ["deals-000000000000-000000008192.parquet", "deals-000000008192-000000008700.parquet"];
    tables.iter().for_each(|table| assert_eq!(names(&folder.path().join("whole").join(table)), parts));

    let line_of_cut = format!("{line} --n 8700 --episodes --uses --out cut --checkpoint 0");
    let mut child = start(folder.path(), &line_of_cut);
    wait_for(|| folder.path().join(".cut.rows/uses").join(parts[0]).exists());
    child.kill().unwrap();
    child.wait().unwrap();
    run("--n 8700 --episodes --uses --out cut");
    assert!(of("cut") == of("whole"));

    // A longer run keeps full files, and replays deals that were played without rows.
    run("--n 8400 --episodes --out more");
    let full = folder.path().join("more/episodes").join(parts[0]);
    let written = fs::metadata(&full).unwrap().modified().unwrap();
    run("--n 8700 --episodes --uses --out more");
    assert!(of("more") == of("whole"));
    assert_eq!(fs::metadata(&full).unwrap().modified().unwrap(), written);
    assert!(run("--n 8700 --episodes --uses --out more").contains("\nPage: more/report.html\n"));
    fs::remove_file(folder.path().join("more/uses").join(parts[1])).unwrap();
    run("--n 8700 --episodes --uses --out more");
    assert!(of("more") == of("whole"), "what is missing is written again");
    assert_eq!(names(folder.path()), ["cut", "more", "whole"]);
}
