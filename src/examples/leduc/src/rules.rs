//! The rules, `LE-1` to `LE-6` of `rules.md`.

use sim_engine::{
    BySeat, Game, Info, Lawful, Luck, Node, Objective, Offer, Outcome, Purpose, Seat, SettingError, Settings,
    Stream,
    decision::decisions,
    event::{counted, events},
    notation::actions,
    settings::{variant, words},
};

const PLAYERS: usize = 2;
/// Number of cards of each rank.
const COPIES: usize = 2;

const DEAL: Purpose = Purpose::new("leduc.deal");
const BOARD: Purpose = Purpose::new("leduc.board");

words! {
    /// Cards in ascending order.
    pub enum Card { Jack = "jack", Queen = "queen", King = "king" }
}

decisions! {
    /// The decisions of Leduc hold'em: the round, and the actions in it so far.
    pub enum Decision {
        Open = "open" List,
        AfterCheck = "after_check" List,
        AfterBet = "after_bet" List,
        AfterCheckAndBet = "after_check_and_bet" List,
        AfterRaise = "after_raise" List,
        AfterCheckAndRaise = "after_check_and_raise" List,
        BoardOpen = "board_open" List,
        BoardAfterCheck = "board_after_check" List,
        BoardAfterBet = "board_after_bet" List,
        BoardAfterCheckAndBet = "board_after_check_and_bet" List,
        BoardAfterRaise = "board_after_raise" List,
        BoardAfterCheckAndRaise = "board_after_check_and_raise" List,
    }
}

actions! {
    pub enum Action {
        Check = "check",
        Bet = "bet",
        Fold = "fold",
        Call = "call",
        Raise = "raise",
    }
}

/// By round, then by [`Betting::index`].
const DECISIONS: [[Decision; 6]; 2] = [
    [
        Decision::Open,
        Decision::AfterCheck,
        Decision::AfterBet,
        Decision::AfterCheckAndBet,
        Decision::AfterRaise,
        Decision::AfterCheckAndRaise,
    ],
    [
        Decision::BoardOpen,
        Decision::BoardAfterCheck,
        Decision::BoardAfterBet,
        Decision::BoardAfterCheckAndBet,
        Decision::BoardAfterRaise,
        Decision::BoardAfterCheckAndRaise,
    ],
];

variant! {
    pub struct Variant = read(settings: &Settings) {
        pub ante: i32,
        pub first_bet: i32,
        pub second_bet: i32,
    }
}

/// A betting round so far. The number of bets, and whether a check came first, determine it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Betting {
    pub is_checked: bool,
    pub bets: u8,
}

impl Betting {
    /// Index of the next decision among those of its round.
    fn index(self) -> usize {
        2 * usize::from(self.bets) + usize::from(self.is_checked)
    }

    /// The seat to act; seat 1 acts first, then seats alternate.
    fn turn(self) -> Seat {
        Seat((self.bets + u8::from(self.is_checked)) % 2)
    }
}

/// The next step of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Asks,
    Board,
    /// The hand ended with a fold, or with a showdown.
    Over {
        is_fold: bool,
    },
}

/// Public state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    pub betting: [Betting; 2],
    pub board: Option<Card>,
    pub phase: Phase,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub cards: [Card; PLAYERS],
    pub table: Table,
    /// Chips that seat 1 has won.
    pub chips: i32,
}

impl State {
    fn dealt(cards: [Card; PLAYERS]) -> State {
        let table = Table { betting: [Betting::default(); 2], board: None, phase: Phase::Asks };
        State { cards, table, chips: 0 }
    }

    /// Starts the second round with this board.
    fn turned(self, card: Card) -> State {
        State { table: Table { board: Some(card), phase: Phase::Asks, ..self.table }, ..self }
    }
}

/// The information set of a seat: its card and the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    pub card: Card,
    pub table: Table,
}

events! {
    pub enum Event of game: Leduc {
        Dealt { seat: Seat, card: Card } = "{seat} holds a {card}",
        Turned { card: Card } = "the board is a {card}",
        Won { seat: Seat, chips: i32 } = ("{seat} wins {}", counted(chips, "chip")),
        Split = "the pot is split",
    }
}

