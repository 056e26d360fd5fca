use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Arm, Inputs, Shard, digest};
use crate::tables::SCHEMA;
use sim_engine::{Settings, text::people};
use sim_play::tally::{FORMULAS, Tally};
use sim_script::{Level, script};

#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Heading {
    pub schema: u32,
    pub version: String,
    pub command: String,
    #[serde(rename = "inputs")]
    pub digest: String,
    pub title: String,
}

impl Heading {
    pub fn new(command: String, inputs: &impl Serialize, title: &str) -> Heading {
        Heading {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command,
            digest: digest(inputs),
            title: title.to_owned(),
        }
    }
}

/// What reproduces every byte of a run's tables: the inputs and the deals that were played.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Manifest {
    #[serde(flatten)]
    pub heading: Heading,
    pub designers: String,
    /// The unit of what the winner has most of.
    pub points_unit: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub automa: Option<String>,
    #[serde(flatten)]
    pub inputs: Inputs,
    #[serde(default)]
    pub level: Level,
    /// Games played: whole deals, each in all its distinct rotations.
    pub games: u64,
    pub deals: u64,
    /// The deals played: the first of each range, and the one after its last.
    pub ranges: Vec<(u64, u64)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<RunPart>,
    /// Choices between two or more actions.
    pub decisions: u64,
    /// Actions.
    pub plies: u64,
    /// Games that were cut off at the ply limit.
    pub truncated: u64,
    /// Formula results that were not a number and counted as lowest.
    pub not_a_number: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_a_number_by: Vec<NotANumber>,
    pub provenance: Vec<Provenance>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunPart {
    #[serde(flatten)]
    pub shard: Shard,
    pub deals: u64,
}

/// Rows of a component table from one source, or settings outside of tables.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The table of components; none for settings.
    pub table: Option<String>,
    pub source: String,
    pub rows: usize,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct NotANumber {
    pub strategy: String,
    pub decision: String,
    pub formula: String,
    /// Line and column of the formula in the strategy's file; `None` for one of `default.toml`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<(usize, usize)>,
    pub count: u64,
}

fn not_a_number(arm: &Arm, tally: &Tally) -> Vec<NotANumber> {
    let vocabulary = arm.game.vocabulary();
    let counted = tally.not_a_number.iter().enumerate().filter(|(_, count)| **count > 0);
    let entry = |(at, &count): (usize, &u64)| {
        let strategy = arm.inputs.strategies.get(at / FORMULAS)?;
        let place = vocabulary.place_of(at % FORMULAS)?;
        let point = &vocabulary.points[place.0];
        Some(NotANumber {
            strategy: strategy.name.clone(),
            decision: point.name.to_owned(),
            formula: point.slots[place.1].name.to_owned(),
            place: strategy.text.as_deref().and_then(|text| script::place_of(text, vocabulary, place)),
            count,
        })
    };
    counted.filter_map(entry).collect()
}

/// A warning if values are reconstructed, that is, printed nowhere.
pub fn reconstructed(settings: &Settings, game: &str) -> Option<String> {
    caution(&provenance(settings), game)
}

fn caution(provenance: &[Provenance], game: &str) -> Option<String> {
    let count = |are_rows: bool| -> u64 {
        let entries = provenance.iter().filter(|entry| entry.source == "reconstructed");
        let own = entries.filter(|entry| entry.table.is_some() == are_rows).map(|entry| entry.rows as u64);
        // Counts read from a file may be absurd, so the sum saturates.
        own.fold(0, u64::saturating_add)
    };
    let filled: Vec<String> =
        [(true, "row of cards and tables", "rows of cards and tables"), (false, "rule value", "rule values")]
            .into_iter()
            .map(|(are_rows, one, many)| (count(are_rows), one, many))
            .filter(|(count, ..)| *count > 0)
            .map(|(count, one, many)| people::counted(count, one, many))
            .collect();
    let is_one = count(true).saturating_add(count(false)) == 1;
    let are = if is_one { "is" } else { "are" };
    (!filled.is_empty()).then(|| {
        format!(
            "Caution: {} {are} assumed, not printed. `sim show settings --game {game} --source reconstructed` lists them.",
            people::list(&filled)
        )
    })
}

pub fn provenance(settings: &Settings) -> Vec<Provenance> {
    let line = |table, source: &str, rows| Provenance { table, source: source.to_owned(), rows };
    let values = settings.provenance_of_settings().into_iter();
    let values = values.map(|(source, rows)| line(None, source.word(), rows));
    let tables = settings.provenance().into_iter();
    values.chain(tables.map(|(table, source, rows)| line(Some(table), source.word(), rows))).collect()
}

