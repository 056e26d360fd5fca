//! `sim run`, and `sim` without a verb: plays games, prints the win rates, writes the run folder. With files it
//! answers their questions, and with `--until-decided` it plays until all verdicts are decided.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use clap::Args;
use serde_json::{Value, json};

use super::{
    adapting::AdaptArgs,
    comparing::ComparingArgs,
    effort::EffortArgs,
    failure::{Failure, refuse},
    findings::FindingsArgs,
    game_args::{GameArgs, TableArgs, remarks},
    number,
    output::{self, Format},
    program, question,
    session::{PlayArgs, Session},
    until_decided,
};
use sim_engine::text::{list, people};
use sim_lab::{
    Ended,
    baselines::{self, Baselines},
    experiment::{Manifest, Precision, Shard},
    finding,
    run::RunSpec,
    strength::Strength,
    summary::Summary,
    tables::{self, Cell, Column, Table, export},
    verdict::Tolerance,
};
use sim_report::tell;
use sim_store::{
    Rows,
    playing::{Purpose, RunOutcome, RunRequest},
    run_folder::{self, PlannedRun},
    runs,
};

const PRESET: Column = Column::text("preset", "variant of the rules");
const FIELD: Column = Column::text("field", "strategies that share the seats");
const PLAYERS: Column = Column::players("players at the table");

#[derive(Debug, Clone, Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{}", question::FILES))]
#[command(mut_arg("game", |arg| arg.required(false).required_unless_present("files").default_value("").hide_default_value(true)))]
#[command(mut_arg("adapt", |arg| arg.requires("until_decided")))]
pub struct RunArgs {
    /// Files with a written question each, which are answered. See `sim list --experiments`
    #[arg(value_name = "FILE", conflicts_with_all = ["game", "seed"])]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) game: GameArgs,
    #[command(flatten)]
    pub(super) table: TableArgs,
    /// Games: 1e6, 1_000_000 or 250k. They are rounded up to whole deals. If more are kept from an earlier call,
    /// the answer includes all of them. The default is at most 1G with --precision, and at most 200k with
    /// --until-decided [default: 100k]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    pub(super) n: Option<u64>,
    /// Play until every win rate is known to within this, as 0.2%. It is half of the 95 % interval.
    /// `seat=0.1%` or `strategy=0.5%` asks only for win rates of seats or of strategies
    #[arg(long, value_name = "HALF-WIDTH", value_parser = number::precision, allow_hyphen_values = true)]
    precision: Option<Precision>,
    /// Play one part of the games, as 3/8, and write its tally. `sim merge` joins the parts
    #[arg(long, value_name = "I/K", value_parser = number::shard, allow_hyphen_values = true, conflicts_with = "precision")]
    shard: Option<Shard>,
    /// Play until each seat, strategy and component is judged. Is anything too strong or too weak?
    #[arg(long)]
    until_decided: bool,
    /// With --until-decided: what counts as balanced, in percentage points. It is the largest distance from the fair
    /// share, of components from the mean of their kind; where points are the objective, points from their mean. Give
    /// one number for all, or one for each sort [default: seat=3,strategy=5,component=10; for points 0.06 and 0.1
    /// standard deviations of a seat's points]
    #[arg(long, value_name = "POINTS", value_parser = Tolerance::of_any_size, allow_hyphen_values = true, requires = "until_decided")]
    pub(super) tolerance: Option<Tolerance>,
    #[command(flatten)]
    pub(super) adapting: AdaptArgs,
    #[command(flatten)]
    pub(super) play: PlayArgs,
    /// Folder of the run. Several runs get a folder each in it, and one page for all [default: named for its
    /// inputs, in reports/GAME/runs]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Name of the folder in reports/GAME/runs, instead of --out
    #[arg(long, value_name = "NAME", conflicts_with_all = ["out", "shard"])]
    name: Option<String>,
    /// What to print. A table shows win rates by strategy and by seat for reading; CSV those by strategy and seat;
    /// JSON the manifest and all tables. Several runs make one array, or one CSV with columns that tell them apart
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Also print the speed, and how the baselines do
    #[arg(long, short)]
    verbose: bool,
    /// Also write one row a game, as Parquet files. They are in the folder `episodes` until the inputs change
    #[arg(long)]
    episodes: bool,
    /// Also write one row for each use of a component, and for each measure. The folder `uses` has a row for each
    /// component that a player was offered or used in a game, `measures` one for each number that is not 0
    #[arg(long)]
    uses: bool,
}

