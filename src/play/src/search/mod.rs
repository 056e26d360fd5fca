//! How a search answers: it tries some answers in imagined games, and gives the one that does best.
//!
//! A search plays as its base would, a script as a rule, unless it finds something better. For every
//! decision
//!
//! 1. it takes some answers that it may give: the base's own, and those that the base scores next;
//! 2. it imagines worlds: states that it cannot tell from the one it is in, with luck of their own, in
//!    which rivals have made the secret choices under way by the base;
//! 3. in each world it gives each of these answers, and lets the base play all seats to the end of the
//!    game, or their own seat alone where the rivals are taken for others;
//! 4. after a part of its games it drops the worse half of the answers, until the base's own and one
//!    other are left ("sequential halving": Karnin, Koren and Somekh, 2013), and gives the other if it
//!    leads by more than its standard error.
//!
//! That is a step of policy improvement by rollouts (Tesauro and Galperin, 1996) over determinised
//! states. It is flat, not a tree: with some hundred games for a decision, some ten answers to each and
//! chance between all of them, a tree would hold one game at most in nearly every node below its root.
//! All answers meet the same worlds, so that most of the luck falls out of their differences. The base's
//! own answer stays to the end and is given when in doubt, because the best of many noisy means is not the
//! best answer: in a trial of an earlier build, a search of 100 games in Delectable won 53 games of 60
//! against its base so, and 24 of 60 where the best mean was enough.
//!
//! What a search of 50 games wins in the place of `default` against the shipped archetypes, in 24 games on
//! the same deals of seed 1 (`sim compare search:50 default --n 24`). The intervals are Wilson's for single
//! games; those of a deal share their luck, so the truth is a little wider.
//!
//! | game | `search:50` wins | `default` wins | seconds of a core a game |
//! |---|---|---|---|
//! | Critter Kitchen, 4 players | 62 % (43 to 79) | 21 % (9 to 40) | 0.64 |
//! | La Bistro, 4 players | 54 % (35 to 72) | 12 % (4 to 31) | 0.45 |
//! | Restaurant Row, 4 players | 58 % (39 to 76) | 12 % (4 to 31) | 0.88 |
//! | Restauranteur, 2 players | 71 % (51 to 85) | 62 % (43 to 79) | 0.46 |
//!
//! In Delectable for two a game in which one seat searches with 200 games takes about a second of a core.
//!
//! `src/docs/a_better_strategy.md` lists what searches by the expert win when they replace one expert among experts: how much
//! better than the strongest script one could play.
//!
//! A search knows what its seat knows: [`Ask::imagine`] is all that it learns of the state, and its luck
//! is [`sim_engine::ChoiceLuck::imagination`], so that it never foresees the deal's.

mod candidates;
#[cfg(test)]
mod tests;
mod verdict;

use super::{
    arm::Stop,
    episode::{Clock, Episode, Workbench},
};
use candidates::Candidate;
use sim_engine::{Game, Luck, MAX_SEATS, Node, Objective, Outcome, Seat, Stream};
use sim_script::{Ask, Evaluator, Scripted, Search};
pub(crate) use verdict::{Sample, Scale};

/// Games of each answer before the first are dropped, at least.
const FIRST: u32 = 4;

/// By how many standard errors another answer must lead the base's own.
const LEAD: f64 = 1.0;

pub struct Searcher<G: Scripted> {
    objective: Objective,
    stop: Stop,
    bench: Workbench<G>,
    /// The base's own answer, then others: those still in the race in front.
    candidates: Vec<Candidate<G::Action>>,
}

impl<G: Scripted> Searcher<G> {
    /// One that answers at once, as its base would, when it is asked to stop.
    pub fn new(game: &G, objective: Objective, stop: Stop) -> Searcher<G> {
        Searcher { objective, stop, bench: Workbench::new(game), candidates: Vec::new() }
    }

    /// Answers a decision. The base's own answer is given as a whole, as far as the decision goes; of a
    /// chain that begins otherwise, one step is given, and the next is searched again.
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

    /// Sequential halving. Gives the index of the answer that is given.
    fn race(&mut self, search: &Search, ask: &Ask<'_, G>, stream: &mut Stream) -> usize {
        let mut racing = self.candidates.len();
        let mut left = search.iterations();
        let mut worlds = 0;
        for round in (0..halvings(racing)).rev() {
            // In the last round two are left, or there were no more.
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

    /// Plays one imagined world with each of the first answers.
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

/// Has all but one seat make the secret choices again that are under way in an imagined world.
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

/// Cuts off what an answer holds beyond the decision that is asked: that is searched in its turn.
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
    let contenders = Seat::all(game.contenders());
    let winners = contenders.clone().filter(|&one| outcome.places[one] == 1).count();
    let best = contenders.filter(|&other| other != seat).map(|other| outcome.points[other]).max();
    Sample {
        win: if outcome.places[seat] == 1 { 1.0 / winners as f64 } else { 0.0 },
        margin: f64::from(outcome.points[seat] - best.unwrap_or(0)),
        points: f64::from(outcome.points[seat]) / f64::from(game.info().points_scale),
    }
}

/// How often a race among so many drops the worse half.
fn halvings(candidates: usize) -> u32 {
    candidates.next_power_of_two().trailing_zeros()
}

/// The most answers that so many games can try, each often enough; 1 where they are too few to compare
/// any two.
fn most_candidates(iterations: u32) -> usize {
    let fits = |count: usize| u64::from(FIRST) * count as u64 * u64::from(halvings(count));
    (2..).take_while(|&count| fits(count) <= iterations.into()).last().unwrap_or(1)
}
