//! Inputs that reproduce the same games.

use super::{Catalogue, GAMES, find};
use sim_lab::experiment::{Arm, Inputs, Manifest, Rules, Seats, StrategyEntry};
use sim_play::tally::UseKind;
use sim_script::{Search, Strategy};
use std::num::NonZeroU32;

/// A formula beyond the capacity of tallies would be counted as another one.
#[test]
fn tallies_have_room_for_the_formulas_of_every_game() {
    for entry in GAMES {
        let vocabulary = entry.vocabulary();
        let slots = || vocabulary.points.iter().enumerate().map(|(at, point)| (at, point.slots.len()));
        let places: Vec<_> = slots().flat_map(|(at, slots)| (0..slots).map(move |slot| (at, slot))).collect();
        assert!(places.len() <= sim_play::tally::FORMULAS, "{}: {}", entry.info().name, places.len());
        for (number, place) in places.into_iter().enumerate() {
            assert_eq!(vocabulary.place_of(number), Some(place));
            assert_eq!(vocabulary.formula(place.0, place.1), number);
        }
    }
}

#[test]
fn every_game_has_a_fingerprint_of_its_own() {
    let mut seen: Vec<String> = GAMES.iter().map(|entry| entry.fingerprint()).collect();
    assert!(seen.iter().all(|digits| digits.len() == 16), "{seen:?}");
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen.len(), GAMES.len());
}

/// An arm with every kind of input: a preset, a change, a file, a tuned strategy and a line-up.
fn arm() -> Arm {
    let entry = find("delectable").unwrap();
    let mut rules = Rules::new(entry.settings().unwrap());
    let data = "format = 2\ngame = \"delectable\"\n[values]\ndie_faces = 12\n";
    rules.settings.apply_preset("2020-05").unwrap();
    rules.settings.overlay("mine.toml", data).unwrap();
    rules.settings.set("hand_limit", "6").unwrap();
    rules.presets = vec!["2020-05".into()];
    rules.data = Some(("mine.toml".into(), data.into()));
    rules.set = vec!["hand_limit=6".into()];
    let prestige = entry.shipped_strategy("prestige").unwrap().unwrap();
    let (name, value) = prestige.params().first().map(|param| (param.name.clone(), param.range.0)).unwrap();
    let text = prestige.text().unwrap();
    let tuned = entry.read_strategy("tuned", "tuned.toml", text, &[(name, value)]).unwrap();
    let iterations = NonZeroU32::new(8).unwrap();
    let search =
        Search::new(iterations, tuned.clone(), vec![tuned.clone(), Strategy::Random]).unwrap().into();
    let strategies = vec![tuned, Strategy::Random, prestige, search];
    let seats = Seats { players: 4, strategies, lineup: Some(vec![2, 0, 1, 3]), seed: u64::MAX };
    entry.arm(&rules, seats).unwrap()
}

#[test]
fn inputs_are_read_back_and_play_the_same() {
    let arm = arm();
    let stored = serde_json::to_string(&arm.inputs).unwrap();
    let inputs: Inputs = serde_json::from_str(&stored).unwrap();
    assert_eq!(inputs, arm.inputs);
    assert_eq!(inputs.digest(), arm.inputs.digest());
    // Searches with more games or with another strategy are different inputs.
    let changes: [fn(&mut StrategyEntry); 2] = [|entry| entry.search = Some(9), |entry| entry.text = None];
    for change in changes {
        let mut other = inputs.clone();
        change(&mut other.strategies[3]);
        assert_ne!(other.digest(), inputs.digest());
    }
    let again = Catalogue(GAMES).reopen(&inputs).unwrap();
    assert_eq!(again.inputs, arm.inputs);
    let tally = arm.play(0..4, arm.empty(), &mut ());
    assert!(again.play(0..4, again.empty(), &mut ()) == tally);

    let manifest = Manifest::new(&arm, "sim run".to_owned(), &tally);
    let read: Manifest = serde_json::from_str(&manifest.json()).unwrap();
    assert_eq!(read, manifest);
    assert_eq!((read.heading.digest, read.ranges), (arm.inputs.digest(), vec![(0, 4)]));
}

