//! How scripts play Critter Kitchen.

mod cooking;
mod errands;
mod items;
mod market;
mod meals;
mod plates;
mod prices;
#[cfg(test)]
mod promises;
mod standing;
mod stars;
#[cfg(test)]
mod tests;
pub mod vocabulary;

use crate::rules::{
    Action, CHEF_WORDS, CritterKitchen, Decision, Item,
    cards::{PLACES, effects::RestaurateurEffect},
    token::Token,
    variant::CHEFS,
};
use errands::Errands;
use items::{Around, PIECES, Piece, Rivals};
use market::Market;
use plates::Weights;
use prices::Prices;
use sim_engine::MAX_SEATS;
use sim_script::spec::flag;
use sim_script::{
    Ask, CompiledTitle, Evaluator, Script, Scripted, Vocabulary, notes::Plan, title::title, why::Verdict,
};
use standing::{Ledger, Standing};
use stars::Stars;
use vocabulary::{Card, Swap, VOCABULARY, Whole, plate_slot};

/// Values that a seat caches between its decisions in a game, always with their inputs.
#[derive(Default)]
pub struct Cache {
    ledger: Ledger,
    prices: Prices,
    /// Scratch space: no decision reads what an earlier one has written.
    meals: meals::Scratch,
    plates: plates::Scratch,
}

/// The game's vocabulary, bundled strategies, strong players and experiments.
pub static TITLE: CompiledTitle<CritterKitchen> = title!(CritterKitchen, &VOCABULARY);

impl Scripted for CritterKitchen {
    type Cache = [Cache; MAX_SEATS];

    fn forget(memos: &mut [Cache; MAX_SEATS]) {
        for cache in memos {
            cache.ledger = Ledger::default();
            cache.prices.forget();
        }
    }

    fn vocabulary(&self) -> &'static Vocabulary {
        &VOCABULARY
    }

    fn decide(
        ask: &Ask<'_, Self>,
        script: &Script,
        evaluator: &mut Evaluator,
        memos: &mut [Cache; MAX_SEATS],
        answer: &mut Vec<Action>,
    ) {
        let cache = &mut memos[ask.seat.index()];
        let me = Standing::new(ask.seen, ask.seat, &mut cache.ledger);
        let point = script.point(ask.decision);
        let borrowed = match ask.decision {
            Decision::Plan => script.point(Decision::Pick).formula_context,
            Decision::Swap => {
                script.point(Decision::Pick).formula_context | script.point(Decision::Plan).formula_context
            }
            _ => 0,
        };
        items::context(&me, point.context_mask | borrowed, &mut evaluator.context);
        let mut turn = Turn { me: &me, ask, script, evaluator, cache };
        match ask.decision {
            Decision::Plan => return turn.plan(answer),
            Decision::Pick => return turn.pick(answer),
            Decision::Meal => return turn.cook(answer),
            Decision::Fridge => return turn.chill(answer),
            Decision::Plate => return turn.plate(answer),
            Decision::Restaurateur => turn.cards(),
            Decision::Swap => turn.swaps(),
            Decision::Choose | Decision::Trade => turn.drawn(),
            Decision::Wild | Decision::Peek => turn.slots(),
        }
        evaluator.pick(ask, script, answer);
    }
}

/// A decision in progress.
struct Turn<'t, 'a> {
    me: &'t Standing<'a>,
    ask: &'t Ask<'a, CritterKitchen>,
    script: &'t Script,
    evaluator: &'t mut Evaluator,
    cache: &'t mut Cache,
}

impl Turn<'_, '_> {
    fn pick(&mut self, answer: &mut Vec<Action>) {
        let Turn { me, ask, script, ref mut evaluator, ref mut cache } = *self;
        let code = |action: &Action| match *action {
            Action::Take { item } => prices::code(Some(item)),
            _ => prices::code(None),
        };
        let wanted = ask.legal.iter().fold(0, |mask, action| mask | 1 << code(action));
        if let Some(learned) = &script.point(ask.decision).learned {
            let (codes, count) = cache.prices.lay_out(me, script, evaluator, wanted);
            let row = |at: usize| {
                let code = code(&ask.legal[at]);
                codes[..count].iter().position(|&other| usize::from(other) == code).unwrap_or(0)
            };
            evaluator.pick_scored(ask, (script, learned), count, answer, row);
            return;
        }
        cache.prices.renew(me, script, evaluator, wanted);
        let scores = ask.legal.iter().map(|action| cache.prices.score_of(code(action)));
        evaluator.pick_known(ask, script, scores, answer);
    }

    fn drawn(&mut self) {
        let Turn { me, ask, script, ref mut evaluator, .. } = *self;
        let wanted = script.point(ask.decision).part_masks[0];
        let (rivals, stars) = (Rivals::new(me, wanted), Stars::new(me, wanted));
        let around = Around { rivals: &rivals, stars: &stars };
        let columns = evaluator.columns(ask.decision, 0);
        columns.clear(wanted, ask.legal.len());
        for (at, &action) in ask.legal.iter().enumerate() {
            let item = match action {
                Action::Choose { token } | Action::Trade { token } => Some(Item::Token(token)),
                _ => None,
            };
            items::item(me, around, item, wanted, columns.rows(), at);
        }
    }

