use super::{Cell, Column, Role, Table, Unit, estimate_cells, estimate_columns};
use crate::summary::{Components, Counted, DoseRow, Summary, UseRow};

const COMPONENT: Column = Column::text("component", "Short name of the component.");
const KIND: Column = Column::text("kind", "What sort of thing it is.");
const SOURCE: Column =
    Column::text("source", "Where its data comes from; reconstructed means that it is our guess.");

pub fn tables(summary: &Summary) -> Vec<Table> {
    let components = &summary.components;
    if components.all.is_empty() {
        return Vec::new();
    }
    let mut tables = vec![usage(components), doses(components)];
    // Alone at the table there are no others to be held against.
    if summary.players > 1 {
        tables.push(adjusted(components));
    }
    tables
}

fn keys(counted: &Counted) -> [Cell; 3] {
    let component = &counted.component;
    [&component.name, &component.kind, component.source.word()].map(Cell::text)
}

fn choice(counted: &Counted) -> Cell {
    counted.choice().map_or(Cell::Missing, |choice| Cell::text(choice.word()))
}

fn usage(components: &Components) -> Table {
    let strategy = Column::text("strategy", "Name of the strategy.");
    let event = Column::text(
        "event",
        "offered, taken, used: times a seat and game; paid or gained: the sum over its uses, in the unit.",
    );
    let unit = Column::text("unit", "What the mean counts: times, or money, stars and so on.");
    let mean = Column::number("mean", "Mean per seat and game.").of(Unit::ByRow);
    let columns: Vec<Column> =
        [COMPONENT, KIND, SOURCE, strategy, event, unit].into_iter().chain(estimate_columns(mean)).collect();
    let mut table = Table::new(
        "component_use",
        "Component use",
        "How often each component was in reach, taken and used, what was paid for it, and what it brought.",
        &columns,
    );
    for counted in &components.all {
        table.rows.extend(counted.uses.iter().map(|UseRow { strategy, event, mean }| {
            let of = [strategy, event.word(), event.unit()].map(Cell::text);
            keys(counted).into_iter().chain(of).chain(estimate_cells(mean)).collect()
        }));
    }
    table
}

fn doses(components: &Components) -> Table {
    let dose = Column::text("uses", "Times the seat used it in the game; the last is that many or more.");
    let share = Column::share("win_rate", "Wins over games of the seats with this many uses.");
    let columns: Vec<Column> =
        [COMPONENT, KIND, SOURCE, dose].into_iter().chain(estimate_columns(share)).collect();
    let about = "Win rate by number of uses. Good strategies and good seats use some components more often, so this is not what the component is worth.";
    let mut table = Table::new("component_win_rate", "Win rate by component use", about, &columns);
    for counted in &components.all {
        table.rows.extend(counted.doses.iter().map(|DoseRow { uses, is_more, win_rate }| {
            let label = if *is_more { format!("{uses}+") } else { uses.to_string() };
            keys(counted).into_iter().chain([Cell::text(label)]).chain(estimate_cells(win_rate)).collect()
        }));
    }
    table
}

fn adjusted(components: &Components) -> Table {
    let adjusted = Column::number("adjusted_difference", "Win rate of those who used it minus that of the others at the same table, in percentage points on the page; compared only within the same strategy, seat and opponents; empty where no such two meet.").of(Unit::ShareDifference);
    let choice_column = Column::text(
        "choice",
        "chosen: a player decides to use it; outcome: it follows from how well a player does, as a price that is charged or a box that pays, so that it shows who did well rather than what to do; happens: it is drawn, or comes, for all alike.",
    );
    let price = Column::whole("price", "Its printed price, cost or least bid, if it has one.");
    let columns: Vec<Column> = [COMPONENT, KIND, SOURCE, choice_column, price]
        .into_iter()
        .chain(estimate_columns(adjusted))
        .chain([
            Column::number("raw_adjusted_difference", "The same without this care: users minus others, whoever they are.").of(Unit::ShareDifference),
            Column::share("comparable", "Share of the comparisons that are between users and others of the same strategy, seat and opponents: 1 if use does not depend on these at all, 0 if they settle it."),
            Column::number("p_value", "Two-sided p-value of no adjusted difference.").of(Unit::Chance),
            Column::number("false_discovery_rate", "Smallest rate of false discoveries among all components at which this one counts as found (Benjamini and Hochberg).").of(Unit::Chance),
            Column::number("list_low", "For components found at 5 %: lower end of an interval that allows for their having been picked from all (false coverage rate, Benjamini and Yekutieli).").role(Role::OfList),
            Column::number("list_high", "Its upper end.").role(Role::OfList),
            Column::whole("uniform_games", "Games left out because everyone used it, or nobody.").of(Unit::Games),
        ])
        .collect();
    let apart = match components.is_merged {
        true => {
            " There are too many sets of opponents here to keep them apart, so a difference between them may show as one between users."
        }
        false => "",
    };
    let about = format!(
        "Users compared with the others at the same table, in games in which some used the component and some did not, and only within the same strategy, seat and opponents.{apart} Association is no cause: sim components plays the same deals without each component."
    );
    let mut table = Table::new(
        "component_adjusted_difference",
        "Users of a component against the others",
        about,
        &columns,
    );
    for counted in &components.all {
        let Some(adjusted) = &counted.adjusted else { continue };
        let price = counted.price.map_or(Cell::Missing, Cell::Int);
        let mut row: Vec<Cell> = keys(counted).into_iter().chain([choice(counted), price]).collect();
        row.extend(estimate_cells(&adjusted.estimate));
        let numbers = [adjusted.raw, adjusted.comparable, adjusted.p_value, adjusted.rate];
        row.extend(numbers.map(Cell::number));
        row.extend(Cell::ends(adjusted.list));
        row.push(Cell::from(adjusted.uniform_games));
        table.rows.push(row);
    }
    table
}
