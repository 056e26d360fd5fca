//! Charts of rows: each has a name, a dot with its interval on a shared axis, and words on the right.

use super::{Anchor, Canvas, Colour, Lettering, Look, Scale, Sheet, Sketch, Weight, heading, theme};
use sim_engine::text::people;
use sim_stats::Interval;

/// Most rows of a chart.
pub const MOST: usize = 24;

pub struct RowChart {
    pub name: &'static str,
    /// Whether the objective is wins, not points; title and subtitle depend on it.
    pub is_won: bool,
    /// Follows the subtitle.
    pub note: String,
    pub look: Look,
    pub layout: Layout,
    pub rows: Vec<Row>,
    /// The values at both ends of the axis.
    pub range: (f64, f64),
    /// Scale from values to the displayed unit, in which ticks are round.
    pub factor: f64,
    pub ticks: usize,
    pub form: fn(f64, usize) -> String,
    pub sign: &'static str,
    /// The acceptable range, drawn as an area below the rows.
    pub band: Option<[f64; 2]>,
    /// Value of a dashed line, and the label above it.
    pub reference: Option<(f64, String)>,
    /// Width of the caps on the known ends of lines.
    pub stops: Option<f64>,
}

impl Default for RowChart {
    fn default() -> RowChart {
        RowChart {
            name: "",
            is_won: true,
            note: String::new(),
            look: Look::Plain,
            layout: COMPACT,
            rows: Vec::new(),
            range: (0.0, 1.0),
            factor: 1.0,
            ticks: 9,
            form: people::fixed,
            sign: "",
            band: None,
            reference: None,
            stops: None,
        }
    }
}

pub struct Row {
    pub name: String,
    pub words: String,
    /// Text after the name for screen readers.
    pub alt: String,
    pub colour: Colour,
    /// Both ends; an unknown one extends to the end of the axis.
    pub line: Option<[Option<f64>; 2]>,
    pub dot: Option<f64>,
    pub ring: Option<f64>,
}

impl Row {
    pub fn line(interval: Option<Interval>) -> Option<[Option<f64>; 2]> {
        interval.map(|ends| [Some(ends.low), Some(ends.high)])
    }

    /// All values on the axis.
    pub fn values(&self) -> impl Iterator<Item = f64> {
        self.line.into_iter().flatten().chain([self.dot, self.ring]).flatten()
    }
}

#[derive(Clone, Copy)]
pub struct Layout {
    row: f64,
    /// Room for the names on a wide sheet.
    names: f64,
    /// Extra height for names above their rows on a narrow sheet; `None` keeps them on the left.
    above: Option<f64>,
    /// Below the heading.
    gap: f64,
    radius: f64,
}

pub const COMPACT: Layout = Layout { row: 26.0, names: 330.0, above: Some(18.0), gap: 6.0, radius: 5.0 };
pub const ROOMY: Layout = Layout { row: 32.0, names: 260.0, above: None, gap: 4.0, radius: 5.5 };

impl RowChart {
    pub fn sketch(self, sheet: &Sheet) -> Sketch<'_> {
        let mut canvas = Canvas::new(sheet);
        let above = self.layout.above.filter(|_| sheet.is_narrow());
        let room = if above.is_some() { self.layout.names } else { sheet.room(self.layout.names) };
        let words: Vec<&str> = self.rows.iter().map(|row| row.words.as_str()).collect();
        let Margins { names, left, right } =
            Margins::new(sheet, self.rows.iter().map(|row| row.name.as_str()), room, &words);
        let left = if above.is_some() { sheet.margin + 8.0 } else { left };
        let scale = Scale::new(self.range.0, self.range.1, left, right);

