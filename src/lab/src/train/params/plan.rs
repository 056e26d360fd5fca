use super::evolution::population;

/// Shares of the budget: the search, the choice among its results, the test of the winner and the start, the games
/// with params reset to the start, and the test against held-out opponents.
const SEARCH: f64 = 0.70;
const CHOICE: f64 = 0.06;
const TEST: f64 = 0.10;
const CREDIT: f64 = 0.09;
const HELD_OUT: f64 = 0.05;
/// Fewer generations learn nothing.
const FEWEST_GENERATIONS: f64 = 10.0;

/// Rounds of every phase, as a function of the budget. A round is one deal at every kind of table.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    pub population: usize,
    pub generations: u64,
    /// Rounds of the trials that drop out first, on average over the generations.
    rounds: f64,
    /// Rounds per result of the search.
    pub choice: u64,
    /// Rounds for the winner, and for the start.
    pub test: u64,
    /// Rounds over all groups of params that are reset; `held_out` counts games.
    credit: f64,
    held_out: f64,
}

impl Plan {
    /// The plan for a budget of games and this many dimensions; the error is the smallest sufficient budget.
    pub fn new(games: u64, dimensions: usize, games_a_round: f64) -> Result<Plan, u64> {
        let population = population(dimensions);
        let rounds = games as f64 / games_a_round;
        // Half of the trials play twice as much, and a quarter four times: a race costs 2 rounds per trial.
        let heads = 2.0 * population as f64;
        let race = rounds * SEARCH / heads;
        // Many short generations: averaging over generations reduces luck as well as more games do.
        let generations = (16.0 * race).sqrt().max(FEWEST_GENERATIONS) as u64;
        let plan = Plan {
            population,
            generations,
            rounds: race / generations as f64,
            choice: (rounds * CHOICE / 5.0) as u64,
            test: (rounds * TEST / 2.0) as u64,
            credit: rounds * CREDIT,
            held_out: games as f64 * HELD_OUT,
        };
        if plan.rounds >= 1.0 && plan.test >= 64 && plan.choice >= 8 {
            return Ok(plan);
        }
        let race = FEWEST_GENERATIONS * heads / SEARCH;
        let least = race.max(128.0 / TEST).max(40.0 / CHOICE) * games_a_round * 1.05;
        Err(libm::ceil(least / 100.0) as u64 * 100)
    }

    /// Rounds of the trials that drop out first in a generation. They increase, because the steps get smaller.
    pub fn rounds(&self, generation: u64) -> u64 {
        // From 1 - slope to 1 + slope times the average, and at least one round.
        let slope = (1.0 - 1.0 / self.rounds).min(0.5);
        let all = self.generations as f64;
        let until = |generation: u64| {
            let done = generation as f64;
            libm::floor(self.rounds * ((1.0 - slope) * done + slope * done * done / all)) as u64
        };
        until(generation + 1) - until(generation)
    }

    pub fn credit(&self, groups: usize) -> u64 {
        ((self.credit / groups.max(1) as f64) as u64).min(self.test)
    }

    pub fn held_out(&self, games_a_round: f64) -> u64 {
        (self.held_out / games_a_round / 2.0) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plan_spends_its_budget_and_no_more() {
        for (games, dimensions) in [(20_000, 2), (500_000, 45), (50_000_000, 8)] {
            let plan = Plan::new(games, dimensions, 14.0).unwrap();
            let heads = 2 * plan.population as u64;
            let search: u64 = (0..plan.generations).map(|at| plan.rounds(at) * heads).sum();
            let all = search + 5 * plan.choice + 2 * plan.test + 3 * plan.credit(3);
            let spent = all as f64 * 14.0 + 2.0 * plan.held_out(4.0) as f64 * 4.0;
            assert!(spent <= games as f64 && spent > games as f64 * 0.85, "{games}: {spent} {plan:?}");
        }
    }

    #[test]
    fn a_budget_that_is_too_small_names_one_that_will_do() {
        let least = Plan::new(100, 20, 14.0).unwrap_err();
        assert!(Plan::new(least, 20, 14.0).is_ok(), "{least}");
        assert!(Plan::new(least / 2, 20, 14.0).is_err());
    }
}
