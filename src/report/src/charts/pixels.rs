//! Marks as a PNG of twice their size, for sharp screens and print.
//!
//! Text is drawn from the outlines of the built-in fonts, so that it looks the same on every machine.

use std::io::Write;

use ab_glyph::{Font, OutlineCurve};
use png::{ColorType, Compression, Encoder, EncodingError, FilterType, PixelDimensions};
use tiny_skia::{Color, FillRule, LineJoin, Paint, Path, PathBuilder, Pixmap, Point, Stroke, Transform};

use super::{ChartError, Colour, Lettering, Mark, Sheet, UNITS};

/// Pixels per point.
const SCALE: f64 = 2.0;
/// Distance from a text's center line down to its baseline, in text sizes: half of Inter's x-height, as in SVG.
const DROP: f64 = 0.273;

/// Draws marks on white paper; width and height are in units of the canvas.
pub fn png((width, height): (u32, u32), marks: &[Mark], sheet: &Sheet) -> Result<Vec<u8>, ChartError> {
    let pixels = |units: u32| (f64::from(units) / UNITS * SCALE).ceil() as u32;
    let paper = Pixmap::new(pixels(width), pixels(height));
    let mut paper = paper.ok_or_else(|| ChartError::Draw("it has no size".to_owned()))?;
    paper.fill(Color::WHITE);
    marks.iter().for_each(|mark| draw(&mut paper, mark, sheet));
    encode(&paper).map_err(|error| ChartError::Draw(error.to_string()))
}

fn draw(paper: &mut Pixmap, mark: &Mark, sheet: &Sheet) {
    match mark {
        Mark::Line { points, width, colour, opacity } => {
            stroke(paper, outline(points).finish(), *width, ink(*colour, *opacity));
        }
        Mark::Area { points, colour } => fill(paper, outline(points).finish(), *colour),
        Mark::Disc { at, radius, colour } => fill(paper, circle(*at, *radius), *colour),
        Mark::Ring { at, radius, width, colour } => {
            stroke(paper, circle(*at, *radius), *width, ink(*colour, 1.0));
        }
        Mark::Text { at, text, lettering } => {
            fill(paper, letters(*at, text, *lettering, sheet), lettering.colour);
        }
    }
}

fn ink(colour: Colour, opacity: f64) -> Paint<'static> {
    let Colour(red, green, blue) = colour;
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, (opacity * 255.0).round() as u8);
    paint
}

fn to_pixels() -> Transform {
    let factor = (SCALE / UNITS) as f32;
    Transform::from_scale(factor, factor)
}

fn fill(paper: &mut Pixmap, path: Option<Path>, colour: Colour) {
    if let Some(path) = path {
        paper.fill_path(&path, &ink(colour, 1.0), FillRule::Winding, to_pixels(), None);
    }
}

fn stroke(paper: &mut Pixmap, path: Option<Path>, width: u32, ink: Paint<'_>) {
    let stroke = Stroke { width: width as f32, line_join: LineJoin::Round, ..Stroke::default() };
    if let Some(path) = path {
        paper.stroke_path(&path, &ink, &stroke, to_pixels(), None);
    }
}

fn outline(points: &[(i32, i32)]) -> PathBuilder {
    let mut path = PathBuilder::new();
    for (at, &(x, y)) in points.iter().enumerate() {
        if at == 0 { path.move_to(x as f32, y as f32) } else { path.line_to(x as f32, y as f32) }
    }
    path
}

fn circle((x, y): (i32, i32), radius: u32) -> Option<Path> {
    PathBuilder::from_circle(x as f32, y as f32, radius as f32)
}

fn letters((x, y): (i32, i32), text: &str, lettering: Lettering, sheet: &Sheet) -> Option<Path> {
    let (face, size) = (sheet.face(lettering.weight), lettering.size * UNITS);
    let width = sheet.width(text, size, lettering.weight);
    let start = f64::from(x) - lettering.anchor.before(width);
    let scale = size as f32 / face.units_per_em().unwrap_or(1000.0);
    let (mut pen, baseline) = (start as f32, (f64::from(y) + size * DROP) as f32);
    let mut path = PathBuilder::new();
    for letter in text.chars() {
        let glyph = face.glyph_id(letter);
        let at = |point: ab_glyph::Point| Point::from_xy(pen + point.x * scale, baseline - point.y * scale);
        for curve in face.outline(glyph).map(|outline| outline.curves).unwrap_or_default() {
            let (OutlineCurve::Line(from, _) | OutlineCurve::Quad(from, ..) | OutlineCurve::Cubic(from, ..)) =
                curve;
            // A letter has several contours: a new one starts where no curve has ended.
            if path.last_point() != Some(at(from)) {
                path.move_to(at(from).x, at(from).y);
            }
            match curve {
                OutlineCurve::Line(_, to) => path.line_to(at(to).x, at(to).y),
                OutlineCurve::Quad(_, by, to) => path.quad_to(at(by).x, at(by).y, at(to).x, at(to).y),
                OutlineCurve::Cubic(_, by, and, to) => {
                    path.cubic_to(at(by).x, at(by).y, at(and).x, at(and).y, at(to).x, at(to).y);
                }
            }
        }
        pen += face.h_advance_unscaled(glyph) * scale;
    }
    path.finish()
}

fn encode(paper: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, paper.width(), paper.height());
    encoder.set_color(ColorType::Rgb);
    // Flat colors compress better unfiltered.
    encoder.set_filter(FilterType::NoFilter);
    let dots_per_metre = (96.0 * SCALE / 0.0254).round() as u32;
    let dots = PixelDimensions { xppu: dots_per_metre, yppu: dots_per_metre, unit: png::Unit::Meter };
    encoder.set_pixel_dims(Some(dots));
    // The encoder's own choice, `Fast`, makes the file twice as large.
    encoder.set_compression(Compression::Default);
    // The stream writer uses deflate. Data written at once would go to an encoder for photographs, which makes
    // pictures of flat colors forty times as large.
    let mut writer = encoder.write_header()?;
    let mut stream = writer.stream_writer()?;
    let pixels = paper.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
    stream.write_all(&pixels.collect::<Vec<u8>>())?;
    stream.finish()?;
    // Writes the end of the file.
    drop(writer);
    Ok(file)
}
