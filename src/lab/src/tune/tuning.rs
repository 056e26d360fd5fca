use sim_engine::{Info, text::people};
use sim_play::Utility;
use sim_script::{Strategy, script::Param};
use sim_stats::paired::Paired;

use super::{
    Arena, Objective, Plan, Space, Standing, Task, TuneError, TuneSpec, Verdict,
    history::{amount, comments, credits, gained},
    judge,
};
use crate::{
    bench::{Event, Lab, Stage},
    command::Command,
    effort::Ended,
    error::Error,
    figure::Unit,
    store::{Item, Unusable, Worth, search_bytes, search_of},
};

#[derive(Debug, Clone)]
pub struct Tuning {
    pub info: &'static Info,
    pub players: usize,
    pub from: String,
    pub name: String,
    /// Names of those it played against, and of those that the search never met.
    pub field: Vec<String>,
    /// Strategies that it met in the test alone.
    pub held_out: Vec<String>,
    pub objective: Objective,
    /// What is made as large as can be.
    pub utility: Utility,
    pub seed: u64,
    pub command: Command,
    pub digest: String,
    /// Games that were played, those for choosing and confirming among them.
    pub games: u64,
    pub generations: u64,
    pub trials: usize,
    pub dimensions: usize,
    /// Test deals at each sort of table.
    pub test_deals: u64,
    /// Whether every game went the same, whatever the params were.
    pub is_idle: bool,
    pub params: Vec<Param>,
    /// The winner beside the start; none where the search ended where it began.
    pub verdict: Option<Verdict>,
    /// The file of the winner with its history at its head, if it takes the place of the start.
    pub file: Option<String>,
    pub ended: Ended,
}

/// Finds params with which a strategy wins more, and holds what it found against the start on deals that neither has
/// met. Where somebody asks to stop, it goes on from the store when the same is asked for again.
///
/// ```
/// use sim_lab::{Lab, Stop, player::Player, spec::RulesSpec, tune::{Objective, TuneSpec, tune}};
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
/// A spec that cannot be, told before anything is played; those of the store.
pub fn tune(spec: &TuneSpec, lab: &mut Lab<'_>) -> Result<Tuning, Error> {
    let ready = spec.open()?;
    let arena = |objective, field| {
        let arena = Arena::new(&*ready.game, spec.players, objective, field, spec.seed, lab.stop);
        arena.ok_or(TuneError::Tables(<[Strategy]>::len(field)))
    };
    let held_out = match &ready.held_out[..] {
        [] => None,
        _ if spec.players == 1 => None,
        strangers => Some(arena(Objective::Share, strangers)?),
    };
    let arena = arena(spec.objective, &ready.field)?;
    let space = Space::new(ready.template.params(), ready.tuned.clone());
    let (dimensions, tables) = (space.dimensions(), arena.boards.len());
    let plan = Plan::new(spec.games, dimensions, arena.games_a_round())
        .map_err(|least| TuneError::Games { games: spec.games, params: dimensions, tables, least })?;
    let task = Task { arena, template: &ready.template, space, plan };

    let item = Item::Search { digest: &ready.digest };
    let kept = lab.store.load(item)?.into_iter().next();
    let kept = kept.map(|found| {
        let place = found.place;
        search_of(&found.bytes, &ready.digest).map_err(|error| match error {
            Unusable::Damaged(why) => TuneError::Damaged { place, why },
            Unusable::OtherInputs => TuneError::OtherInputs { place },
        })
    });
    let kept = kept.transpose()?;
    lab.store.begin(item, None)?;
    lab.progress.see(Event::Plan { arms: 1, games: spec.games });
    let threads = lab.threads;
    let mut standing = kept.unwrap_or_else(|| Standing::new(&task));
    let mut ended = Ended::Whole;
    while !standing.is_over(&task) && ended == Ended::Whole {
        let step = threads.install(|| standing.step(&task));
        let stage = Stage::Generation { number: standing.generation, all: task.plan.generations };
        ended = Ended::of(step.map_err(Error::from).and_then(|()| lab.step(standing.games, stage)))?;
        let worth = if ended == Ended::Stopped { Worth::Surely } else { Worth::Sometimes };
        lab.store.keep(item, standing.games, worth, &|| search_bytes(&ready.digest, &standing))?;
    }
    let mut games = standing.games;
    let mut verdict = None;
    if ended == Ended::Whole {
        let results = standing.results(&task);
        let mut watch = |more| {
            games += more;
            lab.step(games, Stage::Confirming)
        };
        let judged = threads.install(|| judge(&task, &results, held_out.as_ref(), &mut watch));
        ended = Ended::of(judged.map(|judged| verdict = judged))?;
        if ended == Ended::Stopped {
            let bytes = || search_bytes(&ready.digest, &standing);
            lab.store.keep(item, standing.games, Worth::Surely, &bytes)?;
        }
    }
    let names = |strategies: &[Strategy]| strategies.iter().map(|one| one.name().to_owned()).collect();
    let mut tuning = Tuning {
        info: ready.info,
        players: spec.players,
        from: spec.start.named.clone(),
        name: spec.name.clone(),
        field: names(&ready.field),
        held_out: names(&ready.held_out),
        objective: spec.objective,
        utility: ready.game.utility(),
        seed: spec.seed,
        command: ready.command,
        digest: ready.digest,
        games,
        generations: standing.generation,
        trials: task.plan.population,
        dimensions,
        test_deals: task.plan.test,
        is_idle: standing.is_idle(),
        params: ready.template.params().to_vec(),
        verdict,
        file: None,
        ended,
    };
    let accepted = tuning.verdict.as_ref().filter(|verdict| verdict.is_accepted());
    tuning.file = accepted.map(|verdict| tuning.head(verdict) + &ready.template.text_with(&verdict.values));
    Ok(tuning)
}

impl Tuning {
    fn head(&self, verdict: &Verdict) -> String {
        let (about, command) =
            (format!("`{}` with other params, found by", self.from), format!("  {}", self.command));
        let (gain, held_out) = (self.gain(verdict), self.against_strangers(verdict).unwrap_or_default());
        let credits = credits(&verdict.credits, self.unit(), self.info);
        comments([&*about, &*command, &*gain, &*held_out].into_iter().chain(credits.lines()))
    }

    pub fn unit(&self) -> Unit {
        Unit::of(self.utility.objective)
    }

    pub fn gain(&self, verdict: &Verdict) -> String {
        let gain = &verdict.gain;
        let deals = people::counted(self.test_deals, "test deal", "test deals");
        let [winner, start] = [gain.winner, gain.start].map(|value| amount(value, self.unit(), self.info));
        let (from, difference) = (&self.from, gained(&gain.paired, self.unit(), self.info));
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
        let paired: &Paired = verdict.held_out.as_ref()?;
        let names = people::list(&self.held_out);
        Some(format!(
            "Against {names}, which the search never met: {}.",
            gained(paired, self.unit(), self.info)
        ))
    }
}
