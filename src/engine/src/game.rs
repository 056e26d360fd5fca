//! The contract of a game: a state machine with one interface for everything that plays it.
//!
//! Random play, scripts, replay, search, fuzzing and the laws all drive a game through this
//! trait. A game knows no strategy, prints nothing, reads no clock and touches no file.

use std::{
    fmt::{Debug, Display},
    str::FromStr,
};

use super::{
    component::{Component, ComponentId, Kind},
    decision::DecisionInfo,
    listed::Listed,
    luck::{Luck, Stream},
    measure::Measure,
    notation::Forms,
    objective::Objective,
    outcome::Outcome,
    record::{Frame, GameRecord},
    seat::Seat,
};

/// The kind of node at a state; `D` is the game's decision enum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node<D> {
    /// A seat chooses.
    Decision {
        /// The seat to move.
        seat: Seat,
        /// The kind of decision.
        decision: D,
    },
    /// Dice or cards decide.
    Chance,
    /// The game is over.
    Terminal,
}

/// The legal amounts: `min`, `min + step`, ... up to `max`, or a pass where that is legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// Whether a pass is legal.
    pub may_pass: bool,
    /// The smallest amount; above `max` if only a pass is legal.
    pub min: i32,
    /// The largest amount.
    pub max: i32,
    /// The distance between neighboring amounts, at least 1.
    pub step: i32,
}

impl Amount {
    /// The amounts within the limits, ascending.
    pub fn amounts(self) -> impl Iterator<Item = i32> {
        (self.min..=self.max).step_by(self.step.max(1) as usize)
    }

    /// Whether a pass is legal, because the rules allow it or because there is no amount to choose.
    pub fn passes(self) -> bool {
        self.may_pass || self.max < self.min
    }
}

/// The choices at a decision node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    /// The actions written to the buffer: at least one, ascending and distinct.
    Actions,
    /// Any amount within the limits; the buffer stays empty.
    Amount(Amount),
}

/// Static facts about a game, known before one is set up.
#[derive(Debug, Clone, Copy)]
pub struct Info {
    /// The name on the command line, `critter-kitchen`.
    pub name: &'static str,
    /// The name on the box.
    pub title: &'static str,
    /// Who made the game.
    pub designers: &'static str,
    /// The smallest and the largest number of players.
    pub players: (usize, usize),
    /// The number of players of a run that names none.
    pub default_players: usize,
    /// The objective of the players, unless a call overrides it.
    pub objective: Objective,
    /// The unit of the points, such as `points`.
    pub points_unit: &'static str,
    /// The factor that keeps stored points whole: with 2, a stored total of 7 means 3.5 points.
    pub points_scale: i32,
    /// The bin width of the points distribution, in stored points.
    pub points_bin: i32,
    /// Whether the final points of all contenders sum to 0.
    pub is_zero_sum: bool,
    /// The name of one round in the points-by-round table.
    pub round_unit: &'static str,
    /// The `LIST` of [`Game::Decision`].
    pub decisions: &'static [DecisionInfo],
    /// The reasons for the end of a game, indexed by [`Outcome::end`].
    pub ends: &'static [&'static str],
    /// The measures besides points and places: the `LIST` of `measures!`.
    pub measures: &'static [Measure],
    /// The kinds of its components.
    pub kinds: &'static [Kind],
    /// The rules page in Markdown.
    pub rules_page: &'static str,
    /// The data file: every number, ruling, component and preset.
    pub data_file: &'static str,
}

impl Info {
    /// Defaults for a small game: two players, whole points, one reason to end, and no rounds, measures or
    /// components.
    ///
    /// ```
    /// use sim_engine::{Info, decision::decisions};
    ///
    /// decisions! {
    ///     /// The decisions of Pig.
    ///     pub enum Decision { Roll = "roll" List }
    /// }
    ///
    /// static INFO: Info = Info {
    ///     name: "pig",
    ///     title: "Pig",
    ///     decisions: Decision::LIST,
    ///     data_file: "format = 2\ngame = \"pig\"",
    ///     ..Info::PLAIN
    /// };
    /// assert_eq!(INFO.players, (2, 2));
    /// ```
    pub const PLAIN: Info = Info {
        name: "",
        title: "",
        designers: "",
        players: (2, 2),
        default_players: 2,
        objective: Objective::Wins,
        points_unit: "points",
        points_scale: 1,
        points_bin: 1,
        is_zero_sum: false,
        round_unit: "game",
        decisions: &[],
        ends: &["the game is over"],
        measures: &[],
        kinds: &[],
        rules_page: "",
        data_file: "",
    };

    /// The entry of a decision in [`Info::decisions`].
    #[inline]
    pub fn decision(&self, decision: impl Listed) -> &DecisionInfo {
        &self.decisions[decision.index()]
    }
}

/// A consequence of an action or of chance in a game `G`.
pub trait Event<G>: Copy + Debug + serde::Serialize {
    /// Describes the event in a sentence.
    fn describe(&self, game: &G) -> String;
}

