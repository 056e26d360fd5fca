use super::*;
use crate::not_played::NotPlayed;
use sim_engine::Source;
use sim_games::GAMES;
use sim_script::script::EditError;

fn table(entry: &'static Entry, field: Field, players: usize) -> ArmSpec {
    ArmSpec { rules: RulesSpec::printed(entry), players, field, seed: 1 }
}

fn shipped(entry: &Entry, name: &str) -> Player {
    Player::shipped(entry, name).unwrap().unwrap()
}

fn mine(entry: &Entry, rest: &str) -> Player {
    let text = format!("format = 1\ngame = \"{}\"\nabout = \"A test.\"\n{rest}", entry.info().name);
    Player::read(entry, "mine", "mine.toml", "mine.toml", &text).unwrap()
}

fn names(opened: &ContrastArms<Kind>) -> Vec<&str> {
    opened.arms.others().iter().map(|named| named.name.as_str()).collect()
}

/// Edits a text line by line. It expects the format of the shipped files: a header alone on its line, and an amount
/// in double quotes on one line.
fn by_lines(entry: &Entry, text: &str, edit: Edit) -> String {
    let softens =
        |name: &str| entry.vocabulary().points.iter().any(|point| point.name == name && point.softens);
    let (mut section, mut changed) = (None, String::new());
    for line in text.lines() {
        let is_head = line.starts_with('[');
        if is_head {
            section = line.strip_prefix("[on.").and_then(|rest| rest.strip_suffix(']'));
        }
        let amount = line.strip_prefix("amount = \"").and_then(|rest| rest.strip_suffix('"'));
        match (edit, section, amount) {
            (Edit::Temperature(temperature), Some(name), _) if softens(name) && is_head => {
                changed += &format!("{line}\ntemperature = {temperature:.1}\n");
            }
            (Edit::Temperature(_), Some(name), _) if softens(name) && line.starts_with("temperature") => {}
            (Edit::Amounts(step), Some(_), Some(amount)) => {
                changed +=
                    &format!("amount = \"if(({amount}) < 0, {amount}, max(({amount}) + ({step}), 0))\"\n");
            }
            _ => changed += &format!("{line}\n"),
        }
    }
    changed
}

#[test]
fn shipped_files_are_edited_as_line_by_line() {
    // Texts are inputs, and results are stored under them.
    for entry in GAMES {
        for file in entry.shipped() {
            let player = shipped(entry, file.name);
            for (name, edit) in EDITS {
                let changed = edited(entry, &player, edit).unwrap();
                let text = changed.as_ref().map_or(file.text, |changed| changed.strategy.text().unwrap());
                let place = format!("{} {}: {name}", entry.info().name, file.name);
                assert_eq!(text.trim_end(), by_lines(entry, file.text, edit).trim_end(), "{place}");
                assert!(changed.is_none() || text.ends_with('\n'), "{place}");
                if let Edit::Temperature(_) = edit {
                    assert!(changed.is_some_and(|changed| changed.strategy.name() == file.name), "{place}");
                }
            }
        }
    }
}

#[test]
fn what_is_not_played_is_told_with_why() {
    let bistro = &sim_la_bistro::ENTRY;
    let why = |rest: &str| {
        let field = Field::Pool(vec![mine(bistro, rest), shipped(bistro, "volume")]);
        let found = alternatives(&table(bistro, field, 2), &[Kind::Players]).unwrap();
        assert!(names(&found).contains(&"all default"));
        found.not_played
    };
    let inline = why("[on]\noption = { score = \"1\" }\n");
    let no_section =
        WhyNot::Edit { strategy: "mine".to_owned(), error: EditError::NoSection("option".to_owned()) };
    let softened = |one: &NotPlayed| (one.name.clone(), one.why.clone());
    assert_eq!(
        inline.iter().map(softened).collect::<Vec<_>>(),
        [EDITS[0], EDITS[1]].map(|(name, _)| (name.to_owned(), no_section.clone()))
    );
    let deep = format!("[on.unique_bid]\namount = \"{}3{}\"\n", "(".repeat(64), ")".repeat(64));
    let deep = why(&deep);
    assert_eq!(deep.len(), 2);
    for one in deep {
        assert!(matches!(&one.why, WhyNot::Unreadable { strategy, .. } if strategy == "mine"), "{one:?}");
    }
}

#[test]
fn what_is_the_standard_or_changes_nobody_is_told() {
    let bistro = &sim_la_bistro::ENTRY;
    let mut spec = table(bistro, Field::Lineup(vec![shipped(bistro, "random"); 2]), 2);
    spec.rules.presets.push("second-map".to_owned());
    let found = alternatives(&spec, &[Kind::Data, Kind::Players]).unwrap();
    let why: Vec<(&str, &WhyNot)> = found.not_played.iter().map(|one| (&*one.name, &one.why)).collect();
    let mut wanted = vec![("second-map", &WhyNot::AsItIs)];
    wanted.extend(EDITS.map(|(name, _)| (name, &WhyNot::NothingToChange)));
    assert_eq!(why, wanted);
    // A field of the current players is left out, and a game without amounts has none to move.
    let delectable = &sim_delectable::ENTRY;
    let spec = table(delectable, Field::Lineup(vec![shipped(delectable, "expert"); 2]), 2);
    let found = alternatives(&spec, &[Kind::Players]).unwrap();
    assert_eq!(names(&found), ["all default", "all greedy", "all champion", EDITS[0].0, EDITS[1].0]);
    assert_eq!(found.not_played, [NotPlayed { name: "all expert".to_owned(), why: WhyNot::AsItIs }]);
}

#[test]
fn a_line_up_keeps_its_seats() {
    let entry = &sim_delectable::ENTRY;
    let seats = ["raider", "prestige", "raider"].map(|name| shipped(entry, name));
    let spec = table(entry, Field::Lineup(seats.to_vec()), 3);
    let found = alternatives(&spec, &[Kind::Players]).unwrap();
    let softened = found.arms.others().iter().find(|other| other.name == EDITS[0].0).unwrap();
    assert_eq!(softened.arm.inputs.lineup, found.arms.first().arm.inputs.lineup);
    assert_ne!(softened.arm.inputs.strategies, found.arms.first().arm.inputs.strategies);
}

#[test]
fn a_step_is_one_or_a_tenth_within_what_is_allowed() {
    let number = |value: &str, domain: Domain| Number {
        path: "x".to_owned(),
        value: value.to_owned(),
        default: value.to_owned(),
        domain,
        seats: 0,
        seat: None,
        rule: String::new(),
        source: Source::Rulebook,
        about: String::new(),
    };
    assert_eq!(steps(&number("3", Domain::Range(0, 9))), [2, 4]);
    assert_eq!(steps(&number("107", Domain::Range(0, 999))), [97, 117]);
    assert_eq!(steps(&number("0", Domain::Range(0, 9))), [1]);
    assert_eq!(steps(&number("9", Domain::Range(9, 9))), Vec::<i64>::new());
    assert!(steps(&number("true", Domain::Flag)).is_empty());
}

#[test]
fn orders_of_ties_are_known_by_a_word() {
    assert!(is_tie_order("tie_break") && is_tie_order("invest_ties") && is_tie_order("tie"));
    assert!(!is_tie_order("hand_limit") && !is_tie_order("properties"));
}
