//! What the numbers of an arm are about.

use crate::Utility;
use sim_engine::{Component, Info, Kind, Objective};

#[derive(Debug, Clone)]
pub struct Subject<'a> {
    pub info: &'static Info,
    /// What is played for.
    pub objective: Objective,
    pub players: usize,
    pub strategies: Vec<String>,
    /// The opponent that holds no seat, if one plays.
    pub automa: Option<&'static str>,
    pub components: &'a [Component],
    /// The printed price of each component, where it has one.
    pub prices: Vec<Option<i64>>,
}

impl Subject<'_> {
    pub fn utility(&self) -> Utility {
        Utility::new(self.info, self.objective)
    }

    /// The share of wins of a seat when all are equal; none where an opponent holds no seat.
    pub fn fair_share(&self) -> Option<f64> {
        (self.players > 1 && self.automa.is_none()).then(|| 1.0 / self.players as f64)
    }

    /// Those whose play is told apart: the strategies, and the automa after them.
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
