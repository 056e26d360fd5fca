//! Evaluates the policy of a training run: among bases during training, and against its baseline at the end.

use super::{Candidate, Spec, TrainingError, TrainingRun};
use crate::{
    arena::{Arena, Phase, Table, TableTest, Test},
    prune::PruningOutcome,
    screen::Interaction,
    trainer::TrainerState,
};
use sim_engine::Objective;
use sim_play::arm::Stopped;
use sim_script::{Strategy, evaluator::first_most, notes::DecisionPolicy};

/// Games of each evaluation during training.
const EVALUATION_GAMES: u64 = 400;
/// Offset of the deals that choose weights, far from those of learning curves.
const CHOOSING: u64 = 1 << 40;
/// Factors for larger logits, tried after training against opponents that do not adapt.
const SHARPER: [f64; 3] = [1.5, 2.0, 3.0];
/// Acceptable loss from pruning: a point of win rate, or a share of a gain in points.
const LOSS: f64 = 0.01;
const PART: f64 = 0.05;

#[derive(Debug, Clone)]
pub struct TrainedPolicy {
    pub text: String,
    pub strategy: Strategy,
    /// Its wins or points on the deals that chose its weights. This selects the best of several training runs;
    /// the test reports its strength.
    pub chosen_by: f64,
    pub left: Option<PruningOutcome>,
    /// Screened interactions, in the order of decisions; none of decisions that have few.
    pub interactions: Vec<Interaction>,
    pub test: Test,
}

struct Selection {
    made: Candidate,
    chosen_by: f64,
}

