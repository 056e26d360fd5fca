//! How much of each arm a comparison plays: so many games, until its differences are precise, or only a
//! share of its arms. What is played is kept, so that the same command goes on from it.

use clap::Args;

use super::{
    failure::Failure,
    number, output,
    session::{PlayArgs, Session, interrupted},
};
use sim_engine::text::people;
use sim_lab::{
    Effort, Ended, Lab,
    experiment::{Arms, Precision, Shard},
};

#[derive(Debug, Clone, Args)]
pub struct EffortArgs {
    /// Games of each arm, rounded up to whole deals [default: 20k; with --precision at most 1G]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    n: Option<u64>,
    /// Play until every difference in win rate is known to within this (95 % interval): 0.5%; or only
    /// those of seats or of strategies: seat=0.2%, strategy=0.5%
    #[arg(long, value_name = "HALF-WIDTH", value_parser = number::precision, allow_hyphen_values = true)]
    precision: Option<Precision>,
    /// Play and keep only part I of K of the arms, as 2/3: when the kept arms of all parts lie in one
    /// folder, the same command without --shard answers from them
    #[arg(long, value_name = "I/K", value_parser = number::shard, allow_hyphen_values = true, conflicts_with = "precision")]
    shard: Option<Shard>,
    #[command(flatten)]
    play: PlayArgs,
}

/// What a verb found on a laboratory.
pub struct Asked<T> {
    pub found: T,
    /// The exit status of work that was stopped.
    status: u8,
}

impl EffortArgs {
    /// As many games as what is played says of itself.
    pub fn as_said(play: PlayArgs) -> EffortArgs {
        EffortArgs { n: None, precision: None, shard: None, play }
    }

    /// How much of each arm is played: as the command line says, or else this.
    pub fn or(&self, effort: Effort) -> Effort {
        match effort {
            Effort::Games(games) => self.effort(games),
            Effort::Until { .. } if self.n.is_some() || self.precision.is_some() => self.effort(0),
            effort => effort,
        }
    }

    /// Whether another run's folder may be replaced.
    pub fn force(&self) -> bool {
        self.play.force()
    }

    /// Whether only a share of the arms is played.
    pub fn is_share(&self) -> bool {
        self.shard.is_some()
    }

    /// How much is played of each arm; so many games where the command line says nothing.
    pub fn effort(&self, games: u64) -> Effort {
        match self.precision {
            Some(goal) => Effort::Until { goal, most: self.n.unwrap_or(number::MOST_GAMES) },
            None => Effort::Games(self.n.unwrap_or(games)),
        }
    }

    /// What plays.
    pub fn session(&self) -> Result<Session, Failure> {
        self.play.idle()
    }

    /// Whether only a share of the arms was asked for, which then is played and kept.
    fn keeps(&self, arms: &Arms, games: u64) -> Result<bool, Failure> {
        let Some(shard) = self.shard else { return Ok(false) };
        self.keep(arms, shard, self.n.unwrap_or(games))?;
        Ok(true)
    }

    /// Has a verb play its arms. None where only a share of the arms was asked for, which is kept and not read;
    /// `games` of each where the command line says nothing.
    pub fn ask<T>(
        &self,
        arms: &Arms,
        games: u64,
        verb: impl FnOnce(&mut Lab<'_>) -> Result<T, sim_lab::Error>,
    ) -> Result<Option<Asked<T>>, Failure> {
        if self.keeps(arms, games)? {
            return Ok(None);
        }
        let mut session = self.session()?;
        let found = verb(&mut session.lab())?;
        Ok(Some(Asked { found, status: session.stopped() }))
    }

    /// A share of the arms.
    fn keep(&self, arms: &Arms, shard: Shard, games: u64) -> Result<(), Failure> {
        let mut session = self.session()?;
        let share = session.lab().keep(arms, shard, games)?;
        if share.ended == Ended::Stopped {
            return Err(session.interrupted());
        }
        drop(session);
        let all = arms.all().count() as u64;
        output::print(&format!(
            "{} of {} kept in {}; with those of the other shares beside them, the same command without --shard answers\n",
            people::counted(share.arms as u64, "arm", "arms"),
            people::count(all),
            super::run_folder::place_of_runs(&arms.first().arm.inputs).display()
        ))
    }
}

impl<T> Asked<T> {
    /// Ends a call that was stopped before it could answer.
    pub fn unanswered(&self) -> Failure {
        interrupted(self.status)
    }

    /// Ends a call that has told what it read of so many arms.
    ///
    /// # Errors
    /// When it was stopped before all of them.
    pub fn end(&self, ended: Ended, read: usize, all: usize) -> Result<(), Failure> {
        if ended == Ended::Whole {
            return Ok(());
        }
        let [done, all] = [read, all].map(|count| people::count(count.saturating_sub(1) as u64));
        output::remark(&format!(
            "interrupted: {done} of {all} arms beside the first were finished and are told; the same command goes on from there"
        ));
        Err(Failure::Interrupted { status: self.status })
    }
}
