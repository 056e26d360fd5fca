//! The critic meal of most expected stars, proven by branch and bound.
//!
//! Courses are filled from left to right with the dishes that the rules offer, so whatever critics
//! and restaurateurs allow is tried. A branch is cut when even the most that its open courses can
//! add, with every spice at once and every rumor paid that is not lost yet, is no better than the
//! best plate known. Dishes that another one beats in everything that counts here are left out:
//! what counts is read off the rumors in question and the critic.

use super::{Kitchen, Menu};
use crate::rules::critter_kitchen::{
    Action, With,
    cards::Rumor,
    effects::{CriticEffect, RestaurateurEffect, RumorEffect},
    state::{self, Dish},
    summary::{Portion, Summary},
    token::{INGREDIENT_KINDS, SLOTS, TYPES, Token, Tokens, VALUES, course_kinds},
};

/// Qualities for which the score track is read in advance.
const QUALITIES: usize = 256;
/// Expected stars closer than this are equal.
const CLOSE: f64 = 1e-9;

/// What decides between dishes of one course beside quality.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    /// Values as such.
    values: bool,
    /// Serving no spice.
    spices: bool,
    /// Serving nothing.
    leaving: bool,
}

impl Counts {
    const ALL: Counts = Counts { values: true, spices: true, leaving: true };

    /// What a rumor looks at beside quality, the more the better.
    fn of(rumor: &Rumor) -> Counts {
        let none = Counts::default();
        match rumor.effect {
            RumorEffect::Fanatic
            | RumorEffect::MostSpices
            | RumorEffect::MostQuality
            | RumorEffect::MostSoup
            | RumorEffect::MostOfType
            | RumorEffect::Tokens
            | RumorEffect::First
            | RumorEffect::Pampered
            | RumorEffect::Bands
            | RumorEffect::High => none,
            RumorEffect::Sum
            | RumorEffect::Odd
            | RumorEffect::Spread
            | RumorEffect::Low
            | RumorEffect::Varied => Counts { values: true, ..none },
            RumorEffect::FewestSpices | RumorEffect::NoSpice => Counts { spices: true, ..none },
            RumorEffect::MostLeft | RumorEffect::Left | RumorEffect::LeftTypes => {
                Counts { leaving: true, ..none }
            }
            RumorEffect::FewestValues
            | RumorEffect::LowestSum
            | RumorEffect::Rising
            | RumorEffect::Picky
            | RumorEffect::FirstSum => Counts { values: true, leaving: true, ..none },
            RumorEffect::LastBest | RumorEffect::CourseBest => Counts::ALL,
        }
    }

    fn and(self, other: Counts) -> Counts {
        Counts {
            values: self.values || other.values,
            spices: self.spices || other.spices,
            leaving: self.leaving || other.leaving,
        }
    }
}

/// The best plate, its expected stars, and whether that is proven: after `limit` plates, whole and
/// begun, the best one known stands.
pub(super) fn solve(kitchen: &Kitchen<'_>, start: (Menu, f64), limit: u32) -> (Menu, f64, bool) {
    let me = kitchen.me;
    let weights = kitchen.weights;
    let is_plain = weights.unknown == 0.0 && weights.rumor >= 0.0 && weights.best >= 0.0;
    let mut counts = if is_plain { Counts::default() } else { Counts::ALL };
    if weights.rumor != 0.0 {
        counts = me.seen.rumors().map(Counts::of).fold(counts, Counts::and);
    }
    counts.values |= !me.is_worth_ascending();
    match me.critic.effect {
        CriticEffect::Unspiced => counts.spices = true,
        CriticEffect::Foreign | CriticEffect::Paired | CriticEffect::Several => counts = Counts::ALL,
        _ => {}
    }
    counts.spices |= me.rules.has(me.kitchen, RestaurateurEffect::FreeSpice);
    let mut search = Search {
        kitchen,
        counts,
        ceiling: [f64::INFINITY; QUALITIES],
        open: [0; TYPES + 1],
        values: (0, 0),
        unseen: &me.rules.cards.rumors.cards,
        shown: std::array::from_fn(|slot| me.seen.rumor_row(slot).unwrap_or(state::NONE)),
        chance: 0.0,
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
    search.fill(0, &empty, &Summary::empty(me.rules, me.kitchen));
    let (menu, stars) = search.best.unwrap_or((Menu::EMPTY, 0.0));
    (menu, stars, search.plates < limit)
}

struct Search<'a> {
    kitchen: &'a Kitchen<'a>,
    counts: Counts,
    /// The most the track, and quality as such, pay for up to a quality.
    ceiling: [f64; QUALITIES],
    /// The most quality that the courses from each one on can add.
    open: [u16; TYPES + 1],
    /// The lowest and the highest value, printed or not, of an ingredient.
    values: (u16, u16),
    /// Rumors that are not seen, and the weight of each.
    unseen: &'a [Rumor],
    shown: [u8; SLOTS],
    chance: f64,
    plates: u32,
    limit: u32,
    best: Option<(Menu, f64)>,
}

