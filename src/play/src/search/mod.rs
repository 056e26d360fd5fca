//! Search: tries some answers in rollouts, and gives the one that does best.
//!
//! A search plays like its base, usually a script, unless it finds something better. At every decision
//!
//! 1. it takes some candidates: the base's own answer, and those that the base scores next;
//! 2. it samples worlds: states that it cannot tell from the one it is in, with luck of their own. In each, its model
//!    of the rivals makes their secret choices under way again;
//! 3. in each world it plays each candidate, then lets the base play all seats to the end of the game, or only its
//!    own seat if it assumes other rivals;
//! 4. after a share of its games it drops the worse half of the candidates, until the base's own answer and one other
//!    are left ("sequential halving": Karnin, Koren and Somekh, 2013). It gives the other if that leads by more than
//!    its standard error.
//!
//! This is a step of policy improvement by rollouts (Tesauro and Galperin, 1996) over determinized states. It is
//! flat, not a tree: with some hundred games per decision, some ten answers to each and chance between all of them,
//! nearly every node below the root of a tree would hold one game at most.
//!
//! All candidates meet the same worlds, so most of the luck cancels in their differences. The base's own answer stays
//! to the end and is given when in doubt, because the best of many noisy means is not the best answer. In a trial of
//! an earlier build, a search of 100 games in Delectable won 53 games of 60 against its base this way, and 24 of 60
//! when the best mean was enough.
//!
//! The table shows what a search of 50 games wins when it replaces `default` against the shipped archetypes, in 24
//! games on the same deals of seed 1 (`sim compare search:50 default --n 24`). The intervals are Wilson's for single
//! games; games of a deal share their luck, so the true intervals are a little wider.
//!
//! | game | `search:50` wins | `default` wins | core seconds per game |
//! |---|---|---|---|
//! | Critter Kitchen, 4 players | 62 % (43 to 79) | 21 % (9 to 40) | 0.64 |
//! | La Bistro, 4 players | 54 % (35 to 72) | 12 % (4 to 31) | 0.45 |
//! | Restaurant Row, 4 players | 58 % (39 to 76) | 12 % (4 to 31) | 0.88 |
//! | Restauranteur, 2 players | 71 % (51 to 85) | 62 % (43 to 79) | 0.46 |
//!
//! In Delectable for two, a game in which one seat searches with 200 games takes about one core second.
//!
//! `src/docs/a_better_strategy.md` lists what searches based on the expert win when they replace one expert among
//! experts: how much better than the strongest script one could play.
//!
//! A search knows only what its seat knows. It learns about the state only by [`Ask::imagine`], and its luck is
//! [`sim_engine::ChoiceLuck::imagination`], so it never foresees the luck of the deal.

mod candidates;
#[cfg(test)]
mod tests;
mod verdict;

use super::{
    arm::Stop,
    episode::{Clock, Episode, Workbench},
    tally::{WIN, wins},
};
use candidates::Candidate;
use sim_engine::{Game, Luck, MAX_SEATS, Node, Objective, Outcome, Seat, Stream};
use sim_script::{Ask, Evaluator, Scripted, Search};
pub(crate) use verdict::{Sample, Scale};

/// The fewest rollouts of each candidate before the first candidates are dropped.
const FIRST: u32 = 4;

/// Standard errors by which another answer must lead the base's own.
const LEAD: f64 = 1.0;

pub struct Searcher<G: Scripted> {
    objective: Objective,
    stop: Stop,
    bench: Workbench<G>,
    /// The base's own answer, then others; those still in the race come first.
    candidates: Vec<Candidate<G::Action>>,
}

impl<G: Scripted> Searcher<G> {
    /// A searcher that answers at once after a stop, as its base would.
    pub fn new(game: &G, objective: Objective, stop: Stop) -> Searcher<G> {
        Searcher { objective, stop, bench: Workbench::new(game), candidates: Vec::new() }
    }

    /// Answers a decision. The base's own answer is given as a whole, as far as the decision goes. If a chain begins
    /// differently, one step is given and the next is searched again.
    pub fn decide(
        &mut self,
        search: &Search,
        ask: &Ask<'_, G>,
        evaluator: &mut Evaluator,
        answer: &mut Vec<G::Action>,
    ) {
        let mut stream = ask.luck.imagination();
        self.bench.forget();
        let most = most_candidates(search.iterations());
        candidates::propose(search.base(), ask, most, &mut stream, &mut self.bench, &mut self.candidates);
        let chosen = if self.candidates.len() > 1 { self.race(search, ask, &mut stream) } else { 0 };
        evaluator.candidates += std::mem::take(&mut self.bench.evaluator.candidates);
        evaluator.not_a_number.append(&mut self.bench.evaluator.not_a_number);
        evaluator.reason(|| verdict::reasons(&self.candidates, chosen, self.objective));
        answer.append(&mut self.candidates[chosen].actions);
    }

