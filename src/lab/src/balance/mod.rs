//! What to change so that a game is as it should be: the fewest and smallest changes of its numbers that meet goals.
//!
//! 1. Every number is changed by a step and by a few, up and down, alone, on the same deals. That says how each figure
//!    moves with it, and on straight lines which few numbers promise most together.
//! 2. The best sets of each size are played; what they miss by is made up for on the same lines, and played again.
//! 3. Players learn on by the rules of the best of each size, which is fitted anew to what they make of it.
//! 4. What is left is confirmed on deals and by learnings that nothing above has seen.
//!
//! At every step a set of changes that leaves a degenerate game is [excluded](crate::health).
//!
//! So the lines only say what is worth playing. What is told of a proposal, no change at all among them, comes from
//! the last of these.

pub mod goal;
pub mod lever;
mod model;
mod play;
mod search;
mod skill;

use sim_engine::{Info, Source};
use sim_play::arm::{Arms, Shard};
use sim_script::Level;
use sim_stats::Estimate;

use crate::{
    Effort, Error, Extent, Lab, Refusal, Work,
    adapt::{AdaptSpec, Budget},
    command::{Command, Verb},
    not_played::{NotPlayed, WhyNot, reason},
    pairs::FigureRow,
    spec::{ArmSpec, Setting},
};
use goal::{Goal, GoalStatus};
use lever::{Lever, levers};
use model::{Model, Set};
use play::SearchTable;
pub use play::Table;
use search::{Search, steps};

/// Games of each arm where nothing is said; what is told is confirmed by eight times as many.
pub const N: u64 = 10_000;
/// Games that each learning takes where nothing is said, and learnings of each proposal.
pub const GAMES: u64 = 1_000;
pub const REPEATS: u64 = 8;
pub const MOST_CHANGES: u64 = 3;
/// The most that may be asked for: what changes more is another game.
pub const MOST: usize = 6;
/// Deals of the last look, of those of each arm.
const CONFIRMED: u64 = 8;
/// Steps of a number, alone, are played on this part of the deals.
const SCREENED: u64 = 8;

#[derive(Clone)]
pub struct BalanceSpec {
    /// The tables at which goals are looked at; see [`BalanceSpec::seat`].
    pub tables: Vec<Table>,
    /// The numbers, in the words of [`levers`].
    pub vary: Vec<String>,
    /// Numbers that a proposal changes at most, 1 or more.
    pub most: usize,
    pub effort: Effort,
    goals: Vec<String>,
    is_named: bool,
}

#[derive(Clone)]
pub enum BalancePlayers {
    /// Strong players: a panel, or copies of one strategy. For goals of strategies the archetypes have a table of their own,
    /// if there are two or more.
    Usual { strong: ArmSpec, pool: Option<Box<ArmSpec>> },
    /// A panel, or copies of one strategy, that was named.
    Strong(ArmSpec),
    /// Several that were named, who play as they are.
    Named(ArmSpec),
}

pub struct BalanceArms {
    pub arms: Arms,
    levers: Vec<Lever>,
    pub not_played: Vec<NotPlayed>,
    around: Vec<Vec<usize>>,
}

#[derive(Debug, Clone)]
pub struct BalanceResult {
    pub info: &'static Info,
    /// What was played of the first table in the last look.
    pub extent: Extent,
    /// Of the players at the first table.
    pub level: Level,
    /// How they trained further; none where they did not.
    pub learned: Option<Budget>,
    pub has_pool: bool,
    /// Deals of the first table of each proposal that was tried.
    pub tried: u64,
    /// Games that each proposal was confirmed by at the first table, over all learnings.
    pub games: u64,
    /// The goals, in the order in which figures are told.
    pub goals: Vec<Goal>,
    pub effects: Vec<Effect>,
    /// No change, and what to change; the fewest changes first.
    pub proposals: Vec<Proposal>,
    /// What is excluded, and what makes no game.
    pub not_played: Vec<NotPlayed>,
}

/// What a change of a number alone moves, on the same deals and between players as they are.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    pub path: String,
    pub from: i64,
    pub to: i64,
    /// The goal, by its place, and the figure of that goal.
    pub figure: (usize, usize),
    pub moved: f64,
    pub error: f64,
}

