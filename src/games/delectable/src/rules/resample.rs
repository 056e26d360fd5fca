//! Resamples everything that a seat does not know.

use super::{
    Delectable,
    components::KINDS,
    state::{Place, State},
    variant::Memory,
};
use sim_engine::{Seat, Stream};

impl Delectable {
    pub(super) fn redraw(&self, state: &State, _: Seat, stream: &mut Stream) -> State {
        let mut state = *state;
        let size = self.deck.copies.len();
        let drawn = usize::from(state.table.drawn);
        if self.variant.memory == Memory::All {
            let unseen = &mut state.deck[drawn..size];
            // Sorting makes the result independent of the current order.
            unseen.sort_unstable();
            stream.shuffle(unseen);
            return state;
        }
        // `Memory::Tops` also forgets the faces of covered cards. Those in the market keep the known kind of
        // their pile, so they draw first, each from the cards of its kind.
        let covered = (0..state.table.drawn).filter(|&card| state.table.is_covered(card)).collect::<Vec<_>>();
        let mut pool: Vec<u8> = covered.iter().map(|&card| state.table.row(card)).collect();
        pool.extend(&state.deck[drawn..size]);
        pool.sort_unstable();
        stream.shuffle(&mut pool);
        let is_market = |card: &u8| state.table.places[usize::from(*card)] == Place::Market;
        let (market, discards): (Vec<u8>, Vec<u8>) = covered.iter().partition(|card| is_market(card));
        for card in market {
            let kind = self.face_of(&state.table, card).kind;
            let found = pool.iter().position(|&row| self.face_of_row(row).kind == kind);
            if let Some(at) = found {
                state.table.rows[usize::from(card)] = pool.remove(at);
            }
        }
        // Drawing by kind took cards from the front, so the remaining order is biased.
        stream.shuffle(&mut pool);
        for card in discards {
            state.table.rows[usize::from(card)] = pool.remove(0);
        }
        state.deck[drawn..size].copy_from_slice(&pool);
        for card in 0..drawn {
            state.deck[card] = state.table.rows[card];
        }
        state.table.unseen = [0; KINDS];
        for &row in &state.deck[drawn..size] {
            state.table.unseen[self.face_of_row(row).kind.index()] += 1;
        }
        state
    }
}
