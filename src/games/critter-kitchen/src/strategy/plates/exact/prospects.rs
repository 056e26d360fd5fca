//! Upper bound on the stars that a rumor pays for the completions of a partial plate.

use super::{Begun, Search};
use crate::rules::{
    cards::{
        Rumor,
        effects::{CriticEffect, RumorEffect},
    },
    token::{INGREDIENT_KINDS, SPICE_KINDS, TYPES, Token, VALUES, course_kinds, kinds},
};
use crate::strategy::{plates::chance, standing::Standing};

impl Search<'_> {
    pub(super) fn at_most(&self, rumor: &Rumor, begun: &Begun<'_>) -> f64 {
        let me = self.kitchen.me;
        let &Begun { course, meal, left, .. } = begun;
        let portions = meal.portions();
        let stars = f64::from(rumor.stars);
        let least = u16::from(rumor.at_least);
        let limit = u16::from(rumor.limit);
        let contest = |key: u16| if key >= least.max(1) { stars * chance(f64::from(key)) } else { 0.0 };
        let can_serve = |wanted: u16| begun.can_serve(me, wanted);
        let fewest = |key: u32| if can_serve(least) { stars * chance(-f64::from(key)) } else { 0.0 };
        let most = |course: usize| self.most(begun, course);
        let wanted = rumor.course.unwrap_or(0);
        let best = meal.quality.iter().copied().max().unwrap_or(0);
        let pays = |times: u16| stars * f64::from(times);
        let seen_value = |token: Token| me.rules.seen_value(me.critic, token.value(), me.worth(token));
        let of_type = portions.iter().filter(|portion| usize::from(portion.kind) == wanted);
        let is_possible = match rumor.effect {
            RumorEffect::Fanatic => false,
            RumorEffect::Tokens | RumorEffect::MostSoup => {
                return self.kitchen.rumor(rumor, meal);
            }
            RumorEffect::Pampered => (0..TYPES).all(|other| {
                let mut own = portions.iter().filter(|portion| usize::from(portion.course) == other);
                own.any(|portion| portion.printed >= rumor.at_least)
                    || begun.fits(me, other, |token| token.value() >= rumor.at_least)
            }),
            RumorEffect::LastBest => {
                let last = (0..TYPES).rev().find(|last| meal.served >> last & 1 == 1);
                last.is_some_and(|last| meal.quality[last] == best)
                    || (course..TYPES).any(|other| most(other) >= best)
            }
            RumorEffect::CourseBest => most(wanted) >= best && begun.can_hold(me, wanted),
            RumorEffect::MostQuality => return contest(most(wanted)),
            RumorEffect::MostSpices => {
                let spices = left.total_of(SPICE_KINDS & !Token::ALLSPICE.bit()) + begun.wilds;
                return contest(u16::from(meal.spices) + begun.open.min(spices as u16));
            }
            RumorEffect::Sum => {
                let fits =
                    |first: u8| begun.fits(me, TYPES - 1, |last| first + seen_value(last) == rumor.at_least);
                let mut first = portions.iter().filter(|portion| portion.course == 0);
                course == 0 || first.any(|first| fits(first.worth))
            }
            RumorEffect::MostOfType => {
                let guests = if me.critic.effect == CriticEffect::Foreign { me.critic.amount } else { 0 };
                let here = of_type.count() + left.total_of(course_kinds(wanted));
                return contest(here as u16 + u16::from(guests));
            }
            RumorEffect::Odd => {
                let odd = portions.iter().filter(|portion| portion.worth % 2 == 1).count() as u16;
                return pays((odd + begun.count(me, |token| seen_value(token) % 2 == 1)) / least.max(1));
            }
            RumorEffect::Low => {
                let low = portions.iter().filter(|portion| portion.printed <= rumor.at_least).count() as u16;
                return pays((low + begun.count(me, |token| token.value() <= rumor.at_least)).min(limit));
            }
            RumorEffect::FewestValues => {
                return fewest(values(portions.iter().map(|portion| portion.worth)).count_ones());
            }
            RumorEffect::FewestSpices => return fewest(meal.spices.into()),
            RumorEffect::LowestSum => {
                return fewest(portions.iter().map(|portion| u32::from(portion.worth)).sum());
            }
            RumorEffect::NoSpice => meal.spices == 0 && can_serve(least.max(1)),
            RumorEffect::MostLeft => return contest(left.total_of(INGREDIENT_KINDS) as u16),
            RumorEffect::Left => {
                let kinds = rumor.course.map_or(INGREDIENT_KINDS, course_kinds);
                return pays((left.total_of(kinds) as u16 / least.max(1)).min(limit));
            }
            RumorEffect::LeftTypes => {
                let types = (0..TYPES).filter(|&course| left.kinds() & course_kinds(course) != 0).count();
                return pays((types as u16).min(limit));
            }
            RumorEffect::Spread => {
                let values = || {
                    let open = kinds(begun.kinds).map(seen_value);
                    portions.iter().map(|portion| portion.worth).chain(open)
                };
                return pays(u16::from(values().max().unwrap_or(0) - values().min().unwrap_or(0)));
            }
            RumorEffect::Rising => {
                let needed = if me.rules.variant.nocturnal_needs_all7 { TYPES as u16 } else { least };
                // If every course holds one ingredient, its value is the minimum for the next.
                let is_single = !matches!(me.critic.effect, CriticEffect::Several | CriticEffect::Paired);
                let last = portions.last().filter(|_| is_single).map_or(0, |last| last.worth);
                let more =
                    (course..TYPES).filter(|&other| begun.fits(me, other, |token| seen_value(token) >= last));
                needed > 0
                    && meal.rises(me.rules)
                    && u16::from(meal.courses()) + more.count() as u16 >= needed
            }
            RumorEffect::Picky => {
                can_serve(least) && portions.iter().all(|portion| u16::from(portion.printed) > limit)
            }
            RumorEffect::First => {
                let first = (0..TYPES).take(limit.into());
                return pays(first.filter(|&other| most(other) >= least.max(1)).count() as u16);
            }
            RumorEffect::Bands => {
                let open = kinds(begun.of_type(me, wanted)).map(seen_value);
                let value = of_type.map(|portion| portion.worth).chain(open).max().unwrap_or(0);
                return pays((u16::from(value) / least.max(1)).min(limit));
            }
            RumorEffect::High => {
                let open = kinds(begun.of_type(me, wanted)).map(Token::value);
                of_type.map(|portion| portion.printed).chain(open).any(|value| value >= rumor.at_least)
            }
            RumorEffect::Varied => {
                let served = values(portions.iter().map(|portion| portion.printed));
                let open = values(kinds(begun.kinds).map(Token::value)) & !served;
                let more = open.count_ones().min(begun.open.into());
                return pays((served.count_ones() + more).saturating_sub(least.into()) as u16);
            }
            RumorEffect::FirstSum => true,
        };
        if is_possible { stars } else { 0.0 }
    }
}

