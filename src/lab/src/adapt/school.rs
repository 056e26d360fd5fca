//! How players learn on under the rules of each arm, and how they play then.

use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sim_learn::{Base, Course, Features, Method, Objective, Spec, Standing, Table};
use sim_play::{
    Schedule,
    arm::{Arm, Arms, Contest, Named, Ruleset, Seats, digest, share_of},
    tally::Tally,
};
use sim_script::Strategy;

use super::{
    AdaptSpec,
    read::{Met, Rows},
};
use crate::{
    bench::{Event, Lab, Stage},
    driver::Playing,
    effort::Ended,
    error::Error,
    player::Player,
    store::{Item, Worth},
    tune::template,
};

/// Learnings are shown, and may be stopped, so often on their way; and kept so often.
const ROUNDS: u64 = 100;
const KEPT: u64 = 10;
/// Games at least of each seating of those who adapted and players as they were, so that there is an interval.
const FEWEST: u64 = 200;
/// What learnings are kept as.
const KEPT_AS: &str = "adapted";

/// Who learns on, and how.
pub struct School<'a> {
    pub spec: &'a AdaptSpec,
    pub start: &'a Player,
}

/// What a learning is a function of, but the code of the program.
#[derive(Serialize)]
struct Inputs<'a> {
    version: &'a str,
    rules: &'a Ruleset,
    start: &'a str,
    method: Method,
    games: u64,
    seed: u64,
}

/// A learning, as it is kept.
#[derive(Serialize, Deserialize)]
enum Kept {
    UnderWay(Box<Standing>),
    /// The text of the strategy.
    Done(String),
}

/// A learning of an arm on its way.
struct Pupil<'a> {
    arm: &'a Arm,
    digest: String,
    stands: Stands<'a>,
}

enum Stands<'a> {
    Learning { course: Box<Course<'a>>, standing: Box<Standing> },
    Done(Box<Strategy>),
}

