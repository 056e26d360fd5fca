//! Shards of runs, and their merge into one run.

use std::{fs, path::Path};

use tempfile::TempDir;

use super::{files, names, sim, text, words};

/// Plays shard `number` of `of` into the folder `number`-`of`.
fn play(folder: &Path, line: &str, number: u64, of: u64) -> String {
    let line = format!("{line} --shard {number}/{of} --out {number}-{of}");
    let output = sim(folder, &words(&line));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The error message for parts that do not belong together.
fn refused(folder: &Path, parts: &str) -> String {
    let output = sim(folder, &words(&format!("merge {parts} --out never")));
    assert_ne!(output.status.code(), Some(0), "{parts}");
    assert!(!folder.join("never").exists() && output.stdout.is_empty(), "{parts}");
    text(&output.stderr)
}

#[test]
fn parts_of_a_run_become_the_folder_of_one_machine() {
    let folder = TempDir::new().unwrap();
    // Two strategies in four seats: tables with four rotations, and with two.
    for (at, line) in [
        "--game delectable --n 3000 --players 4 --strategies greedy,random --set hand_limit=6 --seed 9",
        "--game critter-kitchen --n 60 --players 1 --strategies greedy,random",
        "--game delectable --n 7 --lineup random,greedy,random",
    ]
    .into_iter()
    .enumerate()
    {
        for number in 1..=3 {
            let said = play(folder.path(), line, number, 3);
            assert!(said.contains(&format!("\npart {number}/3 of ")), "{said}");
        }
        let (whole, merged) = (format!("whole-{at}"), format!("merged-{at}"));
        let line = format!("{line} --out {whole}");
        assert_eq!(sim(folder.path(), &words(&line)).status.code(), Some(0));
        let output = sim(folder.path(), &words(&format!("merge 3-3 1-3 2-3 --out {merged}")));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let stdout = text(&output.stdout);
        assert!(stdout.ends_with(&format!("3 parts joined\nPage: ./{merged}/report.html\n")), "{stdout}");
        let same = files(&folder.path().join(whole)) == files(&folder.path().join(merged));
        assert!(same, "{line}");
        (1..=3).for_each(|number| fs::remove_dir_all(folder.path().join(format!("{number}-3"))).unwrap());
    }
    // The merged run is stored and continued like any other.
    let line = "--game delectable --n 9 --lineup random,greedy,random --out merged-2";
    let output = sim(folder.path(), &words(line));
    assert!(text(&output.stdout).contains("\n9 games were played earlier"), "{}", text(&output.stdout));
    assert_eq!(names(folder.path()).len(), 6);
}

#[test]
fn parts_that_do_not_make_a_whole_are_refused_by_name() {
    let folder = TempDir::new().unwrap();
    let line = "--game delectable --n 2000 --strategies greedy,random";
    (1..=3).for_each(|number| drop(play(folder.path(), line, number, 3)));
    play(folder.path(), line, 2, 4);
    for (parts, said) in [
        (
            "1-3 3-3",
            "deals 256 to 512 are missing: nothing stands between 1-3 (deals 0 to 256) and 3-3 (deals 512 to 1000)",
        ),
        ("2-3 3-3", "deals 0 to 256 are missing: no part begins with the first"),
        ("2-3 1-3", "deals 512 to 1000 are missing: nothing follows 2-3 (deals 256 to 512)"),
        ("1-3 2-3 2-3 3-3", "2-3 (deals 256 to 512) and 2-3 (deals 256 to 512) hold some deals twice"),
        ("1-3 2-3 nowhere 3-3", "nowhere holds no run: manifest.json: "),
    ] {
        let error = refused(folder.path(), parts);
        assert!(error.starts_with(&format!("error: {said}")), "{parts}: {error}");
        assert_eq!(error.lines().count(), 2, "{error}");
    }
    let doubled = refused(folder.path(), "1-3 2-3 2-4 3-3");
    assert!(doubled.contains(" hold some deals twice\n"), "{doubled}");

    // The message names the inputs that differ.
    for (more, said) in [
        ("--seed 2", "seed 1 and 2"),
        ("--players 3", "players 2 and 3"),
        ("--set hand_limit=6", "other rules"),
        ("--strategies random,greedy", "strategies greedy,random and random,greedy"),
    ] {
        let other = if more.starts_with("--strategies") {
            "--game delectable --n 2000".to_owned()
        } else {
            line.to_owned()
        };
        let output = sim(folder.path(), &words(&format!("{other} {more} --shard 2/3 --out other --force")));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let error = refused(folder.path(), "1-3 other 3-3");
        assert_eq!(
            error.lines().next().unwrap(),
            format!("error: 1-3 and other are of different runs: {said}")
        );
    }

    // One part from another build, and parts that all come from another build.
    let manifest = folder.path().join("2-3/manifest.json");
    let text_of_it = fs::read_to_string(&manifest).unwrap();
    let value: serde_json::Value = serde_json::from_str(&text_of_it).unwrap();
    let code = value["code"].as_str().unwrap();
    fs::write(&manifest, text_of_it.replace(code, "0123456789abcdef")).unwrap();
    let error = refused(folder.path(), "1-3 2-3 3-3");
    assert!(
        error.contains(": they were played by builds that play or count the game differently\n"),
        "{error}"
    );
    let error = refused(folder.path(), "2-3");
    assert!(
        error.starts_with(
            "error: 2-3: Delectable was played by a build that plays or counts it differently\n"
        ),
        "{error}"
    );
    fs::write(&manifest, text_of_it).unwrap();

    // A tally that is damaged, or that belongs to another part.
    let tally = folder.path().join("2-3/tally.bin");
    let bytes = fs::read(&tally).unwrap();
    let mut damaged = bytes.clone();
    damaged[bytes.len() / 2] ^= 1;
    for (bytes, said) in [
        (damaged, "the tally is damaged: its checksum does not fit"),
        (bytes[..99].to_vec(), "the tally is cut off after 99 bytes"),
        (
            fs::read(folder.path().join("1-3/tally.bin")).unwrap(),
            "it is of deals 0 to 256, and the manifest of others",
        ),
    ] {
        fs::write(&tally, bytes).unwrap();
        let error = refused(folder.path(), "1-3 2-3 3-3");
        assert!(error.starts_with(&format!("error: 2-3/tally.bin: {said}\n")), "{error}");
    }
    fs::write(&tally, bytes).unwrap();
    let output = sim(folder.path(), &words("merge 1-3 2-3 3-3 --out whole"));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));

    // A longer run of the same inputs is not replaced by a shorter one.
    let longer = line.replace("2000", "2100");
    assert_eq!(sim(folder.path(), &words(&format!("{longer} --out whole"))).status.code(), Some(0));
    let output = sim(folder.path(), &words("merge 1-3 2-3 3-3 --out whole"));
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.starts_with("error: whole holds 2,100 games of this run, more than these parts\n"),
        "{error}"
    );

    // A folder that holds this part accepts no other part of the same run.
    let output = sim(folder.path(), &words(&format!("{line} --shard 3/3 --out 2-3")));
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(error.starts_with("error: 2-3 is of deals 256 to 512, not from 512 on\n"), "{error}");
}

