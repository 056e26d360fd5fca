//! The course of a turn, phase by phase (RE-21).

use super::{
    Restauranteur,
    action::{Action, Chosen},
    components::{Face, Improvement},
    event::{self, Cards, Emit, Event},
    state::{End, Phase, State},
};
use sim_engine::{luck::Luck, seat::Seat};

impl Restauranteur {
    pub(super) fn make(&self, state: &mut State, action: Action, event: Emit<'_>) {
        let seat = state.table.active;
        match (action, state.table.phase) {
            (Action::Stop, _) => self.stop(state, event),
            (Action::Build { cuisine }, _) => {
                self.tell_buildable(state, event);
                state.table.phase = Phase::Pay { cuisine };
            }
            (Action::Move { from }, _) => {
                self.tell_buildable(state, event);
                state.table.phase = Phase::Move { from };
            }
            (Action::Pay { number }, Phase::Pay { cuisine }) => {
                state.table.phase = Phase::Site { cuisine, number };
            }
            (Action::Site { cell }, Phase::Site { cuisine, number }) => {
                self.build(state, cuisine, number, cell, event);
            }
            (Action::Site { cell }, Phase::Move { from }) => {
                self.move_to(&mut state.table, from, cell, event)
            }
            (Action::Pass, _) => {
                self.tell_playable(state, event);
                self.start_income(state);
            }
            (Action::Improve { card, cuisines }, _) => self.improve(state, Chosen { card, cuisines }, event),
            (Action::Income { target }, _) => {
                self.tell_incomes(state, event);
                self.discard(state, seat, target.face());
                let (card, bonus) = (event::card(target.face()), state.table.earned > 0);
                event(Event::Advertised { seat, card, target, bonus });
                self.earn(&mut state.table, super::earning::Occasion::Card(target), event);
                self.after_income(state);
            }
            (Action::Roll { instead }, _) => {
                self.tell_incomes(state, event);
                let (mut row, mut column) = (None, None);
                if let Some(line) = instead {
                    let number = line.number() - 1;
                    self.discard(state, seat, Face::number(number));
                    *(if line.is_row() { &mut row } else { &mut column }) = Some(number);
                }
                state.table.phase = Phase::Roll { row, column };
            }
            (Action::Rest, _) => {
                self.tell_incomes(state, event);
                self.start_end(state);
            }
            (Action::Keep, _) => self.start_discard(state),
            (Action::Drop { card, cuisines }, _) => self.drop(state, Chosen { card, cuisines }, event),
            (Action::Discard { face }, _) => {
                self.discard(state, seat, face);
                event(Event::Discarded { seat, card: event::card(face) });
                state.table.phase = Phase::Discard { from: face };
                self.go_on_discarding(state);
            }
            (Action::Pay { .. } | Action::Site { .. }, _) => {
                unreachable!("only legal actions are made: {action} in {:?}", state.table.phase)
            }
        }
    }

    pub(super) fn make_chance(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        match state.table.phase {
            Phase::Recruit => self.recruit(state, luck, event),
            Phase::Refill { then_improves } => {
                self.fill_pool(state, state.table.active, event);
                if then_improves {
                    self.go_on_improving(state);
                } else {
                    self.go_on_building(state);
                }
            }
            _ => self.roll(state, luck, event),
        }
    }

