//! What a rule change does once players have adapted to it.
//!
//! Every arm is played twice: *at once*, by the players as they are, and *after adaptation*, by players trained
//! further under its rules. The baseline's players train further with the same budget, so that the result shows the
//! change and not the longer training. All of it is repeated, each time with its own training seed and its own deals,
//! so that errors cover deals and training.
//!
//! To measure how much people would have to relearn, adapted players and unadapted ones meet under the new rules: one
//! adapted player among unadapted ones, and one unadapted player among adapted ones.

pub(crate) mod barred;
pub(crate) mod jobs;
pub(crate) mod read;
pub(crate) mod trainer;

use std::ops::Range;

use sim_play::{
    Entry,
    arm::{Arm, Arms, NamedArm, Subject},
    tally::Tally,
};
use sim_script::{Level, Strategy};
use sim_stats::{Estimate, repeats::Repeats};

use crate::{
    Effort, Error, Extent, Lab, Refusal, Work,
    command::Command,
    effect::EffectScale,
    figure::Unit,
    pairs::{Contrast, FigureRow, between},
    player::{Player, is_shipped},
    spec::{ArmSpec, Field},
};
use read::together;

/// Default games per training run.
pub const GAMES: u64 = 30_000;
pub const REPEATS: u64 = 3;
/// Upper limit: every repeat is a training run for every arm.
pub const MOST_REPEATS: u64 = 100;
/// Default strategies to train further, in order of preference.
const STARTS: [&str; 4] = ["champion", "expert", DEFAULT, "greedy"];
const DEFAULT: &str = "default";
/// A smaller change of the objective is no reason to play differently; see [`EffectScale`].
const SMALL: f64 = 0.05;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Games per training run, 1 or more.
    pub games: u64,
    /// Training runs per arm, 1 or more, each with its own seed.
    pub repeats: u64,
}

impl Budget {
    /// The share of `deals` that belongs to a repeat, counted from 0; repeats share no deals.
    pub(crate) fn part_of(self, deals: Range<u64>, repeat: u64) -> Range<u64> {
        let all = u128::from(deals.end - deals.start);
        let end = |repeat: u64| deals.start + (all * u128::from(repeat) / u128::from(self.repeats)) as u64;
        end(repeat)..end(repeat + 1)
    }

    pub(crate) fn training(self, count: usize) -> Work {
        Work::trained(self.games).times(self.repeats).times(count as u64)
    }

    pub fn on(self, command: Command) -> Command {
        command.option("adapt", self.games).option("repeats", self.repeats)
    }
}

#[derive(Clone)]
pub struct AdaptSpec {
    /// The baseline: a panel, or a line-up of one strategy in all seats. See [`AdaptSpec::seat`].
    pub arm: ArmSpec,
    pub budget: Budget,
    pub effort: Effort,
}

#[derive(Debug, Clone)]
pub struct Adaptation {
    /// Its games count once per arm at once, and once more after adaptation.
    pub setup: ContrastSetup,
    pub first: String,
    pub arms: Vec<AdaptedArm>,
    /// The gain from further training under the baseline's rules, which is no effect of a change.
    pub control: Meeting,
}

#[derive(Debug, Clone)]
pub struct AdaptedArm {
    pub name: String,
    /// Figures of games and seats come before measures.
    pub figures: Vec<AdaptedFigure>,
    pub components: Vec<AdaptedFigure>,
    pub meeting: Meeting,
    pub retraining: RetrainingEffect,
}

/// The setup of a contrast of trained players: their table, their training, and the games they played.
#[derive(Debug, Clone)]
pub struct ContrastSetup {
    /// Of the baseline.
    pub extent: Extent,
    /// The level of the players among whom learners train and play.
    pub level: Level,
    pub budget: Budget,
    /// Games per learner, over all repeats.
    pub games: u64,
    /// Deals of these games; in each, the learner takes every seat in turn.
    pub deals: u64,
    /// Unit of the compared results: win rate or points.
    pub unit: Unit,
}

/// A figure of an arm minus that of the baseline.
#[derive(Debug, Clone, PartialEq)]
pub struct AdaptedFigure {
    pub at_once: FigureRow,
    /// Between players adapted to either; the error covers deals and training.
    pub after: FigureRow,
}

/// Adapted and unadapted players at one table. An equal share is fair.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meeting {
    /// The result of one adapted player among unadapted ones.
    pub adapted: Estimate,
    /// The result of one unadapted player among adapted ones.
    pub as_they_were: Estimate,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RetrainingEffect {
    /// How much more an adapted player wins among unadapted ones than one trained further under the old rules.
    pub gain: Estimate,
    /// How much less an unadapted player wins among adapted ones than in the control.
    pub loss: Estimate,
    pub need: RetrainingNeed,
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum RetrainingNeed {
        /// A gain or loss is significantly larger than the threshold.
        Much = "much",
        /// Gain and loss are both significantly smaller than the threshold.
        None = "none",
        /// A gain or loss is significant, but may be below the threshold.
        Some = "some",
        Open = "undecided",
    }
}

