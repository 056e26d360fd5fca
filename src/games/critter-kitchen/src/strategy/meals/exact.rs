//! Finds the meals of highest total worth and proves them optimal by branch and bound.
//!
//! Each challenge first gets its best meal as if it had the kitchen to itself. The sum of the three is an upper
//! bound, and a solution if they share no token. Otherwise the search denies a shared token to one meal or to
//! the other: every solution lies in one of the two branches. Soup needs no branching, because a single meal is
//! solved for every amount of soup at once and the soup is then divided for the highest sum. A single meal is
//! built from the [`ways`] to serve its types, once for each typed spice that may be lent to another type.
//!
//! [`ways`]: super::ways

use super::{
    Meal, Problem, TOKENS,
    front::QUALITIES,
    soup::{Cell, Lifts, Rewards, Soup},
    ways::{Counter, REQUIREMENTS, Tables},
};
use crate::rules::variant::DAY;
use sim_engine::bits;

/// Limit on branches, after which the best meals found stand unproven. Regular games stay far below it.
const BRANCHES: u32 = 4000;
const CLOSE: f64 = 1e-9;

#[derive(Default)]
pub struct Scratch {
    cells: Vec<Cell>,
    menus: Vec<Menu>,
    tables: Tables,
    lifts: Lifts,
}

/// The best single meals of one challenge without the tokens denied to it: a cell for each upper limit on
/// bisques and soups.
#[derive(Clone, Copy)]
struct Menu {
    challenge: usize,
    denied: u64,
    start: usize,
    /// Index of the previous menu in the same drawer.
    before: usize,
}

/// Hash buckets (drawers) of the menus; a long search has hundreds of menus.
const DRAWERS: usize = 64;
const NONE: usize = usize::MAX;

#[inline]
fn drawer(challenge: usize, denied: u64) -> usize {
    // Multiplying by the golden ratio mixes the low bits into the high ones.
    let mixed = (denied ^ challenge as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 58) as usize % DRAWERS
}

pub(super) fn solve(problem: &Problem, scratch: &mut Scratch) -> Option<([Meal; DAY], f64)> {
    let rewards = Rewards::new(problem);
    let has_room = problem.needs.iter().all(|needs| needs.count_ones() as usize <= REQUIREMENTS);
    if rewards.top() >= QUALITIES || !has_room {
        return None;
    }
    let Scratch { cells, menus, tables, lifts } = scratch;
    cells.clear();
    menus.clear();
    let counter = Counter::new(problem, tables, rewards.top(), rewards.hopeless(problem));
    let soup = Soup::new(problem, rewards, lifts);
    let best = ([Meal::default(); DAY], 0.0);
    let drawers = [NONE; DRAWERS];
    let mut search = Search { problem, soup, counter, cells, menus, drawers, branches: 0, best };
    let menus = std::array::from_fn(|challenge| search.menu(challenge, 0));
    search.descend([0; DAY], menus);
    Some(search.best)
}

struct Search<'a> {
    problem: &'a Problem,
    soup: Soup<'a>,
    counter: Counter<'a>,
    cells: &'a mut Vec<Cell>,
    menus: &'a mut Vec<Menu>,
    /// The last menu of each drawer.
    drawers: [usize; DRAWERS],
    branches: u32,
    best: ([Meal; DAY], f64),
}

struct Branch {
    /// Decrease of the bound compared with the parent.
    loss: f64,
    denied: [u64; DAY],
    menus: [usize; DAY],
}

