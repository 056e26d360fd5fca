//! Features of builds and moves: types, sites, number cards.

use crate::{
    rules::{
        action::Target,
        board::{Cell, Cells, Line, Quadrant, Side, cells},
        components::{Campaign, Cuisine, Face},
    },
    strategy::{
        standing::Standing,
        tolls::has_discounts,
        vocabulary::{Counter, Number, Site},
    },
};
use sim_script::{formula::Columns, spec::flag};

#[inline(never)]
pub fn counters(me: &Standing<'_>, types: &[Cuisine], wanted: u128, columns: &mut Columns) {
    use Counter as F;
    let (seen, rules, table, seat) = (me.seen, me.rules, me.table, me.seat);
    let rows = columns.rows::<{ F::COUNT }>();
    for (at, &cuisine) in types.iter().enumerate() {
        let mut put = |feature: F, value: f64| rows[feature as usize][at] = value;
        let on_board = table.on_board(cuisine);
        let lacking = rules.stock.counters[cuisine.index()] - on_board;
        put(F::Cost, f64::from(rules.build_price(table, seat, cuisine)));
        put(F::Mine, f64::from(table.counts[seat][cuisine.index()]));
        put(F::Most, f64::from(me.most_of(cuisine)));
        put(F::Held, f64::from(seen.pool().count(cuisine)));
        put(F::Lacking, f64::from(lacking));
        put(F::Stars, f64::from(seen.stars_after_build(seat, cuisine)));
        put(F::IsMonopoly, flag(table.cuisines[cuisine.index()] & !table.owned[seat] == 0));
        put(F::CardHeld, f64::from(seen.hand().count(Face::cuisine(cuisine))));
        put(F::Ends, flag(lacking == 1 || table.tokens[seat] == 1));
        if wanted & (F::LeadGain.bit() | F::LeadBroken.bit()) != 0 {
            let (gain, broken) = me.leads_after_build(cuisine);
            put(F::LeadGain, flag(gain));
            put(F::LeadBroken, flag(broken));
        }
        if F::Broken.is_in(wanted) {
            put(F::Broken, broken(me, cuisine));
        }
        if F::Toll.is_in(wanted) {
            put(F::Toll, toll(me, cuisine));
        }
    }
}

/// Income per round that a rival's restaurants of a type lose with their monopoly.
fn broken(me: &Standing<'_>, cuisine: Cuisine) -> f64 {
    let Some(owner) = me.table.monopolist(cuisine).filter(|&owner| owner != me.seat) else { return 0.0 };
    let stars = me.stars(owner, cuisine);
    me.income_of_type(owner, cuisine, stars) - me.income_of_type(owner, cuisine, stars - 1)
}

fn toll(me: &Standing<'_>, cuisine: Cuisine) -> f64 {
    let takers = me.rivals().filter(|&rival| has_discounts(me, rival, cuisine)).count();
    let pays = takers > 0 && !has_discounts(me, me.seat, cuisine);
    if pays { -(takers as f64) * me.tolls.rate(me, cuisine) } else { 0.0 }
}

/// By campaign: coins at the seat's best target, and the seat's expected plays per round.
pub struct Best([(i32, f64); Campaign::COUNT]);

impl Best {
    pub fn new(me: &Standing<'_>) -> Best {
        Best(Campaign::ALL.map(|campaign| {
            let mut coins = 0;
            me.table.each_target(Face::campaign(campaign), |target| {
                coins = coins.max(me.table.gains(target)[me.seat].into());
            });
            (coins, me.plays(campaign))
        }))
    }

    /// Coins per round of all campaigns, weighted by expected plays.
    #[cfg(test)]
    pub fn worth(&self, me: &Standing<'_>) -> f64 {
        let order = [Campaign::Billboard, Campaign::Radio, Campaign::AirBanner, Campaign::Mailing];
        order.iter().map(|&one| me.plays(one) * f64::from(self.0[one.index()].0)).sum()
    }

