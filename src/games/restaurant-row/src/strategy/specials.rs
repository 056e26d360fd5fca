//! The best display from a pantry, and the baskets that a market can fill.

use crate::rules::{
    House, RestaurantRow,
    components::NONE,
    words::{KINDS, bits},
};

/// Maximum number of goods of one market whose combinations are all evaluated.
pub const GOODS: usize = 7;
pub const BASKETS: usize = 1 << GOODS;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Specials {
    pub shown: u32,
    /// A row, or [`NONE`].
    pub frozen: u8,
    pub worth: f64,
}

/// The best set of ingredients to show, including the `due` ones.
///
/// The sets that fit into the spaces form a transversal matroid. Ingredients in wrong spaces act like extra
/// spaces of any kind, which keeps it a matroid (the union of two matroids is one). The greedy choice by
/// worth is therefore optimal (Rado 1957; Edmonds 1971).
fn show(
    rules: &RestaurantRow,
    house: &House,
    open: u32,
    due: u32,
    worth: &impl Fn(usize) -> f64,
) -> (u32, f64) {
    let supplies = &rules.supplies;
    let mut shown = due;
    let mut counts = supplies.count_kinds(due);
    let mut total: f64 = bits(due).map(worth).sum();
    let mut left = open & !due;
    while left != 0 {
        let best = bits(left).max_by(|&a, &b| worth(a).total_cmp(&worth(b)).then(b.cmp(&a)));
        let Some(best) = best.filter(|&row| worth(row) > 0.0) else { break };
        left &= !(1 << best);
        let kind = supplies.ingredients[best].kind.index();
        counts[kind] += 1;
        if supplies.fits(counts, house.wrong_spaces) {
            shown |= 1 << best;
            total += worth(best);
        } else {
            counts[kind] -= 1;
            // If one of a kind finds no space, none does.
            left &= !supplies.of_kind[kind];
        }
    }
    (shown, total)
}

/// The best display of the pantry and use of the freezer, given each ingredient's worth on display and in the
/// freezer. `shown` ingredients are on display already; only those in `open` may follow.
pub fn best(
    rules: &RestaurantRow,
    house: &House,
    shown: u32,
    open: u32,
    worth: impl Fn(usize) -> f64,
    keep: impl Fn(usize) -> f64,
) -> Specials {
    let due = thawed(house) | shown;
    let open = house.pantry & open;
    let (best, total) = show(rules, house, open, due, &worth);
    let mut best = Specials { shown: best, frozen: NONE, worth: total };
    if house.has_freezer {
        for row in bits(house.pantry & !due) {
            let (shown, total) = show(rules, house, open & !(1 << row), due, &worth);
            let total = total + keep(row);
            if total > best.worth {
                best = Specials { shown, frozen: row as u8, worth: total };
            }
        }
    }
    best
}

/// The thawed ingredient, which must be shown, as bits.
fn thawed(house: &House) -> u32 {
    if house.thawed == NONE { 0 } else { 1 << house.thawed }
}

/// Forks by kind of the display with the most forks from a pantry.
#[inline]
pub fn forks(rules: &RestaurantRow, house: &House, pantry: u32) -> [u8; KINDS] {
    let supplies = &rules.supplies;
    let forks = |row: usize| f64::from(supplies.ingredients[row].forks);
    let mut by_kind = [0; KINDS];
    let shown = if supplies.fits(supplies.count_kinds(pantry), house.wrong_spaces) {
        pantry
    } else {
        show(rules, house, pantry, thawed(house), &forks).0
    };
    for row in bits(shown) {
        let ingredient = &supplies.ingredients[row];
        by_kind[ingredient.kind.index()] += ingredient.forks;
    }
    by_kind
}

/// Lists the baskets that a seat can fill and pay for from goods of one kind, the empty one first, and
/// returns their number. `in_basket` goods lie in it already; only `goods` may follow.
///
/// Of more than [`GOODS`] goods, those with the most forks are considered. Whether a basket fits depends only
/// on its size, because its goods are of one kind.
pub fn baskets(
    rules: &RestaurantRow,
    house: &House,
    goods: u32,
    in_basket: u32,
    cash: i32,
    found: &mut [u32; BASKETS],
) -> usize {
    let supplies = &rules.supplies;
    let mut rows = [0u8; 32];
    let mut count = 0;
    for row in bits(goods & !in_basket) {
        rows[count % 32] = row as u8;
        count += 1;
    }
    let rows = &mut rows[..count.min(32)];
    if count > GOODS {
        rows.sort_unstable_by_key(|&row| {
            (std::cmp::Reverse(supplies.ingredients[usize::from(row)].forks), row)
        });
    }
    let rows = &rows[..count.min(GOODS)];
    // The largest number of goods that can be added; which ones does not matter.
    let mut room = 0;
    let mut tried = in_basket;
    for &row in rows {
        tried |= 1 << row;
        if !house.can_use(rules, tried) {
            break;
        }
        room += 1;
    }
    let spare = cash - supplies.basket_price(in_basket);
    found[0] = in_basket;
    let mut known = 1;
    let mut costs = [0; BASKETS];
    for &row in rows {
        let price = supplies.ingredients[usize::from(row)].price;
        let smaller = known;
        for at in 0..smaller {
            let size = (found[at] & !in_basket).count_ones();
            let cost = costs[at] + price;
            if size < room && cost <= spare && known < BASKETS {
                found[known] = found[at] | 1 << row;
                costs[known] = cost;
                known += 1;
            }
        }
    }
    known
}
