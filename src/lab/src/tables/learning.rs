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
        .about("Training step by step: a row for each batch of games between two updates of the weights.");
    spec.whole("learning", |(number, _)| *number).about(LEARNING);
    spec.whole("games", |(_, entry)| entry.games).of(Unit::Games, "Games so far.");
    spec.players(|(_, entry)| entry.players).about("Players at the table of this batch.");
    spec.number("won", |(_, entry)| entry.won).about("What a seat that learns won of a game of this batch, on average, or made of points; in self-play it meets its like.");
    spec.number("plan", |(_, entry)| entry.plan)
        .about("What it did of its plan is worth, of a game, on average; empty without a plan.");
    spec.number("among_bases", |(_, entry)| entry.among_bases)
        .about("The same where it replaces one baseline player; empty if not measured.");
    spec.number("entropy", |(_, entry)| entry.entropy)
        .about("Of a choice, in nats: 0 where one answer is certain, 0.69 between two even ones.");
    spec.number("divergence", |(_, entry)| entry.divergence)
        .about("Of its chances from those of the magnet, in nats; 0 without one.");
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
    let mut spec = TableSpec::<FeatureRow<'_>>::new("learning_features", "What features change").about("Features that the base does not read: what each changes, those that change least for their cost first; then interactions that were left out as the weakest.");
    spec.whole("learning", |row| row.learning).about(LEARNING);
    spec.text("decision", |row| row.decision).about("The decision.");
    spec.text("feature", |row| row.feature).about("The feature, or the interaction: the product of two.");
    spec.number("changes", |row| row.changes).about("The share of the decision's choices that differ without it, from 0 to 1; empty for an interaction, which was screened out before training.");
    spec.whole("left_out", |row| u64::from(row.is_left_out)).about("1 if it was left out in the end.");
    spec
}
