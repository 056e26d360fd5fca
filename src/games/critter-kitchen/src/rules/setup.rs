//! Set-up, and the start of each round (CK-15..42).

use super::{
    CritterKitchen, Emit, Event,
    cards::{Location, MAX_ROWS, REVEALS, ROUNDS, effects::RestaurateurEffect},
    state::{Automa, BISQUES, Kitchen, Phase, Shopping, Spread, State},
    token::{SLOTS, Token, Tokens},
    variant::{NONE, PLAYERS},
};
use sim_engine::{
    Luck, Purpose, Seat, Stream,
    luck::{self, Shuffled},
};

const CHALLENGES: Purpose = Purpose::new("critter-kitchen.challenges");
const CRITICS: Purpose = Purpose::new("critter-kitchen.critics");
const RUMORS: Purpose = Purpose::new("critter-kitchen.rumors");
const ZOUS_CHEFS: Purpose = Purpose::new("critter-kitchen.zous-chefs");
const RESTAURATEURS: Purpose = Purpose::new("critter-kitchen.restaurateurs");
const RESTOCK: Purpose = Purpose::new("critter-kitchen.restock");

/// Number of draw keys reserved for each location.
const SPACES: u64 = 32;

fn shuffled(luck: &Luck, purpose: Purpose, names: &[u64]) -> Shuffled<MAX_ROWS> {
    let cards = names.iter().enumerate().map(|(row, &name)| luck::Card { row: row as u8, name, copy: 0 });
    luck.shuffled(purpose, cards)
}

impl CritterKitchen {
    pub(super) fn set_up(&self, luck: &Luck, event: Emit<'_>) -> State {
        let (cards, variant) = (&self.cards, &self.variant);
        let challenges = shuffled(luck, CHALLENGES, &cards.challenges.names);
        let zous = shuffled(luck, ZOUS_CHEFS, &cards.zous.names);
        let rumors = self.rumor_order(luck);
        let mut state = State {
            phase: Phase::Restock,
            round: 0,
            bag: variant.bag,
            removed: Tokens::default(),
            spreads: [Spread::default(); super::cards::PLACES],
            kitchens: [Kitchen::default(); PLAYERS],
            automa: Automa::default(),
            track: [NONE; PLAYERS],
            shopping: Shopping::at(0),
            challenges: std::array::from_fn(|at| challenges.rows()[at]),
            critic: match self.first_critic {
                Some(critic) => critic,
                None => shuffled(luck, CRITICS, &cards.critics.names).rows()[0],
            },
            rumors: std::array::from_fn(|at| rumors[at]),
            spare_rumors: [NONE; PLAYERS],
            open_rumors: 0,
            zous: std::array::from_fn(|at| zous.rows()[at]),
            zous_on_offer: NONE,
            plating: 0,
            quality: [0; PLAYERS],
            bisques: BISQUES,
            bag_low: u8::MAX,
            redraws: 0,
        };
        event(Event::CriticNamed { critic: self.cards.critics.id(state.critic) });
        for who in 0..self.players {
            state.kitchens[who].soup = variant.start_soup[Seat(who as u8)];
            state.track[who] = who as u8;
        }
        if self.is_solo() {
            self.set_up_automa(&mut state, event);
        }
        if variant.restaurateurs {
            let mut order = shuffled(luck, RESTAURATEURS, &cards.restaurateurs.names);
            if let Some((row, seat)) = self.given {
                // A card that the seat is dealt anyway stays in its place.
                let own = 2 * seat.index()..2 * seat.index() + 2;
                if !order.rows()[own].contains(&row) {
                    order.bring(row, 2 * seat.index());
                }
            }
            for who in 0..self.players {
                state.spare_rumors[who] = rumors[SLOTS + who];
                state.kitchens[who].dealt = [order.rows()[2 * who], order.rows()[2 * who + 1]];
                for card in state.kitchens[who].dealt {
                    event(Event::RestaurateurDealt {
                        seat: Seat(who as u8),
                        card: self.cards.restaurateurs.id(card),
                    });
                }
            }
            state.phase = Phase::Keep { who: 0 };
        }
        state
    }

    /// Rumors of this game in shuffled order (CK-20, CK-22).
    fn rumor_order(&self, luck: &Luck) -> [u8; MAX_ROWS] {
        let rumors = &self.cards.rumors;
        let order = shuffled(luck, RUMORS, &rumors.names);
        let is_in = |row: u8| !(self.variant.first_game && rumors.cards[usize::from(row)].advanced);
        let mut rows = [0; MAX_ROWS];
        for (slot, &row) in rows.iter_mut().zip(order.rows().iter().filter(|&&row| is_in(row))) {
            *slot = row;
        }
        rows
    }

