//! `sim run`, and `sim` without a verb: play games, print the win shares, write the run folder.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::BufWriter,
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
    time::Instant,
};

use clap::Args;
use serde_json::json;

use super::{
    failure::Failure,
    folder::{self, Draft},
    game_args::{GameArgs, Rules, Seating, TableArgs},
    manifest::Manifest,
    number,
    output::{self, Format},
    signals,
    watcher::Watcher,
};
use crate::{
    catalogue::RunPlan,
    experiment::RowSink,
    play::Row,
    tables::{self, Column, Subject, Table, export, parquet::EpisodeWriter},
    tally::Tally,
    text::people,
};

/// The column that tells runs of several table sizes apart.
const PLAYERS: Column = Column { name: "players", about: "players at the table" };

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim run --game delectable --n 1e6 --players 4 --set hand_limit=6")]
pub struct RunArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub table: TableArgs,
    /// Games, rounded up to whole deals: 1e6, 1_000_000, 250k
    #[arg(long, short, value_name = "GAMES", default_value = "100k", value_parser = number::games, allow_hyphen_values = true)]
    pub n: u64,
    /// Threads, 1 to 1,024; the results are the same for any number [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::threads, allow_negative_numbers = true)]
    pub threads: Option<u64>,
    /// Folder of the run [default: reports/GAME/runs/...]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Replace another run's folder
    #[arg(long)]
    pub force: bool,
    /// What standard output gets: the win shares by strategy and by seat for reading, those by strategy
    /// and seat as CSV, or the manifest and all tables as JSON; of several table sizes one array, or one
    /// CSV with a column `players`
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
    /// Also write a Parquet file with one row a game
    #[arg(long)]
    pub episodes: bool,
}

