//! Runs that end before their last game, or whose output goes nowhere.

use std::{
    fs,
    path::Path,
    process::{Child, Command, Stdio},
};

use tempfile::TempDir;

use super::{sim, text, wait_for, words};

#[test]
fn a_closed_pipe_is_no_failure_and_a_full_disk_is_one() {
    let folder = TempDir::new().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_sim"))
        .current_dir(folder.path())
        .args(["show", "rules", "--game", "delectable"])
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
    // Not even root can create a folder there.
    if Path::new("/proc/self").exists() {
        let output = sim(folder.path(), &words("--game delectable --n 2 --out /proc/x"));
        assert_eq!(output.status.code(), Some(1));
        let way_out = "choose another place with --out, or see to its permissions and space";
        let expected =
            format!("error: no folder can be made in /proc: entity not found\n  help: {way_out}\n");
        assert_eq!(text(&output.stderr), expected);
    }
}

/// A run that does not end by itself, in this folder, after it has begun.
#[cfg(unix)]
fn endless(folder: &Path, out: &str, more: &str) -> Child {
    let child = Command::new(env!("CARGO_BIN_EXE_sim"))
        .current_dir(folder)
        .args(words(&format!("--game delectable --n 1e9 --strategies random,greedy --out {out} {more}")))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program creates the draft after it catches signals and before the first game.
    wait_for(|| !drafts(folder).is_empty());
    child
}

#[cfg(unix)]
fn drafts(folder: &Path) -> Vec<std::path::PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(".partial-")).collect()
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    Command::new("kill").args([name, &child.id().to_string()]).status().unwrap();
}

#[cfg(unix)]
#[cfg(feature = "parquet")]
#[test]
fn an_interrupted_run_writes_what_was_finished_and_equals_a_shorter_one() {
    let folder = TempDir::new().unwrap();
    let child = endless(folder.path(), "cut", "--episodes --uses --checkpoint 0");
    // Some deals are finished.
    wait_for(|| folder.path().join(".cut.checkpoint").exists());
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    assert!(
        stderr.starts_with("interrupted: ") && stderr.ends_with("games were finished and are written\n"),
        "{stderr}"
    );
    let read = |out: &str, file: &str| fs::read(folder.path().join(out).join(file)).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&read("cut", "manifest.json")).unwrap();
    let games = manifest["games"].as_u64().unwrap();
    let whole = sim(
        folder.path(),
        &words(&format!(
            "--game delectable --n {games} --strategies random,greedy --out whole --episodes --uses"
        )),
    );
    assert_eq!(whole.status.code(), Some(0));
    let files = ["cut", "whole"].map(|out| super::files(&folder.path().join(out)));
    assert!(files[0] == files[1] && files[0].iter().any(|(name, _)| name.starts_with("uses/deals-")));
}

#[cfg(unix)]
#[test]
fn whoever_asks_a_run_to_stop_finds_no_draft_and_the_status_of_the_signal() {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap_or("0");
    let is_nohup = u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 == 1;
    for (name, status) in [("-TERM", 143), ("-HUP", 129)] {
        if name == "-HUP" && is_nohup {
            // The program under test ignores hangups too, because it was started that way.
            continue;
        }
        let folder = TempDir::new().unwrap();
        let child = endless(folder.path(), "cut", "");
        signal(&child, name);
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(status), "{name}: {}", text(&output.stderr));
        assert!(text(&output.stderr).starts_with("interrupted"), "{name}");
        assert_eq!(drafts(folder.path()).len(), 0, "{name}");
    }
}

#[cfg(unix)]
#[test]
fn components_that_were_stopped_say_so_until_the_same_command_ends_it() {
    let folder = TempDir::new().unwrap();
    let line = words(
        "components --game delectable --strategies random,greedy --n 1000 --threads 1 --checkpoint 0 --out cut",
    );
    let child = Command::new(env!("CARGO_BIN_EXE_sim"))
        .current_dir(folder.path())
        .args(&line)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Several arms after the first are stored.
    let kept = folder.path().join("reports/delectable/runs");
    wait_for(|| fs::read_dir(&kept).is_ok_and(|list| list.count() > 5));
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    let told = stderr.strip_prefix("interrupted: ").unwrap().trim();
    assert!(told.ends_with(
        " arms after the first were finished and are reported; the same command goes on from there"
    ));
    let read = |file: &str| fs::read_to_string(folder.path().join("cut").join(file)).unwrap();
    assert!(text(&output.stdout).starts_with(&format!("Unfinished: {told}\n\n")), "{}", text(&output.stdout));
    // Pages wrap the line.
    let begins = format!("Unfinished: {} arms after", told.split(" arms").next().unwrap());
    for page in ["report.html", "report.md"] {
        assert!(read(page).contains(&begins), "{page}");
    }
    let manifest: serde_json::Value = serde_json::from_str(&read("manifest.json")).unwrap();
    let unfinished = &manifest["unfinished"];
    assert!(unfinished["read"].as_u64() < unfinished["of"].as_u64(), "{unfinished}");

    let last = sim(folder.path(), &line);
    assert_eq!(last.status.code(), Some(0), "{}", text(&last.stderr));
    assert!(!text(&last.stdout).contains("Unfinished") && !read("report.html").contains("Unfinished"));
    let fresh = sim(folder.path(), &[&line[..line.len() - 1], &["whole", "--fresh"][..]].concat());
    assert_eq!(fresh.status.code(), Some(0), "{}", text(&fresh.stderr));
    let files = ["cut", "whole"].map(|out| super::files(&folder.path().join(out)));
    assert!(files[0] == files[1], "an ablation that was stopped and went on is a whole one");
}

