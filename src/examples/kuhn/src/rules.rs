//! The rules, `KU-1` to `KU-6` of `rules.md`.

use sim_engine::{
    BySeat, Component, ComponentId, Game, GameRecord, Info, Lawful, Luck, Node, Objective, Offer, Outcome,
    Purpose, Seat, SettingError, Settings, Source, Stream,
    component::chosen,
    decision::decisions,
    event::events,
    measure::{measures, scalar},
    notation::actions,
    settings::{variant, words},
};

const PLAYERS: usize = 2;
/// Chips that each player puts in before the deal; `BET` is what a bet or a call adds.
const ANTE: i32 = 1;
const BET: i32 = 1;
/// Maximum number of cards (KU-1).
const DECK: usize = 4;
/// Chips of each player.
const CHIPS: i32 = ANTE + BET;

const DEAL: Purpose = Purpose::new("kuhn.deal");
const DRAW: Purpose = Purpose::new("kuhn.draw");

words! {
    /// Cards in ascending order.
    pub enum Card { Jack = "jack", Queen = "queen", King = "king", Ace = "ace" }

    /// KU-6: what decides the game.
    pub enum Payout { Draw = "draw", Chips = "chips" }
}

decisions! {
    /// The decisions of Kuhn poker. Each name states the betting so far, so decision and card form the
    /// information set of a seat.
    pub enum Decision {
        Open = "open" List,
        AfterCheck = "after_check" List,
        AfterBet = "after_bet" List,
        AfterCheckAndBet = "after_check_and_bet" List,
    }
}

actions! {
    /// The second of two legal actions puts a chip in.
    pub enum Action {
        Check = "check",
        Bet = "bet",
        Fold = "fold",
        Call = "call",
    }
}

variant! {
    pub struct Variant = read(settings: &Settings) {
        pub cards: usize,
        pub payout: Payout,
    }
}

measures! {
    pub enum Measures {
        Chips = "chips" ["chips", scalar()] "Chips won by the hand, before one of them is drawn.",
    }
}

/// The next step of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Asks(Decision),
    Draw,
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Cards of seat 1 and seat 2, then those that nobody sees.
    pub cards: [Card; DECK],
    pub phase: Phase,
    /// Chips that seat 1 has won.
    pub chips: i32,
    pub points: i32,
}

impl State {
    /// The end, after a chip of seat 1 or of seat 2 was drawn (KU-6).
    fn drawn(self, is_first: bool) -> State {
        State { points: if is_first { CHIPS } else { -CHIPS }, phase: Phase::Over, ..self }
    }
}

/// The information set of a seat: its card and the betting so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub card: Card,
    pub phase: Phase,
}

events! {
    pub enum Event of game: Kuhn {
        Dealt { seat: Seat, card: Card } = "{seat} holds a {card}",
        Bluffed { seat: Seat, bluff: ComponentId } = "{seat} bluffs",
        Won { seat: Seat, chips: i32 } =
            { if chips == 1 { format!("{seat} wins a chip") } else { format!("{seat} wins {chips} chips") } },
        Drawn { seat: Seat } = "a chip of {seat} is drawn",
    }
}

#[derive(Debug)]
pub struct Kuhn {
    pub variant: Variant,
    components: [Component; 1],
}

/// A bet with the jack, which wins no showdown.
const BLUFF: ComponentId = ComponentId::new(0, 0);

impl Kuhn {
    /// Whether an action is a bet with the lowest card.
    fn is_bluff(&self, state: &State, seat: Seat, action: Action) -> bool {
        action == Action::Bet && state.cards[seat.index()] == Card::Jack
    }

    /// Ends the hand, in which seat 1 has won `chips` (KU-5).
    fn settle(&self, state: &mut State, chips: i32, event: &mut dyn FnMut(Event)) {
        event(Event::Won { seat: Seat(u8::from(chips < 0)), chips: chips.abs() });
        let is_drawn = self.variant.payout == Payout::Draw;
        let (phase, points) = if is_drawn { (Phase::Draw, 0) } else { (Phase::Over, chips) };
        *state = State { chips, points, phase, ..*state };
    }
}

impl Kuhn {
    pub const INFO: &'static Info = &Info {
        name: "kuhn",
        title: "Kuhn poker",
        designers: "Harold W. Kuhn",
        objective: Objective::Points,
        points_unit: "chips",
        is_zero_sum: true,
        decisions: Decision::LIST,
        ends: &["hand over"],
        measures: Measures::LIST,
        kinds: &[chosen("bluff")],
        rules_page: include_str!("rules.md"),
        data_file: include_str!("data.toml"),
        ..Info::PLAIN
    };

    /// Builds the game from settings, for a table of `players`.
    ///
    /// # Errors
    /// When the values contradict each other or leave no playable game.
    pub fn new(settings: &Settings, _: usize) -> Result<Kuhn, SettingError> {
        let bluff =
            Component { name: "bluff".to_owned(), kind: "bluff".to_owned(), source: Source::Rulebook };
        Ok(Kuhn { variant: Variant::read(settings), components: [bluff] })
    }
}

impl Game for Kuhn {
    type State = State;
    type Observation<'a> = Seen;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;

