use std::ops::Range;

use sim_play::arm::{Named, Shard};
use sim_script::Strategy;
use sim_stats::{Estimate, paired::Paired, repeats::Repeats};

use super::{PriceRow, Priced};
use crate::{
    adapt::{
        barred::{loss, loss_beyond},
        trainer::{LearnerResult, Trainer, Variation},
    },
    bench::{Event, Lab},
    driver::Playing,
    error::Error,
    health::{Health, Violation},
    pairs::median,
    spec::Setting,
    store::Worth,
};

pub struct Trials<'a> {
    pub trainer: Trainer<'a>,
    /// Of each at the first look, over all repeats.
    pub deals: u64,
    /// Times that it is looked at what is not decided, each after twice the deals of the one before.
    pub looks: u32,
}

/// What one who learned on among others came to, repeat by repeat.
type Went = Vec<LearnerResult>;

pub struct Looked {
    /// In the order of the components.
    pub found: Vec<Found>,
    names: Vec<String>,
    /// Who went without nothing, and without each of them.
    control: Went,
    went: Vec<Went>,
    /// Of each of them the places of the middle of the others of its kind: one, or two.
    middles: Vec<Vec<usize>>,
}

impl Looked {
    /// The games of those who go without a component at its current price.
    fn without(&self, name: &str) -> &[LearnerResult] {
        let at = self.names.iter().position(|one| one == name);
        at.map_or(&[], |at| &self.went[at])
    }

    /// The names of the middle of the others of a component's kind.
    fn middle(&self, name: &str) -> impl Iterator<Item = &String> {
        let at = self.names.iter().position(|one| one == name);
        at.into_iter().flat_map(|at| &self.middles[at]).map(|at| &self.names[*at])
    }
}

/// What a component is worth beyond the middle at another price, and how games there are degenerate, if they are.
pub struct AtPrice {
    pub beyond: Estimate,
    pub violation: Option<Violation>,
}

pub struct Found {
    /// What one wins who may take it less what one wins who may not.
    pub worth: Paired,
    /// That less the worth of the middle of the others of its kind.
    pub beyond: Paired,
}

