//! The solver of the challenge meals of a day.
//!
//! The worth of a set of meals is the worth of its stars less the keep of all it spends. The solver
//! is greedy: for every order of the challenges it cooks one meal after the other, each time the
//! best that it finds for any bracket, and takes the best order. A test measures what this loses
//! against trying everything.

use super::items::Piece;
use crate::rules::critter_kitchen::{
    courses,
    token::{TYPES, Token},
    variant::DAY,
};

/// The most pieces a problem holds.
pub const MAX: usize = super::items::PIECES;

/// A storage, what keeping each piece is worth, and the challenges of the day.
#[derive(Debug, Clone)]
pub struct Problem {
    pub pieces: [Piece; MAX],
    pub keep: [f64; MAX],
    pub count: usize,
    /// Open requirements of each challenge, as masks of types.
    pub needs: [u8; DAY],
    /// Lowest quality of each bracket, ascending, and the worth of reaching it.
    pub brackets: [(u16, f64); 3],
    /// Worth of a meal without soup.
    pub no_soup: f64,
    pub bisque_value: u16,
    /// What is added to an ingredient of this printed value.
    pub low_bonus: Option<(u8, u8)>,
}

/// An ingredient of a meal with its spice, as positions of pieces.
pub type Serving = (u8, Option<u8>);

/// A meal as positions of pieces.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Meal {
    pub servings: [Serving; 24],
    pub len: usize,
    pub soups: u8,
    pub bisques: u8,
    pub quality: u16,
    pub worth: f64,
    /// Pieces spent, as a mask.
    spent: u128,
}

impl Meal {
    const NONE: Meal =
        Meal { servings: [(0, None); 24], len: 0, soups: 0, bisques: 0, quality: 0, worth: 0.0, spent: 0 };

    pub fn is_presented(&self) -> bool {
        self.len > 0
    }
}

impl Problem {
    fn value(&self, token: Token) -> u16 {
        let bonus = self.low_bonus.filter(|&(value, _)| value == token.value()).map_or(0, |(_, more)| more);
        u16::from(token.value() + bonus)
    }

