mod features;
mod goods;
mod menu;
mod outlook;
#[cfg(test)]
mod promises;
#[cfg(test)]
mod tests;
pub mod vocabulary;

use crate::rules::{Action, Auction, Decision, LaBistro, Phase, components::MAX_KINDS, option};
use features::Me;
use goods::{Goods, Shelves, Ware};
use menu::Plates;
use outlook::{Outlook, Prospect, Seats, Sites};
use sim_engine::{MAX_SEATS, Seat, bits};
use sim_script::{
    Ask, CompiledTitle, Evaluator, Script, Scripted, Vocabulary, evaluator::rivals, title::title,
};
use vocabulary::{Ads, Building, Choice, Context, Dish, Item, Unique, VOCABULARY};

#[derive(Default)]
pub struct Cache {
    seats: [Option<Box<Kept>>; MAX_SEATS],
    sites: Option<Box<Sites>>,
}

struct Kept {
    outlook: Outlook,
    shelves: Shelves,
}

const ROOM: usize = MAX_KINDS + 1;

/// The game's vocabulary, bundled strategies, strong players, experiments and analyses.
pub static TITLE: CompiledTitle<LaBistro> =
    CompiledTitle { analyses: crate::rules::analyses::ANALYSES, ..title!(LaBistro, &VOCABULARY) };

impl Scripted for LaBistro {
    type Cache = Cache;

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    /// Does nothing, because cached values are compared with the current view before use.
    fn forget(_: &mut Cache) {}

    fn decide(
        ask: &Ask<'_, Self>,
        script: &Script,
        evaluator: &mut Evaluator,
        cache: &mut Cache,
        answer: &mut Vec<Action>,
    ) {
        let needed = Needed::new(script, ask.decision);
        let new = || Box::new(Kept { outlook: Outlook::new(ask.game), shelves: Shelves::EMPTY });
        let Kept { outlook, shelves } = &mut **cache.seats[ask.seat.index()].get_or_insert_with(new);
        if needed.weighs_sites {
            let sites = cache.sites.get_or_insert_with(|| Box::new(Sites::new(ask.game)));
            sites.renew(ask.game, ask.seen.table);
        }
        let mut now = Prospect::default();
        if needed.weighs_income {
            outlook.renew(ask.seen);
            now = outlook.now();
        }
        let seen = ask.seen;
        let mut me = Me {
            seen,
            rules: seen.rules,
            table: seen.table,
            seat: ask.seat,
            outlook,
            now,
            seated_now: 0.0,
            seats: Seats::table(),
            sites: cache.sites.as_deref(),
        };
        me.seated_now = me.seated_income(&me.now, None);
        shelves.renew(&me.table.restaurants[ask.seat.index()], me.outlook);
        features::context(&me, needed.context, &mut evaluator.context);
        let wanted = script.point(ask.decision).part_masks[0];
        let columns = |evaluator| Evaluator::columns(evaluator, ask.decision, 0);
        match ask.decision {
            Decision::Option => options(&me, ask.legal, script, evaluator, shelves),
            Decision::Building => buildings(&me, ask.legal, wanted, evaluator),
            Decision::Menu => return menu(&me, ask, (script, wanted), evaluator, answer),
            Decision::Bank => features::bank(ask.legal, columns(evaluator)),
            Decision::AdPlace => {
                let columns = columns(evaluator);
                for (row, action) in ask.legal.iter().enumerate() {
                    if let Action::Advertise { slot } = *action {
                        features::ads(&me, slot.into(), row, wanted, columns);
                    }
                }
            }
            Decision::Hire => {
                Goods::of(Ware::Staff, ask.legal).fill(&me, shelves, wanted, columns(evaluator))
            }
            Decision::Renovation => {
                Goods::of(Ware::Renovations, ask.legal).fill(&me, shelves, wanted, columns(evaluator));
            }
            Decision::BuildingBid => {
                let Auction { lot, bidders, .. } = me.table.auction;
                let (worth, next) =
                    if reads_lots(wanted) { lots(&me, lot, script, evaluator) } else { (0.0, 0.0) };
                let columns = columns(evaluator);
                features::building(&me, Some(lot), bidders, 0, wanted, columns);
                columns.set(Building::Worth as usize, 0, worth);
                columns.set(Building::NextWorth as usize, 0, next);
            }
            Decision::Ads => {
                features::ads(&me, seen.ad_place().unwrap_or(0), 0, wanted, columns(evaluator));
            }
            Decision::UniqueBid => features::unique(&me, wanted, columns(evaluator)),
            Decision::JobBid => goods::right(&me, Ware::Staff, shelves, script, evaluator, ask.decision),
            Decision::RenovationBid => {
                goods::right(&me, Ware::Renovations, shelves, script, evaluator, ask.decision);
            }
        }
        evaluator.answer(ask, script, answer);
    }
}

