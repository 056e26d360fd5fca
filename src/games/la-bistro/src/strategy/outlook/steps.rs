//! Thresholds at which a number turns a purple box: where it reaches, or falls to, that of the others.
//!
//! A line counts only while all lines before it tie, so only a number on such a line can turn the box. If
//! several numbers change, the affected boxes are those that any of them may turn.

use std::cmp::Ordering;

use super::{RAISED, boxes::Boxes};
use crate::rules::chart::{BOXES, EXACT, LINES, NEARNESS, OF_CUISINE, RATINGS};

/// Numbers that may change: the ratings, and after them the cuisine.
pub const GROUPS: usize = RATINGS + 1;
const CUISINE: usize = RATINGS;
/// Number of tabulated rises of a rating, from 0 on.
pub const RUNGS: usize = 8;
const LINE_BITS: usize = u64::BITS as usize / LINES;

/// Returns the group of a number, or `None` if a restaurant never changes it.
#[inline]
pub fn group(number: u8) -> Option<usize> {
    match usize::from(number) {
        rating if rating < EXACT + RATINGS => Some(rating - EXACT),
        cuisine if (OF_CUISINE..NEARNESS).contains(&cuisine) => Some(CUISINE),
        _ => None,
    }
}

/// Returns the index of a group in [`RAISED`], or the index after the last.
#[inline]
fn ladder(group: usize) -> usize {
    const PLACES: [usize; GROUPS] = {
        let mut places = [RAISED.len(); GROUPS];
        let mut at = 0;
        while at < RAISED.len() {
            places[RAISED[at]] = at;
            at += 1;
        }
        places
    };
    PLACES[group]
}

/// Boxes that compare a number, with the number to compare it with.
struct List {
    count: usize,
    /// At most one entry for each line.
    entries: [(u16, u8); BOXES * LINES],
}

impl List {
    const EMPTY: List = List { count: 0, entries: [(0, 0); BOXES * LINES] };

    #[inline]
    fn push(&mut self, number: u16, purple: usize) {
        self.entries[self.count] = (number, purple as u8);
        self.count += 1;
    }

    #[inline]
    fn boxes(&self, test: impl Fn(u16) -> bool) -> Boxes {
        let mut boxes = Boxes::NONE;
        for &(number, purple) in &self.entries[..self.count] {
            if test(number) {
                boxes.insert(purple.into());
            }
        }
        boxes
    }
}

pub struct Steps {
    /// Boxes that may turn when a number rises, and when it falls.
    rises: [List; GROUPS],
    falls: [List; GROUPS],
    /// Boxes that may turn when one of [`RAISED`] rises by 0, 1, 2...; the last row collects the other groups.
    ladders: [[Boxes; RUNGS]; RAISED.len() + 1],
}

impl Steps {
    pub const NONE: Steps = Steps {
        rises: [List::EMPTY; GROUPS],
        falls: [List::EMPTY; GROUPS],
        ladders: [[Boxes::NONE; RUNGS]; RAISED.len() + 1],
    };

    /// Rebuilds the lists from all boxes. Each box comes with the numbers that its lines compare, the
    /// restaurant's result and the best of the others, if anybody competes.
    pub fn renew<'a>(&mut self, boxes: impl Iterator<Item = Option<(&'a [u8; LINES], u64, u64)>>) {
        self.rises.iter_mut().chain(&mut self.falls).for_each(|list| list.count = 0);
        self.ladders = [[Boxes::NONE; RUNGS]; RAISED.len() + 1];
        for (purple, compared) in boxes.enumerate() {
            if let Some((numbers, own, best)) = compared {
                self.note(purple, numbers, own, best);
            }
        }
        for ladder in &mut self.ladders[..RAISED.len()] {
            for rung in 1..RUNGS {
                ladder[rung] |= ladder[rung - 1];
            }
        }
    }

    #[inline]
    fn note(&mut self, purple: usize, numbers: &[u8; LINES], own: u64, best: u64) {
        let ties = (own ^ best).leading_zeros() as usize / LINE_BITS;
        for (line, &number) in numbers.iter().enumerate().take(ties + 1) {
            let Some(group) = group(number) else { continue };
            let number = |result: u64| (result >> (LINE_BITS * (LINES - 1 - line))) as u16;
            let against = number(best);
            // On the deciding line, only one direction changes the result.
            if line < ties || own < best {
                self.rises[group].push(against, purple);
                let rise = usize::from((against - number(own)).max(1));
                if rise < RUNGS {
                    self.ladders[ladder(group)][rise].insert(purple);
                }
            }
            if line < ties || own > best {
                self.falls[group].push(against, purple);
            }
        }
    }

    /// Returns the boxes that may turn when one of [`RAISED`] rises by less than [`RUNGS`].
    #[inline]
    pub fn raised(&self, at: usize, rise: usize) -> Boxes {
        self.ladders[at][rise]
    }

    /// Returns the boxes that may turn when a number changes.
    #[inline]
    pub fn stirred(&self, group: usize, was: u16, is: u16) -> Boxes {
        match is.cmp(&was) {
            Ordering::Greater => self.rises[group].boxes(|against| is >= against),
            Ordering::Less => self.falls[group].boxes(|against| is <= against),
            Ordering::Equal => Boxes::NONE,
        }
    }

    #[inline]
    pub fn stirred_by_cuisine(&self) -> Boxes {
        self.rises[CUISINE].boxes(|_| true) | self.falls[CUISINE].boxes(|_| true)
    }
}
