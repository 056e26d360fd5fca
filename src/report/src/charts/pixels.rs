//! A plotters backend for sharp bitmaps: smooth shapes, and text set as its font says.
//!
//! plotters' own bitmap backend drops the space before each glyph and moves it to whole pixels,
//! which shows at the sizes of axis labels. Here every shape and glyph is an outline, filled by
//! area coverage.

use std::{convert::Infallible, io::Write};

use ab_glyph::{Font, OutlineCurve, Point, point};
use ab_glyph_rasterizer::Rasterizer;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle,
    text_anchor::{HPos, VPos},
};
use png::{ColorType, Compression, Encoder, EncodingError, FilterType, PixelDimensions, Unit};

use super::{
    ChartError,
    canvas::{LINE_HEIGHT, UNITS},
    theme::{Sheet, Weight},
};

/// Pixels of a point.
const SCALE: f64 = 2.0;
/// Sixteen steps of coverage are as smooth to the eye as more, and halve the file. Nearly all pixels in reach
/// of a shape are quite outside of it or quite inside: those of less coverage than this are outside.
const LEAST: f32 = 0.5 / 16.0;
/// Centre to end of a quarter circle's control point, in radii.
const ROUND: f32 = 0.552_284_8;

pub struct Image {
    units: (u32, u32),
    width: usize,
    height: usize,
    bytes: Vec<u8>,
}

impl Image {
    /// White paper, its size in units of the canvas.
    pub fn new(units: (u32, u32)) -> Image {
        let pixels = |length: u32| (f64::from(length) / UNITS * SCALE).ceil() as usize;
        let (width, height) = (pixels(units.0), pixels(units.1));
        Image { units, width, height, bytes: vec![255; 3 * width * height] }
    }

    pub fn png(&self) -> Result<Vec<u8>, ChartError> {
        self.encode().map_err(|error| ChartError::Draw(error.to_string()))
    }

    fn encode(&self) -> Result<Vec<u8>, EncodingError> {
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, self.width as u32, self.height as u32);
        encoder.set_color(ColorType::Rgb);
        // Flat colours pack better as they are than as differences.
        encoder.set_filter(FilterType::NoFilter);
        let dots_per_metre = (96.0 * SCALE / 0.0254).round() as u32;
        let dots = PixelDimensions { xppu: dots_per_metre, yppu: dots_per_metre, unit: Unit::Meter };
        encoder.set_pixel_dims(Some(dots));
        // The encoder's own choice, `Fast`, makes the file twice as large.
        encoder.set_compression(Compression::Default);
        // A stream is packed by deflate. Data that is written whole is packed by an encoder for photographs, which makes
        // pictures of flat colours forty times as large.
        let mut writer = encoder.write_header()?;
        let mut stream = writer.stream_writer()?;
        stream.write_all(&self.bytes)?;
        stream.finish()?;
        // This ends the file.
        drop(writer);
        Ok(file)
    }

    fn is_within(&self, from: Point, to: Point) -> bool {
        let is_before = |at: Point| at.x <= 0.0 && at.y <= 0.0;
        is_before(from) && to.x >= self.width as f32 && to.y >= self.height as f32
    }

    fn flood(&mut self, colour: BackendColor) {
        if colour.alpha == 1.0 {
            let (red, green, blue) = colour.rgb;
            self.bytes.as_chunks_mut().0.fill([red, green, blue]);
            return;
        }
        for y in 0..self.height as i64 {
            for x in 0..self.width as i64 {
                self.blend(x, y, colour, 1.0);
            }
        }
    }

    #[inline]
    fn blend(&mut self, x: i64, y: i64, colour: BackendColor, coverage: f32) {
        let inside = (0..self.width as i64).contains(&x) && (0..self.height as i64).contains(&y);
        if !inside || coverage < LEAST {
            return;
        }
        let steps = if coverage < 15.5 / 16.0 { rounded(f64::from(coverage) * 16.0) } else { 16 };
        let at = 3 * (y as usize * self.width + x as usize);
        let weight = f64::from(steps) / 16.0 * colour.alpha;
        let (red, green, blue) = colour.rgb;
        if weight == 1.0 {
            self.bytes[at..at + 3].copy_from_slice(&[red, green, blue]);
            return;
        }
        for (byte, ink) in self.bytes[at..at + 3].iter_mut().zip([red, green, blue]) {
            *byte = rounded(f64::from(*byte) * (1.0 - weight) + f64::from(ink) * weight) as u8;
        }
    }
}

