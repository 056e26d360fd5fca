//! Critter Kitchen, a board game by Alex Cutler and Peter C. Hayward.
//!
//! Up to five players send three chefs of different carrying capacities to locations that are
//! chosen in secret, gather ingredients, spices and rumors, cook challenge meals after the first
//! and the second day, and at the end a seven-course meal for a critic. Most stars win.
//!
//! The numbered rules and rulings are in `rules.md`, every number and card in `data.toml`. In solo play the
//! opponent is McDogald's, an automa that plays by cards.

mod action;
mod apply;
pub mod cards;
mod challenges;
mod conservation;
pub mod critics;
mod event;
mod legal;
mod locations;
mod mcdogalds;
mod measures;
mod observation;
mod resample;
mod scoring;
mod setup;
pub mod state;

#[cfg(test)]
mod tests;
pub mod token;
pub mod variant;
mod visit;

pub use action::{Action, Decision, Item, With};
use cards::{Cards, Critic, Restaurateur, ZousChef, effects::RestaurateurEffect};
pub use challenges::courses;
pub use event::{CHEF_WORDS, Emit, Event};
pub use locations::known_kinds;
use measures::Measures;
pub use observation::Observation;
use sim_engine::{
    Game, Info, Seat, SettingError, Settings,
    component::{ComponentId, Kind, Sum, chosen, happens, outcome},
    game::parts,
    luck::hash_name,
};
use state::{Kitchen, State};
use variant::{PLAYERS, Variant, ZOUS};

const KINDS: &[Kind] = &[
    chosen("location"),
    chosen("zous-chef"),
    chosen("restaurateur"),
    outcome("challenge", Some(Sum::Gained("stars"))),
    happens("rumor", Some(Sum::Gained("stars"))),
    happens("critic", None),
];

#[derive(Debug, Clone)]
pub struct CritterKitchen {
    pub variant: Variant,
    pub cards: Cards,
    /// The critic of a first game (CK-22).
    first_critic: Option<u8>,
    /// The row of a restaurateur and the seat that is certain to be dealt it.
    given: Option<(u8, Seat)>,
    players: usize,
}

impl CritterKitchen {
    /// Number of contenders, all with a kitchen: the players, and McDogald's in solo play.
    #[inline]
    pub fn players_at_table(&self) -> usize {
        self.players.max(2)
    }

    #[inline]
    pub fn critic(&self, state: &State) -> &Critic {
        &self.cards.critics.cards[usize::from(state.critic)]
    }

    #[inline]
    pub fn card(&self, kitchen: &Kitchen) -> Option<&Restaurateur> {
        self.cards.restaurateurs.cards.get(usize::from(kitchen.restaurateur))
    }

    #[inline]
    pub fn has(&self, kitchen: &Kitchen, effect: RestaurateurEffect) -> bool {
        self.card(kitchen).is_some_and(|card| card.effect == effect)
    }

    #[inline]
    pub fn perk(&self, kitchen: &Kitchen, effect: RestaurateurEffect) -> Option<u8> {
        self.card(kitchen).filter(|card| card.effect == effect).map(|card| card.amount)
    }

    #[inline]
    pub fn zous_of(&self, kitchen: &Kitchen) -> Option<&ZousChef> {
        self.cards.zous.cards.get(usize::from(kitchen.zous))
    }

    /// Returns the number of items that a chef of a kitchen can carry (CK-12, CK-51).
    #[inline]
    pub fn capacity(&self, kitchen: &Kitchen, chef: usize) -> u8 {
        match chef {
            ZOUS => self.zous_of(kitchen).map_or(0, |zous| zous.capacity),
            _ => self.variant.capacity[chef],
        }
    }
}

impl CritterKitchen {
    pub const INFO: &'static Info = &Info {
        name: "critter-kitchen",
        title: "Critter Kitchen",
        designers: "Alex Cutler and Peter C. Hayward",
        players: (1, PLAYERS),
        default_players: 4,
        points_unit: "stars",
        points_bin: 1,
        round_unit: "round",
        decisions: Decision::LIST,
        ends: &["seventh round"],
        measures: Measures::LIST,
        kinds: KINDS,
        rules_page: include_str!("rules.md"),
        data_file: include_str!("data.toml"),
        ..Info::PLAIN
    };

    pub fn new(settings: &Settings, players: usize) -> Result<CritterKitchen, SettingError> {
        let variant = Variant::new(settings, players)?;
        let cards = Cards::new(settings, players, &variant)?;
        let mouse = cards.critics.names.iter().position(|&name| name == hash_name("mouse"));
        let first_critic = match (variant.first_game, mouse) {
            (false, _) => None,
            (true, Some(mouse)) => Some(mouse as u8),
            (true, None) => {
                return Err(SettingError::new(
                    "a first game is judged by the Mouse, which is not among the critics",
                    "add a row `mouse` to the table `critics`, or set first_game = false",
                ));
            }
        };
        let given = match settings.gift(players)? {
            Some((name, seat)) if variant.restaurateurs => {
                let row = cards.restaurateurs.names.iter().position(|&row| row == hash_name(name));
                row.map(|row| (row as u8, seat))
            }
            Some((name, _)) => {
                let message = format!("`{name}` is not dealt to anybody: the restaurateurs stay in the box");
                return Err(SettingError::new(message, "set restaurateurs = true").about(["given"]));
            }
            None => None,
        };
        Ok(CritterKitchen { variant, cards, first_critic, given, players })
    }
}

impl Game for CritterKitchen {
    parts!(components: cards.components);

    fn automa(&self) -> Option<&'static str> {
        self.is_solo().then_some(mcdogalds::NAME)
    }

    fn choose_again(&self, state: &mut State, other: Seat, choose: &mut impl FnMut(&State) -> Action) {
        self.rechoose(state, other, choose);
    }

    /// The current round; the state's round is one more when the game is over.
    #[inline]
    fn round(&self, state: &State) -> u16 {
        u16::from(state.round).min(cards::ROUNDS as u16 - 1)
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        state.kitchens[seat.index()].total_stars()
    }

    fn numbered(&self, _: &State, _: Seat, action: Action) -> Vec<ComponentId> {
        match action {
            Action::Go { place } => vec![cards::Location::id(place)],
            _ => Vec::new(),
        }
    }

    fn takes(&self, state: &State, _: Seat, action: Action, component: &mut impl FnMut(ComponentId)) {
        match action {
            Action::Go { place } => component(cards::Location::id(place)),
            Action::Keep { card } => component(self.cards.restaurateurs.id(card)),
            Action::Take { item: Item::ZousChef } => component(self.cards.zous.id(state.zous_on_offer)),
            _ => {}
        }
    }

    /// A round has at most a plan, a pick for each unit of capacity and a few choices of abilities; a meal
    /// spends each token once. Regular games stay under a thousand plies.
    fn ply_limit(&self) -> u32 {
        20_000
    }
}
