//! Features of stores, bids, loans and displays.

use crate::{
    rules::{
        Decision, House,
        words::{Category, Kind, STORES, Store, bits},
    },
    strategy::{
        lots::{Best, Lots},
        me::Me,
        specials,
        vocabulary::{Debt, Dish, Loan, Lot, StoreChoice},
    },
};
use sim_engine::Seat;
use sim_script::{Evaluator, Script, formula::Columns, spec::flag};

const FLAGS: [(Store, StoreChoice); STORES] = [
    (Store::HelpWanted, StoreChoice::IsHelpWanted),
    (Store::Renovations, StoreChoice::IsRenovations),
    (Store::Farmers, StoreChoice::IsFarmers),
    (Store::Butcher, StoreChoice::IsButcher),
    (Store::Fish, StoreChoice::IsFish),
    (Store::Bank, StoreChoice::IsBank),
];

/// The name of a store by its index in [`Store`].
pub fn store_name(at: usize) -> String {
    Store::at(at).word().to_owned()
}

/// Fills the features of all stores, in the order of [`Store`].
pub fn stores(me: &Me<'_>, script: &Script, evaluator: &mut Evaluator) {
    use StoreChoice as F;
    let wanted = script.point(Decision::Store).part_masks[0];
    let worths = F::Worth.bit() | F::NextWorth.bit() | F::Price.bit();
    let mut bests = [Best::default(); STORES];
    let mut loan_worth = 0.0;
    if wanted & (worths | F::LoanWorth.bit()) != 0 {
        let loan = if F::LoanWorth.is_in(wanted) { me.rules.variant.loan_max } else { 0 };
        bests = self::bests(me, loan, script, evaluator);
        loan_worth = dearest(&bests).0;
    }
    let columns = evaluator.columns(Decision::Store, 0);
    for ((store, best), &(_, is_store)) in Store::all().zip(&bests).zip(&FLAGS) {
        let row = store.index();
        let mut put = |feature: F, value: f64| columns.set(feature as usize, row, value);
        for &(_, other) in &FLAGS {
            put(other, flag(other == is_store));
        }
        put(F::Worth, best.worth);
        put(F::NextWorth, best.next);
        put(F::Price, best.price.into());
        put(F::LoanWorth, if store == Store::Bank { loan_worth } else { 0.0 });
        if F::Goods.is_in(wanted) {
            put(F::Goods, goods(me, store));
        }
        if F::Rivals.is_in(wanted) {
            let wants = |rival: &Seat| {
                let most = me.seen.cash_bounds(*rival).1;
                me.rules.goods_for(me.table, *rival, most, store) != 0
            };
            put(F::Rivals, me.rivals().filter(wants).count() as f64);
        }
    }
}

/// The best buy in each store, including the best one that only a loan makes affordable.
fn bests(me: &Me<'_>, loan: i32, script: &Script, evaluator: &mut Evaluator) -> [Best; STORES] {
    let mut bests = [Best::default(); STORES];
    for (store, best) in Store::all().zip(&mut bests) {
        *best = Lots::on_sale(me, store, me.cash() + loan).best(me, me.cash(), script, evaluator);
    }
    bests
}

/// Extra worth of the best unaffordable lot over the best affordable one, and its price; zeros without one.
fn dearest(bests: &[Best; STORES]) -> (f64, i32) {
    let worth = bests.iter().map(|best| best.worth).fold(0.0, f64::max);
    let mut dear = (0.0, 0);
    for best in bests {
        if best.dear - worth > dear.0 {
            dear = (best.dear - worth, best.dear_price);
        }
    }
    dear
}

fn goods(me: &Me<'_>, store: Store) -> f64 {
    match store {
        Store::HelpWanted => me.table.on_display().count() as f64,
        Store::Renovations => me.table.renovations.iter().map(|&tokens| f64::from(tokens)).sum(),
        Store::Bank => 0.0,
        _ => me.table.goods_of(me.rules, store).count_ones().into(),
    }
}

pub fn lot(me: &Me<'_>, script: &Script, evaluator: &mut Evaluator) {
    use Lot as F;
    let wanted = script.point(Decision::Bid).part_masks[0];
    let (table, rules) = (me.table, me.rules);
    let (lot, store) = (table.lot, rules.store_at(table));
    let point = match store {
        Store::HelpWanted => Decision::Hire,
        Store::Renovations => Decision::Renovate,
        _ => Decision::Basket,
    };
    let mut worth = 0.0;
    if wanted & (F::Worth.bit() | F::Limit.bit()) != 0 {
        let scores = Lots::one(me, point, lot.goods).appraise(me, script, evaluator);
        worth = scores[1] - scores[0].max(f64::MIN);
    }
    let mut next = 0.0;
    if F::NextWorth.is_in(wanted) {
        next = Lots::on_sale(me, store, me.cash())
            .without(lot.goods)
            .best(me, me.cash(), script, evaluator)
            .worth;
    }
    let limit = if F::Limit.is_in(wanted) { limit(me, worth, script, evaluator) } else { 0.0 };
    let columns = evaluator.columns(Decision::Bid, 0);
    let mut put = |feature: F, value: f64| columns.set(feature as usize, 0, value);
    let others = || me.rivals().filter(|rival| table.bidders >> rival.0 & 1 == 1);
    put(F::Worth, worth);
    put(F::NextWorth, next);
    put(F::Least, lot.least.into());
    put(F::Limit, limit);
    put(F::Bidders, table.bidders.count_ones().into());
    put(F::RivalCash, me.richest(others()));
    put(F::IsMine, flag(lot.chooser == me.seat));
    put(F::WinsTies, flag(table.closest(table.bidders, rules.players) == Some(me.seat)));
    if F::RivalPoints.is_in(wanted) {
        let points = |rival: Seat| rival_points(me, rival, store, lot.goods);
        put(F::RivalPoints, others().map(points).fold(0.0, f64::max));
    }
}

