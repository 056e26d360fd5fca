//! What a learning says while it runs, at its end, and in the file it writes.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use indicatif::HumanDuration;

use super::{super::learned, setting::Setting};
use sim_engine::text::people;
use sim_lab::tables::{
    Table,
    learning::{self, LeftOut},
    tuning::{self, Of},
};
use sim_learn::{AtTable, Course, Learnt, Objective, Pruning, Spread, Standing, Test, Tried, together};
use sim_play::tally::WIN;
use sim_script::Strategy;
use sim_stats::{Estimate, paired::Paired};

/// How a learning came about.
pub struct History {
    pub command: String,
    pub title: &'static str,
    pub games: u64,
}

/// The words for the progress bar.
pub fn progress(
    setting: &Setting,
    standing: &Standing,
    course: &Course<'_>,
    at: usize,
    started: Instant,
) -> String {
    let Some(lap) = standing.course.last() else { return String::new() };
    let all = setting.learnings();
    let mut words = Vec::new();
    if all > 1 {
        words.push(format!("{} of {all}", at + 1));
    }
    if let Some(won) = course.shown(standing) {
        words.push(format!("{} {}", verb(setting), worth(setting, won, None)));
    }
    words.push(format!("entropy {}", people::fixed(lap.entropy, 2)));
    let done = (at as f64 + course.done(standing)) / all as f64;
    let elapsed = started.elapsed().as_secs_f64();
    let left = Duration::try_from_secs_f64(elapsed * (1.0 - done) / done.max(1e-9));
    words.extend(left.ok().map(|left| format!("{} left", HumanDuration(left))));
    words.join("  ")
}

/// The learning that won most where its weights were chosen: those deals are not of its test, which would
/// flatter the best of several.
pub fn best(learnt: &[Learnt]) -> Option<&Learnt> {
    // The earlier of equals.
    learnt.iter().reduce(|best, one| if one.chosen_by > best.chosen_by { one } else { best })
}

/// The summary for reading.
pub fn summary(history: &History, setting: &Setting, standings: &[Standing], learnt: &[Learnt]) -> String {
    let mut text = format!("{}, {}: {}\n", history.title, setting.seats(), what(setting));
    let last = standings.last().and_then(|standing| standing.course.last());
    let entropy = last.map_or(String::new(), |lap| format!(", entropy {}", people::fixed(lap.entropy, 2)));
    text += &format!("{}{entropy}\n\n", people::counted(history.games, "game", "games"));
    if let Some(best) = best(learnt) {
        text += &lines(setting, best, learnt).join("\n");
        text += "\n\n";
        if let Strategy::Script(script) = &best.strategy {
            text.extend(learned::largest(script));
        }
    }
    text
}

/// What is done with the objective, and how much.
fn verb(setting: &Setting) -> &'static str {
    match setting.objective {
        Objective::Share => "wins",
        Objective::Points => "makes",
    }
}

fn worth(setting: &Setting, value: f64, half_width: Option<f64>) -> String {
    match setting.objective {
        Objective::Share => people::percent(value, half_width),
        Objective::Points => format!("{} points", people::number(value, half_width)),
    }
}

fn what(setting: &Setting) -> String {
    let Setting { from, field, .. } = setting;
    match &field[..] {
        [] if setting.players == [1] => format!("{from} learned alone"),
        [] => format!("{from} learned against itself"),
        _ if setting.is_exploit => format!("a best response to {from}"),
        field => format!("{from} learned against {}", people::list(&names(field))),
    }
}

/// What was gained, a sentence a line.
fn lines(setting: &Setting, best: &Learnt, learnt: &[Learnt]) -> Vec<String> {
    let Test { tables, field, strangers } = &best.test;
    let rivals = match &setting.field[..] {
        [] if setting.players == [1] => String::new(),
        [] => format!(" against {}", setting.from),
        field => format!(" against {}", people::list(&names(field))),
    };
    let mut lines = Vec::new();
    for AtTable { players, won, field } in tables {
        let deals = people::counted(won.deals, "deal", "deals");
        let won = worth(setting, won.value.unwrap_or_default(), won.half_width());
        let at = if tables.len() > 1 { format!(" of {players} players") } else { String::new() };
        let gained = gained(setting, field);
        lines.push(format!("On {deals}{at} that it never met it {} {won}{rivals}{gained}.", verb(setting)));
    }
    if tables.len() > 1 {
        lines.push(format!("Over all numbers of players{}.", gained(setting, field).replacen(',', "", 1)));
    }
    lines.extend(strangers.as_ref().map(|paired| {
        let named = people::list(&names(&setting.strangers));
        let one = paired.one.map_or(String::new(), |value| worth(setting, value, None));
        format!("Against {named}, whom it never met, {one}{}.", gained(setting, paired))
    }));
    let several = setting.starts.len() > 1;
    for (at, start) in setting.starts.iter().enumerate() {
        let own: Vec<&Learnt> = learnt.iter().skip(at).step_by(setting.starts.len()).collect();
        let gains: Vec<Estimate> = own.iter().map(|one| one.test.field.difference).collect();
        let begun = if several { format!("Learned {}: ", start.words) } else { String::new() };
        match (together(&gains), &own[..]) {
            (Some(Spread { mean, half_width }), _) => lines.push(format!(
                "{begun}{} learnings gained {} ± {} points on average.",
                own.len(),
                points(setting, mean),
                points(setting, half_width)
            )),
            (None, [one]) if several => {
                let games = people::counted(setting.games_each, "game", "games");
                let won = one.test.field.one.map_or(String::new(), |value| worth(setting, value, None));
                let gained = gained(setting, &one.test.field);
                lines.push(format!("{begun}it {} {won} after {games}{gained}.", verb(setting)));
            }
            _ => {}
        }
    }
    if learnt.len() > 1 {
        lines.push("The best was chosen on deals that are not of these tests.".to_owned());
    }
    lines.extend(best.pruning.iter().flat_map(|pruning| left_out(setting, pruning)));
    lines
}

