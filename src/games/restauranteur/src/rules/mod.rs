//! Restauranteur, a board game of Warp Spawn Games.
//!
//! Two to six players build restaurants of eight types on a city of eight by eight cells, next to the
//! districts they live on. Income cards and dice let restaurants earn, everybody's alike; improvements
//! add stars, districts, actions and tolls. Whoever has most coins when the deck has been gone through
//! twice, a type is complete or somebody's tokens are used up, wins.
//!
//! The numbered rules and rulings are in `rules.md`, every number in `data.toml`.
//! Everything the rulebook prints is modelled, but for its tables of random types, which no rule calls.

pub mod action;
mod apply;
pub mod board;
mod building;
pub mod components;
mod conservation;
pub mod earning;
mod event;
pub mod hand;
mod legal;
mod limits;
mod measures;
mod observation;
mod resample;
mod scoring;
mod setup;
pub mod state;
pub mod stock;
pub mod sums;
#[cfg(test)]
mod tests;
pub mod variant;

pub use action::{Action, Decision, Target};
use components::Face;
pub use event::Event;
pub use measures::Measures;
pub use observation::Observation;
use sim_engine::component::{ComponentId, Kind, bought, chosen, happens};
use sim_engine::{
    Component, Game, GameRecord, Info, Luck, MAX_SEATS, Node, Offer, Outcome, Seat, SettingError, Settings,
    Stream,
};
pub use state::{Phase, Place, Public, State};
use stock::{Stock, card_component, cuisine_component};
use variant::Variant;

/// Parts of a pass through the deck; each counts as a round.
pub const PARTS: u16 = 8;

const KINDS: &[Kind] = &[
    bought("number card", "coins"),
    bought("improvement", "coins"),
    chosen("income card"),
    bought("restaurant", "coins"),
    happens("district", None),
];

static INFO: Info = Info {
    name: "restauranteur",
    title: "Restauranteur",
    designers: "Warp Spawn Games",
    players: (2, MAX_SEATS),
    default_players: 2,
    points_unit: "coins",
    points_scale: 1,
    points_bin: 50,
    is_zero_sum: false,
    round_unit: "eighth of a pass through the deck",
    decisions: Decision::LIST,
    ends: &["type complete", "tokens gone", "deck through"],
    measures: Measures::LIST,
    kinds: KINDS,
    rules_page: include_str!("rules.md"),
    data_file: include_str!("data.toml"),
    ..Info::PLAIN
};

#[derive(Debug, Clone)]
pub struct Restauranteur {
    pub variant: Variant,
    pub stock: Stock,
    players: usize,
}

impl Restauranteur {
    #[inline]
    pub fn players_at_table(&self) -> usize {
        self.players
    }
}

impl Game for Restauranteur {
    type State = State;
    type Observation<'a> = Observation<'a>;
    type Action = Action;
    type Decision = Decision;
    type Event = Event;

    fn info() -> &'static Info {
        &INFO
    }

    fn new(settings: &Settings, players: usize) -> Result<Restauranteur, SettingError> {
        let variant = Variant::new(settings, players)?;
        let stock = Stock::new(settings, &variant, players)?;
        Ok(Restauranteur { variant, stock, players })
    }

    fn players(&self) -> usize {
        self.players
    }

    fn components(&self) -> &[Component] {
        &self.stock.components
    }

    fn deal(&self, luck: &Luck, event: &mut dyn FnMut(Event)) -> State {
        self.set_up(luck, event)
    }

    #[inline]
    fn node(&self, state: &State) -> Node<Decision> {
        self.asked(state)
    }

    fn legal(&self, state: &State, actions: &mut Vec<Action>) -> Offer {
        self.legal_actions(state, actions);
        Offer::Actions
    }

    fn apply(&self, state: &mut State, action: Action, event: &mut dyn FnMut(Event)) {
        self.make(state, action, event);
    }

    fn apply_chance(&self, state: &mut State, luck: &Luck, event: &mut dyn FnMut(Event)) {
        self.make_chance(state, luck, event);
    }

    fn observe<'a>(&'a self, state: &'a State, seat: Seat) -> Observation<'a> {
        Observation::new(self, state, seat)
    }

    fn resample(&self, state: &State, seat: Seat, stream: &mut Stream) -> State {
        self.redraw(state, seat, stream)
    }

    #[inline]
    fn round(&self, state: &State) -> u16 {
        state.table.round.into()
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        state.table.coins[seat]
    }

    fn outcome(&self, state: &State) -> Outcome {
        self.outcome_of(state)
    }

    #[inline]
    fn count(&self, event: &Event, record: &mut GameRecord) {
        self.count_event(event, record);
    }

    fn count_end(&self, state: &State, record: &mut GameRecord) {
        self.count_final(state, record);
    }

    fn takes(&self, _: &State, _: Seat, action: Action, component: &mut impl FnMut(ComponentId)) {
        match action {
            Action::Build { cuisine } => component(cuisine_component(cuisine)),
            Action::Pay { number } => component(card_component(Face::number(number))),
            Action::Improve { card, .. } => component(card_component(Face::improvement(card))),
            Action::Income { target } => component(card_component(target.face())),
            Action::Roll { instead: Some(line) } => {
                component(card_component(Face::number(line.number() - 1)));
            }
            Action::Stop
            | Action::Move { .. }
            | Action::Site { .. }
            | Action::Pass
            | Action::Roll { instead: None }
            | Action::Rest
            | Action::Keep
            | Action::Drop { .. }
            | Action::Discard { .. } => {}
        }
    }

    /// A turn draws at least one card, and takes some eighty actions at the very most.
    fn ply_limit(&self) -> u32 {
        80 * (self.stock.card_copies.len() * usize::from(self.variant.passes)) as u32
    }
}
