use std::ops::ControlFlow;

use sim_engine::{luck::hash_name, text::people};
use sim_learn::{Base, CourseError, Features, Learnt, Method, Table};
use sim_play::{
    Row,
    arm::{Arm, Opened, Rules, Seats, Sink},
    tally::{Tally, Tournament},
};
use sim_script::Strategy;

use super::{
    Attempt, By, Exploit, Invasion, LeagueError, LeagueSpec, Meeting, Round, Script, State, WinRate,
    field::{Field, space},
};
use crate::{
    bench::{Aim, Event, Lab, Stage, Stop},
    error::Error,
    figure::Unit,
    learn::{stage, test_games},
    store::{Item, Worth},
    tournament::{equilibrium, standings},
    tune::{
        Arena, Credit, Plan, Standing, Task, Verdict,
        history::{comments, credits},
        judge, ranked, weighed,
    },
};

/// Parts of the games of a search: who is to begin, and each company of a newcomer.
const RANKING: f64 = 0.1;
const INVASION: f64 = 0.025;
/// Strategies that make up less of a mix are not what a newcomer beats.
const PRESENT: f64 = 0.05;

pub struct Course<'a> {
    spec: &'a LeagueSpec,
    rules: Rules,
    game: Box<dyn Opened>,
    field: Field,
    pub state: State,
    item: Item<'a>,
    command: &'a str,
}

#[derive(Clone, Copy)]
struct Mix<'m> {
    strategies: &'m [Strategy],
    parts: &'m [f64],
}

struct Found {
    verdict: Verdict,
    text: String,
}

impl Found {
    fn win_rate(&self) -> Option<WinRate> {
        WinRate::of(&self.verdict.boards.first()?.winner)
    }
}