impl Search<'_> {
    /// Bounds that hold for every plate of the storage.
    fn look_ahead(&mut self) {
        let (me, weights) = (self.kitchen.me, self.kitchen.weights);
        let stock = &me.kitchen.stock;
        let held = |course: usize| stock.kinds() & course_kinds(course) != 0;
        // Free spices, foreign ingredients and pairs may lift any course: by twice the worth of
        // everything there is.
        let is_free = me.rules.has(me.kitchen, RestaurateurEffect::FreeSpice);
        let is_strange = matches!(me.critic.effect, CriticEffect::Foreign | CriticEffect::Paired) || is_free;
        for course in (0..TYPES).rev() {
            let (best, more) = me.most(course);
            let mut most = best + more + if me.critic.effect == CriticEffect::Several { best } else { 0 };
            if me.critic.effect == CriticEffect::Unspiced && held(course) {
                most += u16::from(me.critic.amount);
            }
            if is_strange {
                most = most.max(self.strange(course));
            }
            self.open[course] = self.open[course + 1] + most;
        }
        let mut most = f64::NEG_INFINITY;
        let reach = usize::from(self.open[0]).min(QUALITIES - 1);
        for quality in 0..=reach {
            let stars = me.rules.cards.track_stars(quality as u16, me.rules.variant.lap_stars);
            most = most.max(f64::from(stars) + super::PRICE * quality as f64);
            self.ceiling[quality] = most;
        }
        let values = || {
            let kinds = super::descending(stock.kinds() & INGREDIENT_KINDS);
            kinds.flat_map(|token| [u16::from(token.value()), me.worth(token)])
        };
        self.values = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        let hidden = SLOTS - me.seen.seen_slots().count_ones() as usize;
        let unseen = self.unseen.len() - self.shown.iter().filter(|&&row| row != state::NONE).count();
        self.chance = weights.unknown.max(0.0) * hidden as f64 / unseen.max(1) as f64;
    }

    /// The most quality of a course that may hold what belongs to others: every spice on its best
    /// ingredient or any other, and every further ingredient that may be paired with it.
    fn strange(&self, course: usize) -> u16 {
        let me = self.kitchen.me;
        let kinds = || super::descending(me.kitchen.stock.kinds() & INGREDIENT_KINDS);
        let best = kinds().map(|token| me.dish(token, With::Spice).max(me.dish(token, With::Nothing))).max();
        // A foreign ingredient in a course that a fanatic doubles counts twice.
        let doubled = if me.fanatics >> course & 1 == 1 { 2 } else { 1 };
        let paired = kinds().map(|token| u16::from(token.value())).max().unwrap_or(0);
        let pairs = if me.critic.effect == CriticEffect::Paired { u16::from(me.critic.amount) } else { 0 };
        doubled * (best.unwrap_or(0) + pairs * paired)
    }

    /// The most stars of a rumor from this storage.
    fn most(&self, rumor: &Rumor) -> f64 {
        let me = self.kitchen.me;
        let stars = f64::from(rumor.stars);
        let (least, limit) = (f64::from(rumor.at_least.max(1)), f64::from(rumor.limit));
        let ingredients = me.kitchen.stock.total_of(INGREDIENT_KINDS) as f64;
        let soup = f64::from(me.rules.soup_value(me.kitchen));
        let contest = |key: f64| stars * super::chance(key);
        stars
            * match rumor.effect {
                RumorEffect::Fanatic => 0.0,
                RumorEffect::MostSpices => return contest(state::DISHES as f64),
                RumorEffect::MostQuality => return contest(f64::from(self.open[0])),
                RumorEffect::MostSoup => return contest(soup),
                RumorEffect::MostOfType | RumorEffect::MostLeft => return contest(ingredients),
                RumorEffect::FewestValues | RumorEffect::FewestSpices | RumorEffect::LowestSum => {
                    return contest(0.0);
                }
                RumorEffect::Odd => (state::DISHES as f64 / least).floor(),
                RumorEffect::Tokens => f64::from(me.kitchen.rumor_tokens()).min(limit),
                RumorEffect::Left => (ingredients / least).floor().min(limit),
                RumorEffect::First | RumorEffect::Bands | RumorEffect::Low | RumorEffect::LeftTypes => limit,
                RumorEffect::Spread => f64::from(self.values.1 - self.values.0),
                RumorEffect::Varied => VALUES as f64 - f64::from(rumor.at_least),
                _ => 1.0,
            }
    }

    /// The most stars of a rumor for plates that begin like this one with its courses before
    /// `course`.
    fn at_most(&self, rumor: &Rumor, meal: &Summary, course: usize) -> f64 {
        let me = self.kitchen.me;
        let portions = meal.portions();
        // Ingredients that may still come: one a course, unless the critic allows more.
        let open = match me.critic.effect {
            CriticEffect::Several | CriticEffect::Paired => state::DISHES - portions.len(),
            _ => (course..TYPES).filter(|&course| self.open[course] > self.open[course + 1]).count(),
        } as u16;
        let stars = f64::from(rumor.stars);
        let so_far = |counts: &dyn Fn(&Portion) -> bool| {
            portions.iter().filter(|portion| counts(portion)).count() as u16
        };
        let is_lost = match rumor.effect {
            RumorEffect::Pampered => (0..course).any(|course| {
                let mut own = portions.iter().filter(|portion| usize::from(portion.course) == course);
                !own.any(|portion| portion.printed >= rumor.at_least)
            }),
            RumorEffect::Rising => !meal.rises(me.rules),
            RumorEffect::NoSpice => meal.spices > 0,
            RumorEffect::Picky => {
                portions.iter().any(|portion| portion.printed <= rumor.limit)
                    || u16::from(meal.courses()) + open < u16::from(rumor.at_least)
            }
            // A paired type may lie in any course.
            RumorEffect::High | RumorEffect::Bands if me.critic.effect == CriticEffect::Paired => false,
            RumorEffect::CourseBest | RumorEffect::High | RumorEffect::Bands => {
                let wanted = rumor.course.unwrap_or(0);
                wanted < course && meal.served >> wanted & 1 == 0
            }
            RumorEffect::Sum => course > 0 && meal.served & 1 == 0,
            RumorEffect::Odd => {
                let odd = so_far(&|portion| portion.worth % 2 == 1) + open;
                return stars * f64::from(odd / u16::from(rumor.at_least.max(1)));
            }
            RumorEffect::Low => {
                let low = so_far(&|portion| portion.printed <= rumor.at_least) + open;
                return stars * f64::from(low.min(rumor.limit.into()));
            }
            RumorEffect::Varied => {
                let printed = portions.iter().fold(0u32, |mask, portion| mask | 1 << portion.printed.min(31));
                let most = (printed.count_ones() as u16 + open).min(VALUES as u16);
                return stars * f64::from(most.saturating_sub(rumor.at_least.into()));
            }
            RumorEffect::FewestValues => {
                let values = portions.iter().fold(0u32, |mask, portion| mask | 1 << portion.worth.min(31));
                return stars * super::chance(-f64::from(values.count_ones()));
            }
            RumorEffect::LowestSum => {
                let sum = portions.iter().map(|portion| u16::from(portion.printed)).sum::<u16>();
                return stars * super::chance(-f64::from(sum));
            }
            RumorEffect::MostSpices => {
                return stars * super::chance(f64::from(meal.spices) + f64::from(open));
            }
            RumorEffect::MostLeft => {
                let ingredients = me.kitchen.stock.total_of(INGREDIENT_KINDS);
                return stars * super::chance((ingredients - portions.len()) as f64);
            }
            RumorEffect::FewestSpices => {
                return stars * super::chance(-f64::from(meal.spices));
            }
            RumorEffect::First => {
                let unspiced = match me.critic.effect {
                    CriticEffect::Unspiced => u16::from(me.critic.amount),
                    _ => 0,
                };
                let first = meal.quality.iter().take(usize::from(rumor.limit).min(course));
                let paid = first
                    .filter(|&&quality| quality > 0 && quality + unspiced >= u16::from(rumor.at_least))
                    .count();
                let open = usize::from(rumor.limit).saturating_sub(course);
                return stars * (paid + open) as f64;
            }
            _ => false,
        };
        if is_lost { 0.0 } else { self.most(rumor) }
    }

    /// The most expected stars of plates that begin like this one.
    fn bound(&self, meal: &Summary, course: usize) -> f64 {
        let (me, weights) = (self.kitchen.me, self.kitchen.weights);
        let rules = me.rules;
        let mut quality = meal.total(rules, me.critic, me.fanatics) + self.open[course];
        let unspiced = match me.critic.effect {
            CriticEffect::Unspiced => u16::from(me.critic.amount),
            _ => 0,
        };
        // Each course of which nothing is known, and which a fanatic may double.
        quality += 2 * unspiced * course as u16;
        let mut stars = self.ceiling.get(usize::from(quality)).copied().unwrap_or(f64::INFINITY);
        let is_open = |other: usize| other >= course && self.open[other] > self.open[other + 1];
        if (0..TYPES).all(|other| meal.quality[other] > 0 || is_open(other)) {
            stars += f64::from(self.kitchen.all_courses());
        }
        for other in 0..TYPES {
            let most = match other < course {
                true => meal.quality[other] + unspiced,
                false => self.open[other] - self.open[other + 1],
            };
            if most > 0 && most >= self.kitchen.rivals[other] {
                stars += weights.best.max(0.0) * f64::from(rules.best_stars(me.critic, other));
            }
        }
        if me.critic.effect == CriticEffect::GrandCourse {
            let is_grand = |quality: u16| quality >= u16::from(me.critic.at_least);
            let grand = (0..TYPES).filter(|&other| is_open(other) || is_grand(meal.quality[other])).count();
            stars += f64::from(me.critic.amount * (grand as u8).min(me.critic.limit));
        }
        if weights.rumor > 0.0 {
            let rumors = me.seen.rumors().map(|rumor| self.at_most(rumor, meal, course)).sum::<f64>();
            stars += weights.rumor * rumors;
        }
        if self.chance > 0.0 {
            let unseen =
                self.unseen.iter().enumerate().filter(|(row, _)| !self.shown.contains(&(*row as u8)));
            let rumors = unseen.map(|(_, rumor)| self.at_most(rumor, meal, course)).sum::<f64>();
            stars += self.chance * rumors;
        }
        stars
    }

    /// Goes through all ways to fill the courses from one on.
    fn fill(&mut self, course: usize, plate: &state::Kitchen, meal: &Summary) {
        if self.plates >= self.limit {
            return;
        }
        self.plates += 1;
        if course == TYPES {
            let mut meal = *meal;
            meal.finish(self.kitchen.me.critic, &plate.unspent());
            let stars = self.kitchen.worth_of(&meal);
            if self.best.is_none_or(|(_, best)| stars > best + CLOSE) {
                self.best = Some((Menu::of(plate.plate.dishes()), stars));
            }
            return;
        }
        if self.best.is_some_and(|(_, best)| self.bound(meal, course) <= best + CLOSE) {
            return;
        }
        self.serve(course, plate, meal);
    }

    /// Goes through all ways to go on in one course.
    fn serve(&mut self, course: usize, plate: &state::Kitchen, meal: &Summary) {
        let me = self.kitchen.me;
        let left = plate.unspent();
        let own = left.kinds() & course_kinds(course);
        me.rules.dishes_of(me.critic, plate, course, &mut |action| {
            let Action::Dish { token, with, .. } = action else { return };
            if self.is_beaten(course, own, &left, token, with) {
                return;
            }
            let dish = Dish { course: course as u8, token, with };
            let (mut next, mut meal) = (*plate, *meal);
            me.rules.put_on_plate(&mut next, dish);
            meal.add(me.rules, me.critic, plate, dish);
            self.serve(course, &next, &meal);
        });
        if meal.served >> course & 1 == 1 || own == 0 || self.counts.leaving {
            self.fill(course + 1, plate, meal);
        }
    }

    /// Whether another dish is at least as good whatever else is served.
    fn is_beaten(&self, course: usize, own: u64, left: &Tokens, token: Token, with: With) -> bool {
        let is_highest = own >> token.0 <= 1;
        let has_better_spice =
            with != With::Spice && left.has(Token::spice(course)) && self.kitchen.me.is_spice_good(course);
        !self.counts.values && !is_highest || !self.counts.spices && has_better_spice
    }

    /// Whether the rules let this menu be served.
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
            me.rules.dishes_of(me.critic, &plate, course, &mut |action| found |= action == wanted);
            if found {
                me.rules.put_on_plate(&mut plate, dish);
            }
            found
        })
    }
}
