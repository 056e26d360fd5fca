//! Gaining tokens, learning rumors, and opening rumors that everybody knows (CK-79..86).

use crate::rules::{
    CritterKitchen, Emit, Event,
    state::{Phase, State},
    token::{SLOTS, Token},
};
use sim_engine::Seat;

impl CritterKitchen {
    /// Gives a token to a contender; a rumor goes to its slot.
    pub(in crate::rules) fn give(&self, state: &mut State, who: usize, token: Token, event: Emit<'_>) {
        if !token.is_rumor() {
            state.kitchens[who].stock.add(token, 1);
            return;
        }
        if let Some(slot) = token.slot() {
            return self.learn(state, who, slot, token, event);
        }
        let closed = self.closed_slots(state, who);
        let mut free = (0..SLOTS).filter(|slot| closed >> slot & 1 == 0);
        match (free.next(), free.next()) {
            (Some(only), None) => self.learn(state, who, only, token, event),
            // McDogald's takes the leftmost empty slot (CK-213).
            (Some(first), _) if self.is_automa(who) => self.learn(state, who, first, token, event),
            _ => state.phase = Phase::Wild { who: who as u8 },
        }
    }

    /// Puts a rumor token into its slot and shows its card; opens the card if now everybody knows it (CK-79,
    /// CK-85).
    pub(in crate::rules) fn learn(
        &self,
        state: &mut State,
        who: usize,
        slot: usize,
        token: Token,
        event: Emit<'_>,
    ) {
        let rumor = state.rumors[slot];
        let round = state.round;
        state.kitchens[who].rumors[slot] = token.0;
        event(Event::Learned {
            seat: Seat(who as u8),
            slot: slot as u8,
            rumor: self.cards.rumors.id(rumor),
            round,
            token: true,
        });
        let learners = if self.variant.automa_learns { self.players_at_table() } else { self.players };
        let is_open = state.open_rumors >> slot & 1 == 1;
        if !is_open && (0..learners).all(|other| state.kitchens[other].known_rumors() >> slot & 1 == 1) {
            state.open_rumors |= 1 << slot;
            event(Event::RumorOpened { slot: slot as u8, rumor: self.cards.rumors.id(rumor) });
        }
    }

    /// Puts a wild rumor into the chosen slot (CK-83).
    pub(in crate::rules) fn place_wild(&self, state: &mut State, slot: u8, event: Emit<'_>) {
        let Phase::Wild { who } = state.phase else { return };
        state.phase = Phase::Run;
        self.learn(state, usize::from(who), usize::from(slot), Token::WILD, event);
    }

    /// Shows a card without a token (CK-A63).
    pub(in crate::rules) fn peek(&self, state: &mut State, slot: u8, event: Emit<'_>) {
        let Phase::Peek { who } = state.phase else { return };
        state.phase = Phase::Run;
        state.kitchens[usize::from(who)].peeked |= 1 << slot;
        let rumor = state.rumors[usize::from(slot)];
        event(Event::Learned {
            seat: Seat(who),
            slot,
            rumor: self.cards.rumors.id(rumor),
            round: state.round,
            token: false,
        });
    }

    /// Returns the mask of slots whose tokens a contender cannot take: filled slots and slots with an open card
    /// (CK-82, CK-86).
    #[inline]
    pub fn closed_slots(&self, state: &State, who: usize) -> u8 {
        state.open_rumors | state.kitchens[who].known_rumors()
    }

    /// Returns the mask of slots whose card a contender has seen.
    #[inline]
    pub fn seen_slots(&self, state: &State, who: usize) -> u8 {
        state.open_rumors | state.kitchens[who].known_rumors() | state.kitchens[who].peeked
    }
}
