//! Ways to serve the types of one challenge, without soup.
//!
//! Of each type only those ways count that no other beats in quality and cost at once (Nemhauser
//! and Ullmann, 1969), where quality above the highest that earns something counts as that; ways
//! of different numbers of wild spices are kept apart. What costs as much as the highest reward is
//! left out from the start: no meal with it is worth presenting.
//!
//! Wild spices go with any type: allspice and, where the restaurateur allows it, one typed spice that
//! is lent to another type. Which one is lent the caller decides; here it is wild like the others.

use super::{
    Perk, Problem, TOKENS,
    front::{Front, Offers, QUALITIES, Way, highest},
};
use crate::rules::{
    courses,
    token::{LOW, TYPES},
};
use sim_engine::bits;

/// The most spices of one type, and the most allspices, that one meal is tried with: the box has no more of
/// them. Of a changed box that has, the others are left out, so that meals may not be the best.
pub(super) const SPICES: usize = 2;
pub const REQUIREMENTS: usize = 3;
/// Rows of a table by the number of wild spices: allspices and one that is lent.
const ROWS: usize = SPICES + 2;
/// The most ingredients of one type that one meal is tried with another under them. With more of them
/// the highest quality that counts is reached without the last one's double too.
const STACKS: usize = 5;
const SPICED: usize = (SPICES + 1) * ROWS;

/// A few positions with their running cost, the cheapest first.
pub struct Cheapest {
    pub count: usize,
    pub cost: [f64; SPICES + 1],
    pub spent: [u64; SPICES + 1],
}

#[derive(Default)]
pub struct Tables {
    /// Ways to serve one type on the way to them, by ingredients that still lack the one under them,
    /// typed spices and wild spices.
    dressed: Vec<Offers>,
    /// The same before the ingredient under way.
    before: Vec<Offers>,
    /// Ways to serve several types, by types left out and wild spices.
    joined: Vec<Front>,
    offers: Vec<Offers>,
    /// Ways to serve one type, a row for each number of wild spices.
    served: Vec<Front>,
    /// The tokens that they are made from, as masks; no two types share any.
    servings: Vec<u64>,
}

pub struct Counter<'a> {
    problem: &'a Problem,
    tables: &'a mut Tables,
    /// Qualities above count as this one.
    top: usize,
    hopeless: f64,
    /// Positions of the ingredients and the spices of each type, and of allspice.
    kinds: [u64; TYPES],
    spices: [u64; TYPES],
    pub allspices: u64,
    wilds: usize,
}

