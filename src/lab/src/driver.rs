//! How every verb plays arms: on the laboratory's threads, continuing from stored games, saving them, and stopping on
//! request.

use std::ops::{ControlFlow, Range};

use sim_play::{
    Details, Row,
    arm::{Arms, NamedArm, PairedOutcome, Shard, Sink},
    tally::{Tally, TallyRecord},
};

use crate::{
    Effort, Ended, Error, Event, Lab, Progress, Stage, Stop, Work,
    experiment::{
        Precision,
        precision::{FurthestFigure, interim_from, next_interim},
    },
    pairs::by_name,
    store::{Item, Store, StoreError, Worth},
};

/// Deals per batch when playing without a tally.
const PIECE: u64 = 256;

/// A played arm with the first one; the first arm is paired with itself.
pub struct ArmTally<'t> {
    pub at: usize,
    pub named: &'t NamedArm,
    pub first: &'t Tally,
    pub tally: &'t Tally,
}

#[derive(Debug)]
pub struct ArmResults<T> {
    /// One result per arm, in order; fewer if stopped.
    pub read: Vec<T>,
    pub deals: u64,
    pub ended: Ended,
}

pub struct Playing<'a> {
    pub named: &'a NamedArm,
    pub deals: Range<u64>,
    /// The precision that ends the arm before its last deal; only for deals from 0 on.
    pub goal: Option<Precision>,
    pub worth: Worth,
}

pub struct Start {
    pub prefix: Tally,
    pub left: Range<u64>,
    /// Whether nothing is left because the prefix meets the goal.
    pub is_precise: bool,
    /// Games of the prefix that were played in this call.
    seen: u64,
    longest: Option<u64>,
}

pub struct RunTally {
    /// Includes games from earlier runs.
    pub tally: Tally,
    pub before: u64,
    pub ended: Ended,
}

