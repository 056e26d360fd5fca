use plotters::style::RGBColor;

use super::{
    Look, Sketch,
    axis::Scale,
    canvas::{Anchor, Canvas, Lettering},
    theme::{self, Sheet, Weight},
};
use sim_engine::{
    analysis::{Heat, Square},
    text::people,
};
use sim_lab::tables::Table;

/// Widest cell; more columns make them narrower.
const WIDEST: f64 = 144.0;
const CELL_HEIGHT: f64 = 46.0;
/// The most columns of a grid for phones.
const MOST_NARROW: usize = 7;
const GAP: f64 = 3.0;
const FRAME: f64 = 3.0;
/// Paper between a frame and the colour within, so that no two colours mix to the eye.
const MOAT: f64 = 1.5;
/// Below this size a text would not be read.
const LEAST_TEXT: f64 = 7.0;
/// The same on a narrow sheet, which phones shrink.
const LEAST_NARROW: f64 = 12.1;
const STEPS: usize = 48;

/// Ends of a scale on one side of 0: one hue, told apart by lightness, and light enough for ink everywhere.
const LOW: RGBColor = RGBColor(243, 247, 251);
const HIGH: RGBColor = RGBColor(75, 155, 213);
/// What is below 0 where there is something above it too; around 0 both are as light as [`LOW`].
const BELOW: RGBColor = RGBColor(238, 158, 104);
/// Digits after the point at most.
const DIGITS: f64 = 3.0;

pub struct Words<'t> {
    pub name: &'t str,
    pub title: &'static str,
    pub about: &'t str,
}

struct Placed {
    row: usize,
    column: usize,
    value: Option<f64>,
    frame: Option<RGBColor>,
    word: &'static str,
}

struct Grid<'a> {
    rows: Vec<&'a str>,
    columns: Vec<&'a str>,
    squares: Vec<Placed>,
    frames: Vec<(&'static str, RGBColor)>,
    low: f64,
    high: f64,
    decimals: usize,
}

pub fn of_table<'a>(table: &Table, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let words = Words { name: table.name, title: table.title, about: &table.about };
    sketch(&words, table.heat.as_ref()?, caption, sheet)
}

pub fn sketch<'a>(words: &Words<'_>, heat: &Heat, caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let grid = Grid::of(heat)?;
    // Numbers in narrower cells would not be read, and a legend of frames would not fit.
    if sheet.width < theme::WIDE && (grid.columns.len() > MOST_NARROW || !grid.frames.is_empty()) {
        return None;
    }
    let mut canvas = Canvas::new(sheet);
    let top = canvas.heading(words.title, words.about);
    let bottom = grid.draw(&mut canvas, heat, top);
    let bottom = grid.legend(&mut canvas, heat, bottom);
    canvas.caption(bottom, caption);
    let alt = format!(
        "{}. {} rows, {} columns; {} from {} to {}.",
        words.title,
        grid.rows.len(),
        grid.columns.len(),
        heat.unit,
        grid.number(grid.low),
        grid.number(grid.high)
    );
    let name = super::grid_name(words.name);
    Some(Sketch { look: Look::Map, name, title: words.title, alt, canvas })
}

