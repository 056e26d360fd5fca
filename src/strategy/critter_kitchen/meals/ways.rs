//! Ways to serve the types of one challenge, without soup.
//!
//! Of each type only those ways count that no other beats in quality and cost at once (Nemhauser
//! and Ullmann, 1969), where quality above the highest that earns something counts as that; ways
//! of different numbers of allspices are kept apart. What costs as much as the highest reward is
//! left out from the start: no meal with it is worth presenting.

use super::{Problem, positions};
use crate::rules::critter_kitchen::{courses, token::TYPES};

/// Qualities that are told apart: brackets up to 31.
pub const QUALITIES: usize = 32;
/// The most spices of one type, and the most allspices, that one meal is tried with.
pub const SPICES: usize = 2;
/// The most requirements of a challenge.
pub const REQUIREMENTS: usize = 3;
/// Rows of a table by the number of allspices.
const ROWS: usize = SPICES + 1;

/// A way to serve something: its quality, its cost, and the tokens it spends.
#[derive(Clone, Copy, Default)]
pub struct Way {
    pub quality: usize,
    pub cost: f64,
    pub spent: u64,
}

/// Ways that do not beat each other, the highest quality first.
#[derive(Clone)]
struct Front {
    len: usize,
    ways: [Way; QUALITIES],
}

impl Front {
    const NONE: Front = Front { len: 0, ways: [Way { quality: 0, cost: 0.0, spent: 0 }; QUALITIES] };

    #[inline]
    fn ways(&self) -> &[Way] {
        &self.ways[..self.len]
    }

    fn only(&mut self, way: Way) {
        self.len = 1;
        self.ways[0] = way;
    }

    fn copy(&mut self, other: &Front) {
        self.len = other.len;
        self.ways[..other.len].copy_from_slice(other.ways());
    }
}

/// The cheapest ways found so far by quality; of equal ones the first.
#[derive(Clone)]
struct Offers {
    /// Qualities that can be had, as a mask; the others cost without end.
    reached: u32,
    cost: [f64; QUALITIES],
    spent: [u64; QUALITIES],
}

impl Offers {
    const NONE: Offers = Offers { reached: 0, cost: [f64::INFINITY; QUALITIES], spent: [0; QUALITIES] };

    /// Takes a way if it is cheaper. Whether it is can hardly be guessed, so nothing branches.
    #[inline(always)]
    fn offer(&mut self, quality: usize, cost: f64, spent: u64) {
        let quality = quality % QUALITIES;
        let (known, tokens) = (self.cost[quality], self.spent[quality]);
        let is_less = cost < known;
        self.reached |= 1 << quality;
        self.cost[quality] = if is_less { cost } else { known };
        self.spent[quality] = if is_less { spent } else { tokens };
    }

    /// Leaves out the ways that cost `most` or more, or as much as one of higher quality, and starts
    /// over.
    #[inline]
    fn settle(&mut self, most: f64, front: &mut Front) {
        let mut left = std::mem::replace(&mut self.reached, 0);
        let mut least = most;
        let mut len = 0;
        while left != 0 {
            let quality = highest(left);
            left ^= 1 << quality;
            let cost = std::mem::replace(&mut self.cost[quality], f64::INFINITY);
            front.ways[len % QUALITIES] = Way { quality, cost, spent: self.spent[quality] };
            let is_less = cost < least;
            len += usize::from(is_less);
            least = if is_less { cost } else { least };
        }
        front.len = len;
    }
}

/// The highest quality of a mask that is not empty.
#[inline(always)]
fn highest(mask: u32) -> usize {
    // The remainder tells the compiler that a table of qualities has the place.
    (31 - mask.leading_zeros()) as usize % QUALITIES
}

/// A few positions with their running cost, the cheapest first.
pub struct Cheapest {
    pub count: usize,
    pub cost: [f64; ROWS],
    pub spent: [u64; ROWS],
}

/// Space that one solution after the other uses.
#[derive(Default)]
pub struct Tables {
    /// Ways to serve one type on the way to them, by typed spices and allspices.
    dressed: Vec<Offers>,
    /// Ways to serve several types, by types left out and allspices.
    joined: Vec<Front>,
    offers: Vec<Offers>,
    /// Ways to serve one type, a row for each number of allspices.
    served: Vec<Front>,
    /// The tokens that they are made from, as masks; no two types share any.
    servings: Vec<u64>,
}

/// The tokens of a problem by type, and the ways to serve them.
pub struct Counter<'a> {
    problem: &'a Problem,
    tables: &'a mut Tables,
    /// Qualities above count as this one.
    top: usize,
    /// Ways of this cost or more are left out.
    hopeless: f64,
    /// Positions of the ingredients and the spices of each type, and of allspice.
    kinds: [u64; TYPES],
    spices: [u64; TYPES],
    pub allspices: u64,
}