impl Manifest {
    pub fn new(arm: &Arm, command: String, tally: &Tally) -> Manifest {
        Manifest {
            heading: Heading::new(command, &arm.inputs, arm.info.title),
            designers: arm.info.designers.to_owned(),
            points_unit: arm.info.points_unit.to_owned(),
            automa: arm.game.automa().map(str::to_owned),
            inputs: arm.inputs.clone(),
            level: arm.level.clone(),
            games: tally.games,
            deals: tally.deals,
            ranges: vec![(0, tally.deals)],
            part: None,
            decisions: tally.decisions,
            plies: tally.plies,
            truncated: tally.cells.get(tally.layout.truncated()).total().unsigned_abs(),
            not_a_number: tally.not_a_number.iter().sum(),
            not_a_number_by: not_a_number(arm, tally),
            provenance: provenance(&arm.settings),
        }
    }

    /// The manifest of a part of a run, whose deals start at `first`; `command` is that of the whole run.
    pub fn of_part(arm: &Arm, part: RunPart, first: u64, command: &str, tally: &Tally) -> Manifest {
        let whole = Manifest::new(arm, format!("{command} --shard {}", part.shard), tally);
        Manifest { ranges: vec![(first, first + tally.deals)], part: Some(part), ..whole }
    }

    /// The deals played; `None` if they are not a single range.
    pub fn range(&self) -> Option<Range<u64>> {
        match self.ranges[..] {
            [(first, end)] if first <= end => Some(first..end),
            _ => None,
        }
    }

    pub fn whole(&self) -> (u64, &str) {
        match &self.part {
            None => (self.deals, &self.heading.command),
            Some(part) => {
                let option = format!(" --shard {}", part.shard);
                let command = &self.heading.command;
                (part.deals, command.strip_suffix(&option).unwrap_or(command))
            }
        }
    }

    /// The players at the table: `4 players`.
    pub fn table(&self) -> String {
        let players = people::counted(self.inputs.rules.players as u64, "player", "players");
        self.automa.as_ref().map_or(players.clone(), |automa| format!("{players} against {automa}"))
    }

    /// How much was played: `400 games of 200 deals, seed 1`.
    pub fn played(&self) -> String {
        let games = people::counted(self.games, "game", "games");
        let deals = people::counted(self.deals, "deal", "deals");
        format!("{games} of {deals}, seed {}", self.inputs.seed)
    }

    /// The level of play; `None` in solo play.
    pub fn level_of_play(&self) -> Option<&Level> {
        (self.inputs.rules.players > 1).then_some(&self.level)
    }

    /// How much was played, and by whom: `400 games of 200 deals, seed 1, among strong players`.
    pub fn extent(&self) -> String {
        // The players of a mixed field have no common level.
        let level = self.level_of_play().filter(|level| **level != Level::Mixed);
        level.map_or_else(|| self.played(), |level| format!("{}, among {level}", self.played()))
    }

    pub fn reconstructed(&self) -> Option<String> {
        caution(&self.provenance, &self.inputs.rules.game)
    }

    pub fn not_a_number(&self) -> Option<String> {
        if self.not_a_number == 0 {
            return None;
        }
        let count = |count: u64| people::counted(count, "formula result", "formula results");
        let place = |one: &NotANumber| {
            let at = match one.place {
                Some((line, column)) => format!("line {line}, column {column}"),
                None => "in default.toml".to_owned(),
            };
            let NotANumber { strategy, decision, formula, count, .. } = one;
            format!("{} of `{strategy}` ([on.{decision}] {formula}, {at})", people::count(*count))
        };
        let places: Vec<String> = self.not_a_number_by.iter().map(place).collect();
        let by = if places.is_empty() { String::new() } else { format!(": {}", people::list(&places)) };
        Some(format!(
            "Caution: {} were not a number and counted as the lowest{by}. Look for a root or a logarithm of what may fall below 0, or for 0 divided by 0.",
            count(self.not_a_number)
        ))
    }

    pub fn json(&self) -> String {
        // Plain structs with text keys always become JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_say_of_more_rows_than_can_be_counted() {
        let line = |table: Option<&str>, rows| Provenance {
            table: table.map(str::to_owned),
            source: "reconstructed".to_owned(),
            rows,
        };
        let text_of = |all: &[Provenance]| caution(all, "g").unwrap_or_default();
        let most = usize::MAX;
        let text = text_of(&[line(Some("cards"), most), line(Some("chefs"), most), line(None, most)]);
        assert!(text.contains("18,446,744,073,709,551,615 rows of cards and tables"), "{text}");
        assert!(
            text_of(&[line(None, 1)]).contains("1 rule value is assumed, not printed"),
            "{}",
            text_of(&[line(None, 1)])
        );
        assert_eq!(text_of(&[line(Some("cards"), 0)]), "");
    }
}
