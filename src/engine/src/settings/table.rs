//! Tables of component data.

use super::{Asked, Domain, FromValue, SettingError, Value};
use crate::{
    component::{Component, Source},
    text::suggestion,
};

/// A column of a component table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Its name in the data file.
    pub name: String,
    /// What its cells may hold.
    pub domain: Domain,
    /// Whether it holds the price of a row.
    pub is_price: bool,
    /// The number of seats for which its cells can be set separately; 0 if they are the same for all.
    pub seats: u8,
    /// A description.
    pub about: String,
}

/// One component, or one kind of component.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its name, unique in the table.
    pub id: String,
    /// The source of its cells.
    pub source: Source,
    pub(super) cells: Vec<Value>,
}

impl Row {
    /// The component that the row describes.
    pub fn component(&self, kind: impl Into<String>) -> Component {
        Component { name: self.id.clone(), kind: kind.into(), source: self.source }
    }
}

/// A row with its table, from which [`variant!`](crate::variant) reads a struct.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// The table.
    pub table: &'a Table,
    /// One of its rows.
    pub row: &'a Row,
}

impl<'a> Record<'a> {
    /// The name of the row.
    pub fn id(self) -> &'a str {
        &self.row.id
    }

    /// A cell as the type that the column's domain admits: a number, a flag, a word.
    pub fn get<T: FromValue>(self, column: &str) -> T {
        self.table.get(self.row, column)
    }
}

/// A table of component data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// Its name in the data file.
    pub name: String,
    /// What its rows are.
    pub about: String,
    /// Its columns, in the order of the data file.
    pub columns: Vec<Column>,
    /// Its rows now, in the order of the data file.
    pub rows: Vec<Row>,
    pub(super) default_rows: Vec<Row>,
    /// The cells, by column, of a row that does nothing; empty if the table has no blank.
    pub(super) blank: Vec<(usize, Value)>,
    /// Whether set-up deals its rows to seats, so that the setting `given` may name one.
    pub(super) is_dealt: bool,
    /// Rows that were removed by name, with their former indices.
    pub(super) out: Vec<(usize, Row)>,
    pub(super) asked: Asked,
}

impl Table {
    /// Marks rows as changed that differ from the default row of the same id but still claim its source, which
    /// describes the default. Other rows keep their source.
    pub(super) fn mark_changes(&mut self) {
        for row in &mut self.rows {
            let boxed = self.default_rows.iter().find(|boxed| boxed.id == row.id);
            if boxed.is_some_and(|boxed| boxed.cells != row.cells && boxed.source == row.source) {
                row.source = Source::Changed;
            }
        }
    }

    fn column(&self, name: &str) -> usize {
        self.asked.note(|| format!("{}.{name}", self.name));
        self.columns.iter().position(|column| column.name == name).unwrap_or_else(|| {
            let help = suggestion(name, self.columns.iter().map(|column| column.name.as_str()));
            panic!(
                "the rules ask for a column `{name}` that table `{}` of the data file lacks: {help}",
                self.name
            )
        })
    }

    /// A cell that is the same for all seats.
    fn common<'a>(&self, row: &'a Row, column: &str) -> &'a Value {
        let at = self.column(column);
        debug_assert!(self.columns[at].seats == 0, "`{column}` can be set by seat: read it with `by_seat`");
        &row.cells[at]
    }

    /// The value of all seats in a cell that can be set by seat.
    pub(super) fn for_all(&self, id: &str, column: &str) -> &Value {
        let at = self.column(column);
        debug_assert!(self.columns[at].seats > 0, "`{column}` has no `seats` in the data file");
        let row = self.row(id).unwrap_or_else(|| {
            panic!("the rules ask for a row `{id}` that table `{}` lacks", self.name);
        });
        &row.cells[at]
    }

    /// Its rows, each with the table.
    pub fn records(&self) -> impl ExactSizeIterator<Item = Record<'_>> + Clone {
        self.rows.iter().map(|row| Record { table: self, row })
    }

    /// The row of this name.
    pub fn row(&self, id: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.id == id)
    }

    /// The row of this name, which the rules need.
    ///
    /// # Errors
    /// The table lacks it, for example after a file with other rows.
    pub fn required(&self, id: &str) -> Result<&Row, SettingError> {
        self.row(id).ok_or_else(|| {
            let message = format!("table `{}` has no row `{id}`", self.name);
            SettingError::new(message, "the rules need it: add it").about([self.name.as_str()])
        })
    }

    /// A cell of a row as the type that the column's domain admits: a number, a flag, a word.
    pub fn get<T: FromValue>(&self, row: &Row, column: &str) -> T {
        T::from_value(self.common(row, column))
    }

    /// A whole number of a row.
    pub fn int(&self, row: &Row, column: &str) -> i64 {
        match *self.common(row, column) {
            Value::Int(number) => number,
            _ => unreachable!("the column's domain admits whole numbers only"),
        }
    }

    /// A word of a row.
    pub fn word<'a>(&self, row: &'a Row, column: &str) -> &'a str {
        match self.common(row, column) {
            Value::Word(word) => word,
            _ => unreachable!("the column's domain admits words only"),
        }
    }

    /// A flag of a row.
    pub fn flag(&self, row: &Row, column: &str) -> bool {
        match *self.common(row, column) {
            Value::Flag(flag) => flag,
            _ => unreachable!("the column's domain admits flags only"),
        }
    }
}
