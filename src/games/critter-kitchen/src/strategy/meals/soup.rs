//! The rewards of meals, and the soup that lifts meals to them.

use super::{
    Meal, Problem,
    front::{QUALITIES, Way},
    ways::REQUIREMENTS,
};

/// Maximum numbers of soups and bisques that are divided among the meals.
const SOUPS: usize = 24;
const BISQUES: usize = 8;

/// A single meal and its worth, 0 if nothing is served.
#[derive(Clone, Copy, Default)]
pub struct Cell {
    pub worth: f64,
    pub meal: Meal,
}

/// Qualities that earn something, ascending, with their rewards; at least one.
pub struct Rewards {
    list: [(usize, f64); 4],
    count: usize,
}

impl Rewards {
    pub fn new(problem: &Problem) -> Rewards {
        let (grand_from, grand) = problem.grand.unwrap_or((problem.brackets[2].0, 0.0));
        let least = problem.brackets[0].0;
        let mut thresholds = [least, problem.brackets[1].0, problem.brackets[2].0, grand_from.max(least)];
        thresholds.sort_unstable();
        let mut rewards = Rewards { list: [(0, 0.0); 4], count: 0 };
        for quality in thresholds {
            let reached = problem.brackets.iter().filter(|(from, _)| quality >= *from);
            let stars = reached.map(|&(_, worth)| worth).fold(0.0, f64::max);
            let reward = (usize::from(quality), stars + if quality >= grand_from { grand } else { 0.0 });
            if rewards.each().last().is_none_or(|last| last.0 != reward.0) {
                rewards.list[rewards.count] = reward;
                rewards.count += 1;
            }
        }
        rewards
    }

    #[inline]
    fn each(&self) -> &[(usize, f64)] {
        &self.list[..self.count]
    }

    /// Returns the highest quality with a reward of its own; higher ones count as this one.
    pub fn top(&self) -> usize {
        self.list[self.count - 1].0
    }

    /// Returns the cost from which on no meal is worth presenting; infinite if a piece is better spent than
    /// kept.
    pub fn hopeless(&self, problem: &Problem) -> f64 {
        let is_dear = |keep: f64| keep >= 0.0;
        let are_tokens = problem.keep[..problem.count].iter().all(|&keep| is_dear(keep));
        match are_tokens && is_dear(problem.soup.keep) && is_dear(problem.bisque.keep) {
            true => self.list[self.count - 1].1 + problem.no_soup,
            false => f64::INFINITY,
        }
    }
}

/// Effect of soup on a way to serve ingredients: the cell of the meal, and its worth before the cost of the
/// ingredients.
#[derive(Clone, Copy)]
struct Lift {
    soups: u8,
    bisques: u8,
    reward: f64,
    bisque_cost: f64,
    soup_cost: f64,
}

/// Lifts by what ways lack: the number of missing types, and quality.
#[derive(Default)]
pub struct Lifts {
    list: Vec<Lift>,
    /// Range of each entry's lifts in the list; `None` until first needed.
    places: [[Option<(u32, u32)>; QUALITIES]; REQUIREMENTS + 1],
}

/// The available soup. A menu has a cell for each upper limit on bisques and soups.
pub struct Soup<'a> {
    problem: &'a Problem,
    pub rewards: Rewards,
    lifts: &'a mut Lifts,
    pub bisques: usize,
    pub soups: usize,
}

impl<'a> Soup<'a> {
    pub fn new(problem: &'a Problem, rewards: Rewards, lifts: &'a mut Lifts) -> Soup<'a> {
        lifts.list.clear();
        lifts.places = Default::default();
        let bisques = usize::from(problem.bisque.count).min(BISQUES);
        let soups = usize::from(problem.soup.count).min(SOUPS);
        Soup { problem, rewards, lifts, bisques, soups }
    }

    #[inline]
    pub fn cell(&self, bisques: usize, soups: usize) -> usize {
        bisques * (self.soups + 1) + soups
    }

    #[inline]
    pub fn full(&self) -> usize {
        self.cell(self.bisques, self.soups)
    }

    /// Enters a way to serve ingredients that leaves out `missing` types, with the soup that each reward takes.
    #[inline]
    pub fn add(&mut self, cells: &mut [Cell], missing: usize, way: Way) {
        let place = &self.lifts.places[missing][way.quality % QUALITIES];
        let (start, end) = place.unwrap_or_else(|| self.lift(missing, way.quality));
        for lift in &self.lifts.list[start as usize..end as usize] {
            let worth = lift.reward - (way.cost + lift.bisque_cost) - lift.soup_cost;
            let cell = &mut cells[usize::from(lift.bisques) * (self.soups + 1) + usize::from(lift.soups)];
            if worth > cell.worth {
                let meal = Meal { spent: way.spent, soups: lift.soups, bisques: lift.bisques };
                *cell = Cell { worth, meal };
            }
        }
    }

    #[cold]
    fn lift(&mut self, missing: usize, quality: usize) -> (u32, u32) {
        let (problem, rewards, list) = (self.problem, self.rewards.each(), &mut self.lifts.list);
        let start = list.len() as u32;
        let mut lifted = quality;
        for bisques in 0..=self.bisques {
            let owed = missing.saturating_sub(bisques);
            for (at, &(from, reward)) in rewards.iter().enumerate() {
                let short = from.saturating_sub(lifted).max(owed);
                if short > self.soups {
                    break;
                }
                // The same soup reaches the next reward too, which is no less.
                if rewards.get(at + 1).is_some_and(|next| next.0 <= lifted + short) {
                    continue;
                }
                // Soup with a negative `keep` is served beyond need.
                let last = if problem.soup.keep < 0.0 { self.soups } else { short };
                for soups in short..=last {
                    let plain = if bisques + soups == 0 { problem.no_soup } else { 0.0 };
                    list.push(Lift {
                        soups: soups as u8,
                        bisques: bisques as u8,
                        reward: reward + plain,
                        bisque_cost: bisques as f64 * problem.bisque.keep,
                        soup_cost: soups as f64 * problem.soup.keep,
                    });
                }
            }
            // A further bisque only adds to the cost.
            if owed == 0 && lifted >= self.rewards.top() && problem.bisque.keep >= 0.0 {
                break;
            }
            lifted += usize::from(problem.bisque_value);
        }
        let place = (start, list.len() as u32);
        self.lifts.places[missing][quality] = Some(place);
        place
    }

    /// Copies each cell to larger limits of soup where that is better.
    pub fn settle(&self, cells: &mut [Cell]) {
        for bisques in 0..=self.bisques {
            for soups in 0..=self.soups {
                let at = self.cell(bisques, soups);
                if soups > 0 && cells[at - 1].worth > cells[at].worth {
                    cells[at] = cells[at - 1];
                }
                if bisques > 0 && cells[at - self.soups - 1].worth > cells[at].worth {
                    cells[at] = cells[at - self.soups - 1];
                }
            }
        }
    }
}

// An entry has at most one lift for each number of bisques, reward and number of soups.
const _: () = assert!(
    (REQUIREMENTS + 1) * QUALITIES * (BISQUES + 1) * 4 * (SOUPS + 1) <= u32::MAX as usize,
    "the lifts can be counted"
);
