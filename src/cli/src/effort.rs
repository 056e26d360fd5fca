//! How much of each arm a comparison plays: so many games, until its differences are precise, or only a
//! share of its arms. What is played is kept, so that the same command goes on from it.

use clap::Args;

use super::{
    failure::Failure,
    number, output,
    session::{PlayArgs, Session},
};
use sim_engine::text::people;
use sim_lab::{
    experiment::{
        Arms, Named, Precision, Shard,
        precision::{look_from, next_look},
    },
    tables::pairs,
};
use sim_play::tally::Tally;

#[derive(Debug, Clone, Args)]
pub struct EffortArgs {
    /// Games of each arm, rounded up to whole deals [default: 20k; with --precision at most 1G]
    #[arg(long, short, value_name = "GAMES", value_parser = number::games, allow_hyphen_values = true)]
    n: Option<u64>,
    /// Play until every difference in win share is known to within this (95 % interval): 0.5%; or only
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

/// What was read of the arms.
pub struct Compared<T> {
    /// Of each arm, in their order; not of all if the call was interrupted.
    pub read: Vec<T>,
    /// Deals that each of them played.
    pub deals: u64,
    /// The exit status, if a signal ended the call.
    interrupted: Option<u8>,
}

impl EffortArgs {
    /// So many games of each arm.
    pub fn of(n: u64, play: PlayArgs) -> EffortArgs {
        EffortArgs { n: Some(n), precision: None, shard: None, play }
    }

    /// As many games as what is played says of itself.
    pub fn as_said(play: PlayArgs) -> EffortArgs {
        EffortArgs { n: None, precision: None, shard: None, play }
    }

    /// The same where the command line says how much, and else until differences are so precise.
    #[must_use]
    pub fn or_until(&self, goal: Option<Precision>) -> EffortArgs {
        let is_said = self.n.is_some() || self.precision.is_some();
        EffortArgs { precision: if is_said { self.precision } else { goal }, ..self.clone() }
    }

    /// Whether another run's folder may be replaced.
    pub fn force(&self) -> bool {
        self.play.force()
    }

    /// Whether only a share of the arms is played.
    pub fn is_share(&self) -> bool {
        self.shard.is_some()
    }

    /// Does something on all threads asked for.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R, Failure> {
        Ok(self.play.pool()?.install(work))
    }

    /// Plays every arm and reads it, by its place, beside the first, which is read beside itself; `games`
    /// where the command line says nothing. None where only a share of the arms was asked for, which is kept and
    /// not read.
    pub fn play<T>(
        &self,
        arms: &Arms,
        games: u64,
        mut read: impl FnMut(usize, &Named, &Tally, &Tally) -> Result<T, Failure>,
    ) -> Result<Option<Compared<T>>, Failure> {
        let unsaid = if self.precision.is_some() { number::MOST_GAMES } else { games };
        let most = arms.deals_for(self.n.unwrap_or(unsaid));
        if let Some(shard) = self.shard {
            self.keep(arms, shard, most)?;
            return Ok(None);
        }
        let Some(goal) = self.precision else {
            return self.round(arms, most, read).map(Some);
        };
        let mut deals = look_from(0).min(most);
        let mut before: Option<Compared<T>> = None;
        loop {
            let mut furthest = Vec::new();
            let is_single = arms.others().is_empty();
            let mut compared = self.round(arms, deals, |at, named, first, tally| {
                // Tables of another size have nothing to pair with.
                let is_alone = is_single || named.arm.frame.players != arms.first().arm.frame.players;
                if is_alone {
                    furthest.push(goal.furthest(tally));
                } else if at > 0 {
                    let subjects = (named.arm.subject(), arms.first().arm.subject());
                    let matched = pairs::by_name(&subjects.0, &subjects.1);
                    furthest.push(goal.furthest_between(tally, first, &matched));
                }
                read(at, named, first, tally)
            })?;
            // What an earlier round read of all arms says more than what this one read of some.
            if let Some(status) = compared.interrupted
                && let Some(whole) = before.take()
            {
                compared = Compared { interrupted: Some(status), ..whole };
            }
            let is_met = furthest.iter().all(|one| one.is_some_and(|one| one.is_met()));
            if compared.interrupted.is_some() || is_met || deals >= most {
                return Ok(Some(compared));
            }
            let known: Option<Vec<_>> = furthest.into_iter().collect();
            let widest = known
                .and_then(|all| all.into_iter().max_by(|one, other| one.factor().total_cmp(&other.factor())));
            deals = next_look(deals, widest, most);
            before = Some(compared);
        }
    }

    /// Every arm to the same deal.
    fn round<T>(
        &self,
        arms: &Arms,
        deals: u64,
        mut read: impl FnMut(usize, &Named, &Tally, &Tally) -> Result<T, Failure>,
    ) -> Result<Compared<T>, Failure> {
        let mut session = self.session(arms.all(), deals)?;
        let mut list = Vec::new();
        let result = arms.each(
            |named| session.arm(named, deals),
            |at, named, first, tally| {
                list.push(read(at, named, first, tally)?);
                Ok(())
            },
        );
        let interrupted = match result {
            Err(Failure::Interrupted { status }) => Some(status),
            other => other.map(|()| None)?,
        };
        Ok(Compared { read: list, deals, interrupted })
    }

    /// A share of the arms.
    fn keep(&self, arms: &Arms, shard: Shard, deals: u64) -> Result<(), Failure> {
        let mine = |at: usize| at as u64 % shard.of == shard.number - 1;
        let list: Vec<&Named> =
            arms.all().enumerate().filter(|(at, _)| mine(*at)).map(|(_, named)| named).collect();
        let mut session = self.session(list.iter().copied(), deals)?;
        for named in &list {
            session.keep(named, deals).map_err(told)?;
        }
        drop(session);
        let all = arms.all().count() as u64;
        output::print(&format!(
            "{} of {} kept in {}; with those of the other shares beside them, the same command without --shard answers\n",
            people::counted(list.len() as u64, "arm", "arms"),
            people::count(all),
            super::run_folder::place_of_runs(&arms.first().arm).display()
        ))
    }

    fn session<'a>(&self, arms: impl Iterator<Item = &'a Named>, deals: u64) -> Result<Session, Failure> {
        let games: Vec<u64> = arms.map(|one| one.arm.schedule.games_of(0..deals)).collect();
        self.play.session(games.len(), games.iter().sum())
    }
}

impl<T> Compared<T> {
    /// What was read of every one of so many arms.
    ///
    /// # Errors
    /// When the call was interrupted before.
    pub fn whole(self, arms: usize) -> Result<Vec<T>, Failure> {
        match self.interrupted.filter(|_| self.read.len() < arms) {
            None => Ok(self.read),
            Some(status) => Err(told(Failure::Interrupted { status })),
        }
    }

    /// Ends a call that has told what it read.
    ///
    /// # Errors
    /// When it was interrupted.
    pub fn end(&self, arms: usize) -> Result<(), Failure> {
        let Some(status) = self.interrupted else { return Ok(()) };
        let done = people::count(self.read.len().saturating_sub(1) as u64);
        let all = people::count(arms as u64 - 1);
        output::remark(&format!(
            "interrupted: {done} of {all} arms beside the first were finished and are told; the same command goes on from there"
        ));
        Err(Failure::Interrupted { status })
    }
}

/// Says of an interrupted call that nothing of it is lost.
fn told(failure: Failure) -> Failure {
    if let Failure::Interrupted { .. } = failure {
        output::remark("interrupted: what was played is kept, and the same command goes on from there");
    }
    failure
}
