//! Training of players at the table of a spec. Copies of one strategy train together in self-play. In a panel each
//! learner trains among the unchanged members, and repeats take the trained members in turn as their start, so that
//! differences between repeats include the choice of the start. Two kinds of members are poor starts. A script that
//! was never trained first softens its choices, and needs more games than this budget to recover. A hidden layer
//! needs more games to turn to a plan or to compensate for a ban, so it is a start only if there is no other.

use std::ops::Range;

use sim_learn::{Base, Method, Spec, Table};
use sim_play::{
    Schedule,
    arm::{Arm, Arms, Contest, NamedArm, Seats},
    tally::Tally,
};
use sim_script::{Plan, Strategy};

use super::{
    AdaptSpec, Budget,
    jobs::{TrainingJob, features, train_all},
    read::MeetingSamples,
    several,
};
use crate::{
    Error, Event, Lab, Work,
    pairs::{Contrast, between},
    panel::PANEL,
    player::Player,
    store::Worth,
    train::params::template_at,
};

/// Minimum games of each seating of adapted and unadapted players, so that there is an interval.
const FEWEST: u64 = 200;
pub const LEARNER: &str = "learner";

pub struct LearnerResult {
    pub strategy: Strategy,
    pub named: NamedArm,
    pub tally: Tally,
}

/// One training setup: the files that training starts from and the rivals in the other seats, one of each per repeat.
pub struct Variation<'a> {
    pub named: &'a NamedArm,
    pub bases: Vec<Base>,
    pub rivals: &'a [Vec<Strategy>],
}

impl AdaptSpec {
    /// Training starts in the order of repeats: the trained members of a panel, or all if none is trained.
    fn starts(&self) -> Vec<&Player> {
        let players = self.arm.field.players();
        if !self.is_panel() {
            return players.iter().take(1).collect();
        }
        let trained: Vec<&Player> = players.iter().filter(|player| is_trained(player)).collect();
        if trained.is_empty() { players.iter().collect() } else { trained }
    }

    fn start(&self, repeat: u64) -> Result<&Player, Error> {
        let all = self.starts();
        let plain: Vec<&Player> = all.iter().copied().filter(|player| !has_hidden_layer(player)).collect();
        let starts = if plain.is_empty() { all } else { plain };
        let at = repeat.checked_rem(starts.len() as u64).ok_or_else(|| several(0))?;
        Ok(starts[at as usize])
    }

    /// Trains the players of every arm under its rules. Returns them by arm and repeat: one strategy for all seats,
    /// or the members of the panel, where untrained members stay unchanged.
    pub fn adapt(&self, arms: &[&NamedArm], lab: &mut Lab<'_>) -> Result<Vec<Vec<Vec<Strategy>>>, Error> {
        let repeats = self.budget.repeats;
        let starts = self.starts();
        let field = self.untrained().into_iter().next().unwrap_or_default();
        let rivals = if self.is_panel() { &field[..] } else { &[] };
        let tables = tables(arms.iter().copied());
        let mut jobs = Vec::new();
        for (named, tables) in arms.iter().zip(&tables) {
            for repeat in 0..repeats {
                for start in &starts {
                    jobs.push(self.job((&named.arm, tables), start, self.base(start, &[])?, rivals, repeat));
                }
            }
        }
        // The members share the budget of games.
        for job in &mut jobs {
            job.spec.games = job.spec.games.div_ceil(starts.len().max(1) as u64);
        }
        let mut trained = train_all(&jobs, repeats * starts.len() as u64, lab)?.into_iter();
        let mut of_repeat = |_| {
            let mut players = field.clone();
            for (start, strategy) in starts.iter().zip(trained.by_ref()) {
                let place = players.iter().position(|one| one.name() == start.strategy.name());
                place.into_iter().for_each(|at| players[at] = strategy.clone());
            }
            players
        };
        Ok(arms.iter().map(|_| (0..repeats).map(&mut of_repeat).collect()).collect())
    }

