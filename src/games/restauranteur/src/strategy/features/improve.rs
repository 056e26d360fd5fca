//! Features of improvements: to play, to give up, to keep in the hand.

use crate::{
    rules::{
        action::Chosen,
        board::cells,
        components::{Cuisine, Improvement, cuisines},
        sums::Trade,
    },
    strategy::{
        standing::Standing,
        vocabulary::{Improve, ImprovementKind},
    },
};
use sim_script::{formula::Columns, spec::flag};

/// Fills the features of improvements with their types.
///
/// Income and tolls are what dropping a `played` improvement would lose, or what playing another would gain.
#[inline(never)]
pub fn improvements(
    me: &Standing<'_>,
    chosen: impl Iterator<Item = Chosen>,
    played: bool,
    wanted: u128,
    columns: &mut Columns,
) {
    use Improve as F;
    let row = &me.table.improvements[me.seat];
    for (at, chosen) in chosen.enumerate() {
        let Chosen { card, cuisines: types } = chosen;
        for (kind, is) in kinds(Some(card)).into_iter().enumerate() {
            columns.set(F::OWN + kind, at, is);
        }
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        put(F::Price, f64::from(me.rules.improvement_price(me.table, me.seat, card)));
        put(F::Copies, f64::from(row.copies(card)));
        if F::IncomeGain.is_in(wanted) {
            put(F::IncomeGain, income_gain(me, chosen, played));
        }
        if F::Toll.is_in(wanted) {
            put(F::Toll, toll(me, chosen, played));
        }
        if F::Mine.is_in(wanted) {
            put(F::Mine, f64::from(me.count(me.seat, types)));
        }
        if F::Most.is_in(wanted) {
            put(F::Most, f64::from(me.most(types)));
        }
        if F::Held.is_in(wanted) {
            let held = cuisines(types).map(|cuisine| me.seen.pool().count(cuisine));
            put(F::Held, f64::from(held.sum::<u8>()));
        }
    }
}

/// Values of the [`ImprovementKind`] features.
pub fn kinds(card: Option<Improvement>) -> [f64; ImprovementKind::COUNT] {
    use Improvement as I;
    let is = |other: I| flag(card == Some(other));
    [
        is(I::Delivery),
        is(I::DriveThrough),
        is(I::Discounts),
        flag(card.is_some_and(is_star)),
        is(I::Management),
        is(I::Executives),
        is(I::HumanResources),
        is(I::Marketing),
    ]
}

fn is_star(card: Improvement) -> bool {
    matches!(card, Improvement::CookingStaff | Improvement::WaitStaff | Improvement::SupplyChain)
}

/// Whether the seat has exactly one improvement of this name for the type.
fn is_only(me: &Standing<'_>, card: Improvement, cuisine: Cuisine) -> bool {
    let played = me.table.improvements[me.seat].played().iter();
    played.filter(|other| other.card == card && other.cuisines & cuisine.bit() != 0).count() == 1
}

fn matters(me: &Standing<'_>, card: Improvement, cuisine: Cuisine, played: bool) -> bool {
    if played { is_only(me, card, cuisine) } else { !me.table.improvements[me.seat].has(card, cuisine) }
}

/// Coins per round that an improvement of stars or reach brings the seat's restaurants, or would cost if dropped.
pub fn income_gain(me: &Standing<'_>, Chosen { card, cuisines: types }: Chosen, played: bool) -> f64 {
    let row = &me.table.improvements[me.seat];
    let has_type = card.choices() == 1 && card != Improvement::Discounts;
    if !has_type {
        return 0.0;
    }
    let mut gain = 0.0;
    for cuisine in cuisines(types).filter(|&cuisine| matters(me, card, cuisine, played)) {
        let stars = me.stars(me.seat, cuisine);
        if is_star(card) {
            // If stars do not multiply single coins, income is not proportional to stars.
            gain += match me.rules.variant.district_stars {
                true => me.income_without_stars(cuisine),
                false => {
                    let other = if played { stars - 1 } else { stars + 1 };
                    (me.income_of_type(me.seat, cuisine, other) - me.income_of_type(me.seat, cuisine, stars))
                        .abs()
                }
            };
            continue;
        }
        let reach = |with: bool| {
            let of = |other: Improvement| if other == card { with } else { row.has(other, cuisine) };
            (of(Improvement::Delivery), of(Improvement::DriveThrough))
        };
        for cell in cells(me.own(cuisine)) {
            let trade =
                |with: bool| -> Trade { me.rules.trade_with(me.table, reach(with), cell, i32::from(stars)) };
            gain += me.income(cuisine, cell, &trade(true)) - me.income(cuisine, cell, &trade(false));
        }
    }
    gain
}

/// Coins per round in tolls that Discounts bring or save, or would cost if dropped.
pub fn toll(me: &Standing<'_>, Chosen { card, cuisines: types }: Chosen, played: bool) -> f64 {
    if card != Improvement::Discounts {
        return 0.0;
    }
    let counted = cuisines(types).filter(|&cuisine| matters(me, card, cuisine, played));
    counted.map(|cuisine| me.tolls.worth(me, cuisine)).sum()
}