    fn slots(&mut self) {
        let columns = self.evaluator.columns(self.ask.decision, 0);
        for (at, &action) in self.ask.legal.iter().enumerate() {
            if let Action::Slot { slot } = action {
                items::slot(self.me, slot.into(), columns, at);
            }
        }
    }

    fn cards(&mut self) {
        let columns = self.evaluator.columns(self.ask.decision, 0);
        for (at, &action) in self.ask.legal.iter().enumerate() {
            let Action::Keep { card } = action else { continue };
            let card = &self.ask.game.cards.restaurateurs.cards[usize::from(card)];
            use RestaurateurEffect as E;
            let is_event = matches!(card.effect, E::EmptyDraw | E::HatStar);
            let is_passive = matches!(card.effect, E::LowValue | E::Fridge | E::StartSoup | E::TopBracket);
            columns.set(Card::Stars as usize, at, f64::from(card.stars));
            columns.set(Card::Amount as usize, at, f64::from(card.amount));
            columns.set(Card::IsEvent as usize, at, flag(is_event));
            columns.set(Card::IsPassive as usize, at, flag(is_passive));
        }
    }

    fn errands(&mut self) -> Errands {
        let Turn { me, script, ref mut evaluator, ref mut cache, .. } = *self;
        let market = Market::new(me, script, evaluator, &mut cache.prices);
        let wanted = script.point(Decision::Plan).part_masks[0];
        let (chefs, places) = market.errands(me, wanted, evaluator.columns(Decision::Plan, 0));
        let label = |at: usize| errand_label(me, at, places);
        let values = evaluator.score(script, Decision::Plan, 0, chefs * places, label);
        let mut errands = Errands::new(chefs, places);
        for (row, values) in errands.values.iter_mut().zip(values.chunks_exact(places)) {
            row[..places].copy_from_slice(values);
        }
        errands
    }

    fn plan(&mut self, answer: &mut Vec<Action>) {
        let mut errands = self.errands();
        let (ask, point) = (self.ask, self.script.point(self.ask.decision));
        if point.learned.is_some() {
            return self.plan_by_chance(&errands, answer);
        }
        let temperature = if ask.mixes() { point.temperature } else { 0.0 };
        if temperature > 0.0 {
            // Gumbel noise on every value softens the choice of a plan as temperature softens that from a list.
            let mut stream = ask.luck.stream();
            for value in errands.values.iter_mut().flatten() {
                let unit = stream.unit().clamp(1e-12, 1.0 - 1e-12);
                *value -= temperature * libm::log(-libm::log(unit));
            }
        }
        if ask.is_restricted() {
            for place in (0..errands.places).filter(|&place| !ask.allows(Action::Go { place: place as u8 })) {
                errands.values.iter_mut().for_each(|values| values[place] = f64::NEG_INFINITY);
            }
        }
        // Mid-chain, the chefs already sent keep their places.
        let first = ask.seen.planning();
        for chef in 0..first {
            if let Some(place) = ask.seen.plan(ask.seat, chef) {
                errands.values[chef] = [-1e9; PLACES];
                errands.values[chef][place] = 1e9;
            }
        }
        let plan = errands.solve();
        answer.extend(plan.places[first..errands.chefs].iter().map(|&place| Action::Go { place }));
        self.evaluator.conclude(|| match temperature > 0.0 {
            // The worth of noisy values is meaningless.
            true => Verdict::Softened,
            false => Verdict::Solved { worth: plan.worth },
        });
    }

    /// Samples a plan for the chefs from all plans that continue the chain.
    fn plan_by_chance(&mut self, errands: &Errands, answer: &mut Vec<Action>) {
        let Turn { me, ask, script, ref mut evaluator, .. } = *self;
        let first = ask.seen.planning();
        let mut all = vec![[0; CHEFS]];
        let is_open: [bool; PLACES] = std::array::from_fn(|place| {
            !ask.is_restricted() || ask.allows(Action::Go { place: place as u8 })
        });
        // With too few allowed places, some chef has to go to a forbidden one.
        let has_room = is_open[..errands.places].iter().filter(|&&open| open).count() >= errands.chefs;
        for chef in 0..errands.chefs {
            let sent = if chef < first { ask.seen.plan(ask.seat, chef) } else { None };
            let open = move |place: &usize| match sent {
                Some(sent) => sent == *place,
                None => is_open[*place] || !has_room,
            };
            let longer = all.iter().flat_map(|plan| {
                let free = (0..errands.places).filter(open).filter(|place| !plan[..chef].contains(place));
                free.map(|place| {
                    let mut longer = *plan;
                    longer[chef] = place;
                    longer
                })
            });
            all = longer.collect();
        }
        let plans = all.iter().map(|plan| {
            let row = |chef: usize| chef * errands.places + plan[chef];
            let rows: [usize; CHEFS] = std::array::from_fn(row);
            Plan::of(&rows[..errands.chefs])
        });
        let label = |at: usize| errand_label(me, at, errands.places);
        let drawn = evaluator.draw_plan(ask, script, errands.chefs * errands.places, plans, label);
        let places = &all[drawn][first..errands.chefs];
        answer.extend(places.iter().map(|&place| Action::Go { place: place as u8 }));
    }

