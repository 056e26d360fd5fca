//! Which ways to win are viable in strong hands: a strong player is trained for each plan, and its results at tables
//! of all plans show whether the game has room for it.
//!
//! A shipped archetype is a way to play, with its author's mistakes. Its [plan](sim_script::Plan), a line of its
//! file, is the way alone: a strong player gets a training bonus for it, and is judged by the objective alone. The
//! plan's cost is the loss against a control trained without the bonus (restricted play, as in
//! [`worth`](crate::worth)).
//!
//! A trained player may ignore its bonus. It follows the plan if it does significantly more of what the plan counts
//! than its control. Results of a plan are those of players that follow it.

mod rows;

use sim_engine::Objective;
use sim_learn::Base;
use sim_play::{
    arm::{Arms, NamedArm, Seats, Subject},
    tally::{Group, Tally},
};
use sim_script::{Never, Strategy, plan::Aim};
use sim_stats::{Estimate, paired::PairedEstimate};

use crate::{
    Error, Event, Lab, Refusal, Work,
    adapt::{AdaptSpec, ContrastSetup, trainer::LearnerResult},
    command::{Command, Verb},
    effect::EffectScale,
    figure::{Unit, beyond_mean},
    player::{Player, archetypes},
    spec::{ArmSpec, Field},
    store::Worth,
};

use rows::PlanSamples;

/// Games of each training run by default.
pub const GAMES: u64 = 10_000;
pub const REPEATS: u64 = 4;
/// A plan is viable if it wins more than this multiple of its fair share among the others.
pub const VIABLE: f64 = 0.6;
/// A plan is dominant if it wins more than this multiple.
pub const DOMINANT: f64 = 1.5;

/// Reference values for results of plans: win rates, or points per game above the mean of all seats. Bounds in points
/// are as far from fair as [`VIABLE`] and [`DOMINANT`], in terms of [`EffectScale`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    pub unit: Unit,
    /// The result of each plan if all were equal.
    pub fair: f64,
    pub viable: f64,
    pub dominant: f64,
}

impl Bounds {
    pub fn of_wins(players: usize) -> Bounds {
        let fair = 1.0 / players as f64;
        Bounds { unit: Unit::Share, fair, viable: VIABLE * fair, dominant: DOMINANT * fair }
    }

    fn new(subject: &Subject<'_>, tally: &Tally) -> Bounds {
        let wins = Bounds::of_wins(subject.players);
        match subject.objective {
            Objective::Wins => wins,
            Objective::Points => {
                let scale = EffectScale::new(subject, tally);
                let beyond = |bound: f64| scale.threshold(bound - wins.fair);
                let unit = Unit::of_objective(subject.objective, subject.info);
                Bounds { unit, fair: 0.0, viable: beyond(wins.viable), dominant: beyond(wins.dominant) }
            }
        }
    }
}

#[derive(Clone)]
pub struct PlansSpec {
    /// The learners' table, the amount of games, and the training: see [`AdaptSpec::seat`].
    pub table: AdaptSpec,
    /// Strategies whose files have a plan, two or more: see [`planned`].
    pub plans: Vec<Player>,
}

pub struct PlanArms {
    /// The strategies as they are written, at one table.
    pub arms: Arms,
    learners: NamedArm,
}

#[derive(Debug, Clone)]
pub struct Plans {
    /// Its games are those among the written strategies; trained players play about as many.
    pub setup: ContrastSetup,
    /// The result of the control, trained without a plan.
    pub control: Option<f64>,
    pub bounds: Bounds,
    /// One row per plan, the best result first.
    pub rows: Vec<PlanRow>,
}

#[derive(Debug, Clone)]
pub struct PlanRow {
    pub name: String,
    pub aims: Vec<AimRow>,
    /// How much more the plan's bonus comes to for its player than for its control.
    pub more: Estimate,
    /// Training runs whose player follows the plan, and all training runs.
    pub followed: u64,
    pub repeats: u64,
    /// The result of the written strategy among the other written ones: see [`Bounds`].
    pub written: Estimate,
    /// The result of players that follow it, at tables of all plans in strong hands; of all players if it is not
    /// followed.
    pub share: Estimate,
    /// The result among the panel without a plan, and with this one; the difference is its cost.
    pub cost: PairedEstimate,
    /// Over all rows of the table.
    pub cost_q_value: Option<f64>,
    pub verdict: PlanVerdict,
}

#[derive(Debug, Clone, PartialEq)]
pub struct AimRow {
    pub word: String,
    /// The training bonus per counted unit, in wins or in points.
    pub worth: f64,
    /// Mean count per game, of its player and of its control.
    pub counts: [Option<f64>; 2],
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum PlanVerdict {
        Viable = "viable",
        Dominant = "dominant",
        NotViable = "not viable",
        /// Most trained players do no more of it than their controls: everybody plays so already, or the bonus is too
        /// small.
        NotFollowed = "not followed",
        Undecided = "undecided",
    }
}

const WRITE_ONE: &str = "write one into its file, as plan = { MEASURE = 0.05 }";

/// The archetypes of a game whose files have a plan.
pub fn planned(entry: &'static sim_play::Entry) -> Result<Vec<Player>, Error> {
    let all = Player::all_shipped(entry, &archetypes(entry))?;
    Ok(all.into_iter().filter(|player| player.strategy.plan().is_some()).collect())
}

