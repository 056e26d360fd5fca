use super::{ALL, FigureError, FigureSelector, Side, Subject, labels, sides};
use crate::figure::{Figure, Unit, of_shape};
use sim_engine::{Measure, MeasureShape, Of, Seat, text::suggestion};
use sim_play::tally::{Group, Layout, Shape, USE_COUNT_BUCKETS, UseKind, WIN};

/// The figure of how games end; its rows are the reasons.
pub const END: &str = "end";
pub(super) const ADJUSTED: &str = "adjusted_difference";
/// Points above the mean of all seats in the same games; the fair value is 0.
pub(crate) const AHEAD: &str = "points_ahead";
/// Figures of seats, besides the places `place_1`, `place_2` and so on.
pub(super) const OF_SEATS: [&str; 3] = ["win_rate", "points", AHEAD];
const OF_GAMES: [&str; 3] = ["plies", "decisions", "truncated"];

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Source {
    /// Cells of the tally; the plays of several add up.
    Cells(Vec<usize>),
    /// Numbers of plans: the plays of plans add up, and numbers add up within each play.
    Numbers {
        of: Of,
        plans: Vec<usize>,
        numbers: Vec<usize>,
        /// The numbers that count occasions, for a measure per occasion; empty for others.
        occasions: Vec<usize>,
    },
    Adjusted(usize),
    /// A cell, and the cells of all seats.
    Ahead(usize, Vec<usize>),
}

#[derive(Debug, Clone, PartialEq)]
pub struct TallyFigure {
    pub(super) source: Source,
    /// The value of one unit of the numerator.
    pub(super) factor: f64,
    pub(super) denominator: Option<Box<TallyFigure>>,
    /// Its unit; a ratio of two figures has no unit name.
    pub unit: Unit,
}

impl TallyFigure {
    fn new(source: Source, factor: f64, unit: Unit) -> TallyFigure {
        TallyFigure { source, factor, denominator: None, unit }
    }

    /// A figure of cells whose plays add up.
    pub(crate) fn of_cells(cells: Vec<usize>, factor: f64, unit: Unit) -> TallyFigure {
        TallyFigure::new(Source::Cells(cells), factor, unit)
    }
}

impl Source {
    fn forget_occasions(&mut self) {
        if let Source::Numbers { occasions, .. } = self {
            occasions.clear();
        }
    }
}

impl FigureSelector {
    pub fn find(&self, subject: &Subject<'_>, layout: &Layout) -> Result<TallyFigure, FigureError> {
        let mut found = self.find_one(subject, layout)?;
        let Some(changes) = &self.per else { return Ok(found) };
        if changes.per.is_some() {
            return Err(FigureError::new("per", "`per` within `per`", "divide once"));
        }
        // For another measure, row and column carry over only if it has the same sides.
        let mut under = FigureSelector { per: None, ..self.clone() };
        if changes.figure.is_some() {
            let of = |selector: &FigureSelector| {
                selector.measure(subject).map_or([None, None], |one| sides(subject, one))
            };
            let (here, there) = (of(self), of(&under.with(changes)));
            let keeps = |at: usize| there[at].is_some() && there[at] == here[at];
            under.row = under.row.filter(|_| keeps(0));
            under.column = under.column.filter(|_| keeps(1));
        }
        let under = under.with(changes).find_one(subject, layout);
        let mut under = under.map_err(|unknown| FigureError { word: "per", ..unknown })?;
        // An explicit denominator replaces the measure's occasions.
        found.source.forget_occasions();
        under.source.forget_occasions();
        // Two parts of the same measure make a share.
        let is_share = changes.figure.is_none() && changes.strategy.is_none();
        let unit = if is_share { Unit::Share } else { Unit::Counted("") };
        Ok(TallyFigure { denominator: Some(Box::new(under)), unit, ..found })
    }

