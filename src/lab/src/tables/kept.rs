//! Tables as they are kept between calls: every number to the last bit.

use serde::{Deserialize, Serialize};

use super::{Cell, Column, Table};
use sim_engine::analysis::Heat;

#[derive(Serialize, Deserialize)]
struct KeptTable {
    name: String,
    title: String,
    about: String,
    key: Vec<(String, String)>,
    columns: Vec<(String, String)>,
    rows: Vec<Vec<KeptCell>>,
    /// Row, column, value, unit, mark and word.
    heat: Option<[String; 6]>,
}

#[derive(Serialize, Deserialize)]
enum KeptCell {
    Text(String),
    Int(i64),
    /// The bits of a number: a decimal fraction might come back as its neighbour.
    Bits(u64),
    Missing,
}

/// Tables as text.
pub fn to_text(tables: &[Table]) -> String {
    let all: Vec<KeptTable> = tables.iter().map(keep).collect();
    // Plain structs with text keys always become JSON.
    serde_json::to_string(&all).unwrap_or_default()
}

/// The tables that a text holds; none where it is not what [`to_text`] wrote.
pub fn from_text(text: &str) -> Option<Vec<Table>> {
    let all: Vec<KeptTable> = serde_json::from_str(text).ok()?;
    Some(all.into_iter().map(restore).collect())
}

fn keep(table: &Table) -> KeptTable {
    let own = |(one, other): (&str, &str)| (one.to_owned(), other.to_owned());
    let cell = |cell: &Cell| match cell {
        Cell::Text(text) => KeptCell::Text(text.clone()),
        Cell::Int(value) => KeptCell::Int(*value),
        Cell::Number(value) => KeptCell::Bits(value.to_bits()),
        Cell::Missing => KeptCell::Missing,
    };
    KeptTable {
        name: table.name.to_owned(),
        title: table.title.to_owned(),
        about: table.about.clone(),
        key: table.key.iter().copied().map(own).collect(),
        columns: table.columns.iter().map(|column| own((column.name, column.about))).collect(),
        rows: table.rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
        heat: table.heat.map(|heat| {
            [heat.row, heat.column, heat.value, heat.unit, heat.mark, heat.word].map(str::to_owned)
        }),
    }
}

fn restore(kept: KeptTable) -> Table {
    let cell = |cell| match cell {
        KeptCell::Text(text) => Cell::Text(text),
        KeptCell::Int(value) => Cell::Int(value),
        KeptCell::Bits(bits) => Cell::Number(f64::from_bits(bits)),
        KeptCell::Missing => Cell::Missing,
    };
    let columns = kept.columns.into_iter();
    Table {
        name: lasting(kept.name),
        title: lasting(kept.title),
        about: kept.about,
        key: kept.key.into_iter().map(|(name, about)| (lasting(name), lasting(about))).collect(),
        columns: columns.map(|(name, about)| Column { name: lasting(name), about: lasting(about) }).collect(),
        rows: kept.rows.into_iter().map(|row| row.into_iter().map(cell).collect()).collect(),
        heat: kept.heat.map(|words| {
            let [row, column, value, unit, mark, word] = words.map(lasting);
            Heat { row, column, value, unit, mark, word }
        }),
    }
}

/// A name that lasts as long as the program: a call reads a few tables, so that they are few.
fn lasting(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_tables_come_back_to_the_last_bit() {
        let columns = [Column { name: "a", about: "A." }, Column { name: "b", about: "" }];
        let mut table = Table::new("t", "T", "about", &columns);
        table.key.push(("x", "is y"));
        table.rows.push(vec![Cell::text("ü \"q\""), Cell::Number(0.1 + 0.2)]);
        table.rows.push(vec![Cell::Int(i64::MIN), Cell::Missing]);
        table.rows.push(vec![Cell::Number(-0.0), Cell::Number(5e-324)]);
        table.heat = Some(Heat { row: "a", column: "b", value: "c", unit: "d", mark: "e", word: "f" });
        let text = to_text(std::slice::from_ref(&table));
        assert_eq!(from_text(&text), Some(vec![table]));
        assert_eq!(from_text(&text[1..]), None);
    }
}