impl<'a> Course<'a> {
    pub fn begin(
        spec: &'a LeagueSpec,
        (rules, game): (Rules, Box<dyn Opened>),
        (field, state): (Field, State),
        (item, command): (Item<'a>, &'a str),
    ) -> Result<Course<'a>, Error> {
        let mut course = Course { spec, rules, game, field, state, item, command };
        let numbers = course.field.dimensions();
        Plan::new(course.budget(), numbers, spec.players as f64).map_err(|least| {
            let least = (least as f64 / (1.0 - RANKING) / 100.0) as u64 * 100 + 100;
            LeagueError::Games { games: spec.games, numbers, least }
        })?;
        for (at, round) in course.state.rounds.iter().enumerate() {
            if let Some((script, attempt)) = round.newcomer.as_ref().zip(round.attempts.last()) {
                course.field.join(&script.name, &script.text, at as u64 + 1, &attempt.start)?;
            }
        }
        Ok(course)
    }

    pub fn play(&mut self, lab: &mut Lab<'_>) -> Result<Meeting, Error> {
        while !self.state.is_closed() {
            let is_under_way = self.state.rounds.last().is_some_and(|round| !round.is_through);
            if !is_under_way && self.state.rounds.len() as u64 >= self.spec.rounds {
                break;
            }
            self.round(is_under_way, lab)?;
        }
        self.state.refresh();
        for at in self.state.exploits.len()..self.field.began {
            self.exploit(at, lab)?;
        }
        let (arm, played) = self.meet(lab)?;
        let standings = standings(&arm.subject().strategies, &played, self.spec.seed);
        let members = self.field.members(&standings);
        Ok(Meeting { deals: played.deals, arm, members, standings })
    }

    fn meet(&self, lab: &mut Lab<'_>) -> Result<(Arm, Tournament), Error> {
        let LeagueSpec { players, seed, games, .. } = *self.spec;
        let seats = Seats { players, strategies: self.field.strategies(), lineup: None, seed };
        let arm = self.spec.rules.entry.meeting(&self.rules, seats, games)?;
        let (deals, _) = arm.schedule.deals_for(games);
        let played = Tournament::new(arm.strategies.len(), &arm.schedule, arm.game.utility());
        let stage = Stage::Meeting { strategies: arm.strategies.len() };
        let mut entries = Entries { played, before: self.state.games, stage, lab };
        arm.play(0..deals, arm.empty(), &mut entries);
        let played = entries.played;
        if played.deals < deals { Err(Error::Stopped) } else { Ok((arm, played)) }
    }

    fn round(&mut self, is_under_way: bool, lab: &mut Lab<'_>) -> Result<(), Error> {
        if !is_under_way {
            let (_, played) = self.meet(lab)?;
            self.state.games += played.games;
            let parts = equilibrium(&played);
            // A search that was stopped was one of those at the end, before more rounds were asked for.
            (self.state.standing, self.state.learning) = (None, None);
            self.state.rounds.push(Round { parts, attempts: Vec::new(), newcomer: None, is_through: false });
            self.keep(lab, Worth::Surely)?;
        }
        let at = self.state.rounds.len() - 1;
        let number = at as u64 + 1;
        let parts = self.state.rounds[at].parts.clone();
        // Of a round that was interrupted after somebody joined, those who were there before.
        let strategies: Vec<Strategy> = self.field.strategies().into_iter().take(parts.len()).collect();
        let mix = Mix { strategies: &strategies, parts: &parts };
        if self.state.rounds[at].newcomer.is_none() {
            let order = self.ranking(mix, self.seed(&format!("round {number}")), lab)?;
            let order = order.into_iter().filter(|&at| self.field.all[at].template.is_some());
            let tried = self.state.rounds[at].attempts.len();
            let order: Vec<usize> = order.take(self.spec.starts as usize).skip(tried).collect();
            for start in order {
                let name = self.field.name(start).to_owned();
                let seed = self.seed(&format!("round {number} from {name}"));
                let found = self.search(mix, start, seed, Aim::Round { number, start: &name }, lab)?;
                if self.weigh(at, start, mix, found, lab)? {
                    break;
                }
            }
        }
        self.invade(at, &strategies, lab)?;
        self.state.rounds[at].is_through = true;
        self.keep(lab, Worth::Surely)
    }

    /// Takes what a search in a round found into the state, and into the field if it gains enough.
    fn weigh(
        &mut self,
        at: usize,
        start: usize,
        mix: Mix<'_>,
        found: Option<Found>,
        lab: &mut Lab<'_>,
    ) -> Result<bool, Error> {
        let round = at as u64 + 1;
        let start_name = self.field.name(start).to_owned();
        let win_rate = found.as_ref().and_then(Found::win_rate);
        let gain = win_rate.map(|rate| rate.gain(self.spec.players));
        let is_enough = gain.is_some_and(|gain| gain.value > self.spec.margin && gain.low > 0.0);
        let joins = found.filter(|found| is_enough && found.verdict.is_accepted());
        let mut attempt = Attempt { round, start: start_name.clone(), win_rate, joined: None };
        let has_joined = joins.is_some();
        if let Some(Found { verdict, text }) = joins {
            let name = self.field.new_name(start, round);
            let about = format!("Best response of round {round} to {}, found by", mix.words());
            let head = self.head(&about, &start_name, win_rate, &verdict.credits);
            self.field.join(&name, &text, round, &start_name)?;
            attempt.joined = Some(name.clone());
            self.state.rounds[at].newcomer = Some(Script { name, head, text });
        }
        self.state.rounds[at].attempts.push(attempt);
        self.keep(lab, Worth::Surely)?;
        Ok(has_joined)
    }

    /// The newcomer of a round beside what it was found against: alone, and more and more of it.
    fn invade(&mut self, at: usize, strategies: &[Strategy], lab: &mut Lab<'_>) -> Result<(), Error> {
        let round = &self.state.rounds[at];
        let Some(start) = round.newcomer.as_ref().and(round.attempts.last()).map(|last| last.start.clone())
        else {
            return Ok(());
        };
        let parts = round.parts.clone();
        let newcomer = &self.field.all[strategies.len()];
        let (name, strategy) = (newcomer.name().to_owned(), newcomer.strategy.clone());
        self.state.invasions.retain(|invasion| invasion.newcomer != name);
        let mut games = self.state.games;
        for (other, part) in strategies.iter().zip(parts) {
            if part < PRESENT && other.name() != start {
                continue;
            }
            for copies in 1..self.spec.players {
                let seed = self.seed(&format!("{copies} of {name} beside {}", other.name()));
                let arena = Arena::beside(&*self.game, self.spec.players, (other, copies), seed, lab.stop);
                let Some(arena) = arena else { continue };
                let rounds = rounds(self.spec.games as f64 * INVASION, &arena);
                let stage = Stage::Invading { newcomer: &name, other: other.name(), copies };
                let mut watch = |more| {
                    games += more;
                    lab.step(games, stage)
                };
                let estimate = weighed(&arena, &strategy, rounds, &mut watch)?;
                let win_rate = WinRate::of(&estimate);
                let (newcomer, other) = (name.clone(), other.name().to_owned());
                self.state.invasions.push(Invasion { newcomer, other, copies, win_rate });
            }
        }
        self.state.games = games;
        Ok(())
    }

    fn exploit(&mut self, at: usize, lab: &mut Lab<'_>) -> Result<(), Error> {
        let before = self.state.games;
        let target = self.field.name(at).to_owned();
        let strategies = self.field.strategies();
        let mut parts = vec![0.0; strategies.len()];
        parts[at] = 1.0;
        let mix = Mix { strategies: &strategies, parts: &parts };
        let seed = self.seed(&format!("against {target}"));
        let order = self.ranking(mix, seed, lab)?;
        let Some(&best) = order.first() else { return Ok(()) };
        let start = order.iter().copied().find(|&at| self.field.all[at].template.is_some());
        let aim = Aim::Response { to: &target };
        let found = match start {
            Some(start) => self.search(mix, start, seed, aim, lab)?,
            None => None,
        };
        let found = found.filter(|found| found.verdict.is_accepted());
        let tuned = found.as_ref().and_then(Found::win_rate);
        // What no search began from may do better still.
        let plain = if start == Some(best) && tuned.is_some() {
            None
        } else {
            let seed = self.seed(&format!("plainly against {target}"));
            let arena = facing(&*self.game, self.spec.players, mix, seed, lab.stop)?;
            let rounds = rounds(self.spec.games as f64 * RANKING, &arena);
            let games = self.state.games;
            let mut watch = |_| lab.step(games, Stage::Confirming { of: aim });
            let estimate = weighed(&arena, &strategies[best], rounds, &mut watch);
            if estimate.is_err() {
                // Its search is played again.
                self.state.games = before;
            }
            let estimate = estimate?;
            self.state.games += (rounds as f64 * arena.games_a_round()) as u64;
            WinRate::of(&estimate)
        };
        let learnt = match start.filter(|_| self.spec.learned > 0) {
            Some(start) => {
                let learnt = self.learn(at, start, lab);
                if matches!(learnt, Err(Error::Stopped)) {
                    // The search is played again; the learning goes on from where it stands.
                    self.state.games = before;
                }
                learnt?.filter(|learnt| learnt.test.is_gain())
            }
            None => None,
        };
        let learned = learnt.as_ref().and_then(|learnt| WinRate::of(&learnt.test.tables.first()?.won));
        // Of equals the one that took less.
        let found_by = [(By::Nothing, plain), (By::Tuning, tuned), (By::Learning, learned)];
        let is_more = |one: Option<WinRate>, other: Option<WinRate>| {
            one.is_some_and(|one| other.is_none_or(|other| one.value > other.value))
        };
        let (by, win_rate) = found_by
            .into_iter()
            .reduce(|best, next| if is_more(next.1, best.1) { next } else { best })
            .unwrap_or((By::Nothing, plain));
        let from = if by == By::Nothing { best } else { start.unwrap_or(best) };
        let response = self.field.name(from).to_owned();
        let about = format!("Best response found to {target} in all other seats, by");
        let new = match by {
            By::Nothing => None,
            By::Tuning => found.map(|Found { verdict, text }| (verdict.credits, text)),
            By::Learning => learnt.map(|learnt| (Vec::new(), learnt.text)),
        };
        if let Some((credits, text)) = new {
            let head = self.head(&about, &response, win_rate, &credits);
            let name = self.state.response_name(&target);
            self.state.responses.push(Script { name, head, text });
        }
        self.state.exploits.push(Exploit { strategy: target, response, by, win_rate });
        self.keep(lab, Worth::Surely)
    }

    /// Learns a best response to a member in all other seats, from another; none where there is nothing to learn.
    fn learn(&mut self, target: usize, start: usize, lab: &mut Lab<'_>) -> Result<Option<Learnt>, Error> {
        let begun = &self.field.all[start];
        let Some(template) = begun.template.as_ref() else { return Ok(None) };
        let (field, to) = ([self.field.all[target].strategy.clone()], self.field.name(target).to_owned());
        let base = Base {
            name: begun.name().to_owned(),
            origin: format!("{}.toml", begun.name()),
            text: template.text_with(&template.values()),
        };
        let spec = sim_learn::Spec {
            entry: self.spec.rules.entry,
            tables: &[Table { game: &*self.game, players: self.spec.players }],
            base,
            standard: &begun.strategy,
            field: &field,
            strangers: &[],
            features: Features::All,
            is_pruned: false,
            method: Method::response(),
            games: self.spec.learned,
            test_games: test_games(self.spec.learned),
            seed: self.seed(&format!("learned against {to}")),
        };
        let course = match sim_learn::Course::open(&spec, lab.stop) {
            Err(CourseError::Stopped) => return Err(Error::Stopped),
            // A member's text is in order: where no learning opens, it leaves nothing to learn, and the search is all
            // there is.
            Err(CourseError::Unfit { .. }) => return Ok(None),
            Ok(course) => course,
        };
        let of = Aim::Response { to: &to };
        let kept = self.state.learning.take().filter(|standing| course.fits(standing));
        let mut standing = kept.unwrap_or_else(|| course.begin());
        while !course.is_over(&standing) {
            let step = course.step(&mut standing);
            self.state.learning = Some(standing.clone());
            step?;
            let stage = stage(&course, &standing, self.spec.rules.objective(), (0, 1));
            lab.step(self.state.games + standing.games, stage)?;
            self.keep(lab, Worth::Sometimes)?;
        }
        let mut games = self.state.games + standing.played() + course.surveyed;
        let mut watch = |more| {
            games += more;
            lab.step(games, Stage::Confirming { of })
        };
        let learnt: Result<Learnt, Error> = course.finish(&standing, &mut watch);
        self.state.learning = learnt.is_err().then_some(standing);
        let learnt = learnt?;
        self.state.games = games;
        Ok(Some(learnt))
    }

    fn ranking(&self, mix: Mix<'_>, seed: u64, lab: &mut Lab<'_>) -> Result<Vec<usize>, Error> {
        let arena = facing(&*self.game, self.spec.players, mix, seed, lab.stop)?;
        let rounds = rounds(self.spec.games as f64 * RANKING / mix.strategies.len() as f64, &arena);
        let mut watch = |_| lab.step(self.state.games, Stage::Ranking);
        ranked(&arena, mix.strategies, rounds, &mut watch)
    }

    /// Tunes a member against a mix of the field; none where the search ends where it began.
    fn search(
        &mut self,
        mix: Mix<'_>,
        start: usize,
        seed: u64,
        of: Aim<'_>,
        lab: &mut Lab<'_>,
    ) -> Result<Option<Found>, Error> {
        let under_way = self.state.standing.take();
        let Some(template) = self.field.all[start].template.as_ref() else { return Ok(None) };
        let arena = facing(&*self.game, self.spec.players, mix, seed, lab.stop)?;
        let space = space(template);
        let plan = Plan::new(self.budget(), space.dimensions(), arena.games_a_round());
        let plan = plan.map_err(|_| LeagueError::NoTable)?;
        let task = Task { arena, template, space, plan };
        let mut standing = under_way.unwrap_or_else(|| Standing::new(&task));
        while !standing.is_over(&task) {
            let step = standing.step(&task);
            self.state.standing = Some(standing.clone());
            step?;
            let stage = Stage::Generation { of, number: standing.generation, all: task.plan.generations };
            lab.step(self.state.games + standing.games, stage)?;
            self.keep(lab, Worth::Sometimes)?;
        }
        let results = standing.results(&task);
        let mut games = self.state.games + standing.games;
        let mut watch = |more| {
            games += more;
            lab.step(games, Stage::Confirming { of })
        };
        let verdict = judge(&task, &results, None, &mut watch);
        self.state.standing = verdict.is_err().then_some(standing);
        let verdict = verdict?;
        self.state.games = games;
        Ok(verdict.map(|verdict| Found { text: template.text_with(&verdict.values), verdict }))
    }

    /// Games of a search, but those to see who is to begin.
    fn budget(&self) -> u64 {
        (self.spec.games as f64 * (1.0 - RANKING)) as u64
    }

    fn seed(&self, what: &str) -> u64 {
        hash_name(&format!("league {}: {what}", self.spec.seed))
    }

    fn keep(&self, lab: &mut Lab<'_>, worth: Worth) -> Result<(), Error> {
        Ok(lab.store.keep(self.item, self.state.games, worth, &|| self.state.json().into_bytes())?)
    }

    fn head(&self, about: &str, start: &str, win_rate: Option<WinRate>, brought: &[Credit]) -> String {
        let rate = win_rate.map_or(String::new(), |rate| {
            let [value, low, high] =
                [rate.value, rate.low, rate.high].map(|share| people::percent(share, None));
            format!(" On test deals it wins {value} ({low} to {high}) there.")
        });
        let command = format!("  {}", self.command);
        let start = format!("It began as `{start}`.{rate}");
        let credits = credits(brought, Unit::Share, self.spec.rules.entry.info());
        comments([about, &command, &start].into_iter().chain(credits.lines()))
    }
}

