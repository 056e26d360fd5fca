use std::path::Path;

use clap::Args;
use serde::Serialize;

use super::{
    failure::{Failure, refuse},
    game_args::{self, GameArgs, ResolvedGame, goal_or_worst, remark_on},
    number,
    output::{self, Format},
    program,
    session::ThreadArgs,
};
use sim_engine::{Info, text::list};
use sim_lab::{
    Ended, Error, Lab,
    command::{Command, Verb},
    experiment::Heading,
    panel::PANEL,
    player::Player,
    tables::{Table, learning, population, tuning},
    train::{
        self, Against, Features, MethodOverrides, TrainSpec, Training, TrainingRecord,
        params::{self, Objective, TuneSpec, Tuning, tune, usual_rivals},
        population::{PopulationSpec, populate},
        train, usual_base,
    },
};
use sim_report::tell;
use sim_store::{
    FileStore, FolderLock, SearchFile,
    curve::{self, CURVE},
    panels, strategies,
};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES, mut_arg("objective", |arg| arg.value_name("wins|points|worst").value_parser(goal_or_worst).help(OBJECTIVE)))]
pub struct TrainArgs {
    /// The strategy to start from, by name or file. Its formulas stay the first part of what decides [default:
    /// expert, else default]
    #[arg(value_name = "BASE")]
    base: Option<String>,
    #[command(flatten)]
    game: GameArgs,
    /// Number of players: 3, several as `2,4`, or `all`. One file serves all of them [default: the game's]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    players: Option<String>,
    /// Games to train on. With --params they include those that choose and test the values [default: 100k; with
    /// --params 200k]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    n: Option<u64>,
    /// Opponents, which do not train. With --params the default is the archetypes and BASE as it is [default: itself in
    /// all seats]
    #[arg(long, value_name = "NAME,...")]
    against: Vec<String>,
    /// Train a best response to BASE, or to the `panel`. How far can they be beaten? It starts from the formulas of BASE
    /// alone, from BASE with all that it has learned, and from `default`. The largest gain counts. For the panel, BASE
    /// is its first member
    #[arg(long, conflicts_with = "against")]
    exploit: bool,
    /// Train a population in N rounds. BASE names its starts, as in champion,expert,default: in every round a learner
    /// from each meets all members, and joins if it gains significantly. Who wins under 0.6 times its fair share
    /// among the others leaves, and who acts like a stronger member: differently in under 3 % of decisions
    #[arg(long, value_name = "N", value_parser = number::count, conflicts_with_all = ["against", "exploit", "steady", "repeats"], allow_negative_numbers = true)]
    population: Option<u64>,
    /// In self-play, aim for a strategy that nobody can beat, as in games of bluff. It is written even if it wins no more
    /// than BASE
    #[arg(long, conflicts_with_all = ["against", "exploit"])]
    steady: bool,
    /// Tune these params of BASE, or `all`, not weights. They are numbers under `[params]` of its file
    #[arg(long, value_name = "NAME,...|all", value_delimiter = ',')]
    params: Vec<String>,
    /// With --params, hold out N random opponents. A result must be no worse against them [default: 1 of 4 or more,
    /// else 0]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    holdout: Option<u64>,
    /// Features with weights: `all`, `cheap` or these. Of all, those that cost more than they bring are dropped at the
    /// end; cheap ones are those that BASE reads anyway [default: all]
    #[arg(long, value_name = "all|cheap|NAME,...", value_delimiter = ',')]
    features: Vec<String>,
    /// Add a hidden layer with this number of units. It stands at every decision and sees how features work together. The
    /// number is a multiple of 8, and 32 is usual. Games take longer, and the default of --features is `cheap`
    #[arg(long, value_name = "UNITS", value_parser = number::count, allow_negative_numbers = true)]
    hidden: Option<u64>,
    /// Improve by rollouts in N imagined worlds. Decisions are compared with alternatives, each in the same worlds; 8 are
    /// usual. --n counts the imagined games. Better than the policy gradient where four play
    #[arg(long, value_name = "N", value_parser = number::count, conflicts_with_all = ["exploit", "steady", "step", "magnet", "entropy"], allow_negative_numbers = true)]
    rollouts: Option<u64>,
    /// Initial learning rate. A larger one is faster and noisier [default: 0.006 in self-play, else 0.01]
    #[arg(long, value_name = "LENGTH", value_parser = number::step, allow_negative_numbers = true)]
    step: Option<f64>,
    /// How strongly the policy is pulled towards an older one [default: 0.05 in self-play, else 0]
    #[arg(long, value_name = "PULL", value_parser = number::pull, allow_negative_numbers = true)]
    magnet: Option<f64>,
    /// Weight of the entropy bonus, which keeps choices open [default: 0.003; with --steady 0.3, fading to 0]
    #[arg(long, value_name = "PULL", value_parser = number::pull, allow_negative_numbers = true)]
    entropy: Option<f64>,
    /// Training runs, each with a seed of its own. The best is written, and the interval of the gain covers all of
    /// them [default: 1]
    #[arg(long, value_name = "N", value_parser = number::count, allow_negative_numbers = true)]
    repeats: Option<u64>,
    /// Name of the new strategy, or of a population's folder. The default is BASE-response with --exploit, BASE-tuned with
    /// --params, and population with --population [default: BASE-learned]
    #[arg(long, value_name = "NEW")]
    out: Option<String>,
    /// Seed of the deals and of everything drawn
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// What to print. CSV holds the table of gains, JSON all tables
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const OBJECTIVE: &str = "What is maximized: `wins` or `points`, or with --params `worst`, the lowest win rate over \
tables with more and more copies of itself, up to one rival alone among copies [default: as the game declares, `wins` \
for most]";

const EXAMPLES: &str = "Examples:
  sim train --game delectable --n 100k
  sim train expert --game la-bistro --against expert --n 50k --out beats-expert
  sim train expert --game la-bistro --players 2,3,4 --n 300k
  sim train raider --game delectable --exploit
  sim train panel --game la-bistro --exploit
  sim train champion,expert,default --game la-bistro --population 2 --n 60k
  sim train prestige --game delectable --params all
  sim train default --game restaurant-row --params vp --against diner,kingmaker --objective worst

The new file begins with its history: the command, and the gain on deals that training never met. Without a \
significant gain no file is written. NEW.learning.csv, with charts, has the learning curve of trained weights. \
Params move within their ranges. The same command continues an interrupted training.";

const GAMES: u64 = 100_000;
const TUNING_GAMES: u64 = 200_000;
/// The default starts of a population, as far as the game has them.
const STARTS: [&str; 4] = ["champion", "expert", "default", "greedy"];

struct Answer {
    record: TrainingRecord,
    text: String,
    tables: Vec<Table>,
}

#[derive(Serialize)]
struct Manifest {
    #[serde(flatten)]
    heading: Heading,
    verb: &'static str,
    games: u64,
    written: Option<String>,
}

impl Manifest {
    fn new((command, digest): (&Command, &str), info: &Info, games: u64, written: Option<&Path>) -> Manifest {
        let heading = Heading::new(command.to_string(), &(), info.title);
        let heading = Heading { digest: digest.to_owned(), ..heading };
        let written = written.map(|path| path.display().to_string());
        Manifest { heading, verb: Verb::Train.word(), games, written }
    }
}

/// An interrupted training writes no strategy.
fn whole(ended: Ended) -> Result<(), Failure> {
    match ended {
        Ended::Whole => Ok(()),
        Ended::Stopped => {
            Err(Failure::Interrupted("interrupted; the same command goes on from here".to_owned()))
        }
    }
}

impl TrainArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        if let Some(rounds) = self.population {
            let options = [
                ("--params", !self.params.is_empty()),
                ("--holdout", self.holdout.is_some()),
                ("--objective worst", self.game.is_worst()),
            ];
            refuse(&options, "is for one strategy, not for a --population")?;
            return self.train_population(&chosen, rounds);
        }
        if self.params.is_empty() { self.train_weights(&chosen) } else { self.tune_params(chosen) }
    }

    fn train_weights(&self, chosen: &ResolvedGame) -> Result<(), Failure> {
        let options = [("--holdout", self.holdout.is_some()), ("--objective worst", self.game.is_worst())];
        refuse(&options, "is for tuning with --params")?;
        let spec = self.weights_spec(chosen)?;
        let entry = spec.rules.entry;
        let rivals: &[Player] = if let Against::Field(field) = &spec.against { field } else { &[] };
        remark_on(entry, rivals.iter().chain([&spec.start]));
        let path = strategies::new_path(entry, &spec.name)?;
        curve::check(&path)?;
        let kept = format!("{CURVE}.json");
        let answer = |training: &Training| Answer {
            record: training.record.clone(),
            text: tell::train(training, output::style()),
            tables: learning::tables(training),
        };
        let write_curve = |training: &Training| {
            curve::write(&path, training, program::this())?;
            Ok(format!(
                "its learning curve: {}\nhow far it can be beaten: {}\n",
                path.with_extension(format!("{CURVE}.svg")).display(),
                training.exploit()
            ))
        };
        self.search(&path, &kept, |lab| train(&spec, lab), answer, write_curve)
    }

    fn tune_params(&self, chosen: ResolvedGame) -> Result<(), Failure> {
        let options = [
            ("--exploit", self.exploit),
            ("--steady", self.steady),
            ("--features", !self.features.is_empty()),
            ("--hidden", self.hidden.is_some()),
            ("--rollouts", self.rollouts.is_some()),
            ("--step", self.step.is_some()),
            ("--magnet", self.magnet.is_some()),
            ("--entropy", self.entropy.is_some()),
            ("--repeats", self.repeats.is_some()),
        ];
        refuse(&options, "is for training weights; --params tunes numbers of the script")?;
        let spec = self.params_spec(chosen)?;
        let entry = spec.rules.entry;
        remark_on(entry, spec.against.iter().chain(&spec.strangers).chain([&spec.start]));
        let path = strategies::new_path(entry, &spec.name)?;
        let answer = |tuning: &Tuning| Answer {
            record: tuning.record.clone(),
            text: tell::tune(tuning, output::style()),
            tables: tuning::tables(tuning),
        };
        let advise = |tuning: &Tuning| {
            let TrainingRecord { name, from, info, .. } = &tuning.record;
            let (game, players) = (info.name, tuning.players);
            Ok(format!(
                "compare it with the start: sim compare {name} {from} --game {game} --players {players}\n"
            ))
        };
        self.search(&path, "tuning.json", |lab| tune(&spec, lab), answer, advise)
    }

    fn train_population(&self, chosen: &ResolvedGame, rounds: u64) -> Result<(), Failure> {
        let entry = chosen.entry;
        let starts = match &self.base {
            Some(names) => list::split(names),
            None => STARTS
                .into_iter()
                .filter(|name| strategies::is_shipped(entry, name))
                .map(str::to_owned)
                .collect(),
        };
        let starts = strategies::load_all(entry, &starts)?;
        remark_on(entry, &starts);
        let spec = PopulationSpec {
            rules: chosen.spec.clone(),
            players: self.players(chosen)?,
            starts,
            name: self.out.clone().unwrap_or_else(|| "population".to_owned()),
            rounds,
            games: self.n.unwrap_or(GAMES),
            features: self.features(Features::Cheap),
            hidden: self.hidden_units(),
            rollouts: self.worlds(),
            overrides: self.overrides(),
            seed: self.seed,
        };
        let folder = strategies::new_folder(entry, &spec.name)?;
        let (found, store, hold) = self.claim(&folder, "population.json", |lab| populate(&spec, lab))?;
        whole(found.ended)?;
        let mut text = tell::population(&found, output::style());
        let files = found.files();
        let written = files.as_ref().map(|_| folder.as_path());
        let manifest = Manifest::new((&found.command, &found.digest), found.info, found.games, written);
        if let Some(files) = &files {
            panels::write(&folder, files, (&manifest, &found.digest), program::this())?;
            let panel = folder.join("panel.toml");
            text += &format!("\nwritten to {}: name it with --panel {}\n", folder.display(), panel.display());
        }
        store.forget_search()?;
        drop(hold);
        output::answer(self.format, &manifest, &population::tables(&found), &text)
    }

    /// Resumes the same call if it was interrupted, and writes the strategy to `path`. `kept` is the extension of
    /// the state file next to it.
    fn search<T>(
        &self,
        path: &Path,
        kept: &str,
        search: impl FnOnce(&mut Lab<'_>) -> Result<T, Error>,
        answer: impl FnOnce(&T) -> Answer,
        finish: impl FnOnce(&T) -> Result<String, Failure>,
    ) -> Result<(), Failure> {
        let (found, store, hold) = self.claim(path, kept, search)?;
        let Answer { record, mut text, tables } = answer(&found);
        whole(record.ended)?;
        if let Some(file) = &record.file {
            strategies::write(path, file, program::this())?;
            text += &format!("\nwritten to {}\n{}", path.display(), finish(&found)?);
        }
        store.forget_search()?;
        drop(hold);
        let written = record.file.as_ref().map(|_| path);
        let manifest = Manifest::new((&record.command, &record.digest), record.info, record.games, written);
        output::answer(self.format, &manifest, &tables, &text)
    }

    /// Resumes an interrupted search, and locks the result's path until it is written.
    fn claim<T>(
        &self,
        path: &Path,
        kept: &str,
        search: impl FnOnce(&mut Lab<'_>) -> Result<T, Error>,
    ) -> Result<(T, FileStore, Option<FolderLock>), Failure> {
        let mut store = FileStore::of_search(program::this(), SearchFile::new(path.with_extension(kept)));
        let mut hold = None;
        let found = self.threads.ask(&mut store, |lab| {
            // Creates files only after the signal handlers are installed.
            hold = strategies::claim(path)?;
            Ok::<_, Failure>(search(lab)?)
        })?;
        Ok((found, store, hold))
    }

    fn start(&self, chosen: &ResolvedGame) -> Result<Player, Failure> {
        Ok(strategies::load(chosen.entry, self.base.as_deref().unwrap_or(usual_base(chosen.entry)))?)
    }

    fn name(&self, base: &str, ending: &str) -> String {
        self.out.clone().unwrap_or_else(|| format!("{base}-{ending}"))
    }

    fn weights_spec(&self, chosen: &ResolvedGame) -> Result<TrainSpec, Failure> {
        let entry = chosen.entry;
        let players = self.players(chosen)?;
        let (start, against) = match &self.against[..] {
            _ if self.exploit && self.base.as_deref() == Some(PANEL) => {
                let panel = panels::usual(entry)?.ok_or_else(|| {
                    let help = "name a strategy to beat, as in `sim train expert --exploit`";
                    Failure::misuse(format!("{} has no panel", entry.info().title), help)
                })?;
                (panel.players[0].clone(), Against::Panel(panel.players))
            }
            _ if self.exploit => (self.start(chosen)?, Against::Start),
            [] => (self.start(chosen)?, Against::Itself { is_steady: self.steady }),
            names => {
                let field = strategies::load_all(entry, &list::split_all(names))?;
                (self.start(chosen)?, Against::Field(field))
            }
        };
        let base = if matches!(against, Against::Panel(_)) { PANEL } else { &*start.base };
        Ok(TrainSpec {
            rules: chosen.spec.clone(),
            name: self.name(base, if self.exploit { "response" } else { "learned" }),
            start,
            strangers: strategies::load_all(entry, &train::strangers(entry, &players, &against))?,
            players,
            against,
            features: self.features(if self.hidden.is_some() { Features::Cheap } else { Features::All }),
            hidden: self.hidden_units(),
            rollouts: self.worlds(),
            overrides: self.overrides(),
            games: self.n.unwrap_or(GAMES),
            repeats: self.repeats.unwrap_or(1),
            seed: self.seed,
        })
    }

    fn params_spec(&self, chosen: ResolvedGame) -> Result<TuneSpec, Failure> {
        let entry = chosen.entry;
        let [players] = self.players(&chosen)?[..] else {
            return Err(Failure::misuse(
                "params are tuned for one number of players",
                "give one number with --players",
            ));
        };
        chosen.entry.open(&chosen.rules.settings, players)?;
        let load = |names: &[String]| strategies::load_all(entry, names);
        let start = self.start(&chosen)?;
        let against = match &self.against[..] {
            [] if players == 1 => Vec::new(),
            [] => load(&usual_rivals(entry, &start))?,
            names => load(&list::split_all(names))?,
        };
        let strangers = match players {
            1 => Vec::new(),
            _ => load(&params::strangers(entry, &start, &against, !self.against.is_empty()))?,
        };
        Ok(TuneSpec {
            rules: chosen.spec,
            players,
            name: self.name(&start.base, "tuned"),
            start,
            params: (self.params != ["all"]).then(|| self.params.clone()),
            objective: if self.game.is_worst() { Objective::Worst } else { Objective::Share },
            against,
            held_out: self.holdout.map(|count| usize::try_from(count).unwrap_or(usize::MAX)),
            strangers,
            games: self.n.unwrap_or(TUNING_GAMES),
            seed: self.seed,
        })
    }

    fn features(&self, usual: Features) -> Features {
        match &self.features[..] {
            [] => usual,
            [word] if word == "all" => Features::All,
            [word] if word == "cheap" => Features::Cheap,
            names => Features::Listed(names.to_vec()),
        }
    }

    fn hidden_units(&self) -> Option<usize> {
        self.hidden.map(|units| usize::try_from(units).unwrap_or(usize::MAX))
    }

    fn worlds(&self) -> Option<u32> {
        self.rollouts.map(|worlds| u32::try_from(worlds).unwrap_or(u32::MAX))
    }

    fn overrides(&self) -> MethodOverrides {
        MethodOverrides { step: self.step, magnet: self.magnet, entropy: self.entropy }
    }

    /// The numbers of players, without duplicates.
    fn players(&self, chosen: &ResolvedGame) -> Result<Vec<usize>, Failure> {
        let Some(text) = &self.players else { return Ok(vec![chosen.entry.info().default_players]) };
        let mut all = Vec::new();
        for players in game_args::sizes(chosen.entry, text)? {
            if !all.contains(&players) {
                all.push(players);
            }
        }
        Ok(all)
    }
}