/// The rules of one game under one variant, at a table of a fixed size.
pub trait Game: Sized + Send + Sync + 'static {
    /// The complete state, hidden parts included. Plain data: a clone allocates nothing.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// What one seat may know; it borrows the visible parts of the state.
    type Observation<'a>: Copy + PartialEq + Debug
    where
        Self: 'a;
    /// A choice, declared by [`actions!`](crate::actions). Its `FromStr` parses the notation that its `Display`
    /// writes.
    type Action: Copy + Ord + Debug + Display + FromStr + Forms + Send + Sync;
    /// The kinds of decision: an enum declared by [`decisions!`](super::decision).
    type Decision: Listed;
    /// A visible consequence of an action or of chance, declared by [`events!`](crate::events). It refers to seats by
    /// [`Seat`] and to components by [`ComponentId`].
    type Event: Event<Self>;

    /// Static facts about this game, the same under all its variants.
    fn info(&self) -> &'static Info;

    /// The number of seats at the table.
    fn players(&self) -> usize;

    /// The name of the automa that the rules play without a seat, as in solo play. It makes no decisions. In points,
    /// places and records it is the contender after the last seat.
    fn automa(&self) -> Option<&'static str> {
        None
    }

    /// The number of seats, plus one for the automa if there is one.
    fn contenders(&self) -> usize {
        self.players() + usize::from(self.automa().is_some())
    }

    /// The components whose use is counted.
    fn components(&self) -> &[Component] {
        &[]
    }

    /// The name of a component.
    fn name(&self, component: ComponentId) -> &str {
        component.name(self.components())
    }

    /// An empty record for plays of this game.
    fn record(&self) -> GameRecord {
        GameRecord::new(Frame {
            players: self.players(),
            contenders: self.contenders(),
            components: self.components().len(),
            measures: self.info().measures,
        })
    }

    /// The state after set-up, a function of the deal's luck alone.
    ///
    /// Here and below `event` is `dyn`, so that the rules are compiled once and not once per listener. This costs
    /// less than 1 % of a game's time.
    fn deal(&self, luck: &Luck, event: &mut dyn FnMut(Self::Event)) -> Self::State;

    /// Every possible result of [`Game::deal`] with its probability; the probabilities sum to 1. Games that are small
    /// enough implement this and [`Game::enumerate_chance`]; others keep the default, `None`.
    fn enumerate_deals(&self) -> Option<Vec<(Self::State, f64)>> {
        None
    }

    /// The kind of node at a state.
    fn node(&self, state: &Self::State) -> Node<Self::Decision>;

    /// Writes the legal actions of a decision node, ascending and distinct, to an empty buffer.
    fn legal(&self, state: &Self::State, actions: &mut Vec<Self::Action>) -> Offer;

    /// The action for an amount, or for a pass. Games without amounts keep the default.
    fn amount_action(&self, amount: Option<i32>) -> Option<Self::Action> {
        let _ = amount;
        None
    }

    /// Applies an action. The caller must ensure that it is legal.
    fn apply(&self, state: &mut Self::State, action: Self::Action, event: &mut dyn FnMut(Self::Event));

    /// Resolves a chance node by luck. Games without luck after set-up keep the default, which panics.
    fn apply_chance(&self, state: &mut Self::State, luck: &Luck, event: &mut dyn FnMut(Self::Event)) {
        let _ = (luck, event);
        unreachable!("{} has a chance node, but no `apply_chance`: {state:?}", self.info().name)
    }

    /// Every possible result of [`Game::apply_chance`] at a chance node with its probability: see
    /// [`Game::enumerate_deals`].
    fn enumerate_chance(&self, state: &Self::State) -> Option<Vec<(Self::State, f64)>> {
        let _ = state;
        None
    }

    /// What a seat sees of a state, and nothing else.
    fn observe<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::Observation<'a>;

    /// Draws the hidden fields again: returns a state that `seat` cannot tell from this one. Every arrangement that
    /// chance may have hidden is equally likely given the seat's knowledge. Every legal secret choice of another seat
    /// may come, with odds that depend only on what the seat knows. The result is a function of the seat's knowledge
    /// and of the stream alone.
    fn resample(&self, state: &Self::State, seat: Seat, stream: &mut Stream) -> Self::State;

    /// Replaces the secret choices that `other` has made so far in the current decision. `choose` gets the state as
    /// it was when `other` was asked, and returns one action after another. All else stays, the seat to move
    /// included. Does nothing if `other` has made no secret choice.
    fn choose_again(
        &self,
        state: &mut Self::State,
        other: Seat,
        choose: &mut impl FnMut(&Self::State) -> Self::Action,
    ) {
        let _ = (state, other, choose);
    }

    /// The current round, from 0. It never decreases and stays below [`super::record::MAX_ROUNDS`]. Games without
    /// rounds keep the default.
    fn round(&self, state: &Self::State) -> u16 {
        let _ = state;
        0
    }

    /// The points of a contender if the game ended now, scaled by [`Info::points_scale`].
    fn points(&self, state: &Self::State, seat: Seat) -> i32;

    /// Points, places and the reason for the end. A state cut off by the ply limit counts as it stands.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// The components that an action's notation gives by number only, such as a hand card by its position.
    /// Transcripts add their names.
    fn numbered(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Vec<ComponentId> {
        let _ = (state, seat, action);
        Vec::new()
    }

    /// Visits the components that an action chooses: those that the seat buys, plays, asks for or bids on, and its
    /// destination. A strategy barred from a component is not offered such actions while others remain. So every use
    /// that a seat chooses needs an action that names the component here. Games without such components keep the
    /// default.
    fn takes(
        &self,
        state: &Self::State,
        seat: Seat,
        action: Self::Action,
        component: &mut impl FnMut(ComponentId),
    ) {
        let _ = (state, seat, action, component);
    }

    /// Counts an event in the record: component use and measures.
    fn count(&self, event: &Self::Event, record: &mut GameRecord) {
        let _ = (event, record);
    }

    /// Counts the measures that follow from the final state.
    fn count_end(&self, state: &Self::State, record: &mut GameRecord) {
        let _ = (state, record);
    }

    /// Parses an action.
    fn parse_action(&self, text: &str) -> Option<Self::Action> {
        text.parse().ok()
    }

    /// The notation of each kind of action, with field names in braces: `go {place}`.
    fn action_forms(&self) -> &'static [&'static str] {
        <Self::Action as Forms>::FORMS
    }

    /// The number of plies, far above the longest real game, at which a game is cut off and counted as truncated.
    fn ply_limit(&self) -> u32 {
        10_000
    }
}

