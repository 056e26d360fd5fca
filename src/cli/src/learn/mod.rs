//! `sim learn`: a strategy that learns by playing.

mod curve;
mod setting;
mod telling;

use std::{ops::ControlFlow, time::Instant};

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};

use super::{
    checkpoint::Checkpoint,
    failure::Failure,
    game_args::GameArgs,
    number,
    output::Format,
    search::{Manifest, interrupted},
    session::ThreadArgs,
    signals::Signals,
    strategies,
    watcher::Watcher,
};
use setting::Setting;
use sim_lab::{experiment::Heading, tables};
use sim_learn::{Course, CourseError, Learnt, Objective, Spec, Standing, Test};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct LearnArgs {
    /// The strategy to begin with, by name or file: its scores stay the first part of what decides [default:
    /// expert, else default]
    #[arg(value_name = "BASE")]
    base: Option<String>,
    #[command(flatten)]
    game: GameArgs,
    /// Players at the table: a number, several as `2,4`, or `all`, and one file for all of them [default: the
    /// game's]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    players: Option<String>,
    /// Games to learn from
    #[arg(long, short = 'n', value_name = "GAMES", default_value = "100k", value_parser = number::games, allow_hyphen_values = true)]
    games: u64,
    /// Strategies that do not learn, to be beaten [default: itself, in all seats]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    against: Vec<String>,
    /// How far BASE can be beaten by a best response to itself: learned from its formulas alone, and from BASE
    /// with all that it has learned. The larger counts
    #[arg(long, conflicts_with = "against")]
    exploit: bool,
    /// What it may look at: `all` features, of which those that cost more than they bring are left out at the
    /// end; `cheap` ones, which its base reads anyway; or these
    #[arg(long, value_name = "all|cheap|NAME,...", value_delimiter = ',', default_value = "all")]
    features: Vec<String>,
    /// What is made as large as can be
    #[arg(long, value_enum, default_value_t = Wanted::Share)]
    objective: Wanted,
    /// Learn so many times, each with a seed of its own: the best is written, and the interval of what was
    /// gained holds for all of them
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    repeats: u64,
    /// Name of the strategy that is written [default: BASE-learned, BASE-response with --exploit]
    #[arg(long, value_name = "NEW")]
    out: Option<String>,
    /// Master seed: of deals, and of what is drawn
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: ThreadArgs,
    /// What standard output gets: a summary for reading, the table of gains as CSV, or all tables as JSON
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

const EXAMPLES: &str = "Examples:
  sim learn --game delectable --games 100k
  sim learn expert --game la-bistro --against expert --games 50k --out beats-expert
  sim learn expert --game la-bistro --players 2,3,4 --games 300k
  sim learn raider --game delectable --against saboteur --features cheap --repeats 3
  sim learn raider --game delectable --exploit

Without --against all seats learn, held back by what they were some games ago. The new file says from what and
how it was learned, and what it won on deals that it never met. Beside it lies its learning curve,
NEW.learning.csv, with charts. An interrupted learning goes on when the same command is given again.";

/// The objective as it is typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// The win rate
    Share,
    /// Points beyond those of the others, where they are what is played for
    Points,
}

/// Where a call stands: learnings one after the other.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct Stands {
    /// The last of them may be under way.
    learnings: Vec<Standing>,
}

/// What all learnings of a call came to.
struct Learned {
    stands: Stands,
    all: Vec<Learnt>,
    /// Games that were played.
    games: u64,
}

impl LearnArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let chosen = self.game.resolve()?;
        let setting = Setting::resolve(self, &chosen)?;
        let path = strategies::new_path(chosen.entry, &setting.new)?;
        let games = setting.open(&chosen)?;
        let tables = setting.tables(&games);
        let specs: Vec<_> =
            (0..setting.learnings()).map(|at| setting.spec(self, &chosen, &tables, at)).collect();
        let stop = Signals::listen();
        let mut checkpoint = Checkpoint::beside(&path, "learning", setting.digest(self, &chosen))?;
        let Learned { stands, all, games } = self.learn(&setting, &specs, &stop, &mut checkpoint)?;
        let history = setting.history(self, &chosen, games);
        let heading = Heading {
            digest: setting.digest(self, &chosen),
            ..Heading::new(history.command.clone(), &(), history.title)
        };
        let laps = curve::laps(&stands.learnings);
        let mut text = telling::summary(&history, &setting, &stands.learnings, &all);
        let best = telling::best(&all).filter(|best| Test::is_gain(&best.test));
        if let Some(best) = best {
            let head = telling::header(&history, &setting, best, &all);
            strategies::write_new(&path, &(head + &best.text))?;
            curve::write(&path, &laps, &setting.caption(&history))?;
            text += &telling::written(&path, &setting, &chosen.rules.settings.game);
        } else {
            text += "\nNo gain that is sure: nothing was written.\n";
        }
        checkpoint.remove();
        let mut tables = telling::tables(&setting, &all);
        tables.push(tables::learning::curve(&laps));
        let written = best.map(|_| path.display().to_string());
        Manifest { heading, verb: "learn", games, written }.report(self.format, &text, &tables)
    }

    /// Learns all of it, from where it stood.
    fn learn(
        &self,
        setting: &Setting,
        specs: &[Spec<'_>],
        stop: &Signals,
        checkpoint: &mut Checkpoint<Stands>,
    ) -> Result<Learned, Failure> {
        let pool = self.threads.pool()?;
        let watcher = Watcher::start(1, setting.games());
        let mut stands: Stands = checkpoint.standing()?.unwrap_or_default();
        let mut all: Vec<Learnt> = Vec::new();
        let mut games = 0;
        let started = Instant::now();
        for (at, spec) in specs.iter().enumerate() {
            let course = pool.install(|| Course::open(spec)).map_err(failure)?;
            if stands.learnings.len() == at {
                stands.learnings.push(course.begin());
            }
            while !course.is_over(&stands.learnings[at]) {
                let standing = &mut stands.learnings[at];
                pool.install(|| course.step(standing));
                if watcher.is_seen() {
                    let words = telling::progress(setting, standing, &course, at, started);
                    watcher.say(games + standing.games, &words);
                }
                let status = stop.status();
                checkpoint.keep(&stands, status.is_some())?;
                if let Some(status) = status {
                    return Err(interrupted(status));
                }
            }
            games += stands.learnings[at].games + course.surveyed;
            let mut watch = |more| {
                games += more;
                watcher.say(games, "testing");
                if stop.status().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            let done = pool.install(|| course.finish(&stands.learnings[at], &mut watch)).map_err(failure)?;
            let Some(done) = done else {
                checkpoint.keep(&stands, true)?;
                return Err(interrupted(stop.status().unwrap_or_default()));
            };
            all.push(done);
        }
        Ok(Learned { stands, all, games })
    }

    fn objective(&self) -> Objective {
        match self.objective {
            Wanted::Share => Objective::Share,
            Wanted::Points => Objective::Points,
        }
    }
}

fn failure(error: CourseError) -> Failure {
    Failure::misuse(error.message, error.help)
}