#[test]
fn inputs_of_another_build_or_game_are_not_reopened() {
    let arm = arm();
    let refused = |change: fn(&mut Inputs)| {
        let mut inputs = arm.inputs.clone();
        change(&mut inputs);
        assert_ne!(inputs.digest(), arm.inputs.digest());
        Catalogue(GAMES).reopen(&inputs).err().map(|error| error.message)
    };
    let other_build = Some("Delectable was played by a build that plays or counts it differently".to_owned());
    assert_eq!(refused(|inputs| inputs.rules.code = "0123456789abcdef".into()), other_build);
    assert_eq!(refused(|inputs| inputs.default_script = Some(String::new())), other_build);
    assert_eq!(refused(|inputs| inputs.rules.changes.clear()), other_build);
    assert_eq!(refused(|inputs| inputs.rules.game = "chess".into()), Some("no game `chess`".to_owned()));
    assert_eq!(refused(|inputs| inputs.seed = 1), None);
    let lineup = refused(|inputs| inputs.lineup = Some(vec!["nobody".into()]));
    assert_eq!(lineup, Some("the lineup names a strategy that is not there".to_owned()));
}

#[test]
fn any_row_that_is_taken_out_or_doubled_leaves_a_game_or_a_reason() {
    for entry in GAMES {
        let whole = entry.settings().unwrap();
        let players = entry.info().default_players;
        let components = entry.open(&whole, players).unwrap();
        let components: Vec<&str> = components.components().iter().map(|one| one.name.as_str()).collect();
        let (mut played, mut refused) = (0, Vec::new());
        for table in whole.tables() {
            for row in table.rows.iter().filter(|row| components.contains(&row.id.as_str())) {
                for copies in ["0", "2"] {
                    let path = format!("{}.{}.copies", table.name, row.id);
                    let mut settings = whole.clone();
                    settings.set(&path, copies).unwrap();
                    match entry.open(&settings, players) {
                        // A chart has one box for every total of the dice, so boxes can be neither removed nor added.
                        opened if table.name == "chart" => assert!(opened.is_err(), "{path}={copies}"),
                        Ok(_) => played += 1,
                        Err(error) => refused.push(format!("{path}={copies}: {error}")),
                    }
                }
            }
        }
        assert!(played > refused.len(), "{}: {played} played\n{}", entry.info().name, refused.join("\n"));
    }
}

#[test]
fn what_cannot_be_taken_out_is_played_as_a_blank_or_for_free() {
    // Types of guests and markets, and advertising.
    for (game, blanks) in [("restaurant-row", 12), ("la-bistro", 1)] {
        let entry = find(game).unwrap();
        let whole = entry.settings().unwrap();
        let players = entry.info().default_players;
        let open = |settings: &[String]| {
            let mut rules = Rules::new(whole.clone());
            for setting in settings {
                let (path, value) = setting.split_once('=').unwrap();
                rules.settings.set(path, value).unwrap();
            }
            let seats = Seats { players, strategies: vec![Strategy::Random], lineup: None, seed: 1 };
            entry.arm(&rules, seats).unwrap()
        };
        let components = open(&[]).game.components().to_vec();
        let mut found = 0;
        for (at, component) in components.iter().enumerate() {
            let free = whole.free(&component.name).into_iter().collect();
            let settings = [whole.blank(&component.name), free];
            settings.iter().filter(|settings| !settings.is_empty()).for_each(|settings| {
                open(settings);
            });
            let mut without = whole.clone();
            let is_out = without.take_out(&component.name).is_ok() && entry.open(&without, players).is_ok();
            if is_out || settings[0].is_empty() {
                continue;
            }
            found += 1;
            let arm = open(&settings[0]);
            let tally = arm.play(0..2, arm.empty(), &mut ());
            let number = tally.layout.component_use(at, UseKind::Used);
            if component.kind == "customer" {
                assert_eq!(tally.counts.get(0, number).total(), 0, "{}", component.name);
            }
        }
        assert_eq!(found, blanks, "{game}");
    }
}

#[test]
fn games_are_played_without_a_component_that_others_name() {
    let entry = find("la-bistro").unwrap();
    // Jobs and the requirements of other components name employees.
    for name in ["line-cook", "head-chef", "patio", "pier-street", "asian"] {
        let mut rules = Rules::new(entry.settings().unwrap());
        rules.settings.take_out(name).unwrap();
        let greedy = entry.shipped_strategy("greedy").unwrap().unwrap();
        let seats = Seats { players: 3, strategies: vec![greedy], lineup: None, seed: 1 };
        let arm = entry.arm(&rules, seats).unwrap();
        assert_eq!(arm.play(0..5, arm.empty(), &mut ()).deals, 5, "{name}");
    }
}
