//! `sim report`: one page with the audit of a game, a stored run, or a written question.

mod audit;
mod minutes;
mod questions;
mod stored;

use std::{path::PathBuf, time::Duration};

use clap::Args;
use sim_lab::audit::{LEARNED_FROM, MOST};

use super::{
    failure::Failure,
    game_args::{GameArgs, Goal, TableArgs, goal},
    number,
    session::PlayArgs,
};

#[derive(Debug, Clone, Args)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// The folder of a run, whose page is made anew, or a file with a question, in place of a game
    #[arg(value_name = "DIR|FILE", conflicts_with_all = ["game", "objective", "preset", "set", "players", "n", "minutes", "look_ahead", "seed"])]
    stored: Option<PathBuf>,
    /// The game to audit: see `sim list`
    // Required unless a folder or a file is given, so the default is never read.
    #[arg(
        long,
        value_name = "GAME",
        required_unless_present = "stored",
        default_value = "",
        hide_default_value = true
    )]
    game: String,
    /// The objective: an audit judges by `wins` only
    #[arg(long, value_name = "wins", value_parser = goal)]
    objective: Option<Goal>,
    /// A named variant of the rules: see `sim list --game GAME`
    #[arg(long, value_name = "NAME")]
    preset: Vec<String>,
    /// Change a number, a ruling or a card: see `sim show settings`
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Players at the table: a number, several as `2,4`, or `all`
    #[arg(long, value_name = "N", default_value = "all", allow_negative_numbers = true)]
    players: String,
    /// Games of each table. What is undecided after them is played further, up to 32 times as long. Every other part
    /// of the audit takes its share of them. From 2,000 on players train, which estimates fair prices and fair seats
    #[arg(long, short, value_name = "GAMES", default_value = "10k", value_parser = number::games, allow_hyphen_values = true)]
    n: u64,
    /// As many games as fit in about this time on this machine. The program prints their number first, and the page has
    /// the command that plays as many
    #[arg(long, value_name = "MINUTES", value_parser = number::minutes, conflicts_with = "n", allow_negative_numbers = true)]
    minutes: Option<Duration>,
    /// Also test the leading findings in this number of games each among players that look ahead, with 50 rollouts per
    /// decision: confirmed, not confirmed or too few games. An interval takes 30 deals: 120 games at a table of
    /// four. Slow: a game takes seconds
    #[arg(long, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    look_ahead: Option<u64>,
    /// Seed: the same seed gives the same deals
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = number::count, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    play: PlayArgs,
    /// Folder of the page, its tables and its charts [default: reports/GAME/audit]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  sim report --game delectable
  sim report --game restauranteur --minutes 20
  sim report --game la-bistro --players 2,4 --n 1e5 --out la-bistro
  sim report --game delectable --set hand_limit=6 --out six-cards
  sim report reports/delectable/runs/2p-0123
  sim report experiments/delectable/hand-limit.toml

The first screen of report.html answers what a designer asks: is it fair, are there several ways to win, which components \
are mispriced, is it decided too early, how much is skill, what to change first, what is not known. Details follow, with \
intervals and a command that reproduces each. Finished games are kept: the same command answers from them, and one with \
more games continues.";

const _: () = assert!(LEARNED_FROM == 2_000 && MOST == 32, "the help of --n names these");

impl ReportArgs {
    pub fn run(&self) -> Result<(), Failure> {
        match &self.stored {
            Some(place) => stored::run(self, place),
            None => audit::run(self),
        }
    }

    fn game(&self) -> GameArgs {
        GameArgs {
            game: self.game.clone(),
            objective: self.objective,
            preset: self.preset.clone(),
            set: self.set.clone(),
            without: Vec::new(),
            data: None,
        }
    }

    fn table(&self, players: &str) -> TableArgs {
        TableArgs {
            players: Some(players.to_owned()),
            strategies: Vec::new(),
            lineup: Vec::new(),
            panel: None,
            seed: self.seed,
        }
    }
}
