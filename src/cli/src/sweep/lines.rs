//! Arms along values, read as they are played.

use sim_lab::{
    experiment::{Arms, Named},
    tables::{
        Table,
        sweep::{Swept, crossovers, plane, swept, table},
    },
};
use sim_play::tally::Tally;

/// What is known of the arms before they are played.
pub struct Lines {
    /// The strategies as they are called in the first arm, whose params may differ in others.
    names: Vec<String>,
    /// The value of each arm, the first among them, where one path with numbers is varied.
    values: Vec<Option<f64>>,
    /// The first arm, which others are held against.
    first: Option<Swept>,
}

impl Lines {
    /// `values` are those of the arms after the first, `now` is that in force in the first.
    pub fn new(arms: &Arms, values: Vec<Option<f64>>, now: Option<f64>) -> Lines {
        let now = now.filter(|_| values.iter().any(Option::is_some));
        let values = std::iter::once(now).chain(values).collect();
        Lines { names: arms.first().arm.subject().strategies, values, first: None }
    }

    /// Reads the arm of a place beside the first, which comes first in every round.
    pub fn read(&mut self, at: usize, named: &Named, base: &Tally, tally: &Tally) -> Swept {
        let name = if at == 0 { "" } else { &named.name };
        let beside = self.first.as_ref().filter(|_| at > 0).map(|first| (first, base));
        let read = swept((name, self.values[at]), (&named.arm.subject(), &self.names), tally, beside);
        if at == 0 {
            self.first = Some(read.clone());
        }
        read
    }
}

/// The figures of all arms and where lines cross; and the grid of two paths, if they are two.
pub fn tables_of(arms: &[Swept]) -> ([Table; 2], Option<Table>) {
    ([table(arms), crossovers(arms)], plane(arms))
}
