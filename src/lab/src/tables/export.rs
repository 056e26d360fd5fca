use serde_json::{Map, Value, json};
use sim_engine::text::visible;

use super::{Cell, Table};

/// Significant digits of a number; more would be noise.
const DIGITS: usize = 7;

/// Formats a number with seven significant digits and no trailing zeros.
pub fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let magnitude = libm::floor(libm::log10(value.abs())) as i32;
    if !(-5..15).contains(&magnitude) {
        return format!("{value:.*e}", DIGITS - 1);
    }
    let decimals = (DIGITS as i32 - 1 - magnitude).max(0) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn field(cell: &Cell) -> String {
    match cell {
        Cell::Text(text) => harmless(text),
        Cell::Int(value) => value.to_string(),
        Cell::Number(value) => number(*value),
        Cell::Missing => String::new(),
    }
}

/// Escapes text that a spreadsheet would take for a formula or a terminal for a command: names come from people and
/// disks. A leading apostrophe marks it as text, which spreadsheets do not show.
fn harmless(text: &str) -> String {
    let text = visible::in_lines(text);
    let begins_one = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    // Leaves a number, or a range of numbers, as it is.
    let is_range = || text.split(" to ").all(|word| word.parse::<f64>().is_ok());
    if begins_one && !is_range() { format!("'{text}") } else { text.into_owned() }
}

/// A table as CSV with a header row. A leading apostrophe protects text that a spreadsheet would take for a formula.
///
/// # Errors
/// Never, since writing to memory cannot fail; the signature is the csv crate's.
pub fn csv(table: &Table) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(table.columns.iter().map(|column| column.name))?;
    for row in &table.rows {
        writer.write_record(row.iter().map(field))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

pub fn json(tables: &[Table]) -> Value {
    let mut all = Map::new();
    for table in tables {
        let rows: Vec<Value> = table
            .rows
            .iter()
            .map(|row| {
                let pairs = table
                    .columns
                    .iter()
                    .zip(row)
                    .map(|(column, cell)| (column.name.to_owned(), json_cell(cell)));
                Value::Object(pairs.collect())
            })
            .collect();
        all.insert(
            table.name.to_owned(),
            json!({ "title": table.title, "about": table.about, "rows": rows }),
        );
    }
    Value::Object(all)
}

fn json_cell(cell: &Cell) -> Value {
    match cell {
        Cell::Text(text) => json!(text),
        Cell::Int(value) => json!(value),
        // The same digits as in CSV.
        Cell::Number(value) => number(*value).parse::<f64>().map_or(Value::Null, |value| json!(value)),
        Cell::Missing => Value::Null,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::tables::Column;

    #[test]
    fn numbers_keep_seven_digits_and_no_idle_zeros() {
        for (value, text) in [
            (0.0, "0"),
            (0.5, "0.5"),
            (1.0 / 3.0, "0.3333333"),
            (-19.431894, "-19.43189"),
            (123456789.4, "123456789"),
            (1200.0, "1200"),
            (0.00001234567, "0.00001234567"),
            (1.5e-9, "1.500000e-9"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn a_missing_value_is_an_empty_field() {
        let columns = [Column::text("a", ""), Column::text("b", "")];
        let mut table = Table::new("t", "T", "", &columns);
        table.rows.push(vec![Cell::text("x, \"y\""), Cell::Missing]);
        assert_eq!(String::from_utf8(csv(&table).unwrap()).unwrap(), "a,b\n\"x, \"\"y\"\"\",\n");
        assert_eq!(json(&[table])["t"]["rows"][0]["b"], Value::Null);
    }

    #[test]
    fn no_name_is_a_formula_to_a_spreadsheet() {
        for (name, field) in [
            ("=1+1", "'=1+1"),
            ("+a", "'+a"),
            ("-a", "'-a"),
            ("@a", "'@a"),
            ("\ta", "'\ta"),
            ("\r=a", "␍=a"),
            ("\u{1b}[2J\u{202e}", "␛[2J\\u{202e}"),
            ("-0.5", "-0.5"),
            ("+2", "+2"),
            ("-20 to 20", "-20 to 20"),
            ("-1 to =1", "'-1 to =1"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            let mut table = Table::new("t", "T", "", &[Column::text("a", ""), Column::text("b", "")]);
            table.rows.push(vec![Cell::text(name), Cell::Number(-1.5)]);
            assert_eq!(String::from_utf8(csv(&table).unwrap()).unwrap(), format!("a,b\n{field},-1.5\n"));
            assert_eq!(json(&[table])["t"]["rows"][0]["a"], name);
        }
    }

    proptest! {
        #[test]
        fn printed_numbers_read_back_within_seven_digits(value in -1e12..1e12f64) {
            let read: f64 = number(value).parse().unwrap();
            prop_assert!((read - value).abs() <= value.abs() * 1e-6);
        }
    }
}
