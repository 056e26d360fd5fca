use sim_engine::{Info, Objective};
use sim_learn::{Course, Lap, Learnt, Standing};

use super::{LearnError, LearnSpec, spec::Ready};
use crate::{
    bench::{Event, Lab, Stage},
    command::{Command, Verb, Word},
    effort::Ended,
    error::Error,
    store::{Item, Unusable, Worth, search_bytes, search_of},
    tune::history::comments,
};

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Start {
        /// Or from the start as it is where it has learned nothing.
        Formulas = "from its formulas alone",
        Whole = "from itself as it is",
        /// Learning from a strong script may end with less than learning from a plain one.
        Default = "from default",
    }
}

#[derive(Debug, Clone)]
pub struct Learning {
    pub info: &'static Info,
    pub players: Vec<usize>,
    pub from: String,
    pub name: String,
    /// Names of those it played against, nobody in self-play, and of those that it never met.
    pub field: Vec<String>,
    pub strangers: Vec<String>,
    pub objective: Objective,
    /// Whether it is told how far the start can be beaten.
    pub is_exploit: bool,
    pub command: Command,
    pub digest: String,
    /// Games that were played, those of surveys and tests among them; and those to learn from, each time.
    pub games: u64,
    pub games_each: u64,
    /// Where learnings began, in turns.
    pub starts: Vec<Start>,
    pub courses: Vec<Vec<Lap>>,
    pub learnt: Vec<Learnt>,
    /// What the start's plan counts, and what one of each is worth; nothing without a plan.
    pub plan: Vec<(String, f64)>,
    /// The file of the best with its history at its head, if it is surely better than what it began from, or learned by
    /// a plan: what that costs is no reason against it.
    pub file: Option<String>,
    pub ended: Ended,
}

/// Lets a strategy learn by playing, and holds it against what it began from on deals that it never met. Where
/// somebody asks to stop, it goes on from the store when the same is asked for again.
///
/// ```
/// use sim_lab::{
///     Lab, Stop,
///     learn::{Against, Features, LearnSpec, Otherwise, learn},
///     player::Player,
///     spec::RulesSpec,
/// };
///
/// let entry = &sim_delectable::ENTRY;
/// let player = |name| Player::shipped(entry, name).map(|player| player.expect("it is shipped"));
/// let spec = LearnSpec {
///     rules: RulesSpec::printed(entry),
///     players: vec![2],
///     start: player("prestige")?,
///     name: "better".to_owned(),
///     against: Against::Field(vec![player("raider")?]),
///     strangers: Vec::new(),
///     features: Features::Cheap,
///     otherwise: Otherwise::default(),
///     games: 1_000,
///     repeats: 1,
///     seed: 1,
/// };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// let learning = learn(&spec, &mut lab)?;
/// if let Some(best) = learning.best() {
///     println!("{:?} instead of {:?}", best.test.field.one, best.test.field.other);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A spec that cannot be, told before anything is played; a start of which nothing can be learned; those of the
/// store.
pub fn learn(spec: &LearnSpec, lab: &mut Lab<'_>) -> Result<Learning, Error> {
    let ready = spec.open()?;
    let item = Item::Search { digest: &ready.digest };
    let kept = lab.store.load(item)?.into_iter().next();
    let kept_at = kept.as_ref().map_or(String::new(), |found| found.place.clone());
    let kept = kept.map(|found| {
        let place = found.place;
        search_of(&found.bytes, &ready.digest).map_err(|error| match error {
            Unusable::Damaged(why) => LearnError::Damaged { place, why },
            Unusable::OtherInputs => LearnError::OtherInputs { place },
        })
    });
    let stands: Stands = kept.transpose()?.unwrap_or_default();
    lab.store.begin(item, None)?;
    lab.progress.see(Event::Plan { arms: 1, games: ready.all_games() });
    let mut under_way =
        UnderWay { ready: &ready, item, stands, place: kept_at, learnt: Vec::new(), games: 0 };
    let ended = Ended::of(under_way.play(lab))?;
    if ended == Ended::Stopped {
        under_way.keep(Worth::Surely, lab)?;
    }
    let UnderWay { stands, learnt, games, .. } = under_way;
    Ok(told(&ready, stands, learnt, games, ended))
}

/// Where learnings stand, one after the other: all that is kept of them.
#[derive(Debug, Clone, Default, serde::Serialize, serde::Deserialize)]
struct Stands {
    /// The last of them may be under way.
    learnings: Vec<Standing>,
}