impl RetrainingNeed {
    fn judge(gain: &Estimate, loss: &Estimate, small: f64) -> RetrainingNeed {
        let both = [gain, loss].map(|one| one.interval);
        let any = |beyond: f64| both.iter().flatten().any(|ends| ends.low > beyond);
        match both {
            _ if any(small) => RetrainingNeed::Much,
            [Some(gain), Some(loss)] if gain.high < small && loss.high < small => RetrainingNeed::None,
            _ if any(0.0) => RetrainingNeed::Some,
            _ => RetrainingNeed::Open,
        }
    }
}

pub(crate) fn several(named: usize) -> Refusal {
    let help = "name one with --strategies, or none for the panel; --panel takes several strong ones";
    Refusal::new(
        format!("players who adapt are a panel or copies of one strategy, and {named} are named"),
        help,
    )
}

pub(crate) fn changes_players(arm: &str) -> Refusal {
    let message = format!("`{arm}` changes how a strategy plays, and not the rules");
    Refusal::new(message, "leave it out, or leave --adapt out")
}

/// The strongest shipped strategy whose formulas read the situation.
pub fn usual_start(entry: &Entry) -> &'static str {
    // Only the `default` of a game without strategies reads nothing. Trained files are long, so they are not read for
    // this.
    let plays = |name: &&str| {
        let strategy = || entry.shipped_strategy(name).ok().flatten();
        *name != DEFAULT || strategy().is_some_and(|strategy| !strategy.reads_nothing())
    };
    STARTS.into_iter().find(|name| is_shipped(entry, name) && plays(name)).unwrap_or(DEFAULT)
}

impl AdaptSpec {
    /// Seats a panel, or copies of one strategy.
    ///
    /// # Errors
    /// If the table has one seat, several strategies form no panel, or a strategy has no formulas; or if the budget
    /// is out of range.
    pub fn seat(arm: ArmSpec, budget: Budget, effort: Effort) -> Result<AdaptSpec, Refusal> {
        if !(1..=MOST_REPEATS).contains(&budget.repeats) {
            let message = format!("--repeats {} is out of range", budget.repeats);
            return Err(Refusal::new(message, format!("give 1 to {MOST_REPEATS}")));
        }
        if budget.games == 0 {
            return Err(Refusal::new("--adapt 0 learns nothing", "give 1 or more"));
        }
        if arm.players == 1 {
            let message = "a player alone at the table has nobody to train against";
            return Err(Refusal::new(message, "give --players 2 or more"));
        }
        let named = arm.field.distinct();
        let is_bare = |one: &&&Player| one.strategy.text().is_none() || one.strategy.search().is_some();
        if let Some(one) = named.iter().find(is_bare) {
            let message = format!("{} has no formulas that could learn", one.named);
            return Err(Refusal::new(message, "name a script: see `sim list --game GAME`"));
        }
        if arm.field.panel().is_some() {
            return Ok(AdaptSpec { arm, budget, effort });
        }
        let &[start] = &named[..] else { return Err(several(named.len())) };
        let field = Field::Lineup(vec![start.clone(); arm.players]);
        Ok(AdaptSpec { arm: ArmSpec { field, ..arm }, budget, effort })
    }

    /// Games of the first arm; 0 if only results decide their number.
    fn first_games(&self, arms: &Arms) -> u64 {
        self.effort.deals(arms).map_or(0, |deals| arms.first().arm.schedule.games_of(0..deals))
    }

    /// Work of the arms, plus that of the learners given the games of the first arm.
    pub(crate) fn work(&self, arms: &Arms, learners: impl Fn(u64) -> Work) -> Work {
        Work::of_arms(arms, self.effort) + learners(self.first_games(arms))
    }

    /// Work of training this many learners, each of which then plays about as many games as the first arm.
    pub(crate) fn contrast(&self, learners: usize, games: u64) -> Work {
        let players = self.arm.players as u64;
        let each = games.div_ceil(players).saturating_mul(players);
        self.budget.training(learners) + Work::played(each).times(learners as u64)
    }