fn menu(
    me: &Me<'_>,
    ask: &Ask<'_, LaBistro>,
    (script, wanted): (&Script, u128),
    evaluator: &mut Evaluator,
    answer: &mut Vec<Action>,
) {
    let price_only = matches!(me.table.phase, Phase::Price { .. });
    let mut plates = Plates::new(me, price_only);
    if ask.is_restricted() {
        plates.retain(|plate| {
            let menu::Plate { slot, cuisine, price, .. } = *plate;
            (!plate.is_new_cuisine || ask.allows(Action::Cuisine { slot, cuisine }))
                && (!plate.sets_price || ask.allows(Action::Price { slot, price }))
        });
    }
    let mut choice = solve_menu(me, &plates, (script, wanted), evaluator);
    let point = script.point(ask.decision);
    if point.learned.is_some() || point.temperature > 0.0 {
        let all = || menu::all(plates.list());
        let plans = all().map(|(_, plan)| plan);
        let label = |at: usize| plates.list()[at].to_string();
        let drawn = evaluator.draw_plan(ask, script, plates.list().len(), plans, label);
        choice = all().nth(drawn).map_or(choice, |(drawn, _)| drawn);
    } else {
        evaluator.solved(choice.worth);
    }
    menu::push_steps(plates.list(), &choice, price_only, answer);
}

/// Inputs that a decision has to compute: the features of its own formulas, and of the decisions whose worth
/// they read.
struct Needed {
    context: u128,
    weighs_income: bool,
    weighs_sites: bool,
}

impl Needed {
    fn new(script: &Script, decision: Decision) -> Needed {
        let mut needed = Needed { context: 0, weighs_income: false, weighs_sites: false };
        let point = script.point(decision);
        let wanted = point.part_masks[0];
        needed.add(decision, wanted, point.context_mask);
        // The worth of other decisions depends on their formulas alone.
        let mut borrow = |decision: Decision| {
            let point = script.point(decision);
            needed.add(decision, point.formula_masks[0], point.formula_context);
        };
        match decision {
            Decision::Option => {
                for (feature, point) in [
                    (Choice::BuildingWorth, Decision::Building),
                    (Choice::MenuWorth, Decision::Menu),
                    (Choice::PriceWorth, Decision::Menu),
                    (Choice::HireWorth, Decision::Hire),
                    (Choice::RenovationWorth, Decision::Renovation),
                ] {
                    if feature.is_in(wanted) {
                        borrow(point);
                    }
                }
                needed.weighs_income |= Choice::AdsWorth.is_in(wanted);
            }
            Decision::BuildingBid if reads_lots(wanted) => borrow(Decision::Building),
            Decision::JobBid => borrow(Decision::Hire),
            Decision::RenovationBid => borrow(Decision::Renovation),
            _ => {}
        }
        needed
    }

    fn add(&mut self, decision: Decision, features: u128, context: u128) {
        let income = match decision {
            Decision::Menu => {
                Dish::Gain.bit() | Dish::SeatedGain.bit() | Dish::Income.bit() | Dish::Ambiance.bit()
            }
            Decision::Hire | Decision::Renovation => Item::Gain.bit() | Item::SeatedGain.bit(),
            Decision::AdPlace | Decision::Ads => Ads::BestAds.bit() | Ads::Worth.bit(),
            Decision::UniqueBid => Unique::Stake.bit(),
            _ => 0,
        };
        self.weighs_sites |= match decision {
            Decision::Building | Decision::BuildingBid => Building::MenuIncome.is_in(features),
            _ => false,
        };
        let of_income = Context::MyIncome.bit() | Context::MyDice.bit();
        self.context |= context;
        self.weighs_income |= features & income != 0 || context & of_income != 0;
    }
}

