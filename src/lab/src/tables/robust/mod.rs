//! Findings of a standard run, and what becomes of them under alternatives.

mod components;

pub use components::components;

use super::{Cell, Column, Subject, Table};
use crate::figure::{Figure, Level, levels};
use components::Adjustments;
use sim_play::tally::Tally;
use sim_stats::{Interval, multiplicity::benjamini_hochberg, paired::Paired};

/// What an alternative changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Ruling,
    /// How ties fall.
    Tie,
    Data,
    Players,
    /// A printed number, one step off. It says what the game hangs on, not what a finding does.
    Number,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Ruling => "ruling",
            Kind::Tie => "order of ties",
            Kind::Data => "data",
            Kind::Players => "players",
            Kind::Number => "number",
        }
    }
}

/// Where a win rate lies beside the fair one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Above,
    Below,
    /// Not told from it.
    Open,
}

impl Side {
    fn of(interval: Option<Interval>, fair: Option<f64>) -> Side {
        match (interval, fair) {
            (Some(ends), Some(fair)) if ends.low > fair => Side::Above,
            (Some(ends), Some(fair)) if ends.high < fair => Side::Below,
            _ => Side::Open,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Side::Above => "above",
            Side::Below => "below",
            Side::Open => "open",
        }
    }

    /// What becomes of a finding on this side when it is on the other.
    fn outcome(self, other: Side) -> Outcome {
        match (self, other) {
            (Side::Open, Side::Open) => Outcome::Open,
            (Side::Open, _) => Outcome::Appears,
            (_, Side::Open) => Outcome::Fades,
            (one, other) if one == other => Outcome::Holds,
            _ => Outcome::Turns,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Holds,
    Fades,
    Turns,
    Appears,
    Open,
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Outcome::Holds => "holds",
            Outcome::Fades => "fades",
            Outcome::Turns => "turns",
            Outcome::Appears => "appears",
            Outcome::Open => "open",
        }
    }
}

/// The win rates of an arm, and what goes with the use of components.
pub struct Reading {
    shares: Vec<Level>,
    fair: Option<f64>,
    adjusted: Adjustments,
}

impl Reading {
    pub fn new(subject: &Subject<'_>, tally: &Tally) -> Reading {
        let mut shares = levels(subject, &subject.strategies, tally);
        shares.retain(|level| level.of.figure == Figure::WinRate);
        // One strategy against itself has its fair share whatever happens.
        shares.retain(|level| level.of.owner.strategy().is_none() || subject.strategies.len() > 1);
        Reading { shares, fair: subject.fair_share(), adjusted: Adjustments::new(subject, tally) }
    }

    fn side(&self, level: &Level) -> Side {
        Side::of(level.estimate.interval, self.fair)
    }
}

/// An alternative, and the win rates and components that the standard run has as well.
pub struct Alternative {
    name: String,
    kind: Kind,
    rows: Vec<Row>,
    /// What becomes of each adjusted difference of the standard run that is a finding, by its place.
    adjusted: Vec<(usize, Outcome)>,
}

struct Row {
    /// Its place among those of the standard run.
    at: usize,
    level: Level,
    side: Side,
    outcome: Outcome,
    difference: Paired,
}

impl Alternative {
    pub fn new(
        (name, kind): (&str, Kind),
        (standard, base): (&Reading, &Tally),
        (own, tally): (&Reading, &Tally),
    ) -> Alternative {
        let rows = standard.shares.iter().enumerate().filter_map(|(at, before)| {
            let level = own.shares.iter().find(|level| level.of == before.of)?;
            let side = own.side(level);
            Some(Row {
                at,
                level: level.clone(),
                side,
                outcome: standard.side(before).outcome(side),
                difference: level.less(tally, before, base),
            })
        });
        let adjusted = standard.adjusted.outcomes(&own.adjusted);
        Alternative { name: name.to_owned(), kind, rows: rows.collect(), adjusted }
    }

    pub fn is_number(&self) -> bool {
        self.kind == Kind::Number
    }
}

