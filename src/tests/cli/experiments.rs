//! Questions in files.

use std::{fs, path::Path};

use serde_json::Value;
use tempfile::TempDir;

use super::{sim, text, words};

/// A file with two arms, the second with the lines `changed`, and an answer.
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
    assert!(files.len() >= 75, "{listed}");
    let of_one = text(&sim(root, &words("list --experiments --game la-bistro --format csv")).stdout);
    let is_of_one = |file: &&&str| file.starts_with("experiments/la-bistro/");
    assert_eq!(of_one.lines().count() - 1, files.iter().filter(is_of_one).count(), "{of_one}");
    let output = sim(root, &[&["check"], &files[..]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let checked = text(&output.stdout);
    for (file, line) in files.iter().zip(checked.lines()) {
        assert!(line.starts_with(&format!("{file}: an experiment for ")), "{line}");
    }
    assert_eq!(checked.lines().count(), files.len());
}

#[test]
fn an_answer_about_several_arms_says_all_of_them() {
    let folder = TempDir::new().unwrap();
    let ask = |vary: &str, answer: &str| {
        let text = format!(
            "format = 1\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\nn = 1_000\n\
             strategies = [\"raider\", \"prestige\"]\nvary = [\"{vary}\"]\n[answer]\n{answer}\n"
        );
        fs::write(folder.path().join("q.toml"), text).unwrap();
        let verb = |verb: &str| sim(folder.path(), &words(&format!("{verb} q.toml")));
        (verb("run"), verb("check"))
    };
    // The printed hand limit is seven cards.
    let (run, check) = ask("hand_limit=5..8", "figure = \"plies\"\nyes_if = \"more\"");
    assert!(check.status.success(), "{}", text(&check.stderr));
    let told = text(&run.stdout);
    let answer = told.lines().last().unwrap();
    for limit in [5, 6, 8] {
        assert!(answer.contains(&format!("with `hand_limit={limit}` than with `as it is`")), "{answer}");
    }
    assert!(
        answer.contains(". `hand_limit=7` plays the same game as `as it is`.")
            && answer.ends_with(". All 3 intervals hold at once."),
        "{answer}"
    );
    // A difference between users and others is no win rate.
    let contrast = "figure = \"adjusted_difference\"\ncomponent = \"S2\"\nyes_if = \"more\"";
    let (run, _) = ask("hand_limit=6,7", contrast);
    let answer = text(&run.stdout);
    let answer = answer.lines().last().unwrap();
    assert!(answer.contains("the lead of users of S2 over others like them"), "{answer}");
    let unlike = answer.replace("95 % CI", "").replace("95\u{a0}% CI", "");
    assert!(!unlike.contains('%') && !answer.contains("win rate"), "{answer}");
    // Users have the same name as in other verbs. A comparison with a number is answered for each arm.
    let (run, check) =
        ask("hand_limit=5,6", "figure = \"contrast\"\ncomponent = \"S2\"\nyes_if = \"more\"\nthan = 0");
    assert!(check.status.success(), "{}", text(&check.stderr));
    let answer = text(&run.stdout);
    let answer = answer.lines().last().unwrap();
    assert!(answer.contains("with `hand_limit=5` ") && answer.contains("with `hand_limit=6` "), "{answer}");
    assert!(answer.contains("than that of others like them"), "{answer}");
    let coins = "format = 1\ngame = \"restauranteur\"\ntitle = \"T\"\nquestion = \"Q?\"\nn = 1_200\nplayers = 3\n\
                 vary = [\"start_coins.3=0,10,60\"]\n[answer]\nseat = 3\nyes_if = \"more\"\nthan = 0.3333\n";
    fs::write(folder.path().join("coins.toml"), coins).unwrap();
    let run = sim(folder.path(), &words("run coins.toml"));
    let answer = text(&run.stdout);
    let answer = answer.lines().last().unwrap();
    assert!(
        answer.starts_with("It depends. No: with `start_coins.3=0` the win rate of seat 3 is ")
            && answer.contains("Yes: with `start_coins.3=60` ")
            && answer.contains(" It reverses between `start_coins.3=")
            && answer.contains("` and `start_coins.3=60`")
            && answer.contains(" From the first value to the last, it rises."),
        "{answer}"
    );
    // Another figure of the same arm: in each arm, or in the named one.
    let other = "strategy = \"raider\"\nyes_if = \"more\"\nthan = { strategy = \"prestige\" }";
    let (run, _) = ask("hand_limit=5,6", other);
    let answer = text(&run.stdout);
    let answer = answer.lines().last().unwrap();
    assert!(
        answer.starts_with("Yes: with `hand_limit=5` the win rate of raider is ")
            && answer.contains(" Yes: with `hand_limit=6` the win rate of raider is ")
            && answer.ends_with(" All 2 intervals hold at once."),
        "{answer}"
    );
    let (run, _) = ask("hand_limit=5,6", &format!("{other}\narm = \"hand_limit=6\""));
    let answer = text(&run.stdout);
    assert!(answer.lines().last().unwrap().starts_with("Yes: the win rate of raider is "), "{answer}");
    // A comparison of an arm with itself answers nothing.
    let only = format!("{contrast}\narm = \"hand_limit=7\"");
    let (run, check) = ask("hand_limit=6,7", &only);
    for refused in [run, check] {
        assert_eq!(refused.status.code(), Some(2));
        let said = text(&refused.stderr);
        assert!(said.contains("nothing is compared: `hand_limit=7` is played as `as it is` is"), "{said}");
    }
}

#[test]
fn values_along_a_path_are_arms_of_an_experiment_as_they_are_of_a_sweep() {
    let folder = TempDir::new().unwrap();
    let written = |vary: &str, chart: &str, answer: &str| {
        let chart = if chart.is_empty() { String::new() } else { format!("chart = [{chart}]\n") };
        let text = format!(
            "format = 1\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\nn = 1_000\n\
             strategies = [\"fuel-engine\", \"prestige\"]\nvary = [{vary}]\n{chart}[answer]\n{answer}\n"
        );
        fs::write(folder.path().join("q.toml"), text).unwrap();
    };
    // The varied value is a param, and the answer names its strategy as the file does.
    written(
        "\"fuel-engine:fuel=0,1\"",
        "",
        "which = \"highest\"\namong = \"arm\"\nstrategy = \"fuel-engine\"",
    );
    let json = sim(folder.path(), &words("run q.toml --format json"));
    let value: Value = serde_json::from_slice(&json.stdout).unwrap();
    let line = "sweep --game delectable --strategies fuel-engine,prestige --vary fuel-engine:fuel=0,1 --n 1000 --format json";
    let swept: Value = serde_json::from_slice(&sim(folder.path(), &words(line)).stdout).unwrap();
    assert_eq!(value["tables"]["sweep"], swept["tables"]["sweep"]);
    let share = |arm: &str| {
        let rows = swept["tables"]["sweep"]["rows"].as_array().unwrap();
        let mut rows =
            rows.iter().filter(|row| row["strategy"] == "fuel-engine" && row["figure"] == "win_rate");
        rows.find(|row| row["arm"] == arm).unwrap()["level"].as_f64().unwrap()
    };
    let best = ["fuel-engine:fuel=0", "fuel-engine:fuel=1"].into_iter().map(share).fold(share(""), f64::max);
    let answer = value["tables"]["answer"]["rows"][0]["value"].as_f64().unwrap();
    assert!((answer - best).abs() < 1e-12, "{answer} {best}");

    // Two paths form one grid and one chart. Only the named charts are drawn.
    let seat = "yes_if = \"more\"\nseat = 1\narm = \"hand_limit=4 theft_min=2\"";
    written("\"hand_limit=4,6\", \"theft_min=2,4\"", "\"plane\"", seat);
    let output = sim(folder.path(), &words("run q.toml --out out"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut files: Vec<String> = fs::read_dir(folder.path().join("out"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".svg"))
        .collect();
    files.sort_unstable();
    assert_eq!(files, ["plane.svg"]);
    let plane = fs::read_to_string(folder.path().join("out/plane.csv")).unwrap();
    assert_eq!(plane.lines().count(), 5, "{plane}");

    for (vary, chart, place) in [
        ("\"hand_limit=4,6\", \"hand_limit=5,7\"", "", "q.toml:7:27: `hand_limit` is varied twice"),
        ("\"hand_limt=4,6\"", "", "q.toml:7:9: no setting `hand_limt`"),
        ("\"hand_limit=4,6\"", "\"plain\"", "q.toml:8:10: no chart `plain`"),
    ] {
        written(vary, chart, seat);
        let output = sim(folder.path(), &words("check q.toml"));
        let error = text(&output.stderr);
        assert!(error.contains(place), "{error}");
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
    let json = sim(folder.path(), &words("run q.toml --threads 1 --format json"));
    let value: Value = serde_json::from_slice(&json.stdout).unwrap();
    let answer = &value["tables"]["answer"]["rows"][0];
    assert_eq!(answer["answer"], "yes", "{answer}");
    assert!(page.ends_with(&format!("{}\n", answer["text"].as_str().unwrap())), "{page}");
    assert!(page.contains("\nYes: the win rate of raider is "), "{page}");
    assert!(page.contains(" percentage points higher with `new` than with `old` (95 % CI "), "{page}");

    // It equals the difference that `diff` finds.
    let line =
        "diff --game delectable --strategies raider,prestige --set hand_limit=3 --n 1000 --format json";
    let diff: Value = serde_json::from_slice(&sim(folder.path(), &words(line)).stdout).unwrap();
    let rows = diff["tables"]["differences"]["rows"].as_array().unwrap();
    let own = rows.iter().find(|row| row["figure"] == "win_rate" && row["strategy"] == "raider").unwrap();
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
        answer("a.toml", written("set = [\"hand_limit=3\"]", win), "1000").starts_with("No: the win rate")
    );
    // Two identical arms do not differ.
    let same = answer("b.toml", written("", win), "1000");
    let expected =
        "No: the win rate of raider is the same with `new` as with `old` to within 1 percentage point. ";
    assert!(same.starts_with(expected), "{same}");
    let few = answer("c.toml", written("set = [\"hand_limit=3\"]", win), "20");
    assert!(
        few.starts_with(
            "Undecided: there are too few games to decide whether the win rate of raider is higher"
        ),
        "{few}"
    );
    let single = "format = 1\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\nn = 400\nstrategies = [\"raider\", \"random\"]\n[answer]\nstrategy = \"raider\"\nyes_if = \"more\"\n";
    let fair = answer("e.toml", single.to_owned(), "400");
    assert!(
        fair.starts_with("Yes: the win rate of raider is 50.0 percentage points higher than its fair share")
            || fair.starts_with("Yes: the win rate of raider is 4"),
        "{fair}"
    );
    let than = answer("f.toml", format!("{single}than = {{ strategy = \"random\" }}\n"), "400");
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
        (
            "n = 1_000",
            "n = 2_000_000_000_000",
            "q.toml:5:5: no number of games\n  help: give 1 to 1,000,000,000,000\n",
        ),
        ("n = 1_000", "n = 1.000", "q.toml:5:5: invalid type: floating point"),
        ("n = 1_000", "n = 1_000\nseed = -1", "q.toml:6:8: invalid value: integer `-1`"),
        (
            "n = 1_000",
            "n = 1_000\nvary = []",
            "q.toml:6:8: `vary` is an empty list\n  help: fill it, or leave",
        ),
        ("n = 1_000", "n = 1_000\nchart = []", "q.toml:6:9: `chart` is an empty list\n"),
        ("[\"raider\", \"prestige\"]", "[]", "q.toml:6:14: `strategies` is an empty list\n"),
        ("[\"raider\", \"prestige\"]", "[\"raider\", \"\"]", "q.toml:6:25: `strategies` is empty\n"),
        ("\"T\"", "\" \"", "q.toml:3:9: `title` is empty\n  help: write something there\n"),
        ("\"Q?\"", "\"\"", "q.toml:4:12: `question` is empty\n"),
        ("name = \"new\"", "name = \"\"", "q.toml:10:8: `name` is empty\n"),
        ("name = \"new\"", "name = \"new\"\nset = []", "q.toml:11:7: `set` is an empty list\n"),
        (
            "\"T\"",
            "\"\\u001B[2J\"",
            "q.toml:3:9: `title` holds the control character U+001B\n  help: delete that character\n",
        ),
        ("\"new\"", "\"n\u{202e}ew\"", "q.toml:10:8: `name` holds the control character U+202E\n"),
        ("question = \"Q?\"", "question = \"Q?\"\nqestion = 1", "q.toml:5:1: unknown field `qestion`"),
        (
            "name = \"new\"",
            "name = \"new\"\nset = [\"hand_limt=3\"]",
            "q.toml:9:1: no setting `hand_limt` in delectable\n  help: did you mean `hand_limit`?",
        ),
        ("name = \"new\"", "name = \"old\"", "q.toml:9:1: two arms are called `old`\n"),
        ("\"more\"", "\"most\"", "q.toml:14:10: unknown variant `most`"),
        (
            "strategy = \"raider\"",
            "strategy = \"radier\"",
            "q.toml:13:12: `radier` does not play\n  help: did you mean `raider`?",
        ),
        (
            "strategy = \"raider\"",
            "seat = 3",
            "q.toml:13:8: there is no such seat\n  help: give seat = 1 to 2",
        ),
        (
            "strategy = \"raider\"",
            "strategy = \"raider\"\narm = \"nwe\"",
            "q.toml:14:7: no arm `nwe`\n  help: did you mean `new`?",
        ),
        (
            "strategy = \"raider\"",
            "strategy = \"raider\"\nfigure = \"plise\"",
            "q.toml:14:10: no figure `plise`\n  help: did you mean `plies`?",
        ),
        (
            "strategy = \"raider\"",
            "figure = \"thefts\"\nrow = \"stolen\"\nthan = { row = \"stole\" }",
            "q.toml:15:16: no result `stole`\n  help: did you mean `stolen`?",
        ),
        (
            "strategy = \"raider\"",
            "figure = \"thefts\"\nthan = { numbr = 1 }",
            "q.toml:14:10: unknown field `numbr`",
        ),
        (
            "strategy = \"raider\"",
            "figure = \"thefts\"\nthan = \"prestige\"",
            "q.toml:14:8: invalid type: string \"prestige\", expected a number, or the words that differ",
        ),
        (
            "yes_if = \"more\"",
            "yes_if = \"more\"\nthan = nan",
            "q.toml:15:8: `than` is no finite number\n  help: write a number, as 0.25, or leave it out\n",
        ),
        (
            "yes_if = \"more\"",
            "yes_if = \"more\"\nthan = { number = -inf }",
            "q.toml:15:19: `number` is no finite",
        ),
        (
            "yes_if = \"more\"",
            "yes_if = \"more\"\nthan = 25",
            "q.toml:15:8: 25 is no share from 0 to 1\n  help: for 25 % write than = 0.25\n",
        ),
        (
            "yes_if = \"more\"",
            "yes_if = \"more\"\nthan = { number = -1 }",
            "q.toml:15:19: -1 is no share from 0 to 1\n  help: give a share, as than = 0.25 for 25 %\n",
        ),
        (
            "yes_if = \"more\"",
            "yes_if = \"more\"\nmargin_percent = inf",
            "q.toml:15:18: `margin_percent` is no finite number\n",
        ),
        (
            "yes_if = \"more\"",
            "yes_if = \"more\"\nmargin_percent = 100",
            "q.toml:15:18: a margin is above 0 % and below 100 %\n  help: give margin_percent = 1\n",
        ),
        ("yes_if = \"more\"", "yes_if = \"more\"\nmargin_percent = 0", "q.toml:15:18: a margin is above 0 %"),
        ("yes_if = \"more\"", "", "q.toml:12:1: what would make the answer a yes?\n  help: give yes_if"),
        (
            "yes_if = \"more\"",
            "which = \"highest\"",
            "q.toml:14:9: of which?\n  help: give among = \"strategy\"",
        ),
        (
            "yes_if = \"more\"",
            "which = \"highest\"\namong = \"row\"",
            "q.toml:15:9: `win_rate` has no rows\n",
        ),
        (
            "yes_if = \"more\"",
            "yes_if = \"more\"\nkind = \"card\"",
            "q.toml:15:8: which of them is asked for?\n",
        ),
        ("n = 1_000", "precision = \"60%\"", "q.toml:5:13: 60%: not between 0 % and 50 %\n"),
        (
            "n = 1_000",
            "precision = \"0,5%\"",
            "q.toml:5:13: 0,5%: a decimal has a point, not a comma\n  help: write 0.5%\n",
        ),
        ("n = 1_000", "", "q.toml:2:8: n or precision gives the number of games\n"),
    ] {
        let file = folder.path().join("q.toml");
        fs::write(&file, good.replacen(from, to, 1)).unwrap();
        for verb in ["check", "run"] {
            let output = sim(folder.path(), &[verb, "q.toml"]);
            let stderr = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{to}: {stderr}");
            // All files report an unknown game in the same words.
            assert!(stderr.starts_with(&format!("error: {expected}")), "{verb} {to}: {stderr}");
        }
    }
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 1);
}

/// The answer line to a question about one arm of Delectable for two.
fn answered(answer: &str) -> String {
    let folder = TempDir::new().unwrap();
    let text_of = format!(
        "format = 1\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\nn = 240\nstrategies = [\"raider\", \"prestige\"]\n[answer]\n{answer}\n"
    );
    fs::write(folder.path().join("q.toml"), text_of).unwrap();
    let output = sim(folder.path(), &words("run q.toml"));
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).lines().last().unwrap().to_owned()
}