impl<'a> Grid<'a> {
    fn of(heat: &'a Heat) -> Option<Grid<'a>> {
        let (mut rows, mut columns) = (Vec::new(), Vec::new());
        let mut frames: Vec<(&str, RGBColor)> = Vec::new();
        let mut squares = Vec::new();
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for Square { row, column, value, mark, word } in &heat.squares {
            let value = value.filter(|value| value.is_finite());
            if let Some(value) = value {
                (low, high) = (low.min(value), high.max(value));
            }
            squares.push(Placed {
                row: place(&mut rows, row),
                column: place(&mut columns, column),
                value,
                frame: frame(&mut frames, mark),
                word,
            });
        }
        // Three digits of the largest number tell neighbours apart and still fit.
        let most = low.abs().max(high.abs()).max(1e-9);
        let decimals = (2.0 - libm::floor(libm::log10(most))).clamp(0.0, DIGITS) as usize;
        (low <= high).then_some(Grid { rows, columns, squares, frames, low, high, decimals })
    }

    fn number(&self, value: f64) -> String {
        people::fixed(value, self.decimals)
    }

    fn colour(&self, value: f64) -> RGBColor {
        let (share, high) = match self.low < 0.0 && self.high > 0.0 {
            true if value < 0.0 => (value / self.low.min(-self.high), BELOW),
            true => (value / self.high.max(-self.low), HIGH),
            false if self.high > self.low => ((value - self.low) / (self.high - self.low), HIGH),
            false => (0.5, HIGH),
        };
        let mix = |low: u8, high: u8| (f64::from(low) + (f64::from(high) - f64::from(low)) * share) as u8;
        RGBColor(mix(LOW.0, high.0), mix(LOW.1, high.1), mix(LOW.2, high.2))
    }

    /// Draws headers and cells; gives the y below them.
    fn draw(&self, canvas: &mut Canvas<'_>, heat: &Heat, top: f64) -> f64 {
        let small = Lettering::new(theme::SMALL, theme::MUTED, Anchor::Middle);
        let width = |text: &str| canvas.sheet.width(text, theme::SMALL, Weight::Regular);
        let labels = self.rows.iter().map(|row| width(row)).fold(width(&words(heat.row)), f64::max);
        let left = canvas.sheet.margin + labels + 14.0;
        let cell =
            ((canvas.sheet.width - canvas.sheet.margin - left) / self.columns.len() as f64).min(WIDEST);
        let middle = left + cell * self.columns.len() as f64 / 2.0;
        canvas.text(middle, top + 10.0, words(heat.column), small);
        canvas.text(left - 14.0, top + 30.0, words(heat.row), Lettering { anchor: Anchor::End, ..small });
        let ink = Lettering { colour: theme::INK, ..small };
        for (at, name) in self.columns.iter().enumerate() {
            let name = canvas.sheet.fit(name, theme::SMALL, Weight::Regular, cell - GAP);
            canvas.text(left + cell * (at as f64 + 0.5), top + 30.0, name, ink);
        }
        let top = top + 44.0;
        for (at, &name) in self.rows.iter().enumerate() {
            let y = top + CELL_HEIGHT * (at as f64 + 0.5);
            canvas.text(left - 14.0, y, name, Lettering { anchor: Anchor::End, ..ink });
        }
        for square in &self.squares {
            let x = left + cell * square.column as f64;
            let y = top + CELL_HEIGHT * square.row as f64;
            self.cell(canvas, square, (x, y), (cell, CELL_HEIGHT));
        }
        top + CELL_HEIGHT * self.rows.len() as f64
    }

    fn cell(&self, canvas: &mut Canvas<'_>, square: &Placed, (x, y): (f64, f64), (w, h): (f64, f64)) {
        let mut inset = GAP / 2.0;
        if let Some(colour) = square.frame {
            inset = framed(canvas, (x, y), (w, h), inset, colour);
        }
        let fill = square.value.map_or(theme::GRID, |value| self.colour(value));
        canvas.area(x + inset, y + inset, x + w - inset, y + h - inset, fill);
        let room = w - 2.0 * (GAP + FRAME + MOAT);
        let ink = Lettering::new(theme::TEXT, theme::INK, Anchor::Middle).bold();
        let number = square.value.map_or_else(String::new, |value| self.number(value));
        let lift = if square.word.is_empty() { 0.0 } else { 7.5 };
        if let Some(size) = size(canvas.sheet, &number, ink, room) {
            canvas.text(x + w / 2.0, y + h / 2.0 - lift, number, Lettering { size, ..ink });
        }
        let plain = Lettering::new(theme::SMALL - 1.0, theme::INK, Anchor::Middle);
        if let Some(size) = size(canvas.sheet, square.word, plain, room) {
            canvas.text(x + w / 2.0, y + h / 2.0 + 9.0, square.word, Lettering { size, ..plain });
        }
    }

    /// The colours with their numbers, and the frames with their words; gives the y below.
    fn legend(&self, canvas: &mut Canvas<'_>, heat: &Heat, top: f64) -> f64 {
        let long = 160.0 * canvas.sheet.scale();
        let text = Lettering::new(theme::SMALL, theme::INK, Anchor::Start);
        let y = top + 24.0;
        let width = |canvas: &Canvas<'_>, text: &str| canvas.sheet.width(text, theme::SMALL, Weight::Regular);
        let mut x = canvas.sheet.margin;
        let low = format!("{} {}", heat.unit, self.number(self.low));
        canvas.text(x, y, low.clone(), text);
        x += width(canvas, &low) + 10.0;
        let scale = Scale::new(self.low, self.high, x, x + long);
        let step = long / STEPS as f64;
        for at in 0..STEPS {
            let share = (at as f64 + 0.5) / STEPS as f64;
            let value = scale.low + (scale.high - scale.low) * share;
            let from = x + step * at as f64;
            // Each step covers the rest, so that no paper shines through at a joint.
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
        if self.squares.iter().any(|square| !square.word.is_empty()) {
            canvas.text(x + 10.0, y, format!("below the number: {}", heat.word), text);
        }
        top + 44.0
    }
}

/// Draws a frame of paper-lined colour; gives how far its inside is from the edge.
fn framed(
    canvas: &mut Canvas<'_>,
    (x, y): (f64, f64),
    (w, h): (f64, f64),
    edge: f64,
    colour: RGBColor,
) -> f64 {
    let inner = edge + FRAME;
    canvas.area(x + edge, y + edge, x + w - edge, y + h - edge, colour);
    canvas.area(x + inner, y + inner, x + w - inner, y + h - inner, theme::PAPER);
    inner + MOAT
}

/// The largest size, up to the lettering's, at which a text fits; none where it would not be read.
fn size(sheet: &Sheet, text: &str, lettering: Lettering, room: f64) -> Option<f64> {
    if text.is_empty() {
        return None;
    }
    let width = sheet.width(text, lettering.size, lettering.weight);
    let size = lettering.size * (room / width).min(1.0);
    let least = if sheet.width < theme::WIDE { LEAST_NARROW } else { LEAST_TEXT };
    (size >= least).then_some(size)
}

/// The place of a label among those seen, in the order of the table.
fn place<'a>(labels: &mut Vec<&'a str>, label: &'a str) -> usize {
    labels.iter().position(|other| *other == label).unwrap_or_else(|| {
        labels.push(label);
        labels.len() - 1
    })
}

fn words(column: &str) -> String {
    column.replace('_', " ")
}

/// The frame of a kind: its own colour where its word is one, none for what is plain.
fn frame(frames: &mut Vec<(&'static str, RGBColor)>, word: &'static str) -> Option<RGBColor> {
    if let Some((_, colour)) = frames.iter().find(|(other, _)| *other == word) {
        return Some(*colour);
    }
    let colour = match word {
        "" | "plain" => return None,
        "purple" => theme::PURPLE,
        "gold" => theme::GOLD,
        // Past the blue, which the scale uses.
        _ => theme::series(frames.len() + 1),
    };
    frames.push((word, colour));
    Some(colour)
}