    /// Coins per round that one more restaurant adds to them, weighted by expected plays.
    fn gain(&self, me: &Standing<'_>, cell: Cell, full: i32, reached: Cells, mailing: i32) -> f64 {
        let now = |target| i32::from(me.table.gains(target)[me.seat]);
        let line = now(Target::Billboard(Line::row(cell.row())))
            .max(now(Target::Billboard(Line::column(cell.column()))));
        let quadrant = now(Target::Radio(Quadrant::at(Quadrant::of_cell(cell))));
        let side = Side::all().filter(|&side| me.rules.side_cells(side) & cell.bit() != 0);
        let side = side.map(|side| now(Target::AirBanner(side)) + full).max().unwrap_or(0);
        let mailed = cells(reached).map(|district| now(Target::Mailing(district)) + mailing);
        let over = |with: i32, campaign: Campaign| {
            let (best, plays) = self.0[campaign.index()];
            plays * f64::from((with - best).max(0))
        };
        over(line + full, Campaign::Billboard)
            + over(quadrant + full, Campaign::Radio)
            + over(side, Campaign::AirBanner)
            + over(mailed.max().unwrap_or(0), Campaign::Mailing)
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Sites {
    pub cuisine: Cuisine,
    pub stars: u8,
    pub places: Cells,
}

/// Fills the features of the cells of several types, type by type.
#[inline(never)]
pub fn sites(me: &Standing<'_>, types: &[Sites], best: Option<&Best>, wanted: u128, columns: &mut Columns) {
    let far = me.table.improvements[me.seat].far();
    let mut first = 0;
    for sites in types {
        match far & sites.cuisine.bit() != 0 {
            true => far_sites(me, sites, first, wanted, columns),
            false => near_sites(me, sites, first, wanted, columns),
        }
        same_for_all(me, sites, first, wanted, columns);
        if let Some(best) = best {
            campaign_gains(me, sites, first, best, columns);
        }
        if Site::Blocked.is_in(wanted) {
            blocked(me, sites, first, columns);
        }
        first += sites.places.count_ones() as usize;
    }
}

/// Fills served districts and income of restaurants without extended reach.
fn near_sites(me: &Standing<'_>, sites: &Sites, first: usize, wanted: u128, columns: &mut Columns) {
    use Site as F;
    let &Sites { cuisine, stars, places } = sites;
    if F::Income.is_in(wanted) {
        let incomes = me.incomes(Some(cuisine), stars, places);
        columns.fill_from(F::Income as usize, first, cells(places).map(|cell| incomes[cell.index()]));
    }
    if wanted & (F::Districts.bit() | F::Full.bit()) != 0 {
        let districts = cells(places).map(|cell| me.districts(cell));
        columns.fill_from(F::Districts as usize, first, districts.clone());
        columns.fill_from(F::Full as usize, first, districts.map(|districts| districts * f64::from(stars)));
    }
}

/// Fills served districts and income of restaurants with Delivery Service or Drive-through.
fn far_sites(me: &Standing<'_>, sites: &Sites, first: usize, wanted: u128, columns: &mut Columns) {
    use Site as F;
    let &Sites { cuisine, stars, places } = sites;
    let rows = columns.rows::<{ F::COUNT }>();
    for (at, cell) in cells(places).enumerate() {
        let trade = me.rules.trade(me.table, me.seat, cuisine, cell, stars);
        rows[F::Districts as usize][first + at] = f64::from(trade.served.count_ones());
        rows[F::Full as usize][first + at] = f64::from(trade.full());
        if F::Income.is_in(wanted) {
            rows[F::Income as usize][first + at] = me.income(cuisine, cell, &trade);
        }
    }
}

fn same_for_all(me: &Standing<'_>, sites: &Sites, first: usize, wanted: u128, columns: &mut Columns) {
    use Site as F;
    let mut put = |feature: F, value: f64| {
        if feature.is_in(wanted) {
            let values = std::iter::repeat_n(value, sites.places.count_ones() as usize);
            columns.fill_from(feature as usize, first, values);
        }
    };
    put(F::Mine, f64::from(me.count(me.seat, sites.cuisine.bit())));
    put(F::Stars, f64::from(sites.stars));
}

fn campaign_gains(me: &Standing<'_>, sites: &Sites, first: usize, best: &Best, columns: &mut Columns) {
    let gain = |cell| {
        let trade = me.rules.trade(me.table, me.seat, sites.cuisine, cell, sites.stars);
        best.gain(me, cell, trade.full(), trade.reached, me.rules.from_mailing(&trade))
    };
    columns.fill_from(Site::CampaignGain as usize, first, cells(sites.places).map(gain));
}

fn blocked(me: &Standing<'_>, sites: &Sites, first: usize, columns: &mut Columns) {
    let open = me.rules.sites(me.table, sites.cuisine);
    let served = |near: Cell| me.districts(near);
    let closed = |cell: Cell| cells(me.rules.forbidden(cell.bit()) & open & !cell.bit());
    let blocked = |cell| closed(cell).map(served).sum::<f64>();
    columns.fill_from(Site::Blocked as usize, first, cells(sites.places).map(blocked));
}

/// Fills the features of number cards, counted from 0.
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