impl Mix<'_> {
    /// Who is in it, the larger parts first.
    fn words(&self) -> String {
        let mut present: Vec<(&Strategy, f64)> =
            self.strategies.iter().zip(self.parts.iter().copied()).collect();
        present.retain(|(_, part)| *part >= 0.01);
        present.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        let words =
            present.iter().map(|(strategy, part)| format!("{} ({:.0} %)", strategy.name(), part * 100.0));
        people::list(&words.collect::<Vec<_>>())
    }
}

/// Tables of one seat and a mix in all others.
fn facing<'s>(
    game: &'s dyn Opened,
    players: usize,
    Mix { strategies, parts }: Mix<'s>,
    seed: u64,
    stop: &'s Stop,
) -> Result<Arena<'s>, LeagueError> {
    Arena::facing(game, players, (strategies, parts), seed, stop).ok_or(LeagueError::NoTable)
}

/// Rounds of so many games, never too few for an interval.
fn rounds(games: f64, arena: &Arena<'_>) -> u64 {
    ((games / arena.games_a_round()) as u64).max(100)
}

struct Entries<'e, 'l> {
    played: Tournament,
    before: u64,
    stage: Stage<'e>,
    lab: &'e mut Lab<'l>,
}

impl Sink for Entries<'_, '_> {
    fn takes_rows(&self) -> bool {
        true
    }

    fn stop(&self) -> Stop {
        self.lab.stop.clone()
    }

    fn folded(&mut self, _: &Tally, rows: &[Row]) -> ControlFlow<()> {
        self.played.add(rows);
        let games = self.before + self.played.games;
        self.lab.progress.see(Event::Searched { games, stage: self.stage });
        ControlFlow::Continue(())
    }
}
