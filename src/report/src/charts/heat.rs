use super::{Anchor, Canvas, Colour, Lettering, Look, Scale, Sheet, Sketch, Weight, padded, theme};
use sim_engine::{
    analysis::{Heat, Square},
    text::people,
};
use sim_lab::{
    summary::{RateRow, Summary},
    tables::Table,
};

/// Widest cell; more columns make cells narrower.
const WIDEST: f64 = 144.0;
const CELL_HEIGHT: f64 = 46.0;
/// Most columns of a grid for phones.
const MOST_NARROW: usize = 7;
const GAP: f64 = 3.0;
const FRAME: f64 = 3.0;
/// Paper between a frame and the color inside, so that the two colors do not seem to mix.
const MOAT: f64 = 1.5;
/// Smaller text would be unreadable.
const LEAST_TEXT: f64 = 7.0;
/// The same limit on a narrow sheet, which phones shrink.
const LEAST_NARROW: f64 = 12.1;
const STEPS: usize = 48;

/// Ends of a scale on one side of 0: one hue, graded by lightness, and light enough for ink everywhere.
const LOW: Colour = Colour(243, 247, 251);
const HIGH: Colour = Colour(75, 155, 213);
/// Negative end, if there are positive values too; around 0 both sides are as light as [`LOW`].
const BELOW: Colour = Colour(238, 158, 104);
/// Most decimals.
const DIGITS: f64 = 3.0;

struct Grid<'a> {
    heat: &'a Heat,
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
    /// Marks other than plain, with their colors.
    frames: Vec<(&'a str, Colour)>,
    low: f64,
    high: f64,
    decimals: usize,
}

pub fn sketch<'a>(table: &Table, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let grid = Grid::new(table.heat.as_ref()?)?;
    // Numbers in narrower cells would be unreadable, and a legend of frames would not fit.
    if sheet.is_narrow() && (grid.columns.len() > MOST_NARROW || !grid.frames.is_empty()) {
        return None;
    }
    let mut canvas = Canvas::new(sheet);
    let top = canvas.heading(table.title, &table.about);
    let bottom = grid.draw(&mut canvas, top);
    let bottom = grid.legend(&mut canvas, bottom);
    let (name, title, unit) = (super::grid_name(table.name), table.title.to_owned(), grid.heat.unit);
    let (rows, columns) = (grid.rows.len(), grid.columns.len());
    let [low, high] = [grid.low, grid.high].map(|end| grid.number(end));
    let alt = format!("{title}. {rows} rows, {columns} columns; {unit} from {low} to {high}.");
    Some(Sketch { name, title, alt, look: Look::Map, canvas, bottom })
}

