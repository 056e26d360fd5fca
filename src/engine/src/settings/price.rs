//! The price of a row: its cell in the table's column with `price = true`.

use super::{Domain, Settings};

/// The price of a row, with its range.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// The path of the setting.
    pub path: String,
    /// The current price.
    pub value: i64,
    /// The lowest price that the table allows.
    pub least: i64,
    /// The highest price that the table allows.
    pub most: i64,
}

impl Price {
    /// The setting, `path=value`, that changes the price to this value.
    pub fn at(&self, value: i64) -> String {
        format!("{}={value}", self.path)
    }
}

impl Settings {
    /// The price of the row of this name; `None` if its table has no price column, or two tables have such a row.
    pub fn price(&self, name: &str) -> Option<Price> {
        let (table, row) = self.only_row(name)?;
        let priced = |(column, cell): (&super::Column, &super::Value)| match (&column.domain, cell) {
            (Domain::Range(least, most), super::Value::Int(value)) if column.is_price => {
                let path = format!("{}.{}.{}", table.name, row.id, column.name);
                Some(Price { path, value: *value, least: *least, most: *most })
            }
            _ => None,
        };
        table.columns.iter().zip(&row.cells).find_map(priced)
    }

    /// The setting that gives the row of this name its lowest price; `None` if it has no price, or has the lowest
    /// already.
    pub fn free(&self, name: &str) -> Option<String> {
        let price = self.price(name)?;
        (price.value != price.least).then(|| price.at(price.least))
    }
}
