//! What to change so that a game is as it should be: the fewest and smallest changes of its numbers that meet goals.
//!
//! 1. Every number is changed by a step and by a few, up and down, alone, on the same deals. That says how each figure
//!    moves with it, and on straight lines which few numbers promise most together.
//! 2. The best sets of each size are played; what they miss by is made up for on the same lines, and played again.
//! 3. Players learn on by the rules of the best of each size, which is fitted anew to what they make of it.
//! 4. What is left is confirmed on deals and by learnings that nothing above has seen.
//!
//! So the lines only say what is worth playing. What is told of a proposal, no change at all among them, comes from
//! the last of these.

pub mod goal;
pub mod lever;
mod model;
mod play;
mod skill;

use std::collections::BTreeMap;

use sim_engine::{Info, Seat, Source};
use sim_play::arm::{Arms, Named, Shard};
use sim_stats::Estimate;

use crate::{
    adapt::{AdaptSpec, Budget},
    bench::Lab,
    command::{Command, Verb, Word},
    driver::Share,
    effort::{Effort, Ended, Extent},
    error::Error,
    not_played::{NotPlayed, WhyNot},
    pairs::{FigureRow, by_surety, is_found, rate},
    spec::{ArmSpec, Field, Setting},
};
use goal::{Goal, Reached};
use lever::{Lever, levers};
use model::{Base, Model, Moved, Played, Set, Side, by_loss};
pub use play::Table;
use play::{Seated, Settled};

/// Games of each arm where nothing is said; what is told is confirmed by eight times as many.
pub const N: u64 = 10_000;
/// Games that each learning takes where nothing is said, and learnings of each proposal.
pub const GAMES: u64 = 1_000;
/// See [`GAMES`].
pub const REPEATS: u64 = 8;
/// Numbers that a proposal changes at most, where nothing is said.
pub const MOST_CHANGES: u64 = 3;
/// The most that may be asked for: what changes more is another game.
pub const MOST: usize = 6;
/// Deals of the last look, of those of each arm.
const CONFIRMED: u64 = 8;
/// Steps of a number, alone, are played on this part of the deals.
const SCREENED: u64 = 8;
/// Sets of each size that are played.
const TRIED: usize = 3;
/// Times that a set is fitted anew to what was played, and to what players who learned on make of it.
const FITTED: usize = 4;
const LEARNED: usize = 3;
/// Deals on which players who learned on are looked at before the last look, of those of each arm.
const SETTLED: u64 = 2;

/// Goals, and the numbers that may be changed for them.
#[derive(Clone)]
pub struct BalanceSpec {
    /// The tables at which goals are looked at; see [`BalanceSpec::seat`].
    pub tables: Vec<Table>,
    /// The numbers, in the words of [`levers`].
    pub vary: Vec<String>,
    /// Numbers that a proposal changes at most, 1 or more.
    pub most: usize,
    /// How much of each arm is played.
    pub effort: Effort,
    /// The goals as they were asked for.
    goals: Vec<String>,
    /// Whether somebody said who plays.
    is_named: bool,
}

/// Who sits at the tables.
#[derive(Clone)]
pub enum Sitting {
    /// Copies of one strategy, who learn on; and beside them, for goals of strategies, all that a game comes with, if
    /// there are two or more.
    #[expect(missing_docs, reason = "what is said of it says what its fields hold")]
    Usual { copies: ArmSpec, pool: Option<ArmSpec> },
    /// Copies of a strategy that was named, who learn on.
    Copies(ArmSpec),
    /// Several that were named, who play as they are.
    Named(ArmSpec),
}

/// Goals and numbers that are in order.
pub struct Opened {
    /// The first table as it is.
    pub arms: Arms,
    levers: Vec<Lever>,
    /// Steps that make no game.
    pub not_played: Vec<NotPlayed>,
    /// Of each lever the places of the others.
    around: Vec<Vec<usize>>,
}

