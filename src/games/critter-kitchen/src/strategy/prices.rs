//! The worth of items by a script's formula for `pick`, cached.
//!
//! Plans score every item in sight and picks a few of them, again and again within a round in which little
//! changes. A cached worth stays valid while all inputs of its item's features stay the same. A token that the
//! seat gains affects only its own course, unless allspice or the critic tangles the courses.

use super::{
    items::{self, Around, Rivals},
    standing::{Standing, Taste},
    stars::Stars,
    vocabulary::{Context, Item as F, item_group},
};
use crate::rules::{
    Action, Decision, Item,
    token::{INGREDIENT_KINDS, KINDS, RUMOR_KINDS, SPICE_KINDS, TYPES, Token, Tokens, course_kinds, kinds},
};
use sim_script::{Evaluator, Script, script::PointScript};

/// Codes of items: tokens first.
pub const SOUP: usize = KINDS;
pub const BISQUE: usize = KINDS + 1;
pub const ZOUS_CHEF: usize = KINDS + 2;
pub const LEAVING: usize = KINDS + 3;
pub const CODES: usize = KINDS + 4;

#[inline]
pub fn code(item: Option<Item>) -> usize {
    match item {
        Some(Item::Token(token)) => token.index(),
        Some(Item::Soup) => SOUP,
        Some(Item::Bisque) => BISQUE,
        Some(Item::ZousChef) => ZOUS_CHEF,
        None => LEAVING,
    }
}

fn item(code: usize) -> Option<Item> {
    match code {
        SOUP => Some(Item::Soup),
        BISQUE => Some(Item::Bisque),
        ZOUS_CHEF => Some(Item::ZousChef),
        LEAVING => None,
        _ => Some(Item::Token(Token(code as u8))),
    }
}

/// Human-readable name of an item.
fn label(code: u8) -> String {
    item(code.into()).map_or(Action::Leave, |item| Action::Take { item }).to_string()
}

const GROUPS: [u64; 2] = {
    let mut groups = [0; 2];
    groups[item_group::INGREDIENT] = INGREDIENT_KINDS;
    groups[item_group::OTHER] = !INGREDIENT_KINDS;
    groups
};

const MOST: f64 = 1e9;

/// Worth of items, cached between a seat's decisions.
#[derive(Debug, Clone)]
pub struct Prices {
    /// Mask of the codes whose scores are valid.
    known: u64,
    scores: [f64; CODES],
    /// Scores clamped so that sums of them stay finite.
    worth: [f64; CODES],
    basis: Basis,
}

/// All inputs of the scores except the script.
#[derive(Debug, Clone, Default)]
struct Basis {
    /// Context values that the formula reads, as bits of `f64`.
    context: [u64; Context::FEATURES.len()],
    taste: Option<Taste>,
    stock: Tokens,
    allspices: u8,
    needs: [u8; TYPES],
    rivals: Rivals,
    stars: Stars,
    zous: Option<u8>,
}

impl Default for Prices {
    fn default() -> Prices {
        Prices { known: 0, scores: [0.0; CODES], worth: [0.0; CODES], basis: Basis::default() }
    }
}

impl Prices {
    pub fn forget(&mut self) {
        self.known = 0;
    }

    /// Updates the scores of a mask of codes. The evaluator must hold the current context.
    pub fn renew(&mut self, me: &Standing<'_>, script: &Script, evaluator: &mut Evaluator, wanted: u64) {
        self.known &= !self.basis.renew(me, script.point(Decision::Pick), &evaluator.context);
        if evaluator.explains() {
            // Explanations need the whole formula, not its groups.
            self.score(me, (script, evaluator), None, wanted);
            return;
        }
        let missing = wanted & !self.known;
        for (group, kinds) in GROUPS.into_iter().enumerate() {
            if missing & kinds != 0 {
                self.score(me, (script, evaluator), Some(group), missing & kinds);
            }
        }
    }

