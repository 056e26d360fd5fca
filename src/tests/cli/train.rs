//! Strategies whose weights are trained, from the command line.

use std::{fs, path::Path, process::Command};

use serde_json::Value;
use tempfile::TempDir;

use super::{names, sim, text, wait_for, words};

/// Takes its turns at random, so there is much to learn.
const SCRIPT: &str = "format = 1\ngame = \"delectable\"\nabout = \"A test.\"\n[on.turn]\nscore = \"0\"\n";

fn with_script() -> TempDir {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("mine.toml"), SCRIPT).unwrap();
    folder
}

const TRAIN: &str =
    "train mine.toml --game delectable --against greedy --n 2k --features gain,total_gain,stars --out better";

fn better(folder: &Path) -> String {
    fs::read_to_string(folder.join("strategies/delectable/better.toml")).unwrap()
}

#[test]
fn a_learned_strategy_is_a_new_file_with_its_history_the_same_for_any_number_of_threads() {
    let folder = with_script();
    let learned = sim(folder.path(), &words(&format!("{TRAIN} --threads 1")));
    assert_eq!(learned.status.code(), Some(0), "{}", text(&learned.stderr));
    let told = text(&learned.stdout);
    assert!(told.contains("written to strategies/delectable/better.toml"), "{told}");
    assert!(told.contains("Against value-diner, prestige, "), "{told}");
    let file = better(folder.path());
    let head: Vec<&str> = file.lines().take_while(|line| line.starts_with('#')).collect();
    assert_eq!(head[0], "# mine.toml learned against greedy, by");
    assert!(head[2].starts_with("# On 200 deals that it never met it wins "), "{}", head[2]);
    assert!(file.contains(SCRIPT) && file.contains("\n[learned.turn]\ntemperature = "), "{file}");

    // The command in its header trains it again, on two threads.
    let other = with_script();
    let command = head[1].trim_start_matches("#   sim ");
    let found = sim(other.path(), &words(&format!("{command} --threads 2 --format json")));
    assert_eq!(found.status.code(), Some(0), "{}", text(&found.stderr));
    assert_eq!(better(other.path()), file);
    let told: Value = serde_json::from_str(&text(&found.stdout)).unwrap();
    assert_eq!(told["manifest"]["written"], "strategies/delectable/better.toml");
    let first = &told["tables"]["tuning_gains"]["rows"][0];
    assert!(first["of"] == "objective" && first["low"].as_f64().unwrap() > 0.0, "{first}");
    let last = told["tables"]["learning"]["rows"].as_array().unwrap().last().unwrap();
    assert!(last["games"].as_u64().unwrap() >= 2000 && last["entropy"].as_f64().unwrap() > 0.0, "{last}");
    let place = folder.path().join("strategies/delectable");
    let beside = ["csv", "png", "svg"].map(|ending| format!("better.learning.{ending}"));
    let charts = ["png", "svg"].map(|ending| format!("better.learning-entropy.{ending}"));
    let written = names(&place);
    assert!(beside.iter().chain(&charts).all(|name| written.contains(name)), "{written:?}");
    let curve = fs::read_to_string(place.join("better.learning.csv")).unwrap();
    assert!(
        curve.starts_with("learning,games,players,won,plan,among_bases,entropy,divergence\n1,"),
        "{curve}"
    );

    // It is an ordinary strategy.
    for line in [
        "--game delectable --n 20 --strategies better,greedy",
        "check strategies/delectable/better.toml",
        "show better --game delectable",
        "replay better --against greedy --game delectable",
    ] {
        let output = sim(folder.path(), &words(line));
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
    }
    let shown = text(&sim(folder.path(), &words("show better --game delectable")).stdout);
    assert!(
        shown.contains("# Choices that training changed, compared with the formulas alone:\n# Of "),
        "{shown}"
    );
    let why = sim(folder.path(), &words("replay --game delectable --lineup better,better --why"));
    let why = text(&why.stdout);
    assert!(why.contains("|   because  ") && why.contains("drawn by the temperature"), "{why}");
    // It can be trained further.
    let more = "train better --game delectable --against greedy --n 400 --features cheap --out best";
    let more = sim(folder.path(), &words(more));
    assert_eq!(more.status.code(), Some(0), "{}", text(&more.stderr));
}

