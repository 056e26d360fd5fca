//! The information that a seat may see: the open table and its own kitchen, never what others hide.

use super::{
    CritterKitchen,
    action::Action,
    cards::{Challenge, Critic, Rumor, ZousChef},
    state::{Kitchen, Phase, Spread, State},
    token::Tokens,
    variant::{Memory, NONE},
};
use sim_engine::{game::Game, seat::Seat};

/// The information set of a seat. It borrows the state and exposes only visible information.
#[derive(Debug, Clone, Copy)]
pub struct Observation<'a> {
    pub rules: &'a CritterKitchen,
    state: &'a State,
    pub seat: Seat,
}

impl<'a> Observation<'a> {
    pub(super) fn new(rules: &'a CritterKitchen, state: &'a State, seat: Seat) -> Observation<'a> {
        Observation { rules, state, seat }
    }

    /// Round from 0.
    #[inline]
    pub fn round(&self) -> usize {
        self.state.round.into()
    }

    #[inline]
    pub fn mine(&self) -> &'a Kitchen {
        &self.state.kitchens[self.seat.index()]
    }

    #[inline]
    pub fn stock(&self, seat: Seat) -> Option<&'a Tokens> {
        self.sees_storage(seat).then(|| &self.state.kitchens[seat.index()].stock)
    }

    /// Whether the seat knows what lies behind a shield (CK-A21).
    #[inline]
    fn sees_storage(&self, seat: Seat) -> bool {
        seat == self.seat || self.rules.variant.memory == Memory::All || self.rules.is_automa(seat.index())
    }

    #[inline]
    pub fn soup_value(&self, seat: Seat) -> Option<u16> {
        let is_open = self.sees_storage(seat);
        is_open.then(|| self.rules.soup_value(&self.state.kitchens[seat.index()]))
    }

    #[inline]
    pub fn stars(&self, seat: Seat) -> i32 {
        self.state.kitchens[seat.index()].total_stars()
    }

    /// Returns the mask of a seat's slots that hold a token.
    #[inline]
    pub fn known_rumors(&self, seat: Seat) -> u8 {
        self.state.kitchens[seat.index()].known_rumors()
    }

    /// Place of a seat on the priority track, 0 at the front.
    #[inline]
    pub fn track_place(&self, seat: Seat) -> usize {
        let track = &self.state.track[..self.rules.players_at_table()];
        track.iter().position(|&who| usize::from(who) == seat.index()).unwrap_or(0)
    }

    #[inline]
    pub fn zous(&self, seat: Seat) -> Option<&'a ZousChef> {
        self.rules.zous_of(&self.state.kitchens[seat.index()])
    }

    #[inline]
    pub fn zous_on_offer(&self) -> Option<&'a ZousChef> {
        self.rules.cards.zous.cards.get(usize::from(self.state.zous_on_offer))
    }

    /// Returns a chef's destination; other players' plans are visible once all are revealed.
    #[inline]
    pub fn plan(&self, seat: Seat, chef: usize) -> Option<usize> {
        if seat != self.seat && matches!(self.state.phase, Phase::Plan { .. }) {
            return None;
        }
        let place = self.state.kitchens[seat.index()].plan[chef];
        (place != NONE).then_some(place.into())
    }

    /// Returns a chef's destination in the previous round.
    #[inline]
    pub fn been(&self, seat: Seat, chef: usize) -> Option<usize> {
        let place = self.state.kitchens[seat.index()].been[chef];
        (place != NONE).then_some(place.into())
    }

    #[inline]
    pub fn spread(&self, place: usize) -> &'a Spread {
        &self.state.spreads[place]
    }

    /// Returns the tokens that, as far as the seat knows, may still be drawn: the bag, and under
    /// [`Memory::Shield`] also the storages behind other shields.
    pub fn unseen(&self) -> Tokens {
        unseen(self.rules, self.state, self.seat)
    }

    #[inline]
    pub fn critic(&self) -> &'a Critic {
        self.rules.critic(self.state)
    }

    #[inline]
    pub fn critic_row(&self) -> u8 {
        self.state.critic
    }

    /// Returns the critic that judges a seat; critic effects do not apply to McDogald's.
    #[inline]
    pub fn critic_of(&self, seat: Seat) -> &'a Critic {
        self.rules.critic_of(self.state, seat.index())
    }

    /// Returns a challenge of the current day and the mask of its open requirements, if it is revealed.
    #[inline]
    pub fn challenge(&self, at: usize) -> Option<(&'a Challenge, u8)> {
        let day = self.round() / super::variant::DAY * super::variant::DAY;
        if day + at > self.round() || day + at >= super::cards::REVEALS {
            return None;
        }
        let (row, mask) = self.rules.challenge_of_day(self.state, at);
        Some((&self.rules.cards.challenges.cards[usize::from(row)], mask))
    }

    #[inline]
    pub fn cooking(&self) -> usize {
        match self.state.phase {
            Phase::Meal { challenge, .. } => challenge.into(),
            _ => 0,
        }
    }

    /// The chef that is being sent out.
    #[inline]
    pub fn planning(&self) -> usize {
        match self.state.phase {
            Phase::Plan { chef, .. } => chef.into(),
            _ => 0,
        }
    }

    #[inline]
    pub fn plating(&self) -> usize {
        self.state.plating.into()
    }

    #[inline]
    pub fn fridge_excess(&self) -> usize {
        self.rules.fridge_excess(self.state, self.seat.index())
    }

    /// Returns the mask of slots whose card the seat has seen.
    #[inline]
    pub fn seen_slots(&self) -> u8 {
        self.rules.seen_slots(self.state, self.seat.index())
    }

    #[inline]
    pub fn rumor_row(&self, slot: usize) -> Option<u8> {
        (self.seen_slots() >> slot & 1 == 1).then(|| self.state.rumors[slot])
    }

    /// Returns the rumors that the seat knows will count for it.
    pub fn rumors(&self) -> impl Iterator<Item = &'a Rumor> + Clone {
        let (rules, own) = (self.rules, Some(self.mine().own_rumor).filter(|&row| row != NONE));
        let seen = *self;
        (0..super::token::SLOTS)
            .filter_map(move |slot| seen.rumor_row(slot))
            .chain(own)
            .map(move |row| &rules.cards.rumors.cards[usize::from(row)])
    }

    /// Answers the rest of the current chain, calling `next` for each of its decisions; `next` must return
    /// legal actions. A chain involves only the seat's own choices, so nothing hidden takes part.
    pub fn answer_chain(&self, mut next: impl FnMut(Observation<'_>) -> Action, answer: &mut Vec<Action>) {
        let mut state = *self.state;
        let start = self.rules.node(&state);
        while self.rules.node(&state) == start {
            let action = next(Observation { rules: self.rules, state: &state, seat: self.seat });
            answer.push(action);
            self.rules.make(&mut state, action, &mut |_| {});
        }
    }

    pub fn may_serve(&self, dish: Action) -> bool {
        let mut found = false;
        self.rules.dishes(self.state, self.seat.index(), &mut |action| found |= action == dish);
        found
    }
}

pub(super) fn unseen(rules: &CritterKitchen, state: &State, seat: Seat) -> Tokens {
    let mut unseen = state.bag;
    if rules.variant.memory == Memory::Shield {
        for who in (0..rules.players()).filter(|&who| who != seat.index()) {
            unseen.add_all(&state.kitchens[who].stock);
        }
    }
    unseen
}

/// Two observations are equal when the seat cannot tell them apart.
impl PartialEq for Observation<'_> {
    fn eq(&self, other: &Self) -> bool {
        let masked = |seen: &Observation<'_>| seen.rules.masked(seen.state, seen.seat);
        self.seat == other.seat && masked(self) == masked(other)
    }
}
