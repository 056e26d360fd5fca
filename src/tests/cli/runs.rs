//! Runs and the folders they write.

use std::fs;

use tempfile::TempDir;

use super::{sim, text, words};

#[cfg(feature = "parquet")]
#[test]
fn a_run_prints_win_rates_and_writes_its_folder() {
    let folder = TempDir::new().unwrap();
    let output = sim(
        folder.path(),
        &words("--game delectable --n 400 --strategies raider,random --out here --episodes --uses"),
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "no bar without a terminal: {}", text(&output.stderr));
    let stdout = text(&output.stdout);
    assert!(
        stdout.starts_with(
            "Delectable, 2 players: a mixed field\n400 games of 200 deals, seed 1\n\nstrategy  win_rate"
        ),
        "{stdout}"
    );
    assert!(stdout.contains("\nPage: ./here/report.html\nNext: sim "), "{stdout}");
    for file in [
        "manifest.json",
        "run-log.json",
        "report.html",
        "episodes/deals-000000000000-000000000200.parquet",
        "uses/deals-000000000000-000000000200.parquet",
        "measures/deals-000000000000-000000000200.parquet",
        "win_rate_by_seat.csv",
        "win-rate-by-seat.svg",
        "win-rate-by-seat.png",
        "component_adjusted_difference.csv",
    ] {
        assert!(folder.path().join("here").join(file).metadata().is_ok_and(|file| file.len() > 0), "{file}");
    }
    let manifest: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("here/manifest.json")).unwrap()).unwrap();
    assert_eq!(
        manifest["command"],
        "sim run --game delectable --players 2 --strategies raider,random --n 400 --seed 1"
    );
    assert_eq!(
        (&manifest["games"], &manifest["deals"], &manifest["truncated"]),
        (&400.into(), &200.into(), &0.into())
    );
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1, "no draft is left behind");

    // A field of one kind of players is described by one term.
    for (field, level) in [
        ("--strategies raider,prestige", ": beginners"),
        ("--strategies panel", ": strong players"),
        ("--lineup champion,champion", ": copies of champion"),
        ("--lineup expert,expert", ": copies of expert"),
        ("--lineup random,random", ": copies of random"),
        ("--lineup raider,expert", ": a mixed field"),
    ] {
        let line = format!("--game delectable --n 2 {field} --out level --force");
        let told = text(&sim(folder.path(), &words(&line)).stdout);
        assert_eq!(told.lines().next().unwrap(), format!("Delectable, 2 players{level}"));
        // Best responses were trained against the panel only, and under the default rules.
        assert_eq!(told.contains("A player trained against them"), level == ": strong players", "{told}");
    }
    let line = "--game delectable --n 2 --strategies panel --set hand_limit=5 --out level --force";
    assert!(!text(&sim(folder.path(), &words(line)).stdout).contains("A player trained against them"));

    // One seat plays against an opponent without one.
    let line =
        "--game critter-kitchen --players 1 --n 20 --strategies greedy,random --out solo --episodes --uses";
    let solo = sim(folder.path(), &words(line));
    let stdout = text(&solo.stdout);
    assert!(
        stdout.starts_with("Critter Kitchen, 1 player against McDogald's\n20 games of 10 deals"),
        "{stdout}"
    );
    assert!(!stdout.contains("seat") && !stdout.contains("fair share"), "{stdout}");

    // More games continue the same run. Another run is refused unless it is forced.
    let line = "--game delectable --n 400 --strategies raider,random --out here --episodes";
    assert_eq!(sim(folder.path(), &words(line)).status.code(), Some(0));
    assert_eq!(sim(folder.path(), &words(&line.replace("400", "500"))).status.code(), Some(0));
    let other = line.to_owned() + " --seed 2";
    let refused = sim(folder.path(), &words(&other));
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        text(&refused.stderr),
        "error: here holds another run\n  help: choose another folder with --out, or replace it with --force\n"
    );
    assert_eq!(sim(folder.path(), &words(&(other + " --force"))).status.code(), Some(0));
}

