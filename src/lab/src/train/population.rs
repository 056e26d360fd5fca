//! A population of strong, distinct players, each trained against those before it.
//!
//! A player trained against copies of itself learns its own habits. Here learners from several starts meet the whole
//! population, redrawn from game to game, and those that gain against it join (policy-space response oracles: Lanctot
//! and others 2017). Members meet equally often, as at the tables of a [panel](crate::panel): with weights by
//! success, most seats would go to one member. After each round the members play each other. Those that win too
//! little, or act too much like a stronger member, leave.

use serde::{Deserialize, Serialize};

use sim_engine::Info;
use sim_learn::{Features, MethodOverrides};
use sim_play::{
    Entry, Schedule,
    arm::{Contest, digest, share_of},
};
use sim_script::Strategy;
use sim_stats::Estimate;

use super::{Against, KeptState, TrainSpec, Training, keep_state, load_state, params::template, train};
use crate::{
    Ended, Error, Event, Lab, Parts, Refusal, Work,
    command::{Command, Verb},
    panel::{FEWEST, PANEL},
    player::{Player, distinct, listed},
    spec::RulesSpec,
    store::{Item, Store, StoreEntry, StoreError, Worth},
};

/// Minimum share of a member as a multiple of its fair share, averaged over table sizes: the bound below which a plan
/// is not viable.
const BOUND: f64 = 0.6;
/// Minimum share of decisions at which two members act differently.
const DISTINCT: f64 = 0.03;
/// Games per table size that measure this share.
const ACTING: u64 = 100;
/// Maximum number of members. With more, a table of six has too many line-ups.
const MOST: usize = 8;
/// Games that judge a member at a table size: one in this many of a training run's, within bounds.
const JUDGED: u64 = 10;
const JUDGING: (u64, u64) = (400, 4_000);

#[derive(Clone)]
pub struct PopulationSpec {
    pub rules: RulesSpec,
    /// Numbers of players in turn, each once, 2 or more.
    pub players: Vec<usize>,
    /// Starts of the learners, each once; also the first members, if they are strong enough.
    pub starts: Vec<Player>,
    /// The folder of the members and of the panel's file.
    pub name: String,
    pub rounds: u64,
    /// Games per training run.
    pub games: u64,
    pub features: Features,
    pub hidden: Option<usize>,
    pub rollouts: Option<u32>,
    pub overrides: MethodOverrides,
    pub seed: u64,
}

pub struct Population {
    pub info: &'static Info,
    pub players: Vec<usize>,
    /// The starts, then the trained candidates, in order.
    pub candidates: Vec<Candidate>,
    pub command: Command,
    pub digest: String,
    /// Games played, including tests.
    pub games: u64,
    pub ended: Ended,
}

#[derive(Debug, Clone)]
pub struct Candidate {
    pub name: String,
    /// The round in which it was trained; 0 for a start.
    pub round: u64,
    /// Its start, and its gain over that among the members at the time.
    pub start: Option<(String, Estimate)>,
    pub status: Status,
    /// Final results among the other members at each table size, as multiples of the fair share; only members have
    /// them.
    pub shares: Vec<Estimate>,
    /// The member that acts most like it, and the share of decisions at which both differ in games among the members.
    /// For a candidate that left for that reason, as of that time.
    pub closest: Option<(String, Estimate)>,
    /// Its file, if it was trained with a gain.
    pub text: Option<String>,
    /// The player; without a gain that of its start.
    pub player: Player,
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Status {
        Member = "member",
        /// A training run without a significant gain found no best response.
        NoGain = "gained nothing",
        Left = "wins too little",
        Alike = "acts like a member",
    }
}

impl Candidate {
    fn new(name: String, round: u64, player: Player) -> Candidate {
        let (status, shares) = (Status::Member, Vec::new());
        Candidate { name, round, start: None, status, shares, closest: None, text: None, player }
    }
    /// Its mean share over table sizes.
    pub fn share(&self) -> Option<f64> {
        let values: Option<Vec<f64>> = self.shares.iter().map(|share| share.value).collect();
        values.filter(|values| !values.is_empty()).map(|all| all.iter().sum::<f64>() / all.len() as f64)
    }
}

