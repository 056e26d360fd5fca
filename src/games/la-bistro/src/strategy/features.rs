//! The features of La Bistro, each computed only when a formula reads it.

use super::{
    outlook::{Face, Outlook, Prospect, Seats, Sites},
    vocabulary::{Ads, Bank, Building, Context, Unique},
};
use crate::rules::{
    Action, LaBistro, Observation, Public, Restaurant, SLOTS, chart::FACES, components::Level, option,
    variant::HiredDie,
};
use sim_engine::{Seat, bits};
use sim_script::{evaluator::rivals, formula::Columns, overview::Overview, spec::flag};

#[derive(Clone, Copy)]
pub struct Me<'a> {
    pub seen: Observation<'a>,
    pub rules: &'a LaBistro,
    pub table: &'a Public,
    pub seat: Seat,
    pub outlook: &'a Outlook,
    /// Prospect of the seat's own restaurants on the current table; the default if no formula asks.
    pub now: Prospect,
    /// Income of `now` with dice beyond the sections turned away.
    pub seated_now: f64,
    pub seats: &'a Seats,
    /// Vacant buildings; `None` until a formula asks.
    pub sites: Option<&'a Sites>,
}

impl<'a> Me<'a> {
    pub fn restaurant(&self, slot: usize) -> &'a Restaurant {
        &self.table.restaurants[self.seat.index()][slot]
    }

    fn rival_houses(&self) -> impl Iterator<Item = &'a Restaurant> + Clone + use<'a> {
        let table = self.table;
        rivals(self.rules.players, self.seat)
            .flat_map(move |rival| table.houses(rival).map(|(_, house)| house))
    }

    /// Returns the expected income with dice beyond the sections turned away. `changed` gives one own
    /// restaurant another price (0 while it is closed) and number of sections.
    #[inline]
    pub fn seated_income(&self, prospect: &Prospect, changed: Option<(usize, u8, u8)>) -> f64 {
        let mut income = prospect.income;
        for slot in 0..SLOTS {
            let dice = prospect.dice[slot];
            if dice > 0.0 {
                let house = self.restaurant(slot);
                let (price, capacity) = match changed {
                    Some((at, price, capacity)) if at == slot => (price, capacity),
                    _ => (house.price, house.capacity),
                };
                let worth = f64::from(i32::from(price) + i32::from(self.table.increase));
                income -= worth * (dice - self.seats.seated(dice, capacity));
            }
        }
        income
    }

    pub fn with(&self, slot: usize, house: &Restaurant) -> Prospect {
        self.outlook.with(self.rules, slot, &Face::of(self.rules, house))
    }
}

