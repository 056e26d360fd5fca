//! The abilities of zous-chefs, and the draws that they earn (CK-105..115).

use crate::rules::{
    CritterKitchen, Emit, Event,
    action::Item,
    cards::{Location, PLACES, effects::ZousEffect},
    locations::known_kinds,
    state::{DrawFor, Fund, Kitchen, Owed, Phase, State},
    token::{INGREDIENT_KINDS, SLOTS, Token, Tokens},
    variant::{CHEFS, NONE, ZOUS},
};
use sim_engine::{Luck, Purpose, Seat, Stream};

const ABILITY: Purpose = Purpose::new("critter-kitchen.ability");

impl CritterKitchen {
    pub(in crate::rules) fn act(&self, state: &mut State, who: usize, event: Emit<'_>) {
        let Some(&zous) = self.zous_of(&state.kitchens[who]) else { return };
        event(Event::AbilityActs {
            seat: Seat(who as u8),
            zous: self.cards.zous.id(state.kitchens[who].zous),
        });
        let count = self.players_at_table();
        let taken = state.shopping.taken[who];
        let amount = i16::from(zous.amount);
        match zous.effect {
            ZousEffect::Plain => {}
            ZousEffect::StarIfLast => {
                if usize::from(state.track[count - 1]) == who {
                    self.gain_stars(state, who, Fund::Abilities, amount, event);
                }
            }
            ZousEffect::SoupHere => {
                for other in 0..count {
                    let extra = if other == who { zous.n } else { 0 };
                    if state.shopping.here[other] != NONE {
                        self.gain_soup(state, other, zous.amount + extra, event);
                    }
                }
            }
            ZousEffect::DrawCapacity | ZousEffect::StarCapacity => {
                let track = state.track;
                for &other in &track[..count] {
                    let other = usize::from(other);
                    let chef = usize::from(state.shopping.here[other]);
                    if chef >= CHEFS || self.capacity(&state.kitchens[other], chef) != zous.n {
                        continue;
                    }
                    if zous.effect == ZousEffect::DrawCapacity {
                        state.shopping.owe(other, zous.amount, DrawFor::Gain);
                    } else {
                        self.gain_stars(state, other, Fund::Abilities, amount, event);
                    }
                }
            }
            ZousEffect::Bisque => {
                if !self.gain_bisque(state, who, event) {
                    self.gain_soup(state, who, zous.amount, event);
                }
            }
            ZousEffect::TruckItem => {
                if !self.gain_bisque(state, who, event) {
                    self.start_fetching(state, who, event);
                }
            }
            // McDogald's gives nothing back (CK-A55), and empty hands have nothing to give.
            ZousEffect::Trade => {
                if !self.is_automa(who) && !state.shopping.haul.is_empty() {
                    state.phase = Phase::Trade { who: who as u8 };
                }
            }
            ZousEffect::Exchange => {
                let here = &mut state.spreads[usize::from(state.shopping.place)].tokens;
                let can_get = here.kinds() & INGREDIENT_KINDS != 0;
                let can_give = state.kitchens[who].stock.kinds() & INGREDIENT_KINDS != 0;
                if !self.is_automa(who) && can_get && can_give {
                    state.shopping.offered = here.split(INGREDIENT_KINDS);
                    state.phase = Phase::Choose { who: who as u8 };
                }
            }
            ZousEffect::KeepOne => state.shopping.owe(who, zous.amount, DrawFor::KeepOne),
            ZousEffect::AddItem => state.shopping.owe(who, zous.amount, DrawFor::Location),
            ZousEffect::SoupPerChef => {
                let others = (0..count)
                    .filter(|&other| other != who && state.shopping.here[other] != NONE)
                    .count() as u8;
                self.gain_soup(state, who, others.min(zous.amount), event);
            }
            ZousEffect::DrawIfShort => {
                if taken < zous.n {
                    state.shopping.owe(who, zous.amount, DrawFor::Gain);
                }
            }
            ZousEffect::Peek => {
                if !self.is_automa(who) && self.seen_slots(state, who) != (1 << SLOTS) - 1 {
                    state.phase = Phase::Peek { who: who as u8 };
                }
            }
            ZousEffect::Front => self.hat_to_front(state, who, event),
            ZousEffect::Forward => self.hat_forward(state, who, zous.amount.into(), event),
            // `queue_of` gives it a queue of its own.
            ZousEffect::First => {}
            ZousEffect::StarIfAlone => {
                let alone = (0..count).all(|other| other == who || state.shopping.here[other] == NONE);
                if alone {
                    self.gain_stars(state, who, Fund::Abilities, amount, event);
                }
            }
            ZousEffect::StarIfBare => {
                if state.shopping.haul.is_empty() {
                    self.gain_stars(state, who, Fund::Abilities, amount, event);
                }
            }
        }
    }

