//! Figures of lines: over rounds, values of a sweep, numbers of players and games of training.

use super::{Line, Plot, Sheet, Sketch, Step, lines};
use sim_engine::Objective;
use sim_lab::{
    figure::{Figure, Owner},
    ladder::Ladder,
    summary::{LeaderRow, RoundRow},
    sweep::{Lines, SweptRow},
    train::LogEntry,
};
use sim_stats::{Estimate, grouped::apart};

/// Rounds reached by a smaller share of games are left out: their means are noise.
const LEAST: f64 = 0.01;
/// Training batches are many and noisy: a line has at most this many points, each the mean of its batches.
const PLACES: usize = 40;

fn is_met(estimate: &Estimate, most: u64) -> bool {
    estimate.n as f64 >= LEAST * most as f64
}

pub fn points<'a>(rows: &[RoundRow], sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let most = rows.iter().map(|row| row.points.n).max().unwrap_or(0);
    let step = |RoundRow { strategy, round, points }: &RoundRow| {
        Some((strategy.clone(), Step::new(*round as f64, points)?))
    };
    let steps = rows.iter().filter(|row| is_met(&row.points, most)).filter_map(step);
    let plot = Plot {
        name: "points-by-round",
        across: "after round",
        up: "mean points",
        from_zero: true,
        ..Plot::default()
    };
    lines::sketch(&lines::gathered(steps), &plot, sheet)
}

pub fn leaders<'a>(rows: &[LeaderRow], sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let most = rows.iter().map(|row| row.wins.n).max().unwrap_or(0);
    let rows = rows.iter().filter(|row| is_met(&row.wins, most));
    let steps = rows.filter_map(|LeaderRow { round, wins }| Step::new(*round as f64, wins));
    // Skips rounds after which too few games have a sole leader for an interval.
    let steps = steps.filter(|step| step.interval.is_some()).collect();
    let plot = Plot {
        name: "leader-by-round",
        across: "after round",
        up: "games that the leader wins",
        is_share: true,
        from_zero: true,
        ..Plot::default()
    };
    lines::sketch(&[Line { name: "leader".to_owned(), steps }], &plot, sheet)
}

pub fn sweeps<'a>(lines: &Lines, sheet: &'a Sheet) -> Vec<Sketch<'a>> {
    let by_strategy = |owner: &Owner| owner.strategy().map(str::to_owned);
    let by_seat = |owner: &Owner| owner.seat().map(|seat| format!("Seat {}", seat.0 + 1));
    let strategies = sweep(lines, "sweep-by-strategy", by_strategy, sheet);
    let seats = sweep(lines, "sweep-by-seat", by_seat, sheet);
    strategies.into_iter().chain(seats).collect()
}

fn sweep<'a>(
    swept: &Lines,
    name: &'static str,
    line_of: impl Fn(&Owner) -> Option<String>,
    sheet: &'a Sheet,
) -> Option<Sketch<'a>> {
    let value = |row: &SweptRow| swept.arms[row.arm].value;
    let is_win = |row: &&SweptRow| row.of.figure == Figure::WinRate;
    let mut rows: Vec<&SweptRow> = swept.rows.iter().filter(is_win).collect();
    rows.sort_by(|one, other| value(one).unwrap_or(0.0).total_cmp(&value(other).unwrap_or(0.0)));
    let step = |row: &SweptRow| Some((line_of(&row.of.owner)?, Step::new(value(row)?, &row.level)?));
    let mut lines = lines::gathered(rows.into_iter().filter_map(step));
    // The current value may also be one of the sweep's.
    lines.iter_mut().for_each(|line| line.steps.dedup_by(|next, last| next.x == last.x));
    let now = swept.arms.first().and_then(|first| first.value);
    let plot = Plot {
        name,
        across: swept.paths.first().map_or("", String::as_str),
        up: "win rate",
        is_share: true,
        mark: now.map(|now| (now, "as it is")),
        ..Plot::default()
    };
    lines::sketch(&lines, &plot, sheet)
}

pub fn levels<'a>(ladders: &[&Ladder], sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let is_won = ladders.first().is_none_or(|ladder| ladder.objective == Objective::Wins);
    let up = if is_won { "points below the highest level" } else { "points a game below the highest level" };
    let values = &[("is_won", is_won.into())];
    let plot = Plot { name: "levels", values, across: "players", up, ..Plot::default() };
    lines::sketch(&below(ladders), &plot, sheet)
}

/// One line per level, the best first: it lies at 0.
fn below(ladders: &[&Ladder]) -> Vec<Line> {
    let mut places: Vec<(String, Step)> = Vec::new();
    for ladder in ladders {
        let x = ladder.players as f64;
        if let Some(highest) = ladder.steps.last() {
            places.push((highest.upper.clone(), Step { x, y: 0.0, interval: None }));
        }
        let mut steps: Vec<(f64, Estimate)> = Vec::new();
        for step in ladder.steps.iter().rev() {
            steps.push((-1.0, step.points));
            let Some(place) = Step::new(x, &apart(&steps)) else { break };
            places.push((step.lower.clone(), place));
        }
    }
    lines::gathered(places)
}

