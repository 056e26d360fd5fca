use sim_play::arm::TrajectoryBatch;
use sim_script::{formula::compile::Scale, notes::DecisionNote};

/// A smaller standard deviation counts as 0.
const LEAST: f64 = 1e-9;

#[derive(Debug, Clone, PartialEq)]
pub struct DecisionSurvey {
    /// Times that it had more than one answer, and the total number of candidates.
    pub met: u64,
    pub candidates: u64,
    /// For each requested level, the temperature at which the best score has that probability on average; empty
    /// if not needed.
    pub temperatures: Vec<f64>,
    /// The scale of each term; none for a term that never separates candidates. Empty if not needed.
    pub scales: Vec<Option<Scale>>,
    /// The scales of a network's inputs, which need not separate candidates.
    pub inputs: Vec<Option<Scale>>,
}

/// What the survey of a decision has to measure.
#[derive(Debug, Clone, Copy)]
pub struct SurveyNeeds {
    /// Values per candidate: its score, its terms, and the inputs of a network.
    pub width: usize,
    pub inputs: usize,
    /// Whether there are several parts of candidates: then 0 may mean that a part lacks the feature, and stays 0.
    pub is_mixed: bool,
    pub is_temperature_needed: bool,
    pub is_scale_needed: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Survey {
    pub decisions: Vec<DecisionSurvey>,
    pub mean: Vec<f32>,
    pub sd: Vec<f32>,
    pub games: u64,
}

#[derive(Debug, Clone, Copy, Default)]
struct Moments {
    count: f64,
    sum: f64,
    squares: f64,
    within: f64,
}

/// The decisions of some games that had more than one answer, with their indices.
pub fn choices_in(piece: &TrajectoryBatch) -> impl Iterator<Item = (usize, &DecisionNote)> {
    piece.notes.decisions.iter().enumerate().filter(|(_, noted)| noted.plans > 1)
}

/// Surveys games of the base. Temperatures take as long as everything else, and a run that continues training
/// already has them and the scales of its terms. So the needs of each decision leave out what is known.
pub fn survey(
    pieces: &[TrajectoryBatch],
    needs: &[SurveyNeeds],
    (contexts, levels): (usize, &[f64]),
) -> Survey {
    let mut counts: Vec<(u64, u64)> = vec![(0, 0); needs.len()];
    let terms = |one: &SurveyNeeds| if one.is_scale_needed { one.width.saturating_sub(1) } else { 0 };
    let mut moments: Vec<Vec<Moments>> =
        needs.iter().map(|one| vec![Moments::default(); terms(one)]).collect();
    let mut gaps: Vec<Vec<Vec<f32>>> = vec![Vec::new(); needs.len()];
    for piece in pieces {
        let notes = &piece.notes;
        for (_, noted) in choices_in(piece) {
            let point = usize::from(noted.point);
            let SurveyNeeds { width, is_temperature_needed, .. } = needs[point];
            let (met, candidates) = &mut counts[point];
            *met += 1;
            *candidates += u64::from(noted.candidates);
            let values = notes.values_of(noted, width);
            for (at, moments) in moments[point].iter_mut().enumerate() {
                moments.add(values.chunks_exact(width).map(|row| f64::from(row[1 + at])));
            }
            if is_temperature_needed {
                let plans = notes.plans_of(noted);
                let scores = plans.iter().map(|plan| plan.rows().map(|row| values[row * width]).sum());
                let scores: Vec<f32> = scores.collect();
                let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                gaps[point].push(scores.iter().map(|score| score - top).collect());
            }
        }
    }
    let all = moments.iter().zip(&gaps).zip(needs).zip(counts);
    let decisions = all.map(|(((moments, gaps), one), (met, candidates))| DecisionSurvey {
        met,
        candidates,
        inputs: moments[moments.len().saturating_sub(one.inputs)..]
            .iter()
            .map(|moments| moments.spread(one.is_mixed))
            .collect(),
        temperatures: match one.is_temperature_needed {
            true => levels.iter().map(|&level| temperature(gaps, level)).collect(),
            false => Vec::new(),
        },
        scales: moments.iter().map(|moments| moments.scale(one.is_mixed)).collect(),
    });
    let decisions = decisions.collect();
    let mut sums = vec![Moments::default(); contexts];
    for row in pieces.iter().flat_map(|piece| piece.notes.context.chunks_exact(contexts.max(1))) {
        sums.iter_mut().zip(row).for_each(|(sum, &value)| sum.count_in(f64::from(value)));
    }
    let spread = |sum: &Moments| if sum.sd() > LEAST { sum.sd() as f32 } else { 0.0 };
    Survey {
        decisions,
        mean: sums.iter().map(|sum| sum.mean() as f32).collect(),
        sd: sums.iter().map(spread).collect(),
        games: pieces.iter().map(|piece| piece.wins.len() as u64).sum(),
    }
}

impl Moments {
    fn count_in(&mut self, value: f64) {
        // Limits unbounded values.
        let value = value.clamp(-1e6, 1e6);
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn add(&mut self, values: impl Iterator<Item = f64> + Clone) {
        let mut own = Moments::default();
        values.clone().for_each(|value| own.count_in(value));
        values.for_each(|value| self.count_in(value));
        self.within += own.count * own.sd() * own.sd();
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    fn sd(&self) -> f64 {
        (self.squares / self.count.max(1.0) - self.mean() * self.mean()).max(0.0).sqrt()
    }

    fn scale(&self, is_mixed: bool) -> Option<Scale> {
        let within = (self.within / self.count.max(1.0)).sqrt();
        let size = 1.0 + self.mean().abs();
        if within <= 1e-6 * size { None } else { self.spread(is_mixed) }
    }

    /// Mean and standard deviation; none if the value never differs. In mixed decisions, 0 serves as the mean.
    fn spread(&self, is_mixed: bool) -> Option<Scale> {
        let (mean, sd) = if is_mixed {
            (0.0, (self.squares / self.count.max(1.0)).sqrt())
        } else {
            (self.mean(), self.sd())
        };
        // Rounded as in the file, so that training and play use the same scale.
        let [mean, sd] = [mean, sd].map(sim_script::learned::rounded);
        (sd > LEAST).then_some(Scale { mean, sd })
    }
}

/// The temperature at which the best score has the wanted probability on average; 1 if temperature makes no
/// difference.
fn temperature(gaps: &[Vec<f32>], wanted: f64) -> f64 {
    let chance = |temperature: f64| -> f64 {
        let best = |gaps: &Vec<f32>| {
            let total: f64 = gaps.iter().map(|&gap| libm::exp(f64::from(gap) / temperature)).sum();
            let ties = gaps.iter().filter(|&&gap| gap == 0.0).count() as f64;
            ties / total
        };
        gaps.iter().map(best).sum::<f64>() / gaps.len().max(1) as f64
    };
    let differs = gaps.iter().flatten().any(|&gap| gap < 0.0);
    if !differs {
        return 1.0;
    }
    let written = |logarithm: f64| sim_script::learned::rounded(libm::exp(logarithm));
    let (mut low, mut high) = (-30.0, 30.0);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        let end = if chance(libm::exp(middle)) > wanted { &mut low } else { &mut high };
        *end = middle;
        // All values between them round alike.
        if written(low) == written(high) {
            break;
        }
    }
    written((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_temperature_gives_the_best_its_chance() {
        // exp(-1/T) = 1/9 gives the best a probability of 9/10.
        let found = temperature(&[vec![0.0, -1.0]], 0.9);
        assert!((found - 1.0 / libm::log(9.0)).abs() < 1e-3, "{found}");
        assert_eq!(temperature(&[vec![0.0, 0.0], vec![]], 0.9), 1.0);
    }

    #[test]
    fn what_never_tells_candidates_apart_has_no_place() {
        let mut moments = Moments::default();
        moments.add([2.0, 2.0].into_iter());
        moments.add([4.0, 4.0].into_iter());
        assert_eq!(moments.scale(false), None);
        moments.add([0.0, 6.0].into_iter());
        assert_eq!(moments.scale(false).map(|scale| scale.mean), Some(3.0));
        assert_eq!(moments.scale(true).map(|scale| scale.mean), Some(0.0));
    }
}
