//! Resolving the locations one by one: queues, picks, hats and clean-up (CK-49..104).

mod abilities;
mod rumors;

use super::{
    CritterKitchen, Emit, Event,
    action::Item,
    cards::{
        Board, Location,
        effects::{RestaurateurEffect, Time, ZousEffect},
    },
    state::{DrawFor, Fund, Kitchen, Phase, Shopping, Stage, State},
    token::{INGREDIENT_KINDS, RUMOR_KINDS, SPICE_KINDS, Token},
    variant::{CHEFS, HatTime, NONE, ZOUS},
};
use sim_engine::Seat;

impl CritterKitchen {
    /// Sends the next chef out. After the last player's last chef, all plans are revealed.
    pub(super) fn send(&self, state: &mut State, place: u8, event: Emit<'_>) {
        let Phase::Plan { who, chef } = state.phase else { return };
        let kitchen = &mut state.kitchens[usize::from(who)];
        kitchen.plan[usize::from(chef)] = place;
        let last = if kitchen.zous == NONE { ZOUS - 1 } else { ZOUS };
        state.phase = if usize::from(chef) < last {
            Phase::Plan { who, chef: chef + 1 }
        } else if usize::from(who) + 1 < self.players {
            Phase::Plan { who: who + 1, chef: 0 }
        } else {
            return self.reveal_plans(state, event);
        };
    }

    /// Reveals all plans (CK-49).
    fn reveal_plans(&self, state: &mut State, event: Emit<'_>) {
        for who in 0..self.players {
            for chef in 0..CHEFS {
                let place = state.kitchens[who].plan[chef];
                if place != NONE {
                    event(Event::Sent {
                        seat: Seat(who as u8),
                        chef: chef as u8,
                        place: Location::id(place),
                        round: state.round,
                    });
                }
            }
        }
        if self.is_solo() {
            state.phase = Phase::Automa;
            return;
        }
        self.offer_swaps(state, 0);
    }

    /// Asks the next player from `first` on who may swap chefs; shopping starts when there is none.
    pub(super) fn offer_swaps(&self, state: &mut State, first: usize) {
        let next =
            (first..self.players).find(|&who| self.has(&state.kitchens[who], RestaurateurEffect::Swap));
        state.phase = match next {
            Some(who) => Phase::Swap { who: who as u8 },
            None => {
                state.shopping = Shopping::at(0);
                Phase::Run
            }
        };
    }

    pub(super) fn swap(&self, state: &mut State, chefs: [u8; 2], event: Emit<'_>) {
        let Phase::Swap { who } = state.phase else { return };
        let [first, second] = chefs;
        let plan = &mut state.kitchens[usize::from(who)].plan;
        plan.swap(first.into(), second.into());
        let places = chefs.map(|chef| Location::id(plan[usize::from(chef)]));
        event(Event::Swapped { seat: Seat(who), first, second, places });
        self.offer_swaps(state, usize::from(who) + 1);
    }

    /// Continues until a player must choose or chance must decide.
    pub(super) fn run(&self, state: &mut State, event: Emit<'_>) {
        while state.phase == Phase::Run {
            if state.shopping.owed_len > 0 {
                state.phase = Phase::Draw;
                return;
            }
            if state.shopping.home != NONE {
                let who = usize::from(state.shopping.home);
                state.shopping.home = NONE;
                self.go_home(state, who, false, event);
                continue;
            }
            match state.shopping.stage {
                Stage::Open => self.open(state),
                Stage::Start => self.start(state, event),
                Stage::LineUp => self.line_up(state, event),
                Stage::Turns => self.turn(state, event),
                Stage::CleanUp => self.clean_up(state, event),
            }
        }
    }

    /// Records the chefs at this location; the Midnight Merchant is filled only now (CK-99).
    fn open(&self, state: &mut State) {
        let place = usize::from(state.shopping.place);
        for who in 0..self.players_at_table() {
            state.shopping.here[who] = state.kitchens[who].chef_at(place).map_or(NONE, |chef| chef as u8);
        }
        state.shopping.stage = Stage::Start;
        if place == self.cards.merchant() {
            state.phase = Phase::Merchant;
        }
    }

