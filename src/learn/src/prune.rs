//! What is left out once it is learned: features that cost more than they bring.
//!
//! What a strategy costs is *counted*, because a clock would make the same command end otherwise from call to
//! call: the numbers that are worked out for the answers of a game, each feature of each candidate, and a fixed
//! part of every candidate for all else. A feature that the base's formulas read at a decision anyway is free
//! there.

use std::ops::ControlFlow;

use sim_engine::Shape;
use sim_script::{Script, Strategy, Vocabulary, learned::Section, script::features_read};
use sim_stats::paired::Paired;

/// What is worked out for a candidate besides its features, in features: rules, draws and all that base and
/// learner share. Restaurant Row takes twice the time of its base with all features, and La Bistro three times; what
/// is counted was not yet held against that.
const UPKEEP: f64 = 2.0;
/// The most that a learner may cost, in what its base costs.
const MOST: f64 = 2.0;
/// What may be lost by leaving features out: a point of win rate; of other gains a twentieth.
const LOSS: f64 = 0.01;
const PART: f64 = 0.05;

/// How often a decision is met in some games, and with how many candidates in all.
#[derive(Debug, Clone, Copy, Default)]
pub struct Met {
    pub times: f64,
    pub candidates: f64,
}

impl Met {
    /// How often features are worked out for an answer: of an amount once, however many are weighed.
    fn rows(&self, shape: Shape) -> f64 {
        if shape == Shape::Amount { self.times } else { self.candidates }
    }
}

/// A feature that terms of a decision read and the base does not.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    pub decision: usize,
    pub feature: &'static str,
    pub cost: f64,
}

/// What a feature brought when it was tried without.
#[derive(Debug, Clone, PartialEq)]
pub struct Tried {
    pub decision: String,
    pub feature: &'static str,
    /// What is lost without it, below 0 where it is better gone.
    pub brought: f64,
    pub is_left_out: bool,
}

/// How features were left out.
#[derive(Debug, Clone)]
pub struct Pruning {
    /// Dearest first.
    pub tried: Vec<Tried>,
    /// What the strategy costs in what its base costs, before and after.
    pub cost: [f64; 2],
    /// What all that is left out brought, on deals of its own.
    pub lost: Paired,
}

/// Whoever plays the trials.
pub trait Bench {
    /// Why a strategy cannot be read.
    type Error;

    /// The strategy of these sections.
    fn read(&self, sections: &[Section]) -> Result<Strategy, Self::Error>;

    /// What strategies win or make in trials; the same deals in each call.
    fn worths(&self, strategies: &[&Strategy]) -> Vec<f64>;

    /// One beside another, on other deals.
    fn beside(&self, one: &Strategy, other: &Strategy) -> Paired;
}

/// What a strategy is held against.
pub struct Prices<'a> {
    pub vocabulary: &'static Vocabulary,
    pub base: &'a Script,
    /// By decision; 0 where nothing is learned.
    pub met: &'a [Met],
    /// Whether what is won is a share.
    pub is_share: bool,
}

/// What is left of the sections, and how that came about; none where nothing is left out.
pub type Pruned = Option<(Vec<Section>, Pruning)>;