    fn info(&self) -> &'static Info {
        Kuhn::INFO
    }

    fn players(&self) -> usize {
        PLAYERS
    }

    fn components(&self) -> &[Component] {
        &self.components
    }

    fn deal(&self, luck: &Luck, event: &mut dyn FnMut(Event)) -> State {
        let mut cards = [Card::Jack, Card::Queen, Card::King, Card::Ace];
        luck.stream(DEAL, 0).shuffle(&mut cards[..self.variant.cards]);
        for seat in Seat::all(PLAYERS) {
            event(Event::Dealt { seat, card: cards[seat.index()] });
        }
        State { cards, phase: Phase::Asks(Decision::Open), chips: 0, points: 0 }
    }

    fn enumerate_deals(&self) -> Option<Vec<(State, f64)>> {
        let mut orders = vec![[Card::Jack, Card::Queen, Card::King, Card::Ace]];
        for place in 0..self.variant.cards {
            let swapped = |mut cards: [Card; DECK], other| {
                cards.swap(place, other);
                cards
            };
            let all =
                (place..self.variant.cards).flat_map(|other| orders.iter().map(move |&cards| (cards, other)));
            orders = all.map(|(cards, other)| swapped(cards, other)).collect();
        }
        let each = 1.0 / orders.len() as f64;
        let phase = Phase::Asks(Decision::Open);
        Some(orders.into_iter().map(|cards| (State { cards, phase, chips: 0, points: 0 }, each)).collect())
    }

    fn node(&self, state: &State) -> Node<Decision> {
        match state.phase {
            Phase::Asks(decision) => {
                let is_second = matches!(decision, Decision::AfterCheck | Decision::AfterBet);
                Node::Decision { seat: Seat(u8::from(is_second)), decision }
            }
            Phase::Draw => Node::Chance,
            Phase::Over => Node::Terminal,
        }
    }

    fn legal(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
        let is_bet = state.phase == Phase::Asks(Decision::AfterBet)
            || state.phase == Phase::Asks(Decision::AfterCheckAndBet);
        actions.extend(if is_bet { [Action::Fold, Action::Call] } else { [Action::Check, Action::Bet] });
        Offer::Actions
    }

    fn apply(&self, state: &mut State, action: Action, event: &mut dyn FnMut(Event)) {
        // Sign of seat 1's result at a showdown.
        let sign = if state.cards[0] > state.cards[1] { 1 } else { -1 };
        let is_first = state.phase != Phase::Asks(Decision::AfterBet);
        if let Node::Decision { seat, .. } = self.node(state)
            && self.is_bluff(state, seat, action)
        {
            event(Event::Bluffed { seat, bluff: BLUFF });
        }
        match (state.phase, action) {
            (Phase::Asks(Decision::Open), Action::Check) => state.phase = Phase::Asks(Decision::AfterCheck),
            (Phase::Asks(Decision::Open), _) => state.phase = Phase::Asks(Decision::AfterBet),
            (_, Action::Bet) => state.phase = Phase::Asks(Decision::AfterCheckAndBet),
            (_, Action::Check) => self.settle(state, sign * ANTE, event),
            (_, Action::Call) => self.settle(state, sign * (ANTE + BET), event),
            (_, Action::Fold) => self.settle(state, if is_first { -ANTE } else { ANTE }, event),
        }
    }

    /// Draws one of all chips (KU-6).
    fn apply_chance(&self, state: &mut State, luck: &Luck, event: &mut dyn FnMut(Event)) {
        let own = (CHIPS + state.chips) as u64;
        let is_own = luck.stream(DRAW, 0).below(2 * CHIPS as u64) < own;
        event(Event::Drawn { seat: Seat(u8::from(!is_own)) });
        *state = state.drawn(is_own);
    }

    fn enumerate_chance(&self, state: &State) -> Option<Vec<(State, f64)>> {
        let own = f64::from(CHIPS + state.chips) / f64::from(2 * CHIPS);
        Some(vec![(state.drawn(true), own), (state.drawn(false), 1.0 - own)])
    }

    fn observe<'a>(&'a self, state: &'a State, seat: Seat) -> Seen {
        Seen { card: state.cards[seat.index()], phase: state.phase }
    }

    /// Gives the other player a random card of those that the seat does not see.
    fn resample(&self, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut state = *state;
        let other = 1 - seat.index();
        // Sorting makes the result independent of the current order.
        let mut unseen = [state.cards[other], state.cards[2], state.cards[3]];
        let unseen = &mut unseen[..self.variant.cards - 1];
        unseen.sort_unstable();
        stream.shuffle(unseen);
        state.cards[other] = unseen[0];
        state.cards[2..self.variant.cards].copy_from_slice(&unseen[1..]);
        state
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        if seat == Seat(0) { state.points } else { -state.points }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let points = BySeat::from_fn(PLAYERS, |seat| self.points(state, seat));
        Outcome::ranked(points, PLAYERS, 0, |seat| points[seat])
    }

    fn takes(&self, state: &State, seat: Seat, action: Action, component: &mut impl FnMut(ComponentId)) {
        if self.is_bluff(state, seat, action) {
            component(BLUFF);
        }
    }

    fn count(&self, event: &Event, record: &mut GameRecord) {
        if let Event::Bluffed { seat, bluff } = *event {
            let usage = record.use_mut(bluff, seat);
            usage.taken += 1;
            usage.used += 1;
        }
    }

    fn count_end(&self, state: &State, record: &mut GameRecord) {
        record.add(Measures::Chips, 0, Seat(0), state.chips);
        record.add(Measures::Chips, 0, Seat(1), -state.chips);
    }
}

impl Lawful for Kuhn {
    fn hidden(&self) -> &'static [&'static str] {
        &["card of the other player"]
    }

    fn hidden_fields(&self, state: &State, seat: Seat) -> Vec<String> {
        vec![state.cards[1 - seat.index()].to_string()]
    }

    fn check_conservation(&self, state: &State) -> Result<(), String> {
        let missing = Card::all().take(self.variant.cards).find(|card| !state.cards.contains(card));
        missing.map_or(Ok(()), |card| Err(format!("the {card} is missing")))
    }
}