/// The whole number next to one that is not negative; `f64::round` is a call where processors of every
/// age are served.
fn rounded(number: f64) -> u32 {
    (number + 0.5) as u32
}

#[derive(Default)]
struct Outline {
    curves: Vec<[Point; 4]>,
}

impl Outline {
    fn polygon(&mut self, corners: &[Point]) {
        for (at, &from) in corners.iter().enumerate() {
            let to = corners[(at + 1) % corners.len()];
            self.curves.push([from, from, to, to]);
        }
    }

    /// `hole` draws it the other way round.
    fn circle(&mut self, centre: Point, radius: f32, hole: bool) {
        let at = |x: f32, y: f32| point(centre.x + x * radius, centre.y + if hole { -y } else { y } * radius);
        let ends = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)];
        for pair in ends.windows(2) {
            let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
            self.curves.push([
                at(ax, ay),
                at(ax + bx * ROUND, ay + by * ROUND),
                at(bx + ax * ROUND, by + ay * ROUND),
                at(bx, by),
            ]);
        }
    }

    /// A straight stroke with flat ends.
    fn stroke(&mut self, from: Point, to: Point, width: f32) {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let long = (dx * dx + dy * dy).sqrt();
        if long <= 0.0 {
            return;
        }
        let (nx, ny) = (-dy / long * width / 2.0, dx / long * width / 2.0);
        self.polygon(&[
            point(from.x + nx, from.y + ny),
            point(from.x - nx, from.y - ny),
            point(to.x - nx, to.y - ny),
            point(to.x + nx, to.y + ny),
        ]);
    }

    fn fill(&self, image: &mut Image, colour: BackendColor) {
        let points = || self.curves.iter().flatten();
        let least = |of: fn(&Point) -> f32| points().map(of).fold(f32::INFINITY, f32::min).floor();
        let most = |of: fn(&Point) -> f32| points().map(of).fold(f32::NEG_INFINITY, f32::max).ceil();
        let (left, top) = (least(|p| p.x), least(|p| p.y));
        let (right, bottom) = (most(|p| p.x), most(|p| p.y));
        // The buffer never outgrows the paper by much, wherever a shape was put.
        let limit = |length: usize| length as f32 + 1000.0;
        let fits = right - left < limit(image.width) && bottom - top < limit(image.height);
        if self.curves.is_empty() || !fits {
            return;
        }
        let (width, height) = ((right - left) as usize + 2, (bottom - top) as usize + 2);
        let mut rasterizer = Rasterizer::new(width, height);
        for curve in &self.curves {
            let [a, b, c, d] = curve.map(|p| ab_glyph_rasterizer::point(p.x - left, p.y - top));
            if curve[0] == curve[1] && curve[2] == curve[3] {
                rasterizer.draw_line(a, d);
            } else {
                rasterizer.draw_cubic(a, b, c, d);
            }
        }
        // Counting is cheaper than to divide the place of each pixel by the width.
        let (left, top) = (left as i64, top as i64);
        let (mut x, mut y) = (left, top);
        let end = left + width as i64;
        rasterizer.for_each_pixel(|_, coverage| {
            if coverage >= LEAST {
                image.blend(x, y, colour, coverage);
            }
            x += 1;
            if x == end {
                (x, y) = (left, y + 1);
            }
        });
    }
}

pub struct Pixels<'a> {
    image: &'a mut Image,
    sheet: &'a Sheet,
}

