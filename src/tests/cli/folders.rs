//! Folders of results: the user's files stay, whatever is played again, and damaged files are reported.

use std::fs;

use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn notes_in_the_folder_of_a_comparison_stay() {
    for verb in ["diff --set hand_limit=5", "sweep --vary hand_limit=5,7", "compare raider saboteur"] {
        let folder = TempDir::new().unwrap();
        let here = folder.path().join("here");
        let run = |options: &str| {
            let line = format!("{verb} --game delectable --out here {options}");
            let output = sim(folder.path(), &words(&line));
            (output.status.code(), text(&output.stderr))
        };
        assert_eq!(run("--n 8").0, Some(0), "{verb}");
        let first = fs::read_to_string(here.join("manifest.json")).unwrap();
        fs::write(here.join("notes.txt"), "mine").unwrap();
        fs::create_dir(here.join("drafts")).unwrap();
        fs::write(here.join("drafts/idea.csv"), "mine too").unwrap();
        // More games of the same run are accepted. Other inputs are refused, or replaced on request.
        assert_eq!(run("--n 16").0, Some(0), "{verb}");
        let longer = fs::read_to_string(here.join("manifest.json")).unwrap();
        let refused = run("--n 8 --seed 2");
        assert_eq!(refused.0, Some(2), "{verb}");
        assert!(
            refused.1.contains("here holds another run") && refused.1.contains("--force"),
            "{}",
            refused.1
        );
        assert_eq!(fs::read_to_string(here.join("manifest.json")).unwrap(), longer, "{verb}");
        assert_eq!(run("--n 8 --seed 2 --force").0, Some(0), "{verb}");
        let replaced = fs::read_to_string(here.join("manifest.json")).unwrap();
        assert!(first != longer && longer != replaced, "{verb}");
        assert_eq!(fs::read_to_string(here.join("notes.txt")).unwrap(), "mine", "{verb}");
        assert_eq!(fs::read_to_string(here.join("drafts/idea.csv")).unwrap(), "mine too", "{verb}");
    }
}