/// The columns of a win rate under an alternative.
fn columns() -> [Column; 14] {
    [
        Column { name: "alternative", about: "What is changed." },
        Column { name: "kind", about: "ruling, order of ties, data, players or number." },
        Column { name: "strategy", about: "The strategy whose win rate it is." },
        Column { name: "seat", about: "The seat, from 1, whose win rate it is." },
        Column { name: "standard", about: "Win rate in the standard run." },
        Column { name: "win_rate", about: "Win rate under the alternative." },
        Column::low("low"),
        Column::high("high"),
        Column { name: "difference", about: "Under the alternative minus standard, on the same deals." },
        Column::low("difference_low"),
        Column::high("difference_high"),
        Column {
            name: "false_discovery_rate",
            about: "Smallest rate of false discoveries among all rows at which this difference counts as found (Benjamini and Hochberg).",
        },
        Column { name: "side", about: "above or below the fair share; open: not clearly above or below." },
        Column {
            name: "outcome",
            about: "holds: on the same side as in the standard run; turns: on the other; fades: open now; appears: open before.",
        },
    ]
}

/// The win rates under alternatives, what moves most first, with rates of false discoveries among all.
fn rated(alternatives: &[Alternative]) -> Vec<((&Alternative, &Row), Option<f64>)> {
    let all: Vec<(&Alternative, &Row)> =
        alternatives.iter().flat_map(|one| one.rows.iter().map(move |row| (one, row))).collect();
    let rates = benjamini_hochberg(&all.iter().map(|(_, row)| row.difference.p_value).collect::<Vec<_>>());
    let mut all: Vec<_> = all.into_iter().zip(rates).collect();
    let size = |row: &Row| row.difference.difference.value.map_or(0.0, f64::abs);
    all.sort_by(|((_, one), _), ((_, other), _)| size(other).total_cmp(&size(one)));
    all
}

/// Every win rate under every alternative, what moves most first.
pub fn table(standard: &Reading, alternatives: &[Alternative]) -> Table {
    let about = "One thing is changed at a time, on the same deals.";
    let mut table = Table::new("robust", "Win rates under alternatives", about, &columns());
    fill(&mut table, standard, &rated(alternatives));
    table
}

/// Of each number, one step up or down, the win rate that moves most.
pub fn numbers(standard: &Reading, alternatives: &[Alternative]) -> Table {
    let about = "A step is 1, or a tenth of the number where that is more. Of each step, the win rate that moves most: its interval says nothing of having been picked; the rate of false discoveries counts all of them.";
    let mut table = Table::new("numbers", "What a step in a number moves", about, &columns());
    let mut all = rated(alternatives);
    let mut known: Vec<&str> = Vec::new();
    all.retain(|((alternative, _), _)| {
        let is_new = !known.contains(&alternative.name.as_str());
        known.push(&alternative.name);
        is_new
    });
    fill(&mut table, standard, &all);
    table
}

fn fill(table: &mut Table, standard: &Reading, all: &[((&Alternative, &Row), Option<f64>)]) {
    for ((alternative, row), rate) in all {
        let before = &standard.shares[row.at];
        let moved = row.difference.difference;
        let mut cells = vec![Cell::text(&alternative.name), Cell::text(alternative.kind.word())];
        cells.extend(Cell::owner(&row.level.of.owner));
        cells.extend([before, &row.level].map(|level| Cell::number(level.estimate.value)));
        cells.extend(Cell::ends(row.level.estimate.interval));
        cells.push(Cell::number(moved.value));
        cells.extend(Cell::ends(moved.interval));
        cells.extend([Cell::number(*rate), Cell::text(row.side.word()), Cell::text(row.outcome.word())]);
        table.rows.push(cells);
    }
}

/// Each win rate of the standard run, and what its finding rests on.
pub fn findings(standard: &Reading, alternatives: &[Alternative]) -> Table {
    let mut columns = vec![
        Column { name: "of", about: "Strategy or seat." },
        Column { name: "win_rate", about: "In the standard run." },
        Column::low("low"),
        Column::high("high"),
        Column {
            name: "standard",
            about: "above or below the fair share; open: not clearly above or below.",
        },
    ];
    columns.extend(OUTCOMES);
    let mut table = Table::new(
        "findings",
        "What findings rest on",
        "Who wins more or less than the fair share in the standard run, and whether that survives.",
        &columns,
    );
    for (at, level) in standard.shares.iter().enumerate() {
        let outcomes = alternatives
            .iter()
            .filter_map(|one| Some((one, one.rows.iter().find(|row| row.at == at)?.outcome)));
        let mut cells = vec![Cell::text(level.of.owner.to_string()), Cell::number(level.estimate.value)];
        cells.extend(Cell::ends(level.estimate.interval));
        cells.extend(outcome_cells(standard.side(level), &outcomes.collect::<Vec<_>>()));
        table.rows.push(cells);
    }
    table
}

