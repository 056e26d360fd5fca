//! Many comparisons at once: the false discovery rate (Benjamini and Hochberg, 1995).

/// Adjusted p-values: the smallest false discovery rate at which each one counts as a discovery.
/// Missing ones stay missing and do not count as comparisons.
pub fn benjamini_hochberg(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let mut known: Vec<(f64, usize)> =
        p_values.iter().enumerate().filter_map(|(at, p)| p.map(|p| (p, at))).collect();
    known.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut adjusted = vec![None; p_values.len()];
    let mut smallest: f64 = 1.0;
    for (rank, &(p, at)) in known.iter().enumerate().rev() {
        smallest = smallest.min(p * known.len() as f64 / (rank + 1) as f64);
        adjusted[at] = Some(smallest);
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_adjustment_follows_a_worked_example() {
        // Sorted p = .01 .02 .03 .04, m = 4: .04 .04 .04 .04 after taking running minima.
        let adjusted = benjamini_hochberg(&[Some(0.04), None, Some(0.01), Some(0.03), Some(0.02)]);
        let rounded: Vec<Option<i64>> =
            adjusted.iter().map(|p| p.map(|p| (p * 1e6).round() as i64)).collect();
        assert_eq!(rounded, [Some(40_000), None, Some(40_000), Some(40_000), Some(40_000)]);
        // Sorted p = .005 .03 .9, m = 3: .015 .045 .9.
        let adjusted = benjamini_hochberg(&[Some(0.9), Some(0.005), Some(0.03)]);
        let rounded: Vec<Option<i64>> =
            adjusted.iter().map(|p| p.map(|p| (p * 1e6).round() as i64)).collect();
        assert_eq!(rounded, [Some(900_000), Some(15_000), Some(45_000)]);
    }
}