        let has_words = self.reference.as_ref().is_some_and(|(_, words)| !words.is_empty());
        let flags = [("is_won", self.is_won), ("has_reference", self.reference.is_some())];
        let (title, subtitle) = heading(self.name, &flags.map(|(name, flag)| (name, flag.into())));
        let top = canvas.heading(&title, &(subtitle + &self.note))
            + self.layout.gap
            + if has_words { 18.0 } else { 0.0 };
        let height = self.layout.row + above.unwrap_or(0.0);
        let bottom = top + height * self.rows.len() as f64 + 6.0;
        if let Some([from, to]) = self.band {
            canvas.area(scale.at(from), top, scale.at(to), bottom, theme::GRID);
        }
        canvas.grid_across(scale, self.axis(scale, sheet), (top, bottom));
        canvas.line(&[(left, bottom), (right, bottom)], 1.0, theme::AXIS);
        if let Some((value, words)) = &self.reference {
            let (x, over) = (scale.at(*value), if has_words { 6.0 } else { 4.0 });
            canvas.dashes((x, top - over), (x, bottom), 1.5, theme::INK);
            if has_words {
                let half = sheet.width(words, theme::SMALL, Weight::Regular) / 2.0;
                let x = x.clamp(left + half, right - half.min(right - left));
                let ink = Lettering::new(theme::SMALL, theme::INK, Anchor::Middle);
                canvas.text(x, top - 15.0, words, ink);
            }
        }
        let label = Lettering::new(theme::TEXT, theme::INK, Anchor::End);
        for (at, (row, name)) in self.rows.iter().zip(names).enumerate() {
            let y = top + height * (at as f64 + 1.0) - self.layout.row * 0.5 + 3.0;
            match above {
                Some(above) => canvas.text(sheet.margin, y - above, name, label.at(Anchor::Start)),
                None => canvas.text(left - 14.0, y, name, label),
            }
            self.marks(&mut canvas, row, scale, y);
            let is_empty = row.dot.is_none() && row.ring.is_none();
            let colour = if is_empty { theme::MUTED } else { theme::INK };
            canvas.text(canvas.right(), y, row.words.as_str(), Lettering { colour, ..label }.bold());
        }
        let rows = self.rows.iter().map(|row| format!(" {}: {}.", row.name, row.alt));
        let alt = format!("{title}.{}", rows.collect::<String>());
        let (name, look) = (self.name.to_owned(), self.look);
        Sketch { name, title, alt, look, canvas, bottom: bottom + 26.0 }
    }

    fn axis(&self, scale: Scale, sheet: &Sheet) -> Vec<(f64, String)> {
        let told = Scale::new(scale.low * self.factor, scale.high * self.factor, 0.0, 1.0);
        let (ticks, decimals) = told.ticks(sheet.ticks(self.ticks));
        let words = |tick: f64| (tick / self.factor, (self.form)(tick, decimals) + self.sign);
        ticks.into_iter().map(words).collect()
    }

    fn marks(&self, canvas: &mut Canvas<'_>, row: &Row, scale: Scale, y: f64) {
        if let Some([low, high]) = row.line {
            let ends = [scale.at(low.unwrap_or(scale.low)), scale.at(high.unwrap_or(scale.high))];
            canvas.line(&ends.map(|x| (x, y)), 2.0, row.colour);
            for (x, end) in ends.into_iter().zip([low, high]) {
                if let Some(width) = self.stops.filter(|_| end.is_some()) {
                    canvas.line(&[(x, y - 5.0), (x, y + 5.0)], width, row.colour);
                }
            }
        }
        if let Some(value) = row.dot {
            canvas.disc(scale.at(value), y, self.layout.radius, row.colour);
        }
        if let Some(value) = row.ring {
            canvas.ring(scale.at(value), y, self.layout.radius, row.colour);
        }
    }
}

/// Names to the left of a plot, cut to their room, and the plot's edges between them and the words on the right.
pub struct Margins {
    pub names: Vec<String>,
    pub left: f64,
    pub right: f64,
}

impl Margins {
    pub fn new<'n>(
        sheet: &Sheet,
        names: impl Iterator<Item = &'n str>,
        room: f64,
        words: &[&str],
    ) -> Margins {
        let names: Vec<String> =
            names.map(|name| sheet.fit(name, theme::TEXT, Weight::Regular, room)).collect();
        let left = sheet.margin + sheet.widest(&names, Weight::Regular) + 18.0;
        let right = sheet.width - sheet.margin - sheet.widest(words, Weight::Bold) - 22.0;
        Margins { names, left, right }
    }
}
