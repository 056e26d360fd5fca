//! Figures, drawn from rows and tables alone: data in, bytes out.
//!
//! One theme, one file a figure. A figure whose rows are missing or say nothing is left out.

mod axis;
mod bargains;
mod canvas;
mod components;
mod forest;
mod heat;
mod learning;
mod levels;
mod lines;
mod payments;
mod pixels;
mod prices;
mod proposals;
mod rounds;
mod rows;
mod scores;
mod seats;
mod shares;
mod sweep;
mod theme;

#[cfg(test)]
mod tests;

use canvas::Canvas;
use sim_engine::Info;
use sim_lab::{
    ablate::Ablation, balance::Balanced, ladder::Ladder, pairs::FigureRow, plans::Plans, price::Prices,
    robust::Robustness, summary::Summary, sweep::Lines, tables::Table, train::LogEntry, worth::Worths,
};
use theme::Sheet;

/// The faces of the charts as web fonts, regular and bold, for pages that embed the SVG.
pub const WEB_FONTS: [&[u8]; 2] =
    [include_bytes!("fonts/Inter-Regular.woff2"), include_bytes!("fonts/Inter-Bold.woff2")];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    Plain,
    /// A map of colours, which means the same on white paper only.
    Map,
    /// Folded: nothing in it is told from chance, or from what is fine.
    Quiet,
}

impl Look {
    fn of(has_found: bool) -> Look {
        if has_found { Look::Plain } else { Look::Quiet }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Without its ending.
    pub name: String,
    pub title: String,
    pub alt: String,
    pub svg: String,
    /// The same for phones, where it can be drawn so narrow.
    pub narrow: Option<String>,
    pub look: Look,
    /// Twice the size of the SVG.
    pub png: Vec<u8>,
}

/// Why a figure cannot be drawn; never the data's fault.
#[derive(Debug, thiserror::Error)]
pub enum ChartError {
    #[error("the built-in font cannot be read")]
    Font,
    #[error("cannot draw a chart: {0}")]
    Draw(String),
}

#[derive(Debug, Clone, Copy)]
pub struct Differences<'a> {
    /// The arm; empty where there is only one.
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
    Balanced(&'a Balanced),
    Robust(&'a Robustness),
    Lines(&'a Lines),
    Learning(&'a [Vec<LogEntry>]),
    Levels(&'a [&'a Ladder]),
}

struct Sketch<'a> {
    name: String,
    title: &'static str,
    alt: String,
    look: Look,
    canvas: Canvas<'a>,
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

/// The figures that a run of a game may have, those that have no values in it among them.
pub fn of_runs(info: &Info) -> Vec<String> {
    let grids = info.measures.iter().filter(|one| one.title().is_some());
    OF_RUNS.into_iter().map(str::to_owned).chain(grids.map(|one| grid_name(one.name))).collect()
}

fn grid_name(table: &str) -> String {
    table.replace('_', "-")
}

/// Draws every figure that there are values for, with the caption under each.
///
/// # Errors
/// When the program was built with broken fonts, or a picture cannot be encoded.
pub fn draw(all: &[Data<'_>], caption: &str) -> Result<Vec<Picture>, ChartError> {
    draw_as(all, caption, |name| Some(name.to_owned()))
}

/// Draws those of the figures that get a name, under it: one of several of a kind needs its own.
pub fn draw_as(
    all: &[Data<'_>],
    caption: &str,
    named: impl Fn(&str) -> Option<String>,
) -> Result<Vec<Picture>, ChartError> {
    let (wide, narrow) = (Sheet::new(theme::WIDE)?, Sheet::new(theme::NARROW)?);
    let mut slim: Vec<Sketch<'_>> = all.iter().flat_map(|one| sketches(*one, caption, &narrow)).collect();
    let wide = all.iter().flat_map(|one| sketches(*one, caption, &wide));
    let wanted = wide.filter_map(|sketch| named(&sketch.name).map(|name| (name, sketch)));
    wanted
        .map(|(name, sketch)| {
            let at = slim.iter().position(|other| other.name == sketch.name);
            let narrow = at.map(|at| Sketch { name: name.clone(), ..slim.swap_remove(at) });
            finished(Sketch { name, ..sketch }, narrow)
        })
        .collect()
}

fn sketches<'a>(drawn: Data<'_>, caption: &str, sheet: &'a Sheet) -> Vec<Sketch<'a>> {
    let sketches = match drawn {
        Data::Run(summary) => return of_run(summary, caption, sheet),
        Data::Maps(tables) => {
            return tables.iter().filter_map(|table| heat::of_table(table, caption, sheet)).collect();
        }
        Data::Sizes(runs) => [seats::sketch(runs, caption, sheet), None],
        Data::Levels(ladders) => [levels::sketch(ladders, caption, sheet), None],
        Data::Differences(arms) => [forest::differences(arms, caption, sheet), None],
        Data::Ablation(found) => return forest::ablations(found, caption, sheet),
        Data::Worths(found) => [forest::worths(found, caption, sheet), None],
        Data::Prices(found) => {
            [prices::sketch(found, caption, sheet), bargains::sketch(found, caption, sheet)]
        }
        Data::Payments(found) => [payments::sketch(found, caption, sheet), None],
        Data::Plans(found) => [shares::by_plan(found, caption, sheet), None],
        Data::Balanced(found) => [proposals::sketch(found, caption, sheet), None],
        Data::Robust(found) => {
            [forest::tornado(found, caption, sheet), forest::numbers(found, caption, sheet)]
        }
        Data::Lines(lines) => return sweep::sketches(lines, caption, sheet),
        Data::Learning(logs) => {
            [learning::won(logs, caption, sheet), learning::entropy(logs, caption, sheet)]
        }
    };
    sketches.into_iter().flatten().collect()
}

fn of_run<'a>(run: &Summary, caption: &str, sheet: &'a Sheet) -> Vec<Sketch<'a>> {
    let sketches = [
        shares::by_strategy(&run.rates.strategies, caption, sheet),
        shares::by_seat(&run.rates.seats, caption, sheet),
        scores::sketch(&run.scores, &run.points.strategies, caption, sheet),
        components::sketch(&run.components.all, caption, sheet),
        rounds::points(&run.course.rounds, caption, sheet),
        rounds::leaders(&run.course.leaders, caption, sheet),
    ];
    sketches.into_iter().flatten().collect()
}

fn finished(sketch: Sketch<'_>, narrow: Option<Sketch<'_>>) -> Result<Picture, ChartError> {
    let slim = |narrow: Sketch<'_>| narrow.canvas.svg(&format!("{}-narrow", narrow.name), &narrow.alt);
    Ok(Picture {
        look: sketch.look,
        narrow: narrow.map(slim).transpose()?,
        title: sketch.title.to_owned(),
        svg: sketch.canvas.svg(&sketch.name, &sketch.alt)?,
        png: sketch.canvas.png()?,
        name: sketch.name,
        alt: sketch.alt,
    })
}