/// What to change.
#[derive(Debug, Clone)]
pub struct Balanced {
    /// The game.
    pub info: &'static Info,
    /// What was played of the first table in the last look.
    pub extent: Extent,
    /// Who learned on, and how; none where nobody did.
    pub learned: Option<(String, Budget)>,
    /// Whether there is a table of strategies who play as they are beside it.
    pub has_pool: bool,
    /// Deals of the first table of each proposal that was tried.
    pub tried: u64,
    /// Games that each proposal was confirmed by at the first table, over all learnings.
    pub games: u64,
    /// The goals, in the order in which figures are told.
    pub goals: Vec<Goal>,
    /// What steps of each number move, alone.
    pub effects: Vec<Effect>,
    /// No change, and what to change; the fewest changes first.
    pub proposals: Vec<Proposal>,
    /// What was left out, and why.
    pub not_played: Vec<NotPlayed>,
}

/// What a change of a number alone moves, on the same deals and between players as they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// The path of the number.
    pub path: String,
    /// What it is.
    pub from: i64,
    /// What it was changed to.
    pub to: i64,
    /// The goal, by its place, and the figure of that goal.
    pub figure: (usize, usize),
    /// By how much the figure moves, and how well that is known.
    pub moved: f64,
    /// The standard error of that.
    pub error: f64,
}

/// Some numbers changed, and what comes of it.
#[derive(Debug, Clone)]
pub struct Proposal {
    /// What is changed; nothing in the first proposal.
    pub changes: Vec<Change>,
    /// Every figure, by goal.
    pub seen: Vec<Vec<Estimate>>,
    /// What becomes of each goal.
    pub reached: Vec<Reached>,
    /// Everything else that is found to differ from the game without a change, the clearest first.
    pub moved: Vec<FigureRow>,
}

/// A number that is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its path.
    pub path: String,
    /// What it is.
    pub from: i64,
    /// What it is changed to.
    pub to: i64,
    /// The seat that it is of alone; none where it is of all.
    pub seat: Option<Seat>,
    /// Where what it is comes from.
    pub source: Source,
    /// What it is about.
    pub about: String,
}

impl Change {
    /// `path=value`, as a command takes it.
    pub fn setting(&self) -> Setting {
        Setting { path: self.path.clone(), value: self.to.to_string() }
    }
}

impl Proposal {
    /// Whether all goals are surely met.
    pub fn is_met(&self) -> bool {
        self.reached.iter().all(|one| *one == Reached::Met)
    }

    /// Its values as a file that `--data` takes.
    pub fn preset(&self, game: &str, title: &str) -> String {
        let mut text = format!("# {title}\nformat = 2\ngame = \"{game}\"\n\n[values]\n");
        for Change { path, from, to, .. } in &self.changes {
            text += &format!("\"{path}\" = {to} # was {from}\n");
        }
        text
    }
}

impl Balanced {
    /// The place of the proposal with the fewest changes that surely meets all goals.
    pub fn answer(&self) -> Option<usize> {
        self.proposals.iter().position(Proposal::is_met)
    }
}

/// Why nothing can be balanced.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[expect(missing_docs, reason = "the messages say what the fields hold")]
pub enum BalanceError {
    #[error("no goal is given")]
    NoGoal,
    #[error("--most-changes {0} is out of range")]
    Changes(usize),
    #[error("--goal {text}: {message}")]
    Goal { text: String, message: String, help: String },
    /// The goal.
    #[error("--goal {0}: one strategy sits at all seats")]
    OneStrategy(String),
    #[error("--vary {path}: there is no such number")]
    NoPath { path: String, help: String },
    #[error("--vary {0}: it is no whole number of the rules, or can be nothing else")]
    NoNumber(String),
    /// With the first step that makes no game.
    #[error("no number can be changed{}", crate::not_played::reason(.0.as_ref()))]
    Nothing(Option<NotPlayed>),
}

impl BalanceError {
    /// The way out.
    pub fn help(&self) -> String {
        match self {
            BalanceError::NoGoal => "give --goal \"every seat within 1%\"".to_owned(),
            BalanceError::Changes(_) => format!("give 1 to {MOST}"),
            BalanceError::Goal { help, .. } | BalanceError::NoPath { help, .. } => help.clone(),
            BalanceError::OneStrategy(_) => "leave --strategies out, or name several".to_owned(),
            BalanceError::NoNumber(_) => {
                "`sim settings --game GAME` lists the numbers, and what they may be".to_owned()
            }
            BalanceError::Nothing(_) => "name other numbers with --vary".to_owned(),
        }
    }
}

