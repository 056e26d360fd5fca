//! A designer's own strategies: creation, look-up, and conflicts of names.

use std::{fs, path::Path, process::Command};

use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn a_new_strategy_is_in_order_and_plays_under_its_name() {
    let folder = TempDir::new().unwrap();
    let made = sim(folder.path(), &words("new strategy mine --game delectable --from balancer"));
    assert_eq!(made.status.code(), Some(0), "{}", text(&made.stderr));
    let checked = sim(folder.path(), &words("check strategies/delectable/mine.toml"));
    assert_eq!(
        text(&checked.stdout),
        "strategies/delectable/mine.toml: a strategy for delectable; not set in the file, taken from default.toml: again, victim, loss, rename, theft, trim\n"
    );
    let twice = sim(folder.path(), &words("new strategy mine --game delectable"));
    assert_eq!(twice.status.code(), Some(2));
    // A copy under another name plays the same games, because luck does not depend on names.
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
fn the_command_of_a_manifest_makes_the_run_again_with_presets_changes_and_files() {
    let folder = TempDir::new().unwrap();
    two_called_x(folder.path());
    fs::create_dir(folder.path().join("it's mine")).unwrap();
    fs::copy(folder.path().join("A/x.toml"), folder.path().join("it's mine/y.toml")).unwrap();
    fs::write(
        folder.path().join("my values.toml"),
        "format = 2\ngame = \"delectable\"\n[values]\nhand_limit = 6\n",
    )
    .unwrap();
    let mut arguments =
        words("--game delectable --n 30 --preset 2020-05 --set die_faces=12 --seed 9 --out first");
    arguments.extend(["--data", "my values.toml"]);
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
        // The default decided what the files leave out, so its text belongs to the run.
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
    assert_eq!([role("mine"), role("balancer"), role("greedy")], ["own", "archetype", "baseline"]);
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
fn a_search_is_a_strategy_like_any_other() {
    let folder = TempDir::new().unwrap();
    let run = |line: &str| {
        let output =
            sim(folder.path(), &words(&format!("--game delectable --n 2 --format csv --force {line}")));
        assert_eq!(output.status.code(), Some(0), "{line}: {}", text(&output.stderr));
        text(&output.stdout)
    };
    // The base may be omitted if it is the default. Threads make no difference.
    let one = run("--strategies search:9,search:9:greedy --threads 1 --out one");
    assert_eq!(run("--strategies search:9:default,search:9:greedy --threads 2 --out two"), one);
    let names: Vec<&str> = one.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert_eq!(names, ["search:9", "search:9", "search:9:greedy", "search:9:greedy"]);
    // A search with more games is another strategy, and params belong to its base.
    run("--lineup search:8:prestige:aim=4,search:9:prestige:aim=4 --out three");
    // The assumed rivals belong to the search and are stored with the run.
    let taken = run("--lineup search:8:greedy@prestige:aim=4+random,random --out four");
    assert!(taken.lines().any(|line| line.starts_with("search:8:greedy@prestige:aim=4+random,")), "{taken}");
    let manifest = fs::read_to_string(folder.path().join("four/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let rivals = &manifest["strategies"][0]["rivals"];
    assert_eq!(rivals[0]["name"], "prestige:aim=4");
    assert_eq!(rivals[1]["name"], "random");

    let whole = sim(folder.path(), &words("replay --game delectable --lineup search:8:greedy,random --why"));
    let told = text(&whole.stdout);
    for reason in ["wins ", "imagined games", " behind"] {
        assert!(told.contains(reason), "{reason} in {told}");
    }
    let list = text(&sim(folder.path(), &words("list --game delectable")).stdout);
    assert!(list.lines().any(|line| line.starts_with("search:N ") && line.contains("baseline")), "{list}");
    let refused = sim(folder.path(), &words("new strategy mine --game delectable --from search:5"));
    assert!(text(&refused.stderr).contains("search:5 has no file to copy"));
}

/// Reading a file cannot reveal a root of a negative number. Playing does, and names the strategy, the decision, the
/// formula, and its position.
#[test]
fn a_result_that_is_no_number_is_traced_to_its_formula() {
    let folder = TempDir::new().unwrap();
    let file = [
        "format = 1",
        "game = \"delectable\"",
        "about = \"Takes roots.\"",
        "",
        "[on.turn]",
        "score = \"is_roll\"",
        "[on.roll]",
        "# A comment, so that the formula is not on the line below its heading.",
        "value = \"sqrt(stars - 100)\"",
    ];
    fs::write(folder.path().join("rooted.toml"), file.join("\n")).unwrap();
    let run = |strategies: &str| {
        let line = format!("--game delectable --n 40 --strategies {strategies} --out here --force");
        let output = sim(folder.path(), &words(&line));
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let manifest = fs::read_to_string(folder.path().join("here/manifest.json")).unwrap();
        let page = fs::read_to_string(folder.path().join("here/report.html")).unwrap();
        (text(&output.stdout) + &text(&output.stderr), serde_json::from_str(&manifest).unwrap(), page)
    };
    let (told, manifest, page): (_, serde_json::Value, _) = run("rooted.toml,raider");
    let place = &manifest["not_a_number_by"][0];
    assert_eq!((&place["strategy"], &place["decision"]), (&"rooted".into(), &"roll".into()));
    assert_eq!((&place["formula"], &place["place"]), (&"value".into(), &serde_json::json!([9, 10])));
    assert_eq!(manifest["not_a_number_by"].as_array().map(Vec::len), Some(1));
    assert_eq!(place["count"], manifest["not_a_number"]);
    let sentence = "of rooted ([on.roll] value, line 9, column 10)";
    assert!(told.contains(sentence), "{told}");
    assert!(page.contains("([on.roll] value, line 9, column 10)"));
    let (told, manifest, _): (_, serde_json::Value, _) = run("balancer,raider");
    assert!(!told.contains("not a number") && manifest["not_a_number"] == 0, "{told}");
}

#[test]
fn a_strategy_is_shown_as_its_file_with_what_the_default_does() {
    let folder = TempDir::new().unwrap();
    let show = |line: &str| sim(folder.path(), &words(&format!("show {line}")));
    let shipped = |name: &str| {
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("strategies/delectable/{name}.toml"));
        fs::read_to_string(place).unwrap()
    };
    let page = text(&show("balancer --game delectable").stdout);
    assert!(page.starts_with(shipped("balancer").trim_end()), "{page}");
    // Comments follow with what the file leaves out: the formulas of the default, verbatim.
    let (_, rest) = page.split_once("# Not set in this file").unwrap();
    let default = shipped("default");
    let formula = default.split("[on.theft]").nth(1).and_then(|rest| rest.lines().nth(1)).unwrap();
    assert!(rest.contains("# [on.theft]\n") && rest.contains(&format!("# {formula}\n")), "{rest}");
    assert!(rest.lines().skip(1).all(|line| line.is_empty() || line.starts_with('#')), "{rest}");
    assert!(!rest.contains("[on.roll]"), "the file has it: {rest}");
    // The output can be saved and played unchanged.
    fs::write(folder.path().join("copy.toml"), &page).unwrap();
    assert_eq!(sim(folder.path(), &["check", "copy.toml"]).status.code(), Some(0));
    assert!(!text(&show("default --game delectable").stdout).contains("Not set in this file"));
    assert!(text(&show("random --game delectable").stdout).contains("It has no file."));
    let search = text(&show("search:20:raider --game delectable").stdout);
    assert!(
        search.starts_with("# search:20:raider: ") && search.contains(shipped("raider").trim_end()),
        "{search}"
    );
    let unknown = show("rader --game delectable");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("did you mean `raider`?"));
}
