use super::{
    Table, TableSpec, Unit,
    tuning::{TuningTopic, gains},
};
use crate::train::{LogEntry, TableTest, Training, TrainingRecord};
use sim_engine::text::people;
use sim_play::Utility;

const LEARNING: &str = "The training run, from 1.";

pub fn tables(learning: &Training) -> Vec<Table> {
    let (learnt, TrainingRecord { name, strangers, .. }) = (&learning.learnt, &learning.record);
    let mut rows = Vec::new();
    for (at, one) in learnt.iter().enumerate() {
        let name = if learnt.len() > 1 { format!("{name} {}", at + 1) } else { name.clone() };
        rows.push((TuningTopic::Objective, name, one.test.field));
        for TableTest { players, field, .. } in one.test.tables.iter().filter(|_| one.test.tables.len() > 1) {
            rows.push((TuningTopic::Table, format!("{players} players"), *field));
        }
        rows.extend(one.test.strangers.map(|paired| (TuningTopic::HeldOut, people::list(strangers), paired)));
    }
    let parts = Utility::new(learning.record.info, learning.objective).parts as u64;
    for (.., paired) in &mut rows {
        paired.difference.n /= parts;
    }
    let mut tables = vec![gains().table(rows)];
    tables.extend(Some(features().table(changes(learning))).filter(|table| !table.rows.is_empty()));
    tables.push(curve(learning));
    tables
}

pub fn curve(learning: &Training) -> Table {
    let logs = (1..).zip(&learning.logs);
    curve_spec().table(logs.flat_map(|(number, log)| log.iter().map(move |entry| (number, entry))))
}

pub(super) fn curve_spec<'r>() -> TableSpec<(u64, &'r LogEntry)> {
    let mut spec = TableSpec::<(u64, &LogEntry)>::new("learning", "The learning curve")
        .about("Training step by step: one row per batch of games between two updates of the weights.");
    spec.whole("learning", |(number, _)| *number).about(LEARNING);
    spec.whole("games", |(_, entry)| entry.games).of(Unit::Games, "Games so far.");
    spec.players(|(_, entry)| entry.players).about("Players at the table of this batch.");
    spec.number("won", |(_, entry)| entry.won).about("Mean result of a learning seat per game of this batch, in wins or points; in self-play its opponents are copies of itself.");
    spec.number("plan", |(_, entry)| entry.plan)
        .about("Mean bonus per game for following its plan; empty without a plan.");
    spec.number("among_bases", |(_, entry)| entry.among_bases).about(
        "Mean result in one seat among copies of its baseline, in separate games; empty if not measured.",
    );
    spec.number("entropy", |(_, entry)| entry.entropy).about(
        "Mean entropy of its choices, in nats: 0 if one answer is certain, 0.69 for two equally likely ones.",
    );
    spec.number("divergence", |(_, entry)| entry.divergence)
        .about("Mean Kullback-Leibler divergence of its choice probabilities from those of the magnet, in nats; 0 without a magnet.");
    spec
}

pub(super) struct FeatureRow<'a> {
    learning: u64,
    decision: &'a str,
    feature: &'a str,
    changes: Option<f64>,
    is_left_out: bool,
}

/// Effects of features, and the interactions that were screened out.
fn changes(learning: &Training) -> impl Iterator<Item = FeatureRow<'_>> {
    (1..).zip(&learning.learnt).flat_map(|(number, one)| {
        let tried = one.left.iter().flat_map(|left| {
            left.pruning.tried.iter().map(|tried| (tried, tried.is_left_out && !left.is_undone))
        });
        let features = tried.map(move |(tried, is_left_out)| FeatureRow {
            learning: number,
            decision: &tried.decision,
            feature: &tried.feature,
            changes: Some(tried.changes),
            is_left_out,
        });
        let screened = one.interactions.iter().filter(|one| !one.is_learned);
        features.chain(screened.map(move |one| FeatureRow {
            learning: number,
            decision: one.decision,
            feature: &one.term,
            changes: None,
            is_left_out: true,
        }))
    })
}

pub(super) fn features<'r>() -> TableSpec<FeatureRow<'r>> {
    let mut spec = TableSpec::<FeatureRow<'_>>::new("learning_features", "What features change").about("Features that the base does not read and what each changes, the least change per cost first; then interactions that were left out as the weakest.");
    spec.whole("learning", |row| row.learning).about(LEARNING);
    spec.text("decision", |row| row.decision).about("The decision.");
    spec.text("feature", |row| row.feature).about("The feature, or the interaction: the product of two.");
    spec.number("changes", |row| row.changes).about("Expected share of the decision's choices that would differ without it, from 0 to 1; empty for an interaction, which was screened out before training.");
    spec.whole("left_out", |row| u64::from(row.is_left_out))
        .about("1 if it was left out in the end, else 0.");
    spec
}
