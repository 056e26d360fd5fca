//! `sim run`, and `sim` without a verb: play games, print the win rates, write the run folder.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use clap::Args;
use serde_json::{Value, json};

use super::{
    episodes::Rows,
    failure::Failure,
    folder,
    game_args::{GameArgs, TableArgs, remarks},
    number,
    output::{self, Format},
    parquet,
    playing::Wanted,
    run_folder, runs,
    session::{PlayArgs, Session},
};
use sim_engine::text::people;
use sim_lab::{
    experiment::{Manifest, Named, Precision, Shard},
    run::RunSpec,
    summary::{Summary, win_rates},
    tables::{self, Cell, Column, Table, export},
};
use sim_report::tell;

/// The columns that tell several runs apart.
const PRESET: Column = Column::text("preset", "variant of the rules");
const FIELD: Column = Column::text("field", "strategies that share the seats");
const PLAYERS: Column = Column::players("players at the table");

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct RunArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    table: TableArgs,
    /// Games, rounded up to whole deals: 1e6, 1_000_000, 250k [default: 100k; with --precision at most 1G]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    n: Option<u64>,
    /// Stop as soon as every win rate is known to within this (95 % interval): 0.2%; or only those of
    /// seats or of strategies: seat=0.1%, strategy=0.5%
    #[arg(long, value_name = "HALF-WIDTH", value_parser = number::precision, allow_hyphen_values = true)]
    precision: Option<Precision>,
    /// Play one part of the games, as 3/8, and write its tally: `sim merge` joins the parts
    #[arg(long, value_name = "I/K", value_parser = number::shard, allow_hyphen_values = true, conflicts_with = "precision")]
    shard: Option<Shard>,
    #[command(flatten)]
    play: PlayArgs,
    /// Folder of the run; several runs get a folder each in it, and one page for all [default: a folder
    /// in reports/GAME/runs that is named for what is played]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Name of the folder in reports/GAME/runs, instead of --out
    #[arg(long, value_name = "NAME", conflicts_with_all = ["out", "shard"])]
    name: Option<String>,
    /// What is printed: win rates by strategy and by seat for reading, those by strategy and seat as
    /// CSV, or the manifest and all tables as JSON; of several runs one array, or one CSV with columns
    /// that tell them apart
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    rows: Rows,
}

const EXAMPLES: &str = "Examples:
  sim run --game delectable --n 1e6 --players 4 --set hand_limit=6
  sim run --game delectable --n 1e5 --players all --name sizes
  sim run --game delectable --n 1e5 --players 2,4 --preset default,2020-05
  sim run --game delectable --precision 0.5%
  sim run --game delectable --n 1e5 --precision strategy=1%,seat=0.5%
  sim run --game delectable --n 1e6 --shard 3/8 --out part-3
  sim run --game delectable --n 1e5 --episodes --uses --out rows
  sim run --game delectable --n 1e5 --fresh

A run is kept: the same command is answered at once, and goes on where it was cut off.";

/// A run that is to be played.
struct OneRun {
    spec: RunSpec,
    named: Named,
}

/// A run that was played.
struct Finished {
    manifest: Manifest,
    tables: Vec<Table>,
    /// The strategies as the command line names them.
    field: String,
    /// Its folder.
    place: PathBuf,
}

impl RunArgs {
    pub fn run(&self) -> Result<(), Failure> {
        // Everything is checked before the first game of the first table is played.
        parquet::check(self.rows.any())?;
        let chosen = self.game.resolve_all()?;
        let mut runs: Vec<OneRun> = Vec::new();
        for rules in &chosen {
            for arm in self.table.specs(rules)? {
                let (games, precision, shard) = (self.n, self.precision, self.shard);
                let spec = RunSpec { arm, games, precision, shard };
                runs.push(OneRun { named: spec.open()?, spec });
            }
        }
        let is_several = runs.len() > 1;
        let places = self.places(&runs)?;
        let digests: BTreeSet<String> = runs.iter().map(|run| run.named.arm.inputs.digest()).collect();
        if digests.len() < runs.len() {
            return Err(Failure::misuse("the same table is asked for twice", "name each once"));
        }
        // The same strategies sit at tables of every size.
        let sentences: BTreeSet<String> = runs.iter().flat_map(|run| remarks(&run.spec.arm)).collect();
        for sentence in sentences {
            output::remark(&sentence);
        }
        let games = |run: &OneRun| run.named.arm.schedule.games_of(run.spec.deals(&run.named.arm));
        let games = runs.iter().map(games).sum();
        let mut session = self.play.session(runs.len(), games)?;
        let mut finished = Vec::new();
        let played = runs
            .iter()
            .zip(&places)
            .try_for_each(|(run, place)| self.play(run, place, &mut session, &mut finished));
        drop(session);
        if self.shard.is_none() {
            self.lead_to(&finished, is_several)?;
        }
        // What was finished is told even if the rest failed.
        self.report(&finished, is_several)?;
        played
    }

