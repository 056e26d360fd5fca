//! Component use: how often things are offered, taken and used, by whom, and what goes with it.

use super::{Cell, Column, Subject, Table, estimate_cells, estimate_columns};
use sim_play::tally::{DOSES, Tally, UseKind, WIN};
use sim_stats::{
    Estimate,
    estimate::student_at,
    multiplicity::{LEVEL, benjamini_hochberg, discovery_quantile},
};

const COMPONENT: Column = Column { name: "component", about: "Short name of the component." };
const KIND: Column = Column { name: "kind", about: "What sort of thing it is." };
const SOURCE: Column =
    Column { name: "source", about: "Where its data comes from; reconstructed means that it is our guess." };

/// The word of what players choose to use.
pub const CHOSEN: &str = "chosen";

pub fn tables(subject: &Subject<'_>, tally: &Tally) -> Vec<Table> {
    if subject.components.is_empty() {
        return Vec::new();
    }
    let mut tables = vec![usage(subject, tally), doses(subject, tally)];
    // Alone at the table there are no others to be held against.
    if subject.players > 1 {
        tables.push(adjusted(subject, tally));
    }
    tables
}

fn component_cells(subject: &Subject<'_>, at: usize) -> [Cell; 3] {
    let component = &subject.components[at];
    [Cell::text(&component.name), Cell::text(&component.kind), Cell::text(component.source.word())]
}

/// Whether players choose to use a component, as a word.
fn choice(subject: &Subject<'_>, at: usize) -> Cell {
    match subject.kind(at) {
        Some(kind) => Cell::text(if kind.is_choice { CHOSEN } else { "happens" }),
        None => Cell::Missing,
    }
}

fn usage(subject: &Subject<'_>, tally: &Tally) -> Table {
    let strategy = Column { name: "strategy", about: "Name of the strategy." };
    let event = Column {
        name: "event",
        about: "offered, taken, used: times a seat and game; paid or gained: the sum over its uses, in the unit.",
    };
    let unit = Column { name: "unit", about: "What the mean counts: times, or money, stars and so on." };
    let mean = Column { name: "mean", about: "Mean per seat and game." };
    let columns: Vec<Column> =
        [COMPONENT, KIND, SOURCE, strategy, event, unit].into_iter().chain(estimate_columns(mean)).collect();
    let mut table = Table::new(
        "component_use",
        "Component use",
        "How often each component was in reach, taken and used, what was paid for it, and what it brought.",
        &columns,
    );
    for at in 0..subject.components.len() {
        let sum = subject.kind(at).and_then(|kind| kind.sum);
        for (place, name) in subject.plans().enumerate() {
            for event in UseKind::ALL {
                let (word, unit) = match (event, sum) {
                    (UseKind::Price, None) => continue,
                    (UseKind::Price, Some(sum)) => (sum.word(), sum.unit()),
                    _ => (event.word(), "times"),
                };
                let sums = tally.counts.get(place, tally.layout.component_use(at, event));
                let keys = component_cells(subject, at).into_iter().chain([name, word, unit].map(Cell::text));
                table.rows.push(keys.chain(estimate_cells(&sums.count_mean(&[]))).collect());
            }
        }
    }
    table
}

fn doses(subject: &Subject<'_>, tally: &Tally) -> Table {
    let dose =
        Column { name: "uses", about: "Times the seat used it in the game; the last is that many or more." };
    let share = Column { name: "win_rate", about: "Wins over games of the seats with this many uses." };
    let columns: Vec<Column> =
        [COMPONENT, KIND, SOURCE, dose].into_iter().chain(estimate_columns(share)).collect();
    let about = "Win rate by number of uses. Good strategies and good seats use some components more often, so this is not what the component is worth.";
    let mut table = Table::new("component_win_rate", "Win rate by component use", about, &columns);
    for at in 0..subject.components.len() {
        for dose in 0..DOSES {
            let estimate = tally.share(tally.layout.dose(at, dose), WIN as f64);
            let label = if dose == DOSES - 1 { format!("{dose}+") } else { dose.to_string() };
            let keys = component_cells(subject, at).into_iter().chain([Cell::text(label)]);
            table.rows.push(keys.chain(estimate_cells(&estimate)).collect());
        }
    }
    table
}