/// Learning curves of the learners.
pub fn learning<'a>(logs: &[Vec<LogEntry>], sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let looks = logs.iter().flatten().any(|entry| entry.among_bases.is_some());
    let lines = match looks {
        // An evaluation covers all numbers of players.
        true => lines_of(logs, |entry| Some((0, entry.among_bases?))),
        false => lines_of(logs, |entry| Some((entry.players, entry.won))),
    };
    let is_share = lines.iter().flat_map(|line| &line.steps).all(|step| (0.0..=1.0).contains(&step.y));
    let plot = Plot {
        name: "learning",
        values: &[("is_look", looks.into())],
        across: "games",
        up: if is_share { "win rate" } else { "points" },
        is_share,
        ..Plot::default()
    };
    lines::sketch(&lines, &plot, sheet)
}

pub fn entropy<'a>(logs: &[Vec<LogEntry>], sheet: &'a Sheet) -> Option<Sketch<'a>> {
    let plot =
        Plot { name: "learning-entropy", across: "games", up: "entropy", from_zero: true, ..Plot::default() };
    lines::sketch(&lines_of(logs, |entry| Some((entry.players, entry.entropy))), &plot, sheet)
}

/// One line per training run and number of players; `shown` returns the number of players and the height of a
/// batch, if it has any.
fn lines_of(logs: &[Vec<LogEntry>], shown: impl Fn(&LogEntry) -> Option<(usize, f64)>) -> Vec<Line> {
    let entries = logs.iter().zip(1..).flat_map(|(log, learning)| log.iter().map(move |one| (learning, one)));
    let places: Vec<((usize, usize), Step)> = entries
        .filter_map(|(learning, entry)| {
            let (players, y) = shown(entry).filter(|(_, y)| y.is_finite())?;
            Some(((learning, players), Step { x: entry.games as f64, y, interval: None }))
        })
        .collect();
    let has_several =
        |of: fn(&(usize, usize)) -> usize| places.iter().any(|(key, _)| of(key) != of(&places[0].0));
    let (learnings, sizes) = (has_several(|key| key.0), has_several(|key| key.1));
    let name = |(learning, players): (usize, usize)| match (learnings, sizes) {
        (false, false) => "learner".to_owned(),
        (true, false) => format!("learning {learning}"),
        (false, true) => format!("{players} players"),
        (true, true) => format!("learning {learning}, {players} players"),
    };
    let mut lines = lines::gathered(places.into_iter().map(|(key, step)| (name(key), step)));
    for line in &mut lines {
        let chunks = line.steps.chunks(line.steps.len().div_ceil(PLACES));
        let mean = |chunk: &[Step]| {
            let mean = |of: fn(&Step) -> f64| chunk.iter().map(of).sum::<f64>() / chunk.len() as f64;
            Step { x: mean(|step| step.x), y: mean(|step| step.y), interval: None }
        };
        line.steps = chunks.map(mean).collect();
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_lab::ladder;

    fn ladder(players: usize, points: &[Option<f64>]) -> Ladder {
        let names = ["random", "expert", "champion"];
        let step = |(pair, points): (&[&str], &Option<f64>)| ladder::Step {
            upper: pair[1].to_owned(),
            lower: pair[0].to_owned(),
            games: 100,
            upper_wins: Estimate::MISSING,
            lower_wins: Estimate::MISSING,
            points: points.map_or(Estimate::MISSING, |points| {
                Estimate { n: 100, deals: 100, degrees: 99, value: Some(points), ..Estimate::MISSING }
                    .with_error(3.0)
            }),
        };
        let steps = names.windows(2).zip(points).map(step).collect();
        Ladder { players, steps, length: Estimate::MISSING, objective: Objective::Wins }
    }

    #[test]
    fn levels_add_up_from_the_highest_and_end_where_a_step_is_not_known() {
        let (two, three) = (ladder(2, &[None, Some(40.0)]), ladder(3, &[Some(600.0), Some(60.0)]));
        let lines = below(&[&two, &three]);
        let told: Vec<(&str, Vec<(f64, f64)>)> = lines
            .iter()
            .map(|line| (line.name.as_str(), line.steps.iter().map(|step| (step.x, step.y)).collect()))
            .collect();
        assert_eq!(
            told,
            [
                ("champion", vec![(2.0, 0.0), (3.0, 0.0)]),
                ("expert", vec![(2.0, -40.0), (3.0, -60.0)]),
                ("random", vec![(3.0, -660.0)])
            ]
        );
        // Standard errors of steps add up in squares.
        let wide = |line: &Line, at: usize| line.steps[at].interval.map(|ends| ends.high - ends.low).unwrap();
        assert!((wide(&lines[2], 0) / wide(&lines[1], 1) - 2.0_f64.sqrt()).abs() < 1e-2);
    }
}