impl Begun<'_> {
    fn kinds_in(&self, me: &Standing<'_>, course: usize) -> u64 {
        if course < self.course {
            return 0;
        }
        match me.critic.effect {
            CriticEffect::Foreign if self.is_favoured => self.kinds,
            CriticEffect::Paired => {
                self.kinds & (course_kinds(course) | me.critic.course.map_or(0, course_kinds))
            }
            _ => self.kinds & course_kinds(course),
        }
    }

    /// Returns the mask of kinds that may still be served and count as a type: those of the type, and foreign
    /// ones in its course.
    fn of_type(&self, me: &Standing<'_>, kind: usize) -> u64 {
        match me.critic.effect {
            CriticEffect::Foreign => self.kinds_in(me, kind),
            _ => self.kinds & course_kinds(kind),
        }
    }

    fn fits(&self, me: &Standing<'_>, course: usize, fits: impl Fn(Token) -> bool) -> bool {
        kinds(self.kinds_in(me, course)).any(fits)
    }

    fn can_hold(&self, me: &Standing<'_>, course: usize) -> bool {
        self.meal.served >> course & 1 == 1 || self.kinds_in(me, course) != 0
    }

    pub(super) fn can_serve(&self, me: &Standing<'_>, wanted: u16) -> bool {
        let held = self.left.kinds() & !0 << (self.course * VALUES);
        let own = (self.course..TYPES).filter(|&course| held & course_kinds(course) != 0).count();
        let guests = match me.critic.effect {
            CriticEffect::Foreign if self.is_favoured => {
                (TYPES - self.course - own).min(me.critic.amount.into())
            }
            _ => 0,
        };
        usize::from(self.meal.courses()) + own + guests >= wanted.into()
    }

    fn count(&self, me: &Standing<'_>, fits: impl Fn(Token) -> bool) -> u16 {
        match me.critic.effect {
            CriticEffect::Several | CriticEffect::Paired => {
                let held = kinds(self.kinds).filter(|&token| fits(token));
                let held = held.map(|token| u16::from(self.left.count(token))).sum::<u16>();
                held.min(self.open)
            }
            _ => (self.course..TYPES).filter(|&course| self.fits(me, course, &fits)).count() as u16,
        }
    }
}

fn values(values: impl Iterator<Item = u8>) -> u32 {
    values.fold(0, |mask, value| mask | 1 << value.min(31))
}
