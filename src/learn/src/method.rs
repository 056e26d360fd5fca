use serde::{Deserialize, Serialize};

use crate::gradient::LossWeights;
use sim_engine::{Objective, Seat};
use sim_play::{Utility, arm::TrajectoryBatch};

/// What a seat won or scored in a game.
pub(crate) fn won(utility: Utility, piece: &TrajectoryBatch, game: usize, seat: Seat) -> f64 {
    let sum = match utility.objective {
        Objective::Wins => piece.wins[game][seat],
        Objective::Points => piece.points[game][seat].into(),
    };
    sum as f64 / utility.parts as f64
}

/// The same, less what the others at the table came to, and what the seat did of its plan.
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
    /// Chances in place of the best score cost something. Before anything is learned they are as even as they
    /// may be while it wins this part of what it did.
    pub kept: f64,
    /// Games between two changes of the weights.
    pub batch: u64,
    /// How often each decision is learned from, and how many at a time.
    pub epochs: u32,
    pub minibatch: usize,
    /// Length of a step at the beginning; it shrinks to nothing.
    pub learning_rate: f64,
    pub clip: f64,
    /// Weight of the entropy bonus at the beginning and at the end, in standard deviations of the advantage. It fades with the
    /// share of the training that is left, multiplied by itself this number of times.
    pub entropy: f64,
    pub entropy_end: f64,
    pub fading: u32,
    /// The pull of the magnet at the beginning and at the end, and for how many batches it stays where it is.
    pub magnet: f64,
    pub magnet_end: f64,
    pub magnet_batches: u64,
    /// How far credit reaches back beyond what the critic sees, at the beginning; all the way at the end.
    pub gae_lambda: f64,
    /// Whether the mean of the last third is what was learned, whatever wins most in the place of one base: the
    /// last policy is but a point of a circle, and its middle is what cannot be beaten.
    pub is_mean: bool,
    /// Whether the survey is long enough for rare situations: a feature that it never meets is not learned.
    pub is_thorough: bool,
    /// Imagined worlds in which answers are compared, where the policy is improved by rollouts; none for the policy
    /// gradient, to which all else belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worlds: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MethodOverrides {
    /// Length of a step at the beginning, above 0.
    pub step: Option<f64>,
    /// The pull of the magnet, from the beginning to the end; 0 or more.
    pub magnet: Option<f64>,
    /// The weight of the entropy bonus at the beginning, 0 or more. At the end it is the same share of it as usual.
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

    /// For a best response: nobody answers, so that no chance need be kept open in the end.
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

    /// For self-play. All seats learn, so that a game says more than against a field: smaller batches and shorter
    /// steps go further. With steps of 0.01, self-play in Restaurant Row came to 41 % among experts after 16,000
    /// games and fell to 34 % until they shrank; with 0.004 it rises. Chances held open more may make a champion
    /// harder to beat: in La Bistro a best response of 40,000 games gained 24 points where steps were longer, the
    /// magnet 0.03 and the entropy 0.001, and 16 with these (one learning of each).
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

    /// For players who adapt to other rules: gently, so that nothing moves that the rules do not move, and to the
    /// mean of the last third, as the last policy alone swings from one learning to the next.
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

    /// For self-play that is to end where nobody can be beaten, as in games of bluff. The entropy bonus begins a hundred times
    /// as strong as otherwise and fades: the policy follows the equilibria of players who are ever less noisy, as magnetic mirror
    /// descent does (Sokota et al. 2023). In Leduc hold'em a million hands end with an exploitability of 0.25 chips, where a
    /// bonus of 0.005 throughout ended at 1.2. Credit goes by what happened alone, because what the critic does not see would
    /// move what lies in balance.
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

    /// How far credit reaches back when such a part of the learning is done. Where it ends with what the critic
    /// expects there is less luck in it, but the critic's mistakes are. So it begins there, while steps are
    /// long, and ends with what happened alone: with 0.95 throughout, a best response to Restauranteur's expert
    /// won 46 % of its games where it began with 50 %.
    pub fn gae_lambda_at(&self, done: f64) -> f64 {
        self.gae_lambda + (1.0 - self.gae_lambda) * done.min(1.0)
    }

    pub fn loss_weights(&self, done: f64) -> LossWeights {
        // By products alone: a power may differ in its last bit between machines.
        let left = (0..self.fading).fold(1.0, |product, _| product * (1.0 - done));
        let entropy = self.entropy_end + (self.entropy - self.entropy_end) * left;
        let magnet = self.magnet + (self.magnet_end - self.magnet) * done;
        LossWeights { clip: self.clip, entropy, magnet }
    }
}
