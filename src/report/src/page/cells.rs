use serde::Serialize;

use sim_engine::text::people;
use sim_lab::tables::{Cell, Column, Role, Sort, Table, Unit};

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableView {
    pub name: String,
    pub title: String,
    pub about: String,
    pub heads: Vec<HeadView>,
    pub groups: Vec<GroupView>,
    pub count: usize,
    /// Whether the table is so long that it gets a search box and is not printed.
    pub is_long: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupView {
    /// Label of the rows and its explanation; empty in a table with a single group.
    pub name: String,
    pub about: String,
    pub rows: Vec<Vec<CellView>>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HeadView {
    pub text: String,
    pub about: String,
    pub numeric: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CellView {
    pub text: String,
    /// Sort key of the cell, if its text does not serve.
    pub sort: String,
    pub numeric: bool,
}

/// Format of a cell's numbers.
struct NumberFormat {
    factor: f64,
    /// The fewest decimals.
    least: usize,
    number: fn(f64, usize) -> String,
    sign: &'static str,
}

const PERCENT: NumberFormat =
    NumberFormat { factor: 100.0, least: 1, number: people::fixed, sign: "\u{a0}%" };
/// A difference of shares, in percentage points.
const POINTS: NumberFormat = NumberFormat { factor: 100.0, least: 1, number: people::signed, sign: "" };
const PLAIN: NumberFormat = NumberFormat { factor: 1.0, least: 2, number: people::fixed, sign: "" };

impl NumberFormat {
    /// The format that the column declares, or the row in its column `unit`.
    fn of_cell(table: &Table, at: usize, row: &[Cell]) -> NumberFormat {
        let word = || {
            let named = table.columns.iter().position(|column| column.name == "unit");
            named.and_then(|at| row.get(at)).and_then(Cell::as_text)
        };
        match table.columns[at].unit {
            Unit::Share => PERCENT,
            Unit::ByRow if word() == Some(Unit::Share.word()) => PERCENT,
            Unit::ShareDifference => POINTS,
            _ => PLAIN,
        }
    }

    fn words(&self, value: f64, ends: Option<(f64, f64)>) -> String {
        if ends.is_none() && self.factor == 1.0 {
            return people::short(value);
        }
        let ends = ends.map(|(low, high)| (low * self.factor, high * self.factor));
        let (value, error) = people::within(value * self.factor, ends, self.least, self.number);
        format!("{value}{}{error}", self.sign)
    }

    /// Both ends with the decimals of the value, joined by `to`, as a dash would look like a minus.
    fn interval(&self, low: f64, high: f64) -> String {
        let places = people::decimals(Some((high - low) / 2.0 * self.factor), self.least);
        let [low, high] = [low, high].map(|end| (self.number)(end * self.factor, places));
        format!("{low}\u{a0}to\u{a0}{high}{}", self.sign)
    }
}

/// Maps a row to the text and the sort key of a cell.
type CellOf<'t> = Box<dyn Fn(&[Cell]) -> (Option<String>, Option<f64>) + 't>;

struct PageColumn<'t> {
    head: HeadView,
    cell: CellOf<'t>,
}

/// Rows above which a table is long.
const LONG: usize = 200;

pub fn view(table: &Table) -> TableView {
    let shown = shown(table);
    let row = |row: &Vec<Cell>| {
        let cell = |PageColumn { head, cell }: &PageColumn<'_>| {
            let (text, sort) = cell(row);
            let text = text.unwrap_or_else(|| "–".to_owned());
            CellView { text, sort: sort.map_or_else(String::new, short), numeric: head.numeric }
        };
        shown.iter().map(cell).collect()
    };
    let rows = table.ranked();
    let by_players = table.role(Role::Players) == Some(0);
    let sizes = if by_players { sizes(table) } else { Vec::new() };
    // The first cell of each group's rows, and the group's heading.
    let name = |size: i64| people::counted(size.unsigned_abs(), "player", "players");
    let firsts: Vec<(Cell, String, &str)> = match sizes.len() {
        0 | 1 if by_players => Vec::new(),
        0 => {
            table.key.iter().map(|&(name, about)| (Cell::text(name), name.replace('_', " "), about)).collect()
        }
        _ => sizes.into_iter().map(|size| (Cell::Int(size), name(size), "")).collect(),
    };
    let group = |name: String, about: &str, first: Option<&Cell>| GroupView {
        name,
        about: about.to_owned(),
        rows: rows.iter().filter(|row| first.is_none() || row.first() == first).copied().map(row).collect(),
    };
    let mut groups: Vec<GroupView> =
        firsts.into_iter().map(|(first, name, about)| group(name, about, Some(&first))).collect();
    if groups.is_empty() {
        groups.push(group(String::new(), "", None));
    }
    // Labels without a group are explained above the table.
    let key = table.key.iter().filter(|_| by_players).map(|(name, about)| format!(" {name}: {about}"));
    TableView {
        name: table.name.to_owned(),
        title: table.title.to_owned(),
        about: table.about.clone() + &key.collect::<String>(),
        heads: shown.into_iter().map(|one| one.head).collect(),
        groups,
        count: table.rows.len(),
        is_long: table.rows.len() > LONG,
    }
}

/// Distinct numbers of players in the first column, in order of appearance.
fn sizes(table: &Table) -> Vec<i64> {
    let mut sizes: Vec<i64> = Vec::new();
    for row in &table.rows {
        match row.first() {
            Some(Cell::Int(size)) if !sizes.contains(size) => sizes.push(*size),
            _ => {}
        }
    }
    sizes
}

/// Keys, then the estimate and its interval, then the rest. Columns that the estimate includes and empty columns
/// are only in the CSV.
fn shown(table: &Table) -> Vec<PageColumn<'_>> {
    let says_something = |at: usize| {
        table.rows.iter().filter_map(|row| row.get(at)).any(|cell| match cell {
            Cell::Missing => false,
            Cell::Text(text) => !text.is_empty(),
            Cell::Int(_) | Cell::Number(_) => true,
        })
    };
    let ends = table.role(Role::Low).zip(table.role(Role::High));
    let main = table.estimate().zip(ends);
    let mut order = Vec::new();
    let mut after = Vec::new();
    for at in 0..table.columns.len() {
        if let Some((value, (low, high))) = main.filter(|(value, _)| *value == at) {
            order.push(estimate(table, [value, low, high]));
            if says_something(low) {
                order.push(interval(table, [value, low, high]));
            }
            continue;
        }
        let is_end = (1..=2).any(|back| at.checked_sub(back).is_some_and(|of| has_ends(table, of)));
        match table.columns[at].role {
            // The estimate's cell shows its ends.
            _ if is_end => {}
            // The wider intervals behind findings would be confused with the plain ones.
            Role::Error | Role::Low | Role::High | Role::OfList if main.is_some() => {}
            _ if !says_something(at) => {}
            _ if has_ends(table, at) => order.push(estimate(table, [at, at + 1, at + 2])),
            Role::Basis if main.is_some() => after.push(plain(table, at)),
            _ => order.push(plain(table, at)),
        }
    }
    order.extend(after);
    order
}

