//! The Nash equilibrium of a symmetric two-player field: a mixed strategy that nothing in the field beats.

/// The final weight of the entropy bonus, in win rate. Differences below about twenty times this value have no
/// effect: they are rounding errors of the shares, and no run has enough games to detect them.
const TEMPERATURE: f64 = 1e-8;
/// The initial weight of the bonus, at which all mixes are nearly uniform; it is then halved repeatedly.
const FIRST_TEMPERATURE: f64 = 0.5;
/// The maximum number of Newton steps per temperature; a handful is enough.
const MOST_STEPS: usize = 100;
/// The iteration ends with the first full step that changes no probability by more.
const TOLERANCE: f64 = 1e-9;
/// A probability below this is due to the bonus alone and is set to 0.
const NEGLIGIBLE: f64 = 1e-6;

/// The Nash equilibrium of a symmetric two-player field. `shares` are the win rates of each strategy against each
/// other, with 0.5 on the diagonal. A strategy that beats all others has probability 1, and one that loses to the mix
/// has 0, both exactly. Of several equilibria it is the one of maximum entropy, so that copies of a strategy share
/// its probability and change nothing else (Balduzzi and others 2018, "Re-evaluating evaluation", NeurIPS 31).
///
/// It is the limit of equilibria with an entropy bonus (McKelvey and Palfrey 1995, "Quantal response equilibria for
/// normal form games", Games and Economic Behavior 10, 6-38). A zero-sum game has one such equilibrium at each
/// temperature, which Newton's method finds from the equilibrium at twice the temperature.
pub fn nash(shares: &[Vec<f64>]) -> Vec<f64> {
    let gains: Vec<Vec<f64>> =
        shares.iter().map(|row| row.iter().map(|share| share - 0.5).collect()).collect();
    let mut logits = vec![0.0; shares.len()];
    let mut temperature = FIRST_TEMPERATURE;
    while temperature > TEMPERATURE {
        newton(&gains, &mut logits, temperature);
        temperature /= 2.0;
    }
    newton(&gains, &mut logits, TEMPERATURE);
    let mut mix = softmax(&logits);
    mix.iter_mut().filter(|share| **share < NEGLIGIBLE).for_each(|share| *share = 0.0);
    let sum: f64 = mix.iter().sum();
    mix.iter().map(|share| share / sum).collect()
}

/// Moves logits to the equilibrium at a temperature by damped Newton steps. There each logit is the gain of its
/// strategy against the mix, divided by the temperature.
fn newton(gains: &[Vec<f64>], logits: &mut Vec<f64>, temperature: f64) {
    let mut residual = residuals(gains, logits, temperature);
    for _ in 0..MOST_STEPS {
        let mix = softmax(logits);
        let Some(step) = solve(jacobian(gains, &mix, temperature), residual.clone()) else { return };
        // A full step may overshoot; a small enough fraction of it reduces the residual.
        let mut fraction = 1.0;
        let (next, left) = loop {
            let next: Vec<f64> =
                logits.iter().zip(&step).map(|(logit, step)| logit - fraction * step).collect();
            let left = residuals(gains, &next, temperature);
            if norm(&left) <= (1.0 - 0.1 * fraction) * norm(&residual) {
                break (next, left);
            }
            fraction /= 2.0;
            if fraction < 1e-6 {
                // The remaining residual is rounding error.
                return;
            }
        };
        let moved =
            softmax(&next).iter().zip(&mix).map(|(next, last)| (next - last).abs()).fold(0.0, f64::max);
        (*logits, residual) = (next, left);
        if fraction == 1.0 && moved < TOLERANCE {
            return;
        }
    }
}

/// Each logit minus the gain of its strategy against the mix, divided by the temperature.
fn residuals(gains: &[Vec<f64>], logits: &[f64], temperature: f64) -> Vec<f64> {
    let mix = softmax(logits);
    let gain = |row: &Vec<f64>| row.iter().zip(&mix).map(|(gain, share)| gain * share).sum::<f64>();
    logits.iter().zip(gains).map(|(logit, row)| logit - gain(row) / temperature).collect()
}