/// The stored state: finished training runs, and the stored state of the current one.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
struct State {
    trained: Vec<Trained>,
    under_way: Option<(String, String)>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Trained {
    /// None without a significant gain.
    text: Option<String>,
    gain: Estimate,
    games: u64,
}

#[derive(Serialize)]
struct Inputs<'a> {
    version: &'a str,
    first: String,
    starts: Vec<&'a str>,
    rounds: u64,
}

impl PopulationSpec {
    /// A training run from a start against some members.
    fn training(&self, start: &Player, members: &[Player], number: usize) -> TrainSpec {
        TrainSpec {
            rules: self.rules.clone(),
            players: self.players.clone(),
            start: start.clone(),
            name: format!("{}-{}", start.base, number + 1),
            against: Against::Field(members.to_vec()),
            strangers: Vec::new(),
            features: self.features.clone(),
            hidden: self.hidden,
            rollouts: self.rollouts,
            overrides: self.overrides,
            games: self.games,
            repeats: 1,
            seed: self.seed.wrapping_add(number as u64),
        }
    }

    fn check(&self) -> Result<(), Error> {
        distinct(&self.starts, "the population", "name each once: each is a start of its own")?;
        if self.rounds == 0 {
            return Err(Refusal::new("--population 0 trains nobody", "give 1 or more rounds").into());
        }
        if self.players.contains(&1) {
            return Err(super::alone("--population").into());
        }
        if self.starts.len() < 2 {
            let help = "name two or more to start from, as in champion,expert,default";
            return Err(Refusal::new("one strategy is no population", help).into());
        }
        Ok(())
    }

    fn command(&self) -> Result<Command, Error> {
        let first = self.training(&self.starts[0], &self.starts, 0);
        let rules = self.rules.resolve()?;
        let command = Command::new(Verb::Train)
            .names([listed(&self.starts)])
            .option("population", self.rounds)
            .of_tables(&rules, &self.players);
        Ok(first.options(command).seed(self.seed).option("out", &self.name))
    }

    /// Upper bound of all games: the number of members is not known in advance.
    fn parts(&self) -> Result<Parts, Error> {
        let training = self.training(&self.starts[0], &self.starts, 0).work()?;
        let judging = Work::played(self.judged() * (self.players.len() * MOST) as u64);
        let round = training.times(self.starts.len() as u64) + judging;
        Ok(Parts::new((0..=self.rounds).map(|at| if at == 0 { judging } else { round })))
    }

    fn judged(&self) -> u64 {
        (self.games / JUDGED).clamp(JUDGING.0, JUDGING.1)
    }
}

/// Trains a population; resumes from the store if the same population was interrupted.
///
/// # Errors
/// If the spec is invalid, before anything is played; errors of training and of the store.
pub fn populate(spec: &PopulationSpec, lab: &mut Lab<'_>) -> Result<Population, Error> {
    spec.check()?;
    let starts: Result<Vec<Player>, Error> =
        spec.starts.iter().map(|start| without_plan(spec.rules.entry, start)).collect();
    let spec = &PopulationSpec { starts: starts?, ..spec.clone() };
    let first = spec.training(&spec.starts[0], &spec.starts, 0).open()?.record.digest;
    let starts =
        spec.starts.iter().map(|start| start.strategy.text().unwrap_or_else(|| start.strategy.name()));
    let version = env!("CARGO_PKG_VERSION");
    let digest = digest(&Inputs { version, first, starts: starts.collect(), rounds: spec.rounds });
    let state = load_state::<State>(&digest, lab)?.map_or_else(State::default, |(_, state)| state);
    lab.store.begin(Item::Search { digest: &digest }, None)?;
    let mut ongoing = OngoingPopulation { spec, digest, state, candidates: Vec::new(), games: 0 };
    let ended = Ended::of(ongoing.grow(lab))?;
    let OngoingPopulation { digest, candidates, games, .. } = ongoing;
    let (info, players) = (spec.rules.entry.info(), spec.players.clone());
    Ok(Population { info, players, candidates, command: spec.command()?, digest, games, ended })
}

