//! The critic meal: the expected stars of a plate, and the plate with the most.
//!
//! Stars come from the score track and from serving all courses. Those for rumors, and for the best of each
//! course against what rivals could serve, have the script's weights. [`exact`] proves the best plate;
//! [`climb`] finds a good one without proof.
//!
//! Benefit of the proof: among default scripts that climb, a script that proves its plates wins 2.0 percentage
//! points more often at tables of four, and 3.2 at tables of two (95 % intervals of 0.3 points; 16,000 games
//! each on the same deals). Among experts, one that climbs loses 1.9 and 3.1 points. The proof takes about a
//! sixth of a game's time.
//!
//! Local search does not replace it. Exchanging all dishes of one course at a time until nothing improves takes
//! 0.4 of the time and loses 1.5 and 3.1 points (8,000 games of the expert; 95 % intervals of 0.3 and 0.5
//! points). Exchanging two courses at a time takes four times as long as the proof and still misses the best
//! plate in one decision of ten.

mod climb;
mod exact;
#[cfg(test)]
mod tests;

use super::standing::Standing;
use crate::rules::{
    With,
    cards::{Rumor, effects::CriticEffect},
    critics::summary::{Summary, alone, contest},
    state::{DISHES, Dish},
    token::{SLOTS, TYPES, Token, Tokens},
    variant::NONE,
};
use exact::Found;
pub use exact::Scratch;
use sim_script::evaluator::rivals;

#[derive(Debug, Clone, Copy)]
pub struct Weights {
    pub rumor: f64,
    pub unknown: f64,
    pub best: f64,
}

/// Dishes of a plate, unordered until it is served.
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

    /// Returns the rest of a storage after the menu, or `None` if the storage lacks a token.
    fn remaining_stock(&self, stock: &Tokens) -> Option<Tokens> {
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

/// Limit on complete and partial plates searched for one critic meal. With four players of the default pool a
/// proof takes 70 on average (median 9), and more than the limit in one meal of ten thousand. Critics who allow
/// paired wine or a foreign ingredient take most.
const PLATES: u32 = 20_000;

/// Stars for each point of quality besides the track: it breaks ties within a row, and unseen rumors may double
/// some of it.
const PRICE: f64 = 0.02;

/// Stars that a leftover ingredient costs when the critic pays the players with the fewest.
const LEFTOVER: f64 = 0.1;

/// Heuristic probability of winning a comparison with rivals by its key: 0.5 at key 0, and more with a higher
/// key.
fn chance(key: f64) -> f64 {
    (0.5 + 0.02 * key).clamp(0.05, 0.95)
}

pub struct Kitchen<'a> {
    me: &'a Standing<'a>,
    weights: Weights,
    /// Highest quality that rivals could serve in each course.
    rivals: [u16; TYPES],
    /// Rows of the seen rumors, by slot.
    shown: [u8; SLOTS],
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
        let shown = std::array::from_fn(|slot| me.seen.rumor_row(slot).unwrap_or(NONE));
        Kitchen { me, weights, rivals: best, shown }
    }

    fn stars(&self, menu: &Menu) -> f64 {
        let me = self.me;
        let rules = me.rules;
        let Some(left) = menu.remaining_stock(&me.kitchen.stock) else { return f64::NEG_INFINITY };
        self.worth_of(&Summary::new(rules, me.critic, me.kitchen, menu.as_slice(), &left))
    }

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
            CriticEffect::FewestLeft => stars -= LEFTOVER * f64::from(meal.leftovers()),
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

    /// Quality of a dish with what fanatics and critics add to its course.
    fn adds(&self, dish: Dish) -> u16 {
        let me = self.me;
        let course = usize::from(dish.course);
        let quality = me.rules.dish_quality(me.critic, me.kitchen, dish);
        let worth = me.worth(dish.token);
        let is_doubled = me.fanatics >> course & 1 == 1;
        let more = if is_doubled { me.rules.fanatic_gain(me.critic, course, quality, worth) } else { 0 };
        quality + more + if dish.with.is_spice() { 0 } else { me.unspiced(course) }
    }

    /// Stars for serving all courses (CK-151).
    fn all_courses(&self) -> u8 {
        match self.me.critic.effect {
            CriticEffect::AllStars => self.me.critic.amount,
            _ => self.me.rules.variant.all_courses_stars,
        }
    }

    /// Returns the expected stars of a rumor; [`chance`] estimates comparisons with rivals.
    fn rumor(&self, rumor: &Rumor, meal: &Summary) -> f64 {
        match contest(rumor, meal) {
            None => f64::from(alone(self.me.rules, rumor, meal)),
            Some(None) => 0.0,
            Some(Some(key)) => f64::from(rumor.stars) * chance(f64::from(key)),
        }
    }

    fn hidden(&self) -> usize {
        SLOTS - self.me.seen.seen_slots().count_ones() as usize
    }

    fn unseen(&self) -> impl Iterator<Item = &Rumor> {
        let rumors = self.me.rules.cards.rumors.cards.iter().enumerate();
        rumors.filter(|(row, _)| !self.shown.contains(&(*row as u8))).map(|(_, rumor)| rumor)
    }

    fn unknown(&self, meal: &Summary) -> f64 {
        let hidden = self.hidden();
        if hidden == 0 {
            return 0.0;
        }
        let (mut sum, mut count) = (0.0, 0);
        for rumor in self.unseen() {
            sum += self.rumor(rumor, meal);
            count += 1;
        }
        hidden as f64 * sum / f64::from(count.max(1))
    }

    /// Returns the best plate and its expected stars: proven if [`PLATES`] suffices, otherwise no worse than
    /// [`Kitchen::climb`].
    pub fn solve(&self, scratch: &mut Scratch) -> (Menu, f64) {
        let start = self.start();
        let Found { menu, stars, is_proven } =
            exact::solve(self, scratch, (start, self.stars(&start)), PLATES);
        let climbed = if is_proven { None } else { Some(self.climb()).filter(|climbed| climbed.1 > stars) };
        climbed.unwrap_or((menu, stars))
    }
}