#[test]
fn a_learning_tells_by_which_steps_and_pulls_it_was_learned() {
    let learned = |more: &str| {
        let folder = with_script();
        let output = sim(folder.path(), &words(&format!("{TRAIN}{more}")));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let curve =
            fs::read_to_string(folder.path().join("strategies/delectable/better.learning.csv")).unwrap();
        let at = curve.lines().next().unwrap().split(',').position(|column| column == "entropy").unwrap();
        let open: f64 = curve.lines().last().unwrap().split(',').nth(at).unwrap().parse().unwrap();
        (better(folder.path()).lines().nth(1).unwrap().to_owned(), open)
    };
    let settings = " --step 0.02 --magnet 0.03 --entropy 0.1 ";
    let ((usual, open), (other, more)) = (learned(""), learned(settings.trim_end()));
    assert!(!usual.contains("--step") && other.contains(settings), "{usual}\n{other}");
    assert_eq!(other.replace(settings, " "), usual);
    // A larger weight of the entropy keeps choices open.
    assert!(more > open + 0.03, "{open} {more}");
}

#[test]
fn where_nothing_is_gained_nothing_is_written() {
    let folder = with_script();
    let line = "train expert --game delectable --n 400 --features stars --repeats 2";
    let learned = sim(folder.path(), &words(line));
    assert_eq!(learned.status.code(), Some(0), "{}", text(&learned.stderr));
    let told = text(&learned.stdout);
    assert!(told.starts_with("Delectable, 2 players: expert learned against itself\n"), "{told}");
    assert!(told.contains("2 training runs gained ") && told.contains("No significant gain"), "{told}");
    let place = folder.path().join("strategies/delectable");
    assert!(!place.exists() || names(&place).is_empty());
}

#[test]
fn a_plan_is_learned_by_and_measured_without() {
    let folder = TempDir::new().unwrap();
    let plan = "plan = { \"reviews.opponent\" = 0.2 }\n[on.turn]";
    fs::write(folder.path().join("mine.toml"), SCRIPT.replacen("[on.turn]", plan, 1)).unwrap();
    let line = TRAIN.replace("gain,total_gain,stars", "all");
    let learned = sim(folder.path(), &words(&line));
    assert_eq!(learned.status.code(), Some(0), "{}", text(&learned.stderr));
    let told = text(&learned.stdout);
    // Reviews of others win nothing, so the file is written because of the plan alone.
    assert!(told.contains("written to strategies/delectable/better.toml"), "{told}");
    assert!(better(folder.path()).contains(plan), "it can be learned on by");
    let begun = "By its plan, reviews.opponent 0.2, a game was worth ";
    let sentence = told.lines().find(|line| line.starts_with(begun)).unwrap_or_else(|| panic!("{told}"));
    let worths: Vec<f64> = sentence.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert!(matches!(worths[..], [first, last] if last > 1.5 * first), "{told}");
    let curve = fs::read_to_string(folder.path().join("strategies/delectable/better.learning.csv")).unwrap();
    assert!(curve.lines().nth(1).unwrap().split(',').nth(4).is_some_and(|plan| !plan.is_empty()), "{curve}");

    // A best response follows no plan.
    let line = "train better --game delectable --exploit --n 400 --features stars";
    let response = sim(folder.path(), &words(line));
    assert_eq!(response.status.code(), Some(0), "{}", text(&response.stderr));
    assert!(!text(&response.stdout).contains("By its plan"), "{}", text(&response.stdout));

    // An unknown word is refused with its position.
    fs::write(
        folder.path().join("bad.toml"),
        SCRIPT.replacen("[on.turn]", "plan = { \"commits.6\" = 1 }\n[on.turn]", 1),
    )
    .unwrap();
    let refused = sim(folder.path(), &words("check bad.toml"));
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stdout));
    let message = "bad.toml:4:10: nothing is called `commits.6` that a plan could count\n  help: did you mean `commits.1`?";
    assert!(text(&refused.stderr).contains(message), "{}", text(&refused.stderr));
}

