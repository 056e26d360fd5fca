//! Upper bound on the quality that the remaining courses add.
//!
//! Courses share only these helpers: the wild spices, which go where they add most, and the critic's extras
//! (several ingredients in one course, a foreign one, or wine with any course).

use super::guests;
use crate::{
    rules::{
        With,
        cards::effects::{CriticEffect, RestaurateurEffect},
        state::DISHES,
        token::{INGREDIENT_KINDS, TYPES, Token, Tokens, VALUES, course_kinds, kinds},
    },
    strategy::standing::Standing,
};

/// Maximum number of wild spices that are distinguished.
const WILDS: usize = DISHES;

pub(super) struct Reach {
    /// Bound on quality by the critic's favor, the next course and the wild spices left. It includes what
    /// fanatics add, but no wine paired with other courses.
    most: [[[u16; WILDS + 1]; TYPES + 1]; 2],
    /// Bound on the number of ingredients, by favor and next course.
    dishes: [[u16; TYPES + 1]; 2],
    /// Bound on the quality of each course without fanatics: with its own type and spice, then with all shared
    /// helpers as well.
    courses: [[u16; TYPES]; 2],
    /// Number of places for paired wine from each course on, plain and doubled by a fanatic.
    beside: [[u16; 2]; TYPES + 1],
    /// Factor of a wine in its own course.
    home: u16,
    /// Highest quality of one ingredient of each type at home with its own spice.
    first: [u16; TYPES],
}

impl Reach {
    pub fn new(me: &Standing<'_>) -> Reach {
        let stock = &me.kitchen.stock;
        let free = me.rules.has(me.kitchen, RestaurateurEffect::FreeSpice);
        let wilds = usize::from(me.allspices()) + usize::from(free);
        let mut reach = Reach {
            most: [[[0; WILDS + 1]; TYPES + 1]; 2],
            dishes: [[0; TYPES + 1]; 2],
            courses: [
                std::array::from_fn(|course| alone(me, course, None)),
                std::array::from_fn(|course| alone(me, course, Some(wilds > 0))),
            ],
            beside: [[0; 2]; TYPES + 1],
            home: 0,
            first: std::array::from_fn(|course| {
                guests::first(
                    me,
                    course,
                    stock.kinds() & course_kinds(course),
                    stock.has(Token::spice(course)),
                )
            }),
        };
        reach.add_up(me, false, wilds);
        reach.add_up(me, true, wilds);
        if let (CriticEffect::Paired, Some(pair)) = (me.critic.effect, me.critic.course) {
            for course in (0..TYPES).rev() {
                reach.beside[course] = reach.beside[course + 1];
                if course != pair && stock.kinds() & course_kinds(course) != 0 {
                    let is_doubled = usize::from(me.fanatics >> course & 1);
                    reach.beside[course][is_doubled] += u16::from(me.critic.amount);
                }
            }
            let [plain, spiced] = me.factors(pair);
            reach.home = if stock.has(Token::spice(pair)) { plain.max(spiced) } else { plain };
        }
        reach
    }

    fn add_up(&mut self, me: &Standing<'_>, is_favoured: bool, wilds: usize) {
        let critic = me.critic;
        let is_wine = |course: usize| critic.effect == CriticEffect::Paired && critic.course == Some(course);
        let mut gains = Most::<WILDS>::default();
        let (mut sum, mut more, mut dishes) = (0, 0, 0);
        for course in (0..TYPES).rev() {
            let is_open = critic.course.is_some() || is_favoured;
            let room = if is_open { me.room(course) } else { 1 };
            let served = serve(me, course, room, &mut |gain| gains.add(gain));
            sum += if is_wine(course) { 0 } else { served.first };
            dishes += served.dishes.min(1);
            match critic.effect {
                CriticEffect::Several if critic.course.is_none() => more = more.max(served.more),
                CriticEffect::Several => {
                    sum += served.more;
                    dishes += served.dishes.saturating_sub(1);
                }
                CriticEffect::Paired if !is_wine(course) => {
                    dishes += served.dishes * u16::from(critic.amount);
                }
                CriticEffect::Foreign if is_favoured => {
                    dishes += u16::from(served.dishes == 0);
                }
                _ => {}
            }
            let several = match critic.effect {
                CriticEffect::Several if is_favoured && dishes > 0 => u16::from(critic.amount.max(1)) - 1,
                _ => 0,
            };
            self.dishes[usize::from(is_favoured)][course] = dishes + several;
            let most = &mut self.most[usize::from(is_favoured)][course];
            for (wilds, most) in most.iter_mut().enumerate().take(wilds + 1) {
                *most = sum + more + gains.sum(wilds);
            }
        }
    }

