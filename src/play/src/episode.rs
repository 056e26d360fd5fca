//! One play of one deal: the loop that every game goes through.

use sim_engine::{
    BySeat, ChoiceLuck, Game, GameRecord, Listed, Luck, MAX_ACTIONS, MAX_SEATS, Node, Objective, Offer, Seat,
    Shape, is_legal, is_offered,
};
use sim_script::{Ask, Evaluator, Scripted, Strategy, Why, random, why::Verdict};

use super::{
    arm::Stop,
    search::{Searcher, keep_to_decision},
};

/// Somebody who watches a game; the default watches nothing and costs nothing.
pub trait Watch<G: Game> {
    /// A seat is about to act; `why` is there when reasons are kept and the choice was not forced.
    fn action(&mut self, _state: &G::State, _ply: Ply<G>, _why: Option<Why>) {}
    /// Chance is about to decide.
    fn chance(&mut self, _state: &G::State) {}
    /// Something has happened.
    fn event(&mut self, _event: G::Event) {}
}

/// Watches nothing.
pub struct Nobody;

impl<G: Game> Watch<G> for Nobody {}

/// Watches for decisions that are put afresh: neither forced nor steps of a chain under way.
pub(super) struct FreshDecisions<'g, G: Game, F> {
    game: &'g G,
    each: F,
    /// The seat whose chain is under way, and its decision by index: the steps of a chain are one decision.
    chain: Option<(Seat, usize)>,
}

impl<'g, G: Game, F: FnMut(&G::State, Seat, G::Decision)> FreshDecisions<'g, G, F> {
    /// `each` sees the state before the decision, and who takes it.
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

/// One action of a game.
pub struct Ply<G: Game> {
    /// Who acts.
    pub seat: Seat,
    /// What was asked.
    pub decision: G::Decision,
    /// What is done.
    pub action: G::Action,
    /// There was nothing else to do.
    pub is_forced: bool,
}

/// Reused space of one worker, for plays under the same rules.
pub struct Workbench<G: Scripted> {
    /// Where decisions are worked out.
    pub evaluator: Evaluator,
    pub(super) cache: G::Cache,
    legal: Vec<G::Action>,
    /// The rest of a chain that was answered as a whole, last action first.
    pub(super) queue: Vec<G::Action>,
    /// Room for imagined games, once somebody imagines any.
    searcher: Option<Box<Searcher<G>>>,
    /// What searches look for.
    objective: Objective,
    /// Ends searches early.
    stop: Stop,
    /// Room to see what an action would count, once somebody never does what counts.
    tried: Option<GameRecord>,
}

impl<G: Scripted> Workbench<G> {
    /// Empty space.
    pub fn new(game: &G) -> Workbench<G> {
        Workbench::playing_for(game, game.info().objective, Stop::new())
    }

    /// The same where searches look for this, and answer at once when they are asked to stop; such a game is no result.
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

    /// What a strategy does at a decision, whatever was asked before; of an answer that reaches further, what belongs to it.
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

/// The strategies of a table, by seat.
pub struct Episode<'a, G: Scripted> {
    /// The rules in force.
    pub game: &'a G,
    /// The strategy in each seat.
    pub seats: &'a [&'a Strategy],
}

impl<G: Scripted> Episode<'_, G> {
    /// Plays a dealt game to its end and writes it to the record; gives the last state.
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

    /// Plays a game on from a state to its end, or to the ply limit, while nobody watches or counts.
    /// The bench has forgotten other games; what it holds of a chain is played first.
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

    /// The next action of a seat: the rest of a chain, the only one there is, or a fresh choice.
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
            // The answer reached further than could be seen: from here on it is asked afresh.
            bench.queue.clear();
        }
        if let Some(action) = bench.queue.pop() {
            // An answer may reach into the seat's next decision; that counts as if it had been asked.
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
            // A solver that knows nothing of bans wants what is not offered.
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

/// Puts a decision to a strategy.
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
    /// Choices of each seat in this round: the time of its luck.
    choices: [u32; MAX_SEATS],
    /// The chain under way: its seat, and its decision by index.
    chain: Option<(Seat, usize)>,
    /// Decisions so far; a chain is one.
    decisions: u32,
}

impl Clock {
    /// Notes the points at the end of every round that has passed.
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

    /// Whether an action is the first of a decision, which is counted: of a chain that is not under way,
    /// or of no chain.
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