pub fn context(me: &Me<'_>, wanted: u128, values: &mut [f64]) {
    use Context as F;
    let (rules, table) = (me.rules, me.table);
    let overview = Overview {
        seat: me.seat,
        players: rules.players,
        round: f64::from(table.turn) + 1.0,
        rounds_left: f64::from(rules.variant.turns - 1 - table.turn),
    };
    overview.fill(|seat| f64::from(me.seen.worth(seat)), wanted, values);
    let mut put = |feature: F, value: f64| values[feature as usize] = value;
    put(F::Payouts, f64::from(rules.variant.turns - table.turn));
    put(F::PlanningRound, f64::from(table.round) + 1.0);
    put(F::Time, table.time.into());
    put(F::TimeLeft, f64::from(rules.variant.time_track) - f64::from(table.time));
    put(F::Cash, table.cash(me.seat).into());
    put(F::MyLoans, me.seen.loans(me.seat).unwrap_or(0).into());
    put(F::Increase, table.increase.into());
    put(F::MyIncome, me.now.income);
    put(F::MyDice, me.now.dice.iter().sum());
    if (F::UnusedDice.bit() | F::PayoutChance.bit()) & wanted != 0 {
        let unused = rules.unused_dice(table);
        put(F::UnusedDice, unused as f64);
        let is_short = unused < usize::from(rules.variant.min_unused);
        let left = rules.variant.time_track.saturating_sub(table.time);
        let by_time = (FACES as f64 - f64::from(left)).max(0.0) / FACES as f64;
        put(F::PayoutChance, if is_short { 1.0 } else { by_time });
    }
    if F::MaxRivalCash.is_in(wanted) {
        let cash = rivals(rules.players, me.seat).map(|seat| table.cash(seat));
        put(F::MaxRivalCash, cash.max().unwrap_or(0).into());
    }
    let novelty = |house: &Restaurant| house.novelty(rules.variant.novelty_start);
    let mine = || table.houses(me.seat).map(|(_, house)| house);
    let best = |value: &dyn Fn(&Restaurant) -> u16| f64::from(mine().map(value).max().unwrap_or(0));
    let rival =
        |value: &dyn Fn(&Restaurant) -> u16| f64::from(me.rival_houses().map(value).max().unwrap_or(0));
    let own = F::MyRestaurants.bit()
        | F::Unpriced.bit()
        | F::MySections.bit()
        | F::MyPrice.bit()
        | F::MyQuality.bit()
        | F::MyService.bit()
        | F::MyAmbiance.bit()
        | F::MyNovelty.bit()
        | F::MyAds.bit();
    if own & wanted != 0 {
        let count = mine().count();
        let priced = mine().filter(|house| house.price > 0);
        let prices: f64 = priced.clone().map(|house| f64::from(house.price)).sum();
        put(F::MyRestaurants, count as f64);
        put(F::Unpriced, mine().filter(|house| !house.is_eligible()).count() as f64);
        put(F::MySections, mine().map(|house| f64::from(house.capacity)).sum());
        put(F::MyPrice, prices / (priced.count().max(1) as f64));
        put(F::MyQuality, best(&|house| house.quality));
        put(F::MyService, best(&|house| house.service));
        put(F::MyAmbiance, best(&|house| house.ambiance));
        put(F::MyNovelty, best(&novelty));
        put(F::MyAds, best(&|house| house.ads));
    }
    let theirs = F::RivalRestaurants.bit()
        | F::RivalSections.bit()
        | F::MaxRivalAds.bit()
        | F::MaxRivalQuality.bit()
        | F::MaxRivalService.bit();
    if theirs & wanted != 0 {
        let open = me.rival_houses().filter(|house| house.is_eligible());
        put(F::RivalRestaurants, open.clone().count() as f64);
        put(F::RivalSections, open.map(|house| f64::from(house.capacity)).sum());
        put(F::MaxRivalAds, rival(&|house| house.ads));
        put(F::MaxRivalQuality, rival(&|house| house.quality));
        put(F::MaxRivalService, rival(&|house| house.service));
    }
    if F::CheapestBuilding.is_in(wanted) {
        let vacant = bits(table.vacant);
        let least = vacant.map(|at| rules.supplies.buildings[at].min_price).min();
        put(F::CheapestBuilding, least.unwrap_or(0).into());
    }
}