    /// The learners' rivals, by arm and repeat: the unchanged panel, or copies of one strategy trained further under
    /// the arm's rules.
    pub fn rivals(&self, arms: &[&NamedArm], lab: &mut Lab<'_>) -> Result<Vec<Vec<Vec<Strategy>>>, Error> {
        match self.is_panel() {
            true => Ok(vec![self.untrained(); arms.len()]),
            false => self.adapt(arms, lab),
        }
    }

    /// The unchanged players of the table, once per repeat.
    fn untrained(&self) -> Vec<Vec<Strategy>> {
        let players = self.arm.field.players();
        let count = if self.is_panel() { players.len() } else { 1 };
        let own = players.iter().take(count).map(|player| player.strategy.clone()).collect();
        vec![own; self.budget.repeats as usize]
    }

    /// Trains all variations in parallel. Returns one strategy per repeat for each.
    fn train(&self, variations: &[Variation<'_>], lab: &mut Lab<'_>) -> Result<Vec<Vec<Strategy>>, Error> {
        let tables = tables(variations.iter().map(|one| one.named));
        let repeats = self.budget.repeats;
        let mut jobs = Vec::new();
        for (Variation { named, bases, rivals }, tables) in variations.iter().zip(&tables) {
            for ((repeat, base), rivals) in (0..).zip(bases).zip(*rivals) {
                jobs.push(self.job((&named.arm, tables), self.start(repeat)?, base.clone(), rivals, repeat));
            }
        }
        let mut strategies = train_all(&jobs, repeats, lab)?.into_iter();
        Ok(variations.iter().map(|_| strategies.by_ref().take(repeats as usize).collect()).collect())
    }

    /// Trains each variation in each repeat, then plays it among its rivals in all seats in turn. Each repeat has its
    /// own deals. Returns the results by variation and repeat.
    pub fn results(
        &self,
        variations: &[Variation<'_>],
        deals: impl Fn(u64) -> Range<u64>,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Vec<LearnerResult>>, Error> {
        let trained = self.train(variations, lab)?;
        let repeats = self.budget.repeats;
        let each: u64 = (0..repeats).map(|repeat| deals(repeat).end - deals(repeat).start).sum();
        let games = variations.iter().map(|one| one.named.arm.frame.players as u64 * each).sum();
        lab.progress.on_event(Event::Plan { arms: variations.len() * repeats as usize, games });
        let mut results = Vec::new();
        for (Variation { named, rivals, .. }, strategies) in variations.iter().zip(&trained) {
            let mut own = Vec::new();
            for ((repeat, strategy), rivals) in (0..).zip(strategies).zip(*rivals) {
                own.push(self.play_among_rivals(&named.arm, (strategy, rivals), deals(repeat), lab)?);
            }
            results.push(own);
        }
        Ok(results)
    }

    /// The files of learners who train with a plan, one per repeat: the file's plan and its bans.
    pub fn inside(&self, plan: &Plan, never: &[String]) -> Result<Vec<Base>, Error> {
        let with_plan = |Base { name, origin, text }: Base| {
            let text = self.arm.rules.entry.template(&name, &origin, &text)?.with_plan(plan);
            Ok(Base { name, origin, text })
        };
        self.learners(never)?.into_iter().map(with_plan).collect()
    }

    /// The file of a strategy at this table, with bans in addition to its own. It keeps its name, so that its figures
    /// pair with those of the unchanged player.
    fn base(&self, start: &Player, bans: &[String]) -> Result<Base, Error> {
        let entry = self.arm.rules.entry;
        let name = start.strategy.name().to_owned();
        let own = template_at(entry, start, self.arm.players)?;
        let mut text = own.text_with(&own.values());
        if !bans.is_empty() {
            let known = start.strategy.never().map_or(&[][..], |never| never.words());
            let words: Vec<String> = known.iter().chain(bans).cloned().collect();
            text = entry.template(&name, &start.path(), &text)?.with_bans(&words);
        }
        Ok(Base { name, origin: start.path(), text })
    }

    /// The files of learners with bans, one per repeat; their name sets them apart from their rivals.
    pub fn learners(&self, bans: &[String]) -> Result<Vec<Base>, Error> {
        let of_repeat = |repeat| {
            let base = self.base(self.start(repeat)?, bans)?;
            Ok(Base { name: LEARNER.to_owned(), origin: LEARNER.to_owned(), ..base })
        };
        (0..self.budget.repeats).map(of_repeat).collect()
    }

    fn job<'s>(
        &'s self,
        (arm, tables): (&'s Arm, &'s [Table<'s>]),
        start: &'s Player,
        base: Base,
        rivals: &'s [Strategy],
        repeat: u64,
    ) -> TrainingJob<'s> {
        let spec = Spec {
            entry: self.arm.rules.entry,
            tables,
            base,
            standard: &start.strategy,
            field: rivals,
            strangers: &[],
            features: features(&start.strategy),
            is_pruned: false,
            hidden: None,
            method: if rivals.is_empty() { Method::adaptation() } else { Method::response() },
            games: self.budget.games,
            test_games: 0,
            // Shared by arms and bans, so that training is identical until they make a difference.
            seed: self.arm.seed.wrapping_add(repeat),
        };
        TrainingJob { arm, spec }
    }

    /// The results of learners at one table among unchanged players, over this many deals: by variation and repeat.
    pub fn each_among(
        &self,
        named: &NamedArm,
        variations: Vec<Vec<Base>>,
        deals: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Vec<LearnerResult>>, Error> {
        let budget = self.budget;
        let rivals = &self.untrained()[..];
        let variations: Vec<_> =
            variations.into_iter().map(|bases| Variation { named, bases, rivals }).collect();
        self.results(&variations, |repeat| budget.part_of(0..deals, repeat), lab)
    }

    /// Plays a strategy among its rivals, in all seats in turn.
    fn play_among_rivals(
        &self,
        arm: &Arm,
        (strategy, rivals): (&Strategy, &[Strategy]),
        deals: Range<u64>,
        lab: &mut Lab<'_>,
    ) -> Result<LearnerResult, Error> {
        let (entry, players) = (self.arm.rules.entry, arm.frame.players);
        let strategies = std::iter::once(strategy).chain(rivals).cloned().collect();
        let mut seats = Seats { players, strategies, lineup: None, seed: arm.inputs.seed };
        let (arm, whom) = match rivals {
            [one] => {
                seats.lineup = Some((0..players).map(|seat| u8::from(seat > 0)).collect());
                (entry.arm(&arm.rules(), seats)?, one.name())
            }
            _ => (entry.entering(&arm.rules(), seats)?, PANEL),
        };
        let named = NamedArm { name: format!("{} among {whom}", strategy.name()), arm };
        let tally = lab.tally(&named, deals, Worth::IfLong)?;
        Ok(LearnerResult { strategy: strategy.clone(), named, tally })
    }

    /// Plays each arm with the players adapted to it, each repeat on its share of the deals. Returns, for every arm
    /// but the first, its contrasts with the first arm by repeat.
    pub fn play_adapted(
        &self,
        arms: &Arms,
        learned: &[Vec<Vec<Strategy>>],
        deals: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Vec<Contrast>>, Error> {
        let schedule = &arms.first().arm.schedule;
        let games: u64 = schedule.games_of(0..deals) * learned.len() as u64;
        let parts: Vec<Range<u64>> =
            (0..self.budget.repeats).map(|repeat| self.budget.part_of(0..deals, repeat)).collect();
        lab.progress.on_event(Event::Plan { arms: learned.len() * parts.len(), games });
        let mut first: Vec<(NamedArm, Tally)> = Vec::new();
        let mut read = Vec::new();
        for (at, (named, strategies)) in arms.all().zip(learned).enumerate() {
            let mut rows = Vec::new();
            for (repeat, (own, part)) in strategies.iter().zip(&parts).enumerate() {
                let adapted = self.adapted_table(named, own, named.arm.inputs.seed)?;
                let played = lab.tally(&adapted, part.clone(), Worth::IfLong)?;
                match first.get(repeat) {
                    Some((control, tally)) if at > 0 => {
                        rows.push(between((&adapted.arm, &played), (&control.arm, tally), Contrast::new)?);
                    }
                    _ => first.push((adapted, played)),
                }
            }
            if at > 0 {
                read.push(rows);
            }
        }
        Ok(read)
    }

    /// The table of an arm, seated with trained players.
    pub fn adapted_table(
        &self,
        named: &NamedArm,
        strategies: &[Strategy],
        seed: u64,
    ) -> Result<NamedArm, Error> {
        let (entry, rules) = (self.arm.rules.entry, named.arm.rules());
        let players = named.arm.frame.players;
        let lineup = (strategies.len() == 1).then(|| vec![0; players]);
        let seats = Seats { players, strategies: strategies.to_vec(), lineup, seed };
        Ok(NamedArm { name: format!("{}, adapted", named.name), arm: entry.arm(&rules, seats)? })
    }

    /// Plans the meetings of adapted and unadapted players, given the deals of each arm.
    pub(super) fn meetings(&self, arms: &Arms, deals: u64) -> Result<Meetings, Error> {
        let untrained = self.untrained();
        let field = untrained.first().map_or(1, Vec::len);
        // More members make too many tables; the arms could not be opened either.
        let schedule =
            Schedule::against(field, arms.first().arm.frame.players).ok_or_else(|| several(field))?;
        let games = arms.first().arm.schedule.games_of(0..deals).div_ceil(2 * self.budget.repeats);
        let each = schedule.deals_for(games.max(FEWEST)).0;
        Ok(Meetings { untrained, schedule, each })
    }

    /// Plays adapted and unadapted players at one table, in every arm, on deals after those already played.
    pub fn meet(
        &self,
        arms: &Arms,
        learned: &[Vec<Vec<Strategy>>],
        deals: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<MeetingSamples>, Error> {
        let meetings = self.meetings(arms, deals)?;
        let all = meetings.work(self.budget).times(learned.len() as u64);
        lab.progress.on_event(Event::Plan { arms: 1, games: all.played });
        let Meetings { untrained, schedule, each } = meetings;
        let (mut met, mut played) = (Vec::new(), 0);
        for (named, strategies) in arms.all().zip(learned) {
            let mut own = MeetingSamples::default();
            for ((repeat, adapted), was) in (0..).zip(strategies).zip(&untrained) {
                let first = deals + repeat * each;
                // Repeats take the members of a panel in turn.
                let sent = repeat as usize % was.len().max(1);
                let contest =
                    |strategies| Contest { strategies, schedule: &schedule, deals: first..first + each };
                let pair = [(adapted, was), (was, adapted)]
                    .map(|(own, field)| contest(own.get(sent).into_iter().chain(field).collect()));
                let seed = named.arm.inputs.seed;
                let scores = lab.threads.install(|| named.arm.game.contests(&pair, seed, lab.stop))?;
                let utility = named.arm.game.utility();
                let mut results = scores.iter().map(|scores| utility.of_contest(scores));
                if let (Some(adapted), Some(was)) = (results.next(), results.next()) {
                    own.adapted.push(adapted);
                    own.as_they_were.push(was);
                }
                played += 2 * schedule.games_of(0..each);
                lab.progress.on_event(Event::Step { games: played });
            }
            met.push(own);
        }
        Ok(met)
    }
}

/// Unadapted players by repeat, the schedule of their tables with adapted ones, and the deals per seating and repeat.
pub(super) struct Meetings {
    untrained: Vec<Vec<Strategy>>,
    schedule: Schedule,
    each: u64,
}

impl Meetings {
    pub(super) fn work(&self, budget: Budget) -> Work {
        Work::played(2 * self.schedule.games_of(0..self.each)).times(budget.repeats)
    }
}

fn is_trained(player: &Player) -> bool {
    matches!(&player.strategy, Strategy::Script(script) if script.has_learned())
}

fn has_hidden_layer(player: &Player) -> bool {
    matches!(&player.strategy, Strategy::Script(script) if script.has_hidden_layer())
}

fn tables<'n>(arms: impl Iterator<Item = &'n NamedArm>) -> Vec<[Table<'n>; 1]> {
    arms.map(|named| [Table { game: &*named.arm.game, players: named.arm.frame.players }]).collect()
}
