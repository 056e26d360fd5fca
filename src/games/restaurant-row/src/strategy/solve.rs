//! Chain decisions: baskets, displays and lay-offs, each solved exactly for a script's values.

use super::{features, lots::Lots, me::Me, specials, vocabulary::display_slot};
use crate::rules::{
    Action, Decision, RestaurantRow, after,
    components::{MAX_INGREDIENTS, MAX_TOKENS, NONE},
    words::bits,
};
use sim_script::{Ask, Evaluator, Script, notes::Plan};

pub fn basket(
    me: &Me<'_>,
    ask: &Ask<'_, RestaurantRow>,
    script: &Script,
    evaluator: &mut Evaluator,
    answer: &mut Vec<Action>,
) {
    let table = me.table;
    let mut goods = table.goods_of(me.rules, me.rules.store_at(table)) & after(table.basket);
    if ask.is_restricted() {
        let open = bits(goods).filter(|&row| ask.allows(Action::Ingredient { row: row as u8 }));
        goods = open.fold(0, |rows, row| rows | 1 << row);
    }
    let lots = Lots::baskets(me, goods, table.basket, me.cash());
    let point = script.point(Decision::Basket);
    let scores = lots.score(me, (script, point.part_masks[0]), evaluator);
    let mut best = 0;
    if point.learned.is_some() || point.temperature > 0.0 {
        let count = scores.len();
        let label = |at: usize| lots.label(me, at);
        best = evaluator.draw_plan(ask, script, count, (0..count).map(Plan::single), label);
    } else {
        for (at, score) in scores.iter().enumerate() {
            if *score > scores[best] {
                best = at;
            }
        }
        let worth = scores[best];
        evaluator.solved(worth);
    }
    let more = lots.list()[best] & !table.basket;
    answer.extend(bits(more).map(|row| Action::Ingredient { row: row as u8 }));
    answer.push(Action::Done);
}

pub fn display(me: &Me<'_>, script: &Script, evaluator: &mut Evaluator, answer: &mut Vec<Action>) {
    let wanted = script.point(Decision::Display).part_masks[0];
    let count = features::dishes(me, wanted, evaluator.columns(Decision::Display, 0));
    let pantry = me.house.pantry;
    let name = |at: usize| {
        let row = bits(pantry).nth(at);
        row.map_or_else(String::new, |row| me.rules.supplies.ingredients[row].name.clone())
    };
    evaluator.score(script, Decision::Display, display_slot::VALUE, count, name);
    if me.house.has_freezer {
        evaluator.score(script, Decision::Display, display_slot::KEEP, count, name);
    }
    let (mut worths, mut keeps) = ([0.0; MAX_INGREDIENTS], [0.0; MAX_INGREDIENTS]);
    for (at, row) in bits(pantry).enumerate() {
        worths[row % MAX_INGREDIENTS] = evaluator.scores(display_slot::VALUE)[at];
        keeps[row % MAX_INGREDIENTS] = evaluator.scores(display_slot::KEEP)[at];
    }
    let shown = me.seen.secret.shows;
    let best = specials::best(
        me.rules,
        me.house,
        shown,
        after(shown),
        |row| worths[row % MAX_INGREDIENTS],
        |row| keeps[row % MAX_INGREDIENTS],
    );
    evaluator.solved(best.worth);
    answer.extend(bits(best.shown & !shown).map(|row| Action::Show { row: row as u8 }));
    answer.push(if best.frozen == NONE { Action::Done } else { Action::Freeze { row: best.frozen } });
}

pub fn lay_off(me: &Me<'_>, script: &Script, evaluator: &mut Evaluator, answer: &mut Vec<Action>) {
    let wanted = script.point(Decision::LayOff).part_masks[0];
    let count = features::posts(me, wanted, evaluator.columns(Decision::LayOff, 0));
    let staff = u32::from(me.house.staff);
    let name = |at: usize| {
        let row = bits(staff).nth(at);
        row.map_or_else(String::new, |row| me.rules.supplies.employees[row].name.clone())
    };
    evaluator.score(script, Decision::LayOff, 0, count, name);
    let mut values = [0.0; MAX_TOKENS];
    for (at, row) in bits(staff).enumerate() {
        values[row % MAX_TOKENS] = evaluator.scores(0)[at];
    }
    let chosen = u32::from(me.seen.secret.lay_offs);
    let open = staff & after(chosen) & !chosen;
    let kept = staff & !chosen;
    let gone = best_lay_off(me, kept, open, &values);
    evaluator.solved(gone.1);
    answer.extend(bits(gone.0).map(|row| Action::LayOff { row: row as u8 }));
    answer.push(Action::Done);
}

/// The best subset of `open` to lay off, and the worth of the remaining employees: their values less their
/// wages. Ties keep the earlier set; laying off nobody comes first.
fn best_lay_off(me: &Me<'_>, kept: u32, open: u32, values: &[f64; MAX_TOKENS]) -> (u32, f64) {
    let worth = |gone: u32| {
        let left = kept & !gone;
        let total: f64 = bits(left).map(|row| values[row % MAX_TOKENS]).sum();
        if me.table.ends != 0 {
            return total;
        }
        let house = me.house.furnished(me.rules, left as u16, me.house.renovations);
        total - f64::from(me.rules.wages(&house))
    };
    let mut best = (0, worth(0));
    // Enumerates every nonempty subset of `open` once, as the next smaller submask.
    let mut gone = open;
    while gone != 0 {
        let value = worth(gone);
        if value > best.1 {
            best = (gone, value);
        }
        gone = (gone - 1) & open;
    }
    best
}
