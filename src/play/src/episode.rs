//! Plays one deal: the loop that every game goes through.

use sim_engine::{
    BySeat, ChoiceLuck, Game, GameRecord, Listed, Luck, MAX_ACTIONS, MAX_SEATS, Node, Objective, Offer, Seat,
    Shape, is_legal, is_offered,
};
use sim_script::{Ask, Evaluator, Scripted, Strategy, Why, random, why::Verdict};

use super::{
    arm::Stop,
    search::{Searcher, keep_to_decision},
};

/// An observer of a game; the default methods do nothing and cost nothing.
pub trait Watch<G: Game> {
    /// Called before a seat acts. `why` is present if reasons are kept and this is a fresh choice.
    fn action(&mut self, _state: &G::State, _ply: Ply<G>, _why: Option<Why>) {}
    /// Called before chance decides.
    fn chance(&mut self, _state: &G::State) {}
    /// Called for each event.
    fn event(&mut self, _event: G::Event) {}
}

/// An observer that does nothing.
pub struct Nobody;

impl<G: Game> Watch<G> for Nobody {}

/// Observes fresh decisions: neither forced ones nor later steps of a chain.
pub(super) struct FreshDecisions<'g, G: Game, F> {
    game: &'g G,
    each: F,
    /// The chain in progress: its seat and the index of its decision. All steps of a chain are one decision.
    chain: Option<(Seat, usize)>,
}

impl<'g, G: Game, F: FnMut(&G::State, Seat, G::Decision)> FreshDecisions<'g, G, F> {
    /// `each` receives the state before a decision, the seat and the decision.
    pub fn new(game: &'g G, each: F) -> FreshDecisions<'g, G, F> {
        FreshDecisions { game, each, chain: None }
    }
}

impl<G: Game, F: FnMut(&G::State, Seat, G::Decision)> Watch<G> for FreshDecisions<'_, G, F> {
    fn action(&mut self, state: &G::State, ply: Ply<G>, _: Option<Why>) {
        let Ply { seat, decision, is_forced, .. } = ply;
        let is_chain = self.game.info().decision(decision).shape == Shape::Chain;
        let chain = is_chain.then_some((seat, decision.index()));
        let is_under_way = chain.is_some() && self.chain == chain;
        self.chain = chain;
        if !is_forced && !is_under_way {
            (self.each)(state, seat, decision);
        }
    }

    fn chance(&mut self, _: &G::State) {
        self.chain = None;
    }
}

/// An action in a game.
pub struct Ply<G: Game> {
    /// The seat that acts.
    pub seat: Seat,
    /// The decision that it answers.
    pub decision: G::Decision,
    /// Its action.
    pub action: G::Action,
    /// Whether the seat had no alternative.
    pub is_forced: bool,
}

/// Buffers of one worker, reused for all plays under the same rules.
pub struct Workbench<G: Scripted> {
    /// Evaluates scripts.
    pub evaluator: Evaluator,
    pub(super) cache: G::Cache,
    legal: Vec<G::Action>,
    /// The rest of an answer that covers several actions, the last action first.
    pub(super) queue: Vec<G::Action>,
    /// Buffers for rollouts, created when a strategy first searches.
    searcher: Option<Box<Searcher<G>>>,
    /// The objective of searches.
    objective: Objective,
    /// Ends searches early.
    stop: Stop,
    /// Scratch record for bans on measures: shows what an action would count.
    tried: Option<GameRecord>,
}

impl<G: Scripted> Workbench<G> {
    /// Creates empty buffers.
    pub fn new(game: &G) -> Workbench<G> {
        Workbench::playing_for(game, game.info().objective, Stop::new())
    }

    /// Like [`Workbench::new`], but searches pursue `objective` and end at once after a stop, which voids the game.
    pub(super) fn playing_for(game: &G, objective: Objective, stop: Stop) -> Workbench<G> {
        Workbench {
            evaluator: Evaluator::new(game.vocabulary()),
            cache: G::Cache::default(),
            legal: Vec::with_capacity(MAX_ACTIONS),
            queue: Vec::with_capacity(MAX_ACTIONS),
            searcher: None,
            objective,
            stop,
            tried: None,
        }
    }

    pub(super) fn forget(&mut self) {
        G::forget(&mut self.cache);
        self.queue.clear();
    }

