//! The program as people call it: exit status, standard output, standard error, files.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use tempfile::TempDir;

/// Runs the program in a folder of its own.
fn sim(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sim")).current_dir(folder).args(arguments).output().unwrap()
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn bad_input_gets_one_line_of_what_and_one_of_the_way_out() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a-file"), "").unwrap();
    fs::write(
        folder.path().join("broken.toml"),
        "format = 1\ngame = \"delectable\"\nabout = \"x\"\n[on.turn]\nscore = \"is_rol\"\n",
    )
    .unwrap();
    fs::write(folder.path().join("torn.toml"), "format = 1\ngame = \n").unwrap();
    fs::write(
        folder.path().join("values.toml"),
        "format = 1\ngame = \"delectable\"\n[values]\nhand_limit = 99\n",
    )
    .unwrap();
    fs::create_dir(folder.path().join("mine")).unwrap();
    fs::write(folder.path().join("mine/letter.txt"), "keep me").unwrap();
    let game = |line: &str| format!("format = 1\n{line}\nabout = \"x\"\n");
    fs::write(folder.path().join("nope.toml"), game("game = \"nope\"")).unwrap();
    fs::write(folder.path().join("near.toml"), game("  game = \"la-bistrot\"")).unwrap();
    fs::write(folder.path().join("number.toml"), game("game = 7")).unwrap();
    fs::write(folder.path().join("latin.toml"), b"format = 1\nabout = \"caf\xe9\"\n").unwrap();
    let files = fs::read_dir(folder.path()).unwrap().count();
    let cases: [(&str, &str); 39] = [
        ("--game delectible", "error: no game `delectible`\n  help: did you mean `delectable`?"),
        (
            "--game delectable --strategies raidr",
            "error: no strategy `raidr` for delectable\n  help: did you mean `raider`? A file is named with its ending, my-plan.toml",
        ),
        (
            "--game delectable --strategies raider,raider",
            "error: strategy `raider` stands twice in the pool\n  help: name each once; --lineup seats a strategy several times",
        ),
        (
            "--game delectable --players 6",
            "error: Delectable is not played by 6\n  help: give --players 2 to 5, or all",
        ),
        (
            "--game delectable --players 1",
            "error: Delectable is not played by 1\n  help: give --players 2 to 5, or all",
        ),
        (
            "--game delectable --lineup raider,random --players 3",
            "error: --lineup names 2 strategies for 3 players\n  help: name one for each seat, or leave --players out",
        ),
        (
            "--game delectable --set hand_limit",
            "error: --set hand_limit has no value\n  help: write --set hand_limit=VALUE; `sim params --game delectable` lists the paths",
        ),
        (
            "--game delectable --set hand_limt=6",
            "error: no parameter `hand_limt` in delectable\n  help: did you mean `hand_limit`?",
        ),
        (
            "--game delectable --set hand_limit=60",
            "error: hand_limit: 60 is not allowed here\n  help: allowed: 1 to 12",
        ),
        (
            "--game delectable --set cards.S2.copies=20 --set cards.S3.copies=20 --set cards.S4.copies=20",
            "error: a deck of 153 cards cannot be played\n  help: the copies in table `cards` must add up to 2 to 128",
        ),
        (
            "--game delectable --preset 2020-06",
            "error: no preset `2020-06` in delectable\n  help: did you mean `2020-05`?",
        ),
        (
            "--game delectable --data values.toml",
            "error: values.toml:4:14: hand_limit: 99 is not allowed here\n  help: allowed: 1 to 12",
        ),
        (
            "--game delectable --data nowhere.toml",
            "error: cannot read nowhere.toml: No such file or directory (os error 2)\n  help: check the path",
        ),
        (
            "--game delectable --strategies broken.toml",
            "error: broken.toml:5:10: unknown name `is_rol`\n  help: did you mean `is_roll`?",
        ),
        ("--game delectable --strategies torn.toml", "error: torn.toml:2:8: "),
        ("--game delectable --out a-file/run", "error: cannot make the folder a-file: "),
        (
            "--game delectable --out mine",
            "error: mine holds something that is not a run\n  help: choose another folder with --out",
        ),
        (
            "--game delectable --players all --out x",
            "error: --out names one folder for several runs\n  help: leave --out or --players all out",
        ),
        (
            "--game delectable --n 0",
            "error: --n 0: not from 1 to 1,000,000,000,000\n  help: write 1000000, 1e6, 1_000_000 or 250k",
        ),
        ("--game delectable --n -5", "error: --n -5: below 0\n  help: write 1000000, 1e6, 1_000_000 or 250k"),
        (
            "--game delectable --n 1e13",
            "error: --n 1e13: not from 1 to 1,000,000,000,000\n  help: write 1000000, 1e6, ",
        ),
        (
            "--game delectable --n ten",
            "error: --n ten: not a number\n  help: write 1000000, 1e6, 1_000_000 or 250k",
        ),
        ("--game delectable --n 2.5", "error: --n 2.5: not a whole number\n  help: write 1000000, "),
        ("--game delectable --n 1e30", "error: --n 1e30: out of reach\n  help: at most 9e15 is counted"),
        ("--game delectable --seed -1", "error: --seed -1: below 0\n  help: write 1000000, "),
        (
            "--game delectable --threads 0",
            "error: --threads 0: not from 1 to 1,024\n  help: leave --threads out to use all cores",
        ),
        ("--game delectable --threads 1e5", "error: --threads 1e5: not from 1 to 1,024\n  help: leave "),
        (
            "--game delectable --players -1",
            "error: Delectable is not played by -1\n  help: give --players 2 to 5, or all",
        ),
        ("replay --game delectable --deal -1", "error: --deal -1: below 0\n  help: write 1000000, "),
        (
            "replay --game delectable --rotation 2",
            "error: deal 0 has 2 rotations\n  help: give --rotation 0 to 1",
        ),
        (
            "--game delectable --strategies zzz",
            "error: no strategy `zzz` for delectable\n  help: known here: `default`, ",
        ),
        (
            "check nope.toml",
            "error: nope.toml:2:8: no game `nope`\n  help: known here: `critter-kitchen`, `delectable`, `la-bistro`",
        ),
        ("check near.toml", "error: near.toml:2:10: no game `la-bistrot`\n  help: did you mean `la-bistro`?"),
        (
            "check number.toml",
            "error: number.toml:2:8: the game is not named by a text\n  help: write game = \"...\", in quotes",
        ),
        (
            "check latin.toml",
            "error: latin.toml:2:13: not UTF-8 from here on\n  help: save the file as UTF-8",
        ),
        ("--game delectable --data latin.toml", "error: latin.toml:2:13: not UTF-8 from here on\n"),
        (
            "check nowhere.toml",
            "error: cannot read nowhere.toml: No such file or directory (os error 2)\n  help: check the path",
        ),
        (
            "new strategy Mine --game delectable",
            "error: `Mine` cannot be a strategy's name\n  help: use small letters, digits and hyphens",
        ),
        (
            "new strategy raider --game delectable",
            "error: `raider` is the name of a shipped strategy\n  help: choose another name",
        ),
    ];
    for (line, expected) in cases {
        let output = sim(folder.path(), &words(line));
        let stderr = text(&output.stderr);
        let status = if line.contains("a-file") { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(status), "{line}: {stderr}");
        assert!(stderr.starts_with(expected), "{line}:\n{stderr}");
        assert_eq!(stderr.lines().count(), 2, "{line}:\n{stderr}");
        assert!(output.stdout.is_empty(), "{line}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("mine/letter.txt")).unwrap(), "keep me");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), files, "nothing half written: {left:?}");
}

#[test]
fn misuse_of_options_has_status_two_and_says_why() {
    let folder = TempDir::new().unwrap();
    for (line, expected) in [
        ("--game delectable --strategies a --lineup b", "cannot be used with"),
        ("--n 5", "--game <GAME>"),
        ("rnu --game delectable", "unrecognized subcommand 'rnu'"),
        ("run --gmae delectable", "a similar argument exists: '--game'"),
    ] {
        let output = sim(folder.path(), &words(line));
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains(expected), "{line}:\n{stderr}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_run_prints_win_shares_and_writes_its_folder() {
    let folder = TempDir::new().unwrap();
    let output = sim(
        folder.path(),
        &words("--game delectable --n 400 --strategies raider,random --out here --episodes"),
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(output.stderr.is_empty(), "no bar without a terminal: {}", text(&output.stderr));
    let stdout = text(&output.stdout);
    assert!(
        stdout.starts_with("Delectable, 2 players: 400 games of 200 deals, seed 1\n\nstrategy  win_share"),
        "{stdout}"
    );
    assert!(stdout.contains("fair share: 50.00 %") && stdout.ends_with("written to ./here\n"), "{stdout}");
    for file in [
        "manifest.json",
        "run-log.json",
        "report.html",
        "episodes.parquet",
        "win_share_by_seat.csv",
        "win-share-by-seat.svg",
        "win-share-by-seat.png",
        "component_contrast.csv",
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

    // One seat plays against an opponent without one.
    let line = "--game critter-kitchen --players 1 --n 20 --strategies greedy,random --out solo --episodes";
    let solo = sim(folder.path(), &words(line));
    let stdout = text(&solo.stdout);
    assert!(
        stdout.starts_with("Critter Kitchen, 1 player against McDogald's: 20 games of 20 deals"),
        "{stdout}"
    );
    assert!(!stdout.contains("seat") && !stdout.contains("fair share"), "{stdout}");

    // The command in the manifest makes the same run: presets, changes and all.
    let line =
        "--game delectable --n 40 --preset 2020-05 --set die_faces=12 --seed 9 --strategies greedy,random";
    assert_eq!(sim(folder.path(), &words(&format!("{line} --out a"))).status.code(), Some(0));
    let first = fs::read_to_string(folder.path().join("a/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&first).unwrap();
    let command = format!("{} --out b", manifest["command"].as_str().unwrap());
    assert_eq!(sim(folder.path(), &words(&command)[1..]).status.code(), Some(0), "{command}");
    assert_eq!(fs::read_to_string(folder.path().join("b/manifest.json")).unwrap(), first);

    // The same run again replaces its folder; another one is refused, unless it is forced.
    let line = "--game delectable --n 400 --strategies raider,random --out here --episodes";
    assert_eq!(sim(folder.path(), &words(line)).status.code(), Some(0));
    let other = line.replace("400", "500");
    let refused = sim(folder.path(), &words(&other));
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(
        text(&refused.stderr),
        "error: here holds another run\n  help: choose another folder with --out, or replace it with --force\n"
    );
    assert_eq!(sim(folder.path(), &words(&(other + " --force"))).status.code(), Some(0));
}

#[test]
fn a_folder_of_the_same_command_on_edited_files_is_not_replaced() {
    let folder = TempDir::new().unwrap();
    assert_eq!(sim(folder.path(), &words("new strategy mine --game delectable")).status.code(), Some(0));
    let write = |limit: u32| {
        let text = format!("format = 1\ngame = \"delectable\"\n[values]\nhand_limit = {limit}\n");
        fs::write(folder.path().join("values.toml"), text).unwrap();
    };
    write(6);
    let run = words("--game delectable --n 20 --strategies mine,random --data values.toml --out here");
    let analysis = words("analyse dice --game la-bistro -n 0 --data bistro.toml --out chart");
    fs::write(folder.path().join("bistro.toml"), "format = 1\ngame = \"la-bistro\"\n").unwrap();
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
    fs::write(folder.path().join("bistro.toml"), "format = 1\ngame = \"la-bistro\"\n# edited\n").unwrap();
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
    // The last word counts, however it is written and wherever it stands.
    let changed = command("--set hand_limit=5 --set cards.S2.cost=9 --set hand_limit=+6");
    assert!(changed.contains(" --set hand_limit=6 --set cards.S2.cost=9 --n"), "{changed}");
    assert_eq!(command("--set cards.S2.cost=9 --set hand_limit=6"), changed);
    assert_eq!(runs(), 2);

    for option in ["--set hand_limit=6", "--preset 2020-05", "--json", "--changed"] {
        let output = sim(folder.path(), &words(&format!("params --game delectable --file {option}")));
        assert_eq!(output.status.code(), Some(2), "{option}");
        let name = option.split(' ').next().unwrap();
        let error = format!("error: --file prints the data file as it is, and {name} has no part in it\n");
        assert!(text(&output.stderr).starts_with(&error), "{}", text(&output.stderr));
    }
    let one = text(&sim(folder.path(), &words("--game delectable --n 2 --set hand_limit=6")).stdout);
    assert!(one.starts_with("Delectable, 2 players: 2 games of 1 deal, seed 1\n"), "{one}");
    assert!(one.contains("\n1 value off the default\n"), "{one}");
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

#[test]
fn formats_for_programs_hold_the_same_numbers() {
    let folder = TempDir::new().unwrap();
    let base = "--game delectable --n 2000 --strategies greedy,random --out here";
    let json = sim(folder.path(), &words(&format!("{base} --format json")));
    let value: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let rows = &value["tables"]["win_share_by_strategy_and_seat"]["rows"];
    let csv = text(&sim(folder.path(), &words(&format!("{base} --format csv"))).stdout);
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("strategy,seat,n,deals,win_share,standard_error,low,high,note,fair_share"));
    for (at, line) in lines.enumerate() {
        let share: f64 = line.split(',').nth(4).unwrap().parse().unwrap();
        assert_eq!(rows[at]["win_share"].as_f64(), Some(share));
    }
    let file = fs::read_to_string(folder.path().join("here/win_share_by_strategy_and_seat.csv")).unwrap();
    assert_eq!(csv, file);
}

#[test]
fn several_table_sizes_are_one_readable_output() {
    let folder = TempDir::new().unwrap();
    let base = "--game critter-kitchen --n 10 --players all --strategies greedy,random --format";
    let json = sim(folder.path(), &words(&format!("{base} json")));
    let runs: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let players: Vec<u64> =
        runs.as_array().unwrap().iter().map(|run| run["manifest"]["players"].as_u64().unwrap()).collect();
    assert_eq!(players, [1, 2, 3, 4, 5]);

    let csv = text(&sim(folder.path(), &words(&format!("{base} csv"))).stdout);
    let mut lines = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().unwrap();
    assert_eq!(header[..5], ["players", "strategy", "seat", "n", "deals"]);
    let rows: Vec<Vec<&str>> = lines.collect();
    // Two strategies alone, and in each seat of the other tables.
    assert_eq!(rows.len(), 2 * (1 + 2 + 3 + 4 + 5));
    assert!(rows.iter().all(|row| row.len() == header.len()));
    // Who plays alone has a share of games and no seat.
    assert_eq!(rows.iter().filter(|row| row[2].is_empty()).count(), 2);
    for (number, run) in runs.as_array().unwrap().iter().enumerate().skip(1) {
        let shares = run["tables"]["win_share_by_strategy_and_seat"]["rows"].as_array().unwrap();
        let own: Vec<_> = rows.iter().filter(|row| row[0] == (number + 1).to_string()).collect();
        assert_eq!(own.len(), shares.len());
        for (row, share) in own.iter().zip(shares) {
            assert_eq!((row[1], row[3]), (share["strategy"].as_str().unwrap(), &*share["n"].to_string()));
            assert_eq!(row[5].parse::<f64>().ok(), share["win_share"].as_f64());
        }
    }
}

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
    let child = Command::new(env!("CARGO_BIN_EXE_sim"))
        .current_dir(folder.path())
        .args(words("--game delectable --n 1e9 --strategies random,greedy --out cut --episodes"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Long enough for some deals, whatever the machine is doing.
    std::thread::sleep(std::time::Duration::from_secs(4));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{stderr}");
    if stderr.contains("nothing is written") {
        return;
    }
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

#[test]
fn a_new_strategy_is_in_order_and_plays_under_its_name() {
    let folder = TempDir::new().unwrap();
    let made = sim(folder.path(), &words("new strategy mine --game delectable --from balancer"));
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let checked = sim(folder.path(), &words("check strategies/delectable/mine.toml"));
    assert_eq!(
        text(&checked.stdout),
        "strategies/delectable/mine.toml: a strategy for delectable; the game's default decides again, victim, loss, rename, theft, trim\n"
    );
    let twice = sim(folder.path(), &words("new strategy mine --game delectable"));
    assert_eq!(twice.status.code(), Some(2));
    // A copy under another name plays the same games: the luck does not hang on names.
    let shares = |strategies: &str| {
        let line = format!("--game delectable --n 200 --lineup {strategies} --format csv --out o --force");
        let csv = text(&sim(folder.path(), &words(&line)).stdout);
        csv.lines().skip(1).map(|line| line.split_once(',').unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(shares("mine,random"), shares("balancer,random"));
}

/// Puts `raider` and `prestige` into two folders under the same name, `x`.
fn two_called_x(folder: &Path) {
    for (place, name) in [("A", "raider"), ("B", "prestige")] {
        fs::create_dir_all(folder.join(place)).unwrap();
        let shipped =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("strategies/delectable/{name}.toml"));
        fs::copy(shipped, folder.join(place).join("x.toml")).unwrap();
    }
}

#[cfg(unix)]
#[test]
fn the_command_of_a_manifest_makes_the_run_again_from_files_too() {
    let folder = TempDir::new().unwrap();
    two_called_x(folder.path());
    fs::create_dir(folder.path().join("it's mine")).unwrap();
    fs::copy(folder.path().join("A/x.toml"), folder.path().join("it's mine/y.toml")).unwrap();
    fs::write(
        folder.path().join("my values.toml"),
        "format = 1\ngame = \"delectable\"\n[values]\nhand_limit = 6\n",
    )
    .unwrap();
    let arguments = ["--game", "delectable", "--n", "30", "--data", "my values.toml", "--out", "first"];
    for who in [["--strategies", "B/x.toml,it's mine/y.toml,random"], ["--lineup", "it's mine/y.toml,random"]]
    {
        let output = sim(folder.path(), &[&arguments[..], &who, &["--force"]].concat());
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let first = fs::read_to_string(folder.path().join("first/manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&first).unwrap();
        let command = format!("{} --out second --force", manifest["command"].as_str().unwrap());
        let again = Command::new("sh")
            .current_dir(folder.path())
            .args(["-c", &command.replacen("sim", env!("CARGO_BIN_EXE_sim"), 1)])
            .output()
            .unwrap();
        assert_eq!(again.status.code(), Some(0), "{command}: {}", text(&again.stderr));
        assert_eq!(fs::read_to_string(folder.path().join("second/manifest.json")).unwrap(), first);
        // What the files leave out was decided by the default, so its text belongs to the run.
        let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies/delectable/default.toml");
        assert_eq!(manifest["default_script"], fs::read_to_string(default).unwrap());
    }
    let line = "--game delectable --n 4 --strategies default,random --out whole --format json";
    let whole: serde_json::Value = serde_json::from_slice(&sim(folder.path(), &words(line)).stdout).unwrap();
    assert!(whole["manifest"]["default_script"].is_null(), "nothing was left to it");
}

#[test]
fn two_strategies_of_one_name_are_refused_and_one_from_two_places_is_one() {
    let folder = TempDir::new().unwrap();
    two_called_x(folder.path());
    fs::create_dir(folder.path().join("C")).unwrap();
    fs::copy(folder.path().join("A/x.toml"), folder.path().join("C/x.toml")).unwrap();
    fs::copy(folder.path().join("A/x.toml"), folder.path().join("random.toml")).unwrap();
    for (line, error) in [
        ("--lineup A/x.toml,B/x.toml", "two strategies are called `x`: A/x.toml and B/x.toml"),
        ("--strategies A/x.toml,B/x.toml", "two strategies are called `x`: A/x.toml and B/x.toml"),
        ("--lineup random.toml,random", "two strategies are called `random`: random.toml and a shipped one"),
    ] {
        let output = sim(folder.path(), &words(&format!("--game delectable {line}")));
        assert_eq!(output.status.code(), Some(2), "{line}");
        let expected = format!("error: {error}\n  help: give one of the files another name\n");
        assert_eq!(text(&output.stderr), expected, "{line}");
    }
    let same = sim(
        folder.path(),
        &words("--game delectable --n 20 --lineup A/x.toml,C/x.toml --out o --format csv"),
    );
    assert_eq!(same.status.code(), Some(0), "{}", text(&same.stderr));
    let named = text(&same.stdout).lines().skip(1).map(|line| line.starts_with("x,")).collect::<Vec<_>>();
    assert_eq!(named, [true, true]);
}

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
fn a_designers_own_strategies_are_listed_and_said_to_go_first() {
    let folder = TempDir::new().unwrap();
    assert_eq!(sim(folder.path(), &words("new strategy mine --game delectable")).status.code(), Some(0));
    let own = folder.path().join("strategies/delectable");
    for name in ["raider", "default"] {
        fs::copy(own.join("mine.toml"), own.join(format!("{name}.toml"))).unwrap();
    }
    // As in a clone of the project: the shipped file itself hides nothing.
    let clone = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies/delectable/balancer.toml");
    fs::copy(clone, own.join("balancer.toml")).unwrap();
    fs::write(own.join("torn.toml"), "format = \n").unwrap();
    fs::write(own.join("notes.txt"), "").unwrap();
    let list = text(&sim(folder.path(), &words("list --game delectable")).stdout);
    let roles: Vec<Vec<&str>> = list
        .lines()
        .map(|line| line.split("  ").filter(|cell| !cell.is_empty()).map(str::trim).collect())
        .collect();
    let role = |name: &str| {
        let found: Vec<_> = roles.iter().filter(|row| row.first() == Some(&name)).collect();
        assert_eq!(found.len(), 1, "{name}:\n{list}");
        found[0][1]
    };
    assert_eq!([role("mine"), role("balancer"), role("greedy")], ["own", "archetype", "yardstick"]);
    assert_eq!([role("raider"), role("default")], ["own, before the shipped one"; 2]);
    assert!(list.contains("(not in order: sim check strategies/delectable/torn.toml)"), "{list}");
    assert!(!list.contains("notes"), "{list}");

    let said = |who: &str| {
        let output = sim(folder.path(), &words(&format!("--game delectable --n 2 --force --out o {who}")));
        assert_eq!(output.status.code(), Some(0));
        text(&output.stderr)
    };
    let raider = "strategies/delectable/raider.toml goes before the shipped `raider`";
    let default = "strategies/delectable/default.toml goes before the shipped `default`, \
                   though not for what other files leave out";
    assert_eq!(said("--strategies raider,mine"), format!("{raider}\n"));
    assert_eq!(said("--lineup default,raider"), format!("{default}\n{raider}\n"));
    // Here no name hides another.
    assert_eq!(said("--strategies balancer,mine"), "");
}

#[test]
fn an_analysis_prints_its_first_table_and_writes_them_all() {
    let folder = TempDir::new().unwrap();
    let line = "analyse dice --game la-bistro -n 3000 --format csv --out chart";
    let output = sim(folder.path(), &words(line));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let csv = text(&output.stdout);
    let mut lines = csv.lines();
    assert!(lines.next().unwrap().starts_with("box,row,column,colour,first,"), "{csv}");
    let exact: Vec<f64> = lines.map(|line| line.split(',').nth(8).unwrap().parse().unwrap()).collect();
    assert_eq!(exact.len(), 90);
    // Fifteen dice are placed in every round.
    assert!((exact.iter().sum::<f64>() - 15.0).abs() < 1e-6);
    let read = |out: &str, file: &str| fs::read_to_string(folder.path().join(out).join(file)).unwrap();
    assert_eq!(csv, read("chart", "boxes.csv"));
    assert!(read("chart", "boxes.svg").contains("</svg>"));
    assert!(folder.path().join("chart/boxes.png").is_file());
    assert!(read("chart", "fit.csv").starts_with("rounds,chi_square,degrees_of_freedom,p_value\n3000,"));

    // The same command may come again; a changed chart shows at once.
    assert_eq!(sim(folder.path(), &words(line)).status.code(), Some(0));
    let changed = sim(
        folder.path(),
        &words("analyse dice --game la-bistro -n 0 --set chart.1.first=fame --format json --out changed"),
    );
    let value: serde_json::Value = serde_json::from_slice(&changed.stdout).unwrap();
    let row = &value["tables"]["boxes"]["rows"][0];
    assert_eq!((row["first"].as_str(), row["exact"].is_number()), (Some("fame"), true));
    // Nothing was simulated, so nothing is said about it.
    assert!(row["simulated"].is_null() && value["tables"]["fit"]["rows"][0]["p_value"].is_null());
    assert_ne!(read("chart", "criteria.csv"), read("changed", "criteria.csv"));
    assert!(read("changed", "boxes.svg").contains("1 value off the default"));
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

#[test]
fn an_unknown_analysis_gets_the_names_of_the_known_ones() {
    let folder = TempDir::new().unwrap();
    for (line, error) in [
        ("dise --game la-bistro", "no analysis `dise` in la-bistro\n  help: did you mean `dice`?"),
        ("chart --game la-bistro", "no analysis `chart` in la-bistro\n  help: known here: `dice`"),
        ("--game la-bistro", "no analysis of la-bistro is named\n  help: known here: `dice`"),
        ("dice --game delectable", "no analysis `dice` in delectable\n  help: it publishes none; "),
        ("dice --game la-bistro --players 9", "La Bistro is not played by 9\n"),
    ] {
        let output = sim(folder.path(), &words(&format!("analyse {line}")));
        assert_eq!(output.status.code(), Some(2), "{line}");
        let stderr = text(&output.stderr);
        assert!(stderr.starts_with(&format!("error: {error}")), "{line}: {stderr}");
    }
}
