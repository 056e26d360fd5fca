use super::{
    axis::Scale,
    canvas::{Anchor, Canvas, Lettering},
    theme::{self, Weight},
};

const ROW: f64 = 26.0;
const LABELS: f64 = 330.0;
pub const MOST: usize = 24;
/// Height that a name takes above its row on a narrow sheet, where there is no room beside it.
const NAME: f64 = 18.0;

pub struct Rows {
    labels: Vec<String>,
    words: Vec<String>,
    pub scale: Scale,
    pub top: f64,
    pub bottom: f64,
    height: f64,
    left: f64,
    right: f64,
    is_narrow: bool,
}

impl Rows {
    /// Below the title and the subtitle, which are drawn; values go from `low` to `high`.
    pub fn new(
        canvas: &mut Canvas<'_>,
        (title, subtitle): (&str, &str),
        beside: (Vec<&str>, Vec<String>),
        (low, high): (f64, f64),
    ) -> Rows {
        let (labels, words) = beside;
        let fitted = |label: &&str| canvas.sheet.fit(label, theme::TEXT, Weight::Regular, LABELS);
        let labels: Vec<String> = labels.iter().map(fitted).collect();
        let widest = |texts: &[String], weight| {
            texts.iter().map(|text| canvas.sheet.width(text, theme::TEXT, weight)).fold(0.0, f64::max)
        };
        let is_narrow = canvas.sheet.width < theme::WIDE;
        let (left, height) = match is_narrow {
            true => (canvas.sheet.margin + 8.0, ROW + NAME),
            false => (canvas.sheet.margin + widest(&labels, Weight::Regular) + 18.0, ROW),
        };
        let right = canvas.sheet.width - canvas.sheet.margin - widest(&words, Weight::Bold) - 22.0;
        let scale = Scale::new(low, high, left, right);
        let top = canvas.heading(title, subtitle) + 6.0;
        let bottom = top + height * labels.len() as f64 + 6.0;
        Rows { labels, words, scale, top, bottom, height, left, right, is_narrow }
    }

    pub fn axis(&self, canvas: &mut Canvas<'_>, ticks: impl Iterator<Item = (f64, String)>) {
        let small = Lettering::new(theme::SMALL, theme::MUTED, Anchor::Middle);
        for (value, text) in ticks {
            let x = self.scale.at(value);
            canvas.line(&[(x, self.top), (x, self.bottom)], 1.0, theme::GRID);
            canvas.text(x, self.bottom + 15.0, text, small);
        }
        canvas.line(&[(self.left, self.bottom), (self.right, self.bottom)], 1.0, theme::AXIS);
    }

    /// Draws the name of a row, and gives the height at which its marks lie.
    pub fn label(&self, canvas: &mut Canvas<'_>, at: usize) -> f64 {
        let y = self.top + self.height * (at as f64 + 1.0) - ROW * 0.5 + 3.0;
        let label = Lettering::new(theme::TEXT, theme::INK, Anchor::End);
        match self.is_narrow {
            true => {
                let start = Lettering { anchor: Anchor::Start, ..label };
                canvas.text(canvas.sheet.margin, y - NAME, self.labels[at].clone(), start);
            }
            false => canvas.text(self.left - 14.0, y, self.labels[at].clone(), label),
        }
        y
    }

    pub fn word(&self, canvas: &mut Canvas<'_>, at: usize, y: f64) {
        let label = Lettering::new(theme::TEXT, theme::INK, Anchor::End);
        canvas.text(canvas.sheet.width - canvas.sheet.margin, y, self.words[at].clone(), label.bold());
    }
}
