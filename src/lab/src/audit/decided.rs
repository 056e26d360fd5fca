use sim_play::arm::Subject;

use super::{AuditSpec, play::Place};
use crate::{
    Error, Lab, Parts, Work,
    store::Worth,
    summary::Summary,
    verdict::{JudgedTable, PendingVerdicts},
};

/// Maximum number of games of a table, as a multiple of those of the first interim analysis.
pub const MOST: u64 = 32;

/// Plays each table from one interim analysis to the next until all its pending verdicts are decided. Stores the
/// number of deals under `name`. The verdicts of all tables share one error rate.
pub fn until_decided(
    places: &[Place<'_>],
    pending: for<'a> fn(&'a Subject<'a>) -> PendingVerdicts<'a>,
    name: &str,
    lab: &mut Lab<'_>,
) -> Result<Vec<(Summary, JudgedTable)>, Error> {
    let subjects: Vec<Subject<'_>> = places.iter().map(|place| place.named.arm.subject()).collect();
    let pending: Vec<PendingVerdicts<'_>> = subjects.iter().map(pending).collect();
    let comparisons: usize = pending.iter().map(PendingVerdicts::comparisons).sum();
    let mut all = Vec::new();
    let mut parts = Parts::new(places.iter().map(|place| most_work(place)));
    for ((pending, subject), place) in pending.iter().zip(&subjects).zip(places) {
        let AuditSpec { games, tolerance, .. } = place.audit;
        let schedule = &place.named.arm.schedule;
        let [first, most] = [*games, games.saturating_mul(MOST)].map(|games| schedule.deals_for(games).0);
        let (rule, worth) = ((*tolerance, comparisons), Worth::Surely);
        let asked = [tolerance.to_string(), comparisons.to_string(), MOST.to_string()];
        let (tally, judged) = parts.next(lab, |lab| {
            let mut seen = None;
            let deals = place.kept(name, &asked, lab, |lab| {
                let (last, ended) = pending.until_decided(place.named, (first, most), rule, worth, lab)?;
                ended.whole()?;
                let deals = last.as_ref().map(|(tally, _)| tally.deals);
                seen = last;
                deals.ok_or(Error::Stopped)
            })?;
            match seen {
                Some(seen) => Ok(seen),
                // The number of deals was stored, so this call has played nothing yet.
                None => pending.look((place.named, None), deals, rule, worth, lab),
            }
        })?;
        all.push((Summary::new(subject, &tally), judged));
    }
    Ok(all)
}

/// The work of a table on which nothing is decided before its last game.
pub fn most_work(place: &Place<'_>) -> Work {
    let most = place.audit.games.saturating_mul(MOST);
    Work::played(place.named.arm.schedule.deals_for(most).1)
}