#[derive(Debug, Clone)]
pub struct Proposal {
    /// What is changed; nothing in the first proposal.
    pub changes: Vec<Change>,
    /// Every figure, by goal.
    pub seen: Vec<Vec<Estimate>>,
    pub reached: Vec<GoalStatus>,
    /// Everything else that is found to differ from the game without a change, the clearest first.
    pub moved: Vec<FigureRow>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub path: String,
    pub from: i64,
    pub to: i64,
    pub source: Source,
    pub about: String,
}

impl Change {
    /// `path=value`, as a command takes it.
    pub fn setting(&self) -> Setting {
        Setting { path: self.path.clone(), value: self.to.to_string() }
    }
}

impl Proposal {
    pub fn is_met(&self) -> bool {
        self.reached.iter().all(|one| *one == GoalStatus::Met)
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

impl BalanceResult {
    /// The place of the proposal with the fewest changes that surely meets all goals.
    pub fn answer(&self) -> Option<usize> {
        self.proposals.iter().position(Proposal::is_met)
    }
}

fn no_goal() -> Refusal {
    Refusal::new("no goal is given", "give --goal \"every seat within 1%\"")
}

impl BalanceSpec {
    /// Goals at the tables where they belong: those of strategies where several sit, all others among strong players, if
    /// there are any. Copies of one strategy train further by the numbers of each proposal, as the budget says or
    /// [`GAMES`] and [`REPEATS`] do; a panel does so where there is a budget.
    pub fn seat(
        sitting: BalancePlayers,
        goals: &[String],
        vary: &[String],
        most: usize,
        (effort, budget): (Effort, Option<Budget>),
    ) -> Result<BalanceSpec, Error> {
        if goals.is_empty() {
            return Err(no_goal().into());
        }
        if !(1..=MOST).contains(&most) {
            let message = format!("--most-changes {most} is out of range");
            return Err(Refusal::new(message, format!("give 1 to {MOST}")).into());
        }
        let is_named = !matches!(sitting, BalancePlayers::Usual { .. });
        let (strong, pool) = match sitting {
            BalancePlayers::Usual { strong, pool } => (Some(strong), pool.map(|pool| *pool)),
            BalancePlayers::Strong(strong) => (Some(strong), None),
            BalancePlayers::Named(pool) => (None, Some(pool)),
        };
        let strong = strong.map(|arm| -> Result<Table, Error> {
            let trains = Budget { games: GAMES, repeats: REPEATS };
            let budget = budget.or(Some(trains).filter(|_| arm.field.panel().is_none()));
            let arm = match budget {
                Some(budget) => AdaptSpec::seat(arm, budget, effort)?.arm,
                None => arm,
            };
            Ok(Table { arm, goals: Vec::new(), budget })
        });
        let strong = strong.transpose()?;
        let pool = pool.map(|arm| Table { arm, goals: Vec::new(), budget: None });
        let is_alone = pool.is_none();
        let mut tables: Vec<Table> = strong.into_iter().chain(pool).collect();
        for text in goals {
            // Those of strategies are told at the last table, those of all else at the first.
            let [first, .., last] = &mut tables[..] else {
                let Some(only) = tables.first_mut() else { continue };
                let goal = Goal::read(text, &only.arm)?;
                if is_alone && goal.is_of_strategies() {
                    let message = format!("--goal {text}: one strategy sits at all seats");
                    return Err(Refusal::new(message, "leave --strategies out, or name several").into());
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
        for table in &tables {
            let arm = table.arm.open()?;
            if let Some((goals, why)) = goal::contradiction(&table.goals, &arm.subject()) {
                let goals: Vec<&str> = goals.into_iter().map(|goal| goal.text.as_str()).collect();
                let message = format!("--goal {}: {why}", goals.join(" and --goal "));
                return Err(Refusal::new(message, "widen a range, or leave a goal out").into());
            }
        }
        let (vary, goals) = (vary.to_vec(), goals.to_vec());
        Ok(BalanceSpec { tables, vary, most, effort, goals, is_named })
    }

    pub fn open(&self) -> Result<BalanceArms, Error> {
        let Some(first) = self.tables.first() else { return Err(no_goal().into()) };
        let mut levers = levers(&self.vary, &first.arm)?;
        let seated = SearchTable { table: first, levers: &levers, deals: 0 };
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
            let message = format!("no number can be changed{}", reason(not_played.first()));
            return Err(Refusal::new(message, "name other numbers with --vary").into());
        }
        let arms = SearchTable { table: first, levers: &levers, deals: 0 }.arms(&[])?;
        Ok(BalanceArms { arms, levers, not_played, around })
    }

    /// Arms with which the search begins: every step of a number at every table, and these as they are.
    pub fn first_arms(&self, opened: &BalanceArms) -> usize {
        self.tables.len() * (1 + steps(&opened.around).len())
    }

    /// Plays and keeps a share of the arms with which the search begins: the rest goes step by step.
    pub fn keep(&self, opened: &BalanceArms, shard: Shard, lab: &mut Lab<'_>) -> Result<usize, Error> {
        let search = self.search(opened, lab)?;
        let sets: Vec<Set> = steps(&opened.around).into_iter().map(|step| vec![step]).collect();
        let mut kept = 0;
        for seated in &search.tables {
            let arms = seated.arms(&sets)?;
            let games = arms.first().arm.schedule.games_of(0..seated.deals.div_ceil(SCREENED));
            kept += lab.keep(&arms, shard, games)?;
        }
        Ok(kept)
    }

    pub fn play(&self, opened: &BalanceArms, lab: &mut Lab<'_>) -> Result<BalanceResult, Error> {
        let mut search = self.search(opened, lab)?;
        let mut parts = search.parts(&opened.around, self.most);
        let effects = parts.next(lab, |lab| search.screen(&opened.around, lab))?;
        let fitted = parts.next(lab, |lab| search.fit(self.most, lab))?;
        let sets = parts.next(lab, |lab| search.learn(fitted, lab))?;
        let proposals = parts.next(lab, |lab| search.confirm(&sets, lab))?;
        let arm = &opened.arms.first().arm;
        let tried = search.tables.first().map_or(0, |one| one.deals);
        let deals = tried * CONFIRMED;
        let trained = self.tables.iter().find_map(|table| table.budget);
        Ok(BalanceResult {
            info: arm.info,
            extent: Extent::of(arm, deals),
            level: self.tables.first().map_or(Level::Mixed, |table| table.arm.level()),
            learned: trained,
            has_pool: self.tables.iter().any(|table| table.goals.iter().any(Goal::is_of_strategies)),
            tried,
            games: arm.schedule.games_of(0..deals),
            goals: search.goals().cloned().collect(),
            effects,
            proposals,
            not_played: search.excluded().into_iter().chain(opened.not_played.iter().cloned()).collect(),
        })
    }

    /// About what it takes, as far as that is known before a precise effort is played.
    pub fn work(&self, opened: &BalanceArms) -> Result<Work, Error> {
        let deals = |arms: &Arms| Ok(self.effort.deals(arms).unwrap_or(0));
        Ok(self.search_on(opened, deals)?.parts(&opened.around, self.most).work())
    }

    fn search<'s>(&'s self, opened: &'s BalanceArms, lab: &mut Lab<'_>) -> Result<Search<'s>, Error> {
        self.search_on(opened, |arms| match self.effort.deals(arms) {
            Some(deals) => Ok(deals),
            None => Ok(lab.compare_all(arms, self.effort, |_| Ok(()))?.deals),
        })
    }

    fn search_on<'s>(
        &'s self,
        opened: &'s BalanceArms,
        mut deals: impl FnMut(&Arms) -> Result<u64, Error>,
    ) -> Result<Search<'s>, Error> {
        let mut tables = Vec::new();
        for table in &self.tables {
            let seated = SearchTable { table, levers: &opened.levers, deals: 0 };
            let deals = deals(&seated.arms(&[])?)?;
            tables.push(SearchTable { deals, ..seated });
        }
        let goals = self.tables.iter().flat_map(|table| &table.goals);
        let goals = goals.flat_map(|goal| goal.figures.iter().map(move |_| goal)).collect();
        let model = Model {
            levers: &opened.levers,
            goals,
            base: Vec::new(),
            moved: Vec::new(),
            excluded: Vec::new(),
        };
        Ok(Search { tables, model })
    }

    pub fn command(&self, deals: u64) -> Result<Command, Error> {
        let Some(Table { arm, budget, .. }) = self.tables.first() else {
            return Err(no_goal().into());
        };
        let opened = arm.open()?;
        let games = opened.schedule.games_of(0..deals);
        let mut command = match self.is_named {
            true => arm.command(Verb::Balance, Some(games))?,
            false => {
                let rules = arm.rules.resolve()?;
                Command::new(Verb::Balance).of_tables(&rules, &[arm.players]).games(games).seed(arm.seed)
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
