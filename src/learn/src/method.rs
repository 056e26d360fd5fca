use serde::{Deserialize, Serialize};

use crate::gradient::LossWeights;
use sim_engine::{Objective, Seat};
use sim_play::{Utility, arm::TrajectoryBatch};

/// The result of a seat in a game, in wins or points.
pub(crate) fn won(utility: Utility, piece: &TrajectoryBatch, game: usize, seat: Seat) -> f64 {
    let sum = match utility.objective {
        Objective::Wins => piece.wins[game][seat],
        Objective::Points => piece.points[game][seat].into(),
    };
    sum as f64 / utility.parts as f64
}

/// The result compared with the rest of the table, plus the worth of the seat's plan.
pub(crate) fn outcome(
    utility: Utility,
    piece: &TrajectoryBatch,
    game: usize,
    seat: Seat,
    players: usize,
) -> f64 {
    let own = won(utility, piece, game, seat);
    let plan = piece.plans.get(game).map_or(0.0, |worth| worth[seat]);
    plan + match utility.objective {
        Objective::Wins => own - 1.0 / players as f64,
        Objective::Points if players == 1 => own,
        Objective::Points => {
            let all: f64 = Seat::all(players).map(|seat| won(utility, piece, game, seat)).sum();
            own - (all - own) / (players - 1) as f64
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Method {
    /// Share of the base's wins that must remain when answers are drawn instead of the best being given. Training
    /// begins with probabilities as even as this allows.
    pub kept: f64,
    /// Games between two updates of the weights.
    pub batch: u64,
    /// Passes over the decisions of a batch, and decisions per step.
    pub epochs: u32,
    pub minibatch: usize,
    /// Initial step length; it decays to 0.
    pub learning_rate: f64,
    pub clip: f64,
    /// Weight of the entropy bonus at the beginning and at the end, in standard deviations of the advantage. In
    /// between it fades with the remaining share of the training to the power of `fading`.
    pub entropy: f64,
    pub entropy_end: f64,
    pub fading: u32,
    /// Weight of the magnet at the beginning and at the end, and the number of batches between its updates.
    pub magnet: f64,
    pub magnet_end: f64,
    pub magnet_batches: u64,
    /// The lambda of generalized advantage estimation at the beginning; it is 1 at the end.
    pub gae_lambda: f64,
    /// Whether the result is always the mean of the last third, whichever policy wins most against the base. The
    /// last policy is one point of a cycle; the center of the cycle is what cannot be beaten.
    pub is_mean: bool,
    /// Whether the survey is long enough for rare situations: a feature that it never meets is not trained.
    pub is_thorough: bool,
    /// Imagined worlds in which answers are compared, to improve the policy by rollouts; none for policy
    /// gradient, to which the other fields belong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MethodOverrides {
    /// Initial step length, above 0.
    pub step: Option<f64>,
    /// Weight of the magnet throughout, 0 or more.
    pub magnet: Option<f64>,
    /// Initial weight of the entropy bonus, 0 or more. The final weight keeps its usual ratio to it.
    pub entropy: Option<f64>,
}

impl Method {
    pub fn with(self, other: MethodOverrides) -> Method {
        Method {
            learning_rate: other.step.unwrap_or(self.learning_rate),
            magnet: other.magnet.unwrap_or(self.magnet),
            magnet_end: other.magnet.unwrap_or(self.magnet_end),
            entropy: other.entropy.unwrap_or(self.entropy),
            entropy_end: other
                .entropy
                .map_or(self.entropy_end, |entropy| entropy * self.entropy_end / self.entropy),
            ..self
        }
    }

    /// For a best response. The opponents do not adapt, so the policy need not stay random to the end.
    pub fn response() -> Method {
        Method {
            kept: 0.75,
            batch: 150,
            epochs: 3,
            minibatch: 2048,
            learning_rate: 0.01,
            clip: 0.2,
            entropy: 0.003,
            entropy_end: 0.0,
            fading: 1,
            magnet: 0.0,
            magnet_end: 0.0,
            magnet_batches: 25,
            gae_lambda: 0.95,
            is_mean: false,
            is_thorough: false,
            worlds: None,
        }
    }

    /// For self-play. All seats learn, so a game yields more than against a field: smaller batches and shorter
    /// steps go further. With steps of 0.01, self-play in Restaurant Row reached 41 % among experts after 16,000
    /// games and fell to 34 % until they shrank; with 0.004 it rises. A more random policy may make a champion
    /// harder to beat. In La Bistro a best response of 40,000 games gained 24 points with longer steps, a magnet
    /// of 0.03 and an entropy of 0.001, and 16 with these (one training run each).
    pub fn self_play() -> Method {
        Method {
            batch: 100,
            epochs: 2,
            learning_rate: 0.006,
            entropy: 0.003,
            entropy_end: 0.003,
            magnet: 0.05,
            magnet_end: 0.05,
            magnet_batches: 100,
            ..Method::response()
        }
    }

    /// For players who adapt to changed rules. Steps are gentle, so that only the rules move the policy. The
    /// result is the mean of the last third, because the last policy varies from one training run to the next.
    pub fn adaptation() -> Method {
        Method {
            learning_rate: 0.004,
            entropy: 0.001,
            entropy_end: 0.001,
            magnet: 0.03,
            magnet_end: 0.03,
            is_mean: true,
            ..Method::self_play()
        }
    }

    /// For self-play that should end where nobody can be beaten, as in games of bluff. The entropy bonus starts a
    /// hundred times as strong as usual and fades: the policy follows the equilibria of ever less noisy players,
    /// as magnetic mirror descent does (Sokota et al. 2023). In Leduc hold'em a million hands end with an
    /// exploitability of 0.25 chips, against 1.2 with a constant bonus of 0.005. Credit uses outcomes alone,
    /// because what the critic does not see would move the equilibrium.
    pub fn steady() -> Method {
        Method {
            batch: 400,
            epochs: 2,
            minibatch: 4096,
            entropy: 0.3,
            fading: 2,
            magnet: 0.05,
            magnet_end: 1.0,
            magnet_batches: 50,
            gae_lambda: 1.0,
            is_mean: true,
            is_thorough: true,
            ..Method::response()
        }
    }

    /// The lambda of generalized advantage estimation when this share of the training is done. Below 1, credit
    /// depends on the critic's expectation, which has less luck but the critic's mistakes. So training begins
    /// there, while steps are long, and ends with outcomes alone. With 0.95 throughout, a best response to
    /// Restauranteur's expert began with 50 % of its games and ended with 46 %.
    pub fn gae_lambda_at(&self, done: f64) -> f64 {
        self.gae_lambda + (1.0 - self.gae_lambda) * done.min(1.0)
    }

    pub fn loss_weights(&self, done: f64) -> LossWeights {
        // Products alone, because a power may differ in its last bit between machines.
        let left = (0..self.fading).fold(1.0, |product, _| product * (1.0 - done));
        let entropy = self.entropy_end + (self.entropy - self.entropy_end) * left;
        let magnet = self.magnet + (self.magnet_end - self.magnet) * done;
        LossWeights { clip: self.clip, entropy, magnet }
    }
}
