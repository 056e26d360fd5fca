//! What a row costs: the cell of its table's column that says `price = true`.

use super::{Domain, Settings};

/// What a row costs, and what it could cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Price {
    /// The path of the setting.
    pub path: String,
    /// What it costs now.
    pub value: i64,
    /// The least that its table allows.
    pub least: i64,
    /// The most that its table allows.
    pub most: i64,
}

impl Price {
    /// The setting, `path=value`, that lets it cost so much.
    pub fn at(&self, value: i64) -> String {
        format!("{}={value}", self.path)
    }
}

impl Settings {
    /// What the row of this name costs; none where its table has no column of prices, or two tables have such a row.
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

    /// The setting that lets the row of this name cost as little as its table allows; none where it has no price, or
    /// costs no more already.
    pub fn free(&self, name: &str) -> Option<String> {
        let price = self.price(name)?;
        (price.value != price.least).then(|| price.at(price.least))
    }
}
