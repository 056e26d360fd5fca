use sim_engine::text::people;
use sim_lab::{
    figure::{Figure, Unit},
    pairs::FigureRow,
};
use sim_stats::paired::PairedEstimate;

use super::{Style, grid, number};

#[derive(Debug, Clone, Copy)]
pub enum Key {
    Text(&'static str),
    Number(&'static str),
}

pub struct PairedRow<'r> {
    /// The row's identifiers, in the order of the columns.
    pub keys: Vec<String>,
    pub unit: Unit,
    pub paired: &'r PairedEstimate,
}

pub fn figure_name(figure: &Figure) -> String {
    let word = figure.word();
    if figure.unit().is_share() { format!("{word} %") } else { word.into_owned() }
}

pub const FIGURE_KEYS: [Key; 3] = [Key::Text("figure"), Key::Text("strategy"), Key::Number("seat")];

pub fn of_figure(row: &FigureRow) -> PairedRow<'_> {
    let owner = &row.of.owner;
    let seat = owner.seat().map_or(String::new(), |seat| (seat.0 + 1).to_string());
    let keys = vec![figure_name(&row.of.figure), owner.strategy().unwrap_or_default().to_owned(), seat];
    PairedRow { keys, unit: row.of.figure.unit(), paired: &row.paired }
}

/// Paired rows as a grid: identifiers, both arms, the difference and its interval, and the variance ratio if
/// `has_ratio`.
pub fn paired(
    keys: &[Key],
    rows: &[PairedRow<'_>],
    arms: [&str; 2],
    has_ratio: bool,
    style: Style,
) -> String {
    let words = keys.iter().map(|key| match key {
        Key::Text(word) | Key::Number(word) => *word,
    });
    let mut header: Vec<&str> = words.chain([arms[0], arms[1], "difference", "95 %"]).collect();
    header.extend(has_ratio.then_some("variance ratio"));
    let cells = rows.iter().map(|PairedRow { keys, unit, paired }| {
        let scaled = paired.scaled(unit.factor());
        let difference = &scaled.difference;
        let places = people::decimals(difference.half_width(), 2);
        let plain = |value: Option<f64>| value.map_or(String::new(), |value| people::fixed(value, places));
        let mut cells = keys.clone();
        cells.extend([plain(scaled.one), plain(scaled.other)]);
        cells.extend(number::cells(difference, 2, &paired.words()));
        cells.extend(has_ratio.then(|| paired.variance_ratio.map_or(String::new(), people::short)));
        cells
    });
    let right: Vec<bool> =
        (0..header.len()).map(|at| keys.get(at).is_none_or(|key| matches!(key, Key::Number(_)))).collect();
    grid(&header, cells, &right, style)
}