#[cfg(unix)]
fn started(folder: &Path, line: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
    command.current_dir(folder).args(words(line)).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until a program catches signals.
#[cfg(unix)]
fn wait_until_it_listens(child: &Child) {
    // On Linux the mask of caught signals shows it. Elsewhere a fixed pause must do.
    let caught = || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
    };
    match caught() {
        // The bit of SIGTERM, the last signal that is registered except for the hangup.
        Some(_) => wait_for(|| caught().is_some_and(|mask| mask >> 14 & 1 == 1)),
        None => std::thread::sleep(std::time::Duration::from_secs(5)),
    }
}

#[cfg(unix)]
#[test]
fn a_comparison_of_a_search_that_was_interrupted_reports_its_deals_and_goes_on() {
    let folder = TempDir::new().unwrap();
    let line = "compare search:8:greedy random --game delectable --field random --n 60 --out page";
    let child = started(folder.path(), &format!("{line} --threads 1 --checkpoint 0"));
    let runs = folder.path().join("reports/delectable/runs");
    let is_kept = |path: std::path::PathBuf| path.extension().is_some_and(|ending| ending == "duel");
    wait_for(|| fs::read_dir(&runs).is_ok_and(|list| list.flatten().any(|entry| is_kept(entry.path()))));
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    let page = |file: &str| fs::read_to_string(folder.path().join("page").join(file)).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&page("manifest.json")).unwrap();
    let deals = manifest["deals"].as_u64().unwrap();
    let reached = format!(
        "{deals} of 30 deals of both were finished and are reported; the same command goes on from there\n"
    );
    assert_eq!(stderr, format!("interrupted: {reached}"));
    assert!(text(&output.stdout).starts_with(&format!("Unfinished: {reached}")), "{}", text(&output.stdout));
    assert!(page("report.md").contains(&format!("Unfinished: {deals} of 30 deals")));
    // At least the first eight deals were finished.
    assert!((8..30).contains(&deals), "{deals}");

    let rest = sim(folder.path(), &words(line));
    assert_eq!(rest.status.code(), Some(0), "{}", text(&rest.stderr));
    let whole = TempDir::new().unwrap();
    assert_eq!(sim(whole.path(), &words(line)).status.code(), Some(0));
    let files = [&folder, &whole].map(|folder| super::files(&folder.path().join("page")));
    assert!(files[0] == files[1], "a comparison that was interrupted and went on is a whole one");
}

#[cfg(unix)]
#[test]
fn hundreds_of_trainings_end_soon_after_an_interrupt() {
    let folder = TempDir::new().unwrap();
    let mut child = started(folder.path(), "components renovation --price --game restaurant-row --n 20");
    wait_until_it_listens(&child);
    // The program prepares its trainings, which takes half a minute.
    std::thread::sleep(std::time::Duration::from_secs(2));
    signal(&child, "-INT");
    let asked = std::time::Instant::now();
    wait_for(|| child.try_wait().unwrap().is_some());
    assert!(asked.elapsed().as_secs() < 15, "{:?}", asked.elapsed());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let stderr = text(&output.stderr);
    let told = stderr.lines().last().unwrap();
    assert!(
        told.starts_with("interrupted: ") && told.ends_with("the same command goes on from there"),
        "{told}"
    );
}

#[cfg(unix)]
#[test]
fn an_interrupted_analysis_says_so() {
    let folder = TempDir::new().unwrap();
    let child = started(folder.path(), "analyse dice --game la-bistro --n 1e15 --out chart");
    wait_until_it_listens(&child);
    signal(&child, "-TERM");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(143));
    assert_eq!(
        text(&output.stderr),
        "interrupted: an analysis comes whole or not at all, so nothing is written\n"
    );
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(unix)]
#[test]
fn drafts_of_programs_that_were_killed_are_cleared_and_others_are_not() {
    let folder = TempDir::new().unwrap();
    let mut killed = endless(folder.path(), "killed", "");
    let orphan = drafts(folder.path());
    let alive = endless(folder.path(), "cut", "--seed 2");
    wait_for(|| drafts(folder.path()).len() == 2);
    killed.kill().unwrap();
    killed.wait().unwrap();
    // A young folder that is named like a draft but has no lock is left alone.
    fs::create_dir(folder.path().join(".partial-young")).unwrap();
    let output = sim(folder.path(), &words("--game delectable --n 2 --strategies random --out other"));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(!orphan[0].exists(), "the draft of the killed run is gone");
    assert_eq!(drafts(folder.path()).len(), 2, "the living run and the young folder keep theirs");
    signal(&alive, "-INT");
    assert_eq!(alive.wait_with_output().unwrap().status.code(), Some(130));
    assert!(folder.path().join("cut/manifest.json").is_file());
}
