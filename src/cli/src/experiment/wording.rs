//! Figures and answers in words.

use super::{
    answer::Found,
    sought::{Sought, Which},
};
use sim_engine::text::people;
use sim_lab::{
    experiment::Named,
    tables::figures::{ALL, Difference, Reading, Words},
};
use sim_stats::{Estimate, Interval};

/// How numbers of a figure are told.
pub struct Scale {
    is_share: bool,
    unit: String,
}

impl Scale {
    pub fn of(reading: &Reading) -> Scale {
        let unit = if reading.unit.is_empty() { String::new() } else { format!(" {}", reading.unit) };
        Scale { is_share: reading.is_share, unit }
    }

    fn factor(&self) -> f64 {
        if self.is_share { 100.0 } else { 1.0 }
    }

    /// As many decimals as this half width of an interval bears.
    fn places(&self, half: Option<f64>) -> usize {
        people::decimals(half.map(|half| half * self.factor()), 1)
    }

    fn fixed(&self, value: f64, places: usize) -> String {
        people::fixed(value * self.factor(), places)
    }

    /// A value with its unit.
    pub fn level(&self, value: f64, half: Option<f64>) -> String {
        let number = match half {
            Some(_) => self.fixed(value, self.places(half)),
            None => people::short(value * self.factor()),
        };
        if self.is_share { format!("{number} %") } else { format!("{number}{}", self.unit) }
    }

    /// Both ends of the interval of a value.
    pub fn ends(&self, estimate: &Estimate) -> Option<String> {
        let places = self.places(estimate.half_width());
        let ends = estimate.interval?;
        Some(format!("{} to {}", self.fixed(ends.low, places), self.fixed(ends.high, places)))
    }

    /// What was found of a difference.
    pub fn sentence(
        &self,
        found: Found,
        (value, ends): (Option<f64>, Option<Interval>),
        (name, than): (&str, &str),
        sought: &Sought,
    ) -> String {
        let unit = if self.is_share { " percentage points" } else { &self.unit };
        let places = self.places(ends.map(|ends| (ends.high - ends.low) / 2.0));
        let fixed = |value: f64| self.fixed(value, places);
        let (value, is_known) = (value.unwrap_or(0.0), ends.is_some());
        let ends = ends.map_or((0.0, 0.0), |ends| (ends.low, ends.high));
        match found {
            Found::More => {
                format!("{name} is {}{unit} higher {than}, {}", fixed(value), between(ends.0, ends.1, fixed))
            }
            Found::Less => {
                format!(
                    "{name} is {}{unit} lower {than}, {}",
                    fixed(-value),
                    between(-ends.1, -ends.0, fixed)
                )
            }
            Found::Same => {
                let margin = people::short(sought.margin_percent);
                let of = match (self.is_share, sought.margin_percent == 1.0) {
                    (true, true) => " percentage point",
                    (true, false) => " percentage points",
                    (false, _) => " %",
                };
                let than =
                    than.strip_prefix("than ").map_or_else(|| than.to_owned(), |it| format!("as {it}"));
                format!("{name} is the same {} to within {margin}{of}", than.replacen(" than ", " as ", 1))
            }
            Found::Open if is_known => {
                let signed = |value: f64| people::signed(value * self.factor(), places);
                let (low, high) = (signed(ends.0), signed(ends.1));
                format!("{name} may be anything from {low} to {high}{unit} higher {than}; play more games")
            }
            Found::Open => format!("nothing can be said yet of how much higher {name} is {than}"),
        }
    }

    /// The first of several with the second.
    pub fn lead(
        &self,
        which: Which,
        estimate: &Estimate,
        (second, ends): (&str, Option<(f64, f64)>),
        difference: &Difference,
    ) -> String {
        let sign = if which == Which::Highest { 1.0 } else { -1.0 };
        let value = estimate.value.unwrap_or(0.0);
        let first = self.level(value, estimate.half_width());
        let own = self.ends(estimate).map_or_else(String::new, |ends| format!(" ({ends})"));
        let paired = &difference.paired;
        let lead = paired.difference.value.unwrap_or(0.0) * sign;
        let word = if sign > 0.0 { "above" } else { "below" };
        let unit = if self.is_share { " percentage points" } else { &self.unit };
        let Some((low, high)) = ends else {
            let lead = people::short(lead * self.factor());
            return format!("{first}{own}, {lead}{unit} {word} {second} ({})", paired.words());
        };
        let places = self.places(Some((high - low) / 2.0));
        let (low, high) = if sign > 0.0 { (low, high) } else { (-high, -low) };
        let fixed = |value: f64| self.fixed(value, places);
        let lead = fixed(lead);
        format!("{first}{own}, {lead}{unit} {word} {second}, {}", between(low, high, fixed))
    }
}

/// Both ends of an interval; one without width is of what came out the same each time.
fn between(low: f64, high: f64, fixed: impl Fn(f64) -> String) -> String {
    if low == high { "on all deals alike".to_owned() } else { format!("{} to {}", fixed(low), fixed(high)) }
}

/// A few names, or the first of them and how many more.
pub fn few(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [first, second, third, rest @ ..] if rest.len() > 1 => {
            format!("{first}, {second}, {third} and {} more", rest.len())
        }
        names => people::list(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()),
    }
}

/// What a figure is called.
pub fn name(words: &Words, is_share: bool, first: &Named) -> String {
    let Words { figure, strategy, seat, component, row, column, per } = words;
    let figure = figure.as_deref().unwrap_or("win_rate");
    let part = [row, column].into_iter().flatten().filter(|label| *label != ALL);
    let part = part.map(String::as_str).collect::<Vec<_>>().join(", ");
    let mut whose = Vec::new();
    whose.extend(strategy.clone());
    whose.extend(seat.map(|seat| format!("seat {seat}")));
    let whose = whose.join(" in ");
    let of = if whose.is_empty() { String::new() } else { format!(" of {whose}") };
    if let Some(component) = component {
        return match figure {
            "win_rate" => format!("the win rate of those who use {component}"),
            "adjusted_difference" => format!("the win rate of users of {component}"),
            "sum" => format!("the sum of {component}{of}"),
            other => format!("how often {component} is {other}{of}"),
        };
    }
    let unit = first.arm.info.points_unit;
    let round = first.arm.info.round_unit;
    let base = match figure {
        "win_rate" => "the win rate".to_owned(),
        "points" => format!("the mean of {unit}"),
        "plies" => "the length in plies".to_owned(),
        "decisions" => "the number of decisions in a game".to_owned(),
        "truncated" => "the share of games cut off".to_owned(),
        "end" => format!("the share of games that end by {part}"),
        "margin" => format!("the margin of the first over the second in {unit}"),
        "comeback" => "how far the winner was ever behind".to_owned(),
        "lead_changes" => "the number of changes of the lead".to_owned(),
        "decided_after" => format!("the {round} after which the winner leads for good"),
        "early_order" => {
            format!("the share of pairs in the same order after the first {round} as at the end")
        }
        "adjusted_difference" => "the adjusted difference of users with others".to_owned(),
        other if is_share && per.is_none() => format!("the share with {part} of `{other}`"),
        other if part.is_empty() => format!("the mean of `{other}`"),
        other => format!("the mean of `{other}` for {part}"),
    };
    match per.as_deref().map(|per| per.figure.as_deref().unwrap_or(figure)) {
        Some(under) if under == figure => format!("the share of {part} in `{figure}`{of}"),
        Some(under) => format!("{base} over `{under}`{of}"),
        None => format!("{base}{of}"),
    }
}