impl RunArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let rules = self.game.resolve()?;
        let counts = self.table.player_counts(&rules)?;
        if counts.len() > 1 && self.out.is_some() {
            return Err(Failure::misuse(
                "--out names one folder for several runs",
                "leave --out or --players all out",
            ));
        }
        // Everything is checked before the first game of the first table is played.
        let seatings = counts
            .iter()
            .map(|&players| self.table.resolve(&rules, players))
            .collect::<Result<Vec<_>, _>>()?;
        // The same strategies sit at tables of every size.
        for sentence in seatings.first().map_or(&[][..], |seating| &seating.remarks) {
            output::remark(sentence);
        }
        // None is as many as there are cores to rayon.
        let threads = self.threads.map_or(0, |threads| threads as usize);
        let threads = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let threads = threads
            .map_err(|error| Failure::failed(format!("cannot start threads: {error}"), "lower --threads"))?;
        let stop = signals::stop_flag();
        let mut finished = Vec::new();
        let played = seatings
            .iter()
            .try_for_each(|seating| threads.install(|| self.play(&rules, seating, &stop, &mut finished)));
        // What was finished is told even if the rest failed.
        self.report(&finished, counts.len() > 1)?;
        played
    }

    /// Plays one table size, writes its folder, and adds it to what is finished.
    fn play(
        &self,
        rules: &Rules,
        seating: &Seating,
        stop: &Arc<AtomicBool>,
        finished: &mut Vec<(Manifest, Vec<Table>)>,
    ) -> Result<(), Failure> {
        let (deals, games) = seating.schedule.deals_for(self.n);
        let plan = RunPlan {
            strategies: &seating.strategies,
            schedule: &seating.schedule,
            seed: self.table.seed,
            deals,
        };
        if let Some(out) = &self.out {
            let plan = Manifest::plan(rules, seating, self.table.seed, games);
            folder::check_target(out, &plan.inputs, self.force)?;
        }
        let (parent, name) = self.place(rules)?;
        let draft = Draft::new(&parent)?;
        let mut episodes = self.episodes(rules, seating, &draft)?;

        let started = Instant::now();
        let mut watcher = Watcher::start(games, stop);
        let mut row_error = None;
        let mut sink = |rows: &[Row]| match &mut episodes {
            None => true,
            Some(writer) => writer.write(rows).map_err(|error| row_error = Some(error)).is_ok(),
        };
        let rows: Option<&mut RowSink<'_>> = if self.episodes { Some(&mut sink) } else { None };
        let progress = Arc::clone(&watcher.progress);
        let tally = seating.game.run(&plan, &progress, &mut |tally| watcher.folded(tally), rows);
        watcher.finish();
        let seconds = started.elapsed().as_secs_f64();
        if let Some(error) = row_error {
            return Err(Failure::failed(
                format!("cannot write episodes.parquet: {error}"),
                "free some space, or leave --episodes out",
            ));
        }
        if let Some(writer) = episodes {
            writer.finish().map_err(|error| {
                Failure::failed(
                    format!("cannot write episodes.parquet: {error}"),
                    "free some space, or leave --episodes out",
                )
            })?;
        }
        let interrupted = tally.deals < deals;
        if interrupted && tally.deals == 0 {
            output::remark("interrupted before the first deal was finished; nothing is written");
            return Err(Failure::Interrupted);
        }
        let manifest = Manifest::new(rules, seating, self.table.seed, &tally);
        let subject = Subject {
            info: rules.entry.info(),
            players: seating.players,
            strategies: seating.strategies.iter().map(|strategy| strategy.name().to_owned()).collect(),
            automa: seating.game.automa(),
            components: seating.game.components(),
        };
        let tables = tables::summarise(&subject, &tally);
        let folder = self.write(draft, name, rules, &manifest, &tables, seconds)?;
        if self.format == Format::Table {
            output::print(&summary(&manifest, &tables, &folder, seconds, &tally))?;
        }
        finished.push((manifest, tables));
        if interrupted {
            output::remark(&format!(
                "interrupted: {} of {} games were finished and are written",
                people::count(tally.games),
                people::count(games)
            ));
            return Err(Failure::Interrupted);
        }
        Ok(())
    }

    /// The folder that the run's folder goes into, and its name there if it is given.
    fn place(&self, rules: &Rules) -> Result<(PathBuf, Option<&OsStr>), Failure> {
        match &self.out {
            Some(out) => folder::place(out).map(|(parent, name)| (parent, Some(name))),
            None => Ok((Path::new("reports").join(rules.entry.info().name).join("runs"), None)),
        }
    }

    fn episodes(
        &self,
        rules: &Rules,
        seating: &Seating,
        draft: &Draft,
    ) -> Result<Option<EpisodeWriter<BufWriter<File>>>, Failure> {
        if !self.episodes {
            return Ok(None);
        }
        let path = draft.path("episodes.parquet");
        let file = File::create(&path).map_err(|error| Failure::at_path("write", &path, &error))?;
        let info = rules.entry.info();
        let names = seating.strategies.iter().map(|strategy| strategy.name().to_owned()).collect();
        Ok(Some(EpisodeWriter::new(BufWriter::new(file), names, info.ends, info.points_scale)))
    }

    /// Writes everything of the run folder and moves it to its place.
    fn write(
        &self,
        draft: Draft,
        name: Option<&OsStr>,
        rules: &Rules,
        manifest: &Manifest,
        tables: &[Table],
        seconds: f64,
    ) -> Result<PathBuf, Failure> {
        let json = manifest.json();
        let own = format!("{}p-{}", manifest.players, &manifest.digest()[..8]);
        draft.write("manifest.json", json.as_bytes())?;
        draft.write("run-log.json", self.run_log(manifest, seconds).as_bytes())?;
        for table in tables {
            draft.write(&format!("{}.csv", table.name), output::csv(table)?.as_bytes())?;
        }
        super::pictures::write(&draft, rules, manifest, tables)?;
        draft.finish(name.unwrap_or(own.as_ref()))
    }

    /// What differs from run to run and changes no table.
    fn run_log(&self, manifest: &Manifest, seconds: f64) -> String {
        let lossy = |argument: OsString| argument.to_string_lossy().into_owned();
        let arguments: Vec<String> = std::env::args_os().map(lossy).collect();
        let log = json!({
            "arguments": arguments,
            "threads": rayon::current_num_threads(),
            "seconds": seconds,
            "games_per_second": manifest.games as f64 / seconds,
            "host": std::env::consts::OS,
        });
        format!("{log:#}\n")
    }

    /// Prints what programs read: of several table sizes one array, or one table with a column for
    /// the size.
    fn report(&self, finished: &[(Manifest, Vec<Table>)], is_several: bool) -> Result<(), Failure> {
        match self.format {
            Format::Json => {
                let run = |(manifest, tables): &(Manifest, Vec<Table>)| json!({ "manifest": manifest, "tables": export::json(tables) });
                let all = match finished {
                    [] => return Ok(()),
                    [one] if !is_several => run(one),
                    several => several.iter().map(run).collect(),
                };
                output::print(&format!("{all:#}\n"))
            }
            Format::Csv => {
                let shares = finished.iter().filter_map(|(manifest, tables)| {
                    let named = |name: &str| tables.iter().find(|table| table.name == name);
                    let shares = named("win_share_by_strategy_and_seat").or(named("win_share_by_strategy"));
                    shares.map(|shares| (manifest.players as u64, shares))
                });
                let shares: Vec<(u64, &Table)> = shares.collect();
                let csv = match shares[..] {
                    [] => return Ok(()),
                    [(_, one)] if !is_several => output::csv(one)?,
                    _ => output::csv(&tables::stacked(PLAYERS, &shares))?,
                };
                output::print(&csv)
            }
            Format::Table => Ok(()),
        }
    }
}