impl<'a> Pixels<'a> {
    pub fn new(image: &'a mut Image, sheet: &'a Sheet) -> Pixels<'a> {
        Pixels { image, sheet }
    }
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

fn pixels(units: f64) -> f32 {
    (units / UNITS * SCALE) as f32
}

fn place(at: BackendCoord) -> Point {
    point(pixels(f64::from(at.0)), pixels(f64::from(at.1)))
}

impl DrawingBackend for Pixels<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.image.units
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, at: BackendCoord, colour: BackendColor) -> Drawn {
        let next = (at.0.saturating_add(1), at.1.saturating_add(1));
        self.draw_rect(at, next, &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let corners = [from, (to.0, from.1), to, (from.0, to.1)];
        if fill && self.image.is_within(place(from), place(to)) {
            // The paper: a buffer of coverage as large as the image would say 1 everywhere.
            self.image.flood(style.color());
            Ok(())
        } else if fill {
            self.fill_polygon(corners, style)
        } else {
            self.draw_path(corners.into_iter().chain([from]), style)
        }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        let points: Vec<Point> = path.into_iter().map(place).collect();
        let width = pixels(f64::from(style.stroke_width()));
        let mut outline = Outline::default();
        for pair in points.windows(2) {
            outline.stroke(pair[0], pair[1], width);
        }
        for &joint in points.iter().skip(1).rev().skip(1) {
            outline.circle(joint, width / 2.0, false);
        }
        outline.fill(self.image, style.color());
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        centre: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let (centre, radius) = (place(centre), pixels(f64::from(radius)));
        let mut outline = Outline::default();
        if fill {
            outline.circle(centre, radius, false);
        } else {
            let half = pixels(f64::from(style.stroke_width())) / 2.0;
            outline.circle(centre, radius + half, false);
            outline.circle(centre, (radius - half).max(0.0), true);
        }
        outline.fill(self.image, style.color());
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> Drawn {
        let mut outline = Outline::default();
        outline.polygon(&corners.into_iter().map(place).collect::<Vec<_>>());
        outline.fill(self.image, style.color());
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let weight = match style.style() {
            FontStyle::Bold => Weight::Bold,
            _ => Weight::Regular,
        };
        let face = self.sheet.face(weight);
        let em = style.size() / LINE_HEIGHT;
        let width = self.sheet.width(text, em, weight);
        let per_unit = pixels(em) / face.units_per_em().unwrap_or(1000.0);
        // Small letters of Inter are 0.546 em tall, capitals 0.727; SVG's 0.5 ex is half the first.
        let drop = match style.anchor().v_pos {
            VPos::Top => 0.76,
            VPos::Center => 0.273,
            VPos::Bottom => -0.273,
        };
        let start = match style.anchor().h_pos {
            HPos::Left => 0.0,
            HPos::Center => width / 2.0,
            HPos::Right => width,
        };
        let mut pen = pixels(f64::from(at.0) - start);
        let baseline = pixels(f64::from(at.1) + em * drop);
        for c in text.chars() {
            let glyph = face.glyph_id(c);
            let mut outline = Outline::default();
            let set = |p: Point| point(pen + p.x * per_unit, baseline - p.y * per_unit);
            for curve in face.outline(glyph).map(|outline| outline.curves).unwrap_or_default() {
                outline.curves.push(match curve {
                    OutlineCurve::Line(a, b) => [set(a), set(a), set(b), set(b)],
                    OutlineCurve::Cubic(a, b, c, d) => [a, b, c, d].map(set),
                    OutlineCurve::Quad(a, b, c) => {
                        let toward = |from: Point| {
                            point(from.x + (b.x - from.x) * 2.0 / 3.0, from.y + (b.y - from.y) * 2.0 / 3.0)
                        };
                        [a, toward(a), toward(c), c].map(set)
                    }
                });
            }
            outline.fill(self.image, style.color());
            pen += face.h_advance_unscaled(glyph) * per_unit;
        }
        Ok(())
    }
}
