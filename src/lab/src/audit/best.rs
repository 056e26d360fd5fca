//! What a game is like among players who are alike and play best: nobody wins there because somebody else plays badly.

use sim_play::arm::{Named, Subject};

use super::play::Place;
use crate::{
    bench::{Event, Lab},
    error::Error,
    robust::{Kind, Robustness},
    store::Worth,
    summary::Summary,
    verdict::{Docket, JudgedTable, Tolerance},
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
    /// What other readings, other data and steps of numbers do to seats; none where somebody asked to stop.
    pub robust: Robustness,
}

/// Plays each table from one interim analysis to the next until every seat is decided. None where somebody asked to
/// stop.
pub fn seats(
    opened: &[Named],
    (games, tolerance): (u64, Tolerance),
    lab: &mut Lab<'_>,
) -> Result<Option<Vec<(Summary, JudgedTable)>>, Error> {
    let subjects: Vec<Subject<'_>> = opened.iter().map(|one| one.arm.subject()).collect();
    let dockets: Vec<Docket<'_>> = subjects.iter().map(Docket::of_seats).collect();
    let comparisons = dockets.iter().map(Docket::comparisons).sum();
    let mut all = Vec::new();
    for ((docket, subject), named) in dockets.iter().zip(&subjects).zip(opened) {
        let [mut deals, most] =
            [games, games.saturating_mul(MOST)].map(|games| named.arm.schedule.deals_for(games).0);
        let last = loop {
            lab.progress.see(Event::Plan { arms: 1, games: named.arm.schedule.games_of(0..deals) });
            let Some(tally) = lab.tally(named, deals, Worth::Surely)? else { return Ok(None) };
            let judged = docket.judge(&tally, tolerance, comparisons);
            match judged.next_interim(most) {
                Some(next) => deals = next,
                None => break (Summary::of(subject, &tally), judged),
            }
        };
        all.push(last);
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
