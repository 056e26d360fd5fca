//! The value of a seat's storage for the critic meal: the quality of its best plate, and the gain of a token.
//!
//! Courses share only the allspice and, with some critics, the wine. So quality is kept course by course, and a
//! token changes only its own course.

use crate::rules::{
    CritterKitchen, Observation, With,
    cards::{
        Critic,
        effects::{CriticEffect, RumorEffect},
    },
    state::Kitchen,
    token::{TYPES, Token, Tokens, VALUES, course_kinds, kinds},
    variant::DAY,
};
use sim_engine::Seat;

mod ledger;

use ledger::{Course, Sums};
pub use ledger::{Ledger, Taste};

pub struct Standing<'a> {
    pub seen: Observation<'a>,
    pub rules: &'a CritterKitchen,
    pub seat: Seat,
    pub kitchen: &'a Kitchen,
    pub critic: &'a Critic,
    /// Courses that known fanatics double, as a mask.
    pub fanatics: u8,
    /// Number of revealed challenges of the day that require each type.
    pub needs: [u8; TYPES],
    sums: Sums,
}

impl<'a> Standing<'a> {
    pub fn new(seen: Observation<'a>, seat: Seat, ledger: &mut Ledger) -> Standing<'a> {
        // Each type has a byte of its own, so three masks are added at once.
        let sum: u64 = (0..DAY).filter_map(|at| seen.challenge(at)).map(|(_, mask)| a_byte_each(mask)).sum();
        let [needs @ .., _] = sum.to_le_bytes();
        let fanatics = seen
            .rumors()
            .filter(|rumor| rumor.effect == RumorEffect::Fanatic)
            .fold(0, |mask, rumor| mask | rumor.course.map_or(0, |course| 1 << course));
        let (rules, kitchen, critic) = (seen.rules, seen.mine(), seen.critic());
        let mut standing =
            Standing { seen, rules, seat, kitchen, critic, fanatics, needs, sums: Sums::default() };
        ledger.bring_up_to_date(&mut standing);
        standing
    }

    /// Returns the number of tokens that are allspice or serve as one.
    pub fn allspices(&self) -> u8 {
        let rumors = match self.critic.effect {
            CriticEffect::RumorSpice => self.kitchen.rumor_tokens(),
            _ => 0,
        };
        self.kitchen.stock.count(Token::ALLSPICE) + rumors
    }

    /// Returns the highest quality of a critic meal from the current storage.
    pub fn quality(&self) -> u16 {
        self.sums.quality
    }

    /// Whether one more token changes only its own course, and only through the best ingredient there.
    #[inline]
    fn is_simple(&self, token: Token, course: usize) -> bool {
        match self.critic.effect {
            CriticEffect::Several => self.room(course) == 1,
            // Wine is paired only with courses that are served.
            CriticEffect::Paired => {
                let is_served = token.is_spice() || self.sums.courses[course].top > 0;
                self.critic.course != Some(course) && is_served
            }
            _ => true,
        }
    }

    /// Whether the gain of a typed token depends on more than its own course.
    #[inline]
    pub fn is_tangled(&self) -> bool {
        let meets = match self.critic.effect {
            CriticEffect::Several => self.critic.course.is_none(),
            CriticEffect::Paired => true,
            _ => false,
        };
        meets || self.sums.allspices > 0
    }

    fn course_factors(&self, course: usize) -> [u16; 2] {
        [With::Nothing, With::Spice].map(|with| {
            let factor = self.rules.dish_factor(self.critic, course, with);
            let gain = self.rules.fanatic_gain(self.critic, course, factor, 1);
            if self.fanatics >> course & 1 == 1 { factor + gain } else { factor }
        })
    }

    /// Returns the factors of a course without and with a spice, including a known fanatic.
    pub fn factors(&self, course: usize) -> [u16; 2] {
        self.sums.factors[course]
    }

    pub fn unspiced(&self, course: usize) -> u16 {
        match self.critic.effect {
            CriticEffect::Unspiced if self.fanatics >> course & 1 == 1 => 2 * u16::from(self.critic.amount),
            CriticEffect::Unspiced => self.critic.amount.into(),
            _ => 0,
        }
    }

    /// Returns the quality of an ingredient in its own course, including a known fanatic.
    #[inline]
    pub fn dish(&self, token: Token, with: With) -> u16 {
        let course = usize::from(token.0) / VALUES;
        self.worth(token) * self.sums.factors[course][usize::from(with.is_spice())]
    }

    /// The highest worth among the kinds of one type, 0 without any.
    #[inline]
    fn highest(&self, held: u64) -> u16 {
        kinds(held).map(|token| self.worth(token)).max().unwrap_or(0)
    }

    /// Returns the value of an ingredient in the critic meal, before factors.
    #[inline]
    pub fn worth(&self, token: Token) -> u16 {
        self.sums.worth[usize::from(token.0) % VALUES]
    }

    pub fn is_spice_good(&self, course: usize) -> bool {
        self.sums.factors[course][1] >= self.sums.factors[course][0]
    }

    #[inline]
    pub fn room(&self, course: usize) -> usize {
        match self.critic.effect {
            CriticEffect::Several if self.critic.course.is_none_or(|chosen| chosen == course) => {
                self.critic.amount.into()
            }
            _ => 1,
        }
    }

    fn course(&self, course: usize, stock: &Tokens) -> Course {
        let held = stock.kinds() & course_kinds(course);
        if held == 0 {
            return Course::default();
        }
        let top = self.highest(held);
        let mut spices = stock.count(Token::spice(course));
        let room = self.room(course);
        if room == 1 {
            return self.one_dish(course, top, spices > 0);
        }
        let mut sum = Course { top, ..Course::default() };
        let [plain, spiced] = self.sums.factors[course];
        let step = spiced.saturating_sub(plain);
        let mut left = room;
        for token in descending(held) {
            let worth = self.worth(token);
            for _ in 0..left.min(stock.count(token).into()) {
                let quality = worth * if spices > 0 { spiced } else { plain };
                if spices == 0 {
                    sum.unspiced = sum.unspiced.max(worth * step);
                }
                spices = spices.saturating_sub(1);
                *(if left == room { &mut sum.best } else { &mut sum.more }) += quality;
                left -= 1;
            }
            if left == 0 {
                break;
            }
        }
        sum
    }

    #[inline]
    fn one_dish(&self, course: usize, worth: u16, has_spice: bool) -> Course {
        let [plain, spiced] = self.sums.factors[course];
        let best = worth * if has_spice { spiced } else { plain };
        let unspiced = if has_spice { 0 } else { worth * spiced.saturating_sub(plain) };
        Course { top: worth, best, unspiced, more: 0 }
    }

    /// Returns the quality of a good plate: the best of each type with its spice, allspice where it adds most,
    /// and several ingredients where the critic allows them.
    fn total(&self, courses: &[Course; TYPES], allspices: u8, paired: u16) -> u16 {
        let best: u16 = courses.iter().map(|course| course.best).sum();
        best + self.more(courses) + paired + self.spiced(courses, allspices)
    }

    #[inline]
    fn more(&self, courses: &[Course; TYPES]) -> u16 {
        let more = courses.iter().map(|course| course.more);
        match (self.critic.effect, self.critic.course) {
            (CriticEffect::Several, None) => more.max().unwrap_or(0),
            (CriticEffect::Several, Some(_)) => more.sum(),
            _ => 0,
        }
    }

    #[inline]
    fn spiced(&self, courses: &[Course; TYPES], allspices: u8) -> u16 {
        match allspices {
            0 => 0,
            1 => courses.iter().map(|course| course.unspiced).max().unwrap_or(0),
            _ => {
                let mut unspiced = courses.map(|course| course.unspiced);
                unspiced.sort_unstable_by(|a, b| b.cmp(a));
                unspiced.iter().take(allspices.into()).sum()
            }
        }
    }

    fn paired(&self, stock: &Tokens) -> u16 {
        let (CriticEffect::Paired, Some(pair)) = (self.critic.effect, self.critic.course) else { return 0 };
        let room =
            (0..TYPES).filter(|&course| course != pair && stock.kinds() & course_kinds(course) != 0).count();
        let wines = descending(stock.kinds() & course_kinds(pair));
        let copies = wines.flat_map(|token| (0..stock.count(token)).map(move |_| token));
        copies.skip(1).take(room).map(|token| u16::from(token.value())).sum()
    }

    fn quality_with(&self, stock: &Tokens, token: Token) -> u16 {
        let sums = &self.sums;
        let Some(course) = token.course() else {
            let others = sums.allspices - self.kitchen.stock.count(Token::ALLSPICE);
            let allspices = others + stock.count(Token::ALLSPICE);
            return self.total(&sums.courses, allspices, sums.paired);
        };
        let quality = self.quality_by(course, self.course(course, stock));
        quality + self.paired(stock)
    }

    /// Returns the quality of the plate with `after` in place of one course, without paired wine.
    #[inline]
    fn quality_by(&self, course: usize, after: Course) -> u16 {
        let sums = &self.sums;
        let best = sums.best - sums.courses[course].best + after.best;
        if sums.allspices == 0 && self.critic.effect != CriticEffect::Several {
            return best;
        }
        let mut courses = sums.courses;
        courses[course] = after;
        best + self.more(&courses) + self.spiced(&courses, sums.allspices)
    }

    /// Returns the gain of [`Standing::quality`] from one more token.
    #[inline]
    pub fn gain(&self, token: Token) -> u16 {
        let stock = &self.kitchen.stock;
        if let Some(course) = token.course()
            && self.is_simple(token, course)
        {
            let top = self.sums.courses[course].top;
            let worth = if token.is_ingredient() { top.max(self.worth(token)) } else { top };
            let after = self.one_dish(course, worth, token.is_spice() || stock.has(Token::spice(course)));
            let quality = self.quality_by(course, after) + self.sums.paired;
            return quality.saturating_sub(self.sums.quality);
        }
        if token.is_rumor() {
            return 0;
        }
        let mut stock = *stock;
        stock.add(token, 1);
        self.quality_with(&stock, token).saturating_sub(self.sums.quality)
    }

    /// Returns the loss of [`Standing::quality`] without one token.
    pub fn loss(&self, token: Token) -> u16 {
        let mut stock = self.kitchen.stock;
        stock.remove(token, 1);
        self.sums.quality.saturating_sub(self.quality_with(&stock, token))
    }

    pub fn held_count(&self, course: usize) -> usize {
        self.kitchen.stock.total_of(course_kinds(course))
    }
}

/// Spreads the bits of a mask of types over the bytes of a number, the first type in the lowest.
fn a_byte_each(mask: u8) -> u64 {
    // Multiplying copies the mask to every seventh bit, so bit `i` of the copy `i` is bit `8 i`.
    u64::from(mask & 0x7f).wrapping_mul(0x0002_0408_1020_4081) & 0x0101_0101_0101_0101
}

pub fn descending(mut mask: u64) -> impl Iterator<Item = Token> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let token = Token(63 - mask.leading_zeros() as u8);
            mask &= !token.bit();
            token
        })
    })
}

pub fn ascending(mask: u64) -> impl Iterator<Item = Token> {
    kinds(mask)
}
