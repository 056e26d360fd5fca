//! Features of prices, the Shill, dining rooms and lay-offs.

use crate::{
    rules::{
        Action, House, PLAYERS,
        components::MAX_TOKENS,
        words::{CATEGORIES, Category, bits},
    },
    strategy::{
        me::Me,
        night::{Evening, evenings},
        reputation::{ahead, between},
        street::Street,
        vocabulary::{Post, Price, Promotion, Room, Shill, ShillUse},
    },
};
use sim_script::{formula::Columns, spec::flag};

/// Lead in guests that makes a restaurant sure of a mark.
const CLEAR: f64 = 1.5;
/// Expected guests of a category above which at least one is more likely than not to come.
const LIKELY: f64 = 0.7;

pub fn prices(me: &Me<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Price as F;
    let high = F::Income.bit() | F::Guests.bit();
    let marked = F::Marks.bit() | F::Points.bit();
    let low = F::LowIncome.bit() | F::LowGuests.bit() | marked | F::IsFirst.bit() | F::TalkPoints.bit();
    let crowd = me.crowd();
    let highest = me.rules.highest_die(me.table, me.seat);
    let mut cheaper = Street::new(me.seen, 1);
    let mut street = if wanted & high != 0 { *me.street() } else { cheaper };
    for (at, action) in legal.iter().enumerate() {
        let Action::Price { die } = *action else { continue };
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        put(F::Die, die.into());
        put(F::Price, me.rules.price(die).into());
        put(F::IsHighest, flag(die == highest));
        if wanted & high != 0 {
            street.faces[0].charge(me.rules, me.house, die);
            let evenings = evenings(me.rules, &street, &crowd);
            put(F::Income, evenings[0].income);
            put(F::Guests, evenings[0].guests);
        }
        if wanted & low != 0 {
            cheaper.faces[0].charge(me.rules, me.house, die);
            let evenings = evenings(me.rules, &cheaper, &crowd);
            put(F::LowIncome, evenings[0].income);
            put(F::LowGuests, evenings[0].guests);
            put(F::IsFirst, flag(first(&evenings, cheaper.players) == Some(0)));
            if wanted & marked != 0 {
                let marks = marks(me, &evenings, cheaper.players);
                put(F::Marks, marks);
                put(F::Points, me.reputation().gain(0, Category::Popularity, marks));
            }
            if F::TalkPoints.is_in(wanted) {
                put(F::TalkPoints, talk(me, &evenings, cheaper.players));
            }
        }
    }
}

/// The restaurant whose dining room fills first, if any fills.
fn first(evenings: &[Evening; PLAYERS], players: usize) -> Option<usize> {
    let fills = (0..players).filter(|&at| evenings[at].full_at <= 1.0);
    fills.min_by(|&a, &b| evenings[a].full_at.total_cmp(&evenings[b].full_at))
}

/// My expected marks on the popularity track. A room that fills early beats one that fills late, which beats
/// one that does not fill.
fn marks(me: &Me<'_>, evenings: &[Evening; PLAYERS], players: usize) -> f64 {
    let success = |evening: &Evening| evening.guests + 10.0 * (1.0 - evening.full_at.min(1.0));
    let mine = success(&evenings[0]);
    let place = evenings[1..players].iter().map(|evening| ahead(success(evening) - mine, CLEAR)).sum();
    between(&me.marks(me.rules.variant.popularity_marks), place)
}

/// Expected change of my victory points by the word of mouth of a night.
fn talk(me: &Me<'_>, evenings: &[Evening; PLAYERS], players: usize) -> f64 {
    let busiest = |a: &usize, b: &usize| evenings[*a].guests.total_cmp(&evenings[*b].guests);
    let talks = first(evenings, players).or_else(|| (0..players).max_by(busiest)).unwrap_or(0);
    let likely = Category::all().filter(|category| evenings[talks].talk[category.index()] > LIKELY);
    let risen = me.rules.risen(me.table.order, likely.fold(0, |mask, category| mask | category.bit()));
    under(me, 0, &risen) - under(me, 0, &me.table.order)
}

fn under(me: &Me<'_>, seat: usize, order: &[Category; CATEGORIES]) -> f64 {
    me.reputation().under(seat, order, &me.rules.variant.points)
}

fn promoted(order: &[Category; CATEGORIES], rank: usize) -> [Category; CATEGORIES] {
    let mut order = *order;
    if rank > 0 {
        order.swap(rank, rank - 1);
    }
    order
}

/// Expected points of the best promotion; 0 if none helps.
fn best_swap(me: &Me<'_>) -> f64 {
    let order = &me.table.order;
    let now = under(me, 0, order);
    (1..CATEGORIES).map(|rank| under(me, 0, &promoted(order, rank)) - now).fold(0.0, f64::max)
}

