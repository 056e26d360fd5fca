//! The audit of a game: its findings, its folder, and what is stored of it.

use std::fs;

use super::{files, names, sim, text};

const CALL: [&str; 8] = ["report", "--game", "delectable", "--players", "2", "--n", "600", "--seed"];

fn audit(folder: &std::path::Path, more: &[&str]) -> String {
    let arguments: Vec<&str> = CALL.iter().copied().chain(["3"]).chain(more.iter().copied()).collect();
    let done = sim(folder, &arguments);
    assert!(done.status.success(), "{}", text(&done.stderr));
    text(&done.stdout)
}

#[test]
fn an_audit_is_one_page_with_answers_first_and_is_answered_from_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let questions = folder.path().join("experiments/delectable");
    fs::create_dir_all(&questions).unwrap();
    let question = "format = 1\ngame = \"delectable\"\ntitle = \"First\"\nquestion = \"Does seat 1 win more?\"\nn = 20_000\n\n[answer]\nfigure = \"win_rate\"\nseat = 1\nyes_if = \"more\"\n";
    fs::write(questions.join("first.toml"), question).unwrap();
    let told = audit(folder.path(), &["--threads", "1"]);
    assert!(told.contains("level of play: strong players: a panel of "), "{told}");
    assert!(
        told.contains("sim run --game delectable --seed 3 --players 2 --strategies panel --n "),
        "{told}"
    );
    let place = folder.path().join("reports/delectable/audit");
    let page = fs::read_to_string(place.join("report.html")).unwrap();
    let at = |words: &str| page.find(words).unwrap_or_else(|| panic!("{words} is not on the page"));
    let asked = [
        "What to change first",
        "Is it fair?",
        "Are there several ways to win?",
        "Are games decided too early or too late?",
        "How much is skill?",
        "What is uncertain?",
    ];
    assert!(asked.map(at).is_sorted() && asked.iter().all(|question| told.contains(question)), "{told}");
    let order = [
        "#details-seats",
        "#details-plans",
        "#details-course",
        "#details-skill",
        "#details-unknown",
        "id=\"details-seats",
        "id=\"details-plans",
        "id=\"details-course",
        "id=\"details-skill",
        "id=\"details-unknown",
        "Written questions",
    ];
    assert!(order.map(at).is_sorted(), "{:?}", order.map(at));
    assert!(page.contains("id=\"table-luck\"") && page.contains("id=\"table-levels\""));
    // Every card links to its section. Nothing needs a change here, so that card has none.
    let sections: Vec<&str> =
        page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(sections.len() + 1 >= asked.len());
    assert!(sections.iter().all(|section| page.contains(&format!("id=\"{section}\""))), "{sections:?}");
    assert!(page.contains("among beginners") || page.contains("<td>beginners</td>"));
    assert!(
        page.contains("Does seat 1 win more?")
            && page.contains("600 games of each variant; the file asks for 20,000")
    );
    let named = sim(folder.path(), &["report", "reports/delectable/audit"]);
    assert_eq!(
        text(&named.stdout),
        "the page is reports/delectable/audit/report.html\n",
        "{}",
        text(&named.stderr)
    );
    let first = files(&place);
    for name in [
        "answers",
        "glance",
        "seats",
        "verdict",
        "robust",
        "ablation",
        "tournament_pairs",
        "win_rate_by_seat",
    ] {
        for (ending, is_written) in [("csv", true), ("parquet", cfg!(feature = "parquet"))] {
            let is_there = first.iter().any(|(file, _)| *file == format!("{name}.{ending}"));
            assert_eq!(is_there, is_written, "{name}.{ending}");
        }
    }
    let parts = names(&folder.path().join("reports/delectable/parts"));
    // So few games are too few for training, and the page says so.
    assert!(page.contains("Play 2,000 games or more to train") && told.contains("Play 2,000 games or more"));
    // Robustness is measured among copies and among archetypes. The questions are those of the game and the one in
    // this folder.
    let (questions, others): (Vec<&String>, Vec<&String>) =
        parts.iter().partition(|name| name.contains("question"));
    assert_eq!(
        (others.len(), others.iter().filter(|name| name.contains("robust")).count()),
        (8, 2),
        "{parts:?}"
    );
    assert!(questions.len() > 10, "{parts:?}");
    // Again from what is stored, and anew on more threads: the same bytes.
    assert_eq!(audit(folder.path(), &[]), told);
    assert_eq!(files(&place), first);
    audit(folder.path(), &["--fresh", "--threads", "2"]);
    assert_eq!(files(&place), first);
}

