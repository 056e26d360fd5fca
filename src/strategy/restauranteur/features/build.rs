//! Features of builds and moves: types, sites, number cards.

use crate::{
    rules::restauranteur::{
        action::Target,
        board::{Cell, Line, Quadrant, Side, cells},
        components::{Campaign, Cuisine, Face, Improvement},
    },
    strategy::{
        formula::Columns,
        restauranteur::{
            standing::Standing,
            tolls::has_discounts,
            vocabulary::{Counter, Number, Site},
        },
        spec::flag,
    },
};

/// Features of types whose counters may be built.
#[inline(never)]
pub fn counters(me: &Standing<'_>, types: &[Cuisine], wanted: u128, columns: &mut Columns) {
    use Counter as F;
    for feature in F::read(wanted) {
        columns.fill(feature as usize, types.iter().map(|&cuisine| counter(me, cuisine, feature)));
    }
}

fn counter(me: &Standing<'_>, cuisine: Cuisine, feature: Counter) -> f64 {
    use Counter as F;
    let (seen, rules, table, seat) = (me.seen, me.rules, me.table, me.seat);
    let (at, set) = (cuisine.index(), cuisine.bit());
    let on_board = table.on_board(cuisine);
    match feature {
        F::Cost => f64::from(rules.build_price(table, seat, cuisine)),
        F::Mine => f64::from(me.count(seat, set)),
        F::Most => f64::from(me.most(set)),
        F::Held => f64::from(seen.pool().count(cuisine)),
        F::Lacking => f64::from(rules.stock.counters[at] - on_board),
        F::LeadGain => flag(me.leads_after_build(cuisine).0),
        F::LeadBroken => flag(me.leads_after_build(cuisine).1),
        F::Stars => f64::from(seen.stars_after_build(seat, cuisine)),
        F::IsMonopoly => flag(table.cuisines[at] & !table.owned[seat] == 0),
        F::Broken => match table.monopolist(cuisine).filter(|&owner| owner != seat) {
            Some(owner) => {
                let stars = me.stars(owner, cuisine);
                me.income_of_type(owner, cuisine, stars) - me.income_of_type(owner, cuisine, stars - 1)
            }
            None => 0.0,
        },
        F::CardHeld => f64::from(seen.hand().count(Face::cuisine(cuisine))),
        F::Toll => {
            let takers = me.rivals().filter(|&rival| has_discounts(me, rival, cuisine)).count();
            let pays = takers > 0 && !has_discounts(me, seat, cuisine);
            if pays { -(takers as f64) * me.tolls().rate(me, cuisine) } else { 0.0 }
        }
        F::Ends => flag(on_board + 1 == rules.stock.counters[at] || table.tokens[seat] == 1),
    }
}

/// What each campaign for a place pays the seat at its best target.
pub struct Best {
    line: i32,
    quadrant: i32,
    side: i32,
    mailing: i32,
}

impl Best {
    pub fn new(me: &Standing<'_>) -> Best {
        let best = |targets: &mut dyn Iterator<Item = Target>| {
            targets.map(|target| i32::from(me.table.gains(target)[me.seat])).max().unwrap_or(0)
        };
        Best {
            line: best(&mut Line::all().map(Target::Billboard)),
            quadrant: best(&mut Quadrant::all().map(Target::Radio)),
            side: best(&mut Side::all().map(Target::AirBanner)),
            mailing: best(&mut cells(me.table.district_cells).map(Target::Mailing)),
        }
    }

    /// Coins a round that they bring, by how often the seat may play each.
    #[cfg(test)]
    pub fn worth(&self, me: &Standing<'_>) -> f64 {
        let pays = [
            (Campaign::Billboard, self.line),
            (Campaign::Radio, self.quadrant),
            (Campaign::AirBanner, self.side),
            (Campaign::Mailing, self.mailing),
        ];
        pays.iter().map(|&(campaign, coins)| me.plays(campaign) * f64::from(coins)).sum()
    }