/// Derivatives of the residuals by each logit. As the gains are antisymmetric, the matrix is invertible.
fn jacobian(gains: &[Vec<f64>], mix: &[f64], temperature: f64) -> Vec<Vec<f64>> {
    let row = |(at, row): (usize, &Vec<f64>)| {
        let mean: f64 = row.iter().zip(mix).map(|(gain, share)| gain * share).sum();
        let derivative = |(to, (gain, share)): (usize, (&f64, &f64))| {
            f64::from(u8::from(at == to)) - share * (gain - mean) / temperature
        };
        row.iter().zip(mix).enumerate().map(derivative).collect()
    };
    gains.iter().enumerate().map(row).collect()
}

/// The Euclidean norm.
fn norm(numbers: &[f64]) -> f64 {
    numbers.iter().map(|number| number * number).sum::<f64>().sqrt()
}

/// Solves a system of linear equations by Gaussian elimination with partial pivoting; `None` if it is singular.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for at in 0..n {
        let largest = (at..n).max_by(|&one, &other| rows[one][at].abs().total_cmp(&rows[other][at].abs()))?;
        rows.swap(at, largest);
        right.swap(at, largest);
        let pivot = rows[at].clone();
        if pivot[at] == 0.0 || !pivot[at].is_finite() {
            return None;
        }
        for below in at + 1..n {
            let times = rows[below][at] / pivot[at];
            (at..n).for_each(|column| rows[below][column] -= times * pivot[column]);
            right[below] -= times * right[at];
        }
    }
    for at in (0..n).rev() {
        let known: f64 = (at + 1..n).map(|column| rows[at][column] * right[column]).sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    Some(right)
}

