//! Lists and help of the program.

use std::path::Path;

use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn listings_name_everything_there_is() {
    let folder = TempDir::new().unwrap();
    let games = text(&sim(folder.path(), &["list"]).stdout);
    for line in games.lines().skip(1) {
        let game = line.split_whitespace().next().unwrap();
        for verb in ["show rules", "show features", "show settings", "list"] {
            let output = sim(folder.path(), &words(&format!("{verb} --game {game}")));
            assert_eq!(output.status.code(), Some(0), "{verb} {game}");
            assert!(output.stdout.len() > 500, "{verb} {game}");
            if verb != "show rules" {
                agree(folder.path(), verb, game);
            }
        }
        let replay = sim(folder.path(), &["replay", "--game", game, "--format", "json", "--why"]);
        assert_eq!(replay.status.code(), Some(0), "{game}: {}", text(&replay.stderr));
        for line in text(&replay.stdout).lines() {
            assert!(serde_json::from_str::<serde_json::Value>(line).is_ok(), "{game}: {line}");
        }
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(text(&sim(folder.path(), &["completions", shell]).stdout).contains("sim"));
    }
    assert!(text(&sim(folder.path(), &["man"]).stdout).contains(".TH sim"));
    let page = text(&sim(folder.path(), &["man", "run"]).stdout);
    assert!(page.contains(".TH sim-run") && page.contains("episodes"), "{page}");
    let unknown = sim(folder.path(), &["man", "rum"]);
    assert_eq!(text(&unknown.stderr), "error: no verb `rum`\n  help: did you mean `run`?\n");
}

/// Checks that a listing is the same as JSON and as CSV.
fn agree(folder: &Path, verb: &str, game: &str) {
    let line = format!("{verb} --game {game} --format");
    let json = text(&sim(folder, &words(&format!("{line} json"))).stdout);
    let tables: serde_json::Value = serde_json::from_str(&json).unwrap();
    let name = verb.strip_prefix("show ").unwrap_or("strategies");
    let rows = tables[name]["rows"].as_array().unwrap();
    let output = sim(folder, &words(&format!("{line} csv")));
    let mut csv = csv::Reader::from_reader(&output.stdout[..]);
    let header = csv.headers().unwrap().clone();
    let mut count = 0;
    for (row, record) in rows.iter().zip(csv.records()) {
        for (column, cell) in header.iter().zip(record.unwrap().iter()) {
            let value = &row[column];
            let expected = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let is_same = expected == cell
                || value.is_null() && cell.is_empty()
                || value.as_f64().is_some_and(|value| cell.parse() == Ok(value));
            assert!(is_same, "{verb} {game}: {column} {value} {cell}");
        }
        count += 1;
    }
    assert!(count == rows.len() && count > 5, "{verb} {game}: {count} rows");
}

#[test]
fn a_path_selects_a_setting_or_all_below_it() {
    let folder = TempDir::new().unwrap();
    let params =
        |paths: &str| sim(folder.path(), &words(&format!("show settings --game delectable {paths}")));
    let one = text(&params("hand_limit").stdout);
    assert_eq!(one.lines().count(), 2, "{one}");
    assert!(one.starts_with("path        value  rule   source    about"), "{one}");
    let some = text(&params("cards.F5 hand_limit").stdout);
    let some: Vec<&str> = some.lines().skip(1).collect();
    assert!(some[0].starts_with("hand_limit ") && some.len() > 5, "{some:?}");
    assert!(some[1..].iter().all(|line| line.starts_with("cards.F5.")), "{some:?}");
    let rows = text(&params("--source reconstructed cards").stdout);
    assert!(
        rows.lines().count() > 20 && rows.lines().skip(1).all(|line| line.contains("  reconstructed  ")),
        "{rows}"
    );
    let none = params("--source reconstructed hand_limit");
    assert_eq!(
        (none.status.code(), text(&none.stdout), text(&none.stderr)),
        (Some(0), String::new(), "no value is selected\n".to_owned())
    );
    let output = params("--source rulebok");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "error: no source `rulebok`\n  help: did you mean `rulebook`?\n");
    for (path, help) in [
        ("hand_limits", "did you mean `hand_limit`?"),
        ("card.F5", "did you mean `cards.F5`?"),
        ("cards.F", "did you mean `cards.F2`?"),
        ("cards.F5.costs", "did you mean `cards.F5.cost`?"),
    ] {
        let output = params(path);
        assert_eq!(output.status.code(), Some(2));
        let error = format!("error: no setting `{path}` in delectable\n  help: {help}\n");
        assert_eq!((text(&output.stderr), text(&output.stdout)), (error, String::new()));
    }
}

