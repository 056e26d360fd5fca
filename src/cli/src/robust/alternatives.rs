//! Other rulings, other data, other players, other numbers: one at a time.

use crate::{
    failure::Failure,
    game_args::{Chosen, GameArgs, Seated, TableArgs},
    left_out::{LeftOut, changed},
};
use sim_engine::params::{Domain, Entry as Number};
use sim_lab::{
    experiment::{Arm, Named, Seats},
    tables::robust::Kind,
};
use sim_play::entry::Entry;
use sim_script::Strategy;

/// Temperatures of a softened field and of one that is only shaken, in the units of the scores.
const TEMPERATURES: [(&str, f64); 2] = [("softened to", 1.0), ("shaken by", 0.1)];
/// Steps that amounts are moved by.
const STEPS: [(&str, i32); 2] = [("amounts one step up", 1), ("amounts one step down", -1)];

/// What is played, and what is not.
pub struct Plan {
    pub standard: Named,
    pub others: Vec<(Kind, Named)>,
    /// Alternatives that make no game, and why.
    pub left_out: LeftOut,
}

/// The standard arm, and every alternative that `wanted` picks; those that make no game are left out.
pub fn all(
    chosen: &Chosen,
    game: &GameArgs,
    table: &TableArgs,
    seated: Seated,
    wanted: &dyn Fn(Kind) -> bool,
) -> Result<Plan, Failure> {
    let mut list = Vec::new();
    let mut left_out = LeftOut::default();
    let mut add = |kind: Kind, name: String, arm: Result<Arm, Failure>| {
        let made = left_out.unless_made(&name, arm)?;
        list.extend(made.map(|arm| (kind, Named { name, arm })));
        Ok::<(), Failure>(())
    };
    let with = |change: &dyn Fn(&mut GameArgs)| changed(game, table, change).map(|seated| seated.arm);
    let entries = chosen.rules.params.entries();
    // Cells of tables are data; what is left are readings, and numbers.
    let plain = || entries.iter().filter(|entry| !entry.path.contains('.'));
    for entry in plain() {
        let kind = if is_tie_order(&entry.path) { Kind::Tie } else { Kind::Ruling };
        if !wanted(kind) {
            continue;
        }
        for reading in entry.domain.readings().into_iter().filter(|reading| *reading != entry.value) {
            let setting = format!("{}={reading}", entry.path);
            add(kind, setting.clone(), with(&|game| game.set.push(setting.clone())))?;
        }
    }
    if wanted(Kind::Data) {
        for preset in chosen.rules.params.presets().iter().filter(|preset| preset.is_reconstruction) {
            if chosen.rules.presets.contains(&preset.name) {
                continue;
            }
            add(Kind::Data, preset.name.clone(), with(&|game| game.preset.push(preset.name.clone())))?;
        }
    }
    if wanted(Kind::Number) {
        for entry in plain() {
            for value in steps(entry) {
                let setting = format!("{}={value}", entry.path);
                add(Kind::Number, setting.clone(), with(&|game| game.set.push(setting.clone())))?;
            }
        }
    }
    if wanted(Kind::Players) {
        for (name, seats) in fields(chosen.entry, &seated)? {
            let arm = chosen.entry.arm(&chosen.rules, seats).map_err(Failure::from);
            add(Kind::Players, name, arm)?;
        }
    }
    let standard = Named { name: "standard".to_owned(), arm: seated.arm };
    Ok(Plan { standard, others: list, left_out })
}

/// A number one step down and up: by 1, or by a tenth where that is more; nothing of what is no number, and
/// nothing beyond what is allowed.
fn steps(entry: &Number) -> Vec<i64> {
    let (Domain::Range(low, high), Ok(value)) = (&entry.domain, entry.value.parse::<i64>()) else {
        return Vec::new();
    };
    let step = (value.abs() / 10).max(1);
    [value - step, value + step].into_iter().filter(|value| (low..=high).contains(&value)).collect()
}

/// Whether a ruling says how ties fall.
fn is_tie_order(path: &str) -> bool {
    path.split('_').any(|word| matches!(word, "tie" | "ties"))
}

/// Other fields at the same table: all alike, softened, and each strategy left out.
fn fields(entry: &dyn Entry, seated: &Seated) -> Result<Vec<(String, Seats)>, Failure> {
    let inputs = &seated.arm.inputs;
    let (players, seed) = (inputs.rules.players, inputs.seed);
    let seats =
        |strategies: Vec<Strategy>, lineup: Option<Vec<u8>>| Seats { players, strategies, lineup, seed };
    let own = &seated.arm.strategies;
    let mut list = Vec::new();
    for name in ["default", "greedy", "expert"] {
        if let Some(strategy) = entry.shipped_strategy(name)?
            && !(own.len() == 1 && own[0].name() == name)
        {
            list.push((format!("all {name}"), seats(vec![strategy], Some(vec![0; players]))));
        }
    }
    let mut changed = |name: String, edit: &Edit<'_>| -> Result<(), Failure> {
        let changed = own.iter().map(|one| rewritten(entry, one, edit)).collect::<Result<Vec<_>, _>>()?;
        let Some(strategies) = changed.into_iter().collect::<Option<Vec<Strategy>>>() else { return Ok(()) };
        // Where no strategy has what is changed, there is nothing to see.
        if strategies.iter().zip(own).any(|(one, before)| one.text() != before.text()) {
            list.push((name, seats(strategies, lineup(seated))));
        }
        Ok(())
    };
    let softens =
        |name: &str| entry.vocabulary().points.iter().any(|point| point.name == name && point.softens);
    for (verb, temperature) in TEMPERATURES {
        let name = format!("{verb} temperature {temperature}");
        changed(name, &|section, line| softer(section.filter(|name| softens(name)), line, temperature))?;
    }
    for (name, step) in STEPS {
        changed(name.to_owned(), &|section, line| moved(section, line, step))?;
    }
    // A line-up has no seat to spare; a pool fills the seats of one that is left out.
    if inputs.lineup.is_none() && own.len() > players.max(2) {
        for left in own {
            let others: Vec<Strategy> = own.iter().filter(|one| one.name() != left.name()).cloned().collect();
            list.push((format!("without {}", left.name()), seats(others, None)));
        }
    }
    Ok(list)
}

