//! Pruning during training: leaves out features that cost more than they gain.
//!
//! The cost of a strategy is *counted*, because with a clock the same command would end differently from call to
//! call. It is the number of values computed for the answers of a game: each feature of each candidate, times its
//! declared cost, and a constant per candidate for all else. A feature that the base's formulas already read at a
//! decision is free there.
//!
//! The gain of a feature is measured by the share of choices that would change without it. A few hundred games
//! show this to some parts in a thousand, where win rates would need thousands of games per feature. The
//! remaining weights train on, so that they can take over from those left out. So does the full set, on the same
//! deals: the loss is then due to the features and not to more training.

use serde::{Deserialize, Serialize};

use crate::gradient::{DecisionView, Rows};
use sim_engine::Shape;
use sim_play::arm::TrajectoryBatch;
use sim_script::{
    Script, Vocabulary, learned::Section, notes::DecisionPolicy, script::features_read, spec::Feature,
};
use sim_stats::paired::PairedEstimate;

use crate::survey::choices_in;

/// Cost of a candidate besides its features, in features: rules, draws and all that base and learner share. With
/// it the count is near the measured time of games among copies.
const UPKEEP: f64 = 8.0;
/// The most that a learner may cost, relative to its base.
const MOST: f64 = 2.0;

#[derive(Debug, Clone, Copy, Default)]
pub struct DecisionCounts {
    pub times: f64,
    pub candidates: f64,
}

