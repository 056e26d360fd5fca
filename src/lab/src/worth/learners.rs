//! Who may never do something learns on among players who may, and plays beside one who learned on without a ban.

use sim_learn::Base;
use sim_play::{arm::Named, tally::UseKind};
use sim_stats::{Interval, paired::Paired, repeats::Repeats};

use super::{Ban, Banned};
use crate::{
    adapt::{read::learner_less, school::School},
    bench::Lab,
    error::Error,
};

pub struct Found {
    /// The win rate of who may do anything, that of who may never do it, and the difference.
    pub worth: Paired,
    /// Times a game that it was done all the same.
    pub despite: Option<f64>,
}

pub struct Learners<'a> {
    pub school: School<'a>,
    pub first: &'a Named,
    /// Of each ban, over all repeats.
    pub deals: u64,
}

impl Learners<'_> {
    pub fn found(&self, bans: &[Ban], lab: &mut Lab<'_>) -> Result<Vec<Found>, Error> {
        let school = self.school;
        let words = std::iter::once(Vec::new()).chain(bans.iter().map(|ban| vec![ban.word.clone()]));
        let bases: Vec<Base> = words.map(|words| school.learner(&words)).collect::<Result<_, _>>()?;
        let fared = school.each_among(self.first, &bases, self.deals, lab)?;
        let [control, banned @ ..] = &fared[..] else { return Ok(Vec::new()) };
        let repeats = Repeats::new(control.len());
        let mut found = Vec::new();
        for (ban, own) in bans.iter().zip(banned) {
            let (mut worths, mut despite) = (Vec::new(), Vec::new());
            for (other, one) in control.iter().zip(own) {
                worths.push(learner_less(other, one)?);
                if let Banned::Component(component) = ban.of {
                    let tally = &one.tally;
                    let sums = tally.counts.get(0, tally.layout.component_use(component, UseKind::Taken));
                    despite.extend(sums.count_mean(&[]).value);
                }
            }
            let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
            found.push(Found {
                worth: repeats.paired(&worths).clipped(Interval::SHARE_DIFFERENCE),
                despite: (!despite.is_empty()).then(|| mean(&despite)),
            });
        }
        Ok(found)
    }
}
