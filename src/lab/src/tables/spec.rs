//! Declarations of tables: every column next to the function that fills its cells.

use std::borrow::Borrow;

use super::{Cell, Column, Role, Table, Unit};
use crate::figure::Owner;
use sim_engine::{Component, Seat};
use sim_stats::{Estimate, Interval, paired::PairedEstimate};

/// The columns of a table and, for each, how to fill its cell from a row `R`. To add a column, add a line to the
/// declaration; files, pages and the terminal follow.
///
/// ```
/// use sim_lab::tables::{TableSpec, Unit};
///
/// let mut spec = TableSpec::<(&str, u64)>::new("winners", "Winners").about("Who won how often.");
/// spec.text("strategy", |(name, _)| name).about("Name of the strategy.");
/// spec.whole("wins", |(_, wins)| *wins).of(Unit::Games, "Games it won.");
/// let table = spec.table([("raider", 3)]);
/// assert_eq!((table.columns.len(), table.number(&table.rows[0], "wins")), (2, Some(3.0)));
/// ```
pub struct TableSpec<R> {
    head: Table,
    cells: Vec<AddCells<R>>,
}

type Str = &'static str;

type AddCells<R> = Box<dyn Fn(&R, &mut Vec<Cell>)>;

/// A column that was just declared; of several, the main one.
pub struct ColumnBuilder<'t>(&'t mut Column);

impl ColumnBuilder<'_> {
    pub fn about(self, about: &'static str) -> Self {
        self.0.about = about;
        self
    }

    /// Sets the unit and the description.
    pub fn of(self, unit: Unit, about: &'static str) -> Self {
        self.0.unit = unit;
        self.about(about)
    }

    pub fn role(self, role: Role) -> Self {
        self.0.role = role;
        self
    }
}

/// Names of a value and of the ends of its interval: `gain`, `gain_low`, `gain_high`.
macro_rules! with_ends {
    ($name:literal) => {
        [$name, concat!($name, "_low"), concat!($name, "_high")]
    };
}
pub(crate) use with_ends;

impl<R> TableSpec<R> {
    pub fn new(name: Str, title: Str) -> TableSpec<R> {
        TableSpec { head: Table::new(name, title, "", &[]), cells: Vec::new() }
    }

    pub fn about(mut self, about: impl Into<String>) -> TableSpec<R> {
        self.head.about = about.into();
        self
    }

    /// Explains the names in the first column.
    pub fn key(&mut self, key: impl Iterator<Item = (Str, Str)>) {
        self.head.key.extend(key);
    }

    /// Whether the largest estimate is shown first.
    pub fn is_ranked(&mut self, is_ranked: bool) {
        self.head.is_ranked = is_ranked;
    }

    /// The table without rows.
    pub fn head(self) -> Table {
        self.head
    }

    pub fn table(self, rows: impl IntoIterator<Item: Borrow<R>>) -> Table {
        let TableSpec { mut head, cells } = self;
        let row = |row: &R| {
            let mut filled = Vec::with_capacity(head.columns.len());
            cells.iter().for_each(|add| add(row, &mut filled));
            filled
        };
        head.rows = rows.into_iter().map(|one| row(one.borrow())).collect();
        head
    }