    /// Plays the first arm before anybody trains and returns what `read` makes of it, with the setup of the contrast.
    /// Announces the work of the arms and of the learners.
    pub(crate) fn play_first<T>(
        &self,
        arms: &Arms,
        lab: &mut Lab<'_>,
        learners: impl Fn(u64) -> Work,
        mut read: impl FnMut(&Subject<'_>, &Tally) -> T,
    ) -> Result<(T, ContrastSetup), Error> {
        lab.expect(self.work(arms, &learners));
        let mut compared = lab.before(learners(self.first_games(arms)), |lab| {
            lab.compare_all(arms, self.effort, |at| Ok(read(&at.named.arm.subject(), at.tally)))
        })?;
        let setup = self.setup(&arms.first().arm, compared.deals);
        lab.expect(learners(setup.games));
        Ok((compared.read.remove(0), setup))
    }

    fn setup(&self, first: &Arm, deals: u64) -> ContrastSetup {
        let games = first.schedule.games_of(0..deals);
        ContrastSetup {
            extent: Extent::of(first, deals),
            level: self.arm.level(),
            budget: self.budget,
            games,
            deals: games.div_ceil(first.frame.players as u64),
            unit: Unit::of_objective(first.subject().objective, first.info),
        }
    }

    pub(crate) fn is_panel(&self) -> bool {
        self.arm.field.panel().is_some()
    }

    /// Arms with players trained further under each arm's rules, by arm and repeat.
    pub fn adapted(&self, arms: &[&NamedArm], lab: &mut Lab<'_>) -> Result<Vec<Vec<NamedArm>>, Error> {
        self.tables(arms, |seed, _| seed, lab)
    }

    /// Like [`adapted`](AdaptSpec::adapted), but each repeat has its own deals.
    pub fn adapted_apart(&self, arms: &[&NamedArm], lab: &mut Lab<'_>) -> Result<Vec<Vec<NamedArm>>, Error> {
        self.tables(arms, u64::wrapping_add, lab)
    }

    /// `seed` maps an arm's seed and a repeat to the seed of its deals.
    fn tables(
        &self,
        arms: &[&NamedArm],
        seed: fn(u64, u64) -> u64,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<Vec<NamedArm>>, Error> {
        let learned = self.adapt(arms, lab)?;
        let of = |(named, strategies): (&&NamedArm, Vec<Vec<Strategy>>)| -> Result<Vec<NamedArm>, Error> {
            let own = named.arm.inputs.seed;
            let each = (0..).zip(&strategies);
            each.map(|(repeat, players)| self.adapted_table(named, players, seed(own, repeat))).collect()
        };
        arms.iter().zip(learned).map(of).collect()
    }

    /// Plays the arms at once, trains players further under the rules of each, and plays the arms again.
    ///
    /// # Errors
    /// If strategies differ between arms; errors of training, playing and the store.
    pub fn play(&self, arms: &Arms, lab: &mut Lab<'_>) -> Result<Adaptation, Error> {
        let first = arms.first();
        let others = arms.others().iter();
        if let Some(odd) = others.clone().find(|one| one.arm.inputs.strategies != first.arm.inputs.strategies)
        {
            return Err(changes_players(&odd.name).into());
        }
        let repeats = Repeats::new(self.budget.repeats as usize);
        let count = arms.all().count();
        let adapted = |deals: u64| -> Result<Work, Error> {
            let met = self.meetings(arms, deals)?.work(self.budget).times(count as u64);
            Ok(self.budget.training(count) + Work::of_deals(arms.all(), deals) + met)
        };
        let later = self.effort.deals(arms).map_or(Ok(Work::NONE), adapted)?;
        lab.expect(Work::of_arms(arms, self.effort) + later);
        let mut small = SMALL;
        let compared = lab.before(later, |lab| {
            lab.compare_all(arms, self.effort, |at| match at.at {
                0 => {
                    small = EffectScale::new(&at.named.arm.subject(), at.tally).threshold(SMALL);
                    Ok(None)
                }
                _ => Ok(Some(between((&at.named.arm, at.tally), (&first.arm, at.first), Contrast::new)?)),
            })
        })?;
        let deals = compared.deals;
        let setup = self.setup(&first.arm, deals);
        let unit = setup.unit;
        lab.expect(adapted(deals)?);
        let learned = self.adapt(&arms.all().collect::<Vec<_>>(), lab)?;
        let after = self.play_adapted(arms, &learned, deals, lab)?;
        let met = self.meet(arms, &learned, deals, lab)?;
        let (control, rest) = (&met[0], &met[1..]);
        let read = compared.read.into_iter().flatten().zip(&after);
        let told = others.zip(read).zip(rest).map(|((named, (at_once, after)), met)| {
            let (figures, components) = together(at_once, after, &repeats);
            AdaptedArm {
                name: named.name.clone(),
                figures,
                components,
                meeting: met.estimate(&repeats, unit),
                retraining: met.beyond(control, &repeats, (unit, small)),
            }
        });
        let (arms, control) = (told.collect(), control.estimate(&repeats, unit));
        Ok(Adaptation { setup, first: first.name.clone(), arms, control })
    }
}