    /// Writes a strategy's answer to a decision, independent of earlier ones and cut off where the decision ends.
    pub(super) fn answer(
        &mut self,
        strategy: &Strategy,
        (ask, state): (&Ask<'_, G>, &G::State),
        actions: &mut Vec<G::Action>,
    ) {
        self.forget();
        actions.clear();
        answer(strategy, ask, &mut self.evaluator, &mut self.cache, &mut None, actions);
        keep_to_decision(ask, state, actions);
    }
}

/// A game and the strategies at its table.
pub struct Episode<'a, G: Scripted> {
    /// The rules in force.
    pub game: &'a G,
    /// The strategy in each seat.
    pub seats: &'a [&'a Strategy],
}

impl<G: Scripted> Episode<'_, G> {
    /// Plays a dealt game to its end, writes it to `record` and returns the last state.
    pub fn play(
        &self,
        dealt: &G::State,
        luck: &Luck,
        bench: &mut Workbench<G>,
        record: &mut GameRecord,
        watch: &mut impl Watch<G>,
    ) -> G::State {
        let game = self.game;
        let mut state = dealt.clone();
        let mut clock = Clock::default();
        bench.forget();
        loop {
            clock.advance(game, &state, record);
            match game.node(&state) {
                Node::Terminal => break,
                Node::Chance => {
                    watch.chance(&state);
                    game.apply_chance(&mut state, luck, &mut |event| {
                        game.count(&event, record);
                        watch.event(event);
                    });
                    clock.chain = None;
                }
                Node::Decision { seat, decision } => {
                    if record.plies >= game.ply_limit() {
                        record.truncated = true;
                        break;
                    }
                    let is_answered = !bench.queue.is_empty();
                    let ply = self.next(&state, (seat, decision), luck, bench, &mut clock);
                    let why = if is_answered || ply.is_forced { None } else { bench.evaluator.take_why() };
                    for (formula, count) in bench.evaluator.not_a_number.drain(..) {
                        record.note_not_a_number(seat, formula, count);
                    }
                    record.plies += 1;
                    let action = ply.action;
                    watch.action(&state, ply, why);
                    game.apply(&mut state, action, &mut |event| {
                        game.count(&event, record);
                        watch.event(event);
                    });
                }
            }
        }
        record.decisions = clock.decisions;
        self.finish(&state, bench, record);
        state
    }

    /// Plays on from a state to the end of the game or to the ply limit, without an observer or counts. The bench
    /// must have forgotten other games; what its queue holds is played first.
    pub(super) fn play_out(&self, state: &mut G::State, luck: &Luck, bench: &mut Workbench<G>) {
        let mut clock = Clock::default();
        let mut plies = 0;
        while plies < self.game.ply_limit() {
            match self.game.node(state) {
                Node::Terminal => return,
                Node::Chance => {
                    self.game.apply_chance(state, luck, &mut |_| {});
                    clock.chain = None;
                }
                Node::Decision { seat, decision } => {
                    let ply = self.next(state, (seat, decision), luck, bench, &mut clock);
                    self.game.apply(state, ply.action, &mut |_| {});
                    plies += 1;
                }
            }
        }
    }

    pub(super) fn choose(
        &self,
        state: &G::State,
        luck: &Luck,
        clock: &mut Clock,
        bench: &mut Workbench<G>,
    ) -> G::Action {
        match self.game.node(state) {
            Node::Decision { seat, decision } => {
                self.next(state, (seat, decision), luck, bench, clock).action
            }
            node => unreachable!("nobody is asked at {node:?}"),
        }
    }

    /// The next action of a seat: the rest of an earlier answer, the only legal action, or a fresh choice.
    fn next(
        &self,
        state: &G::State,
        (seat, decision): (Seat, G::Decision),
        luck: &Luck,
        bench: &mut Workbench<G>,
        clock: &mut Clock,
    ) -> Ply<G> {
        let ply = |action, is_forced| Ply { seat, decision, action, is_forced };
        let (game, never) = (self.game, self.seats[seat.index()].never());
        if let Some(&action) = bench.queue.last()
            && never.is_some_and(|never| never.forbids_now(game, state, seat, action, &mut bench.tried))
        {
            // A ban that the answer could not foresee forbids the rest of it: the strategy answers again.
            bench.queue.clear();
        }
        if let Some(action) = bench.queue.pop() {
            // An answer may reach into the seat's next decision, which then counts as a decision of its own.
            if clock.begins(game, seat, decision) {
                clock.choice(luck, seat);
            }
            debug_assert!(is_legal(self.game, state, action), "{action} is not legal in {state:?}");
            return ply(action, false);
        }
        bench.legal.clear();
        let mut offer = self.game.legal(state, &mut bench.legal);
        if let Some(never) = never {
            offer = never.narrow(game, (state, seat), offer, &mut bench.legal, &mut bench.tried);
        }
        if let Some(action) = forced(self.game, offer, &bench.legal) {
            return ply(action, true);
        }
        clock.begins(game, seat, decision);
        let luck = clock.choice(luck, seat);
        let ask = Ask::new(self.game, state, (seat, decision), (offer, &bench.legal), luck).under(never);
        let strategy = self.seats[seat.index()];
        if strategy.search().is_some() {
            bench
                .searcher
                .get_or_insert_with(|| Box::new(Searcher::new(game, bench.objective, bench.stop.clone())));
        }
        answer(strategy, &ask, &mut bench.evaluator, &mut bench.cache, &mut bench.searcher, &mut bench.queue);
        bench.queue.reverse();
        if never.is_some()
            && bench.queue.last().is_some_and(|first| !is_offered(game, offer, &bench.legal, *first))
        {
            // A solver that ignores bans wants an action that is not offered.
            bench.queue.clear();
            bench.queue.push(random::choose(&ask));
        }
        let action = bench.queue.pop().expect("a strategy answers every decision with at least one action");
        debug_assert!(is_legal(self.game, state, action), "{action} is not legal in {state:?}");
        ply(action, false)
    }

    fn finish(&self, state: &G::State, bench: &mut Workbench<G>, record: &mut GameRecord) {
        let outcome = self.game.outcome(state);
        record.points = outcome.points;
        record.places = outcome.places;
        record.end = outcome.end;
        record.rounds.push(outcome.points);
        record.candidates = std::mem::take(&mut bench.evaluator.candidates);
        self.game.count_end(state, record);
    }
}

