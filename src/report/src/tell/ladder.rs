use sim_engine::{Info, Objective, text::people};
use sim_lab::{
    figure::Unit,
    ladder::{Ladder, Ladders},
};
use sim_stats::Estimate;

use super::{
    grid::{Style, grid},
    number::{gain, number, share},
};

pub fn ladder(found: &Ladders, seed: u64, style: Style) -> String {
    let mut text = format!("{}: levels of skill, seed {seed}\n", found.info.title);
    for ladder in &found.tables {
        let players = people::counted(ladder.players as u64, "player", "players");
        let games = ladder.steps.first().map_or(0, |step| step.games);
        text += &format!(
            "\n{players}, {}{} of each seating\n\n",
            match ladder.objective {
                Objective::Wins => format!("fair {}, ", people::percent(1.0 / ladder.players as f64, None)),
                Objective::Points => String::new(),
            },
            people::counted(games, "game", "games")
        );
        text += &rows(ladder, style);
        text += &summary(ladder, found.info);
    }
    text + &match found.objective() {
        Objective::Wins => "\nPoints are Elo points: 400 are odds of ten to one.\n".to_owned(),
        Objective::Points => format!(
            "\nAll figures are in {} a game: how far one is ahead of each of the others at its table.\n",
            found.info.points_unit
        ),
    }
}

fn rows(ladder: &Ladder, style: Style) -> String {
    // The highest stands at the top, as on a ladder.
    let steps = ladder.steps.iter().rev();
    let rows: Vec<Vec<String>> = steps
        .map(|step| {
            vec![
                step.upper.clone(),
                step.lower.clone(),
                result(&step.upper_wins, ladder),
                result(&step.lower_wins, ladder),
                points(&step.points, ladder),
            ]
        })
        .collect();
    let header = match ladder.objective {
        Objective::Wins => ["one of", "among", "wins %", "the other way round %", "points ahead"],
        Objective::Points => ["one of", "among", "ahead", "the other way round", "points ahead"],
    };
    grid(&header, &rows, &[false, false, true, true, true], style)
}

fn summary(ladder: &Ladder, info: &Info) -> String {
    let Some((first, last)) = ladder.steps.first().zip(ladder.steps.last()) else { return String::new() };
    let highest = &last.upper;
    let mut text = match ladder.ends() {
        Some((lowest, _)) => format!(
            "From {lowest} to {highest} it is {} {}",
            points(&ladder.length, ladder),
            match ladder.objective {
                Objective::Wins => "points".to_owned(),
                Objective::Points => format!("{} a game", info.points_unit),
            }
        ),
        None => format!("How far {highest} is ahead is not known"),
    };
    let below = ladder.ends().map_or(highest.as_str(), |(lowest, _)| lowest);
    text += &match (below == first.lower, ladder.is_decided_below()) {
        (true, _) => ".\n".to_owned(),
        (_, true) => {
            format!("; {below} wins all games against the level below, so that distance is unknown.\n")
        }
        (_, false) => format!("; below {below} too few deals were played.\n"),
    };
    text
}

/// A win rate, or points ahead.
fn result(estimate: &Estimate, ladder: &Ladder) -> String {
    match ladder.objective {
        Objective::Wins => share(estimate),
        Objective::Points => gain(estimate, Unit::Points),
    }
}

fn points(estimate: &Estimate, ladder: &Ladder) -> String {
    match ladder.objective {
        _ if estimate.value.is_none() => estimate.note.to_owned(),
        Objective::Wins => number(estimate, 0),
        Objective::Points => gain(estimate, Unit::Points),
    }
}
