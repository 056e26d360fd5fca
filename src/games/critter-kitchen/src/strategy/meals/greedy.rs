//! Greedy meals: fast on any storage, and without proof.
//!
//! Meals are cooked one after the other, each time the best one found for any bracket. The piece of lowest cost
//! for its quality covers each requirement. Then the cheapest added quality follows until the bracket is
//! reached, and superfluous pieces are removed. [`solve`] tries every order of the challenges; [`climb`] cooks
//! the meal of highest worth first. A test measures what both lose against the proven optimum.

use super::{Meal, Perk, Problem, TOKENS};
use crate::rules::{courses, variant::DAY};
use sim_engine::bits;

/// Positions of an ingredient and of what doubles it.
type Serving = (u8, Option<u8>);

const SERVINGS: usize = 24;

#[derive(Clone, Copy)]
struct Draft {
    servings: [Serving; SERVINGS],
    len: usize,
    soups: u8,
    bisques: u8,
    quality: u16,
    worth: f64,
    spent: u64,
}

#[derive(Clone, Copy, Default)]
struct Gone {
    spent: u64,
    soups: u8,
    bisques: u8,
}

impl Gone {
    fn spend(&mut self, draft: &Draft) -> Meal {
        self.spent |= draft.spent;
        self.soups += draft.soups;
        self.bisques += draft.bisques;
        Meal { spent: draft.spent, soups: draft.soups, bisques: draft.bisques }
    }
}

#[derive(Clone, Copy)]
enum Step {
    Ingredient(usize),
    Double {
        serving: usize,
        with: usize,
    },
    /// Lays an ingredient that is already served under another.
    Lay {
        below: usize,
        serving: usize,
    },
    Soup,
    Bisque,
}

pub(super) fn solve(problem: &Problem) -> ([Meal; DAY], f64) {
    let mut best = ([Meal::default(); DAY], 0.0);
    descend(problem, [Meal::default(); DAY], 0, Gone::default(), 0.0, &mut best);
    best
}

/// Repeatedly cooks the meal of highest worth, as long as any is worth something.
pub(super) fn climb(problem: &Problem) -> ([Meal; DAY], f64) {
    let (mut meals, mut gone, mut worth) = ([Meal::default(); DAY], Gone::default(), 0.0);
    for _ in 0..DAY {
        let open = (0..DAY).filter(|&challenge| !meals[challenge].is_presented());
        let drafts =
            open.filter_map(|challenge| Some((challenge, problem.cook(problem.needs[challenge], gone)?)));
        let Some((challenge, draft)) = drafts.max_by(|(_, a), (_, b)| a.worth.total_cmp(&b.worth)) else {
            break;
        };
        meals[challenge] = gone.spend(&draft);
        worth += draft.worth;
    }
    (meals, worth)
}

/// Cooks the remaining challenges in every order.
fn descend(
    problem: &Problem,
    meals: [Meal; DAY],
    done: u8,
    gone: Gone,
    worth: f64,
    best: &mut ([Meal; DAY], f64),
) {
    if worth > best.1 {
        *best = (meals, worth);
    }
    for challenge in (0..DAY).filter(|challenge| done >> challenge & 1 == 0) {
        let (mut meals, mut gone, mut worth) = (meals, gone, worth);
        if let Some(draft) = problem.cook(problem.needs[challenge], gone) {
            worth += draft.worth;
            meals[challenge] = gone.spend(&draft);
        }
        descend(problem, meals, done | 1 << challenge, gone, worth, best);
    }
}

impl Problem {
    fn cook(&self, needs: u8, gone: Gone) -> Option<Draft> {
        let relevant = (0..self.count).filter(|&at| {
            let token = self.tokens[at];
            token.course().is_none_or(|course| needs >> course & 1 == 1)
                || self.perk == Perk::OtherSpice && token.is_spice()
        });
        let open = relevant.fold(0u64, |mask, at| mask | 1 << at) & !gone.spent;
        let mut best: Option<Draft> = None;
        for (target, stars) in self.brackets {
            for with_soup in [true, false] {
                let Some(mut draft) = self.reach(needs, target, with_soup, open, gone) else { continue };
                let bonus = if draft.soups + draft.bisques == 0 { self.no_soup } else { 0.0 };
                // A meal may land in a higher bracket than it aimed at.
                let reached = self.brackets.iter().filter(|(from, _)| draft.quality >= *from);
                draft.worth += reached.map(|&(_, worth)| worth).fold(stars, f64::max) + bonus;
                if draft.worth > best.map_or(0.0, |best| best.worth) {
                    best = Some(draft);
                }
            }
        }
        best
    }

