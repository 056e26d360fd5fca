//! What a seat can make of its storage: the quality of its best plate, and what a token adds.

use crate::rules::{
    Seat,
    critter_kitchen::{
        CritterKitchen, Observation, With,
        cards::Critic,
        courses,
        effects::CriticEffect,
        state::{Dish, Kitchen},
        token::{TYPES, Token, Tokens, course_kinds, kinds},
        variant::DAY,
    },
};

/// A seat's storage, added up once for a decision.
pub struct Standing<'a> {
    pub seen: Observation<'a>,
    pub rules: &'a CritterKitchen,
    pub seat: Seat,
    pub kitchen: &'a Kitchen,
    pub critic: &'a Critic,
    /// Courses that known fanatics double, as a mask.
    pub fanatics: u8,
    /// Revealed challenges of the day that require each type.
    pub needs: [u8; TYPES],
    /// Highest quality of a critic meal as the storage is.
    pub quality: u16,
}

impl<'a> Standing<'a> {
    pub fn new(seen: Observation<'a>, seat: Seat) -> Standing<'a> {
        let rules = seen.rules();
        let mut needs = [0; TYPES];
        for (_, mask) in (0..DAY).filter_map(|at| seen.challenge(at)) {
            for course in courses(mask) {
                needs[course] += 1;
            }
        }
        let fanatics = seen
            .rumors()
            .filter(|rumor| rumor.effect == crate::rules::critter_kitchen::effects::RumorEffect::Fanatic)
            .fold(0, |mask, rumor| mask | rumor.course.map_or(0, |course| 1 << course));
        let mut standing = Standing {
            seen,
            rules,
            seat,
            kitchen: seen.mine(),
            critic: seen.critic(),
            fanatics,
            needs,
            quality: 0,
        };
        standing.quality = standing.potential(&standing.kitchen.stock);
        standing
    }

    /// Quality of a dish, with what a known fanatic adds.
    pub fn dish(&self, course: usize, token: Token, with: With) -> u16 {
        let dish = Dish { course: course as u8, token, with };
        let quality = self.rules.dish_quality(self.critic, self.kitchen, dish);
        let values = self.rules.worth(self.critic, self.kitchen, token);
        let gain = self.rules.fanatic_gain(self.critic, course, quality, values);
        if self.fanatics >> course & 1 == 1 { quality + gain } else { quality }
    }

    /// Ingredients that a course may hold of its own type.
    pub fn room(&self, course: usize) -> usize {
        match self.critic.effect {
            CriticEffect::Several if self.critic.course.is_none_or(|chosen| chosen == course) => {
                self.critic.amount.into()
            }
            _ => 1,
        }
    }

    /// The quality of a good plate: the best of each type with its spice, allspice where it adds
    /// most, several ingredients where the critic likes them.
    pub fn potential(&self, stock: &Tokens) -> u16 {
        let mut total = 0;
        // Gains of an allspice on each unspiced dish that is served.
        let mut unspiced = [0u16; TYPES];
        let mut extra = 0;
        let allspices = stock.count(Token::ALLSPICE)
            + if self.critic.effect == CriticEffect::RumorSpice { self.kitchen.rumor_tokens() } else { 0 };
        for (course, unspiced) in unspiced.iter_mut().enumerate() {
            let held = stock.kinds() & course_kinds(course);
            if held == 0 {
                continue;
            }
            let mut spices = usize::from(stock.count(Token::spice(course)));
            let mut room = self.room(course);
            let mut more = 0;
            let mut is_first = true;
            for token in descending(held) {
                for _ in 0..stock.count(token) {
                    if room == 0 {
                        break;
                    }
                    room -= 1;
                    let with = if spices > 0 { With::Spice } else { With::Nothing };
                    spices = spices.saturating_sub(1);
                    let quality = self.dish(course, token, with);
                    if with == With::Nothing {
                        let gain = self.dish(course, token, With::Allspice) - quality;
                        *unspiced = (*unspiced).max(gain);
                    }
                    if is_first {
                        total += quality;
                    } else {
                        more += quality;
                    }
                    is_first = false;
                }
            }
            if self.critic.course.is_none() {
                extra = extra.max(more);
            } else {
                extra += more;
            }
        }
        if allspices > 0 {
            unspiced.sort_unstable_by(|a, b| b.cmp(a));
            total += unspiced.iter().take(allspices.into()).sum::<u16>();
        }
        if self.critic.effect == CriticEffect::Paired {
            total += self.paired(stock);
        }
        total + extra
    }

    /// What wines beside the best one add to other courses.
    fn paired(&self, stock: &Tokens) -> u16 {
        let Some(pair) = self.critic.course else { return 0 };
        let mut room =
            (0..TYPES).filter(|&course| course != pair && stock.kinds() & course_kinds(course) != 0).count();
        let mut sum = 0;
        let mut is_first = true;
        for token in descending(stock.kinds() & course_kinds(pair)) {
            for _ in 0..stock.count(token) {
                if !is_first && room > 0 {
                    room -= 1;
                    sum += u16::from(token.value());
                }
                is_first = false;
            }
        }
        sum
    }

    /// Gain of [`Standing::potential`] by one more token.
    pub fn gain(&self, token: Token) -> u16 {
        if token.is_rumor() {
            return 0;
        }
        let mut stock = self.kitchen.stock;
        stock.add(token, 1);
        self.potential(&stock).saturating_sub(self.quality)
    }

    /// Loss of [`Standing::potential`] without one token.
    pub fn loss(&self, token: Token) -> u16 {
        let mut stock = self.kitchen.stock;
        stock.remove(token, 1);
        self.quality.saturating_sub(self.potential(&stock))
    }

    /// Own ingredients of a type.
    pub fn held(&self, course: usize) -> usize {
        self.kitchen.stock.total_of(course_kinds(course))
    }
}

/// The kinds of a mask, the highest first.
pub fn descending(mut mask: u64) -> impl Iterator<Item = Token> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let token = Token(63 - mask.leading_zeros() as u8);
            mask &= !token.bit();
            token
        })
    })
}

/// The kinds of a mask, the lowest first.
pub fn ascending(mask: u64) -> impl Iterator<Item = Token> {
    kinds(mask)
}