#[test]
fn any_figure_answers_how_much_against_what_and_which() {
    for (answer, expected) in [
        ("strategy = \"raider\"", "The win rate of raider is "),
        (
            "figure = \"thefts\"\nrow = \"stolen\"\nper = { row = \"all\" }",
            "The share of stolen in `thefts` is ",
        ),
        ("figure = \"end\"\nrow = \"deck exhausted\"\ncalled = \"their share\"", "Their share is 100.0 % "),
        ("figure = \"points\"\nyes_if = \"less\"\nthan = { number = 1000 }", "Yes: the mean of points is "),
        (
            "figure = \"points\"\nstrategy = \"raider\"\nyes_if = \"more\"\nthan = { strategy = \"prestige\", called = \"than theirs\" }",
            "Yes: the mean of points of raider is ",
        ),
        ("which = \"highest\"\namong = \"strategy\"", "The win rate is highest for `raider`, "),
        ("which = \"lowest\"\namong = \"strategy\"", "The win rate is lowest for `prestige`, "),
        ("figure = \"taken\"\ncomponent = \"F2\"\nper = { figure = \"offered\" }", "How often F2 is taken"),
    ] {
        let line = answered(answer);
        assert!(line.starts_with(expected), "{answer}: {line}");
    }
    let used = answered(
        "which = \"highest\"\namong = \"component\"\nfigure = \"used\"\nkind = \"food\"\ncalled = \"use\"",
    );
    assert!(
        used.starts_with("Use is highest for `") || used.starts_with("Undecided: use is highest for `"),
        "{used}"
    );
}

