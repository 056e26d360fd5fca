//! A figure as a list of marks, drawn to SVG and to PNG from the same coordinates.

use plotters::{
    coord::Shift,
    drawing::DrawingAreaErrorKind,
    prelude::{
        Circle, DrawingArea, DrawingBackend, FontStyle, IntoDrawingArea, PathElement, Polygon, SVGBackend,
        Text,
    },
    style::{
        Color, TextStyle,
        text_anchor::{HPos, Pos, VPos},
    },
};

use super::{ChartError, Colour, LEADING, Scale, Sheet, Weight, pixels, theme};

/// Coordinates and lengths are whole tenths of a point, finer than any screen.
pub const UNITS: f64 = 10.0;
/// Plotters' font size is a line height: em times this factor.
const LINE_HEIGHT: f64 = 1.24;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// The part of a text's width in front of its anchor.
    pub fn before(self, width: f64) -> f64 {
        match self {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lettering {
    pub size: f64,
    pub weight: Weight,
    pub colour: Colour,
    pub anchor: Anchor,
}

impl Lettering {
    pub const fn new(size: f64, colour: Colour, anchor: Anchor) -> Lettering {
        Lettering { size, weight: Weight::Regular, colour, anchor }
    }

    pub const fn bold(self) -> Lettering {
        Lettering { weight: Weight::Bold, ..self }
    }

    pub const fn at(self, anchor: Anchor) -> Lettering {
        Lettering { anchor, ..self }
    }
}

#[derive(Debug, Clone)]
pub enum Mark {
    Line { points: Vec<(i32, i32)>, width: u32, colour: Colour, opacity: f64 },
    Area { points: Vec<(i32, i32)>, colour: Colour },
    Disc { at: (i32, i32), radius: u32, colour: Colour },
    Ring { at: (i32, i32), radius: u32, width: u32, colour: Colour },
    Text { at: (i32, i32), text: String, lettering: Lettering },
}

pub struct Canvas<'a> {
    pub sheet: &'a Sheet,
    height: f64,
    marks: Vec<Mark>,
}

impl<'a> Canvas<'a> {
    pub fn new(sheet: &'a Sheet) -> Canvas<'a> {
        Canvas { sheet, height: 0.0, marks: Vec::new() }
    }

    /// Right edge of the content.
    pub fn right(&self) -> f64 {
        self.sheet.width - self.sheet.margin
    }

    /// Writes title and subtitle; returns the y below them.
    pub fn heading(&mut self, title: &str, subtitle: &str) -> f64 {
        let room = self.sheet.width - 2.0 * self.sheet.margin;
        let mut y = self.sheet.margin + theme::TITLE / 2.0;
        let lettering = Lettering::new(theme::TITLE, theme::INK, Anchor::Start).bold();
        // Lines are measured in regular letters; bold ones are a little wider.
        for line in self.sheet.wrap(title, theme::TITLE, room * 0.9) {
            self.text(self.sheet.margin, y, line, lettering);
            y += theme::TITLE * 1.2;
        }
        y -= theme::TITLE * 0.7 - 4.0;
        self.paragraph(y, subtitle, Lettering::new(theme::TEXT, theme::MUTED, Anchor::Start)) + 6.0
    }

    /// Writes the caption and sets the figure's height.
    pub fn caption(&mut self, y: f64, caption: &str) {
        let lettering = Lettering::new(theme::SMALL, theme::MUTED, Anchor::Start);
        self.height = self.paragraph(y + 6.0, caption, lettering) + self.sheet.margin * 0.6;
    }

    fn paragraph(&mut self, mut y: f64, text: &str, lettering: Lettering) -> f64 {
        // Room for the wider letters of any fallback font of an SVG.
        let room = (self.sheet.width - 2.0 * self.sheet.margin) * 0.86;
        for line in self.sheet.wrap(text, lettering.size, room) {
            self.text(self.sheet.margin, y + lettering.size * LEADING / 2.0, line, lettering);
            y += lettering.size * LEADING;
        }
        y
    }

    /// Vertical grid lines, each with its number below.
    pub fn grid_across(
        &mut self,
        scale: Scale,
        ticks: impl IntoIterator<Item = (f64, String)>,
        (top, bottom): (f64, f64),
    ) {
        let lettering = Lettering::new(theme::SMALL, theme::MUTED, Anchor::Middle);
        for (value, number) in ticks {
            let x = scale.at(value);
            self.line(&[(x, top), (x, bottom)], 1.0, theme::GRID);
            self.text(x, bottom + 15.0, number, lettering);
        }
    }

    pub fn line(&mut self, points: &[(f64, f64)], width: f64, colour: Colour) {
        self.faint_line(points, width, colour, 1.0);
    }

    pub fn faint_line(&mut self, points: &[(f64, f64)], width: f64, colour: Colour, opacity: f64) {
        let points = points.iter().copied().map(place).collect();
        self.marks.push(Mark::Line { points, width: length(width), colour, opacity });
    }

    pub fn dashes(&mut self, from: (f64, f64), to: (f64, f64), width: f64, colour: Colour) {
        let long = ((to.0 - from.0).powi(2) + (to.1 - from.1).powi(2)).sqrt();
        let mut at = 0.0;
        while at < long {
            let end = (at + 5.0).min(long);
            let point = |t: f64| (from.0 + (to.0 - from.0) * t / long, from.1 + (to.1 - from.1) * t / long);
            self.line(&[point(at), point(end)], width, colour);
            at += 9.0;
        }
    }

    pub fn area(&mut self, left: f64, top: f64, right: f64, bottom: f64, colour: Colour) {
        let corners = [(left, top), (right, top), (right, bottom), (left, bottom)];
        self.marks.push(Mark::Area { points: corners.map(place).to_vec(), colour });
    }

    pub fn disc(&mut self, x: f64, y: f64, radius: f64, colour: Colour) {
        self.marks.push(Mark::Disc { at: place((x, y)), radius: length(radius), colour });
    }

    pub fn dot(&mut self, x: f64, y: f64, radius: f64, colour: Colour, is_hollow: bool) {
        if is_hollow { self.ring(x, y, radius, colour) } else { self.disc(x, y, radius, colour) }
    }

    pub fn ring(&mut self, x: f64, y: f64, radius: f64, colour: Colour) {
        self.disc(x, y, radius, theme::PAPER);
        let (width, at) = (1.8, place((x, y)));
        let radius = length(radius - width / 2.0);
        self.marks.push(Mark::Ring { at, radius, width: length(width), colour });
    }

    /// Writes a text centered vertically on `y`.
    pub fn text(&mut self, x: f64, y: f64, text: impl Into<String>, lettering: Lettering) {
        // A little lower: capitals and digits, not lowercase letters, should look centered.
        let at = place((x, y + lettering.size * 0.06));
        self.marks.push(Mark::Text { at, text: text.into(), lettering });
    }

    /// The figure as SVG, with a title for screen readers.
    ///
    /// # Errors
    /// When plotters cannot write, which never happens in memory.
    pub fn svg(&self, name: &str, alt: &str) -> Result<String, ChartError> {
        let (width, height) = self.size();
        let mut drawn = String::new();
        let area = SVGBackend::with_string(&mut drawn, (width, height)).into_drawing_area();
        let marks = || self.marks.iter().try_for_each(|mark| mark.draw(&area));
        let written = area.fill(&theme::PAPER).and_then(|()| marks()).and_then(|()| area.present());
        written.map_err(|error| ChartError::Draw(error.to_string()))?;
        drop(area);
        // Dropping defaults and repeated attributes saves a quarter of a page's pictures. Quotes in texts are
        // escaped.
        let family = theme::FAMILY.replace('\'', "&apos;");
        let body = drawn.split_once('\n').map_or("", |(_, body)| body);
        let body = body.replace(&format!(" font-family=\"{family}\""), "");
        let body = body.replace(" opacity=\"1\"", "").replace(" stroke=\"none\"", "");
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\" font-family=\"{family}\" role=\"img\" aria-labelledby=\"{name}-alt\">\n<title id=\"{name}-alt\">{}</title>\n{body}",
            f64::from(width) / UNITS,
            f64::from(height) / UNITS,
            escaped(alt),
        ))
    }

    pub fn png(&self) -> Result<Vec<u8>, ChartError> {
        pixels::png(self.size(), &self.marks, self.sheet)
    }

    fn size(&self) -> (u32, u32) {
        (length(self.sheet.width), length(self.height.ceil()))
    }
}