    /// Coins a round that one more restaurant adds to them, by how often the seat may play each.
    fn gain(&self, me: &Standing<'_>, cell: Cell, full: i32, reached: u64, mailing: i32) -> f64 {
        let now = |target| i32::from(me.table.gains(target)[me.seat]);
        let plays = |campaign: Campaign| me.plays(campaign);
        let line = now(Target::Billboard(Line::row(cell.row())))
            .max(now(Target::Billboard(Line::column(cell.column()))));
        let quadrant = now(Target::Radio(Quadrant::at(Quadrant::of_cell(cell))));
        let side = Side::all().filter(|&side| me.rules.side_cells(side) & cell.bit() != 0);
        let side = side.map(|side| now(Target::AirBanner(side)) + full).max().unwrap_or(0);
        let mailed = cells(reached).map(|district| now(Target::Mailing(district)) + mailing);
        let over = |with: i32, best: i32| f64::from((with - best).max(0));
        plays(Campaign::Billboard) * over(line + full, self.line)
            + plays(Campaign::Radio) * over(quadrant + full, self.quadrant)
            + plays(Campaign::AirBanner) * over(side, self.side)
            + plays(Campaign::Mailing) * over(mailed.max().unwrap_or(0), self.mailing)
    }
}

/// Features of cells for restaurants of a type with these stars.
#[inline(never)]
pub fn sites(
    me: &Standing<'_>,
    (cuisine, stars): (Cuisine, u8),
    places: &[Cell],
    best: Option<&Best>,
    wanted: u128,
    columns: &mut Columns,
) {
    use Site as F;
    let rows = columns.rows::<{ F::COUNT }>();
    let open = if F::Blocked.is_in(wanted) { me.rules.sites(me.table, cuisine) } else { 0 };
    let mine = f64::from(me.count(me.seat, cuisine.bit()));
    let row = &me.table.improvements[me.seat];
    let far = row.cuisines(Improvement::Delivery) | row.cuisines(Improvement::DriveThrough);
    let is_far = far & cuisine.bit() != 0;
    for (at, &cell) in places.iter().enumerate() {
        let trade = me.rules.trade(me.table, me.seat, cuisine, cell, stars);
        let mut put = |feature: F, value: f64| rows[feature as usize][at] = value;
        put(F::Districts, f64::from(trade.served.count_ones()));
        put(F::Full, f64::from(trade.full()));
        put(F::Mine, mine);
        put(F::Stars, f64::from(stars));
        if F::Income.is_in(wanted) {
            let income = match is_far {
                true => me.income(cuisine, cell, &trade),
                false => me.income_at(Some(cuisine), cell, stars),
            };
            put(F::Income, income);
        }
        if let Some(best) = best {
            let gain = best.gain(me, cell, trade.full(), trade.reached, me.rules.from_mailing(&trade));
            put(F::CampaignGain, gain);
        }
        if F::Blocked.is_in(wanted) {
            let closed = cells(me.rules.forbidden(cell.bit()) & open & !cell.bit());
            let served = |near: Cell| (near.near() & me.table.district_cells).count_ones();
            put(F::Blocked, f64::from(closed.map(served).sum::<u32>()));
        }
    }
}

/// Features of number cards, each from 0.
#[inline(never)]
pub fn numbers(me: &Standing<'_>, numbers: &[u8], wanted: u128, columns: &mut Columns) {
    use Number as F;
    for (at, &number) in numbers.iter().enumerate() {
        let face = Face::number(number);
        let mut put = |feature: F, value: f64| columns.set(feature as usize, at, value);
        put(F::Copies, f64::from(me.seen.hand().count(face)));
        put(F::Unseen, f64::from(me.seen.unseen(face)));
        if F::BestSite.is_in(wanted) {
            put(F::BestSite, me.best_site(number));
        }
    }
}
