//! The meals of highest worth, proven by branch and bound.
//!
//! Each challenge first gets the best meal as if it were alone in the kitchen; the sum of the
//! three bounds all solutions, and if no token is wanted twice it is one. Otherwise a token that
//! two meals want is denied to the one or to the other: every solution is in one of the two
//! branches. Soup is not branched on: a meal alone is solved for every amount of soup at once, and
//! the amounts are divided so that the sum is highest.
//!
//! A meal alone is built from its types. Of each type only those ways to serve it count that no
//! other beats in quality and cost at once (Nemhauser and Ullmann, 1969), where quality above the
//! highest bracket counts as that bracket; ways of different numbers of allspices are kept apart.

use super::{Meal, Problem, TOKENS, positions};
use crate::rules::critter_kitchen::{courses, token::TYPES, variant::DAY};

/// Qualities that are told apart: brackets up to 31.
const QUALITIES: usize = 32;
/// The most spices of one type, and the most allspices, that one meal is tried with.
const SPICES: usize = 2;
/// The most soups and bisques that are divided among the meals.
const SOUPS: usize = 24;
const BISQUES: usize = 8;
/// The most requirements of a challenge.
const REQUIREMENTS: usize = 3;
/// Branches after which the best meals found stand unproven. Storages of honest games stay far
/// below.
const BRANCHES: u32 = 4000;
/// Worth closer than this is equal.
const CLOSE: f64 = 1e-9;

/// Ways to serve something by quality: the least cost, and the tokens it spends.
#[derive(Clone, Copy)]
struct Ways {
    /// Qualities that can be had, as a mask.
    reached: u32,
    cost: [f64; QUALITIES],
    spent: [u64; QUALITIES],
}

/// Ways by the number of allspices they take.
type BySpice = [Ways; SPICES + 1];

impl Ways {
    const NONE: Ways = Ways { reached: 0, cost: [0.0; QUALITIES], spent: [0; QUALITIES] };

    #[inline]
    fn offer(&mut self, quality: usize, cost: f64, spent: u64) {
        let bit = 1 << quality;
        if self.reached & bit == 0 || cost < self.cost[quality] {
            self.reached |= bit;
            self.cost[quality] = cost;
            self.spent[quality] = spent;
        }
    }

    /// Quality, cost and tokens of every way, the highest quality first.
    #[inline]
    fn each(&self) -> impl Iterator<Item = (usize, f64, u64)> + '_ {
        highest_first(self.reached).map(|quality| (quality, self.cost[quality], self.spent[quality]))
    }

    /// Drops the ways that cost as much as one of higher quality.
    fn prune(&mut self) {
        let mut least = f64::INFINITY;
        for quality in highest_first(self.reached) {
            if self.cost[quality] >= least {
                self.reached &= !(1 << quality);
            } else {
                least = self.cost[quality];
            }
        }
    }
}

/// A meal alone, and its worth; worth 0 when nothing is served.
#[derive(Clone, Copy, Default)]
struct Cell {
    worth: f64,
    meal: Meal,
}

/// A few positions with their running cost, the cheapest first.
struct Cheapest {
    count: usize,
    cost: [f64; SPICES + 1],
    spent: [u64; SPICES + 1],
}

/// Space for a search, kept from one to the next.
#[derive(Default)]
pub struct Scratch {
    cells: Vec<Cell>,
    menus: Vec<Menu>,
}

/// The best meals of one challenge alone, without the tokens denied to it: a cell for every number
/// of bisques and soups at most.
#[derive(Clone, Copy)]
struct Menu {
    challenge: usize,
    denied: u64,
    /// Where its cells start.
    start: usize,
}

