//! The contract of a game: a state machine with one door for everything that plays it.
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

/// What comes next at a state; `D` is the game's list of decisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Node<D> {
    /// A seat chooses.
    Decision {
        /// Who is asked.
        seat: Seat,
        /// What is asked.
        decision: D,
    },
    /// Dice or cards decide.
    Chance,
    /// The game is over.
    Terminal,
}

/// The limits of an amount: `min`, `min + step`, ... up to `max`, or a pass where it is legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Amount {
    /// Whether nothing may be given.
    pub may_pass: bool,
    /// The least amount; above `max` where a pass alone is legal.
    pub min: i32,
    /// The most.
    pub max: i32,
    /// From one amount to the next, at least 1.
    pub step: i32,
}

impl Amount {
    /// The amounts within the limits, ascending.
    pub fn amounts(self) -> impl Iterator<Item = i32> {
        (self.min..=self.max).step_by(self.step.max(1) as usize)
    }

    /// Whether nothing may be given, or there is nothing that could be.
    pub fn passes(self) -> bool {
        self.may_pass || self.max < self.min
    }
}

/// What a decision node offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    /// The actions written to the buffer, ascending and distinct, never none.
    Actions,
    /// Any amount within the limits; the buffer stays empty.
    Amount(Amount),
}

/// What the program says about a game before one is set up.
#[derive(Debug, Clone, Copy)]
pub struct Info {
    /// The name on the command line, `critter-kitchen`.
    pub name: &'static str,
    /// The name on the box.
    pub title: &'static str,
    /// Who made the game.
    pub designers: &'static str,
    /// Fewest and most players.
    pub players: (usize, usize),
    /// The table size of a run that names none.
    pub default_players: usize,
    /// What its players play for, unless a call says otherwise.
    pub objective: Objective,
    /// What the winner has most of.
    pub points_unit: &'static str,
    /// Points are counted in whole parts: 2 means that a point total of 7 stands for 3.5.
    pub points_scale: i32,
    /// Points of one bin of their distribution, in the same parts.
    pub points_bin: i32,
    /// Whether what one contender gains in points the others lose: the final points sum to 0.
    pub is_zero_sum: bool,
    /// What one round of the points-by-round table is.
    pub round_unit: &'static str,
    /// The `LIST` of [`Game::Decision`].
    pub decisions: &'static [DecisionInfo],
    /// Why a game ended, indexed by [`Outcome::end`].
    pub ends: &'static [&'static str],
    /// What is counted beside points and places: the `LIST` of `measures!`.
    pub measures: &'static [Measure],
    /// The sorts of its components.
    pub kinds: &'static [Kind],
    /// The rules page in Markdown.
    pub rules_page: &'static str,
    /// The data file: every number, ruling, component and preset.
    pub data_file: &'static str,
}

impl Info {
    /// What a small game leaves unsaid: whole points, for two, with one reason to end, and with no rounds,
    /// measures or components.
    ///
    /// ```
    /// use sim_engine::{Info, decision::decisions};
    ///
    /// decisions! {
    ///     /// What is asked.
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

    /// What is said about a decision of the game.
    #[inline]
    pub fn decision(&self, decision: impl Listed) -> &DecisionInfo {
        &self.decisions[decision.index()]
    }
}

/// A consequence of an action or of chance in a game `G`.
pub trait Event<G>: Copy + Debug + serde::Serialize {
    /// The event as a sentence for people.
    fn describe(&self, game: &G) -> String;
}

