use sim_engine::Objective;
use sim_learn::{LogEntry, TrainedPolicy, TrainerState, TrainingRun};

use super::{TrainSpec, TrainingRecord, keep_state, load_state, spec::PreparedTraining};
use crate::{
    Ended, Error, Event, Lab, Stage,
    command::{Command, Verb, Word},
    store::{Item, Worth},
};

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Start {
        /// Also the label of the unchanged start in any training but a best response.
        Formulas = "from its formulas alone",
        Whole = "from itself as it is",
        /// Training from a strong script may end below training from a plain one.
        Default = "from default",
    }
}

#[derive(Debug, Clone)]
pub struct Training {
    /// Has a file if the best run is significantly better than the start. With a plan, or if steady, it always has
    /// one, as such strategies may win less.
    pub record: TrainingRecord,
    pub players: Vec<usize>,
    pub objective: Objective,
    /// Whether it is a best response to its start.
    pub is_exploit: bool,
    /// Games per training run.
    pub games_each: u64,
    /// Starts of the training runs, in turn.
    pub starts: Vec<Start>,
    pub logs: Vec<Vec<LogEntry>>,
    pub learnt: Vec<TrainedPolicy>,
    /// What the start's plan counts, and the bonus for each; empty without a plan.
    pub plan: Vec<(String, f64)>,
}

/// Trains a strategy by playing, and compares it with its start on new deals. After a stop request, the same call
/// resumes from the store.
///
/// ```
/// use sim_lab::{Lab, Stop, player::Player, spec::RulesSpec};
/// use sim_lab::train::{Against, Features, MethodOverrides, TrainSpec, train};
///
/// let entry = &sim_delectable::ENTRY;
/// let player = |name| Player::shipped(entry, name).map(|player| player.expect("it is shipped"));
/// let spec = TrainSpec {
///     rules: RulesSpec::printed(entry),
///     players: vec![2],
///     start: player("prestige")?,
///     name: "better".to_owned(),
///     against: Against::Field(vec![player("raider")?]),
///     strangers: Vec::new(),
///     features: Features::Cheap,
///     hidden: None,
///     rollouts: None,
///     overrides: MethodOverrides::default(),
///     games: 1_000,
///     repeats: 1,
///     seed: 1,
/// };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let training = train(&spec, &mut lab)?;
/// if let Some(best) = training.best() {
///     println!("{:?} instead of {:?}", best.test.field.one, best.test.field.other);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the spec is invalid, before anything is played, or the start has nothing to train; errors of the store.
pub fn train(spec: &TrainSpec, lab: &mut Lab<'_>) -> Result<Training, Error> {
    let ready = spec.open()?;
    let (place, states): (String, States) = load_state(&ready.record.digest, lab)?.unwrap_or_default();
    lab.store.begin(Item::Search { digest: &ready.record.digest }, None)?;
    let before = states.learnings.iter().map(|state| state.games).sum();
    lab.progress.on_event(Event::Train { before, games: ready.all_games() });
    let mut under_way = OngoingTraining { ready: &ready, states, place, learnt: Vec::new(), games: 0 };
    let ended = Ended::of(under_way.play(lab))?;
    if ended == Ended::Stopped {
        under_way.keep(Worth::Surely, lab)?;
    }
    let OngoingTraining { states, learnt, games, .. } = under_way;
    Ok(report(&ready, states, learnt, games, ended))
}

/// The states of the training runs, in sequence: everything that is stored.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
struct States {
    /// The last one may be unfinished.
    learnings: Vec<TrainerState>,
}

struct OngoingTraining<'a> {
    ready: &'a PreparedTraining<'a>,
    states: States,
    place: String,
    learnt: Vec<TrainedPolicy>,
    /// Games of the finished training runs.
    games: u64,
}

impl OngoingTraining<'_> {
    fn play(&mut self, lab: &mut Lab<'_>) -> Result<(), Error> {
        let (ready, threads) = (self.ready, lab.threads);
        let (tables, all) = (ready.tables(), ready.learnings());
        for at in 0..all {
            let spec = ready.run(&tables, at);
            let run = threads.install(|| TrainingRun::open(&spec, lab.stop))?;
            match self.states.learnings.get(at) {
                None => self.states.learnings.push(run.begin()),
                Some(state) if run.fits(state) => {}
                Some(_) => {
                    let why = "its weights are those of another learning".to_owned();
                    return Err(Error::Damaged { place: self.place.clone(), why });
                }
            }
            while !run.is_over(&self.states.learnings[at]) {
                let state = &mut self.states.learnings[at];
                threads.install(|| run.step(state))?;
                let stage = stage(&run, state, ready.spec.rules.objective(), (at, all));
                lab.step(self.games + state.games, stage)?;
                self.keep(Worth::Sometimes, lab)?;
            }
            let state = &self.states.learnings[at];
            let mut games = self.games + state.played() + run.surveyed;
            let mut watch = |more| {
                games += more;
                lab.step(games, Stage::Confirming)
            };
            let learnt: TrainedPolicy = threads.install(|| run.finish::<Error>(state, &mut watch))?;
            self.learnt.push(learnt);
            self.games = games;
        }
        Ok(())
    }

    fn keep(&self, worth: Worth, lab: &mut Lab<'_>) -> Result<(), Error> {
        Ok(keep_state(&self.ready.record.digest, (self.games, &self.states), worth, lab)?)
    }
}

fn stage(
    run: &TrainingRun<'_>,
    state: &TrainerState,
    objective: Objective,
    (number, all): (usize, usize),
) -> Stage {
    Stage::Learning {
        number,
        all,
        objective,
        won: run.shown(state),
        entropy: state.log.last().map_or(0.0, |entry| entry.entropy),
    }
}

fn report(
    ready: &PreparedTraining<'_>,
    states: States,
    learnt: Vec<TrainedPolicy>,
    games: u64,
    ended: Ended,
) -> Training {
    let spec = ready.spec;
    let mut training = Training {
        record: TrainingRecord { games, ended, ..ready.record.clone() },
        players: spec.players.clone(),
        objective: spec.rules.objective(),
        is_exploit: spec.is_exploit(),
        games_each: spec.games,
        starts: ready.starts(),
        logs: states.learnings.into_iter().map(|state| state.log).collect(),
        learnt,
        plan: spec.start.strategy.plan().map_or(Vec::new(), |plan| plan.aims().to_vec()),
    };
    let has_plan = !training.plan.is_empty() && !training.is_exploit;
    // A strategy that follows a plan, or is hard to beat, may win less.
    let is_always_written = has_plan || spec.is_steady();
    let gain =
        training.best().filter(|best| ended == Ended::Whole && (is_always_written || best.test.is_gain()));
    training.record.file = gain.map(|best| training.head(best) + &best.text);
    training
}

impl Training {
    /// The training run that won most where its weights were chosen, and not on the deals of its test, which would
    /// flatter the best of several runs.
    pub fn best(&self) -> Option<&TrainedPolicy> {
        // On ties the earlier.
        self.learnt.iter().reduce(|best, one| if one.chosen_by > best.chosen_by { one } else { best })
    }

    pub fn exploit(&self) -> Command {
        Command::new(Verb::Train)
            .names([&self.record.name])
            .option("game", self.record.info.name)
            .with(Word::players(&self.players))
            .flag("exploit")
    }

    fn head(&self, best: &TrainedPolicy) -> String {
        let lines = self.sentences(best);
        self.record.head(&format!("{}, by", self.about()), lines.iter().map(String::as_str))
    }
}