fn too_many(strategies: &[&Strategy], players: usize) -> Error {
    let message = format!("{} strategies make too many tables of {players}", strategies.len());
    Refusal::new(message, "name fewer strategies to start from").into()
}

/// The start without its plan: members play only to win.
fn without_plan(entry: &Entry, start: &Player) -> Result<Player, Error> {
    if start.strategy.plan().is_none() {
        return Ok(start.clone());
    }
    let text = template(entry, start)?.without_plan(true);
    let strategy = entry.read_strategy(start.strategy.name(), &start.path(), &text, &[])?;
    Ok(Player { strategy, ..start.clone() })
}

struct OngoingPopulation<'s> {
    spec: &'s PopulationSpec,
    digest: String,
    state: State,
    candidates: Vec<Candidate>,
    games: u64,
}

impl OngoingPopulation<'_> {
    fn grow(&mut self, lab: &mut Lab<'_>) -> Result<(), Error> {
        let start = |start: &Player| Candidate::new(start.named.clone(), 0, start.clone());
        self.candidates = self.spec.starts.iter().map(start).collect();
        let mut parts = self.spec.parts()?;
        parts.next(lab, |lab| self.judge(lab))?;
        for round in 1..=self.spec.rounds {
            parts.next(lab, |lab| self.round(round, lab))?;
        }
        Ok(())
    }

    /// Indices of the members among the candidates.
    fn members(&self) -> Vec<usize> {
        let is_member = |at: &usize| self.candidates[*at].status == Status::Member;
        (0..self.candidates.len()).filter(is_member).collect()
    }

    fn round(&mut self, round: u64, lab: &mut Lab<'_>) -> Result<(), Error> {
        let spec = self.spec;
        let members: Vec<Player> =
            self.members().into_iter().map(|at| self.candidates[at].player.clone()).collect();
        for start in &spec.starts {
            let number = self.candidates.len() - spec.starts.len();
            let training = spec.training(start, &members, number);
            let Trained { text, gain, games } = self.train(number, &training, lab)?;
            self.games += games;
            let name = training.name;
            let player = match &text {
                Some(text) => Player::read(spec.rules.entry, &name, &name, &format!("{name}.toml"), text)?,
                None => start.clone(),
            };
            let status = if text.is_some() { Status::Member } else { Status::NoGain };
            let start = Some((start.named.clone(), gain));
            self.candidates.push(Candidate { start, status, text, ..Candidate::new(name, round, player) });
        }
        self.judge(lab)
    }

    /// The result of a training run: stored, or else played now and then stored.
    fn train(&mut self, number: usize, training: &TrainSpec, lab: &mut Lab<'_>) -> Result<Trained, Error> {
        if let Some(known) = self.state.trained.get(number) {
            return Ok(known.clone());
        }
        let Lab { threads, stop, .. } = *lab;
        let mut store = NestedStore { outer: &mut *lab.store, digest: &self.digest, state: &mut self.state };
        let mut inner = Lab { threads, stop, progress: &mut *lab.progress, store: &mut store };
        let Training { record, learnt, .. } = train(training, &mut inner)?;
        record.ended.whole()?;
        let gain = learnt.first().map_or(Estimate::MISSING, |one| one.test.field.difference);
        let trained = Trained { text: record.file, gain, games: record.games };
        self.state.trained.push(trained.clone());
        self.state.under_way = None;
        keep_state(&self.digest, (self.games, &self.state), Worth::Surely, lab)?;
        Ok(trained)
    }

    /// Plays the members against each other. Those that act like a stronger one or win too little leave, one at a
    /// time, the weakest first. The last one stays.
    fn judge(&mut self, lab: &mut Lab<'_>) -> Result<(), Error> {
        let all = self.members();
        let differences = self.differences(&all, lab)?;
        loop {
            let members = self.members();
            if let [only] = members[..] {
                (self.candidates[only].shares, self.candidates[only].closest) = (Vec::new(), None);
                return Ok(());
            }
            for &at in &members {
                let others = members.iter().copied().filter(|&other| other != at);
                let all: Vec<usize> = std::iter::once(at).chain(others).collect();
                self.candidates[at].shares = self.shares(&all, lab)?;
            }
            for &at in &members {
                self.candidates[at].closest = self.closest(at, &differences);
            }
            let share = |at: &usize| self.candidates[*at].share().unwrap_or(0.0);
            let weakest = |some: &mut dyn Iterator<Item = usize>| {
                some.min_by(|one, other| share(one).total_cmp(&share(other)))
            };
            let is_alike = |at: &usize| {
                let closest = self.candidates[*at].closest.as_ref();
                closest.and_then(|(_, difference)| difference.value).is_some_and(|value| value < DISTINCT)
            };
            // Of two that are alike, the weaker leaves.
            let alike = weakest(&mut members.iter().copied().filter(is_alike));
            let (leaves, status) = match (alike, weakest(&mut members.iter().copied())) {
                (Some(alike), _) => (alike, Status::Alike),
                (None, Some(least)) if share(&least) < BOUND || members.len() > MOST => (least, Status::Left),
                _ => return Ok(()),
            };
            let leaver = &mut self.candidates[leaves];
            (leaver.status, leaver.shares) = (status, Vec::new());
            if status == Status::Left {
                leaver.closest = None;
            }
        }
    }

    /// The member that acts most like the one at an index, by the [differences](Self::differences) of pairs.
    fn closest(&self, at: usize, differences: &[(usize, usize, Estimate)]) -> Option<(String, Estimate)> {
        let others = differences.iter().filter_map(|&(one, other, difference)| {
            let beside = if at == one { other } else { one };
            let is_pair = (at == one || at == other) && self.candidates[beside].status == Status::Member;
            Some((beside, difference, difference.value?)).filter(|_| is_pair)
        });
        let (closest, difference, _) = others.min_by(|(.., one), (.., other)| one.total_cmp(other))?;
        Some((self.candidates[closest].name.clone(), difference))
    }

    /// Each pair of some candidates, by index, with the share of decisions at which they act differently in games
    /// among all of them, over all table sizes.
    fn differences(
        &mut self,
        among: &[usize],
        lab: &mut Lab<'_>,
    ) -> Result<Vec<(usize, usize, Estimate)>, Error> {
        let spec = self.spec;
        let strategies: Vec<&Strategy> =
            among.iter().map(|&at| &self.candidates[at].player.strategy).collect();
        let rules = spec.rules.resolve()?;
        let mut deals = Vec::new();
        for &players in &spec.players {
            let game = spec.rules.entry.open(&rules.settings, players)?;
            let schedule =
                Schedule::pool(strategies.len(), players).ok_or_else(|| too_many(&strategies, players))?;
            let (count, games) = schedule.deals_for(ACTING);
            let play = || game.agreement(&strategies, &schedule, spec.seed, 0..count, lab.stop);
            deals.extend(lab.threads.install(play)?);
            self.games += games;
        }
        let pairs = among.iter().enumerate();
        let pairs = pairs.flat_map(|(at, &one)| among[at + 1..].iter().map(move |&other| (one, other)));
        let difference = |(at, (one, other)): (usize, (usize, usize))| {
            let counts = deals.iter().map(|deal| (deal.differing[at], deal.decisions));
            (one, other, share_of(counts))
        };
        Ok(pairs.enumerate().map(difference).collect())
    }

    /// What the first of some candidates wins among the others at each table size, as a multiple of its fair share.
    fn shares(&mut self, candidates: &[usize], lab: &mut Lab<'_>) -> Result<Vec<Estimate>, Error> {
        let spec = self.spec;
        let strategies: Vec<&Strategy> =
            candidates.iter().map(|&at| &self.candidates[at].player.strategy).collect();
        let rules = spec.rules.resolve()?;
        let mut shares = Vec::new();
        for &players in &spec.players {
            let game = spec.rules.entry.open(&rules.settings, players)?;
            let schedule = Schedule::against(strategies.len() - 1, players);
            let schedule = schedule.ok_or_else(|| too_many(&strategies, players))?;
            let (deals, games) = schedule.deals_for(spec.judged());
            let contest = Contest { strategies: strategies.clone(), schedule: &schedule, deals: 0..deals };
            let (label, stop) = (strategies[0].name(), lab.stop);
            lab.progress.on_event(Event::Plan { arms: 1, games });
            lab.progress.on_event(Event::Begin { label, before: 0, seen: 0, games });
            let scores = lab.threads.install(|| game.contests(&[contest], spec.seed, stop))?;
            lab.progress.on_event(Event::End { games });
            self.games += games;
            let won = game.utility().of_contest(&scores[0]);
            shares.push(won.scaled(players as f64));
        }
        Ok(shares)
    }
}

