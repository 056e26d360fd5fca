use comfy_table::{CellAlignment, ContentArrangement, presets};
use sim_engine::text::visible;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Characters per line of a terminal, where grids have lines and wrap; `None` elsewhere.
    pub width: Option<u16>,
    pub has_tables: bool,
}

/// Rows of text under a header: on a terminal with lines, and cells that wrap to its width; elsewhere in plain
/// columns. `right` marks columns of numbers; its last entry holds for further columns.
pub fn grid(
    header: &[&str],
    rows: impl IntoIterator<Item: AsRef<[String]>>,
    right: &[bool],
    style: Style,
) -> String {
    let mut table = comfy_table::Table::new();
    match style.width {
        Some(width) => table
            .load_style(presets::UTF8_FULL_CONDENSED)
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(width),
        None => table.load_style(presets::NOTHING),
    };
    table.set_header(header.iter().copied());
    for row in rows {
        // A cell is one line, whatever the name in it.
        table.add_row(row.as_ref().iter().map(|cell| visible::in_a_line(cell)));
    }
    for (at, column) in table.column_iter_mut().enumerate() {
        if right.get(at).or(right.last()).is_some_and(|is_right| *is_right) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        if style.width.is_none() {
            column.set_padding((0, 2));
        }
    }
    table.lines().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// States how many rows of a list are omitted, if any, and where they are. `of` names the rows, and is empty if
/// that is clear.
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
        let told = |width| grid(&["who", "n"], &rows, &[false, true], Style { width, has_tables: false });
        assert_eq!(told(None), "who   n\na     1\nbcd  20\n");
        assert!(told(Some(80)).contains("│ a   ┆  1 │"), "{}", told(Some(80)));
    }

    #[test]
    fn a_wide_table_wraps_to_the_terminal() {
        let rows = [["a strategy of many words", "1"]].map(|row| row.map(str::to_owned).to_vec());
        let told = |width| {
            grid(&["who", "n"], &rows, &[false, true], Style { width: Some(width), has_tables: false })
        };
        assert!(told(80).contains("│ a strategy of many words ┆ 1 │"), "{}", told(80));
        assert!(told(20).lines().all(|line| line.chars().count() <= 20), "{}", told(20));
        assert!(["strategy", "words"].iter().all(|word| told(20).contains(word)), "{}", told(20));
    }

    #[test]
    fn a_name_moves_no_cursor_and_breaks_no_row() {
        let rows = [["a\nb\u{1b}[2J", "1"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            grid(&["who", "n"], &rows, &[false, true], Style { width: None, has_tables: false }),
            "who      n\na␊b␛[2J  1\n"
        );
    }

    #[test]
    fn what_is_left_out_is_where_it_can_be_found() {
        let told = |has_tables, all| more(all, 15, "", Style { width: None, has_tables });
        assert_eq!(told(false, 23), "and 8 more: see --out or --format json\n");
        assert_eq!(told(true, 23), "and 8 more: the tables have all\n");
        assert_eq!(told(true, 15), "");
    }
}
