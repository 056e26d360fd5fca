//! Features of what lets restaurants earn.

use crate::{
    rules::{
        action::{Action, Target},
        board::{Line, SIDE, cells},
        components::{Face, Sort},
        sums::Gains,
    },
    strategy::{standing::Standing, tolls::Dues, vocabulary::Earn},
};
use sim_engine::{BySeat, Seat};
use sim_script::{formula::Columns, spec::flag};

#[inline(never)]
pub fn occasions(me: &Standing<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Earn as F;
    let rows = columns.rows::<{ F::COUNT }>();
    let leader = me.leader();
    let dues = Dues::new(me);
    for (at, action) in legal.iter().enumerate() {
        let mut put = |feature: F, value: f64| rows[feature as usize][at] = value;
        let mut gains = BySeat::<f64>::default();
        let (mut face, mut target) = (None, None);
        match *action {
            Action::Income { target: place } => {
                (face, target) = (Some(place.face()), Some(place));
                if let Some(dues) = &dues {
                    let paid = dues.payout(me, place);
                    Seat::all(me.rules.players).for_each(|seat| gains[seat] = f64::from(paid[seat]));
                } else {
                    gains = coins(me, me.table.gains(place));
                }
            }
            Action::Roll { instead: None } => {
                Seat::all(me.rules.players).for_each(|seat| gains[seat] = me.seen.mean_roll(seat));
            }
            Action::Roll { instead: Some(line) } => {
                face = Some(Face::number(line.number() - 1));
                gains = on_line(me, line);
            }
            _ => {}
        }
        let rivals = || me.rivals().map(|rival| gains[rival]);
        put(F::Gain, gains[me.seat]);
        put(F::RivalGain, rivals().fold(f64::NEG_INFINITY, f64::max));
        put(F::LeaderGain, leader.map_or(0.0, |leader| gains[leader]));
        put(F::RivalsGain, rivals().sum());
        put(F::IsRoll, flag(matches!(action, Action::Roll { .. })));
        put(F::IsSubstitute, flag(matches!(action, Action::Roll { instead: Some(_) })));
        put(F::IsRest, flag(*action == Action::Rest));
        put(F::IsCampaign, flag(face.is_some_and(|face| matches!(face.sort(), Sort::Campaign(_)))));
        let cuisine = if let Some(Target::Cuisine(cuisine)) = target { Some(cuisine) } else { None };
        put(F::IsType, flag(cuisine.is_some()));
        put(F::Copies, face.map_or(0.0, |face| f64::from(me.seen.hand().count(face))));
        if F::Mine.is_in(wanted) {
            put(F::Mine, cuisine.map_or(0.0, |cuisine| f64::from(me.count(me.seat, cuisine.bit()))));
        }
    }
}

fn coins(me: &Standing<'_>, paid: &Gains) -> BySeat<f64> {
    let mut gains = BySeat::default();
    Seat::all(me.rules.players).for_each(|seat| gains[seat] = f64::from(paid[seat]));
    gains
}

/// What a roll of a cell on a row or column gives each seat on average, tolls aside.
fn on_line(me: &Standing<'_>, line: Line) -> BySeat<f64> {
    let mut gains = BySeat::default();
    for seat in Seat::all(me.rules.players) {
        if me.rules.earns_by_dice(me.table, seat) {
            let districts = cells(line.cells() & me.table.district_cells);
            let single: i16 = districts.map(|district| me.table.roll_gains(district)[seat]).sum();
            let full = me.table.gains(Target::Billboard(line))[seat];
            gains[seat] = (f64::from(full) + f64::from(single)) / SIDE as f64;
        }
    }
    gains
}
