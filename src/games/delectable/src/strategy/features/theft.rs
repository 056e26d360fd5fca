//! Features of thefts: whom to rob, what to give up, what to take.

use super::{Standing, cheapest, leader_points, points};
use crate::{
    rules::Action,
    strategy::vocabulary::{Loss, Theft, Victim},
};
use sim_script::{formula::Columns, spec::flag};

#[inline(never)]
pub fn victims(me: &Standing<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Victim as F;
    let (seen, kind) = (me.seen, me.seen.committed());
    for (at, action) in legal.iter().enumerate() {
        let Action::Rob { victim } = *action else { continue };
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        put(F::Cards, seen.hand(victim).filter(|face| face.kind == kind).count() as f64);
        put(F::TheftValue, points(cheapest(me, victim, kind).unwrap_or(0)));
        put(F::RivalPoints, points(seen.points(victim)));
        if F::RivalLoss.is_in(wanted) {
            let rival = Standing::new(seen, victim);
            let given = rival.hand().filter(|face| face.kind == kind).min_by_key(|face| rival.value(face));
            put(F::RivalLoss, points(given.map_or(0, |face| rival.prospect_loss(face))));
        }
        if F::IsLeader.is_in(wanted) {
            put(F::IsLeader, flag(seen.points(victim) == leader_points(seen)));
        }
    }
}

#[inline(never)]
pub fn losses(me: &Standing<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Loss as F;
    let seen = me.seen;
    let thief = Standing::new(seen, seen.active());
    for (at, action) in legal.iter().enumerate() {
        let Action::Lose { card } = *action else { continue };
        let Some(face) = me.card(card) else { continue };
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        put(F::Stars, f64::from(face.stars));
        put(F::Value, points(me.value(face)));
        put(F::ThiefValue, points(thief.value(face)));
        put(F::Bonus, f64::from(face.discard));
        if F::ProspectLoss.is_in(wanted) {
            put(F::ProspectLoss, points(me.prospect_loss(face)));
        }
        if F::Run.is_in(wanted) {
            put(F::Run, f64::from(me.runs()[usize::from(card)]));
        }
    }
}

#[inline(never)]
pub fn thefts(me: &Standing<'_>, legal: &[Action], columns: &mut Columns) {
    use Theft as F;
    let seen = me.seen;
    for (at, action) in legal.iter().enumerate() {
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        let taken = match *action {
            Action::Take { from, card } => seen.hand(from).nth(usize::from(card)).map(|face| (from, face)),
            _ => None,
        };
        put(F::IsTake, flag(taken.is_some()));
        put(F::IsDraw, flag(*action == Action::Draw));
        put(F::Stars, taken.map_or(0.0, |(_, face)| f64::from(face.stars)));
        put(F::Value, taken.map_or(0.0, |(_, face)| points(me.value(face))));
        put(F::RivalPoints, taken.map_or(0.0, |(from, _)| points(seen.points(from))));
        put(F::IsLeader, taken.map_or(0.0, |(from, _)| flag(seen.points(from) == leader_points(seen))));
    }
}