#[test]
fn parts_are_not_joined_into_one_of_them() {
    let folder = TempDir::new().unwrap();
    let line = "--game delectable --n 2000 --strategies greedy,random";
    (1..=3).for_each(|number| drop(play(folder.path(), line, number, 3)));
    let before = files(folder.path());
    let mut places = vec!["1-3", "./1-3", "2-3/../1-3"];
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink("1-3", folder.path().join("link")).unwrap();
        places.push("link");
    }
    for out in places {
        for force in ["", " --force"] {
            let output = sim(folder.path(), &words(&format!("merge 1-3 2-3 3-3 --out {out}{force}")));
            assert_eq!(output.status.code(), Some(2), "{out}");
            assert_eq!(
                text(&output.stderr),
                "error: 1-3 is one of the parts, and the whole run would replace it\n  help: choose another folder with --out\n"
            );
        }
    }
    let _ = fs::remove_file(folder.path().join("link"));
    assert!(files(folder.path()) == before, "nothing is touched");
}

#[test]
fn a_part_is_not_answered_with_more_deals_than_it_has() {
    let folder = TempDir::new().unwrap();
    let line = "--game delectable --n 4000 --strategies greedy,random";
    play(folder.path(), line, 1, 2);
    let output = sim(folder.path(), &words(&format!("{line} --shard 1/3 --out 1-2")));
    assert_eq!(output.status.code(), Some(2));
    let error = text(&output.stderr);
    assert!(
        error.starts_with("error: 1-2 holds 1,536 games of this run, more than are asked for\n"),
        "{error}"
    );
}
