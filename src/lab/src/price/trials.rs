use std::ops::Range;

use sim_play::arm::{NamedArm, Shard};
use sim_script::Strategy;
use sim_stats::{Estimate, repeats::Repeats};

use super::{PriceRow, PricedComponent};
use crate::{
    Error, Event, Lab, Playing,
    adapt::{
        AdaptSpec,
        barred::{BarredRun, Results, loss_beyond},
        trainer::{LearnerResult, Variation},
    },
    health::{Health, Violation},
    spec::Setting,
    store::Worth,
};

pub struct Trials<'a> {
    pub table: &'a AdaptSpec,
    /// Deals of each learner at the first analysis, over all repeats.
    pub deals: u64,
    /// Number of analyses; each comes after twice the deals of the one before.
    pub analyses: u32,
}

pub struct CurrentPrices {
    names: Vec<String>,
    /// In the order of the components.
    pub run: BarredRun,
}

impl CurrentPrices {
    /// Results of the player barred from a component at its current price.
    fn barred_results(&self, name: &str) -> &[LearnerResult] {
        let at = self.names.iter().position(|one| one == name);
        at.map_or(&[], |at| &self.run.barred[at])
    }

    /// Names of the median component, or the two that share it, among the others of a component's kind.
    fn median_of_others(&self, name: &str) -> impl Iterator<Item = &String> {
        let at = self.names.iter().position(|one| one == name);
        at.into_iter().flat_map(|at| &self.run.medians[at]).map(|at| &self.names[*at])
    }
}

/// Worth of a component beyond the median at another price, and how games there are degenerate, if they are.
pub struct AtPrice {
    pub beyond: Estimate,
    pub violation: Option<Violation>,
}

