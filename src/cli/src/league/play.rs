//! The course of a league: rounds, invasions, and best responses to single strategies.

use std::ops::ControlFlow;

use super::{
    super::{
        failure::Failure, game_args::Chosen, output, run_folder::slug, signals::Signals, watcher::Watcher,
    },
    LeagueArgs,
    field::{Field, space},
    story::{Keeper, Round, Script, Story},
    telling,
};
use sim_engine::{luck::hash_name, text::people};
use sim_lab::{
    experiment::{Arm, Opened, Sink},
    tables::{
        self,
        league::{Attempt, Exploit, Invasion, Share},
    },
    tune::{Arena, Plan, Standing, Task, Verdict, judge, ranked, weighed},
};
use sim_play::{
    Row,
    tally::{Tally, Tournament},
};
use sim_script::Strategy;

/// Parts of the games of a search: who is to begin, and each company of a newcomer.
const RANKING: f64 = 0.1;
const INVASION: f64 = 0.025;
/// Strategies that make up less of a mix are not what a newcomer beats.
const PRESENT: f64 = 0.05;

/// A league under way.
pub struct League<'a> {
    args: &'a LeagueArgs,
    game: Box<dyn Opened>,
    players: usize,
    pub field: Field,
    pub story: Story,
    keeper: Keeper,
    chosen: &'a Chosen,
    /// The command that makes it again, for the heads of new files.
    command: &'a str,
    ear: Ear,
}

/// Hears signals, and shows how far the league is.
struct Ear {
    stop: Signals,
    watcher: Watcher,
}