impl<'a> Grid<'a> {
    fn new(heat: &'a Heat) -> Option<Grid<'a>> {
        let (low, high) = padded(heat.squares.iter().filter_map(|square| square.value), 0.0, 0.0)?;
        // Three digits of the largest number distinguish neighbors and still fit.
        let most = low.abs().max(high.abs()).max(1e-9);
        let decimals = (2.0 - libm::floor(libm::log10(most))).clamp(0.0, DIGITS) as usize;
        let rows = distinct(heat.squares.iter().map(|square| square.row.as_str()));
        let columns = distinct(heat.squares.iter().map(|square| square.column.as_str()));
        let marks = heat.squares.iter().map(|square| square.mark);
        let marks = distinct(marks.filter(|mark| !["", "plain"].contains(mark)));
        let colour = |(at, mark): (usize, &'a str)| match mark {
            "purple" => (mark, theme::PURPLE),
            "gold" => (mark, theme::GOLD),
            // Skip blue, which the scale uses.
            _ => (mark, theme::series(at + 1)),
        };
        let frames = marks.into_iter().enumerate().map(colour).collect();
        Some(Grid { heat, rows, columns, frames, low, high, decimals })
    }

    fn number(&self, value: f64) -> String {
        people::fixed(value, self.decimals)
    }

    fn colour(&self, value: f64) -> Colour {
        let (share, high) = match self.low < 0.0 && self.high > 0.0 {
            true if value < 0.0 => (value / self.low.min(-self.high), BELOW),
            true => (value / self.high.max(-self.low), HIGH),
            false if self.high > self.low => ((value - self.low) / (self.high - self.low), HIGH),
            false => (0.5, HIGH),
        };
        let mix = |low: u8, high: u8| (f64::from(low) + (f64::from(high) - f64::from(low)) * share) as u8;
        Colour(mix(LOW.0, high.0), mix(LOW.1, high.1), mix(LOW.2, high.2))
    }

    /// Draws headers and cells; returns the y below them.
    fn draw(&self, canvas: &mut Canvas<'_>, top: f64) -> f64 {
        let small = Lettering::new(theme::SMALL, theme::MUTED, Anchor::Middle);
        let width = |text: &str| canvas.sheet.width(text, theme::SMALL, Weight::Regular);
        let labels = self.rows.iter().map(|row| width(row)).fold(width(&words(self.heat.row)), f64::max);
        let left = canvas.sheet.margin + labels + 14.0;
        let cell = ((canvas.right() - left) / self.columns.len() as f64).min(WIDEST);
        let middle = left + cell * self.columns.len() as f64 / 2.0;
        canvas.text(middle, top + 10.0, words(self.heat.column), small);
        canvas.text(left - 14.0, top + 30.0, words(self.heat.row), small.at(Anchor::End));
        let ink = Lettering { colour: theme::INK, ..small };
        for (at, name) in self.columns.iter().enumerate() {
            let name = canvas.sheet.fit(name, theme::SMALL, Weight::Regular, cell - GAP);
            canvas.text(left + cell * (at as f64 + 0.5), top + 30.0, name, ink);
        }
        let top = top + 44.0;
        for (at, &name) in self.rows.iter().enumerate() {
            let y = top + CELL_HEIGHT * (at as f64 + 0.5);
            canvas.text(left - 14.0, y, name, ink.at(Anchor::End));
        }
        let place = |all: &[&str], label: &str| all.iter().position(|one| *one == label).unwrap_or(0) as f64;
        for square in &self.heat.squares {
            let x = left + cell * place(&self.columns, &square.column);
            let y = top + CELL_HEIGHT * place(&self.rows, &square.row);
            self.cell(canvas, square, (x, y), (cell, CELL_HEIGHT));
        }
        top + CELL_HEIGHT * self.rows.len() as f64
    }

    fn cell(&self, canvas: &mut Canvas<'_>, square: &Square, (x, y): (f64, f64), (w, h): (f64, f64)) {
        let mut inset = GAP / 2.0;
        if let Some((_, colour)) = self.frames.iter().find(|(mark, _)| *mark == square.mark) {
            inset = framed(canvas, (x, y), (w, h), inset, *colour);
        }
        let value = square.value.filter(|value| value.is_finite());
        let fill = value.map_or(theme::GRID, |value| self.colour(value));
        canvas.area(x + inset, y + inset, x + w - inset, y + h - inset, fill);
        let room = w - 2.0 * (GAP + FRAME + MOAT);
        let ink = Lettering::new(theme::TEXT, theme::INK, Anchor::Middle).bold();
        let number = value.map_or_else(String::new, |value| self.number(value));
        let lift = if square.word.is_empty() { 0.0 } else { 7.5 };
        if let Some(size) = size(canvas.sheet, &number, ink, room) {
            canvas.text(x + w / 2.0, y + h / 2.0 - lift, number, Lettering { size, ..ink });
        }
        let plain = Lettering::new(theme::SMALL - 1.0, theme::INK, Anchor::Middle);
        if let Some(size) = size(canvas.sheet, square.word, plain, room) {
            canvas.text(x + w / 2.0, y + h / 2.0 + 9.0, square.word, Lettering { size, ..plain });
        }
    }

    /// Draws the color scale with its numbers, and the frames with their words; returns the y below.
    fn legend(&self, canvas: &mut Canvas<'_>, top: f64) -> f64 {
        let long = 160.0 * canvas.sheet.scale();
        let text = Lettering::new(theme::SMALL, theme::INK, Anchor::Start);
        let y = top + 24.0;
        let width = |canvas: &Canvas<'_>, text: &str| canvas.sheet.width(text, theme::SMALL, Weight::Regular);
        let mut x = canvas.sheet.margin;
        let low = format!("{} {}", self.heat.unit, self.number(self.low));
        canvas.text(x, y, low.clone(), text);
        x += width(canvas, &low) + 10.0;
        let scale = Scale::new(self.low, self.high, x, x + long);
        let step = long / STEPS as f64;
        for at in 0..STEPS {
            let share = (at as f64 + 0.5) / STEPS as f64;
            let value = scale.low + (scale.high - scale.low) * share;
            let from = x + step * at as f64;
            // Each step covers the rest, so that no paper shows at a joint.
            canvas.area(from, y - 8.0, x + long, y + 8.0, self.colour(value));
        }
        x += long + 10.0;
        let high = self.number(self.high);
        canvas.text(x, y, high.clone(), text);
        x += width(canvas, &high) + 34.0;
        for &(word, colour) in &self.frames {
            let inset = framed(canvas, (x, y - 10.0), (32.0, 20.0), 0.0, colour);
            canvas.area(x + inset, y - 10.0 + inset, x + 32.0 - inset, y + 10.0 - inset, LOW);
            canvas.text(x + 40.0, y, word, text);
            x += 40.0 + width(canvas, word) + 24.0;
        }
        if self.heat.squares.iter().any(|square| !square.word.is_empty()) {
            canvas.text(x + 10.0, y, format!("below the number: {}", self.heat.word), text);
        }
        top + 44.0
    }
}

/// Draws a colored frame lined with paper; returns the distance from its edge to the inside.
fn framed(canvas: &mut Canvas<'_>, (x, y): (f64, f64), (w, h): (f64, f64), edge: f64, colour: Colour) -> f64 {
    let inner = edge + FRAME;
    canvas.area(x + edge, y + edge, x + w - edge, y + h - edge, colour);
    canvas.area(x + inner, y + inner, x + w - inner, y + h - inner, theme::PAPER);
    inner + MOAT
}

/// The largest size, up to the lettering's, at which a text fits; `None` if it would be unreadable.
fn size(sheet: &Sheet, text: &str, lettering: Lettering, room: f64) -> Option<f64> {
    if text.is_empty() {
        return None;
    }
    let width = sheet.width(text, lettering.size, lettering.weight);
    let size = lettering.size * (room / width).min(1.0);
    let least = if sheet.is_narrow() { LEAST_NARROW } else { LEAST_TEXT };
    (size >= least).then_some(size)
}

/// Distinct labels, in order of appearance.
pub fn distinct<'a>(labels: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for label in labels {
        if !seen.contains(&label) {
            seen.push(label);
        }
    }
    seen
}