    /// Covers the requirements cheaply and adds pieces by price until the quality is reached.
    fn reach(&self, needs: u8, target: u16, with_soup: bool, open: u64, gone: Gone) -> Option<Draft> {
        let mut draft = Draft {
            servings: [(0, None); SERVINGS],
            len: 0,
            soups: 0,
            bisques: 0,
            quality: 0,
            worth: 0.0,
            spent: 0,
        };
        let mut covered = 0u8;
        for course in courses(needs) {
            let candidate = bits(open & !draft.spent)
                .filter(|&at| self.tokens[at].is_ingredient() && self.tokens[at].course() == Some(course))
                .min_by(|&a, &b| self.cost_of_cover(a).total_cmp(&self.cost_of_cover(b)));
            let soup = if with_soup { self.cheapest_soup(&draft, gone) } else { None };
            match (candidate, soup) {
                (Some(at), Some((soup, keep))) if keep + 0.01 < self.cost_of_cover(at) && covered != 0 => {
                    self.take(&mut draft, soup);
                }
                (Some(at), _) => {
                    self.take(&mut draft, Step::Ingredient(at));
                    covered |= 1 << course;
                }
                (None, Some((soup, _))) => self.take(&mut draft, soup),
                (None, None) => return None,
            }
        }
        if draft.len == 0 {
            return None;
        }
        while draft.quality < target {
            let missing = target - draft.quality;
            let mut best: Option<(f64, Step)> = None;
            self.steps(with_soup, &draft, open, gone, |step, gain, cost| {
                let price = cost.max(0.001) / f64::from(gain.min(missing));
                if best.is_none_or(|(other, _)| price < other) {
                    best = Some((price, step));
                }
            });
            match best {
                Some((_, Step::Ingredient(_))) if draft.len == SERVINGS => return None,
                Some((_, step)) => self.take(&mut draft, step),
                None => return None,
            }
        }
        self.trim(needs, target, &mut draft);
        Some(draft)
    }

    fn trim(&self, needs: u8, target: u16, draft: &mut Draft) {
        let soups = u32::from(draft.soups) + u32::from(draft.bisques);
        for at in (0..draft.len).rev() {
            let (piece, with) = draft.servings[at];
            let value = self.value(piece.into()) * if with.is_some() { 2 } else { 1 };
            let course = |at: usize| self.tokens[usize::from(draft.servings[at].0)].course();
            let is_only = (0..draft.len).filter(|&other| course(other) == course(at)).count() == 1;
            let served =
                (0..draft.len).fold(0u8, |mask, at| mask | course(at).map_or(0, |course| 1 << course));
            let still_covered = !is_only || soups > (needs & !served).count_ones();
            let cost = self.keep[usize::from(piece)] + with.map_or(0.0, |with| self.keep[usize::from(with)]);
            if draft.quality - value >= target && draft.len > 1 && still_covered && cost > 0.0 {
                draft.quality -= value;
                draft.worth += cost;
                draft.spent &= !(1 << piece);
                if let Some(with) = with {
                    draft.spent &= !(1 << with);
                }
                draft.servings.copy_within(at + 1..draft.len, at);
                draft.len -= 1;
            }
        }
    }

    /// Worth of keeping an ingredient, minus a little for the quality it brings.
    fn cost_of_cover(&self, at: usize) -> f64 {
        self.keep[at] - 0.05 * f64::from(self.value(at))
    }