/// Names end with four digits of a digest, so among some hundred runs of one name two collide.
#[test]
fn a_checkpoint_of_another_run_with_the_same_short_name_is_in_nobodys_way() {
    let folder = TempDir::new().unwrap();
    let runs = folder.path().join("reports/delectable/runs");
    let line = |seed: u64| format!("--game delectable --strategies raider,prestige --n 200 --seed {seed}");
    let run = |line: &str| {
        let output = sim(folder.path(), &words(line));
        assert_eq!(output.status.code(), Some(0), "{line}\n{}", text(&output.stderr));
        text(&output.stdout)
    };
    let folders = || {
        let all = fs::read_dir(&runs).unwrap().map(|entry| entry.unwrap().path());
        let mut all: Vec<_> = all.filter(|path| path.is_dir()).collect();
        all.sort();
        all
    };
    let first = run(&line(1));
    let [own] = &folders()[..] else { panic!("one run, one folder") };
    let name = own.file_name().unwrap().to_str().unwrap().to_owned();
    run(&line(2));
    let other = folders().into_iter().find(|path| path != own).unwrap();
    // As if the second run had been interrupted, under the short name of the first.
    let beside = runs.join(format!(".{name}.checkpoint"));
    fs::copy(other.join("tally.bin"), &beside).unwrap();
    let theirs = fs::read(&beside).unwrap();
    for path in folders() {
        fs::remove_dir_all(path).unwrap();
    }
    let wins = |printed: &str| {
        printed.lines().filter(|line| line.contains('±')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(wins(&run(&line(1))), wins(&first));
    let [longer] = &folders()[..] else { panic!("one run, one folder") };
    let longer = longer.file_name().unwrap().to_str().unwrap();
    assert!(longer.starts_with(&name) && longer.len() == name.len() + 4, "{longer} beside {name}");
    assert_eq!(fs::read(&beside).unwrap(), theirs);
    // A call with several arms resumes each from what is stored.
    run("diff --game delectable --strategies raider,prestige --n 200 --set hand_limit=5");
}

#[test]
fn a_damaged_manifest_is_called_damaged_and_stops_nothing_else() {
    let folder = TempDir::new().unwrap();
    let run = |line: &str| {
        let output = sim(folder.path(), &words(line));
        (output.status.code(), text(&output.stderr))
    };
    let line = "--game delectable --strategies raider,prestige --n 200";
    let named = format!("{line} --out o");
    assert_eq!(run(&named).0, Some(0));
    assert_eq!(run(line).0, Some(0));
    let runs = folder.path().join("reports/delectable/runs");
    let kept = fs::read_dir(&runs).unwrap().map(|entry| entry.unwrap().path()).find(|path| path.is_dir());
    for place in [folder.path().join("o"), kept.unwrap()] {
        let manifest = fs::read_to_string(place.join("manifest.json")).unwrap();
        fs::write(place.join("manifest.json"), &manifest[..manifest.len() / 2]).unwrap();
    }
    let (status, error) = run(&named);
    assert_eq!(status, Some(1));
    let way_out = "choose another folder with --out, or replace it with --force";
    assert_eq!(error, format!("error: o/manifest.json is damaged\n  help: {way_out}\n"));
    let (status, error) = run(line);
    assert!(status == Some(1) && error.contains("/manifest.json is damaged\n"), "{error}");
    // A comparison plays the same arm but writes no folder there.
    let swept = "sweep --game delectable --strategies raider,prestige --vary theft_min=2,4 --n 200";
    assert_eq!(run(swept), (Some(0), String::new()));
    assert_eq!(run(&format!("{named} --force")), (Some(0), String::new()));
    assert_eq!(run(&named), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_refused_before_anything_is_played() {
    let folder = TempDir::new().unwrap();
    std::os::unix::fs::symlink("nowhere/at/all", folder.path().join("link")).unwrap();
    fs::create_dir_all(folder.path().join("strategies/delectable")).unwrap();
    let strategy = folder.path().join("strategies/delectable/better.toml");
    std::os::unix::fs::symlink("nowhere.toml", &strategy).unwrap();
    let question = super::kills::QUESTION.replace("n = 60", "n = 1_000_000_000");
    fs::write(folder.path().join("hand.toml"), question).unwrap();
    let before = super::names(folder.path());
    let game = "--game delectable --n 1e9";
    for line in [
        game.to_owned(),
        format!("{game} --players 2,3"),
        format!("report {game}"),
        "report hand.toml".to_owned(),
        "run hand.toml".to_owned(),
        format!("sweep {game} --vary hand_limit=5,6"),
        format!("sweep {game} --vary hand_limit=5,6 --adapt 1e9"),
        format!("sweep {game} --vary hand_limit=5..7 --target plies=200"),
        format!("diff {game} --set hand_limit=5"),
        format!("diff {game} --without S2"),
        format!("robust {game}"),
        format!("compare greedy random {game}"),
        format!("run --until-decided {game}"),
        format!("skill {game}"),
        format!("compare all {game}"),
        format!("components {game}"),
        format!("components {game} --worth --price --learn 1e9"),
        format!("plans {game} --learn 1e9"),
        format!("balance {game} --learn 1e9 --goal plies=200..210"),
        format!("replay champion {game}"),
        "analyse dice --game la-bistro --n 1e15".to_owned(),
    ] {
        for (out, link) in [("link", "link"), ("link/in/it", "link")] {
            let output = sim(folder.path(), &words(&format!("{line} --out {out}")));
            let error = text(&output.stderr);
            let help = "remove the link, or make the folder that it leads to";
            let said = format!("error: {link} is a link to something that is not there\n  help: {help}\n");
            assert!(output.status.code() == Some(2) && error.ends_with(&said), "{line}: {error}");
        }
    }
    let exists = "error: strategies/delectable/better.toml exists already\n  help: choose another name\n";
    for line in ["train --game delectable --n 1e9", "train raider --params all --game delectable --n 1e9"] {
        let output = sim(folder.path(), &words(&format!("{line} --out better")));
        assert_eq!((output.status.code(), &*text(&output.stderr)), (Some(2), exists), "{line}");
    }
    assert_eq!(super::names(folder.path()), before);
    assert!(strategy.is_symlink());
}

#[test]
fn a_manifest_of_a_newer_schema_is_refused_with_both_numbers() {
    let folder = TempDir::new().unwrap();
    let run = |line: &str| {
        let output = sim(folder.path(), &words(line));
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    };
    let line = "--game delectable --strategies raider,prestige --n 200";
    assert_eq!(run(&format!("{line} --out mine")).0, Some(0));
    assert_eq!(run(&format!("{line} --name kept")).0, Some(0));
    assert_eq!(run(&format!("diff {line} --set hand_limit=5 --out changed")).0, Some(0));
    let mut known = 0;
    for place in ["mine", "reports/delectable/runs/kept", "changed"] {
        let path = folder.path().join(place).join("manifest.json");
        let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        known = manifest["schema"].as_u64().unwrap();
        manifest["schema"] = (known + 1).into();
        fs::write(&path, manifest.to_string()).unwrap();
    }
    let said = |place: &str| {
        format!("{place}/manifest.json is of schema {}, and this program reads up to {known}", known + 1)
    };
    let help = "update the program, or choose another folder";
    let before = super::files(folder.path());
    for (line, place) in [
        (format!("{line} --out mine"), "mine"),
        (format!("{line} --name kept"), "reports/delectable/runs/kept"),
        ("report mine".to_owned(), "mine"),
        ("merge mine --out whole".to_owned(), "mine"),
        ("diff mine mine".to_owned(), "mine"),
        (format!("diff {line} --set hand_limit=5 --out changed"), "changed"),
    ] {
        let (status, _, error) = run(&line);
        assert_eq!((status, error), (Some(2), format!("error: {}\n  help: {help}\n", said(place))), "{line}");
    }
    let (_, listed, note) = run("list --runs");
    assert!(!listed.contains("kept"), "{listed}");
    assert!(note.starts_with(&format!("note: {}: {help}\n", said("reports/delectable/runs/kept"))), "{note}");
    assert!(super::files(folder.path()) == before, "nothing is touched");
    assert_eq!(run(&format!("{line} --out mine --force")).0, Some(0));
}

#[test]
fn names_that_windows_keeps_for_devices_are_refused_before_anything_is_played() {
    let folder = TempDir::new().unwrap();
    let question = super::kills::QUESTION.replace("n = 60", "n = 1_000_000_000");
    fs::write(folder.path().join("con.toml"), question).unwrap();
    let game = "--game delectable --n 1e9";
    let refused = |line: &str, said: &str| {
        let output = sim(folder.path(), &words(line));
        let error = text(&output.stderr);
        assert!(
            output.status.code() == Some(2) && error.starts_with(&format!("error: {said}\n")),
            "{line}: {error}"
        );
        assert_eq!(super::names(folder.path()), ["con.toml"], "{line}");
    };
    for name in ["con", "prn", "aux", "nul", "com1", "com9", "lpt1", "lpt9"] {
        let strategy = format!("`{name}` cannot be a strategy's name: it names a device in Windows");
        refused(&format!("new strategy {name} --game delectable"), &strategy);
        refused(&format!("train --game delectable --n 1e9 --out {name}"), &strategy);
        refused(&format!("train raider --params all --game delectable --n 1e9 --out {name}"), &strategy);
        refused(
            &format!("new game {name}"),
            &format!("`{name}` cannot be a game's name: it names a device in Windows"),
        );
        for name in [name.to_owned(), name.to_uppercase(), format!("{name}.1"), format!("here/{name}")] {
            let place =
                format!("{name} names a device in Windows, where no file or folder can have this name");
            refused(&format!("{game} --out {name}"), &place);
            refused(&format!("{game} --players 2,3 --out {name}"), &place);
            refused(&format!("sweep {game} --vary hand_limit=5,6 --out {name}"), &place);
            if !name.contains('/') {
                refused(&format!("{game} --name {name}"), &format!("reports/delectable/runs/{place}"));
            }
        }
    }
    for line in
        ["report con.toml", "run con.toml", "check con.toml", "--game delectable --strategies con.toml"]
    {
        refused(line, "con.toml names a device in Windows, where no file or folder can have this name");
    }
    assert!(sim(folder.path(), &words("new strategy con-1 --game delectable")).status.success());
}