fn words(column: &str) -> String {
    column.replace('_', " ")
}

/// Win rate of each seat at each number of players.
pub fn seats<'a>(runs: &[&Summary], sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let about = "Win rate of each seat less the fair share, in percentage points, for each number of players; the table has the errors.";
    let rows: Vec<_> = runs.iter().map(|run| (run.players, run.rates.seats.as_slice())).collect();
    let table = Table::new("seat_by_players", "Seats at tables of every size", about, &[]);
    sketch(&Table { heat: Some(gains(&rows)), ..table }, sheet)
}

/// Win rate of each seat minus its fair share, in percentage points.
fn gains(sizes: &[(usize, &[RateRow])]) -> Heat {
    let square = |players: usize, RateRow { owner, estimate, fair, .. }: &RateRow| {
        let gain = estimate.value.zip(*fair).map(|(share, fair)| (share - fair) * 100.0);
        let seat = owner.seat().map_or(String::new(), |seat| (seat.0 + 1).to_string());
        Square::plain(players.to_string(), seat, gain)
    };
    let squares = sizes.iter().flat_map(|(players, rows)| rows.iter().map(|row| square(*players, row)));
    let squares = squares.collect();
    Heat { row: "players", column: "seat", unit: "points beyond fair", word: "", squares }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::Seat;
    use sim_lab::figure::Owner;
    use sim_stats::Estimate;

    #[test]
    fn a_seat_is_held_against_the_fair_share_of_its_table() {
        let row = |players: usize, seat, share| RateRow {
            owner: Owner::Seat(Seat(seat)),
            estimate: Estimate { value: Some(share), ..Estimate::MISSING },
            fair: (players > 1).then(|| 1.0 / players as f64),
            list: None,
        };
        let (two, four) = ([row(2, 0, 0.52), row(2, 1, 0.48)], [row(4, 2, 0.35)]);
        let gains = gains(&[(2, &two), (4, &four)]);
        let found: Vec<f64> = gains.squares.iter().filter_map(|square| square.value).collect();
        for (found, wanted) in found.iter().zip([2.0, -2.0, 10.0]) {
            assert!((found - wanted).abs() < 1e-9, "{found}");
        }
        assert_eq!(found.len(), 3);
        // A solo game has no fair share, so there is nothing to draw.
        assert!(super::gains(&[(1, &[row(1, 0, 0.4)])]).squares.iter().all(|square| square.value.is_none()));
    }
}
