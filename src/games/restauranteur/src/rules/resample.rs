//! Resamples everything that a seat does not know.

use super::{
    Restauranteur,
    components::{Cuisine, Face},
    hand::{Hand, Pool},
    state::State,
};
use sim_engine::{luck::Stream, seat::Seat};

impl Restauranteur {
    /// Redistributes the cards and counters that a seat does not see among the places where they can be.
    ///
    /// Cards that others kept when the discards were last shuffled cannot be in the deck, and deck cards
    /// cannot be among them. So the two groups are shuffled separately.
    pub(super) fn redraw(&self, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut state = *state;
        let others = || Seat::all(self.players).filter(move |&other| other != seat);
        let (mut kept, mut fresh, mut counters) = (Vec::new(), Vec::new(), Vec::new());
        let sizes: Vec<_> = others()
            .map(|other| {
                let hand = &state.hands[other];
                for face in Face::all() {
                    kept.extend(std::iter::repeat_n(face, hand.kept(face).into()));
                    fresh.extend(std::iter::repeat_n(face, hand.fresh(face).into()));
                }
                let pool = &state.pools[other];
                for cuisine in Cuisine::all() {
                    counters.extend(std::iter::repeat_n(cuisine, pool.count(cuisine).into()));
                }
                (other, hand.kept_len(), hand.len() - hand.kept_len(), pool.len())
            })
            .collect();
        let (deck_left, pile_left) = (state.table.deck_left.into(), state.table.pile_left.into());
        fresh.extend(state.deck[..deck_left].iter().map(|&face| Face(face)));
        counters.extend(state.pile[..pile_left].iter().map(|&cuisine| Cuisine::at(cuisine.into())));
        // Sorting makes the result independent of the current order.
        kept.sort_unstable();
        fresh.sort_unstable();
        counters.sort_unstable();
        stream.shuffle(&mut kept);
        stream.shuffle(&mut fresh);
        stream.shuffle(&mut counters);
        for (other, kept_len, fresh_len, pool_len) in sizes {
            let hand = &mut state.hands[other];
            *hand = Hand::EMPTY;
            kept.drain(kept.len() - kept_len..).for_each(|face| hand.add_kept(face));
            fresh.drain(fresh.len() - fresh_len..).for_each(|face| hand.add(face));
            let pool = &mut state.pools[other];
            *pool = Pool::default();
            counters.drain(counters.len() - pool_len..).for_each(|cuisine| pool.add(cuisine));
        }
        for (slot, face) in state.deck[..deck_left].iter_mut().zip(fresh) {
            *slot = face.0;
        }
        for (slot, cuisine) in state.pile[..pile_left].iter_mut().zip(counters) {
            *slot = cuisine.index() as u8;
        }
        state
    }
}
