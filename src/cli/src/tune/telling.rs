//! What a tuning says while it runs, at its end, and in the file it writes.

use std::path::Path;

use super::{super::output, setting::Setting};
use sim_engine::text::people;
use sim_lab::{
    tables::{
        Table,
        tuning::{self, Of},
    },
    tune::{Credit, Objective, Standing, Task, Verdict},
};
use sim_play::tally::WIN;
use sim_script::Strategy;
use sim_stats::{Estimate, paired::Paired};

/// The words for the progress bar.
pub fn progress(standing: &Standing, task: &Task<'_>) -> String {
    format!("generation {} of {}", standing.generation, task.plan.generations)
}

/// How the tuning came about.
pub struct History {
    pub command: String,
    pub title: &'static str,
    pub games: u64,
}

/// The summary for reading.
pub fn summary(
    history: &History,
    setting: &Setting,
    standing: &Standing,
    task: &Task<'_>,
    verdict: Option<&Verdict>,
) -> String {
    let players = people::counted(setting.players as u64, "player", "players");
    let against = match &setting.field[..] {
        [] => String::new(),
        field => format!(" against {}", people::list(&names(field))),
    };
    let mut text = format!(
        "{}, {players}: {} tuned{against}\n{}: {} of {} trials over {}, seed {}\n\n",
        history.title,
        setting.from,
        people::counted(history.games, "game", "games"),
        people::counted(standing.generation, "generation", "generations"),
        task.plan.population,
        people::counted(task.space.dimensions() as u64, "param", "params"),
        task.arena.seed,
    );
    let Some(verdict) = verdict else {
        text += if standing.is_idle() {
            "No gain: whatever the params were, every game went the same. Nothing was written.\n"
        } else {
            "No gain: the search ended where it began. Nothing was written.\n"
        };
        return text;
    };
    text += &params(setting, verdict);
    text += &boards(task, verdict);
    text += &format!("{}\n", gain(setting, task, verdict));
    text.extend(held_out(setting, verdict).map(|words| words + "\n"));
    text += &credits(&verdict.credits);
    if !verdict.is_accepted() {
        text += "\nNo gain that is sure: nothing was written.\n";
    }
    text
}

/// The same for programs.
pub fn tables(setting: &Setting, objective: Objective, verdict: Option<&Verdict>) -> Vec<Table> {
    let mut rows = Vec::new();
    if let Some(Verdict { gain, boards, held_out, credits, .. }) = verdict {
        // The worst tables of the two need not be the same, and the difference is the least that is sure.
        let paired = Paired { one: Some(gain.winner), other: Some(gain.start), ..gain.paired };
        rows.push((Of::Objective, setting.new.clone(), paired));
        rows.extend(boards.iter().map(|board| (Of::Table, board.label.clone(), board.paired)));
        let named = people::list(&names(&setting.held_out));
        rows.extend(held_out.map(|paired| (Of::HeldOut, named, paired)));
        rows.extend(credits.iter().map(|credit| (Of::Settings, credit.name.clone(), credit.paired)));
    }
    for (.., paired) in &mut rows {
        // A win is many parts, of which a seat and game counts as many; of the worst case there is no such number.
        let counted = &mut paired.difference;
        counted.n = if objective == Objective::Share { counted.n / WIN as u64 } else { counted.deals };
    }
    let values = verdict.map(|verdict| verdict.values.as_slice());
    vec![tuning::gains(&rows), tuning::params(setting.template.params(), values)]
}

/// Where the new strategy is, and what to do with it.
pub fn written(path: &Path, setting: &Setting, game: &str) -> String {
    format!(
        "\nwritten to {}\nhold it against the start: sim compare {} {} --game {game} --players {}\n",
        path.display(),
        setting.new,
        setting.from,
        setting.players
    )
}