/// Expected points of one more star from the Shill; 0 where he brings none.
fn star(me: &Me<'_>) -> f64 {
    if me.house.stars < me.rules.variant.shill_stars {
        me.reputation().gain(0, Category::Rating, 1.0)
    } else {
        0.0
    }
}

pub fn shill(me: &Me<'_>, wanted: u128, columns: &mut Columns) {
    use Shill as F;
    let mut put = |feature: F, value: f64| columns.set(feature as usize, 0, value);
    let bidders = me.table.bidders;
    put(F::MayRise, flag(me.house.stars < me.rules.variant.shill_stars));
    put(F::Bidders, bidders.count_ones().into());
    put(F::RivalCash, me.richest(me.rivals().filter(|rival| bidders >> rival.0 & 1 == 1)));
    put(F::CriticComes, flag(me.crowd().critic));
    if F::StarPoints.is_in(wanted) {
        put(F::StarPoints, star(me));
    }
    if F::SwapPoints.is_in(wanted) {
        put(F::SwapPoints, best_swap(me));
    }
    if F::SeatCost.is_in(wanted) {
        let crowd = me.crowd();
        let free = evenings(me.rules, me.street(), &crowd)[0].income;
        let mut street = *me.street();
        street.faces[0].seats -= 1.0;
        street.faces[0].room -= 1.0;
        put(F::SeatCost, free - evenings(me.rules, &street, &crowd)[0].income);
    }
}

pub fn shill_uses(me: &Me<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use ShillUse as F;
    for (at, action) in legal.iter().enumerate() {
        let is_star = *action == Action::Star;
        columns.set(F::IsStar as usize, at, flag(is_star));
        if F::Points.is_in(wanted) {
            columns.set(F::Points as usize, at, if is_star { star(me) } else { best_swap(me) });
        }
    }
}

pub fn promotions(me: &Me<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Promotion as F;
    let order = &me.table.order;
    let players = me.rules.players;
    for (at, action) in legal.iter().enumerate() {
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        let rank = if let Action::Promote { category } = *action { me.table.rank(category) } else { 0 };
        put(F::IsPass, flag(rank == 0));
        let swapped = promoted(order, rank);
        let change = |seat: usize| under(me, seat, &swapped) - under(me, seat, order);
        if F::Points.is_in(wanted) {
            put(F::Points, change(0));
        }
        if F::RivalPoints.is_in(wanted) {
            put(F::RivalPoints, (1..players).map(change).fold(f64::NEG_INFINITY, f64::max));
        }
    }
}

pub fn room(me: &Me<'_>, legal: &[Action], wanted: u128, columns: &mut Columns) {
    use Room as F;
    let (house, variant) = (me.house, &me.rules.variant);
    let guest = me.category_bit(me.table.guest);
    let is_new = guest & !house.talk != 0;
    for (at, action) in legal.iter().enumerate() {
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        let is_main = *action == Action::MainRoom;
        let free = if is_main {
            house.tables - house.main.min(house.tables)
        } else {
            variant.second_room - house.second
        };
        put(F::IsMain, flag(is_main));
        put(F::Free, free.into());
        put(F::IsNew, flag(is_new));
        if F::Points.is_in(wanted) {
            let with = |talk: u8| under(me, 0, &me.rules.risen(me.table.order, talk));
            let talks = is_main && is_new && !me.table.has_talked;
            put(F::Points, if talks { with(house.talk | guest) - with(house.talk) } else { 0.0 });
        }
    }
}

/// Fills the features of my employees in row order, and returns their number.
pub fn posts(me: &Me<'_>, wanted: u128, columns: &mut Columns) -> usize {
    use Post as F;
    let mut count = 0;
    for row in bits(me.house.staff) {
        let employee = &me.rules.supplies.employees[row % MAX_TOKENS];
        let without = me.house.furnished(me.rules, me.house.staff & !(1 << row), me.house.renovations);
        let mut put = |feature: F, value: f64| columns.set(feature as usize, count, value);
        let less = |of: fn(&House) -> u8| f64::from(of(&without)) - f64::from(of(me.house));
        put(F::NewService, employee.service.into());
        put(F::Earns, -less(|house| house.earns));
        put(F::IsManager, flag(without.managers < me.house.managers));
        put(F::Wage, f64::from(me.rules.wages(me.house) - me.rules.wages(&without)));
        if F::Points.is_in(wanted) {
            let reputation = me.reputation();
            let points = reputation.gain(0, Category::Service, less(|house| house.service))
                + reputation.gain(0, Category::Ambiance, less(|house| house.ambiance));
            put(F::Points, -points);
        }
        if F::IncomeLoss.is_in(wanted) {
            let demand = me.demand();
            put(F::IncomeLoss, demand.prospect.income - demand.with(&me.face(&without)).income);
        }
        count += 1;
    }
    count
}