/// The summary for reading.
fn summary(manifest: &Manifest, tables: &[Table], folder: &Path, seconds: f64, tally: &Tally) -> String {
    let mut text = format!("{}, {}: {}\n\n", manifest.title, manifest.table(), manifest.extent());
    for table in tables {
        let keys = match table.name {
            "win_share_by_strategy" => ["strategy"],
            "win_share_by_seat" => ["seat"],
            _ => continue,
        };
        text += &output::estimates(table, &keys, "win_share", true);
        text.push('\n');
    }
    if manifest.automa.is_none() {
        text += &format!("fair share: {:.2} %\n", 100.0 / manifest.players as f64);
    }
    for sentence in manifest.left_to_default() {
        text += &sentence;
        text.push('\n');
    }
    if !manifest.changes.is_empty() {
        text += &people::off_default(manifest.changes.len());
        text.push('\n');
    }
    if manifest.truncated > 0 {
        text += &format!("{} games were cut off at the ply limit\n", people::count(manifest.truncated));
    }
    if manifest.not_a_number > 0 {
        text += &format!(
            "{} formula results were not a number and counted as lowest\n",
            people::count(manifest.not_a_number)
        );
    }
    let reconstructed = |are_rows: bool| -> u64 {
        let entries = manifest.provenance.iter().filter(|entry| entry.source == "reconstructed");
        entries.filter(|entry| entry.table.is_some() == are_rows).map(|entry| entry.rows as u64).sum()
    };
    let filled: Vec<String> = [(true, "component row", "component rows"), (false, "parameter", "parameters")]
        .into_iter()
        .map(|(are_rows, one, many)| (reconstructed(are_rows), one, many))
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, many)| people::counted(count, one, many))
        .collect();
    if !filled.is_empty() {
        text += &format!(
            "reconstructed: {}; see `sim params --game {} --source reconstructed`\n",
            people::list(&filled),
            manifest.game
        );
    }
    text += &format!(
        "{:.1} s, {} games/s, {} decisions/s\n",
        seconds,
        people::count((manifest.games as f64 / seconds) as u64),
        people::count((tally.decisions as f64 / seconds) as u64)
    );
    text += &format!("written to {}\n", folder.display());
    text
}