impl BalanceSpec {
    /// Goals at the tables where they belong: those of strategies where several sit, all others among copies who learn
    /// on, if there are any.
    ///
    /// # Errors
    /// Goals that no figure of a table has; copies of a strategy that cannot learn.
    pub fn seat(
        sitting: Sitting,
        goals: &[String],
        vary: &[String],
        most: usize,
        (effort, budget): (Effort, Budget),
    ) -> Result<BalanceSpec, Error> {
        if goals.is_empty() {
            return Err(BalanceError::NoGoal.into());
        }
        if !(1..=MOST).contains(&most) {
            return Err(BalanceError::Changes(most).into());
        }
        let is_named = !matches!(sitting, Sitting::Usual { .. });
        let (copies, pool) = match sitting {
            Sitting::Usual { copies, pool } => (Some(copies), pool),
            Sitting::Copies(copies) => (Some(copies), None),
            Sitting::Named(pool) => (None, Some(pool)),
        };
        let copies = copies.map(|arm| AdaptSpec::seat(arm, budget, effort)).transpose()?;
        let copies = copies.map(|spec| Table { arm: spec.arm, goals: Vec::new(), budget: Some(budget) });
        let pool = pool.map(|arm| Table { arm, goals: Vec::new(), budget: None });
        let is_alone = pool.is_none();
        let mut tables: Vec<Table> = copies.into_iter().chain(pool).collect();
        for text in goals {
            // Those of strategies are told at the last table, those of all else at the first.
            let [first, .., last] = &mut tables[..] else {
                let Some(only) = tables.first_mut() else { continue };
                let goal = Goal::read(text, &only.arm)?;
                if is_alone && goal.is_of_strategies() {
                    return Err(BalanceError::OneStrategy(text.clone()).into());
                }
                only.goals.push(goal);
                continue;
            };
            match Goal::read(text, &last.arm)? {
                goal if goal.is_of_strategies() => last.goals.push(goal),
                _ => first.goals.push(Goal::read(text, &first.arm)?),
            }
        }
        tables.retain(|table| !table.goals.is_empty());
        let (vary, goals) = (vary.to_vec(), goals.to_vec());
        Ok(BalanceSpec { tables, vary, most, effort, goals, is_named })
    }

    /// The numbers, and the steps of each that make a game.
    ///
    /// # Errors
    /// Words that name no number; where none can be changed; rules that make no game.
    pub fn open(&self) -> Result<Opened, Error> {
        let Some(first) = self.tables.first() else { return Err(BalanceError::NoGoal.into()) };
        let mut levers = levers(&self.vary, &first.arm)?;
        let seated = Seated { table: first, levers: &levers, deals: 0 };
        let (mut around, mut not_played) = (Vec::new(), Vec::new());
        for (at, lever) in levers.iter().enumerate() {
            let mut own = Vec::new();
            for place in lever.around() {
                match seated.open(&vec![(at, place)]) {
                    Ok(_) => own.push(place),
                    Err(error) => {
                        let name = lever.setting(place).to_string();
                        not_played.push(NotPlayed { name, why: WhyNot::of(error)? });
                    }
                }
            }
            around.push(own);
        }
        let mut is_kept = around.iter().map(|own| !own.is_empty());
        levers.retain(|_| is_kept.next().unwrap_or(false));
        around.retain(|own| !own.is_empty());
        if levers.is_empty() {
            return Err(BalanceError::Nothing(not_played.into_iter().next()).into());
        }
        let arms = Seated { table: first, levers: &levers, deals: 0 }.arms(&[])?;
        Ok(Opened { arms, levers, not_played, around })
    }

    /// Arms with which the search begins: every step of a number at every table, and these as they are.
    pub fn first_arms(&self, opened: &Opened) -> usize {
        self.tables.len() * (1 + steps(&opened.around).len())
    }