    /// Takes the bisque of the Soup Truck; returns whether it was there. McDogald's returns it to the supply
    /// (CK-211).
    fn gain_bisque(&self, state: &mut State, who: usize, event: Emit<'_>) -> bool {
        if !std::mem::take(&mut state.spreads[0].has_bisque) {
            return false;
        }
        let to = if self.is_automa(who) { &mut state.bisques } else { &mut state.kitchens[who].bisque };
        *to += 1;
        event(Event::BisqueGained { seat: Seat(who as u8) });
        true
    }

    /// Takes an item of the truck other than the bisque; the player chooses if it holds leftovers.
    fn start_fetching(&self, state: &mut State, who: usize, event: Emit<'_>) {
        let leftovers = state.spreads[0].tokens;
        if leftovers.is_empty() {
            self.gain_soup(state, who, 1, event);
        } else if !self.is_automa(who) {
            state.phase = Phase::Fetch { who: who as u8 };
        } else if let Some(token) = self.automa_choice(state, &leftovers) {
            state.spreads[0].tokens.remove(token, 1);
            event(Event::Fetched { seat: Seat(who as u8), token });
            self.give_drawn(state, who, token, event);
        }
    }

    /// Takes an item from the truck, which is no pick (CK-A7).
    pub(in crate::rules) fn fetch(&self, state: &mut State, who: usize, item: Item, event: Emit<'_>) {
        state.phase = Phase::Run;
        if let Item::Token(token) = item {
            state.spreads[0].tokens.remove(token, 1);
            event(Event::Fetched { seat: Seat(who as u8), token });
            self.give(state, who, token, event);
        } else {
            self.gain_soup(state, who, 1, event);
        }
    }

    /// Takes soup from the supply; McDogald's never keeps any (CK-211).
    pub(in crate::rules) fn gain_soup(&self, state: &mut State, who: usize, soup: u8, event: Emit<'_>) {
        if soup > 0 && !self.is_automa(who) {
            state.kitchens[who].soup += soup;
            event(Event::SoupGained { seat: Seat(who as u8), soup });
        }
    }

    /// Makes the first owed draw (CK-109).
    pub(in crate::rules) fn make_draw(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        state.phase = Phase::Run;
        let Owed { who, draws, reason } = state.shopping.owed[0];
        let seat = usize::from(who);
        // Round, place, contender and the contender's earlier draws here identify a draw.
        let place = u64::from(state.round) * PLACES as u64 + u64::from(state.shopping.place);
        let time = (place * 8 + u64::from(who)) * 256 + u64::from(state.shopping.drawn[seat]);
        state.shopping.drawn[seat] += 1;
        let mut stream = luck.stream(ABILITY, time);
        match reason {
            DrawFor::Gain => {
                if draws > 1 {
                    state.shopping.owed[0].draws -= 1;
                } else {
                    state.shopping.settle();
                }
                if let Some(token) = self.draw_unknown(state, seat, &mut stream, event) {
                    event(Event::DrawnFor { seat: Seat(who), token });
                    self.give_drawn(state, seat, token, event);
                }
            }
            DrawFor::KeepOne => {
                state.shopping.settle();
                let mut offered = Tokens::default();
                for _ in 0..draws {
                    if let Some(token) = self.draw_unknown(state, seat, &mut stream, event) {
                        event(Event::DrawnFor { seat: Seat(who), token });
                        offered.add(token, 1);
                    }
                }
                state.shopping.offered = offered;
                match self.automa_choice(state, &offered).filter(|_| self.is_automa(seat)) {
                    Some(token) => self.choose(state, seat, token, event),
                    None if offered.is_empty() => {}
                    None => state.phase = Phase::Choose { who },
                }
            }
            DrawFor::Location => {
                state.shopping.settle();
                for _ in 0..draws {
                    if let Some(token) = self.draw(state, &mut stream, event) {
                        let place = state.shopping.place;
                        state.spreads[usize::from(place)].tokens.add(token, 1);
                        event(Event::ItemPlaced { place: Location::id(place), token });
                    }
                }
            }
        }
    }

