//! Cells of sums over deals, with the games of the deal under way added up first.

use crate::stats::RatioSums;

/// Many ratios over the same deals.
///
/// The last cells are rows of one cell for each plan. Every game of a plan counts in every row, and
/// most count nothing there: so their denominators are kept once, by plan, and what is 0 is not
/// written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clustered {
    sums: Vec<RatioSums>,
    /// Numerator and denominator of the deal under way; in rows the latter tells touched cells.
    deal: Vec<(i64, i64)>,
    touched: Vec<u32>,
    /// The first cell of the rows.
    rows: usize,
    /// Denominators of the rows, and games in the deal under way, by plan.
    plans: Vec<(RatioSums, i64)>,
}

impl Clustered {
    /// Cells of which those from `rows` on are rows by plan.
    pub fn new(cells: usize, rows: usize, plans: usize) -> Clustered {
        Clustered {
            sums: vec![RatioSums::default(); cells],
            deal: vec![(0, 0); cells],
            touched: Vec::new(),
            rows,
            plans: vec![(RatioSums::default(), 0); plans],
        }
    }

    /// Adds to a cell before the rows, in the deal under way; the denominator is positive.
    #[inline]
    pub fn add(&mut self, cell: usize, numerator: i64, denominator: i64) {
        debug_assert!(cell < self.rows, "rows are added to by Clustered::count");
        let (y, x) = &mut self.deal[cell];
        if *x == 0 {
            self.touched.push(cell as u32);
        }
        *y += numerator;
        *x += denominator;
    }

    /// Adds a game of a plan to the denominators of all rows, in the deal under way.
    pub fn add_game(&mut self, plan: usize) {
        self.plans[plan].1 += 1;
    }

    /// Adds to a cell of a row what a game counts there.
    #[inline]
    pub fn count(&mut self, cell: usize, value: i64) {
        if value == 0 {
            return;
        }
        let (y, is_touched) = &mut self.deal[cell];
        if *is_touched == 0 {
            *is_touched = 1;
            self.touched.push(cell as u32);
        }
        *y += value;
    }

    /// The deal's games become one observation of every cell they touched, and of every row.
    pub fn end_deal(&mut self) {
        for &cell in &self.touched {
            let cell = cell as usize;
            let (y, x) = std::mem::take(&mut self.deal[cell]);
            match cell.checked_sub(self.rows) {
                None => self.sums[cell].add(y, x),
                Some(at) => self.sums[cell].add_numerator(y, self.plans[at % self.plans.len()].1),
            }
        }
        self.touched.clear();
        for (sums, games) in self.plans.iter_mut().filter(|(_, games)| *games > 0) {
            sums.add(0, std::mem::take(games));
        }
    }

    /// Adds the finished deals of another.
    pub fn merge(&mut self, other: &Clustered) {
        for (mine, theirs) in self.sums.iter_mut().zip(&other.sums) {
            mine.merge(theirs);
        }
        for ((mine, _), (theirs, _)) in self.plans.iter_mut().zip(&other.plans) {
            mine.merge(theirs);
        }
    }

    pub fn get(&self, cell: usize) -> RatioSums {
        match cell.checked_sub(self.rows) {
            None => self.sums[cell],
            Some(at) => self.sums[cell].over(&self.plans[at % self.plans.len()].0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_what_adding_every_zero_gives() {
        // The same values in cells that count for themselves, and in rows of three plans.
        let values = |deal: i64, game: i64, cell: i64| (deal * 7 + game * 3 + cell * 5) % 4 % 3 - (cell % 2);
        let plan = |deal: i64, game: i64| ((deal + 2 * game) % 3) as usize;
        let mut whole = Clustered::new(9, 9, 3);
        let mut rows = Clustered::new(9, 0, 3);
        for part in 0..2 {
            let (mut plain, mut sparse) = (Clustered::new(9, 9, 3), Clustered::new(9, 0, 3));
            for deal in 10 * part..10 * part + 10 {
                for game in 0..deal % 4 {
                    let plan = plan(deal, game);
                    sparse.add_game(plan);
                    for row in 0..3 {
                        let value = values(deal, game, row);
                        plain.add(row as usize * 3 + plan, value, 1);
                        sparse.count(row as usize * 3 + plan, value);
                    }
                }
                plain.end_deal();
                sparse.end_deal();
            }
            whole.merge(&plain);
            rows.merge(&sparse);
        }
        for cell in 0..9 {
            assert_eq!(whole.get(cell), rows.get(cell), "cell {cell}");
        }
        assert!(whole.get(0).count() > 0 && whole.get(4).total() != 0);
    }
}