pub(super) fn solve(problem: &Problem, scratch: &mut Scratch) -> Option<([Meal; DAY], f64)> {
    let mut rewards = [(0, 0.0); 4];
    let (grand_from, grand) = problem.grand.unwrap_or((problem.brackets[2].0, 0.0));
    let least = problem.brackets[0].0;
    let thresholds = [least, problem.brackets[1].0, problem.brackets[2].0, grand_from.max(least)];
    for (reward, quality) in rewards.iter_mut().zip(thresholds) {
        let reached = problem.brackets.iter().filter(|(from, _)| quality >= *from);
        let stars = reached.map(|&(_, worth)| worth).fold(0.0, f64::max);
        *reward = (usize::from(quality), stars + if quality >= grand_from { grand } else { 0.0 });
    }
    rewards.sort_unstable_by_key(|reward| reward.0);
    let top = rewards[3].0;
    if top >= QUALITIES || problem.needs.iter().any(|needs| needs.count_ones() as usize > REQUIREMENTS) {
        return None;
    }
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
    scratch.cells.clear();
    scratch.menus.clear();
    let mut search = Search {
        problem,
        scratch,
        rewards,
        top,
        kinds,
        spices,
        allspices,
        soups: usize::from(problem.soup.count).min(SOUPS),
        bisques: usize::from(problem.bisque.count).min(BISQUES),
        alone: [[Ways::NONE; SPICES + 1]; TYPES],
        joined: [[Ways::NONE; SPICES + 1]; REQUIREMENTS + 1],
        fresh: [Ways::NONE; SPICES + 1],
        dressed: [Ways::NONE; (SPICES + 1) * (SPICES + 1)],
        branches: 0,
        best: ([Meal::default(); DAY], 0.0),
    };
    let wanted = problem.needs.iter().fold(0, |mask, needs| mask | needs);
    for course in courses(wanted) {
        search.serve(course, u64::MAX);
        search.alone[course] = search.fresh;
    }
    let menus = std::array::from_fn(|challenge| search.menu(challenge, 0));
    search.descend([0; DAY], menus);
    Some(search.best)
}

struct Search<'a> {
    problem: &'a Problem,
    scratch: &'a mut Scratch,
    /// Qualities that earn something, ascending, and what.
    rewards: [(usize, f64); 4],
    /// The highest of them; qualities above count as this one.
    top: usize,
    /// Positions of the ingredients and the spices of each type, and of allspice.
    kinds: [u64; TYPES],
    spices: [u64; TYPES],
    allspices: u64,
    soups: usize,
    bisques: usize,
    /// Ways to serve each type when nothing is denied.
    alone: [BySpice; TYPES],
    /// Ways to serve several types, by types left out.
    joined: [BySpice; REQUIREMENTS + 1],
    /// Ways to serve one type: the last that were asked for, and on the way to them by typed
    /// spices and allspices.
    fresh: BySpice,
    dressed: [Ways; (SPICES + 1) * (SPICES + 1)],
    branches: u32,
    best: ([Meal; DAY], f64),
}

/// A part of all solutions.
struct Branch {
    /// What it loses to the whole in the bound.
    loss: f64,
    denied: [u64; DAY],
    menus: [usize; DAY],
}