#[cfg(feature = "parquet")]
#[test]
fn only_files_that_the_program_wrote_are_replaced() {
    let folder = TempDir::new().unwrap();
    let here = folder.path().join("here");
    let run = |options: &str| {
        let line = format!("--game delectable --n 40 --strategies raider,random --out here {options}");
        let output = sim(folder.path(), &words(&line));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    };
    run("--episodes");
    fs::write(here.join("notes.txt"), "mine").unwrap();
    fs::create_dir(here.join("drafts")).unwrap();
    fs::write(here.join("drafts/idea.txt"), "mine too").unwrap();
    let rows = fs::read(here.join("episodes/deals-000000000000-000000000020.parquet")).unwrap();
    fs::write(here.join("length.csv"), "spoilt").unwrap();
    // Twice, because the program must also remember what stays.
    run("--fresh");
    run("--fresh");
    assert_eq!(
        fs::read(here.join("episodes/deals-000000000000-000000000020.parquet")).unwrap(),
        rows,
        "rows stay while the inputs do"
    );
    assert_ne!(fs::read_to_string(here.join("length.csv")).unwrap(), "spoilt");
    // With other inputs, nothing that the program wrote before is left.
    run("--force --seed 2");
    assert!(!here.join("episodes").exists());
    assert_eq!(fs::read_to_string(here.join("notes.txt")).unwrap(), "mine");
    assert_eq!(fs::read_to_string(here.join("drafts/idea.txt")).unwrap(), "mine too");
    // An analysis in the same folder leaves no table of the run.
    let line = "analyse dice --game la-bistro -n 0 --out here --force";
    assert_eq!(sim(folder.path(), &words(line)).status.code(), Some(0));
    assert!(here.join("boxes.csv").is_file() && here.join("notes.txt").is_file());
    assert!(!here.join("length.csv").exists() && !here.join("report.html").exists());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left behind");
}