struct UnderWay<'a> {
    ready: &'a Ready<'a>,
    item: Item<'a>,
    stands: Stands,
    place: String,
    learnt: Vec<Learnt>,
    /// Games of the learnings that are through.
    games: u64,
}

impl UnderWay<'_> {
    fn play(&mut self, lab: &mut Lab<'_>) -> Result<(), Error> {
        let (ready, threads) = (self.ready, lab.threads);
        let (tables, all) = (ready.tables(), ready.learnings());
        for at in 0..all {
            let spec = ready.course(&tables, at);
            let course = threads.install(|| Course::open(&spec, lab.stop))?;
            match self.stands.learnings.get(at) {
                None => self.stands.learnings.push(course.begin()),
                Some(standing) if course.fits(standing) => {}
                Some(_) => {
                    let why = "its weights are those of another learning".to_owned();
                    return Err(LearnError::Damaged { place: self.place.clone(), why }.into());
                }
            }
            while !course.is_over(&self.stands.learnings[at]) {
                let standing = &mut self.stands.learnings[at];
                threads.install(|| course.step(standing))?;
                let stage = stage(&course, standing, ready.spec.rules.objective(), (at, all));
                lab.step(self.games + standing.games, stage)?;
                self.keep(Worth::Sometimes, lab)?;
            }
            let standing = &self.stands.learnings[at];
            let mut games = self.games + standing.played() + course.surveyed;
            let mut watch = |more| {
                games += more;
                lab.step(games, Stage::Confirming)
            };
            let learnt: Learnt = threads.install(|| course.finish::<Error>(standing, &mut watch))?;
            self.learnt.push(learnt);
            self.games = games;
        }
        Ok(())
    }

    fn keep(&self, worth: Worth, lab: &mut Lab<'_>) -> Result<(), Error> {
        let bytes = || search_bytes(self.item.digest(), &self.stands);
        Ok(lab.store.keep(self.item, self.games, worth, &bytes)?)
    }
}

fn stage(
    course: &Course<'_>,
    standing: &Standing,
    objective: Objective,
    (number, all): (usize, usize),
) -> Stage {
    Stage::Learning {
        number,
        all,
        done: course.done(standing),
        objective,
        won: course.shown(standing),
        entropy: standing.course.last().map_or(0.0, |lap| lap.entropy),
    }
}

fn told(ready: &Ready<'_>, stands: Stands, learnt: Vec<Learnt>, games: u64, ended: Ended) -> Learning {
    let spec = ready.spec;
    let names = |all: &[sim_script::Strategy]| all.iter().map(|one| one.name().to_owned()).collect();
    let mut learning = Learning {
        info: ready.info,
        players: spec.players.clone(),
        from: spec.start.named.clone(),
        name: spec.name.clone(),
        field: names(&ready.field),
        strangers: names(&ready.strangers),
        objective: spec.rules.objective(),
        is_exploit: spec.is_exploit(),
        command: ready.command.clone(),
        digest: ready.digest.clone(),
        games,
        games_each: spec.games,
        starts: ready.starts(),
        courses: stands.learnings.into_iter().map(|standing| standing.course).collect(),
        learnt,
        plan: spec.start.strategy.plan().map_or(Vec::new(), |plan| plan.aims().to_vec()),
        file: None,
        ended,
    };
    let has_plan = !learning.plan.is_empty() && !learning.is_exploit;
    let gain = learning.best().filter(|best| ended == Ended::Whole && (has_plan || best.test.is_gain()));
    learning.file = gain.map(|best| learning.head(best) + &best.text);
    learning
}

impl Learning {
    /// The learning that won most where its weights were chosen: those deals are not of its test, which would
    /// flatter the best of several.
    pub fn best(&self) -> Option<&Learnt> {
        // The earlier of equals.
        self.learnt.iter().reduce(|best, one| if one.chosen_by > best.chosen_by { one } else { best })
    }

    pub fn exploit(&self) -> Command {
        Command::new(Verb::Train)
            .with(Word::Name(self.name.clone()))
            .with(Word::Game(self.info.name.to_owned()))
            .with(Word::Players(self.players.clone()))
            .with(Word::Flag("exploit".to_owned()))
    }

    fn head(&self, best: &Learnt) -> String {
        let (about, command) = (format!("{}, by", self.about()), format!("  {}", self.command));
        let lines = self.sentences(best);
        comments([&*about, &*command].into_iter().chain(lines.iter().map(String::as_str)))
    }
}