fn softmax(logits: &[f64]) -> Vec<f64> {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = logits.iter().map(|logit| libm::exp(logit - most)).collect();
    let sum: f64 = powers.iter().sum();
    powers.iter().map(|power| power / sum).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn close(shares: &[&[f64]], expected: &[f64]) {
        let found = nash(&shares.iter().map(|row| row.to_vec()).collect::<Vec<_>>());
        let is_close = found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 2e-5);
        assert!(is_close && found.len() == expected.len(), "{found:?} {expected:?}");
        // Strategies that are never or always played have exactly the weight 0 or 1.
        let is_exact = |(part, expected): (&f64, &f64)| expected.fract() != 0.0 || part == expected;
        assert!(found.iter().zip(expected).all(is_exact), "{found:?} {expected:?}");
    }

    #[test]
    fn rock_paper_and_scissors_are_played_as_others_differ_in_their_game() {
        close(&[&[0.5, 0.0, 1.0], &[1.0, 0.5, 0.0], &[0.0, 1.0, 0.5]], &[1.0 / 3.0; 3]);
        // Each is played in proportion to the edge between the other two: paper beats rock by .3, and the other edges
        // are .1.
        close(&[&[0.5, 0.2, 0.6], &[0.8, 0.5, 0.4], &[0.4, 0.6, 0.5]], &[0.2, 0.2, 0.6]);
        // A weak cycle, with edges of 1, 2 and 3 in 10,000.
        let (one, two, three) = (0.0001, 0.0002, 0.0003);
        let row = |a: f64, b: f64, c: f64| [0.5 + a, 0.5 + b, 0.5 + c];
        let weak = [row(0.0, one, -two), row(-one, 0.0, three), row(two, -three, 0.0)];
        close(&[&weak[0], &weak[1], &weak[2]], &[0.5, 1.0 / 3.0, 1.0 / 6.0]);
    }

    #[test]
    fn circles_of_five_are_mixed_as_published() {
        // Rock, paper, scissors, lizard, Spock: even.
        let beats = |gap: usize| [0.5, 1.0, 0.0, 1.0, 0.0][gap];
        let rows: Vec<Vec<f64>> =
            (0..5).map(|one| (0..5).map(|other| beats((5 + one - other) % 5)).collect()).collect();
        close(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>(), &[0.2; 5]);
        // Mendelsohn's game (1946, "A psychological game", American Mathematical Monthly 53, 86-88): players say a
        // number from 1 up. One more than the other's wins 2; any larger one loses 1. Only 1 to 5 are played, with
        // weights of 1, 5, 4, 5 and 1 of 16, whatever the largest number.
        let pays = |one: i32, other: i32| match one - other {
            0 => 0.0,
            1 => 2.0,
            -1 => -2.0,
            above if above > 1 => -1.0,
            _ => 1.0,
        };
        let up_to = |most: i32| -> Vec<Vec<f64>> {
            let row = |one| (1..=most).map(|other| 0.5 + pays(one, other) / 4.0).collect();
            (1..=most).map(row).collect()
        };
        for most in [5, 8] {
            let rows = up_to(most);
            let mut expected = [1.0, 5.0, 4.0, 5.0, 1.0].map(|part| part / 16.0).to_vec();
            expected.resize(most as usize, 0.0);
            close(&rows.iter().map(Vec::as_slice).collect::<Vec<_>>(), &expected);
        }
    }

    #[test]
    fn the_best_of_all_is_played_always_and_what_is_dominated_never() {
        close(&[&[0.5, 0.52], &[0.48, 0.5]], &[1.0, 0.0]);
        close(&[&[0.5, 0.500_01], &[0.499_99, 0.5]], &[1.0, 0.0]);
        close(&[&[0.5]], &[1.0]);
        // The first loses to none, the second to the first alone, and the third beats the last.
        let best: [&[f64]; 4] = [
            &[0.5, 0.501, 0.7, 0.9],
            &[0.499, 0.5, 0.95, 0.99],
            &[0.3, 0.05, 0.5, 0.6],
            &[0.1, 0.01, 0.4, 0.5],
        ];
        close(&best, &[1.0, 0.0, 0.0, 0.0]);
        // A cycle, and a fourth strategy that the first dominates, against the second by a thousandth.
        let circle: [&[f64]; 4] =
            [&[0.5, 0.2, 0.6, 0.6], &[0.8, 0.5, 0.4, 0.801], &[0.4, 0.6, 0.5, 0.4], &[0.4, 0.199, 0.6, 0.5]];
        close(&circle, &[0.2, 0.2, 0.6, 0.0]);
        // A fourth strategy that beats one of three, and is dominated by a mix of them but by none alone.
        let mixed: [&[f64]; 4] =
            [&[0.5, 0.0, 1.0, 0.4], &[1.0, 0.5, 0.0, 0.6], &[0.0, 1.0, 0.5, 0.6], &[0.6, 0.4, 0.4, 0.5]];
        close(&mixed, &[1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0, 0.0]);
    }

    #[test]
    fn equals_are_played_evenly_and_copies_share_their_part() {
        let even: [&[f64]; 4] = [&[0.5; 4]; 4];
        close(&even, &[0.25; 4]);
        // Rounding errors are no difference.
        close(&[&[0.5, 0.5 + 1e-13], &[0.5 - 1e-13, 0.5]], &[0.5, 0.5]);
        // The cycle above with a fourth strategy that all beat, and a copy of scissors.
        let more: [&[f64]; 5] = [
            &[0.5, 0.2, 0.6, 0.7, 0.6],
            &[0.8, 0.5, 0.4, 0.6, 0.4],
            &[0.4, 0.6, 0.5, 0.9, 0.5],
            &[0.3, 0.4, 0.1, 0.5, 0.1],
            &[0.4, 0.6, 0.5, 0.9, 0.5],
        ];
        close(&more, &[0.2, 0.2, 0.3, 0.0, 0.3]);
        // Two equals, and a third that beats the first by twice what it loses to the second: the most even mix
        // against which the third gains nothing.
        close(&[&[0.5, 0.5, 0.3], &[0.5, 0.5, 0.6], &[0.7, 0.4, 0.5]], &[1.0 / 3.0, 2.0 / 3.0, 0.0]);
    }

    proptest! {
        /// No strategy gains against the mix, and all in it break even, with ties and without.
        #[test]
        fn nothing_beats_the_mix(n in 1_usize..16, grain in 1_u64..1000, draws in prop::collection::vec(0_u64..1_000_000, 120)) {
            let mut shares = vec![vec![0.5; n]; n];
            let pairs = (0..n).flat_map(|one| (0..one).map(move |other| (one, other)));
            for ((one, other), draw) in pairs.zip(draws) {
                let edge = (draw % (2 * grain + 1)) as f64 / (2 * grain) as f64;
                (shares[one][other], shares[other][one]) = (edge, 1.0 - edge);
            }
            let parts = nash(&shares);
            prop_assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            for (part, row) in parts.iter().zip(&shares) {
                let gain: f64 = row.iter().zip(&parts).map(|(share, part)| (share - 0.5) * part).sum();
                prop_assert!(gain < 1e-5 && (*part == 0.0 || gain > -1e-5), "{} {} {:?}", part, gain, parts);
            }
        }
    }
}