type DrawResult<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

impl Mark {
    fn draw<'a>(&self, area: &DrawingArea<SVGBackend<'a>, Shift>) -> DrawResult<'a> {
        match self {
            Mark::Line { points, width, colour, opacity } => {
                area.draw(&PathElement::new(points.clone(), colour.mix(*opacity).stroke_width(*width)))
            }
            Mark::Area { points, colour } => area.draw(&Polygon::new(points.clone(), colour.filled())),
            Mark::Disc { at, radius, colour } => area.draw(&Circle::new(*at, *radius, colour.filled())),
            Mark::Ring { at, radius, width, colour } => {
                area.draw(&Circle::new(*at, *radius, colour.stroke_width(*width)))
            }
            Mark::Text { at, text, lettering: Lettering { size, weight, colour, anchor } } => {
                let bold = if *weight == Weight::Bold { FontStyle::Bold } else { FontStyle::Normal };
                let anchor = match anchor {
                    Anchor::Start => HPos::Left,
                    Anchor::Middle => HPos::Center,
                    Anchor::End => HPos::Right,
                };
                let font = TextStyle::from((theme::FAMILY, size * UNITS * LINE_HEIGHT, bold));
                let style = font.color(&colour).pos(Pos::new(anchor, VPos::Center));
                area.draw(&Text::new(text.replace(char::is_control, " "), *at, style))
            }
        }
    }
}

/// XML forbids control characters even as references.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace(char::is_control, " ")
}

fn place((x, y): (f64, f64)) -> (i32, i32) {
    (units(x), units(y))
}

fn units(value: f64) -> i32 {
    (value * UNITS).round() as i32
}

fn length(value: f64) -> u32 {
    units(value).unsigned_abs()
}