    /// Runs the Investment and Recruit phases (RE-22 to RE-25, RE-70, B-18).
    fn recruit(&self, state: &mut State, luck: &Luck, event: Emit<'_>) {
        let table = &mut state.table;
        let seat = table.active;
        let leads = table.leads[seat].count_ones() as u8;
        let lead_coins = i32::from(leads) * self.variant.lead_income;
        let coins = self.variant.invest_income + lead_coins;
        table.paid_by_bank(seat, coins);
        event(Event::Invested {
            seat,
            coins: coins as u8,
            leads,
            lead_coins: lead_coins as u8,
            round: table.round,
        });
        for nth in 0..self.draws(&state.table, seat) {
            if state.table.deck_left == 0 && !self.is_last_pass(state) {
                self.reshuffle(state, luck, event);
            }
            if state.table.deck_left == 0 {
                return self.deck_through(state, event);
            }
            let face = self.take_top(state);
            state.hands[seat].add(face);
            self.tell_time(state);
            let left = state.table.deck_left;
            event(Event::Drew { seat, card: event::card(face), left, bonus: nth >= self.variant.draws });
            let ends_here = self.variant.deck_end == super::variant::DeckEnd::Empty;
            if left == 0 && ends_here && self.is_last_pass(state) {
                return self.deck_through(state, event);
            }
        }
        let table = &mut state.table;
        (table.built, table.moved, table.played, table.earned) = (0, 0, 0, 0);
        if !self.may_build(state, seat) {
            let why = self.obstacle(state, seat);
            event(Event::Idle { seat, why, round: state.table.round });
        }
        self.go_on_building(state);
    }

    fn is_last_pass(&self, state: &State) -> bool {
        state.table.pass + 1 >= self.variant.passes
    }

    fn deck_through(&self, state: &mut State, event: Emit<'_>) {
        event(Event::DeckThrough);
        state.table.end = End::DeckThrough;
        state.table.phase = Phase::Over;
    }

    /// Updates `round` from the number of cards drawn in this pass.
    fn tell_time(&self, state: &mut State) {
        let table = &mut state.table;
        let drawn = u16::from(table.pass_size - table.deck_left);
        let part = drawn * super::PARTS / u16::from(table.pass_size);
        table.round = table.pass * super::PARTS as u8 + part.min(super::PARTS - 1) as u8;
    }

    pub(super) fn discard(&self, state: &mut State, seat: Seat, face: Face) {
        self.take_card(state, seat, face);
        state.table.discards[face.index()] += 1;
    }

    pub(super) fn take_card(&self, state: &mut State, seat: Seat, face: Face) {
        if state.hands[seat].take(face) {
            state.table.kept[face.index()] -= 1;
        }
    }

    pub(super) fn start_income(&self, state: &mut State) {
        state.table.phase = Phase::Income;
    }

    fn tell_incomes(&self, state: &State, event: Emit<'_>) {
        let seat = state.table.active;
        let cards = state.hands[seat].faces & Face::INCOMES;
        if cards != 0 {
            event(Event::CouldAdvertise { seat, cards: Cards(cards) });
        }
    }

    /// Starts another Income phase with Marketing (RE-75), or the End phase.
    pub(super) fn after_income(&self, state: &mut State) {
        state.table.earned += 1;
        if state.table.earned < self.income_phases(&state.table, state.table.active) {
            state.table.phase = Phase::Income;
        } else {
            self.start_end(state);
        }
    }

    /// Starts the End phase: first Executives (RE-71), then the hand limit (RE-46).
    fn start_end(&self, state: &mut State) {
        let row = &state.table.improvements[state.table.active];
        if row.copies(Improvement::Executives) > 0 {
            state.table.phase = Phase::Drop;
        } else {
            self.start_discard(state);
        }
    }

    fn drop(&self, state: &mut State, chosen: Chosen, event: Emit<'_>) {
        let table = &mut state.table;
        let seat = table.active;
        self.change(table, chosen.earning(), |table| table.improvements[seat].take(chosen));
        let face = Face::improvement(chosen.card);
        table.discards[face.index()] += 1;
        let restaurants = event::Types(chosen.cuisines);
        event(Event::Dropped { seat, card: event::card(face), restaurants });
        if table.improvements[seat].played().len() > self.improvement_limit(table, seat) {
            table.phase = Phase::Shed;
        } else {
            self.start_discard(state);
        }
    }

    fn start_discard(&self, state: &mut State) {
        state.table.phase = Phase::Discard { from: Face(0) };
        self.go_on_discarding(state);
    }

    fn go_on_discarding(&self, state: &mut State) {
        let table = &mut state.table;
        let seat = table.active;
        if state.hands[seat].len() <= self.hand_limit(table, seat) {
            table.active = seat.after(1, self.players);
            table.turn += 1;
            table.phase = Phase::Recruit;
        }
    }
}
