//! Which components are too strong, too weak or mispriced: use, association with winning, effect of removal, loss
//! when barred and fair price of each, with one verdict.
//!
//! The measured column closest to a cause decides: price, then loss when barred, then removal. Association is no
//! cause, so by itself it at most marks a component for a check. See [`verdict`].

pub(crate) mod table;
pub mod verdict;

use sim_engine::Component;
use sim_stats::{Estimate, estimate::student_p_value, paired::PairedEstimate};

use crate::{
    Effort, Ended, Error, Extent, Lab, Parts, Work,
    ablate::{self, AblateSpec, Ablation, is_match_of},
    adapt::{AdaptSpec, Budget},
    command::{Command, Verb},
    contrast::ContrastArms,
    effect::EffectScale,
    experiment::{NamedArm, Shard},
    figure::{Figure, Unit},
    not_played::{self, NotPlayed, WhyNot},
    pairs::q_values,
    price::{self, PriceRow, PriceSpec, Prices, TOLERANCE, payments::Payment},
    spec::ArmSpec,
    tables::{self, Table},
    worth::{self, UseContrast, WorthSpec, Worths},
};
use verdict::Judgement;

#[derive(Clone)]
pub struct ComponentsSpec {
    /// The table at which use, association and removal are measured.
    pub arm: ArmSpec,
    /// Names or kinds, where * matches any text; empty means all components. With `worth`, also bans of other things
    /// than components.
    pub patterns: Vec<String>,
    pub effort: Effort,
    /// How to train the players barred from each component.
    pub worth: Option<AdaptSpec>,
    /// How to search for fair prices; `patterns` replace its components.
    pub price: Option<PriceSpec>,
}

pub struct ComponentArms {
    removal: AblateSpec,
    pub arms: ContrastArms<ablate::Change>,
    /// Indices of the components at the table.
    places: Vec<usize>,
    worth: Option<(WorthSpec, worth::WorthArms)>,
    price: Option<(PriceSpec, price::PriceArms)>,
}

#[derive(Debug, Clone)]
pub struct ComponentReport {
    pub extent: Extent,
    /// Games per arm.
    pub games: u64,
    /// The strategies among which use, association and removal were measured.
    pub strategies: Vec<String>,
    /// By kind, and there by verdict: required changes first.
    pub rows: Vec<ComponentRow>,
    pub removal: Ablation,
    /// None if not requested or not finished.
    pub worth: Option<Worths>,
    pub price: Option<Prices>,
    pub ended: Ended,
}

#[derive(Debug, Clone)]
pub struct ComponentRow {
    pub component: Component,
    /// Share of the seats that use it in a game.
    pub used: Option<f64>,
    /// Win rate of its users minus that of others at the same table.
    pub association: Estimate,
    pub association_q: Option<f64>,
    /// Unit of the effects: win rate or points.
    pub unit: Unit,
    /// An effect is ok within this distance of the median of its kind, in that unit.
    pub tolerance: f64,
    /// Win rate or points of its users with it minus without it in the box; none if there is no such arm.
    pub removal: Option<Contrast>,
    /// Win rate or points of a trained player minus those of one barred from it.
    pub loss: Option<Contrast>,
    pub price: Option<PriceRow>,
    pub payment: Option<Payment>,
    pub judgement: Judgement,
}

/// An effect on win rate or points, and its difference from the median of the other components of the kind.
#[derive(Debug, Clone, Copy)]
pub struct Contrast {
    pub effect: PairedEstimate,
    pub q_value: Option<f64>,
    /// The effect minus that of the median, with its q-value; none if no other component was measured.
    pub beyond: Option<(Estimate, Option<f64>)>,
}

impl ComponentsSpec {
    /// # Errors
    /// If patterns match nothing, or nothing that can be barred or priced where that is requested.
    pub fn open(&self) -> Result<ComponentArms, Error> {
        let first = self.arm.open()?;
        let components = first.game.components();
        let is_component =
            |pattern: &&String| components.iter().any(|one| is_match_of(pattern, one, &first.settings));
        let named: Vec<String> = self.patterns.iter().filter(is_component).cloned().collect();
        if self.worth.is_none() || self.price.is_some() && named.is_empty() {
            ablate::check(&self.patterns, &first)?;
        }
        let worth = self.worth.clone().map(|table| WorthSpec { table, bans: self.patterns.clone() });
        let price = self.price.clone().map(|spec| PriceSpec { components: named.clone(), ..spec });
        let without = if self.patterns.is_empty() { vec!["*".to_owned()] } else { named };
        let is_asked =
            |(_, one): &(usize, &Component)| ablate::is_match_of_any(&without, one, &first.settings);
        let places = components.iter().enumerate().filter(is_asked).map(|(at, _)| at).collect();
        let removal = AblateSpec::removal(self.arm.clone(), without, self.effort);
        Ok(ComponentArms {
            arms: removal.arms()?,
            removal,
            places,
            worth: worth.map(|spec| spec.open().map(|opened| (spec, opened))).transpose()?,
            price: price.map(|spec| spec.open().map(|opened| (spec, opened))).transpose()?,
        })
    }