/// The common part of `impl Game` for games that split their rules into several files. It uses types with the names
/// of the trait, the field `players`, the given path of the components, and these functions of the game:
///
/// | of the trait | of the game |
/// |---|---|
/// | `info` | `INFO` |
/// | `deal` | `set_up` |
/// | `node`, `legal` | `node_of`, `offer` |
/// | `apply`, `apply_chance` | `make`, `make_chance` |
/// | `observe`, `resample` | `Observation::new`, `redraw` |
/// | `outcome` | `outcome_of` |
/// | `count`, `count_end` | `count_event`, `count_final` |
#[doc(hidden)]
#[macro_export]
macro_rules! parts {
    (components: $($components:ident).+) => {
        type State = State;
        type Observation<'a> = Observation<'a>;
        type Action = Action;
        type Decision = Decision;
        type Event = Event;

        fn info(&self) -> &'static $crate::Info {
            Self::INFO
        }

        fn players(&self) -> usize {
            self.players
        }

        fn components(&self) -> &[$crate::Component] {
            &self.$($components).+
        }

        fn deal(&self, luck: &$crate::Luck, event: &mut dyn FnMut(Event)) -> State {
            self.set_up(luck, event)
        }

        #[inline]
        fn node(&self, state: &State) -> $crate::Node<Decision> {
            self.node_of(state)
        }

        fn legal(&self, state: &State, actions: &mut Vec<Action>) -> $crate::Offer {
            self.offer(state, actions)
        }

        fn apply(&self, state: &mut State, action: Action, event: &mut dyn FnMut(Event)) {
            self.make(state, action, event);
        }

        fn apply_chance(&self, state: &mut State, luck: &$crate::Luck, event: &mut dyn FnMut(Event)) {
            self.make_chance(state, luck, event);
        }

        fn observe<'a>(&'a self, state: &'a State, seat: $crate::Seat) -> Observation<'a> {
            Observation::new(self, state, seat)
        }

        fn resample(&self, state: &State, seat: $crate::Seat, stream: &mut $crate::Stream) -> State {
            self.redraw(state, seat, stream)
        }

        fn outcome(&self, state: &State) -> $crate::Outcome {
            self.outcome_of(state)
        }

        #[inline]
        fn count(&self, event: &Event, record: &mut $crate::GameRecord) {
            self.count_event(event, record);
        }

        fn count_end(&self, state: &State, record: &mut $crate::GameRecord) {
            self.count_final(state, record);
        }
    };
}
pub use parts;

/// Whether a decision node offers this action.
pub fn is_legal<G: Game>(game: &G, state: &G::State, action: G::Action) -> bool {
    let mut legal = Vec::new();
    let offer = game.legal(state, &mut legal);
    is_offered(game, offer, &legal, action)
}

/// Whether an offer includes an action; `legal` holds the actions of the offer.
pub fn is_offered<G: Game>(game: &G, offer: Offer, legal: &[G::Action], action: G::Action) -> bool {
    match offer {
        Offer::Actions => legal.contains(&action),
        Offer::Amount(limits) => {
            (limits.passes() && game.amount_action(None) == Some(action))
                || limits.amounts().any(|amount| game.amount_action(Some(amount)) == Some(action))
        }
    }
}