const EXAMPLES: &str = "Examples:
  sim run --game delectable --n 1e6 --players 4 --set hand_limit=6
  sim run --game delectable --until-decided --tolerance seat=2,strategy=5
  sim run experiments/delectable/first-player.toml
  sim run --game delectable --n 1e5 --players all --name sizes
  sim run --game delectable --n 1e5 --players 2,4 --preset default,2020-05
  sim run --game delectable --precision 0.5%
  sim run --game delectable --n 1e5 --precision strategy=1%,seat=0.5%
  sim run --game delectable --n 1e6 --shard 3/8 --out part-3
  sim run --game delectable --n 1e5 --episodes --uses --out rows
  sim run --game delectable --n 1e5 --fresh
  sim run --game restauranteur --players 3 --until-decided --adapt
  sim run experiments/delectable/*.toml

A run is kept: the same command is answered at once, and continues where it was interrupted.

Exit status of --until-decided: 0 if all is balanced, 3 if something is too strong or too weak, 4 if nothing is but some \
is undecided, 1 and 2 for errors. All verdicts of a call are right in 95 % of calls, whenever it ends.";

struct FinishedRun {
    manifest: Manifest,
    tables: Vec<Table>,
    field: String,
    place: PathBuf,
    is_written: bool,
}

impl RunArgs {
    pub fn run(&self) -> Result<(), Failure> {
        if !self.files.is_empty() {
            return self.answer();
        }
        if !self.until_decided {
            return self.play_all();
        }
        let precision = [("--precision", self.precision.is_some())];
        refuse(&precision, "has no effect: --until-decided stops by itself")?;
        refuse(&self.of_runs(), "has no effect: --until-decided judges whole tables")?;
        until_decided::run(self)
    }

    /// Options that only apply to runs with a folder.
    fn of_runs(&self) -> [(&'static str, bool); 4] {
        [
            ("--shard", self.shard.is_some() && self.until_decided),
            ("--name", self.name.is_some()),
            ("--episodes", self.episodes),
            ("--uses", self.uses),
        ]
    }

    fn answer(&self) -> Result<(), Failure> {
        let TableArgs { players, strategies, lineup, panel, .. } = &self.table;
        let table = [
            ("--panel", panel.is_some()),
            ("--players", players.is_some()),
            ("--strategies", !strategies.is_empty()),
            ("--lineup", !lineup.is_empty()),
        ];
        let arms: Vec<_> = self.game.changes().into_iter().chain(table).collect();
        refuse(&arms, "has no effect: a written question names its own game, rules and players")?;
        let why = "has no effect: a written question names what is measured";
        refuse(&[("--until-decided", self.until_decided)], why)?;
        refuse(&self.of_runs(), why)?;
        let is_game =
            |file: &&PathBuf| file.to_str().is_some_and(|name| program::catalogue().find(name).is_some());
        if let Some(game) = self.files.iter().find(is_game) {
            let game = game.display();
            return Err(Failure::misuse(
                format!("{game} is a game, not a file"),
                format!("write --game {game}"),
            ));
        }
        question::run(&self.files, &self.comparing())
    }

    fn comparing(&self) -> ComparingArgs {
        let (n, precision, shard, play) = (self.n, self.precision, self.shard, self.play.clone());
        ComparingArgs { effort: EffortArgs { n, precision, shard, play }, findings: self.findings() }
    }

    pub(super) fn findings(&self) -> FindingsArgs {
        FindingsArgs { format: self.format, out: self.out.clone() }
    }

    fn play_all(&self) -> Result<(), Failure> {
        // Everything is checked before the first game of the first table.
        self.rows().check()?;
        let chosen = self.game.resolve_all()?;
        let mut runs: Vec<PlannedRun> = Vec::new();
        for rules in &chosen {
            for arm in self.table.specs(rules)? {
                let (games, precision, shard) = (self.n, self.precision, self.shard);
                let spec = RunSpec { arm, games, precision, shard };
                runs.push(PlannedRun { named: spec.open()?, spec });
            }
        }
        let is_several = runs.len() > 1;
        let places = run_folder::places(&runs, self.root(&runs)?, self.shard)?;
        let digests: BTreeSet<String> = runs.iter().map(|run| run.named.arm.inputs.digest()).collect();
        if digests.len() < runs.len() {
            return Err(Failure::misuse("the same table is asked for twice", "name each once"));
        }
        // Tables of different sizes share strategies, so each remark is printed once.
        let sentences: BTreeSet<String> = runs.iter().flat_map(|run| remarks(&run.spec.arm)).collect();
        for sentence in sentences {
            output::remark(&sentence);
        }
        let games = |run: &PlannedRun| {
            let games = run.named.arm.schedule.games_of(run.spec.deals(&run.named.arm));
            let has_baselines = self.format == Format::Table && self.shard.is_none();
            games + if has_baselines { baselines::games(&run.spec.arm, games) } else { 0 }
        };
        let games = runs.iter().map(games).sum();
        let mut session = self.play.session()?;
        session.plan(runs.len(), games);
        let mut finished = Vec::new();
        let played = runs
            .iter()
            .zip(&places)
            .try_for_each(|(run, place)| self.play(run, place, &mut session, &mut finished, is_several));
        drop(session);
        if self.shard.is_none() {
            self.lead_to(&finished, is_several)?;
        }
        // Finished runs are reported even if a later one failed.
        self.report(&finished, is_several)?;
        played
    }

    fn rows(&self) -> Rows {
        Rows { episodes: self.episodes, uses: self.uses }
    }

    fn purpose(&self) -> Purpose {
        match (self.shard, &self.out, &self.name) {
            (Some(_), ..) => Purpose::Part,
            (None, None, None) => Purpose::Answer,
            _ => Purpose::Named,
        }
    }

    fn root(&self, runs: &[PlannedRun]) -> Result<Option<PathBuf>, Failure> {
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

    fn lead_to(&self, finished: &[FinishedRun], is_several: bool) -> Result<(), Failure> {
        let root = finished.first().and_then(|one| one.place.parent());
        if let Some(root) = root.filter(|_| is_several && (self.out.is_some() || self.name.is_some())) {
            let all = stacked(finished, FinishedRun::by_strategy);
            let written: Vec<runs::Run> =
                finished.iter().map(|one| runs::Run::new(one.place.clone(), one.manifest.clone())).collect();
            runs::overview(root, &written, Some(&all), program::this())?;
            if self.format == Format::Table {
                output::print(&format!("all runs on one page: {}\n", root.join(runs::INDEX).display()))?;
            }
        }
        let indexed = runs::index(finished.iter().map(|one| one.place.as_path()), program::this());
        // Without new results the page is unchanged, and its folder need not be writable.
        if finished.iter().any(|one| one.is_written) { Ok(indexed?) } else { Ok(()) }
    }

    fn play(
        &self,
        PlannedRun { spec, named }: &PlannedRun,
        place: &Path,
        session: &mut Session,
        finished: &mut Vec<FinishedRun>,
        is_several: bool,
    ) -> Result<(), Failure> {
        let (arm, playing) = (&named.arm, spec.playing(named));
        let deals = playing.deals.clone();
        let mut played =
            session.play(&RunRequest { playing, place, purpose: self.purpose(), rows: self.rows() })?;
        let (asked, kept) = (arm.schedule.games_of(deals.clone()), played.tally.games);
        if kept > asked {
            let ([kept, asked], place) = ([kept, asked].map(people::count), place.display());
            session.aside(|| {
                output::remark(&format!(
                    "note: {kept} games of this run are kept in {place}, so the answer is of all of them; \
                     to play exactly {asked}, name a new folder with --out"
                ));
            });
        }
        let is_stopped = played.ended == Ended::Stopped;
        if is_stopped && played.tally.deals == 0 {
            let remark = "interrupted before the first deals were finished; nothing is written";
            return Err(Failure::Interrupted(remark.to_owned()));
        }
        let manifest = spec.manifest(arm, &played.tally)?;
        // Only all parts together have results.
        let summary = self.shard.is_none().then(|| Summary::new(&arm.subject(), &played.tally));
        let tables = summary.as_ref().map_or_else(Vec::new, tables::of_run);
        let mut is_written = false;
        let where_to = match played.unreached {
            Some(games) => {
                format!("not written: {} holds {} games of this run", place.display(), people::count(games))
            }
            None if played.is_unsaved => {
                format!("not saved: {} cannot be written; name another folder with --out", place.display())
            }
            None if played.draft.is_none() && run_folder::is_whole(place, &manifest, program::this()) => {
                run_folder::settle(place, &played, deals.start + played.tally.deals)?;
                self.found_at(place)
            }
            None => {
                let written = run_folder::write(
                    place,
                    &mut played,
                    &manifest,
                    summary.as_ref(),
                    &tables,
                    program::this(),
                )?;
                is_written = true;
                self.found_at(&written)
            }
        };
        if self.format == Format::Table {
            let screen = match &summary {
                Some(summary) => self.screen((spec, summary), &manifest, &played, session)?,
                None => tell::part(&manifest),
            };
            let next = summary.as_ref().filter(|_| !is_stopped && !is_several);
            let next = next.map(|summary| spec.next(&finding::of_run(summary))).transpose()?;
            let next = next.map_or(String::new(), |command| format!("Next: {command}\n"));
            session.aside(|| output::print(&format!("{screen}{where_to}\n{next}")))?;
        }
        finished.push(FinishedRun {
            manifest,
            tables,
            field: list::join(&spec.arm.field.named()),
            place: place.to_owned(),
            is_written,
        });
        if !is_stopped {
            return Ok(());
        }
        Err(Failure::Interrupted(format!(
            "interrupted: {} of {} games were finished and are {}",
            people::count(played.tally.games),
            people::count(asked),
            if is_written { "written" } else { "told" }
        )))
    }

    /// Where the run's page is; a part of a run has none.
    fn found_at(&self, place: &Path) -> String {
        match self.shard {
            None => format!("Page: {}", place.join("report.html").display()),
            Some(_) => format!("written to {}", place.display()),
        }
    }

    /// The terminal output of a run, up to the location of its page.
    fn screen(
        &self,
        (spec, summary): (&RunSpec, &Summary),
        manifest: &Manifest,
        played: &RunOutcome,
        session: &mut Session,
    ) -> Result<String, Failure> {
        let found = match played.ended {
            Ended::Whole => baselines::baselines(&spec.arm, played.tally.games, &mut session.lab())?,
            Ended::Stopped => Baselines::default(),
        };
        let entry = Some(spec.arm.rules.entry);
        let strength = Strength::new(entry, &manifest.inputs, &manifest.level, &found.rows);
        let mut text = tell::run(manifest, summary, &strength, output::style());
        text += &self
            .precision
            .map_or(String::new(), |goal| tell::precision(goal.furthest(&played.tally), played.tally.games));
        if self.verbose {
            text += &tell::baselines(&found, output::style());
            text += &tell::speed(manifest, played.games(), played.seconds);
        }
        Ok(text + &tell::kept(played.before))
    }

    /// Prints machine-readable output: several runs form one array, or one table with columns that identify each
    /// run.
    fn report(&self, finished: &[FinishedRun], is_several: bool) -> Result<(), Failure> {
        match (self.format, finished) {
            (Format::Table, _) | (_, []) => Ok(()),
            (Format::Json, [one]) if !is_several => output::data(&format!("{:#}\n", one.json())),
            (Format::Json, several) => {
                let all: Value = several.iter().map(FinishedRun::json).collect();
                output::data(&format!("{all:#}\n"))
            }
            (Format::Csv, [one]) if !is_several => {
                output::data(&one.shares().map_or(Ok(String::new()), output::csv)?)
            }
            (Format::Csv, several) => output::data(&output::csv(&stacked(several, FinishedRun::shares))?),
        }
    }
}

fn stacked<'r>(runs: &'r [FinishedRun], table: impl Fn(&'r FinishedRun) -> Option<&'r Table>) -> Table {
    let all = [
        (PRESET, several_of(runs, FinishedRun::preset)),
        (FIELD, several_of(runs, |one| one.field.clone())),
        (PLAYERS, true),
    ];
    let keys: Vec<Column> = all.iter().filter(|(_, is_key)| *is_key).map(|(column, _)| *column).collect();
    let part = |one| Some((keys.iter().map(|key| FinishedRun::key(one, key)).collect(), table(one)?));
    let parts: Vec<(Vec<Cell>, &Table)> = runs.iter().filter_map(part).collect();
    tables::stacked(&keys, &parts)
}

fn several_of(runs: &[FinishedRun], value: impl Fn(&FinishedRun) -> String) -> bool {
    runs.iter().map(value).collect::<BTreeSet<String>>().len() > 1
}

impl FinishedRun {
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