impl TrainingRun<'_> {
    /// Its last result during training: against the field, or in self-play in one seat among copies of the base.
    pub fn shown(&self, state: &TrainerState) -> Option<f64> {
        let is_self_play = self.is_self_play();
        let mut entries = state.log.iter().rev();
        entries.find_map(|entry| if is_self_play { entry.among_bases } else { Some(entry.won) })
    }

    /// A self-play policy's result in one seat among copies of the base; each `number` has deals of its own.
    pub(super) fn evaluate_among_bases(
        &self,
        weights: &[DecisionPolicy],
        number: u64,
    ) -> Result<Option<f64>, Stopped> {
        let Ok(Candidate { strategy, .. }) = self.candidate(weights) else { return Ok(None) };
        let arena = self.arena();
        let played =
            arena.play(&[&strategy], &self.rivals(), Phase::Choice, (number << 16, EVALUATION_GAMES))?;
        Ok(played.first().and_then(|played| arena.worth(played)))
    }

    fn arena(&self) -> Arena<'_> {
        let Spec { tables, seed, .. } = *self.spec;
        Arena { tables, utility: self.spec.utility(), seed, stop: self.stop }
    }

    fn rivals(&self) -> Vec<&Strategy> {
        if self.spec.field.is_empty() { vec![&self.base] } else { self.spec.field.iter().collect() }
    }

    /// The trained policy, and its result on held-out deals. It has the last weights or their late mean,
    /// whichever win more. Against a field it is as sharp as wins most. Features that cost more than they gain
    /// are left out.
    ///
    /// # Errors
    /// When no strategy can be made of the weights; when a stop was requested; those of `watch`, which receives
    /// the number of games played.
    pub fn finish<E: From<TrainingError> + From<Stopped>>(
        &self,
        state: &TrainerState,
        watch: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<TrainedPolicy, E> {
        let spec = self.spec;
        let (arena, rivals) = (self.arena(), self.rivals());
        let games = spec.test_games / 2;
        let Selection { mut made, mut chosen_by } = self.choose(state, watch)?;
        let mut left = None;
        if let Some((pruning, whole)) = state.pruned() {
            let whole = self.choose(whole, watch)?;
            let pair = [&whole.made.strategy, &made.strategy];
            let played = arena.play(&pair, &rivals, Phase::Rest, (0, games))?;
            let lost = arena.difference(&played[0], &played[1], 0..spec.tables.len());
            watch(2 * games)?;
            let most = match spec.utility().objective {
                Objective::Wins => LOSS,
                Objective::Points => PART * chosen_by.abs(),
            };
            let is_undone = lost.difference.value.is_some_and(|lost| lost > most);
            if is_undone {
                Selection { made, chosen_by } = whole;
            }
            left = Some(PruningOutcome { pruning: pruning.clone(), lost, is_undone });
        }
        let Candidate { strategy, text, .. } = made;
        let compared = |rivals: &[&Strategy], games: u64| -> Result<_, Stopped> {
            let played = arena.play(&[&strategy, spec.standard], rivals, Phase::Test, (0, games))?;
            let mut played = played.into_iter();
            let mut next = || played.next().unwrap_or_default();
            Ok([next(), next()])
        };
        let all = 0..spec.tables.len();
        let [mine, theirs] = compared(&rivals, spec.test_games)?;
        let won = arena.estimates(&mine).into_iter();
        let at_table = |(at, (table, won)): (usize, (&Table<'_>, _))| TableTest {
            players: table.players,
            won,
            field: arena.difference(&mine, &theirs, at..at + 1),
        };
        let tables = spec.tables.iter().zip(won).enumerate().map(at_table).collect();
        let field = arena.difference(&mine, &theirs, all.clone());
        watch(2 * spec.test_games)?;
        let strangers: Vec<&Strategy> = spec.strangers.iter().collect();
        let strangers = match &strangers[..] {
            [] => None,
            strangers => {
                let [mine, theirs] = compared(strangers, spec.test_games / 2)?;
                Some(arena.difference(&mine, &theirs, all))
            }
        };
        watch(spec.test_games)?;
        let test = Test { tables, field, strangers };
        Ok(TrainedPolicy { text, strategy, chosen_by, left, interactions: self.interactions.clone(), test })
    }

    /// Chooses the last weights or their late mean, whichever win more; against a field also the sharpness that
    /// wins most.
    fn choose<E: From<TrainingError> + From<Stopped>>(
        &self,
        state: &TrainerState,
        watch: &mut dyn FnMut(u64) -> Result<(), E>,
    ) -> Result<Selection, E> {
        let spec = self.spec;
        let (arena, rivals) = (self.arena(), self.rivals());
        let (last, mean) = (state.weights(), state.late_mean());
        let candidates: Vec<_> = match mean {
            Some(mean) if spec.method.is_mean => vec![mean],
            mean => std::iter::once(last).chain(mean).collect(),
        };
        let mut made =
            candidates.iter().map(|weights| self.candidate(weights)).collect::<Result<Vec<_>, _>>()?;
        let games = spec.test_games / 2;
        let worths = |made: &[Candidate]| -> Result<Vec<f64>, Stopped> {
            let strategies: Vec<&Strategy> = made.iter().map(|made| &made.strategy).collect();
            let played = arena.play(&strategies, &rivals, Phase::Choice, (CHOOSING, games))?;
            Ok(played.iter().map(|played| arena.worth(played).unwrap_or(f64::NEG_INFINITY)).collect())
        };
        let mut all = worths(&made)?;
        watch(games * made.len() as u64)?;
        if !self.is_self_play() {
            // The opponents do not adapt, so the policy need not stay random: larger logits are tried.
            let best = first_most(&all);
            let weights = made[best].weights.clone();
            let sharper: Result<Vec<Candidate>, TrainingError> =
                SHARPER.iter().map(|by| self.candidate(&scaled(&weights, *by))).collect();
            let sharper = sharper?;
            all.extend(worths(&sharper)?);
            watch(games * sharper.len() as u64)?;
            made.extend(sharper);
        }
        let best = first_most(&all);
        Ok(Selection { made: made.swap_remove(best), chosen_by: all[best] })
    }
}

fn scaled(weights: &[DecisionPolicy], by: f64) -> Vec<DecisionPolicy> {
    weights.iter().map(|own| own.scaled(by)).collect()
}
