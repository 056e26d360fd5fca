//! The criteria besides quality that decide between dishes, and which dishes are dominated.
//!
//! A dish is beaten (dominated) if another one could replace it, whatever else is served, without losing on any
//! criterion. The number of tokens of a type that may be wanted elsewhere decides whether a better one is
//! certain to be left over.

use super::{Kitchen, foreign};
use crate::{
    rules::{
        With,
        cards::{
            Rumor,
            effects::{CriticEffect, RestaurateurEffect, RumorEffect},
        },
        state::{self, Dish},
        token::{TYPES, Token, Tokens, course_kinds, kinds},
    },
    strategy::standing::Standing,
};

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    values: bool,
    ends: bool,
    odd: bool,
    /// Mask of values that count differently from the next higher one.
    borders: u8,
    /// Whether serving no spice may pay.
    spices: bool,
    /// Whether serving nothing more in a course may pay.
    leaving: bool,
    less: bool,
}

impl Counts {
    const NONE: Counts = Counts {
        values: false,
        ends: false,
        odd: false,
        borders: 0,
        spices: false,
        leaving: false,
        less: false,
    };
    const ALL: Counts = Counts { values: true, spices: true, leaving: true, less: true, ..Counts::NONE };

    pub fn always(kitchen: &Kitchen<'_>) -> Counts {
        let (me, weights) = (kitchen.me, kitchen.weights);
        if weights.unknown != 0.0 || weights.rumor < 0.0 || weights.best < 0.0 {
            return Counts::ALL;
        }
        Counts { spices: me.rules.has(me.kitchen, RestaurateurEffect::FreeSpice), ..Counts::NONE }
    }

    /// Returns the criteria that matter to a rumor besides higher quality.
    pub fn of(rumor: &Rumor) -> Counts {
        let none = Counts::NONE;
        match rumor.effect {
            RumorEffect::Fanatic
            | RumorEffect::MostSpices
            | RumorEffect::MostQuality
            | RumorEffect::MostSoup
            | RumorEffect::MostOfType
            | RumorEffect::Pampered
            | RumorEffect::Tokens
            | RumorEffect::First
            | RumorEffect::Bands
            | RumorEffect::High => none,
            RumorEffect::Odd => Counts { odd: true, ..none },
            RumorEffect::Low => Counts { borders: 1 << rumor.at_least.min(7), ..none },
            RumorEffect::Spread | RumorEffect::Varied => Counts { values: true, ..none },
            // A second ingredient changes the value that represents a course.
            RumorEffect::Sum => Counts { ends: true, leaving: true, ..none },
            RumorEffect::FewestSpices | RumorEffect::NoSpice => Counts { spices: true, ..none },
            RumorEffect::MostLeft
            | RumorEffect::Left
            | RumorEffect::LeftTypes
            | RumorEffect::Picky
            | RumorEffect::FirstSum => Counts { leaving: true, ..none },
            RumorEffect::FewestValues | RumorEffect::LowestSum | RumorEffect::Rising => {
                Counts { values: true, leaving: true, ..none }
            }
            RumorEffect::LastBest | RumorEffect::CourseBest => Counts::ALL,
        }
    }

    pub fn and(self, other: Counts) -> Counts {
        Counts {
            values: self.values || other.values,
            ends: self.ends || other.ends,
            odd: self.odd || other.odd,
            borders: self.borders | other.borders,
            spices: self.spices || other.spices,
            leaving: self.leaving || other.leaving,
            less: self.less || other.less,
        }
    }

    pub fn is_beaten(self, me: &Standing<'_>, plate: &state::Kitchen, left: &Tokens, dish: Dish) -> bool {
        let Some(kind) = dish.token.course() else { return false };
        let course = usize::from(dish.course);
        // A wild spice does no more than the spice of the type, and a rumor no more than allspice.
        let is_wild = matches!(dish.with, With::Allspice | With::Rumor);
        if is_wild && left.has(Token::spice(kind)) || dish.with == With::Rumor && left.has(Token::ALLSPICE) {
            return true;
        }
        let is_own = kind == course;
        let elsewhere = elsewhere(me, plate, course, kind);
        let here = if is_own { room(me, plate, course).saturating_sub(1) } else { 0 };
        if self.better(me, left, course, dish.token) > here + elsewhere {
            return true;
        }
        if me.rules.is_paired(me.critic, dish) {
            return false;
        }
        let spiced = if me.critic.effect == CriticEffect::Foreign { elsewhere } else { 0 };
        !self.less && is_unspiced_above(me, plate, dish) || self.lacks_spice(me, left, dish, here + spiced)
    }