#[derive(Debug)]
pub struct Leduc {
    pub variant: Variant,
}

/// The remaining cards in ascending order, given the known ones.
pub(crate) fn unseen(known: &[Card]) -> Vec<Card> {
    let copies_left = |card: Card| COPIES - known.iter().filter(|&&other| other == card).count();
    Card::all().flat_map(|card| std::iter::repeat_n(card, copies_left(card))).collect()
}

/// The probability that the next card is this one, given the known ones.
fn probability(card: Card, known: &[Card]) -> f64 {
    let left = unseen(known);
    left.iter().filter(|&&other| other == card).count() as f64 / left.len() as f64
}

/// Rank of a card at the showdown: a pair beats every other hand (LE-6).
pub(crate) fn rank(card: Card, board: Option<Card>) -> (bool, Card) {
    (board == Some(card), card)
}

impl Leduc {
    /// Chips that each player has put in, given the bets of both rounds.
    fn stake(&self, [first, second]: [u8; 2]) -> i32 {
        let Variant { ante, first_bet, second_bet } = self.variant;
        ante + i32::from(first) * first_bet + i32::from(second) * second_bet
    }

    /// The active player folds; the uncalled bet does not count (LE-5).
    fn fold(&self, state: &mut State, event: &mut dyn FnMut(Event)) {
        let round = state.table.round();
        let mut bets = state.table.betting.map(|betting| betting.bets);
        bets[round] -= 1;
        let winner = Seat(1 - state.table.betting[round].turn().0);
        self.settle(state, Some(winner), self.stake(bets), event);
        state.table.phase = Phase::Over { is_fold: true };
    }

    fn end_round(&self, state: &mut State, event: &mut dyn FnMut(Event)) {
        let Table { betting, board, .. } = state.table;
        if board.is_none() {
            state.table.phase = Phase::Board;
            return;
        }
        let [first, second] = state.cards.map(|card| rank(card, board));
        let winner = (first != second).then(|| Seat(u8::from(first < second)));
        self.settle(state, winner, self.stake(betting.map(|betting| betting.bets)), event);
        state.table.phase = Phase::Over { is_fold: false };
    }

    fn settle(&self, state: &mut State, winner: Option<Seat>, chips: i32, event: &mut dyn FnMut(Event)) {
        match winner {
            Some(seat) => event(Event::Won { seat, chips }),
            None => event(Event::Split),
        }
        state.chips = match winner {
            Some(Seat(0)) => chips,
            Some(_) => -chips,
            None => 0,
        };
    }
}

impl Table {
    /// Index of the current betting round.
    fn round(&self) -> usize {
        usize::from(self.board.is_some())
    }
}

impl Leduc {
    pub const INFO: &'static Info = &Info {
        name: "leduc",
        title: "Leduc hold'em",
        designers: "Finnegan Southey and others",
        objective: Objective::Points,
        points_unit: "chips",
        is_zero_sum: true,
        decisions: Decision::LIST,
        ends: &["fold", "showdown"],
        rules_page: include_str!("rules.md"),
        data_file: include_str!("data.toml"),
        ..Info::PLAIN
    };

    /// Builds the game from settings, for a table of `players`.
    ///
    /// # Errors
    /// When the values contradict each other or leave no playable game.
    pub fn new(settings: &Settings, _: usize) -> Result<Leduc, SettingError> {
        Ok(Leduc { variant: Variant::read(settings) })
    }
}

impl Game for Leduc {
    type State = State;
    type Observation<'a> = Seen;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;

