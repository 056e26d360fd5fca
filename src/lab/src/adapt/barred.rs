//! What a trained player loses who is barred from something: the contrast of a control with barred players, repeat by
//! repeat.

use sim_engine::Objective;
use sim_stats::{
    Estimate,
    grouped::bounded,
    paired::{Paired, difference},
    repeats::Repeats,
};

use super::{read::learner_less, trainer::LearnerResult};
use crate::{error::Error, figure::Unit};

/// What the control wins or scores less what the barred player does.
pub fn loss(repeats: &Repeats, control: &[LearnerResult], barred: &[LearnerResult]) -> Result<Paired, Error> {
    let losses = control.iter().zip(barred).map(|(control, barred)| learner_less(control, barred));
    Ok(over(repeats, barred, &losses.collect::<Result<Vec<Paired>, Error>>()?))
}

/// The loss of a barred player beyond that of players who are barred from the median component of the kind, or from the
/// two that share it.
pub fn loss_beyond(
    repeats: &Repeats,
    median: &[&[LearnerResult]],
    barred: &[LearnerResult],
) -> Result<Paired, Error> {
    let weight = 1.0 / median.len() as f64;
    let mut beyond = Vec::new();
    for (repeat, own) in barred.iter().enumerate() {
        let less = median.iter().map(|one| learner_less(&one[repeat], own));
        let less: Vec<Paired> = less.collect::<Result<_, _>>()?;
        let parts: Vec<(f64, Estimate)> = less.iter().map(|one| (weight, one.difference)).collect();
        let differing = less.iter().map(|one| one.differing).sum();
        let blank = Paired { differing, p_value: None, ..difference(&[], &[], 0) };
        beyond.push(Paired { difference: bounded(&parts), ..blank });
    }
    Ok(over(repeats, barred, &beyond))
}

fn over(repeats: &Repeats, barred: &[LearnerResult], each: &[Paired]) -> Paired {
    let objective = barred.first().map_or(Objective::Wins, |one| one.named.arm.subject().objective);
    Unit::of(objective).clipped(repeats.paired(each))
}
