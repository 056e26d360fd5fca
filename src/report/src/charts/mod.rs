//! Figures, drawn from rows and tables alone: data in, bytes out.
//!
//! All share one theme; figures of the same kind share a file. Figures without informative rows are left out.

mod area;
pub(crate) mod axis;
mod bargains;
mod canvas;
mod components;
mod curves;
mod forest;
mod heat;
mod lines;
mod pixels;
mod prices;
mod proposals;
mod rows;
mod scores;
mod shares;
mod theme;

#[cfg(test)]
mod tests;

use area::Area;
use axis::{Scale, padded};
use canvas::{Anchor, Canvas, Lettering, Mark, UNITS};
use lines::{Line, Plot, Step};
use minijinja::Value;
use rows::{MOST, Margins, ROOMY, Row, RowChart};
use serde::Serialize;
use sim_engine::Info;
use sim_lab::{
    ablate::Ablation, balance::BalanceResult, ladder::Ladder, pairs::FigureRow, plans::Plans, price::Prices,
    robust::Robustness, summary::Summary, sweep::Lines, tables::Table, train::LogEntry, worth::Worths,
};
use theme::{Colour, LEADING, Sheet, Weight};

use crate::say::fill;

/// The fonts of the charts as web fonts, regular and bold, for pages that embed the SVG.
pub const WEB_FONTS: [&[u8]; 2] =
    [include_bytes!("fonts/Inter-Regular.woff2"), include_bytes!("fonts/Inter-Bold.woff2")];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    Plain,
    /// A color map, which has the right meaning only on white paper.
    Map,
    /// Folded: nothing in it differs significantly from chance, or from what is fine.
    Quiet,
}

impl Look {
    fn of(has_found: bool) -> Look {
        if has_found { Look::Plain } else { Look::Quiet }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Without the file extension.
    pub name: String,
    pub title: String,
    pub alt: String,
    pub svg: String,
    /// A narrow version for phones, if one can be drawn.
    pub narrow: Option<String>,
    pub look: Look,
    /// At twice the size of the SVG.
    pub png: Vec<u8>,
}

/// Why a figure cannot be drawn; the data never cause it.
#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    #[error("the built-in font cannot be read")]
    Font,
    #[error("cannot draw a chart: {0}")]
    Draw(String),
}

#[derive(Debug, Clone, Copy)]
pub struct Differences<'a> {
    /// The arm; empty if there is only one.
    pub name: &'a str,
    pub rows: &'a [FigureRow],
}

