//! Information hidden from a seat: masking and resampling.

use super::{
    CritterKitchen,
    action::Action,
    cards::{MAX_ROWS, REVEALS, ROUNDS},
    observation::unseen,
    state::{Aside, Phase, Plate, State},
    token::{SLOTS, Tokens},
    variant::{CHEFS, DAY, Memory, NONE, PLAYERS, ZOUS},
};
use sim_engine::{game::Node, luck::Stream, seat::Seat};

/// Amounts that a seat knows without knowing the contents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Amounts {
    /// Ingredients and spices of each other contender.
    stored: [usize; PLAYERS],
    /// Soup of all others together, which follows from what is not in the supply.
    soup: u16,
}

struct Rows {
    rows: [u8; MAX_ROWS],
    len: usize,
}

impl Rows {
    fn all_except(count: usize, known: impl Fn(u8) -> bool) -> Rows {
        let mut rows = Rows { rows: [0; MAX_ROWS], len: 0 };
        for row in (0..count as u8).filter(|&row| !known(row)) {
            rows.rows[rows.len] = row;
            rows.len += 1;
        }
        rows
    }

    fn shuffle(&mut self, stream: &mut Stream) {
        stream.shuffle(&mut self.rows[..self.len]);
    }

    /// Takes the next row. Rows never run out, because the cards that they replace came from the same deck.
    fn take(&mut self) -> u8 {
        self.len = self.len.saturating_sub(1);
        self.rows[self.len]
    }
}

impl CritterKitchen {
    pub(super) fn revealed(state: &State) -> usize {
        let round = usize::from(state.round);
        let is_revealed = !matches!(state.phase, Phase::Restock | Phase::Keep { .. });
        (if is_revealed { round + 1 } else { round }).min(REVEALS)
    }

    /// Returns the contender whose secret choice is in progress; earlier contenders have made theirs.
    pub(super) fn secret_turn(state: &State) -> Option<usize> {
        match state.phase {
            Phase::Keep { who }
            | Phase::Plan { who, .. }
            | Phase::Meal { who, .. }
            | Phase::Fridge { who }
            | Phase::Plate { who } => Some(who.into()),
            _ => None,
        }
    }

    /// Returns the state with all information blanked that a seat does not know, and the amounts that it knows
    /// without the contents.
    pub(super) fn masked(&self, state: &State, seat: Seat) -> (State, Amounts) {
        let mut masked = *state;
        let mut amounts = Amounts::default();
        let me = seat.index();
        let is_over = state.phase == Phase::Over;
        let seen = self.seen_slots(state, me);
        let is_keeping = matches!(state.phase, Phase::Keep { .. });
        for slot in (0..SLOTS).filter(|slot| seen >> slot & 1 == 0) {
            masked.rumors[slot] = NONE;
        }
        let revealed = Self::revealed(state);
        masked.challenges[revealed..].fill(NONE);
        masked.zous[revealed..].fill(NONE);
        if self.variant.memory == Memory::Shield && !is_over {
            masked.bag = unseen(self, state, seat);
            masked.bag_low = 0;
        }
        masked.spare_rumors = [NONE; PLAYERS];
        // McDogald's hides nothing.
        let seats = masked.kitchens[..self.players].iter_mut().enumerate();
        for (who, kitchen) in seats.filter(|(who, _)| *who != me) {
            if is_over {
                continue;
            }
            kitchen.own_rumor = NONE;
            kitchen.dealt = [NONE; 2];
            kitchen.aside = Aside::default();
            kitchen.plate = Plate::default();
            if matches!(state.phase, Phase::Meal { .. }) {
                kitchen.meals = Default::default();
            }
            if is_keeping {
                kitchen.restaurateur = NONE;
            }
            if matches!(state.phase, Phase::Plan { .. }) {
                kitchen.plan = [NONE; CHEFS];
            }
            if self.variant.memory == Memory::Shield {
                amounts.stored[who] = kitchen.stock.total();
                amounts.soup += u16::from(kitchen.soup);
                kitchen.stock = Tokens::default();
                // The others' bisques together follow from the supply, the truck and the seat's own.
                (kitchen.soup, kitchen.bisque) = (0, 0);
            }
        }
        match state.phase {
            Phase::Plan { who, .. } if usize::from(who) != me => masked.phase = Phase::Plan { who, chef: 0 },
            Phase::Meal { who, .. } if usize::from(who) != me => {
                masked.phase = Phase::Meal { who, challenge: 0 };
            }
            Phase::Plate { who } if usize::from(who) != me => masked.plating = 0,
            _ => {}
        }
        (masked, amounts)
    }