impl Population {
    pub fn members(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| candidate.status == Status::Member)
    }

    /// The member with the highest mean share.
    pub fn strongest(&self) -> Option<&Candidate> {
        let share = |one: &Candidate| one.share().unwrap_or(0.0);
        self.members().reduce(|best, one| if share(one) > share(best) { one } else { best })
    }

    /// The files of its folder by name: the trained members and the panel. None if it was interrupted, or has too few
    /// members for a panel.
    pub fn files(&self) -> Option<Vec<(String, String)>> {
        if self.ended != Ended::Whole || self.members().count() < FEWEST {
            return None;
        }
        let trained =
            self.members().filter_map(|one| Some((format!("{}.toml", one.name), one.text.clone()?)));
        Some(trained.chain([(format!("{PANEL}.toml"), self.panel())]).collect())
    }

    fn panel(&self) -> String {
        let mut text = format!(
            "# Strong players of {}, trained against each other by\n#   {}\nformat = 1\ngame = \"{}\"\n",
            self.info.title, self.command, self.info.name
        );
        for one in self.members() {
            let name = if one.text.is_some() { format!("{}.toml", one.name) } else { one.name.clone() };
            let share =
                one.share().map_or(String::new(), |share| format!(" wins {share:.2} times its fair share"));
            let about = match &one.start {
                None => format!("A start of the population;{share}."),
                Some((start, _)) => format!("Trained from {start} in round {};{share}.", one.round),
            };
            text += &format!("\n[[member]]\nstrategy = \"{name}\"\nabout = \"{about}\"\n");
        }
        text
    }
}