    /// Runs sequential halving and returns the index of the answer to give.
    fn race(&mut self, search: &Search, ask: &Ask<'_, G>, stream: &mut Stream) -> usize {
        let mut racing = self.candidates.len();
        let mut left = search.iterations();
        let mut worlds = 0;
        for round in (0..halvings(racing)).rev() {
            // The last round is between two candidates.
            let games = (left / (round + 1) / racing as u32).max(1);
            left = left.saturating_sub(games * racing as u32);
            for _ in 0..games {
                if self.stop.is_asked() {
                    return 0;
                }
                let state = ask.imagine(stream);
                let luck = Luck::new(stream.next_u64(), worlds);
                if worlds == 0 {
                    keep_to_decision(ask, &state, &mut self.candidates[0].actions);
                }
                worlds += 1;
                self.play_world(search, ask, (state, luck), (racing, stream));
            }
            let worth = verdict::worth(&self.candidates[..racing], self.objective);
            self.candidates[1..racing].sort_by(|a, b| worth(b).total_cmp(&worth(a)));
            if round > 0 {
                racing = racing.div_ceil(2).max(2);
            }
        }
        let leads = verdict::leads(&self.candidates[..racing], self.objective, LEAD);
        usize::from(leads)
    }

    /// Plays one sampled world with each of the first `racing` candidates.
    fn play_world(
        &mut self,
        search: &Search,
        ask: &Ask<'_, G>,
        (mut state, luck): (G::State, Luck),
        (racing, stream): (usize, &mut Stream),
    ) {
        let (game, bench) = (ask.game, &mut self.bench);
        let mut seats = [search.base(); MAX_SEATS];
        for rival in Seat::all(game.players()).filter(|&rival| rival != ask.seat) {
            match search.rivals() {
                [] => {}
                [only] => seats[rival.index()] = only,
                several => seats[rival.index()] = &several[stream.index(several.len())],
            }
        }
        let episode = Episode { game, seats: &seats[..game.players()] };
        choose_again(&episode, ask.seat, (&mut state, &luck), bench);
        for candidate in &mut self.candidates[..racing] {
            let mut played = state.clone();
            bench.forget();
            bench.queue.extend(candidate.actions.iter().rev());
            episode.play_out(&mut played, &luck, bench);
            candidate.games.push(sample(game, ask.seat, &game.outcome(&played)));
        }
    }
}

/// Makes all seats but `own` choose again, in a sampled world, what they have chosen in secret.
pub(crate) fn choose_again<G: Scripted>(
    episode: &Episode<'_, G>,
    own: Seat,
    (state, luck): (&mut G::State, &Luck),
    bench: &mut Workbench<G>,
) {
    let game = episode.game;
    bench.forget();
    for other in Seat::all(game.players()).filter(|&other| other != own) {
        let mut clock = Clock::default();
        game.choose_again(state, other, &mut |state| episode.choose(state, luck, &mut clock, bench));
        bench.queue.clear();
    }
}

/// Cuts an answer off where the current decision ends: later decisions are searched in their turn.
pub(crate) fn keep_to_decision<G: Game>(ask: &Ask<'_, G>, state: &G::State, actions: &mut Vec<G::Action>) {
    let asked = Node::Decision { seat: ask.seat, decision: ask.decision };
    let mut state = state.clone();
    let mut own = 0;
    while own < actions.len() && ask.game.node(&state) == asked {
        ask.game.apply(&mut state, actions[own], &mut |_| {});
        own += 1;
    }
    actions.truncate(own);
}

pub(crate) fn sample<G: Game>(game: &G, seat: Seat, outcome: &Outcome) -> Sample {
    let others = Seat::all(game.contenders()).filter(|&other| other != seat);
    let best = others.map(|other| outcome.points[other]).max();
    Sample {
        win: wins(&outcome.places, game.players())[seat] as f64 / WIN as f64,
        margin: f64::from(outcome.points[seat] - best.unwrap_or(0)),
        points: f64::from(outcome.points[seat]) / f64::from(game.info().points_scale),
    }
}

/// The number of rounds of a race among this many candidates.
fn halvings(candidates: usize) -> u32 {
    candidates.next_power_of_two().trailing_zeros()
}

/// The most candidates that this many games can try, each often enough; 1 if there are too few games to compare any
/// two.
fn most_candidates(iterations: u32) -> usize {
    let fits = |count: usize| u64::from(FIRST) * count as u64 * u64::from(halvings(count));
    (2..).take_while(|&count| fits(count) <= iterations.into()).last().unwrap_or(1)
}