    /// Plays and keeps a share of the arms with which the search begins: the rest goes step by step.
    ///
    /// # Errors
    /// Those of playing and of the store.
    pub fn keep(&self, opened: &Opened, shard: Shard, lab: &mut Lab<'_>) -> Result<Share, Error> {
        let mut kept = Share { arms: 0, ended: Ended::Whole };
        let Some(search) = self.search(opened, lab)? else {
            return Ok(Share { ended: Ended::Stopped, ..kept });
        };
        let sets: Vec<Set> = steps(&opened.around).into_iter().map(|step| vec![step]).collect();
        for seated in &search.tables {
            let arms = seated.arms(&sets)?;
            let games = arms.first().arm.schedule.games_of(0..seated.deals.div_ceil(SCREENED));
            let share = lab.keep(&arms, shard, games)?;
            kept = Share { arms: kept.arms + share.arms, ended: share.ended };
            if kept.ended == Ended::Stopped {
                break;
            }
        }
        Ok(kept)
    }

    /// Plays what was opened. None where somebody asks to stop: what was learned and played is kept.
    ///
    /// # Errors
    /// Those of learning, playing and of the store.
    pub fn play(&self, opened: &Opened, lab: &mut Lab<'_>) -> Result<Option<Balanced>, Error> {
        let Some(mut search) = self.search(opened, lab)? else { return Ok(None) };
        let Some(effects) = search.screen(&opened.around, lab)? else { return Ok(None) };
        let Some(fitted) = search.fit(self.most, lab)? else { return Ok(None) };
        let Some(sets) = search.learn(fitted, lab)? else { return Ok(None) };
        let Some(proposals) = search.confirm(&sets, lab)? else { return Ok(None) };
        let arm = &opened.arms.first().arm;
        let tried = search.tables.first().map_or(0, |one| one.deals);
        let deals = tried * CONFIRMED;
        let of_copies = self.tables.iter().find_map(|table| Some((table, table.budget?)));
        Ok(Some(Balanced {
            info: arm.info,
            extent: Extent::of(arm, deals),
            learned: of_copies.map(|(table, budget)| (start(&table.arm), budget)),
            has_pool: self.tables.iter().any(|table| table.budget.is_none()),
            tried,
            games: arm.schedule.games_of(0..deals),
            goals: search.goals().cloned().collect(),
            effects,
            proposals,
            not_played: opened.not_played.clone(),
        }))
    }

    /// The tables, each with as many deals as the effort asks for. None where somebody asks to stop.
    fn search<'s>(&'s self, opened: &'s Opened, lab: &mut Lab<'_>) -> Result<Option<Search<'s>>, Error> {
        let mut tables = Vec::new();
        for table in &self.tables {
            let seated = Seated { table, levers: &opened.levers, deals: 0 };
            let arms = seated.arms(&[])?;
            let deals = match self.effort {
                Effort::Games(games) => arms.deals_for(games),
                Effort::Until { .. } => {
                    let compared = lab.compare(&arms, self.effort, |_| Ok::<_, Error>(()))?;
                    if compared.read.is_empty() {
                        return Ok(None);
                    }
                    compared.deals
                }
            };
            tables.push(Seated { deals, ..seated });
        }
        let goals = self.tables.iter().flat_map(|table| &table.goals);
        let goals = goals.flat_map(|goal| goal.figures.iter().map(move |_| goal)).collect();
        let model = Model { levers: &opened.levers, goals, base: Vec::new(), moved: Vec::new() };
        Ok(Some(Search { tables, model }))
    }

    /// The command that finds the same.
    ///
    /// # Errors
    /// Those of the rules.
    pub fn command(&self, deals: u64) -> Result<Command, Error> {
        let Some(Table { arm, budget, .. }) = self.tables.first() else {
            return Err(BalanceError::NoGoal.into());
        };
        let opened = arm.open()?;
        let games = opened.schedule.games_of(0..deals);
        let mut command = match self.is_named {
            true => arm.command(Verb::Balance, Some(games))?,
            false => {
                let rules = arm.rules.resolve()?;
                Command::new(Verb::Balance)
                    .with(Word::Game(rules.settings.game.clone()))
                    .with(Word::Players(vec![arm.players]))
                    .by(&rules)
                    .with(Word::Games(games))
                    .with(Word::Seed(arm.seed))
            }
        };
        for (name, texts) in [("goal", &self.goals), ("vary", &self.vary)] {
            for text in texts {
                command = command.option(name, text);
            }
        }
        command = command.option("most-changes", self.most);
        if let Some(Budget { games, repeats }) = budget {
            command = command.option("learn", games).option("repeats", repeats);
        }
        Ok(command)
    }
}