    /// Runs the abilities at the start of a location, by capacity and then by the track (CK-110).
    fn start(&self, state: &mut State, event: Emit<'_>) {
        state.shopping.stage = Stage::LineUp;
        if !state.shopping.here.contains(&(ZOUS as u8)) {
            return;
        }
        let track = state.track;
        for capacity in 1..=3 {
            for &who in &track[..self.players_at_table()] {
                let who = usize::from(who);
                let works_here = usize::from(state.shopping.here[who]) == ZOUS;
                if works_here
                    && self.capacity(&state.kitchens[who], ZOUS) == capacity
                    && self.zous_of(&state.kitchens[who]).is_some_and(|zous| zous.time == Time::Start)
                {
                    self.act(state, who, event);
                }
            }
        }
    }

    /// Returns the queue of a chef: its capacity, or 0 if it picks before all queues (CK-50, CK-51, CK-115).
    #[inline]
    pub fn queue_of(&self, kitchen: &Kitchen, chef: usize) -> u8 {
        let is_first =
            chef == ZOUS && self.zous_of(kitchen).is_some_and(|zous| zous.effect == ZousEffect::First);
        if is_first { 0 } else { self.capacity(kitchen, chef) }
    }

    /// Lines up the next queue in the current order of the track (CK-53, CK-56).
    fn line_up(&self, state: &mut State, event: Emit<'_>) {
        state.shopping.capacity = state.shopping.capacity.wrapping_add(1);
        let capacity = state.shopping.capacity;
        if capacity > 3 {
            state.shopping.stage = Stage::CleanUp;
            return;
        }
        let mut len = 0;
        for &who in &state.track[..self.players_at_table()] {
            let chef = usize::from(state.shopping.here[usize::from(who)]);
            if chef < CHEFS && self.queue_of(&state.kitchens[usize::from(who)], chef) == capacity {
                state.shopping.queue[len] = who;
                len += 1;
            }
        }
        state.shopping.len = len as u8;
        state.shopping.turn = 0;
        if len > 0 {
            state.shopping.stage = Stage::Turns;
        }
        if len > 1 {
            event(Event::Tied {
                place: Location::id(state.shopping.place),
                chefs: len as u8,
                round: state.round,
            });
            for &seat in state.shopping.active() {
                event(Event::StoodInTie { seat: Seat(seat), round: state.round });
            }
        }
    }

    /// The chef whose turn it is picks, or goes home (CK-54, CK-55, CK-66, CK-67).
    fn turn(&self, state: &mut State, event: Emit<'_>) {
        if state.shopping.len == 0 {
            state.shopping.stage = Stage::LineUp;
            return;
        }
        let who = state.shopping.queue[usize::from(state.shopping.turn)];
        if !self.can_take(state, usize::from(who)) {
            return self.go_home(state, usize::from(who), false, event);
        }
        let is_zous = usize::from(state.shopping.here[usize::from(who)]) == ZOUS;
        if is_zous && state.shopping.began >> who & 1 == 0 {
            state.shopping.began |= 1 << who;
            if self.zous_of(&state.kitchens[usize::from(who)]).is_some_and(|zous| zous.time == Time::Before) {
                return self.act(state, usize::from(who), event);
            }
        }
        let is_offered = state.zous_on_offer != NONE
            && usize::from(state.shopping.place) == self.cards.academy()
            && state.shopping.taken[usize::from(who)] == 0;
        if is_offered {
            event(Event::CouldTakeZousChef {
                seat: Seat(who),
                zous: self.cards.zous.id(state.zous_on_offer),
            });
        }
        if self.is_automa(who.into())
            && let Some(item) = self.automa_item(state)
        {
            return self.take(state, who, item, event);
        }
        state.phase = Phase::Pick { who };
    }

