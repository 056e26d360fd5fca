//! How much of each arm a comparison plays: a number of games, until its differences are precise, or only a share
//! of its arms. Games are stored, so that the same command resumes from them.

use clap::Args;

use super::{failure::Failure, number, output, session::PlayArgs};
use sim_engine::text::people;
use sim_lab::{
    Effort, Error, Lab,
    experiment::{Arms, NamedArm, Precision, Shard},
};
use sim_store::run_folder;

/// Default games of each arm.
pub const N: u64 = 20_000;

#[derive(Debug, Clone, Args)]
pub struct EffortArgs {
    /// Games of each arm. They are rounded up to whole deals [default: 20k; with --precision at most 1G]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    pub n: Option<u64>,
    /// Play until every difference in win rate is known to within this, as 0.5%. It is half of the 95 %
    /// interval. `seat=0.2%` or `strategy=0.5%` asks only for differences of seats or of strategies
    #[arg(long, value_name = "HALF-WIDTH", value_parser = number::precision, allow_hyphen_values = true)]
    pub precision: Option<Precision>,
    /// Play and keep only part I of K of the arms, as 2/3. Once the kept arms of all parts are in one
    /// folder, the same command without --shard answers from them
    #[arg(long, value_name = "I/K", value_parser = number::shard, allow_hyphen_values = true, conflicts_with = "precision")]
    pub shard: Option<Shard>,
    #[command(flatten)]
    pub play: PlayArgs,
}

impl EffortArgs {
    pub fn or(&self, effort: Effort) -> Effort {
        match effort {
            Effort::Games(games) => self.effort(games),
            Effort::Until { .. } if self.n.is_some() || self.precision.is_some() => self.effort(0),
            effort => effort,
        }
    }

    pub fn is_share(&self) -> bool {
        self.shard.is_some()
    }

    /// The effort per arm; `games` is the default.
    pub fn effort(&self, games: u64) -> Effort {
        match self.precision {
            Some(goal) => Effort::Until { goal, most: self.n.unwrap_or(number::MOST_GAMES) },
            None => Effort::Games(self.n.unwrap_or(games)),
        }
    }

    /// Has a verb play its arms. Returns `None` for a share of the arms, which is only stored; `games` is the
    /// default per arm.
    pub fn ask<T, E: Into<Failure>>(
        &self,
        arms: &Arms,
        games: u64,
        verb: impl FnOnce(&mut Lab<'_>) -> Result<T, E>,
    ) -> Result<Option<T>, Failure> {
        let keep = |lab: &mut Lab<'_>, shard| lab.keep(arms, shard, self.n.unwrap_or(games));
        match self.keep_share(arms.first(), arms.all().count(), keep)? {
            true => Ok(None),
            false => self.play.ask(verb).map(Some),
        }
    }

    /// Plays and stores a share of `all` arms and reports that, if a share was requested.
    pub fn keep_share(
        &self,
        first: &NamedArm,
        all: usize,
        keep: impl FnOnce(&mut Lab<'_>, Shard) -> Result<usize, Error>,
    ) -> Result<bool, Failure> {
        let Some(shard) = self.shard else { return Ok(false) };
        let kept = self.play.ask(|lab| keep(lab, shard))?;
        output::print(&format!(
            "{} of {} kept in {}; once the other shares are there too, the same command without --shard answers\n",
            people::counted(kept as u64, "arm", "arms"),
            people::count(all as u64),
            run_folder::place_of_runs(&first.arm.inputs).display()
        ))?;
        Ok(true)
    }
}
