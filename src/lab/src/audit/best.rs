//! What a game is like among players who are alike and play best: nobody wins there because somebody else plays badly.

use sim_play::arm::Subject;

use super::{AuditSpec, play::Place};
use crate::{
    bench::Lab,
    effort::Ended,
    error::Error,
    robust::{Kind, Robustness},
    store::Worth,
    summary::Summary,
    verdict::{Docket, JudgedTable},
};

/// A table is played until every seat is decided, and no longer than so many times the standard run.
const MOST: u64 = 16;

/// What is seen at a table of copies of the strategy that plays best.
#[derive(Debug, Clone)]
pub struct Best {
    /// That strategy.
    pub strategy: String,
    /// What its games come to.
    pub summary: Summary,
    /// The verdicts on seats; those of all tables share one error rate.
    pub seats: JudgedTable,
    /// What other readings, other data and steps of numbers do to seats.
    pub robust: Robustness,
}

/// Plays each table from one interim analysis to the next until every seat is decided; how far that is, is kept. None
/// where somebody asked to stop.
pub fn seats(places: &[Place<'_>], lab: &mut Lab<'_>) -> Result<Option<Vec<(Summary, JudgedTable)>>, Error> {
    let subjects: Vec<Subject<'_>> = places.iter().map(|place| place.named.arm.subject()).collect();
    let dockets: Vec<Docket<'_>> = subjects.iter().map(Docket::of_seats).collect();
    let comparisons: usize = dockets.iter().map(Docket::comparisons).sum();
    let mut all = Vec::new();
    for ((docket, subject), place) in dockets.iter().zip(&subjects).zip(places) {
        let AuditSpec { games, tolerance, .. } = place.audit;
        let schedule = &place.named.arm.schedule;
        let [first, most] = [*games, games.saturating_mul(MOST)].map(|games| schedule.deals_for(games).0);
        let (rule, worth) = ((*tolerance, comparisons), Worth::Surely);
        let asked = [tolerance.to_string(), comparisons.to_string()];
        let mut seen = None;
        let deals = place.kept("seats", &asked, lab, |lab| {
            let (last, ended) = docket.until_decided(place.named, (first, most), rule, worth, lab)?;
            seen = last.filter(|_| ended == Ended::Whole);
            Ok(seen.as_ref().map(|(tally, _)| tally.deals))
        })?;
        let Some(deals) = deals else { return Ok(None) };
        // It is known already how far it was played: nothing was, yet.
        if seen.is_none() {
            seen = docket.look(place.named, deals, rule, worth, lab)?;
        }
        let Some((tally, judged)) = seen else { return Ok(None) };
        all.push((Summary::of(subject, &tally), judged));
    }
    Ok(Some(all))
}

impl Place<'_> {
    /// With what the verdicts rest on. None where somebody asked to stop.
    pub fn best(
        &self,
        (summary, seats): (Summary, JudgedTable),
        lab: &mut Lab<'_>,
    ) -> Result<Option<Best>, Error> {
        let kinds = [Kind::Ruling, Kind::Tie, Kind::Data, Kind::Number];
        let Some(robust) = self.robust(&kinds, lab)? else { return Ok(None) };
        let strategy = self.named.arm.inputs.strategies.first().map_or("", |one| &one.name).to_owned();
        Ok(Some(Best { strategy, summary, seats, robust }))
    }
}
