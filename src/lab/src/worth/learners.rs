//! Who may never do something learns on among players who may, and plays beside one who learned on without a ban.

use sim_learn::Base;
use sim_play::{arm::Named, tally::UseKind};
use sim_stats::{paired::Paired, repeats::Repeats};

use super::{Ban, Banned};
use crate::{
    adapt::{
        barred::{loss, loss_beyond},
        trainer::{LearnerResult, Trainer},
    },
    bench::Lab,
    error::Error,
    pairs::median,
};

pub struct BanEffect {
    /// The win rate of who may do anything, that of who may never do it, and the difference.
    pub worth: Paired,
    /// The difference less that of the median of the other components of its kind; none without others.
    pub beyond: Option<Paired>,
    /// Times a game that it was done all the same.
    pub despite: Option<f64>,
}

pub struct BannedLearners<'a> {
    pub trainer: Trainer<'a>,
    pub first: &'a Named,
    /// Of each ban, over all repeats.
    pub deals: u64,
}

impl BannedLearners<'_> {
    pub fn effects(&self, bans: &[Ban], lab: &mut Lab<'_>) -> Result<Vec<BanEffect>, Error> {
        let trainer = self.trainer;
        let words = std::iter::once(Vec::new()).chain(bans.iter().map(|ban| vec![ban.word.clone()]));
        let bases: Vec<Vec<Base>> = words.map(|words| trainer.learners(&words)).collect::<Result<_, _>>()?;
        let fared = trainer.each_among(self.first, bases, self.deals, lab)?;
        let [control, banned @ ..] = &fared[..] else { return Ok(Vec::new()) };
        let repeats = Repeats::new(control.len());
        let worths: Vec<Paired> =
            banned.iter().map(|own| loss(&repeats, control, own)).collect::<Result<_, _>>()?;
        let sizes: Vec<f64> = worths.iter().map(|worth| worth.difference.value.unwrap_or(0.0)).collect();
        let components = self.first.arm.game.components();
        let kind = |at: usize| match bans[at].of {
            Banned::Component(component) => Some(&components[component].kind),
            Banned::Kind | Banned::Deed => None,
        };
        let mut found = Vec::new();
        for (at, (worth, own)) in worths.into_iter().zip(banned).enumerate() {
            let is_beside = |other: &usize| *other != at && kind(at).is_some() && kind(*other) == kind(at);
            let median = median((0..bans.len()).filter(is_beside).collect(), &sizes);
            let median: Vec<&[LearnerResult]> = median.into_iter().map(|at| &banned[at][..]).collect();
            let beyond = if median.is_empty() { None } else { Some(loss_beyond(&repeats, &median, own)?) };
            found.push(BanEffect { worth, beyond, despite: despite(bans[at].of, own) });
        }
        Ok(found)
    }
}

fn despite(banned: Banned, own: &[LearnerResult]) -> Option<f64> {
    let Banned::Component(component) = banned else { return None };
    let times = own.iter().filter_map(|LearnerResult { tally, .. }| {
        let sums = tally.counts.get(0, tally.layout.component_use(component, UseKind::Taken));
        sums.count_mean(&[]).value
    });
    let times: Vec<f64> = times.collect();
    (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64)
}
