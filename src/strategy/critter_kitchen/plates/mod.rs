//! The critic meal: what a plate is expected to earn, and the plate that earns most.
//!
//! Stars are those of the score track, of serving everything, of the best of each course against
//! what rivals could serve, and of the rumors, each with the script's weight. A plate is found
//! from the one of highest quality by changing one course at a time while the stars rise; from
//! there [`exact`] proves the best.

mod exact;
#[cfg(test)]
mod tests;

use super::standing::{Standing, descending};
use crate::{
    rules::critter_kitchen::{
        With,
        cards::Rumor,
        effects::CriticEffect,
        state::{DISHES, Dish, NONE},
        summary::{Summary, alone, contest},
        token::{SLOTS, TYPES, Token, Tokens, course_kinds},
    },
    strategy::desk::rivals,
};

/// The script's weights.
#[derive(Debug, Clone, Copy)]
pub struct Weights {
    pub rumor: f64,
    pub unknown: f64,
    pub best: f64,
}

/// Dishes of a plate; the order is made when it is served.
#[derive(Debug, Clone, Copy)]
pub struct Menu {
    pub dishes: [Dish; DISHES],
    pub len: usize,
}

impl Menu {
    const EMPTY: Menu =
        Menu { dishes: [Dish { course: 0, token: Token(0), with: With::Nothing }; DISHES], len: 0 };

    fn of(dishes: &[Dish]) -> Menu {
        let mut menu = Menu::EMPTY;
        dishes.iter().for_each(|&dish| menu.push(dish));
        menu
    }

    fn push(&mut self, dish: Dish) {
        if self.len < DISHES {
            self.dishes[self.len] = dish;
            self.len += 1;
        }
    }

    pub fn as_slice(&self) -> &[Dish] {
        &self.dishes[..self.len]
    }

    fn without(&self, course: usize) -> Menu {
        let mut menu = Menu::EMPTY;
        let others = self.as_slice().iter().filter(|dish| usize::from(dish.course) != course);
        others.for_each(|&dish| menu.push(dish));
        menu
    }

    /// What is left of a storage, or nothing if the menu asks for more than there is.
    fn left(&self, stock: &Tokens) -> Option<Tokens> {
        let mut left = *stock;
        for dish in self.as_slice() {
            for token in [Some(dish.token), dish.with.token(dish.token)].into_iter().flatten() {
                if !left.has(token) {
                    return None;
                }
                left.remove(token, 1);
            }
        }
        Some(left)
    }
}

/// Plates, whole and begun, that are looked at for one critic meal at most. Proving takes a few
/// dozen when only quality counts, and about a thousand when rumors look at values.
const PLATES: u32 = 4000;

/// What quality is worth beside the track: within a row it breaks ties, and rumors not seen may
/// double some of it.
const PRICE: f64 = 0.02;

/// The chance to win a comparison with rivals by its key: half, and more with a higher key.
fn chance(key: f64) -> f64 {
    (0.5 + 0.02 * key).clamp(0.05, 0.95)
}

/// A critic meal to be decided.
pub struct Kitchen<'a> {
    me: &'a Standing<'a>,
    weights: Weights,
    /// The best that rivals could serve in each course.
    rivals: [u16; TYPES],
}