impl Lab<'_> {
    /// Plays some deals of an arm, continuing from stored games. Stores the result, even of a stopped run, if `worth`
    /// asks for it.
    ///
    /// # Errors
    /// Errors of the store, and damaged entries in it; [`Error::Stopped`].
    pub fn tally(&mut self, named: &NamedArm, deals: Range<u64>, worth: Worth) -> Result<Tally, Error> {
        self.further(&Playing { named, deals, goal: None, worth }, named.arm.empty())
    }

    /// Like [`tally`](Lab::tally), where `played` holds the first of these deals, played in this call.
    pub fn further(&mut self, playing: &Playing<'_>, played: Tally) -> Result<Tally, Error> {
        let mut start = self.start(playing)?;
        start.seen = played.games;
        if played.deals > start.prefix.deals {
            start.left = playing.deals.start + played.deals..playing.deals.end;
            start.prefix = played;
        }
        let played = self.go_on(playing, start, &mut ())?;
        played.ended.whole().map(|()| played.tally)
    }

    pub fn start(&mut self, playing: &Playing<'_>) -> Result<Start, Error> {
        let Playing { named, deals, goal, .. } = playing;
        let arm = &named.arm;
        let digest = arm.inputs.digest();
        let item = Item::Run { inputs: &arm.inputs, digest: &digest };
        let (mut prefix, mut is_finished, mut longest) = (arm.empty(), false, None);
        for found in self.store.load(item)? {
            let stored = TallyRecord::from_bytes(&found.bytes, &arm.frame, &digest)
                .map_err(|error| Error::Kept { place: found.place, error })?;
            longest = longest.max(Some(stored.deals.end));
            let next = deals.start + prefix.deals;
            // Leaves a longer run alone: a shorter one is played for its own result.
            if stored.deals.start == deals.start && (next..=deals.end).contains(&stored.deals.end) {
                is_finished = found.is_finished || is_finished && stored.deals.end == next;
                prefix = stored.tally;
            }
        }
        let next = deals.start + prefix.deals;
        // A finished run is the answer if it is precise enough; an interrupted one continues to an interim analysis.
        let is_interim = is_finished || interim_from(next) == next;
        let is_precise = goal.is_some_and(|goal| is_interim && goal.is_met(&prefix));
        let end = if is_precise { next } else { deals.end };
        Ok(Start { prefix, left: next..end, is_precise, seen: 0, longest })
    }

    /// Plays the rest of an arm, stores it as it grows, and passes each block to `sink`, which may end the arm.
    pub fn go_on(
        &mut self,
        playing: &Playing<'_>,
        start: Start,
        sink: &mut dyn Sink,
    ) -> Result<RunTally, Error> {
        let Playing { named, deals, goal, worth } = playing;
        let Start { prefix, left, seen, longest, .. } = start;
        let arm = &named.arm;
        let digest = arm.inputs.digest();
        let item = Item::Run { inputs: &arm.inputs, digest: &digest };
        let before = prefix.games;
        let games = before + arm.schedule.games_of(left.start..deals.end);
        self.progress.on_event(Event::Begin { label: &named.name, before, seen, games });
        if !left.is_empty() {
            self.store.begin(item, longest)?;
            match self.store.unkept() {
                Some(why) if *worth == Worth::Required => return Err(Error::Unkept(why.to_string())),
                _ => self.show_unkept(),
            }
        }
        let mut sink = ArmSink {
            inner: sink,
            stop: self.stop,
            progress: &mut *self.progress,
            store: &mut *self.store,
            item,
            first: deals.start,
            goal: goal.map(|goal| (goal, interim_from(left.start + 1))),
            error: None,
        };
        let tally = self.threads.install(|| arm.play(left.clone(), prefix, &mut sink));
        if let Some(error) = sink.error {
            return Err(error.into());
        }
        self.progress.on_event(Event::End { games: tally.games });
        let end = deals.start + tally.deals;
        if left.start < end {
            self.store.keep(item, end, *worth, &|| bytes(&digest, deals.start, &tally))?;
        }
        let is_through = end == left.end || goal.is_some_and(|goal| goal.is_met(&tally));
        let ended = if is_through { Ended::Whole } else { Ended::Stopped };
        Ok(RunTally { tally, before, ended })
    }

    /// Plays every arm to the same deal, or until all differences are precise, and reads each against the first.
    /// Holds two tallies at a time. After a stop request it returns the last complete round, or the arms read so far
    /// in the first one.
    pub fn compare<T>(
        &mut self,
        arms: &Arms,
        effort: Effort,
        mut read: impl FnMut(&ArmTally<'_>) -> Result<T, Error>,
    ) -> Result<ArmResults<T>, Error> {
        let (goal, most) = match effort {
            Effort::Games(games) => return self.round(arms, arms.deals_for(games), None, read),
            Effort::Until { goal, most } => (goal, arms.deals_for(most)),
        };
        let (first, is_single) = (arms.first(), arms.others().is_empty());
        let mut deals = interim_from(0).min(most);
        let mut expected = deals;
        let mut before: Option<ArmResults<T>> = None;
        loop {
            let mut furthest = Vec::new();
            let compared = self.round(arms, deals, Some(expected), |at| {
                let arm = &at.named.arm;
                // Tables of different sizes share no pairs.
                if is_single || arm.frame.players != first.arm.frame.players {
                    furthest.push(goal.furthest(at.tally));
                } else if at.at > 0 {
                    let matched = by_name(&arm.subject(), &first.arm.subject());
                    furthest.push(goal.furthest_between(at.tally, at.first, &matched));
                }
                read(at)
            })?;
            if compared.ended == Ended::Stopped {
                return Ok(match before {
                    Some(whole) => ArmResults { ended: Ended::Stopped, ..whole },
                    None => compared,
                });
            }
            let is_met = furthest.iter().all(|one| one.is_some_and(|one| one.is_met()));
            if is_met || deals >= most {
                return Ok(compared);
            }
            let widest = FurthestFigure::of_all(furthest);
            expected = widest.map_or(most, |widest| (deals as f64 * widest.factor()) as u64);
            deals = next_interim(deals, widest, most);
            expected = expected.clamp(deals, most);
            before = Some(compared);
        }
    }

    /// Like [`Lab::compare`], but stopping before all arms are read is an error.
    ///
    /// # Errors
    /// As [`Lab::compare`], and [`Error::Stopped`].
    pub fn compare_all<T>(
        &mut self,
        arms: &Arms,
        effort: Effort,
        read: impl FnMut(&ArmTally<'_>) -> Result<T, Error>,
    ) -> Result<ArmResults<T>, Error> {
        let compared = self.compare(arms, effort, read)?;
        if compared.read.len() < arms.all().count() { Err(Error::Stopped) } else { Ok(compared) }
    }

    /// `expected`: deals of the last round, if there are several.
    fn round<T>(
        &mut self,
        arms: &Arms,
        deals: u64,
        expected: Option<u64>,
        mut read: impl FnMut(&ArmTally<'_>) -> Result<T, Error>,
    ) -> Result<ArmResults<T>, Error> {
        self.plan(arms.all(), deals);
        if let Some(expected) = expected {
            self.expect(Work::of_deals(arms.all(), expected).less(Work::of_deals(arms.all(), deals)));
        }
        let mut list = Vec::new();
        let result = arms.each(
            |named| self.tally(named, 0..deals, Worth::IfLong),
            |at, named, first, tally| {
                list.push(read(&ArmTally { at, named, first, tally })?);
                Ok(())
            },
        );
        let ended = Ended::of(result)?;
        Ok(ArmResults { read: list, deals, ended })
    }

    /// Plays a share of the arms to the deal that all arms reach with this many games, and stores them regardless of
    /// playing time. Reads none; returns their number.
    pub fn keep(&mut self, arms: &Arms, shard: Shard, games: u64) -> Result<usize, Error> {
        let deals = arms.deals_for(games);
        let mine = |at: usize| at as u64 % shard.of == shard.number - 1;
        let list: Vec<&NamedArm> =
            arms.all().enumerate().filter(|(at, _)| mine(*at)).map(|(_, named)| named).collect();
        self.plan(list.iter().copied(), deals);
        for named in &list {
            self.tally(named, 0..deals, Worth::Required)?;
        }
        Ok(list.len())
    }

    fn plan<'n>(&mut self, arms: impl Iterator<Item = &'n NamedArm>, deals: u64) {
        let games: Vec<u64> = arms.map(|one| one.arm.schedule.games_of(0..deals)).collect();
        self.progress.on_event(Event::Plan { arms: games.len(), games: games.iter().sum() });
    }

    pub fn step(&mut self, games: u64, stage: Stage) -> Result<(), Error> {
        self.progress.on_event(Event::Searched { games, stage });
        Ok(self.stop.check()?)
    }

    /// Plays the first deals of an arm twice each; stores nothing.
    pub fn twice(&mut self, named: &NamedArm, deals: u64) -> Result<Vec<PairedOutcome>, Error> {
        let arm = &named.arm;
        let games = |deals: u64| 2 * arm.schedule.games_of(0..deals);
        self.progress.on_event(Event::Begin { label: &named.name, before: 0, seen: 0, games: games(deals) });
        let mut played = Vec::new();
        for first in (0..deals).step_by(PIECE as usize) {
            let part = first..deals.min(first + PIECE);
            played.extend(self.threads.install(|| arm.game.twice(arm, part.clone(), self.stop))?);
            self.progress.on_event(Event::Step { games: games(part.end) });
        }
        self.progress.on_event(Event::End { games: games(deals) });
        Ok(played)
    }
}

fn bytes(digest: &str, first: u64, tally: &Tally) -> Vec<u8> {
    let deals = first..first + tally.deals;
    TallyRecord { digest: digest.to_owned(), deals, tally: tally.clone() }.to_bytes()
}

struct ArmSink<'e> {
    inner: &'e mut dyn Sink,
    stop: &'e Stop,
    progress: &'e mut dyn Progress,
    store: &'e mut dyn Store,
    item: Item<'e>,
    first: u64,
    /// The goal, and the deals of the next interim analysis.
    goal: Option<(Precision, u64)>,
    error: Option<StoreError>,
}

