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
    /// Whether it is so long that a reader looks for rows by a word, and paper has no room for it.
    pub is_long: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupView {
    /// What the rows are of, and what that is; empty in a table with a single set.
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
    /// What the cell sorts by, where its text would not do.
    pub sort: String,
    pub numeric: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Manner {
    Percent,
    /// A difference of shares, in percentage points.
    Points,
    Plain,
}

impl Manner {
    fn of(unit: Unit) -> Manner {
        match unit {
            Unit::Share => Manner::Percent,
            Unit::ShareDifference => Manner::Points,
            _ => Manner::Plain,
        }
    }

    /// As the column says, or the row, in its column `unit`.
    fn of_cell(table: &Table, at: usize, row: &[Cell]) -> Manner {
        let Column { unit, .. } = table.columns[at];
        if unit != Unit::ByRow {
            return Manner::of(unit);
        }
        let named = table.columns.iter().position(|column| column.name == "unit");
        let word = named.and_then(|at| row.get(at)).and_then(Cell::as_text);
        let is_share = word == Some(Unit::Share.word());
        if is_share { Manner::Percent } else { Manner::Plain }
    }

    fn words(self, value: f64, ends: Option<(f64, f64)>) -> String {
        match self {
            Manner::Percent => people::percent_within(value, ends),
            Manner::Points => {
                let ends = ends.map(|(low, high)| (low * 100.0, high * 100.0));
                let (value, error) = people::within(value * 100.0, ends, 1, people::signed);
                value + &error
            }
            Manner::Plain => people::number_within(value, ends),
        }
    }

    fn unit(self) -> &'static str {
        match self {
            Manner::Points => " (percentage points)",
            Manner::Percent | Manner::Plain => "",
        }
    }
}

enum Shown {
    Plain(usize),
    /// Value, low and high in one.
    Estimate {
        value: usize,
        low: usize,
        high: usize,
    },
    /// Both ends of the interval.
    Interval {
        value: usize,
        low: usize,
        high: usize,
    },
}

/// Rows past which a table is long.
const LONG: usize = 200;

pub fn view(table: &Table) -> TableView {
    let shown = shown(table);
    let numeric: Vec<bool> = shown.iter().map(|shown| is_numeric(table, shown)).collect();
    let heads = shown.iter().zip(&numeric).map(|(shown, &numeric)| head(table, shown, numeric)).collect();
    let row = |row: &Vec<Cell>| {
        shown.iter().zip(&numeric).map(|(shown, &numeric)| cell(table, row, shown, numeric)).collect()
    };
    let group = |(name, about): (&str, &str), rows: &[&Vec<Cell>]| GroupView {
        name: name.replace('_', " "),
        about: about.to_owned(),
        rows: rows.iter().copied().map(row).collect(),
    };
    let rows = table.ranked();
    let by_players = table.role(Role::Players) == Some(0);
    let sizes = if by_players { sizes(table) } else { Vec::new() };
    let groups = if sizes.len() > 1 {
        let of = |size: i64| -> Vec<&Vec<Cell>> {
            rows.iter().copied().filter(|row| row.first() == Some(&Cell::Int(size))).collect()
        };
        let name = |size: i64| people::counted(size.unsigned_abs(), "player", "players");
        sizes.iter().map(|&size| group((&name(size), ""), &of(size))).collect()
    } else if table.key.is_empty() || by_players {
        vec![group(("", ""), &rows)]
    } else {
        let of = |name: &str| -> Vec<&Vec<Cell>> {
            rows.iter().copied().filter(|row| row.first().and_then(Cell::as_text) == Some(name)).collect()
        };
        table.key.iter().map(|&(name, about)| group((name, about), &of(name))).collect()
    };
    // Words that head no group are explained above the table.
    let is_grouped = table.key.is_empty() || !by_players;
    let key = table.key.iter().filter(|_| !is_grouped).map(|(name, about)| format!(" {name}: {about}"));
    TableView {
        name: table.name.to_owned(),
        title: table.title.to_owned(),
        about: table.about.clone() + &key.collect::<String>(),
        heads,
        groups,
        count: table.rows.len(),
        is_long: table.rows.len() > LONG,
    }
}

/// The numbers of players of a table that begins with them, each once, in their order.
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

