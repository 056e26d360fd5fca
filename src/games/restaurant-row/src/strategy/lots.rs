//! Effects of a shop's goods on a restaurant, and their worth by a script's formulas.

use super::{
    me::{Me, RATED},
    specials::{self, BASKETS},
    street::Face,
    vocabulary::{Basket, Hire, Renovation},
};
use crate::rules::{
    Action, Decision, House,
    components::MAX_TOKENS,
    words::{Attraction, Benefit, Category, KINDS, Kind, Store, bits},
};
use sim_script::{Evaluator, Script, formula::Columns, spec::flag};

/// Candidate purchases or lots: nothing first, then employees, renovations or baskets, as bits of rows.
pub struct Lots {
    pub point: Decision,
    goods: [u32; BASKETS],
    prices: [i32; BASKETS],
    count: usize,
}

#[derive(Default)]
struct Gain {
    income: f64,
    guests: f64,
    stars: f64,
}

/// The best lots by a script's formula.
#[derive(Debug, Clone, Copy, Default)]
pub struct Best {
    /// Worth of the best lot above buying nothing; never below 0.
    pub worth: f64,
    /// Worth of the best lot that shares no goods with it.
    pub next: f64,
    /// Price of the best lot; 0 if nothing is worth buying.
    pub price: i32,
    /// Worth of the best lot that costs more than the cash, if it exceeds `worth`, else 0; then its price.
    pub dear: f64,
    pub dear_price: i32,
}

impl Lots {
    fn none(point: Decision) -> Lots {
        Lots { point, goods: [0; BASKETS], prices: [0; BASKETS], count: 1 }
    }

    fn rows(me: &Me<'_>, point: Decision, rows: u32) -> Lots {
        let mut lots = Lots::none(point);
        for row in bits(rows) {
            lots.goods[lots.count % BASKETS] = 1 << row;
            lots.count += 1;
        }
        lots.set_prices(me);
        lots
    }

    fn set_prices(&mut self, me: &Me<'_>) {
        for at in 0..self.count {
            self.prices[at] = self.price(me, self.goods[at]);
        }
    }

    pub fn on_sale(me: &Me<'_>, store: Store, cash: i32) -> Lots {
        let (rules, table) = (me.rules, me.table);
        match store {
            Store::HelpWanted => Lots::rows(me, Decision::Hire, rules.goods_for(table, me.seat, cash, store)),
            Store::Renovations => {
                Lots::rows(me, Decision::Renovate, rules.renovations_for(table, me.seat, cash))
            }
            Store::Bank => Lots::none(Decision::Basket),
            _ => Lots::baskets(me, table.goods_of(rules, store), 0, cash),
        }
    }

    pub fn baskets(me: &Me<'_>, goods: u32, in_basket: u32, cash: i32) -> Lots {
        let mut lots = Lots::none(Decision::Basket);
        lots.count = specials::baskets(me.rules, me.house, goods, in_basket, cash, &mut lots.goods);
        lots.set_prices(me);
        lots
    }

    /// The lots of a decision's legal actions, in the same order.
    pub fn of(me: &Me<'_>, point: Decision, legal: &[Action]) -> Lots {
        let mut lots = Lots { count: 0, ..Lots::none(point) };
        for action in legal {
            lots.goods[lots.count % BASKETS] = match *action {
                Action::Employee { row } | Action::Renovation { row } | Action::Ingredient { row } => {
                    1 << row
                }
                _ => 0,
            };
            lots.count += 1;
        }
        lots.set_prices(me);
        lots
    }

    /// Two candidates: nothing, and the lot `goods`.
    pub fn one(me: &Me<'_>, point: Decision, goods: u32) -> Lots {
        let mut lots = Lots::none(point);
        (lots.goods[1], lots.count) = (goods, 2);
        lots.set_prices(me);
        lots
    }

    pub fn without(mut self, gone: u32) -> Lots {
        let mut kept = 0;
        for at in 0..self.count {
            if self.goods[at] & gone == 0 {
                (self.goods[kept], self.prices[kept]) = (self.goods[at], self.prices[at]);
                kept += 1;
            }
        }
        self.count = kept;
        self
    }

