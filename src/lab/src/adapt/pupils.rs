//! Learnings side by side, each kept as it goes, so that they may be stopped and gone on from.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sim_learn::{Features, Method, Spec, TrainerState, TrainingRun};
use sim_play::arm::{Arm, Ruleset, Stopped, digest};
use sim_script::Strategy;

use crate::{
    bench::{Event, Lab, Stage, Stop},
    error::Error,
    store::Item,
};

/// Learnings are shown, and may be stopped, so often on their way; and kept so often.
const ROUNDS: u64 = 100;
const KEPT: u64 = 10;
const KEPT_AS: &str = "adapted";

pub struct Lesson<'a> {
    pub arm: &'a Arm,
    pub spec: Spec<'a>,
}

#[derive(Serialize)]
struct Inputs<'a> {
    version: &'a str,
    rules: &'a Ruleset,
    start: &'a str,
    field: Vec<&'a str>,
    method: Method,
    games: u64,
    seed: u64,
}

#[derive(Serialize, Deserialize)]
enum Kept {
    UnderWay(Box<TrainerState>),
    Done(String),
}

struct Pupil<'a> {
    arm: &'a Arm,
    digest: String,
    stands: Stands<'a>,
}

enum Stands<'a> {
    Learning { course: Box<TrainingRun<'a>>, standing: Box<TrainerState> },
    Done(Box<Strategy>),
}

/// Terms that a strategy has to learn on by; of one that has learned nothing, all that there are.
pub fn features(start: &Strategy) -> Features {
    match start {
        Strategy::Script(script) if script.has_learned() => Features::Listed(Vec::new()),
        _ => Features::All,
    }
}

/// Has all of some lessons learned, of as many games each and so many repeats of each arm: the strategies, in the same
/// order.
pub fn learn_all(lessons: &[Lesson<'_>], repeats: u64, lab: &mut Lab<'_>) -> Result<Vec<Strategy>, Error> {
    let each = lessons.first().map_or(0, |lesson| lesson.spec.games);
    let all = lessons.len() as u64 * each;
    lab.progress.see(Event::Plan { arms: 1, games: all });
    let stop = lab.stop.clone();
    let pupils: Result<Vec<Pupil<'_>>, Error> =
        lessons.iter().map(|lesson| Pupil::open(lesson, &stop, lab)).collect();
    let mut pupils = pupils?;
    let mut round = 0;
    while pupils.iter().any(Pupil::is_learning) {
        let games = each.div_ceil(ROUNDS);
        let step = lab.threads.install(|| pupils.par_iter_mut().try_for_each(|pupil| pupil.learn(games)));
        round += 1;
        let learned: u64 = pupils.iter().map(|pupil| pupil.games(each)).sum();
        let done = learned as f64 / all.max(1) as f64;
        let arms = lessons.len() / repeats.max(1) as usize;
        let stage = Stage::Adapting { arms, repeats, done };
        let step = step.map_err(Error::from).and_then(|()| lab.step(learned, stage));
        for pupil in &mut pupils {
            let is_over = pupil.settle()?;
            if is_over || step.is_err() || round % KEPT == 0 {
                pupil.keep(lab)?;
            }
        }
        step?;
    }
    let strategy = |pupil: Pupil<'_>| match pupil.stands {
        Stands::Done(strategy) => Some(*strategy),
        Stands::Learning { .. } => None,
    };
    Ok(pupils.into_iter().filter_map(strategy).collect())
}

impl<'a> Pupil<'a> {
    fn open(lesson: &'a Lesson<'a>, stop: &'a Stop, lab: &mut Lab<'_>) -> Result<Pupil<'a>, Error> {
        let Lesson { arm, spec } = lesson;
        let digest = digest(&Inputs {
            version: env!("CARGO_PKG_VERSION"),
            rules: &arm.inputs.rules,
            start: &spec.base.text,
            field: spec.field.iter().map(|one| one.text().unwrap_or_else(|| one.name())).collect(),
            method: spec.method,
            games: spec.games,
            seed: spec.seed,
        });
        let item = Item::Part { inputs: &arm.inputs, name: KEPT_AS, digest: &digest };
        let stands = match lab.known_part(item)? {
            Some(Kept::Done(text)) => {
                let base = &spec.base;
                let strategy = spec.entry.read_strategy(&base.name, &base.origin, &text, &[])?;
                Stands::Done(Box::new(strategy))
            }
            kept => {
                let course = Box::new(lab.threads.install(|| TrainingRun::open(spec, stop))?);
                let standing = match kept {
                    Some(Kept::UnderWay(standing)) if course.fits(&standing) => standing,
                    _ => Box::new(course.begin()),
                };
                Stands::Learning { course, standing }
            }
        };
        Ok(Pupil { arm, digest, stands })
    }

    fn is_learning(&self) -> bool {
        matches!(self.stands, Stands::Learning { .. })
    }

    fn games(&self, all: u64) -> u64 {
        match &self.stands {
            Stands::Learning { standing, .. } => standing.games.min(all),
            Stands::Done(_) => all,
        }
    }

    fn learn(&mut self, games: u64) -> Result<(), Stopped> {
        let Stands::Learning { course, standing } = &mut self.stands else { return Ok(()) };
        let end = standing.games + games;
        while standing.games < end && !course.is_over(standing) {
            course.step(standing)?;
        }
        Ok(())
    }

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