impl PlansSpec {
    /// Opens the written strategies at one table, and the table of the learners.
    ///
    /// # Errors
    /// If a strategy has no plan or is named twice, there are fewer than two, the rules are not playable, or there
    /// are too many tables.
    pub fn open(&self) -> Result<PlanArms, Error> {
        let table = &self.table.arm;
        if let Some(one) = self.plans.iter().find(|player| player.strategy.plan().is_none()) {
            let known = planned(table.rules.entry)?.into_iter().map(|player| player.named);
            let help = match &known.collect::<Vec<String>>()[..] {
                [] => WRITE_ONE.to_owned(),
                known => format!("{WRITE_ONE}; these have one: {}", known.join(", ")),
            };
            return Err(Refusal::new(format!("{} has no plan", one.named), help).into());
        }
        let again =
            |(at, one): &(usize, &Player)| self.plans[..*at].iter().any(|other| other.named == one.named);
        if let Some((_, one)) = self.plans.iter().enumerate().find(again) {
            return Err(Refusal::new(format!("{} is named twice", one.named), "name each once").into());
        }
        if self.plans.len() < 2 {
            let (count, title) = (self.plans.len(), table.rules.entry.info().title);
            let message = format!("plans play against each other, and {count} of {title} was found");
            let help = format!("name two strategies or more that have a plan, or {WRITE_ONE}");
            return Err(Refusal::new(message, help).into());
        }
        let pool = ArmSpec { field: Field::Pool(self.plans.clone()), ..table.clone() };
        let first = NamedArm { name: "as written".to_owned(), arm: pool.open()? };
        let learners = table.open_current()?;
        Ok(PlanArms { arms: Arms::new(first, Vec::new())?, learners })
    }

    pub fn play(&self, opened: &PlanArms, lab: &mut Lab<'_>) -> Result<Plans, Error> {
        let first = opened.arms.first();
        let ((written, bounds), setup) = self.table.play_first(
            &opened.arms,
            lab,
            |games| self.learners(games),
            |subject, tally| (results(subject, tally), Bounds::new(subject, tally)),
        )?;
        let inside = self.plans.iter().filter_map(|Player { strategy, .. }| {
            Some(self.table.inside(strategy.plan()?, strategy.never().map_or(&[][..], Never::words)))
        });
        let bases: Vec<Vec<Base>> =
            std::iter::once(self.table.learners(&[])).chain(inside).collect::<Result<_, Error>>()?;
        let results = self.table.each_among(&opened.learners, bases, setup.deals, lab)?;
        let (control, inside) = (&results[0], &results[1..]);
        let met = self.met(first, inside, setup.extent.deals, lab)?;

        let named = &opened.learners;
        let samples = self.plans.iter().zip(inside).enumerate().map(|(at, (player, inside))| PlanSamples {
            player,
            aims: aims(player, named),
            control,
            inside,
            shares: met.iter().filter_map(|shares| shares.get(at).copied()).collect(),
            written: written.get(at).copied().unwrap_or(Estimate::MISSING),
        });
        let mut rows = rows::all(&samples.collect::<Vec<_>>(), bounds)?;
        let control = rows.first().and_then(|row| row.cost.one);
        let value = |row: &PlanRow| row.share.value.unwrap_or(f64::NEG_INFINITY);
        rows.sort_by(|one, other| value(other).total_cmp(&value(one)));
        Ok(Plans { setup, control, bounds, rows })
    }

    /// Work of a control and of one learner per plan, who then play each other.
    fn learners(&self, games: u64) -> Work {
        self.table.contrast(self.plans.len() + 1, games) + Work::played(games)
    }

    pub fn work(&self, opened: &PlanArms) -> Work {
        self.table.work(&opened.arms, |games| self.learners(games))
    }

    /// Results of the trained players among each other, by repeat and plan.
    fn met(
        &self,
        first: &NamedArm,
        inside: &[Vec<LearnerResult>],
        deals: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Vec<Estimate>>, Error> {
        let (entry, arm) = (self.table.arm.rules.entry, &first.arm);
        let repeats = self.table.budget.repeats;
        lab.progress.on_event(Event::Plan { arms: repeats as usize, games: arm.schedule.games_of(0..deals) });
        let mut met = Vec::new();
        for repeat in 0..repeats {
            let of_repeat = self.plans.iter().zip(inside).filter_map(|(player, own)| {
                let text = own.get(repeat as usize)?.strategy.text()?;
                Some(entry.read_strategy(&player.named, &player.path(), text, &[]))
            });
            let strategies: Vec<Strategy> = of_repeat.collect::<Result<_, _>>()?;
            let seats = Seats { players: arm.frame.players, strategies, lineup: None, seed: arm.inputs.seed };
            let named = NamedArm { name: "trained".to_owned(), arm: entry.arm(&arm.rules(), seats)? };
            let deals = self.table.budget.part_of(0..deals, repeat);
            let tally = lab.tally(&named, deals, Worth::IfLong)?;
            met.push(results(&named.arm.subject(), &tally));
        }
        Ok(met)
    }

    pub fn command(&self, games: u64) -> Result<Command, Error> {
        let names = self.plans.iter().map(|player| &player.named);
        let command = self.table.arm.command(Verb::Plans, Some(games))?.names(names);
        let budget = self.table.budget;
        Ok(command.option("learn", budget.games).option("repeats", budget.repeats))
    }
}

/// The result of each strategy at a table: see [`Bounds`].
fn results(subject: &Subject<'_>, tally: &Tally) -> Vec<Estimate> {
    let result = |at: usize| match subject.objective {
        Objective::Wins => subject.utility().of_group(tally, Group::Strategy(at)),
        Objective::Points => beyond_mean(subject, tally, Group::Strategy(at)).difference,
    };
    (0..subject.strategies.len()).map(result).collect()
}

fn aims(player: &Player, named: &NamedArm) -> Vec<(String, Aim)> {
    let Some(plan) = player.strategy.plan() else { return Vec::new() };
    let aims = plan.resolve(named.arm.game.components(), named.arm.info.measures);
    plan.aims().iter().map(|(word, _)| word.clone()).zip(aims.all).collect()
}
