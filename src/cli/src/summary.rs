//! What a run says on a terminal.

use super::{output, playing::Played};
use sim_engine::text::people;
use sim_lab::{
    experiment::{Manifest, Precision},
    tables::Table,
};

/// The summary for reading.
pub fn text(manifest: &Manifest, tables: &[Table]) -> String {
    let mut text = format!("{}, {}: {}\n", manifest.heading.title, manifest.table(), manifest.extent());
    if let Some((part, deals)) = manifest.part.zip(manifest.range()) {
        let all = people::counted(part.deals, "deal", "deals");
        text += &format!("part {} of {all}: from deal {} up to {}\n", part.shard, deals.start, deals.end);
        return text;
    }
    text.push('\n');
    for table in tables {
        let keys = match table.name {
            "win_rate_overall" => ["strategies"],
            "win_rate_by_strategy" => ["strategy"],
            "win_rate_by_seat" => ["seat"],
            _ => continue,
        };
        text += &output::estimates(table, &keys, "win_rate", true);
        text.push('\n');
    }
    if manifest.automa.is_none() {
        text += &format!("fair share: {:.2} %\n", 100.0 / manifest.inputs.rules.players as f64);
    }
    for sentence in manifest.left_to_default() {
        text += &sentence;
        text.push('\n');
    }
    if !manifest.inputs.rules.changes.is_empty() {
        text += &people::off_default(manifest.inputs.rules.changes.len());
        text.push('\n');
    }
    if manifest.truncated > 0 {
        text += &format!("{} games were cut off at the ply limit\n", people::count(manifest.truncated));
    }
    if let Some(sentence) = manifest.not_a_number() {
        text += &sentence.replace('`', "");
        text.push('\n');
    }
    if let Some(sentence) = manifest.reconstructed() {
        text += &format!("{sentence}\n");
    }
    text
}

/// Whether a run is as precise as was asked for, and what that takes.
pub fn precision(goal: &Precision, played: &Played) -> String {
    let Some(furthest) = goal.furthest(&played.tally) else {
        return "not as precise as asked: too few deals for an interval\n".to_owned();
    };
    let percent = |half: f64| format!("± {} %", people::short(half * 100.0));
    let (half, wanted) = (percent(furthest.half_width), percent(furthest.goal));
    if furthest.is_met() {
        return format!("as precise as asked: {half} where {wanted} is wanted\n");
    }
    let games = (played.tally.games as f64 * furthest.factor()) as u64;
    format!(
        "not as precise as asked: {half} where {wanted} is wanted, which takes about {} games\n",
        people::count(games)
    )
}

/// How long it took, and what was not played again.
pub fn speed(manifest: &Manifest, played: &Played) -> String {
    let mut text = String::new();
    if played.before > 0 {
        let before = people::counted(played.before, "game", "games");
        text += &format!("{before} were played earlier and kept; --fresh plays them again\n");
    }
    if played.games() > 0 {
        // Of a run that was carried on, decisions are counted as evenly spread over its games.
        let decisions = manifest.decisions as f64 / manifest.games as f64;
        let rate = played.games() as f64 / played.seconds;
        text += &format!(
            "{:.1} s, {} games/s, {} decisions/s\n",
            played.seconds,
            people::count(rate as u64),
            people::count((rate * decisions) as u64)
        );
    }
    text
}