    pub fn top(&self, me: &Standing<'_>) -> u16 {
        let most = self.most[1][0].iter().max().copied().unwrap_or(0);
        let guests = match me.critic.effect {
            CriticEffect::Foreign => self.courses[1].iter().map(|quality| 2 * quality).sum(),
            _ => 0,
        };
        most + guests + self.max_wine_quality(me, &me.kitchen.stock, 0)
    }

    /// Returns the bound on the quality from a course on, without [`Reach::extras`].
    pub fn quality(&self, course: usize, is_favoured: bool, wilds: usize) -> u16 {
        self.most[usize::from(is_favoured)][course][wilds.min(WILDS)]
    }

    /// Returns the bound on quality that depends on the tokens left: wine, and foreign ingredients.
    pub fn extras(
        &self,
        me: &Standing<'_>,
        left: &Tokens,
        course: usize,
        is_favoured: bool,
        is_wild: bool,
    ) -> u16 {
        match me.critic.effect {
            CriticEffect::Paired => self.max_wine_quality(me, left, course),
            CriticEffect::Foreign if is_favoured => guests::most(me, left, course, is_wild, &self.first),
            _ => 0,
        }
    }

    pub fn dishes(&self, course: usize, is_favoured: bool) -> u16 {
        self.dishes[usize::from(is_favoured)][course]
    }

    /// Returns the bound on the quality of a course without fanatics, with its own type and spice or with all
    /// shared helpers as well.
    pub fn course(&self, course: usize, is_helped: bool) -> u16 {
        self.courses[usize::from(is_helped)][course]
    }

    /// Returns the highest quality of wine, at home and paired with the courses from `course` on. The highest
    /// wine goes where its factor is highest.
    fn max_wine_quality(&self, me: &Standing<'_>, left: &Tokens, course: usize) -> u16 {
        let (CriticEffect::Paired, Some(pair)) = (me.critic.effect, me.critic.course) else { return 0 };
        let [mut single, mut double] = self.beside[course];
        let mut home = if pair >= course { self.home } else { 0 };
        let mut sum = 0;
        for wine in by_worth(me, left.kinds() & course_kinds(pair)) {
            for _ in 0..left.count(wine) {
                let factor = if home > 2 || home > 0 && double == 0 {
                    std::mem::take(&mut home)
                } else if double > 0 {
                    double -= 1;
                    2
                } else if single > 0 {
                    single -= 1;
                    1
                } else {
                    return sum;
                };
                sum += factor * me.worth(wine);
            }
        }
        sum
    }
}

/// Kinds that may be served from a course on, without foreign ones.
pub(super) fn kinds_from(me: &Standing<'_>, course: usize) -> u64 {
    let wine = match (me.critic.effect, me.critic.course) {
        (CriticEffect::Paired, Some(pair)) if course < TYPES => course_kinds(pair),
        _ => 0,
    };
    wine | INGREDIENT_KINDS & (!0 << (course * VALUES))
}

struct Served {
    first: u16,
    more: u16,
    dishes: u16,
}

