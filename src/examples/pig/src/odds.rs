//! Optimal play: win probabilities of every state, by value iteration (Neller and Presser 2004).

use std::sync::{Mutex, PoisonError};

use crate::rules::Variant;

/// Convergence threshold: the largest change of a win probability that ends the iteration.
const FOUND: f64 = 1e-14;

/// Win probabilities of every state when both players play optimally.
#[derive(Debug)]
pub struct Odds {
    target: usize,
    /// Probability of a roll with a 1.
    loss: f64,
    /// Sums that a roll may add to the turn total, each with its probability.
    sums: Vec<(usize, f64)>,
    /// Win probabilities before a choice, by both players' points and turn total. A turn total of 0 is before
    /// the first roll.
    win: Vec<f64>,
}

/// Odds computed in this process, as sweeps and tests set up the same rules repeatedly.
static KNOWN: Mutex<Vec<(Variant, &Odds)>> = Mutex::new(Vec::new());

impl Odds {
    /// The odds under these rules, computed once.
    pub(crate) fn of(rules: Variant) -> &'static Odds {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, odds)) = known.iter().find(|(known, _)| *known == rules) {
            return odds;
        }
        let odds = Box::leak(Box::new(Odds::solve(rules)));
        known.push((rules, odds));
        odds
    }

    fn solve(rules: Variant) -> Odds {
        let (target, faces) = (rules.target as usize, rules.faces as usize);
        let mut chances = vec![1.0];
        for _ in 0..rules.dice {
            let mut more = vec![0.0; chances.len() + faces];
            for (sum, chance) in chances.into_iter().enumerate() {
                more[sum + 2..=sum + faces].iter_mut().for_each(|more| *more += chance / faces as f64);
            }
            chances = more;
        }
        let sums: Vec<(usize, f64)> =
            chances.into_iter().enumerate().filter(|(_, chance)| *chance > 0.0).collect();
        let loss = 1.0 - sums.iter().map(|(_, chance)| chance).sum::<f64>();
        let mut odds = Odds { target, loss, sums, win: vec![0.5; target.pow(2) * (target + 1) / 2] };
        // Holding leads to a larger sum of points, so larger sums come first. Only a lost turn returns to the same
        // sum. So the two states of a pair depend on each other, and are updated in turn until they converge.
        for both in (0..2 * target - 1).rev() {
            for mine in both.saturating_sub(target - 1)..=both / 2 {
                let rival = both - mine;
                loop {
                    let before = [odds.win(mine, rival, 0), odds.win(rival, mine, 0)];
                    odds.turn(mine, rival);
                    odds.turn(rival, mine);
                    let after = [odds.win(mine, rival, 0), odds.win(rival, mine, 0)];
                    if before.iter().zip(after).all(|(before, after)| (before - after).abs() < FOUND) {
                        break;
                    }
                }
            }
        }
        odds
    }

    /// Updates the states of a player's turn from the rival's win probabilities after it.
    fn turn(&mut self, mine: usize, rival: usize) {
        for total in (0..self.target - mine).rev() {
            let roll = self.win_if_roll(mine, rival, total);
            let win = if total > 0 { roll.max(self.win_if_hold(mine, rival, total)) } else { roll };
            let at = self.at(mine, rival, total);
            self.win[at] = win;
        }
    }

    fn at(&self, mine: usize, rival: usize, total: usize) -> usize {
        let of_rivals = self.target * (self.target + 1) / 2;
        rival * of_rivals + mine * (2 * self.target + 1 - mine) / 2 + total
    }

    /// Win probability of the player who is to choose with this turn total, or to begin a turn if it is 0.
    pub fn win(&self, mine: usize, rival: usize, total: usize) -> f64 {
        if mine + total >= self.target { 1.0 } else { self.win[self.at(mine, rival, total)] }
    }

    /// Win probability if that player holds.
    pub fn win_if_hold(&self, mine: usize, rival: usize, total: usize) -> f64 {
        if mine + total >= self.target { 1.0 } else { 1.0 - self.win(rival, mine + total, 0) }
    }

    /// Win probability if that player rolls.
    pub fn win_if_roll(&self, mine: usize, rival: usize, total: usize) -> f64 {
        let sums = self.sums.iter().map(|&(sum, chance)| chance * self.win(mine, rival, total + sum));
        self.loss * (1.0 - self.win(rival, mine, 0)) + sums.sum::<f64>()
    }
}