/// The head of the new file: its history as comments.
pub fn header(history: &History, setting: &Setting, task: &Task<'_>, verdict: &Verdict) -> String {
    let mut lines =
        vec![format!("`{}` with other params, found by", setting.from), format!("  {}", history.command)];
    lines.push(gain(setting, task, verdict));
    lines.extend(held_out(setting, verdict));
    lines.extend(credits(&verdict.credits).lines().filter(|line| !line.is_empty()).map(str::to_owned));
    let commented = |line: String| format!("# {line}").replace('\u{a0}', " ").trim_end().to_owned() + "\n";
    lines.into_iter().map(commented).collect::<String>() + "\n"
}

fn names(strategies: &[Strategy]) -> Vec<String> {
    strategies.iter().map(|strategy| strategy.name().to_owned()).collect()
}

/// The params that moved.
fn params(setting: &Setting, verdict: &Verdict) -> String {
    let all = setting.template.params().iter().zip(&verdict.values);
    let moved = all.filter(|(param, value)| param.value != **value);
    let rows: Vec<Vec<String>> = moved
        .map(|(param, value)| {
            let (low, high) = param.range;
            vec![param.name.clone(), param.value.to_string(), value.to_string(), format!("{low} to {high}")]
        })
        .collect();
    output::grid(&["param", "start", "tuned", "range"], &rows, &[false, true, true, true]) + "\n"
}

/// Both strategies at every sort of table.
fn boards(task: &Task<'_>, verdict: &Verdict) -> String {
    let rows: Vec<Vec<String>> = verdict
        .boards
        .iter()
        .map(|board| {
            let share = |estimate: &Estimate| estimate.value.map_or(String::new(), percent);
            vec![board.label.clone(), share(&board.start), share(&board.winner), points(&board.paired)]
        })
        .collect();
    let what = match task.arena.objective {
        _ if task.arena.players <= 2 => "test deals against",
        Objective::Share => "test deals",
        Objective::Worst => "test deals (wins of an own seat beside one other)",
    };
    output::grid(&[what, "start", "tuned", "gain, 95 %"], &rows, &[false, true, true, true]) + "\n"
}

/// What the objective gained, in a sentence.
fn gain(setting: &Setting, task: &Task<'_>, verdict: &Verdict) -> String {
    let gain = &verdict.gain;
    let deals = people::counted(task.plan.test, "test deal", "test deals");
    let (winner, start) = (percent(gain.winner), percent(gain.start));
    let difference = points(&gain.paired);
    match task.arena.objective {
        Objective::Share => {
            format!("On {deals} a table it wins {winner}, and {} {start}: {difference}.", setting.from)
        }
        Objective::Worst => format!(
            "On {deals} a table its worst is {winner}, and that of {} {start}: at least {difference}.",
            setting.from
        ),
    }
}

/// What it gained against those the search never met.
fn held_out(setting: &Setting, verdict: &Verdict) -> Option<String> {
    let paired = verdict.held_out.as_ref()?;
    Some(format!(
        "Against {}, which the search never met: {}.",
        people::list(&names(&setting.held_out)),
        points(paired)
    ))
}

/// What brought it.
pub fn credits(credits: &[Credit]) -> String {
    if credits.is_empty() {
        return String::new();
    }
    let mut text =
        "\nWhat brought it: on test deals, less the same with these params as they were.\n".to_owned();
    for credit in credits {
        let many = match credit.params.len() {
            1 => String::new(),
            count => format!(" ({count} params)"),
        };
        let words = if credit.paired.differing == 0 {
            "nothing: no game went another way".to_owned()
        } else {
            points(&credit.paired)
        };
        text += &format!("  {}{many}: {words}\n", credit.name);
    }
    text
}

fn percent(share: f64) -> String {
    people::percent(share, None)
}

/// A difference of shares in percentage points, with its interval.
fn points(paired: &Paired) -> String {
    let scaled = paired.difference.scaled(100.0);
    match (scaled.value, scaled.interval) {
        (Some(value), Some(interval)) => {
            let places = people::decimals(scaled.half_width(), 1);
            let [low, high] = [interval.low, interval.high].map(|end| people::signed(end, places));
            format!("{} points ({low} to {high})", people::signed(value, places))
        }
        _ => paired.words(),
    }
}
