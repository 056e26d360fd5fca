//! Which values of several settings are played together. A setting has levels, numbered from 0; a point
//! has a level of each. What is drawn is a function of the seed.

use sim_engine::luck::{Luck, Purpose, Stream};

/// A level of each setting.
pub type Point = Vec<usize>;

/// Every level with every other; the last setting changes fastest.
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

/// A Latin hypercube of so many points (McKay, Beckman and Conover, 1979): the levels of each setting are
/// met as evenly as can be, and paired with those of others at random.
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

/// A path through the design on which every setting is changed once, alone, by half of its levels (Morris,
/// 1991).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trajectory {
    /// By point, the level of each path.
    pub points: Vec<Point>,
    /// The setting that is changed between a point and the next.
    pub changed: Vec<usize>,
}

/// So many trajectories. Every setting has at least two levels.
pub fn trajectories(levels: &[usize], count: usize, seed: u64) -> Vec<Trajectory> {
    let mut stream = stream(seed);
    let mut list = Vec::new();
    for _ in 0..count {
        let mut point: Point = levels.iter().map(|&count| stream.index(count)).collect();
        let mut changed: Vec<usize> = (0..levels.len()).collect();
        stream.shuffle(&mut changed);
        let mut points = vec![point.clone()];
        for &at in &changed {
            let step = levels[at] / 2;
            let (up, down) = (point[at] + step < levels[at], point[at] >= step);
            // In the middle of an odd number of levels both ways are open.
            let goes_up = if up && down { stream.index(2) == 1 } else { up };
            point[at] = if goes_up { point[at] + step } else { point[at] - step };
            points.push(point.clone());
        }
        list.push(Trajectory { points, changed });
    }
    list
}

/// A base point of a nested design (Saltelli et al., 2010): two points drawn apart, and the first with one
/// coordinate of the second at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nest {
    /// One point, drawn at random.
    pub a: Point,
    /// Another, drawn apart from it.
    pub b: Point,
    /// The first with one level of the other each.
    pub mixed: Vec<Point>,
}

/// So many base points; their levels are drawn as a Latin hypercube.
pub fn nests(levels: &[usize], count: usize, seed: u64) -> Vec<Nest> {
    let both: Vec<usize> = levels.iter().chain(levels).copied().collect();
    let points = latin(&both, count, seed);
    let nest = |point: Point| {
        let (a, b) = point.split_at(levels.len());
        let mixed = (0..levels.len()).map(|at| {
            let mut mixed = a.to_vec();
            mixed[at] = b[at];
            mixed
        });
        Nest { mixed: mixed.collect(), a: a.to_vec(), b: b.to_vec() }
    };
    points.into_iter().map(nest).collect()
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
        // Of more levels than points no level is met twice.
        let mut met: Vec<usize> = points.iter().map(|point| point[2]).collect();
        met.sort_unstable();
        met.dedup();
        assert_eq!(met.len(), 12);
        assert_eq!(latin(&[4, 3, 20], 12, 7), points);
        assert_ne!(latin(&[4, 3, 20], 12, 8), points);
    }

    #[test]
    fn a_trajectory_changes_every_parameter_once_by_half_of_its_levels() {
        let levels = [2, 3, 4, 7];
        for Trajectory { points, changed } in trajectories(&levels, 50, 1) {
            let mut once = changed.clone();
            once.sort_unstable();
            assert_eq!(once, [0, 1, 2, 3]);
            for (step, &at) in changed.iter().enumerate() {
                let (from, to) = (&points[step], &points[step + 1]);
                assert!(to[at] < levels[at] && from[at].abs_diff(to[at]) == levels[at] / 2);
                assert!((0..4).all(|other| other == at || from[other] == to[other]));
            }
        }
    }

    #[test]
    fn a_nest_mixes_two_points_coordinate_by_coordinate() {
        for Nest { a, b, mixed } in nests(&[5, 6, 7], 10, 3) {
            assert_eq!(mixed.len(), 3);
            for (at, point) in mixed.iter().enumerate() {
                for other in 0..3 {
                    assert_eq!(point[other], if other == at { b[other] } else { a[other] });
                }
            }
        }
    }
}