#[test]
fn files_in_the_way_are_refused_before_anything_is_played() {
    let folder = with_script();
    let place = folder.path().join("strategies/delectable");
    fs::create_dir_all(&place).unwrap();
    for name in ["better.toml", "better.learning.csv", "better.learning.png", "better.learning-entropy.svg"] {
        let path = place.join(name);
        fs::write(&path, "mine").unwrap();
        let refused = sim(folder.path(), &words(TRAIN));
        assert_eq!(refused.status.code(), Some(2));
        let expected =
            format!("error: strategies/delectable/{name} exists already\n  help: choose another name\n");
        assert_eq!(text(&refused.stderr), expected);
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        fs::remove_file(&path).unwrap();
    }
    // Files of another strategy do not matter.
    fs::write(place.join("better-2.learning.csv"), "mine").unwrap();
    let line = "train mine.toml --game delectable --n 100 --features stars --out better";
    let learned = sim(folder.path(), &words(line));
    assert_eq!(learned.status.code(), Some(0), "{}", text(&learned.stderr));
}

#[cfg(unix)]
#[test]
fn a_learning_that_was_interrupted_goes_on() {
    let folder = with_script();
    let line = TRAIN;
    let child = Command::new(env!("CARGO_BIN_EXE_sim")).current_dir(folder.path()).args(words(line)).spawn();
    let mut child = child.unwrap();
    let place = folder.path().join("strategies/delectable");
    // The program creates the folder after it catches signals and before the first game.
    wait_for(|| place.exists());
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(names(&place), ["better.learning.json"]);
    let other = sim(folder.path(), &words(&format!("{line} --seed 2")));
    assert_eq!(other.status.code(), Some(2));
    assert!(text(&other.stderr).contains("is of a training with other inputs"), "{}", text(&other.stderr));
    let rest = sim(folder.path(), &words(line));
    assert_eq!(rest.status.code(), Some(0), "{}", text(&rest.stderr));
    let whole = with_script();
    let told = sim(whole.path(), &words(line));
    assert_eq!(text(&rest.stdout), text(&told.stdout));
    assert!(names(&place).iter().all(|name| name != "better.learning.json"), "{:?}", names(&place));
}

#[test]
fn one_file_is_learned_and_tested_at_several_numbers_of_players() {
    let folder = with_script();
    let line =
        "train mine.toml --game delectable --against greedy --players 2,3 --n 2k --features gain,stars";
    let learned = sim(folder.path(), &words(line));
    assert_eq!(learned.status.code(), Some(0), "{}", text(&learned.stderr));
    let told = text(&learned.stdout);
    assert!(told.starts_with("Delectable, 2 and 3 players: mine.toml learned against greedy\n"), "{told}");
    assert!(told.contains("deals of 2 players that") && told.contains("deals of 3 players that"), "{told}");
    assert!(told.contains("\nOver all numbers of players where mine.toml wins "), "{told}");
    let file = fs::read_to_string(folder.path().join("strategies/delectable/mine-learned.toml")).unwrap();
    assert!(file.contains("stars*players\" = ") && file.contains(" --players 2,3 "), "{file}");
}

