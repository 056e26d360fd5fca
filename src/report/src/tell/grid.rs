//! Rows of text under a header.

use comfy_table::{CellAlignment, ContentArrangement, presets};
use sim_engine::text::visible;

/// For whom something is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// People see it as it is told: grids have lines.
    pub is_terminal: bool,
}

/// Rows of text under a header: with lines on a terminal, plain columns elsewhere. The columns
/// that `right` marks are numbers.
pub fn grid(header: &[&str], rows: &[Vec<String>], right: &[bool], style: Style) -> String {
    // A cell is one line, whatever the name in it.
    let rows = rows.iter().map(|row| row.iter().map(|cell| visible::in_a_line(cell).into_owned()).collect());
    let rows: Vec<Vec<String>> = rows.collect();
    if style.is_terminal {
        let mut table = comfy_table::Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
        table.set_header(header.iter().copied());
        for row in &rows {
            table.add_row(row);
        }
        for (at, _) in right.iter().enumerate().filter(|(_, right)| **right) {
            if let Some(column) = table.column_mut(at) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        return format!("{table}\n");
    }
    let width = |at: usize| {
        let cells = rows.iter().map(|row| row[at].chars().count());
        cells.chain([header[at].chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..header.len()).map(width).collect();
    let mut text = String::new();
    for row in [header.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>()].iter().chain(&rows) {
        let mut line = String::new();
        for (at, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[at] - cell.chars().count());
            line += &if right[at] { format!("{pad}{cell}  ") } else { format!("{cell}{pad}  ") };
        }
        text += line.trim_end();
        text.push('\n');
    }
    text
}

/// What is left out of a list of which the first rows are shown, if something is.
pub fn more(all: usize, shown: usize) -> String {
    match all.saturating_sub(shown) {
        0 => String::new(),
        more => format!("and {more} more: see --out or --format json\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_at_the_right() {
        let rows = [["a", "1"], ["bcd", "20"]].map(|row| row.map(str::to_owned).to_vec());
        let told = |is_terminal| grid(&["who", "n"], &rows, &[false, true], Style { is_terminal });
        assert_eq!(told(false), "who   n\na     1\nbcd  20\n");
        assert!(told(true).contains("│ a   ┆  1 │"), "{}", told(true));
    }

    #[test]
    fn a_name_moves_no_cursor_and_breaks_no_row() {
        let rows = [["a\nb\u{1b}[2J", "1"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            grid(&["who", "n"], &rows, &[false, true], Style { is_terminal: false }),
            "who      n\na␊b␛[2J  1\n"
        );
    }
}
