use sim_play::arm::{Arms, NamedArm};

use super::{Answer, Question, answer};
use crate::{Effort, Error, Lab, Work, adapt::AdaptSpec};

/// Training and games of [`answer`].
pub(super) fn work(question: &Question, spec: &AdaptSpec, effort: Effort) -> Work {
    let repeats = spec.budget.repeats;
    let played = Work::of_arms(&question.arms, each(effort, repeats)).times(repeats);
    spec.budget.training(question.arms.all().count()) + played
}

/// Splits games over the repeats; a precision goal applies to each.
fn each(effort: Effort, repeats: u64) -> Effort {
    match effort {
        Effort::Games(games) => Effort::Games(games.div_ceil(repeats)),
        until => until,
    }
}

/// The answer for players retrained under the rules of each arm, over all training runs, each with deals of its own.
pub(super) fn answer(
    question: &Question,
    spec: &AdaptSpec,
    effort: Effort,
    lab: &mut Lab<'_>,
) -> Result<Answer, Error> {
    let named: Vec<&NamedArm> = question.arms.all().collect();
    let adapted = spec.adapted_apart(&named, lab)?;
    let effort = each(effort, spec.budget.repeats);
    let mut by_arm: Vec<_> = adapted.into_iter().map(Vec::into_iter).collect();
    let mut measurements = Vec::new();
    for _ in 0..spec.budget.repeats {
        let mut tables = by_arm.iter_mut().filter_map(Iterator::next);
        let Some(first) = tables.next() else { break };
        let arms = Arms::of_any_size(first, tables.collect())?;
        let compared = lab.compare(&arms, effort, |at| Ok(question.plan.of_arm(at.at, at.tally)))?;
        compared.ended.whole()?;
        measurements.push(question.plan.in_order(compared.read));
    }
    Ok(answer::answer(question, &measurements))
}
