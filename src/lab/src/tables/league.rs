use super::{Cell, Column, Table, Unit};
use crate::league::{League, Meeting, WinRate};

pub fn tables(league: &League, meeting: &Meeting) -> Vec<Table> {
    let mut tables = vec![field(meeting), responses(league), invasions(league), exploits(league)];
    tables.push(super::tournament::pairs(&meeting.standings));
    tables
}

pub(super) fn heads() -> [Table; 4] {
    [field_head(), responses_head(), invasions_head(), exploits_head()]
}

fn field_head() -> Table {
    Table::new(
        "league_field",
        "The field, and what it would come to",
        "Who was there and who joined. part: of the equilibrium of the field, Nash for two players and what a crowd ends up playing for more; its interval is the middle 95 % of resampled tournaments. rating: Elo points.",
        FIELD,
    )
}

fn responses_head() -> Table {
    Table::new(
        "league_responses",
        "Best responses that were looked for",
        "Each was tuned from a script of the field against the equilibrium mix of its round. Win rates are those on test deals; a gain is what is won beyond the fair share.",
        RESPONSES,
    )
}

fn invasions_head() -> Table {
    Table::new(
        "league_invasion",
        "Newcomers among seats of others",
        "One newcomer among copies of another strategy, then more and more. Where a single one gains, it can enter; where all but one gain, it cannot be entered by the other.",
        INVASION,
    )
}

fn exploits_head() -> Table {
    Table::new(
        "league_exploitability",
        "How far each strategy that began can be beaten",
        "One seat of the best response found, all others of the strategy. The true best response wins at least as much.",
        EXPLOITED,
    )
}

fn field(meeting: &Meeting) -> Table {
    let mut table = field_head();
    for member in &meeting.members {
        let ends = member.part_ends;
        let numbers = [member.part, ends.low, ends.high, member.rating, member.rating_error];
        let mut cells = vec![Cell::text(&member.name), Cell::from(member.round)];
        cells.push(member.start.as_ref().map_or(Cell::Missing, Cell::text));
        cells.extend(numbers.map(|number| Cell::number(Some(number))));
        table.rows.push(cells);
    }
    table
}

fn responses(league: &League) -> Table {
    let mut table = responses_head();
    for attempt in league.state.attempts() {
        let mut cells = vec![Cell::from(attempt.round), Cell::text(&attempt.start)];
        cells.extend(gain_cells(league, attempt.win_rate));
        cells.push(attempt.joined.as_ref().map_or(Cell::Missing, Cell::text));
        table.rows.push(cells);
    }
    table
}

fn invasions(league: &League) -> Table {
    let mut table = invasions_head();
    for invasion in &league.state.invasions {
        let mut cells = vec![Cell::text(&invasion.newcomer), Cell::text(&invasion.other)];
        let seats = [invasion.copies, league.players - invasion.copies];
        cells.extend(seats.map(|seats| Cell::from(seats as u64)));
        cells.extend(gain_cells(league, invasion.win_rate));
        table.rows.push(cells);
    }
    table
}

fn exploits(league: &League) -> Table {
    let mut table = exploits_head();
    for exploit in &league.state.exploits {
        let mut cells = vec![Cell::text(&exploit.strategy), Cell::text(&exploit.response)];
        cells.push(Cell::text(exploit.by.word()));
        cells.extend(gain_cells(league, exploit.win_rate));
        table.rows.push(cells);
    }
    table
}

fn gain_cells(league: &League, win_rate: Option<WinRate>) -> [Cell; 4] {
    let gain = win_rate.map(|rate| rate.gain(league.players));
    let ends = [gain.map(|gain| gain.value), gain.map(|gain| gain.low), gain.map(|gain| gain.high)];
    let [value, low, high] = ends.map(Cell::number);
    [Cell::number(win_rate.map(|rate| rate.value)), value, low, high]
}

const WIN_RATE: Column = Column::share("win_rate", "Win rate of one of its seats.");
const GAIN: Column = Column::number("gain", "The same less the fair share.").of(Unit::FractionDifference);
const LOW: Column = Column::number("low", "Lower end of the 95 % interval of the gain.");
const HIGH: Column = Column::number("high", "Upper end of the 95 % interval of the gain.");

const FIELD: &[Column] = &[
    Column::text("strategy", "The strategy."),
    Column::whole("round", "The round it joined in; 0 for those who began."),
    Column::text("start", "The script it was tuned from."),
    Column::number("part", "Its part of the equilibrium.").of(Unit::Fraction),
    Column::number(
        "part_low",
        "Lower end of the middle 95 % of resampled equilibria, reaching to the part itself.",
    ),
    Column::number("part_high", "Upper end."),
    Column::number("rating", "Elo points; their mean is 0."),
    Column::number("rating_error", "Standard error of the rating."),
];

const RESPONSES: &[Column] = &[
    Column::whole("round", "The round."),
    Column::text("start", "The script it was tuned from."),
    WIN_RATE,
    GAIN,
    LOW,
    HIGH,
    Column::text("joined", "Its name in the field, if it joined."),
];

const INVASION: &[Column] = &[
    Column::text("newcomer", "The newcomer."),
    Column::text("other", "The strategy in the other seats."),
    Column::whole("seats", "Seats of the newcomer."),
    Column::whole("other_seats", "Seats of the other."),
    WIN_RATE,
    GAIN,
    LOW,
    HIGH,
];

const EXPLOITED: &[Column] = &[
    Column::text("strategy", "The strategy that is beaten."),
    Column::text("response", "The script of the field that the best response found began as."),
    Column::text("params", "How its params came about: tuned for this, learned for this, or as it is."),
    WIN_RATE,
    GAIN,
    LOW,
    HIGH,
];
