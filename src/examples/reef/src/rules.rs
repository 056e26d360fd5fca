//! Step 3: the rules, `R-1` to `R-9` of `rules.md`, as decisions, legal actions and effects.

use sim_engine::{
    Amount, BySeat, Component, ComponentId, Game, GameRecord, Info, Kind, Lawful, Luck, Node, Offer, Outcome,
    Purpose, Seat, SettingError, Settings, Stream, Sum,
    component::{happens, outcome},
    decision::decisions,
    event::events,
    luck::{Card, hash_name},
    measure::{measures, scalar},
    notation::{self, actions},
    settings::{variant, words},
};

/// Maximum number of cards. A state is plain data of a fixed size, so that copies are fast.
pub const ROOM: usize = 64;

/// Keys the shuffles, so that two rule sets that differ in one card get the same ones.
const SHUFFLE: Purpose = Purpose::new("reef.shuffle");

// Decisions, each with its name in strategies and its shape: a list of actions, or an amount.
decisions! {
    /// What is asked.
    pub enum Decision {
        Stake = "stake" Amount,
        Dive = "dive" List,
    }
}

// Actions, each with its notation in transcripts.
actions! {
    pub enum Action {
        /// Put points at stake.
        Stake { points: i32 as notation::Sum } = "stake {points}",
        /// Draw another card.
        Deeper = "deeper",
        /// Take the drawn cards.
        Surface = "surface",
    }
}

// Settings, read from the data file by their names.
variant! {
    pub struct Variant = read(settings: &Settings) {
        pub rounds: u16,
        pub stake_most: i32,
    }
}

words! {
    /// Sorts of cards, under their names in the data file.
    pub enum Sort { Treasure = "treasure", Danger = "danger" }
}

// Optional counts per game, besides points and places.
measures! {
    pub enum Measures {
        Sharks = "sharks" ["dives", scalar()] "Dives that ended with a shark.",
        Staked = "staked" ["points", scalar()] "Points that were put at stake.",
    }
}

/// A face of the deck.
#[derive(Debug, Clone)]
pub struct Face {
    pub sort: Sort,
    pub worth: i32,
}

/// Contents of a deck.
#[derive(Debug, Clone, Copy, Default)]
pub struct Left {
    pub cards: i32,
    pub sharks: i32,
    /// Points of all its cards.
    pub worth: i32,
}

/// The next step of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Shuffle,
    Asks(Decision),
    Over,
}

/// Public state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    pub points: BySeat<i32>,
    pub round: u16,
    pub active: Seat,
    pub phase: Phase,
    /// The current dive: number of cards drawn, their points, and the stake.
    pub drawn: usize,
    pub haul: i32,
    pub stake: i32,
}

/// The full state: the public table, and the deck as rows of the card table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub table: Table,
    pub deck: [u8; ROOM],
}

/// The information set of a seat: the public table and the drawn cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen<'a> {
    pub table: Table,
    pub drawn: &'a [u8],
}

// Public events, each with its sentence for transcripts.
events! {
    pub enum Event of game: Reef {
        Staked { seat: Seat, points: i32 } = "{seat} stakes {points}",
        Drew { seat: Seat, card: ComponentId } = ("{seat} draws a {}", game.name(card)),
        Kept { seat: Seat, card: ComponentId, worth: i32 } =
            ("{seat} keeps a {}, worth {worth}", game.name(card)),
        Surfaced { seat: Seat, haul: i32, stake: i32 } = "{seat} surfaces with {haul} and a stake of {stake}",
        Bitten { seat: Seat, haul: i32, stake: i32 } = "{seat} loses {haul} and a stake of {stake}",
    }
}

/// Kinds of components. Players choose none of them: a treasure's score is an outcome of play, and dangers
/// happen to everyone.
const KINDS: &[Kind] = &[outcome("treasure", Some(Sum::Gained("points"))), happens("danger", None)];

/// The game under given settings, for a number of players.
#[derive(Debug)]
pub struct Reef {
    pub variant: Variant,
    /// Faces by row of the card table.
    pub faces: Vec<Face>,
    components: Vec<Component>,
    /// The cards of the box.
    cards: Vec<Card>,
    players: usize,
}

impl Reef {
    /// Number of cards in the box.
    pub fn size(&self) -> usize {
        self.cards.len()
    }

    pub fn face(&self, row: u8) -> &Face {
        &self.faces[usize::from(row)]
    }

