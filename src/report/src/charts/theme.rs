//! The look of every figure: one palette, one set of sizes, one font.
//!
//! Lengths are in points of a figure 960 wide, or of one for phones. The series colors are those of Okabe and Ito
//! (2008), which are distinct for any color vision; yellow is left out, as it vanishes on white. Text is always
//! ink: light colors serve for marks only. `page/style.css` matches these values to recolor figures on dark pages.

use ab_glyph::{Font, FontRef};
pub use plotters::style::RGBColor as Colour;

use super::ChartError;
use crate::wrap::wrap;

pub const WIDE: f64 = 960.0;
/// Width of a figure for phones: on a screen 360 wide its smallest text is 9 high.
pub const NARROW: f64 = 440.0;

pub const TITLE: f64 = 21.0;
pub const TEXT: f64 = 14.0;
pub const SMALL: f64 = 12.5;
/// Baseline to baseline, in text sizes.
pub const LEADING: f64 = 1.45;

pub const PAPER: Colour = Colour(255, 255, 255);
pub const INK: Colour = Colour(31, 41, 51);
pub const MUTED: Colour = Colour(91, 103, 112);
pub const AXIS: Colour = Colour(140, 152, 164);
pub const GRID: Colour = Colour(229, 232, 236);

/// Colors of kinds and of lines, in the order of their use. Blue and vermilion are excluded: in every figure they
/// mean above and below the fair value. Brown and violet replace them.
pub const SERIES: [Colour; 7] = [
    Colour(0, 158, 115),
    Colour(204, 121, 167),
    Colour(230, 159, 0),
    Colour(86, 180, 233),
    Colour(122, 78, 45),
    Colour(98, 75, 160),
    Colour(127, 127, 127),
];

/// Colors that a game's own components are named for, far apart in lightness.
pub const PURPLE: Colour = Colour(122, 40, 150);
pub const GOLD: Colour = Colour(230, 159, 0);

pub const ABOVE: Colour = Colour(0, 114, 178);
pub const BELOW: Colour = Colour(213, 94, 0);
pub const UNDECIDED: Colour = Colour(110, 120, 130);

/// The report page embeds the first; elsewhere any of them will do.
pub const FAMILY: &str = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Bold,
}

/// The sheet of a figure: its size, and the two font faces that measure text and draw it in PNG.
pub struct Sheet {
    pub width: f64,
    pub margin: f64,
    regular: FontRef<'static>,
    bold: FontRef<'static>,
}

impl Sheet {
    /// # Errors
    /// When the program was built with broken font files.
    pub fn new(width: f64) -> Result<Sheet, ChartError> {
        let read = |bytes| FontRef::try_from_slice(bytes).map_err(|_| ChartError::Font);
        Ok(Sheet {
            width,
            margin: width.min(600.0) / 21.5,
            regular: read(include_bytes!("fonts/Inter-Regular.otf"))?,
            bold: read(include_bytes!("fonts/Inter-Bold.otf"))?,
        })
    }

    pub fn is_narrow(&self) -> bool {
        self.width < WIDE
    }

    pub fn scale(&self) -> f64 {
        self.width / WIDE
    }

    /// Room for names, given that of a wide figure; names do not shrink as fast as sheets.
    pub fn room(&self, wide: f64) -> f64 {
        wide * self.scale().max(0.56)
    }

    /// Number of ticks that fit, given the number in a wide figure.
    pub fn ticks(&self, wanted: usize) -> usize {
        ((wanted as f64 * self.scale()).round() as usize).max(2)
    }

    pub fn face(&self, weight: Weight) -> &FontRef<'static> {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    pub fn width(&self, text: &str, size: f64, weight: Weight) -> f64 {
        let face = self.face(weight);
        let em = f64::from(face.units_per_em().unwrap_or(1000.0));
        text.chars().map(|c| f64::from(face.h_advance_unscaled(face.glyph_id(c)))).sum::<f64>() * size / em
    }

    /// The width of the widest text at the size of names.
    pub fn widest(&self, texts: &[impl AsRef<str>], weight: Weight) -> f64 {
        texts.iter().map(|text| self.width(text.as_ref(), TEXT, weight)).fold(0.0, f64::max)
    }

    /// The text, cut with an ellipsis if it is wider than `room`.
    pub fn fit(&self, text: &str, size: f64, weight: Weight, room: f64) -> String {
        if self.width(text, size, weight) <= room {
            return text.to_owned();
        }
        let mut kept: Vec<char> = text.chars().collect();
        while kept.pop().is_some() {
            let cut = format!("{}…", kept.iter().collect::<String>().trim_end());
            if self.width(&cut, size, weight) <= room {
                return cut;
            }
        }
        String::new()
    }

    /// The text in lines no wider than `room`, broken at spaces.
    pub fn wrap(&self, text: &str, size: f64, room: f64) -> Vec<String> {
        let words = text.split(' ').filter(|word| !word.is_empty());
        let words = words.map(|word| self.fit(word, size, Weight::Regular, room));
        wrap(words, |line| self.width(line, size, Weight::Regular) <= room)
    }
}

pub fn series(at: usize) -> Colour {
    SERIES[at % SERIES.len()]
}