pub fn building(me: &Me<'_>, at: Option<u8>, bidders: u8, row: usize, wanted: u128, columns: &mut Columns) {
    use Building as F;
    let Some(at) = at else {
        for feature in 0..F::FEATURES.len() {
            columns.set(feature, row, 0.0);
        }
        columns.set(F::IsPass as usize, row, 1.0);
        return;
    };
    let building = &me.rules.supplies.buildings[usize::from(at)];
    let mut put = |feature: F, value: f64| columns.set(feature as usize, row, value);
    put(F::IsPass, 0.0);
    put(F::Least, building.min_price.into());
    put(F::Capacity, building.capacity.into());
    put(F::Ambiance, building.ambiance.into());
    put(F::HasCheap, flag(building.levels & Level::Cheap.bit() != 0));
    put(F::HasAffordable, flag(building.levels & Level::Affordable.bit() != 0));
    put(F::HasHigh, flag(building.levels & Level::High.bit() != 0));
    put(F::IsLarge, flag(building.is_large));
    put(F::Bidders, bidders.count_ones().into());
    if F::Remoteness.is_in(wanted) {
        let steps = me.rules.supplies.steps[usize::from(building.district)];
        put(F::Remoteness, steps.iter().map(|&steps| f64::from(steps)).sum::<f64>() / FACES as f64);
    }
    let district = |house: &Restaurant| me.rules.supplies.buildings[usize::from(house.building)].district;
    if F::Reach.is_in(wanted) {
        let (steps, mut is_nearer, mut alike) = (&me.rules.supplies.steps, [false; FACES], [0_u8; FACES]);
        let own = &steps[usize::from(building.district)];
        for house in me.rival_houses() {
            let theirs = &steps[usize::from(district(house))];
            for to in 0..FACES {
                is_nearer[to] |= theirs[to] < own[to];
                alike[to] += u8::from(theirs[to] == own[to]);
            }
        }
        let share = |to: usize| if is_nearer[to] { 0.0 } else { 1.0 / f64::from(1 + alike[to]) };
        put(F::Reach, (0..FACES).map(share).sum());
    }
    if F::NearRivals.is_in(wanted) {
        let near = me.rival_houses().filter(|house| district(house) == building.district);
        put(F::NearRivals, near.count() as f64);
    }
    put(F::Worth, 0.0);
    put(F::NextWorth, 0.0);
    if F::MenuIncome.is_in(wanted) {
        put(F::MenuIncome, me.sites.map_or(0.0, |sites| sites.income(me.rules, at)));
    }
    if F::RivalsAble.is_in(wanted) {
        let able = rivals(me.rules.players, me.seat)
            .filter(|&rival| me.rules.affordable_buildings(me.table, rival) >> at & 1 == 1);
        put(F::RivalsAble, able.count() as f64);
    }
    if F::LevelRivals.is_in(wanted) {
        let level = |house: &Restaurant| me.rules.supplies.level(house.price).bit();
        let levels = [Level::Cheap, Level::Affordable, Level::High].map(Level::bit);
        let crowds = levels
            .into_iter()
            .filter(|bit| building.levels & bit != 0)
            .map(|bit| me.rival_houses().filter(|house| house.is_eligible() && level(house) == bit).count());
        put(F::LevelRivals, crowds.min().unwrap_or(0) as f64);
    }
    if F::IsMyDistrict.is_in(wanted) {
        let own = me.table.houses(me.seat).any(|(_, house)| district(house) == building.district);
        put(F::IsMyDistrict, flag(own));
    }
}

/// Returns the probability that the Payouts round follows a choice if nobody else moves time or frees a die:
/// dice are short, or the cube passes the last space (LB-18, LB-98).
pub fn ends_chance(me: &Me<'_>, choice: u8) -> f64 {
    let (rules, table) = (me.rules, me.table);
    let frees = choice == option::JOBS && rules.variant.hired_die == HiredDie::Supply;
    if rules.unused_dice(table) + usize::from(frees) < rules.variant.min_unused.into() {
        return 1.0;
    }
    let left = usize::from(rules.variant.time_track.saturating_sub(table.time));
    let over = |steps: usize| if steps > left { 1 } else { 0 };
    if choice == option::TIME {
        let rolls = (1..=FACES).flat_map(|first| (1..=FACES).map(move |second| first + second));
        f64::from(rolls.map(over).sum::<u32>()) / (FACES * FACES) as f64
    } else {
        f64::from((1..=FACES).map(over).sum::<u32>()) / FACES as f64
    }
}

pub fn bank(actions: &[Action], columns: &mut Columns) {
    for (row, action) in actions.iter().enumerate() {
        let repaid = if let Action::Repay { loans } = action { f64::from(*loans) } else { 0.0 };
        columns.set(Bank::IsBorrow as usize, row, flag(*action == Action::Borrow));
        columns.set(Bank::Repaid as usize, row, repaid);
    }
}