impl Search<'_> {
    /// Solves the branch in which each challenge does without the tokens denied to it. `menus` are
    /// where the cells of each challenge start.
    fn descend(&mut self, denied: [u64; DAY], menus: [usize; DAY]) {
        let (meals, worth) = self.divide_soup(menus);
        if worth <= self.best.1 + CLOSE || self.branches >= BRANCHES {
            return;
        }
        self.branches += 1;
        let mut fork: Option<(f64, [Branch; 2])> = None;
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            for token in positions(meals[first].spent & meals[second].spent) {
                let branches = [first, second].map(|challenge| self.deny(denied, menus, challenge, token));
                let least = branches[0].loss.min(branches[1].loss);
                if fork.as_ref().is_none_or(|&(other, _)| least > other) {
                    fork = Some((least, branches));
                }
            }
        }
        let Some((_, mut branches)) = fork else {
            self.best = (meals, worth);
            return;
        };
        // The branch that loses less first: what it finds may spare the other.
        if branches[0].loss > branches[1].loss {
            branches.swap(0, 1);
        }
        for branch in branches {
            self.descend(branch.denied, branch.menus);
        }
    }

    /// The branch in which a challenge does without a token too.
    fn deny(&mut self, denied: [u64; DAY], menus: [usize; DAY], challenge: usize, token: usize) -> Branch {
        let mut branch = Branch { loss: 0.0, denied, menus };
        branch.denied[challenge] |= 1 << token;
        branch.menus[challenge] = self.menu(challenge, branch.denied[challenge]);
        let full = self.cell(self.bisques, self.soups);
        let worth = |menus: &[usize; DAY]| self.scratch.cells[menus[challenge] + full].worth;
        branch.loss = worth(&menus) - worth(&branch.menus);
        branch
    }

    #[inline]
    fn cell(&self, bisques: usize, soups: usize) -> usize {
        bisques * (self.soups + 1) + soups
    }

    /// The highest sum over all ways to divide the soup; tokens may be wanted twice.
    fn divide_soup(&self, menus: [usize; DAY]) -> ([Meal; DAY], f64) {
        let full = self.cell(self.bisques, self.soups);
        let cells = &self.scratch.cells;
        let chosen = menus.map(|menu| cells[menu + full]);
        let soups: usize = chosen.iter().map(|cell| usize::from(cell.meal.soups)).sum();
        let bisques: usize = chosen.iter().map(|cell| usize::from(cell.meal.bisques)).sum();
        if soups <= self.soups && bisques <= self.bisques {
            return (chosen.map(|cell| cell.meal), chosen.iter().map(|cell| cell.worth).sum());
        }
        let mut best = ([Meal::default(); DAY], 0.0);
        for first_bisques in 0..=self.bisques {
            for second_bisques in 0..=self.bisques - first_bisques {
                let third_bisques = self.bisques - first_bisques - second_bisques;
                for first_soups in 0..=self.soups {
                    let first = &cells[menus[0] + self.cell(first_bisques, first_soups)];
                    for second_soups in 0..=self.soups - first_soups {
                        let third_soups = self.soups - first_soups - second_soups;
                        let second = &cells[menus[1] + self.cell(second_bisques, second_soups)];
                        let third = &cells[menus[2] + self.cell(third_bisques, third_soups)];
                        let worth = first.worth + second.worth + third.worth;
                        if worth > best.1 {
                            best = ([first.meal, second.meal, third.meal], worth);
                        }
                    }
                }
            }
        }
        best
    }

    /// Where the best meals of a challenge alone, without the tokens of a mask, are kept.
    fn menu(&mut self, challenge: usize, denied: u64) -> usize {
        let is_known = |menu: &&Menu| menu.challenge == challenge && menu.denied == denied;
        if let Some(menu) = self.scratch.menus.iter().find(is_known) {
            return menu.start;
        }
        let start = self.scratch.cells.len();
        self.scratch.menus.push(Menu { challenge, denied, start });
        self.scratch.cells.resize(start + self.cell(self.bisques, self.soups) + 1, Cell::default());
        let needs = self.problem.needs[challenge];
        if needs == 0 {
            return start;
        }
        let allspices = self.cheapest(self.allspices & !denied);
        self.join(needs, denied, allspices.count);
        let types = needs.count_ones() as usize;
        let most = if self.problem.soup_alone { types } else { types - 1 };
        for missing in 0..=most.min(self.soups + self.bisques) {
            for taken in 0..=allspices.count {
                let ways = &self.joined[missing][taken];
                for (quality, cost, spent) in ways.each() {
                    let cost = cost + allspices.cost[taken];
                    let spent = spent | allspices.spent[taken];
                    let cells = &mut self.scratch.cells[start..];
                    add_soup(
                        self.problem,
                        &self.rewards,
                        (self.bisques, self.soups),
                        cells,
                        (missing, quality, cost, spent),
                    );
                }
            }
        }
        // More soup at hand is never worse.
        for bisques in 0..=self.bisques {
            for soups in 0..=self.soups {
                let at = start + self.cell(bisques, soups);
                let fewer_soups = (soups > 0).then(|| at - 1);
                let fewer_bisques = (bisques > 0).then(|| start + self.cell(bisques - 1, soups));
                for fewer in [fewer_soups, fewer_bisques].into_iter().flatten() {
                    if self.scratch.cells[fewer].worth > self.scratch.cells[at].worth {
                        self.scratch.cells[at] = self.scratch.cells[fewer];
                    }
                }
            }
        }
        start
    }

    /// Joins the ways to serve the types of a challenge, one type after the other.
    fn join(&mut self, needs: u8, denied: u64, allspices: usize) {
        self.joined.iter_mut().flatten().for_each(|ways| ways.reached = 0);
        self.joined[0][0].offer(0, 0.0, 0);
        for (types, course) in courses(needs).enumerate() {
            let is_whole = denied & (self.kinds[course] | self.spices[course]) == 0;
            if !is_whole {
                self.serve(course, !denied);
            }
            let ways = if is_whole { &self.alone[course] } else { &self.fresh };
            // A type left out moves a way on by one, so the last come first; within a row the
            // qualities only rise, so the highest come first.
            for missing in (0..=types).rev() {
                for taken in (0..=allspices).rev() {
                    let before = std::mem::replace(&mut self.joined[missing][taken].reached, 0);
                    for quality in highest_first(before) {
                        let row = &self.joined[missing][taken];
                        let (cost, spent) = (row.cost[quality], row.spent[quality]);
                        self.joined[missing + 1][taken].offer(quality, cost, spent);
                        for (more, ways) in ways[..=allspices - taken].iter().enumerate() {
                            let to = &mut self.joined[missing][taken + more];
                            for (extra, price, tokens) in ways.each() {
                                to.offer((quality + extra).min(self.top), cost + price, spent | tokens);
                            }
                        }
                    }
                }
            }
            for row in &mut self.joined[..=types + 1] {
                row[..=allspices].iter_mut().for_each(Ways::prune);
            }
        }
    }

    /// Ways to serve at least one ingredient of a type from the tokens of a mask; the allspices
    /// are counted, not yet named or paid.
    fn serve(&mut self, course: usize, allowed: u64) {
        let spices = self.cheapest(self.spices[course] & allowed);
        let allspices = self.allspices.count_ones().min(SPICES as u32) as usize;
        let Search { problem, top, dressed: ways, .. } = self;
        let place = |typed: usize, taken: usize| typed * (SPICES + 1) + taken;
        for way in ways[..=place(spices.count, allspices)].iter_mut() {
            way.reached = 0;
        }
        ways[0].offer(0, 0.0, 0);
        for at in positions(self.kinds[course] & allowed) {
            let (value, keep) = (usize::from(problem.value(at)), problem.keep[at]);
            for typed in (0..=spices.count).rev() {
                for taken in (0..=allspices).rev() {
                    let to = place(typed, taken);
                    let mut join = |from: usize, gain: usize| {
                        for quality in highest_first(ways[from].reached) {
                            let (cost, spent) = (ways[from].cost[quality], ways[from].spent[quality]);
                            ways[to].offer((quality + gain).min(*top), cost + keep, spent | 1 << at);
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
        ways[0].reached &= !1;
        for taken in 0..=allspices {
            let fresh = &mut self.fresh[taken];
            fresh.reached = 0;
            for typed in 0..=spices.count {
                for (quality, cost, spent) in ways[place(typed, taken)].each() {
                    fresh.offer(quality, cost + spices.cost[typed], spent | spices.spent[typed]);
                }
            }
            fresh.prune();
        }
    }

    /// The few positions of a mask that are cheapest to spend.
    fn cheapest(&self, mask: u64) -> Cheapest {
        let mut found = Cheapest { count: 0, cost: [0.0; SPICES + 1], spent: [0; SPICES + 1] };
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

/// Qualities in a mask.
#[inline]
fn highest_first(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let quality = 31 - mask.leading_zeros() as usize;
            mask &= !(1 << quality);
            quality
        })
    })
}

/// Enters a way to serve ingredients with the soup that lifts it to each reward.
fn add_soup(
    problem: &Problem,
    rewards: &[(usize, f64)],
    (most_bisques, most_soups): (usize, usize),
    cells: &mut [Cell],
    (missing, quality, cost, spent): (usize, usize, f64, u64),
) {
    for bisques in 0..=most_bisques {
        let with_bisques = quality + bisques * usize::from(problem.bisque_value);
        let cost = cost + bisques as f64 * problem.bisque.keep;
        for &(from, reward) in rewards {
            let short = from.saturating_sub(with_bisques).max(missing.saturating_sub(bisques));
            if short > most_soups {
                break;
            }
            // Soup that one would rather be rid of is served beyond need.
            let last = if problem.soup.keep < 0.0 { most_soups } else { short };
            for soups in short..=last {
                let plain = if bisques + soups == 0 { problem.no_soup } else { 0.0 };
                let worth = reward + plain - cost - soups as f64 * problem.soup.keep;
                let cell = &mut cells[bisques * (most_soups + 1) + soups];
                if worth > cell.worth {
                    let meal = Meal { spent, soups: soups as u8, bisques: bisques as u8 };
                    *cell = Cell { worth, meal };
                }
            }
        }
        // A further bisque only adds to the cost.
        if missing <= bisques && with_bisques >= rewards[rewards.len() - 1].0 && problem.bisque.keep >= 0.0 {
            break;
        }
    }
}

const _: () = assert!(TOKENS <= 64 && QUALITIES <= 32, "tokens and qualities are bits of masks");