    fn measure(&self, subject: &Subject<'_>) -> Option<&'static Measure> {
        let figure = self.figure.as_deref()?;
        subject.info.measures.iter().find(|measure| measure.name == figure)
    }

    fn find_one(&self, subject: &Subject<'_>, layout: &Layout) -> Result<TallyFigure, FigureError> {
        let said = |label: &Option<String>| label.clone().filter(|label| label != ALL);
        let selector = FigureSelector { row: said(&self.row), column: said(&self.column), ..self.clone() };
        selector.find_said(subject, layout)
    }

    fn find_said(&self, subject: &Subject<'_>, layout: &Layout) -> Result<TallyFigure, FigureError> {
        let figure = self.figure.as_deref().unwrap_or(OF_SEATS[0]);
        let place = figure.strip_prefix("place_").and_then(|place| place.parse().ok());
        let has_place = place.is_some_and(|place| (1..=layout.frame().contenders).contains(&place));
        if self.component.is_none() && (OF_SEATS.contains(&figure) || has_place) {
            return self.of_seats(subject, layout, (figure, place));
        }
        if self.component.is_some() {
            return self.of_component(subject, layout, figure);
        }
        let measure = subject.info.measures.iter().position(|measure| measure.name == figure);
        let shape = Shape::named(figure);
        let is_of_games = OF_GAMES.contains(&figure) || shape.is_some() || figure == END;
        let is_use = figure == ADJUSTED || UseKind::named(figure).is_some();
        if measure.is_none() && !is_of_games && !is_use {
            let known = OF_SEATS.into_iter().chain(["place_1"]).chain(OF_GAMES).chain(Shape::WORDS);
            let known = known.chain([END]).chain(subject.info.measures.iter().map(|one| one.name));
            let uses = UseKind::WORDS.into_iter().chain([ADJUSTED]);
            return Err(FigureError::name("figure", "figure", figure, known.chain(uses)));
        }
        self.has_no("seat", self.seat.is_some(), "only win_rate, points and places exist by seat")?;
        if let Some(at) = measure {
            return self.of_measure(subject, layout, at);
        }
        self.has_no("strategy", self.strategy.is_some(), "it is a figure of games")?;
        let found = |cell, factor, unit| Ok(TallyFigure::of_cells(vec![cell], factor, unit));
        let scale = subject.points_scale();
        if figure == END {
            let row = self.row.as_deref().unwrap_or_default();
            let at = subject.info.ends.iter().position(|end| *end == row);
            let ends = || subject.info.ends.iter().copied();
            let at = at.ok_or_else(|| FigureError::name("row", "end", row, ends()))?;
            return found(layout.end(at), 1.0, Unit::Share);
        }
        self.has_no("row", self.row.is_some() || self.column.is_some(), "measures have rows")?;
        match (figure, shape) {
            ("plies", _) => found(layout.plies(), 1.0, Figure::Plies.unit()),
            ("decisions", _) => found(layout.decisions(), 1.0, Figure::Decisions.unit()),
            ("truncated", _) => found(layout.truncated(), 1.0, Unit::Share),
            (_, Some(shape)) => {
                found(layout.shape(shape), of_shape(shape, scale), Figure::Shape(shape).unit())
            }
            _ => {
                let message = format!("`{figure}` is a figure of components");
                Err(FigureError::new("figure", message, "name one: component = ..."))
            }
        }
    }

    fn has_no(&self, word: &'static str, is_given: bool, help: &str) -> Result<(), FigureError> {
        if !is_given {
            return Ok(());
        }
        let figure = self.figure.as_deref().unwrap_or(OF_SEATS[0]);
        Err(FigureError::new(word, format!("`{figure}` has no {word}"), format!("leave it out: {help}")))
    }

    fn of_seats(
        &self,
        subject: &Subject<'_>,
        layout: &Layout,
        (figure, place): (&str, Option<usize>),
    ) -> Result<TallyFigure, FigureError> {
        self.has_no("row", self.row.is_some(), "measures have rows")?;
        self.has_no("column", self.column.is_some(), "measures have columns")?;
        let strategy = self.strategy(subject)?;
        let seat = match self.seat {
            None => None,
            Some(seat) if (1..=subject.players).contains(&usize::from(seat)) => Some(Seat(seat - 1)),
            Some(_) => {
                let help = format!("give seat = 1 to {}", subject.players);
                return Err(FigureError::new("seat", "there is no such seat", help));
            }
        };
        if figure == "win_rate" && strategy.or(seat.map(|_| 0)).is_none() && subject.fair_share().is_some() {
            return Err(FigureError::new("figure", "whose win rate is meant?", "give seat or strategy"));
        }
        if figure == AHEAD && (strategy.is_none() && seat.is_none() || subject.players == 1) {
            let message = "a strategy or a seat is ahead of others at its table";
            let help = "give seat or strategy, and two players or more";
            return Err(FigureError::new("figure", message, help));
        }
        let is_automa = strategy == Some(subject.strategies.len());
        if is_automa && figure != "points" {
            let message = format!("the automa has no {figure}");
            return Err(FigureError::new("strategy", message, "ask for its points"));
        }
        let groups = match (strategy, seat) {
            (Some(_), _) if is_automa => vec![Group::Automa],
            (Some(strategy), None) => vec![Group::Strategy(strategy)],
            (Some(strategy), Some(seat)) => vec![Group::StrategySeat(strategy, seat)],
            (None, Some(seat)) => vec![Group::Seat(seat)],
            (None, None) => Seat::all(subject.players).map(Group::Seat).collect(),
        };
        if figure == AHEAD {
            let seats = Seat::all(subject.players).map(|seat| layout.points(Group::Seat(seat))).collect();
            let source = Source::Ahead(layout.points(groups[0]), seats);
            return Ok(TallyFigure::new(source, subject.points_scale(), Unit::Points));
        }
        let cell = |group: Group| match (figure, place) {
            ("win_rate", _) => layout.wins(group),
            (_, Some(place)) => layout.place(group, place),
            _ => layout.points(group),
        };
        let (factor, unit) = match figure {
            "win_rate" => (1.0 / WIN as f64, Unit::Share),
            "points" => (subject.points_scale(), Unit::Points),
            _ => (1.0, Unit::Share),
        };
        Ok(TallyFigure::of_cells(groups.into_iter().map(cell).collect(), factor, unit))
    }

    /// Index of the strategy; the automa follows the strategies.
    fn strategy(&self, subject: &Subject<'_>) -> Result<Option<usize>, FigureError> {
        let Some(name) = &self.strategy else { return Ok(None) };
        let at = subject.plans().position(|known| known == name);
        let help = || suggestion(name, subject.plans());
        at.map(Some).ok_or_else(|| FigureError::new("strategy", format!("`{name}` does not play"), help()))
    }

    /// The plans whose plays count: one strategy, or all.
    fn plans(&self, subject: &Subject<'_>) -> Result<Vec<usize>, FigureError> {
        Ok(self.strategy(subject)?.map_or_else(|| (0..subject.strategies.len()).collect(), |at| vec![at]))
    }

    fn of_component(
        &self,
        subject: &Subject<'_>,
        layout: &Layout,
        figure: &str,
    ) -> Result<TallyFigure, FigureError> {
        let name = self.component.as_deref().unwrap_or_default();
        let at = subject.components.iter().position(|component| component.name == name);
        let names = || subject.components.iter().map(|component| component.name.as_str());
        let at = at.ok_or_else(|| FigureError::name("component", "component", name, names()))?;
        self.has_no("seat", self.seat.is_some(), "figures of components exist by strategy")?;
        self.has_no("column", self.column.is_some(), "components have no columns")?;
        if figure == "win_rate" {
            self.has_no("strategy", self.strategy.is_some(), "users of all strategies count")?;
            // Without a row, every seat that used it at all.
            let buckets = match &self.row {
                None => (1..USE_COUNT_BUCKETS).collect(),
                Some(row) => bins(row, USE_COUNT_BUCKETS)?,
            };
            let cells = buckets.into_iter().map(|bucket| layout.use_count(at, bucket)).collect();
            return Ok(TallyFigure::of_cells(cells, 1.0 / WIN as f64, Unit::Share));
        }
        self.has_no("row", self.row.is_some(), "measures have rows")?;
        if figure == ADJUSTED {
            self.has_no("strategy", self.strategy.is_some(), "users of all strategies count")?;
            if subject.players == 1 {
                return Err(FigureError::new("figure", "alone there are no others", "ask for its `used`"));
            }
            return Ok(TallyFigure::new(Source::Adjusted(at), 1.0, Unit::Share));
        }
        let Some(kind) = UseKind::named(figure) else {
            let known = UseKind::WORDS.into_iter().chain([ADJUSTED, "win_rate"]);
            return Err(FigureError::name("figure", "figure of components", figure, known));
        };
        let numbers = vec![layout.component_use(at, kind)];
        let (of, plans, occasions) = (Of::Seat, self.plans(subject)?, Vec::new());
        let source = Source::Numbers { of, plans, numbers, occasions };
        Ok(TallyFigure::new(source, 1.0, Figure::Use(kind).unit()))
    }

    fn of_measure(
        &self,
        subject: &Subject<'_>,
        layout: &Layout,
        at: usize,
    ) -> Result<TallyFigure, FigureError> {
        let measure = &subject.info.measures[at];
        let plans = match measure.of {
            Of::Seat => self.plans(subject)?,
            Of::Table => {
                self.has_no("strategy", self.strategy.is_some(), "it is of the table as a whole")?;
                vec![0]
            }
        };
        let found = |numbers, occasions, unit| {
            let source = Source::Numbers { of: measure.of, plans, numbers, occasions };
            Ok(TallyFigure::new(source, 1.0, unit))
        };
        if let (MeasureShape::Histogram { bins: count }, Some(row)) = (measure.shape, &self.row) {
            let bins = bins(row, count)?.into_iter().map(|bin| layout.bin(at, bin)).collect();
            return found(bins, Vec::new(), Unit::Share);
        }
        let [rows, columns] = sides(subject, measure);
        let (row, column) = (chosen("row", &self.row, rows)?, chosen("column", &self.column, columns)?);
        let is_one = |cell: &usize| {
            labels(subject, measure, *cell).is_some_and(|[here, there]| {
                row.as_ref().is_none_or(|row| row.contains(&here))
                    && column.as_ref().is_none_or(|column| column.contains(&there))
            })
        };
        let cells: Vec<usize> = (0..measure.width()).filter(is_one).collect();
        let of = |at: usize| cells.iter().map(|&cell| layout.measure(at, cell)).collect();
        found(of(at), measure.per.map_or(Vec::new(), of), Unit::Counted(measure.unit))
    }
}

/// The bins that a row of a histogram names: `3`, or `3+` for 3 and more.
fn bins(row: &str, count: usize) -> Result<Vec<usize>, FigureError> {
    let (number, is_open) = row.strip_suffix('+').map_or((row, false), |number| (number, true));
    let last = count.saturating_sub(1);
    let bin = number.trim().parse().ok().filter(|bin| *bin <= last && (is_open || *bin < last));
    let unknown = || FigureError::new("row", format!("no value `{row}`"), format!("give 0 to {last}+"));
    let bin = bin.ok_or_else(unknown)?;
    Ok(if is_open { (bin..count).collect() } else { vec![bin] })
}

/// The labels that a word names along a side, `a + b` for several; `None` for all labels.
fn chosen<'s>(
    word: &'static str,
    label: &Option<String>,
    side: Option<Side<'s>>,
) -> Result<Option<Vec<&'s str>>, FigureError> {
    let Some(label) = label.as_deref() else { return Ok(None) };
    let Some(Side { name, labels }) = side else {
        return Err(FigureError::new(
            word,
            format!("there is no {word} `{label}`"),
            format!("leave {word} out"),
        ));
    };
    let one = |label: &str| {
        let known = labels.iter().copied().find(|known| *known == label);
        known.ok_or_else(|| FigureError::name(word, name, label, labels.iter().copied()))
    };
    // A label may itself hold a plus.
    if labels.contains(&label) {
        return one(label).map(|label| Some(vec![label]));
    }
    label.split(" + ").map(one).collect::<Result<Vec<_>, _>>().map(Some)
}