impl<'a> Kitchen<'a> {
    pub fn new(me: &'a Standing<'a>, weights: Weights) -> Kitchen<'a> {
        let mut best = [0; TYPES];
        for rival in rivals(me.rules.players_at_table(), me.seat) {
            let Some(stock) = me.seen.stock(rival) else { continue };
            let critic = me.seen.critic_of(rival);
            for (course, best) in best.iter_mut().enumerate() {
                let value = stock.best_of(course);
                if value > 0 {
                    let token = Token::ingredient(course, value);
                    let with = if stock.has(Token::spice(course)) { With::Spice } else { With::Nothing };
                    let dish = Dish { course: course as u8, token, with };
                    *best = (*best).max(me.rules.dish_quality(critic, me.kitchen, dish));
                }
            }
        }
        Kitchen { me, weights, rivals: best }
    }

    /// Expected stars of a menu.
    fn stars(&self, menu: &Menu) -> f64 {
        let me = self.me;
        let rules = me.rules;
        let Some(left) = menu.left(&me.kitchen.stock) else { return f64::NEG_INFINITY };
        self.worth_of(&Summary::new(rules, me.critic, me.kitchen, menu.as_slice(), &left))
    }

    /// Expected stars of a meal with its leftovers.
    fn worth_of(&self, meal: &Summary) -> f64 {
        let me = self.me;
        let rules = me.rules;
        let quality = meal.total(rules, me.critic, me.fanatics);
        let mut stars = f64::from(rules.cards.track_stars(quality, rules.variant.lap_stars));
        stars += PRICE * f64::from(quality);
        if usize::from(meal.courses()) == TYPES {
            stars += f64::from(self.all_courses());
        }
        if self.weights.best != 0.0 {
            for course in 0..TYPES {
                if meal.quality[course] > 0 && meal.quality[course] >= self.rivals[course] {
                    stars += self.weights.best * f64::from(rules.best_stars(me.critic, course));
                }
            }
        }
        match me.critic.effect {
            CriticEffect::GrandCourse => {
                let grand = meal.quality.iter().filter(|&&quality| quality >= me.critic.at_least.into());
                stars += f64::from(me.critic.amount * (grand.count() as u8).min(me.critic.limit));
            }
            CriticEffect::FewestLeft => stars -= 0.1 * f64::from(meal.leftovers()),
            _ => {}
        }
        if self.weights.rumor != 0.0 {
            let sum: f64 = me.seen.rumors().map(|rumor| self.rumor(rumor, meal)).sum();
            stars += self.weights.rumor * sum;
        }
        if self.weights.unknown != 0.0 {
            stars += self.weights.unknown * self.unknown(meal);
        }
        stars
    }

    /// Stars for serving everything (CK-151).
    fn all_courses(&self) -> u8 {
        match self.me.critic.effect {
            CriticEffect::AllStars => self.me.critic.amount,
            _ => self.me.rules.variant.all_courses_stars,
        }
    }

    /// Stars of a rumor; a comparison with rivals is taken to be won half the time.
    fn rumor(&self, rumor: &Rumor, meal: &Summary) -> f64 {
        match contest(rumor, meal) {
            None => f64::from(alone(self.me.rules, rumor, meal)),
            Some(None) => 0.0,
            Some(Some(key)) => f64::from(rumor.stars) * chance(f64::from(key)),
        }
    }

    /// Mean stars of the rumors that are not seen, for each slot that hides one.
    fn unknown(&self, meal: &Summary) -> f64 {
        let seen = self.me.seen;
        let hidden = SLOTS - seen.seen_slots().count_ones() as usize;
        if hidden == 0 {
            return 0.0;
        }
        let rows: [u8; SLOTS] = std::array::from_fn(|slot| seen.rumor_row(slot).unwrap_or(NONE));
        let rumors = &self.me.rules.cards.rumors.cards;
        let unseen = rumors.iter().enumerate().filter(|(row, _)| !rows.contains(&(*row as u8)));
        let (mut sum, mut count) = (0.0, 0);
        for (_, rumor) in unseen {
            sum += self.rumor(rumor, meal);
            count += 1;
        }
        hidden as f64 * sum / f64::from(count.max(1))
    }

    /// The best plate and its expected stars, proven if [`PLATES`] suffice for it.
    pub fn solve(&self) -> (Menu, f64) {
        let (menu, stars, _) = exact::solve(self, self.climb(), PLATES);
        (menu, stars)
    }

    /// A plate that no change of a single course betters, and its expected stars.
    pub fn climb(&self) -> (Menu, f64) {
        let mut best = self.start();
        let mut stars = self.stars(&best);
        // Each pass that finds something better starts over; the cap only guards against
        // rounding that would go in circles.
        for _ in 0..3 {
            let mut improved = false;
            for course in 0..TYPES {
                let from = best;
                self.changes(&from, course, |candidate| {
                    let other = self.stars(candidate);
                    if other > stars + 1e-9 {
                        (best, stars) = (*candidate, other);
                        improved = true;
                    }
                });
            }
            if !improved {
                break;
            }
        }
        (best, stars)
    }

    /// The plate of highest quality, course by course.
    fn start(&self) -> Menu {
        let me = self.me;
        let mut menu = Menu::EMPTY;
        let mut left = me.kitchen.stock;
        let mut several: Option<(usize, u16)> = None;
        for course in 0..TYPES {
            let held = left.kinds() & course_kinds(course);
            let Some(token) = descending(held).max_by_key(|&token| self.worth(token)) else {
                continue;
            };
            let spice = Token::spice(course);
            let with = if left.has(spice) { With::Spice } else { With::Nothing };
            self.take(&mut menu, &mut left, Dish { course: course as u8, token, with });
            let more: u16 = descending(left.kinds() & course_kinds(course))
                .map(|token| self.worth(token) * u16::from(left.count(token)))
                .sum();
            if me.room(course) > 1 && several.is_none_or(|(_, other)| more > other) {
                several = Some((course, more));
            }
        }
        if let Some((course, _)) = several {
            for _ in 1..me.room(course) {
                let held = left.kinds() & course_kinds(course);
                let Some(token) = descending(held).next() else { break };
                let with = if left.has(Token::spice(course)) { With::Spice } else { With::Nothing };
                self.take(&mut menu, &mut left, Dish { course: course as u8, token, with });
            }
        }
        if me.critic.effect == CriticEffect::Paired
            && let Some(pair) = me.critic.course
        {
            for course in (0..TYPES).filter(|&course| course != pair) {
                let is_served = menu.as_slice().iter().any(|dish| usize::from(dish.course) == course);
                let wine = descending(left.kinds() & course_kinds(pair)).next();
                if let (true, Some(token), true) = (is_served, wine, me.critic.amount > 0) {
                    self.take(
                        &mut menu,
                        &mut left,
                        Dish { course: course as u8, token, with: With::Nothing },
                    );
                }
            }
        }
        self.add_allspice(&mut menu, &mut left);
        menu
    }

    fn worth(&self, token: Token) -> u16 {
        self.me.dish(token, With::Nothing)
    }

    fn take(&self, menu: &mut Menu, left: &mut Tokens, dish: Dish) {
        left.remove(dish.token, 1);
        if let Some(spice) = dish.with.token(dish.token) {
            left.remove(spice, 1);
        }
        menu.push(dish);
    }

    /// Allspice, and rumor tokens that serve as allspice, where they add most.
    fn add_allspice(&self, menu: &mut Menu, left: &mut Tokens) {
        let me = self.me;
        let mut rumors = match me.critic.effect {
            CriticEffect::RumorSpice => me.kitchen.rumor_tokens(),
            _ => 0,
        };
        loop {
            let with = if left.has(Token::ALLSPICE) {
                With::Allspice
            } else if rumors > 0 {
                With::Rumor
            } else {
                return;
            };
            let gain = |dish: &Dish| {
                let is_own = dish.token.course() == Some(dish.course.into());
                if dish.with == With::Nothing && is_own {
                    me.dish(dish.token, with) - me.dish(dish.token, With::Nothing)
                } else {
                    0
                }
            };
            let best = (0..menu.len).max_by_key(|&at| gain(&menu.dishes[at]));
            let Some(at) = best.filter(|&at| gain(&menu.dishes[at]) > 0) else { return };
            menu.dishes[at].with = with;
            match with {
                With::Allspice => left.remove(Token::ALLSPICE, 1),
                _ => rumors -= 1,
            }
        }
    }

    /// Calls for other ways to serve one course: nothing, without its spice, another ingredient.
    fn changes(&self, menu: &Menu, course: usize, mut call: impl FnMut(&Menu)) {
        let served = menu.as_slice().iter().find(|dish| usize::from(dish.course) == course).copied();
        let bare = menu.without(course);
        if let Some(dish) = served {
            call(&bare);
            if dish.with != With::Nothing {
                let mut plain = *menu;
                for other in &mut plain.dishes[..plain.len] {
                    if usize::from(other.course) == course {
                        other.with = With::Nothing;
                    }
                }
                call(&plain);
            }
        }
        let with = served.map_or(With::Nothing, |dish| dish.with);
        let stock = &self.me.kitchen.stock;
        for token in descending(stock.kinds() & course_kinds(course)) {
            if served.is_none_or(|dish| dish.token != token) {
                let mut other = bare;
                other.push(Dish { course: course as u8, token, with });
                call(&other);
            }
        }
    }
}
