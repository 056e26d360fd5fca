//! Names of files, arms and titles that users give. The program prints them and interprets nothing in them.

use std::{fs, path::Path, process::Output};

use tempfile::TempDir;

use super::{sim, text, words};

/// A name with two kinds of escape sequences, which would clear a terminal and turn the rest red.
const OBEYED: &str = "\u{1b}[2J\u{9b}31m\u{202e}x";

/// Copies a shipped strategy into a file of this name.
fn strategy(folder: &Path, name: &str) {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/strategies/delectable/prestige.toml");
    fs::copy(shipped, folder.join(name)).unwrap();
}

/// A file of two arms that has this name wherever a name can be.
fn question(folder: &Path, name: &str) {
    let quoted = toml::Value::from(name).to_string();
    let text = format!(
        "format = 1\ngame = \"delectable\"\ntitle = {quoted}\nquestion = {quoted}\nn = 60\nstrategies = [\"raider\"]\n\
         [[arms]]\nname = \"old\"\n[[arms]]\nname = {quoted}\nset = [\"hand_limit=3\"]\n\
         [answer]\nstrategy = \"raider\"\nyes_if = \"more\"\n"
    );
    fs::write(folder.join("q.toml"), text).unwrap();
}

fn shows(output: &Output) -> String {
    let told = text(&output.stdout) + &text(&output.stderr);
    let is_obeyed = |letter: char| letter.is_control() && letter != '\n' || letter == '\u{202e}';
    assert!(!told.contains(is_obeyed), "{told:?}");
    told
}

#[test]
fn no_name_reaches_a_terminal_as_a_command_to_it() {
    let folder = TempDir::new().unwrap();
    let visible = "␛[2J\\u{9b}31m\\u{202e}x";
    strategy(folder.path(), &format!("{OBEYED}.toml"));
    let file = format!("{OBEYED}.toml");
    let game = ["--game", "delectable", "--n", "60"];
    for line in [
        &["--strategies", &file, "--out", "o"][..],
        &["compare", &file, "random", "--players", "2"],
        &["replay", "--strategies", &file],
        &["--strategies", OBEYED],
        &["--preset", OBEYED],
        &["--out", "o", "--force", "--set", OBEYED],
    ] {
        let game = if line[0] == "replay" { &game[..2] } else { &game[..] };
        let told = shows(&sim(folder.path(), &[line, game].concat()));
        assert!(told.contains(visible), "{line:?}: {told}");
    }
    let output = sim(folder.path(), &["check", &file]);
    assert_eq!(output.status.code(), Some(2));
    let refusal = "`␛[2J\\u{9b}31m\\u{202e}x.toml` holds the control character U+001B";
    assert!(shows(&output).starts_with(&format!("error: {refusal}\n  help: leave that character out")));
    assert!(shows(&sim(folder.path(), &["--game", "delectable", "--format", OBEYED])).contains(visible));
    question(folder.path(), OBEYED);
    for line in ["run q.toml", "run q.toml q.toml", "check q.toml"] {
        let told = shows(&sim(folder.path(), &words(line)));
        assert!(
            told.starts_with("error: q.toml:3:9: `title` holds the control character U+001B\n"),
            "{told}"
        );
    }
    let script = |text: &str| fs::write(folder.path().join("s.toml"), text).unwrap();
    script("format = 1\ngame = \"delectable\"\nabout = \"\\u009B\"\n");
    let told = shows(&sim(folder.path(), &["check", "s.toml"]));
    assert!(told.starts_with("error: s.toml:3:9: `about` holds the control character U+009B\n"), "{told}");
    script("format = 2\ngame = \"delectable\"\n[values]\nhand_limit = \"\u{2067}6\"\n");
    let told = shows(&sim(folder.path(), &["check", "s.toml"]));
    assert!(
        told.starts_with("error: s.toml:4:14: `hand_limit` holds the control character U+2067\n"),
        "{told}"
    );
}

/// A list reports why a file cannot be named.
#[cfg(unix)]
#[test]
fn a_file_that_no_command_can_name_is_told_with_its_reason() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt, process::Command};
    let folder = TempDir::new().unwrap();
    for sort in ["strategies", "experiments"] {
        let place = folder.path().join(sort).join("delectable");
        fs::create_dir_all(&place).unwrap();
        strategy(&place, "prestige.toml");
        fs::rename(place.join("prestige.toml"), place.join(OsStr::from_bytes(b"q\xff.toml"))).unwrap();
        strategy(&place, &format!("{OBEYED}.toml"));
        assert!(Command::new("mkfifo").arg(place.join("pipe.toml")).status().unwrap().success());
        for line in [
            "list --experiments --format csv",
            "list --game delectable",
            "list --game delectable --format csv",
        ] {
            let output = sim(folder.path(), &words(line));
            assert!(output.status.success(), "{}", text(&output.stderr));
            let told = shows(&output);
            for (name, why) in [
                ("q\u{fffd}.toml", "its name is not UTF-8"),
                ("␛[2J\\u{9b}31m\\u{202e}x.toml", "its name holds a control character"),
                ("pipe.toml", "it is not a regular file"),
            ] {
                let warning = format!("warning: {sort}/delectable/{name} is left out: {why}\n");
                assert_eq!(told.matches(&warning).count(), 1, "{line}: {told}");
            }
        }
    }
}

