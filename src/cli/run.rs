//! `sim run`, and `sim` without a verb: play games, print the win shares, write the run folder.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::{
    failure::Failure,
    folder,
    game_args::{Chosen, GameArgs, Seated, TableArgs},
    number,
    output::{self, Format},
    play::{self, Played, ThreadArgs},
    run_folder::RunFolder,
    signals::Stop,
    summary, words,
};
use crate::{
    experiment::Manifest,
    tables::{self, Column, Table, export},
    text::people,
};

/// The column that tells runs of several table sizes apart.
const PLAYERS: Column = Column { name: "players", about: "players at the table" };

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim run --game delectable --n 1e6 --players 4 --set hand_limit=6")]
pub struct RunArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Games, rounded up to whole deals: 1e6, 1_000_000, 250k
    #[arg(long, short, value_name = "GAMES", default_value = "100k", value_parser = number::games, allow_hyphen_values = true)]
    n: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Folder of the run [default: reports/GAME/runs/...]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace another run's folder
    #[arg(long)]
    force: bool,
    /// Play all games, even those that the folder keeps: without it, the same run is answered at once
    /// and a longer one carries on
    #[arg(long)]
    fresh: bool,
    /// What standard output gets: the win shares by strategy and by seat for reading, those by strategy
    /// and seat as CSV, or the manifest and all tables as JSON; of several table sizes one array, or one
    /// CSV with a column `players`
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Also write a Parquet file with one row a game; it stays in the folder until the inputs change
    #[arg(long)]
    episodes: bool,
}

/// A run that was played.
struct Finished {
    manifest: Manifest,
    tables: Vec<Table>,
}

