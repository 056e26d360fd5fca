//! What one more employee or renovation adds to a restaurant.

use super::{
    LaBistro,
    components::{Bonus, Needs},
    state::Restaurant,
    variant::ConditionalNovelty,
};

/// Changes of a restaurant's quality, service, Ambiance, Novelty as it counts, and sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gain {
    pub ratings: [i32; 4],
    pub capacity: i32,
}

impl Restaurant {
    /// What one more employee would add.
    #[inline]
    pub fn gain_of_employee(&self, rules: &LaBistro, at: usize) -> Gain {
        let employee = &rules.supplies.employees[at];
        let hangs = rules.supplies.prerequisites.0 & !self.staffed | self.kept(rules, self.gained_staff);
        let hangs = hangs >> at & 1 == 1;
        self.gain(rules, &employee.needs, (&employee.bonus, 0), hangs).unwrap_or_else(|| {
            let mut after = *self;
            after.take_on(rules, at);
            self.gain_to(rules, &after)
        })
    }

    /// What one more renovation would add.
    #[inline]
    pub fn gain_of_renovation(&self, rules: &LaBistro, at: usize) -> Gain {
        let renovation = &rules.supplies.renovations[at];
        let hangs = rules.supplies.prerequisites.1 | self.kept(rules, self.gained_renovations);
        let hangs = hangs >> at & 1 == 1;
        let bonus = (&renovation.bonus, renovation.capacity);
        self.gain(rules, &renovation.needs, bonus, hangs).unwrap_or_else(|| {
            let mut after = *self;
            after.install(rules, at);
            self.gain_to(rules, &after)
        })
    }

    /// What keeps its Novelty without its condition (LB-A25), of what has once gained it.
    #[inline]
    fn kept(&self, rules: &LaBistro, gained: u32) -> u32 {
        if rules.variant.conditional_novelty == ConditionalNovelty::Kept { gained } else { 0 }
    }

    /// A bonus as far as its condition is met; nothing where all has to be added up: where it
    /// `hangs` together with another one, or with its own past, and where sums may be cut off.
    #[inline]
    fn gain(
        &self,
        rules: &LaBistro,
        needs: &Needs,
        (bonus, capacity): (&Bonus, u8),
        hangs: bool,
    ) -> Option<Gain> {
        if hangs || !rules.supplies.only_adds {
            return None;
        }
        let is_large = rules.supplies.buildings[usize::from(self.building)].is_large;
        if !self.meets(needs, is_large) {
            return Some(Gain::default());
        }
        let start = rules.variant.novelty_start;
        let has = [self.quality, self.service, self.ambiance, self.novelty(start)];
        let more = Restaurant { novelty_bonus: self.novelty_bonus + bonus[3], ..*self };
        let mut ratings = [0; 4];
        for rating in 0..3 {
            ratings[rating] =
                i32::from(has[rating].saturating_add(bonus[rating].unsigned_abs())) - i32::from(has[rating]);
        }
        ratings[3] = i32::from(more.novelty(start)) - i32::from(has[3]);
        let capacity = self.capacity.saturating_add(capacity) - self.capacity;
        Some(Gain { ratings, capacity: capacity.into() })
    }

    fn gain_to(&self, rules: &LaBistro, after: &Restaurant) -> Gain {
        let start = rules.variant.novelty_start;
        let ratings = |house: &Restaurant| {
            [house.quality, house.service, house.ambiance, house.novelty(start)].map(i32::from)
        };
        let (is, was) = (ratings(after), ratings(self));
        Gain {
            ratings: std::array::from_fn(|rating| is[rating] - was[rating]),
            capacity: i32::from(after.capacity) - i32::from(self.capacity),
        }
    }
}
