//! Balance: the fewest and smallest changes of a game's numbers that meet given goals.
//!
//! 1. Each number is changed alone, by one step and by a few, up and down, on the same deals. The measured shifts of
//!    all figures make a linear model, which suggests small sets of changes.
//! 2. The best sets of each size are played. The model is corrected by their results, and its new suggestions are
//!    played.
//! 3. Players train further under the best set of each size, and the set is refitted to their results.
//! 4. The remaining sets are confirmed on new deals and with new training runs.
//!
//! At every step sets of changes with degenerate games are [excluded](crate::health).
//!
//! The linear model only suggests what to play. Reported results of a proposal, including the one without changes,
//! come from the last step.

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

/// Default games per arm; the confirmation plays eight times as many.
pub const N: u64 = 10_000;
/// Default games per training run, and training runs per proposal.
pub const GAMES: u64 = 1_000;
pub const REPEATS: u64 = 8;
pub const MOST_CHANGES: u64 = 3;
/// Upper limit: more changes make a different game.
pub const MOST: usize = 6;
/// Deals of the confirmation, as a multiple of the deals per arm.
const CONFIRMED: u64 = 8;
/// The screening of single steps plays one in this many deals.
const SCREENED: u64 = 8;

#[derive(Clone)]
pub struct BalanceSpec {
    /// The tables at which goals are evaluated; see [`BalanceSpec::seat`].
    pub tables: Vec<Table>,
    /// The numbers to vary, in the syntax of [`levers`].
    pub vary: Vec<String>,
    /// Maximum number of changes in a proposal, 1 or more.
    pub most: usize,
    pub effort: Effort,
    goals: Vec<String>,
    is_named: bool,
}

#[derive(Clone)]
pub enum BalancePlayers {
    /// Strong players: a panel, or copies of one strategy. Goals of strategies use a separate table of archetypes, if
    /// there are two or more.
    Usual { strong: ArmSpec, pool: Option<Box<ArmSpec>> },
    /// A named panel, or copies of a named strategy.
    Strong(ArmSpec),
    /// Several named strategies, which do not train.
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
    /// Extent of the confirmation at the first table.
    pub extent: Extent,
    /// Level of the players at the first table.
    pub level: Level,
    /// Budget of further training; none without training.
    pub learned: Option<Budget>,
    pub has_pool: bool,
    /// Deals per proposal at the first table before confirmation.
    pub tried: u64,
    /// Games per proposal of the confirmation at the first table, over all training runs.
    pub games: u64,
    /// The goals, in the order of their figures.
    pub goals: Vec<Goal>,
    pub effects: Vec<Effect>,
    /// The current game first, then proposals with the fewest changes first.
    pub proposals: Vec<Proposal>,
    /// Excluded sets, and changes without a playable game.
    pub not_played: Vec<NotPlayed>,
}

/// The effect of a single change, on the same deals and with unadapted players.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    pub path: String,
    pub from: i64,
    pub to: i64,
    /// Index of the goal, and of the figure within it.
    pub figure: (usize, usize),
    pub moved: f64,
    pub error: f64,
}

#[derive(Debug, Clone)]
pub struct Proposal {
    /// Empty in the first proposal, the current game.
    pub changes: Vec<Change>,
    /// The estimate of every figure, by goal.
    pub seen: Vec<Vec<Estimate>>,
    pub reached: Vec<GoalStatus>,
    /// Other figures that differ significantly from the current game, the most significant first.
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

    /// A preset file with its values, as `--data` takes it.
    pub fn preset(&self, game: &str, title: &str) -> String {
        let mut text = format!("# {title}\nformat = 2\ngame = \"{game}\"\n\n[values]\n");
        for Change { path, from, to, .. } in &self.changes {
            text += &format!("\"{path}\" = {to} # was {from}\n");
        }
        text
    }
}

impl BalanceResult {
    /// Index of the proposal with the fewest changes whose goals are all met.
    pub fn answer(&self) -> Option<usize> {
        self.proposals.iter().position(Proposal::is_met)
    }
}

fn no_goal() -> Refusal {
    Refusal::new("no goal is given", "give --goal \"every seat within 1%\"")
}

impl BalanceSpec {
    /// Assigns goals to tables: goals of strategies to the table with several, all others to the strong players, if
    /// there are any. Copies of one strategy train further under each proposal, by the budget or by [`GAMES`] and
    /// [`REPEATS`]. A panel trains only if there is a budget.
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
            // Goals of strategies belong to the last table, all others to the first.
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

    /// Arms of the screening: the baseline and every single step, at every table.
    pub fn first_arms(&self, opened: &BalanceArms) -> usize {
        self.tables.len() * (1 + steps(&opened.around).len())
    }

    /// Plays and keeps a share of the screening arms; later stages depend on their results.
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

    /// Approximate work, as far as it is known before a precise effort is played.
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
