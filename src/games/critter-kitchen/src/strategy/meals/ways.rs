//! Ways to serve the types of one challenge, without soup.
//!
//! For each type only ways count that no other beats in both quality and cost (Nemhauser and Ullmann, 1969).
//! Quality above the highest that earns something counts as that one, and each number of wild spices has its
//! own front. Ways that cost as much as the highest reward are dropped at once, because no meal with them is
//! worth presenting.
//!
//! Wild spices fit any type: allspice and, if the restaurateur allows it, one typed spice that is lent to
//! another type. The caller decides which one is lent; here it is wild like the others.

use super::{
    Perk, Problem, TOKENS,
    front::{Front, Offers, QUALITIES, Way, highest},
};
use crate::rules::{
    courses,
    token::{LOW, TYPES},
};
use sim_engine::bits;

/// Maximum number of spices of one type, and of allspices, that are tried in one meal: the printed box has no
/// more. With a changed box that has more, meals may not be optimal.
pub(super) const SPICES: usize = 2;
pub const REQUIREMENTS: usize = 3;
/// Number of rows of a table, one for each number of wild spices: allspices and one lent spice.
const ROWS: usize = SPICES + 2;
/// Maximum number of a type's ingredients that are tried with another under them in one meal. With more, the
/// highest quality that counts is reached without doubling the last one.
const STACKS: usize = 5;
const SPICED: usize = (SPICES + 1) * ROWS;

/// The cheapest positions with their cumulative cost and mask, by number of positions.
pub struct Cheapest {
    pub count: usize,
    pub cost: [f64; SPICES + 1],
    pub spent: [u64; SPICES + 1],
}

#[derive(Default)]
pub struct Tables {
    /// Partial ways to serve one type, by ingredients that still lack the one under them, typed spices and wild
    /// spices.
    dressed: Vec<Offers>,
    /// Copy of `dressed` from before the current ingredient.
    before: Vec<Offers>,
    /// Ways to serve several types, by missing types and wild spices.
    joined: Vec<Front>,
    offers: Vec<Offers>,
    /// Ways to serve one type, a row for each number of wild spices.
    served: Vec<Front>,
    /// Masks of the tokens that the rows of `served` are made from; no two types share any.
    servings: Vec<u64>,
}

pub struct Counter<'a> {
    problem: &'a Problem,
    tables: &'a mut Tables,
    /// Higher qualities count as this one.
    top: usize,
    hopeless: f64,
    /// Position masks of the ingredients and spices of each type, and of the allspices.
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

    /// Returns the masks of what a meal may lend to another type: nothing, the cheapest spice of a served type,
    /// or the cheapest of all other types. If spices of one type are both lent and used, any of them may be the
    /// lent one.
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

    /// Calls `call` with the number of missing types and every way to serve a challenge's types without the
    /// denied tokens. At most `most` types are missing; the ways include the cost of `allspices` and of the
    /// spice in `lent`.
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
            // Leaving out a type moves a way to the next number of missing types.
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

    /// Returns the start of the ways to serve at least one ingredient of a type from the allowed tokens. Wild
    /// spices are counted, not yet chosen or paid.
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
        // The highest come first, so an ingredient that goes under another comes after it.
        for at in bits(ingredients) {
            let (value, keep) = (usize::from(problem.value(at)), problem.keep[at]);
            if stacks > 0 {
                before.clear();
                before.extend_from_slice(&dressed[..(stacks + 1) * SPICED]);
            }
            for dressed in dressed.chunks_exact_mut(SPICED).take(stacks + 1) {
                // Descending order, so that no ingredient is served twice.
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
            // Alternatively a later ingredient doubles it, or it goes under an earlier one. One of equal value
            // would add as much when served itself.
            for row in 0..stacks * SPICED {
                dressed[row + SPICED].extend(&before[row], at, 2 * value, keep, *top);
                dressed[row].extend(&before[row + SPICED], at, 0, keep, *top);
            }
        }
        // Serving nothing is not a way.
        dressed[0].reached &= !1;
        dressed[0].cost[0] = f64::INFINITY;
        // Neither is an ingredient that lacks the one under it.
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
