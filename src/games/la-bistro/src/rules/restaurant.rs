//! One restaurant: its staff and renovations, and the resulting ratings (LB-7, LB-88..97).

use super::{
    LaBistro,
    components::{Bonus, MAX_KINDS, NONE, Needs},
    variant::ConditionalNovelty,
};
use sim_engine::bits;

/// Bound on the Novelty bonus, so that adding losses and the start cannot overflow.
const MOST_NOVELTY: i16 = 10_000;

/// Changes of a restaurant's quality, service, Ambiance, effective Novelty, and sections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gain {
    pub ratings: [i32; 4],
    pub capacity: i32,
}

impl Gain {
    pub const NOTHING: Gain = Gain { ratings: [0; 4], capacity: 0 };

    #[inline]
    pub fn points(&self) -> i32 {
        self.ratings.iter().sum()
    }
}

/// One restaurant; it stands if it has a building.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restaurant {
    /// Row of the building, or [`NONE`].
    pub building: u8,
    /// Cuisine, or [`NONE`].
    pub cuisine: u8,
    /// 0 while there is none.
    pub price: u8,
    pub staff: [u8; MAX_KINDS],
    /// Mask of the employees of which there is at least one.
    pub staffed: u32,
    pub renovations: u32,
    /// Quality, service and Ambiance, with every bonus whose condition is met.
    pub quality: u16,
    pub service: u16,
    pub ambiance: u16,
    pub capacity: u8,
    pub novelty_bonus: i16,
    /// Novelty lost to diners. A bonus that goes cancels the part that the sheet no longer holds (LB-A25).
    pub novelty_lost: i16,
    pub fame: u16,
    pub ads: u16,
    /// Sections filled in the last Payouts round.
    pub dice: u8,
    /// Masks of the staff and renovations in place whose Novelty has counted at some time.
    pub gained_staff: u32,
    pub gained_renovations: u32,
    /// Turn in which it was opened.
    pub opened: u8,
}

impl Default for Restaurant {
    fn default() -> Restaurant {
        Restaurant::VACANT
    }
}

impl Restaurant {
    pub const VACANT: Restaurant = Restaurant {
        building: NONE,
        cuisine: NONE,
        price: 0,
        staff: [0; MAX_KINDS],
        staffed: 0,
        renovations: 0,
        quality: 0,
        service: 0,
        ambiance: 0,
        capacity: 0,
        novelty_bonus: 0,
        novelty_lost: 0,
        fame: 0,
        ads: 0,
        dice: 0,
        gained_staff: 0,
        gained_renovations: 0,
        opened: 0,
    };

    #[inline]
    pub fn stands(&self) -> bool {
        self.building != NONE
    }

    /// Whether it can receive diners (LB-60, LB-110).
    #[inline]
    pub fn is_eligible(&self) -> bool {
        self.stands() && self.cuisine != NONE && self.price != 0
    }

    #[inline]
    pub fn hire(&mut self, employee: usize) {
        self.staff[employee] = self.staff[employee].saturating_add(1);
        self.staffed |= 1 << employee;
    }

    #[inline]
    pub fn dismiss(&mut self, employee: usize) {
        self.staff[employee] -= 1;
        if self.staff[employee] == 0 {
            self.staffed &= !(1 << employee);
            self.gained_staff &= !(1 << employee);
        }
    }

    #[inline]
    fn meets(&self, needs: &Needs, is_large: bool) -> bool {
        needs.is_free
            || (needs.large && is_large)
            || (self.cuisine != NONE && needs.cuisines >> self.cuisine & 1 == 1)
            || needs.employees & self.staffed != 0
            || needs.renovations & self.renovations != 0
    }

    /// Recomputes the ratings after a change of staff, renovations or cuisine (LB-88, LB-95).
    pub fn add_up(&mut self, rules: &LaBistro) {
        let supplies = &rules.supplies;
        let building = &supplies.buildings[usize::from(self.building)];
        let kept = rules.variant.conditional_novelty == ConditionalNovelty::Kept;
        let mut sums = [0i32, 0, i32::from(building.ambiance), 0];
        let mut capacity = building.capacity;
        for at in bits(self.staffed) {
            let employee = &supplies.employees[at];
            let count = i32::from(self.staff[at]);
            let met = self.meets(&employee.needs, building.is_large);
            self.gained_staff |= u32::from(met) << at;
            for (rating, sum) in sums.iter_mut().enumerate() {
                let counts = met || (rating == 3 && kept && self.gained_staff >> at & 1 == 1);
                *sum += if counts { count * i32::from(employee.bonus[rating]) } else { 0 };
            }
        }
        for at in bits(self.renovations) {
            let renovation = &supplies.renovations[at];
            let met = self.meets(&renovation.needs, building.is_large);
            self.gained_renovations |= u32::from(met) << at;
            for (rating, sum) in sums.iter_mut().enumerate() {
                let counts = met || (rating == 3 && kept && self.gained_renovations >> at & 1 == 1);
                *sum += if counts { i32::from(renovation.bonus[rating]) } else { 0 };
            }
            capacity = capacity.saturating_add(if met { renovation.capacity } else { 0 });
        }
        let [quality, service, ambiance] =
            [sums[0], sums[1], sums[2]].map(|sum| sum.clamp(0, u16::MAX.into()) as u16);
        (self.quality, self.service, self.ambiance) = (quality, service, ambiance);
        self.novelty_bonus = sums[3].clamp(-i32::from(MOST_NOVELTY), MOST_NOVELTY.into()) as i16;
        if rules.variant.conditional_novelty != ConditionalNovelty::Apart {
            // The sheet holds no negative Novelty: a lost bonus takes it down to 0 at most, and later bonuses
            // count in full (LB-90).
            self.novelty_lost = self.novelty_lost.min(rules.variant.novelty_start + self.novelty_bonus);
        }
        self.capacity = capacity;
    }

    pub fn take_on(&mut self, rules: &LaBistro, at: usize) {
        self.hire(at);
        self.add_up(rules);
    }

    pub fn install(&mut self, rules: &LaBistro, at: usize) {
        self.renovations |= 1 << at;
        self.add_up(rules);
    }

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

    /// Returns the mask of what keeps its Novelty without its condition (LB-A25), out of what once `gained` it.
    #[inline]
    fn kept(&self, rules: &LaBistro, gained: u32) -> u32 {
        if rules.variant.conditional_novelty == ConditionalNovelty::Kept { gained } else { 0 }
    }

    /// Returns a bonus if its condition is met. Returns `None` if the ratings have to be recomputed: if the
    /// bonus `hangs` on another one or on its own past, or if sums may be cut off.
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
            return Some(Gain::NOTHING);
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

    /// Returns the effective Novelty (LB-127, LB-A25).
    #[inline]
    pub fn novelty(&self, start: i16) -> u16 {
        (start + self.novelty_bonus - self.novelty_lost).max(0) as u16
    }
}
