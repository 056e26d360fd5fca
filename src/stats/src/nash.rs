//! What best replies come to for two players: a mix that nothing in the field beats.

/// Differences in win rate below this are nobody's reason to change: a tenth of a point.
const TEMPERATURE: f64 = 0.001;
/// The search for the mix begins warm, where it moves fast, and cools down by halves.
const WARM: f64 = 0.128;
/// Steps at a temperature; they stop earlier once nothing moves.
const MOST_STEPS: usize = 40_000;

/// The Nash equilibrium of a field where two meet: `shares` are the win rates of each against each, a half
/// on the diagonal. Of several equilibria it is the most even one, so that a copy of a strategy changes nothing
/// but shares the part of its original (Balduzzi and others 2018, "Re-evaluating evaluation", NeurIPS 31).
///
/// It is found as the limit of equilibria with an entropy bonus, by steps that look one step ahead (Cen, Wei and
/// Chi 2021, "Fast policy extragradient methods for competitive games with entropy regularization", NeurIPS 34).
pub fn nash(shares: &[Vec<f64>]) -> Vec<f64> {
    let widest = shares.iter().flatten().map(|share| (share - 0.5).abs()).fold(0.0, f64::max);
    let mut logits = vec![0.0; shares.len()];
    let mut parts = mix(&logits);
    let mut temperature = WARM;
    while temperature > TEMPERATURE * 0.999 {
        let pace = 0.25 / widest.max(temperature);
        for _ in 0..MOST_STEPS {
            let ahead = step(shares, &logits, &parts, temperature, pace);
            logits = step(shares, &logits, &mix(&ahead), temperature, pace);
            let next = mix(&logits);
            let moved = next.iter().zip(&parts).map(|(next, last)| (next - last).abs()).fold(0.0, f64::max);
            parts = next;
            if moved < 1e-6 * temperature / TEMPERATURE {
                break;
            }
        }
        temperature /= 2.0;
    }
    parts
}

/// Logits after a step towards what wins against a mix.
fn step(shares: &[Vec<f64>], logits: &[f64], against: &[f64], temperature: f64, pace: f64) -> Vec<f64> {
    let gain =
        |row: &Vec<f64>| row.iter().zip(against).map(|(share, part)| (share - 0.5) * part).sum::<f64>();
    let moved = |(logit, row): (&f64, &Vec<f64>)| (1.0 - pace * temperature) * logit + pace * gain(row);
    logits.iter().zip(shares).map(moved).collect()
}

/// Parts in proportion to the exponentials of logits.
fn mix(logits: &[f64]) -> Vec<f64> {
    let most = logits.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let parts: Vec<f64> = logits.iter().map(|logit| libm::exp(logit - most)).collect();
    let all: f64 = parts.iter().sum();
    parts.iter().map(|part| part / all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: &[f64], expected: &[f64]) {
        let is_close = found.iter().zip(expected).all(|(one, other)| (one - other).abs() < 0.01);
        assert!(is_close && found.len() == expected.len(), "{found:?} {expected:?}");
    }

    #[test]
    fn a_circle_is_mixed_so_that_each_loses_as_often_as_it_wins() {
        // Rock, paper, scissors: each is played as much as the other two differ in their game. Paper beats rock
        // thrice as clearly as the others beat each other.
        let shares = [vec![0.5, 0.2, 0.6], vec![0.8, 0.5, 0.4], vec![0.4, 0.6, 0.5]];
        close(&nash(&shares), &[0.2, 0.2, 0.6]);
        // The same with a fourth that all beat, and a second scissors: it shares the part of the first.
        let row = |row: &[f64]| row.to_vec();
        let more = [
            row(&[0.5, 0.2, 0.6, 0.7, 0.6]),
            row(&[0.8, 0.5, 0.4, 0.6, 0.4]),
            row(&[0.4, 0.6, 0.5, 0.9, 0.5]),
            row(&[0.3, 0.4, 0.1, 0.5, 0.1]),
            row(&[0.4, 0.6, 0.5, 0.9, 0.5]),
        ];
        close(&nash(&more), &[0.2, 0.2, 0.3, 0.0, 0.3]);
    }

    #[test]
    fn the_best_of_all_is_played_alone_and_equals_evenly() {
        close(&nash(&[vec![0.5, 0.52], vec![0.48, 0.5]]), &[1.0, 0.0]);
        close(&nash(&vec![vec![0.5; 4]; 4]), &[0.25; 4]);
        close(&nash(&[vec![0.5]]), &[1.0]);
        // Differences that are as good as none.
        close(&nash(&[vec![0.5, 0.500_001], vec![0.499_999, 0.5]]), &[0.5, 0.5]);
    }
}