#[cfg(feature = "parquet")]
#[test]
fn a_run_is_kept_answered_at_once_and_carried_on() {
    let folder = TempDir::new().unwrap();
    let run = |n: u32, options: &str| {
        let line = format!("--game delectable --n {n} --players 3 {options}");
        let output = sim(folder.path(), &words(&line));
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let files = |out: &str| super::files(&folder.path().join(out));
    let (_, first, _) = run(900, "--out kept");
    assert!(!first.contains("earlier"), "{first}");
    let (code, again, _) = run(900, "--out kept");
    assert_eq!(code, Some(0));
    let answer = |text: &str| text.lines().take_while(|line| !line.starts_with("Page: ")).count();
    let shares = answer(&first);
    assert!(again.lines().take(shares).eq(first.lines().take(shares)), "{again}");
    let said = "\n900 games were played earlier and kept; --fresh plays them again\nPage: kept/report.html\n";
    assert!(again.contains(said), "{again}");

    // 2000 games end in the middle of a block, and so did 900.
    let (_, more, _) = run(2000, "--out kept");
    assert!(more.contains("900 games were played earlier") && !more.contains(" games/s"), "{more}");
    let (_, _, _) = run(2000, "--out whole --threads 2");
    assert!(files("kept").len() > 20 && files("kept") == files("whole"), "a run carried on is a fresh run");

    // A shorter run is answered from all stored games, says so, and removes nothing.
    let (_, long, _) = run(2000, "--out kept");
    let (code, shorter, note) = run(900, "--out kept");
    assert_eq!((code, &shorter), (Some(0), &long));
    assert!(shorter.contains(
        "2,001 games were played earlier and kept; --fresh plays them again\nPage: kept/report.html\n"
    ));
    let said = "note: 2,001 games of this run are kept in kept, so the answer is of all of them; to play exactly 900, \
                name a new folder with --out\n";
    assert_eq!(note, said);
    assert!(files("kept") == files("whole"));
    // For programs, the manifest has the number of games.
    let (_, json, _) = run(900, "--out kept --format json");
    assert_eq!(serde_json::from_str::<serde_json::Value>(&json).unwrap()["manifest"]["games"], 2001);
    // In another folder, it is the run of 900 games.
    let (_, apart, note) = run(900, "--out apart");
    assert!(apart.lines().take(shares).eq(first.lines().take(shares)) && note.is_empty(), "{apart}{note}");
    let (code, _, error) = run(900, "--out kept --episodes");
    assert_eq!(code, Some(2));
    assert!(error.starts_with("error: kept holds 2,001 games of this run, more than are asked"), "{error}");
    // Missing files are written again.
    fs::remove_file(folder.path().join("kept/length.csv")).unwrap();
    let (_, healed, _) = run(2000, "--out kept");
    assert!(healed.contains("\nPage: ./kept/report.html\n") && files("kept") == files("whole"), "{healed}");
    let (_, fresh, _) = run(900, "--out kept --fresh");
    assert!(!fresh.contains("earlier") && fresh.contains("\nPage: ./kept/report.html\n"), "{fresh}");
}

#[test]
fn a_kept_tally_that_is_damaged_cut_or_foreign_is_refused() {
    let folder = TempDir::new().unwrap();
    let run = |options: &str| {
        let line = format!("--game delectable --n 60 --strategies raider,random {options}");
        let output = sim(folder.path(), &words(&line));
        (output.status.code(), text(&output.stderr))
    };
    run("--out here");
    run("--out other --seed 2");
    let tally = folder.path().join("here/tally.bin");
    let whole = fs::read(&tally).unwrap();
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    let foreign = fs::read(folder.path().join("other/tally.bin")).unwrap();
    for bytes in [&damaged[..], &whole[..whole.len() - 9], &[], b"rows", &foreign] {
        fs::write(&tally, bytes).unwrap();
        let (code, error) = run("--out here");
        assert_eq!(code, Some(1), "{error}");
        assert!(error.starts_with("error: here/tally.bin: "), "{error}");
        assert!(error.ends_with("\n  help: play all deals anew with --fresh\n"), "{error}");
        assert_eq!(fs::read(&tally).unwrap(), bytes, "nothing is touched");
    }
    assert_eq!(run("--out here --fresh"), (Some(0), String::new()));
    assert!(fs::read(&tally).unwrap() == whole);
}

#[test]
fn a_folder_of_the_same_command_on_edited_files_is_not_replaced() {
    let folder = TempDir::new().unwrap();
    assert_eq!(sim(folder.path(), &words("new strategy mine --game delectable")).status.code(), Some(0));
    let write = |limit: u32| {
        let text = format!("format = 2\ngame = \"delectable\"\n[values]\nhand_limit = {limit}\n");
        fs::write(folder.path().join("values.toml"), text).unwrap();
    };
    write(6);
    let run = words("--game delectable --n 20 --strategies mine,random --data values.toml --out here");
    let analysis = words("analyse dice --game la-bistro -n 0 --data bistro.toml --out chart");
    fs::write(folder.path().join("bistro.toml"), "format = 2\ngame = \"la-bistro\"\n").unwrap();
    let taken = |line: &[&str]| match sim(folder.path(), line) {
        output if output.status.success() => false,
        output => {
            let way_out = "choose another folder with --out, or replace it with --force";
            let out = line.last().unwrap();
            assert_eq!(text(&output.stderr), format!("error: {out} holds another run\n  help: {way_out}\n"));
            true
        }
    };
    assert!(!taken(&run) && !taken(&run) && !taken(&analysis) && !taken(&analysis));

    let mine = folder.path().join("strategies/delectable/mine.toml");
    let before = fs::read_to_string(&mine).unwrap();
    fs::write(&mine, format!("{before}\n# another thought\n")).unwrap();
    assert!(taken(&run));
    fs::write(&mine, before).unwrap();
    assert!(!taken(&run));
    write(5);
    assert!(taken(&run));
    fs::write(folder.path().join("bistro.toml"), "format = 2\ngame = \"la-bistro\"\n# edited\n").unwrap();
    assert!(taken(&analysis));
}

#[test]
fn a_change_to_what_is_so_anyway_is_no_change() {
    let folder = TempDir::new().unwrap();
    let command = |options: &str| {
        let line = format!("--game delectable --n 2 --strategies random --format json {options}");
        let output = sim(folder.path(), &words(&line));
        assert_eq!(output.status.code(), Some(0), "{options}: {}", text(&output.stderr));
        let run: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        run["manifest"]["command"].as_str().unwrap().to_owned()
    };
    let plain = command("");
    assert_eq!(command("--set hand_limit=7"), plain);
    assert_eq!(command("--set cards.S2.cost=9 --set cards.S2.cost=6 --set hand_limit=7"), plain);
    let runs = || fs::read_dir(folder.path().join("reports/delectable/runs")).unwrap().count();
    assert_eq!(runs(), 1, "the same rules make the same folder");
    // The last value counts, however it is written and wherever it stands.
    let changed = command("--set hand_limit=5 --set cards.S2.cost=9 --set hand_limit=+6");
    assert!(changed.contains(" --set hand_limit=6 --set cards.S2.cost=9 --n"), "{changed}");
    assert_eq!(command("--set cards.S2.cost=9 --set hand_limit=6"), changed);
    assert_eq!(runs(), 2);
    let one = text(&sim(folder.path(), &words("--game delectable --n 2 --set hand_limit=6")).stdout);
    assert!(one.starts_with("Delectable, 2 players: beginners\n2 games of 1 deal, seed 1\n"), "{one}");
    assert!(one.contains("\n1 value changed from the default.\n"), "{one}");
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let folder = TempDir::new().unwrap();
    for (threads, out) in [("1", "one"), ("2", "two"), ("0.5e1", "five")] {
        let line = format!("--game delectable --n 6000 --players 3 --threads {threads} --out {out}");
        let output = sim(folder.path(), &words(&line));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    }
    let mut files = 0;
    for entry in fs::read_dir(folder.path().join("one")).unwrap() {
        let name = entry.unwrap().file_name();
        if name == "run-log.json" {
            continue;
        }
        let read = |out: &str| fs::read(folder.path().join(out).join(&name)).unwrap();
        assert!(read("one") == read("two") && read("one") == read("five"), "{name:?} differs");
        files += 1;
    }
    assert!(files > 20, "{files} files");
}

#[cfg(unix)]
#[test]
fn a_folder_may_have_any_name_that_the_system_takes() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    let folder = TempDir::new().unwrap();
    let name = OsStr::from_bytes(b"out\xff");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_sim"))
        .current_dir(folder.path())
        .args(["--game", "delectable", "--n", "2", "--out"])
        .arg(name)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(folder.path().join(name).join("run-log.json").exists());
}
