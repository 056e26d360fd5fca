//! Parallel training jobs, each checkpointed, so that they can be interrupted and resumed.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use sim_learn::{Features, Method, Spec, TrainerState, TrainingError, TrainingRun};
use sim_play::arm::{Arm, Ruleset, digest};
use sim_script::Strategy;

use crate::{Error, Event, Lab, Stage, Stop, store::Item};

/// Steps of a training job at which it reports progress and can be interrupted, and steps between two checkpoints.
const ROUNDS: u64 = 100;
const KEPT: u64 = 10;
const KEPT_AS: &str = "adapted";

pub struct TrainingJob<'a> {
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
enum JobState {
    UnderWay(Box<TrainerState>),
    Done(String),
}

struct Learner<'a> {
    arm: &'a Arm,
    digest: String,
    state: State<'a>,
}

enum State<'a> {
    Learning { run: Box<TrainingRun<'a>>, progress: Box<TrainerState> },
    Done(Box<Strategy>),
}

/// Features to add in further training: none for a strategy with trained terms, which it keeps; otherwise all.
pub fn features(start: &Strategy) -> Features {
    match start {
        Strategy::Script(script) if script.has_learned() => Features::Listed(Vec::new()),
        _ => Features::All,
    }
}

/// Trains all jobs in parallel, each on the same number of games; `repeats` is the number of jobs per arm. Returns
/// the strategies in the order of the jobs.
pub fn train_all(jobs: &[TrainingJob<'_>], repeats: u64, lab: &mut Lab<'_>) -> Result<Vec<Strategy>, Error> {
    let each = jobs.first().map_or(0, |job| job.spec.games);
    let all = jobs.len() as u64 * each;
    let stop = lab.stop.clone();
    let learners: Result<Vec<Learner<'_>>, Error> =
        jobs.iter().map(|job| Learner::open(job, &stop, lab)).collect();
    let mut learners = learners?;
    let before = learners.iter().map(|learner| learner.games(each)).sum();
    lab.progress.on_event(Event::Train { before, games: all });
    let mut round = 0;
    while learners.iter().any(Learner::is_learning) {
        let games = each.div_ceil(ROUNDS);
        let step =
            lab.threads.install(|| learners.par_iter_mut().try_for_each(|learner| learner.learn(games)));
        round += 1;
        let learned: u64 = learners.iter().map(|learner| learner.games(each)).sum();
        let arms = jobs.len() / repeats.max(1) as usize;
        let stage = Stage::Adapting { arms, repeats };
        let step = step.map_err(Error::from).and_then(|()| lab.step(learned, stage));
        for learner in &mut learners {
            let is_over = learner.settle()?;
            if is_over || step.is_err() || round % KEPT == 0 {
                learner.keep(lab)?;
            }
        }
        step?;
    }
    let strategy = |learner: Learner<'_>| match learner.state {
        State::Done(strategy) => Some(*strategy),
        State::Learning { .. } => None,
    };
    Ok(learners.into_iter().filter_map(strategy).collect())
}

impl<'a> Learner<'a> {
    fn open(job: &'a TrainingJob<'a>, stop: &'a Stop, lab: &mut Lab<'_>) -> Result<Learner<'a>, Error> {
        let TrainingJob { arm, spec } = job;
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
        let state = match lab.known_part(item)? {
            Some(JobState::Done(text)) => {
                let base = &spec.base;
                let strategy = spec.entry.read_strategy(&base.name, &base.origin, &text, &[])?;
                State::Done(Box::new(strategy))
            }
            kept => {
                let run = Box::new(lab.threads.install(|| TrainingRun::open(spec, stop))?);
                let progress = match kept {
                    Some(JobState::UnderWay(progress)) if run.fits(&progress) => progress,
                    _ => Box::new(run.begin()),
                };
                State::Learning { run, progress }
            }
        };
        Ok(Learner { arm, digest, state })
    }

    fn is_learning(&self) -> bool {
        matches!(self.state, State::Learning { .. })
    }

    fn games(&self, all: u64) -> u64 {
        match &self.state {
            State::Learning { progress, .. } => progress.games.min(all),
            State::Done(_) => all,
        }
    }

    fn learn(&mut self, games: u64) -> Result<(), TrainingError> {
        let State::Learning { run, progress } = &mut self.state else { return Ok(()) };
        let end = progress.games + games;
        while progress.games < end && !run.is_over(progress) {
            run.step(progress)?;
        }
        Ok(())
    }

    fn settle(&mut self) -> Result<bool, Error> {
        let State::Learning { run, progress } = &self.state else { return Ok(false) };
        if !run.is_over(progress) {
            return Ok(false);
        }
        self.state = State::Done(Box::new(run.settled(progress)?.0));
        Ok(true)
    }

    fn keep(&self, lab: &mut Lab<'_>) -> Result<(), Error> {
        let kept = match &self.state {
            State::Learning { progress, .. } => JobState::UnderWay(progress.clone()),
            State::Done(strategy) => JobState::Done(strategy.text().unwrap_or_default().to_owned()),
        };
        let item = Item::Part { inputs: &self.arm.inputs, name: KEPT_AS, digest: &self.digest };
        lab.keep_part(item, &kept)
    }
}
