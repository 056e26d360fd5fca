//! What rollouts show about the candidates.

use std::fmt::Display;

use super::candidates::Candidate;
use sim_engine::{Objective, text::people};
use sim_script::why::{Answer, Verdict, Why};

/// The weight of a margin compared with a win, at the very most. A win is what a seat plays for, but a single game
/// says little about it; margins say more, and earlier. In a trial of an earlier build, a search of 100 games in
/// Delectable won 53 games of 60 against its base with 8, and 47 with 2.
const MARGIN: f64 = 8.0;

/// The result of a rollout for the seat that searches.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// 1 for a win, or the seat's share of a shared win.
    pub win: f64,
    /// Points ahead of the best rival.
    pub margin: f64,
    pub points: f64,
}

/// How games are valued.
pub enum Scale {
    /// A win, plus `MARGIN` times `margin / (|margin| + usual)`, where `usual` is the mean absolute margin of the
    /// games compared. A landslide then counts little more than a clear lead.
    Wins {
        usual: f64,
    },
    Points,
}

impl Scale {
    /// The scale for games that are compared with each other.
    pub fn of<'g>(games: impl Iterator<Item = &'g Sample> + Clone, objective: Objective) -> Scale {
        match objective {
            Objective::Wins => {
                let sum: f64 = games.clone().map(|game| game.margin.abs()).sum();
                Scale::Wins { usual: sum / games.count().max(1) as f64 }
            }
            Objective::Points => Scale::Points,
        }
    }

    /// The value of a game: in wins plus a weighted lead, or in points.
    pub fn worth(&self, game: &Sample) -> f64 {
        match self {
            Scale::Wins { .. } if game.margin == 0.0 => game.win,
            Scale::Wins { usual } => game.win + MARGIN * (game.margin / (game.margin.abs() + usual)),
            Scale::Points => game.points,
        }
    }

    pub fn mean(&self, games: &[Sample]) -> f64 {
        games.iter().map(|game| self.worth(game)).sum::<f64>() / games.len().max(1) as f64
    }
}

fn of_all<A>(racing: &[Candidate<A>], objective: Objective) -> Scale {
    Scale::of(racing.iter().flat_map(|candidate| &candidate.games), objective)
}

/// The mean value of a candidate, on the scale of those still in the race.
pub fn worth<A>(racing: &[Candidate<A>], objective: Objective) -> impl Fn(&Candidate<A>) -> f64 + use<A> {
    let scale = of_all(racing, objective);
    move |candidate| scale.mean(&candidate.games)
}

/// Whether the second candidate leads the first by this many standard errors of their difference, in the worlds that
/// both have played.
pub fn leads<A>(racing: &[Candidate<A>], objective: Objective, errors: f64) -> bool {
    let scale = of_all(racing, objective);
    let [own, other, ..] = racing else { return false };
    let gains: Vec<f64> = own
        .games
        .iter()
        .zip(&other.games)
        .map(|(own, other)| scale.worth(other) - scale.worth(own))
        .collect();
    let count = gains.len() as f64;
    let mean = gains.iter().sum::<f64>() / count;
    let squares: f64 = gains.iter().map(|gain| (gain - mean).powi(2)).sum();
    let error = (squares / (count - 1.0).max(1.0) / count).sqrt();
    mean > 0.0 && mean > errors * error
}

/// The candidates that were tried, those with the most rollouts first.
pub fn reasons<A: Display>(candidates: &[Candidate<A>], chosen: usize, objective: Objective) -> Why {
    let worth = worth(candidates, objective);
    let answer = |candidate: &Candidate<A>| {
        let games = candidate.games.len();
        let sum = |of: fn(&Sample) -> f64| candidate.games.iter().map(of).sum::<f64>();
        let count = games.max(1) as f64;
        let result = match objective {
            Objective::Wins => {
                format!("wins {} % of {games}", people::fixed(100.0 * sum(|game| game.win) / count, 0))
            }
            Objective::Points => {
                format!("scores {} over {games}", people::signed(sum(|game| game.points) / count, 2))
            }
        };
        Answer { label: format!("{}: {result}", candidate.actions[0]), worth: worth(candidate) }
    };
    let games = |at: usize| candidates[at].games.len();
    let mut tried: Vec<usize> = (0..candidates.len()).filter(|&at| games(at) > 0).collect();
    tried.sort_by(|&one, &other| {
        let by_worth = || worth(&candidates[other]).total_cmp(&worth(&candidates[one]));
        games(other).cmp(&games(one)).then_with(by_worth)
    });
    Why {
        answers: tried.iter().map(|&at| answer(&candidates[at])).collect(),
        chosen: tried.iter().position(|&at| at == chosen),
        verdict: Some(Verdict::Searched {
            games: tried.iter().map(|&at| games(at)).sum(),
            is_own: chosen == 0,
        }),
        ..Why::default()
    }
}