    fn soup_left(&self, draft: &Draft, gone: Gone) -> impl Iterator<Item = (Step, f64)> {
        let bisques = self.bisque.count - gone.bisques > draft.bisques;
        let soups = self.soup.count - gone.soups > draft.soups;
        let bisque = bisques.then_some((Step::Bisque, self.bisque.keep));
        bisque.into_iter().chain(soups.then_some((Step::Soup, self.soup.keep)))
    }

    fn cheapest_soup(&self, draft: &Draft, gone: Gone) -> Option<(Step, f64)> {
        self.soup_left(draft, gone).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn steps(
        &self,
        with_soup: bool,
        draft: &Draft,
        open: u64,
        gone: Gone,
        mut offer: impl FnMut(Step, u16, f64),
    ) {
        for at in bits(open & !draft.spent) {
            let token = self.tokens[at];
            if token.is_ingredient() {
                offer(Step::Ingredient(at), self.value(at), self.keep[at]);
                if self.perk != Perk::Under {
                    continue;
                }
            }
            let fits = |serving: usize| {
                let (served, with) = draft.servings[serving];
                (with.is_none() && self.doubles(at, served.into(), draft)).then(|| self.value(served.into()))
            };
            let best = (0..draft.len).filter_map(|at| fits(at).map(|value| (value, at))).max();
            if let Some((value, serving)) = best {
                offer(Step::Double { serving, with: at }, value, self.keep[at]);
            }
        }
        if self.perk == Perk::Under {
            let plain = |serving: &usize| draft.servings[*serving].1.is_none();
            for below in (0..draft.len).filter(plain) {
                let at = usize::from(draft.servings[below].0);
                let best = (0..draft.len).filter(plain).filter_map(|serving| {
                    let served = draft.servings[serving].0.into();
                    self.doubles(at, served, draft).then(|| (self.value(served) - self.value(at), serving))
                });
                if let Some((gain, serving)) = best.max() {
                    offer(Step::Lay { below, serving }, gain, 0.0);
                }
            }
        }
        if with_soup {
            for (step, keep) in self.soup_left(draft, gone) {
                let gain = if matches!(step, Step::Bisque) { self.bisque_value } else { 1 };
                offer(step, gain, keep);
            }
        }
    }

    fn is_lent(&self, (served, with): Serving) -> bool {
        let course = |at: u8| self.tokens[usize::from(at)].course();
        with.is_some_and(|with| course(with).is_some_and(|lent| course(served) != Some(lent)))
    }

    fn doubles(&self, at: usize, served: usize, draft: &Draft) -> bool {
        let (token, served) = (self.tokens[at], self.tokens[served]);
        if token.is_ingredient() {
            return token.course() == served.course() && token.value() < served.value();
        }
        if token.course().is_none_or(|course| served.course() == Some(course)) {
            return true;
        }
        self.perk == Perk::OtherSpice
            && !draft.servings[..draft.len].iter().any(|&serving| self.is_lent(serving))
    }

    fn take(&self, draft: &mut Draft, step: Step) {
        let mut spend = |at: usize| {
            draft.spent |= 1 << at;
            draft.worth -= self.keep[at];
        };
        match step {
            Step::Ingredient(at) => {
                spend(at);
                draft.servings[draft.len] = (at as u8, None);
                draft.len += 1;
                draft.quality += self.value(at);
            }
            Step::Double { serving, with } => {
                spend(with);
                draft.servings[serving].1 = Some(with as u8);
                draft.quality += self.value(draft.servings[serving].0.into());
            }
            Step::Lay { below, serving } => {
                let (piece, _) = draft.servings[below];
                let (served, with) = &mut draft.servings[serving];
                *with = Some(piece);
                draft.quality += self.value((*served).into()) - self.value(piece.into());
                draft.servings.copy_within(below + 1..draft.len, below);
                draft.len -= 1;
            }
            Step::Soup => {
                draft.soups += 1;
                draft.quality += 1;
                draft.worth -= self.soup.keep;
            }
            Step::Bisque => {
                draft.bisques += 1;
                draft.quality += self.bisque_value;
                draft.worth -= self.bisque.keep;
            }
        }
    }
}

const _: () = assert!(TOKENS <= 64, "tokens are bits of a mask");