    pub fn play(&self, opened: &ComponentArms, lab: &mut Lab<'_>) -> Result<ComponentReport, Error> {
        let mut seen = None;
        let mut parts = opened.parts();
        let removal = parts.next(lab, |lab| {
            opened.removal.play_and_see(&opened.arms, lab, |subject, tally| {
                let tolerance = EffectScale::new(subject, tally).threshold(TOLERANCE);
                seen = Some((UseContrast::of_components(subject, tally, &opened.places), tolerance));
            })
        })?;
        let (seen, tolerance) = seen.ok_or(Error::Stopped)?;
        let mut ended = removal.ended;
        let worth = opened.worth.as_ref();
        let play_worth = |(spec, opened): &(WorthSpec, _)| parts.next(lab, |lab| spec.play(opened, lab));
        let worth = unless_stopped(&mut ended, worth, play_worth)?;
        let price = opened.price.as_ref();
        let play_price = |(spec, opened): &(PriceSpec, _)| parts.next(lab, |lab| spec.play(opened, lab));
        let price = unless_stopped(&mut ended, price, play_price)?;
        let first = &opened.arms.arms.first().arm;
        let subject = first.subject();
        let mut report = ComponentReport {
            extent: removal.extent,
            games: first.schedule.games_of(0..removal.extent.deals),
            strategies: subject.strategies.clone(),
            rows: Vec::new(),
            removal,
            worth,
            price,
            ended,
        };
        let components = opened.places.iter().map(|at| &subject.components[*at]);
        let unit = Unit::of_objective(subject.objective, subject.info);
        report.rows = rows(&report, components.zip(seen), (unit, tolerance));
        Ok(report)
    }

    /// The command that reproduces this; `played` is the games per arm if they were played until precise.
    pub fn command(&self, played: u64) -> Result<Command, Error> {
        let games = if let Effort::Games(games) = self.effort { games } else { played };
        let mut command = self.arm.command(Verb::Components, Some(games))?.names(&self.patterns);
        let price = self.price.as_ref();
        for (name, table) in [("worth", self.worth.as_ref()), ("price", price.map(|price| &price.table))] {
            if table.is_some() {
                command = command.flag(name);
            }
        }
        let tables = self.worth.iter().chain(price.map(|price| &price.table));
        let budgets: Vec<Budget> = tables.map(|table| table.budget).collect();
        if let [budget, rest @ ..] = &budgets[..] {
            // Budgets that differ are the defaults.
            if rest.iter().all(|other| other.games == budget.games) {
                command = command.option("learn", budget.games);
            }
            command = command.option("repeats", budget.repeats);
        }
        let most = price.map(|price| games << (price.analyses() - 1)).filter(|most| *most > games);
        Ok(most.into_iter().fold(command, |command, most| command.option("most", most)))
    }
}

impl ComponentArms {
    /// The baselines and the tables without a component.
    pub fn tables(&self) -> impl Iterator<Item = &NamedArm> {
        let worth = self.worth.as_ref().map(|(_, opened)| &opened.arms);
        let price = self.price.as_ref().map(|(_, opened)| &opened.arms);
        self.arms.arms.all().chain(worth.or(price).into_iter().flat_map(|arms| arms.all()))
    }

    /// Removal, then worth and prices if requested.
    fn parts(&self) -> Parts {
        let removal = Work::of_arms(&self.arms.arms, self.removal.effort);
        let worth = self.worth.iter().map(|(spec, opened)| spec.work(opened));
        let price = self.price.iter().map(|(spec, opened)| spec.work(opened));
        Parts::new(std::iter::once(removal).chain(worth).chain(price))
    }

    /// The number of arms, bans and prices, with their baselines, to play before other prices are tried.
    pub fn count(&self) -> usize {
        let bans = self.worth.as_ref().map_or(0, |(_, opened)| opened.bans.len() + 1);
        let prices = self.price.as_ref().map_or(0, |(spec, opened)| spec.first_arms(opened));
        self.arms.arms.all().count() + bans + prices
    }

    /// Plays and keeps a share of the arms, and of the training runs for prices.
    pub fn keep(&self, shard: Shard, lab: &mut Lab<'_>) -> Result<usize, Error> {
        let (Effort::Games(games) | Effort::Until { most: games, .. }) = self.removal.effort;
        let arms = lab.keep(&self.arms.arms, shard, games)?;
        let prices = self.price.as_ref().map(|(spec, opened)| spec.keep(opened, shard, lab)).transpose()?;
        Ok(arms + prices.unwrap_or(0))
    }
}