impl Trials<'_> {
    fn repeats(&self) -> u64 {
        self.trainer.spec.budget.repeats
    }

    /// Their intervals hold for all looks together.
    fn over(&self) -> Repeats {
        Repeats::looked_at(self.repeats() as usize, self.looks as usize)
    }

    /// The deals of a repeat up to a look, counted from 0: the first of those that are its own.
    fn part_of(&self, look: u32, repeat: u64) -> Range<u64> {
        let of = |deals: u64| self.trainer.spec.budget.part_of(deals, repeat);
        let own = of(self.deals << (self.looks - 1));
        let now = of(self.deals << look);
        own.start..own.start + (now.end - now.start)
    }

    /// Has those learn who go without a share of the components with their prices as they are, among players who all learned
    /// on; how many that are.
    pub fn keep(
        &self,
        first: &Named,
        priced: &[Priced],
        shard: Shard,
        lab: &mut Lab<'_>,
    ) -> Result<usize, Error> {
        let fields = self.trainer.rivals(&[first], lab)?;
        let mine = |(at, _): &(usize, Option<&str>)| *at as u64 % shard.of == shard.number - 1;
        let names = (0..).zip(names(priced)).filter(mine).map(|(_, name)| name);
        Ok(self.results(&self.without(first, &fields[0], names)?, lab)?.len())
    }

    pub fn as_they_are(&self, first: &Named, priced: &[Priced], lab: &mut Lab<'_>) -> Result<Looked, Error> {
        let fields = self.trainer.rivals(&[first], lab)?;
        let mut went = self.results(&self.without(first, &fields[0], names(priced))?, lab)?;
        let control = went.remove(0);
        let over = self.over();
        let worths: Vec<Paired> =
            went.iter().map(|went| loss(&over, &control, went)).collect::<Result<_, _>>()?;
        let sizes: Vec<f64> = worths.iter().map(|worth| worth.difference.value.unwrap_or(0.0)).collect();
        let middle = |at: usize| {
            let is_beside =
                |other: &usize| *other != at && priced[*other].component.kind == priced[at].component.kind;
            median((0..priced.len()).filter(is_beside).collect(), &sizes)
        };
        let middles: Vec<Vec<usize>> = (0..priced.len()).map(middle).collect();
        let mut found = Vec::new();
        for (at, worth) in worths.into_iter().enumerate() {
            let of_middle: Vec<&[LearnerResult]> = middles[at].iter().map(|at| &went[*at][..]).collect();
            found.push(Found { worth, beyond: loss_beyond(&over, &of_middle, &went[at])? });
        }
        let names = priced.iter().map(|one| one.component.name.clone()).collect();
        Ok(Looked { found, names, control, went, middles })
    }

    /// Looks again at what is open, at these places, after as many deals again: those who go without it, without the
    /// middle, and without nothing play on.
    pub fn look_again(
        &self,
        looked: &mut Looked,
        open: &[usize],
        look: u32,
        lab: &mut Lab<'_>,
    ) -> Result<(), Error> {
        let is_needed = |at: usize| open.iter().any(|&one| one == at || looked.middles[one].contains(&at));
        let needed: Vec<usize> = (0..looked.went.len()).filter(|&at| is_needed(at)).collect();
        let seats = looked.control.first().map_or(0, |one| one.named.arm.frame.players as u64);
        let arms = (needed.len() + 1) * self.repeats() as usize;
        let games = (seats * self.deals * (needed.len() as u64 + 1)) << (look - 1);
        lab.progress.see(Event::Plan { arms, games });
        let own = needed.iter().map(|&at| std::mem::take(&mut looked.went[at]));
        let all: Vec<Went> = std::iter::once(std::mem::take(&mut looked.control)).chain(own).collect();
        let mut further = Vec::new();
        for went in all {
            let mut own = Vec::new();
            for (repeat, LearnerResult { strategy, named, tally }) in (0..).zip(went) {
                let deals = self.part_of(look, repeat);
                let playing = Playing { named: &named, deals, goal: None, worth: Worth::IfLong };
                let tally = lab.further(&playing, tally)?;
                own.push(LearnerResult { strategy, named, tally });
            }
            further.push(own);
        }
        let mut further = further.into_iter();
        looked.control = further.next().unwrap_or_default();
        for (at, went) in needed.into_iter().zip(further) {
            looked.went[at] = went;
        }
        let over = self.over();
        for &at in open {
            let of_middle: Vec<&[LearnerResult]> =
                looked.middles[at].iter().map(|at| &looked.went[*at][..]).collect();
            let beyond = loss_beyond(&over, &of_middle, &looked.went[at])?;
            let worth = loss(&over, &looked.control, &looked.went[at])?;
            looked.found[at] = Found { worth, beyond };
        }
        Ok(())
    }

    /// What components are worth beyond the middle at other prices, where all have learned on at these.
    pub fn at_prices(
        &self,
        wanted: &[(&PriceRow, i64)],
        looked: &Looked,
        lab: &mut Lab<'_>,
    ) -> Result<Vec<AtPrice>, Error> {
        let mut arms: Vec<Named> = Vec::new();
        for (row, price) in wanted {
            let mut spec = self.trainer.spec.arm.clone();
            spec.rules.set.extend(row.price.at(*price).parse::<Setting>().ok());
            arms.push(Named { name: format!("{} at {price}", row.component.name), arm: spec.open()? });
        }
        let fields = self.trainer.rivals(&arms.iter().collect::<Vec<_>>(), lab)?;
        // Who goes without the middle learns anew too: where one of a kind is cheap, the others are worth less.
        let mut variations: Vec<Variation<'_>> = Vec::new();
        for ((named, fields), (row, _)) in arms.iter().zip(&fields).zip(wanted) {
            let names = std::iter::once(&row.component.name).chain(looked.middle(&row.component.name));
            variations.extend(self.without(named, fields, names.map(|name| Some(name.as_str())))?);
        }
        let went = self.results(&variations, lab)?;
        let mut went = &went[..];
        let mut found = Vec::new();
        for (row, _) in wanted {
            let count = 1 + looked.middle(&row.component.name).count();
            let (own, rest) = went.split_at(count.min(went.len()));
            went = rest;
            let middle: Vec<&[LearnerResult]> = own[1..].iter().map(|went| &went[..]).collect();
            let beyond = loss_beyond(&self.over(), &middle, &own[0])?.difference;
            let current = health(looked.without(&row.component.name));
            let violation = health(&own[0]).zip(current).and_then(|(own, current)| own.violation(&current));
            found.push(AtPrice { beyond, violation });
        }
        Ok(found)
    }

    /// Those who train at a table without some components, or without none, each among players of these fields.
    fn without<'v>(
        &self,
        named: &'v Named,
        rivals: &'v [Vec<Strategy>],
        names: impl IntoIterator<Item = Option<&'v str>>,
    ) -> Result<Vec<Variation<'v>>, Error> {
        let variation = |name: Option<&str>| {
            let bans: Vec<String> = name.iter().map(|name| (*name).to_owned()).collect();
            Ok(Variation { named, bases: self.trainer.learners(&bans)?, rivals })
        };
        names.into_iter().map(variation).collect()
    }

    fn results(&self, variations: &[Variation<'_>], lab: &mut Lab<'_>) -> Result<Vec<Went>, Error> {
        self.trainer.results(variations, |repeat| self.part_of(0, repeat), lab)
    }
}

fn health(went: &[LearnerResult]) -> Option<Health> {
    Health::over(went.iter().map(|one| (&one.named, &one.tally)))
}

fn names(priced: &[Priced]) -> impl Iterator<Item = Option<&str>> {
    std::iter::once(None).chain(priced.iter().map(|one| Some(one.component.name.as_str())))
}
