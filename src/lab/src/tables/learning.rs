use super::{
    Cell, Column, Table, Unit,
    tuning::{Of, gains},
};
use crate::train::{AtTable, Interaction, Training, TrainingRecord, Tried};
use sim_engine::text::people;
use sim_play::Utility;

const LEARNING: Column = Column::whole("learning", "Which learning of the call, from 1.");

pub fn tables(learning: &Training) -> Vec<Table> {
    let (learnt, TrainingRecord { name, strangers, .. }) = (&learning.learnt, &learning.record);
    let mut rows = Vec::new();
    for (at, one) in learnt.iter().enumerate() {
        let name = if learnt.len() > 1 { format!("{name} {}", at + 1) } else { name.clone() };
        rows.push((Of::Objective, name, one.test.field));
        for AtTable { players, field, .. } in one.test.tables.iter().filter(|_| one.test.tables.len() > 1) {
            rows.push((Of::Table, format!("{players} players"), *field));
        }
        rows.extend(one.test.strangers.map(|paired| (Of::HeldOut, people::list(strangers), paired)));
    }
    let parts = Utility::new(learning.record.info, learning.objective).parts as u64;
    for (.., paired) in &mut rows {
        paired.difference.n /= parts;
    }
    let gains = gains(&rows);
    std::iter::once(gains).chain(features(learning)).chain([curve(learning)]).collect()
}

pub(super) fn curve_head() -> Table {
    let columns = [
        LEARNING,
        Column::whole("games", "Games so far.").of(Unit::Games),
        Column::players("Players at the table of this batch."),
        Column::number(
            "won",
            "What a seat that learns won of a game of this batch, on average, or made of points; in self-play it meets its like.",
        ),
        Column::number(
            "plan",
            "What it did of its plan is worth, of a game, on average; empty without a plan.",
        ),
        Column::number("among_bases", "The same in the place of one base, where that was looked at."),
        Column::number(
            "entropy",
            "Of a choice, in nats: 0 where one answer is certain, 0.69 between two even ones.",
        ),
        Column::number("divergence", "Of its chances from those of the magnet, in nats; 0 without one."),
    ];
    let about = "How learnings went: a row for each batch of games between two changes of the weights.";
    Table::new("learning", "The learning curve", about, &columns)
}

pub fn curve(learning: &Training) -> Table {
    let mut table = curve_head();
    for (at, log) in learning.logs.iter().enumerate() {
        for entry in log {
            table.rows.push(vec![
                Cell::from(at as u64 + 1),
                Cell::from(entry.games),
                Cell::from(entry.players as u64),
                Cell::number(Some(entry.won)),
                Cell::number(entry.plan),
                Cell::number(entry.among_bases),
                Cell::number(Some(entry.entropy)),
                Cell::number(Some(entry.divergence)),
            ]);
        }
    }
    table
}

pub(super) fn features_head() -> Table {
    let columns = [
        LEARNING,
        Column::text("decision", "The decision."),
        Column::text("feature", "The feature, or the interaction: the product of two."),
        Column::number(
            "changes",
            "The part of the choices of the decision that would be others without it, from 0 to 1; empty for an interaction, which was screened out before learning.",
        ),
        Column::whole("left_out", "1 if it was left out in the end."),
    ];
    let about = "Features that the base does not read: what each changes, those that change least for their cost first; then interactions that were left out as the weakest.";
    Table::new("learning_features", "What features change", about, &columns)
}

/// What features change, and the interactions that were screened out; none where there are neither.
fn features(learning: &Training) -> Option<Table> {
    let mut table = features_head();
    for (at, one) in learning.learnt.iter().enumerate() {
        let left = one.left.iter();
        let tried = left.flat_map(|left| left.pruning.tried.iter().map(|tried| (tried, left.is_undone)));
        for (Tried { decision, feature, changes, is_left_out }, is_undone) in tried {
            table.rows.push(vec![
                Cell::from(at as u64 + 1),
                Cell::text(decision),
                Cell::text(feature),
                Cell::number(Some(*changes)),
                Cell::from(u64::from(*is_left_out && !is_undone)),
            ]);
        }
        for Interaction { decision, term, .. } in one.interactions.iter().filter(|one| !one.is_learned) {
            table.rows.push(vec![
                Cell::from(at as u64 + 1),
                Cell::text(*decision),
                Cell::text(term),
                Cell::number(None),
                Cell::from(1),
            ]);
        }
    }
    (!table.rows.is_empty()).then_some(table)
}
