//! Plans: rewards besides winning, by which a strategy learns.
//!
//! With `ads = 0.05` an ad is worth a twentieth of a win during training, or of a point where points are the
//! objective. A word names a component (each time that it is taken), a kind of component, a measure of the seat
//! (the sum of its cells), or one of its cells (`price_turns.price-7`). A plan changes how a file plays only
//! through training. Tests and tables count wins and ignore the plan.

use sim_engine::{
    Component, Game, GameRecord, Info, Measure, Of, Seat, settings,
    text::{FileError, suggestion},
};

use crate::Title;

/// Rewards besides winning, for a strategy that learns; at least one.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    aims: Vec<(String, f64)>,
}

impl Plan {
    /// The plan with these rewards; none if there are none.
    pub(crate) fn new(aims: Vec<(String, f64)>) -> Option<Plan> {
        (!aims.is_empty()).then_some(Plan { aims })
    }

    /// The words, with the worth of one occurrence each, in the order of the file.
    pub fn aims(&self) -> &[(String, f64)] {
        &self.aims
    }

    /// Resolves the plan for a game with these components and measures. Words that the game lacks count nothing.
    pub fn resolve(&self, components: &[Component], measures: &[Measure]) -> Aims {
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
    /// Times that a component is taken, by its index in the game.
    Taken(usize),
    /// A cell of a measure of the seat, by their indices.
    Cell(usize, usize),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Aim {
    /// The worth of one occurrence.
    pub worth: f64,
    pub counted: Vec<CountSource>,
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct Aims {
    /// In the order of the file.
    pub all: Vec<Aim>,
}

impl Aims {
    /// The worth of what a seat did for the plan in a game.
    pub fn worth(&self, record: &GameRecord, seat: Seat) -> f64 {
        let count = |counted: &CountSource| match *counted {
            CountSource::Taken(component) => i32::from(record.component_use(component, seat).taken),
            CountSource::Cell(measure, cell) => record.measure(measure, cell, seat),
        };
        let of_aim = |aim: &Aim| aim.worth * f64::from(aim.counted.iter().map(count).sum::<i32>());
        self.all.iter().map(of_aim).sum()
    }
}

/// The cells of seat measures that a word names: all cells of the measure, or those with a label.
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

/// Whether a word is a kind of component, or a seat measure at any table. This is known without setting up games,
/// for which every start of the program would wait.
pub(crate) fn needs_no_game(info: &Info, word: &str) -> bool {
    info.kinds.iter().any(|kind| kind.name == word) || !cells(word, info.measures, &[]).is_empty()
}

/// Checks the words of a file's plan, each with its place in the text, against the game.
///
/// # Errors
/// The first word that is no component, no kind of component, no seat measure and no cell of one.
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
    // Suggest cells of the measure that was meant.
    if let Some((name, _)) = word.split_once('.').filter(|(name, _)| known.iter().any(|known| known == name))
    {
        known = places(title, name);
    }
    let help = suggestion(word, known.iter().map(String::as_str));
    Err(FileError::at(origin, text, *at, format!("nothing is called `{word}` that a plan could count"), help))
}

/// The words that a plan may use in this game: kinds of components, seat measures, components.
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

/// The cells of a measure as words: `price_turns.price-7`.
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

/// The game under its printed rules at each number of players.
pub(crate) fn games<T: Title>(title: &T) -> impl Iterator<Item = T::Game> {
    let settings = settings::parse("data.toml", title.info().data_file).ok();
    let (first, last) = title.info().players;
    (first..=last).filter_map(move |players| title.set_up(settings.as_ref()?, players).ok())
}
