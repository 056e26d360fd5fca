//! What a trained player loses when barred from something: a control minus barred players, repeat by repeat.

use sim_engine::Objective;
use sim_stats::{
    Estimate,
    grouped::bounded,
    paired::{PairedEstimate, difference},
    repeats::Repeats,
};

use super::{read::learner_less, trainer::LearnerResult};
use crate::{Error, figure::Unit, pairs::median};

/// Results of a trained player among its rivals, by repeat.
pub type Results = Vec<LearnerResult>;

pub struct BarredRun {
    pub control: Results,
    /// One entry per ban.
    pub barred: Vec<Results>,
    /// For each ban, the indices of the median among the other bans of its kind: one or two; none without others.
    pub medians: Vec<Vec<usize>>,
    pub losses: Vec<Loss>,
}

pub struct Loss {
    /// The result of the control minus that of the barred player.
    pub worth: PairedEstimate,
    /// `worth` minus that of the median of the other bans of its kind; none without others.
    pub beyond: Option<PairedEstimate>,
}

impl BarredRun {
    /// Takes the results of the control first. Bans without a kind are not compared with others.
    pub fn new<K: PartialEq>(
        results: Vec<Results>,
        kinds: &[Option<K>],
        repeats: &Repeats,
    ) -> Result<BarredRun, Error> {
        let mut results = results.into_iter();
        let (control, barred) = (results.next().unwrap_or_default(), results.collect());
        let mut run = BarredRun { control, barred, medians: Vec::new(), losses: Vec::new() };
        let bans = 0..run.barred.len();
        let worths: Vec<PairedEstimate> =
            bans.clone().map(|at| run.worth(at, repeats)).collect::<Result<_, _>>()?;
        let sizes: Vec<f64> = worths.iter().map(|worth| worth.difference.value.unwrap_or(0.0)).collect();
        let median_of_others = |at: usize| {
            let is_beside = |other: &usize| *other != at && kinds[at].is_some() && kinds[*other] == kinds[at];
            median(bans.clone().filter(is_beside).collect(), &sizes)
        };
        run.medians = bans.clone().map(median_of_others).collect();
        for (at, worth) in worths.into_iter().enumerate() {
            run.losses.push(Loss { worth, beyond: run.beyond(at, repeats)? });
        }
        Ok(run)
    }

    /// Recomputes the loss of a ban after more games.
    pub fn weigh(&mut self, at: usize, repeats: &Repeats) -> Result<(), Error> {
        self.losses[at] = Loss { worth: self.worth(at, repeats)?, beyond: self.beyond(at, repeats)? };
        Ok(())
    }

    fn worth(&self, at: usize, repeats: &Repeats) -> Result<PairedEstimate, Error> {
        let both = self.control.iter().zip(&self.barred[at]);
        let losses = both.map(|(control, barred)| learner_less(control, barred));
        Ok(over(repeats, &self.barred[at], &losses.collect::<Result<Vec<PairedEstimate>, Error>>()?))
    }

    fn beyond(&self, at: usize, repeats: &Repeats) -> Result<Option<PairedEstimate>, Error> {
        let median: Vec<&[LearnerResult]> = self.medians[at].iter().map(|at| &self.barred[*at][..]).collect();
        match &median[..] {
            [] => Ok(None),
            median => loss_beyond(repeats, median, &self.barred[at]).map(Some),
        }
    }
}

/// The loss of a barred player minus that of players barred from the median component of the kind, or from the two
/// that share the median.
pub fn loss_beyond(
    repeats: &Repeats,
    median: &[&[LearnerResult]],
    barred: &[LearnerResult],
) -> Result<PairedEstimate, Error> {
    let weight = 1.0 / median.len() as f64;
    let mut beyond = Vec::new();
    for (repeat, own) in barred.iter().enumerate() {
        let less = median.iter().map(|one| learner_less(&one[repeat], own));
        let less: Vec<PairedEstimate> = less.collect::<Result<_, _>>()?;
        let parts: Vec<(f64, Estimate)> = less.iter().map(|one| (weight, one.difference)).collect();
        let differing = less.iter().map(|one| one.differing).sum();
        let blank = PairedEstimate { differing, p_value: None, ..difference(&[], &[], 0) };
        beyond.push(PairedEstimate { difference: bounded(&parts), ..blank });
    }
    Ok(over(repeats, barred, &beyond))
}

fn over(repeats: &Repeats, barred: &[LearnerResult], each: &[PairedEstimate]) -> PairedEstimate {
    let objective = barred.first().map_or(Objective::Wins, |one| one.named.arm.subject().objective);
    Unit::of(objective).clipped(repeats.paired(each))
}
