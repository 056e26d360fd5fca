//! McDogald's, the automa of solo play, which plays by cards (CK-191..223).
//!
//! It has a kitchen like a player, after the only seat's. Nothing of it is hidden: its tokens lie open, and its
//! cards are drawn when they take effect.

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

/// McDogald's index as a contender.
pub const AUTOMA: usize = 1;
pub const NAME: &str = "McDogald's";

/// The critic without effect that judges McDogald's (CK-204).
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

    /// Returns the critic that judges a contender; critic effects do not apply to McDogald's.
    #[inline]
    pub fn critic_of(&self, state: &State, who: usize) -> &Critic {
        if self.is_automa(who) { &NO_CRITIC } else { self.critic(state) }
    }

    /// Sets McDogald's initial stars and decks, and puts its hat in front (CK-192, CK-195, CK-196).
    pub(super) fn set_up_automa(&self, state: &mut State, event: Emit<'_>) {
        state.track[..2].copy_from_slice(&[AUTOMA as u8, 0]);
        for (left, deck) in state.automa.left.iter_mut().zip(&self.cards.house.decks) {
            *left = deck.all();
        }
        let start = self.critic(state).start;
        self.gain_stars(state, AUTOMA, Fund::Start, start.into(), event);
    }

    /// Returns the first revealed challenge of the day that requires the type and has no star above it yet.
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

    /// Rewards McDogald's for a token that it takes (CK-209, CK-212).
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

    /// Pays and removes the stars above the challenges of the day (CK-215).
    pub(super) fn collect_stars(&self, state: &mut State, fund: Fund, event: Emit<'_>) {
        let stars: u32 = state.automa.starred.iter().map(|starred| starred.count_ones()).sum();
        state.automa.starred = [0; DAY];
        self.gain_stars(state, AUTOMA, fund, stars as i16, event);
    }
}