impl Search<'_> {
    /// Solves the branch in which each challenge lacks the tokens denied to it; `menus` holds the start of each
    /// challenge's cells.
    fn descend(&mut self, denied: [u64; DAY], menus: [usize; DAY]) {
        let (meals, worth) = self.divide_soup(menus);
        if worth <= self.best.1 + CLOSE || self.branches >= BRANCHES {
            return;
        }
        self.branches += 1;
        let mut fork: Option<(f64, [Branch; 2])> = None;
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            for token in bits(meals[first].spent & meals[second].spent) {
                let is_less = |loss: f64| fork.as_ref().is_some_and(|&(least, _): &(f64, _)| loss <= least);
                let without = self.deny(denied, menus, first, token);
                if is_less(without.loss) {
                    continue;
                }
                let other = self.deny(denied, menus, second, token);
                if !is_less(other.loss) {
                    fork = Some((without.loss.min(other.loss), [without, other]));
                }
            }
        }
        let Some((_, mut branches)) = fork else {
            self.best = (meals, worth);
            return;
        };
        // The branch that loses less comes first, because its result may prune the other.
        if branches[0].loss > branches[1].loss {
            branches.swap(0, 1);
        }
        for branch in branches {
            self.descend(branch.denied, branch.menus);
        }
    }

    fn deny(&mut self, denied: [u64; DAY], menus: [usize; DAY], challenge: usize, token: usize) -> Branch {
        let mut branch = Branch { loss: 0.0, denied, menus };
        branch.denied[challenge] |= 1 << token;
        branch.menus[challenge] = self.menu(challenge, branch.denied[challenge]);
        let full = self.soup.full();
        let worth = |menus: &[usize; DAY]| self.cells[menus[challenge] + full].worth;
        branch.loss = worth(&menus) - worth(&branch.menus);
        branch
    }

    /// Returns the meals with the highest sum over all divisions of the soup; they may share tokens.
    fn divide_soup(&self, menus: [usize; DAY]) -> ([Meal; DAY], f64) {
        let Soup { bisques, soups, .. } = self.soup;
        let chosen = menus.map(|menu| self.cells[menu + self.soup.full()]);
        let is_enough = |served: [u8; DAY], most: usize| {
            served.iter().map(|&count| usize::from(count)).sum::<usize>() <= most
        };
        if is_enough(chosen.map(|cell| cell.meal.soups), soups)
            && is_enough(chosen.map(|cell| cell.meal.bisques), bisques)
        {
            return (chosen.map(|cell| cell.meal), chosen.iter().map(|cell| cell.worth).sum());
        }
        let mut best = ([Meal::default(); DAY], 0.0);
        let row = |challenge: usize, bisques: usize| {
            let start = menus[challenge] + self.soup.cell(bisques, 0);
            &self.cells[start..=start + soups]
        };
        for first_bisques in 0..=bisques {
            for second_bisques in 0..=bisques - first_bisques {
                let third_row = row(2, bisques - first_bisques - second_bisques);
                let second_row = row(1, second_bisques);
                for (first_soups, first) in row(0, first_bisques).iter().enumerate() {
                    let left = soups - first_soups;
                    let thirds = third_row[..=left].iter().rev();
                    for (second, third) in second_row[..=left].iter().zip(thirds) {
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

    fn menu(&mut self, challenge: usize, denied: u64) -> usize {
        let last = &mut self.drawers[drawer(challenge, denied)];
        let mut at = *last;
        while let Some(menu) = self.menus.get(at) {
            if menu.challenge == challenge && menu.denied == denied {
                return menu.start;
            }
            at = menu.before;
        }
        let start = self.cells.len();
        let before = std::mem::replace(last, self.menus.len());
        self.menus.push(Menu { challenge, denied, start, before });
        self.cells.resize(start + self.soup.full() + 1, Cell::default());
        let needs = self.problem.needs[challenge];
        if needs == 0 {
            return start;
        }
        let types = needs.count_ones() as usize;
        let most = if self.problem.soup_alone { types } else { types - 1 };
        let Search { soup, counter, cells, .. } = self;
        let cells = &mut cells[start..];
        let most = most.min(soup.soups + soup.bisques);
        let allspices = counter.cheapest(counter.allspices & !denied);
        let (lent, count) = counter.lent(needs, denied);
        for &lent in &lent[..count] {
            let enter = |missing: usize, way| soup.add(cells, missing, way);
            counter.each(needs, denied, most, &allspices, lent, enter);
        }
        soup.settle(cells);
        start
    }
}

const _: () = assert!(TOKENS <= 64, "tokens are bits of masks");
