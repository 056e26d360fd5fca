use sim_engine::{
    settings::{Domain, Entry as Number},
    text::FileError,
};
use sim_play::{
    Entry,
    arm::{NamedArm, Rules},
};
use sim_script::script::Edit;

use super::{Kind, all_alike};
use crate::{
    Error,
    contrast::ContrastArms,
    not_played::WhyNot,
    player::Player,
    spec::{ArmSpec, Field, RulesSpec, Setting},
};

/// Shipped strategies that each fill all seats of an alternative.
const ALIKE: [&str; 4] = ["default", "greedy", "expert", "champion"];
/// Softmax temperatures, in units of the scores, for a soft and a slightly noisy field; and shifted amounts.
const EDITS: [(&str, Edit); 4] = [
    ("softened to temperature 1", Edit::Temperature(1.0)),
    ("shaken by temperature 0.1", Edit::Temperature(0.1)),
    ("amounts one step up", Edit::Amounts(1)),
    ("amounts one step down", Edit::Amounts(-1)),
];

struct Candidate {
    kind: Kind,
    name: String,
    table: Result<ArmSpec, WhyNot>,
}

/// The table of the spec, and every alternative of these kinds.
///
/// # Errors
/// If the table itself cannot be played. Alternatives that cannot are listed in the result.
pub fn alternatives(spec: &ArmSpec, kinds: &[Kind]) -> Result<ContrastArms<Kind>, Error> {
    let rules = spec.rules.resolve()?;
    let standard = NamedArm { name: "standard".to_owned(), arm: spec.open_by(&rules)? };
    let open = |Candidate { kind, name, table }: Candidate| {
        (kind, name, table.map_err(Ok).and_then(|table| table.open().map_err(WhyNot::of)))
    };
    ContrastArms::open(standard, candidates(spec, &rules, kinds)?.into_iter().map(open))
}

fn candidates(spec: &ArmSpec, rules: &Rules, kinds: &[Kind]) -> Result<Vec<Candidate>, Error> {
    let is_wanted = |kind: Kind| kinds.contains(&kind);
    let with = |change: &dyn Fn(&mut RulesSpec)| {
        let mut table = spec.clone();
        change(&mut table.rules);
        Ok(table)
    };
    let set = |kind: Kind, path: &str, value: String| {
        let setting = Setting { path: path.to_owned(), value };
        let table = with(&|rules| rules.set.push(setting.clone()));
        Candidate { kind, name: setting.to_string(), table }
    };
    let entries = rules.settings.entries();
    // Cells of tables are data; the remaining settings are rulings and numbers.
    let plain = || entries.iter().filter(|entry| !entry.path.contains('.'));
    let mut list = Vec::new();
    for entry in plain() {
        let kind = if is_tie_order(&entry.path) { Kind::Tie } else { Kind::Ruling };
        if is_wanted(kind) {
            let readings = entry.domain.readings().into_iter().filter(|reading| *reading != entry.value);
            list.extend(readings.map(|reading| set(kind, &entry.path, reading.to_string())));
        }
    }
    if is_wanted(Kind::Data) {
        for preset in rules.settings.presets().iter().filter(|preset| preset.is_reconstruction) {
            let table = match spec.rules.presets.contains(&preset.name) {
                true => Err(WhyNot::AsItIs),
                false => with(&|rules| rules.presets.push(preset.name.clone())),
            };
            list.push(Candidate { kind: Kind::Data, name: preset.name.clone(), table });
        }
    }
    if is_wanted(Kind::Number) {
        for entry in plain() {
            let values = steps(entry).into_iter();
            list.extend(values.map(|value| set(Kind::Number, &entry.path, value.to_string())));
        }
    }
    if is_wanted(Kind::Players) {
        list.extend(fields(spec)?);
    }
    Ok(list)
}