impl<'a> Counter<'a> {
    pub fn new(problem: &'a Problem, tables: &'a mut Tables, top: usize, hopeless: f64) -> Counter<'a> {
        let mut kinds = [0; TYPES];
        let mut spices = [0; TYPES];
        let mut allspices = 0;
        for at in 0..problem.count {
            let token = problem.tokens[at];
            match token.course() {
                None => allspices |= 1 << at,
                Some(course) if token.is_ingredient() => kinds[course] |= 1 << at,
                Some(course) => spices[course] |= 1 << at,
            }
        }
        tables.servings.clear();
        tables.dressed.resize(ROWS * ROWS, Offers::NONE);
        tables.joined.resize((REQUIREMENTS + 1) * ROWS, Front::NONE);
        tables.offers.resize((REQUIREMENTS + 1) * ROWS, Offers::NONE);
        Counter { problem, tables, top, hopeless, kinds, spices, allspices }
    }

    /// Calls for every way to serve the types of a challenge from all but the tokens denied, with
    /// `most` types left out at most and the allspices that are given paid: by types left out.
    pub fn each(
        &mut self,
        needs: u8,
        denied: u64,
        most: usize,
        allspices: &Cheapest,
        mut call: impl FnMut(usize, Way),
    ) {
        self.join(needs, denied, most, allspices.count);
        for (missing, rows) in self.tables.joined.chunks_exact(ROWS).enumerate().take(most + 1) {
            for (taken, front) in rows.iter().enumerate().take(allspices.count + 1) {
                for &Way { quality, cost, spent } in front.ways() {
                    let cost = cost + allspices.cost[taken];
                    call(missing, Way { quality, cost, spent: spent | allspices.spent[taken] });
                }
            }
        }
    }

    /// Joins the ways to serve the types of a challenge, one type after the other.
    fn join(&mut self, needs: u8, denied: u64, most: usize, allspices: usize) {
        let place = |missing: usize, taken: usize| missing * ROWS + taken;
        for (types, course) in courses(needs).enumerate() {
            let start = self.serve(course, !denied & (self.kinds[course] | self.spices[course]));
            let Tables { joined, offers, served, .. } = &mut *self.tables;
            let served = &served[start..=start + allspices];
            if types == 0 {
                for (row, served) in joined.iter_mut().zip(served) {
                    row.copy(served);
                }
                for front in &mut joined[ROWS..(most + 1) * ROWS] {
                    front.len = 0;
                }
                if most > 0 {
                    joined[ROWS].only(Way::default());
                }
                continue;
            }
            // A type left out moves a way on by one.
            for missing in (0..=types.min(most)).rev() {
                for taken in (0..=allspices).rev() {
                    for &Way { quality, cost, spent } in joined[place(missing, taken)].ways() {
                        if missing < most {
                            offers[place(missing + 1, taken)].offer(quality, cost, spent);
                        }
                        for (more, served) in served[..=allspices - taken].iter().enumerate() {
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
                for taken in 0..=allspices {
                    let at = place(missing, taken);
                    offers[at].settle(self.hopeless, &mut joined[at]);
                }
            }
        }
    }

    /// Where the ways to serve at least one ingredient of a type from its tokens of a mask are kept;
    /// the allspices are counted, not yet named or paid.
    fn serve(&mut self, course: usize, allowed: u64) -> usize {
        if let Some(at) = self.tables.servings.iter().position(|&serving| serving == allowed) {
            return at * ROWS;
        }
        let start = self.tables.servings.len() * ROWS;
        self.tables.servings.push(allowed);
        let allspices = self.allspices.count_ones().min(SPICES as u32) as usize;
        let spices = self.cheapest(self.spices[course] & allowed);
        let Counter { problem, tables, top, hopeless, .. } = self;
        let Tables { dressed, served, offers, .. } = &mut **tables;
        let place = |typed: usize, taken: usize| typed * ROWS + taken;
        dressed[0].offer(0, 0.0, 0);
        for at in positions(self.kinds[course] & allowed) {
            let (value, keep) = (usize::from(problem.value(at)), problem.keep[at]);
            // The last come first, so that no ingredient is served twice.
            for typed in (0..=spices.count).rev() {
                for taken in (0..=allspices).rev() {
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
        // Nothing served is not a way to serve.
        dressed[0].reached &= !1;
        dressed[0].cost[0] = f64::INFINITY;
        if served.len() < start + ROWS {
            served.resize(start + ROWS, Front::NONE);
        }
        for taken in 0..=allspices {
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

    /// The few positions of a mask that are cheapest to spend.
    pub fn cheapest(&self, mask: u64) -> Cheapest {
        let mut found = Cheapest { count: 0, cost: [0.0; ROWS], spent: [0; ROWS] };
        let mut left = mask;
        let keep = |at: &usize| self.problem.keep[*at];
        while found.count < SPICES {
            let Some(at) = positions(left).min_by(|a, b| keep(a).total_cmp(&keep(b))) else { break };
            left &= !(1 << at);
            found.cost[found.count + 1] = found.cost[found.count] + keep(&at);
            found.spent[found.count + 1] = found.spent[found.count] | 1 << at;
            found.count += 1;
        }
        found
    }
}

const _: () = assert!(QUALITIES <= 32, "qualities are bits of masks");