/// Why users cannot be held against others, where one side is empty in all games.
pub(crate) fn note(tally: &Tally, component: usize, note: &'static str) -> &'static str {
    let seats = |dose| tally.cells.get(tally.layout.dose(component, dose)).count();
    let users: u64 = (1..DOSES).map(seats).sum();
    match (users, seats(0)) {
        (0, 0) => note,
        (0, _) => "never used",
        (_, 0) => "used by everyone",
        _ => note,
    }
}

fn adjusted(subject: &Subject<'_>, tally: &Tally) -> Table {
    let adjusted = Column {
        name: "adjusted_difference",
        about: "Win rate of those who used it minus that of the others at the same table, in percentage points on the page; compared only within the same strategy, seat and opponents; empty where no such two meet.",
    };
    let choice_column = Column {
        name: "choice",
        about: "chosen: a player decides to use it; happens: it pays, scores or is drawn by itself, so that it shows who did well rather than what to do.",
    };
    let price = Column { name: "price", about: "Its printed price, cost or least bid, if it has one." };
    let columns: Vec<Column> = [COMPONENT, KIND, SOURCE, choice_column, price]
        .into_iter()
        .chain(estimate_columns(adjusted))
        .chain([
            Column { name: "raw_adjusted_difference", about: "The same without this care: users minus others, whoever they are." },
            Column {
                name: "comparable",
                about: "Share of the comparisons that are between users and others of the same strategy, seat and opponents: 1 if use does not depend on these at all, 0 if they settle it.",
            },
            Column { name: "p_value", about: "Two-sided p-value of no adjusted difference." },
            Column {
                name: "false_discovery_rate",
                about: "Smallest rate of false discoveries among all components at which this one counts as found (Benjamini and Hochberg).",
            },
            Column {
                name: "list_low",
                about: "For components found at 5 %: lower end of an interval that allows for their having been picked from all (false coverage rate, Benjamini and Yekutieli).",
            },
            Column { name: "list_high", about: "Its upper end." },
            Column { name: "uniform_games", about: "Games left out because everyone used it, or nobody." },
        ])
        .collect();
    let apart = match tally.layout.frame().companies.is_merged() {
        true => {
            " There are too many sets of opponents here to keep them apart, so a difference between them may show as one between users."
        }
        false => "",
    };
    let about = format!(
        "Users compared with the others at the same table, in games in which some used the component and some did not, and only within the same strategy, seat and opponents.{apart} A link is not yet a cause: sim ablate plays the same deals without the component."
    );
    let mut table = Table::new(
        "component_adjusted_difference",
        "Users of a component against the others",
        about,
        &columns,
    );
    let adjusted = tally.adjusted.estimates();
    let rates = benjamini_hochberg(&adjusted.iter().map(|adjusted| adjusted.p_value).collect::<Vec<_>>());
    let compared = rates.iter().flatten().count();
    let is_found = |rate: &Option<f64>| rate.is_some_and(|rate| rate <= LEVEL);
    let quantile = discovery_quantile(rates.iter().filter(|rate| is_found(rate)).count(), compared);
    for (at, (adjusted, rate)) in adjusted.iter().zip(rates).enumerate() {
        let estimate = &adjusted.estimate;
        let ends = estimate.value.zip(estimate.standard_error).filter(|_| is_found(&rate));
        let half = ends.map(|(_, error)| error * student_at(quantile, estimate.degrees));
        let end = |side: f64| Cell::number(ends.zip(half).map(|((value, _), half)| value + side * half));
        let estimate = Estimate { note: note(tally, at, estimate.note), ..adjusted.estimate };
        let price = subject.prices.get(at).copied().flatten().map_or(Cell::Missing, Cell::Int);
        let mut row: Vec<Cell> = component_cells(subject, at)
            .into_iter()
            .chain([choice(subject, at), price])
            .chain(estimate_cells(&estimate))
            .collect();
        row.extend([
            Cell::number(adjusted.raw),
            Cell::number(adjusted.comparable),
            Cell::number(adjusted.p_value),
            Cell::number(rate),
            end(-1.0),
            end(1.0),
            Cell::from(adjusted.uniform_games),
        ]);
        table.rows.push(row);
    }
    table
}
