//! Designs: which values of several settings are played together. A setting has levels, numbered from 0; a point has
//! one level of each setting. Random designs are functions of the seed.

use sim_engine::luck::{Luck, Purpose, Stream};

/// One level of each setting.
pub type Point = Vec<usize>;

/// All combinations of levels; the last setting changes fastest.
pub fn grid(levels: &[usize]) -> Vec<Point> {
    let mut points = vec![Vec::new()];
    for &count in levels {
        let longer = |point: &Point| -> Vec<Point> {
            (0..count).map(|level| point.iter().copied().chain([level]).collect()).collect()
        };
        points = points.iter().flat_map(longer).collect();
    }
    points
}

/// A Latin hypercube of `points` points (McKay, Beckman and Conover, 1979): each setting's levels occur as evenly as
/// possible, and are paired at random with those of other settings.
pub fn latin(levels: &[usize], points: usize, seed: u64) -> Vec<Point> {
    let mut stream = stream(seed);
    let columns: Vec<Vec<usize>> = levels
        .iter()
        .map(|&count| {
            let mut column: Vec<usize> = (0..points).map(|at| at * count / points).collect();
            stream.shuffle(&mut column);
            column
        })
        .collect();
    (0..points).map(|at| columns.iter().map(|column| column[at]).collect()).collect()
}

fn stream(seed: u64) -> Stream {
    Luck::new(seed, 0).stream(Purpose::new("experiment.design"), 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grid_has_every_pair_once() {
        assert_eq!(grid(&[2, 3]), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!(grid(&[]), [Vec::<usize>::new()]);
    }

    #[test]
    fn a_latin_hypercube_meets_all_levels_evenly() {
        let points = latin(&[4, 3, 20], 12, 7);
        for (at, (levels, times)) in [(4, 3), (3, 4)].into_iter().enumerate() {
            for level in 0..levels {
                assert_eq!(points.iter().filter(|point| point[at] == level).count(), times);
            }
        }
        // With more levels than points, no level occurs twice.
        let mut met: Vec<usize> = points.iter().map(|point| point[2]).collect();
        met.sort_unstable();
        met.dedup();
        assert_eq!(met.len(), 12);
        assert_eq!(latin(&[4, 3, 20], 12, 7), points);
        assert_ne!(latin(&[4, 3, 20], 12, 8), points);
    }
}