    /// The cards of the box that are not drawn yet.
    pub fn remaining_cards(&self, drawn: &[u8]) -> Left {
        let add = |left: Left, row: u8, times: i32| {
            let Face { sort, worth } = *self.face(row);
            let sharks = left.sharks + times * i32::from(sort == Sort::Danger);
            Left { cards: left.cards + times, sharks, worth: left.worth + times * worth }
        };
        let all = self.cards.iter().fold(Left::default(), |left, card| add(left, card.row, 1));
        drawn.iter().fold(all, |left, &row| add(left, row, -1))
    }

    /// Draws a card for the diver.
    fn draw(&self, state: &mut State, event: &mut dyn FnMut(Event)) {
        let State { table, deck } = state;
        let (seat, row) = (table.active, deck[table.drawn]);
        let Face { sort, worth } = *self.face(row);
        table.drawn += 1;
        event(Event::Drew { seat, card: id(row) });
        if sort == Sort::Danger {
            //
            table.points[seat] -= table.stake;
            event(Event::Bitten { seat, haul: table.haul, stake: table.stake });
            return self.pass(table);
        }
        table.haul += worth;
        table.phase = Phase::Asks(Decision::Dive);
        if table.drawn == self.size() {
            self.surface(state, event);
        }
    }

    /// Takes the drawn cards for the diver.
    fn surface(&self, state: &mut State, event: &mut dyn FnMut(Event)) {
        let State { table, deck } = state;
        let Table { active: seat, haul, stake, .. } = *table;
        for &row in &deck[..table.drawn] {
            event(Event::Kept { seat, card: id(row), worth: self.face(row).worth });
        }
        table.points[seat] += haul + stake;
        event(Event::Surfaced { seat, haul, stake });
        self.pass(table);
    }

    /// Ends the dive: starts the next one or the next round, or ends the game.
    fn pass(&self, table: &mut Table) {
        let next = table.active.after(1, self.players);
        let is_last = next == Seat(0) && table.round + 1 == self.variant.rounds;
        table.phase = if is_last { Phase::Over } else { Phase::Shuffle };
        if !is_last {
            table.round += u16::from(next == Seat(0));
            table.active = next;
        }
    }
}

/// The component of a row of the card table.
fn id(row: u8) -> ComponentId {
    ComponentId::new(0, row.into())
}

impl Reef {
    /// Fields not listed here have the values of [`Info::PLAIN`].
    pub const INFO: &'static Info = &Info {
        name: "reef",
        title: "Reef",
        designers: "you",
        players: (2, 4),
        default_players: 2,
        round_unit: "round",
        decisions: Decision::LIST,
        ends: &["last round played"],
        measures: Measures::LIST,
        kinds: KINDS,
        rules_page: include_str!("rules.md"),
        data_file: include_str!("data.toml"),
        ..Info::PLAIN
    };

    /// Builds the game from settings, for a table of `players`.
    ///
    /// # Errors
    /// When the values contradict each other or leave no playable game.
    pub fn new(settings: &Settings, players: usize) -> Result<Reef, SettingError> {
        let table = settings.table("cards");
        let (mut faces, mut components, mut cards) = (Vec::new(), Vec::new(), Vec::new());
        for (row, card) in table.rows.iter().enumerate() {
            let sort: Sort = table.get(card, "kind");
            faces.push(Face { sort, worth: table.int(card, "worth") as i32 });
            components.push(card.component(sort.word()));
            cards.extend(Card::copies(row, hash_name(&card.id), table.int(card, "copies") as u8));
        }
        // Rejects values that leave no playable game, and suggests valid ones.
        if cards.is_empty() || cards.len() > ROOM {
            let message = format!("a deck of {} cards cannot be played", cards.len());
            return Err(SettingError::new(message, format!("have 1 to {ROOM} cards")).about(["cards"]));
        }
        Ok(Reef { variant: Variant::read(settings), faces, components, cards, players })
    }
}

impl Game for Reef {
    type State = State;
    type Observation<'a> = Seen<'a>;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;

