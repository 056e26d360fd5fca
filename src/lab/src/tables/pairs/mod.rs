//! Two arms of the same deals against each other, figure by figure.

mod ablation;
mod components;
mod table;

use super::{
    Subject, Table,
    headlines::{Headline, is_share, of_games, of_group},
    measures::labels,
};
pub use ablation::{Ablated, Way, ablated, ablation};
pub use components::{by_component, changes as component_changes};
use sim_engine::{Of, Seat};
use sim_play::tally::{Group, Tally};
use sim_stats::paired::{self, Paired};
pub(super) use table::{PAIR, VARIANCE_RATIO, paired_cells};
pub use table::{Verdict, differences as table, of_arms};

/// One of the two.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    pub subject: &'a Subject<'a>,
    pub tally: &'a Tally,
}

/// Why two arms cannot be compared deal by deal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PairError {
    #[error("{0} and {1} are different games")]
    Game(&'static str, &'static str),
    #[error("tables of {0} and of {1} players share no deals")]
    Players(usize, usize),
    #[error("the runs hold different deals: {0} and {1} of them, or others")]
    Deals(u64, u64),
}

impl PairError {
    /// The way out.
    pub fn help(&self) -> &'static str {
        match self {
            PairError::Game(..) | PairError::Players(..) => "compare two runs of one game and table size",
            PairError::Deals(..) => "play both over the same range of deals, with the same seed",
        }
    }
}

/// The strategies of both sides that have the same name.
pub fn by_name(one: &Subject<'_>, other: &Subject<'_>) -> Vec<(usize, usize)> {
    let place = |name: &String| other.strategies.iter().position(|known| known == name);
    one.strategies.iter().enumerate().filter_map(|(at, name)| Some((at, place(name)?))).collect()
}

/// The first side less the other in every headline figure and measure: of the strategies in `matched`,
/// of the seats, and of the games. The same tally may stand on both sides, with strategies against each
/// other.
///
/// # Errors
/// When the two do not hold the same deals of the same game and table size.
pub fn differences(one: Side<'_>, other: Side<'_>, matched: &[(usize, usize)]) -> Result<Table, PairError> {
    Ok(table(&figures(one, other, matched)?, None))
}

/// Whether two sides may be held against each other deal by deal.
///
/// # Errors
/// When they do not hold the same deals of the same game and table size.
pub fn comparable(one: Side<'_>, other: Side<'_>) -> Result<(), PairError> {
    let (subjects, tallies) = ((one.subject, other.subject), (one.tally, other.tally));
    if subjects.0.info.name != subjects.1.info.name {
        return Err(PairError::Game(subjects.0.info.title, subjects.1.info.title));
    }
    if subjects.0.players != subjects.1.players {
        return Err(PairError::Players(subjects.0.players, subjects.1.players));
    }
    // Hashed groups of the same deals are equally large; those of others hardly ever are.
    if tallies.0.headline.group_deals() != tallies.1.headline.group_deals() {
        return Err(PairError::Deals(tallies.0.deals, tallies.1.deals));
    }
    Ok(())
}

/// The figures of [`differences`].
///
/// # Errors
/// As there.
pub fn figures(one: Side<'_>, other: Side<'_>, matched: &[(usize, usize)]) -> Result<Vec<Figure>, PairError> {
    comparable(one, other)?;
    let mut rows = Rows { one, other, rows: Vec::new() };
    for &(mine, theirs) in matched {
        rows.strategy(mine, theirs);
    }
    if one.subject.players > 1 {
        Seat::all(one.subject.players).for_each(|seat| rows.seat(seat));
    }
    rows.games();
    rows.means_of(Of::Table, (0, 0), "");
    for &(mine, theirs) in matched {
        rows.measures(mine, theirs);
    }
    Ok(rows.rows)
}

/// What a figure is about, and its numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    pub figure: String,
    pub strategy: String,
    pub seat: Option<Seat>,
    pub paired: Paired,
    /// Whether it is a share of something, and not a number with a unit.
    pub is_share: bool,
}

struct Rows<'a> {
    one: Side<'a>,
    other: Side<'a>,
    rows: Vec<Figure>,
}

impl Rows<'_> {
    /// Headline figures of either side, as far as both have them.
    fn add(&mut self, strategy: &str, seat: Option<Seat>, one: Vec<Headline>, other: Vec<Headline>) {
        let groups = |tally: &Tally, cell| tally.headline.groups(&tally.layout, cell);
        for (mine, theirs) in one.into_iter().zip(other) {
            let (one, other) = (self.one.tally, self.other.tally);
            let paired = paired::difference(&groups(one, mine.cell), &groups(other, theirs.cell), one.deals);
            let paired = paired.beside(&one.mean(mine.cell), &other.mean(theirs.cell)).scaled(mine.unit);
            let (is_share, strategy) = (is_share(&mine.figure), strategy.to_owned());
            self.rows.push(Figure { figure: mine.figure, strategy, seat, paired, is_share });
        }
    }

    fn group(&mut self, strategy: &str, seat: Option<Seat>, mine: Group, theirs: Group) {
        let scale = self.one.subject.points_scale();
        let of = |side: &Side<'_>, group| of_group(&side.tally.layout, scale, group);
        self.add(strategy, seat, of(&self.one, mine), of(&self.other, theirs));
    }

    fn strategy(&mut self, mine: usize, theirs: usize) {
        let name = self.name(mine, theirs);
        self.group(&name, None, Group::Strategy(mine), Group::Strategy(theirs));
    }

    fn seat(&mut self, seat: Seat) {
        self.group("", Some(seat), Group::Seat(seat), Group::Seat(seat));
    }

    fn games(&mut self) {
        let scale = self.one.subject.points_scale();
        let of = |side: &Side<'_>| of_games(&side.tally.layout, scale);
        self.add("", None, of(&self.one), of(&self.other));
    }

    fn measures(&mut self, mine: usize, theirs: usize) {
        let name = self.name(mine, theirs);
        self.means_of(Of::Seat, (mine, theirs), &name);
    }

    /// The measures of the seats of two plans, or those of the table.
    fn means_of(&mut self, of: Of, (mine, theirs): (usize, usize), name: &str) {
        let (one, other) = (self.one, self.other);
        let measures = one.subject.info.measures.iter().enumerate();
        for (at, measure) in measures.filter(|(_, measure)| measure.of == of) {
            for cell in 0..measure.width() {
                // What is not in both boxes has nothing to be compared with.
                let found = (labels(one.subject, measure, cell), labels(other.subject, measure, cell));
                let (Some([row, column]), true) = (found.0, found.0 == found.1) else { continue };
                let groups =
                    (one.tally.measure_groups(at, cell, mine), other.tally.measure_groups(at, cell, theirs));
                let (Some(ours), Some(others)) = groups else { continue };
                let labels = [measure.name, row, column].into_iter().filter(|label| !label.is_empty());
                let figure = labels.collect::<Vec<_>>().join(": ");
                let apart = (one.tally.measure(at, cell, mine), other.tally.measure(at, cell, theirs));
                let paired = paired::difference(&ours, &others, one.tally.deals);
                let paired = paired.beside(&apart.0, &apart.1);
                let strategy = name.to_owned();
                self.rows.push(Figure { figure, strategy, seat: None, paired, is_share: false });
            }
        }
    }

    /// One name, or both where they differ.
    fn name(&self, mine: usize, theirs: usize) -> String {
        let names = (&self.one.subject.strategies[mine], &self.other.subject.strategies[theirs]);
        if names.0 == names.1 { names.0.clone() } else { format!("{} - {}", names.0, names.1) }
    }
}

#[cfg(test)]
mod tests;