/// A number one step down and up: by 1, or by a tenth if that is more. Empty for anything but numbers; values outside
/// the domain are dropped.
fn steps(entry: &Number) -> Vec<i64> {
    let (Domain::Range(low, high), Ok(value)) = (&entry.domain, entry.value.parse::<i64>()) else {
        return Vec::new();
    };
    let step = (value.abs() / 10).max(1);
    [value - step, value + step].into_iter().filter(|value| (low..=high).contains(&value)).collect()
}

fn is_tie_order(path: &str) -> bool {
    path.split('_').any(|word| matches!(word, "tie" | "ties"))
}

/// Other fields at the same table: one strategy in all seats, edited strategies, and each strategy left out.
fn fields(spec: &ArmSpec) -> Result<Vec<Candidate>, Error> {
    let entry = spec.rules.entry;
    let own = spec.field.players();
    let with = |name: String, field: Result<Field, WhyNot>| {
        let table = field.map(|field| ArmSpec { field, ..spec.clone() });
        Candidate { kind: Kind::Players, name, table }
    };
    let mut list = Vec::new();
    for name in ALIKE {
        let is_it = |one: &Player, shipped: &Player| {
            (one.strategy.name(), one.strategy.text()) == (name, shipped.strategy.text())
        };
        let field = match Player::shipped(entry, name)? {
            None => Err(WhyNot::NotShipped(name.to_owned())),
            Some(player) if own.iter().all(|one| is_it(one, &player)) => Err(WhyNot::AsItIs),
            Some(player) => Ok(Field::Lineup(vec![player; spec.players])),
        };
        list.push(with(all_alike(name), field));
    }
    // A game without amounts has no alternative that moves them.
    for (name, edit) in EDITS.into_iter().filter(|(_, edit)| edit.is_of(entry.vocabulary())) {
        list.push(with(name.to_owned(), edited_field(entry, &spec.field, edit)));
    }
    // A line-up has no seat to spare; a pool still fills all seats without one of its strategies.
    if !matches!(spec.field, Field::Lineup(_)) && own.len() > spec.players.max(2) {
        for left in own {
            let is_other = |one: &&Player| one.strategy.name() != left.strategy.name();
            let others = own.iter().filter(is_other).cloned().collect();
            list.push(with(format!("without {}", left.strategy.name()), Ok(Field::Pool(others))));
        }
    }
    Ok(list)
}

fn edited_field(entry: &Entry, field: &Field, edit: Edit) -> Result<Field, WhyNot> {
    let mut is_changed = false;
    let mut players = Vec::new();
    for player in field.players() {
        let changed = edited(entry, player, edit)?;
        is_changed |= changed.is_some();
        players.push(changed.unwrap_or_else(|| player.clone()));
    }
    if is_changed { Ok(field.with(players)) } else { Err(WhyNot::NothingToChange) }
}

/// The player with its file edited. `None` if there is nothing to edit: random play has no file, and a search models
/// the other players by its file.
fn edited(entry: &Entry, player: &Player, edit: Edit) -> Result<Option<Player>, WhyNot> {
    let strategy = &player.strategy;
    let Some(text) = strategy.text().filter(|_| strategy.search().is_none()) else { return Ok(None) };
    let name = || strategy.name().to_owned();
    let unreadable = |error: FileError| WhyNot::Unreadable { strategy: name(), error: error.into() };
    let template = entry.template(strategy.name(), &player.path(), text).map_err(unreadable)?;
    let changed = template.edited(edit).map_err(|error| WhyNot::Edit { strategy: name(), error })?;
    let Some(changed) = changed else { return Ok(None) };
    let values: Vec<(String, f64)> =
        strategy.params().iter().map(|param| (param.name.clone(), param.value)).collect();
    let origin = format!("{}, changed", strategy.name());
    let strategy = entry.read_strategy(strategy.name(), &origin, &changed, &values).map_err(unreadable)?;
    Ok(Some(Player { strategy, ..player.clone() }))
}

#[cfg(test)]
mod tests;
