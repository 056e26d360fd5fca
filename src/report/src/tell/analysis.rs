use sim_engine::{
    analysis::{Column, Datum, Table, Values},
    text::people,
};
use sim_stats::estimate::{self, chi_square_p_value};

use super::{Style, grid, say};

/// A p-value below this is reported as doubtful.
const UNUSUAL: f64 = 0.05;
/// A p-value below this is reported as a difference.
const NO_LUCK: f64 = 0.001;

/// A game's published tables: each under its title; a test becomes a sentence.
pub fn analysis(tables: &[Table], style: Style) -> String {
    tables.iter().map(|table| table_text(table, style)).collect::<Vec<_>>().join("\n")
}

fn table_text(table: &Table, style: Style) -> String {
    let chance = table.columns.iter().position(|column| column.values == Values::Chance);
    if let (Some(at), [row]) = (chance, &table.rows[..]) {
        return format!("{}\n{}\n", table.title, test(table.columns, row, number(&row[at])));
    }
    // Columns without any known value, as after no samples, are left out.
    let is_shown = |at: &usize| {
        let Column { heading, values, .. } = table.columns[*at];
        let is_known = |row: &Vec<Datum>| !matches!(row[*at], Datum::Number(value) if !value.is_finite());
        !heading.is_empty() && values != Values::Error && table.rows.iter().any(is_known)
    };
    let shown: Vec<usize> = (0..table.columns.len()).filter(is_shown).collect();
    let header: Vec<&str> = shown.iter().map(|&at| table.columns[at].heading).collect();
    let right: Vec<bool> = shown.iter().map(|&at| table.columns[at].values != Values::Text).collect();
    let row = |row: &Vec<Datum>| shown.iter().map(|&at| cell(table.columns, row, at)).collect::<Vec<_>>();
    let rows = table.rows.iter().map(row);
    format!("{}\n\n{}", table.title, grid(&header, rows, &right, style))
}

/// A cell, with the half width of its interval if the next column is its error.
fn cell(columns: &[Column], row: &[Datum], at: usize) -> String {
    let error = columns.get(at + 1).filter(|next| next.values == Values::Error);
    let half = error.and_then(|_| number(&row[at + 1])).map(|error| error * estimate::Z);
    let factor = if columns[at].values == Values::Share { 100.0 } else { 1.0 };
    match (&row[at], number(&row[at])) {
        (Datum::Text(text), _) => (*text).to_owned(),
        (Datum::Name(name), _) => name.clone(),
        (Datum::Int(value), _) => people::count(*value),
        (_, None) => String::new(),
        (_, Some(value)) => match (half.map(|half| half * factor), columns[at].values) {
            (Some(half), _) => {
                let places = people::decimals(Some(half), 1);
                format!("{} ± {}", people::fixed(value * factor, places), people::fixed(half, places))
            }
            // Exact values need few digits.
            (None, Values::Share) => people::fixed(value * factor, 2),
            (None, _) if value.abs() >= 0.1 => people::fixed(value, 2),
            (None, _) => people::short(value),
        },
    }
}

fn test(columns: &[Column], row: &[Datum], chance: Option<f64>) -> String {
    let Some(chance) = chance else { return say!("analysis/untested") };
    let samples = columns.iter().zip(row).find_map(|(column, datum)| match datum {
        Datum::Int(value) => Some(format!("{} {}", people::count(*value), column.heading)),
        _ => None,
    });
    let often = people::short((chance * 100.0).round());
    match chance {
        ..NO_LUCK => say!("analysis/differs", samples),
        ..UNUSUAL => say!("analysis/doubtful", often, samples),
        _ => say!("analysis/agrees", often, samples),
    }
}

fn number(datum: &Datum) -> Option<f64> {
    match *datum {
        Datum::Text(_) | Datum::Name(_) => None,
        Datum::Int(value) => Some(value as f64),
        Datum::Number(value) => Some(value).filter(|value| value.is_finite()),
        Datum::ChiSquareTail { chi_square, degrees } => chi_square_p_value(chi_square, degrees),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: &[Column] = &[
        Column::new("box", Values::Text, ""),
        Column::new("exact", Values::Share, "").headed("hit, %"),
        Column::new("simulated", Values::Share, "").headed("in rolls, %"),
        Column::new("standard_error", Values::Error, ""),
        Column::new("difference_in_errors", Values::Number, "").unseen(),
    ];
    const TEST: &[Column] = &[
        Column::new("rounds", Values::Whole, "").headed("rolls"),
        Column::new("p_value", Values::Chance, ""),
    ];

    fn table(columns: &'static [Column], row: Vec<Datum>) -> Table {
        let title = "Do rolls agree?";
        Table { name: "boxes", title, about: String::new(), columns, rows: vec![row], heat: None }
    }

    fn plain(table: &Table) -> String {
        table_text(table, Style { width: None, has_tables: false })
    }

    #[test]
    fn a_number_has_as_many_digits_as_its_error_lets_it_and_its_unit_above() {
        let row = |simulated, error| {
            let numbers = [0.123_456_7, simulated, error, 0.5].map(Datum::Number);
            [Datum::Name("box-1".to_owned())].into_iter().chain(numbers).collect()
        };
        let told = plain(&table(COLUMNS, row(0.123_987, 0.000_33)));
        assert_eq!(told, "Do rolls agree?\n\nbox    hit, %  in rolls, %\nbox-1   12.35   12.4 ± 0.1\n");
        let none = plain(&table(COLUMNS, row(f64::NAN, f64::NAN)));
        assert_eq!(none, "Do rolls agree?\n\nbox    hit, %\nbox-1   12.35\n");
    }

    #[test]
    fn a_test_ends_with_its_answer() {
        let told = |chance| plain(&table(TEST, vec![Datum::Int(1_000_000), Datum::Number(chance)]));
        for (chance, answer) in [
            (0.434, "yes: luck alone makes differences as large in 43 of 100 such tests (1,000,000 rolls)"),
            (
                0.02,
                "perhaps not: luck alone makes differences as large in 2 of 100 such tests; try another --seed (1,000,000 rolls)",
            ),
            (
                1e-5,
                "no: luck alone makes differences as large less than once in 1,000 such tests (1,000,000 rolls)",
            ),
            (f64::NAN, "not tried: there are no samples; --n 1e6 takes a million"),
        ] {
            assert_eq!(told(chance), format!("Do rolls agree?\n{answer}\n"));
        }
    }
}