/// Returns the best number of further ads for a restaurant, and their expected income minus their price.
///
/// Income changes only where a band begins and where the ads reach or pass a rival's.
pub fn best_ads(me: &Me<'_>, slot: usize) -> (u16, f64) {
    let house = me.restaurant(slot);
    let price = f64::from(me.rules.variant.ad_price);
    let most = (me.table.cash(me.seat) / me.rules.variant.ad_price).clamp(0, i32::from(i16::MAX)) as u16;
    if !house.is_eligible() {
        return (0, 0.0);
    }
    let mut best = (0, 0.0);
    let mut seen = 0u64;
    let mut weigh = |total: i32| {
        let Ok(ads) = u16::try_from(total - i32::from(house.ads)) else { return };
        // Totals below 64, which recur, are evaluated once.
        let bit = if total < 64 { 1u64 << total } else { 0 };
        if ads == 0 || ads > most || seen & bit != 0 {
            return;
        }
        seen |= bit;
        let Some(prospect) = me.outlook.advertised(me.rules, slot, house.ads + ads) else { return };
        let worth = prospect.income - me.now.income - price * f64::from(ads);
        if worth > best.1 {
            best = (ads, worth);
        }
    };
    // Ads are the first rating.
    for edge in me.rules.supplies.bands[0].into_iter().filter(|&edge| edge < i32::MAX) {
        weigh(edge);
    }
    for rival in me.rival_houses().filter(|rival| rival.is_eligible()) {
        weigh(i32::from(rival.ads));
        weigh(i32::from(rival.ads) + 1);
    }
    best
}

pub fn ads(me: &Me<'_>, slot: usize, row: usize, wanted: u128, columns: &mut Columns) {
    use Ads as F;
    let mut put = |feature: F, value: f64| columns.set(feature as usize, row, value);
    put(F::IsSecond, slot as f64);
    put(F::Ads, me.restaurant(slot).ads.into());
    put(F::MostAds, (me.table.cash(me.seat) / me.rules.variant.ad_price).max(0).into());
    if (F::BestAds.bit() | F::Worth.bit()) & wanted != 0 {
        let (best, worth) = best_ads(me, slot);
        put(F::BestAds, best.into());
        put(F::Worth, worth);
    }
}

pub fn unique(me: &Me<'_>, wanted: u128, columns: &mut Columns) {
    use Unique as F;
    let auction = &me.table.auction;
    let employee = usize::from(auction.lot);
    let employer = me.table.employer[employee];
    let rival = Seat(employer / SLOTS as u8);
    let is_challenger = auction.opener == me.seat;
    let mut put = |feature: F, value: f64| columns.set(feature as usize, 0, value);
    put(F::IsChallenger, flag(is_challenger));
    put(F::Least, auction.least.into());
    let other = if is_challenger { rival } else { auction.opener };
    put(F::RivalCash, me.table.cash(other).into());
    let slot = if is_challenger { usize::from(auction.slot) } else { usize::from(employer) % SLOTS };
    let before = me.restaurant(slot);
    let mut changed = *before;
    if is_challenger {
        changed.hire(employee)
    } else {
        changed.dismiss(employee)
    }
    changed.add_up(me.rules);
    let sign = if is_challenger { 1.0 } else { -1.0 };
    if F::Points.is_in(wanted) {
        let novelty = |house: &Restaurant| house.novelty(me.rules.variant.novelty_start);
        let sum = |house: &Restaurant| {
            [house.quality, house.service, house.ambiance, novelty(house)].map(f64::from).iter().sum::<f64>()
        };
        put(F::Points, sign * (sum(&changed) - sum(before)));
    }
    if F::Stake.is_in(wanted) {
        put(F::Stake, sign * (me.with(slot, &changed).income - me.now.income));
    }
}