    /// Kinds of token that a contender may take here (CK-82, CK-84, CK-86).
    pub(super) fn takeable(&self, state: &State, who: usize) -> u64 {
        let tokens = state.spreads[usize::from(state.shopping.place)].tokens.kinds();
        tokens & !known_kinds(self.closed_slots(state, who))
    }

    fn can_take(&self, state: &State, who: usize) -> bool {
        if self.is_automa(who) {
            return self.automa_item(state).is_some();
        }
        let place = usize::from(state.shopping.place);
        self.cards.locations[place].board == Board::SoupTruck
            || (place == self.cards.academy() && state.zous_on_offer != NONE)
            || self.takeable(state, who) != 0
    }

    /// Takes an item (CK-57, CK-62..65).
    pub(super) fn take(&self, state: &mut State, who: u8, item: Item, event: Emit<'_>) {
        state.phase = Phase::Run;
        let seat = usize::from(who);
        let place = usize::from(state.shopping.place);
        let chef = state.shopping.here[seat];
        event(Event::Picked { seat: Seat(who), chef, place: Location::id(place), item, round: state.round });
        if !state.shopping.opened && state.shopping.len >= 2 && self.variant.hat_moves {
            match self.variant.hat_time {
                HatTime::Now => self.hat_to_back(state, seat, event),
                HatTime::Location => state.shopping.late_hat = who,
            }
        }
        state.shopping.opened = true;
        let capacity = self.capacity(&state.kitchens[seat], usize::from(chef));
        state.shopping.taken[seat] += 1;
        if state.shopping.taken[seat] >= capacity {
            state.shopping.home = who;
        } else {
            state.shopping.turn = (state.shopping.turn + 1) % state.shopping.len;
        }
        match item {
            // McDogald's returns soup and bisque to the supply (CK-211).
            Item::Soup => state.kitchens[seat].soup += u8::from(!self.is_automa(seat)),
            Item::Bisque => {
                state.spreads[place].has_bisque = false;
                let to =
                    if self.is_automa(seat) { &mut state.bisques } else { &mut state.kitchens[seat].bisque };
                *to += 1;
            }
            Item::ZousChef => {
                state.kitchens[seat].next_zous = state.zous_on_offer;
                event(Event::ZousChefTaken {
                    seat: Seat(who),
                    zous: self.cards.zous.id(state.zous_on_offer),
                    round: state.round,
                });
                state.zous_on_offer = NONE;
            }
            Item::Token(token) => {
                state.spreads[place].tokens.remove(token, 1);
                if usize::from(chef) == ZOUS && token.is_ingredient() {
                    state.shopping.haul.add(token, 1);
                }
                self.give(state, seat, token, event);
                if self.is_automa(seat) {
                    self.reward(state, token, event);
                }
            }
        }
    }

    pub(super) fn leave(&self, state: &mut State, event: Emit<'_>) {
        let Phase::Pick { who } = state.phase else { return };
        state.phase = Phase::Run;
        self.go_home(state, usize::from(who), true, event);
    }

    /// Sends a chef home, with a soup if its hands are empty (CK-69..74).
    fn go_home(&self, state: &mut State, who: usize, early: bool, event: Emit<'_>) {
        let shopping = &mut state.shopping;
        let len = usize::from(shopping.len);
        if let Some(at) = shopping.queue[..len].iter().position(|&other| usize::from(other) == who) {
            shopping.queue.copy_within(at + 1..len, at);
            shopping.len -= 1;
            if usize::from(shopping.turn) > at {
                shopping.turn -= 1;
            }
            if shopping.turn >= shopping.len {
                shopping.turn = 0;
            }
        }
        let chef = shopping.here[who];
        let is_empty = shopping.taken[who] == 0;
        if is_empty {
            let place = shopping.place;
            event(Event::CameHomeEmpty {
                seat: Seat(who as u8),
                chef,
                place: Location::id(place),
                early,
                round: state.round,
            });
            if self.variant.empty_soup {
                self.gain_soup(state, who, 1, event);
            }
            if let Some(amount) = self.perk(&state.kitchens[who], RestaurateurEffect::EmptyDraw) {
                state.shopping.owe(who, amount, DrawFor::Gain);
            }
        }
        let acts = usize::from(chef) == ZOUS
            && self.zous_of(&state.kitchens[who]).is_some_and(|zous| zous.time == Time::After)
            && !(is_empty && self.variant.after_pick_requires_item);
        if acts {
            self.act(state, who, event);
        }
    }