/// Stores the state of a training run inside that of the population.
struct NestedStore<'s> {
    outer: &'s mut dyn Store,
    digest: &'s str,
    state: &'s mut State,
}

impl Store for NestedStore<'_> {
    fn load(&mut self, item: Item<'_>) -> Result<Vec<StoreEntry>, StoreError> {
        let kept = self.state.under_way.iter().filter(|(digest, _)| digest == item.digest());
        let entry = |(_, text): &(String, String)| StoreEntry {
            place: "the training under way".to_owned(),
            is_finished: false,
            bytes: text.clone().into_bytes(),
        };
        Ok(kept.map(entry).collect())
    }

    fn begin(&mut self, _: Item<'_>, _: Option<u64>) -> Result<(), StoreError> {
        Ok(())
    }

    fn unkept(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.outer.unkept()
    }

    fn keep(
        &mut self,
        item: Item<'_>,
        end: u64,
        worth: Worth,
        bytes: &dyn Fn() -> Vec<u8>,
    ) -> Result<(), StoreError> {
        let kept = || {
            let under_way = String::from_utf8(bytes()).ok().map(|text| (item.digest().to_owned(), text));
            let standing = State { under_way, trained: self.state.trained.clone() };
            let kept = KeptState { inputs: self.digest.to_owned(), standing };
            serde_json::to_vec(&kept).unwrap_or_default()
        };
        self.outer.keep(Item::Search { digest: self.digest }, end, worth, &kept)
    }
}