impl ComponentReport {
    /// How many of the items that [`ComponentArms::count`] counts a stopped report contains.
    pub fn count(&self) -> usize {
        let bans = self.worth.as_ref().map_or(0, |worth| worth.rows.len() + 1);
        self.removal.played + 1 + bans
    }

    pub fn tables(&self) -> Vec<Table> {
        let mut all = vec![table::table(&self.rows), tables::ablate::table(&self.removal)];
        all.extend(self.worth.as_ref().map(tables::worth::table));
        all.extend(self.price.iter().flat_map(tables::price::tables));
        all.extend(not_played::table(&self.not_played()));
        all
    }

    /// What the measurements could not play, and why.
    pub fn not_played(&self) -> Vec<NotPlayed> {
        let worth = self.worth.iter().flat_map(|worth| &worth.not_played);
        let price = self.price.iter().flat_map(|price| &price.not_played);
        self.removal.not_played.iter().chain(worth).chain(price).cloned().collect()
    }

    fn why_not_removed(&self, name: &str) -> Option<&WhyNot> {
        self.removal.not_played.iter().find(|one| one.name == name).map(|one| &one.why)
    }
}

/// Runs one measurement; none if it was not requested, or stopped before it finished.
fn unless_stopped<S, T>(
    ended: &mut Ended,
    part: Option<&S>,
    play: impl FnOnce(&S) -> Result<T, Error>,
) -> Result<Option<T>, Error> {
    let Some(part) = part.filter(|_| *ended == Ended::Whole) else { return Ok(None) };
    match play(part) {
        Err(Error::Stopped) => {
            *ended = Ended::Stopped;
            Ok(None)
        }
        played => played.map(Some),
    }
}

fn rows<'c>(
    report: &ComponentReport,
    components: impl Iterator<Item = (&'c Component, UseContrast)>,
    (unit, tolerance): (Unit, f64),
) -> Vec<ComponentRow> {
    let removals = removals(&report.removal);
    let losses = report.worth.as_ref().map_or(Vec::new(), losses);
    let of = |all: &[(String, Contrast)], name: &str| {
        all.iter().find(|(known, _)| known == name).map(|(_, contrast)| *contrast)
    };
    let mut rows: Vec<ComponentRow> = Vec::new();
    for (component, seen) in components {
        let is_it = |other: &Component| other.name == component.name;
        let price = report.price.as_ref();
        let priced = price.and_then(|price| price.rows.iter().find(|row| is_it(&row.component)));
        let paid = price.and_then(|price| price.payments.iter().find(|row| is_it(&row.component)));
        let mut row = ComponentRow {
            component: component.clone(),
            used: seen.used,
            association: seen.contrast,
            association_q: seen.q_value,
            unit,
            // Priced components are judged among their buyers.
            tolerance: priced.and(price).map_or(tolerance, |price| price.tolerance),
            removal: of(&removals, &component.name),
            loss: of(&losses, &component.name),
            price: priced.cloned(),
            payment: paid.cloned(),
            judgement: Judgement::default(),
        };
        row.judgement = row.judge(report.ended, report.why_not_removed(&component.name));
        rows.push(row);
    }
    // Kinds, and equals within a kind, keep the order of the box.
    let kinds: Vec<String> = rows.iter().map(|row| row.component.kind.clone()).collect();
    let kind = |row: &ComponentRow| kinds.iter().position(|kind| *kind == row.component.kind);
    rows.sort_by_key(|row| (kind(row), row.judgement.verdict));
    rows
}

fn removals(removal: &Ablation) -> Vec<(String, Contrast)> {
    let figure = Figure::of(removal.objective);
    let rows: Vec<_> = removal.rows.iter().filter(|row| row.figure == figure).collect();
    let p_value = |estimate: &Estimate| {
        student_p_value(
            estimate.value? / estimate.standard_error.filter(|error| *error > 0.0)?,
            estimate.degrees,
        )
    };
    let beyond = q_values(rows.iter().map(|row| p_value(row.beyond.as_ref()?)));
    let rated = rows.into_iter().zip(beyond);
    let contrast = |(row, beyond_q): (&ablate::AblationRow, Option<f64>)| {
        let beyond = row.beyond.map(|beyond| (beyond, beyond_q));
        (row.component.name.clone(), Contrast { effect: row.paired, q_value: row.q_value, beyond })
    };
    rated.map(contrast).collect()
}

fn losses(worths: &Worths) -> Vec<(String, Contrast)> {
    let rated = worths.rows.iter().zip(q_values(worths.rows.iter().map(|row| row.beyond?.p_value)));
    let contrast = |(row, beyond_q): (&worth::WorthRow, Option<f64>)| {
        let beyond = row.beyond.map(|beyond| (beyond.difference, beyond_q));
        let name = row.component.as_ref()?.name.clone();
        Some((name, Contrast { effect: row.worth, q_value: row.q_value, beyond }))
    };
    rated.filter_map(contrast).collect()
}
