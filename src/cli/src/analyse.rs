use std::{
    path::PathBuf,
    sync::mpsc::{self, RecvTimeoutError},
    thread,
    time::Duration,
};

use clap::Args;

use super::{
    failure::Failure,
    game_args::{Chosen, SizeArgs},
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
    command::{Command, Verb, Word},
    experiment::{self, Heading, OpenGame},
    tables::Table,
};
use sim_play::entry::Entry;
use sim_report::tell;
use sim_store::{
    analysis::{Analysis, Inputs},
    folder,
};

#[derive(Debug, Clone, Args)]
#[command(after_help = "Example:\n  sim analyse dice --game la-bistro --out reports/dice")]
pub struct AnalyseArgs {
    /// The analysis: see `sim list --game GAME`
    #[arg(value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    game: SizeArgs,
    /// Seed of what is simulated
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    /// Samples of what is simulated; 0 leaves the simulation out
    #[arg(long, short, value_name = "SAMPLES", default_value = "1e6", value_parser = number::count, allow_hyphen_values = true)]
    n: u64,
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
        let game = chosen.entry.open(&chosen.rules.settings, players)?;
        // A name is checked before the work, and so is the folder.
        let name = self.known_name(chosen.entry)?;
        let analysis = self.analysis(&chosen, name, players);
        let digest = &analysis.heading.digest;
        let reserve = |out: &PathBuf| folder::reserve(out, digest, self.force, program::this());
        let _hold = self.out.as_ref().map(reserve).transpose()?;
        let published = self.work(game, name)?;
        let mut text = tell::analysis(&published, output::style());
        let tables: Vec<Table> = published.into_iter().map(Table::from).collect();
        let written =
            self.out.as_ref().map(|out| analysis.write(out, &tables, program::this())).transpose()?;
        if let Some(sentence) = experiment::reconstructed(&chosen.rules.settings, chosen.entry.info().name) {
            text += &format!("\n{sentence}\n");
        }
        if let Some(folder) = written {
            text += &format!("\nwritten to {}\n", folder.display());
        }
        output::answer(self.format, &analysis, &tables, &text)
    }

    fn known_name(&self, entry: &Entry) -> Result<&'static str, Failure> {
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

    fn analysis(&self, chosen: &Chosen, name: &'static str, players: usize) -> Analysis {
        let Chosen { entry, rules, .. } = chosen;
        let info = entry.info();
        let inputs = Inputs {
            analysis: name,
            rules: rules.ruleset(players, entry.fingerprint()),
            seed: self.seed,
            samples: self.n,
        };
        let command = Command::new(Verb::Analyse)
            .with(Word::Name(name.to_owned()))
            .with(Word::Game(info.name.to_owned()))
            .with(Word::Players(vec![players]))
            .by(rules)
            .with(Word::Games(self.n))
            .with(Word::Seed(self.seed));
        Analysis { heading: Heading::new(command.to_string(), &inputs, info.title), inputs }
    }

    /// The tables; a signal ends the wait for them.
    fn work(&self, game: Box<dyn OpenGame>, name: &'static str) -> Result<Vec<analysis::Table>, Failure> {
        /// Between two looks whether somebody has asked for an end.
        const PAUSE: Duration = Duration::from_millis(50);
        let stop = signals::listen();
        let (seed, samples) = (self.seed, self.n);
        let (done, result) = mpsc::channel();
        // Analyses know no way to stop; the thread ends with the program.
        let worker = thread::spawn(move || {
            // Nobody listens any more when the program is about to end.
            let _ = done.send(game.analyse(name, seed, samples).unwrap_or_default());
        });
        loop {
            match result.recv_timeout(PAUSE) {
                Ok(tables) => return Ok(tables),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    // It has panicked; the panic is passed on as it is.
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
