//! Disks that are full, files that may not grow, folders that are read-only: what is told, and what is left.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use tempfile::TempDir;

use super::{files, kills::killed_after_a_checkpoint, names, sim, text, words};

/// Runs the program where no file may grow beyond so many blocks of 512 bytes.
fn limited(folder: &Path, blocks: u32, line: &str) -> Output {
    let script = format!("ulimit -f {blocks}; exec \"$0\" {line}");
    let mut command = Command::new("sh");
    command.current_dir(folder).args(["-c", &script, env!("CARGO_BIN_EXE_sim")]);
    command.output().unwrap()
}

/// What a shell comes to on a disk of so many kilobytes, which goes with it; `$0` is the program, and `..` leads out.
/// None where the machine lets nobody mount one.
fn on_a_disk(folder: &Path, kilobytes: u32, script: &str) -> Option<(String, String)> {
    fs::create_dir(folder.join("disk")).unwrap();
    let mount = format!("mount -t tmpfs -o size={kilobytes}k none disk && cd disk || exit; echo mounted");
    let script = format!("{mount}; {script}");
    let mut command = Command::new("unshare");
    command.current_dir(folder).args(["-rm", "sh", "-c", &script, env!("CARGO_BIN_EXE_sim")]);
    let output = command.output().ok()?;
    let stdout = text(&output.stdout);
    Some((stdout.strip_prefix("mounted\n")?.to_owned(), text(&output.stderr)))
}

#[test]
fn a_limit_on_the_size_of_files_is_told_and_the_same_command_goes_on_without_it() {
    let folder = TempDir::new().unwrap();
    let line = "--game delectable --n 6000 --strategies random,greedy --out cut";
    let told = |output: Output, what: &str, way_out: &str| {
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{stderr}");
        assert!(stderr.starts_with(&format!("error: cannot {what}")), "{stderr}");
        assert!(stderr.contains(": File too large") && stderr.contains(way_out), "{stderr}");
    };
    let way_out = "\n  help: raise the limit on the size of files (ulimit -f)\n";
    told(limited(folder.path(), 8, &line.replace("6000", "600")), "write ", way_out);
    assert_eq!(names(folder.path()), Vec::<String>::new());

    killed_after_a_checkpoint(folder.path(), line);
    let kept = fs::read(folder.path().join(".cut.checkpoint")).unwrap();
    let output = limited(folder.path(), 8, &format!("{line} --checkpoint 0"));
    told(
        output,
        "keep the run in ./.cut.checkpoint",
        "\n  help: free some space and give the same command: ",
    );
    assert_eq!(fs::read(folder.path().join(".cut.checkpoint")).unwrap(), kept);
    assert_eq!(names(folder.path()), [".cut.checkpoint"], "nothing half written is left");

    assert_eq!(sim(folder.path(), &words(line)).status.code(), Some(0));
    assert_eq!(sim(folder.path(), &words(&line.replace("cut", "whole"))).status.code(), Some(0));
    assert!(files(&folder.path().join("cut")) == files(&folder.path().join("whole")));
}

#[test]
fn a_new_strategy_is_written_whole_or_not_at_all() {
    let folder = TempDir::new().unwrap();
    let line = "new strategy mine --game delectable";
    let output = limited(folder.path(), 1, line);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{stderr}");
    assert!(
        stderr.starts_with("error: cannot write strategies/delectable/mine.toml: File too large"),
        "{stderr}"
    );
    assert_eq!(names(&folder.path().join("strategies/delectable")), Vec::<String>::new());
    // Half a file would be in the way for ever.
    assert_eq!(sim(folder.path(), &words(line)).status.code(), Some(0));
    assert_eq!(names(&folder.path().join("strategies/delectable")), ["mine.toml"]);
}

#[test]
fn a_full_disk_leaves_nothing_half_written_and_the_same_command_goes_on_when_there_is_room() {
    let folder = TempDir::new().unwrap();
    let line = "--game delectable --n 600 --strategies random,greedy --out cut";
    let room = "mount -o remount,size=64m none .";
    let script = format!("\"$0\" {line}; echo $?; ls -A; {room}; \"$0\" {line} >/dev/null && cp -R cut ..");
    let Some((stdout, stderr)) = on_a_disk(folder.path(), 48, &script) else { return };
    assert_eq!(stdout, "1\n", "{stderr}");
    let named = stderr.strip_prefix("error: cannot write ./cut/").unwrap_or_else(|| panic!("{stderr}"));
    assert!(
        named.contains(": No space left on device") && named.contains("\n  help: free some space"),
        "{stderr}"
    );
    assert_eq!(sim(folder.path(), &words(&line.replace("cut", "whole"))).status.code(), Some(0));
    assert!(files(&folder.path().join("cut")) == files(&folder.path().join("whole")));
}

#[test]
fn a_page_for_which_the_disk_is_too_small_is_not_left_in_half() {
    let folder = TempDir::new().unwrap();
    let line = "report hand.toml --out page";
    let question = super::kills::QUESTION;
    // A kilobyte for the question, and none for a page with its charts.
    let script = format!(
        "printf '%s' '{question}' > hand.toml; \"$0\" {line} >/dev/null; echo $?; ls -d page; ls -A | grep partial; \
         mount -o remount,size=64m none .; \"$0\" {line} >/dev/null; echo $?; cp -R page .."
    );
    let Some((stdout, stderr)) = on_a_disk(folder.path(), 64, &script) else { return };
    assert_eq!(stdout, "1\n0\n", "{stderr}");
    assert!(stderr.contains(": No space left on device"), "{stderr}");
    fs::write(folder.path().join("hand.toml"), question).unwrap();
    assert_eq!(sim(folder.path(), &words(&line.replace("page", "whole"))).status.code(), Some(0));
    assert!(files(&folder.path().join("page")) == files(&folder.path().join("whole")));
}

#[test]
fn a_read_only_folder_is_told_before_anything_is_played() {
    let folder = TempDir::new().unwrap();
    let run = "\"$0\" --game delectable --n 1e9 --out cut; echo $?";
    let learn = "\"$0\" learn --game delectable --games 1e9 --out better; echo $?";
    let script = format!("mount -o remount,ro none .; {run}; {learn}; ls -A");
    let Some((stdout, stderr)) = on_a_disk(folder.path(), 64, &script) else { return };
    assert_eq!(stdout, "1\n1\n", "{stderr}");
    assert_eq!(stderr.matches("error: ").count(), 2, "{stderr}");
    assert_eq!(stderr.matches("ead-only file").count(), 2, "{stderr}");
    assert_eq!(stderr.matches("\n  help: ").count(), 2, "{stderr}");
}
