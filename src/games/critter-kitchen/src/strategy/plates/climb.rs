//! Hill climbing without proof: starts from a plate of high quality and changes one course at a time while the
//! stars rise.

use super::{Kitchen, Menu};
use crate::{
    rules::{
        With,
        cards::effects::CriticEffect,
        state::Dish,
        token::{TYPES, Token, Tokens, course_kinds},
    },
    strategy::standing::descending,
};

impl Kitchen<'_> {
    /// Returns a plate that no change of a single course improves, and its expected stars.
    pub fn climb(&self) -> (Menu, f64) {
        let mut best = self.start();
        let mut stars = self.stars(&best);
        // Stops after a full cycle of courses without improvement; the cap only guards against endless cycles
        // by rounding.
        let mut quiet = 0;
        for course in (0..TYPES).cycle().take(3 * TYPES) {
            let from = best;
            quiet += 1;
            self.changes(&from, course, |candidate| {
                let other = self.stars(candidate);
                if other > stars + 1e-9 {
                    (best, stars) = (*candidate, other);
                    quiet = 0;
                }
            });
            if quiet == TYPES {
                break;
            }
        }
        (best, stars)
    }

    pub(super) fn start(&self) -> Menu {
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
                    me.dish(dish.token, with).saturating_sub(me.dish(dish.token, With::Nothing))
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

    /// Calls `call` for other ways to serve one course: nothing, without its spice, another ingredient.
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
