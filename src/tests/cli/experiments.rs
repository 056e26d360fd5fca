//! Questions that are written down.

use std::{fs, path::Path};

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

/// A file of two arms of which the second is `changed`, and an answer.
fn written(changed: &str, answer: &str) -> String {
    format!(
        "format = 1\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\nn = 1_000\nstrategies = [\"raider\", \"prestige\"]\n\
         [[arms]]\nname = \"old\"\n[[arms]]\nname = \"new\"\n{changed}\n[answer]\n{answer}\n"
    )
}

#[test]
fn the_experiments_of_the_project_are_in_order() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = text(&sim(root, &["list", "--experiments", "--format", "csv"]).stdout);
    let files: Vec<&str> = listed.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    assert!(files.len() >= 15, "{listed}");
    for file in files {
        let output = sim(root, &["check", file]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains(": an experiment for "), "{file}");
    }
}

#[test]
fn a_question_is_answered_from_what_was_played() {
    let folder = TempDir::new().unwrap();
    fs::write(
        folder.path().join("q.toml"),
        written("set = [\"hand_limit=3\"]", "strategy = \"raider\"\nyes_if = \"more\""),
    )
    .unwrap();
    let page = text(&sim(folder.path(), &words("run q.toml")).stdout);
    assert!(page.starts_with("T: Q?\nDelectable, 2 players: 2 arms of 500 deals, seed 1\n"), "{page}");
    let json = sim(folder.path(), &words("experiment q.toml --threads 1 --format json"));
    let value: Value = serde_json::from_slice(&json.stdout).unwrap();
    let answer = &value["tables"]["answer"]["rows"][0];
    assert_eq!(answer["answer"], "yes", "{answer}");
    assert!(page.ends_with(&format!("{}\n", answer["text"].as_str().unwrap())), "{page}");
    assert!(page.contains("\nyes: the win share of raider is "), "{page}");
    assert!(page.contains(" percentage points higher with `new` than with `old`, "), "{page}");

    // It is the difference that `diff` finds.
    let line =
        "diff --game delectable --strategies raider,prestige --set hand_limit=3 --n 1000 --format json";
    let diff: Value = serde_json::from_slice(&sim(folder.path(), &words(line)).stdout).unwrap();
    let rows = diff["tables"]["differences"]["rows"].as_array().unwrap();
    let own = rows.iter().find(|row| row["figure"] == "win_share" && row["strategy"] == "raider").unwrap();
    assert_eq!((&own["difference"], &own["low"]), (&answer["difference"], &answer["low"]));
}

#[test]
fn answers_are_yes_no_or_open() {
    let folder = TempDir::new().unwrap();
    let answer = |name: &str, text_of: String, n: &str| {
        fs::write(folder.path().join(name), text_of).unwrap();
        let output = sim(folder.path(), &["run", name, "--n", n]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout).lines().last().unwrap().to_owned()
    };
    let win = "strategy = \"raider\"\nyes_if = \"less\"";
    assert!(
        answer("a.toml", written("set = [\"hand_limit=3\"]", win), "1000").starts_with("no: the win share")
    );
    // Two arms that are the same differ by nothing.
    let same = answer("b.toml", written("", win), "400");
    assert!(
        same.starts_with("no: the win share of raider is within 1 percentage points of the same"),
        "{same}"
    );
    let few = answer("c.toml", written("set = [\"hand_limit=3\"]", win), "20");
    assert!(few.starts_with("open: nothing can be said yet of how much higher"), "{few}");
    let unknown = answer("d.toml", written("", "figure = \"pleis\"\nyes_if = \"more\""), "40");
    assert!(unknown.contains("there is no figure `pleis`") && unknown.contains("`plies`"), "{unknown}");
    let single = "format = 1\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\nn = 400\nstrategies = [\"raider\", \"random\"]\n[answer]\nstrategy = \"raider\"\nyes_if = \"more\"\n";
    let fair = answer("e.toml", single.to_owned(), "400");
    assert!(
        fair.starts_with("yes: the win share of raider is 50.0 percentage points higher than its fair share")
            || fair.starts_with("yes: the win share of raider is 4"),
        "{fair}"
    );
    let than = answer("f.toml", format!("{single}than = \"random\"\n"), "400");
    assert!(than.contains("than that of random"), "{than}");
}

#[test]
fn mistakes_are_told_where_they_are() {
    let folder = TempDir::new().unwrap();
    let good = written("", "strategy = \"raider\"\nyes_if = \"more\"");
    for (from, to, expected) in [
        ("delectable", "delectible", "q.toml:2:8: no game `delectible`\n  help: did you mean `delectable`?"),
        ("format = 1", "format = 2", "q.toml:1:10: format 2 is not known\n"),
        ("n = 1_000", "n = 0", "q.toml:5:5: no number of games\n"),
        ("question = \"Q?\"", "question = \"Q?\"\nqestion = 1", "q.toml:5:1: unknown field `qestion`"),
        (
            "name = \"new\"",
            "name = \"new\"\nset = [\"hand_limt=3\"]",
            "q.toml:9:1: no parameter `hand_limt` in delectable\n  help: did you mean `hand_limit`?",
        ),
        ("name = \"new\"", "name = \"old\"", "q.toml:9:1: two arms are called `old`\n"),
        ("\"more\"", "\"most\"", "q.toml:14:10: unknown variant `most`"),
        (
            "strategy = \"raider\"",
            "strategy = \"radier\"",
            "q.toml:12:1: `radier` does not play in the first arm\n  help: did you mean `raider`?",
        ),
        (
            "strategy = \"raider\"",
            "seat = 3",
            "q.toml:12:1: there is no such seat\n  help: give seat = 1 to 2",
        ),
        (
            "strategy = \"raider\"",
            "strategy = \"raider\"\narm = \"nwe\"",
            "q.toml:12:1: no arm `nwe` after the first\n  help: did you mean `new`?",
        ),
    ] {
        let file = folder.path().join("q.toml");
        fs::write(&file, good.replacen(from, to, 1)).unwrap();
        for verb in ["check", "run"] {
            let output = sim(folder.path(), &[verb, "q.toml"]);
            let stderr = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{to}: {stderr}");
            // A game that nobody knows is told in one way by all files.
            assert!(stderr.starts_with(&format!("error: {expected}")), "{verb} {to}: {stderr}");
        }
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1);
}