impl School<'_> {
    /// Terms that the start has; of one that has learned nothing, all that there are.
    fn features(&self) -> Features {
        match &self.start.strategy {
            Strategy::Script(script) if script.has_learned() => Features::Listed(Vec::new()),
            _ => Features::All,
        }
    }

    /// The strategies of every arm, in its order, one for each repeat. All learn side by side. None where somebody
    /// asked to stop: they go on from there.
    ///
    /// # Errors
    /// When nothing can be learned, and those of the store.
    pub fn learn(&self, arms: &[&Named], lab: &mut Lab<'_>) -> Result<Option<Vec<Vec<Strategy>>>, Error> {
        let rules = &self.spec.arm.rules;
        let template = template(rules.entry, self.start)?;
        // It keeps its name, so that figures of strategies are held against those of players as they are.
        let base = Base {
            name: self.start.strategy.name().to_owned(),
            origin: self.start.path(),
            text: template.text_with(&template.values()),
        };
        let own = arms.iter().map(|named| &named.arm);
        let tables: Vec<[Table<'_>; 1]> =
            own.map(|arm| [Table { game: &*arm.game, players: arm.frame.players }]).collect();
        let repeats = self.spec.budget.repeats;
        let courses: Vec<(&Arm, Spec<'_>)> = arms
            .iter()
            .zip(&tables)
            .flat_map(|(named, tables)| (0..repeats).map(move |repeat| (named, tables, repeat)))
            .map(|(named, tables, repeat)| (&named.arm, self.course(tables, base.clone(), repeat)))
            .collect();
        let each = self.spec.budget.games;
        let all = courses.len() as u64 * each;
        lab.progress.see(Event::Plan { arms: 1, games: all });
        let mut pupils = Vec::new();
        for (arm, course) in &courses {
            let digest = self.digest(arm, course);
            let item = Item::Part { inputs: &arm.inputs, name: KEPT_AS, digest: &digest };
            let stands = match lab.known_part(item)? {
                Some(Kept::Done(text)) => {
                    let strategy = rules.entry.read_strategy(&base.name, &base.origin, &text, &[])?;
                    Stands::Done(Box::new(strategy))
                }
                Some(Kept::UnderWay(standing)) => {
                    let course = Box::new(lab.threads.install(|| Course::open(course))?);
                    Stands::Learning { course, standing }
                }
                None => {
                    let course = Box::new(lab.threads.install(|| Course::open(course))?);
                    let standing = Box::new(course.begin());
                    Stands::Learning { course, standing }
                }
            };
            pupils.push(Pupil { arm, digest, stands });
        }
        let mut round = 0;
        while pupils.iter().any(Pupil::is_learning) {
            let games = each.div_ceil(ROUNDS);
            lab.threads.install(|| pupils.par_iter_mut().for_each(|pupil| pupil.learn(games)));
            round += 1;
            let learned: u64 = pupils.iter().map(|pupil| pupil.games(each)).sum();
            let done = learned as f64 / all.max(1) as f64;
            let (arms, repeats) = (tables.len(), repeats);
            let is_stopped = lab.step(learned, Stage::Adapting { arms, repeats, done }).is_break();
            for pupil in &mut pupils {
                let is_over = pupil.settle()?;
                if is_over || is_stopped || round % KEPT == 0 {
                    pupil.keep(lab)?;
                }
            }
            if is_stopped {
                return Ok(None);
            }
        }
        let mut strategies = pupils.into_iter().filter_map(|pupil| match pupil.stands {
            Stands::Done(strategy) => Some(*strategy),
            Stands::Learning { .. } => None,
        });
        Ok(Some(tables.iter().map(|_| strategies.by_ref().take(repeats as usize).collect()).collect()))
    }

    fn course<'s>(&'s self, tables: &'s [Table<'s>], base: Base, repeat: u64) -> Spec<'s> {
        Spec {
            entry: self.spec.arm.rules.entry,
            tables,
            base,
            standard: &self.start.strategy,
            field: &[],
            strangers: &[],
            features: self.features(),
            is_pruned: false,
            objective: Objective::Share,
            method: Method::adaptation(),
            games: self.spec.budget.games,
            test_games: 0,
            // Arms share it, so that they learn alike for as long as their rules make no difference.
            seed: self.spec.arm.seed.wrapping_add(repeat),
        }
    }

    fn digest(&self, arm: &Arm, course: &Spec<'_>) -> String {
        digest(&Inputs {
            version: env!("CARGO_PKG_VERSION"),
            rules: &arm.inputs.rules,
            start: &course.base.text,
            method: course.method,
            games: course.games,
            seed: course.seed,
        })
    }

    /// The arms played by those who have adapted to them, each repeat on its part of the deals: of every arm but the
    /// first what it differs in from it, repeat by repeat. None where somebody asked to stop.
    ///
    /// # Errors
    /// Those of playing.
    pub fn play(
        &self,
        arms: &Arms,
        learned: &[Vec<Strategy>],
        deals: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Option<Vec<Vec<Rows>>>, Error> {
        let schedule = &arms.first().arm.schedule;
        let games: u64 = schedule.games_of(0..deals) * learned.len() as u64;
        let parts = self.parts(deals);
        lab.progress.see(Event::Plan { arms: learned.len() * parts.len(), games });
        let mut first: Vec<(Named, Tally)> = Vec::new();
        let mut read = Vec::new();
        for (at, (named, strategies)) in arms.all().zip(learned).enumerate() {
            let mut rows = Vec::new();
            for (repeat, (strategy, part)) in strategies.iter().zip(&parts).enumerate() {
                let adapted = self.table(named, strategy)?;
                let playing =
                    Playing { named: &adapted, deals: part.clone(), goal: None, worth: Worth::IfLong };
                let start = lab.start(&playing)?;
                let played = lab.go_on(&playing, start, &mut ())?;
                if played.ended == Ended::Stopped {
                    return Ok(None);
                }
                match first.get(repeat) {
                    Some((control, tally)) if at > 0 => {
                        rows.push(Rows::between((&adapted.arm, &played.tally), (&control.arm, tally))?);
                    }
                    _ => first.push((adapted, played.tally)),
                }
            }
            if at > 0 {
                read.push(rows);
            }
        }
        Ok(Some(read))
    }

    /// The deals of each repeat.
    fn parts(&self, deals: u64) -> Vec<Range<u64>> {
        let repeats = self.spec.budget.repeats;
        let end = |repeat: u64| (u128::from(deals) * u128::from(repeat) / u128::from(repeats)) as u64;
        (0..repeats).map(|repeat| end(repeat)..end(repeat + 1)).collect()
    }

    /// An arm with copies of a strategy in all seats.
    ///
    /// # Errors
    /// Rules that make no game, which the arm's do.
    pub fn table(&self, named: &Named, strategy: &Strategy) -> Result<Named, Error> {
        let (entry, rules) = (self.spec.arm.rules.entry, named.arm.rules());
        let players = named.arm.frame.players;
        let seats = Seats {
            players,
            strategies: vec![strategy.clone()],
            lineup: Some(vec![0; players]),
            seed: named.arm.inputs.seed,
        };
        Ok(Named { name: format!("{}, adapted", named.name), arm: entry.arm(&rules, seats)? })
    }

    /// Those who have adapted and players as they were at one table, in every arm, on deals beyond those that were
    /// played. None where somebody asked to stop.
    pub fn meet(
        &self,
        arms: &Arms,
        learned: &[Vec<Strategy>],
        deals: u64,
        lab: &mut Lab<'_>,
    ) -> Option<Vec<Met>> {
        let schedule = Schedule::against(1, arms.first().arm.frame.players)?;
        let games = arms.first().arm.schedule.games_of(0..deals).div_ceil(2 * self.spec.budget.repeats);
        let games = games.max(FEWEST);
        let each = schedule.deals_for(games).0;
        let all = 2 * schedule.games_of(0..each) * self.spec.budget.repeats * learned.len() as u64;
        lab.progress.see(Event::Plan { arms: 1, games: all });
        let was = &self.start.strategy;
        let (mut met, mut played) = (Vec::new(), 0);
        for (named, strategies) in arms.all().zip(learned) {
            let mut own = Met::default();
            for (repeat, adapted) in (0..).zip(strategies) {
                let first = deals + repeat * each;
                let contest =
                    |strategies| Contest { strategies, schedule: &schedule, deals: first..first + each };
                let pair = [contest(vec![adapted, was]), contest(vec![was, adapted])];
                let seed = named.arm.inputs.seed;
                let scores = lab.threads.install(|| named.arm.game.contests(&pair, seed));
                let mut shares = scores.iter().map(|scores| share_of(scores.iter().map(|score| score.won())));
                if let (Some(adapted), Some(was)) = (shares.next(), shares.next()) {
                    own.adapted.push(adapted);
                    own.as_they_were.push(was);
                }
                played += 2 * schedule.games_of(0..each);
                lab.progress.see(Event::Step { games: played });
                if lab.stop.is_asked() {
                    return None;
                }
            }
            met.push(own);
        }
        Some(met)
    }
}