    fn info(&self) -> &'static Info {
        Leduc::INFO
    }

    fn players(&self) -> usize {
        PLAYERS
    }

    fn deal(&self, luck: &Luck, event: &mut dyn FnMut(Event)) -> State {
        let mut deck = unseen(&[]);
        luck.stream(DEAL, 0).shuffle(&mut deck);
        let cards = [deck[0], deck[1]];
        for seat in Seat::all(PLAYERS) {
            event(Event::Dealt { seat, card: cards[seat.index()] });
        }
        State::dealt(cards)
    }

    fn enumerate_deals(&self) -> Option<Vec<(State, f64)>> {
        let deal = |first, second| {
            let probability = probability(first, &[]) * probability(second, &[first]);
            (State::dealt([first, second]), probability)
        };
        Some(Card::all().flat_map(|first| Card::all().map(move |second| deal(first, second))).collect())
    }

    fn node(&self, state: &State) -> Node<Decision> {
        match state.table.phase {
            Phase::Asks => {
                let round = state.table.round();
                let betting = state.table.betting[round];
                Node::Decision { seat: betting.turn(), decision: DECISIONS[round][betting.index()] }
            }
            Phase::Board => Node::Chance,
            Phase::Over { .. } => Node::Terminal,
        }
    }

    fn legal(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
        actions.extend_from_slice(match state.table.betting[state.table.round()].bets {
            0 => &[Action::Check, Action::Bet],
            1 => &[Action::Fold, Action::Call, Action::Raise],
            _ => &[Action::Fold, Action::Call],
        });
        Offer::Actions
    }

    fn apply(&self, state: &mut State, action: Action, event: &mut dyn FnMut(Event)) {
        let round = state.table.round();
        let betting = &mut state.table.betting[round];
        match action {
            Action::Check if !betting.is_checked => betting.is_checked = true,
            Action::Bet | Action::Raise => betting.bets += 1,
            Action::Check | Action::Call => self.end_round(state, event),
            Action::Fold => self.fold(state, event),
        }
    }

    /// Turns up the board (LE-2).
    fn apply_chance(&self, state: &mut State, luck: &Luck, event: &mut dyn FnMut(Event)) {
        let left = unseen(&state.cards);
        let card = left[luck.stream(BOARD, 0).index(left.len())];
        event(Event::Turned { card });
        *state = state.turned(card);
    }

    fn enumerate_chance(&self, state: &State) -> Option<Vec<(State, f64)>> {
        let outcomes = Card::all().map(|card| (state.turned(card), probability(card, &state.cards)));
        Some(outcomes.filter(|(_, probability)| *probability > 0.0).collect())
    }

    fn observe<'a>(&'a self, state: &'a State, seat: Seat) -> Seen {
        Seen { card: state.cards[seat.index()], table: state.table }
    }

    /// Gives the other player a random card of those that the seat does not see.
    fn resample(&self, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut state = *state;
        let known: Vec<Card> = state.table.board.into_iter().chain([state.cards[seat.index()]]).collect();
        let left = unseen(&known);
        state.cards[1 - seat.index()] = left[stream.index(left.len())];
        state
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        if seat == Seat(0) { state.chips } else { -state.chips }
    }

    fn outcome(&self, state: &State) -> Outcome {
        let points = BySeat::from_fn(PLAYERS, |seat| self.points(state, seat));
        let is_fold = state.table.phase == Phase::Over { is_fold: true };
        Outcome::ranked(points, PLAYERS, usize::from(!is_fold), |seat| points[seat])
    }

    /// A round is a betting round.
    fn round(&self, state: &State) -> u16 {
        u16::from(state.table.board.is_some())
    }
}

impl Lawful for Leduc {
    fn hidden(&self) -> &'static [&'static str] {
        &["card of the other player"]
    }

    fn hidden_fields(&self, state: &State, seat: Seat) -> Vec<String> {
        vec![state.cards[1 - seat.index()].to_string()]
    }

    fn check_conservation(&self, state: &State) -> Result<(), String> {
        let dealt: Vec<Card> = state.cards.into_iter().chain(state.table.board).collect();
        let count = |card: Card| dealt.iter().filter(|&&other| other == card).count();
        let extra = Card::all().find(|&card| count(card) > COPIES);
        extra.map_or(Ok(()), |card| Err(format!("the {card} was dealt {} times", count(card))))
    }
}
