use sim_engine::text::people;
use sim_lab::{figure::Unit, finding::At};
use sim_stats::Interval;

/// Numbers of players in a sentence: `with 2, 3 and 4 players`.
pub fn with(players: &[usize]) -> String {
    let names: Vec<String> = players.iter().map(usize::to_string).collect();
    let noun = if players == [1] { "player" } else { "players" };
    format!("with {} {noun}", people::list(&names))
}

pub fn at(one: &At) -> String {
    with(&[one.players])
}

/// Where it is so most: nothing where it is so at one number of players alone.
pub fn most(word: &str, sizes: &[usize], one: &At) -> String {
    if sizes.len() > 1 { format!(", {word} {}", at(one)) } else { String::new() }
}

pub fn ends(interval: Interval) -> (f64, f64) {
    (interval.low, interval.high)
}

pub fn percent(one: &At) -> String {
    people::percent_within(one.value, one.interval.map(ends))
}

/// Whole, without its sign.
pub fn short_percent(share: f64) -> String {
    people::short(share * 100.0)
}

/// A difference in the objective: `+6.2 points (5.1 to 7.3)`.
pub fn points(value: f64, interval: Option<Interval>, unit: Unit) -> String {
    let (value, between) = told(value, interval, unit);
    format!("{value} {}{between}", unit.name())
}

/// The same without the unit, where that stands beside it.
pub fn signed(value: f64, interval: Option<Interval>, unit: Unit) -> String {
    let (value, between) = told(value, interval, unit);
    value + &between
}

fn told(value: f64, interval: Option<Interval>, unit: Unit) -> (String, String) {
    let (factor, least) = (unit.factor(), if unit.is_share() { 1 } else { 2 });
    let half = interval.map(|ends| (ends.high - ends.low) * factor / 2.0);
    let places = people::decimals(half, least);
    let between = interval.map_or(String::new(), |ends| {
        let [low, high] = [ends.low, ends.high].map(|end| people::signed(end * factor, places));
        format!(" ({low} to {high})")
    });
    (people::signed(value * factor, places), between)
}

pub fn off(one: &At, tolerance: f64) -> String {
    format!("{}; within {} is fine", points(one.value, one.interval, one.unit), one.unit.within(tolerance))
}

pub fn names(all: &[String], most: usize) -> String {
    let mut list: Vec<String> = all.iter().take(most).map(|name| format!("`{name}`")).collect();
    if all.len() > most {
        list.push(format!("{} more", people::count((all.len() - most) as u64)));
    }
    people::list(&list)
}

pub fn capital(text: &str) -> String {
    headed(text, |first| first.to_uppercase().collect())
}

pub fn lower(text: &str) -> String {
    headed(text, |first| first.to_lowercase().collect())
}

fn headed(text: &str, head: impl Fn(char) -> String) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| head(first) + letters.as_str())
}
