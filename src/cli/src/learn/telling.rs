//! What a learning says while it runs, at its end, and in the file it writes.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use indicatif::HumanDuration;

use super::{super::output, setting::Setting};
use sim_engine::text::people;
use sim_lab::tables::{
    Table,
    tuning::{self, Of},
};
use sim_learn::{Course, Learnt, Standing, Test, together};
use sim_play::tally::WIN;
use sim_script::Strategy;
use sim_stats::paired::Paired;

/// Weights that are told, the largest.
const TOLD: usize = 10;

/// How a learning came about.
pub struct History {
    pub command: String,
    pub title: &'static str,
    pub games: u64,
}

/// The words for the progress bar.
pub fn progress(
    standing: &Standing,
    course: &Course<'_>,
    (at, repeats): (usize, u64),
    started: Instant,
) -> String {
    let Some(lap) = standing.course.last() else { return String::new() };
    let mut words = Vec::new();
    if repeats > 1 {
        words.push(format!("{} of {repeats}", at + 1));
    }
    if let Some(share) = course.shown_share(standing) {
        words.push(format!("wins {}", people::percent(share, None)));
    }
    words.push(format!("entropy {}", people::fixed(lap.entropy, 2)));
    let done = (at as f64 + course.done(standing)) / repeats as f64;
    let elapsed = started.elapsed().as_secs_f64();
    let left = Duration::try_from_secs_f64(elapsed * (1.0 - done) / done.max(1e-9));
    words.extend(left.ok().map(|left| format!("{} left", HumanDuration(left))));
    words.join("  ")
}

/// The learning that gained most.
pub fn best(learnt: &[Learnt]) -> Option<&Learnt> {
    let gain = |one: &Learnt| one.test.field.difference.value.unwrap_or(f64::NEG_INFINITY);
    // The earlier of equals.
    learnt.iter().reduce(|best, one| if gain(one) > gain(best) { one } else { best })
}

/// The summary for reading.
pub fn summary(history: &History, setting: &Setting, standings: &[Standing], learnt: &[Learnt]) -> String {
    let players = people::counted(setting.players as u64, "player", "players");
    let mut text = format!("{}, {players}: {}\n", history.title, what(setting));
    let last = standings.last().and_then(|standing| standing.course.last());
    let entropy = last.map_or(String::new(), |lap| format!(", entropy {}", people::fixed(lap.entropy, 2)));
    text += &format!("{}{entropy}\n\n", people::counted(history.games, "game", "games"));
    if let Some(best) = best(learnt) {
        text += &lines(setting, best, learnt).join("\n");
        text += "\n\n";
        text += &largest(best);
    }
    text
}

fn what(setting: &Setting) -> String {
    let Setting { from, field, .. } = setting;
    match &field[..] {
        [] if setting.players == 1 => format!("{from} learned alone"),
        [] => format!("{from} learned against itself"),
        field => format!("{from} learned against {}", people::list(&names(field))),
    }
}

/// What was gained, a sentence a line.
fn lines(setting: &Setting, best: &Learnt, learnt: &[Learnt]) -> Vec<String> {
    let Test { share, field, strangers } = &best.test;
    let deals = people::counted(share.deals, "deal", "deals");
    let rivals = match &setting.field[..] {
        [] if setting.players == 1 => String::new(),
        [] => format!(" against {}", setting.from),
        field => format!(" against {}", people::list(&names(field))),
    };
    let wins = people::percent(share.value.unwrap_or_default(), share.half_width());
    let mut lines =
        vec![format!("On {deals} that it never met it wins {wins}{rivals}{}.", gained(setting, field))];
    lines.extend(strangers.as_ref().map(|paired| {
        let named = people::list(&names(&setting.strangers));
        let one = paired.one.map_or(String::new(), |share| people::percent(share, None));
        format!("Against {named}, whom it never met, {one}{}.", gained(setting, paired))
    }));
    let tests: Vec<&Test> = learnt.iter().map(|one| &one.test).collect();
    lines.extend(together(&tests).map(|spread| {
        let points = |value: f64| people::fixed(value * 100.0, 1);
        format!(
            "{} learnings gained {} ± {} points on average; this is the best.",
            learnt.len(),
            points(spread.mean),
            points(spread.half_width)
        )
    }));
    lines
}

/// How far a share is ahead of that of the base.
fn gained(setting: &Setting, paired: &Paired) -> String {
    let scaled = paired.difference.scaled(100.0);
    let base = paired.other.map_or(String::new(), |share| people::percent(share, None));
    match (scaled.value, scaled.interval) {
        (Some(value), Some(interval)) => {
            let places = people::decimals(scaled.half_width(), 1);
            let [value, low, high] =
                [value, interval.low, interval.high].map(|end| people::signed(end, places));
            format!(", where {} wins {base}: {value} points ({low} to {high})", setting.from)
        }
        _ => format!("; {}", paired.words()),
    }
}

/// What it does otherwise than its base: the terms that move choices most.
fn largest(best: &Learnt) -> String {
    let all = best
        .sections
        .iter()
        .flat_map(|section| section.terms.iter().map(move |term| (section.decision.as_str(), term)));
    let mut all: Vec<_> = all.collect();
    let terms = all.len();
    all.sort_by(|(_, one), (_, other)| other.weight.abs().total_cmp(&one.weight.abs()));
    all.truncate(TOLD);
    let rows = all.iter().map(|(decision, term)| {
        vec![(*decision).to_owned(), term.text.clone(), people::signed(term.weight, 2)]
    });
    let rows: Vec<Vec<String>> = rows.collect();
    let grid = output::grid(&["decision", "what counts", "weight"], &rows, &[false, false, true]);
    format!("Of {terms} weights, the largest; 1 makes an answer 2.7 times as likely:\n{grid}")
}

/// Where the new strategy is, and what to do with it.
pub fn written(path: &Path, setting: &Setting, game: &str) -> String {
    format!(
        "\nwritten to {}\nlook for what beats it: sim learn {} --game {game} --players {} --against {}\n",
        path.display(),
        setting.from,
        setting.players,
        setting.new,
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
        let named = people::list(&names(&setting.strangers));
        rows.extend(one.test.strangers.map(|paired| (Of::HeldOut, named, paired)));
    }
    for (.., paired) in &mut rows {
        paired.difference.n /= WIN as u64;
    }
    vec![tuning::gains(&rows)]
}

fn names(strategies: &[Strategy]) -> Vec<String> {
    strategies.iter().map(|strategy| strategy.name().to_owned()).collect()
}