    /// Resamples everything that a seat does not know.
    ///
    /// Cards, tokens behind shields and plans are uniform over their possible values. Meals, returns and plates
    /// that others have put aside are uniform at each micro-action (for returns, token by token), not over
    /// whole results. Their true distribution depends on how the others play, which the rules do not know.
    /// Uniform whole meals would be a guess as well, and would require counting every way to complete a chain:
    /// 100,000 and more for a full storage. The sample meets what the law tests require: it reads nothing that
    /// the seat does not know, and every legal result is possible. A search lets a strategy repeat the secret
    /// choices.
    pub(super) fn redraw(&self, state: &State, seat: Seat, stream: &mut Stream) -> State {
        let mut state = *state;
        if usize::from(state.round) >= ROUNDS || state.phase == Phase::Over {
            return state;
        }
        self.imagine_cards(&mut state, seat, stream);
        if self.variant.memory == Memory::Shield {
            self.imagine_storages(&mut state, seat, stream);
        }
        let Some(turn) = Self::secret_turn(&state) else { return state };
        if turn != seat.index() {
            self.start_over(&mut state, turn);
        }
        for who in (0..turn).filter(|&who| who != seat.index()) {
            match state.phase {
                Phase::Plan { .. } => self.imagine_plan(&mut state, who, stream),
                Phase::Meal { .. } => self.random_meals(&mut state, who, stream),
                Phase::Fridge { .. } => self.imagine_returns(&mut state, who, stream),
                Phase::Plate { .. } => self.random_plate(&mut state, who, stream),
                _ => {}
            }
        }
        state
    }

    fn imagine_cards(&self, state: &mut State, seat: Seat, stream: &mut Stream) {
        let me = seat.index();
        let revealed = Self::revealed(state);
        let open = state.challenges;
        let mut rows =
            Rows::all_except(self.cards.challenges.cards.len(), |row| open[..revealed].contains(&row));
        rows.shuffle(stream);
        state.challenges[revealed..].fill_with(|| rows.take());
        let open = state.zous;
        let mut rows = Rows::all_except(self.cards.zous.cards.len(), |row| open[..revealed].contains(&row));
        rows.shuffle(stream);
        state.zous[revealed..].fill_with(|| rows.take());

        let is_keeping = matches!(state.phase, Phase::Keep { .. });
        let seen = self.seen_slots(state, me);
        let (in_play, own) = (state.rumors, state.kitchens[me].own_rumor);
        let rumors = &self.cards.rumors.cards;
        let mut rows = Rows::all_except(rumors.len(), |row| {
            let is_seen = (0..SLOTS).any(|slot| seen >> slot & 1 == 1 && in_play[slot] == row);
            is_seen || row == own || self.variant.first_game && rumors[usize::from(row)].advanced
        });
        rows.shuffle(stream);
        for slot in (0..SLOTS).filter(|slot| seen >> slot & 1 == 0) {
            state.rumors[slot] = rows.take();
        }
        for (who, kitchen) in state.kitchens[..self.players].iter_mut().enumerate() {
            if who != me && kitchen.own_rumor != NONE {
                kitchen.own_rumor = rows.take();
            }
        }
        for spare in state.spare_rumors.iter_mut().filter(|row| **row != NONE) {
            *spare = rows.take();
        }
        if is_keeping {
            let mine = state.kitchens[me].dealt;
            let mut rows = Rows::all_except(self.cards.restaurateurs.cards.len(), |row| mine.contains(&row));
            rows.shuffle(stream);
            for kitchen in state.kitchens[..self.players].iter_mut().enumerate().filter(|(who, _)| *who != me)
            {
                let kitchen = kitchen.1;
                kitchen.dealt = [rows.take(), rows.take()];
                if kitchen.restaurateur != NONE {
                    kitchen.restaurateur = kitchen.dealt[stream.index(2)];
                }
            }
        }
    }