    /// The folder of each run: of several with a name or a folder given, one each inside of it.
    fn places(&self, runs: &[OneRun]) -> Result<Vec<PathBuf>, Failure> {
        let default = |run: &OneRun| run_folder::default_place(&run.named.arm.inputs, self.shard);
        let Some(root) = self.root(runs)? else { return Ok(runs.iter().map(default).collect()) };
        if runs.len() == 1 {
            return Ok(vec![root]);
        }
        if root.join(folder::MANIFEST).exists() {
            return Err(Failure::misuse(
                format!("{} holds one run, and this call plays several", root.display()),
                "choose another folder with --out",
            ));
        }
        let presets = |run: &OneRun| run.spec.arm.rules.presets.join("+");
        let names = |run: &OneRun| run.spec.arm.field.named().join(",");
        let part = |run: &OneRun| {
            let is_apart = |one: &dyn Fn(&OneRun) -> String| {
                runs.iter().map(one).collect::<BTreeSet<String>>().len() > 1
            };
            let mut parts = vec![format!("{}p", run.spec.arm.players)];
            if is_apart(&presets) {
                parts.push(
                    Some(presets(run)).filter(|presets| !presets.is_empty()).unwrap_or("default".to_owned()),
                );
            }
            if is_apart(&names) {
                parts.push(run_folder::slug(&run.spec.arm.field.named().join("-")));
            }
            root.join(parts.join("-"))
        };
        let places: Vec<PathBuf> = runs.iter().map(part).collect();
        if places.iter().collect::<BTreeSet<_>>().len() < places.len() {
            // Long lists of strategies may begin alike.
            let own = |(at, place): (usize, &PathBuf)| place.with_added_extension((at + 1).to_string());
            return Ok(places.iter().enumerate().map(own).collect());
        }
        Ok(places)
    }

    /// The folder that the call names.
    fn root(&self, runs: &[OneRun]) -> Result<Option<PathBuf>, Failure> {
        let (Some(name), Some(first)) = (&self.name, runs.first()) else { return Ok(self.out.clone()) };
        let is_plain = !name.starts_with('.') && !name.contains(['/', '\\']) && !name.is_empty();
        if !is_plain {
            return Err(Failure::misuse(
                format!("--name {name} is no name of a folder"),
                "leave out slashes and a leading dot; --out takes a path",
            ));
        }
        Ok(Some(run_folder::place_of_runs(&first.named.arm.inputs).join(name)))
    }

    /// Writes the pages that lead to runs: over those of this call, and over all that are kept here.
    fn lead_to(&self, finished: &[Finished], is_several: bool) -> Result<(), Failure> {
        let root = finished.first().and_then(|one| one.place.parent());
        if let Some(root) = root.filter(|_| is_several && (self.out.is_some() || self.name.is_some())) {
            let all = stacked(finished, Finished::by_strategy);
            let written: Vec<runs::Kept> =
                finished.iter().map(|one| runs::Kept::new(one.place.clone(), one.manifest.clone())).collect();
            runs::overview(root, &written, Some(&all))?;
            if self.format == Format::Table {
                output::print(&format!("all runs on one page: {}\n", root.join(runs::INDEX).display()))?;
            }
        }
        runs::index(finished.iter().map(|one| one.place.as_path()))
    }