    fn swaps(&mut self) {
        let errands = self.errands();
        let ask = self.ask;
        let place: [usize; CHEFS] = std::array::from_fn(|chef| ask.seen.plan(ask.seat, chef).unwrap_or(0));
        let columns = self.evaluator.columns(ask.decision, 0);
        for (at, &action) in ask.legal.iter().enumerate() {
            let gain = match action {
                Action::Swap { first, second } => {
                    let (a, b) = (usize::from(first), usize::from(second));
                    let value = |chef: usize, to: usize| errands.values[chef][place[to]].clamp(-1e9, 1e9);
                    value(a, b) + value(b, a) - value(a, a) - value(b, b)
                }
                _ => 0.0,
            };
            columns.set(Swap::Gain as usize, at, gain);
        }
    }

    /// Returns the score of a slot that applies to the meal as a whole.
    fn weight(&mut self, slot: usize, label: &str) -> f64 {
        self.evaluator.score(self.script, self.ask.decision, slot, 1, |_| label.to_owned())[0]
    }

    fn whole(&mut self) {
        let seen = self.ask.seen.rumors().count() as f64;
        self.evaluator.columns(self.ask.decision, 0).set(Whole::RumorsKnown as usize, 0, seen);
    }

    fn chill(&mut self, answer: &mut Vec<Action>) {
        let Turn { me, ask, script, ref mut evaluator, .. } = *self;
        let mut pieces = [Piece::Soup; PIECES];
        let count = items::pieces(me, u64::MAX, &mut pieces);
        let wanted = script.point(ask.decision).part_masks[0];
        items::stored(me, &pieces[..count], wanted, evaluator.columns(ask.decision, 0));
        evaluator.score(script, ask.decision, 0, count, |at| pieces[at].to_string());
        let scores = evaluator.scores(0);
        let mut order: [u8; PIECES] = std::array::from_fn(|at| at as u8);
        order[..count].sort_by(|&a, &b| scores[usize::from(a)].total_cmp(&scores[usize::from(b)]));
        let from = match ask.legal[0] {
            Action::Return { token } => token,
            _ => Token(0),
        };
        let mut aside = me.kitchen.aside.tokens;
        let start = answer.len();
        let excess = ask.seen.fridge_excess();
        for &at in &order[..count] {
            let Piece::Token(token) = pieces[usize::from(at)] else { continue };
            if answer.len() - start == excess {
                break;
            }
            if aside.has(token) {
                aside.remove(token, 1);
            } else if token >= from {
                answer.push(Action::Return { token });
            }
        }
        evaluator.solved(0.0);
        answer[start..].sort_unstable();
    }

    fn plate(&mut self, answer: &mut Vec<Action>) {
        self.whole();
        let mut weight = |slot: usize| self.weight(slot, "weight").clamp(-1e6, 1e6);
        let weights = Weights {
            rumor: weight(plate_slot::RUMOR),
            unknown: weight(plate_slot::UNKNOWN),
            best: weight(plate_slot::BEST),
        };
        let is_exact = weight(plate_slot::EXACT) > 0.0;
        let kitchen = plates::Kitchen::new(self.me, weights);
        let (menu, worth) = if is_exact { kitchen.solve(&mut self.cache.plates) } else { kitchen.climb() };
        self.evaluator.solved(worth);
        let mut dishes: Vec<Action> = menu
            .as_slice()
            .iter()
            .map(|dish| Action::Dish { course: dish.course, token: dish.token, with: dish.with })
            .collect();
        dishes.sort_unstable();
        let mut served = 0;
        self.ask.seen.answer_chain(
            |seen| {
                let course = seen.plating() as u8;
                let is_before =
                    |action: &Action| matches!(action, Action::Dish { course: other, .. } if *other < course);
                while dishes.get(served).is_some_and(is_before) {
                    served += 1;
                }
                match dishes.get(served).filter(|&&dish| seen.may_serve(dish)) {
                    Some(&dish) => {
                        served += 1;
                        dish
                    }
                    None => Action::Done,
                }
            },
            answer,
        );
    }
}

fn errand_label(me: &Standing<'_>, at: usize, places: usize) -> String {
    format!("the {} to {}", CHEF_WORDS[at / places], me.rules.cards.locations[at % places].name)
}