    /// Scores a mask of codes, of one group or of all. Returns the codes in the evaluator's order, and their
    /// number.
    fn score(
        &mut self,
        me: &Standing<'_>,
        (script, evaluator): (&Script, &mut Evaluator),
        group: Option<usize>,
        scored: u64,
    ) -> ([u8; CODES], usize) {
        let point = script.point(Decision::Pick);
        let features = group.map_or(point.part_masks[0], |group| point.slots[0].groups[group].part_mask());
        let columns = evaluator.columns(Decision::Pick, 0);
        // The features of ingredients are written for each of them, so their columns need no clearing.
        if group != Some(item_group::INGREDIENT) {
            columns.clear(features, scored.count_ones() as usize);
        }
        let columns = columns.rows();
        let mut codes = [0; CODES];
        let mut count = 0;
        let mut enter = |mask: u64| {
            let start = count;
            for token in kinds(mask) {
                codes[count] = token.0;
                count += 1;
            }
            start
        };
        let around = Around { rivals: &self.basis.rivals, stars: &self.basis.stars };
        for course in 0..TYPES {
            let mine = scored & course_kinds(course);
            if mine != 0 {
                items::typed(me, around, course, mine, features, columns, enter(mine));
            }
        }
        let start = enter(scored & !INGREDIENT_KINDS);
        for (at, &code) in codes.iter().enumerate().take(count).skip(start) {
            items::item(me, around, item(code.into()), features, columns, at);
        }
        let scores = match group {
            Some(group) => evaluator.score_group(script, Decision::Pick, group, count),
            None => evaluator.score(script, Decision::Pick, 0, count, |at| label(codes[at])),
        };
        for (&code, &score) in codes[..count].iter().zip(scores) {
            self.scores[usize::from(code)] = score;
            self.worth[usize::from(code)] = score.clamp(-MOST, MOST);
        }
        self.known |= scored;
        (codes, count)
    }

    /// Scores a mask of codes so that the evaluator holds all their features. Returns the codes in the
    /// evaluator's order, and their number.
    pub fn lay_out(
        &mut self,
        me: &Standing<'_>,
        script: &Script,
        evaluator: &mut Evaluator,
        wanted: u64,
    ) -> ([u8; CODES], usize) {
        self.known &= !self.basis.renew(me, script.point(Decision::Pick), &evaluator.context);
        self.score(me, (script, evaluator), None, wanted)
    }

    /// Returns the score of an item code, which [`Prices::renew`] must have covered.
    #[inline]
    pub fn score_of(&self, code: usize) -> f64 {
        debug_assert!(self.known >> code & 1 == 1, "the worth of {:?} was not asked for", item(code));
        self.scores[code]
    }

    /// Returns the score clamped so that sums stay finite.
    #[inline]
    pub fn worth(&self, code: usize) -> f64 {
        debug_assert!(self.known >> code & 1 == 1, "the worth of {:?} was not asked for", item(code));
        self.worth[code]
    }
}

const STARS: u128 = F::ChallengeStars.bit() | F::CriticStars.bit() | F::TakesBest.bit();

#[inline]
fn kinds_of(course: usize) -> u64 {
    course_kinds(course) | Token::spice(course).bit()
}

impl Basis {
    /// Adopts the seat's current view; returns the mask of codes whose features may have changed.
    fn renew(&mut self, me: &Standing<'_>, point: &PointScript, context: &[f64]) -> u64 {
        let features = point.part_masks[0];
        let mut stale = if self.taste == Some(me.taste()) { 0 } else { u64::MAX };
        self.taste = Some(me.taste());
        let (mut read, mut moved) = (point.context_mask, 0);
        while read != 0 {
            let at = read.trailing_zeros() as usize;
            let value = context[at].to_bits();
            moved |= u128::from(self.context[at] != value) << at;
            self.context[at] = value;
            read &= read - 1;
        }
        // Stars depend on all storages, including those of rivals.
        let stars = Stars::new(me, features);
        let in_stars = if self.stars == stars { 0 } else { STARS };
        self.stars = stars;
        for (program, kinds) in point.slots[0].groups.iter().zip(GROUPS) {
            if program.context_mask() & moved | program.part_mask() & in_stars != 0 {
                stale |= kinds;
            }
        }
        let stock = &me.kitchen.stock;
        let changed = stock.differing(&self.stock);
        let is_tangled = me.is_tangled() && changed != 0 || self.allspices != me.allspices();
        if is_tangled {
            stale |= INGREDIENT_KINDS | SPICE_KINDS;
        }
        let rivals = Rivals::new(me, features);
        stale |= changed;
        if changed != 0 || self.needs != me.needs || self.rivals.least_best != rivals.least_best {
            for course in 0..TYPES {
                let is_same = self.needs[course] == me.needs[course]
                    && self.rivals.least_best[course] == rivals.least_best[course];
                if changed & kinds_of(course) != 0 || !is_same {
                    stale |= kinds_of(course);
                }
            }
            // An allspice goes to whichever course gains most.
            stale |= Token::ALLSPICE.bit();
            self.needs = me.needs;
            self.stock = *stock;
        }
        if self.rivals.knowing != rivals.knowing {
            stale |= RUMOR_KINDS;
        }
        let zous = me.seen.zous_on_offer().map(|zous| zous.capacity);
        if self.zous != zous {
            stale |= 1 << ZOUS_CHEF;
        }
        self.zous = zous;
        self.rivals = rivals;
        self.allspices = me.allspices();
        stale
    }
}

const _: () = assert!(CODES <= 64, "codes are bits of a mask");
