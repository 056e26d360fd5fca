//! Finds the critic meal with the most expected stars and proves it optimal by branch and bound.
//!
//! Courses are filled from left to right with the dishes that the rules offer, the most promising first, so the
//! search covers everything that critics and restaurateurs allow. It prunes a branch when the upper bound on
//! its open courses ([`reach`], [`outlook`]) does not beat the best plate known. It skips dishes that another
//! one beats on every remaining criterion ([`counts`]).

mod counts;
mod guests;
mod outlook;
mod prospects;
mod reach;

use super::{Kitchen, Menu};
use crate::rules::{
    Action, With,
    cards::effects::{CriticEffect, RestaurateurEffect},
    critics::summary::Summary,
    state::{self, Dish},
    token::{TYPES, Token, Tokens},
};
use counts::Counts;
use outlook::{Begun, Outlook};
use reach::Reach;

/// Number of qualities whose score track stars are precomputed.
const QUALITIES: usize = 256;
const CLOSE: f64 = 1e-9;

#[derive(Default)]
pub struct Scratch {
    /// Stack of dishes to try: those of each course lie above those of earlier courses.
    offers: Vec<Offer>,
}

/// A candidate for the next dish, with an upper bound on the quality of plates that continue with it.
#[derive(Clone, Copy)]
struct Offer {
    most: u16,
    dish: Dish,
}

pub(super) struct Found {
    pub menu: Menu,
    /// Expected stars.
    pub stars: f64,
    pub is_proven: bool,
}

/// Returns the best plate; after `limit` complete and partial plates, the best one known.
pub(super) fn solve(kitchen: &Kitchen<'_>, scratch: &mut Scratch, start: (Menu, f64), limit: u32) -> Found {
    let me = kitchen.me;
    scratch.offers.clear();
    let mut search = Search {
        kitchen,
        always: Counts::always(kitchen),
        reach: Reach::new(me),
        ceiling: [f64::INFINITY; QUALITIES],
        chance: 0.0,
        is_free: me.rules.has(me.kitchen, RestaurateurEffect::FreeSpice),
        offers: &mut scratch.offers,
        plates: 0,
        limit,
        best: None,
    };
    search.look_ahead();
    if search.is_legal(&start.0) {
        search.best = Some(start);
    }
    let mut empty = *me.kitchen;
    empty.aside = state::Aside::default();
    empty.plate = state::Plate::default();
    search.fill(0, &empty, &me.kitchen.stock, &Summary::empty(me.rules, me.kitchen));
    let (menu, stars) = search.best.unwrap_or((Menu::EMPTY, 0.0));
    Found { menu, stars, is_proven: search.plates < limit }
}

struct Search<'a> {
    kitchen: &'a Kitchen<'a>,
    always: Counts,
    reach: Reach,
    /// The most stars that the track and `PRICE` pay up to each quality.
    ceiling: [f64; QUALITIES],
    /// Weight of each unseen rumor.
    chance: f64,
    /// Whether the spice of another type may be served once.
    is_free: bool,
    offers: &'a mut Vec<Offer>,
    plates: u32,
    limit: u32,
    best: Option<(Menu, f64)>,
}

