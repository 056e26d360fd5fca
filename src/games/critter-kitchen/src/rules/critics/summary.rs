//! The numbers of a critic meal that rumors and critics evaluate.

use crate::rules::{
    CritterKitchen,
    cards::{
        Critic, Rumor,
        effects::{CriticEffect, RumorEffect},
    },
    challenges::courses,
    state::{DISHES, Dish, Kitchen},
    token::{INGREDIENT_KINDS, TYPES, Tokens},
    variant::{MultiCourse, RumorValues},
};

/// One served ingredient; `worth` is the value that rumors count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Portion {
    pub course: u8,
    /// The type that it counts as: its course's, but paired wine is always wine (CK-A40).
    pub kind: u8,
    pub worth: u8,
    pub printed: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Summary {
    /// Quality of each course without fanatics; 0 when nothing is served.
    pub quality: [u16; TYPES],
    pub values: [u16; TYPES],
    /// Courses served, as a mask.
    pub served: u8,
    portions: [Portion; DISHES],
    count: u8,
    pub spices: u8,
    /// Courses with a spice, as a mask.
    spiced: u8,
    pub rumor_tokens: u8,
    pub soup: u16,
    /// Ingredients left over, by type (CK-A64).
    pub left: [u8; TYPES],
}

impl Summary {
    pub fn empty(rules: &CritterKitchen, kitchen: &Kitchen) -> Summary {
        Summary {
            rumor_tokens: kitchen.rumor_tokens(),
            soup: rules.soup_value(kitchen),
            ..Summary::default()
        }
    }

    pub fn new(
        rules: &CritterKitchen,
        critic: &Critic,
        kitchen: &Kitchen,
        dishes: &[Dish],
        left: &Tokens,
    ) -> Summary {
        let mut summary = Summary::empty(rules, kitchen);
        for &dish in dishes {
            summary.add(rules, critic, kitchen, dish);
        }
        summary.finish(critic, left);
        summary
    }

    pub fn add(&mut self, rules: &CritterKitchen, critic: &Critic, kitchen: &Kitchen, dish: Dish) {
        let course = usize::from(dish.course);
        let worth = rules.worth(critic, kitchen, dish.token);
        self.quality[course] += rules.quality_of(critic, dish, worth);
        self.values[course] += worth;
        self.served |= 1 << course;
        if dish.with.is_spice() {
            self.spices += 1;
            self.spiced |= 1 << course;
        }
        let printed = dish.token.value();
        let seen = rules.seen_value(critic, printed, worth);
        let kind = match critic.course {
            Some(pair) if rules.is_paired(critic, dish) => pair as u8,
            _ => dish.course,
        };
        self.portions[usize::from(self.count)] = Portion { course: dish.course, kind, worth: seen, printed };
        self.count += 1;
    }

    /// Completes the summary once all dishes are served: unspiced courses and leftovers.
    pub fn finish(&mut self, critic: &Critic, left: &Tokens) {
        (0..TYPES).for_each(|course| self.close(critic, course));
        self.leave(left);
    }

    /// Completes one course once all its dishes are served: pays for courses without spice.
    pub fn close(&mut self, critic: &Critic, course: usize) {
        if critic.effect == CriticEffect::Unspiced && self.served & !self.spiced & 1 << course != 0 {
            self.quality[course] += u16::from(critic.amount);
        }
    }

    pub fn leave(&mut self, left: &Tokens) {
        for (token, count) in left.iter().filter(|(token, _)| token.bit() & INGREDIENT_KINDS != 0) {
            if let Some(course) = token.course() {
                self.left[course] += count;
            }
        }
    }

    #[inline]
    pub fn portions(&self) -> &[Portion] {
        &self.portions[..usize::from(self.count)]
    }

    #[inline]
    pub fn courses(&self) -> u8 {
        self.served.count_ones() as u8
    }

    #[inline]
    pub fn leftovers(&self) -> u8 {
        self.left.iter().sum()
    }

    /// Returns the total quality; fanatics double the courses in the mask (CK-157).
    pub fn total(&self, rules: &CritterKitchen, critic: &Critic, fanatics: u8) -> u16 {
        (0..TYPES)
            .map(|course| {
                let quality = self.quality[course];
                let gain = rules.fanatic_gain(critic, course, quality, self.values[course]);
                if fanatics >> course & 1 == 1 { quality + gain } else { quality }
            })
            .sum()
    }

    /// Whether values never fall from left to right.
    pub fn rises(&self, rules: &CritterKitchen) -> bool {
        let mut before = 0;
        (0..TYPES).filter_map(|course| self.course_value(rules, course)).all(|value| {
            let holds = value >= before;
            before = value;
            holds
        })
    }

    /// Returns the value that represents a course with several ingredients (CK-A35).
    fn course_value(&self, rules: &CritterKitchen, course: usize) -> Option<u8> {
        let values = self.portions().iter().filter(|portion| usize::from(portion.course) == course);
        let values = values.map(|portion| portion.worth);
        match rules.variant.multi_course {
            MultiCourse::Highest => values.max(),
            MultiCourse::Lowest => values.min(),
        }
    }
}

impl CritterKitchen {
    /// Returns the value that rumors count for an ingredient of this worth.
    #[inline]
    pub fn seen_value(&self, critic: &Critic, printed: u8, worth: u16) -> u8 {
        match self.variant.rumor_values {
            RumorValues::Worth => worth as u8,
            // A critic's replacement value counts for rumors too.
            RumorValues::Printed => critic.replaced(printed).unwrap_or(printed),
        }
    }
}

