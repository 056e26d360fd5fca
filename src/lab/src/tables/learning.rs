//! A learning: how it went, and the features that were tried without.

use super::{Cell, Column, Table};

/// A batch of a learning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lap {
    /// Which learning of the call, from 1.
    pub learning: usize,
    /// Games so far.
    pub games: u64,
    pub players: usize,
    /// What those who learn won or made on average.
    pub won: f64,
    /// The same in the place of one base, where that was looked at.
    pub among_bases: Option<f64>,
    pub entropy: f64,
    pub divergence: f64,
}

/// A feature that was tried without.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeftOut<'a> {
    pub learning: usize,
    pub decision: &'a str,
    pub feature: &'a str,
    pub brought: f64,
    pub is_left_out: bool,
}

const LEARNING: Column = Column { name: "learning", about: "Which learning of the call, from 1." };

/// How learnings went, batch by batch.
pub fn curve(laps: &[Lap]) -> Table {
    let columns = [
        LEARNING,
        Column { name: "games", about: "Games so far." },
        Column { name: "players", about: "Players at the table of this batch." },
        Column {
            name: "won",
            about: "What a seat that learns won of a game of this batch, on average, or made of points; in self-play it meets its like.",
        },
        Column { name: "among_bases", about: "The same in the place of one base, where that was looked at." },
        Column {
            name: "entropy",
            about: "Of a choice, in nats: 0 where one answer is certain, 0.69 between two even ones.",
        },
        Column {
            name: "divergence",
            about: "Of its chances from those of the magnet, in nats; 0 without one.",
        },
    ];
    let about = "How learnings went: a row for each batch of games between two changes of the weights.";
    let mut table = Table::new("learning", "The learning curve", about, &columns);
    for lap in laps {
        table.rows.push(vec![
            Cell::from(lap.learning as u64),
            Cell::from(lap.games),
            Cell::from(lap.players as u64),
            Cell::number(Some(lap.won)),
            Cell::number(lap.among_bases),
            Cell::number(Some(lap.entropy)),
            Cell::number(Some(lap.divergence)),
        ]);
    }
    table
}

/// The features that learnings were tried without, the dearest first.
pub fn features(tried: &[LeftOut<'_>]) -> Table {
    let columns = [
        LEARNING,
        Column { name: "decision", about: "The decision." },
        Column { name: "feature", about: "The feature." },
        Column {
            name: "brought",
            about: "What was won less without it, in shares of a win or in points; below 0: more.",
        },
        Column { name: "left_out", about: "1 if it was left out in the end." },
    ];
    let about =
        "Features that the base does not read, tried without, one after the other, on deals of their own.";
    let mut table = Table::new("learning_features", "What features brought", about, &columns);
    for LeftOut { learning, decision, feature, brought, is_left_out } in tried {
        table.rows.push(vec![
            Cell::from(*learning as u64),
            Cell::text(*decision),
            Cell::text(*feature),
            Cell::number(Some(*brought)),
            Cell::from(u64::from(*is_left_out)),
        ]);
    }
    table
}
