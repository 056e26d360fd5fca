//! Invariants for the laws: every card lies in one place, and the deck stays hidden.

use super::{
    Delectable,
    components::MAX_DECK,
    state::{self, PLAYERS, Place, Restaurant, State},
};
use sim_engine::{Lawful, Seat};

impl Lawful for Delectable {
    fn hidden(&self) -> &'static [&'static str] {
        &["order of the deck"]
    }

    fn hidden_fields(&self, state: &State, _: Seat) -> Vec<String> {
        vec![format!("{:?}", &state.deck[usize::from(state.table.drawn)..self.deck.copies.len()])]
    }

    fn check_conservation(&self, state: &State) -> Result<(), String> {
        let table = &state.table;
        let drawn = usize::from(table.drawn);
        let mut rows: Vec<u8> = state.deck[..self.deck.copies.len()].to_vec();
        if rows[..drawn] != table.rows[..drawn] {
            return Err("a drawn card is not the one that lay on the deck".to_owned());
        }
        rows.sort_unstable();
        if !rows.iter().eq(self.deck.copies.iter().map(|card| &card.row)) {
            return Err("the deck holds other cards than the box".to_owned());
        }
        let mut seen = [0u8; MAX_DECK];
        for seat in Seat::all(self.players) {
            for &card in table.hand(seat).cards() {
                seen[usize::from(card)] += u8::from(table.places[usize::from(card)] == Place::Hand(seat));
            }
        }
        for top in table.tops {
            let mut card = top;
            while card != state::NONE {
                seen[usize::from(card)] += u8::from(table.places[usize::from(card)] == Place::Market);
                card = table.below[usize::from(card)];
            }
        }
        let mut restaurants = [Restaurant::new(self); PLAYERS];
        let mut discards = 0;
        for (card, seen) in seen[..drawn].iter_mut().enumerate() {
            match table.places[card] {
                Place::Restaurant(seat) => {
                    self.add(&mut restaurants[seat.index()], self.face_of(table, card as u8));
                    *seen += 1;
                }
                Place::Discards => {
                    discards += 1;
                    *seen += 1;
                }
                Place::Market | Place::Hand(_) => {}
            }
        }
        if let Some(card) = (0..drawn).find(|&card| seen[card] != 1) {
            return Err(format!(
                "{} (number {card}) lies in {} places",
                self.card(table, card as u8),
                seen[card]
            ));
        }
        if restaurants != table.restaurants || discards != table.discards {
            return Err("the counts of a restaurant or of the discards are wrong".to_owned());
        }
        Ok(())
    }
}
