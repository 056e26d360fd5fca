use sim_engine::{Info, Objective, text::people};
use sim_lab::{
    figure::Unit,
    ladder::{Ladder, Ladders},
};
use sim_stats::Estimate;

use super::{
    grid::{Style, grid},
    number::{gain, number, share},
    sentences,
};
use crate::say::say;

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
        text += &sentences(summary(ladder, found.info));
    }
    let (is_share, unit) = (found.objective().is_wins(), found.info.points_unit);
    text + "\n" + &sentences([say!("ladder/unit", is_share, unit)])
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

fn summary(ladder: &Ladder, info: &Info) -> Vec<String> {
    let Some((first, last)) = ladder.steps.first().zip(ladder.steps.last()) else { return Vec::new() };
    let (ends, highest) = (ladder.ends(), last.upper.as_str());
    let unit = match ladder.objective {
        Objective::Wins => "points".to_owned(),
        Objective::Points => format!("{} a game", info.points_unit),
    };
    let mut told = vec![match ends {
        Some((lowest, _)) => {
            say!("ladder/length", lowest, highest, distance => points(&ladder.length, ladder), unit)
        }
        None => say!("ladder/unknown", highest),
    }];
    let lowest = ends.map_or(highest, |(lowest, _)| lowest);
    if lowest != first.lower {
        told.push(say!("ladder/below", lowest, is_decided => ladder.is_decided_below()));
    }
    told
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
