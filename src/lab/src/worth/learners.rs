//! Who may never do something learns on among players who may, and plays beside one who learned on without a ban.

use sim_learn::Table;
use sim_play::{
    arm::Named,
    tally::{Tally, UseKind},
};
use sim_stats::{paired::Paired, repeats::Repeats};

use super::{Ban, Banned};
use crate::{
    adapt::{pupils::learn_all, read::learner_less, school::School},
    bench::{Event, Lab},
    error::Error,
};

/// What a ban costs.
pub struct Found {
    /// The win rate of who may do anything, that of who may never do it, and the difference.
    pub worth: Paired,
    /// Times a game that it was done all the same.
    pub despite: Option<f64>,
}

/// Players who learn with and without a ban among players as they are.
pub struct Learners<'a> {
    pub school: School<'a>,
    /// The table as it is.
    pub first: &'a Named,
    /// Of each ban, over all repeats.
    pub deals: u64,
}

impl Learners<'_> {
    /// What each ban costs. None where somebody asks to stop.
    pub fn found(&self, bans: &[Ban], lab: &mut Lab<'_>) -> Result<Option<Vec<Found>>, Error> {
        let (arm, school) = (&self.first.arm, self.school);
        let tables = [Table { game: &*arm.game, players: arm.frame.players }];
        let start = &school.start.strategy;
        let field = [start.clone()];
        let repeats = school.spec.budget.repeats;
        let mut lessons = Vec::new();
        for words in std::iter::once(Vec::new()).chain(bans.iter().map(|ban| vec![ban.word.clone()])) {
            let base = school.learner(&words)?;
            let lesson = |repeat| school.lesson(arm, &tables, base.clone(), &field, repeat);
            lessons.extend((0..repeats).map(lesson));
        }
        let Some(learned) = learn_all(&lessons, repeats, lab)? else { return Ok(None) };
        let games = arm.frame.players as u64 * self.deals * (1 + bans.len() as u64);
        lab.progress.see(Event::Plan { arms: learned.len(), games });
        let mut control: Vec<(Named, Tally)> = Vec::new();
        let mut found = Vec::new();
        for (at, strategies) in learned.chunks(repeats as usize).enumerate() {
            let (mut worths, mut despite) = (Vec::new(), Vec::new());
            for (repeat, strategy) in (0..).zip(strategies) {
                let played = school.among(arm, (strategy, start), (self.deals, repeat), lab)?;
                let Some((named, tally)) = played else { return Ok(None) };
                let Some(before) = at.checked_sub(1) else {
                    control.push((named, tally));
                    continue;
                };
                let (other, of_control) = &control[repeat as usize];
                worths.push(learner_less((&other.arm, of_control), (&named.arm, &tally))?);
                if let Banned::Component(component) = bans[before].of {
                    let sums = tally.counts.get(0, tally.layout.component_use(component, UseKind::Taken));
                    despite.extend(sums.count_mean(&[]).value);
                }
            }
            if at > 0 {
                let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
                found.push(Found {
                    worth: Repeats::new(repeats as usize).paired(&worths),
                    despite: (!despite.is_empty()).then(|| mean(&despite)),
                });
            }
        }
        Ok(Some(found))
    }
}
