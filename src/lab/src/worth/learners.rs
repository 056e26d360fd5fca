//! Who may never do something learns on among players who may, and plays beside one who learned on without a ban.

use sim_learn::{Base, Method, Objective, Spec, Table};
use sim_play::{
    arm::{Named, Seats, Subject},
    tally::{Tally, UseKind},
};
use sim_script::Strategy;
use sim_stats::{
    paired::{Paired, difference},
    repeats::Repeats,
};

use super::{Ban, Banned, LEARNER, WorthSpec};
use crate::{
    adapt::pupils::{Lesson, features, learn_all},
    bench::{Event, Lab},
    driver::Playing,
    effort::Ended,
    error::Error,
    figure::{Figure, Owner},
    pairs::{self, Side, by_name},
    store::Worth as Keep,
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
    pub spec: &'a WorthSpec,
    /// The table as it is.
    pub first: &'a Named,
    /// Who sits there.
    pub start: &'a Strategy,
    /// Of each ban, over all repeats.
    pub deals: u64,
}

impl Learners<'_> {
    /// What each ban costs. None where somebody asks to stop.
    pub fn found(&self, bans: &[Ban], lab: &mut Lab<'_>) -> Result<Option<Vec<Found>>, Error> {
        let arm = &self.first.arm;
        let tables = [Table { game: &*arm.game, players: arm.frame.players }];
        let field = [self.start.clone()];
        let repeats = self.spec.table.budget.repeats;
        let mut lessons = Vec::new();
        for words in std::iter::once(Vec::new()).chain(bans.iter().map(|ban| vec![ban.word.clone()])) {
            let text = self.spec.text(&words)?;
            lessons.extend((0..repeats).map(|repeat| Lesson {
                arm,
                spec: Spec {
                    entry: self.spec.table.arm.rules.entry,
                    tables: &tables,
                    base: Base { name: LEARNER.to_owned(), origin: LEARNER.to_owned(), text: text.clone() },
                    standard: self.start,
                    field: &field,
                    strangers: &[],
                    features: features(self.start),
                    is_pruned: false,
                    objective: Objective::Share,
                    method: Method::response(),
                    games: self.spec.table.budget.games,
                    test_games: 0,
                    // Bans share it, so that all learn alike for as long as they make no difference.
                    seed: self.spec.table.arm.seed.wrapping_add(repeat),
                },
            }));
        }
        let Some(learned) = learn_all(&lessons, repeats, lab)? else { return Ok(None) };
        let games = arm.frame.players as u64 * self.deals * (1 + bans.len() as u64);
        lab.progress.see(Event::Plan { arms: learned.len(), games });
        let mut control: Vec<(Named, Tally)> = Vec::new();
        let mut found = Vec::new();
        for (at, strategies) in learned.chunks(repeats as usize).enumerate() {
            let (mut worths, mut despite) = (Vec::new(), Vec::new());
            for (repeat, strategy) in (0..).zip(strategies) {
                let Some((named, tally)) = self.play(strategy, repeat, lab)? else { return Ok(None) };
                let Some(before) = at.checked_sub(1) else {
                    control.push((named, tally));
                    continue;
                };
                let (other, of_control) = &control[repeat as usize];
                worths.push(less((&other.arm.subject(), of_control), (&named.arm.subject(), &tally))?);
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

    /// One who learned among players as they are, in all seats in turn, on the part of the deals that is the repeat's.
    fn play(
        &self,
        learner: &Strategy,
        repeat: u64,
        lab: &mut Lab<'_>,
    ) -> Result<Option<(Named, Tally)>, Error> {
        let players = self.first.arm.frame.players;
        let lineup: Vec<u8> = (0..players).map(|seat| u8::from(seat > 0)).collect();
        let seats = Seats {
            players,
            strategies: vec![learner.clone(), self.start.clone()],
            lineup: Some(lineup),
            seed: self.first.arm.inputs.seed,
        };
        let arm = self.spec.table.arm.rules.entry.arm(&self.first.arm.rules(), seats)?;
        let never = learner.never().map_or("nothing".to_owned(), |never| never.words().join(", "));
        let named = Named { name: format!("never {never}"), arm };
        let deals = self.spec.table.budget.part_of(self.deals, repeat);
        let playing = Playing { named: &named, deals, goal: None, worth: Keep::IfLong };
        let begun = lab.start(&playing)?;
        let played = lab.go_on(&playing, begun, &mut ())?;
        Ok((played.ended == Ended::Whole).then_some((named, played.tally)))
    }
}

/// What the learner wins in one arm less what he wins in another.
fn less(
    (one, of_one): (&Subject<'_>, &Tally),
    (other, of_other): (&Subject<'_>, &Tally),
) -> Result<Paired, Error> {
    let (one, other) = (Side { subject: one, tally: of_one }, Side { subject: other, tally: of_other });
    let matched = by_name(one.subject, other.subject);
    let figures = pairs::figures(one, other, &matched)?;
    let of_learner = |row: &&pairs::FigureRow| {
        row.of.figure == Figure::WinRate && row.of.owner == Owner::Strategy(LEARNER.to_owned())
    };
    Ok(figures.iter().find(of_learner).map_or_else(|| difference(&[], &[], 0), |row| row.paired))
}
