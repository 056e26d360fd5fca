//! The features that formulas can read at each decision.

use crate::{
    failure::Failure,
    output::{self, Format},
};
use sim_engine::text::people;
use sim_lab::tables::{Cell, Column, Table};
use sim_play::entry::Entry;
use sim_script::{
    Strategy,
    script::Script,
    spec::{Feature, Vocabulary},
};

pub const TEMPERATURE: &str = "A decision by a list, or by a chain that speaks of a temperature, also takes `temperature = T`: at 0, the value if none is given, the highest score is chosen; above 0 a candidate is drawn with chance in proportion to exp(score / T).";

pub fn print(entry: &Entry, format: Format) -> Result<(), Failure> {
    let (vocabulary, readers) = (entry.vocabulary(), Readers::of(entry)?);
    output::listing(format, &[table(vocabulary, &readers)], || page(vocabulary, &readers))
}

struct Readers {
    scripts: Vec<Script>,
    /// Number of the game's decisions.
    points: usize,
}

/// The scope of a feature: every formula, or a part of a decision.
#[derive(Clone, Copy)]
enum Place {
    Context,
    Part {
        point: usize,
        part: usize,
    },
    /// Features of single amounts, at decisions that learn an amount.
    Amount,
}

/// Shown as the part of features of single amounts.
const AMOUNT: &str = "learned amount";

impl Readers {
    fn of(entry: &Entry) -> Result<Readers, Failure> {
        let mut scripts = Vec::new();
        for shipped in entry.shipped() {
            if let Some(Strategy::Script(script)) = entry.shipped_strategy(shipped.name)? {
                scripts.push(*script);
            }
        }
        Ok(Readers { scripts, points: entry.vocabulary().points.len() })
    }

    /// The scripts whose own formulas read a feature; formulas inherited from the default count for the default
    /// only.
    fn names(&self, place: Place, feature: usize) -> Vec<String> {
        let reads_at = |script: &Script| {
            (0..self.points).any(|at| {
                let own = script.point_at(at);
                let mask = match place {
                    Place::Context => own.context_mask,
                    Place::Part { point, part } if point == at => own.part_masks[part],
                    Place::Part { .. } | Place::Amount => 0,
                };
                !own.from_default && mask.checked_shr(feature as u32).unwrap_or(0) & 1 == 1
            })
        };
        let reads =
            |script: &&Script| reads_at(script) || script.tables().any(|(_, script)| reads_at(script));
        self.scripts.iter().filter(reads).map(|script| script.name.clone()).collect()
    }

    fn words(&self, place: Place, feature: usize) -> String {
        const NAMES: usize = 3;
        let mut names = self.names(place, feature);
        if names.is_empty() {
            return "nobody".to_owned();
        }
        if names.len() == self.scripts.len() {
            return "all".to_owned();
        }
        if names.len() > NAMES {
            let more = names.len() - NAMES + 1;
            names.truncate(NAMES - 1);
            names.push(format!("{more} more"));
        }
        people::list(&names)
    }
}

/// One row per feature; features of every formula have no decision and no part.
fn table(vocabulary: &Vocabulary, readers: &Readers) -> Table {
    let columns = [
        Column::text("decision", "where it may be read; empty: everywhere"),
        Column::text("part", "sort of candidate that has it; empty: one value for the decision"),
        Column::text("feature", "name in formulas"),
        Column::text("unit", "unit"),
        Column::number("low", "lowest value; empty: none"),
        Column::number("high", "highest value; empty: none"),
        Column::text("about", "what it is, in a line"),
        Column::text("read_by", "shipped scripts whose own formulas read it, with spaces between them"),
    ];
    let about = "What the formulas of strategies may read.";
    let mut table = Table::new("features", "Features", about, &columns);
    let mut add = |decision: &str, part: &str, features: &[Feature], place: Place| {
        for (at, feature) in features.iter().enumerate() {
            let (low, high) = feature.range;
            let mut row = [decision, part, feature.name, feature.unit].map(Cell::text).to_vec();
            row.extend([Cell::number(Some(low)), Cell::number(Some(high)), Cell::text(feature.about)]);
            row.push(Cell::text(readers.names(place, at).join(" ")));
            table.rows.push(row);
        }
    };
    add("", "", vocabulary.context, Place::Context);
    for (at, point) in vocabulary.points.iter().enumerate() {
        for (place, part) in point.parts.iter().enumerate() {
            add(point.name, part.name, part.features, Place::Part { point: at, part: place });
        }
        add(point.name, AMOUNT, point.of_amounts(), Place::Amount);
    }
    table
}

fn page(vocabulary: &Vocabulary, readers: &Readers) -> String {
    let mut text = String::from("In every formula:\n");
    let words = |place: Place| move |feature: usize| readers.words(place, feature);
    text += &feature_grid(vocabulary.context, words(Place::Context));
    for (point_at, point) in vocabulary.points.iter().enumerate() {
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
        for (part_at, part) in point.parts.iter().enumerate() {
            text += &format!("  for each {}: {}", part.name, part.about);
            if is_mixed {
                text += &format!(" {} is 1 for it, and 0 for the others.", part.flag());
            }
            text.push('\n');
            if !part.features.is_empty() {
                let place = Place::Part { point: point_at, part: part_at };
                text += &feature_grid(part.features, words(place));
            }
        }
        if !point.of_amounts().is_empty() {
            text +=
                &format!("  in [learned.{}], for each amount that is weighed: see `sim train`\n", point.name);
            text += &feature_grid(point.of_amounts(), words(Place::Amount));
        }
    }
    text += "\n";
    text += TEMPERATURE;
    text += "\n";
    text
}

fn feature_grid(features: &[Feature], readers: impl Fn(usize) -> String) -> String {
    let rows: Vec<Vec<String>> = features
        .iter()
        .enumerate()
        .map(|(at, feature)| {
            let (low, high) = feature.range;
            vec![
                format!("  {}", feature.name),
                feature.unit.to_owned(),
                format!("{low} to {high}").replace("inf", "∞"),
                feature.about.to_owned(),
                readers(at),
            ]
        })
        .collect();
    output::grid(&["  feature", "unit", "range", "about", "read by"], &rows, &[false; 5])
}