    /// Moves the hat of a tie's winner (CK-57, CK-187).
    fn hat_to_back(&self, state: &mut State, who: usize, event: Emit<'_>) {
        let count = self.players_at_table();
        if let Some(at) = state.track[..count].iter().position(|&other| usize::from(other) == who) {
            state.track[at..count].rotate_left(1);
        }
        event(Event::HatToBack { seat: Seat(who as u8), round: state.round });
        if let Some(amount) = self.perk(&state.kitchens[who], RestaurateurEffect::HatStar) {
            self.gain_stars(state, who, Fund::Abilities, i16::from(amount), event);
        }
    }

    pub(super) fn hat_to_front(&self, state: &mut State, who: usize, event: Emit<'_>) {
        if let Some(at) = state.track.iter().position(|&other| usize::from(other) == who) {
            state.track[..=at].rotate_right(1);
        }
        event(Event::HatToFront { seat: Seat(who as u8) });
    }

    pub(super) fn hat_forward(&self, state: &mut State, who: usize, places: usize, event: Emit<'_>) {
        let at = state.track.iter().position(|&other| usize::from(other) == who).unwrap_or(0);
        let to = at.saturating_sub(places);
        if to < at {
            state.track[to..=at].rotate_right(1);
            event(Event::HatForward { seat: Seat(who as u8), places: (at - to) as u8 });
        }
    }

    /// Leftovers move on, rumors leave the game (CK-89..94).
    fn clean_up(&self, state: &mut State, event: Emit<'_>) {
        let place = usize::from(state.shopping.place);
        if state.shopping.late_hat != NONE {
            self.hat_to_back(state, usize::from(state.shopping.late_hat), event);
        }
        let rumors = state.spreads[place].tokens.split(RUMOR_KINDS);
        let left = state.spreads[place].tokens.split(INGREDIENT_KINDS | SPICE_KINDS);
        state.removed.add_all(&rumors);
        event(Event::CleanedUp {
            place: Location::id(place),
            left: left.total() as u8,
            rumors: rumors.total() as u8,
            round: state.round,
        });
        let academy = self.cards.academy();
        let to = if place == academy { 0 } else { academy };
        state.spreads[to].tokens.add_all(&left);
        if place == academy {
            state.zous_on_offer = NONE;
            state.shopping = Shopping::at(0);
            self.end_round(state, event);
        } else {
            state.shopping = Shopping::at(place + 1);
        }
    }

    /// Takes back plans and worked zous-chefs, then starts the meals of the day (CK-116..118).
    fn end_round(&self, state: &mut State, event: Emit<'_>) {
        for kitchen in &mut state.kitchens {
            kitchen.zous = NONE;
            kitchen.been = std::mem::replace(&mut kitchen.plan, [NONE; CHEFS]);
        }
        state.automa.open = Default::default();
        match state.round {
            2 | 5 => self.start_challenges(state, event),
            6 => self.start_plates(state, event),
            _ => self.next_round(state),
        }
    }
}

/// Returns the kinds of rumor tokens that a contender with these closed slots cannot take (CK-82, CK-84).
#[inline]
pub fn known_kinds(closed: u8) -> u64 {
    let icons = u64::from(closed) << Token::rumor(0).0;
    if closed == 0b111 { icons | Token::WILD.bit() } else { icons }
}
