//! Selects the interactions of candidate and context features to train, if there are too many.
//!
//! The weight of an interaction begins at 0, where the policy gradient shows how fast results would change with
//! it. The steepest are trained, as in grafting (Perkins, Lacker and Theiler 2003). Slopes are compared in their
//! standard errors, as in Rao's score test, so that rare features are not at a disadvantage. Context features are
//! centered on their means, because the effect of a candidate feature alone is not part of its interaction.

use crate::{
    critic::Critic,
    gradient::{DecisionView, LossWeights, PolicyGradient, Scratch, ppo_loss},
    terms::MOST,
};
use sim_play::arm::TrajectoryBatch;
use sim_script::{Vocabulary, learned::Section, notes::DecisionPolicy};

/// The policy gradient alone, without regularization.
const POLICY_GRADIENT: LossWeights = LossWeights { clip: f64::INFINITY, entropy: 0.0, magnet: 0.0 };

/// An interaction that was screened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Interaction {
    pub decision: &'static str,
    pub term: String,
    pub is_learned: bool,
}

/// The interactions of one decision.
pub(crate) struct Screen {
    decision: &'static str,
    gradients: Vec<GradientSum>,
}

struct GradientSum {
    term: String,
    /// Index among the values of a candidate, and index of the other feature in the context.
    own: usize,
    context: usize,
    sum: f64,
    squares: f64,
}

impl Screen {
    /// `interactions` pair candidate features with context indices. Skipped are those whose feature never
    /// separates candidates (it has no term in the section), and those with terms, which are trained anyway.
    pub fn new(
        vocabulary: &'static Vocabulary,
        decision: usize,
        section: Option<&Section>,
        interactions: Vec<(String, usize)>,
    ) -> Screen {
        let place = |text: &str| section?.terms.iter().position(|term| term.text == text);
        let gradient = |(own, context): (String, usize)| {
            let term = format!("{own}*{}", vocabulary.context[context].name);
            let is_new = place(&term).is_none();
            // The score precedes the terms.
            let own = 1 + place(&own).filter(|_| is_new)?;
            Some(GradientSum { term, own, context, sum: 0.0, squares: 0.0 })
        };
        let gradients = interactions.into_iter().filter_map(gradient).collect();
        Screen { decision: vocabulary.points[decision].name, gradients }
    }

    pub fn is_empty(&self) -> bool {
        self.gradients.is_empty()
    }
}

/// Marks the steepest interactions of all decisions as learned; of equals the earlier. The budget is [`MOST`] for
/// each decision that has too many. Decisions compete for it.
pub(crate) fn ranked(screens: Vec<Screen>) -> Vec<Interaction> {
    let budget = MOST * screens.iter().filter(|screen| !screen.is_empty()).count();
    let all = screens.into_iter().flat_map(|Screen { decision, gradients }| {
        gradients.into_iter().map(move |gradient| (decision, gradient))
    });
    let all: Vec<(&'static str, GradientSum)> = all.collect();
    let strength = |&at: &usize| {
        let (_, gradient) = &all[at];
        gradient.sum.abs() / gradient.squares.sqrt().max(f64::MIN_POSITIVE)
    };
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|one, other| strength(other).total_cmp(&strength(one)));
    order.truncate(budget);
    let mut is_learned = vec![false; all.len()];
    order.into_iter().for_each(|at| is_learned[at] = all[at].1.squares > 0.0);
    let interaction = |((decision, gradient), is_learned): ((&'static str, GradientSum), bool)| Interaction {
        decision,
        term: gradient.term,
        is_learned,
    };
    all.into_iter().zip(is_learned).map(interaction).collect()
}

/// Adds the decisions of games that were played with these weights.
pub(crate) fn count(
    screens: &mut [Screen],
    piece: &TrajectoryBatch,
    policies: &[DecisionPolicy],
    (advantages, critic): (&[f64], &Critic),
) {
    let notes = &piece.notes;
    let contexts = notes.context.chunks_exact(critic.features());
    let mut scratch = Scratch::default();
    for (number, (context, &advantage)) in contexts.zip(advantages).enumerate() {
        let noted = &notes.decisions[number];
        let at = usize::from(noted.point);
        let (gradients, policy) = (&mut screens[at].gradients, &policies[at]);
        if noted.plans < 2 || gradients.is_empty() {
            continue;
        }
        let view = DecisionView::of(notes, number, policy.width());
        let mut own = PolicyGradient::zeros(policy);
        ppo_loss(&view, (policy, None), advantage, POLICY_GRADIENT, &mut own, &mut scratch);
        let context: Vec<f64> = critic.places(context).collect();
        for gradient in gradients {
            let by = own.linear[gradient.own] * context[gradient.context];
            gradient.sum += by;
            gradient.squares += by * by;
        }
    }
}
