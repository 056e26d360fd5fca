//! The sums of a storage, cached between a seat's decisions.

use super::Standing;
use crate::rules::token::{LOW, TYPES, Token, Tokens, VALUES, course_kinds};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Sums {
    pub quality: u16,
    pub worth: [u16; VALUES],
    /// Factors of each course without and with a spice, including known fanatics.
    pub factors: [[u16; 2]; TYPES],
    pub courses: [Course; TYPES],
    /// Sum of `best` over all courses.
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
    /// Quality that an allspice would add.
    pub unspiced: u16,
    /// Quality of further ingredients that the critic allows in the course.
    pub more: u16,
}

/// Sums cached between a seat's decisions.
///
/// They follow from the other fields and are recomputed only where these differ: for the changed courses, or
/// for all after a change of [`Taste`].
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    taste: Option<Taste>,
    stock: Tokens,
    sums: Sums,
}

/// Inputs of a dish's worth besides the storage.
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

    /// Updates the sums where the storage differs from `before`; returns whether it does anywhere.
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