#[test]
fn tables_of_another_size_and_lengths_by_precision() {
    let folder = TempDir::new().unwrap();
    let file = "format = 1\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\nprecision = \"seat=4%\"\n\
        [[arms]]\nname = \"two\"\n[[arms]]\nname = \"four\"\nplayers = 4\n\
        [answer]\nfigure = \"points\"\nyes_if = \"less\"\n";
    fs::write(folder.path().join("q.toml"), file).unwrap();
    let page = text(&sim(folder.path(), &words("run q.toml")).stdout);
    // The first interim analysis is at 1,024 deals.
    assert!(page.contains(": 2 arms of 1,024 deals, seed 1\n"), "{page}");
    let last = page.lines().last().unwrap();
    assert!(
        last.starts_with("No: the mean of points is 3.") && last.contains(" with `four` than with `two`"),
        "{last}"
    );
    let json = sim(folder.path(), &words("run q.toml --format json"));
    let value: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(value["tables"]["answer"]["rows"][0]["error"], "as of runs with luck of their own");
}

#[test]
fn several_files_are_answered_in_a_line_each() {
    let folder = TempDir::new().unwrap();
    for (name, seat) in [("a.toml", 1), ("b.toml", 2)] {
        let file = format!(
            "format = 1\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"{name}?\"\nn = 400\n[answer]\nseat = {seat}\nyes_if = \"more\"\n"
        );
        fs::write(folder.path().join(name), file).unwrap();
    }
    let page = text(&sim(folder.path(), &words("run a.toml b.toml")).stdout);
    let lines: Vec<&str> = page.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[2]), (4, "a.toml: a.toml?", "b.toml: b.toml?"), "{page}");
    let csv = text(&sim(folder.path(), &words("run a.toml b.toml --format csv")).stdout);
    assert!(csv.starts_with("file,question,answer,text,") && csv.lines().count() == 3, "{csv}");
    let json = sim(folder.path(), &words("run a.toml b.toml --format json"));
    let value: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(value["answer"]["rows"][1]["file"], "b.toml", "{value}");
    let refused = sim(folder.path(), &words("run a.toml b.toml --out both"));
    assert_eq!(refused.status.code(), Some(2));
}