    fn info(&self) -> &'static Info {
        Reef::INFO
    }

    fn players(&self) -> usize {
        self.players
    }

    fn components(&self) -> &[Component] {
        &self.components
    }

    fn deal(&self, _: &Luck, _: &mut dyn FnMut(Event)) -> State {
        let mut deck = [0; ROOM];
        deck.iter_mut().zip(&self.cards).for_each(|(place, card)| *place = card.row);
        let (points, phase) = (BySeat::default(), Phase::Shuffle);
        State { table: Table { points, round: 0, active: Seat(0), phase, drawn: 0, haul: 0, stake: 0 }, deck }
    }

    /// Returns the next step: a decision, chance, or the end.
    fn node(&self, state: &State) -> Node<Decision> {
        match state.table.phase {
            Phase::Shuffle => Node::Chance,
            Phase::Asks(decision) => Node::Decision { seat: state.table.active, decision },
            Phase::Over => Node::Terminal,
        }
    }

    /// Offers an amount within limits, or a list of actions in the order of their enum.
    fn legal(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
        let Table { points, active, phase, .. } = state.table;
        if phase == Phase::Asks(Decision::Stake) {
            let max = self.variant.stake_most.min(points[active]).max(0);
            return Offer::Amount(Amount { may_pass: false, min: 0, max, step: 1 });
        }
        actions.extend([Action::Deeper, Action::Surface]);
        Offer::Actions
    }

    fn amount_action(&self, amount: Option<i32>) -> Option<Action> {
        amount.map(|points| Action::Stake { points })
    }

    fn apply(&self, state: &mut State, action: Action, event: &mut dyn FnMut(Event)) {
        match action {
            Action::Stake { points } => {
                state.table.stake = points;
                event(Event::Staked { seat: state.table.active, points });
                self.draw(state, event);
            }
            Action::Deeper => self.draw(state, event),
            Action::Surface => self.surface(state, event),
        }
    }

    /// Shuffles all cards. Random draws are keyed by purpose and time, never by the number of earlier draws.
    fn apply_chance(&self, state: &mut State, luck: &Luck, _: &mut dyn FnMut(Event)) {
        let State { table, deck } = state;
        let dives = u64::from(table.round) * self.players as u64 + table.active.index() as u64;
        let cards = self.cards.iter().map(|&card| Card { copy: card.copy << 32 | dives, ..card });
        let order = luck.shuffled::<ROOM>(SHUFFLE, cards);
        deck[..self.size()].copy_from_slice(order.rows());
        *table = Table { phase: Phase::Asks(Decision::Stake), drawn: 0, haul: 0, stake: 0, ..*table };
    }

    fn observe<'a>(&'a self, state: &'a State, _: Seat) -> Seen<'a> {
        Seen { table: state.table, drawn: &state.deck[..state.table.drawn] }
    }

    /// Reshuffles the hidden rest of the deck, using only what the seat sees.
    fn resample(&self, state: &State, _: Seat, stream: &mut Stream) -> State {
        let mut state = *state;
        let rest = &mut state.deck[state.table.drawn..self.size()];
        rest.sort_unstable();
        stream.shuffle(rest);
        state
    }

    fn round(&self, state: &State) -> u16 {
        state.table.round
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        state.table.points[seat]
    }

    fn outcome(&self, state: &State) -> Outcome {
        let points = state.table.points;
        Outcome::ranked(points, self.players, 0, |seat| points[seat])
    }

    /// Counts component uses and measures.
    fn count(&self, event: &Event, record: &mut GameRecord) {
        match *event {
            Event::Drew { seat, card } => record.use_mut(card, seat).taken += 1,
            Event::Kept { seat, card, worth } => {
                let kept = record.use_mut(card, seat);
                kept.used += 1;
                kept.price += worth;
            }
            Event::Staked { seat, points } => record.add(Measures::Staked, 0, seat, points),
            Event::Bitten { seat, .. } => record.add(Measures::Sharks, 0, seat, 1),
            Event::Surfaced { .. } => {}
        }
    }
}

// For the laws: the hidden fields, and a check that no card is lost or duplicated. A game that hides nothing
// and has no components writes `impl Lawful for Reef {}`.
impl Lawful for Reef {
    fn hidden(&self) -> &'static [&'static str] {
        &["order of the deck"]
    }

    fn hidden_fields(&self, state: &State, _: Seat) -> Vec<String> {
        vec![format!("{:?}", &state.deck[state.table.drawn..self.size()])]
    }

    fn check_conservation(&self, state: &State) -> Result<(), String> {
        let mut rows = state.deck[..self.size()].to_vec();
        rows.sort_unstable();
        let is_whole = rows.iter().eq(self.cards.iter().map(|card| &card.row));
        if is_whole { Ok(()) } else { Err("the deck holds other cards than the box".to_owned()) }
    }
}