#[test]
fn dear_features_are_left_out_and_what_they_changed_is_told() {
    let folder = with_script();
    let line = "train default --game la-bistro --players 2 --against default --n 1200 --format json";
    let learned = sim(folder.path(), &words(line));
    assert_eq!(learned.status.code(), Some(0), "{}", text(&learned.stderr));
    let told: Value = serde_json::from_str(&text(&learned.stdout)).unwrap();
    let tried = told["tables"]["learning_features"]["rows"].as_array().unwrap();
    let file = fs::read_to_string(folder.path().join("strategies/la-bistro/default-learned.toml")).unwrap();
    let gone: Vec<&Value> = tried.iter().filter(|row| row["left_out"] == 1).collect();
    assert!(!gone.is_empty(), "{tried:?}");
    for row in &gone {
        let (decision, feature) = (row["decision"].as_str().unwrap(), row["feature"].as_str().unwrap());
        // A decision without remaining features has no section. An interaction is quoted.
        let section = file.split(&format!("[learned.{decision}]\n")).nth(1).unwrap_or_default();
        let section = section.split("\n[").next().unwrap();
        let is_there = |line: &str| {
            line.split([' ', '"', '*']).any(|word| word == feature)
                || line.contains(&format!("\"{feature}\""))
        };
        assert!(!section.lines().any(is_there), "{feature} in {section}");
    }
    // Features that cost more than they bring are left out. If all of them bring something, the file says so.
    let pruned = ["\n#   left out of ", ", so that they are in it."];
    assert!(
        file.contains("\n# By count it takes ") && pruned.iter().any(|words| file.contains(words)),
        "{file}"
    );
    let interactions = gone.iter().filter(|row| row["feature"].as_str().unwrap().contains('*')).count();
    let head = "# Interactions (products of two features) left out as the weakest: ";
    let line = file.lines().find_map(|line| line.strip_prefix(head)).unwrap_or_else(|| panic!("{file}"));
    // `2 of 42 in open and 5 of 45 in hire`
    let numbers: Vec<usize> = line.split([' ', ',']).filter_map(|word| word.parse().ok()).collect();
    assert_eq!(numbers.chunks(2).map(|pair| pair[0]).sum::<usize>(), interactions, "{line}");
    // All decisions have the same budget.
    let kept = numbers.chunks(2).map(|pair| pair[1] - pair[0]).sum::<usize>();
    assert!(interactions > 0 && kept == 40 * (numbers.len() / 2), "{line}");
}

#[test]
fn how_far_it_can_be_beaten_is_learned_from_itself_and_from_default() {
    let folder = with_script();
    let learned = "format = 1\ngame = \"delectable\"\nabout = \"A test.\"\n[on.turn]\nscore = \"0\"\n[learned.turn]\ntemperature = 1\nstars = 0.5\n";
    fs::write(folder.path().join("soft.toml"), learned).unwrap();
    let line = "train soft.toml --game delectable --exploit --n 1k --features gain,stars";
    let output = sim(folder.path(), &words(line));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told = text(&output.stdout);
    assert!(told.starts_with("Delectable, 2 players: a best response to soft.toml\n"), "{told}");
    assert!(told.contains("\nLearned from its formulas alone: it wins "), "{told}");
    assert!(told.contains("\nLearned from itself as it is: it wins "), "{told}");
    assert!(told.contains("\nLearned from default: it wins "), "{told}");
    assert!(told.contains(", where soft.toml wins 50.0\u{a0}%: +"), "{told}");
    assert!(folder.path().join("strategies/delectable/soft-response.toml").exists());
    // An untrained strategy is only one start, and so is `default`.
    let line = "train mine.toml --game delectable --exploit --n 400 --features stars";
    let told = text(&sim(folder.path(), &words(line)).stdout);
    assert!(
        told.contains("Learned from its formulas alone") && told.contains("Learned from default"),
        "{told}"
    );
    assert!(!told.contains("from itself as it is"), "{told}");
    let told = text(&sim(folder.path(), &words(&line.replace("mine.toml", "default"))).stdout);
    assert!(!told.contains("Learned from"), "{told}");
}

