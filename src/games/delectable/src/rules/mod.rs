//! Delectable, a card game by Aidan and Ryan Cotsakis.
//!
//! Two to five players acquire cards from five market piles with a d20, modified by the cards they hold or
//! discard. They commit runs of one resource to their restaurants, and give reviews that set the quality at
//! which cards count. The lowest of the counted resource scores decides.
//!
//! The numbered rules and rulings are in `rules.md`, every number in `data.toml`.
//! Everything in the rulebook is modelled. Points are stored as half points, because one of the designers'
//! earlier rules counts halves.

mod action;
mod apply;
pub mod components;
mod conservation;
mod event;
mod legal;
mod measures;
mod observation;
mod resample;
mod scoring;
mod state;
#[cfg(test)]
pub(crate) mod tests;
pub mod variant;

pub use action::{Action, Decision};
use components::{Card, Deck, Face};
pub use event::Event;
use measures::Measures;
pub use observation::Observation;
use sim_engine::{
    Game, Info, Purpose, Seat, SettingError, Settings, bits,
    component::{ComponentId, Kind, chosen},
    game::parts,
};
use state::Drawn;
pub use state::{HAND, PLAYERS, Phase, Public, Scores, State};
use variant::Variant;

const SHUFFLE: Purpose = Purpose::new("delectable.shuffle");
const DIE: Purpose = Purpose::new("delectable.die");

/// Number of rounds; each is an equal part of the deck.
pub const ROUNDS: u16 = 10;

const KINDS: &[Kind] =
    &[chosen("servers"), chosen("chefs"), chosen("food"), chosen("equipment"), chosen("review")];

#[derive(Debug, Clone)]
pub struct Delectable {
    pub variant: Variant,
    pub deck: Deck,
    pub players: usize,
}

impl Delectable {
    #[inline]
    pub fn face_of_row(&self, row: u8) -> &Face {
        &self.deck.faces[usize::from(row)]
    }

    #[inline]
    fn face_of(&self, table: &Public, card: Drawn) -> &Face {
        self.face_of_row(table.row(card))
    }

    fn card(&self, table: &Public, card: Drawn) -> Card {
        self.deck.card(table.row(card))
    }

    /// The components of the cards at the positions of a mask in a hand.
    fn components_of(&self, table: &Public, holder: Seat, cards: u16) -> impl Iterator<Item = ComponentId> {
        let hand = table.hand(holder).cards();
        bits(cards).filter_map(|at| hand.get(at)).map(|&card| self.card(table, card).component)
    }

    #[inline]
    fn round_of(&self, table: &Public) -> u16 {
        let done = u16::from(table.drawn) * ROUNDS / self.deck.copies.len() as u16;
        done.min(ROUNDS - 1)
    }
}

impl Delectable {
    pub const INFO: &'static Info = &Info {
        name: "delectable",
        title: "Delectable",
        designers: "Aidan and Ryan Cotsakis",
        players: (2, PLAYERS),
        default_players: 2,
        points_unit: "points",
        points_scale: 2,
        points_bin: 2,
        round_unit: "tenth of the deck",
        decisions: Decision::LIST,
        ends: &["deck exhausted"],
        measures: Measures::LIST,
        kinds: KINDS,
        rules_page: include_str!("rules.md"),
        data_file: include_str!("data.toml"),
        ..Info::PLAIN
    };

    pub fn new(settings: &Settings, players: usize) -> Result<Delectable, SettingError> {
        let variant = Variant::new(settings, players)?;
        let deck = Deck::new(settings, &variant)?;
        Ok(Delectable { variant, deck, players })
    }
}

impl Game for Delectable {
    parts!(components: deck.components);

    #[inline]
    fn round(&self, state: &State) -> u16 {
        self.round_of(&state.table)
    }

    fn points(&self, state: &State, seat: Seat) -> i32 {
        state.table.restaurants[seat.index()].points
    }

    fn numbered(&self, state: &State, seat: Seat, action: Action) -> Vec<ComponentId> {
        let cards = match action {
            Action::Review { card, .. } | Action::Discard { card } | Action::Lose { card } => 1 << card,
            Action::Commit { cards } => cards,
            _ => return Vec::new(),
        };
        self.components_of(&state.table, seat, cards).collect()
    }

    /// Naming a card's pile, stealing it from a hand and using it count as taking it. A card that a victim
    /// chooses to give up does not.
    fn takes(&self, state: &State, seat: Seat, action: Action, component: &mut impl FnMut(ComponentId)) {
        let table = &state.table;
        let mut of_hand = |holder, cards| self.components_of(table, holder, cards).for_each(&mut *component);
        match action {
            Action::Review { card, .. } => of_hand(seat, 1 << card),
            Action::Commit { cards } => of_hand(seat, cards),
            Action::Take { from, card } => of_hand(from, 1 << card),
            Action::Name { pile } => {
                table.top(pile).into_iter().for_each(|card| component(self.card(table, card).component));
            }
            Action::Roll
            | Action::Discard { .. }
            | Action::Again
            | Action::Stop
            | Action::Rob { .. }
            | Action::Lose { .. }
            | Action::Draw
            | Action::Waive => {}
        }
    }

    /// A Roll Action takes at most a hand of discards, a name and a rename. Other actions use up hand cards,
    /// at most as many as were drawn.
    fn ply_limit(&self) -> u32 {
        (self.deck.copies.len() * (HAND + 6)) as u32
    }
}