#[derive(Clone, Copy)]
pub enum Data<'a> {
    Run(&'a Summary),
    Maps(&'a [Table]),
    Sizes(&'a [&'a Summary]),
    Differences(&'a [Differences<'a>]),
    Ablation(&'a Ablation),
    Worths(&'a Worths),
    Prices(&'a Prices),
    Payments(&'a Prices),
    Plans(&'a Plans),
    Balance(&'a BalanceResult),
    Robust(&'a Robustness),
    Lines(&'a Lines),
    Learning(&'a [Vec<LogEntry>]),
    Levels(&'a [&'a Ladder]),
}

struct Sketch<'a> {
    name: String,
    title: String,
    alt: String,
    look: Look,
    canvas: Canvas<'a>,
    /// The y at which the caption begins.
    bottom: f64,
}

/// The figures of runs, besides grids of measures.
const OF_RUNS: [&str; 7] = [
    "win-rate-by-strategy",
    "win-rate-by-seat",
    "score-distribution",
    "head-to-head",
    "component-use-and-win-rate",
    "points-by-round",
    "leader-by-round",
];
pub const OF_DIFFERENCES: [&str; 1] = ["differences"];
pub const OF_SWEEPS: [&str; 3] = ["sweep-by-strategy", "sweep-by-seat", "plane"];

/// The possible figures of a game's runs, including those without values.
pub fn of_runs(info: &Info) -> Vec<String> {
    let grids = info.measures.iter().filter(|one| one.title().is_some());
    OF_RUNS.into_iter().map(str::to_owned).chain(grids.map(|one| grid_name(one.name))).collect()
}

fn grid_name(table: &str) -> String {
    table.replace('_', "-")
}

/// Draws every figure that has values, each with the caption below it.
///
/// # Errors
/// When the program was built with broken fonts, or a picture cannot be encoded.
pub fn draw(all: &[Data<'_>], caption: &str) -> Result<Vec<Picture>, ChartError> {
    draw_as(all, caption, |name| Some(name.to_owned()))
}

/// Draws the figures that `named` gives a name; of several figures of one kind, each needs its own.
pub fn draw_as(
    all: &[Data<'_>],
    caption: &str,
    named: impl Fn(&str) -> Option<String>,
) -> Result<Vec<Picture>, ChartError> {
    let (wide, narrow) = (Sheet::new(theme::WIDE)?, Sheet::new(theme::NARROW)?);
    let mut slim: Vec<Sketch<'_>> = all.iter().flat_map(|one| sketches(*one, &narrow)).collect();
    let wide = all.iter().flat_map(|one| sketches(*one, &wide));
    let wanted = wide.filter_map(|sketch| named(&sketch.name).map(|name| (name, sketch)));
    wanted
        .map(|(name, mut sketch)| {
            sketch.canvas.caption(sketch.bottom, caption);
            let at = slim.iter().position(|other| other.name == sketch.name);
            let narrow = at.map(|at| slim.swap_remove(at)).map(|mut slim| {
                slim.canvas.caption(slim.bottom, caption);
                slim.canvas.svg(&format!("{name}-narrow"), &slim.alt)
            });
            let narrow = narrow.transpose()?;
            Ok(Picture {
                look: sketch.look,
                title: sketch.title,
                svg: sketch.canvas.svg(&name, &sketch.alt)?,
                narrow,
                png: sketch.canvas.png()?,
                name,
                alt: sketch.alt,
            })
        })
        .collect()
}

/// The title of a chart, and how to read it.
fn heading(chart: &str, values: &[(&str, Value)]) -> (String, String) {
    (fill(&format!("charts/{chart}_title"), values), fill(&format!("charts/{chart}"), values))
}

fn sketches<'a>(drawn: Data<'_>, sheet: &'a Sheet) -> Vec<Sketch<'a>> {
    let sketches = match drawn {
        Data::Run(run) => vec![
            shares::by_strategy(&run.rates.strategies, sheet),
            shares::by_seat(&run.rates.seats, sheet),
            scores::sketch(&run.scores, &run.points.strategies, sheet),
            components::sketch(&run.components.all, sheet),
            curves::points(&run.course.rounds, sheet),
            curves::leaders(&run.course.leaders, sheet),
        ],
        Data::Maps(tables) => tables.iter().map(|table| heat::sketch(table, sheet)).collect(),
        Data::Sizes(runs) => vec![heat::seats(runs, sheet)],
        Data::Levels(ladders) => vec![curves::levels(ladders, sheet)],
        Data::Differences(arms) => vec![forest::differences(arms, sheet)],
        Data::Ablation(found) => return forest::ablations(found, sheet),
        Data::Worths(found) => vec![forest::worths(found, sheet)],
        Data::Prices(found) => vec![prices::prices(found, sheet), bargains::sketch(found, sheet)],
        Data::Payments(found) => vec![prices::payments(found, sheet)],
        Data::Plans(found) => vec![shares::by_plan(found, sheet)],
        Data::Balance(found) => vec![proposals::sketch(found, sheet)],
        Data::Robust(found) => vec![forest::tornado(found, sheet), forest::numbers(found, sheet)],
        Data::Lines(lines) => return curves::sweeps(lines, sheet),
        Data::Learning(logs) => vec![curves::learning(logs, sheet), curves::entropy(logs, sheet)],
    };
    sketches.into_iter().flatten().collect()
}