/// The questions that the project's pages print are answered in any folder.
#[test]
fn the_questions_of_the_games_are_there_where_no_file_is() {
    let folder = TempDir::new().unwrap();
    let listed = text(&sim(folder.path(), &words("list --experiments --format csv")).stdout);
    let all = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = text(&sim(all, &words("list --experiments --format csv")).stdout);
    assert_eq!(listed, files);
    let one = sim(folder.path(), &words("run experiments/delectable/raider.toml --n 60"));
    assert!(one.status.success(), "{}", text(&one.stderr));
    // A shell passes on a pattern for which it finds no file.
    let all = sim(folder.path(), &["run", "experiments/delectable/late-*.toml", "--n", "60"]);
    let told = text(&all.stdout);
    assert!(all.status.success(), "{}", text(&all.stderr));
    assert!(
        told.contains("experiments/delectable/late-attacks.toml: ") && told.matches(".toml: ").count() > 1,
        "{told}"
    );
    let none = sim(folder.path(), &["run", "experiments/delectable/q*.toml"]);
    assert!(text(&none.stderr).starts_with("error: cannot read experiments/delectable/q*.toml"));
    // The user's own file takes precedence.
    std::fs::create_dir_all(folder.path().join("experiments/delectable")).unwrap();
    fs::write(folder.path().join("experiments/delectable/raider.toml"), "format = 9\n").unwrap();
    let own = sim(folder.path(), &words("run experiments/delectable/raider.toml --n 60"));
    assert!(text(&own.stderr).contains("raider.toml:1:1: missing field `game`"), "{}", text(&own.stderr));
}

