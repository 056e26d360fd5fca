//! Panels of strong players: shown, used by name, and replaced by a file or a list.

use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn a_panel_is_shown_and_fills_tables_by_its_name() {
    let folder = TempDir::new().unwrap();
    let call = |line: &str| text(&sim(folder.path(), &words(line)).stdout);
    let shown = call("show panel --game delectable --format csv");
    let members: Vec<&str> = shown.lines().skip(1).filter_map(|line| line.split(',').next()).collect();
    assert!((5..=8).contains(&members.len()) && members.contains(&"champion"), "{members:?}");
    let played = call("--game delectable --strategies panel --n 60");
    assert!(played.starts_with("Delectable, 2 players: strong players\n"), "{played}");
    for member in &members {
        assert!(played.contains(&format!("\n{member} ")), "{member}: {played}");
    }
    // Members are ordinary strategies, and a list can name all of them.
    let one = call(&format!("show {} --game delectable", members[members.len() - 1]));
    assert!(one.contains("format = 1"), "{one}");
    let compared = call("compare raider expert --field panel --game delectable --n 60");
    assert!(compared.contains("raider"), "{compared}");
    // The panel is the standard level of play if nothing is named.
    let judged = call("run --until-decided --game delectable --n 60");
    assert!(judged.contains("They hold among strong players."), "{judged}");
    assert!(judged.contains("What each seat is worth to each member of the panel"), "{judged}");
}

#[test]
fn a_panel_of_ones_own_is_a_file_or_a_list() {
    let folder = TempDir::new().unwrap();
    let call = |line: &str| sim(folder.path(), &words(line));
    let listed = text(&call("--game delectable --panel raider,expert,balancer --n 60").stdout);
    assert!(listed.contains(": the panel raider,expert,balancer\n"), "{listed}");
    std::fs::create_dir_all(folder.path().join("mine")).unwrap();
    let own = text(&call("show raider --game delectable").stdout);
    std::fs::write(folder.path().join("mine/thief.toml"), own).unwrap();
    let member = |name: &str| format!("[[member]]\nstrategy = \"{name}\"\nabout = \"a\"\n");
    let head = "format = 1\ngame = \"delectable\"\n";
    let write = |names: &[&str]| {
        let text = head.to_owned() + &names.iter().map(|name| member(name)).collect::<String>();
        std::fs::write(folder.path().join("mine/panel.toml"), text).unwrap();
    };
    write(&["expert", "thief.toml", "champion"]);
    let line = "--game delectable --panel mine/panel.toml --n 60";
    let told = text(&call(line).stdout);
    assert!(told.contains(": the panel mine/panel.toml\n") && told.contains("\nthief "), "{told}");
    let checked = call("check mine/panel.toml");
    assert_eq!(text(&checked.stdout), "mine/panel.toml: a panel of 3 strong players for delectable\n");
    for (names, message) in [
        (&["expert", "champion"][..], "mine/panel.toml:2:8: 2 members make no panel"),
        (&["expert", "champion", "expert"], "mine/panel.toml:10:12: `expert` is listed twice"),
        (&["expert", "champion", "raidr"], "no strategy `raidr`"),
    ] {
        write(names);
        let output = call(line);
        assert_eq!(output.status.code(), Some(2));
        assert!(text(&output.stderr).contains(message), "{}", text(&output.stderr));
        assert_eq!(text(&call("check mine/panel.toml").stderr), text(&output.stderr));
    }
    for (line, message) in [
        ("--game delectable --panel raider,expert --n 60", "2 members make no panel"),
        ("--game delectable --panel none.toml --n 60", "cannot read none.toml"),
        ("--game delectable --panel panel --strategies raider --n 60", "cannot be used with"),
    ] {
        let output = call(line);
        assert_eq!(output.status.code(), Some(2), "{line}");
        assert!(text(&output.stderr).contains(message), "{line}: {}", text(&output.stderr));
    }
}

#[test]
fn beginners_are_the_archetypes_by_their_name() {
    let folder = TempDir::new().unwrap();
    let call = |line: &str| text(&sim(folder.path(), &words(line)).stdout);
    let plain = call("--game delectable --n 60 --out plain");
    let named = call("--game delectable --strategies beginners --n 60 --out plain");
    let table = |told: &str| told.split("In short").next().unwrap_or_default().to_owned();
    assert!(plain.contains(": beginners\n") && table(&plain) == table(&named), "{named}");
}