    /// Deals the unseen tokens to the bag and the other storages, which keep their sizes, and deals out the
    /// others' soup among them.
    fn imagine_storages(&self, state: &mut State, seat: Seat, stream: &mut Stream) {
        let mut pool = unseen(self, state, seat);
        // Tokens that a zous-chef has just taken stay in its owner's storage.
        let others = || (0..self.players).filter(|&who| who != seat.index());
        let haul_owner = others().find(|&who| usize::from(state.shopping.here[who]) == ZOUS);
        let haul = haul_owner.map_or(Tokens::default(), |_| state.shopping.haul);
        pool.remove_all(&haul);
        let (mut soup, mut bisque) = (0, 0);
        for who in others() {
            soup += u16::from(std::mem::take(&mut state.kitchens[who].soup));
            bisque += u16::from(std::mem::take(&mut state.kitchens[who].bisque));
            let held = state.kitchens[who].stock.total();
            let mut stock = if haul_owner == Some(who) { haul } else { Tokens::default() };
            // Rumors go to slots, never into a storage.
            let rumors = pool.split(super::token::RUMOR_KINDS);
            for _ in stock.total()..held {
                if let Some(token) = pool.nth(stream.index(pool.total())) {
                    pool.remove(token, 1);
                    stock.add(token, 1);
                }
            }
            pool.add_all(&rumors);
            state.kitchens[who].stock = stock;
            // Tokens put aside came out of the old storage, so they are resampled as well.
            state.kitchens[who].aside = Aside::default();
        }
        state.bag = pool;
        for _ in 0..soup {
            let kitchen = &mut state.kitchens[self.somebody_else(seat, stream)];
            kitchen.soup = kitchen.soup.saturating_add(1);
        }
        for _ in 0..bisque {
            state.kitchens[self.somebody_else(seat, stream)].bisque += 1;
        }
    }

    fn somebody_else(&self, seat: Seat, stream: &mut Stream) -> usize {
        (seat.index() + 1 + stream.index(self.players - 1)) % self.players
    }

    /// Restarts a seat's unfinished secret choice, of which nobody else has seen any part.
    fn start_over(&self, state: &mut State, who: usize) {
        let kitchen = &mut state.kitchens[who];
        let seat = who as u8;
        match state.phase {
            Phase::Plan { .. } => {
                kitchen.plan = [NONE; CHEFS];
                state.phase = Phase::Plan { who: seat, chef: 0 };
            }
            Phase::Meal { .. } => {
                kitchen.aside = Aside::default();
                kitchen.meals = Default::default();
                let first = (0..DAY).find(|&challenge| self.can_present(state, who, challenge));
                state.phase = Phase::Meal { who: seat, challenge: first.unwrap_or(0) as u8 };
            }
            Phase::Fridge { .. } => kitchen.aside = Aside::default(),
            Phase::Plate { .. } => {
                kitchen.aside = Aside::default();
                kitchen.plate = Plate::default();
                state.plating = 0;
            }
            _ => {}
        }
    }

    pub(super) fn rechoose(&self, state: &mut State, other: Seat, choose: &mut impl FnMut(&State) -> Action) {
        let (who, seat) = (other.index(), other.0);
        let (Some(turn), Node::Decision { decision, .. }) = (Self::secret_turn(state), self.node_of(state))
        else {
            return;
        };
        if who >= turn {
            return;
        }
        let mut asked = *state;
        self.start_over(&mut asked, who);
        match state.phase {
            Phase::Keep { .. } => asked.phase = Phase::Keep { who: seat },
            Phase::Fridge { .. } => {
                asked.phase = Phase::Fridge { who: seat };
                self.pass_fridges(&mut asked, &mut |_| {});
            }
            Phase::Plate { .. } => {
                asked.phase = Phase::Plate { who: seat };
                self.pass_courses(&mut asked, &mut |_| {});
            }
            Phase::Meal { .. } if !(0..DAY).any(|at| self.can_present(&asked, who, at)) => return,
            _ => {}
        }
        // The seat in turn comes after `other`, so completing `other`'s choice reveals nothing.
        while self.node_of(&asked) == (Node::Decision { seat: other, decision }) {
            let action = choose(&asked);
            self.make(&mut asked, action, &mut |_| {});
        }
        state.kitchens[who] = asked.kitchens[who];
    }

    fn imagine_plan(&self, state: &mut State, who: usize, stream: &mut Stream) {
        let mut places: [u8; super::cards::PLACES] = std::array::from_fn(|place| place as u8);
        stream.shuffle(&mut places[..self.cards.locations.len()]);
        let sent = state.kitchens[who].plan.iter_mut().filter(|place| **place != NONE);
        for (place, to) in sent.zip(places) {
            *place = to;
        }
    }

    fn imagine_returns(&self, state: &mut State, who: usize, stream: &mut Stream) {
        state.kitchens[who].aside = Aside::default();
        for _ in 0..self.fridge_excess(state, who) {
            let left = state.kitchens[who].unspent();
            if let Some(token) = left.nth(stream.index(left.total())) {
                state.kitchens[who].aside.tokens.add(token, 1);
            }
        }
    }
}