impl Prices<'_> {
    /// What a strategy costs at the decisions that are learned.
    fn cost(&self, script: &Script) -> f64 {
        let of = |(at, met): (usize, &Met)| {
            let (point, own) = (&self.vocabulary.points[at], script.point_at(at));
            let parts = point.parts_of(0);
            let read: u32 = own.part_masks[parts.clone()].iter().map(|mask| mask.count_ones()).sum();
            let read = f64::from(read) / parts.len().max(1) as f64;
            met.rows(point.shape) * (UPKEEP + read) + met.times * f64::from(own.context_mask.count_ones())
        };
        self.met.iter().enumerate().map(of).sum()
    }

    /// Features that cost something, the dearest first.
    fn groups(&self, script: &Script) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (decision, met) in self.met.iter().enumerate().filter(|(_, met)| met.times > 0.0) {
            let (point, own) = (&self.vocabulary.points[decision], script.point_at(decision));
            let base = self.base.point_at(decision);
            let parts = point.parts_of(0);
            let row = met.rows(point.shape) / parts.len().max(1) as f64;
            let mut add = |feature, cost| match groups
                .iter_mut()
                .find(|group| group.decision == decision && group.feature == feature)
            {
                Some(group) => group.cost += cost,
                None => groups.push(Group { decision, feature, cost }),
            };
            for part in parts {
                let more = own.part_masks[part] & !base.part_masks[part];
                features_read(point.parts[part].features, more).for_each(|feature| add(feature.name, row));
            }
            let more = own.context_mask & !base.context_mask;
            features_read(self.vocabulary.context, more).for_each(|feature| add(feature.name, met.times));
        }
        groups.sort_by(|one, other| other.cost.total_cmp(&one.cost));
        groups
    }

    /// Leaves out features of what was learned, one at a time, until it is cheap enough; `None` if it is cheap
    /// as it is, or if the watcher, who is told of the strategies that were tried, ended it.
    ///
    /// # Errors
    /// When the bench cannot read a strategy.
    pub fn prune<B: Bench>(
        &self,
        bench: &B,
        learned: (&[Section], &Strategy),
        watch: &mut dyn FnMut() -> ControlFlow<()>,
    ) -> Result<ControlFlow<(), Pruned>, B::Error> {
        let (whole, Strategy::Script(script)) = learned else { return Ok(ControlFlow::Continue(None)) };
        let price = self.cost(self.base);
        let excess = self.cost(script) - MOST * price;
        if excess <= 0.0 || price <= 0.0 {
            return Ok(ControlFlow::Continue(None));
        }
        let base = Strategy::Script(Box::new(self.base.clone()));
        let [mut now, from] = bench.worths(&[learned.1, &base])[..] else {
            return Ok(ControlFlow::Continue(None));
        };
        let budget = if self.is_share { LOSS } else { PART * (now - from).max(0.0) };
        let mut sections = whole.to_vec();
        let mut left = excess;
        let mut tried = Vec::new();
        for Group { decision, feature, cost } in self.groups(script) {
            if left <= 0.0 {
                break;
            }
            let decision = self.vocabulary.points[decision].name;
            let shorter = without(&sections, decision, feature);
            let strategy = bench.read(&shorter)?;
            let [worth] = bench.worths(&[&strategy])[..] else { break };
            if watch().is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let brought = now - worth;
            // Each may cost as much of what may be lost as it saves of what must be saved.
            let is_left_out = brought <= budget * cost / excess;
            tried.push(Tried { decision: decision.to_owned(), feature, brought, is_left_out });
            if is_left_out {
                (sections, now) = (shorter, worth);
                let Strategy::Script(script) = &strategy else { break };
                left = self.cost(script) - MOST * price;
            }
        }
        // Those that brought most come back for as long as too much is lost.
        loop {
            let strategy = bench.read(&sections)?;
            let lost = bench.beside(learned.1, &strategy);
            if watch().is_break() {
                return Ok(ControlFlow::Break(()));
            }
            let most = tried.iter_mut().filter(|one| one.is_left_out);
            let most = most.max_by(|one, other| one.brought.total_cmp(&other.brought));
            match (lost.difference.value, most) {
                (Some(value), Some(most)) if value > budget => most.is_left_out = false,
                _ => {
                    let Strategy::Script(after) = &strategy else { return Ok(ControlFlow::Continue(None)) };
                    let cost = [self.cost(script), self.cost(after)].map(|cost| cost / price);
                    return Ok(ControlFlow::Continue(Some((sections, Pruning { tried, cost, lost }))));
                }
            }
            sections = tried
                .iter()
                .filter(|one| one.is_left_out)
                .fold(whole.to_vec(), |sections, one| without(&sections, &one.decision, one.feature));
        }
    }
}

/// Sections without the terms of a decision that read a feature.
fn without(sections: &[Section], decision: &str, feature: &str) -> Vec<Section> {
    let mut sections = sections.to_vec();
    for section in sections.iter_mut().filter(|section| section.decision == decision) {
        section.terms.retain(|term| !reads(&term.text, feature));
    }
    sections
}

/// Whether a formula has this name in it.
fn reads(text: &str, name: &str) -> bool {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').any(|word| word == name)
}
