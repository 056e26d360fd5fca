use super::improve::{income_gain, kinds, toll};
use crate::{
    rules::{
        action::Chosen,
        components::{Face, Improvement, Sort, cuisines},
    },
    strategy::{standing::Standing, vocabulary::Card},
};
use sim_script::{formula::Columns, spec::flag};

#[inline(never)]
pub fn cards(me: &Standing<'_>, hand: &[Face], wanted: u128, columns: &mut Columns) {
    use Card as F;
    let rows = columns.rows::<{ F::COUNT }>();
    for (at, &face) in hand.iter().enumerate() {
        let sort = face.sort();
        let improvement = if let Sort::Improvement(card) = sort { Some(card) } else { None };
        for (kind, is) in kinds(improvement).into_iter().enumerate() {
            rows[F::OWN + kind][at] = is;
        }
        let mut put = |feature: F, value: f64| rows[feature as usize][at] = value;
        put(F::IsNumber, flag(matches!(sort, Sort::Number(_))));
        put(F::IsIncome, flag(face.bit() & Face::INCOMES != 0));
        put(F::IsCampaign, flag(matches!(sort, Sort::Campaign(_))));
        put(F::Copies, f64::from(me.seen.hand().count(face)));
        let copies = |card| me.table.improvements[me.seat].copies(card);
        let price = |card| me.rules.improvement_price(me.table, me.seat, card);
        put(F::Price, improvement.map_or(0.0, |card| f64::from(price(card))));
        put(F::Played, improvement.map_or(0.0, |card| f64::from(copies(card))));
        if F::BestSite.is_in(wanted) {
            put(F::BestSite, if let Sort::Number(number) = sort { me.best_site(number) } else { 0.0 });
        }
        if wanted & (F::Gain.bit() | F::RivalGain.bit()) != 0 {
            let (gain, rival) = best_target(me, face);
            put(F::Gain, f64::from(gain));
            put(F::RivalGain, f64::from(rival));
        }
        if F::IncomeGain.is_in(wanted) {
            put(F::IncomeGain, improvement.map_or(0.0, |card| best_income(me, card)));
        }
        if F::Toll.is_in(wanted) {
            put(F::Toll, if improvement == Some(Improvement::Discounts) { best_toll(me) } else { 0.0 });
        }
    }
}

/// Coins that an income card pays the seat and its best-paid rival, at the target with the seat's largest
/// lead over that rival.
fn best_target(me: &Standing<'_>, face: Face) -> (i32, i32) {
    let (mut lead, mut paid) = (i32::MIN, (0, 0));
    me.table.each_target(face, |target| {
        let gains = me.table.gains(target);
        let gain = i32::from(gains[me.seat]);
        let rival = i32::from(me.rivals().map(|rival| gains[rival]).max().unwrap_or(0));
        if gain - rival >= lead {
            (lead, paid) = (gain - rival, (gain, rival));
        }
    });
    paid
}

fn best_income(me: &Standing<'_>, card: Improvement) -> f64 {
    let types = cuisines(me.table.cuisines_of(me.seat));
    types.map(|one| income_gain(me, Chosen { card, cuisines: one.bit() }, false)).fold(0.0, f64::max)
}

fn best_toll(me: &Standing<'_>) -> f64 {
    let card = Improvement::Discounts;
    let own = cuisines(me.table.cuisines_of(me.seat));
    let (mut first, mut second) = (0.0f64, 0.0f64);
    for one in own {
        let toll = toll(me, Chosen { card, cuisines: one.bit() }, false);
        if toll > first {
            (first, second) = (toll, first);
        } else {
            second = second.max(toll);
        }
    }
    first + second
}