/// What becomes of a finding under alternatives.
const OUTCOMES: [Column; 6] = [
    Column { name: "alternatives", about: "Alternatives that have it too." },
    Column { name: "holds", about: "Those under which it is on the same side." },
    Column { name: "fades", about: "Those under which it is no longer clearly above or below." },
    Column { name: "turns", about: "Those under which it is on the other side." },
    Column { name: "turned_by", about: "Their names." },
    Column {
        name: "verdict",
        about: "robust: it holds, or fades at most; artefact of play: it turns with other players or another order of ties; else what it depends on.",
    },
];

/// The side of a finding, and the cells of [`OUTCOMES`].
fn outcome_cells(side: Side, outcomes: &[(&Alternative, Outcome)]) -> [Cell; 7] {
    let count = |wanted: Outcome| outcomes.iter().filter(|(_, outcome)| *outcome == wanted).count() as u64;
    let turned = || outcomes.iter().filter(|(_, outcome)| *outcome == Outcome::Turns);
    let kinds: Vec<Kind> = turned().map(|(one, _)| one.kind).collect();
    let names: Vec<&str> = turned().map(|(one, _)| one.name.as_str()).collect();
    [
        Cell::text(side.word()),
        Cell::from(outcomes.len() as u64),
        Cell::from(count(Outcome::Holds)),
        Cell::from(count(Outcome::Fades)),
        Cell::from(count(Outcome::Turns)),
        Cell::text(names.join(", ")),
        Cell::text(verdict(side, &kinds)),
    ]
}

/// What a finding on this side is, when alternatives of these kinds turn it.
fn verdict(side: Side, turned: &[Kind]) -> &'static str {
    let has = |kinds: &[Kind]| turned.iter().any(|kind| kinds.contains(kind));
    match side {
        Side::Open => "no finding",
        _ if has(&[Kind::Players, Kind::Tie]) => "artefact of play",
        _ if has(&[Kind::Data]) => "depends on lost data",
        _ if has(&[Kind::Ruling]) => "depends on a ruling",
        _ => "robust",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_holds_fades_turns_or_appears() {
        let ends = |low: f64, high: f64| Some(Interval { low, high });
        let of = |interval| Side::of(interval, Some(0.25));
        let (above, below, open) = (of(ends(0.26, 0.3)), of(ends(0.2, 0.24)), of(ends(0.2, 0.3)));
        assert_eq!((above, below, open), (Side::Above, Side::Below, Side::Open));
        assert_eq!((of(None), Side::of(ends(0.9, 1.0), None)), (Side::Open, Side::Open));
        assert_eq!(above.outcome(above), Outcome::Holds);
        assert_eq!(above.outcome(open), Outcome::Fades);
        assert_eq!(above.outcome(below), Outcome::Turns);
        assert_eq!(below.outcome(above), Outcome::Turns);
        assert_eq!(open.outcome(below), Outcome::Appears);
        assert_eq!(open.outcome(open), Outcome::Open);
    }

    #[test]
    fn what_turns_with_players_or_ties_is_an_artefact_of_play() {
        assert_eq!(verdict(Side::Above, &[]), "robust");
        assert_eq!(verdict(Side::Above, &[Kind::Ruling]), "depends on a ruling");
        assert_eq!(verdict(Side::Above, &[Kind::Ruling, Kind::Data]), "depends on lost data");
        assert_eq!(verdict(Side::Below, &[Kind::Data, Kind::Tie]), "artefact of play");
        assert_eq!(verdict(Side::Below, &[Kind::Players]), "artefact of play");
        assert_eq!(verdict(Side::Open, &[]), "no finding");
    }
}
