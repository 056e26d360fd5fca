use super::{
    Sketch,
    lines::{self, Line, Plot, Step},
    theme::Sheet,
};
use sim_lab::train::LogEntry;

/// Batches are many and noisy: a line has at most so many places, each the mean of its batches.
const PLACES: usize = 40;

pub fn won<'a>(logs: &[Vec<LogEntry>], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let looks = logs.iter().flatten().any(|entry| entry.among_bases.is_some());
    let lines = match looks {
        // A look is at all numbers of players.
        true => lines_of(logs, |entry| Some((0, entry.among_bases?))),
        false => lines_of(logs, |entry| Some((entry.players, entry.won))),
    };
    let is_share = lines.iter().flat_map(|line| &line.steps).all(|step| (0.0..=1.0).contains(&step.y));
    let subtitle = if looks {
        "What a seat won where it replaced one base player, when measured; there is noise in it."
    } else {
        "What a seat that learns won of a game, by means of batches; the test is on other deals."
    };
    let plot = Plot {
        name: "learning",
        title: "The learning curve",
        subtitle,
        caption,
        across: "games",
        up: if is_share { "win rate" } else { "points" },
        is_share,
        from_zero: false,
        mark: None,
    };
    lines::sketch(&lines, &plot, sheet)
}

pub fn entropy<'a>(logs: &[Vec<LogEntry>], caption: &str, sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let plot = Plot {
        name: "learning-entropy",
        title: "How open choices are",
        subtitle: "Entropy of a choice in nats: 0 where one answer is certain, 0.69 between two even ones.",
        caption,
        across: "games",
        up: "entropy",
        is_share: false,
        from_zero: true,
        mark: None,
    };
    lines::sketch(&lines_of(logs, |entry| Some((entry.players, entry.entropy))), &plot, sheet)
}

/// Games, and what is drawn.
type Place = (f64, f64);

/// A line for each learning and each number of players, of the number of players and the height that a batch
/// shows, if it shows any.
fn lines_of(logs: &[Vec<LogEntry>], shown: impl Fn(&LogEntry) -> Option<(usize, f64)>) -> Vec<Line> {
    let mut groups: Vec<((usize, usize), Vec<Place>)> = Vec::new();
    let logs =
        logs.iter().zip(1..).flat_map(|(course, learning)| course.iter().map(move |entry| (learning, entry)));
    for (learning, entry) in logs {
        let Some((players, y)) = shown(entry).filter(|(_, y)| y.is_finite()) else { continue };
        let (key, place) = ((learning, players), (entry.games as f64, y));
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, places)) => places.push(place),
            None => groups.push((key, vec![place])),
        }
    }
    let has_several =
        |of: fn(&(usize, usize)) -> usize| groups.iter().any(|(key, _)| of(key) != of(&groups[0].0));
    let (learnings, sizes) = (has_several(|key| key.0), has_several(|key| key.1));
    let line = |((learning, players), places): &((usize, usize), Vec<Place>)| {
        let name = match (learnings, sizes) {
            (false, false) => "learner".to_owned(),
            (true, false) => format!("learning {learning}"),
            (false, true) => format!("{players} players"),
            (true, true) => format!("learning {learning}, {players} players"),
        };
        let steps = places.chunks(places.len().div_ceil(PLACES)).map(|chunk| {
            let mean = |of: fn(&Place) -> f64| chunk.iter().map(of).sum::<f64>() / chunk.len() as f64;
            Step { x: mean(|place| place.0), y: mean(|place| place.1), interval: None }
        });
        Line { name, steps: steps.collect() }
    };
    groups.iter().map(line).collect()
}