/// Returns a meal's key in a rumor that compares players, which pays the highest key. The inner `None` means
/// that the meal does not qualify, the outer that the rumor compares nobody.
pub fn contest(rumor: &Rumor, meal: &Summary) -> Option<Option<i32>> {
    let course = rumor.course.unwrap_or(0);
    let least = i32::from(rumor.at_least);
    let at_least = |value: i32| (value >= least.max(1)).then_some(value);
    let enough = meal.courses() >= rumor.at_least;
    Some(match rumor.effect {
        RumorEffect::MostSpices => at_least(meal.spices.into()),
        RumorEffect::MostSoup => at_least(meal.soup.into()),
        RumorEffect::MostLeft => at_least(meal.leftovers().into()),
        RumorEffect::MostQuality => at_least(meal.quality[course].into()),
        RumorEffect::MostOfType => {
            let served = meal.portions().iter().filter(|portion| usize::from(portion.kind) == course);
            at_least(served.count() as i32 + i32::from(meal.left[course]))
        }
        RumorEffect::FewestValues => enough.then(|| -(distinct(meal, |portion| portion.worth) as i32)),
        RumorEffect::FewestSpices => enough.then(|| -i32::from(meal.spices)),
        RumorEffect::LowestSum => {
            enough.then(|| -meal.portions().iter().map(|portion| i32::from(portion.worth)).sum::<i32>())
        }
        _ => return None,
    })
}

fn distinct(meal: &Summary, value: impl Fn(&Portion) -> u8) -> u32 {
    meal.portions().iter().fold(0u32, |mask, portion| mask | 1 << value(portion).min(31)).count_ones()
}

/// Returns the stars of a rumor that compares nobody (CK-164..174).
pub fn alone(rules: &CritterKitchen, rumor: &Rumor, meal: &Summary) -> u16 {
    let stars = u16::from(rumor.stars);
    let least = rumor.at_least;
    let limit = u16::from(rumor.limit);
    let pay = |holds: bool| if holds { stars } else { 0 };
    let portions = meal.portions();
    let best = meal.quality.iter().copied().max().unwrap_or(0);
    let of_course =
        |course: usize| portions.iter().filter(move |portion| usize::from(portion.course) == course);
    let of_type = |kind: usize| portions.iter().filter(move |portion| usize::from(portion.kind) == kind);
    match rumor.effect {
        RumorEffect::Pampered => {
            let has_high = |course| of_course(course).any(|portion| portion.printed >= least);
            pay((0..TYPES).all(has_high))
        }
        RumorEffect::LastBest => {
            let last = courses(meal.served).last();
            pay(last.is_some_and(|course| meal.quality[course] == best))
        }
        RumorEffect::CourseBest => {
            let course = rumor.course.unwrap_or(0);
            pay(meal.served >> course & 1 == 1 && meal.quality[course] == best)
        }
        RumorEffect::Sum => {
            let ends = (meal.course_value(rules, 0), meal.course_value(rules, TYPES - 1));
            pay(matches!(ends, (Some(first), Some(last)) if first + last == least))
        }
        RumorEffect::Odd => {
            let odd = portions.iter().filter(|portion| portion.worth % 2 == 1).count() as u16;
            stars * (odd / u16::from(least))
        }
        RumorEffect::NoSpice => pay(meal.spices == 0 && meal.courses() >= least.max(1)),
        RumorEffect::Tokens => stars * u16::from(meal.rumor_tokens).min(limit),
        RumorEffect::Left => {
            let left = rumor.course.map_or(meal.leftovers(), |course| meal.left[course]);
            stars * (u16::from(left) / u16::from(least)).min(limit)
        }
        RumorEffect::LeftTypes => {
            let types = meal.left.iter().filter(|&&count| count > 0).count() as u16;
            stars * types.min(limit)
        }
        RumorEffect::Spread => {
            let highest = portions.iter().map(|portion| portion.worth).max().unwrap_or(0);
            let lowest = portions.iter().map(|portion| portion.worth).min().unwrap_or(0);
            stars * u16::from(highest - lowest)
        }
        RumorEffect::Rising => {
            let needed = if rules.variant.nocturnal_needs_all7 { TYPES as u8 } else { least };
            pay(meal.rises(rules) && meal.courses() >= needed && needed > 0)
        }
        RumorEffect::Picky => {
            pay(meal.courses() >= least && portions.iter().all(|portion| u16::from(portion.printed) > limit))
        }
        RumorEffect::First => {
            let first = meal.quality.iter().take(usize::from(rumor.limit));
            stars * first.filter(|&&quality| quality > 0 && quality >= u16::from(least)).count() as u16
        }
        RumorEffect::FirstSum => {
            let last = courses(meal.served).take(usize::from(rumor.limit)).last();
            let sum: u16 = portions
                .iter()
                .filter(|portion| last.is_some_and(|last| usize::from(portion.course) <= last))
                .map(|portion| u16::from(portion.worth))
                .sum();
            pay(sum >= u16::from(least) && sum > 0)
        }
        RumorEffect::Bands => {
            let value = of_type(rumor.course.unwrap_or(0)).map(|portion| portion.worth).max().unwrap_or(0);
            stars * (u16::from(value) / u16::from(least)).min(limit)
        }
        RumorEffect::High => pay(of_type(rumor.course.unwrap_or(0)).any(|portion| portion.printed >= least)),
        RumorEffect::Low => {
            let low = portions.iter().filter(|portion| portion.printed <= least).count() as u16;
            stars * low.min(limit)
        }
        RumorEffect::Varied => {
            let values = distinct(meal, |portion| portion.printed) as u16;
            stars * values.saturating_sub(least.into())
        }
        // Fanatics act in the final score only, contests compare players.
        _ => 0,
    }
}
