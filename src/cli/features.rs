//! `sim features`: what the formulas of a game's strategies may read.

use clap::Args;

use super::{
    failure::Failure,
    game_args,
    output::{self, Format},
};
use crate::{
    strategy::spec::{Feature, Vocabulary},
    tables::{Cell, Column, Table},
};

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim features --game delectable")]
pub struct FeaturesArgs {
    /// The game: see `sim list`
    #[arg(long, value_name = "GAME")]
    game: String,
    /// For reading, or one row a feature
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// What a decision that softens takes beside its formulas.
pub const TEMPERATURE: &str = "A decision by a list, or by a chain that speaks of a temperature, also takes `temperature = T`: at 0, the value if none is given, the highest score is chosen; above 0 a candidate is drawn with chance in proportion to exp(score / T).";

impl FeaturesArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let vocabulary = game_args::entry(&self.game)?.vocabulary();
        output::listing(self.format, &[table(vocabulary)], || page(vocabulary))
    }
}

/// A row for each feature; those of every formula have no decision and no part.
fn table(vocabulary: &Vocabulary) -> Table {
    let columns = [
        Column { name: "decision", about: "where it may be read; empty: everywhere" },
        Column { name: "part", about: "sort of candidate that has it; empty: one value for the decision" },
        Column { name: "feature", about: "name in formulas" },
        Column { name: "unit", about: "unit" },
        Column { name: "low", about: "lowest value; empty: none" },
        Column { name: "high", about: "highest value; empty: none" },
        Column { name: "about", about: "what it is, in a line" },
    ];
    let about = "What the formulas of strategies may read.";
    let mut table = Table::new("features", "Features", about, &columns);
    let mut add = |decision: &str, part: &str, features: &[Feature]| {
        for feature in features {
            let (low, high) = feature.range;
            let mut row = [decision, part, feature.name, feature.unit].map(Cell::text).to_vec();
            row.extend([Cell::number(Some(low)), Cell::number(Some(high)), Cell::text(feature.about)]);
            table.rows.push(row);
        }
    };
    add("", "", vocabulary.context);
    for point in vocabulary.points {
        for part in point.parts {
            add(point.name, part.name, part.features);
        }
    }
    table
}

/// Every decision with its slots and features, for reading.
fn page(vocabulary: &Vocabulary) -> String {
    let mut text = String::from("In every formula:\n");
    text += &feature_grid(vocabulary.context);
    for point in vocabulary.points {
        text += &format!("\non.{} ({}): {}\n", point.name, point.shape.word(), point.about);
        let is_mixed = point.flags().next().is_some();
        for (at, slot) in point.slots.iter().enumerate() {
            let names: Vec<&str> = point.parts[point.parts_of(at)].iter().map(|part| part.name).collect();
            let parts = names.join(" or ");
            text += &format!("  {} of each {}: {}\n", slot.name, parts, slot.about);
        }
        if is_mixed {
            text += "  What one sort of candidate does not have is 0 for it.\n";
        }
        for part in point.parts {
            text += &format!("  for each {}: {}", part.name, part.about);
            if is_mixed {
                text += &format!(" {} is 1 for it, and 0 for the others.", part.flag());
            }
            text.push('\n');
            if !part.features.is_empty() {
                text += &feature_grid(part.features);
            }
        }
    }
    text += "\n";
    text += TEMPERATURE;
    text += "\n";
    text
}

fn feature_grid(features: &[Feature]) -> String {
    let rows: Vec<Vec<String>> = features
        .iter()
        .map(|feature| {
            let (low, high) = feature.range;
            vec![
                format!("  {}", feature.name),
                feature.unit.to_owned(),
                format!("{low} to {high}").replace("inf", "∞"),
                feature.about.to_owned(),
            ]
        })
        .collect();
    output::grid(&["  feature", "unit", "range", "about"], &rows, &[false; 4])
}
