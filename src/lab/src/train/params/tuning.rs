use sim_engine::text::people;
use sim_play::Utility;
use sim_script::{Strategy, script::Param};
use sim_stats::paired::PairedEstimate;

use super::{
    super::{TrainingRecord, keep_state, load_state},
    Arena, Objective, Plan, Space, Task, TuneSpec, TunerState, Verdict,
    history::{amount, credits, gained},
    judge,
};
use crate::{
    Ended, Error, Event, Lab, Refusal, Stage,
    figure::Unit,
    store::{Item, Worth},
};

#[derive(Debug, Clone)]
pub struct Tuning {
    /// Has a file if the winner replaces the start.
    pub record: TrainingRecord,
    pub players: usize,
    pub objective: Objective,
    /// The utility that is maximized.
    pub utility: Utility,
    pub seed: u64,
    pub generations: u64,
    pub trials: usize,
    pub dimensions: usize,
    /// Test deals per kind of table.
    pub test_deals: u64,
    /// Whether the search gave up because params made no difference to the games.
    pub is_idle: bool,
    pub params: Vec<Param>,
    /// The winner against the start; none if the search ended where it began.
    pub verdict: Option<Verdict>,
}

/// Searches for params with which a strategy wins more, and compares the result with the start on new deals. After a
/// stop request, the same call resumes from the store.
///
/// ```
/// use sim_lab::{Lab, Stop, player::Player, spec::RulesSpec, train::params::{Objective, TuneSpec, tune}};
///
/// let entry = &sim_delectable::ENTRY;
/// let player = |name| Player::shipped(entry, name).map(|player| player.expect("it is shipped"));
/// let spec = TuneSpec {
///     rules: RulesSpec::printed(entry),
///     players: 2,
///     start: player("prestige")?,
///     name: "better".to_owned(),
///     params: None,
///     objective: Objective::Share,
///     against: vec![player("raider")?],
///     held_out: None,
///     strangers: Vec::new(),
///     games: 3_000,
///     seed: 1,
/// };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let tuning = tune(&spec, &mut lab)?;
/// if let Some(verdict) = &tuning.verdict {
///     println!("{} instead of {}: {:?}", verdict.gain.winner, verdict.gain.start, verdict.values);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the spec is invalid, before anything is played; errors of the store.
pub fn tune(spec: &TuneSpec, lab: &mut Lab<'_>) -> Result<Tuning, Error> {
    let ready = spec.open()?;
    let arena = |objective, field| {
        let arena = Arena::new(&*ready.game, spec.players, objective, field, spec.seed, lab.stop);
        let message = || format!("{} strategies make too many tables", <[Strategy]>::len(field));
        arena.ok_or_else(|| Refusal::new(message(), "name fewer strategies with --against"))
    };
    let held_out = match &ready.held_out[..] {
        [] => None,
        _ if spec.players == 1 => None,
        strangers => Some(arena(Objective::Share, strangers)?),
    };
    let arena = arena(spec.objective, &ready.field)?;
    let space = Space::new(ready.template.params(), ready.tuned.clone());
    let (dimensions, tables) = (space.dimensions(), arena.boards.len());
    let too_few = |least| {
        let games = people::count(spec.games);
        let params = people::counted(dimensions as u64, "param", "params");
        let tables = people::counted(tables as u64, "sort of table", "sorts of table");
        let message = format!("{games} games are too few for {params} at {tables}");
        Refusal::new(message, format!("give --n {least} or more"))
    };
    let plan = Plan::new(spec.games, dimensions, arena.games_a_round()).map_err(too_few)?;
    let task = Task { arena, template: &ready.template, space, plan };

    let digest = &*ready.record.digest;
    let kept: Option<(String, TunerState)> = load_state(digest, lab)?;
    lab.store.begin(Item::Search { digest }, None)?;
    let threads = lab.threads;
    let mut state = kept.map_or_else(|| TunerState::new(&task), |(_, state)| state);
    lab.progress.on_event(Event::Train { before: state.games, games: spec.games });
    let mut ended = Ended::Whole;
    while !state.is_over(&task) && ended == Ended::Whole {
        let step = threads.install(|| state.step(&task));
        let stage = Stage::Generation { number: state.generation, all: task.plan.generations };
        ended = Ended::of(step.map_err(Error::from).and_then(|()| lab.step(state.games, stage)))?;
        let worth = if ended == Ended::Stopped { Worth::Surely } else { Worth::Sometimes };
        keep_state(digest, (state.games, &state), worth, lab)?;
    }
    let mut games = state.games;
    let mut verdict = None;
    if ended == Ended::Whole {
        let results = state.results(&task);
        let mut watch = |more| {
            games += more;
            lab.step(games, Stage::Confirming)
        };
        let judged = threads.install(|| judge(&task, &results, held_out.as_ref(), &mut watch));
        ended = Ended::of(judged.map(|judged| verdict = judged))?;
        if ended == Ended::Stopped {
            keep_state(digest, (state.games, &state), Worth::Surely, lab)?;
        }
    }
    let mut tuning = Tuning {
        record: TrainingRecord { games, ended, ..ready.record },
        players: spec.players,
        objective: spec.objective,
        utility: ready.game.utility(),
        seed: spec.seed,
        generations: state.generation,
        trials: task.plan.population,
        dimensions,
        test_deals: task.plan.test,
        is_idle: state.is_idle(),
        params: ready.template.params().to_vec(),
        verdict,
    };
    let accepted = tuning.verdict.as_ref().filter(|verdict| verdict.is_accepted());
    tuning.record.file =
        accepted.map(|verdict| tuning.head(verdict) + &ready.template.text_with(&verdict.values));
    Ok(tuning)
}

impl Tuning {
    fn head(&self, verdict: &Verdict) -> String {
        let about = format!("`{}` with other params, found by", self.record.from);
        let (gain, strangers) = (self.gain(verdict), self.against_strangers(verdict).unwrap_or_default());
        let credits = credits(&verdict.credits, self.unit(), self.record.info);
        self.record.head(&about, [&*gain, &*strangers].into_iter().chain(credits.lines()))
    }

    pub fn unit(&self) -> Unit {
        Unit::of(self.utility.objective)
    }

    pub fn gain(&self, verdict: &Verdict) -> String {
        let gain = &verdict.gain;
        let deals = people::counted(self.test_deals, "test deal", "test deals");
        let [winner, start] =
            [gain.winner, gain.start].map(|value| amount(value, self.unit(), self.record.info));
        let (from, difference) = (&self.record.from, gained(&gain.paired, self.unit(), self.record.info));
        match self.objective {
            Objective::Share => {
                let verb = if self.unit().is_share() { "wins" } else { "scores" };
                format!("On {deals} a table it {verb} {winner}, and {from} {start}: {difference}.")
            }
            Objective::Worst => format!(
                "On {deals} a table its worst is {winner}, and that of {from} {start}: at least {difference}."
            ),
        }
    }

    pub fn against_strangers(&self, verdict: &Verdict) -> Option<String> {
        let paired: &PairedEstimate = verdict.held_out.as_ref()?;
        let names = people::list(&self.record.strangers);
        Some(format!(
            "Against {names}, which the search never met: {}.",
            gained(paired, self.unit(), self.record.info)
        ))
    }
}