impl Trials<'_> {
    fn repeats(&self) -> u64 {
        self.table.budget.repeats
    }

    /// Repeats whose intervals hold for all analyses together.
    fn over(&self) -> Repeats {
        Repeats::looked_at(self.repeats() as usize, self.analyses as usize)
    }

    /// The deals of a repeat up to an analysis, counted from 0: the first part of its own range.
    fn part_of(&self, analysis: u32, repeat: u64) -> Range<u64> {
        let of = |deals: u64| self.table.budget.part_of(0..deals, repeat);
        let own = of(self.deals << (self.analyses - 1));
        let now = of(self.deals << analysis);
        own.start..own.start + (now.end - now.start)
    }

    /// Trains the players barred from a share of the components at current prices; returns their number.
    pub fn keep(
        &self,
        first: &NamedArm,
        priced: &[PricedComponent],
        shard: Shard,
        lab: &mut Lab<'_>,
    ) -> Result<usize, Error> {
        let fields = self.table.rivals(&[first], lab)?;
        let mine = |(at, _): &(usize, Option<&str>)| *at as u64 % shard.of == shard.number - 1;
        let names = (0..).zip(names(priced)).filter(mine).map(|(_, name)| name);
        Ok(self.results(&self.barred_variations(first, &fields[0], names)?, lab)?.len())
    }

    pub fn at_current_prices(
        &self,
        first: &NamedArm,
        priced: &[PricedComponent],
        lab: &mut Lab<'_>,
    ) -> Result<CurrentPrices, Error> {
        let fields = self.table.rivals(&[first], lab)?;
        let results = self.results(&self.barred_variations(first, &fields[0], names(priced))?, lab)?;
        let kinds: Vec<Option<&String>> = priced.iter().map(|one| Some(&one.component.kind)).collect();
        let names = priced.iter().map(|one| one.component.name.clone()).collect();
        Ok(CurrentPrices { names, run: BarredRun::new(results, &kinds, &self.over())? })
    }

    /// Doubles the deals of the undecided components at these indices: of the players barred from each and from its
    /// median, and of the control.
    pub fn extend(
        &self,
        current: &mut CurrentPrices,
        open: &[usize],
        analysis: u32,
        lab: &mut Lab<'_>,
    ) -> Result<(), Error> {
        let run = &mut current.run;
        let is_needed = |at: usize| open.iter().any(|&one| one == at || run.medians[one].contains(&at));
        let needed: Vec<usize> = (0..run.barred.len()).filter(|&at| is_needed(at)).collect();
        let seats = run.control.first().map_or(0, |one| one.named.arm.frame.players as u64);
        let arms = (needed.len() + 1) * self.repeats() as usize;
        let games = (seats * self.deals * (needed.len() as u64 + 1)) << (analysis - 1);
        lab.progress.on_event(Event::Plan { arms, games });
        self.play_further(&mut run.control, analysis, lab)?;
        for at in needed {
            self.play_further(&mut run.barred[at], analysis, lab)?;
        }
        open.iter().try_for_each(|&at| run.weigh(at, &self.over()))
    }

    fn play_further(&self, results: &mut Results, analysis: u32, lab: &mut Lab<'_>) -> Result<(), Error> {
        for (repeat, LearnerResult { named, tally, .. }) in (0..).zip(results) {
            let deals = self.part_of(analysis, repeat);
            let playing = Playing { named, deals, goal: None, worth: Worth::IfLong };
            *tally = lab.further(&playing, tally.clone())?;
        }
        Ok(())
    }

    /// Worth of components beyond the median at other prices, with learners trained at these prices.
    pub fn at_prices(
        &self,
        wanted: &[(&PriceRow, i64)],
        current: &CurrentPrices,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<AtPrice>, Error> {
        let mut arms: Vec<NamedArm> = Vec::new();
        for (row, price) in wanted {
            let mut spec = self.table.arm.clone();
            spec.rules.set.extend(row.price.at(*price).parse::<Setting>().ok());
            arms.push(NamedArm { name: format!("{} at {price}", row.component.name), arm: spec.open()? });
        }
        let fields = self.table.rivals(&arms.iter().collect::<Vec<_>>(), lab)?;
        // The player barred from the median trains anew too: where one component of a kind is cheap, the others are
        // worth less.
        let mut variations: Vec<Variation<'_>> = Vec::new();
        for ((named, fields), (row, _)) in arms.iter().zip(&fields).zip(wanted) {
            let names =
                std::iter::once(&row.component.name).chain(current.median_of_others(&row.component.name));
            variations.extend(self.barred_variations(
                named,
                fields,
                names.map(|name| Some(name.as_str())),
            )?);
        }
        let barred = self.results(&variations, lab)?;
        let mut barred = &barred[..];
        let mut found = Vec::new();
        for (row, _) in wanted {
            let count = 1 + current.median_of_others(&row.component.name).count();
            let (own, rest) = barred.split_at(count.min(barred.len()));
            barred = rest;
            let median_of_others: Vec<&[LearnerResult]> = own[1..].iter().map(|barred| &barred[..]).collect();
            let beyond = loss_beyond(&self.over(), &median_of_others, &own[0])?.difference;
            let current = health(current.barred_results(&row.component.name));
            let violation = health(&own[0]).zip(current).and_then(|(own, current)| own.violation(&current));
            found.push(AtPrice { beyond, violation });
        }
        Ok(found)
    }

    /// Learners barred from some components, or from none, each among these rivals.
    fn barred_variations<'v>(
        &self,
        named: &'v NamedArm,
        rivals: &'v [Vec<Strategy>],
        names: impl IntoIterator<Item = Option<&'v str>>,
    ) -> Result<Vec<Variation<'v>>, Error> {
        let variation = |name: Option<&str>| {
            let bans: Vec<String> = name.iter().map(|name| (*name).to_owned()).collect();
            Ok(Variation { named, bases: self.table.learners(&bans)?, rivals })
        };
        names.into_iter().map(variation).collect()
    }

    fn results(&self, variations: &[Variation<'_>], lab: &mut Lab<'_>) -> Result<Vec<Results>, Error> {
        self.table.results(variations, |repeat| self.part_of(0, repeat), lab)
    }
}

fn health(barred: &[LearnerResult]) -> Option<Health> {
    Health::over(barred.iter().map(|one| (&one.named, &one.tally)))
}

fn names(priced: &[PricedComponent]) -> impl Iterator<Item = Option<&str>> {
    std::iter::once(None).chain(priced.iter().map(|one| Some(one.component.name.as_str())))
}
