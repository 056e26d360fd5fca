mod find;
mod read;
mod text;

use std::ops::RangeInclusive;

use serde::Deserialize;

use crate::{Refusal, figure::Unit, summary::labels};
pub(crate) use find::AHEAD;
pub use find::TallyFigure;
pub use read::{Difference, ErrorMethod, Measurement, Pairing, Reader};
use sim_engine::{Axis, Measure, MeasureShape, text::suggestion};
use sim_play::arm::Subject;
pub use text::as_it_is_called;

/// The word for all rows or columns of a measure together.
pub const ALL: &str = "all";

/// Selects a figure and its owner. Without an owner, it is the figure of all seats together.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureSelector {
    /// Name of the figure: `win_rate`, `points`, a measure.
    pub figure: Option<String>,
    pub strategy: Option<String>,
    /// From 1.
    pub seat: Option<u8>,
    pub component: Option<String>,
    /// Row and column of a measure; without them, all rows or columns together.
    pub row: Option<String>,
    pub column: Option<String>,
    /// The denominator, given by the keys that differ from the numerator.
    pub per: Option<Box<FigureSelector>>,
}

impl FigureSelector {
    /// The range of the selected share; `None` for other units, and for a ratio, which may exceed 1.
    pub(crate) fn shares(&self, unit: Unit) -> Option<RangeInclusive<f64>> {
        // A difference of shares can be below 0.
        let least = if self.figure.as_deref() == Some(find::ADJUSTED) { -1.0 } else { 0.0 };
        (unit.is_share() && self.per.is_none()).then_some(least..=1.0)
    }

    #[must_use]
    pub fn with(&self, changes: &FigureSelector) -> FigureSelector {
        let one = |own: &Option<String>, change: &Option<String>| change.as_ref().or(own.as_ref()).cloned();
        FigureSelector {
            figure: one(&self.figure, &changes.figure),
            strategy: one(&self.strategy, &changes.strategy),
            seat: changes.seat.or(self.seat),
            component: one(&self.component, &changes.component),
            row: one(&self.row, &changes.row),
            column: one(&self.column, &changes.column),
            per: changes.per.as_ref().or(self.per.as_ref()).cloned(),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FigureError {
    pub word: &'static str,
    pub message: String,
    pub help: String,
}

impl From<FigureError> for Refusal {
    fn from(FigureError { message, help, .. }: FigureError) -> Refusal {
        Refusal { message, help }
    }
}

impl FigureError {
    fn new(word: &'static str, message: impl Into<String>, help: impl Into<String>) -> FigureError {
        FigureError { word, message: message.into(), help: help.into() }
    }

    fn name<'a>(
        word: &'static str,
        what: &str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> FigureError {
        FigureError::new(word, format!("no {what} `{name}`"), suggestion(name, known))
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
    #[serde(rename_all = "lowercase")]
    pub enum Dimension {
        Strategy = "strategy",
        Seat = "seat",
        Component = "component",
        Row = "row",
        Column = "column",
        Arm = "arm",
    }
}

impl Dimension {
    /// The names along this dimension, for a figure of this subject; those of components are limited to one `kind`.
    /// Empty for arms, which are unknown here.
    pub fn names(
        self,
        subject: &Subject<'_>,
        selector: &FigureSelector,
        kind: Option<&str>,
    ) -> Result<Vec<String>, FigureError> {
        let kinds = || subject.components.iter().map(|component| component.kind.as_str());
        if let Some(kind) = kind
            && kinds().all(|known| known != kind)
        {
            let mut known: Vec<&str> = kinds().collect();
            known.dedup();
            return Err(FigureError::name("kind", "sort of component", kind, known));
        }
        Ok(match self {
            Dimension::Strategy => subject.strategies.clone(),
            Dimension::Seat => (1..=subject.players).map(|seat| seat.to_string()).collect(),
            Dimension::Component => subject
                .components
                .iter()
                .filter(|component| kind.is_none_or(|kind| component.kind == kind))
                .map(|component| component.name.clone())
                .collect(),
            Dimension::Row | Dimension::Column => labels_of(subject, selector, self)?,
            Dimension::Arm => Vec::new(),
        })
    }

    #[must_use]
    pub fn pick(self, selector: &FigureSelector, name: &str) -> FigureSelector {
        let own = || Some(name.to_owned());
        match self {
            Dimension::Strategy => FigureSelector { strategy: own(), ..selector.clone() },
            Dimension::Seat => FigureSelector { seat: name.parse().ok(), ..selector.clone() },
            Dimension::Component => FigureSelector { component: own(), ..selector.clone() },
            Dimension::Row => FigureSelector { row: own(), ..selector.clone() },
            Dimension::Column => FigureSelector { column: own(), ..selector.clone() },
            Dimension::Arm => selector.clone(),
        }
    }
}

fn labels_of(
    subject: &Subject<'_>,
    selector: &FigureSelector,
    side: Dimension,
) -> Result<Vec<String>, FigureError> {
    let figure = selector.figure.as_deref().unwrap_or(find::OF_SEATS[0]);
    let own = |labels: &[&str]| labels.iter().map(|&label| label.to_owned()).collect();
    if figure == find::END && side == Dimension::Row {
        return Ok(own(subject.info.ends));
    }
    let measure = subject.info.measures.iter().find(|measure| measure.name == figure);
    if let Some(MeasureShape::Histogram { bins }) = measure.map(|measure| measure.shape)
        && side == Dimension::Row
    {
        return Ok((0..bins).map(|bin| bin_label(bin, bins)).collect());
    }
    let [rows, columns] = measure.map_or([None, None], |measure| sides(subject, measure));
    let found = if side == Dimension::Row { rows } else { columns };
    found.map(|side| own(&side.labels)).ok_or_else(|| {
        let message = format!("`{figure}` has no {}s", side.word());
        FigureError::new(
            "among",
            message,
            "among = \"strategy\", \"seat\", \"component\" or \"arm\" may be meant",
        )
    })
}

/// The label of a histogram bin; the last bin holds all larger values.
fn bin_label(bin: usize, bins: usize) -> String {
    if bin + 1 == bins { format!("{bin}+") } else { bin.to_string() }
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Side<'s> {
    name: &'s str,
    labels: Vec<&'s str>,
}

fn sides<'s>(subject: &Subject<'s>, measure: &Measure) -> [Option<Side<'s>>; 2] {
    let of = |axis: Axis| Side { name: axis.name, labels: axis.labels.to_vec() };
    match measure.shape {
        MeasureShape::Scalar | MeasureShape::Histogram { .. } => [None, None],
        MeasureShape::Count { rows, columns } => [Some(of(rows)), columns.map(of)],
        MeasureShape::Board { rows, columns, .. } => [Some(of(rows)), Some(of(columns))],
        MeasureShape::Components { kind, columns, .. } => {
            let of_kind = subject.components.iter().filter(|component| component.kind == kind);
            let labels = of_kind.map(|component| component.name.as_str()).collect();
            [Some(Side { name: kind, labels }), columns.map(of)]
        }
    }
}

#[cfg(test)]
mod tests;