#[test]
fn a_page_refuses_options_without_effect_and_strategies_of_its_name() {
    let folder = TempDir::new().unwrap();
    let error = |line: &str| {
        let output = sim(folder.path(), &words(line));
        assert_eq!(output.status.code(), Some(2), "{line}");
        text(&output.stderr)
    };
    for (page, option) in [
        ("rules", "--set hand_limit=6"),
        ("rules", "--format json"),
        ("features", "--preset 2020-05"),
        ("features", "--changed"),
        ("raider", "--source rulebook"),
        ("raider", "--file"),
        ("raider", "--without S2"),
        ("settings --file", "--set hand_limit=6"),
        ("settings --file", "--preset 2020-05"),
        ("settings --file", "--data mine.toml"),
        ("settings --file", "--changed"),
        ("settings --file", "--source rulebook"),
        ("settings --file", "--format csv"),
    ] {
        let told = error(&format!("show {page} --game delectable {option}"));
        let name = option.split(' ').next().unwrap();
        assert!(
            told.starts_with(&format!("error: {name} has no effect: "))
                && told.ends_with(&format!("\n  help: leave {name} out\n")),
            "{told}"
        );
    }
    assert!(
        error("show features cards --game delectable")
            .starts_with("error: PATH has no effect: features depend on the game alone\n")
    );

    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/strategies/delectable/raider.toml");
    for page in ["rules", "settings", "features"] {
        let reason = format!(
            "error: `{page}` cannot be a strategy's name: `sim show {page}` shows the {page} of a game\n  \
             help: choose another name, as my-{page}\n"
        );
        assert_eq!(error(&format!("new strategy {page} --game delectable")), reason);
        assert!(std::fs::read_dir(folder.path()).unwrap().next().is_none());
        let file = folder.path().join(format!("{page}.toml"));
        std::fs::copy(source, &file).unwrap();
        for line in ["check", "show --game delectable", "--game delectable --strategies"] {
            assert_eq!(error(&format!("{line} {page}.toml")), reason, "{line}");
        }
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn a_path_may_begin_with_the_section_of_the_data_file() {
    let folder = TempDir::new().unwrap();
    let params = |paths: &str| sim(folder.path(), &words(&format!("show settings --game la-bistro {paths}")));
    for (long, short, rows) in [
        ("tables.players", "players", 20),
        ("tables.players.4", "players.4", 5),
        ("tables.players.4.money", "players.4.money", 1),
        ("settings.chef_fee", "chef_fee", 1),
    ] {
        let page = text(&params(long).stdout);
        assert!(page.lines().count() > rows, "{long}: {page}");
        assert_eq!(page, text(&params(short).stdout), "{long}");
    }
    // Changes accept sections too. Only the section is dropped, not any word before a dot.
    let run = |set: &str| {
        let line = format!("--game la-bistro --n 4 --set {set} --out {set} --format json");
        sim(folder.path(), &words(&line))
    };
    let told: serde_json::Value = serde_json::from_slice(&run("tables.players.4.money=35").stdout).unwrap();
    assert_eq!(told["manifest"]["changes"][0]["path"], "players.4.money", "{}", told["manifest"]["changes"]);
    for wrong in ["table.players.4.money=35", "tables.tables.players.4.money=35", "tables.player.4.money=35"]
    {
        assert_eq!(run(wrong).status.code(), Some(2), "{wrong}");
    }
    let error = text(&run("tables.players.4.mony=35").stderr);
    assert!(error.contains("did you mean `money`?"), "{error}");
}

#[test]
fn help_speaks_of_its_own_verb() {
    let folder = TempDir::new().unwrap();
    let help = |verb: &str| text(&sim(folder.path(), &[verb, "--help"]).stdout);
    let (run, analyse) = (help("run"), help("analyse"));
    assert!(run.contains("win rates by strategy and by seat for reading") && !analyse.contains("win rates"));
    assert!(run.contains("Replace the folder of another run"));
    assert!(analyse.contains("Replace the folder of another analysis or run"), "{analyse}");
}