impl DecisionCounts {
    /// How often features are computed: for an amount once, however many candidates it has.
    fn rows(&self, shape: Shape) -> f64 {
        if shape == Shape::Amount { self.times } else { self.candidates }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct FeatureGroup {
    pub decision: usize,
    pub feature: &'static str,
    pub cost: f64,
    pub terms: Vec<usize>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FeatureTrial {
    pub decision: String,
    pub feature: String,
    /// The share of choices of its decision that would change without it, from 0 to 1.
    pub changes: f64,
    pub is_left_out: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pruning {
    /// Sorted by change per cost, the least first.
    pub tried: Vec<FeatureTrial>,
    /// Cost of the strategy relative to its base, before and after.
    pub cost: [f64; 2],
}

/// The loss from pruning, against a strategy trained equally long with all features, on deals of their own.
#[derive(Debug, Clone)]
pub struct PruningOutcome {
    pub pruning: Pruning,
    pub lost: PairedEstimate,
    /// Whether all features were restored, because the loss was too large.
    pub is_undone: bool,
}

pub struct CostModel<'a> {
    pub vocabulary: &'static Vocabulary,
    pub base: &'a Script,
    /// By decision; 0 where nothing is learned.
    pub met: &'a [DecisionCounts],
}

impl CostModel<'_> {
    /// Cost of a strategy at the trained decisions, relative to its base.
    pub fn of(&self, script: &Script) -> f64 {
        let price = self.cost(self.base);
        if price > 0.0 { self.cost(script) / price } else { 1.0 }
    }

    fn cost(&self, script: &Script) -> f64 {
        let of = |(at, met): (usize, &DecisionCounts)| {
            let (point, own) = (&self.vocabulary.points[at], script.point_at(at));
            let parts = point.parts_of(0);
            let of_part = |part: usize| costs(point.parts[part].features, own.part_masks[part]);
            let read = parts.clone().map(of_part).sum::<f64>() / parts.len().max(1) as f64;
            let context = costs(self.vocabulary.context, own.context_mask);
            met.rows(point.shape) * (UPKEEP + read) + met.times * context
        };
        self.met.iter().enumerate().map(of).sum()
    }

    /// Features that cost something. `sections` has an entry for each decision.
    fn groups(&self, script: &Script, sections: &[Option<Section>]) -> Vec<FeatureGroup> {
        let mut groups: Vec<FeatureGroup> = Vec::new();
        for (decision, met) in self.met.iter().enumerate().filter(|(_, met)| met.times > 0.0) {
            let (point, own) = (&self.vocabulary.points[decision], script.point_at(decision));
            let base = self.base.point_at(decision);
            let parts = point.parts_of(0);
            let row = met.rows(point.shape) / parts.len().max(1) as f64;
            let mut add = |feature: &Feature, times: f64| {
                let (feature, cost) = (feature.name, times * f64::from(feature.costs));
                let known =
                    |group: &&mut FeatureGroup| group.decision == decision && group.feature == feature;
                if let Some(group) = groups.iter_mut().find(known) {
                    group.cost += cost;
                    return;
                }
                let terms = sections[decision].iter().flat_map(|section| &section.terms).enumerate();
                let terms = terms.filter(|(_, term)| reads(&term.text, feature)).map(|(at, _)| 1 + at);
                groups.push(FeatureGroup { decision, feature, cost, terms: terms.collect() });
            };
            for part in parts {
                let more = own.part_masks[part] & !base.part_masks[part];
                features_read(point.parts[part].features, more).for_each(|feature| add(feature, row));
            }
            let more = own.context_mask & !base.context_mask;
            features_read(self.vocabulary.context, more).for_each(|feature| add(feature, met.times));
        }
        groups
    }

    /// The features of the learner by change per cost. Those with the least are marked to be left out, until it
    /// is cheap enough. Empty if it already is. `pieces` are games played with these weights.
    pub fn cheapest(
        &self,
        script: &Script,
        sections: &[Option<Section>],
        weights: &[DecisionPolicy],
        pieces: &[TrajectoryBatch],
    ) -> Vec<(FeatureGroup, FeatureTrial)> {
        let mut excess = self.cost(script) - MOST * self.cost(self.base);
        if excess <= 0.0 {
            return Vec::new();
        }
        let changed = |group: FeatureGroup| {
            let (total, times) = changes(&group, &weights[group.decision], pieces);
            let changes = if times > 0.0 { total / times } else { 0.0 };
            (total / group.cost, group, changes)
        };
        let mut groups: Vec<_> = self.groups(script, sections).into_iter().map(changed).collect();
        groups.sort_by(|one, other| one.0.total_cmp(&other.0));
        let tried = |(_, group, changes): (f64, FeatureGroup, f64)| {
            let is_left_out = excess > 0.0;
            excess -= group.cost;
            let decision = self.vocabulary.points[group.decision].name.to_owned();
            let feature = group.feature.to_owned();
            (group, FeatureTrial { decision, feature, changes, is_left_out })
        };
        groups.into_iter().map(tried).collect()
    }
}

fn costs(features: &'static [Feature], mask: u128) -> f64 {
    features_read(features, mask).map(|feature| f64::from(feature.costs)).sum()
}

/// The expected number of choices that would change without a group's terms, and the number of choices.
fn changes(group: &FeatureGroup, policy: &DecisionPolicy, pieces: &[TrajectoryBatch]) -> (f64, f64) {
    let mut without = policy.clone();
    group.terms.iter().for_each(|&at| without.linear[at] = 0.0);
    let (mut rows, mut with, mut other) = (Rows::default(), Vec::new(), Vec::new());
    let (mut total, mut times) = (0.0, 0.0);
    for piece in pieces {
        for (at, _) in choices_in(piece).filter(|(_, noted)| usize::from(noted.point) == group.decision) {
            let view = DecisionView::of(&piece.notes, at, policy.width());
            view.log_probabilities(policy, &mut rows, &mut with);
            view.log_probabilities(&without, &mut rows, &mut other);
            let both = with.iter().zip(&other);
            total += both.map(|(one, other)| (libm::exp(*one) - libm::exp(*other)).abs()).sum::<f64>() / 2.0;
            times += 1.0;
        }
    }
    (total, times)
}

fn reads(text: &str, name: &str) -> bool {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').any(|word| word == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sim_engine::Seat;
    use sim_script::{
        Notes,
        notes::{BehaviorPolicy, DecisionNote, Plan},
    };

    fn piece() -> TrajectoryBatch {
        let mut notes = Notes::new(BehaviorPolicy::Survey);
        notes.begin([Seat(0)].into_iter());
        notes.values.extend([0.0, 0.0, 0.0, 1.0]);
        notes.plans.extend([Plan::single(0), Plan::single(1)]);
        notes.decisions.push(DecisionNote {
            point: 0,
            seat: Seat(0),
            candidates: 2,
            values: 0,
            plans: 2,
            first_plan: 0,
            chosen: 0,
            log_chance: 0.0,
        });
        TrajectoryBatch { notes, wins: Vec::new(), points: Vec::new(), plans: Vec::new() }
    }

    #[test]
    fn what_changes_is_how_many_choices_would_be_others() {
        let group = FeatureGroup { decision: 0, feature: "x", cost: 1.0, terms: vec![1] };
        // With a weight of ln 3 the second answer has a probability of 3/4, and without it 1/2.
        let found = changes(&group, &vec![1.0, libm::log(3.0)].into(), &[piece()]);
        assert!((found.0 - 0.25).abs() < 1e-12 && found.1 == 1.0, "{found:?}");
        assert_eq!(changes(&group, &vec![1.0, 0.0].into(), &[piece()]), (0.0, 1.0));
        assert_eq!(
            changes(&FeatureGroup { decision: 1, ..group }, &vec![1.0, 1.0].into(), &[piece()]),
            (0.0, 0.0)
        );
    }

    #[test]
    fn a_name_is_found_as_a_whole_word() {
        assert!(reads("steps_up*worth", "worth") && reads("worth", "worth"));
        assert!(!reads("next_worth*rounds_left", "worth"));
    }
}