    /// Plays what is missing of one run, writes its folder, and adds it to what is finished.
    fn play(
        &self,
        OneRun { spec, named }: &OneRun,
        place: &Path,
        session: &mut Session,
        finished: &mut Vec<Finished>,
    ) -> Result<(), Failure> {
        let (arm, playing) = (&named.arm, spec.playing(named));
        let deals = playing.deals.clone();
        let mut played = session.play(&Wanted { playing, place, rows: self.rows })?;
        if let Some(status) = played.interrupted.filter(|_| played.tally.deals == 0) {
            output::remark("interrupted before the first deals were finished; nothing is written");
            return Err(Failure::Interrupted { status });
        }
        let manifest = spec.manifest(arm, &played.tally)?;
        // What a part says is said of all parts together.
        let summary = self.shard.is_none().then(|| Summary::of(&arm.subject(), &played.tally));
        let tables = summary.as_ref().map_or_else(Vec::new, tables::of_run);
        let where_to = match played.longer {
            Some(longer) => {
                format!("not written: {} holds {} games of this run", place.display(), people::count(longer))
            }
            None if played.draft.is_none() && run_folder::is_whole(place, &manifest) => {
                run_folder::settle(place, &played, deals.start + played.tally.deals)?;
                format!("all in {}", place.display())
            }
            None => {
                let written = run_folder::write(place, &mut played, &manifest, summary.as_ref(), &tables)?;
                format!("written to {}", written.display())
            }
        };
        if self.format == Format::Table {
            let beside = match played.interrupted.or(self.shard.map(|_| 0)) {
                None => session.baselines(&spec.arm, played.tally.games)?,
                Some(_) => String::new(),
            };
            let (tally, now) = (&played.tally, played.games());
            let precision = |goal: Precision| tell::precision(goal.furthest(tally), tally.games);
            let text = tell::run(&manifest, &win_rates(&arm.subject(), tally), output::style())
                + &beside
                + &self.precision.map_or(String::new(), precision)
                + &tell::speed(&manifest, (played.before, now), played.seconds);
            session.aside(|| output::print(&format!("{text}{where_to}\n")))?;
        }
        finished.push(Finished {
            manifest,
            tables,
            field: spec.arm.field.named().join(","),
            place: place.to_owned(),
        });
        let Some(status) = played.interrupted else { return Ok(()) };
        output::remark(&format!(
            "interrupted: {} of {} games were finished and are {}",
            people::count(played.tally.games),
            people::count(arm.schedule.games_of(deals)),
            if played.longer.is_none() { "written" } else { "told" }
        ));
        Err(Failure::Interrupted { status })
    }

    /// Prints what programs read: of several runs one array, or one table with columns for what tells
    /// them apart.
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
            (Format::Csv, several) => output::print(&output::csv(&stacked(several, Finished::shares))?),
        }
    }
}

/// A table of each run under each other, with columns for what tells the runs apart.
fn stacked<'r>(runs: &'r [Finished], table: impl Fn(&'r Finished) -> Option<&'r Table>) -> Table {
    let all = [
        (PRESET, several_of(runs, Finished::preset)),
        (FIELD, several_of(runs, |one| one.field.clone())),
        (PLAYERS, true),
    ];
    let keys: Vec<Column> = all.iter().filter(|(_, is_key)| *is_key).map(|(column, _)| *column).collect();
    let part = |one| Some((keys.iter().map(|key| Finished::key(one, key)).collect(), table(one)?));
    let parts: Vec<(Vec<Cell>, &Table)> = runs.iter().filter_map(part).collect();
    tables::stacked(&keys, &parts)
}

/// Whether runs differ in something.
fn several_of(runs: &[Finished], value: impl Fn(&Finished) -> String) -> bool {
    runs.iter().map(value).collect::<BTreeSet<String>>().len() > 1
}

impl Finished {
    fn json(&self) -> Value {
        json!({ "manifest": self.manifest, "tables": export::json(&self.tables) })
    }

    fn shares(&self) -> Option<&Table> {
        run_folder::shares(&self.tables)
    }

    fn by_strategy(&self) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == "win_rate_by_strategy")
    }

    fn preset(&self) -> String {
        self.manifest.inputs.rules.presets.join("+")
    }

    fn key(&self, column: &Column) -> Cell {
        match column.name {
            name if name == PRESET.name => Cell::text(self.preset()),
            name if name == FIELD.name => Cell::text(&self.field),
            _ => Cell::from(self.manifest.inputs.rules.players as u64),
        }
    }
}