    pub fn list(&self) -> &[u32] {
        &self.goods[..self.count]
    }

    pub fn fill(&self, me: &Me<'_>, wanted: u128, columns: &mut Columns) {
        match self.point {
            Decision::Hire => self.employees(me, wanted, columns),
            Decision::Renovate => self.renovations(me, wanted, columns),
            _ => self.ingredients(me, wanted, columns),
        }
    }

    /// Scores the lots by the script's formula for their own decision, on behalf of another decision.
    pub fn appraise<'d>(&self, me: &Me<'_>, script: &Script, evaluator: &'d mut Evaluator) -> &'d [f64] {
        self.score(me, (script, script.point(self.point).formula_masks[0]), evaluator)
    }

    pub fn score<'d>(
        &self,
        me: &Me<'_>,
        (script, wanted): (&Script, u128),
        evaluator: &'d mut Evaluator,
    ) -> &'d [f64] {
        self.fill(me, wanted, evaluator.columns(self.point, 0));
        evaluator.score(script, self.point, 0, self.count, |at| self.label(me, at))
    }

    pub fn best(&self, me: &Me<'_>, cash: i32, script: &Script, evaluator: &mut Evaluator) -> Best {
        if self.count < 2 {
            return Best::default();
        }
        let scores = self.appraise(me, script, evaluator);
        let nothing = scores[0].max(f64::MIN);
        let mut best = Best::default();
        let mut chosen = 0;
        for ((&goods, &price), score) in self.list().iter().zip(&self.prices).zip(scores).skip(1) {
            let worth = score - nothing;
            if price <= cash && worth > best.worth {
                (best.worth, best.price, chosen) = (worth, price, goods);
            } else if price > cash && worth > best.dear {
                (best.dear, best.dear_price) = (worth, price);
            }
        }
        for ((&goods, &price), score) in self.list().iter().zip(&self.prices).zip(scores).skip(1) {
            if goods & chosen == 0 && price <= cash {
                best.next = best.next.max(score - nothing);
            }
        }
        if best.dear <= best.worth {
            (best.dear, best.dear_price) = (0.0, 0);
        }
        best
    }

    /// Passes the price of each lot and its worth above buying nothing to `take`.
    pub fn worths(
        &self,
        me: &Me<'_>,
        script: &Script,
        evaluator: &mut Evaluator,
        mut take: impl FnMut(i32, f64),
    ) {
        if self.count < 2 {
            return;
        }
        let scores = self.appraise(me, script, evaluator);
        let nothing = scores[0].max(f64::MIN);
        for (&price, score) in self.prices.iter().zip(scores).skip(1) {
            take(price, score - nothing);
        }
    }

    fn price(&self, me: &Me<'_>, goods: u32) -> i32 {
        match self.point {
            _ if goods == 0 => 0,
            Decision::Hire => {
                let slot = me.table.on_display().find(|&(_, row)| goods >> row & 1 == 1);
                slot.map_or(0, |(slot, _)| me.rules.variant.slots[slot])
            }
            Decision::Renovate => {
                me.rules.supplies.renovations[goods.trailing_zeros() as usize % MAX_TOKENS].cost
            }
            _ => me.rules.supplies.basket_price(goods),
        }
    }

    #[cold]
    pub fn label(&self, me: &Me<'_>, at: usize) -> String {
        let supplies = &me.rules.supplies;
        let name = |row: usize| match self.point {
            Decision::Hire => supplies.employees[row].name.as_str(),
            Decision::Renovate => supplies.renovations[row].name.as_str(),
            _ => supplies.ingredients[row].name.as_str(),
        };
        let names: Vec<&str> = bits(self.goods[at]).map(name).collect();
        if names.is_empty() { "nothing".to_owned() } else { names.join(" + ") }
    }

    fn employees(&self, me: &Me<'_>, wanted: u128, columns: &mut Columns) {
        use Hire as F;
        let gains = F::IncomeGain.bit() | F::GuestsGain.bit() | F::StarsGain.bit();
        let rows = columns.rows::<{ F::COUNT }>();
        let wages = me.rules.wages(me.house);
        for (at, &goods) in self.list().iter().enumerate() {
            let mut put = |feature: F, value: f64| rows[feature as usize][at] = value;
            put(F::IsPass, flag(goods == 0));
            if goods == 0 {
                F::read(wanted & !F::IsPass.bit()).for_each(|feature| put(feature, 0.0));
                continue;
            }
            let employee = &me.rules.supplies.employees[goods.trailing_zeros() as usize % MAX_TOKENS];
            let house = me.house.furnished(me.rules, me.house.staff | goods as u16, me.house.renovations);
            let is = |benefit: Benefit| flag(employee.benefit == benefit);
            put(F::Price, self.prices[at].into());
            put(F::Wage, f64::from(me.rules.wages(&house) - wages));
            put(F::NewService, f64::from(house.service) - f64::from(me.house.service));
            put(F::NewAmbiance, f64::from(house.ambiance) - f64::from(me.house.ambiance));
            put(F::Earns, f64::from(house.earns) - f64::from(me.house.earns));
            put(F::IsAttraction, flag(employee.benefit.attraction().is_some()));
            put(F::IsMasterChef, is(Benefit::WrongSpace));
            put(F::IsManager, is(Benefit::Manage));
            put(F::IsDesigner, is(Benefit::Style));
            put(F::IsHostess, is(Benefit::Seat));
            put(F::IsConsultant, is(Benefit::PriceLast));
            put(F::IsSousChef, is(Benefit::BuyEarly));
            if F::Points.is_in(wanted) {
                put(F::Points, lasting(me, &house));
            }
            if wanted & gains != 0 {
                let gain = gain(me, &me.face(&house), F::StarsGain.is_in(wanted));
                put(F::IncomeGain, gain.income);
                put(F::GuestsGain, gain.guests);
                put(F::StarsGain, gain.stars);
            }
        }
    }

    fn renovations(&self, me: &Me<'_>, wanted: u128, columns: &mut Columns) {
        use Renovation as F;
        let gains = F::IncomeGain.bit() | F::GuestsGain.bit() | F::StarsGain.bit();
        let rows = columns.rows::<{ F::COUNT }>();
        for (at, &goods) in self.list().iter().enumerate() {
            let mut put = |feature: F, value: f64| rows[feature as usize][at] = value;
            put(F::IsPass, flag(goods == 0));
            if goods == 0 {
                F::read(wanted & !F::IsPass.bit()).for_each(|feature| put(feature, 0.0));
                continue;
            }
            let renovation = &me.rules.supplies.renovations[goods.trailing_zeros() as usize % MAX_TOKENS];
            let house = me.house.furnished(me.rules, me.house.staff, me.house.renovations | goods as u16);
            let attraction = renovation.benefit.attraction();
            put(F::Price, self.prices[at].into());
            put(F::NewAmbiance, f64::from(house.ambiance) - f64::from(me.house.ambiance));
            put(F::Earns, f64::from(house.earns) - f64::from(me.house.earns));
            put(F::IsAttraction, flag(attraction.is_some()));
            put(F::IsPatio, flag(renovation.benefit == Benefit::Patio));
            put(F::IsFreezer, flag(renovation.benefit == Benefit::Freezer));
            put(F::WaitsFor, attraction.map_or(0.0, |_| renovation.amount.into()));
            if F::Points.is_in(wanted) {
                put(F::Points, lasting(me, &house));
            }
            if wanted & gains != 0 {
                let gain = gain(me, &me.face(&house), F::StarsGain.is_in(wanted));
                put(F::IncomeGain, gain.income);
                put(F::GuestsGain, gain.guests);
                put(F::StarsGain, gain.stars);
            }
        }
    }

    fn ingredients(&self, me: &Me<'_>, wanted: u128, columns: &mut Columns) {
        use Basket as F;
        let night = F::IncomeGain.bit() | F::GuestsGain.bit() | F::StarsGain.bit();
        let track = F::Points.bit() | F::Marks.bit();
        let rows = columns.rows::<{ F::COUNT }>();
        let supplies = &me.rules.supplies;
        let before = specials::forks(me.rules, me.house, me.house.pantry);
        let spaces = f64::from(supplies.spaces[(1 << KINDS) - 1]);
        let now = if wanted & (night | track) != 0 { me.street().faces[0] } else { Face::NOBODY };
        let marks_now = if wanted & track != 0 { me.food_marks(&now) } else { 0.0 };
        let points = |marks: f64| me.reputation().points(0, Category::Food, marks);
        let points_now = if F::Points.is_in(wanted) { points(marks_now) } else { 0.0 };
        // Baskets with equal looks get equal features: forks by kind, and dishes if an attraction counts them.
        let counts_dishes = me.house.attractions & Attraction::Foodie.bit() != 0;
        let mut looks = [[0; KINDS + 1]; BASKETS];
        for (at, &goods) in self.list().iter().enumerate() {
            let mut put = |feature: F, value: f64| rows[feature as usize][at] = value;
            let pantry = me.house.pantry | goods;
            let forks = specials::forks(me.rules, me.house, pantry);
            let more = |kind: Kind| f64::from(forks[kind.index()]) - f64::from(before[kind.index()]);
            put(F::Size, goods.count_ones().into());
            put(F::Price, self.prices[at].into());
            put(F::NewForks, Kind::all().map(more).sum());
            put(F::Fish, more(Kind::Fish));
            put(F::Meat, more(Kind::Meat));
            put(F::Vegetables, more(Kind::Vegetable));
            put(F::SpacesAfter, (spaces - f64::from(pantry.count_ones())).max(0.0));
            if wanted & (night | track) == 0 {
                continue;
            }
            let dishes = if counts_dishes { (pantry | me.house.shown).count_ones() as u8 } else { 0 };
            looks[at] = [forks[0], forks[1], forks[2], dishes];
            // The empty basket keeps the current face, which need not come from the pantry.
            if let Some(like) = (1..at).find(|&other| goods != 0 && looks[other] == looks[at]) {
                for feature in F::read(wanted & (night | track)) {
                    rows[feature as usize][at] = rows[feature as usize][like];
                }
                continue;
            }
            let mut put = |feature: F, value: f64| rows[feature as usize][at] = value;
            let face = if goods == 0 { now } else { me.serving(me.house, forks, pantry) };
            if wanted & track != 0 {
                let marks = me.food_marks(&face);
                put(F::Marks, marks - marks_now);
                if F::Points.is_in(wanted) {
                    put(F::Points, points(marks) - points_now);
                }
            }
            if wanted & night != 0 {
                let gain = gain(me, &face, F::StarsGain.is_in(wanted));
                put(F::IncomeGain, gain.income);
                put(F::GuestsGain, gain.guests);
                put(F::StarsGain, gain.stars);
            }
        }
    }
}

/// Expected victory points of the permanent changes.
fn lasting(me: &Me<'_>, house: &House) -> f64 {
    let reputation = me.reputation();
    reputation.gain(0, Category::Service, f64::from(house.service) - f64::from(me.house.service))
        + reputation.gain(0, Category::Ambiance, f64::from(house.ambiance) - f64::from(me.house.ambiance))
}

fn gain(me: &Me<'_>, face: &Face, with_stars: bool) -> Gain {
    let demand = me.demand();
    let prospect = demand.with(face);
    let mut gain = Gain {
        income: prospect.income - demand.prospect.income,
        guests: prospect.guests - demand.prospect.guests,
        stars: 0.0,
    };
    let now = &me.street().faces[0];
    if with_stars && RATED.iter().any(|&criterion| face.value(criterion) != now.value(criterion)) {
        let chance = me.critic_chance();
        if chance > 0.0 {
            gain.stars = chance * (me.critic_stars(face) - me.critic_stars_now());
        }
    }
    gain
}