/// The highest bid that pays for a lot worth `worth` above its minimum price (see [`Lot::Limit`]).
///
/// A later trip of the round can go to any shop, and in this shop to the goods outside the lot.
fn limit(me: &Me<'_>, worth: f64, script: &Script, evaluator: &mut Evaluator) -> f64 {
    let (lot, cash) = (me.table.lot, me.cash());
    // Worth of the best buy by cash at hand; all 0 on the last trip.
    let mut best = [0.0; PURSE];
    if me.trips_left > 0.0 {
        for store in Store::all() {
            let is_here = store == me.rules.store_at(me.table);
            let lots = Lots::on_sale(me, store, cash).without(if is_here { lot.goods } else { 0 });
            lots.worths(me, script, evaluator, |price, worth| {
                let best = &mut best[purse(price)];
                *best = worth.max(*best);
            });
        }
        for at in 1..PURSE {
            best[at] = best[at].max(best[at - 1]);
        }
    }
    let with_all = best[purse(cash)];
    let pays = |bid: &i32| worth - f64::from(bid - lot.least) + best[purse(cash - bid)] >= with_all;
    (lot.least..=cash).rev().find(pays).map_or(0.0, f64::from)
}

/// Number of distinct cash sums; larger ones count as the largest.
const PURSE: usize = 128;

fn purse(cash: i32) -> usize {
    (cash.max(0) as usize).min(PURSE - 1)
}

/// Marks on the food track per extra fork of a rival, as a rule of thumb.
const FORK: f64 = 0.15;

/// Expected victory points of a lot for a rival.
fn rival_points(me: &Me<'_>, rival: Seat, store: Store, goods: u32) -> f64 {
    let (rules, players) = (me.rules, me.rules.players);
    let place = (1..players).find(|&steps| me.seat.after(steps, players) == rival).unwrap_or(1);
    let house = me.table.house(rival);
    let (staff, renovations) = match store {
        Store::HelpWanted => (house.staff | goods as u16, house.renovations),
        Store::Renovations => (house.staff, house.renovations | goods as u16),
        _ => {
            // Counts each extra fork as `FORK` marks on the food track.
            let forks = |pantry: u32| -> u8 { specials::forks(rules, house, pantry).iter().sum() };
            let more = f64::from(forks(house.pantry | goods)) - f64::from(forks(house.pantry));
            return me.reputation().gain(place, Category::Food, FORK * more);
        }
    };
    let furnished = house.furnished(rules, staff, renovations);
    let more = |of: fn(&House) -> u8| f64::from(of(&furnished)) - f64::from(of(house));
    me.reputation().gain(place, Category::Service, more(|house| house.service))
        + me.reputation().gain(place, Category::Ambiance, more(|house| house.ambiance))
}

pub fn loan(me: &Me<'_>, script: &Script, evaluator: &mut Evaluator) {
    use Loan as F;
    let wanted = script.point(Decision::Borrow).part_masks[0];
    let most = me.rules.variant.loan_max;
    let mut dear = (0.0, 0);
    if wanted & (F::LoanWorth.bit() | F::Shortfall.bit()) != 0 {
        dear = dearest(&bests(me, most, script, evaluator));
    }
    let columns = evaluator.columns(Decision::Borrow, 0);
    let mut put = |feature: F, value: f64| columns.set(feature as usize, 0, value);
    put(F::Most, most.into());
    put(F::LoanWorth, dear.0);
    put(F::Shortfall, f64::from((dear.1 - me.cash()).max(0)));
}

pub fn debt(me: &Me<'_>, most: i32, columns: &mut Columns) {
    columns.set(Debt::Most as usize, 0, most.into());
    columns.set(Debt::Penalty as usize, 0, me.rules.penalty(me.house.loan).into());
}

/// Fills the features of the pantry's ingredients in row order, and returns their number.
pub fn dishes(me: &Me<'_>, wanted: u128, columns: &mut Columns) -> usize {
    use Dish as F;
    let mut count = 0;
    for row in bits(me.house.pantry) {
        let ingredient = &me.rules.supplies.ingredients[row];
        let mut put = |feature: F, value: f64| columns.set(feature as usize, count, value);
        put(F::NewForks, ingredient.forks.into());
        put(F::IsFish, flag(ingredient.kind == Kind::Fish));
        put(F::IsMeat, flag(ingredient.kind == Kind::Meat));
        put(F::IsVegetable, flag(ingredient.kind == Kind::Vegetable));
        if F::RivalForks.is_in(wanted) {
            let criterion = ingredient.kind.criterion();
            let street = me.street();
            let rivals = street.faces[1..street.players].iter().map(|face| face.value(criterion));
            put(F::RivalForks, rivals.max().map_or(0.0, f64::from));
        }
        count += 1;
    }
    count
}
