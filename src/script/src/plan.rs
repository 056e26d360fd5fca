//! What a strategy is to do beside winning: its plan, by which it learns.
//!
//! A plan says what each of some things is worth while the strategy learns: with `ads = 0.05` an ad is worth a twentieth of
//! a win, or of a point where points are what it learns for. A thing is a component (each time that it is taken), a sort of
//! them, a measure of the seat (the sum of its places), or a place of one (`price_turns.price-7`). A plan changes nothing in
//! how a file plays, but by what is learned; tests and tables count wins, and not the plan.

use sim_engine::{
    Component, Game, GameRecord, Info, Measure, Of, Seat, settings,
    text::{FileError, suggestion},
};

use crate::Title;

/// What counts for a strategy that learns, beside winning; at least one thing.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    aims: Vec<(String, f64)>,
}

impl Plan {
    /// The plan by which each of these is worth so much; none where there is nothing.
    pub(crate) fn new(aims: Vec<(String, f64)>) -> Option<Plan> {
        (!aims.is_empty()).then_some(Plan { aims })
    }

    /// What counts, and what one of it is worth, in the order of the file.
    pub fn aims(&self) -> &[(String, f64)] {
        &self.aims
    }

    /// The plan made ready for a game of these components and measures. What it does not have counts nothing.
    pub fn among(&self, components: &[Component], measures: &[Measure]) -> Aims {
        let aim = |(word, worth): &(String, f64)| {
            let cells = cells(word, measures, components).into_iter();
            let mut counted: Vec<CountSource> =
                cells.map(|(measure, cell)| CountSource::Cell(measure, cell)).collect();
            if counted.is_empty() {
                let is_meant = |one: &Component| [&one.name, &one.kind].contains(&word);
                let taken = components.iter().enumerate().filter(|(_, one)| is_meant(one));
                counted.extend(taken.map(|(at, _)| CountSource::Taken(at)));
            }
            Aim { worth: *worth, counted }
        };
        Aims { all: self.aims.iter().map(aim).collect() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountSource {
    /// Times that a component is taken, by its place among those of the game.
    Taken(usize),
    /// A cell of a measure of a seat.
    Cell(usize, usize),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Aim {
    /// What one of it is worth.
    pub worth: f64,
    pub counted: Vec<CountSource>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Aims {
    /// In the order of the file.
    pub all: Vec<Aim>,
}

impl Aims {
    /// What a seat did of the plan in a game is worth.
    pub fn worth(&self, record: &GameRecord, seat: Seat) -> f64 {
        let count = |counted: &CountSource| match *counted {
            CountSource::Taken(component) => i32::from(record.component_use(component, seat).taken),
            CountSource::Cell(measure, cell) => record.measure(measure, cell, seat),
        };
        let of_aim = |aim: &Aim| aim.worth * f64::from(aim.counted.iter().map(count).sum::<i32>());
        self.all.iter().map(of_aim).sum()
    }
}

/// The cells of measures of a seat that go by a word: all of the measure of this name, or those of a label of it.
fn cells(word: &str, measures: &[Measure], components: &[Component]) -> Vec<(usize, usize)> {
    let (name, label) = word.split_once('.').map_or((word, None), |(name, label)| (name, Some(label)));
    let Some(at) = measures.iter().position(|measure| measure.of == Of::Seat && measure.name == name) else {
        return Vec::new();
    };
    let is_meant = |cell: &usize| match label {
        None => true,
        Some(label) => measures[at].labels(*cell, components).is_some_and(|labels| labels.contains(&label)),
    };
    (0..measures[at].width()).filter(is_meant).map(|cell| (at, cell)).collect()
}

/// Whether a word is a sort of components, or is counted by a measure at any table: that is known at once, while a component
/// is known when the games are set up, which every start of the program would wait for.
pub(crate) fn needs_no_game(info: &Info, word: &str) -> bool {
    info.kinds.iter().any(|kind| kind.name == word) || !cells(word, info.measures, &[]).is_empty()
}

/// Holds what a file's plan counts, each with its place in the text, against what there is in the game.
///
/// # Errors
/// The first that is no component, no sort of them, no measure of a seat and no place of one.
pub(crate) fn check(
    title: &impl Title,
    origin: &str,
    text: &str,
    words: impl Iterator<Item = (String, usize)>,
) -> Result<(), FileError> {
    let words: Vec<(String, usize)> = words.filter(|(word, _)| !needs_no_game(title.info(), word)).collect();
    if words.is_empty() {
        return Ok(());
    }
    let mut known = counted(title);
    let has_place = |word: &str| {
        games(title).any(|game| !cells(word, game.info().measures, game.components()).is_empty())
    };
    let Some((word, at)) = words.iter().find(|(word, _)| !known.contains(word) && !has_place(word)) else {
        return Ok(());
    };
    // Places are offered of the measure that was meant.
    if let Some((name, _)) = word.split_once('.').filter(|(name, _)| known.iter().any(|known| known == name))
    {
        known = places(title, name);
    }
    let help = suggestion(word, known.iter().map(String::as_str));
    Err(FileError::at(origin, text, *at, format!("nothing is called `{word}` that a plan could count"), help))
}

/// What is counted of a seat in a game of this sort: sorts of components, measures, components.
pub(crate) fn counted(title: &impl Title) -> Vec<String> {
    let info = title.info();
    let mut all: Vec<String> = info.kinds.iter().map(|kind| kind.name.to_owned()).collect();
    let measures = info.measures.iter().filter(|measure| measure.of == Of::Seat);
    all.extend(measures.map(|measure| measure.name.to_owned()));
    for game in games(title) {
        for component in game.components() {
            if !all.contains(&component.name) {
                all.push(component.name.clone());
            }
        }
    }
    all
}

/// The places of a measure: `price_turns.price-7`.
fn places(title: &impl Title, name: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for game in games(title) {
        for measure in game.info().measures.iter().filter(|measure| measure.name == name) {
            let cells = (0..measure.width()).filter_map(|cell| measure.labels(cell, game.components()));
            for label in cells.flatten().filter(|label| !label.is_empty()) {
                let place = format!("{name}.{label}");
                if !all.contains(&place) {
                    all.push(place);
                }
            }
        }
    }
    all
}

/// The printed game at each number of players.
pub(crate) fn games<T: Title>(title: &T) -> impl Iterator<Item = T::Game> {
    let settings = settings::parse("data.toml", title.info().data_file).ok();
    let (first, last) = title.info().players;
    (first..=last).filter_map(move |players| title.set_up(settings.as_ref()?, players).ok())
}