/// Keys, then the estimate and its interval, then the rest; the columns that the estimate has
/// taken up are left to the CSV, and so are columns with nothing in them.
fn shown(table: &Table) -> Vec<Shown> {
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
            order.push(Shown::Estimate { value, low, high });
            if says_something(low) {
                order.push(Shown::Interval { value, low, high });
            }
            continue;
        }
        let is_end = (1..=2).any(|back| at.checked_sub(back).is_some_and(|of| has_ends(table, of)));
        match table.columns[at].role {
            // It stands beside its value.
            _ if is_end => {}
            // Ends of the wider intervals that findings are judged by would confuse beside the plain ones.
            Role::Error | Role::Low | Role::High | Role::OfList if main.is_some() => {}
            _ if !says_something(at) => {}
            _ if has_ends(table, at) => order.push(Shown::Estimate { value: at, low: at + 1, high: at + 2 }),
            Role::Basis if main.is_some() => after.push(Shown::Plain(at)),
            _ => order.push(Shown::Plain(at)),
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

fn is_numeric(table: &Table, shown: &Shown) -> bool {
    match shown {
        Shown::Plain(at) => {
            !table.rows.iter().filter_map(|row| row.get(*at)).any(|cell| matches!(cell, Cell::Text(_)))
        }
        Shown::Estimate { .. } | Shown::Interval { .. } => true,
    }
}

fn head(table: &Table, shown: &Shown, numeric: bool) -> HeadView {
    let name = |at: usize| {
        let column = &table.columns[at];
        let words = column.name.replace('_', " ");
        format!("{words}{}", Manner::of(column.unit).unit())
    };
    let (text, about) = match shown {
        Shown::Plain(at) => (name(*at), table.columns[*at].about.to_owned()),
        Shown::Estimate { value, .. } => {
            let about = format!(
                "{} After ±: half the 95 % interval; in brackets: its ends, where it is lopsided.",
                table.columns[*value].about
            );
            (name(*value), about)
        }
        Shown::Interval { .. } => ("95 % interval".to_owned(), "Lower and upper end.".to_owned()),
    };
    HeadView { text, about, numeric }
}

fn cell(table: &Table, row: &[Cell], shown: &Shown, numeric: bool) -> CellView {
    let number = |at: usize| row.get(at).and_then(Cell::as_number);
    let ends = |low: usize, high: usize| number(low).zip(number(high));
    let (text, sort) = match *shown {
        Shown::Plain(at) => {
            let manner = Manner::of_cell(table, at, row);
            plain(&table.columns[at], manner, row.get(at).unwrap_or(&Cell::Missing))
        }
        Shown::Estimate { value, low, high } => {
            let words = |number| Manner::of_cell(table, value, row).words(number, ends(low, high));
            (number(value).map(words), number(value))
        }
        Shown::Interval { value, low, high } => {
            let words = |(low, high)| interval(Manner::of_cell(table, value, row), low, high);
            (ends(low, high).map(words), number(low))
        }
    };
    CellView {
        text: text.unwrap_or_else(|| "–".to_owned()),
        sort: sort.map_or_else(String::new, short),
        numeric,
    }
}

/// A number to sort by: nine digits tell rows apart, and make a page smaller than all of them.
fn short(value: f64) -> String {
    // What was printed is a number.
    format!("{value:.8e}").parse::<f64>().unwrap_or(value).to_string()
}

fn plain(column: &Column, manner: Manner, cell: &Cell) -> (Option<String>, Option<f64>) {
    match cell {
        Cell::Text(text) => match column.sort {
            Sort::Name => (Some(text.replace('_', " ")), None),
            _ => (Some(text.clone()), None),
        },
        Cell::Int(value) => {
            let words = u64::try_from(*value).map_or_else(|_| people::fixed(*value as f64, 0), people::count);
            (Some(words), Some(*value as f64))
        }
        Cell::Number(value) => {
            let words = match column.unit {
                Unit::Chance => probability(*value),
                _ => manner.words(*value, None),
            };
            (Some(words), Some(*value))
        }
        Cell::Missing => (None, None),
    }
}

fn probability(value: f64) -> String {
    if value < 0.0001 { "< 0.0001".to_owned() } else { people::fixed(value, 4) }
}

/// Both ends with the decimals of the value; `to`, as a dash would pass for a minus.
fn interval(manner: Manner, low: f64, high: f64) -> String {
    let (factor, least, unit) = match manner {
        Manner::Percent => (100.0, 1, "\u{a0}%"),
        Manner::Points => (100.0, 1, ""),
        Manner::Plain => (1.0, 2, ""),
    };
    let places = people::decimals(Some((high - low) / 2.0 * factor), least);
    let end = |value: f64| match manner {
        Manner::Points => people::signed(value * factor, places),
        Manner::Percent | Manner::Plain => people::fixed(value * factor, places),
    };
    format!("{}\u{a0}to\u{a0}{}{unit}", end(low), end(high))
}
