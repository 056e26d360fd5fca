//! The rules, `PG-1` to `PG-5` of `rules.md`.

use std::sync::OnceLock;

use sim_engine::{
    BySeat, Game, Info, Luck, Node, Offer, Outcome, Purpose, Seat, SettingError, Settings, Stream,
    decision::decisions, event::events, notation::actions, settings::variant,
};

use crate::Odds;

const PLAYERS: usize = 2;
/// Number of rounds; each is an equal part of the target.
pub const ROUNDS: i32 = 10;
const DICE: Purpose = Purpose::new("pig.dice");

decisions! {
    pub enum Decision { Roll = "roll" List }
}

actions! {
    pub enum Action {
        /// Roll again.
        Roll = "roll",
        /// Take the turn total.
        Hold = "hold",
    }
}

variant! {
    #[derive(Copy)]
    pub struct Variant = read(settings: &Settings) {
        pub target: i32,
        pub faces: i32,
        pub dice: i32,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    pub points: BySeat<i32>,
    pub turn_total: i32,
    pub active: Seat,
    /// Whether a roll comes next: the active player has chosen to roll, or begins a turn.
    rolls: bool,
    /// Turns so far, and rolls of this one; together they key the dice.
    turn: u32,
    roll: u32,
}

events! {
    pub enum Event of game: Pig {
        Rolled { seat: Seat, pips: i32, turn_total: i32 } = "{seat} rolls {pips}: {turn_total} this turn",
        Lost { seat: Seat, turn_total: i32 } = "{seat} rolls a 1 and loses {turn_total}",
        Held { seat: Seat, turn_total: i32, points: i32 } = "{seat} takes {turn_total} and has {points}",
    }
}

/// Pig with a given target and dice.
#[derive(Debug)]
pub struct Pig {
    pub variant: Variant,
    odds: OnceLock<&'static Odds>,
}

impl Pig {
    /// Win probabilities of optimal play in every state, computed on first use.
    pub fn odds(&self) -> &'static Odds {
        self.odds.get_or_init(|| Odds::of(self.variant))
    }

    /// Adds the turn total to the active player's points (PG-4).
    fn hold(&self, state: &mut State, event: &mut dyn FnMut(Event)) {
        let State { active: seat, turn_total, .. } = *state;
        state.points[seat] += turn_total;
        event(Event::Held { seat, turn_total, points: state.points[seat] });
        self.pass(state);
    }

    /// Ends the turn.
    fn pass(&self, state: &mut State) {
        let active = state.active.after(1, PLAYERS);
        *state = State { active, turn_total: 0, rolls: true, turn: state.turn + 1, roll: 0, ..*state };
    }
}

impl Pig {
    pub const INFO: &'static Info = &Info {
        name: "pig",
        title: "Pig",
        designers: "John Scarne",
        points_bin: 5,
        round_unit: "tenth of the target",
        decisions: Decision::LIST,
        ends: &["target reached"],
        rules_page: include_str!("rules.md"),
        data_file: include_str!("data.toml"),
        ..Info::PLAIN
    };

    /// Builds the game from settings, for a table of `players`.
    ///
    /// # Errors
    /// When the values contradict each other or leave no playable game.
    pub fn new(settings: &Settings, _: usize) -> Result<Pig, SettingError> {
        Ok(Pig { variant: Variant::read(settings), odds: OnceLock::new() })
    }
}

impl Game for Pig {
    type State = State;
    /// Nothing is hidden.
    type Observation<'a> = &'a State;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;

    fn info(&self) -> &'static Info {
        Pig::INFO
    }

    fn players(&self) -> usize {
        PLAYERS
    }

    fn deal(&self, _: &Luck, _: &mut dyn FnMut(Event)) -> State {
        let (points, active) = (BySeat::default(), Seat(0));
        State { points, turn_total: 0, active, rolls: true, turn: 0, roll: 0 }
    }

    fn node(&self, state: &State) -> Node<Decision> {
        if state.points.0.iter().any(|&points| points >= self.variant.target) {
            Node::Terminal
        } else if state.rolls {
            Node::Chance
        } else {
            Node::Decision { seat: state.active, decision: Decision::Roll }
        }
    }

    fn legal(&self, _: &State, actions: &mut Vec<Action>) -> Offer {
        actions.extend([Action::Roll, Action::Hold]);
        Offer::Actions
    }

    fn apply(&self, state: &mut State, action: Action, event: &mut dyn FnMut(Event)) {
        match action {
            Action::Roll => state.rolls = true,
            Action::Hold => self.hold(state, event),
        }
    }

    fn apply_chance(&self, state: &mut State, luck: &Luck, event: &mut dyn FnMut(Event)) {
        let mut dice = luck.stream(DICE, u64::from(state.turn) << 32 | u64::from(state.roll));
        let rolled = (0..self.variant.dice).map(|_| 1 + dice.below(self.variant.faces as u64) as i32);
        let (pips, ones) = rolled.fold((0, 0), |(pips, ones), die| (pips + die, ones + i32::from(die == 1)));
        let seat = state.active;
        if ones > 0 {
            event(Event::Lost { seat, turn_total: state.turn_total });
            return self.pass(state);
        }
        *state = State { rolls: false, roll: state.roll + 1, turn_total: state.turn_total + pips, ..*state };
        event(Event::Rolled { seat, pips, turn_total: state.turn_total });
        if state.points[seat] + state.turn_total >= self.variant.target {
            self.hold(state, event);
        }
    }

    fn observe<'a>(&'a self, state: &'a State, _: Seat) -> &'a State {
        state
    }

    /// Nothing to resample: dice are drawn only when they are rolled.
    fn resample(&self, state: &State, _: Seat, _: &mut Stream) -> State {
        *state
    }

    fn round(&self, state: &State) -> u16 {
        let most = state.points.0.into_iter().max().unwrap_or(0);
        (most * ROUNDS / self.variant.target).min(ROUNDS - 1) as u16
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        state.points[seat]
    }

    fn outcome(&self, state: &State) -> Outcome {
        Outcome::ranked(state.points, PLAYERS, 0, |seat| state.points[seat])
    }
}

/// Nothing is hidden, and nothing can be lost.
impl sim_engine::Lawful for Pig {}
