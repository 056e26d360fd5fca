use super::TableAudit;
use crate::{
    ablate::AblationRow,
    figure::{Direction, Figure, Owner, Unit},
    finding::{Cause, Caveat},
    robust::{FindingStability, Outcome, Robustness, all_alike},
};

/// The strongest players, the best first.
const STRONGEST: [&str; 2] = ["champion", "expert"];

pub fn of_result(part: &TableAudit, owner: &Owner) -> Vec<Caveat> {
    // Seats are judged among strong players.
    let best = part.best.as_ref().filter(|_| matches!(owner, Owner::Seat(_))).map(|best| &best.robust);
    let Some(robust) = best.or(part.robust.as_ref()) else { return Vec::new() };
    let row = robust.findings.iter().find(|row| row.owner == *owner);
    let mut but = row.map_or(Vec::new(), |row| outcomes(robust, &row.held));
    but.extend(among_stronger(robust, owner, part.unit()));
    but
}

pub fn of_adjusted(part: &TableAudit, component: &str) -> Vec<Caveat> {
    let Some(robust) = &part.robust else { return Vec::new() };
    let row = robust.components.iter().find(|row| row.component.name == component);
    row.map_or(Vec::new(), |row| outcomes(robust, &row.held))
}

fn outcomes(robust: &Robustness, held: &FindingStability) -> Vec<Caveat> {
    let with: Vec<String> = robust.reversed_by(held).into_iter().map(str::to_owned).collect();
    let reversed = (!with.is_empty()).then_some(Caveat::Reverses { with, rests_on: held.rests_on });
    // Undecided in these fewer games, a finding says little; undecided under most alternatives, it is small.
    let is_told = held.undecided > 0 && held.side != Direction::Open;
    let undecided = is_told.then(|| Caveat::Undecided {
        with: robust.undecided_under(held).into_iter().map(str::to_owned).collect(),
        count: held.undecided,
        of: held.alternatives,
    });
    reversed.into_iter().chain(undecided).collect()
}

/// The same seat among the strongest players, if the result there reverses or is undecided.
fn among_stronger(robust: &Robustness, owner: &Owner, unit: Unit) -> Option<Caveat> {
    let among = |strategy: &&str| {
        let all = all_alike(strategy);
        let mut rows = robust.shares.iter().filter(|row| robust.alternatives[row.alternative].name == all);
        rows.find(|row| row.owner == *owner && matches!(owner, Owner::Seat(_)))
    };
    let (strategy, row) = STRONGEST.iter().find_map(|strategy| Some((*strategy, among(strategy)?)))?;
    row.win_rate.value?;
    let reverses = match row.outcome {
        Outcome::Undecided => false,
        Outcome::Reverses => true,
        Outcome::Holds | Outcome::Appears | Outcome::Open => return None,
    };
    Some(Caveat::AmongStronger { strategy: strategy.to_owned(), win_rate: row.win_rate, unit, reverses })
}

pub fn cause(part: &TableAudit, component: &str) -> Option<Cause> {
    let figure = Figure::of(part.summary.objective);
    let is_it = |row: &&AblationRow| row.component.name == component && row.figure == figure;
    let row = part.ablation.as_ref()?.rows.iter().find(is_it)?;
    let estimate = &row.paired.difference;
    let (by, interval) = (estimate.value?, estimate.interval);
    Some(Cause { by, interval, unit: part.unit(), is_found: row.is_found(), way: row.way })
}
