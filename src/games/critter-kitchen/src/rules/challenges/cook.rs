//! A challenge meal in progress: its next actions, and whether it can still be completed.

use crate::rules::{
    CritterKitchen,
    action::{Action, With},
    cards::effects::RestaurateurEffect,
    challenges::courses,
    critics::Spices,
    state::{Aside, Kitchen, Meal},
    token::{Tokens, course_kinds, kinds},
};
use sim_engine::luck::mix;

/// Returns the contribution of a micro-action to a meal's fingerprint. Fingerprints are sums, so the order of
/// servings does not matter.
fn fingerprint(action: Action) -> u64 {
    let (token, with) = match action {
        Action::Serve { token, with } => {
            let with = match with {
                With::Nothing => 0,
                With::Spice => 1,
                With::Allspice => 2,
                With::Rumor => 3,
                With::Under(value) => 8 + u64::from(value),
                With::Other(course) => 16 + u64::from(course),
            };
            (u64::from(token.0), with)
        }
        Action::Bisques { count } => (64, count.into()),
        Action::Soups { count } => (65, count.into()),
        _ => (66, 0),
    };
    mix((token + 1) << 8 | with)
}

#[derive(Clone, Copy)]
pub(super) struct Cook<'a> {
    rules: &'a CritterKitchen,
    kitchen: &'a Kitchen,
    needs: u8,
    pub(super) meal: Meal,
    pub(super) aside: Aside,
    left: Tokens,
}

impl<'a> Cook<'a> {
    pub(super) fn new(rules: &'a CritterKitchen, kitchen: &'a Kitchen, needs: u8, meal: Meal) -> Cook<'a> {
        Cook { rules, kitchen, needs, meal, aside: kitchen.aside, left: kitchen.unspent() }
    }

    fn soups(&self) -> u8 {
        self.kitchen.soup - self.aside.soup
    }

    fn bisques(&self) -> u8 {
        self.kitchen.bisque - self.aside.bisque
    }

    fn least(&self) -> u16 {
        self.rules.variant.brackets[0].0
    }

    fn missing(&self) -> u32 {
        (self.needs & !self.meal.served).count_ones()
    }

    pub(super) fn with(&self, action: Action) -> Cook<'a> {
        let mut after = *self;
        let meal = &mut after.meal;
        meal.menu = meal.menu.wrapping_add(fingerprint(action));
        match action {
            Action::Serve { token, with } => {
                meal.served |= token.course().map_or(0, |course| 1 << course);
                let value = self.rules.challenge_value(self.kitchen, token);
                meal.quality += if with == With::Nothing { value } else { 2 * value };
                for spent in [Some(token), with.token(token)].into_iter().flatten() {
                    after.aside.tokens.add(spent, 1);
                    after.left.remove(spent, 1);
                }
                after.aside.used_free_spice |= matches!(with, With::Other(_));
                if with != With::Nothing {
                    after.aside.dressed = token.course().map(|course| (course as u8, with));
                }
            }
            Action::Bisques { count } => {
                meal.bisques = count;
                meal.quality += u16::from(count * self.rules.variant.bisque_value);
                after.aside.bisque += count;
            }
            Action::Soups { count } => {
                meal.soups = count;
                meal.quality += u16::from(count);
                after.aside.soup += count;
            }
            _ => {}
        }
        after.aside.last = Some(action);
        after
    }

    pub(super) fn servings(&self, mut offer: impl FnMut(Action)) {
        if matches!(self.aside.last, Some(Action::Bisques { .. })) {
            return;
        }
        let allowed = courses(self.needs).fold(0, |mask, course| mask | course_kinds(course));
        let spices = Spices {
            left: &self.left,
            rumor: false,
            under: self.rules.has(self.kitchen, RestaurateurEffect::Under),
            free: !self.aside.used_free_spice && self.rules.has(self.kitchen, RestaurateurEffect::FreeSpice),
        };
        for token in kinds(self.left.kinds() & allowed) {
            let own = token.course().unwrap_or(0);
            spices.each(token, |with| {
                let action = Action::Serve { token, with };
                // Every addition doubles its ingredient, so which goes with which does not matter: additions
                // within a type come in ascending order.
                let in_order = match self.aside.dressed {
                    Some((course, before)) if usize::from(course) == own => {
                        with == With::Nothing || before <= with
                    }
                    _ => true,
                };
                if in_order && self.aside.last.is_none_or(|last| last <= action) {
                    offer(action);
                }
            });
        }
    }

    /// Adds the soup actions that may follow: bisques first, then soups, which complete the meal.
    pub(super) fn finishes(&self, actions: &mut Vec<Action>) {
        let meal = self.meal;
        match self.aside.last {
            Some(Action::Bisques { count }) => {
                let owed = (self.missing() as u8).saturating_sub(count);
                let short = self.least().saturating_sub(meal.quality);
                let from = u16::from(owed).max(short);
                actions.extend(
                    (0..=self.soups()).filter(|&n| u16::from(n) >= from).map(|count| Action::Soups { count }),
                );
            }
            last => {
                if last.is_none() && !self.rules.variant.challenge_soup_only {
                    return;
                }
                for count in 0..=self.bisques() {
                    let worth = u16::from(count * self.rules.variant.bisque_value) + u16::from(self.soups());
                    let covers = u32::from(count) + u32::from(self.soups()) >= self.missing();
                    if covers && meal.quality + worth >= self.least() {
                        actions.push(Action::Bisques { count });
                    }
                }
            }
        }
    }

    pub(super) fn can_start(&self) -> bool {
        let mut found = false;
        if self.rules.variant.challenge_soup_only {
            let mut ends = Vec::new();
            self.finishes(&mut ends);
            found = !ends.is_empty();
        }
        if !found {
            self.servings(|action| found = found || self.with(action).can_finish());
        }
        found
    }

    pub(super) fn can_finish(&self) -> bool {
        let Some(Action::Serve { token: last, .. }) = self.aside.last else { return true };
        let higher = self.left.kinds() & !((2 << last.0) - 1);
        let unmet = self.needs & !self.meal.served;
        let hopeless = courses(unmet).filter(|&course| higher & course_kinds(course) == 0).count();
        if hopeless > usize::from(self.soups()) + usize::from(self.bisques()) {
            return false;
        }
        let quality = self.meal.quality;
        let soup =
            u16::from(self.soups()) + u16::from(self.bisques()) * u16::from(self.rules.variant.bisque_value);
        if quality + soup >= self.least() && unmet.count_ones() as usize == hopeless {
            return true;
        }
        let allowed = courses(self.needs).fold(0, |mask, course| mask | course_kinds(course));
        let value = |mask: u64| -> u16 {
            kinds(self.left.kinds() & allowed & mask)
                .map(|token| {
                    self.rules.challenge_value(self.kitchen, token) * u16::from(self.left.count(token))
                })
                .sum()
        };
        if quality + soup + value(higher) >= self.least() {
            return true;
        }
        // Short of the lowest bracket only spices can help; they at most double each value.
        if quality + soup + 2 * value(u64::MAX) < self.least() {
            return false;
        }
        let mut found = false;
        self.servings(|action| found = found || self.with(action).can_finish());
        found
    }
}
