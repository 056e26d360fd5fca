//! Upper bound on the expected stars of a partial plate's completions, besides those for quality, and the
//! criteria that still matter.

use super::{Counts, Search, reach};
use crate::rules::{
    cards::effects::CriticEffect,
    critics::summary::Summary,
    state::Kitchen,
    token::{INGREDIENT_KINDS, TYPES, Tokens, course_kinds},
};
use crate::strategy::plates::LEFTOVER;

/// Bound on what the completions of a partial plate earn besides the stars for quality.
pub(super) struct Outlook {
    pub stars: f64,
    pub counts: Counts,
}

pub(super) struct Begun<'b> {
    pub course: usize,
    pub meal: &'b Summary,
    pub left: &'b Tokens,
    /// Whether the critic's limited favor is still available: several ingredients in a course of choice, or a
    /// foreign one.
    pub is_favoured: bool,
    pub wilds: usize,
    /// Number of remaining helpers for a course beyond its own type and spice: wild spices, the critic's favor,
    /// wine.
    helpers: usize,
    /// Maximum number of ingredients still to come.
    pub open: u16,
    pub kinds: u64,
}

impl Search<'_> {
    pub(super) fn begun<'b>(
        &self,
        course: usize,
        plate: &Kitchen,
        left: &'b Tokens,
        meal: &'b Summary,
    ) -> Begun<'b> {
        let me = self.kitchen.me;
        let is_favoured = self.is_favoured(plate, meal);
        let wilds = self.wilds(plate, left);
        let helpers = wilds
            + match (me.critic.effect, me.critic.course) {
                (CriticEffect::Foreign, _) if is_favoured => me.critic.amount.into(),
                (CriticEffect::Several, None) => usize::from(is_favoured),
                (CriticEffect::Paired, Some(pair)) => left.total_of(course_kinds(pair)),
                _ => 0,
            };
        let mut kinds = left.kinds() & INGREDIENT_KINDS;
        if !is_favoured || me.critic.effect != CriticEffect::Foreign {
            kinds &= reach::kinds_from(me, course);
        }
        let open = self.reach.dishes(course, is_favoured);
        Begun { course, meal, left, is_favoured, wilds, helpers, open, kinds }
    }

    /// Returns the bound on the quality of a course without fanatics.
    pub(super) fn most(&self, begun: &Begun<'_>, course: usize) -> u16 {
        match course < begun.course {
            true => begun.meal.quality[course],
            false => self.reach.course(course, begun.helpers > 0),
        }
    }

    fn most_bests(&self, begun: &Begun<'_>) -> u16 {
        let me = self.kitchen.me;
        let (mut sum, mut helped) = (0, reach::Most::<TYPES>::default());
        for course in 0..TYPES {
            let is_best = |quality: u16| quality > 0 && quality >= self.kitchen.rivals[course];
            let stars = || u16::from(me.rules.best_stars(me.critic, course));
            if course < begun.course {
                sum += if is_best(begun.meal.quality[course]) { stars() } else { 0 };
            } else if is_best(self.reach.course(course, false)) {
                sum += stars();
            } else if is_best(self.reach.course(course, true)) {
                helped.add(stars());
            }
        }
        sum + helped.sum(begun.helpers)
    }

    /// Returns the bound on the expected stars of a partial plate's completions, besides those for quality, and
    /// the criteria that matter among them.
    pub(super) fn outlook(&self, begun: &Begun<'_>) -> Outlook {
        let (me, weights) = (self.kitchen.me, self.kitchen.weights);
        let mut stars = 0.0;
        if begun.can_serve(me, TYPES as u16) {
            stars += f64::from(self.kitchen.all_courses());
        }
        if weights.best > 0.0 {
            stars += weights.best * f64::from(self.most_bests(begun));
        }
        let most = |course: usize| self.most(begun, course);
        match me.critic.effect {
            CriticEffect::GrandCourse => {
                let is_grand = |&course: &usize| most(course) >= u16::from(me.critic.at_least);
                let grand = (0..TYPES).filter(is_grand).count() as u8;
                stars += f64::from(me.critic.amount * grand.min(me.critic.limit));
            }
            CriticEffect::FewestLeft => {
                let left = begun.left.total_of(INGREDIENT_KINDS);
                stars -= LEFTOVER * left.saturating_sub(usize::from(begun.open)) as f64;
            }
            _ => {}
        }
        let mut counts = self.always;
        if weights.rumor != 0.0 {
            for rumor in me.seen.rumors() {
                let most = self.at_most(rumor, begun);
                if most > 0.0 {
                    stars += weights.rumor.max(0.0) * most;
                    counts = counts.and(Counts::of(rumor));
                }
            }
        }
        if self.chance > 0.0 {
            let unseen = self.kitchen.unseen();
            stars += self.chance * unseen.map(|rumor| self.at_most(rumor, begun)).sum::<f64>();
        }
        Outlook { stars, counts }
    }
}