impl ArmSink<'_> {
    /// Whether an interim analysis is due and the prefix is precise enough. Arms with a goal begin with deal 0.
    fn is_enough(&mut self, prefix: &Tally) -> bool {
        let Some((goal, interim)) = &mut self.goal else { return false };
        if prefix.deals < *interim {
            return false;
        }
        let is_interim = prefix.deals == *interim;
        *interim = interim_from(prefix.deals + 1);
        is_interim && goal.is_met(prefix)
    }
}

impl Sink for ArmSink<'_> {
    fn takes_rows(&self) -> bool {
        self.inner.takes_rows()
    }

    fn takes_details(&self) -> bool {
        self.inner.takes_details()
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }

    fn detailed(&mut self, details: &Details) {
        self.inner.detailed(details);
    }

    fn folded(&mut self, prefix: &Tally, rows: &[Row]) -> ControlFlow<()> {
        let goal = self.goal.as_ref().map(|(goal, _)| goal);
        self.progress.on_event(Event::Grown { tally: prefix, goal });
        self.inner.folded(prefix, rows)?;
        let (digest, first) = (self.item.digest(), self.first);
        let (end, worth) = (first + prefix.deals, Worth::Sometimes);
        if let Err(error) = self.store.keep(self.item, end, worth, &|| bytes(digest, first, prefix)) {
            self.error = Some(error);
            return ControlFlow::Break(());
        }
        if self.is_enough(prefix) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests;