/// A difference in points, of win rate or of the game.
fn points(setting: &Setting, value: f64) -> String {
    match setting.objective {
        Objective::Share => people::fixed(value * 100.0, 1),
        Objective::Points => people::fixed(value, 2),
    }
}

/// How far it is ahead of its base.
fn gained(setting: &Setting, paired: &Paired) -> String {
    let (scale, least) = match setting.objective {
        Objective::Share => (100.0, 1),
        Objective::Points => (1.0, 2),
    };
    let scaled = paired.difference.scaled(scale);
    let base = paired.other.map_or(String::new(), |value| worth(setting, value, None));
    match (scaled.value, scaled.interval) {
        (Some(value), Some(interval)) => {
            let places = people::decimals(scaled.half_width(), least);
            let [value, low, high] =
                [value, interval.low, interval.high].map(|end| people::signed(end, places));
            format!(", where {} {} {base}: {value} points ({low} to {high})", setting.from, verb(setting))
        }
        _ => format!("; {}", paired.words()),
    }
}

/// What was left out and why, a sentence a line.
fn left_out(setting: &Setting, pruning: &Pruning) -> Vec<String> {
    let Pruning { tried, cost: [before, after], lost } = pruning;
    let one_of = |is_left_out: bool| {
        let mut decisions: Vec<(&str, Vec<String>)> = Vec::new();
        for Tried { decision, feature, brought, .. } in
            tried.iter().filter(|one| one.is_left_out == is_left_out)
        {
            let scaled = if setting.objective == Objective::Share { brought * 100.0 } else { *brought };
            let words = format!("{feature} {}", people::signed(scaled, 1));
            match decisions.iter_mut().find(|(known, _)| known == decision) {
                Some((_, all)) => all.push(words),
                None => decisions.push((decision, vec![words])),
            }
        }
        decisions
    };
    let mut lines = vec![format!(
        "Its features cost {} times what those of its formulas do; with those left out that cost more than they bring, {} times.",
        people::fixed(*before, 1),
        people::fixed(*after, 1)
    )];
    let gone = one_of(true);
    if !gone.is_empty() {
        lines.push(format!(
            "That lost {} points. What each brought when it was tried, in points:",
            points(setting, lost.difference.value.unwrap_or_default())
        ));
    }
    lines.extend(gone.iter().map(|(decision, all)| format!("  left out of {decision}: {}", all.join(", "))));
    let kept = one_of(false);
    lines.extend(kept.iter().map(|(decision, all)| format!("  kept in {decision}: {}", all.join(", "))));
    lines
}

/// Where the new strategy is, and what to do with it.
pub fn written(path: &Path, setting: &Setting, game: &str) -> String {
    format!(
        "\nwritten to {}\nits learning curve: {}\nhow far it can be beaten: sim learn {} --game {game} --players {} --exploit\n",
        path.display(),
        path.with_extension("learning.svg").display(),
        setting.new,
        setting.players.iter().map(usize::to_string).collect::<Vec<_>>().join(","),
    )
}

/// The head of the new file: its history as comments.
pub fn header(history: &History, setting: &Setting, best: &Learnt, learnt: &[Learnt]) -> String {
    let mut all = vec![format!("{}, by", what(setting)), format!("  {}", history.command)];
    all.extend(lines(setting, best, learnt));
    let commented = |line: String| format!("# {line}").replace('\u{a0}', " ").trim_end().to_owned() + "\n";
    all.into_iter().map(commented).collect::<String>() + "\n"
}

/// The same for programs.
pub fn tables(setting: &Setting, learnt: &[Learnt]) -> Vec<Table> {
    let mut rows = Vec::new();
    for (at, one) in learnt.iter().enumerate() {
        let name = if learnt.len() > 1 { format!("{} {}", setting.new, at + 1) } else { setting.new.clone() };
        rows.push((Of::Objective, name, one.test.field));
        for AtTable { players, field, .. } in one.test.tables.iter().filter(|_| one.test.tables.len() > 1) {
            rows.push((Of::Table, format!("{players} players"), *field));
        }
        let named = people::list(&names(&setting.strangers));
        rows.extend(one.test.strangers.map(|paired| (Of::HeldOut, named, paired)));
    }
    if setting.objective == Objective::Share {
        for (.., paired) in &mut rows {
            paired.difference.n /= WIN as u64;
        }
    }
    let mut tables = vec![tuning::gains(&rows)];
    let tried = learnt.iter().enumerate().filter_map(|(at, one)| Some((at, one.pruning.as_ref()?)));
    let tried: Vec<LeftOut<'_>> = tried
        .flat_map(|(at, pruning)| {
            pruning.tried.iter().map(move |one| LeftOut {
                learning: at + 1,
                decision: &one.decision,
                feature: one.feature,
                brought: one.brought,
                is_left_out: one.is_left_out,
            })
        })
        .collect();
    if !tried.is_empty() {
        tables.push(learning::features(&tried));
    }
    tables
}

fn names(strategies: &[Strategy]) -> Vec<String> {
    strategies.iter().map(|strategy| strategy.name().to_owned()).collect()
}
