use std::{
    path::PathBuf,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use clap::Args;

use super::{
    failure::{self, Failure},
    game_args::{self, ResolvedGame, SizeArgs},
    number,
    output::{self, Format},
    signals,
};
use crate::program;
use sim_engine::{
    analysis,
    text::{people, suggestion},
};
use sim_lab::{
    command::{Command, Verb},
    experiment::{self, Heading, OpenGame, StrategyEntry},
    exploitability::{ExploitabilitySpec, exploitability},
    tables::{self, Table},
};
use sim_play::entry::Entry;
use sim_report::tell;
use sim_store::{
    analysis::{Analysis, Inputs},
    folder, strategies,
};

/// The analysis of a strategy, available in every game that lists its chance outcomes.
pub const EXPLOITABILITY: &str = "exploitability";
/// Defaults of the simulation.
const SEED: u64 = 1;
const SAMPLES: u64 = 1_000_000;

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim analyse dice --game la-bistro --out reports/dice")]
pub struct AnalyseArgs {
    /// The analysis: see `sim list --game GAME`
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// What `exploitability` measures: a strategy, by name or file. The game must be small enough to enumerate
    #[arg(value_name = "STRATEGY")]
    strategy: Option<String>,
    #[command(flatten)]
    game: SizeArgs,
    /// Seed of what is simulated [default: 1]
    #[arg(long, value_name = "SEED", value_parser = number::count, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Samples of what is simulated; 0 leaves the simulation out [default: 1e6]
    #[arg(long, short, value_name = "SAMPLES", value_parser = number::count, allow_hyphen_values = true)]
    n: Option<u64>,
    /// What to print. CSV holds the first table, JSON the manifest and all tables
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Also write the tables and their pictures to this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Replace the folder of another analysis or run
    #[arg(long)]
    force: bool,
}

impl AnalyseArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let (chosen, players) = self.game.resolve()?;
        if self.name.as_deref() == Some(EXPLOITABILITY) {
            return self.exploitability(&chosen, players);
        }
        let game = chosen.entry.open(&chosen.rules.settings, players)?;
        // Check the name and the folder before the work.
        let name = self.known_name(chosen.entry, &*game)?;
        failure::refuse(&[("STRATEGY", self.strategy.is_some())], "is read by `exploitability` alone")?;
        self.publish(&chosen, &self.analysis(&chosen, name, players), || {
            let published = self.work(game, name)?;
            let text = tell::analysis(&published, output::style());
            Ok((text, published.into_iter().map(Table::from).collect()))
        })
    }

    fn exploitability(&self, chosen: &ResolvedGame, players: usize) -> Result<(), Failure> {
        let why = "has no effect: exploitability is exact";
        failure::refuse(&[("--n", self.n.is_some()), ("--seed", self.seed.is_some())], why)?;
        let Some(strategy) = &self.strategy else {
            let help = format!("name one; `sim list --game {}` lists them", chosen.entry.info().name);
            return Err(Failure::misuse("exploitability is that of a strategy, and none is named", help));
        };
        let player = strategies::load(chosen.entry, strategy)?;
        game_args::remark_on(chosen.entry, [&player]);
        let ResolvedGame { entry, rules, spec } = chosen;
        let inputs = Inputs {
            analysis: EXPLOITABILITY,
            rules: rules.ruleset(players, entry.fingerprint()),
            seed: None,
            samples: None,
            strategy: Some(StrategyEntry::new(&player.strategy)),
        };
        let command =
            Command::new(Verb::Analyse).names([EXPLOITABILITY, &player.named]).of_tables(rules, &[players]);
        let heading = Heading::new(command.to_string(), &inputs, entry.info().title);
        let spec = ExploitabilitySpec { rules: spec.clone(), players, player };
        self.publish(chosen, &Analysis { heading, inputs }, || {
            let found = exploitability(&spec, &signals::listen())?;
            let text = tell::exploitability(&found, output::style());
            Ok((text, vec![tables::exploitability::table(&found)]))
        })
    }

    /// Prints the result of the work and, if a folder is named, writes it there.
    fn publish(
        &self,
        chosen: &ResolvedGame,
        analysis: &Analysis,
        work: impl FnOnce() -> Result<(String, Vec<Table>), Failure>,
    ) -> Result<(), Failure> {
        let digest = &analysis.heading.digest;
        let reserve = |out: &PathBuf| folder::reserve(out, digest, self.force, program::this());
        let _hold = self.out.as_ref().map(reserve).transpose()?;
        let (mut text, tables) = work()?;
        let written =
            self.out.as_ref().map(|out| analysis.write(out, &tables, program::this())).transpose()?;
        if let Some(sentence) = experiment::reconstructed(&chosen.rules.settings, chosen.entry.info().name) {
            text += &format!("\n{sentence}\n");
        }
        if let Some(folder) = written {
            text += &format!("\nwritten to {}\n", folder.display());
        }
        output::answer(self.format, analysis, &tables, &text)
    }

    fn seed(&self) -> u64 {
        self.seed.unwrap_or(SEED)
    }

    fn samples(&self) -> u64 {
        self.n.unwrap_or(SAMPLES)
    }

    fn known_name(&self, entry: &Entry, opened: &dyn OpenGame) -> Result<&'static str, Failure> {
        let game = entry.info().name;
        let known: Vec<&'static str> = entry.analyses().iter().map(|(name, _)| *name).collect();
        let wanted = self.name.as_deref().unwrap_or_default();
        if let Some(name) = known.iter().find(|name| **name == wanted) {
            return Ok(name);
        }
        let message = match &self.name {
            Some(name) => format!("no analysis `{name}` in {game}"),
            None => format!("no analysis of {game} is named"),
        };
        let exact = opened.is_enumerable().then_some(EXPLOITABILITY);
        let known: Vec<&str> = known.into_iter().chain(exact).collect();
        if known.is_empty() {
            let others = program::all().filter(|entry| !entry.analyses().is_empty());
            let others: Vec<String> = others.map(|entry| entry.info().name.to_owned()).collect();
            return Err(Failure::misuse(
                message,
                format!("it publishes none; games that do: {}", people::list(&others)),
            ));
        }
        Err(Failure::misuse(message, suggestion(wanted, known)))
    }

    fn analysis(&self, chosen: &ResolvedGame, name: &'static str, players: usize) -> Analysis {
        let ResolvedGame { entry, rules, .. } = chosen;
        let info = entry.info();
        let inputs = Inputs {
            analysis: name,
            rules: rules.ruleset(players, entry.fingerprint()),
            seed: Some(self.seed()),
            samples: Some(self.samples()),
            strategy: None,
        };
        let command = Command::new(Verb::Analyse)
            .names([name])
            .of_tables(rules, &[players])
            .games(self.samples())
            .seed(self.seed());
        Analysis { heading: Heading::new(command.to_string(), &inputs, info.title), inputs }
    }

    /// Computes the tables; a signal ends the wait for them.
    fn work(&self, game: Box<dyn OpenGame>, name: &'static str) -> Result<Vec<analysis::Table>, Failure> {
        /// Time between checks for a stop request.
        const PAUSE: Duration = Duration::from_millis(50);
        let stop = signals::listen();
        let (seed, samples) = (self.seed(), self.samples());
        let (done, result) = mpsc::channel();
        // Analyses cannot be stopped; the thread ends with the program.
        let worker = thread::spawn(move || {
            // The receiver is gone if the program is about to end.
            let _ = done.send(game.analyse(name, seed, samples).unwrap_or_default());
        });
        loop {
            match result.recv_timeout(PAUSE) {
                Ok(tables) => return Ok(tables),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // The worker panicked; pass the panic on.
                    let panic = worker.join().err().unwrap_or_else(|| Box::new("the analysis is lost"));
                    std::panic::resume_unwind(panic);
                }
            }
            if stop.is_asked() {
                let remark = "interrupted: an analysis comes whole or not at all, so nothing is written";
                return Err(Failure::Interrupted(remark.to_owned()));
            }
        }
    }
}