impl Ear {
    fn hear(&self, games: u64, words: &str) -> ControlFlow<()> {
        self.watcher.say(games, words);
        if self.stop.status().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What a search found, and where.
struct Found {
    verdict: Verdict,
    text: String,
}

impl<'a> League<'a> {
    pub fn begin(
        (args, chosen): (&'a LeagueArgs, &'a Chosen),
        (game, players): (Box<dyn Opened>, usize),
        field: Field,
        (keeper, story): (Keeper, Story),
        command: &'a str,
    ) -> Result<League<'a>, Failure> {
        // A round is a tournament and a search at least, and then there is one for each who began.
        let pieces = args.rounds.saturating_mul(2).saturating_add(field.began as u64);
        let watcher = Watcher::start(1, args.games.saturating_mul(pieces));
        let ear = Ear { stop: Signals::listen(), watcher };
        let mut league = League { args, game, players, field, story, keeper, chosen, command, ear };
        Plan::new(league.budget(), league.field.dimensions(), players as f64).map_err(|least| {
            let params = people::counted(league.field.dimensions() as u64, "number", "numbers");
            let least = (least as f64 / (1.0 - RANKING) / 100.0) as u64 * 100 + 100;
            let message = format!("{} games are too few to tune {params}", people::count(args.games));
            Failure::misuse(message, format!("give --games {least} or more"))
        })?;
        for (at, round) in league.story.rounds.iter().enumerate() {
            if let Some((script, attempt)) = round.newcomer.as_ref().zip(round.attempts.last()) {
                league.field.join(&script.name, &script.text, (at as u64 + 1, &attempt.start))?;
            }
        }
        Ok(league)
    }

    /// Plays what is missing.
    pub fn play(&mut self) -> Result<(), Failure> {
        while !self.story.is_closed() {
            let is_under_way = self.story.rounds.last().is_some_and(|round| !round.is_through);
            if !is_under_way && self.story.rounds.len() as u64 >= self.args.rounds {
                break;
            }
            self.round(is_under_way)?;
        }
        self.story.refresh();
        for at in self.story.exploits.len()..self.field.began {
            self.exploit(at)?;
        }
        Ok(())
    }

    /// A tournament of the field as it is.
    pub fn meet(&mut self) -> Result<(Arm, Tournament), Failure> {
        let arm = self.args.arm(self.chosen, self.players, &self.field)?;
        let (deals, _) = arm.schedule.deals_for(self.args.games);
        let played = Tournament::new(arm.strategies.len(), &arm.schedule);
        let words = format!(
            "a tournament of {}",
            people::counted(arm.strategies.len() as u64, "strategy", "strategies")
        );
        let mut meeting = Meeting { played, before: self.story.games, words, ear: &self.ear };
        arm.play(0..deals, arm.empty(), &mut meeting);
        let played = meeting.played;
        if played.deals < deals { Err(self.interrupted()?) } else { Ok((arm, played)) }
    }

    /// A round, from its beginning or from where it stands.
    fn round(&mut self, is_under_way: bool) -> Result<(), Failure> {
        if !is_under_way {
            let (_, played) = self.meet()?;
            self.story.games += played.games;
            let parts = tables::equilibrium(&played);
            self.story.rounds.push(Round { parts, attempts: Vec::new(), newcomer: None, is_through: false });
            self.keeper.keep(&self.story, true)?;
        }
        let at = self.story.rounds.len() - 1;
        let number = at as u64 + 1;
        let parts = self.story.rounds[at].parts.clone();
        // Of a round that was interrupted after somebody joined, those who were there before.
        let strategies: Vec<Strategy> = self.field.strategies().into_iter().take(parts.len()).collect();
        if self.story.rounds[at].newcomer.is_none() {
            let seed = self.seed(&format!("round {number}"));
            let order = self.ranking(&strategies, &parts, seed)?;
            let order: Vec<usize> =
                order.into_iter().filter(|&at| self.field.all[at].template.is_some()).collect();
            let tried = self.story.rounds[at].attempts.len();
            for &start in order.iter().take(self.args.starts as usize).skip(tried) {
                let words = format!("round {number}: {}", self.field.name(start));
                let seed = self.seed(&format!("round {number} from {}", self.field.name(start)));
                let found = self.search((&strategies, &parts), start, seed, &words)?;
                if self.weigh(at, start, &strategies, found)? {
                    break;
                }
            }
        }
        self.invade(at, &strategies)?;
        self.story.rounds[at].is_through = true;
        self.keeper.keep(&self.story, true)
    }

    /// Takes what a search in a round found into the story, and into the field if it gains enough.
    fn weigh(
        &mut self,
        at: usize,
        start: usize,
        strategies: &[Strategy],
        found: Option<Found>,
    ) -> Result<bool, Failure> {
        let round = at as u64 + 1;
        let start_name = self.field.name(start).to_owned();
        let share = found.as_ref().and_then(|found| Share::of(&found.verdict.boards.first()?.winner));
        let gain = share.map(|share| share.gain(self.players));
        let is_enough = gain.is_some_and(|gain| gain.value > self.args.margin && gain.low > 0.0);
        let joins = found.filter(|found| is_enough && found.verdict.is_accepted());
        let mut attempt = Attempt { round, start: start_name.clone(), share, joined: None };
        if let Some(found) = &joins {
            let name = self.field.new_name(start, round);
            let mix = telling::mix(strategies, &self.story.rounds[at].parts);
            let about = format!("Best response of round {round} to {mix}, found by");
            let head = telling::head(&about, self.command, &start_name, share, &found.verdict.credits);
            self.field.join(&name, &found.text, (round, &start_name))?;
            attempt.joined = Some(name.clone());
            self.story.rounds[at].newcomer = Some(Script { name, head, text: found.text.clone() });
        }
        self.story.rounds[at].attempts.push(attempt);
        self.keeper.keep(&self.story, true)?;
        Ok(joins.is_some())
    }

    /// The newcomer of a round beside what it was found against: alone, and more and more of it.
    fn invade(&mut self, at: usize, strategies: &[Strategy]) -> Result<(), Failure> {
        let round = &self.story.rounds[at];
        let Some(start) = round.newcomer.as_ref().and(round.attempts.last()).map(|last| last.start.clone())
        else {
            return Ok(());
        };
        let parts = round.parts.clone();
        let newcomer = &self.field.all[strategies.len()];
        let (name, strategy) = (newcomer.name().to_owned(), newcomer.strategy.clone());
        self.story.invasions.retain(|invasion| invasion.newcomer != name);
        let mut games = self.story.games;
        for (other, part) in strategies.iter().zip(parts) {
            if part < PRESENT && other.name() != start {
                continue;
            }
            for copies in 1..self.players {
                let seed = self.seed(&format!("{copies} of {name} beside {}", other.name()));
                let arena = Arena::beside(&*self.game, self.players, (other, copies), seed);
                let Some(arena) = arena else { continue };
                let rounds = rounds(self.args.games as f64 * INVASION, &arena);
                let ear = &self.ear;
                let words = format!("{copies} of {name} beside {}", other.name());
                let mut watch = |more| {
                    games += more;
                    ear.hear(games, &words)
                };
                let Some(estimate) = weighed(&arena, &strategy, rounds, &mut watch) else {
                    return Err(self.interrupted()?);
                };
                let (newcomer, other) = (name.clone(), other.name().to_owned());
                self.story.invasions.push(Invasion { newcomer, other, copies, share: Share::of(&estimate) });
            }
        }
        self.story.games = games;
        Ok(())
    }

    /// The best response to a table full of one of those who began.
    fn exploit(&mut self, at: usize) -> Result<(), Failure> {
        let before = self.story.games;
        let target = self.field.name(at).to_owned();
        let strategies = self.field.strategies();
        let mut parts = vec![0.0; strategies.len()];
        parts[at] = 1.0;
        let seed = self.seed(&format!("against {target}"));
        let order = self.ranking(&strategies, &parts, seed)?;
        let Some(&best) = order.first() else { return Ok(()) };
        let start = order.iter().copied().find(|&at| self.field.all[at].template.is_some());
        let words = format!("best response to {target}");
        let found = match start {
            Some(start) => self.search((&strategies, &parts), start, seed, &words)?,
            None => None,
        };
        let found = found.filter(|found| found.verdict.is_accepted());
        let tuned = found.as_ref().and_then(|found| Share::of(&found.verdict.boards.first()?.winner));
        // What no search began from may do better still.
        let plain = if start == Some(best) && tuned.is_some() {
            None
        } else {
            let arena = self.arena(&strategies, &parts, self.seed(&format!("plainly against {target}")))?;
            let rounds = rounds(self.args.games as f64 * RANKING, &arena);
            let mut watch = |_| self.ear.hear(self.story.games, &words);
            match weighed(&arena, &strategies[best], rounds, &mut watch) {
                Some(estimate) => {
                    self.story.games += (rounds as f64 * arena.games_a_round()) as u64;
                    Share::of(&estimate)
                }
                None => {
                    // Its search is played again.
                    self.story.games = before;
                    return Err(self.interrupted()?);
                }
            }
        };
        let is_tuned = tuned.is_some_and(|tuned| plain.is_none_or(|plain| tuned.value >= plain.value));
        let (by, share) = if is_tuned { (start.unwrap_or(best), tuned) } else { (best, plain) };
        let response = self.field.name(by).to_owned();
        if let Some(found) = found.filter(|_| is_tuned) {
            let about = format!("Best response found to {target} in all other seats, by");
            let head = telling::head(&about, self.command, &response, share, &found.verdict.credits);
            let name = self.story.response_name(&slug(&target));
            self.story.responses.push(Script { name, head, text: found.text });
        }
        self.story.exploits.push(Exploit { strategy: target, response, is_tuned, share });
        self.keeper.keep(&self.story, true)
    }

    /// Members of a field by how they do against a mix of it.
    fn ranking(&mut self, strategies: &[Strategy], parts: &[f64], seed: u64) -> Result<Vec<usize>, Failure> {
        let arena = self.arena(strategies, parts, seed)?;
        let rounds = rounds(self.args.games as f64 * RANKING / strategies.len() as f64, &arena);
        let mut watch = |_| self.ear.hear(self.story.games, "who is to begin");
        match ranked(&arena, strategies, rounds, &mut watch) {
            Some(order) => Ok(order),
            None => Err(self.interrupted()?),
        }
    }

    /// Tunes a member against a mix of the field; none where the search ends where it began.
    fn search(
        &mut self,
        (strategies, parts): (&[Strategy], &[f64]),
        start: usize,
        seed: u64,
        words: &str,
    ) -> Result<Option<Found>, Failure> {
        let Some(template) = self.field.all[start].template.as_ref() else { return Ok(None) };
        let schedule = Arena::facing(&*self.game, self.players, (strategies, parts), seed);
        let arena = schedule.ok_or_else(nobody)?;
        let space = space(template);
        let plan =
            Plan::new(self.budget(), space.dimensions(), arena.games_a_round()).map_err(|_| nobody())?;
        let task = Task { arena, template, space, plan };
        let mut standing = self.story.standing.take().unwrap_or_else(|| Standing::new(&task));
        while !standing.is_over(&task) {
            standing.step(&task);
            let told = format!("{words}, generation {} of {}", standing.generation, task.plan.generations);
            let heard = self.ear.hear(self.story.games + standing.games, &told);
            self.story.standing = Some(standing.clone());
            self.keeper.keep(&self.story, heard.is_break())?;
            if heard.is_break() {
                return Err(self.interrupted()?);
            }
        }
        let results = standing.results(&task);
        let mut games = self.story.games + standing.games;
        let ear = &self.ear;
        let mut watch = |more| {
            games += more;
            ear.hear(games, &format!("{words}, confirming"))
        };
        let verdict = judge(&task, &results, None, &mut watch);
        if verdict.is_none() && self.ear.stop.status().is_some() {
            self.story.standing = Some(standing);
            return Err(self.interrupted()?);
        }
        self.story.games = games;
        self.story.standing = None;
        Ok(verdict.map(|verdict| Found { text: template.text_with(&verdict.values), verdict }))
    }

    fn arena<'s>(
        &'s self,
        strategies: &'s [Strategy],
        parts: &[f64],
        seed: u64,
    ) -> Result<Arena<'s>, Failure> {
        Arena::facing(&*self.game, self.players, (strategies, parts), seed).ok_or_else(nobody)
    }

    /// Games of a search, but those to see who is to begin.
    fn budget(&self) -> u64 {
        (self.args.games as f64 * (1.0 - RANKING)) as u64
    }

    /// A seed of its own for each thing that is done.
    fn seed(&self, what: &str) -> u64 {
        hash_name(&format!("league {}: {what}", self.args.seed))
    }

    /// The end of a league that a signal has ended, once all is kept.
    fn interrupted(&mut self) -> Result<Failure, Failure> {
        self.keeper.keep(&self.story, true)?;
        output::remark("interrupted; the same command goes on from here");
        Ok(Failure::Interrupted { status: self.ear.stop.status().unwrap_or(1) })
    }

    /// Ends the telling of progress.
    pub fn end(self) -> (Field, Story, Keeper) {
        (self.field, self.story, self.keeper)
    }
}

fn nobody() -> Failure {
    Failure::failed("the field fills no table", "name fewer strategies with --strategies")
}

/// Rounds of so many games, never too few for an interval.
fn rounds(games: f64, arena: &Arena<'_>) -> u64 {
    ((games / arena.games_a_round()) as u64).max(100)
}

/// Takes the games of a tournament.
struct Meeting<'l> {
    played: Tournament,
    before: u64,
    words: String,
    ear: &'l Ear,
}

impl Sink for Meeting<'_> {
    fn takes_rows(&self) -> bool {
        true
    }

    fn folded(&mut self, _: &Tally, rows: &[Row]) -> ControlFlow<()> {
        self.played.add(rows);
        self.ear.hear(self.before + self.played.games, &self.words)
    }
}