    /// Adds columns that are filled together; the main one has index `main`.
    pub(super) fn group<const N: usize>(
        &mut self,
        columns: [Column; N],
        main: usize,
        cells: impl Fn(&R) -> [Cell; N] + 'static,
    ) -> ColumnBuilder<'_> {
        let main = self.head.columns.len() + main;
        self.head.columns.extend(columns);
        self.cells.push(Box::new(move |row, filled| filled.extend(cells(row))));
        ColumnBuilder(&mut self.head.columns[main])
    }

    pub fn column(&mut self, column: Column, cell: impl Fn(&R) -> Cell + 'static) -> ColumnBuilder<'_> {
        self.group([column], 0, move |row| [cell(row)])
    }

    pub fn text(&mut self, name: Str, text: impl Fn(&R) -> &str + 'static) -> ColumnBuilder<'_> {
        self.column(Column::text(name, ""), move |row| Cell::text(text(row)))
    }

    /// Texts that are made for the table, if any.
    pub fn words<T: Into<Cell>>(
        &mut self,
        name: Str,
        words: impl Fn(&R) -> T + 'static,
    ) -> ColumnBuilder<'_> {
        self.column(Column::text(name, ""), move |row| words(row).into())
    }

    /// Texts that only some rows have.
    pub fn optional_text(
        &mut self,
        name: Str,
        text: impl Fn(&R) -> Option<&str> + 'static,
    ) -> ColumnBuilder<'_> {
        self.column(Column::text(name, ""), move |row| text(row).map_or(Cell::Missing, Cell::text))
    }

    /// Names as files write them, with underscores.
    pub fn name<T: Into<String>>(
        &mut self,
        name: Str,
        text: impl Fn(&R) -> T + 'static,
    ) -> ColumnBuilder<'_> {
        self.column(Column::name(name, ""), move |row| Cell::text(text(row)))
    }

    pub fn whole<T: Into<Cell>>(
        &mut self,
        name: Str,
        count: impl Fn(&R) -> T + 'static,
    ) -> ColumnBuilder<'_> {
        self.column(Column::whole(name, ""), move |row| count(row).into())
    }

    /// Numbers of players, by which a page groups rows.
    pub fn players(&mut self, players: impl Fn(&R) -> usize + 'static) -> ColumnBuilder<'_> {
        self.whole("players", players).role(Role::Players).about("Players at the table.")
    }

    /// A seat, from 1.
    pub fn seat(&mut self, seat: impl Fn(&R) -> Option<Seat> + 'static) -> ColumnBuilder<'_> {
        self.whole("seat", move |row| Cell::seat(seat(row)))
    }

    pub fn number<T: Into<Option<f64>>>(
        &mut self,
        name: Str,
        value: impl Fn(&R) -> T + 'static,
    ) -> ColumnBuilder<'_> {
        self.column(Column::number(name, ""), move |row| Cell::number(value(row).into()))
    }

    pub fn share<T: Into<Option<f64>>>(
        &mut self,
        name: Str,
        value: impl Fn(&R) -> T + 'static,
    ) -> ColumnBuilder<'_> {
        self.column(Column::share(name, ""), move |row| Cell::number(value(row).into()))
    }

    /// A component's name, kind and source.
    pub fn component(&mut self, component: impl Fn(&R) -> &Component + 'static) -> ColumnBuilder<'_> {
        let columns = [
            Column::text("component", "Short name of the component."),
            Column::text("kind", "Its kind."),
            Column::text("source", "Where its data comes from."),
        ];
        self.group(columns, 2, move |row| {
            let component = component(row);
            [&component.name, &component.kind, component.source.word()].map(Cell::text)
        })
    }

    /// The strategy and the seat that own the figure, where these apply.
    pub fn owner(&mut self, about: [Str; 2], owner: impl Fn(&R) -> &Owner + 'static) {
        let [strategy, seat] = about;
        let columns = [Column::text("strategy", strategy), Column::whole("seat", seat)];
        self.group(columns, 0, move |row| Cell::owner(owner(row)));
    }

    /// An estimate with its basis, its error and its interval.
    pub fn estimate(&mut self, name: Str, estimate: impl Fn(&R) -> Estimate + 'static) -> ColumnBuilder<'_> {
        self.group(estimate_columns(name), VALUE, move |row| estimate_cells(&estimate(row)))
    }

    /// The value of an estimate and the ends of its interval, in columns of these names.
    pub fn interval<T: Into<Option<Estimate>>>(
        &mut self,
        [value, low, high]: [Str; 3],
        estimate: impl Fn(&R) -> T + 'static,
    ) -> ColumnBuilder<'_> {
        let columns = [Column::number(value, ""), Column::low(low), Column::high(high)];
        self.group(columns, 0, move |row| {
            let estimate: Option<Estimate> = estimate(row).into();
            let [low, high] = Cell::ends(estimate.and_then(|one| one.interval));
            [Cell::number(estimate.and_then(|one| one.value)), low, high]
        })
    }

    pub fn ends(&mut self, columns: [Column; 2], interval: impl Fn(&R) -> Option<Interval> + 'static) {
        self.group(columns, 0, move |row| Cell::ends(interval(row)));
    }

    /// The ends of a simultaneous interval of the whole list.
    pub fn list_ends(&mut self, low: Str, interval: impl Fn(&R) -> Option<Interval> + 'static) {
        let columns = [Column::number("list_low", low), Column::number("list_high", "Its upper end.")];
        self.ends(columns.map(|column| column.role(Role::OfList)), interval);
    }

    /// A figure in both arms, and their difference as the estimate `name`.
    pub fn paired(
        &mut self,
        both: [Column; 2],
        name: Str,
        paired: impl Fn(&R) -> PairedEstimate + 'static,
    ) -> ColumnBuilder<'_> {
        let [one, other] = both;
        let [n, deals, value, error, low, high, note] = estimate_columns(name);
        self.group([one, other, n, deals, value, error, low, high, note], 2 + VALUE, move |row| {
            let paired = paired(row);
            let [n, deals, value, error, low, high, _] = estimate_cells(&paired.difference);
            let [one, other] = [paired.one, paired.other].map(Cell::number);
            [one, other, n, deals, value, error, low, high, Cell::text(paired.words())]
        })
    }

    /// The p-value of a difference, and its q-value among all rows.
    pub fn tests(&mut self, tests: impl Fn(&R) -> [Option<f64>; 2] + 'static) {
        let [p, q] = [
            Column::number("p_value", "Two-sided p-value for no difference; empty without an interval."),
            Column::number(
                "q_value",
                "Q-value: the p-value adjusted for all rows tested together (Benjamini and Hochberg). Rows up to 0.05 have a false discovery rate of 5 %.",
            ),
        ];
        self.group([p.of(Unit::Chance), q.of(Unit::Chance)], 0, move |row| tests(row).map(Cell::number));
    }

    pub fn variance_ratio(&mut self, ratio: impl Fn(&R) -> Option<f64> + 'static) {
        self.number("variance_ratio", ratio).about("Variance of the difference divided by that of two runs on different deals: below 1 where pairing by deals helped; empty without an interval.");
    }
}

