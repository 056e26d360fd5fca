//! A league: who is in it, how they came, whom they can enter, and how far those who began can be beaten.

use serde::{Deserialize, Serialize};

use super::{Cell, Column, Table};
use sim_stats::{Estimate, Interval};

/// A win rate of a seat with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Share {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

impl Share {
    /// None where an estimate says nothing, or has no error; a strategy against itself has the fair share in
    /// every deal, without any.
    pub fn of(estimate: &Estimate) -> Option<Share> {
        let value = estimate.value?;
        let is_certain = estimate.standard_error == Some(0.0);
        let interval = estimate.interval.or(is_certain.then_some(Interval { low: value, high: value }))?;
        Some(Share { value, low: interval.low, high: interval.high })
    }

    /// What is won beyond the fair share.
    pub fn gain(self, players: usize) -> Share {
        let fair = 1.0 / players as f64;
        Share { value: self.value - fair, low: self.low - fair, high: self.high - fair }
    }
}

/// A member of the field, and the round that brought it; 0 for those who began.
#[derive(Debug, Clone)]
pub struct Member {
    pub name: String,
    pub round: u64,
    /// The script it was tuned from.
    pub start: Option<String>,
}

/// A best response that was looked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attempt {
    pub round: u64,
    pub start: String,
    /// Against the mix of the round, on test deals; none where the search ended where it began.
    pub share: Option<Share>,
    /// What it is called in the field, if it joined.
    pub joined: Option<String>,
}

/// A newcomer among seats of another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Invasion {
    pub newcomer: String,
    pub other: String,
    /// Seats of the newcomer.
    pub copies: usize,
    pub share: Option<Share>,
}

/// The best response found to a strategy that has all the other seats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Exploit {
    pub strategy: String,
    pub response: String,
    pub is_tuned: bool,
    pub share: Option<Share>,
}

/// The tables of a league; `ratings` are those of a tournament of the whole field.
pub fn league(
    players: usize,
    members: &[Member],
    ratings: &Table,
    (attempts, invasions, exploits): (&[Attempt], &[Invasion], &[Exploit]),
) -> Vec<Table> {
    let gain_cells = |share: Option<Share>| {
        let gain = share.map(|share| share.gain(players));
        let numbers = [
            share.map(|one| one.value),
            gain.map(|one| one.value),
            gain.map(|one| one.low),
            gain.map(|one| one.high),
        ];
        numbers.map(Cell::number)
    };
    let mut field = Table::new(
        "league_field",
        "The field, and what it would come to",
        "Who was there and who joined. part: of the equilibrium of the field, Nash for two players and what a crowd ends up playing for more; its interval is the middle 95 % of resampled tournaments. rating: Elo points.",
        FIELD,
    );
    let part = if players == 2 { "nash" } else { "played" };
    for row in &ratings.rows {
        let name = ratings.text(row, "strategy");
        let Some(member) = members.iter().find(|member| member.name == name) else { continue };
        let mut cells = vec![Cell::text(name), Cell::from(member.round)];
        cells.push(member.start.as_ref().map_or(Cell::Missing, Cell::text));
        let ends = [part.to_owned(), format!("{part}_low"), format!("{part}_high")];
        cells.extend(ends.iter().map(|column| Cell::number(ratings.number(row, column))));
        cells.extend(["rating", "rating_error"].map(|column| Cell::number(ratings.number(row, column))));
        field.rows.push(cells);
    }
    let mut responses = Table::new(
        "league_responses",
        "Best responses that were looked for",
        "Each was tuned from a script of the field against the equilibrium mix of its round. Win rates are those on test deals; a gain is what is won beyond the fair share.",
        RESPONSES,
    );
    for attempt in attempts {
        let mut cells = vec![Cell::from(attempt.round), Cell::text(&attempt.start)];
        cells.extend(gain_cells(attempt.share));
        cells.push(attempt.joined.as_ref().map_or(Cell::Missing, Cell::text));
        responses.rows.push(cells);
    }
    let mut entering = Table::new(
        "league_invasion",
        "Newcomers among seats of others",
        "One newcomer among copies of another strategy, then more and more. Where a single one gains, it can enter; where all but one gain, it cannot be entered by the other.",
        INVASION,
    );
    for invasion in invasions {
        let Invasion { newcomer, other, copies, share } = invasion;
        let mut cells = vec![Cell::text(newcomer), Cell::text(other)];
        cells.extend([*copies, players - copies].map(|seats| Cell::from(seats as u64)));
        cells.extend(gain_cells(*share));
        entering.rows.push(cells);
    }
    let mut exploited = Table::new(
        "league_exploitability",
        "How far each strategy that began can be beaten",
        "One seat of the best response found, all others of the strategy. The true best response wins at least as much.",
        EXPLOITED,
    );
    for exploit in exploits {
        let mut cells = vec![Cell::text(&exploit.strategy), Cell::text(&exploit.response)];
        cells.push(Cell::text(if exploit.is_tuned { "tuned" } else { "as it is" }));
        cells.extend(gain_cells(exploit.share));
        exploited.rows.push(cells);
    }
    vec![field, responses, entering, exploited]
}

const SHARE: Column = Column { name: "win_rate", about: "Win rate of one of its seats." };
const GAIN: Column = Column { name: "gain", about: "The same less the fair share." };
const LOW: Column = Column { name: "low", about: "Lower end of the 95 % interval of the gain." };
const HIGH: Column = Column { name: "high", about: "Upper end of the 95 % interval of the gain." };

const FIELD: &[Column] = &[
    Column { name: "strategy", about: "The strategy." },
    Column { name: "round", about: "The round it joined in; 0 for those who began." },
    Column { name: "start", about: "The script it was tuned from." },
    Column { name: "part", about: "Its part of the equilibrium." },
    Column { name: "part_low", about: "Lower end of the middle 95 % of resampled equilibria." },
    Column { name: "part_high", about: "Upper end." },
    Column { name: "rating", about: "Elo points; their mean is 0." },
    Column { name: "rating_error", about: "Standard error of the rating." },
];

const RESPONSES: &[Column] = &[
    Column { name: "round", about: "The round." },
    Column { name: "start", about: "The script it was tuned from." },
    SHARE,
    GAIN,
    LOW,
    HIGH,
    Column { name: "joined", about: "Its name in the field, if it joined." },
];

const INVASION: &[Column] = &[
    Column { name: "newcomer", about: "The newcomer." },
    Column { name: "other", about: "The strategy in the other seats." },
    Column { name: "seats", about: "Seats of the newcomer." },
    Column { name: "other_seats", about: "Seats of the other." },
    SHARE,
    GAIN,
    LOW,
    HIGH,
];

const EXPLOITED: &[Column] = &[
    Column { name: "strategy", about: "The strategy that is beaten." },
    Column { name: "response", about: "The script of the field that the best response found began as." },
    Column { name: "params", about: "Whether it was tuned for this, or plays as it is." },
    SHARE,
    GAIN,
    LOW,
    HIGH,
];