impl<'a> Counter<'a> {
    pub fn new(problem: &'a Problem, tables: &'a mut Tables, top: usize, hopeless: f64) -> Counter<'a> {
        let mut kinds = [0; TYPES];
        let mut spices = [0; TYPES];
        let mut allspices = 0u64;
        for at in 0..problem.count {
            let token = problem.tokens[at];
            match token.course() {
                None => allspices |= 1 << at,
                Some(course) if token.is_ingredient() => kinds[course] |= 1 << at,
                Some(course) => spices[course] |= 1 << at,
            }
        }
        tables.servings.clear();
        tables.dressed.resize((STACKS + 1) * SPICED, Offers::NONE);
        tables.joined.resize((REQUIREMENTS + 1) * ROWS, Front::NONE);
        tables.offers.resize((REQUIREMENTS + 1) * ROWS, Offers::NONE);
        let can_lend = problem.perk == Perk::OtherSpice;
        let wilds = allspices.count_ones().min(SPICES as u32) as usize + usize::from(can_lend);
        Counter { problem, tables, top, hopeless, kinds, spices, allspices, wilds }
    }

    /// What a meal may lend to another type, as masks: nothing, or the cheapest spice of a type that is
    /// served, or the cheapest of all other types. Of spices of one type that are lent and used at once
    /// any may be the one that is lent.
    #[inline]
    pub fn lent(&self, needs: u8, denied: u64) -> ([u64; REQUIREMENTS + 2], usize) {
        let mut lent = [0; REQUIREMENTS + 2];
        let mut count = 1;
        if self.problem.perk == Perk::OtherSpice {
            let other = (0..TYPES).filter(|&course| needs >> course & 1 == 0);
            let other = other.fold(0, |mask, course| mask | self.spices[course]);
            for spices in courses(needs).map(|course| self.spices[course]).chain([other]) {
                lent[count] = self.cheapest(spices & !denied).spent[1];
                count += usize::from(lent[count] != 0);
            }
        }
        (lent, count)
    }

    /// Calls for every way to serve the types of a challenge from all but the tokens denied, with
    /// `most` types left out at most, the allspices that are given paid, and the spice of a mask lent:
    /// by types left out.
    pub fn each(
        &mut self,
        needs: u8,
        denied: u64,
        most: usize,
        allspices: &Cheapest,
        lent: u64,
        mut call: impl FnMut(usize, Way),
    ) {
        let (first, keep) = match lent {
            0 => (0, 0.0),
            _ => (1, self.problem.keep[lent.trailing_zeros() as usize % TOKENS]),
        };
        self.join(needs, denied | lent, most, first + allspices.count);
        for (missing, rows) in self.tables.joined.chunks_exact(ROWS).enumerate().take(most + 1) {
            for (taken, front) in rows[first..].iter().enumerate().take(allspices.count + 1) {
                let (paid, spices) = (keep + allspices.cost[taken], lent | allspices.spent[taken]);
                for &Way { quality, cost, spent } in front.ways() {
                    call(missing, Way { quality, cost: cost + paid, spent: spent | spices });
                }
            }
        }
    }

    fn join(&mut self, needs: u8, denied: u64, most: usize, wilds: usize) {
        let place = |missing: usize, taken: usize| missing * ROWS + taken;
        for (types, course) in courses(needs).enumerate() {
            let start = self.serve(course, !denied & (self.kinds[course] | self.spices[course]));
            let Tables { joined, offers, served, .. } = &mut *self.tables;
            let served = &served[start..=start + wilds];
            if types == 0 {
                for (row, served) in joined.iter_mut().zip(served) {
                    row.copy(served);
                }
                for front in &mut joined[ROWS..(most + 1) * ROWS] {
                    front.clear();
                }
                if most > 0 {
                    joined[ROWS].only(Way::default());
                }
                continue;
            }
            // A type left out moves a way on by one.
            for missing in (0..=types.min(most)).rev() {
                for taken in (0..=wilds).rev() {
                    for &Way { quality, cost, spent } in joined[place(missing, taken)].ways() {
                        if missing < most {
                            offers[place(missing + 1, taken)].offer(quality, cost, spent);
                        }
                        for (more, served) in served[..=wilds - taken].iter().enumerate() {
                            let to = &mut offers[place(missing, taken + more)];
                            for way in served.ways() {
                                let quality = (quality + way.quality).min(self.top);
                                to.offer(quality, cost + way.cost, spent | way.spent);
                            }
                        }
                    }
                }
            }
            for missing in 0..=most.min(types + 1) {
                for taken in 0..=wilds {
                    let at = place(missing, taken);
                    offers[at].settle(self.hopeless, &mut joined[at]);
                }
            }
        }
    }

    /// Where the ways to serve at least one ingredient of a type from its tokens of a mask are kept;
    /// the wild spices are counted, not yet named or paid.
    fn serve(&mut self, course: usize, allowed: u64) -> usize {
        if let Some(at) = self.tables.servings.iter().position(|&serving| serving == allowed) {
            return at * ROWS;
        }
        let start = self.tables.servings.len() * ROWS;
        self.tables.servings.push(allowed);
        let wilds = self.wilds;
        let spices = self.cheapest(self.spices[course] & allowed);
        let ingredients = self.kinds[course] & allowed;
        let Counter { problem, tables, top, hopeless, .. } = self;
        let stacks = match problem.perk {
            Perk::Under => (ingredients.count_ones() as usize / 2).min(STACKS),
            _ => 0,
        };
        let Tables { dressed, before, served, offers, .. } = &mut **tables;
        let place = |typed: usize, taken: usize| typed * ROWS + taken;
        dressed[0].offer(0, 0.0, 0);
        // The highest come first, so what goes under an ingredient comes after it.
        for at in bits(ingredients) {
            let (value, keep) = (usize::from(problem.value(at)), problem.keep[at]);
            if stacks > 0 {
                before.clear();
                before.extend_from_slice(&dressed[..(stacks + 1) * SPICED]);
            }
            for dressed in dressed.chunks_exact_mut(SPICED).take(stacks + 1) {
                // The last come first, so that no ingredient is served twice.
                for typed in (0..=spices.count).rev() {
                    for taken in (0..=wilds).rev() {
                        let to = place(typed, taken);
                        let mut join = |from: usize, gain: usize| {
                            let mut left = dressed[from].reached;
                            while left != 0 {
                                let quality = highest(left);
                                left ^= 1 << quality;
                                let Offers { cost, spent, .. } = &dressed[from];
                                let (cost, spent) = (cost[quality] + keep, spent[quality] | 1 << at);
                                dressed[to].offer((quality + gain).min(*top), cost, spent);
                            }
                        };
                        join(to, value);
                        if typed > 0 {
                            join(place(typed - 1, taken), 2 * value);
                        }
                        if taken > 0 {
                            join(place(typed, taken - 1), 2 * value);
                        }
                    }
                }
            }
            // Or it is doubled by one still to come, or goes under one of those before it; one of equal
            // value would do as well beside it.
            for row in 0..stacks * SPICED {
                dressed[row + SPICED].extend(&before[row], at, 2 * value, keep, *top);
                dressed[row].extend(&before[row + SPICED], at, 0, keep, *top);
            }
        }
        // Nothing served is not a way to serve.
        dressed[0].reached &= !1;
        dressed[0].cost[0] = f64::INFINITY;
        // Nor is an ingredient that lacks the one under it.
        dressed[SPICED..(stacks + 1) * SPICED].fill(Offers::NONE);
        if served.len() < start + ROWS {
            served.resize(start + ROWS, Front::NONE);
        }
        for taken in 0..=wilds {
            let fresh = &mut offers[0];
            for typed in 0..=spices.count {
                let Offers { reached, cost, spent } = &mut dressed[place(typed, taken)];
                let mut left = std::mem::replace(reached, 0);
                while left != 0 {
                    let quality = highest(left);
                    left ^= 1 << quality;
                    let cost = std::mem::replace(&mut cost[quality], f64::INFINITY);
                    fresh.offer(quality, cost + spices.cost[typed], spent[quality] | spices.spent[typed]);
                }
            }
            fresh.settle(*hopeless, &mut served[start + taken]);
        }
        start
    }

    pub fn cheapest(&self, mask: u64) -> Cheapest {
        let mut found = Cheapest { count: 0, cost: [0.0; SPICES + 1], spent: [0; SPICES + 1] };
        let mut left = mask;
        let keep = |at: &usize| self.problem.keep[*at];
        while found.count < SPICES {
            let Some(at) = bits(left).min_by(|a, b| keep(a).total_cmp(&keep(b))) else { break };
            left &= !(1 << at);
            found.cost[found.count + 1] = found.cost[found.count] + keep(&at);
            found.spent[found.count + 1] = found.spent[found.count] | 1 << at;
            found.count += 1;
        }
        found
    }
}

const _: () = assert!(
    STACKS * 2 * (LOW as usize + 1) + LOW as usize + (LOW as usize + 1) >= QUALITIES - 1,
    "one stack more can as well stand side by side"
);
