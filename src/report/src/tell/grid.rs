use comfy_table::{CellAlignment, ContentArrangement, presets};
use sim_engine::text::visible;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// People see it as it is told: grids have lines.
    pub is_terminal: bool,
    pub has_tables: bool,
}

/// Rows of text under a header: with lines on a terminal, plain columns elsewhere. The columns that `right` marks are
/// numbers; those beyond its end are as its last.
pub fn grid(
    header: &[&str],
    rows: impl IntoIterator<Item: AsRef<[String]>>,
    right: &[bool],
    style: Style,
) -> String {
    let mut table = comfy_table::Table::new();
    let (lines, arrangement) = match style.is_terminal {
        true => (presets::UTF8_FULL_CONDENSED, ContentArrangement::Dynamic),
        false => (presets::NOTHING, ContentArrangement::Disabled),
    };
    table.load_style(lines).set_content_arrangement(arrangement).set_header(header.iter().copied());
    for row in rows {
        // A cell is one line, whatever the name in it.
        table.add_row(row.as_ref().iter().map(|cell| visible::in_a_line(cell)));
    }
    for (at, column) in table.column_iter_mut().enumerate() {
        if right.get(at).or(right.last()).is_some_and(|is_right| *is_right) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        if !style.is_terminal {
            column.set_padding((0, 2));
        }
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// What is left out of a list of which the first rows are shown, if something is, and where it is: `of` says what
/// the rows are, and is empty where that is plain.
pub fn more(all: usize, shown: usize, of: &str, style: Style) -> String {
    let place = if style.has_tables { "the tables have all" } else { "see --out or --format json" };
    match all.saturating_sub(shown) {
        0 => String::new(),
        more => format!("and {more} more{of}: {place}\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_at_the_right() {
        let rows = [["a", "1"], ["bcd", "20"]].map(|row| row.map(str::to_owned).to_vec());
        let told = |is_terminal| {
            grid(&["who", "n"], &rows, &[false, true], Style { is_terminal, has_tables: false })
        };
        assert_eq!(told(false), "who   n\na     1\nbcd  20\n");
        assert!(told(true).contains("│ a   ┆  1 │"), "{}", told(true));
    }

    #[test]
    fn a_name_moves_no_cursor_and_breaks_no_row() {
        let rows = [["a\nb\u{1b}[2J", "1"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            grid(&["who", "n"], &rows, &[false, true], Style { is_terminal: false, has_tables: false }),
            "who      n\na␊b␛[2J  1\n"
        );
    }

    #[test]
    fn what_is_left_out_is_where_it_can_be_found() {
        let told = |has_tables, all| more(all, 15, "", Style { is_terminal: false, has_tables });
        assert_eq!(told(false, 23), "and 8 more: see --out or --format json\n");
        assert_eq!(told(true, 23), "and 8 more: the tables have all\n");
        assert_eq!(told(true, 15), "");
    }
}