/// Serves the best ingredients of a type; calls `gain` with what another spice adds to each unspiced dish.
fn serve(me: &Standing<'_>, course: usize, room: usize, gain: &mut impl FnMut(u16)) -> Served {
    let stock = &me.kitchen.stock;
    let [plain, spiced] = me.factors(course);
    let mut spices = stock.count(Token::spice(course));
    let mut served = Served { first: 0, more: 0, dishes: 0 };
    for token in by_worth(me, stock.kinds() & course_kinds(course)) {
        for _ in 0..stock.count(token) {
            if usize::from(served.dishes) == room {
                return served;
            }
            let bare = me.worth(token) * plain + me.unspiced(course);
            let more = (me.worth(token) * spiced).saturating_sub(bare);
            if spices == 0 {
                gain(more);
            }
            let quality = if spices > 0 { bare + more } else { bare };
            spices = spices.saturating_sub(1);
            *(if served.dishes == 0 { &mut served.first } else { &mut served.more }) += quality;
            served.dishes += 1;
        }
    }
    served
}

/// Returns the highest quality of an ingredient of another type in a course, without fanatics.
fn foreigner(me: &Standing<'_>, course: usize, is_wild: bool) -> u16 {
    let stock = &me.kitchen.stock;
    let others = kinds(stock.kinds() & INGREDIENT_KINDS & !course_kinds(course));
    let quality = |token: Token| {
        let kind = token.course().unwrap_or(0);
        let spiced = if is_wild || stock.has(Token::spice(kind)) { With::Spice } else { With::Nothing };
        let factor = |with: With| me.rules.dish_factor(me.critic, kind, with);
        me.worth(token) * factor(With::Nothing).max(factor(spiced))
    };
    others.map(quality).max().unwrap_or(0)
}

/// Returns the bound on the quality of a course without fanatics, with its own type and spice. `help` adds the
/// shared helpers and says whether these include wild spices.
fn alone(me: &Standing<'_>, course: usize, help: Option<bool>) -> u16 {
    let stock = &me.kitchen.stock;
    let critic = me.critic;
    let factor = |with: With| me.rules.dish_factor(critic, course, with);
    let is_spiced = help == Some(true) || stock.has(Token::spice(course));
    let factor = factor(With::Nothing).max(if is_spiced { factor(With::Spice) } else { 0 });
    let is_open = critic.course.is_some() || help.is_some();
    let (mut room, mut sum) = (if is_open { me.room(course) } else { 1 }, 0);
    for token in by_worth(me, stock.kinds() & course_kinds(course)) {
        let count = room.min(stock.count(token).into());
        sum += me.worth(token) * factor * count as u16;
        room -= count;
    }
    match critic.effect {
        CriticEffect::Unspiced if sum > 0 => sum + u16::from(critic.amount),
        CriticEffect::Foreign => help.map_or(sum, |is_wild| sum.max(foreigner(me, course, is_wild))),
        CriticEffect::Paired if sum > 0 && help.is_some() => {
            let wines = kinds(stock.kinds() & critic.course.map_or(0, course_kinds));
            sum + u16::from(critic.amount) * wines.map(|wine| me.worth(wine)).max().unwrap_or(0)
        }
        _ => sum,
    }
}

fn by_worth(me: &Standing<'_>, held: u64) -> impl Iterator<Item = Token> {
    let mut tokens = [Token(0); VALUES];
    let mut count = 0;
    for token in kinds(held) {
        tokens[count] = token;
        count += 1;
    }
    tokens[..count].sort_unstable_by_key(|&token| std::cmp::Reverse(me.worth(token)));
    tokens.into_iter().take(count)
}

pub(super) struct Most<const N: usize> {
    numbers: [u16; N],
}

impl<const N: usize> Default for Most<N> {
    fn default() -> Most<N> {
        Most { numbers: [0; N] }
    }
}

impl<const N: usize> Most<N> {
    pub fn add(&mut self, mut number: u16) {
        for other in &mut self.numbers {
            if number == 0 {
                break;
            }
            if number > *other {
                std::mem::swap(&mut number, other);
            }
        }
    }

    pub fn sum(&self, count: usize) -> u16 {
        self.numbers.iter().take(count).sum()
    }
}