impl Search<'_> {
    fn look_ahead(&mut self) {
        let (me, weights) = (self.kitchen.me, self.kitchen.weights);
        let mut most = f64::NEG_INFINITY;
        let top = usize::from(self.reach.top(me)).min(QUALITIES - 1);
        for quality in 0..=top {
            let stars = me.rules.cards.track_stars(quality as u16, me.rules.variant.lap_stars);
            most = most.max(f64::from(stars) + super::PRICE * quality as f64);
            self.ceiling[quality] = most;
        }
        let unseen = self.kitchen.unseen().count();
        self.chance = weights.unknown.max(0.0) * self.kitchen.hidden() as f64 / unseen.max(1) as f64;
    }

    fn is_favoured(&self, plate: &state::Kitchen, meal: &Summary) -> bool {
        let critic = self.kitchen.me.critic;
        let dishes = plate.plate.dishes();
        match critic.effect {
            CriticEffect::Several if critic.course.is_none() => dishes.len() == usize::from(meal.courses()),
            CriticEffect::Foreign => foreign(dishes) < usize::from(critic.amount),
            _ => false,
        }
    }

    fn wilds(&self, plate: &state::Kitchen, left: &Tokens) -> usize {
        let me = self.kitchen.me;
        let mut wilds = usize::from(left.count(Token::ALLSPICE));
        if me.critic.effect == CriticEffect::RumorSpice {
            let served = plate.plate.dishes().iter().filter(|dish| dish.with == With::Rumor).count();
            wilds += usize::from(plate.rumor_tokens()) - served;
        }
        wilds + usize::from(self.is_free && !plate.aside.used_free_spice)
    }

    fn ceiling(&self, quality: u16) -> f64 {
        self.ceiling.get(usize::from(quality)).copied().unwrap_or(f64::INFINITY)
    }

    fn is_hopeless(&self, most: f64) -> bool {
        self.best.is_some_and(|(_, best)| most <= best + CLOSE)
    }

    fn fill(&mut self, course: usize, plate: &state::Kitchen, left: &Tokens, meal: &Summary) {
        if self.plates >= self.limit {
            return;
        }
        self.plates += 1;
        if course == TYPES {
            let mut meal = *meal;
            meal.leave(left);
            let stars = self.kitchen.worth_of(&meal);
            if self.best.is_none_or(|(_, best)| stars > best + CLOSE) {
                self.best = Some((Menu::of(plate.plate.dishes()), stars));
            }
            return;
        }
        let me = self.kitchen.me;
        let begun = self.begun(course, plate, left, meal);
        let outlook = self.outlook(&begun);
        let (is_favoured, wilds) = (begun.is_favoured, begun.wilds);
        let more = self.reach.quality(course, is_favoured, wilds)
            + self.reach.extras(me, left, course, is_favoured, wilds > 0);
        let quality = meal.total(me.rules, me.critic, me.fanatics) + more;
        if !self.is_hopeless(self.ceiling(quality) + outlook.stars) {
            self.serve(course, plate, left, meal, &outlook);
        }
    }

    /// Tries all continuations in one course, the dishes of highest bound first.
    fn serve(
        &mut self,
        course: usize,
        plate: &state::Kitchen,
        left: &Tokens,
        meal: &Summary,
        outlook: &Outlook,
    ) {
        let me = self.kitchen.me;
        let base = self.offers.len();
        // The bound on later courses does not depend on the dishes in this one.
        let (is_favoured, wilds) = (self.is_favoured(plate, meal), self.wilds(plate, left));
        let extras = self.reach.extras(me, left, course + 1, is_favoured, wilds > 0);
        let quality = meal.total(me.rules, me.critic, me.fanatics);
        let after = |is_favoured: bool, wilds: usize, is_last_guest: bool| {
            let extras = if is_last_guest { 0 } else { extras };
            quality + self.reach.quality(course + 1, is_favoured, wilds) + extras
        };
        let end = after(is_favoured, wilds, false);
        let holds_several = matches!(me.critic.effect, CriticEffect::Several | CriticEffect::Paired);
        if me.critic.effect == CriticEffect::Paired && is_begun(plate, course) {
            // All that may still come here is wine.
            let here = self.reach.extras(me, left, course, is_favoured, wilds > 0);
            let most = quality + self.reach.quality(course + 1, is_favoured, wilds) + here.max(extras);
            if self.is_hopeless(self.ceiling(most) + outlook.stars) {
                return;
            }
        }
        let mut offers = std::mem::take(self.offers);
        me.rules.dishes_from(me.critic, plate, left, course, &mut |action| {
            let Action::Dish { course, token, with } = action else { return };
            let dish = Dish { course, token, with };
            let is_last_guest = me.critic.effect == CriticEffect::Foreign
                && me.critic.amount == 1
                && token.course() != Some(course.into());
            let wilds = wilds - usize::from(!matches!(with, With::Nothing | With::Spice));
            let most = after(is_favoured, wilds, is_last_guest) + self.kitchen.adds(dish);
            if !holds_several && self.is_hopeless(self.ceiling(most) + outlook.stars) {
                return;
            }
            if !outlook.counts.is_beaten(me, plate, left, dish) {
                offers.push(Offer { most, dish });
            }
        });
        *self.offers = offers;
        self.offers[base..].sort_unstable_by_key(|offer| (offer.most, offer.dish.token, offer.dish.with));
        for at in (base..self.offers.len()).rev() {
            let Offer { most, dish } = self.offers[at];
            if !holds_several && self.is_hopeless(self.ceiling(most) + outlook.stars) {
                continue;
            }
            let (mut next, mut left, mut meal) = (*plate, *left, *meal);
            me.rules.put_on_plate(&mut next, dish);
            left.remove(dish.token, 1);
            if let Some(spice) = dish.with.token(dish.token) {
                left.remove(spice, 1);
            }
            meal.add(me.rules, me.critic, plate, dish);
            if holds_several {
                self.serve(course, &next, &left, &meal, outlook);
            } else {
                meal.close(me.critic, course);
                self.fill(course + 1, &next, &left, &meal);
            }
        }
        self.offers.truncate(base);
        if !self.is_hopeless(self.ceiling(end) + outlook.stars)
            && outlook.counts.may_end(me, plate, left, course)
        {
            let mut meal = *meal;
            meal.close(me.critic, course);
            self.fill(course + 1, plate, left, &meal);
        }
    }

    fn is_legal(&self, menu: &Menu) -> bool {
        let me = self.kitchen.me;
        let mut plate = *me.kitchen;
        plate.aside = state::Aside::default();
        plate.plate = state::Plate::default();
        let mut dishes = *menu;
        let dishes = &mut dishes.dishes[..menu.len];
        dishes.sort_unstable_by_key(|dish| (dish.course, dish.token, dish.with));
        dishes.iter().all(|&dish| {
            let wanted = Action::Dish { course: dish.course, token: dish.token, with: dish.with };
            let mut found = false;
            let course = usize::from(dish.course);
            me.rules.dishes_from(me.critic, &plate, &plate.unspent(), course, &mut |action| {
                found |= action == wanted
            });
            if found {
                me.rules.put_on_plate(&mut plate, dish);
            }
            found
        })
    }
}

fn is_begun(plate: &state::Kitchen, course: usize) -> bool {
    plate.plate.dishes().last().is_some_and(|last| usize::from(last.course) == course)
}

fn foreign(dishes: &[Dish]) -> usize {
    dishes.iter().filter(|dish| dish.token.course() != Some(dish.course.into())).count()
}
