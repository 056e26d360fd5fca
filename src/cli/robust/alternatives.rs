//! Other rulings, other data, other players: one at a time.

use crate::{
    catalogue::Entry,
    cli::{
        failure::Failure,
        game_args::{Chosen, GameArgs, Seated, TableArgs},
        left_out::{LeftOut, changed},
    },
    experiment::{Arm, Named, Seats},
    strategy::Strategy,
    tables::robust::Kind,
};

/// The temperature of a softened field, in the units of the scores.
const TEMPERATURE: f64 = 1.0;

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
    // Cells of tables are data; what is left are numbers, which are no rulings, and readings.
    for entry in entries.iter().filter(|entry| !entry.path.contains('.')) {
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
    if wanted(Kind::Players) {
        for (name, seats) in fields(chosen.entry, &seated)? {
            let arm = chosen.entry.arm(&chosen.rules, seats).map_err(Failure::from);
            add(Kind::Players, name, arm)?;
        }
    }
    let standard = Named { name: "standard".to_owned(), arm: seated.arm };
    Ok(Plan { standard, others: list, left_out })
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
    let softened = own.iter().map(|one| soft(entry, one)).collect::<Result<Vec<_>, _>>()?;
    if let Some(strategies) = softened.into_iter().collect::<Option<Vec<_>>>() {
        let lineup = lineup(seated);
        list.push((format!("softened to temperature {TEMPERATURE}"), seats(strategies, lineup)));
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

/// The strategy with a temperature at every decision that takes one and that its file decides; none where
/// there is no text, as of random play, or nothing takes one.
fn soft(entry: &dyn Entry, strategy: &Strategy) -> Result<Option<Strategy>, Failure> {
    // Random play is as soft as can be, and a search has no scores to soften.
    let text = strategy.text().filter(|_| strategy.search().is_none());
    let Some(text) = text else { return Ok(Some(strategy.clone())) };
    let points = entry.vocabulary().points;
    let takes = |name: &str| points.iter().any(|point| point.name == name && point.softens);
    let mut softened = String::new();
    let mut inside = false;
    for line in text.lines() {
        let section = line.trim().strip_prefix("[on.").and_then(|rest| rest.strip_suffix(']'));
        if line.trim().starts_with('[') {
            inside = section.is_some_and(takes);
        }
        // The file's own temperature gives way.
        if inside && line.trim_start().starts_with("temperature") {
            continue;
        }
        softened.push_str(line);
        softened.push('\n');
        if section.is_some_and(takes) {
            softened.push_str(&format!("temperature = {TEMPERATURE:.1}\n"));
        }
    }
    let values: Vec<(String, f64)> =
        strategy.params().iter().map(|param| (param.name.clone(), param.value)).collect();
    let origin = format!("{}, softened", strategy.name());
    // A file of another form than sections stays out.
    Ok(entry.read_strategy(strategy.name(), &origin, &softened, &values).ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::GAMES;

    #[test]
    fn every_shipped_strategy_can_be_softened() {
        for entry in GAMES {
            for shipped in entry.shipped() {
                let strategy = entry.shipped_strategy(shipped.name).unwrap().unwrap();
                let softened = soft(*entry, &strategy).unwrap().unwrap();
                assert_eq!(softened.name(), shipped.name);
                assert!(softened.text() != strategy.text(), "{} {}", entry.info().name, shipped.name);
            }
        }
    }

    #[test]
    fn orders_of_ties_are_known_by_a_word() {
        assert!(is_tie_order("tie_break") && is_tie_order("invest_ties") && is_tie_order("tie"));
        assert!(!is_tie_order("hand_limit") && !is_tie_order("properties"));
    }
}
