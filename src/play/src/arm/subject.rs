//! What the figures of an arm are about.

use crate::Utility;
use sim_engine::{Component, Info, Kind, Objective};

#[derive(Debug, Clone)]
pub struct Subject<'a> {
    pub info: &'static Info,
    pub objective: Objective,
    pub players: usize,
    pub strategies: Vec<String>,
    /// The opponent without a seat, if one plays.
    pub automa: Option<&'static str>,
    pub components: &'a [Component],
    /// The price of each component under the arm's settings, if it has one.
    pub prices: Vec<Option<i64>>,
}

impl Subject<'_> {
    pub fn utility(&self) -> Utility {
        Utility::new(self.info, self.objective)
    }

    /// The win rate of a seat if all are equal; `None` in solo play and against an automa.
    pub fn fair_share(&self) -> Option<f64> {
        (self.players > 1 && self.automa.is_none()).then(|| 1.0 / self.players as f64)
    }

    /// The strategies, then the automa: each has its play counted separately.
    pub fn plans(&self) -> impl Iterator<Item = &str> {
        self.strategies.iter().map(String::as_str).chain(self.automa)
    }

    pub fn kind(&self, component: usize) -> Option<&'static Kind> {
        self.info.kinds.iter().find(|kind| kind.name == self.components[component].kind)
    }

    /// Points of one unit of a record.
    pub fn points_scale(&self) -> f64 {
        1.0 / f64::from(self.info.points_scale)
    }
}