/// Who sits at a table of copies.
fn start(arm: &ArmSpec) -> String {
    let (Field::Pool(players) | Field::Lineup(players)) = &arm.field;
    players.first().map_or(String::new(), |player| player.named.clone())
}

/// The tables, and what is known of how their figures move.
struct Search<'a> {
    tables: Vec<Seated<'a>>,
    model: Model<'a>,
}

/// A set that was played, what it came to, and how far that is from the goals.
struct Tried {
    set: Set,
    played: Played,
    loss: f64,
}

impl<'a> Search<'a> {
    fn goals(&self) -> impl Iterator<Item = &'a Goal> {
        let tables: Vec<&'a Table> = self.tables.iter().map(|seated| seated.table).collect();
        tables.into_iter().flat_map(|table| &table.goals)
    }

    /// Plays steps of every number, alone, and learns the model. None where somebody asks to stop.
    fn screen(&mut self, around: &[Vec<usize>], lab: &mut Lab<'_>) -> Result<Option<Vec<Effect>>, Error> {
        let steps = steps(around);
        let sets: Vec<Set> = steps.iter().map(|step| vec![*step]).collect();
        let Some(base) = self.at_once(&[Set::new()], lab)? else { return Ok(None) };
        let mut moved: Vec<Vec<Moved>> = vec![Vec::new(); sets.len()];
        for seated in &self.tables {
            let deals = seated.deals.div_ceil(SCREENED);
            let Some(own) = seated.moved(&sets, deals, lab)? else { return Ok(None) };
            moved.iter_mut().zip(own).for_each(|(all, own)| all.extend(own));
        }
        let figures: Vec<(usize, usize)> = (0..)
            .zip(self.goals())
            .flat_map(|(goal, one)| (0..one.figures.len()).map(move |figure| (goal, figure)))
            .collect();
        let mut effects = Vec::new();
        let mut sides: Vec<[Side; 2]> = vec![<[Side; 2]>::default(); around.len()];
        for (&(lever, place), own) in steps.iter().zip(moved) {
            let Lever { path, values, now, .. } = &self.model.levers[lever];
            let (from, to) = (values[*now], values[place]);
            for (figure, Moved { by, error }) in figures.iter().zip(&own) {
                let (path, figure, moved, error) = (path.clone(), *figure, *by, *error);
                effects.push(Effect { path, from, to, figure, moved, error });
            }
            let by = (to - from) as f64;
            sides[lever][usize::from(by > 0.0)].push((by.abs(), own));
        }
        for side in sides.iter_mut().flatten() {
            side.sort_by(|one, other| one.0.total_cmp(&other.0));
        }
        self.model.moved = sides;
        self.model.base = base.into_iter().flatten().map(|(value, _)| value).collect();
        Ok(Some(effects))
    }

    /// Plays what promises most, and fits it to what was played. The best of every size, from no change on. None where
    /// somebody asks to stop.
    fn fit(&mut self, most: usize, lab: &mut Lab<'_>) -> Result<Option<Vec<Set>>, Error> {
        let mut best: BTreeMap<usize, Tried> = BTreeMap::new();
        let mut known: Vec<Set> = Vec::new();
        for time in 0..FITTED {
            let mut wanted = if time == 0 { vec![Set::new()] } else { self.fitted(&best) };
            for sets in self.model.sets(most) {
                let count = if time == 0 { TRIED } else { 1 };
                wanted.extend(sets.into_iter().filter(|set| self.is_game(set)).take(count));
            }
            forget(&mut wanted, &mut known);
            if wanted.is_empty() {
                break;
            }
            let Some(played) = self.at_once(&wanted, lab)? else { return Ok(None) };
            for (set, played) in wanted.into_iter().zip(played) {
                self.model.learn(&set, &played);
                self.weigh(set, played, &mut best);
            }
        }
        Ok(Some(best.into_values().map(|tried| tried.set).collect()))
    }

    /// Has players learn on by the rules of the best of every size, and fits the same numbers to what they make of it: to
    /// all that was played of them, so that luck counts less. What is no nearer to the goals than fewer changes are is
    /// dropped. None where somebody asks to stop.
    fn learn(&self, best: Vec<Set>, lab: &mut Lab<'_>) -> Result<Option<Vec<Set>>, Error> {
        let mut wanted = best.clone();
        let mut known: Vec<Set> = Vec::new();
        // By set that it began with: what was played of the same numbers.
        let mut bases: Vec<Vec<Base>> = vec![Vec::new(); best.len()];
        // Players who do not learn play the same as before.
        let times = if self.tables.iter().any(|one| one.table.budget.is_some()) { LEARNED } else { 1 };
        for _ in 0..times {
            forget(&mut wanted, &mut known);
            if wanted.is_empty() {
                break;
            }
            let Some(settled) = self.settled(&wanted, 0, lab)? else { return Ok(None) };
            for (set, tables) in wanted.iter().zip(settled) {
                let figures = tables.iter().flat_map(|one| one.seen.iter().flatten());
                let base = self.model.base_for(set, &figures.map(known_of).collect());
                let own = best.iter().zip(&mut bases).filter(|(first, _)| has_same_numbers(first, set));
                own.for_each(|(_, own)| own.push(base.clone()));
            }
            let anew = best.iter().zip(&bases).map(|(set, own)| self.model.refit(set, &mean(own)));
            wanted = anew.filter(|set| self.is_game(set)).collect();
        }
        let mut least = f64::INFINITY;
        let mut nearer = Vec::new();
        for (first, own) in best.iter().zip(&bases) {
            let base = mean(own);
            let set = Some(self.model.refit(first, &base)).filter(|set| self.is_game(set));
            let set = set.unwrap_or_else(|| first.clone());
            let loss = self.model.loss(&set, &base);
            if loss < least {
                least = loss;
                nearer.push(set);
            }
        }
        Ok(Some(nearer))
    }

    /// Keeps the best of each size.
    fn weigh(&self, set: Set, played: Played, best: &mut BTreeMap<usize, Tried>) {
        let loss = self.model.loss_of(&set, &played);
        let is_better = best
            .get(&set.len())
            .is_none_or(|known| by_loss(&(set.clone(), loss), &(known.set.clone(), known.loss)).is_lt());
        if is_better {
            best.insert(set.len(), Tried { set, played, loss });
        }
    }

    /// The best of each size fitted anew to what was played of it, as far as that makes a game.
    fn fitted(&self, best: &BTreeMap<usize, Tried>) -> Vec<Set> {
        let changed = best.values().filter(|tried| !tried.set.is_empty());
        let anew =
            changed.map(|Tried { set, played, .. }| self.model.refit(set, &self.model.base_for(set, played)));
        anew.filter(|set| self.is_game(set)).collect()
    }

    /// Plays what is left on deals, and by learnings, that nothing else has seen. None where somebody asks to stop.
    fn confirm(&self, sets: &[Set], lab: &mut Lab<'_>) -> Result<Option<Vec<Proposal>>, Error> {
        let Some(settled) = self.settled(sets, 1, lab)? else { return Ok(None) };
        let Some(skill) = self.skill(&settled, lab)? else { return Ok(None) };
        let start = self.tables.first().map_or(String::new(), |seated| start(&seated.table.arm));
        let goals: Vec<&Goal> = self.goals().collect();
        let mut proposals = Vec::new();
        for (at, (set, tables)) in sets.iter().zip(&settled).enumerate() {
            let change = |&(lever, place): &(usize, usize)| {
                let Lever { path, values, now, seat, source, about, .. } = &self.model.levers[lever];
                let (path, about) = (path.clone(), about.clone());
                let (from, to) = (values[*now], values[place]);
                Change { path, from, to, seat: *seat, source: *source, about }
            };
            let seen: Vec<Vec<Estimate>> = tables.iter().flat_map(|one| one.seen.clone()).collect();
            let reached = goals.iter().zip(&seen).map(|(goal, seen)| goal.reached(seen)).collect();
            let beside = settled.first().and_then(|first| first.first()).zip(tables.first());
            let mut moved = match beside {
                Some((first, own)) if !set.is_empty() => own.beside(first)?,
                _ => Vec::new(),
            };
            if let (false, Some(first), Some(own)) = (set.is_empty(), skill.first(), skill.get(at)) {
                moved.push(skill::row(&start, own, first));
                rate(&mut moved);
            }
            moved.retain(|row| is_found(row.rate));
            moved.sort_by(|one, other| by_surety((one.rate, &one.paired), (other.rate, &other.paired)));
            proposals.push(Proposal { changes: set.iter().map(change).collect(), seen, reached, moved });
        }
        Ok(Some(proposals))
    }

    /// What one of those who learned on wins among beginners, by the rules of each set; nothing where nobody learned, or
    /// the game has no beginner. None where somebody asks to stop.
    fn skill(&self, settled: &[Vec<Settled>], lab: &mut Lab<'_>) -> Result<Option<Vec<skill::Won>>, Error> {
        let Some(seated) = self.tables.first() else { return Ok(Some(Vec::new())) };
        let entry = seated.table.arm.rules.entry;
        let Some(budget) = seated.table.budget else { return Ok(Some(Vec::new())) };
        let is_there = entry.shipped().iter().any(|shipped| shipped.name == skill::BEGINNER);
        let Some(beginner) = is_there.then(|| entry.shipped_strategy(skill::BEGINNER)).transpose()?.flatten()
        else {
            return Ok(Some(Vec::new()));
        };
        let start = SETTLED * seated.deals;
        let among =
            skill::Among { beginner: &beginner, budget, deals: start..start + SETTLED * seated.deals };
        let tables: Vec<Vec<&Named>> =
            settled.iter().filter_map(|tables| Some(tables.first()?.arms().collect())).collect();
        Ok(among.play(&tables, lab))
    }

    fn is_game(&self, set: &Set) -> bool {
        self.tables.iter().all(|seated| seated.open(set).is_ok())
    }

    /// All figures with each of some sets, between players as they are.
    fn at_once(&self, sets: &[Set], lab: &mut Lab<'_>) -> Result<Option<Vec<Played>>, Error> {
        let mut all: Vec<Played> = vec![Vec::new(); sets.len()];
        for seated in &self.tables {
            let Some(own) = seated.at_once(sets, lab)? else { return Ok(None) };
            all.iter_mut().zip(own).for_each(|(all, own)| all.extend(own.iter().map(known_of)));
        }
        Ok(Some(all))
    }

    /// The same after players have learned on, by set and table: the first time on the first deals, the second on those
    /// that come after them.
    fn settled(
        &self,
        sets: &[Set],
        time: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Option<Vec<Vec<Settled>>>, Error> {
        let mut all: Vec<Vec<Settled>> = sets.iter().map(|_| Vec::new()).collect();
        for seated in &self.tables {
            let deals = seated.deals;
            let seen = SETTLED * deals;
            let part = if time == 0 { 0..seen } else { seen..seen + CONFIRMED * deals };
            let seeds = time * seated.table.budget.map_or(0, |budget| budget.repeats);
            let Some(own) = seated.settled(sets, part, seeds, lab)? else { return Ok(None) };
            all.iter_mut().zip(own).for_each(|(all, own)| all.push(own));
        }
        Ok(Some(all))
    }
}