#[test]
fn a_broken_question_is_told_before_anything_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let questions = folder.path().join("experiments/delectable");
    fs::create_dir_all(&questions).unwrap();
    fs::write(questions.join("first.toml"), "format = 1\ngame = \"delectable\"\ntitel = \"First\"\n")
        .unwrap();
    let arguments: Vec<&str> = CALL.iter().copied().chain(["3"]).collect();
    let done = sim(folder.path(), &arguments);
    assert_eq!(done.status.code(), Some(2));
    let told = text(&done.stderr);
    assert!(told.contains("first.toml:3") && told.contains("title"), "{told}");
    assert_eq!(names(folder.path()), ["experiments"]);
}

#[test]
fn an_audit_is_of_the_rules_that_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let told = audit(folder.path(), &["--set", "hand_limit=6", "--out", "six"]);
    assert!(told.contains("--set hand_limit=6"), "{told}");
    // The destination is printed first, unless it is refused.
    let again = [&CALL[..], &["3", "--set", "hand_limit=6", "--out", "six"]].concat();
    let again = text(&sim(folder.path(), &again).stderr);
    let place = fs::canonicalize(folder.path()).unwrap().join("six");
    assert!(again.starts_with(&format!("{} gets the page", place.display())), "{again}");
    let refused = sim(
        folder.path(),
        &["report", "--game", "delectable", "--players", "2", "--n", "600", "--out", "six"],
    );
    assert_eq!(refused.status.code(), Some(2));
    let refused = text(&refused.stderr);
    assert!(refused.contains("six holds another run") && !refused.contains("gets the page"), "{refused}");
    let unknown = sim(folder.path(), &["report", "--game", "delectible"]);
    assert!(text(&unknown.stderr).contains("delectable"));
}

#[test]
fn the_page_of_a_kept_run_and_of_a_question_are_made_from_what_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let run = ["--game", "delectable", "--strategies", "raider,random", "--n", "100", "--out", "run"];
    assert!(sim(folder.path(), &run).status.success());
    let place = folder.path().join("run");
    let before = files(&place);
    fs::remove_file(place.join("report.html")).unwrap();
    fs::remove_file(place.join("win_rate_by_seat.csv")).unwrap();
    let again = sim(folder.path(), &["report", "run"]);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert!(text(&again.stdout).ends_with("the page is ./run/report.html\n"), "{}", text(&again.stdout));
    assert_eq!(files(&place), before);

    let question = "format = 1\ngame = \"delectable\"\ntitle = \"First\"\nquestion = \"Does seat 1 win more?\"\nn = 100\n\n[answer]\nfigure = \"win_rate\"\nseat = 1\nyes_if = \"more\"\n";
    fs::write(folder.path().join("first.toml"), question).unwrap();
    let asked = sim(folder.path(), &["report", "first.toml"]);
    assert!(asked.status.success(), "{}", text(&asked.stderr));
    let page = fs::read_to_string(folder.path().join("reports/delectable/first/report.html")).unwrap();
    assert!(page.contains("A question and its answer"), "{page}");
    let named = sim(folder.path(), &["report", "reports/delectable/first"]);
    assert_eq!(
        text(&named.stdout),
        "the page is reports/delectable/first/report.html\n",
        "{}",
        text(&named.stderr)
    );

    for (arguments, word) in [
        (&["report"][..], "--game"),
        (&["report", "run", "--game", "delectable"], "cannot be used with"),
        (&["report", "nowhere"], "nowhere holds no run"),
        (&["report", "reports/delectable/first", "--out", "other"], "only the page of a run is made anew"),
    ] {
        let refused = sim(folder.path(), arguments);
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(text(&refused.stderr).contains(word), "{}", text(&refused.stderr));
    }
}
