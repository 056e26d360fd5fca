//! Numbers of findings in words.

use sim_engine::text::people;
use sim_stats::Interval;

use super::Part;

/// The verdict where a whole interval lies beyond what is fine, or within it, and all such intervals of the
/// audit hold together.
pub const DECIDED: &str = "decided";

/// Numbers of players in a sentence: `with 2, 3 and 4 players`.
pub fn with(players: &[usize]) -> String {
    let names: Vec<String> = players.iter().map(usize::to_string).collect();
    let noun = if players == [1] { "player" } else { "players" };
    format!("with {} {noun}", people::list(&names))
}

/// The numbers of players of some parts.
pub fn sizes<'a>(parts: impl IntoIterator<Item = &'a Part>) -> Vec<usize> {
    parts.into_iter().map(Part::players).collect()
}

/// Both ends of an interval, as [`people`] takes them.
pub fn ends(interval: Interval) -> (f64, f64) {
    (interval.low, interval.high)
}

/// A difference of shares in percentage points: `+6.2 points (5.1 to 7.3)`.
pub fn points(value: f64, interval: Option<Interval>) -> String {
    let half = interval.map(|ends| (ends.high - ends.low) * 50.0);
    let places = people::decimals(half, 1);
    let between = interval.map_or(String::new(), |ends| {
        let [low, high] = [ends.low, ends.high].map(|end| people::signed(end * 100.0, places));
        format!(" ({low} to {high})")
    });
    format!("{} points{between}", people::signed(value * 100.0, places))
}

/// A distance in percentage points, without its sign.
pub fn distance(value: f64) -> String {
    format!("{} points", people::fixed(value.abs() * 100.0, 1))
}

/// A tolerance: `within 3 points is fine`.
pub fn tolerance(value: f64) -> String {
    format!("within {} points is fine", people::short(value * 100.0))
}

/// Names between backticks, the first few of many.
pub fn names(all: &[String], most: usize) -> String {
    let mut list: Vec<String> = all.iter().take(most).cloned().collect();
    if all.len() > most {
        list.push(format!("{} more", people::count((all.len() - most) as u64)));
    }
    people::list(&list)
}

/// What belongs under one key, in the order in which keys come up.
pub fn grouped<K: PartialEq, T>(all: impl IntoIterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut groups: Vec<(K, Vec<T>)> = Vec::new();
    for (name, one) in all {
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, group)) => group.push(one),
            None => groups.push((name, vec![one])),
        }
    }
    groups
}

/// The text with a capital at its head.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
