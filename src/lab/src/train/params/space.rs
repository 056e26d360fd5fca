//! Params as coordinates from 0 to 1, including whole ones.

use sim_engine::{Luck, Purpose};
use sim_script::script::Param;

const ROUND: Purpose = Purpose::new("tune.round");
/// Real values are rounded to about this fraction of their range, for readable files.
const GRAIN: f64 = 1e-3;

#[derive(Debug, Clone)]
pub struct Space {
    params: Vec<Param>,
    /// Indices among all params of the script.
    pub chosen: Vec<usize>,
    pub start: Vec<f64>,
}

impl Space {
    /// The space of the params at these indices; a param with a single value has no coordinate.
    pub fn new(all: &[Param], mut chosen: Vec<usize>) -> Space {
        chosen.retain(|&at| all[at].range.0 < all[at].range.1);
        Space {
            params: chosen.iter().map(|&at| all[at].clone()).collect(),
            chosen,
            start: all.iter().map(|param| param.value).collect(),
        }
    }

    pub fn dimensions(&self) -> usize {
        self.params.len()
    }

    pub fn origin(&self) -> Vec<f64> {
        let coordinate = |param: &Param| (param.value - param.range.0) / (param.range.1 - param.range.0);
        self.params.iter().map(coordinate).collect()
    }

    /// The values of all params at a point. Coordinates outside the unit box are reflected at its walls. A whole
    /// param is rounded to the nearest value; with `luck`, it is rounded up with the probability of its fraction, so
    /// that small steps have an effect.
    pub fn values(&self, point: &[f64], luck: Option<(&Luck, u64)>) -> Vec<f64> {
        let mut values = self.start.clone();
        let mut stream = luck.map(|(luck, time)| luck.stream(ROUND, time));
        for ((param, &at), &coordinate) in self.params.iter().zip(&self.chosen).zip(point) {
            let (low, high) = param.range;
            let value = low + turned_back(coordinate) * (high - low);
            values[at] = if param.is_whole {
                let shift = stream.as_mut().map_or(0.5, |stream| stream.unit());
                libm::floor(value + shift)
            } else {
                rounded(value, high - low)
            }
            .clamp(low, high);
        }
        values
    }
}

/// Reflects a coordinate into the unit interval.
fn turned_back(coordinate: f64) -> f64 {
    let folded = coordinate - 2.0 * libm::floor(coordinate / 2.0);
    if folded > 1.0 { 2.0 - folded } else { folded }
}

/// Rounds a value to the few decimals that the width of its range calls for.
fn rounded(value: f64, width: f64) -> f64 {
    let decimals = (-libm::floor(libm::log10(width * GRAIN))).clamp(0.0, 12.0) as usize;
    // By way of its text, so that it equals the number in the file.
    format!("{value:.decimals$}").parse().unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn param(value: f64, range: (f64, f64), is_whole: bool) -> Param {
        Param { name: "p".to_owned(), value, range, is_whole }
    }

    #[test]
    fn the_origin_is_the_script_itself_and_only_chosen_params_move() {
        let all =
            [param(2.0, (1.0, 5.0), false), param(3.0, (0.0, 6.0), true), param(0.5, (0.0, 1.0), false)];
        let space = Space::new(&all, vec![0, 1]);
        assert_eq!(space.origin(), [0.25, 0.5]);
        assert_eq!(space.values(&space.origin(), None), [2.0, 3.0, 0.5]);
        assert_eq!(space.values(&[1.0, 1.0], None), [5.0, 6.0, 0.5]);
        // A range of one number leaves nothing to tune.
        assert_eq!(Space::new(&[param(1.0, (1.0, 1.0), false)], vec![0]).dimensions(), 0);
    }

    #[test]
    fn points_outside_the_box_are_turned_back() {
        for (coordinate, inside) in [(-0.25, 0.25), (1.25, 0.75), (2.5, 0.5), (0.0, 0.0), (1.0, 1.0)] {
            assert_eq!(turned_back(coordinate), inside, "{coordinate}");
        }
    }

    #[test]
    fn values_have_few_decimals_and_stay_in_range() {
        let space = Space::new(&[param(0.1, (0.0, 0.3), false)], vec![0]);
        assert_eq!(space.values(&[0.123_456], None), [0.037]);
        // A value that rounding would move out of the range stays at its end.
        let odd = Space::new(&[param(0.1, (0.000_05, 0.300_04), false)], vec![0]);
        assert_eq!((odd.values(&[0.0], None), odd.values(&[1.0], None)), (vec![0.0001], vec![0.3]));
        let narrow = Space::new(&[param(0.35, (0.301, 0.4), false)], vec![0]);
        assert_eq!((narrow.values(&[0.0], None), narrow.values(&[1.0], None)), (vec![0.301], vec![0.4]));
    }

    #[test]
    fn whole_params_go_up_as_often_as_their_fraction_says() {
        let space = Space::new(&[param(2.0, (0.0, 4.0), true)], vec![0]);
        assert_eq!(space.values(&[0.6], None), [2.0]);
        assert_eq!(space.values(&[0.65], None), [3.0]);
        let luck = Luck::new(1, 0);
        let up = (0..1000).filter(|&time| space.values(&[0.55], Some((&luck, time))) == [3.0]).count();
        // 20 % of 1,000: a standard error of 13.
        assert!((150..250).contains(&up), "{up}");
    }
}