impl RunArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let counts = self.table.player_counts(chosen.entry)?;
        if counts.len() > 1 && self.out.is_some() {
            return Err(Failure::misuse(
                "--out names one folder for several runs",
                "leave --out or --players all out",
            ));
        }
        // Everything is checked before the first game of the first table is played.
        let seated = counts
            .iter()
            .map(|&players| self.table.resolve(&chosen, players))
            .collect::<Result<Vec<_>, _>>()?;
        // The same strategies sit at tables of every size.
        for sentence in seated.first().map_or(&[][..], |one| &one.remarks) {
            output::remark(sentence);
        }
        let pool = self.threads.pool()?;
        let stop = Stop::listen();
        let mut finished = Vec::new();
        let played =
            seated.iter().try_for_each(|one| pool.install(|| self.play(&chosen, one, &stop, &mut finished)));
        // What was finished is told even if the rest failed.
        self.report(&finished, counts.len() > 1)?;
        played
    }

    /// Plays what is missing of one table size, writes its folder, and adds it to what is finished.
    fn play(
        &self,
        chosen: &Chosen,
        seated: &Seated,
        stop: &Stop,
        finished: &mut Vec<Finished>,
    ) -> Result<(), Failure> {
        let arm = &seated.arm;
        let (deals, games) = arm.schedule.deals_for(self.n);
        let target = self.out.clone().unwrap_or_else(|| RunFolder::default_place(arm));
        folder::check_target(&target, &arm.inputs.digest(), self.force)?;
        let stored = RunFolder::stored(&target, arm);
        let kept = stored.as_ref().ok().and_then(|tally| tally.as_ref()).map(|tally| tally.games);
        let stored = if self.fresh { None } else { stored? };
        // A shorter run is played for its answer, and leaves the longer one alone.
        let longer = stored.as_ref().filter(|tally| tally.deals > deals).map(|tally| tally.games);
        if let Some(longer) = longer.filter(|_| self.episodes) {
            return Err(shorter(&target, longer));
        }
        // Rows are of games that are played now.
        let prefix = stored.filter(|_| longer.is_none() && !self.episodes);
        let is_played = prefix.as_ref().is_some_and(|tally| tally.deals == deals);
        // Whether the folder can be written shows before the first game.
        let begins = longer.is_none() && !is_played;
        let mut folder = begins.then(|| RunFolder::begin(&target)).transpose()?;
        let rows = folder.as_mut().filter(|_| self.episodes);
        let episodes = rows.map(|folder| folder.episodes(arm)).transpose()?;
        let played = match prefix {
            Some(tally) if is_played => Played::before(tally),
            Some(tally) => play::play(arm, tally.deals..deals, tally, episodes, stop)?,
            None => play::play(arm, 0..deals, arm.empty(), episodes, stop)?,
        };
        if let Some(status) = played.interrupted.filter(|_| played.tally.deals == 0) {
            output::remark("interrupted before the first deals were finished; nothing is written");
            return Err(Failure::Interrupted { status });
        }
        // A run that begins anew and is interrupted does not take the place of what it has not reached.
        let unreached = kept.filter(|games| played.interrupted.is_some() && *games > played.tally.games);
        let longer = longer.or(unreached);
        let command = words::run(arm.info, &chosen.rules, seated, played.tally.games);
        let manifest = Manifest::new(arm, command, &played.tally);
        let tables = tables::summarise(&arm.subject(), &played.tally);
        let place = match (longer, folder) {
            (Some(longer), _) => {
                let longer = people::count(longer);
                format!("not written: {} holds {longer} games of this run", target.display())
            }
            (None, None) if RunFolder::is_whole(&target, &manifest) => {
                format!("stands in {}", target.display())
            }
            (None, folder) => {
                let folder = folder.map_or_else(|| RunFolder::begin(&target), Ok)?;
                format!("written to {}", folder.finish(&manifest, &tables, &played)?.display())
            }
        };
        if self.format == Format::Table {
            let text = summary::text(&manifest, &tables) + &summary::speed(&manifest, &played);
            output::print(&format!("{text}{place}\n"))?;
        }
        finished.push(Finished { manifest, tables });
        let Some(status) = played.interrupted else { return Ok(()) };
        output::remark(&format!(
            "interrupted: {} of {} games were finished and are {}",
            people::count(played.tally.games),
            people::count(games),
            if longer.is_none() { "written" } else { "told" }
        ));
        Err(Failure::Interrupted { status })
    }

    /// Prints what programs read: of several table sizes one array, or one table with a column for
    /// the size.
    fn report(&self, finished: &[Finished], is_several: bool) -> Result<(), Failure> {
        match (self.format, finished) {
            (Format::Table, _) | (_, []) => Ok(()),
            (Format::Json, [one]) if !is_several => output::print(&format!("{:#}\n", one.json())),
            (Format::Json, several) => {
                let all: Value = several.iter().map(Finished::json).collect();
                output::print(&format!("{all:#}\n"))
            }
            (Format::Csv, [one]) if !is_several => {
                output::print(&one.shares().map_or(Ok(String::new()), output::csv)?)
            }
            (Format::Csv, several) => {
                let mut shares: Vec<(u64, &Table)> = Vec::new();
                for one in several {
                    let players = one.manifest.inputs.rules.players as u64;
                    shares.extend(one.shares().map(|table| (players, table)));
                }
                output::print(&output::csv(&tables::stacked(PLAYERS, &shares))?)
            }
        }
    }
}

impl Finished {
    fn json(&self) -> Value {
        json!({ "manifest": self.manifest, "tables": export::json(&self.tables) })
    }

    /// The table that stands for the run as CSV.
    fn shares(&self) -> Option<&Table> {
        let named = |name: &str| self.tables.iter().find(|table| table.name == name);
        named("win_share_by_strategy_and_seat").or_else(|| named("win_share_by_strategy"))
    }
}

/// Rows have no place beside a longer run.
fn shorter(target: &Path, longer: u64) -> Failure {
    let longer = people::count(longer);
    Failure::misuse(
        format!("{} holds {longer} games of this run, more than are asked for", target.display()),
        "choose another folder with --out, or play it anew with --fresh",
    )
}