    /// The best meals found, one for each challenge.
    pub fn solve(&self) -> ([Meal; DAY], f64) {
        const ORDERS: [[usize; DAY]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let mut best = ([Meal::NONE; DAY], 0.0);
        for order in ORDERS {
            let mut meals = [Meal::NONE; DAY];
            let mut spent = 0u128;
            let mut worth = 0.0;
            for challenge in order {
                let meal = self.cook(self.needs[challenge], spent);
                if meal.is_presented() && meal.worth > 0.0 {
                    spent |= meal.spent;
                    worth += meal.worth;
                    meals[challenge] = meal;
                }
            }
            if worth > best.1 {
                best = (meals, worth);
            }
        }
        best
    }

    /// The best meal for one challenge from the pieces that are left.
    fn cook(&self, needs: u8, spent: u128) -> Meal {
        let mut best = Meal::NONE;
        for at in 0..self.brackets.len() {
            let (target, stars) = self.brackets[at];
            for with_soup in [true, false] {
                let mut meal = Meal { spent, ..Meal::NONE };
                if !self.reach(needs, target, with_soup, &mut meal) {
                    continue;
                }
                let bonus = if meal.soups + meal.bisques == 0 { self.no_soup } else { 0.0 };
                // A meal may land in a higher bracket than it aimed at.
                let reached = self.brackets.iter().filter(|(from, _)| meal.quality >= *from);
                meal.worth += reached.map(|&(_, worth)| worth).fold(stars, f64::max) + bonus;
                meal.spent &= !spent;
                if meal.worth > best.worth {
                    best = meal;
                }
            }
        }
        best
    }

    /// Covers the requirements cheaply and adds pieces by price until the quality is reached.
    fn reach(&self, needs: u8, target: u16, with_soup: bool, meal: &mut Meal) -> bool {
        let mut covered = 0u8;
        // First every requirement by the piece that costs least for its quality.
        for course in courses(needs) {
            let candidate = (0..self.count)
                .filter(|&at| meal.spent >> at & 1 == 0 && self.ingredient_of(at) == Some(course))
                .min_by(|&a, &b| self.cost_of_cover(a).total_cmp(&self.cost_of_cover(b)));
            let soup = if with_soup { self.cheapest_soup(meal) } else { None };
            match (candidate, soup) {
                (Some(at), Some(soup)) if self.keep[soup] + 0.01 < self.cost_of_cover(at) && covered != 0 => {
                    self.add_soup(meal, soup);
                }
                (Some(at), _) => {
                    self.add(meal, at);
                    covered |= 1 << course;
                }
                (None, Some(soup)) => self.add_soup(meal, soup),
                (None, None) => return false,
            }
        }
        if meal.len == 0 {
            return false;
        }
        // Then whatever raises the quality at the lowest price, never more than is missing.
        while meal.quality < target {
            let missing = target - meal.quality;
            let mut best: Option<(f64, Step)> = None;
            self.steps(needs, with_soup, meal, |step, gain, cost| {
                let price = cost.max(0.001) / f64::from(gain.min(missing));
                if best.is_none_or(|(other, _)| price < other) {
                    best = Some((price, step));
                }
            });
            match best {
                Some((_, Step::Ingredient(at))) if meal.len < meal.servings.len() => self.add(meal, at),
                Some((_, Step::Spice { serving, spice })) => self.spice(meal, serving, spice),
                Some((_, Step::Soup(at))) => self.add_soup(meal, at),
                _ => return false,
            }
        }
        self.trim(needs, target, meal);
        true
    }

    /// Takes out again what turned out to be needless.
    fn trim(&self, needs: u8, target: u16, meal: &mut Meal) {
        let soups = usize::from(meal.soups) + usize::from(meal.bisques);
        for at in (0..meal.len).rev() {
            let (piece, spice) = meal.servings[at];
            let Piece::Token(token) = self.pieces[usize::from(piece)] else { continue };
            let value = self.value(token) * if spice.is_some() { 2 } else { 1 };
            let course = token.course();
            let of_course = |at: usize| match self.pieces[usize::from(meal.servings[at].0)] {
                Piece::Token(other) => other.course() == course,
                _ => false,
            };
            let is_only = (0..meal.len).filter(|&at| of_course(at)).count() == 1;
            let served = (0..meal.len).fold(0u8, |mask, at| {
                let course = self.ingredient_of(meal.servings[at].0.into());
                mask | course.map_or(0, |course| 1 << course)
            });
            let missing = (needs & !served).count_ones() as usize;
            let still_covered = !is_only || soups > missing;
            let cost =
                self.keep[usize::from(piece)] + spice.map_or(0.0, |spice| self.keep[usize::from(spice)]);
            if meal.quality - value >= target && meal.len > 1 && still_covered && cost > 0.0 {
                meal.quality -= value;
                meal.worth += cost;
                meal.spent &= !(1 << piece);
                if let Some(spice) = spice {
                    meal.spent &= !(1 << spice);
                }
                meal.servings.copy_within(at + 1..meal.len, at);
                meal.len -= 1;
            }
        }
    }

    fn ingredient_of(&self, at: usize) -> Option<usize> {
        match self.pieces[at] {
            Piece::Token(token) if token.is_ingredient() => token.course(),
            _ => None,
        }
    }

    /// Keep of an ingredient, less a little for the quality it brings.
    fn cost_of_cover(&self, at: usize) -> f64 {
        let Piece::Token(token) = self.pieces[at] else { return f64::INFINITY };
        self.keep[at] - 0.05 * f64::from(self.value(token))
    }

    fn cheapest_soup(&self, meal: &Meal) -> Option<usize> {
        (0..self.count)
            .filter(|&at| meal.spent >> at & 1 == 0 && matches!(self.pieces[at], Piece::Soup | Piece::Bisque))
            .min_by(|&a, &b| self.keep[a].total_cmp(&self.keep[b]))
    }

    /// Everything that can be added, with its gain and cost.
    fn steps(&self, needs: u8, with_soup: bool, meal: &Meal, mut offer: impl FnMut(Step, u16, f64)) {
        for at in (0..self.count).filter(|&at| meal.spent >> at & 1 == 0) {
            match self.pieces[at] {
                Piece::Soup if with_soup => offer(Step::Soup(at), 1, self.keep[at]),
                Piece::Bisque if with_soup => offer(Step::Soup(at), self.bisque_value, self.keep[at]),
                Piece::Soup | Piece::Bisque => {}
                Piece::Token(token) if token.is_ingredient() => {
                    if token.course().is_some_and(|course| needs >> course & 1 == 1) {
                        offer(Step::Ingredient(at), self.value(token), self.keep[at]);
                    }
                }
                Piece::Token(token) => {
                    let fits = |serving: usize| match self.pieces[usize::from(meal.servings[serving].0)] {
                        Piece::Token(served) => {
                            let matches = token.course().is_none() || token.course() == served.course();
                            (meal.servings[serving].1.is_none() && matches).then(|| self.value(served))
                        }
                        _ => None,
                    };
                    let best = (0..meal.len).filter_map(|at| fits(at).map(|value| (value, at))).max();
                    if let Some((value, serving)) = best {
                        offer(Step::Spice { serving, spice: at }, value, self.keep[at]);
                    }
                }
            }
        }
    }

    fn add(&self, meal: &mut Meal, at: usize) {
        if let Piece::Token(token) = self.pieces[at] {
            meal.servings[meal.len] = (at as u8, None);
            meal.len += 1;
            meal.quality += self.value(token);
            self.spend(meal, at);
        }
    }

    fn spice(&self, meal: &mut Meal, serving: usize, spice: usize) {
        meal.servings[serving].1 = Some(spice as u8);
        if let Piece::Token(token) = self.pieces[usize::from(meal.servings[serving].0)] {
            meal.quality += self.value(token);
        }
        self.spend(meal, spice);
    }

    fn add_soup(&self, meal: &mut Meal, at: usize) {
        match self.pieces[at] {
            Piece::Bisque => {
                meal.bisques += 1;
                meal.quality += self.bisque_value;
            }
            _ => {
                meal.soups += 1;
                meal.quality += 1;
            }
        }
        self.spend(meal, at);
    }

    fn spend(&self, meal: &mut Meal, at: usize) {
        meal.spent |= 1 << at;
        meal.worth -= self.keep[at];
    }
}

/// One addition to a meal.
#[derive(Debug, Clone, Copy)]
enum Step {
    Ingredient(usize),
    Spice { serving: usize, spice: usize },
    Soup(usize),
}

const _: () = assert!(MAX <= 128 && TYPES <= 8, "pieces and types are bits of masks");