pub const PAIR: [Column; 2] = [
    Column::number("one", "The first of the two compared figures."),
    Column::number("other", "The second of the two compared figures."),
];

/// Descriptions of the strategy and the seat that own a figure.
pub const OWNER: [&str; 2] =
    ["The strategy, if the figure is one of strategies.", "The seat, from 1, if the figure is one of seats."];

/// Index of the value among the columns of an estimate.
const VALUE: usize = 2;

pub fn estimate_columns(name: &'static str) -> [Column; 7] {
    [
        Column::whole("n", "Sample size: seat-games, games, or occasions of a measure per occasion.")
            .of(Unit::Counted)
            .role(Role::Basis),
        Column::whole("deals", "Independent deals behind the estimate.").of(Unit::Deals).role(Role::Basis),
        Column::number(name, ""),
        Column::number("standard_error", "Standard error with deals, or groups of deals, as clusters.")
            .role(Role::Error),
        Column::low("low").role(Role::Low),
        Column::high("high").role(Role::High),
        Column::text("note", "Why the value or its interval is missing, or that the event never happened.")
            .role(Role::Basis),
    ]
}

fn estimate_cells(estimate: &Estimate) -> [Cell; 7] {
    let [low, high] = Cell::ends(estimate.interval);
    [
        Cell::from(estimate.n),
        Cell::from(estimate.deals),
        Cell::number(estimate.value),
        Cell::number(estimate.standard_error),
        low,
        high,
        Cell::text(estimate.note),
    ]
}

/// A count, marked if its bin includes all larger counts.
pub fn or_more(count: usize, is_more: bool) -> String {
    format!("{count}{}", if is_more { "+" } else { "" })
}