/// Layer and rollouts: prints the command, is equal for any number of threads, and shows what the layer adds.
#[test]
fn a_hidden_layer_and_rollouts_are_trained_and_explained() {
    let learned = |threads: &str| {
        let folder = with_script();
        let line = format!(
            "train mine.toml --game delectable --against greedy --hidden 8 --rollouts 4 --n 12k --features \
             gain,total_gain,stars --out better --threads {threads}"
        );
        let output = sim(folder.path(), &words(&line));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(
            text(&output.stdout).contains("A hidden layer of 8 units adds to"),
            "{}",
            text(&output.stdout)
        );
        folder
    };
    let (folder, other) = (learned("1"), learned("2"));
    assert_eq!(better(folder.path()), better(other.path()));
    let file = better(folder.path());
    assert!(
        file.contains(" --hidden 8 --rollouts 4 ") && file.contains("\n[learned.turn.network]\nbias = "),
        "{file}"
    );
    let why = sim(folder.path(), &words("replay --game delectable --lineup better,better --why"));
    assert!(text(&why.stdout).contains(" (hidden layer)"), "{}", text(&why.stdout));
    let choices = "replay better --against greedy --game delectable --n 40 --format csv";
    let choices = sim(folder.path(), &words(choices));
    assert_eq!(choices.status.code(), Some(0), "{}", text(&choices.stderr));
    let tuned = sim(folder.path(), &words("train better --game delectable --params all --rollouts 4"));
    assert!(text(&tuned.stderr).contains("--rollouts is for training weights"), "{}", text(&tuned.stderr));
}

#[test]
fn the_best_response_to_a_panel_is_trained_from_three_starts() {
    let folder = TempDir::new().unwrap();
    let line = "train panel --game delectable --exploit --players 2 --n 400 --features cheap --format json";
    let output = sim(folder.path(), &words(line));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let command = told["manifest"]["command"].as_str().unwrap();
    assert!(
        command.starts_with("sim train panel --game delectable --players 2 --exploit --n 400 "),
        "{command}"
    );
    let rows = told["tables"]["tuning_gains"]["rows"].as_array().unwrap();
    assert_eq!(rows.iter().filter(|row| row["of"] == "objective").count(), 3, "{rows:?}");
    let names = [line.replace("delectable", "delectable --params all"), line.replace("--exploit", "")];
    for (line, word) in
        names.iter().zip(["--exploit is for training weights", "`panel` cannot be a strategy's name"])
    {
        let output = sim(folder.path(), &words(line));
        assert!(
            output.status.code() == Some(2) && text(&output.stderr).contains(word),
            "{}",
            text(&output.stderr)
        );
    }
}

#[cfg(unix)]
#[test]
fn a_population_that_was_interrupted_goes_on_and_its_panel_plays() {
    let line = "train mine.toml,saboteur,raider --game delectable --population 1 --players 2 --n 2k --features \
                gain,total_gain,stars --out mixed";
    let folder = with_script();
    let child = Command::new(env!("CARGO_BIN_EXE_sim")).current_dir(folder.path()).args(words(line)).spawn();
    let mut child = child.unwrap();
    let place = folder.path().join("strategies/delectable");
    wait_for(|| place.join("mixed.population.json").exists() || place.join("mixed").exists());
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let code = child.wait().unwrap().code();
    assert!(code == Some(130) || code == Some(0), "{code:?}");
    let rest = sim(folder.path(), &words(if code == Some(0) { "list" } else { line }));
    assert_eq!(rest.status.code(), Some(0), "{}", text(&rest.stderr));
    let whole = with_script();
    let told = sim(whole.path(), &words(line));
    assert_eq!(told.status.code(), Some(0), "{}", text(&told.stderr));
    let files = |folder: &TempDir| names(&folder.path().join("strategies/delectable/mixed"));
    assert_eq!(files(&folder), files(&whole));
    let panel = "strategies/delectable/mixed/panel.toml";
    let read = |folder: &TempDir| fs::read_to_string(folder.path().join(panel)).unwrap();
    assert_eq!(read(&folder), read(&whole));
    assert!(text(&told.stdout).contains("\nwritten to strategies/delectable/mixed: name it with --panel "));
    let played = sim(whole.path(), &words(&format!("--game delectable --panel {panel} --n 60")));
    assert_eq!(played.status.code(), Some(0), "{}", text(&played.stderr));
    let again = sim(whole.path(), &words(line));
    assert!(
        text(&again.stderr).contains("strategies/delectable/mixed exists already"),
        "{}",
        text(&again.stderr)
    );
}