#[test]
fn every_experiment_of_the_project_ends_with_an_answer() {
    let folder = TempDir::new().unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
    let mut files: Vec<String> = Vec::new();
    for game in fs::read_dir(root).unwrap() {
        let list = fs::read_dir(game.unwrap().path()).unwrap();
        files.extend(list.map(|file| file.unwrap().path().display().to_string()));
    }
    let is_call = |file: &String| fs::read_to_string(file).unwrap().contains("\nverb = ");
    let (calls, files): (Vec<String>, Vec<String>) = files.into_iter().partition(is_call);
    assert!(!calls.is_empty());
    for call in &calls {
        let short = words("--n 24 --learn 10 --repeats 2");
        let output = sim(folder.path(), &[&["run", call], &short[..]].concat());
        assert!(output.status.success() && !output.stdout.is_empty(), "{call}: {}", text(&output.stderr));
    }
    let arguments: Vec<&str> = ["run"].into_iter().chain(files.iter().map(String::as_str)).collect();
    let output = sim(folder.path(), &[&arguments[..], &["--n", "24", "--format", "csv"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let mut rows = csv::Reader::from_reader(&output.stdout[..]);
    let headers = rows.headers().unwrap().clone();
    let columns =
        ["file", "answer", "text"].map(|name| headers.iter().position(|column| column == name).unwrap());
    let answers: Vec<csv::StringRecord> = rows.records().map(|row| row.unwrap()).collect();
    assert_eq!(answers.len(), files.len());
    for row in &answers {
        let [file, answer, told] = columns.map(|at| &row[at]);
        // So few deals leave most answers undecided, but each has a text without `NaN`.
        assert!(!answer.is_empty() && !told.contains("NaN") && told.len() > 20, "{file}: {told}");
    }
}

/// A file that holds a call.
const CALL: &str = "format = 1\nverb = \"balance\"\ngame = \"delectable\"\ntitle = \"T\"\nquestion = \"Q?\"\n\
    goal = [\"plies = 242..257\"]\nvary = [\"theft_min=2,3\"]\nmost_changes = 1\nlearn = 20\nrepeats = 2\nn = 60\n";

#[test]
fn a_file_that_holds_a_call_is_that_call() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("q.toml"), CALL).unwrap();
    let mut line = words(
        "balance --game delectable --vary theft_min=2,3 --most-changes 1 --learn 20 --repeats 2 --n 60",
    );
    line.extend(["--goal", "plies = 242..257", "--seed", "3"]);
    let [by_file, by_line] =
        [&words("run q.toml --seed 3")[..], &line[..]].map(|line| sim(folder.path(), line));
    assert!(by_file.status.success(), "{}", text(&by_file.stderr));
    assert_eq!(text(&by_file.stdout), text(&by_line.stdout));
    // Options after the file override its values.
    let other = text(&sim(folder.path(), &words("run q.toml --n 80 --format json")).stdout);
    let told: Value = serde_json::from_str(&other).unwrap();
    assert!(told["manifest"]["command"].as_str().unwrap().contains("--n 80 "), "{other}");
    // So do options before it.
    for line in [
        "run --n 80 --format json q.toml",
        "run -n 80 q.toml --format json",
        "--n=80 q.toml --format json",
        "run --vary theft_min=2,3 q.toml --n 80 --format json",
    ] {
        let before = sim(folder.path(), &words(line));
        assert_eq!(text(&before.stdout), other, "{line}: {}", text(&before.stderr));
    }
    let checked = sim(folder.path(), &words("check q.toml"));
    assert_eq!(text(&checked.stdout), "q.toml: an experiment for delectable, by `sim balance`\n");
}

#[test]
fn a_call_that_is_not_in_order_is_told_with_its_place() {
    let folder = TempDir::new().unwrap();
    for (from, to, told, help) in [
        (
            "most_changes",
            "most_change",
            "q.toml:8:1: `sim balance` has no option `most_change`",
            "`most_changes`",
        ),
        ("balance", "balanse", "q.toml:2:1: no verb `balanse`", "`balance`"),
        ("theft_min=2,3", "theft_mn", "--vary theft_mn: there is no such number", "`theft_min`"),
        ("learn = 20", "learn = \"x\"", "q.toml:9:1: --learn x: not a number", "1_000_000"),
        ("learn = 20", "threads = 0", "q.toml:9:1: --threads 0: not from 1", "leave --threads out"),
        ("n = 60", "n = 1.000", "q.toml:11:1: --n 1.000: ambiguous: 1000 or 1", "write 1000 or 1"),
        (
            "n = 60",
            "precision = \"0,5%\"",
            "q.toml:11:1: --precision 0,5%: a decimal has a point",
            "write 0.5%",
        ),
        (
            "\"plies = 242..257\"",
            "\"plies above 300\", \"plies below 200\"",
            "q.toml:6:1: --goal plies above 300 and --goal plies below 200: no value lies in both",
            "leave a goal out",
        ),
    ] {
        fs::write(folder.path().join("q.toml"), CALL.replace(from, to)).unwrap();
        let checked = sim(folder.path(), &words("check q.toml"));
        let said = text(&checked.stderr);
        assert_eq!(checked.status.code(), Some(2), "{to}: {said}");
        assert!(said.contains(told) && said.contains(help), "{to}: {said}");
    }
    fs::write(folder.path().join("q.toml"), CALL.replace("n = 60", "n = 1.000")).unwrap();
    let run = text(&sim(folder.path(), &words("run q.toml --threads 1")).stderr);
    assert_eq!(run, "error: q.toml:11:1: --n 1.000: ambiguous: 1000 or 1\n  help: write 1000 or 1\n");
    assert!(
        sim(folder.path(), &words("run q.toml --n 60")).status.success(),
        "the file's number is replaced"
    );
    fs::write(folder.path().join("q.toml"), CALL).unwrap();
    fs::copy(folder.path().join("q.toml"), folder.path().join("r.toml")).unwrap();
    let both = sim(folder.path(), &words("run q.toml r.toml"));
    let said = text(&both.stderr);
    assert!(
        said.contains("note: q.toml is a call of `balance`") && said.contains("run each alone"),
        "{said}"
    );
}