/// The strategy in each seat, if the seats are fixed.
fn lineup(seated: &Seated) -> Option<Vec<u8>> {
    let names = seated.arm.inputs.lineup.as_ref()?;
    let place = |name: &String| seated.arm.strategies.iter().position(|one| one.name() == name);
    names.iter().map(|name| Some(place(name)? as u8)).collect()
}

/// What becomes of a line of a script within the section of a decision; none where it is left out.
type Edit<'a> = dyn Fn(Option<&str>, &str) -> Option<String> + 'a;

/// The line with a temperature under the head of a decision; the file's own temperature gives way.
fn softer(section: Option<&str>, line: &str, temperature: f64) -> Option<String> {
    match section {
        Some(_) if line.trim().starts_with('[') => Some(format!("{line}\ntemperature = {temperature:.1}")),
        Some(_) if line.trim_start().starts_with("temperature") => None,
        _ => Some(line.to_owned()),
    }
}

/// The line with its amount moved by so many steps; below 0 it is a pass and stays one.
fn moved(section: Option<&str>, line: &str, step: i32) -> Option<String> {
    let amount = line.trim().strip_prefix("amount = \"").and_then(|rest| rest.strip_suffix('"'));
    Some(match amount.filter(|_| section.is_some()) {
        Some(amount) => {
            format!("amount = \"if(({amount}) < 0, {amount}, max(({amount}) + ({step}), 0))\"")
        }
        None => line.to_owned(),
    })
}

/// The strategy with its file's lines as `edit` makes them, sections of decisions told to it; as it is where
/// there is no text, as of random play, or a search over one; none where what comes is no script.
fn rewritten(entry: &dyn Entry, strategy: &Strategy, edit: &Edit<'_>) -> Result<Option<Strategy>, Failure> {
    let text = strategy.text().filter(|_| strategy.search().is_none());
    let Some(text) = text else { return Ok(Some(strategy.clone())) };
    let mut section = None;
    let mut changed = String::new();
    for line in text.lines() {
        if line.trim().starts_with('[') {
            section = line.trim().strip_prefix("[on.").and_then(|rest| rest.strip_suffix(']'));
        }
        if let Some(line) = edit(section, line) {
            changed.push_str(&line);
            changed.push('\n');
        }
    }
    if changed.trim_end() == text.trim_end() {
        return Ok(Some(strategy.clone()));
    }
    let values: Vec<(String, f64)> =
        strategy.params().iter().map(|param| (param.name.clone(), param.value)).collect();
    let origin = format!("{}, changed", strategy.name());
    // A file of another form than sections stays out.
    Ok(entry.read_strategy(strategy.name(), &origin, &changed, &values).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::Source;

    const GAMES: &[&dyn Entry] = &[
        sim_critter_kitchen::ENTRY,
        sim_delectable::ENTRY,
        sim_la_bistro::ENTRY,
        sim_restaurant_row::ENTRY,
        sim_restauranteur::ENTRY,
    ];

    #[test]
    fn every_shipped_strategy_can_be_softened() {
        for entry in GAMES {
            for shipped in entry.shipped() {
                let strategy = entry.shipped_strategy(shipped.name).unwrap().unwrap();
                let softens = |name: &&str| {
                    entry.vocabulary().points.iter().any(|point| point.name == *name && point.softens)
                };
                let edit = |section: Option<&str>, line: &str| softer(section.filter(softens), line, 1.0);
                let softened = rewritten(*entry, &strategy, &edit).unwrap().unwrap();
                assert_eq!(softened.name(), shipped.name);
                assert!(softened.text() != strategy.text(), "{} {}", entry.info().name, shipped.name);
            }
        }
    }

    #[test]
    fn amounts_move_by_a_step_and_passes_stay() {
        let with = |step| moved(Some("bid"), "amount = \"cash - 8\"", step).unwrap();
        assert_eq!(with(1), "amount = \"if((cash - 8) < 0, cash - 8, max((cash - 8) + (1), 0))\"");
        assert_eq!(moved(None, "amount = \"3\"", 1).unwrap(), "amount = \"3\"", "not of a decision");
        assert_eq!(moved(Some("bid"), "score = \"3\"", 1).unwrap(), "score = \"3\"");
        let entry = GAMES.iter().find(|entry| entry.info().name == "la-bistro").unwrap();
        for shipped in entry.shipped() {
            let strategy = entry.shipped_strategy(shipped.name).unwrap().unwrap();
            for step in [1, -1] {
                let edit = |section: Option<&str>, line: &str| moved(section, line, step);
                let moved = rewritten(*entry, &strategy, &edit).unwrap().expect("it is a script still");
                let has_amounts = strategy.text().unwrap().contains("\namount = ");
                assert_eq!(moved.text() != strategy.text(), has_amounts, "{}", shipped.name);
            }
        }
    }

    #[test]
    fn a_step_is_one_or_a_tenth_within_what_is_allowed() {
        let number = |value: &str, domain: Domain| Number {
            path: "x".to_owned(),
            value: value.to_owned(),
            default: value.to_owned(),
            domain,
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
}