/// Writes a strategy's answer to a decision.
pub fn answer<G: Scripted>(
    strategy: &Strategy,
    ask: &Ask<'_, G>,
    evaluator: &mut Evaluator,
    cache: &mut G::Cache,
    searcher: &mut Option<Box<Searcher<G>>>,
    answer: &mut Vec<G::Action>,
) {
    match strategy {
        Strategy::Random => {
            answer.push(random::choose(ask));
            evaluator.conclude(|| Verdict::Random);
        }
        Strategy::Script(script) => {
            G::decide(ask, script.at(ask.game.players()), evaluator, cache, answer);
        }
        Strategy::Search(search) => {
            let searcher = searcher.get_or_insert_with(|| {
                Box::new(Searcher::new(ask.game, ask.game.info().objective, Stop::new()))
            });
            searcher.decide(search, ask, evaluator, answer);
        }
    }
}

/// The action of a decision that leaves no choice.
pub fn forced<G: Game>(game: &G, offer: Offer, legal: &[G::Action]) -> Option<G::Action> {
    match offer {
        Offer::Actions => (legal.len() == 1).then(|| legal[0]),
        Offer::Amount(limits) if limits.max < limits.min => game.amount_action(None),
        Offer::Amount(limits) => {
            let is_single = !limits.may_pass && limits.max - limits.min < limits.step;
            is_single.then(|| game.amount_action(Some(limits.min))).flatten()
        }
    }
}

#[derive(Default)]
pub(super) struct Clock {
    round: u16,
    /// Choices of each seat in this round, which are part of the key of its luck.
    choices: [u32; MAX_SEATS],
    /// The chain in progress: its seat and the index of its decision.
    chain: Option<(Seat, usize)>,
    /// Decisions so far; a chain counts once.
    decisions: u32,
}

impl Clock {
    /// Records the points at the end of every round that has passed.
    #[inline]
    fn advance<G: Game>(&mut self, game: &G, state: &G::State, record: &mut GameRecord) {
        let round = game.round(state);
        if round == self.round {
            return;
        }
        self.choices = [0; MAX_SEATS];
        let points = BySeat::from_fn(record.contenders, |seat| game.points(state, seat));
        while self.round < round {
            record.rounds.push(points);
            self.round += 1;
        }
    }

    /// Counts a decision and returns true if an action begins one. Later steps of the chain in progress do not.
    #[inline]
    fn begins<G: Game>(&mut self, game: &G, seat: Seat, decision: G::Decision) -> bool {
        let is_chain = game.info().decision(decision).shape == Shape::Chain;
        let chain = is_chain.then_some((seat, decision.index()));
        let begins = chain.is_none() || self.chain != chain;
        self.chain = chain;
        self.decisions += u32::from(begins);
        begins
    }

    fn choice(&mut self, luck: &Luck, seat: Seat) -> ChoiceLuck {
        let count = &mut self.choices[seat.index()];
        *count += 1;
        luck.choice(seat.0, self.round, *count)
    }
}
