//! Features of occasions that let restaurants earn.

use crate::{
    rules::{
        action::{Action, Target},
        board::{Line, SIDE, cells},
        components::{Face, Sort},
    },
    strategy::{standing::Standing, tolls::Dues, vocabulary::Earn},
};
use sim_engine::BySeat;
use sim_script::{formula::Columns, spec::flag};

#[inline(never)]
pub fn occasions(me: &Standing<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Earn as F;
    let rows = columns.rows::<{ F::COUNT }>();
    let (players, leader) = (me.rules.players, me.leader());
    let dues = Dues::new(me);
    for (at, action) in legal.iter().enumerate() {
        let mut put = |feature: F, value: f64| rows[feature as usize][at] = value;
        let mut gains = BySeat::<f64>::default();
        let (mut face, mut target) = (None, None);
        match *action {
            Action::Income { target: place } => {
                (face, target) = (Some(place.face()), Some(place));
                let paid = match &dues {
                    Some(dues) => dues.payout(me, place),
                    None => me.table.coins_of(place, players),
                };
                gains = BySeat::from_fn(players, |seat| paid[seat].into());
            }
            Action::Roll { instead: None } => {
                gains = BySeat::from_fn(players, |seat| me.seen.mean_roll(seat));
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

/// Mean coins that a roll on a row or column gives each seat, without tolls.
fn on_line(me: &Standing<'_>, line: Line) -> BySeat<f64> {
    BySeat::from_fn(me.rules.players, |seat| {
        if !me.rules.earns_by_dice(me.table, seat) {
            return 0.0;
        }
        let districts = cells(line.cells() & me.table.district_cells);
        let single: i16 = districts.map(|district| me.table.roll_gains(district)[seat]).sum();
        let full = me.table.gains(Target::Billboard(line))[seat];
        (f64::from(full) + f64::from(single)) / SIDE as f64
    })
}
