//! Full disks, files that may not grow, and read-only folders: the messages, and what is left.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use tempfile::TempDir;

use super::{files, kills::killed_after_a_checkpoint, names, sim, text, words};

/// Runs the program with files limited to `blocks` blocks of 512 bytes.
fn limited(folder: &Path, blocks: u32, line: &str) -> Output {
    let script = format!("ulimit -f {blocks}; exec \"$0\" {line}");
    let mut command = Command::new("sh");
    command.current_dir(folder).args(["-c", &script, env!("CARGO_BIN_EXE_sim")]);
    command.output().unwrap()
}

/// The output of a shell script on a temporary disk of this size, or `None` where the machine does not allow mounting
/// one. `$0` is the program, and `..` is outside the disk.
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
    // Half a file would block the name forever.
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
    // Room for the question, but not for a page with its charts.
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
    let train = "\"$0\" train --game delectable --n 1e9 --out better; echo $?";
    let script = format!("mount -o remount,ro none .; {run}; {train}; ls -A");
    let Some((stdout, stderr)) = on_a_disk(folder.path(), 64, &script) else { return };
    assert_eq!(stdout, "1\n1\n", "{stderr}");
    assert_eq!(stderr.matches("error: ").count(), 2, "{stderr}");
    assert_eq!(stderr.matches("ead-only file").count(), 2, "{stderr}");
    assert_eq!(stderr.matches("\n  help: ").count(), 2, "{stderr}");
}

/// The output of the program in a read-only folder with these files: standard output and standard error of all calls.
fn read_only(folder: &Path, files: &[(&str, &str)], lines: &[&str]) -> Option<(String, String)> {
    let put = files
        .iter()
        .map(|(name, text)| format!("mkdir -p $(dirname {name}); printf '%s' '{text}' > {name}; "));
    let calls = lines.iter().map(|line| format!("\"$0\" {line}; echo \"=== $?\"; "));
    let script = put.chain(["mount -o remount,ro none .; ".to_owned()]).chain(calls);
    on_a_disk(folder, 512, &script.collect::<String>())
}

const NOT_KEPT: &str =
    "note: what is played is not kept for another call: cannot make the folder reports/delectable/";

#[test]
fn with_out_elsewhere_nothing_is_needed_in_the_working_folder() {
    let folder = TempDir::new().unwrap();
    let whole = TempDir::new().unwrap();
    let few = "--game delectable --players 2 --n 100";
    let pair = format!("{few} --strategies greedy,random");
    for (name, line) in [
        ("run", pair.clone()),
        ("report", format!("report {few}")),
        ("page", "report hand.toml".to_owned()),
        ("question", "run hand.toml --n 100".to_owned()),
        ("sweep", format!("sweep {pair} --vary hand_limit=5,6")),
        ("adapted", format!("sweep {few} --vary hand_limit=5,6 --adapt 40 --repeats 2")),
        ("diff", format!("diff {pair} --set hand_limit=5")),
        ("without", format!("diff {pair} --without S2,R2")),
        ("robust", format!("robust {pair}")),
        ("compare", format!("compare greedy random {few}")),
        ("verdict", format!("run --until-decided {pair}")),
        ("luck", format!("skill {pair}")),
        ("tournament", format!("compare greedy random raider {few}")),
        ("components", format!("components E2 E5 {few} --worth --price --learn 40 --repeats 2")),
        ("analysis", "analyse dice --game la-bistro --n 0".to_owned()),
    ] {
        let lines = [&*format!("{line} --out ../{name}")];
        let hand = [("hand.toml", super::kills::QUESTION)];
        let Some((stdout, stderr)) = read_only(folder.path(), &hand, &lines) else { return };
        assert!(!stderr.contains("error: "), "{line}: {stderr}");
        let told = stderr.matches("note: ").count();
        assert!(told <= 1 && stderr.matches(NOT_KEPT).count() == told, "{line}: {stderr}");
        fs::remove_dir(folder.path().join("disk")).unwrap();

        fs::write(whole.path().join("hand.toml"), hand[0].1).unwrap();
        let output = sim(whole.path(), &words(&format!("{line} --out {name}")));
        let status = output.status.code().unwrap();
        assert!(stdout.ends_with(&format!("=== {status}\n")), "{line}: {stdout}{stderr}");
        assert!(files(&folder.path().join(name)) == files(&whole.path().join(name)), "{line}");
    }
    assert!(names(folder.path()).iter().all(|name| !name.starts_with('.')), "{:?}", names(folder.path()));
}

#[test]
fn without_a_place_to_write_the_answer_is_told_and_not_saved() {
    let folder = TempDir::new().unwrap();
    let whole = TempDir::new().unwrap();
    let run = "--game delectable --n 100 --strategies greedy,random";
    let report = "report --game delectable --players 2 --n 100";
    let question = "report hand.toml";
    let share = "sweep --game delectable --vary hand_limit=5,6 --n 100 --shard 1/2";
    let hand = [("hand.toml", super::kills::QUESTION)];
    let calls =
        [run, report, question, share, &*format!("{run} --shard 1/2"), &*format!("{run} --name mine")];
    let Some((stdout, stderr)) = read_only(folder.path(), &hand, &calls) else { return };
    let answers: Vec<&str> = stdout.split("=== ").collect();
    let statuses = answers[1..].iter().map(|part| part.lines().next().unwrap()).collect::<Vec<_>>();
    assert_eq!(statuses, ["0", "0", "0", "1", "1", "1"], "{stderr}");
    let place = "reports/delectable/runs/2p-greedy-random-";
    let said = format!("not saved: {place}");
    let last = answers[0].lines().find(|line| line.starts_with("not saved")).unwrap();
    assert!(
        last.starts_with(&said) && last.ends_with(" cannot be written; name another folder with --out"),
        "{last}"
    );
    assert_eq!(stderr.matches(NOT_KEPT).count(), 3, "{stderr}");
    assert_eq!(stderr.matches("; start in a folder that you may write to\n").count(), 3, "{stderr}");
    let unwritten = "note: nothing is written: cannot make the folder reports/delectable";
    assert_eq!(stderr.matches(unwritten).count(), 2, "{stderr}");
    assert_eq!(stderr.matches("; name another folder with --out\n").count(), 2, "{stderr}");
    assert_eq!(stderr.matches("error: a share of the arms cannot be kept: ").count(), 1, "{stderr}");
    assert_eq!(stderr.matches("error: cannot make the folder reports/delectable/").count(), 2, "{stderr}");

    // The answers equal those in a writable folder.
    fs::write(whole.path().join("hand.toml"), hand[0].1).unwrap();
    let told = |text: &str| {
        let lines = text.lines().filter(|line| {
            let is_where = ["Page: ", "Next: ", "not saved", "the page is", "written to "]
                .iter()
                .any(|word| line.starts_with(word));
            !is_where && !line.is_empty()
        });
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    for (at, line) in [run, report, question].into_iter().enumerate() {
        let output = sim(whole.path(), &words(line));
        let unsaved = answers[at].split_once('\n').filter(|_| at > 0).map_or(answers[at], |(_, text)| text);
        assert_eq!(told(unsaved), told(&text(&output.stdout)), "{line}");
    }
}