    /// Reveals all restaurateurs (CK-33).
    pub(super) fn open_restaurateurs(&self, state: &mut State, event: Emit<'_>) {
        for who in 0..self.players {
            let kitchen = &mut state.kitchens[who];
            kitchen.dealt = [NONE; 2];
            event(Event::RestaurateurKept {
                seat: Seat(who as u8),
                card: self.cards.restaurateurs.id(kitchen.restaurateur),
            });
            if let Some(amount) = self.perk(&state.kitchens[who], RestaurateurEffect::StartSoup) {
                self.gain_soup(state, who, amount, event);
            }
        }
        // Only players whose restaurateur grants one get a rumor card of their own (CK-189).
        for (who, row) in std::mem::replace(&mut state.spare_rumors, [NONE; PLAYERS]).into_iter().enumerate()
        {
            if self.has(&state.kitchens[who], RestaurateurEffect::ExtraRumor) {
                state.kitchens[who].own_rumor = row;
                event(Event::RumorDealt { seat: Seat(who as u8), rumor: self.cards.rumors.id(row) });
            }
        }
        state.phase = Phase::Restock;
    }

    /// Lays out challenge, bisque, items and zous-chef, in this order (CK-34..42).
    pub(super) fn restock(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        let round = usize::from(state.round);
        if round < REVEALS {
            let challenge = state.challenges[round];
            event(Event::ChallengeRevealed {
                challenge: self.cards.challenges.id(challenge),
                held: self.is_held(round),
                round: state.round,
            });
        }
        if !state.spreads[0].has_bisque && state.bisques > 0 {
            state.bisques -= 1;
            state.spreads[0].has_bisque = true;
            event(Event::BisqueServed);
        }
        for place in 1..self.cards.locations.len() {
            if place != self.cards.merchant() {
                self.fill(state, place, luck, event);
            }
        }
        let academy = self.cards.academy();
        if round < REVEALS {
            state.zous_on_offer = state.zous[round];
            event(Event::ZousChefOffered { zous: self.cards.zous.id(state.zous_on_offer) });
        } else {
            state.spreads[academy].tokens.add(Token::ALLSPICE, 1);
            event(Event::SeventhRoundAllspice);
        }
        for kitchen in &mut state.kitchens {
            kitchen.zous = kitchen.next_zous;
            kitchen.next_zous = NONE;
        }
        state.phase = Phase::Plan { who: 0, chef: 0 };
    }

    /// Fills the item spaces of a location from the bag (CK-38, CK-39, CK-99).
    pub(super) fn fill(&self, state: &mut State, place: usize, luck: &Luck, event: Emit<'_>) {
        for space in 0..u64::from(self.cards.locations[place].items) {
            let time = (u64::from(state.round) * super::cards::PLACES as u64 + place as u64) * SPACES + space;
            let mut stream = luck.stream(RESTOCK, time);
            let Some(token) = self.draw(state, &mut stream, event) else { break };
            state.spreads[place].tokens.add(token, 1);
            event(Event::ItemPlaced { place: Location::id(place), token });
        }
    }

    /// Draws a random token from the bag; tokens of open rumors leave the game instead (CK-40).
    pub(super) fn draw(&self, state: &mut State, stream: &mut Stream, event: Emit<'_>) -> Option<Token> {
        loop {
            let total = state.bag.total();
            if total == 0 {
                state.bag_low = 0;
                return None;
            }
            let token = state.bag.nth(stream.index(total))?;
            state.bag.remove(token, 1);
            state.bag_low = state.bag_low.min(total as u8 - 1);
            match token.slot() {
                Some(slot) if state.open_rumors >> slot & 1 == 1 => {
                    state.removed.add(token, 1);
                    state.redraws += 1;
                    event(Event::Redrawn { token, returns: false });
                }
                _ => return Some(token),
            }
        }
    }

    /// Whether the challenge revealed in a round bears the Hold token (CK-36).
    #[inline]
    pub fn is_held(&self, round: usize) -> bool {
        self.variant.hold && round % super::variant::DAY == super::variant::DAY - 1
    }

    pub(super) fn next_round(&self, state: &mut State) {
        state.round += 1;
        state.phase = if usize::from(state.round) < ROUNDS { Phase::Restock } else { Phase::Over };
    }
}
