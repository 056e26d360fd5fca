//! The sums of a storage, kept from one decision of a seat to its next.

use super::Standing;
use crate::rules::token::{LOW, TYPES, Token, Tokens, VALUES, course_kinds};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub quality: u16,
    pub worth: [u16; VALUES],
    /// What a course multiplies values by, without and with a spice; known fanatics count.
    pub factors: [[u16; 2]; TYPES],
    pub courses: [Course; TYPES],
    /// Quality of the best of all courses together.
    pub best: u16,
    pub paired: u16,
    pub allspices: u8,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Course {
    /// The highest worth among its ingredients.
    pub top: u16,
    /// Quality of the best ingredient, with its spice if there is one.
    pub best: u16,
    /// What an allspice would add.
    pub unspiced: u16,
    /// Quality of further ingredients that the critic allows in the course.
    pub more: u16,
}

/// Sums kept from one decision of a seat to its next.
///
/// They follow from what stands beside them, and are added up afresh for just what differs: the
/// courses of which there is more or less, or everything after a fanatic is seen.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    taste: Option<Taste>,
    stock: Tokens,
    sums: Sums,
}

/// What decides beside the storage what a dish is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Taste {
    critic: u8,
    restaurateur: u8,
    fanatics: u8,
}

impl Ledger {
    pub(super) fn bring_up_to_date(&mut self, standing: &mut Standing<'_>) {
        let taste = standing.taste();
        if self.taste != Some(taste) {
            standing.sums = standing.added_up();
        } else {
            standing.sums = self.sums;
            if !standing.renew(&self.stock) {
                return;
            }
        }
        *self = Ledger { taste: Some(taste), stock: standing.kitchen.stock, sums: standing.sums };
    }
}

impl Standing<'_> {
    fn added_up(&self) -> Sums {
        let mut all = Standing { sums: Sums::default(), ..*self };
        all.sums.worth = std::array::from_fn(|at| {
            self.rules.worth(self.critic, self.kitchen, Token::ingredient(0, LOW + at as u8))
        });
        all.sums.allspices = self.allspices();
        for course in 0..TYPES {
            all.sums.factors[course] = all.course_factors(course);
            all.sums.courses[course] = all.course(course, &self.kitchen.stock);
        }
        all.total_up();
        all.sums
    }

    fn total_up(&mut self) {
        self.sums.best = self.sums.courses.iter().map(|course| course.best).sum();
        self.sums.paired = self.paired(&self.kitchen.stock);
        self.sums.quality = self.total(&self.sums.courses, self.sums.allspices, self.sums.paired);
    }

    /// Adds up what differs from the sums of another storage; says whether anything does.
    fn renew(&mut self, before: &Tokens) -> bool {
        let stock = &self.kitchen.stock;
        let changed = stock.differing(before);
        let allspices = self.allspices();
        if changed == 0 && allspices == self.sums.allspices {
            return false;
        }
        self.sums.allspices = allspices;
        for course in 0..TYPES {
            if changed & (course_kinds(course) | Token::spice(course).bit()) != 0 {
                self.sums.courses[course] = self.course(course, stock);
            }
        }
        self.total_up();
        debug_assert_eq!(self.sums, self.added_up(), "sums follow from the storage");
        true
    }

    pub fn taste(&self) -> Taste {
        Taste {
            critic: self.seen.critic_row(),
            restaurateur: self.kitchen.restaurateur,
            fanatics: self.fanatics,
        }
    }
}