/// The steps of every number, alone: of levers the places of other values.
fn steps(around: &[Vec<usize>]) -> Vec<(usize, usize)> {
    let all = (0..).zip(around);
    all.flat_map(|(lever, own)| own.iter().map(move |place| (lever, *place))).collect()
}

/// Whether two sets change the same numbers.
fn has_same_numbers(one: &Set, other: &Set) -> bool {
    one.iter().map(|(lever, _)| lever).eq(other.iter().map(|(lever, _)| lever))
}

/// The mean of each figure; none where one of them has none.
fn mean(bases: &[Base]) -> Base {
    let figures = bases.first().map_or(0, Vec::len);
    let of = |at: usize| {
        let all: Option<f64> = bases.iter().map(|base| base[at]).sum();
        all.map(|all| all / bases.len() as f64)
    };
    (0..figures).map(of).collect()
}

/// Takes out what was tried before or stands there twice, and notes the rest.
fn forget(wanted: &mut Vec<Set>, known: &mut Vec<Set>) {
    wanted.retain(|set| {
        let is_new = !known.contains(set);
        if is_new {
            known.push(set.clone());
        }
        is_new
    });
}

/// The value of a figure and the square of its error.
fn known_of(estimate: &Estimate) -> (Option<f64>, f64) {
    (estimate.value, estimate.standard_error.map_or(0.0, |error| error * error))
}
