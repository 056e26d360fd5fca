//! What a run was.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{Arm, Heading, Inputs, Shard};
use crate::{rules::Params, tally::Tally, text::people};

/// Enough to make every byte of a run's tables again: the inputs, and which deals were played.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Manifest {
    #[serde(flatten)]
    pub heading: Heading,
    pub designers: String,
    pub points_unit: String,
    /// The opponent that holds no seat, if one plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub automa: Option<String>,
    #[serde(flatten)]
    pub inputs: Inputs,
    /// Games played: whole deals, each in all its distinct rotations.
    pub games: u64,
    pub deals: u64,
    /// The deals played: the first of each range, and the one after its last.
    pub ranges: Vec<(u64, u64)>,
    /// Which part of a run this is, if it is not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    pub decisions: u64,
    pub plies: u64,
    pub truncated: u64,
    /// Formula results that were not a number and counted as lowest.
    pub not_a_number: u64,
    pub provenance: Vec<Provenance>,
}

/// A part of a run that was played apart from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    #[serde(flatten)]
    pub shard: Shard,
    /// Deals of the whole run.
    pub deals: u64,
}

/// Rows of a component table from one source, or parameters outside of tables.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Provenance {
    pub table: Option<String>,
    pub source: String,
    pub rows: usize,
}

fn provenance(params: &Params) -> Vec<Provenance> {
    let line = |table, source: &str, rows| Provenance { table, source: source.to_owned(), rows };
    let values = params.provenance_of_params().into_iter();
    let values = values.map(|(source, rows)| line(None, source.word(), rows));
    let tables = params.provenance().into_iter();
    values.chain(tables.map(|(table, source, rows)| line(Some(table), source.word(), rows))).collect()
}

impl Manifest {
    /// The manifest of an arm whose deals from the first on are in `tally`; `command` makes it again.
    pub fn new(arm: &Arm, command: String, tally: &Tally) -> Manifest {
        Manifest {
            heading: Heading::new(command, &arm.inputs, arm.info.title),
            designers: arm.info.designers.to_owned(),
            points_unit: arm.info.points_unit.to_owned(),
            automa: arm.game.automa().map(str::to_owned),
            inputs: arm.inputs.clone(),
            games: tally.games,
            deals: tally.deals,
            ranges: vec![(0, tally.deals)],
            part: None,
            decisions: tally.decisions,
            plies: tally.plies,
            truncated: tally.cells.get(tally.layout.truncated()).total().unsigned_abs(),
            not_a_number: tally.not_a_number,
            provenance: provenance(&arm.params),
        }
    }

    /// The manifest of a part of a run, whose deals from `first` on are in `tally`; `command` makes the
    /// whole.
    pub fn of_part(arm: &Arm, part: Part, first: u64, command: &str, tally: &Tally) -> Manifest {
        let whole = Manifest::new(arm, format!("{command} --shard {}", part.shard), tally);
        Manifest { ranges: vec![(first, first + tally.deals)], part: Some(part), ..whole }
    }

    /// The deals that were played; `None` if they are not one range.
    pub fn range(&self) -> Option<Range<u64>> {
        match self.ranges[..] {
            [(first, end)] if first <= end => Some(first..end),
            _ => None,
        }
    }

    /// How many deals the whole run has, and the command that makes it.
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

    /// Who sits at the table: `4 players`.
    pub fn table(&self) -> String {
        let players = people::counted(self.inputs.rules.players as u64, "player", "players");
        self.automa.as_ref().map_or(players.clone(), |automa| format!("{players} against {automa}"))
    }

    /// How much was played: `400 games of 200 deals, seed 1`.
    pub fn extent(&self) -> String {
        let games = people::counted(self.games, "game", "games");
        let deals = people::counted(self.deals, "deal", "deals");
        format!("{games} of {deals}, seed {}", self.inputs.seed)
    }

    /// What the game's default decides for whom, a sentence for each set of decisions.
    pub fn left_to_default(&self) -> Vec<String> {
        let mut groups: Vec<(&[String], Vec<String>)> = Vec::new();
        for strategy in self.inputs.strategies.iter().filter(|strategy| !strategy.from_default.is_empty()) {
            match groups.iter_mut().find(|(decisions, _)| *decisions == strategy.from_default) {
                Some((_, names)) => names.push(strategy.name.clone()),
                None => groups.push((&strategy.from_default, vec![strategy.name.clone()])),
            }
        }
        let sentence = |(decisions, names): (&[String], Vec<String>)| {
            format!("The game's default decides {} for {}.", people::list(decisions), people::list(&names))
        };
        groups.into_iter().map(sentence).collect()
    }

    /// The manifest as a file.
    pub fn json(&self) -> String {
        // Plain structs with text keys always become JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
