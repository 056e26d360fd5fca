//! The committed audits match the code: same rules, same strategies, same tables.

use std::{fs, path::PathBuf};

use serde::Deserialize;

use super::{GAMES, find};
use sim_lab::{
    experiment::{Heading, Inputs, digest},
    tables::SCHEMA,
};

const WAY_OUT: &str = "scripts/reports makes it anew";

#[derive(Deserialize)]
struct Audit {
    #[serde(flatten)]
    heading: Heading,
    arms: Vec<ArmOf>,
}

#[derive(Deserialize)]
struct ArmOf {
    inputs: Inputs,
}

fn folder(game: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../reports")).join(game)
}

/// Why an audit does not match this code, if so.
fn stale(game: &str, text: &str) -> Option<String> {
    let audit: Audit = match serde_json::from_str(text) {
        Ok(audit) => audit,
        Err(error) => return Some(format!("its manifest cannot be read: {error}")),
    };
    if audit.heading.schema != SCHEMA {
        return Some(format!("its tables are of version {}, not {SCHEMA}", audit.heading.schema));
    }
    let entry = find(game)?;
    let (fewest, most) = entry.info().players;
    let mut players: Vec<usize> = audit.arms.iter().map(|arm| arm.inputs.rules.players).collect();
    players.sort_unstable();
    if !players.iter().copied().eq(fewest..=most) {
        return Some(format!("it is of {players:?} players, not of {fewest} to {most}"));
    }
    if let Some(why) = audit.arms.iter().find_map(|arm| stale_inputs(game, &arm.inputs)) {
        return Some(why);
    }
    let inputs: Vec<&Inputs> = audit.arms.iter().map(|arm| &arm.inputs).collect();
    (digest(&("report", inputs)) != audit.heading.digest).then(|| "its inputs were changed".to_owned())
}

/// Why inputs do not match this code, if so.
fn stale_inputs(game: &str, inputs: &Inputs) -> Option<String> {
    let entry = find(game)?;
    if inputs.rules.game != game || inputs.rules.code != entry.fingerprint() {
        return Some("the rules, the strategies' code or the luck have changed".to_owned());
    }
    let is_changed = |name: &str, text: Option<&str>| {
        let shipped = entry.shipped_strategy(name).ok().flatten();
        shipped.as_ref().and_then(|strategy| strategy.text()) != text
    };
    let changed = inputs.strategies.iter().find(|one| is_changed(&one.name, one.text.as_deref()));
    changed.map(|one| format!("the strategy {} has changed", one.name))
}

#[test]
fn what_champions_do_otherwise_belongs_to_the_code() {
    const WAY_OUT: &str = "scripts/reports makes it anew";
    for entry in GAMES {
        let game = entry.info().name;
        let read = |file: &str| fs::read_to_string(folder(game).join("champion").join(file)).unwrap();
        let Audit { heading, mut arms } = serde_json::from_str(&read("manifest.json")).unwrap();
        let [ArmOf { inputs }] = &mut arms[..] else { panic!("{game}; {WAY_OUT}") };
        // The manifest leaves out the texts of strategies because the repository has them. The digest includes them.
        for strategy in &mut inputs.strategies {
            let shipped = entry.shipped_strategy(&strategy.name).unwrap().unwrap();
            assert_eq!(
                strategy.text.replace(shipped.text().unwrap().to_owned()).as_deref(),
                Some(""),
                "{game}"
            );
        }
        assert_eq!(stale_inputs(game, inputs), None, "{game}; {WAY_OUT}");
        assert_eq!(digest(&("replay", [&*inputs])), heading.digest, "{game}; {WAY_OUT}");
        assert_eq!(inputs.rules.players, entry.info().default_players, "{game}");
        // The page has three example games, each with its command.
        let page = read("report.md");
        assert_eq!(page.matches("  sim replay champion --against expert").count(), 3, "{game}; {WAY_OUT}");
        assert!(read("choices.csv").lines().count() > 3, "{game}; {WAY_OUT}");
    }
}