fn options(me: &Me<'_>, legal: &[Action], script: &Script, evaluator: &mut Evaluator, shelves: &mut Shelves) {
    let wanted = script.point(Decision::Option).part_masks[0];
    let is_open = |option: u8| {
        legal.iter().any(|action| matches!(action, Action::Choose { option: at } if *at == option))
    };
    let asks = |feature: Choice, option: u8| feature.is_in(wanted) && is_open(option);
    let mut worths = [0.0; option::COUNT as usize];
    if asks(Choice::BuildingWorth, option::PROPERTY) {
        let mut actions = [Action::Pass; ROOM];
        let mut count = 1;
        for at in bits(me.rules.affordable_buildings(me.table, me.seat)) {
            actions[count] = Action::Offer { building: at as u8 };
            count += 1;
        }
        let wanted = script.point(Decision::Building).formula_masks[0];
        buildings(me, &actions[..count], wanted, evaluator);
        evaluator.score(script, Decision::Building, 0, count, |at| actions[at].to_string());
        worths[usize::from(option::PROPERTY)] = best(&evaluator.scores(0)[..count]).1;
    }
    // A closed restaurant needs a menu, whatever that is worth.
    let is_open_all = me.table.houses(me.seat).all(|(_, house)| house.is_eligible());
    let mut price_worth = 0.0;
    let menu = (script, script.point(Decision::Menu).formula_masks[0]);
    if asks(Choice::MenuWorth, option::CHEF) && is_open_all {
        worths[usize::from(option::CHEF)] = solve_menu(me, &Plates::new(me, false), menu, evaluator).worth;
    }
    if asks(Choice::PriceWorth, option::CHEF) && is_open_all {
        price_worth = solve_menu(me, &Plates::new(me, true), menu, evaluator).worth;
    }
    if asks(Choice::AdsWorth, option::ADS) {
        let houses = me.table.houses(me.seat);
        worths[usize::from(option::ADS)] =
            houses.map(|(slot, _)| features::best_ads(me, slot).1).fold(0.0, f64::max);
    }
    if asks(Choice::HireWorth, option::JOBS) {
        worths[usize::from(option::JOBS)] = Goods::new(me, Ware::Staff).worth(me, shelves, script, evaluator);
    }
    if asks(Choice::RenovationWorth, option::RENOVATIONS) {
        worths[usize::from(option::RENOVATIONS)] =
            Goods::new(me, Ware::Renovations).worth(me, shelves, script, evaluator);
    }
    let mut kinds = [0.0; option::COUNT as usize];
    for (at, ware) in [(option::JOBS, Ware::Staff), (option::RENOVATIONS, Ware::Renovations)] {
        if asks(Choice::Kinds, at) {
            kinds[usize::from(at)] = f64::from(Goods::new(me, ware).kinds());
        }
    }
    let mut chosen_before = [0.0; option::COUNT as usize];
    if Choice::ChosenBefore.is_in(wanted) {
        let before = |rival: Seat| me.table.options_before[rival.index()];
        for choice in rivals(me.rules.players, me.seat).map(before) {
            if let Some(count) = chosen_before.get_mut(usize::from(choice)) {
                *count += 1.0;
            }
        }
    }
    let columns = evaluator.columns(Decision::Option, 0);
    columns.clear(wanted, legal.len());
    for (row, action) in legal.iter().enumerate() {
        if let Action::Choose { option } = *action {
            columns.set(Choice::IsProperty as usize + usize::from(option), row, 1.0);
            columns.set(Choice::ChosenBefore as usize, row, chosen_before[usize::from(option)]);
            columns.set(Choice::Kinds as usize, row, kinds[usize::from(option)]);
            if Choice::EndsChance.is_in(wanted) {
                columns.set(Choice::EndsChance as usize, row, features::ends_chance(me, option));
            }
            let feature = match option {
                option::PROPERTY => Choice::BuildingWorth,
                option::CHEF => Choice::MenuWorth,
                option::ADS => Choice::AdsWorth,
                option::JOBS => Choice::HireWorth,
                option::RENOVATIONS => Choice::RenovationWorth,
                _ => continue,
            };
            columns.set(feature as usize, row, worths[usize::from(option)]);
            if option == option::CHEF {
                columns.set(Choice::PriceWorth as usize, row, price_worth);
            }
        }
    }
}

fn buildings(me: &Me<'_>, actions: &[Action], wanted: u128, evaluator: &mut Evaluator) {
    let columns = evaluator.columns(Decision::Building, 0);
    for (row, action) in actions.iter().enumerate() {
        let building = if let Action::Offer { building } = *action { Some(building) } else { None };
        features::building(me, building, me.table.buyers, row, wanted, columns);
    }
}

fn reads_lots(wanted: u128) -> bool {
    wanted & (Building::Worth.bit() | Building::NextWorth.bit()) != 0
}

/// Returns the worth of the auctioned building relative to none, and that of the best other one that the seat
/// could put up afterwards.
fn lots(me: &Me<'_>, lot: u8, script: &Script, evaluator: &mut Evaluator) -> (f64, f64) {
    let mut actions = [Action::Pass; ROOM];
    actions[1] = Action::Offer { building: lot };
    let mut count = 2;
    for at in bits(me.rules.affordable_buildings(me.table, me.seat)).filter(|&at| at != usize::from(lot)) {
        actions[count] = Action::Offer { building: at as u8 };
        count += 1;
    }
    buildings(me, &actions[..count], script.point(Decision::Building).formula_masks[0], evaluator);
    let scores = evaluator.score(script, Decision::Building, 0, count, |at| actions[at].to_string());
    let pass = scores[0].max(f64::MIN);
    let next = scores[2..].iter().map(|score| score - pass).fold(0.0, f64::max);
    (scores[1] - pass, next)
}

/// Returns the best candidate and its worth relative to the first one, which takes nothing; never negative.
fn best(scores: &[f64]) -> (usize, f64) {
    let pass = scores[0].max(f64::MIN);
    let mut best = (0, 0.0);
    for (at, &score) in scores.iter().enumerate().skip(1) {
        if score - pass > best.1 {
            best = (at, score - pass);
        }
    }
    best
}

fn solve_menu(
    me: &Me<'_>,
    plates: &Plates,
    (script, wanted): (&Script, u128),
    evaluator: &mut Evaluator,
) -> menu::Choice {
    menu::dishes(me, plates.list(), wanted, evaluator.columns(Decision::Menu, 0));
    evaluator.score(script, Decision::Menu, 0, plates.list().len(), |at| plates.list()[at].to_string());
    menu::solve(plates.list(), evaluator.scores(0))
}