fn has_ends(table: &Table, at: usize) -> bool {
    let is = |at: usize, name: String| table.columns.get(at).is_some_and(|column| column.name == name);
    let name = table.columns[at].name;
    is(at + 1, format!("{name}_low")) && is(at + 2, format!("{name}_high"))
}

fn number(row: &[Cell], at: usize) -> Option<f64> {
    row.get(at).and_then(Cell::as_number)
}

fn name(column: &Column) -> String {
    let unit = if column.unit == Unit::ShareDifference { " (percentage points)" } else { "" };
    column.name.replace('_', " ") + unit
}

/// Combines value, low and high.
fn estimate(table: &Table, [value, low, high]: [usize; 3]) -> PageColumn<'_> {
    let column = &table.columns[value];
    let how = "After ±: half the 95 % interval; in brackets: its ends, where it is lopsided.";
    let about = format!("{} {how}", column.about);
    let cell = move |row: &[Cell]| {
        let ends = number(row, low).zip(number(row, high));
        let words = |value_of| NumberFormat::of_cell(table, value, row).words(value_of, ends);
        (number(row, value).map(words), number(row, value))
    };
    PageColumn { head: HeadView { text: name(column), about, numeric: true }, cell: Box::new(cell) }
}

/// Both ends of the interval.
fn interval(table: &Table, [value, low, high]: [usize; 3]) -> PageColumn<'_> {
    let (text, about) = ("95 % interval".to_owned(), "Lower and upper end.".to_owned());
    let cell = move |row: &[Cell]| {
        let words = |(low, high)| NumberFormat::of_cell(table, value, row).interval(low, high);
        (number(row, low).zip(number(row, high)).map(words), number(row, low))
    };
    PageColumn { head: HeadView { text, about, numeric: true }, cell: Box::new(cell) }
}

fn plain(table: &Table, at: usize) -> PageColumn<'_> {
    let column = &table.columns[at];
    let is_text = |row: &Vec<Cell>| matches!(row.get(at), Some(Cell::Text(_)));
    let numeric = !table.rows.iter().any(is_text);
    let cell = move |row: &[Cell]| match row.get(at) {
        Some(Cell::Text(text)) if column.sort == Sort::Name => (Some(text.replace('_', " ")), None),
        Some(Cell::Text(text)) => (Some(text.clone()), None),
        Some(Cell::Int(value)) => {
            let words = u64::try_from(*value).map_or_else(|_| people::fixed(*value as f64, 0), people::count);
            (Some(words), Some(*value as f64))
        }
        Some(Cell::Number(value)) => {
            let words = match column.unit {
                Unit::Chance if *value < 0.0001 => "< 0.0001".to_owned(),
                Unit::Chance => people::fixed(*value, 4),
                _ => NumberFormat::of_cell(table, at, row).words(*value, None),
            };
            (Some(words), Some(*value))
        }
        Some(Cell::Missing) | None => (None, None),
    };
    let head = HeadView { text: name(column), about: column.about.to_owned(), numeric };
    PageColumn { head, cell: Box::new(cell) }
}

/// A sort key: nine digits distinguish rows, and keep the page small.
fn short(value: f64) -> String {
    // The formatted text always parses.
    format!("{value:.8e}").parse::<f64>().unwrap_or(value).to_string()
}
