//! McDogald's, the automa of solo play, who plays by cards (CK-191..223).
//!
//! It has a kitchen like everybody, as the contender after the only seat. Everything it owns lies
//! open, and all that it will do is drawn when it happens: nothing of it is hidden.

mod meal;
mod placement;
mod wishes;

use super::{
    CritterKitchen, Emit, Event,
    cards::{Critic, effects::CriticEffect},
    state::{Fund, State},
    token::{TYPES, Token},
    variant::DAY,
};

/// The contender that McDogald's is.
pub const AUTOMA: usize = 1;
pub const NAME: &str = "McDogald's";

/// A critic as McDogald's sees every critic (CK-204).
const NO_CRITIC: Critic = Critic {
    effect: CriticEffect::Plain,
    course: None,
    amount: 0,
    at_least: 0,
    limit: 0,
    start: 0,
    rank: [0; TYPES],
};

impl CritterKitchen {
    #[inline]
    pub fn is_solo(&self) -> bool {
        self.players == 1
    }

    #[inline]
    pub fn is_automa(&self, who: usize) -> bool {
        self.is_solo() && who == AUTOMA
    }

    /// The critic as a contender has to please it: McDogald's ignores what critics change.
    #[inline]
    pub fn critic_of(&self, state: &State, who: usize) -> &Critic {
        if self.is_automa(who) { &NO_CRITIC } else { self.critic(state) }
    }

    /// Its stars at the start, its decks, and its hat in front (CK-192, CK-195, CK-196).
    pub(super) fn set_up_automa(&self, state: &mut State, event: Emit<'_>) {
        state.track[..2].copy_from_slice(&[AUTOMA as u8, 0]);
        for (left, deck) in state.automa.left.iter_mut().zip(&self.cards.house.decks) {
            *left = deck.all();
        }
        let start = self.critic(state).start;
        self.gain_stars(state, AUTOMA, Fund::Start, start.into(), event);
    }

    /// The challenge of the day, revealed and without a star above the type, that comes first.
    pub(super) fn challenge_to_star(&self, state: &State, course: usize) -> Option<usize> {
        let round = usize::from(state.round);
        if round >= super::cards::REVEALS {
            return None;
        }
        (0..=round % DAY).find(|&challenge| {
            let (_, open) = self.challenge_of_day(state, challenge);
            (open & !state.automa.starred[challenge]) >> course & 1 == 1
        })
    }

    /// Stars for a token that McDogald's takes (CK-209, CK-212).
    pub(super) fn reward(&self, state: &mut State, token: Token, event: Emit<'_>) {
        if token.is_rumor() {
            let stars = self.cards.house.days[usize::from(state.round) / DAY].rumor_stars;
            self.gain_stars(state, AUTOMA, Fund::RumorTokens, stars.into(), event);
        }
        let Some(course) = token.course() else { return };
        if let Some(challenge) = self.challenge_to_star(state, course) {
            state.automa.starred[challenge] |= 1 << course;
            let (row, _) = self.challenge_of_day(state, challenge);
            event(Event::ChallengeStarred { challenge: self.cards.challenges.id(row), course: course as u8 });
        }
    }

    /// The stars above the challenges of the day, which are gone then (CK-215).
    pub(super) fn collect_stars(&self, state: &mut State, fund: Fund, event: Emit<'_>) {
        let stars: u32 = state.automa.starred.iter().map(|starred| starred.count_ones()).sum();
        state.automa.starred = [0; DAY];
        self.gain_stars(state, AUTOMA, fund, stars as i16, event);
    }
}
