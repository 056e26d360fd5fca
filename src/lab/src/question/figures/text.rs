//! A figure on one line, as people type it: `seat 1 win rate`, `component patio-seating contrast`.
//!
//! The owner comes first, then the figure, then `row` and `column` with their labels. These are the keys of a
//! question file, in speaking order.

use std::fmt;

use super::{FigureError, FigureSelector, find::AHEAD};
use crate::figure::Unit;
use sim_engine::text::{nearest, suggestion};
use sim_play::{arm::Subject, tally::Layout};

const CALLED: [(&str, &str); 2] = [("contrast", "adjusted_difference"), ("length", "plies")];

pub fn as_it_is_called(figure: &str) -> String {
    let called = CALLED.iter().find(|(other, _)| *other == figure);
    called.map_or(figure, |(_, name)| name).to_owned()
}

impl FigureSelector {
    pub fn parse_known(
        line: &str,
        subject: &Subject<'_>,
        layout: &Layout,
    ) -> Result<(FigureSelector, Unit), FigureError> {
        let selector = FigureSelector::parse(line, subject);
        let found =
            selector.and_then(|selector| selector.find(subject, layout).map(|found| (selector, found.unit)));
        found.map_err(|unknown| {
            // A misspelt name is read as a part of the figure.
            let first = line.split_whitespace().next().unwrap_or_default();
            let is_near = unknown.word == "figure" && nearest(first, subject.plans()).is_some();
            if is_near {
                FigureError { help: suggestion(first, subject.plans()), ..unknown }
            } else {
                unknown
            }
        })
    }

    /// Parses a line. [`FigureSelector::find`] checks whether the figure exists.
    pub fn parse(line: &str, subject: &Subject<'_>) -> Result<FigureSelector, FigureError> {
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut selector = FigureSelector::default();
        let mut rest = selector.read_owner(&line, subject)?;
        for (key, place) in [(" column ", &mut selector.column), (" row ", &mut selector.row)] {
            if let Some((before, label)) = rest.split_once(key) {
                *place = Some(label.to_owned());
                rest = before;
            }
        }
        let figure = rest.trim().to_lowercase().replace([' ', '-'], "_");
        selector.figure = Some(as_it_is_called(&figure)).filter(|figure| !figure.is_empty());
        // The default figure of a seat or strategy is the objective; other defaults are win rates.
        if selector.figure.is_none() && selector.component.is_none() && !subject.objective.is_wins() {
            selector.figure = Some(AHEAD.to_owned());
        }
        Ok(selector)
    }

    /// Reads the owner of the figure; returns the rest of the line.
    fn read_owner<'l>(&mut self, line: &'l str, subject: &Subject<'_>) -> Result<&'l str, FigureError> {
        let components = || subject.components.iter().map(|component| component.name.as_str());
        let mut rest = line;
        if let Some((name, figure)) = longest(after("strategy", rest).unwrap_or(rest), subject.plans()) {
            self.strategy = Some(name.to_owned());
            rest = after("in", figure).unwrap_or(figure);
        }
        if let Some(named) = after("component", rest) {
            let (name, figure) = longest(named, components()).ok_or_else(|| {
                let name = named.split(' ').next().unwrap_or_default();
                FigureError::name("component", "component", name, components())
            })?;
            self.component = Some(name.to_owned());
            rest = figure;
        }
        if let Some(numbered) = after("seat", rest) {
            let (number, figure) = numbered.split_once(' ').unwrap_or((numbered, ""));
            let seat = number.parse().ok().filter(|seat| (1..=subject.players).contains(&usize::from(*seat)));
            let none = || {
                let help = format!("seats are 1 to {}", subject.players);
                FigureError::new("seat", format!("no seat `{number}`"), help)
            };
            self.seat = Some(seat.ok_or_else(none)?);
            rest = figure;
        }
        Ok(rest)
    }
}

/// The rest of a line that starts with `word`, in any case.
fn after<'l>(word: &str, line: &'l str) -> Option<&'l str> {
    let (first, rest) = line.split_once(' ')?;
    first.eq_ignore_ascii_case(word).then_some(rest)
}

/// The longest of `names` that starts the line, and the rest of the line.
fn longest<'l, 'n>(line: &'l str, names: impl Iterator<Item = &'n str>) -> Option<(&'n str, &'l str)> {
    let begins = |name: &'n str| {
        let rest = line.strip_prefix(name)?;
        (rest.is_empty() || rest.starts_with(' ')).then(|| (name, rest.trim_start()))
    };
    names.filter_map(begins).max_by_key(|(name, _)| name.len())
}

/// In the form that [`FigureSelector::parse`] reads.
impl fmt::Display for FigureSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FigureSelector { figure, strategy, seat, component, row, column, per: _ } = self;
        let figure = figure.as_deref().unwrap_or("win_rate").replace('_', " ");
        let mut parts = Vec::new();
        parts.extend(strategy.clone());
        parts.extend(component.as_ref().map(|name| format!("component {name}")));
        parts.extend(seat.map(|seat| match strategy {
            Some(_) => format!("in seat {seat}"),
            None => format!("seat {seat}"),
        }));
        parts.push(figure);
        parts.extend(row.as_ref().map(|label| format!("row {label}")));
        parts.extend(column.as_ref().map(|label| format!("column {label}")));
        f.write_str(&parts.join(" "))
    }
}