/// The rules of one game under one variant, at a table of a fixed size.
pub trait Game: Sized + Send + Sync + 'static {
    /// Everything true now, hidden parts included. Plain data: a clone allocates nothing.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// What one seat may know; it borrows the parts of the state that are open to it.
    type Observation<'a>: Copy + PartialEq + Debug
    where
        Self: 'a;
    /// A choice, which [`actions!`](crate::actions) declares: its `Display` is the notation that its `FromStr`
    /// reads back.
    type Action: Copy + Ord + Debug + Display + FromStr + Forms + Send + Sync;
    /// What seats are asked: an enum that [`decisions!`](super::decision) declares.
    type Decision: Listed;
    /// A consequence: what the table saw happen, which [`events!`](crate::events) declares. It names seats by
    /// [`Seat`] and components by [`ComponentId`].
    type Event: Event<Self>;

    /// What is said about this game, whatever its rules are set to.
    fn info(&self) -> &'static Info;

    /// Seats at the table.
    fn players(&self) -> usize;

    /// The automa that the rules play without a seat, as in solo play: its name. It answers no
    /// decision, and counts as the contender after the last seat in points, places and records.
    fn automa(&self) -> Option<&'static str> {
        None
    }

    /// Seats, and the automa if one plays.
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
    /// Here and below `event` is `dyn`: rules are compiled once and not for every listener, at less than 1 % of a game's
    /// time.
    fn deal(&self, luck: &Luck, event: &mut dyn FnMut(Self::Event)) -> Self::State;

    /// Every state that [`Game::deal`] may give, each with its probability; they sum to 1. Games that are small enough to be
    /// enumerated list them, and what chance does later by [`Game::enumerate_chance`]; others keep this.
    fn enumerate_deals(&self) -> Option<Vec<(Self::State, f64)>> {
        None
    }

    /// What comes next at a state.
    fn node(&self, state: &Self::State) -> Node<Self::Decision>;

    /// Writes the legal actions of a decision node, ascending and distinct, to an empty buffer.
    fn legal(&self, state: &Self::State, actions: &mut Vec<Self::Action>) -> Offer;

    /// The action that stands for an amount, or for a pass. Games without amounts keep this.
    fn amount_action(&self, amount: Option<i32>) -> Option<Self::Action> {
        let _ = amount;
        None
    }

    /// Makes a legal action happen. It is the caller's duty that the action is legal.
    fn apply(&self, state: &mut Self::State, action: Self::Action, event: &mut dyn FnMut(Self::Event));

    /// Lets luck decide a chance node. A game that knows no luck after set-up keeps this.
    fn apply_chance(&self, state: &mut Self::State, luck: &Luck, event: &mut dyn FnMut(Self::Event)) {
        let _ = (luck, event);
        unreachable!("{} has a chance node, but no `apply_chance`: {state:?}", self.info().name)
    }

    /// Every state that [`Game::apply_chance`] may make of a chance node, each with its probability: see
    /// [`Game::enumerate_deals`].
    fn enumerate_chance(&self, state: &Self::State) -> Option<Vec<(Self::State, f64)>> {
        let _ = state;
        None
    }

    /// What a seat sees of a state, and nothing else.
    fn observe<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::Observation<'a>;

    /// Draws the hidden fields afresh: a state that `seat` cannot tell from this one. What chance
    /// has hidden is equally likely given everything the seat knows; of what others have chosen in
    /// secret every legal choice may come, with odds that depend on nothing the seat does not know.
    /// The state that comes is a function of what the seat knows and of the stream alone.
    fn resample(&self, state: &Self::State, seat: Seat, stream: &mut Stream) -> Self::State;

    /// Lets `other` choose afresh what it has chosen so far, in secret, of the decision under way, as it was
    /// asked for it; all else stays as it is, and whoever is in turn stays so. `choose` gives one action
    /// after the other. Does nothing where `other` has chosen nothing, or nothing secret.
    fn choose_again(
        &self,
        state: &mut Self::State,
        other: Seat,
        choose: &mut impl FnMut(&Self::State) -> Self::Action,
    ) {
        let _ = (state, other, choose);
    }

    /// Round now under way, from 0; it never falls, and stays below [`super::record::MAX_ROUNDS`]. A game
    /// that is not told by rounds keeps this.
    fn round(&self, state: &Self::State) -> u16 {
        let _ = state;
        0
    }

    /// The points a contender would have if the game ended now, in parts of [`Info::points_scale`].
    fn points(&self, state: &Self::State, seat: Seat) -> i32;

    /// Points, places and the reason of the end; at a state cut off by the ply limit, as it stands.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// The components that the notation of an action gives by number only, as a hand card by its
    /// position: people are told their names beside it.
    fn numbered(&self, state: &Self::State, seat: Seat, action: Self::Action) -> Vec<ComponentId> {
        let _ = (state, seat, action);
        Vec::new()
    }

    /// The components that an action is for, as far as its seat chooses them: what it buys, plays, asks for or bids
    /// for, and where it goes. A strategy that never takes a component is not offered such actions while there are
    /// others, so each use that a seat chooses has an action that names it here. A game without components that
    /// players choose keeps this.
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

    /// Measures that are read off the end of the game.
    fn count_end(&self, state: &Self::State, record: &mut GameRecord) {
        let _ = (state, record);
    }

    /// Reads the notation of an action.
    fn parse_action(&self, text: &str) -> Option<Self::Action> {
        text.parse().ok()
    }

    /// Each sort of action as it is written, with the name of a field in braces: `go {place}`.
    fn action_forms(&self) -> &'static [&'static str] {
        <Self::Action as Forms>::FORMS
    }

    /// Plies far above the longest honest game, after which it is cut off and counted as such.
    fn ply_limit(&self) -> u32 {
        10_000
    }
}

/// What `impl Game` has in common in games that keep each part of their rules in a file of its own: types with the names
/// of the trait, the field `players`, the place of the components, and calls of the functions of those files.
///
/// | of the trait | of the game |
/// |---|---|
/// | `info` | `INFO` |
/// | `deal` | `set_up` |
/// | `node`, `legal` | `asked`, `offer` |
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
            self.asked(state)
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

/// Whether an action is one of an offer, whose actions stand in `legal`.
pub fn is_offered<G: Game>(game: &G, offer: Offer, legal: &[G::Action], action: G::Action) -> bool {
    match offer {
        Offer::Actions => legal.contains(&action),
        Offer::Amount(limits) => {
            (limits.passes() && game.amount_action(None) == Some(action))
                || limits.amounts().any(|amount| game.amount_action(Some(amount)) == Some(action))
        }
    }
}
