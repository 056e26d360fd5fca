//! Which of many paths matter.

use sim_engine::text::people;
use sim_lab::{
    figure::FigureOf,
    screen::{ScreenedRow, Screening, SharesRow},
};

use super::{
    grid::{Style, grid, more},
    head::{extent, varied},
};

/// Rows that are shown; the table has all.
const ROWS: usize = 15;

/// Elementary effects for reading.
pub fn morris(found: &Screening<ScreenedRow>, style: Style) -> String {
    let numbers = |row: &ScreenedRow| {
        let one = &row.screened;
        cells(&row.of, &row.path, &[one.strength, one.mean, one.spread])
    };
    shown(found, &["strength", "mean", "spread"], numbers, style)
        + "\nstrength: how much the figure changes when the path moves across half of its values, without the noise of the games;\nnear 0: no effect is seen. spread: how much this effect depends on the other paths.\n"
}

/// Shares of variance for reading.
pub fn sobol(found: &Screening<SharesRow>, style: Style) -> String {
    let numbers = |row: &SharesRow| {
        let one = &row.indices;
        let [_, (low, high)] = one.intervals();
        cells(&row.of, &row.path, &[one.total, low, high, one.first])
    };
    let mut text = shown(found, &["total", "total_low", "total_high", "own"], numbers, style);
    text += "\ntotal: the share of the figure's variance that comes from the path, alone and together with others;\nown: alone. The noise of the games is taken off; intervals come from a bootstrap over the points.\n";
    if !found.silent.is_empty() {
        let silent: Vec<String> = found.silent.iter().map(FigureOf::to_string).collect();
        text += &format!("No effect seen beyond noise: {}.\n", people::list(&silent));
    }
    text
}

/// The first rows under the head of what was played.
fn shown<T>(
    found: &Screening<T>,
    numbers: &[&str],
    cells: impl Fn(&T) -> Vec<String>,
    style: Style,
) -> String {
    let header: Vec<&str> = ["figure", "of", "path"].iter().chain(numbers).copied().collect();
    let rows: Vec<Vec<String>> = found.rows.iter().take(ROWS).map(cells).collect();
    let right: Vec<bool> = (0..header.len()).map(|at| at > 2).collect();
    let mut text = extent(&found.extent, &varied(&found.paths, found.planned), "of each arm");
    text += &grid(&header, &rows, &right, style);
    text + &more(found.rows.len(), ROWS, "", style)
}

fn cells(of: &FigureOf, path: &str, numbers: &[f64]) -> Vec<String> {
    let words = [of.figure.word().into_owned(), of.owner.to_string(), path.to_owned()];
    let finite = |number: &f64| if number.is_finite() { people::fixed(*number, 4) } else { String::new() };
    words.into_iter().chain(numbers.iter().map(finite)).collect()
}
