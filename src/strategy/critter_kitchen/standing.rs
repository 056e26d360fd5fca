//! What a seat can make of its storage: the quality of its best plate, and what a token adds.
//!
//! Courses hardly meet: all they share is the allspice, and with some critics the wine. So the
//! quality is kept course by course, and a token changes the course it belongs to.

use crate::rules::{
    Seat,
    critter_kitchen::{
        CritterKitchen, Observation, With,
        cards::Critic,
        courses,
        effects::{CriticEffect, RumorEffect},
        state::Kitchen,
        token::{LOW, TYPES, Token, Tokens, VALUES, course_kinds, kinds},
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
    /// What each printed value is worth in the critic meal.
    worth: [u16; VALUES],
    /// What a course multiplies values by, without and with a spice; known fanatics count.
    factors: [[u16; 2]; TYPES],
    courses: [Course; TYPES],
    /// Tokens that are allspice or serve as one.
    allspices: usize,
}

/// What one course adds to a meal.
#[derive(Clone, Copy, Default)]
struct Course {
    /// Quality of the best ingredient, with its spice if there is one.
    best: u16,
    /// What an allspice would add.
    unspiced: u16,
    /// Quality of further ingredients that the critic allows in the course.
    more: u16,
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
            .filter(|rumor| rumor.effect == RumorEffect::Fanatic)
            .fold(0, |mask, rumor| mask | rumor.course.map_or(0, |course| 1 << course));
        let (kitchen, critic) = (seen.mine(), seen.critic());
        let mut standing = Standing {
            seen,
            rules,
            seat,
            kitchen,
            critic,
            fanatics,
            needs,
            quality: 0,
            worth: std::array::from_fn(|at| {
                rules.worth(critic, kitchen, Token::ingredient(0, LOW + at as u8))
            }),
            factors: [[0; 2]; TYPES],
            courses: [Course::default(); TYPES],
            allspices: usize::from(kitchen.stock.count(Token::ALLSPICE)),
        };
        if critic.effect == CriticEffect::RumorSpice {
            standing.allspices += usize::from(kitchen.rumor_tokens());
        }
        for course in 0..TYPES {
            standing.factors[course] = standing.course_factors(course);
            standing.courses[course] = standing.course(course, &kitchen.stock);
        }
        standing.quality = standing.total(&standing.courses, standing.allspices, &kitchen.stock);
        standing
    }

    /// What a course multiplies by, without and with a spice: the quality of a dish of value 1.
    fn course_factors(&self, course: usize) -> [u16; 2] {
        [With::Nothing, With::Spice].map(|with| {
            let factor = self.rules.dish_factor(self.critic, course, with);
            let gain = self.rules.fanatic_gain(self.critic, course, factor, 1);
            if self.fanatics >> course & 1 == 1 { factor + gain } else { factor }
        })
    }

    /// Quality of a dish of an ingredient of the course's own type, with what a known fanatic adds.
    #[inline]
    pub fn dish(&self, token: Token, with: With) -> u16 {
        let course = usize::from(token.0) / VALUES;
        self.worth[usize::from(token.0) % VALUES] * self.factors[course][usize::from(with.is_spice())]
    }

    /// The highest worth among the kinds of one type, 0 without any.
    #[inline]
    fn highest(&self, held: u64) -> u16 {
        kinds(held).map(|token| self.worth[usize::from(token.0) % VALUES]).max().unwrap_or(0)
    }

    /// Quality that a course can have at most with every spice that is about, and what it may
    /// hold beyond a first ingredient.
    pub fn most(&self, course: usize) -> (u16, u16) {
        let Course { best, unspiced, more } = self.courses[course];
        let spiced = if self.allspices > 0 { unspiced } else { 0 };
        (best + spiced, more)
    }

    /// What an ingredient is worth in the critic meal, unmultiplied.
    pub fn worth(&self, token: Token) -> u16 {
        self.worth[usize::from(token.0) % VALUES]
    }

    /// Whether the higher printed value is always worth at least as much.
    pub fn is_worth_ascending(&self) -> bool {
        self.worth.is_sorted()
    }

    /// Whether a spice never lowers the quality of a course.
    pub fn is_spice_good(&self, course: usize) -> bool {
        self.factors[course][1] >= self.factors[course][0]
    }

    /// Ingredients that a course may hold of its own type.
    #[inline]
    pub fn room(&self, course: usize) -> usize {
        match self.critic.effect {
            CriticEffect::Several if self.critic.course.is_none_or(|chosen| chosen == course) => {
                self.critic.amount.into()
            }
            _ => 1,
        }
    }

    /// What a course adds with this storage.
    fn course(&self, course: usize, stock: &Tokens) -> Course {
        let held = stock.kinds() & course_kinds(course);
        let mut sum = Course::default();
        if held == 0 {
            return sum;
        }
        let mut spices = stock.count(Token::spice(course));
        let room = self.room(course);
        if room == 1 {
            return self.one_dish(course, self.highest(held), spices > 0);
        }
        let [plain, spiced] = self.factors[course];
        let step = spiced.saturating_sub(plain);
        let copies = descending(held).flat_map(|token| (0..stock.count(token)).map(move |_| token));
        for (at, token) in copies.take(room).enumerate() {
            let worth = self.worth[usize::from(token.0) % VALUES];
            let quality = worth * if spices > 0 { spiced } else { plain };
            if spices == 0 {
                sum.unspiced = sum.unspiced.max(worth * step);
            }
            spices = spices.saturating_sub(1);
            *(if at == 0 { &mut sum.best } else { &mut sum.more }) += quality;
        }
        sum
    }

    /// What a course of one ingredient of this worth adds.
    #[inline]
    fn one_dish(&self, course: usize, worth: u16, has_spice: bool) -> Course {
        let [plain, spiced] = self.factors[course];
        let best = worth * if has_spice { spiced } else { plain };
        let unspiced = if has_spice { 0 } else { worth * spiced.saturating_sub(plain) };
        Course { best, unspiced, more: 0 }
    }

    /// The quality of a good plate: the best of each type with its spice, allspice where it adds
    /// most, several ingredients where the critic likes them.
    fn total(&self, courses: &[Course; TYPES], allspices: usize, stock: &Tokens) -> u16 {
        let mut total: u16 = courses.iter().map(|course| course.best).sum();
        match self.critic.effect {
            CriticEffect::Several if self.critic.course.is_none() => {
                total += courses.iter().map(|course| course.more).max().unwrap_or(0);
            }
            CriticEffect::Several => total += courses.iter().map(|course| course.more).sum::<u16>(),
            CriticEffect::Paired => total += self.paired(stock),
            _ => {}
        }
        match allspices {
            0 => total,
            1 => total + courses.iter().map(|course| course.unspiced).max().unwrap_or(0),
            _ => {
                let mut unspiced = courses.map(|course| course.unspiced);
                unspiced.sort_unstable_by(|a, b| b.cmp(a));
                total + unspiced.iter().take(allspices).sum::<u16>()
            }
        }
    }

    /// What wines beside the best one add to other courses.
    fn paired(&self, stock: &Tokens) -> u16 {
        let Some(pair) = self.critic.course else { return 0 };
        let room =
            (0..TYPES).filter(|&course| course != pair && stock.kinds() & course_kinds(course) != 0).count();
        let wines = descending(stock.kinds() & course_kinds(pair));
        let copies = wines.flat_map(|token| (0..stock.count(token)).map(move |_| token));
        copies.skip(1).take(room).map(|token| u16::from(token.value())).sum()
    }

    /// The quality of a plate from a storage that differs by one token.
    fn quality_with(&self, stock: &Tokens, token: Token) -> u16 {
        let Some(course) = token.course() else {
            let allspices = self.allspices + usize::from(stock.count(Token::ALLSPICE));
            let before = usize::from(self.kitchen.stock.count(Token::ALLSPICE));
            return self.total(&self.courses, allspices - before, stock);
        };
        let mut courses = self.courses;
        courses[course] = self.course(course, stock);
        self.total(&courses, self.allspices, stock)
    }

    /// Gain of [`Standing::quality`] by one more token.
    pub fn gain(&self, token: Token) -> u16 {
        if token.is_rumor() {
            return 0;
        }
        let is_simple = !matches!(self.critic.effect, CriticEffect::Several | CriticEffect::Paired);
        if let (true, Some(course)) = (is_simple, token.course()) {
            let stock = &self.kitchen.stock;
            let kinds = course_kinds(course);
            let worth = self.highest((stock.kinds() | token.bit()) & kinds);
            let has_spice = token.is_spice() || stock.has(Token::spice(course));
            let after = self.one_dish(course, worth, has_spice);
            if self.allspices == 0 {
                return after.best.saturating_sub(self.courses[course].best);
            }
            let mut courses = self.courses;
            courses[course] = after;
            return self.total(&courses, self.allspices, stock).saturating_sub(self.quality);
        }
        let mut stock = self.kitchen.stock;
        stock.add(token, 1);
        self.quality_with(&stock, token).saturating_sub(self.quality)
    }

    /// Loss of [`Standing::quality`] without one token.
    pub fn loss(&self, token: Token) -> u16 {
        let mut stock = self.kitchen.stock;
        stock.remove(token, 1);
        self.quality.saturating_sub(self.quality_with(&stock, token))
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