    /// Draws a token. Rumors that the contender knows do not count and return to the bag afterwards.
    fn draw_unknown(
        &self,
        state: &mut State,
        who: usize,
        stream: &mut Stream,
        event: Emit<'_>,
    ) -> Option<Token> {
        let known = known_kinds(self.closed_slots(state, who));
        let mut aside = Tokens::default();
        let drawn = loop {
            match self.draw(state, stream, event) {
                Some(token) if known & token.bit() != 0 => {
                    event(Event::Redrawn { token, returns: true });
                    aside.add(token, 1);
                }
                other => break other,
            }
        };
        state.bag.add_all(&aside);
        drawn
    }

    /// Keeps one of the offered tokens and returns the rest to where they were. In an exchange, the player then
    /// lays down a stored ingredient.
    pub(in crate::rules) fn choose(&self, state: &mut State, who: usize, token: Token, event: Emit<'_>) {
        state.phase = Phase::Run;
        let mut rest = std::mem::take(&mut state.shopping.offered);
        rest.remove(token, 1);
        if self.exchanges(&state.kitchens[who]) {
            state.spreads[usize::from(state.shopping.place)].tokens.add_all(&rest);
            state.shopping.haul.add(token, 1);
            state.phase = Phase::Trade { who: who as u8 };
            event(Event::TakenUp { seat: Seat(who as u8), token });
        } else {
            state.bag.add_all(&rest);
            event(Event::Kept { seat: Seat(who as u8), token });
            for (token, count) in rest.iter() {
                for _ in 0..count {
                    event(Event::GivenBack { seat: Seat(who as u8), token });
                }
            }
        }
        self.give_drawn(state, who, token, event);
    }

    fn give_drawn(&self, state: &mut State, who: usize, token: Token, event: Emit<'_>) {
        self.give(state, who, token, event);
        if self.is_automa(who) && self.variant.automa_draws_score {
            self.reward(state, token, event);
        }
    }

    /// Returns the kinds of ingredients that may be given up: those just taken here, or in an exchange any
    /// stored one.
    pub(in crate::rules) fn tradable(&self, state: &State, who: usize) -> u64 {
        let kitchen = &state.kitchens[who];
        let from = if self.exchanges(kitchen) { &kitchen.stock } else { &state.shopping.haul };
        from.kinds() & INGREDIENT_KINDS
    }

    /// Returns an ingredient to the bag and owes the draws that it pays for. In an exchange, lays it down here
    /// for the one that was taken up (CK-115).
    pub(in crate::rules) fn trade(&self, state: &mut State, token: Token, event: Emit<'_>) {
        let Phase::Trade { who } = state.phase else { return };
        state.phase = Phase::Run;
        let seat = usize::from(who);
        debug_assert_eq!(usize::from(state.shopping.here[seat]), ZOUS, "only a zous-chef trades");
        state.kitchens[seat].stock.remove(token, 1);
        if state.shopping.haul.has(token) {
            state.shopping.haul.remove(token, 1);
        }
        if self.exchanges(&state.kitchens[seat]) {
            state.spreads[usize::from(state.shopping.place)].tokens.add(token, 1);
            event(Event::LaidDown { seat: Seat(who), token });
            return;
        }
        state.bag.add(token, 1);
        event(Event::GivenBack { seat: Seat(who), token });
        if let Some(zous) = self.zous_of(&state.kitchens[seat]) {
            state.shopping.owe(seat, zous.amount, DrawFor::Gain);
        }
    }

    pub(in crate::rules) fn exchanges(&self, kitchen: &Kitchen) -> bool {
        self.zous_of(kitchen).is_some_and(|zous| zous.effect == ZousEffect::Exchange)
    }
}
