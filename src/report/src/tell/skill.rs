use sim_engine::{Info, Objective, text::people};
use sim_lab::{
    figure::Unit,
    ladder::{Ladder, Ladders},
    skill::{VarianceShares, VarianceSource, Variances},
};
use sim_stats::{Estimate, nested::Budget};

use super::{Style, gain, grid, number, say, sentences, share};

pub fn skill(budgets: &Variances, seed: u64, style: Style) -> String {
    let mut text = format!("{}: what explains the results, seed {seed}\n", budgets.title);
    for table in &budgets.tables {
        let players = people::counted(table.players as u64, "player", "players");
        let games = people::counted(table.games, "game", "games");
        let drawn = if table.is_sampled { " of line-ups drawn by the seed" } else { "" };
        text +=
            &format!("\n{players}, {}: {games}{drawn}; shares of the variance in percent\n\n", table.level);
        text += &shares(table, style);
        text += &sentences([explained(table), say!("luck/strategies", strategies => table.strategies)]);
    }
    text + "\n" + &sentences([say!("luck/sources")])
}

fn explained(table: &VarianceShares) -> String {
    let is_share = table.objective.is_wins();
    let percent = |budget: &Budget, parts: &[VarianceSource]| {
        let own = VarianceSource::ALL.iter().zip(&budget.shares).filter(|(part, _)| parts.contains(part));
        let sum: f64 = own.filter_map(|(_, share)| share.value).sum();
        people::fixed(sum * 100.0, 0)
    };
    let luck = |budget| percent(budget, &[VarianceSource::Deal, VarianceSource::LaterDraws]);
    match (table.of_objective(), table.wins.as_ref().or(table.points.as_ref())) {
        (Some(budget), _) => {
            let of = |source| percent(&budget, &[source]);
            let [strategies, seats] = [VarianceSource::Strategies, VarianceSource::Seats].map(of);
            say!("luck/explained", strategies, seats, luck => luck(&budget), is_share)
        }
        (None, Some(budget)) => say!("luck/constant", luck => luck(budget), is_share),
        (None, None) => say!("luck/nothing"),
    }
}

fn shares(table: &VarianceShares, style: Style) -> String {
    let is_any = table.wins.is_some() || table.points.is_some();
    let parts = VarianceSource::ALL.iter().enumerate().filter(|_| is_any);
    let cell = |budget: &Option<Budget>, at: usize| {
        budget.as_ref().map_or(String::new(), |budget| share(&budget.shares[at]))
    };
    let rows =
        parts.map(|(at, part)| vec![part.word().to_owned(), cell(&table.wins, at), cell(&table.points, at)]);
    grid(&["", "winning", "points"], rows, &[false, true, true], style)
}

pub fn ladder(found: &Ladders, seed: u64, style: Style) -> String {
    let mut text = format!("{}: levels of skill, seed {seed}\n", found.info.title);
    for ladder in &found.tables {
        let players = people::counted(ladder.players as u64, "player", "players");
        let games = ladder.steps.first().map_or(0, |step| step.games);
        let games = people::counted(games, "game", "games");
        let fair = match ladder.objective {
            Objective::Wins => format!("fair {}, ", people::percent(1.0 / ladder.players as f64, None)),
            Objective::Points => String::new(),
        };
        text += &format!("\n{players}, {fair}{games} of each seating\n\n");
        text += &steps(ladder, style);
        text += &sentences(distance(ladder, found.info));
    }
    let (is_share, unit) = (found.objective().is_wins(), found.info.points_unit);
    text + "\n" + &sentences([say!("ladder/unit", is_share, unit)])
}

fn steps(ladder: &Ladder, style: Style) -> String {
    // The highest level comes first.
    let steps = ladder.steps.iter().rev();
    let rows = steps.map(|step| {
        vec![
            step.upper.clone(),
            step.lower.clone(),
            result(&step.upper_wins, ladder),
            result(&step.lower_wins, ladder),
            points(&step.points, ladder),
        ]
    });
    let header = match ladder.objective {
        Objective::Wins => ["one of", "among", "wins %", "the other way round %", "points ahead"],
        Objective::Points => ["one of", "among", "ahead", "the other way round", "points ahead"],
    };
    grid(&header, rows, &[false, false, true, true, true], style)
}

fn distance(ladder: &Ladder, info: &Info) -> Vec<String> {
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