impl Pupil<'_> {
    fn is_learning(&self) -> bool {
        matches!(self.stands, Stands::Learning { .. })
    }

    /// Games so far, of so many.
    fn games(&self, all: u64) -> u64 {
        match &self.stands {
            Stands::Learning { standing, .. } => standing.games.min(all),
            Stands::Done(_) => all,
        }
    }

    /// Learns from so many games more.
    fn learn(&mut self, games: u64) {
        let Stands::Learning { course, standing } = &mut self.stands else { return };
        let end = standing.games + games;
        while standing.games < end && !course.is_over(standing) {
            course.step(standing);
        }
    }

    /// Ends a learning whose games are played; whether it was one.
    fn settle(&mut self) -> Result<bool, Error> {
        let Stands::Learning { course, standing } = &self.stands else { return Ok(false) };
        if !course.is_over(standing) {
            return Ok(false);
        }
        self.stands = Stands::Done(Box::new(course.settled(standing)?.0));
        Ok(true)
    }

    fn keep(&self, lab: &mut Lab<'_>) -> Result<(), Error> {
        let kept = match &self.stands {
            Stands::Learning { standing, .. } => Kept::UnderWay(standing.clone()),
            Stands::Done(strategy) => Kept::Done(strategy.text().unwrap_or_default().to_owned()),
        };
        let item = Item::Part { inputs: &self.arm.inputs, name: KEPT_AS, digest: &self.digest };
        lab.keep_part(item, &kept)
    }
}
