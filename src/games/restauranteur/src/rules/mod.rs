//! Restauranteur, a board game of Warp Spawn Games.
//!
//! Two to six players build restaurants of eight types in a city of eight by eight cells, next to the
//! districts that they serve. Income cards and dice let restaurants earn, those of all players alike;
//! improvements add stars, districts, actions and tolls. The game ends when the deck has been used twice, a
//! type is complete or a player has no token left. Most coins win.
//!
//! The numbered rules and rulings are in `rules.md`, every number in `data.toml`.
//! Everything in the rulebook is modelled, except its tables of random types, which no rule uses.

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

pub use action::{Action, Decision};
use components::Face;
pub use event::Event;
pub use measures::Measures;
pub use observation::Observation;
use sim_engine::{
    Game, Info, MAX_SEATS, Seat, SettingError, Settings,
    component::{ComponentId, Kind, bought, chosen, happens},
    game::parts,
};
pub use state::{Phase, Public, State};
use stock::{Stock, card_component, cuisine_component};
use variant::Variant;

/// Number of rounds per pass through the deck.
pub const PARTS: u16 = 8;

const KINDS: &[Kind] = &[
    bought("number card", "coins"),
    bought("improvement", "coins"),
    chosen("income card"),
    bought("restaurant", "coins"),
    happens("district", None),
];

#[derive(Debug, Clone)]
pub struct Restauranteur {
    pub variant: Variant,
    pub stock: Stock,
    pub players: usize,
}

impl Restauranteur {
    pub const INFO: &'static Info = &Info {
        name: "restauranteur",
        title: "Restauranteur",
        designers: "Warp Spawn Games",
        players: (2, MAX_SEATS),
        default_players: 2,
        points_unit: "coins",
        points_bin: 50,
        round_unit: "eighth of a pass through the deck",
        decisions: Decision::LIST,
        ends: &["type complete", "tokens gone", "deck through"],
        measures: Measures::LIST,
        kinds: KINDS,
        rules_page: include_str!("rules.md"),
        data_file: include_str!("data.toml"),
        ..Info::PLAIN
    };

    pub fn new(settings: &Settings, players: usize) -> Result<Restauranteur, SettingError> {
        let variant = Variant::new(settings, players)?;
        let stock = Stock::new(settings, &variant, players)?;
        Ok(Restauranteur { variant, stock, players })
    }
}

impl Game for Restauranteur {
    parts!(components: stock.components);

    #[inline]
    fn round(&self, state: &State) -> u16 {
        state.table.round.into()
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        state.table.coins[seat]
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

    /// A turn draws at least one card and takes at most about 80 actions.
    fn ply_limit(&self) -> u32 {
        80 * (self.stock.card_copies.len() * usize::from(self.variant.passes)) as u32
    }
}
