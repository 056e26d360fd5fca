//! `sim tune`: params with which a strategy wins more.

mod setting;
mod telling;

use std::ops::ControlFlow;

use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::json;

use super::{
    checkpoint::Checkpoint, failure::Failure, game_args::GameArgs, number, output, output::Format,
    session::ThreadArgs, signals::Signals, strategies, watcher::Watcher,
};
use setting::Setting;
pub use setting::template;
use sim_engine::text::people;
use sim_lab::{
    experiment::Heading,
    tables::export,
    tune::{Arena, Objective, Plan, Space, Standing, Task, Verdict, judge},
};
pub use telling::credits;

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct TuneArgs {
    /// The strategy whose params are tuned, by name or file
    #[arg(value_name = "STRATEGY")]
    strategy: String,
    #[command(flatten)]
    game: GameArgs,
    /// Players at the table [default: the game's]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    players: Option<u64>,
    /// Strategies that it plays against [default: the archetypes, and the strategy as it is]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    against: Vec<String>,
    /// Games to spend, those for choosing and confirming among them
    #[arg(long, short = 'n', value_name = "GAMES", default_value = "200k", value_parser = number::games, allow_hyphen_values = true)]
    games: u64,
    /// The params to tune, or `all`
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', default_value = "all")]
    params: Vec<String>,
    /// What is made as large as can be
    #[arg(long, value_enum, default_value_t = Wanted::Share)]
    objective: Wanted,
    /// Take so many strategies, drawn by the seed, out of those it plays against: the search never meets
    /// them, and what it finds must not be worse against them [default: 1 of 4 or more, else 0]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    holdout: Option<u64>,
    /// Name of the strategy that is written [default: STRATEGY-tuned]
    #[arg(long, value_name = "NEW")]
    out: Option<String>,
    /// Master seed: of deals, and of what is tried
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// What standard output gets: a summary for reading, the table of gains as CSV, or all tables as JSON
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const EXAMPLES: &str = "Examples:
  sim tune prestige --game delectable --games 100k
  sim new strategy open --game delectable --open && sim tune open --game delectable --games 1e6
  sim tune default --game restaurant-row --params vp --against diner,kingmaker --objective worst

Params move within their ranges, whole ones by whole steps. The new file says from what and how it was found.
An interrupted tuning goes on when the same command is given again.";

/// What a tuning was, for programs.
#[derive(Serialize)]
struct Manifest {
    #[serde(flatten)]
    heading: Heading,
    verb: &'static str,
    games: u64,
    /// The new file, if there is one.
    written: Option<String>,
}

/// The objective as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// The win rate, once at the table, against the field
    Share,
    /// The least over tables: with more and more copies of itself, down to one rival alone among copies
    Worst,
}

impl TuneArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let setting = Setting::resolve(self, &chosen)?;
        let path = strategies::new_path(chosen.entry, &setting.new)?;
        let game = chosen.entry.open(&chosen.rules.settings, setting.players)?;
        let objective = match self.objective {
            Wanted::Share => Objective::Share,
            Wanted::Worst => Objective::Worst,
        };
        let arena = |objective, field| {
            let arena = Arena::new(&*game, setting.players, objective, field, self.seed);
            let help = "name fewer strategies with --against";
            arena.ok_or_else(|| {
                Failure::misuse(format!("{} strategies make too many tables", field.len()), help)
            })
        };
        let held_out = if setting.held_out.is_empty() || setting.players == 1 {
            None
        } else {
            Some(arena(Objective::Share, &setting.held_out)?)
        };
        let arena = arena(objective, &setting.field)?;
        let space = Space::new(setting.template.params(), setting.tuned.clone());
        let plan = Plan::new(self.games, space.dimensions(), arena.games_a_round()).map_err(|least| {
            let params = people::counted(space.dimensions() as u64, "param", "params");
            let games = people::count(self.games);
            let tables = people::counted(arena.boards.len() as u64, "sort of table", "sorts of table");
            Failure::misuse(
                format!("{games} games are too few for {params} at {tables}"),
                format!("give --games {least} or more"),
            )
        })?;
        let task = Task { arena, template: &setting.template, space, plan };
        let pool = self.threads.pool()?;
        let stop = Signals::listen();
        let watcher = Watcher::start(1, self.games);
        let mut checkpoint = Checkpoint::beside(&path, "tuning", setting.digest(self, &chosen))?;
        let mut standing: Standing = checkpoint.standing()?.unwrap_or_else(|| Standing::new(&task));
        while !standing.is_over(&task) {
            pool.install(|| standing.step(&task));
            watcher.say(standing.games, &telling::progress(&standing, &task));
            let status = stop.status();
            checkpoint.keep(&standing, status.is_some())?;
            if let Some(status) = status {
                return Err(interrupted(status));
            }
        }
        let results = standing.results(&task);
        let mut games = standing.games;
        let mut watch = |more| {
            games += more;
            watcher.say(games, "confirming");
            if stop.status().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let verdict = pool.install(|| judge(&task, &results, held_out.as_ref(), &mut watch));
        if let Some(status) = stop.status().filter(|_| verdict.is_none()) {
            checkpoint.keep(&standing, true)?;
            return Err(interrupted(status));
        }
        drop(watcher);
        let history = setting.history(self, &chosen, games);
        let heading = Heading {
            digest: setting.digest(self, &chosen),
            ..Heading::new(history.command.clone(), &(), history.title)
        };
        let mut written = false;
        let mut text = telling::summary(&history, &setting, &standing, &task, verdict.as_ref());
        if let Some(verdict) = verdict.as_ref().filter(|verdict| Verdict::is_accepted(verdict)) {
            let head = telling::header(&history, &setting, &task, verdict);
            strategies::write_new(&path, &(head + &setting.template.text_with(&verdict.values)))?;
            written = true;
            text += &telling::written(&path, &setting, &chosen.rules.settings.game);
        }
        checkpoint.remove();
        if self.format == Format::Table {
            return output::print(&text);
        }
        let tables = telling::tables(&setting, objective, verdict.as_ref());
        if self.format == Format::Csv {
            return output::print(&output::first_csv(&tables)?);
        }
        let written = written.then(|| path.display().to_string());
        let manifest = Manifest { heading, verb: "tune", games, written };
        output::print(&format!("{:#}\n", json!({ "manifest": manifest, "tables": export::json(&tables) })))
    }
}

fn interrupted(status: u8) -> Failure {
    output::remark("interrupted; the same command goes on from here");
    Failure::Interrupted { status }
}