#[test]
fn committed_audits_belong_to_the_code() {
    for entry in GAMES {
        let game = entry.info().name;
        let read = |file: &str| fs::read_to_string(folder(game).join(file)).unwrap_or_default();
        let why = stale(game, &read("manifest.json"));
        assert!(why.is_none(), "reports/{game}: {}; {WAY_OUT}", why.unwrap_or_default());
        let page = read("report.html");
        assert!((1..1_500_000).contains(&page.len()), "{game}: a page of {} bytes; {WAY_OUT}", page.len());
        // All files that the Markdown page shows or links to exist.
        let wiki = read("report.md");
        let links = wiki.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let mut count = 0;
        for link in links.filter(|link| [".png", ".csv", ".html"].iter().any(|end| link.ends_with(end))) {
            assert!(folder(game).join(link).is_file(), "reports/{game}/{link} is missing; {WAY_OUT}");
            count += 1;
        }
        assert!(count > 2, "reports/{game}/report.md shows {count} things; {WAY_OUT}");
        // The page begins with the cards, and the page of all games links to it.
        let asked =
            ["What to change first", "Is it fair?", "Is anything mispriced?"].map(|words| wiki.find(words));
        assert!(asked.is_sorted() && asked.iter().all(Option::is_some), "{game}: {asked:?}; {WAY_OUT}");
        let all = fs::read_to_string(folder("README.md")).unwrap_or_default();
        assert!(
            all.contains(&format!("({game}/report.md)")),
            "{game} is not in reports/README.md; {WAY_OUT}"
        );
    }
}

/// Every clone of the repository includes the audits, so they leave out what one command can regenerate.
#[test]
fn committed_audits_are_small() {
    let folders =
        GAMES.iter().flat_map(|entry| ["", "champion"].map(|part| folder(entry.info().name).join(part)));
    let sizes = folders.flat_map(|folder| fs::read_dir(folder).unwrap());
    let bytes: u64 = sizes.map(|file| file.unwrap().metadata().unwrap().len()).sum();
    assert!(bytes < 6_000_000, "{bytes} bytes");
}

#[test]
fn an_audit_of_other_rules_strategies_or_tables_is_stale() {
    use sim_lab::experiment::{Rules, Seats};
    let game = "delectable";
    let entry = find(game).unwrap();
    let (fewest, most) = entry.info().players;
    let arms: Vec<Inputs> = (fewest..=most)
        .map(|players| {
            let strategies = vec![entry.shipped_strategy("raider").unwrap().unwrap()];
            let seats = Seats { players, strategies, lineup: None, seed: 1 };
            entry.arm(&Rules::new(entry.settings().unwrap()), seats).unwrap().inputs
        })
        .collect();
    let manifest = |change: &dyn Fn(&mut Heading, &mut Vec<Inputs>)| {
        let mut arms = arms.clone();
        let mut heading = Heading::default();
        change(&mut heading, &mut arms);
        let inputs: Vec<&Inputs> = arms.iter().collect();
        let digest = if heading.digest.is_empty() { digest(&("report", inputs)) } else { heading.digest };
        let told: Vec<serde_json::Value> =
            arms.iter().map(|inputs| serde_json::json!({ "inputs": inputs })).collect();
        let mut all = serde_json::json!(Heading { digest, schema: SCHEMA + heading.schema, ..heading });
        all["arms"] = told.into();
        all.to_string()
    };
    type Change = fn(&mut Heading, &mut Vec<Inputs>);
    assert_eq!(stale(game, &manifest(&|_, _| {})), None);
    let changes: [(Change, &str); 6] = [
        (|heading, _| heading.schema = 1, "tables are of version"),
        (|_, arms| arms[0].rules.code = "0".into(), "rules"),
        (|_, arms| arms[1].strategies[0].text = Some("format = 1".into()), "raider has changed"),
        (|_, arms| arms.truncate(2), "players"),
        (|heading, _| heading.digest = "0".into(), "inputs were changed"),
        (|_, arms| arms[0].rules.game = "la-bistro".into(), "rules"),
    ];
    for (change, word) in changes {
        let why = stale(game, &manifest(&change)).unwrap_or_default();
        assert!(why.contains(word), "{why} does not say {word}");
    }
    assert!(stale(game, "").is_some_and(|why| why.contains("cannot be read")));
}