/// Opening a pipe that nobody writes to would block forever.
#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    use std::process::Command;
    let folder = TempDir::new().unwrap();
    assert!(Command::new("mkfifo").arg(folder.path().join("pipe.toml")).status().unwrap().success());
    for line in [
        "check pipe.toml",
        "run pipe.toml",
        "run pipe.toml pipe.toml",
        "--game delectable --data pipe.toml",
        "--game delectable --strategies pipe.toml",
        "compare pipe.toml random --game delectable",
        "new strategy mine --game delectable --from pipe.toml",
    ] {
        let output = sim(folder.path(), &words(line));
        assert_eq!(output.status.code(), Some(2), "{line}");
        let told = "error: cannot read pipe.toml: not a regular file\n  help: check the path\n";
        assert_eq!(text(&output.stderr), told, "{line}");
    }
    let output = sim(folder.path(), &["check", "/dev/zero"]);
    assert_eq!(
        text(&output.stderr),
        "error: cannot read /dev/zero: not a regular file\n  help: check the path\n"
    );
}

#[test]
fn a_title_cannot_end_its_place_on_a_page() {
    let folder = TempDir::new().unwrap();
    question(folder.path(), "```\n<img src=x> **b** [l](http://y)");
    let output = sim(folder.path(), &words("run q.toml --out o"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let wiki = fs::read_to_string(folder.path().join("o/report.md")).unwrap();
    // The fence of the summary is longer than any marks in it: a name in backticks has one more than its own.
    let marks = "\n`````";
    assert!(wiki.split(marks).nth(1).unwrap().starts_with("text\n```\n<img"), "{wiki}");
    let outside: String = wiki.split(marks).step_by(2).collect();
    for markup in ["<img", "**b**", "[l]("] {
        assert!(!outside.contains(markup), "{markup}: {outside}");
    }
    let page = fs::read_to_string(folder.path().join("o/report.html")).unwrap();
    assert!(!page.contains("<img"));
}

#[test]
fn a_name_is_no_formula_in_a_sheet_and_itself_elsewhere() {
    let folder = TempDir::new().unwrap();
    strategy(folder.path(), "=1+1.toml");
    let line = "--game delectable --strategies =1+1.toml,random --n 60 --out o --format json";
    let output = sim(folder.path(), &words(line));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let csv = fs::read_to_string(folder.path().join("o/win_rate_by_strategy.csv")).unwrap();
    assert!(csv.lines().nth(1).unwrap().starts_with("'=1+1,"), "{csv}");
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(value["tables"]["win_rate_by_strategy"]["rows"][0]["strategy"], "=1+1");
}

#[test]
fn a_comma_in_the_name_of_a_file_is_written_with_a_backslash() {
    let folder = TempDir::new().unwrap();
    strategy(folder.path(), "a,b.toml");
    let named = r"a\,b.toml";
    let list = format!("{named},random");
    let run = |line: &[&str]| {
        let output = sim(folder.path(), &[line, &["--game", "delectable", "--n", "60"]].concat());
        assert!(output.status.success(), "{line:?}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    let csv = run(&["--strategies", &list, "--format", "csv", "--out", "o"]);
    assert!(csv.contains("\n\"a,b\","), "{csv}");
    // The command in the manifest escapes the comma.
    let manifest = fs::read_to_string(folder.path().join("o/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let command = manifest["command"].as_str().unwrap().to_owned();
    assert!(command.contains(r" --strategies 'a\,b.toml,random' "), "{command}");
    run(&["--lineup", &list]);
    run(&["compare", "raider", "random", "--field", named]);
    run(&["compare", &list, "greedy"]);
    let output = sim(folder.path(), &["check", "a,b.toml"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[cfg(unix)]
#[test]
fn a_name_that_is_not_utf_8_is_refused_with_its_reason() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt, process::Command};
    let folder = TempDir::new().unwrap();
    let name = OsStr::from_bytes(b"q\xff.toml");
    strategy(folder.path(), "prestige.toml");
    fs::rename(folder.path().join("prestige.toml"), folder.path().join(name)).unwrap();
    for line in ["run", "check", "run --game delectable --strategies"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sim"));
        let output = command.current_dir(folder.path()).args(words(line)).arg(name).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert_eq!(
            text(&output.stderr),
            "error: `q\u{fffd}.toml` is not UTF-8\n  help: give the file or folder a name in UTF-8\n",
            "{line}"
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}