/// The `train` commands of a page without the word `sim`.
fn commands(page: &str) -> Vec<&str> {
    let lines = page.lines().filter_map(|line| line.strip_prefix("$ sim "));
    let spans = page.split('`').skip(1).step_by(2).filter_map(|span| span.strip_prefix("sim "));
    lines.chain(spans).filter(|line| line.starts_with("train ")).collect()
}

#[test]
fn the_commands_of_the_page_on_training_do_what_it_says() {
    let folder = TempDir::new().unwrap();
    let page = include_str!("../../docs/training.md");
    let commands = commands(page);
    assert!(commands.len() > 2, "{commands:?}");
    for (at, command) in commands.into_iter().enumerate().filter(|(_, command)| command.contains("--game")) {
        // Just long enough to see that the command is accepted.
        let mut all: Vec<String> =
            words(&command.replace("GAME", "delectable")).iter().map(|word| (*word).to_owned()).collect();
        for (option, value) in [("--n", "60".to_owned()), ("--out", format!("out-{at}"))] {
            match all.iter().position(|word| word == option) {
                Some(place) => all[place + 1] = value,
                None => all.extend([option.to_owned(), value]),
            }
        }
        for name in ["NAME", "beats-expert"] {
            all.iter_mut().filter(|word| *word == name).for_each(|word| *word = "expert".to_owned());
        }
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        let output = sim(folder.path(), &all);
        assert_eq!(output.status.code(), Some(0), "{all:?}: {}", text(&output.stderr));
    }
}

#[test]
fn what_cannot_be_learned_is_refused_with_the_way_out() {
    let folder = with_script();
    for (line, message, help) in [
        ("train random --game delectable", "random has no file", "tune a script"),
        ("train raider --game delectable --features star", "no feature `star`", "did you mean `stars`?"),
        ("train raider --game delectable --repeats 0", "--repeats 0 learns nothing", "give 1 or more"),
        ("train raider --game delectable --hidden 12", "no hidden layer has 12 units", "multiple of 8"),
        ("train raider --game delectable --rollouts 0", "--rollouts 0 compares nothing", "give 1 or more"),
        (
            "train raider --game delectable --population 2",
            "one strategy is no population",
            "name two or more",
        ),
        ("train --game delectable --population 0", "--population 0 trains nobody", "give 1 or more"),
        (
            "train raider --game delectable --against greedy,greedy",
            "stands twice in --against",
            "name each once",
        ),
        ("train raider --game delectable --out greedy", "`greedy` is the name of a shipped", "another name"),
        (
            "train expert --game critter-kitchen --players 1 --against greedy",
            "nobody to play against",
            "leave --against out",
        ),
        (
            "train expert --game critter-kitchen --players 1 --exploit",
            "nobody to play",
            "leave --exploit out",
        ),
        (
            "train expert --game critter-kitchen --players 1 --steady",
            "nobody to play against",
            "leave --steady out",
        ),
        ("train expert --game delectable --players 2,9", "not played by 9", "give --players 2 to"),
        ("train expert --game delectable --step 0", "not above 0 and at most 1", "as 0.01"),
        ("train expert --game delectable --magnet nan", "not from 0 to 10", "as 0.05"),
        ("train expert --game delectable --entropy -1", "not from 0 to 10", "as 0.05"),
        ("train raider --game delectable --holdout 1", "--holdout is for tuning", "leave --holdout out"),
        ("train raider --game delectable --objective worst", "is for tuning", "leave --objective worst out"),
    ] {
        let output = sim(folder.path(), &words(line));
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {stderr}");
        assert!(stderr.contains(message) && stderr.contains(help), "{line}: {stderr}");
    }
    assert!(!folder.path().join("strategies").exists());
}