    /// Whether ending a course here loses on no criterion.
    pub fn may_end(self, me: &Standing<'_>, plate: &state::Kitchen, left: &Tokens, course: usize) -> bool {
        if plate.plate.is_full() || me.room(course) == 0 {
            return true;
        }
        let dishes = plate.plate.dishes().iter().filter(|dish| usize::from(dish.course) == course);
        let count = dishes.clone().count();
        let own = left.total_of(course_kinds(course));
        if me.room(course) > 1 {
            let is_beaten = |dish: &Dish| {
                self.better(me, left, course, dish.token) > 0 || self.lacks_spice(me, left, *dish, 0)
            };
            if dishes.clone().any(is_beaten) {
                return false;
            }
            let may_be_single = me.critic.course.is_none() && count == 1;
            let must = !may_be_single && room(me, plate, course) > 0;
            return self.leaving || !must || own == 0;
        }
        if self.leaving {
            return true;
        }
        if count == 0 {
            return own <= elsewhere(me, plate, course, course);
        }
        match (me.critic.effect, me.critic.course) {
            // A wine that no later course has room for belongs here.
            (CriticEffect::Paired, Some(pair)) if pair > course => {
                let wines = left.total_of(course_kinds(pair));
                count > usize::from(me.critic.amount) || wines <= elsewhere(me, plate, course, pair)
            }
            _ => true,
        }
    }

    /// Counts the remaining ingredients of the same type that are higher and no worse on any criterion.
    fn better(self, me: &Standing<'_>, left: &Tokens, course: usize, token: Token) -> usize {
        let Some(kind) = token.course() else { return 0 };
        let above = left.kinds() & course_kinds(kind) & (!0 << token.0 << 1);
        let is_end = course == 0 || course == TYPES - 1;
        if self.values || above == 0 || self.ends && is_end {
            return 0;
        }
        let seen_value = |token: Token| me.rules.seen_value(me.critic, token.value(), me.worth(token));
        let is_better = |other: &Token| {
            let between = (1u16 << other.value()) - (1 << token.value());
            me.worth(*other) >= me.worth(token)
                && seen_value(*other) >= seen_value(token)
                && u16::from(self.borders) & between == 0
                && (!self.odd || seen_value(*other) % 2 == seen_value(token) % 2)
        };
        kinds(above).filter(is_better).map(|other| usize::from(left.count(other))).sum()
    }

    /// Whether a dish needlessly lacks the spice of its type, of which more than `wanted` are left.
    fn lacks_spice(self, me: &Standing<'_>, left: &Tokens, dish: Dish, wanted: usize) -> bool {
        let Some(kind) = dish.token.course() else { return false };
        let spices = usize::from(left.count(Token::spice(kind)));
        if self.spices || self.less || dish.with.is_spice() || spices <= wanted {
            return false;
        }
        me.dish(dish.token, With::Spice) >= me.dish(dish.token, With::Nothing) + me.unspiced(kind)
    }
}

fn room(me: &Standing<'_>, plate: &state::Kitchen, course: usize) -> usize {
    let dishes = plate.plate.dishes();
    let here = dishes.iter().filter(|dish| usize::from(dish.course) == course).count();
    let is_open = me.critic.course.is_some() || dishes.len() - here == courses_before(dishes, course);
    let room = if is_open { me.room(course) } else { 1 };
    room.saturating_sub(here)
}

fn courses_before(dishes: &[Dish], course: usize) -> usize {
    let served = dishes.iter().filter(|dish| usize::from(dish.course) < course);
    served.fold(0u8, |mask, dish| mask | 1 << dish.course).count_ones() as usize
}

/// Returns the number of ingredients of a type that may be served besides one in a course and further ones of
/// the course's own type: as the critic allows, or at home in a later course.
fn elsewhere(me: &Standing<'_>, plate: &state::Kitchen, course: usize, kind: usize) -> usize {
    let amount = usize::from(me.critic.amount);
    let later = TYPES - 1 - course;
    let home = usize::from(kind > course);
    match me.critic.effect {
        CriticEffect::Foreign => {
            let rest = amount.saturating_sub(foreign(plate.plate.dishes()) + usize::from(kind != course));
            home + rest.min(later)
        }
        CriticEffect::Paired if me.critic.course == Some(kind) => {
            let here = if kind == course { 0 } else { amount.saturating_sub(1) };
            home + here + amount * later
        }
        _ => 0,
    }
}

fn is_unspiced_above(me: &Standing<'_>, plate: &state::Kitchen, dish: Dish) -> bool {
    let last = plate.plate.dishes().last().filter(|last| last.course == dish.course);
    let Some(last) = last.filter(|last| last.token.course() == dish.token.course()) else { return false };
    // The cost of another type's spice elsewhere does not matter here.
    last.with.is_spice()
        && dish.with == With::Nothing
        && me.worth(dish.token) > me.worth(last.token)
        && me.is_spice_good(dish.course.into())
}
