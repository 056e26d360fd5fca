//! The headline figures of an arm: of each strategy, of each seat, and of its games.

use std::fmt;

use super::{Cell, Subject, pairs::Side};
use sim_engine::{Seat, text::suggestion};
use sim_play::tally::{Group, Layout, SHAPES, SHARE, Tally, WIN};
use sim_stats::{
    Estimate,
    paired::{self, Paired},
};

/// Where a figure is counted: the sums of a cell of the tally times `unit` are the figure.
#[derive(Debug, Clone, PartialEq)]
pub struct Headline {
    pub figure: String,
    pub cell: usize,
    pub unit: f64,
}

/// Whether a figure is a share of something, and not a number with a unit.
pub fn is_share(figure: &str) -> bool {
    ["win_rate", "truncated", "early_order"].contains(&figure) || figure.starts_with("place_")
}

/// Those of the plays of a strategy or in a seat; points are told times `scale`.
pub(super) fn of_group(layout: &Layout, scale: f64, group: Group) -> Vec<Headline> {
    let headline = |figure: String, cell, unit| Headline { figure, cell, unit };
    let mut list = vec![
        headline("win_rate".to_owned(), layout.wins(group), 1.0 / WIN as f64),
        headline("points".to_owned(), layout.points(group), scale),
    ];
    let places = 1..=layout.frame().contenders;
    list.extend(places.map(|place| headline(format!("place_{place}"), layout.place(group, place), 1.0)));
    list
}

/// Those of the games.
pub(super) fn of_games(layout: &Layout, scale: f64) -> Vec<Headline> {
    let headline = |figure: &str, cell, unit| Headline { figure: figure.to_owned(), cell, unit };
    let mut list = vec![
        headline("plies", layout.plies(), 1.0),
        headline("decisions", layout.decisions(), 1.0),
        headline("truncated", layout.truncated(), 1.0),
    ];
    list.extend(SHAPES.into_iter().enumerate().map(|(at, name)| {
        let unit = match name {
            "lead_changes" | "decided_after" => 1.0,
            "early_order" => 1.0 / SHARE as f64,
            _ => scale,
        };
        headline(name, layout.shape(at), unit)
    }));
    list
}

/// Which figure, of whom; of the games where nobody is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    pub figure: String,
    pub strategy: Option<String>,
    pub seat: Option<Seat>,
}

impl Key {
    /// Whose it is: the strategy, or `seat 1`; empty for figures of games.
    pub fn owner(&self) -> String {
        match (&self.strategy, self.seat) {
            (Some(strategy), _) => strategy.clone(),
            (None, Some(seat)) => format!("seat {}", seat.0 + 1),
            (None, None) => String::new(),
        }
    }

    /// The strategy and the seat, from 1, as cells.
    pub(super) fn owner_cells(&self) -> [Cell; 2] {
        let seat = self.seat.map(|seat| i64::from(seat.0) + 1);
        [self.strategy.as_ref().map_or(Cell::Missing, Cell::text), seat.map_or(Cell::Missing, Cell::Int)]
    }

    /// The key that a text names among `known`: `seat 1 win rate`, `raider points`, `plies`.
    ///
    /// # Errors
    /// The nearest known text.
    pub fn read(text: &str, known: &[Key]) -> Result<Key, String> {
        let plain = |text: &str| {
            text.to_lowercase().replace('_', " ").split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let wanted = plain(text);
        let found = known.iter().find(|key| plain(&key.to_string()) == wanted);
        let texts: Vec<String> = known.iter().map(|key| plain(&key.to_string())).collect();
        found.cloned().ok_or_else(|| suggestion(&wanted, texts.iter().map(String::as_str)))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figure = self.figure.replace('_', " ");
        match self.owner() {
            owner if owner.is_empty() => f.write_str(&figure),
            owner => write!(f, "{owner} {figure}"),
        }
    }
}

/// A headline figure of one arm.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    pub key: Key,
    headline: Headline,
    pub estimate: Estimate,
}

/// Every headline figure of an arm. The strategies are called `names`, which arms of a sweep share though
/// their params differ.
pub fn levels(subject: &Subject<'_>, names: &[String], tally: &Tally) -> Vec<Level> {
    let (layout, scale) = (&tally.layout, subject.points_scale());
    let mut list = Vec::new();
    let mut add = |headlines: Vec<Headline>, strategy: Option<&String>, seat: Option<Seat>| {
        list.extend(headlines.into_iter().map(|headline| {
            let estimate = if is_share(&headline.figure) {
                tally.share(headline.cell, 1.0 / headline.unit)
            } else {
                tally.mean(headline.cell).scaled(headline.unit)
            };
            let key = Key { figure: headline.figure.clone(), strategy: strategy.cloned(), seat };
            Level { key, headline, estimate }
        }));
    };
    for (at, name) in names.iter().enumerate() {
        add(of_group(layout, scale, Group::Strategy(at)), Some(name), None);
    }
    if subject.players > 1 {
        Seat::all(subject.players)
            .for_each(|seat| add(of_group(layout, scale, Group::Seat(seat)), None, Some(seat)));
    }
    add(of_games(layout, scale), None, None);
    list
}

impl Level {
    /// This figure less another, or the same of another arm, over the same deals.
    pub fn less(&self, tally: &Tally, other: &Level, other_tally: &Tally) -> Paired {
        let groups = |tally: &Tally, level: &Level| tally.headline.groups(&tally.layout, level.headline.cell);
        let paired = paired::difference(&groups(tally, self), &groups(other_tally, other), tally.deals);
        let means = (tally.mean(self.headline.cell), other_tally.mean(other.headline.cell));
        paired.beside(&means.0, &means.1).scaled(self.headline.unit)
    }

    /// Its sums by hashed group of deals; their ratio times [`Level::unit`] is the figure.
    pub fn groups(&self, tally: &Tally) -> Vec<(i64, i64)> {
        tally.headline.groups(&tally.layout, self.headline.cell)
    }

    pub fn unit(&self) -> f64 {
        self.headline.unit
    }

    /// The figure in the even and in the odd groups of deals, which share no luck; none where one of them
    /// counted nothing.
    pub fn halves(&self, tally: &Tally) -> Option<(f64, f64)> {
        let groups = self.groups(tally);
        let of = |half: usize| {
            let sums = groups.iter().skip(half).step_by(2);
            let (y, x) = sums.fold((0, 0), |sum, group| (sum.0 + group.0, sum.1 + group.1));
            (x > 0).then(|| y as f64 / x as f64 * self.headline.unit)
        };
        of(0).zip(of(1))
    }
}

/// The keys of an arm, before anything is played.
pub fn keys(side: Side<'_>) -> Vec<Key> {
    levels(side.subject, &side.subject.strategies, side.tally).into_iter().map(|level| level.key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_named_as_people_write_it() {
        let key = |figure: &str, strategy: Option<&str>, seat| Key {
            figure: figure.to_owned(),
            strategy: strategy.map(str::to_owned),
            seat,
        };
        let known = [
            key("win_rate", Some("raider"), None),
            key("win_rate", None, Some(Seat(0))),
            key("plies", None, None),
        ];
        assert_eq!(Key::read("seat 1 win rate", &known), Ok(known[1].clone()));
        assert_eq!(Key::read(" Seat  1 win_rate", &known), Ok(known[1].clone()));
        assert_eq!(Key::read("raider win rate", &known), Ok(known[0].clone()));
        assert_eq!(Key::read("plies", &known), Ok(known[2].clone()));
        assert!(Key::read("raidr win rate", &known).unwrap_err().contains("raider win rate"));
    }
}
